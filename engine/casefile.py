"""Case files: tournaments as JSON, one case a round to pair, with the right answer (``kompitie check``, ``kompitie simulate``).

A case: ``id``, ``system``, ``settings`` {win, draw, loss, bye as exact strings; optional plus, minus, forfeit_win, absence;
max_colour_balance, first_round, second_round_even_odd, maximum_meetings, bye_to, seed; total_rounds}, ``players`` [{lot, rating}], ``rounds`` [{games
[{white, black, result}], bye, absent}], ``present``, ``expected`` {pairs [[white, black]], bye}. ``absent`` = an absence was entered;
a player in none of the three has nothing entered for that round.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.competition import BYE, PLANNED, WITH_NOTICE, Competition, Game, Player, Round, SingleEntry
from engine.pairing.draft import Request
from engine.results import Scale, exact

#: Options of the pairing that a case may set, by the case's names.
OPTIONS = {
    "first_round": "first_round",
    "second_round_even_odd": "second_round_even_odd",
    "maximum_meetings": "maximum_meetings",
    "max_colour_balance": "maximum_colour_balance",
    "bye_to": "bye",
    "initial_colour": "initial_colour",
}


class CaseError(ValueError):
    """The file is not a case file; the text says what is missing."""


@dataclass(frozen=True)
class Case:
    """One round to pair and its right answer: the pairs (white, black) and who has the bye."""

    id: str
    system: str
    request: Request
    pairs: frozenset[tuple[int, int]]
    bye: int | None


def read(text: str) -> list[Case]:
    """The cases of a file: a list, or a single one. CaseError when it is none."""
    try:
        content = json.loads(text)
        return [case(one) for one in (content if isinstance(content, list) else [content])]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CaseError(f"not a case file ({error})") from error


def case(data: Mapping[str, Any]) -> Case:
    """A case from its JSON values. KeyError, TypeError or ValueError when something is missing or wrong."""
    settings = data["settings"]
    rounds = data["rounds"]
    options: dict[str, Any] = {name: settings[known] for known, name in OPTIONS.items() if known in settings}
    expected = data["expected"]
    request = Request(
        competition=_competition(data["players"], rounds, int(settings.get("total_rounds") or len(rounds) + 1)),
        round=len(rounds) + 1,
        present=tuple(data["present"]),
        scale=scale(settings),
        reason_points={WITH_NOTICE: exact(settings.get("absence", "0"))},
        options=options,
        seed=int(settings.get("seed", 0)),
    )
    pairs = frozenset((int(white), int(black)) for white, black in expected["pairs"])
    return Case(str(data["id"]), str(data["system"]), request, pairs, expected["bye"])


def scale(settings: Mapping[str, str]) -> Scale:
    """The points of a case; what is not named follows from win, draw and loss."""
    win, draw, loss = (exact(settings[name]) for name in ("win", "draw", "loss"))
    return Scale(
        win=win,
        plus=exact(settings.get("plus", draw)),
        draw=draw,
        minus=exact(settings.get("minus", draw)),
        loss=loss,
        bye=exact(settings["bye"]),
        forfeit_win=exact(settings.get("forfeit_win", win)),
        forfeit_loss=loss,
    )


def _competition(players: Iterable[Mapping[str, Any]], rounds: list[Mapping[str, Any]], planned: int) -> Competition:
    games: list[Game] = []
    entries: list[SingleEntry] = []
    for number, one in enumerate(rounds, start=1):
        games.extend(Game(number, game["white"], game["black"], game["result"]) for game in one["games"])
        if one["bye"] is not None:
            entries.append(SingleEntry(number, one["bye"], BYE))
        entries.extend(SingleEntry(number, player, WITH_NOTICE) for player in one["absent"])
    return Competition(
        players=tuple(Player(id=one["lot"], lot=one["lot"], rating=one.get("rating")) for one in players),
        rounds=(*(Round(number) for number in range(1, len(rounds) + 1)), Round(len(rounds) + 1, PLANNED)),
        games=tuple(games),
        entries=tuple(entries),
        planned_rounds=planned,
    )


def text(value: Fraction) -> str:
    """An exact number as a case file writes it."""
    return str(value)
