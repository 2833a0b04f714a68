"""Whether a round as it stands keeps the absolute rules, however it was made (spec 21, 30-32)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.competition import BYE, Game, SingleEntry
from engine.judging import rules
from engine.pairing import facts, hand
from engine.pairing.draft import Fact, Request, fact
from engine.pairing.field import Field, build
from engine.pairing.order import standing
from engine.pairing.ranking import field as list_field
from engine.pairing.ranking import hand as list_hand
from engine.pairing.ranking import reasons as list_reasons
from engine.pairing.ranking.listing import listing_of
from engine.pairing.ranking.options import read
from engine.pairing.ranking.search import Choice
from engine.pairing.swiss_rating import ORDER
from engine.pairing.swiss_rating.group import board


def breaks(system: str, request: Request) -> tuple[Fact, ...]:
    """What the games and byes of ``request.round`` in the request's competition break, each once.

    In this order: somebody placed twice, somebody without a place, then game by game met before, forbidden, colours, and the byes.
    Later rounds must not be in the competition. Forfeited and annulled games are looked at like others: they were paired.
    """
    here = request.competition
    games = [game for game in here.games if game.round == request.round and not game.annulled]
    entries = [entry for entry in here.entries if entry.round == request.round]
    bare = replace(
        request,
        competition=replace(
            here,
            games=tuple(game for game in here.games if game.round != request.round),
            entries=tuple(entry for entry in here.entries if entry.round != request.round),
        ),
        present=tuple(
            {player: None for game in games for player in (game.white, game.black)} | {one.player: None for one in entries}
        ),
    )
    found = [
        *_places(request, games, entries),
        *_by_system(system, bare, games, [one.player for one in entries if one.reason == BYE]),
    ]
    return tuple(found)


def _places(request: Request, games: Sequence[Game], entries: Sequence[SingleEntry]) -> Iterator[Fact]:
    """Everybody has one place: a game, a bye or an absence."""
    placed = Counter(player for game in games for player in (game.white, game.black))
    placed.update(entry.player for entry in entries)
    for player, times in placed.items():
        if times > 1:
            yield fact(rules.TWICE, player=player)
    for player in request.present:
        if player not in placed:
            yield fact(rules.WITHOUT_GAME, player=player)


def _by_system(system: str, bare: Request, games: Sequence[Game], byes: Sequence[int]) -> Iterator[Fact]:
    if not games and not byes:
        return
    if system == "ranking":
        yield from _ranking(bare, games, byes)
    elif system == "round_robin":
        meetings = 2 if bare.options.get("double") else 1
        plain = replace(bare, options={"maximum_meetings": meetings})
        yield from _swiss(plain, build(standing(plain)), games, ())
    elif system == "swiss_rating":
        order = replace(bare, order_keys=ORDER)
        yield from _swiss(order, board(standing(order)).field, games, byes)
    else:
        yield from _swiss(bare, build(standing(bare)), games, byes)


def _swiss(bare: Request, field: Field, games: Sequence[Game], byes: Sequence[int]) -> Iterator[Fact]:
    """Met before, forbidden, B2 where the field knows it, the colour limit, a second bye."""
    places = {player: place for place, player in enumerate(field.ids)}
    for game in games:
        white, black = places[game.white], places[game.black]
        if not field.legal[white] >> black & 1:
            kinds = (facts.HAND_FORBIDDEN, facts.HAND_MET)
            told = [one for one in hand.pair_breaks(bare, game.white, game.black) if one.code in kinds]
            yield from told or [fact(rules.ABSOLUTE, player=game.white, opponent_player=game.black)]
        if field.limit is not None:
            for place, step in ((white, 1), (black, -1)):
                after = field.histories[place].balance + step
                if abs(after) > field.limit:
                    yield fact(facts.HAND_COLOUR, player=field.ids[place], balance=after, limit=field.limit)
    for player in byes:
        line = field.free_round(places[player])
        if line is not None and not field.eligible >> places[player] & 1:
            yield fact(facts.BYE_NOT_AGAIN, player=player, round=line.round)


def _ranking(bare: Request, games: Sequence[Game], byes: Sequence[int]) -> Iterator[Fact]:
    """Forbidden, same club or family, met too recently or too often, colours, byes that others should have had."""
    listed = listing_of(bare, read(bare.options))
    field = list_field.build(listed, listed.waiting)
    for game in games:
        white, black = field.places[game.white], field.places[game.black]
        if not field.open[white] >> black & 1:
            bans = (facts.HAND_FORBIDDEN, facts.HAND_CLUB, facts.HAND_FAMILY)
            yield from (one for one in list_hand.pair_breaks(bare, game.white, game.black) if one.code in bans)
        yield from list_reasons.broken(field, Choice(min(white, black), max(white, black), 0, 0), white)
    for player in byes:
        had = field.byes[field.places[player]]
        if had > min(field.byes):
            yield fact(facts.HAND_MORE_BYES, player=player, byes=had)
