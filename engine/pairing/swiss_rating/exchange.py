"""Exchange and transposition (spec 32 keys 8 and 9): which of a homogeneous group are S1, and whom of S2 each of them meets.

In every set of pairs the higher of each pair belongs to S1 and the lower to S2. So the cost of an exchange is a sum over the pairs, by
their higher player, and the best exchange is one weighted matching; what the weights cannot hold at once is decided in parts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from engine.matching import bits, first_assignment
from engine.pairing.swiss_rating.question import Answer, Question, cheapest

#: How many bits of a weight hold the order of the players who are exchanged, and of the transposition.
CHUNK = 48
#: So many of the nearest exchanges of one player are asked first, more of them in a group of more players.
FEW, LARGE, NEAREST = 6, 40, 200


@dataclass(frozen=True, slots=True)
class Halves:
    """The pairs in the order of S1, the higher first; ``out`` left S1 by exchange and ``into`` came into it (masks)."""

    pairs: tuple[tuple[int, int], ...]
    out: int = 0
    into: int = 0

    @property
    def upper(self) -> int:
        """S1 after the exchange."""
        return sum(1 << one for one, _ in self.pairs)

    @property
    def players(self) -> int:
        """Everybody who is paired."""
        return sum(1 << one | 1 << other for one, other in self.pairs)


def straight(question: Question) -> Halves | None:
    """The pairs without exchange: the highest p are S1; None when that is not possible, or the question needs weights."""
    if not question.is_plain:
        return None
    pairs = _transposed(question, _highest(question))
    return None if pairs is None else Halves(pairs)


def halves(question: Question) -> Halves:
    """The pairs by the keys 8 and 9 when somebody may have to be exchanged; the question must have an answer."""
    if question.is_plain:
        found = _one_for_one(question, NEAREST if question.alive.bit_count() > LARGE else FEW)
        if found is not None:
            return found
    upper = _upper(question)
    pairs = _transposed(question, upper)
    if pairs is None:
        raise ValueError("the exchange is not possible")
    return _halves(question, upper, pairs)


def _halves(question: Question, upper: int, pairs: tuple[tuple[int, int], ...]) -> Halves:
    top = _highest(question)
    return Halves(pairs, top & ~upper, upper & ~top)


def _one_for_one(question: Question, most: int) -> Halves | None:
    """The first of so many of the nearest exchanges of one player that is possible, in the order of key 8; None when it is none of those.

    One of the first of them nearly always is, and asking costs less than weighing them all. That no exchange is needed at all comes
    first, as in the key.
    """
    listed = list(bits(question.alive))
    p, top = _size(question), _highest(question)
    nearest = (
        (p - 1 - out, p + difference - 1 - out)
        for difference in range(1, len(listed))
        for out in range(max(0, difference - len(listed) + p), min(difference, p))
    )
    uppers = (top ^ (1 << listed[out] | 1 << listed[into]) for out, into in nearest)
    for upper in islice(chain((top,), uppers), most):
        pairs = _transposed(question, upper)
        if pairs is not None:
            return _halves(question, upper, pairs)
    return None


def _size(question: Question) -> int:
    """p, the number of pairs."""
    return (question.alive.bit_count() - question.leaving.count) // 2


def _highest(question: Question) -> int:
    """S1 before any exchange."""
    return sum(1 << place for place in islice(bits(question.alive), _size(question)))


def _divided(question: Question, upper: int) -> Question:
    """The question when S1 is known: everybody meets one of the other half, and only those of S2 leave."""
    lower = question.alive & ~upper
    near = {}
    for place in bits(question.alive):
        higher_ones = (1 << place) - 1
        near[place] = question.near[place] & (lower & ~higher_ones if upper >> place & 1 else upper & higher_ones)
    return Question(question.group, question.alive, near, question.leaving.among(lower), question.budgets)


def _transposed(question: Question, upper: int) -> tuple[tuple[int, int], ...] | None:
    """Key 9: the first of S1 takes the highest possible of S2, then the second …; None without an answer."""
    question = _divided(question, upper)
    if not question.is_plain:
        return _weighed_transposition(question)
    lower = question.alive & ~upper
    firsts = [*bits(upper), *question.stand_ins()]
    found = first_assignment(question.graph(), firsts, lower)
    return None if found is None else tuple(found[: upper.bit_count()])


@dataclass(frozen=True, slots=True)
class ByHigher:
    """A cost by the higher player of a pair."""

    costs: dict[int, int]
    bound: int

    def pair(self, one: int, other: int) -> int:
        return self.costs[min(one, other)]

    def leaving(self, place: int) -> int:
        return 0


def _upper(question: Question) -> int:
    """Key 8: S1 after the best exchange.

    Fewest exchanged, then the smallest difference of numbers, then the lowest of S1 leave first, then the highest of S2 come in first.
    """
    listed = list(bits(question.alive))
    size = len(listed)
    p = _size(question)
    # In the order in which their place decides: those of S1 from the lowest up (staying costs), then those of S2 from the highest down.
    sequence = [*range(p - 1, -1, -1), *range(p, size)]
    upper = 0
    for start in range(0, size, CHUNK):
        chunk = sequence[start : start + CHUNK]
        weights = {number: 1 << (len(chunk) - 1 - at) for at, number in enumerate(chunk)}
        answer = cheapest(question, _exchange_cost(listed, p, weights, len(chunk)))
        if answer is None:
            raise ValueError("the group cannot be paired")
        upper = sum(1 << one for one, _ in answer.pairs())
        question = _decided(question, upper, [listed[number] for number in chunk])
    return upper


def _exchange_cost(listed: Sequence[int], p: int, weights: dict[int, int], length: int) -> ByHigher:
    """What each player costs as the higher of a pair: exchanged or not, his number, his weight in the order."""
    size = len(listed)
    unit = (size + 1) << length  # sums of the last part stay below it
    scale = size * size + 1
    costs = {}
    for number, place in enumerate(listed):
        order = weights.get(number, 0)
        if number >= p:
            order = (1 << length) - order
        costs[place] = ((scale if number >= p else 0) + number) * unit + order
    return ByHigher(costs, scale * (size + 1) * unit)


def _decided(question: Question, upper: int, players: Sequence[int]) -> Question:
    """The question when it is known which of some players are of S1."""
    near = dict(question.near)
    allowed = question.leaving.allowed
    everyone = question.alive
    for place in players:
        higher_ones = (1 << place) - 1
        closed = everyone & (higher_ones if upper >> place & 1 else ~higher_ones)
        if upper >> place & 1:
            allowed &= ~(1 << place)
        for other in bits(near[place] & closed):
            near[other] &= ~(1 << place)
        near[place] &= ~closed
    return replace(question, near=near, leaving=question.leaving.among(allowed))


@dataclass(frozen=True, slots=True)
class Digits:
    """A cost that is a number with a digit for each of S1: the rank of his opponent."""

    weights: dict[int, int]
    ranks: dict[int, int]
    bound: int

    def pair(self, one: int, other: int) -> int:
        return self.weights.get(min(one, other), 0) * self.ranks[max(one, other)]

    def leaving(self, place: int) -> int:
        return 0


def _weighed_transposition(question: Question) -> tuple[tuple[int, int], ...] | None:
    """Key 9 by weights, as many of S1 at a time as they can hold."""
    pairs: list[tuple[int, int]] = []
    rest = question
    while rest.alive.bit_count() > rest.leaving.count:
        answer = _first_digits(rest)
        if answer is None:
            return None
        for one, other in _chunk(rest, answer):
            pairs.append((one, other))
            after = rest.after(one, other)
            if after is None:
                return None
            rest = after
    return tuple(pairs)


def _digits(size: int) -> int:
    return max(1, CHUNK // max(1, size.bit_length()))


def _first_digits(question: Question) -> Answer | None:
    """The answer in which the first of S1 meet the highest possible."""
    listed = list(bits(question.alive))
    base = len(listed)
    count = _digits(base)
    uppers = [place for place in listed if question.near[place] >> place]
    weights = {place: base ** (count - 1 - at) for at, place in enumerate(uppers[:count])}
    return cheapest(question, Digits(weights, {place: rank for rank, place in enumerate(listed)}, base**count))


def _chunk(question: Question, answer: Answer) -> list[tuple[int, int]]:
    """The pairs of an answer that its weights have decided, in order."""
    listed = sorted(answer.pairs())
    return listed[: _digits(question.alive.bit_count())]
