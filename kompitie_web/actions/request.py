"""The request to the pairing engine made of what is stored, and the rule breaks of pairs made by hand."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from engine.pairing.colours import colours, history
from engine.pairing.draft import Fact, Request
from engine.record import ledger
from kompitie_web.actions.common import competition_row, names_of
from kompitie_web.actions.errors import NeedsConfirmation
from kompitie_web.store import mapping

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


def colours_for(cid: int, number: int, a: int, b: int) -> tuple[int, int]:
    """White and black for two players who meet by hand: the rules of the Swiss, the one with more points (lower lot) ranked higher."""
    request = request_for(cid, number)
    records = ledger(request.competition, request.scale, number - 1, reason_points=request.reason_points, for_pairing=True).records
    lots = request.competition.by_id
    higher, lower = sorted((a, b), key=lambda one: (-records[one].points, lots[one].lot, lots[one].order))
    white, black, _ = colours(higher, lower, history(records[higher]), history(records[lower]))
    return white, black


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
