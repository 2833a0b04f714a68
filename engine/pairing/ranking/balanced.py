"""The balanced search: the complete pairing with the smallest sum of squared distances in the list (spec 21 "search").

Among equal sums: the bye as low as possible, then the nearer opponents for the higher players. What is still equal is decided by a
fixed mixing of the places, so that the answer never depends on the library that finds it.

All pairs of 255 players would be 32,000 edges, of which those that can matter are few: every player costs at least half the square of
the distance to his nearest possible opponent, so an edge is worth looking at only if it and these halves of all others stay within a
sum that has been reached already. That sum is found among near opponents.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.matching import Matching, bits, heaviest

#: How many lower opponents of each player the first search looks at.
NEAR = 8
#: Bits for the mixing of the places, and for a whole weight.
MIXED_BITS, WEIGHT_BITS = 24, 118

Edge = tuple[int, int]


@dataclass(slots=True)
class Question:
    """What has to be paired: masks by vertex, the vertices, their places in the list, the vertex of the bye if there is one.

    ``repeats``: by vertex the mask of those he has met, when fewest repeats come first.
    """

    allowed: Sequence[int]
    alive: int
    places: Sequence[int]
    bye: int | None = None
    repeats: Sequence[int] | None = None

    def square(self, one: int, other: int) -> int:
        """The squared distance of two vertices; the bye costs nothing."""
        return 0 if self.bye in (one, other) else (self.places[one] - self.places[other]) ** 2


def pairs(question: Question) -> list[Edge]:
    """The pairs (smaller vertex first), in order of the first vertices; a complete pairing must exist."""
    if question.repeats is not None:
        fresh = [mask & ~met for mask, met in zip(question.allowed, question.repeats, strict=True)]
        known = Matching(fresh, question.alive)
        if not known.is_perfect:
            return _lightest(question, [(one, other) for one in bits(question.alive) for other in _lower(question, one)])
        question = Question(fresh, question.alive, question.places, question.bye)
    else:
        known = Matching(question.allowed, question.alive)
    near = _near(question) | {(one, other) for one, other in known.mate.items() if one < other}
    best = _lightest(question, sorted(near))
    worth = set(_worth(question, sum(question.square(*edge) for edge in best)))
    return best if worth <= near else _lightest(question, sorted(worth))


def _lower(question: Question, one: int) -> Iterator[int]:
    """The possible opponents behind a vertex, nearest first; the bye last."""
    first = one + 1
    return (first + step for step in bits((question.allowed[one] & question.alive) >> first))


def _near(question: Question) -> set[Edge]:
    """The edges to the nearest lower opponents, and all to the bye."""
    edges = set()
    for one in bits(question.alive):
        for other, _ in zip(_lower(question, one), range(NEAR), strict=False):
            edges.add((one, other))
        if question.bye is not None and one != question.bye and question.allowed[one] >> question.bye & 1:
            edges.add((one, question.bye))
    return edges


def _worth(question: Question, reached: int) -> Iterator[Edge]:
    """The edges that can be part of a pairing whose sum is not above the one reached."""
    least = {one: _nearest(question, one) for one in bits(question.alive) if one != question.bye}
    # Twice the sum: both ends of a pair count the square. One player may have the bye for nothing.
    room = 2 * reached - sum(least.values()) + (0 if question.bye is None else max(least.values()))
    for one in bits(question.alive):
        for other in _lower(question, one):
            if other == question.bye:
                yield one, other
                continue
            square = question.square(one, other)
            if square > room + least[one]:
                break
            if 2 * square - least[one] - least[other] <= room:
                yield one, other
    if question.bye is not None:
        yield from ((one, question.bye) for one in bits(question.allowed[question.bye] & question.alive))


def _nearest(question: Question, one: int) -> int:
    """The smallest square with which a player can be paired; 0 when he can only have the bye."""
    others = question.allowed[one] & question.alive
    if question.bye is not None:
        others &= ~(1 << question.bye)
    above, below = others & ((1 << one) - 1), others >> one << one
    found = [question.square(one, above.bit_length() - 1)] if above else []
    if below:
        found.append(question.square(one, (below & -below).bit_length() - 1))
    return min(found, default=0)


def _lightest(question: Question, edges: Sequence[Edge]) -> list[Edge]:
    """The complete pairing of least weight among the edges."""
    mates: Mapping[int, int] = heaviest(_weighted(question, edges), most_pairs=True)
    return sorted((one, other) for one, other in mates.items() if one < other)


def _weighted(question: Question, edges: Sequence[Edge]) -> Iterator[tuple[int, int, int]]:
    """The edges with one whole number for all that counts: repeats, squares, height of the bye, squares of the higher, mixed places.

    Each kind gets as much room as the sum over all pairs can need; weights are negative, since the heaviest matching is asked for.
    """
    size = question.alive.bit_count()
    count = size // 2
    highest = max(bits(question.alive), default=0) + 1
    squares = [question.square(*edge) for edge in edges]
    largest = max(squares, default=0)
    rooms = [count + 1, count * largest + 1, highest + 1, count * largest * highest + 1]
    left = WEIGHT_BITS - sum(room.bit_length() for room in rooms) - count.bit_length()
    mixed_bits = max(0, min(MIXED_BITS, left))
    for (one, other), square in zip(edges, squares, strict=True):
        weight = int(question.repeats is not None and bool(question.repeats[one] >> other & 1))
        weight = weight << rooms[1].bit_length() | square
        weight = weight << rooms[2].bit_length() | (highest - one if other == question.bye else 0)
        weight = weight << rooms[3].bit_length() | square * (highest - one)
        weight = weight << (mixed_bits + count.bit_length()) | _mixed(one, other, mixed_bits)
        yield one, other, -weight


def _mixed(one: int, other: int, size: int) -> int:
    """A fixed number of so many bits that looks drawn."""
    number = (one * 1_000_003 + other + 1) * 0x9E3779B97F4A7C15
    number ^= number >> 29
    return (number * 0xBF58476D1CE4E5B9 >> 20) & ((1 << size) - 1)
