"""Pair a round once more from the state before it and compare (``kompitie check``; spec 60, engine/check.py).

The answer names what differs pair by pair, with the reasons that this version has for its own choice.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.casefile import Case
from engine.pairing import registry
from engine.pairing.draft import Draft, Fact, Pair, Request


@dataclass(frozen=True)
class Outcome:
    """One checked round. ``missing``: pairs (white, black) that were expected and not found; ``found``: pairs that were made instead,
    with their reasons; ``bye`` and ``expected_bye`` differ when the bye does.
    """

    id: str
    round: int
    missing: tuple[tuple[int, int], ...] = ()
    found: tuple[Pair, ...] = ()
    bye: int | None = None
    expected_bye: int | None = None
    bye_why: tuple[Fact, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether the same pairs with the same colours and the same bye came out."""
        return not self.missing and not self.found and self.bye == self.expected_bye


def check(name: str, system: str, request: Request, pairs: Iterable[tuple[int, int]], bye: int | None) -> Outcome:
    """Pair a round again by a system and compare with its ``pairs`` (white, black) and ``bye``. ValueError for an unknown system."""
    draft = registry.pair(system, request)
    expected = set(pairs)
    made = {(pair.white, pair.black) for pair in draft.pairs}
    return Outcome(
        id=name,
        round=request.round,
        missing=tuple(sorted(expected - made)),
        found=tuple(pair for pair in draft.pairs if (pair.white, pair.black) not in expected),
        bye=draft.bye,
        expected_bye=bye,
        bye_why=draft.bye_why,
    )


def check_draft(name: str, system: str, request: Request, draft: Draft) -> Outcome:
    """Pair a stored request again and compare with its stored draft."""
    return check(name, system, request, ((pair.white, pair.black) for pair in draft.pairs), draft.bye)


def check_cases(cases: Iterable[Case]) -> Iterator[Outcome]:
    """Pair the cases of a case file again, one by one. ValueError for a system that does not exist."""
    for case in cases:
        yield check(case.id, case.system, case.request, case.pairs, case.bye)
