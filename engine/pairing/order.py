"""The order in which is paired, and what stands in the round already (spec 31 "Order", "What the arbiter gets"; every Swiss uses it)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine import tiebreaks
from engine.competition import BYE, Game, SingleEntry
from engine.pairing import facts
from engine.pairing.draft import Fact, OrderLine, Pair, Request, fact
from engine.record import Ledger, Line, ledger
from engine.results import ADJOURNED, OPEN, Side
from engine.tiebreaks import Ordered, View

_ZERO = Fraction(0)


@dataclass(frozen=True)
class Standing:
    """Everybody concerned, in pairing order: points, tie-break keys, lot number, order of entry.

    ``places``: place in the order by player id. ``kept`` games and ``given`` single entries of the round stand already; ``waiting`` are
    the players who have to be paired, in order.
    """

    request: Request
    ledger: Ledger
    order: tuple[Ordered, ...]
    places: Mapping[int, int]
    kept: tuple[Game, ...]
    given: tuple[SingleEntry, ...]
    waiting: tuple[Ordered, ...]

    def lot(self, player: int) -> tuple[int, int, int]:
        """What decides last: lot number, order of entry."""
        known = self.request.competition.by_id[player]
        return known.lot, known.order, player

    @property
    def bye_given(self) -> int | None:
        """Who has the bye of this round from the arbiter."""
        return next((entry.player for entry in self.given if entry.reason == BYE), None)

    def lines(self) -> tuple[OrderLine, ...]:
        """The order with its keys, for the draft."""
        records, unit = self.ledger.records, self.ledger.unit
        exact = {points: Fraction(points, unit) for points in {records[one.player].points for one in self.order}}
        return tuple(
            OrderLine(
                one.player,
                (exact[records[one.player].points], *[_ZERO if value is None else value for value in one.values]),
                records[one.player].balance,
            )
            for one in self.order
        )


def standing(request: Request) -> Standing:
    """The pairing order of everybody who is present or has a game in the round, after the rounds before it.

    Adjourned and open games of earlier rounds count as a draw (spec 10).
    """
    competition = request.competition
    book = ledger(competition, request.scale, request.round - 1, reason_points=request.reason_points, for_pairing=True)
    kept = tuple(game for game in competition.games if game.round == request.round and not game.annulled)
    given = tuple(entry for entry in competition.entries if entry.round == request.round)
    busy = {player for game in kept for player in (game.white, game.black)} | {entry.player for entry in given}
    present = set(request.present)
    concerned = present | {player for game in kept for player in (game.white, game.black)}
    view = View(competition, book, request.unplayed_opponents)
    everybody = tiebreaks.ordered(view, tiebreaks.parse(request.order_keys))
    order = tuple(one for one in everybody if one.player in concerned)
    return Standing(
        request,
        book,
        order,
        {one.player: place for place, one in enumerate(order)},
        kept,
        given,
        tuple(one for one in order if one.player in present and one.player not in busy),
    )


def kept_pair(game: Game) -> Pair:
    """A game that stands already, with what keeps it there."""
    if game.result == ADJOURNED:
        code = facts.KEPT_ADJOURNED
    elif game.result != OPEN:
        code = facts.KEPT_RESULT
    elif game.locked and not game.by_hand:
        code = facts.KEPT_LOCKED
    else:
        code = facts.KEPT_BY_HAND
    return Pair(game.white, game.black, (fact(code, player=game.white, opponent_player=game.black),), kept=True)


def open_games(request: Request) -> list[Fact]:
    """How many games of earlier rounds count as a draw for now: nothing, or one remark."""
    still_open = [
        game
        for game in request.competition.games
        if game.round < request.round and not game.annulled and game.result in (OPEN, ADJOURNED)
    ]
    return [fact(facts.OPEN_GAMES, count=len(still_open))] if still_open else []


def is_free_round(line: Line) -> bool:
    """Whether a line bars its player from the bye (rule 2): a bye or forfeit win, whatever it paid, or an absence that paid points."""
    if line.game is not None:
        return line.side is Side.FORFEIT_WIN
    if line.entry is None:
        return False
    return line.entry.reason == BYE or (not line.entry.result and line.points > 0)
