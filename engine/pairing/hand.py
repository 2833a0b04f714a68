"""Which rules a pair, a bye or a choice of colours made by hand breaks (spec 31 "Absolute rules", "Colour limit").

Nothing is refused here: the arbiter may do it all the same, after having read what it breaks.
"""

from collections.abc import Iterator

from engine.competition import BYE
from engine.pairing import facts
from engine.pairing.draft import Fact, Request, fact
from engine.pairing.order import is_free_round
from engine.record import Record, ledger
from engine.results import FORFEITS


def pair_breaks(request: Request, white: int, black: int) -> tuple[Fact, ...]:
    """What a game of these two in the request's round breaks; games and entries that it replaces are not in the request.

    In this order: somebody against himself, not in the schedule, plays already, forbidden, met before, colour limit.
    """
    if white == black:
        return (fact(facts.HAND_HIMSELF),)
    found = [*_place_breaks(request, white), *_place_breaks(request, black)]
    if (min(white, black), max(white, black)) in request.competition.forbidden:
        found.append(fact(facts.HAND_FORBIDDEN, player=white, opponent_player=black))
    met = _met_in(request, white, black)
    if len(met) >= request.maximum_meetings:
        found.append(fact(facts.HAND_MET, player=white, opponent_player=black, round=met[-1]))
    return (*found, *colour_breaks(request, white, black))


def bye_breaks(request: Request, player: int) -> tuple[Fact, ...]:
    """What the bye of this round for a player breaks: his place in the round, a second bye for him, a second bye in the round."""
    found = list(_place_breaks(request, player))
    line = next((line for line in reversed(_record(request, player).lines) if is_free_round(line)), None)
    if line is not None:
        found.append(fact(facts.HAND_SECOND_BYE, player=player, round=line.round))
    entries = request.competition.entries
    other = next((one.player for one in entries if one.round == request.round and one.reason == BYE and one.player != player), None)
    if other is not None:
        found.append(fact(facts.HAND_TWO_BYES, player=other))
    return tuple(found)


def colour_breaks(request: Request, white: int, black: int) -> tuple[Fact, ...]:
    """Whose colour balance would go beyond the limit of the competition, if it has one."""
    limit = request.number("maximum_colour_balance")
    if limit is None:
        return ()
    after = ((white, _record(request, white).balance + 1), (black, _record(request, black).balance - 1))
    return tuple(
        fact(facts.HAND_COLOUR, player=player, balance=balance, limit=limit) for player, balance in after if abs(balance) > limit
    )


def _place_breaks(request: Request, player: int) -> Iterator[Fact]:
    """Whether a player is free to be given a place in the round."""
    competition = request.competition
    if not competition.by_id[player].in_schedule(request.round):
        yield fact(facts.HAND_NOT_IN_SCHEDULE, player=player)
    plays = any(game.round == request.round and player in (game.white, game.black) for game in competition.games)
    if plays or any(entry.round == request.round and entry.player == player for entry in competition.entries):
        yield fact(facts.HAND_TAKEN, player=player)


def _met_in(request: Request, one: int, other: int) -> list[int]:
    """The other rounds in which two players met or are going to meet."""
    games = (game for game in request.competition.games if {game.white, game.black} == {one, other})
    return sorted(game.round for game in games if game.round != request.round and not game.annulled and game.result not in FORFEITS)


def _record(request: Request, player: int) -> Record:
    """What a player has done before the round, open games as a draw."""
    before = request.round - 1
    book = ledger(request.competition, request.scale, before, reason_points=request.reason_points, for_pairing=True)
    return book.records[player]
