"""The request to the pairing engine made of what is stored, and the rule breaks of pairs made by hand."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from engine.classification import standing
from engine.competition import ALWAYS, Competition
from engine.pairing import registry
from engine.pairing.colours import colours, history
from engine.pairing.draft import Fact, Request
from engine.record import ledger
from engine.results import ADJOURNED, DRAW, OPEN
from kompitie_web.actions.common import competition_row, names_of
from kompitie_web.actions.errors import NeedsConfirmation
from kompitie_web.actions.pairings import kind_of
from kompitie_web.store import mapping

#: With these options any two may meet.
_LET_MEET: dict[str, int | bool] = {
    "lot_rounds": 0,
    "forbid_same_club": False,
    "forbid_same_family": False,
    "give_up_colours": True,
    "maximum_meetings": 1_000_000,
}
#: Stored options that are no options of the pairing itself.
_OWN = ("order_keys", "lot_seed", "table", "double", "seam")


def request_for(
    cid: int,
    number: int,
    without_games: Collection[int] = (),
    without_entries: Collection[int] = (),
    allow_incomplete: bool = False,
    seed: int = 0,
) -> Request:
    """What the engine is asked for a round. The named games and entries of the round are left out: they are to be replaced.

    Scale, reasons and how unplayed games count come from the pairing classification; the order and the options from the competition.
    """
    competition = mapping.competition(cid)
    if without_games or without_entries:
        competition = replace(
            competition,
            games=tuple(game for game in competition.games if game.id not in without_games),
            entries=tuple(entry for entry in competition.entries if entry.id not in without_entries),
        )
    settings = mapping.settings(mapping.pairing_classification(cid))
    options = competition_row(cid).pairing_options
    return Request(
        competition=competition,
        round=number,
        present=tuple(player.id for player in competition.players if player.in_schedule(number)),
        scale=settings.scale,
        reason_points=settings.reason_points,
        order_keys=options.get("order_keys", "47"),
        unplayed_opponents=settings.unplayed,
        options={key: value for key, value in options.items() if key not in _OWN},
        seed=seed,
        allow_incomplete=allow_incomplete,
    )


def with_order(request: Request, cid: int) -> Request:
    """The request with the players in the order of the list of that moment, when the competition is paired by its list.

    The list is the standing of the pairing classification after the round before; before any result that is the initial order. Who is
    hidden from the standing, or moved in it, is paired at his own place. Open games of earlier rounds count as a draw (spec 10).
    """
    if not kind_of(cid).by_list:
        return request
    settings = replace(mapping.settings(mapping.pairing_classification(cid)), category="", minimum_games=0)
    listed = standing(_as_listed(request.competition, request.round), settings, request.round - 1)
    return replace(request, order=tuple(row.player for row in listed.rows))


def _as_listed(competition: Competition, number: int) -> Competition:
    """The competition with everybody in the standings and its open games before a round drawn."""
    drawn = (
        replace(game, result=DRAW) if game.round < number and game.result in (OPEN, ADJOURNED) else game
        for game in competition.games
    )
    players = tuple(replace(player, standings=ALWAYS) for player in competition.players)
    return replace(competition, players=players, games=tuple(drawn))


def colours_for(cid: int, number: int, a: int, b: int) -> tuple[int, int]:
    """White and black for two players who meet by hand: by the rules of the competition's pairing, the one with more points (lower lot),
    or higher on the list, ranked higher.
    """
    request = request_for(cid, number)
    kind = kind_of(cid)
    if kind.engine_gives_colours:
        return _colours_alone(kind.engine, with_order(request, cid), a, b)
    records = ledger(request.competition, request.scale, number - 1, reason_points=request.reason_points, for_pairing=True).records
    lots = request.competition.by_id
    higher, lower = sorted((a, b), key=lambda one: (-records[one].points, lots[one].lot, lots[one].order))
    white, black, _ = colours(higher, lower, history(records[higher]), history(records[lower]))
    return white, black


def _colours_alone(engine: str, request: Request, a: int, b: int) -> tuple[int, int]:
    """The colours that a pairing gives two players who meet whatever the rules say: as if they were the only ones in the round."""
    here = request.competition
    alone = replace(
        here,
        games=tuple(game for game in here.games if game.round != request.round),
        entries=tuple(entry for entry in here.entries if entry.round != request.round),
        forbidden=frozenset(),
    )
    pair = registry.pair(
        engine, replace(request, competition=alone, present=(a, b), options={**request.options, **_LET_MEET})
    ).pairs[0]
    return pair.white, pair.black


def fact_words(fact: Fact) -> dict[str, Any]:
    """A fact as plain values for a sentence: names in place of ids, texts in place of exact numbers."""
    words: dict[str, Any] = {}
    for key, value in fact.arguments.items():
        if key == "player" or key.endswith("_player"):
            words[key] = next(iter(names_of([int(str(value))])), "")
        elif key.endswith("players") and isinstance(value, tuple):
            words[key] = names_of(value)
        else:
            words[key] = str(value) if isinstance(value, Fraction) else value
    return words


def ask_about(facts: Iterable[Fact], confirmed: bool) -> None:
    """NeedsConfirmation ``rule_breaks`` (breaks: [code, arguments] each) when there are any and nobody has said yes."""
    breaks = [[fact.code, fact_words(fact)] for fact in facts]
    if breaks and not confirmed:
        raise NeedsConfirmation("rule_breaks", breaks=breaks)
