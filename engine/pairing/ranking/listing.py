"""The list in which is paired, and what stands in the round already (spec 21 "Players present, in list order")."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.competition import BYE, Game, SingleEntry
from engine.pairing.draft import OrderLine, Request
from engine.pairing.order import standing
from engine.pairing.ranking.colours import Colours, of_record
from engine.pairing.ranking.options import Options
from engine.record import ledger

#: The keys of the order lines of a draft: KL and AL (white streaks positive, black ones negative).
KEY_NAMES = ("kl", "al")


@dataclass(frozen=True)
class Listing:
    """Everybody concerned in list order (player ids), the drawn order in a lot round.

    ``places``: place in the list by player id, from 0. ``kept`` games, whose players are ``playing``, and ``given`` single entries of the
    round stand already; ``waiting`` are those who have to be paired, in list order. ``colours``: KL and AL by player id. ``drawn``: a lot
    round.
    """

    request: Request
    options: Options
    order: tuple[int, ...]
    places: Mapping[int, int]
    kept: tuple[Game, ...]
    playing: frozenset[int]
    given: tuple[SingleEntry, ...]
    waiting: tuple[int, ...]
    colours: Mapping[int, Colours]
    drawn: bool

    @property
    def bye_given(self) -> int | None:
        """Who has the bye of this round from the arbiter."""
        return next((entry.player for entry in self.given if entry.reason == BYE), None)

    def lines(self) -> tuple[OrderLine, ...]:
        """The list with KL and AL, for the draft."""
        return tuple(
            OrderLine(player, (Fraction(own.balance), Fraction(own.streak)), own.balance)
            for player, own in ((player, self.colours[player]) for player in self.order)
        )


def listing_of(request: Request, options: Options) -> Listing:
    """The list of everybody who is present, with a bye given by the arbiter too, or has a game in the round.

    The order is the request's; without one that of the points, as in a Swiss. Who is not in it (just joined) comes last, by lot number.
    """
    competition = request.competition
    kept = tuple(game for game in competition.games if game.round == request.round and not game.annulled)
    given = tuple(entry for entry in competition.entries if entry.round == request.round)
    playing = frozenset(player for game in kept for player in (game.white, game.black))
    present = set(request.present)
    drawn = request.round <= options.lot_rounds
    away = {entry.player for entry in given if entry.reason != BYE}
    concerned = (present - away) | playing
    order = _draw(request, concerned) if drawn else _in_order(request, concerned)
    busy = playing | {entry.player for entry in given}
    book = ledger(competition, request.scale, request.round - 1, reason_points=request.reason_points, for_pairing=True)
    return Listing(
        request,
        options,
        tuple(order),
        {player: place for place, player in enumerate(order)},
        kept,
        playing,
        given,
        tuple(player for player in order if player in present and player not in busy),
        {player: of_record(book.records[player]) for player in order},
        drawn,
    )


def _in_order(request: Request, concerned: set[int]) -> Sequence[int]:
    """The order of the request, those who are not in it behind."""
    if not request.order:
        return [one.player for one in standing(request).order if one.player in concerned]
    listed = [player for player in dict.fromkeys(request.order) if player in concerned]
    known = request.competition.by_id
    rest = concerned.difference(listed)
    return listed + sorted(rest, key=lambda player: (known[player].lot, known[player].order, player))


def _draw(request: Request, concerned: set[int]) -> Sequence[int]:
    """A drawn order: it depends on the seed, the round and who is there, so that a corrected list cannot change a draw."""
    players = sorted(concerned)
    random.Random(f"{request.seed} {request.round}").shuffle(players)
    return players
