"""Short ways to ask for a pairing and to read a draft."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from engine.competition import PLANNED, Game, Round, SingleEntry
from engine.pairing.draft import Draft, Fact, Request
from tests.engine.short_tournament import tournament

T = TypeVar("T")


def request(text: str, players: int, **changes: Any) -> Request:
    """The request for the round after those of the text (see ``short_tournament``), everybody present.

    ``changes`` are fields of the request; ``forbidden`` and ``about`` belong to the competition.
    """
    made = tournament(text, players, changes.pop("about", None), forbidden=frozenset(changes.pop("forbidden", ())))
    number = len(made.rounds) + 1
    made = replace(made, rounds=(*made.rounds, Round(number, PLANNED)))
    return replace(Request(made, number, tuple(range(1, players + 1))), **changes)


def keep(asked: Request, *games: Game, entries: Iterable[SingleEntry] = ()) -> Request:
    """The request with games and entries that stand already in its round."""
    known = asked.competition
    return replace(asked, competition=replace(known, games=known.games + games, entries=(*known.entries, *entries)))


def shuffled(asked: Request, seed: int) -> Request:
    """The same request with players, games and entries in another order."""
    chance = random.Random(seed)

    def mixed(these: Sequence[T]) -> tuple[T, ...]:
        return tuple(chance.sample(these, len(these)))

    known = asked.competition
    known = replace(known, players=mixed(known.players), games=mixed(known.games), entries=mixed(known.entries))
    return replace(asked, competition=known, present=mixed(asked.present))


def pairs(draft: Draft) -> list[tuple[int, int]]:
    """The pairs of a draft in table order, white first."""
    return [(pair.white, pair.black) for pair in draft.pairs]


def codes(facts: Iterable[Fact]) -> list[str]:
    """The codes of facts."""
    return [fact.code for fact in facts]


def arguments(facts: Iterable[Fact], code: str) -> list[dict[str, Any]]:
    """The arguments of all facts with a code."""
    return [dict(fact.arguments) for fact in facts if fact.code == code]
