"""Case files: tournaments as JSON with the right answers (``kompitie check``, ``kompitie simulate``).

A case is one round to pair: ``id``, ``system``, ``settings``, ``players`` [{lot, rating; optional name, club, family}], ``rounds`` [{games
[{white, black, result}], bye, absent, without_notice}], ``present``, optional ``order`` (the list of that moment, for the pairing by list),
``expected`` {pairs [[white, black]], bye}. ``absent`` = an absence was entered, ``without_notice`` (optional) = one without notice; a player
in none of these has nothing entered for that round.

A whole tournament is written once: the same without ``present`` and ``expected``, each round with its own ``present`` (and ``order``). Every
round of it is a case: its games and bye are the answer to the rounds before it, unless it has an ``expected`` of its own.

``settings``: {win, draw, loss, bye as exact strings; optional plus, minus, forfeit_win, absence, absence_without_notice; total_rounds, seed,
order_keys and unplayed (``ORDER``); the options of the pairing (``OPTIONS``)}. ``standings`` (optional, in both): [{after [all rounds], system, options, tiebreaks, unplayed, rows [{lot, place, score,
games, tiebreaks {code: value}}]}], what a row does not name is not compared.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.classification import Settings
from engine.competition import BYE, PLANNED, WITH_NOTICE, WITHOUT_NOTICE, Competition, Game, Player, Round, SingleEntry
from engine.pairing.draft import Request
from engine.results import Scale, exact

#: Options of the pairing that a case may set, by the case's names (``bye`` in a case is what a bye pays).
OPTIONS = {
    "max_colour_balance": "maximum_colour_balance",
    "bye_to": "bye",
    **{
        name: name
        for name in (
            "first_round",
            "second_round_even_odd",
            "maximum_meetings",
            "initial_colour",
            "give_up_colours",
            "search",
            "fewest_repeats",
            "lot_rounds",
            "rematch_distance",
            "not_three_in_a_row",
            "forbid_same_club",
            "forbid_same_family",
            "white",
            "table",
            "swapped",
            "double",
            "seam",
        )
    },
}

#: Of the order in which is paired what a case takes for granted: tie-breaks after the points, how unplayed games count for them.
ORDER = {"order_keys": "47", "unplayed": "self"}


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


@dataclass(frozen=True)
class Listed:
    """A standing that is expected after a round: the values of each player (lot number) by column."""

    id: str
    competition: Competition
    settings: Settings
    last_round: int
    rows: tuple[tuple[int, Mapping[str, Fraction | None]], ...]


def read(text: str) -> list[Case]:
    """The rounds to pair of a file: a list of cases or tournaments, or a single one. CaseError when it is none."""
    return [case for data in _content(text) for case in _guarded(_cases, data)]


def standings(text: str) -> list[Listed]:
    """The expected standings of a file, of cases and tournaments alike. CaseError when it is no case file."""
    return [listed for data in _content(text) for listed in _guarded(_standings, data)]


def _content(text: str) -> list[Any]:
    try:
        content = json.loads(text)
    except ValueError as error:
        raise CaseError(f"not a case file ({error})") from error
    return content if isinstance(content, list) else [content]


def _guarded(of: Any, data: Any) -> list[Any]:
    """What a reader makes of one case. CaseError when something is missing or wrong."""
    try:
        return list(of(data))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CaseError(f"not a case file ({error})") from error


def _cases(data: Mapping[str, Any]) -> Iterator[Case]:
    if "expected" in data:
        yield case(data)
        return
    rounds = data["rounds"]
    for number, one in enumerate(rounds, start=1):
        pairs = [[game["white"], game["black"]] for game in one["games"]]
        expected = one.get("expected", {"pairs": pairs, "bye": one["bye"]})
        whole = {
            **data,
            "id": f"{data['id']}-r{number}",
            "settings": {"total_rounds": len(rounds), **data["settings"]},
            "rounds": rounds[: number - 1],
            "present": one["present"],
            "order": one.get("order", ()),
            "expected": expected,
        }
        yield case(whole)


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
        reason_points=_absences(settings),
        order_keys=str(settings.get("order_keys", ORDER["order_keys"])),
        unplayed_opponents=str(settings.get("unplayed", ORDER["unplayed"])),
        options=options,
        seed=int(settings.get("seed", 0)),
        order=tuple(data.get("order", ())),
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


def _absences(settings: Mapping[str, str]) -> dict[str, Fraction]:
    """What the absences pay [nothing]."""
    named = {WITH_NOTICE: "absence", WITHOUT_NOTICE: "absence_without_notice"}
    return {reason: exact(settings[name]) for reason, name in named.items() if name in settings}


def _standings(data: Mapping[str, Any]) -> Iterator[Listed]:
    for one in data.get("standings", ()):
        last = int(one.get("after", len(data["rounds"])))
        settings = Settings(
            system=str(one["system"]),
            scale=scale(data["settings"]),
            tiebreaks=str(one.get("tiebreaks", "")),
            unplayed=str(one.get("unplayed", ORDER["unplayed"])),
            options=dict(one.get("options", {})),
            reason_points=_absences(data["settings"]),
        )
        competition = _competition(data["players"], data["rounds"][:last], last)
        rows = tuple((int(row["lot"]), _columns(row)) for row in one["rows"])
        yield Listed(f"{data['id']}-standing-{last}", competition, settings, last, rows)


def _columns(row: Mapping[str, Any]) -> dict[str, Fraction | None]:
    """The values of a row by column, tie-breaks under their codes."""
    named = {column: row[column] for column in ("place", "score", "games") if column in row}
    return {column: None if value is None else exact(str(value)) for column, value in {**named, **row.get("tiebreaks", {})}.items()}


def _competition(players: Iterable[Mapping[str, Any]], rounds: Sequence[Mapping[str, Any]], planned: int) -> Competition:
    games: list[Game] = []
    entries: list[SingleEntry] = []
    for number, one in enumerate(rounds, start=1):
        games.extend(Game(number, game["white"], game["black"], game["result"]) for game in one["games"])
        if one["bye"] is not None:
            entries.append(SingleEntry(number, one["bye"], BYE))
        entries.extend(SingleEntry(number, player, WITH_NOTICE) for player in one["absent"])
        entries.extend(SingleEntry(number, player, WITHOUT_NOTICE) for player in one.get("without_notice", ()))
    return Competition(
        players=tuple(_player(one) for one in players),
        rounds=(*(Round(number) for number in range(1, len(rounds) + 1)), Round(len(rounds) + 1, PLANNED)),
        games=tuple(games),
        entries=tuple(entries),
        planned_rounds=planned,
    )


def _player(one: Mapping[str, Any]) -> Player:
    """A player; the lot number is his id."""
    name, club, family = (str(one.get(word, "")) for word in ("name", "club", "family"))
    return Player(one["lot"], one["lot"], name, rating=one.get("rating"), club=club, family=family)


def text(value: Fraction) -> str:
    """An exact number as a case file writes it."""
    return str(value)
