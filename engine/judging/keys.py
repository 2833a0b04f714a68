"""What the keys of a pairing system are compared by: two pairings of one round, key by key, in the order of the system."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.judging import rules
from engine.pairing.draft import Fact, Value

#: Which of the two the deciding key prefers.
FOUND, EXPECTED, NEITHER = "found", "expected", ""


@dataclass(frozen=True)
class Answer:
    """A round as it can be compared: pairs (white, black) and the bye."""

    pairs: frozenset[tuple[int, int]]
    bye: int | None = None


@dataclass(frozen=True)
class Key:
    """One key of a pairing; the smaller ``value`` is better. ``choice``: the player whom a key about opponents is about (0: nobody).

    ``counts``: the value is a number that says something to a reader.
    """

    code: str
    value: Any
    arguments: Mapping[str, Value] = field(default_factory=dict)
    choice: int | None = None
    counts: bool = False


@dataclass(frozen=True)
class Verdict:
    """The rule that tells two pairings apart. ``better``: which one it prefers; EXPECTED would mean that the rules were not kept here."""

    rule: Fact
    better: str = FOUND


def first_difference(found: Iterable[Key], expected: Iterable[Key]) -> Verdict | None:
    """The first key in which the two differ; None when there is none. Up to it both put the same keys in the same order."""
    for mine, theirs in zip(found, expected, strict=False):
        if mine.value != theirs.value or mine.code != theirs.code:
            arguments = dict(mine.arguments)
            code = mine.code
            if mine.choice is not None and theirs.choice is not None:
                arguments |= {"chosen_player": mine.choice, "other_player": theirs.choice}
                if not theirs.choice:
                    code = rules.WITHOUT_OTHER.get(code, code)
            if mine.counts:
                arguments |= {"chosen": abs(mine.value), "other": abs(theirs.value)}
            return Verdict(Fact(code, arguments), FOUND if mine.value < theirs.value else EXPECTED)
    return None


def mates(ids: Iterable[int], answer: Answer) -> dict[int, int]:
    """By place the place of the opponent; the bye's place is the one after the last player."""
    places = {player: place for place, player in enumerate(ids)}
    found: dict[int, int] = {}
    for white, black in answer.pairs:
        if white in places and black in places:
            found[places[white]], found[places[black]] = places[black], places[white]
    if answer.bye in places:
        found[places[answer.bye]] = len(places)
    return found
