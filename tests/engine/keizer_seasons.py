"""Seasons of the Keizer oracles as competitions and settings."""

from typing import Any

from engine import results
from engine.classification import Settings
from engine.competition import CLOSED, Competition, Game, Interval, Player, Round, SingleEntry

REASONS = {"absent_with_notice": "with_notice", "absent_without_notice": "without_notice", "not_yet_joined": "not_joined"}


def competition(case: dict[str, Any]) -> tuple[Competition, dict[Any, int]]:
    """The season and the player ids by the case's own names, in the initial order. Players named by a number have that lot number."""
    ids = {name: place for place, name in enumerate(case["initial_order"], start=1)}
    joined = case.get("joined", {})
    players = tuple(
        Player(one, name if isinstance(name, int) else one, str(name), order=one, schedule=(Interval(joined.get(str(name), 1)),))
        for name, one in ids.items()
    )
    games: list[Game] = []
    entries: list[SingleEntry] = []
    for number, happened in enumerate(case["rounds"], start=1):
        for first, second, *rest in happened:
            result = results.parse(rest[0], "chess") if rest else ""
            if second in ids:
                games.append(Game(number, ids[first], ids[second], result, id=len(games) + 1))
            else:
                entries.append(SingleEntry(number, ids[first], REASONS.get(second, second), result, id=len(entries) + 1))
    rounds = tuple(Round(number, CLOSED) for number in range(1, len(case["rounds"]) + 1))
    return Competition(players, rounds, tuple(games), tuple(entries)), ids


def settings(case: dict[str, Any]) -> Settings:
    """The options of a case; its reasons have the keys of this program."""
    options = {**case["settings"], "initial": "list", "initial_list": list(range(1, len(case["initial_order"]) + 1))}
    if isinstance(options["unplayed"], dict):
        options["unplayed"] = {REASONS.get(key, key): value for key, value in options["unplayed"].items()}
    if "default_reason" in options:
        options["default_reason"] = REASONS[options["default_reason"]]
    return Settings(system="keizer", options=options)
