"""Pairings with a mistake in them: every small change of a pairing, as a change of the games or the bye."""

from collections.abc import Iterator
from itertools import combinations

from engine.judging import Answer
from engine.pairing.draft import Draft

Pairs = list[tuple[int, int]]


def answer(draft: Draft) -> Answer:
    """The draft as it can be compared."""
    return Answer(frozenset((pair.white, pair.black) for pair in draft.pairs), draft.bye)


def turned(draft: Draft) -> Iterator[Answer]:
    """The colours of one game the other way round."""
    pairs = [(pair.white, pair.black) for pair in draft.pairs]
    for at, (white, black) in enumerate(pairs):
        yield Answer(frozenset([*pairs[:at], (black, white), *pairs[at + 1 :]]), draft.bye)


def exchanged(draft: Draft) -> Iterator[Answer]:
    """Two games that exchange a player."""
    pairs = [(pair.white, pair.black) for pair in draft.pairs]
    for one, other in combinations(pairs, 2):
        rest = [pair for pair in pairs if pair not in (one, other)]
        yield Answer(frozenset([*rest, (one[0], other[1]), (other[0], one[1])]), draft.bye)
        yield Answer(frozenset([*rest, (one[0], other[0]), (one[1], other[1])]), draft.bye)


def another_bye(draft: Draft) -> Iterator[Answer]:
    """The bye for somebody who has a game; his opponent meets who had it."""
    pairs = [(pair.white, pair.black) for pair in draft.pairs]
    if draft.bye is not None:
        for at, (white, black) in enumerate(pairs):
            rest = [*pairs[:at], *pairs[at + 1 :]]
            yield Answer(frozenset([*rest, (draft.bye, black)]), white)
            yield Answer(frozenset([*rest, (white, draft.bye)]), black)


def all_of(draft: Draft) -> Iterator[Answer]:
    """Every one of these."""
    yield from turned(draft)
    yield from exchanged(draft)
    yield from another_bye(draft)
