"""One question about a group: can its members be paired, some of them leaving, and which way costs least (spec 32 "Test and cost").

Most questions have no costs: who may meet whom is then a graph, and those who leave are matched with stand-ins. What a graph cannot say
is weighed (``cheapest``): at most so many violations of B4 (``Budget``), the exchanges of key 8, and leaving when completion or key 3
depends on who of several leaves. A weighted matching answers those; where it breaks a limit that it cannot weigh, the question is
divided by the pairs, or the players who leave, that broke it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from engine.matching import Matching, bits, heaviest
from engine.pairing.swiss_rating.group import Group


class Cost(Protocol):
    """What a way to pair is charged: the sum over its pairs and over those who leave, at most ``bound``."""

    @property
    def bound(self) -> int:
        """No way costs more."""

    def pair(self, one: int, other: int) -> int:
        """The cost of a pair."""

    def leaving(self, place: int) -> int:
        """The cost of leaving the group."""


@dataclass(frozen=True, slots=True)
class Budget:
    """At most ``limit`` in all: ``costs`` are (mask, mask, cost) for a pair of one of each, ``leavers`` cost 1 each when they leave."""

    limit: int
    costs: tuple[tuple[int, int, int], ...]
    bound: int
    leavers: int = 0

    def pair(self, one: int, other: int) -> int:
        total = 0
        for first, second, cost in self.costs:
            if first >> one & second >> other & 1 or first >> other & second >> one & 1:
                total += cost
        return total

    def leaving(self, place: int) -> int:
        return self.leavers >> place & 1


@dataclass(frozen=True, slots=True)
class Nothing:
    """No cost at all: any way will do."""

    bound: int = 0

    def pair(self, one: int, other: int) -> int:
        return 0

    def leaving(self, place: int) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class Both:
    """``major`` outweighs ``minor``."""

    major: Cost
    minor: Cost

    @property
    def bound(self) -> int:
        return self.major.bound * (self.minor.bound + 1) + self.minor.bound

    def pair(self, one: int, other: int) -> int:
        return self.major.pair(one, other) * (self.minor.bound + 1) + self.minor.pair(one, other)

    def leaving(self, place: int) -> int:
        return self.major.leaving(place) * (self.minor.bound + 1) + self.minor.leaving(place)


NOTHING = Nothing()
#: As many leave as completion asks for, but no more.
ANY = -1


@dataclass(frozen=True, slots=True)
class Leaving:
    """How many leave a group (``ANY``: as few as possible), and what must be looked at when they do.

    ``allowed``: the members who may. ``completing``: completion depends on who leaves (else it is certain for any of ``allowed``);
    ``spreading``: key 3 has to be kept and depends on who leaves.
    """

    count: int
    allowed: int
    completing: bool = False
    spreading: bool = False

    def among(self, players: int) -> "Leaving":
        """The same when only these may leave."""
        return Leaving(self.count, self.allowed & players, self.completing, self.spreading)

    @property
    def is_simple(self) -> bool:
        """Whether any ``count`` of ``allowed`` may leave."""
        return not (self.completing or self.spreading)


@dataclass(frozen=True, slots=True)
class Question:
    """Pair the players of ``alive``, ``near`` saying who may meet whom, ``leaving`` who leaves, within the ``budgets``."""

    group: Group
    alive: int
    near: dict[int, int]
    leaving: Leaving
    budgets: tuple[Budget, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether a matching without weights answers it."""
        return self.leaving.is_simple and not self.budgets

    def graph(self) -> dict[int, int]:
        """The question as a graph, with a stand-in for each who leaves. Only for a plain question."""
        near, stand_ins = dict(self.near), 0
        for vertex in self.stand_ins():
            near[vertex] = self.leaving.allowed
            stand_ins |= 1 << vertex
        if stand_ins:
            for place in bits(self.leaving.allowed & self.alive):
                near[place] |= stand_ins
        return near

    def matching(self) -> Matching:
        """A matching of the graph; perfect when the answer is yes. Only for a plain question."""
        return Matching(self.graph(), self.alive | sum(1 << vertex for vertex in self.stand_ins()))

    def stand_ins(self) -> range:
        """The vertices that stand for those who leave, beyond all places and the bye."""
        first = self.group.board.field.bye_place + 1
        return range(first, first + self.leaving.count)

    def without(self, one: int, other: int) -> "Question":
        """The same without these two as a possible pair."""
        near = dict(self.near)
        near[one] &= ~(1 << other)
        near[other] &= ~(1 << one)
        return replace(self, near=near)

    def only(self, one: int, other: int) -> "Question":
        """The same where these two must be a pair."""
        near = {place: mask & ~(1 << one | 1 << other) for place, mask in self.near.items()}
        near[one], near[other] = 1 << other, 1 << one
        return replace(self, near=near, leaving=self.leaving.among(~(1 << one | 1 << other)))

    def staying(self, place: int) -> "Question":
        """The same where a player may not leave."""
        return replace(self, leaving=self.leaving.among(~(1 << place)))

    def departing(self, place: int) -> "Question":
        """The same where a player must leave."""
        return replace(self, near={one: 0 if one == place else mask & ~(1 << place) for one, mask in self.near.items()})

    def after(self, one: int, other: int) -> "Question | None":
        """What is left to ask when these two are a pair; None when a budget is overdrawn."""
        budgets = tuple(replace(budget, limit=budget.limit - budget.pair(one, other)) for budget in self.budgets)
        if any(budget.limit < 0 for budget in budgets):
            return None
        return replace(self, alive=self.alive & ~(1 << one | 1 << other), budgets=budgets)


@dataclass(frozen=True, slots=True)
class Answer:
    """A way to pair: the mates of those paired, who leaves, and what it costs."""

    mates: dict[int, int]
    leaving: int
    cost: int

    def charge(self, cost: Cost) -> int:
        """What it costs by another measure."""
        return sum(cost.pair(one, other) for one, other in self.pairs()) + sum(cost.leaving(place) for place in bits(self.leaving))

    def pairs(self) -> Iterator[tuple[int, int]]:
        """The pairs, the higher first."""
        return ((one, other) for one, other in self.mates.items() if one < other)


def cheapest(question: Question, cost: Cost) -> Answer | None:
    """The way that costs least; None when there is none."""
    best: Answer | None = None
    open_ones = [question]
    while open_ones:
        one = open_ones.pop()
        answer = _within(one, cost)
        if answer is None or (best is not None and answer.cost >= best.cost):
            continue
        parts = list(_divided(one, answer))
        if parts:
            open_ones.extend(parts)
        elif cost.bound == 0:
            return answer
        else:
            best = answer
    return best


def _within(question: Question, cost: Cost) -> Answer | None:
    """A way that costs least while perhaps breaking a budget or key 3; None when those can certainly not be kept."""
    leaving = question.leaving
    if leaving.completing and leaving.spreading:
        # Completion may ask for more to leave than key 3 alone does, so their number is left open here.
        spread = _spreading(replace(question, leaving=replace(leaving, count=ANY)), NOTHING)
        if spread is None:
            return None
        suits = spread.leaving.bit_count() == leaving.count and question.group.completes(spread.leaving)
        if suits and cost.bound == 0 and not question.budgets:
            return spread
    if not question.budgets:
        return _solve(question, cost)
    for budget in question.budgets:
        least = _solve(question, budget)
        if least is None or least.cost > budget.limit:
            return None
        if len(question.budgets) == 1:
            if cost.bound == 0:
                return replace(least, cost=0)
            if least.cost == budget.limit:
                exact = _solve(question, Both(budget, cost))
                return None if exact is None else replace(exact, cost=exact.charge(cost))
    return _solve(question, cost)


def _divided(question: Question, answer: Answer) -> Iterator[Question]:
    """Parts of the question that hold every way that keeps what this answer breaks; none when it breaks nothing."""
    for budget in question.budgets:
        if answer.charge(budget) > budget.limit:
            for one, other in answer.pairs():
                if budget.pair(one, other):
                    yield question.without(one, other)
                    question = question.only(one, other)
            for place in bits(answer.leaving & budget.leavers):
                yield question.staying(place)
                question = question.departing(place)
            return
    leaving = question.leaving
    if leaving.completing and leaving.spreading and not question.group.spreads(answer.leaving):
        for place in bits(answer.leaving):
            yield question.staying(place)
            question = question.departing(place)


def _solve(question: Question, cost: Cost) -> Answer | None:
    """The cheapest way, budgets and one half of "completion and key 3 together" left out of account."""
    leaving = question.leaving
    if leaving.completing:
        return _completing(question, cost)
    if leaving.spreading:
        return _spreading(question, cost)
    top = cost.bound + 1
    edges = list(_inside(question, cost, top))
    for place in bits(leaving.allowed & question.alive):
        weight = top - cost.leaving(place)
        edges.extend((place, vertex, weight) for vertex in question.stand_ins())
    mates = heaviest(edges, most_pairs=True)
    if len(mates) != question.alive.bit_count() + leaving.count:
        return None
    return _answer(question, mates, cost)


def _completing(question: Question, cost: Cost) -> Answer | None:
    """Members and everybody outside in one perfect matching; leaving costs more than all else, so that as few as possible leave."""
    group, leaving = question.group, question.leaving
    field, outside = group.board.field, group.outside
    top = 2 * (cost.bound + 1)
    edges = list(_inside(question, cost, top))
    for place in bits(leaving.allowed & question.alive):
        weight = top - cost.bound - 1 - cost.leaving(place)
        edges.extend((place, other, weight) for other in bits(field.legal[place] & outside))
    edges.extend(
        (place, other, top) for place in bits(outside) for other in bits(field.legal[place] & outside & ((1 << place) - 1))
    )
    vertices = (question.alive | outside).bit_count()
    if vertices % 2:
        vertices += 1
        for place in bits(field.eligible & outside):
            edges.append((place, field.bye_place, top))
        for place in bits(field.eligible & leaving.allowed & question.alive):
            edges.append((place, field.bye_place, top - cost.bound - 1 - cost.leaving(place)))
    mates = heaviest(edges, most_pairs=True)
    return _answer(question, mates, cost) if len(mates) == vertices else None


def _spreading(question: Question, cost: Cost) -> Answer | None:
    """Members and those removed by C1, each paired inside or with a resident of the next group; only those must be covered."""
    group, leaving = question.group, question.leaving
    field = group.board.field
    must = question.alive | group.removed
    extra = cost.bound + 1  # leaving costs more than all else, so that as few as possible leave
    cover = extra * (must.bit_count() + 2)
    edges = list(_inside(question, cost, 2 * cover))
    for place in bits(leaving.allowed & question.alive):
        weight = cover - extra - cost.leaving(place)
        edges.extend((place, other, weight) for other in bits(field.legal[place] & group.following))
    edges.extend((place, other, cover) for place in bits(group.removed) for other in bits(field.legal[place] & group.following))
    mates = heaviest(edges, most_pairs=False)
    if any(place not in mates for place in bits(must)):
        return None
    return _answer(question, mates, cost)


def _inside(question: Question, cost: Cost, top: int) -> Iterator[tuple[int, int, int]]:
    alive = question.alive
    for place in bits(alive):
        for other in bits(question.near[place] & alive & ((1 << place) - 1)):
            yield other, place, top - cost.pair(other, place)


def _answer(question: Question, mates: Mapping[int, int], cost: Cost) -> Answer | None:
    """The way that a matching stands for; None when not the right number leaves."""
    alive = question.alive
    inside = {one: other for one, other in mates.items() if alive >> one & alive >> other & 1}
    leaving = sum(1 << place for place in bits(alive) if place not in inside)
    if question.leaving.count not in (ANY, leaving.bit_count()):
        return None
    answer = Answer(inside, leaving, 0)
    return replace(answer, cost=answer.charge(cost))


class Weighed:
    """A question that needs weights, asked pair by pair; ``possible`` says whether there is an answer at all (as a perfect matching)."""

    __slots__ = ("answer", "question")

    def __init__(self, question: Question) -> None:
        self.question = question
        self.answer = cheapest(question, NOTHING)

    @property
    def is_perfect(self) -> bool:
        """Whether there is an answer."""
        return self.answer is not None

    def take_pair(self, one: int, other: int) -> bool:
        """Take away a pair when the rest can still be paired, else change nothing."""
        rest = self.question.after(one, other)
        if rest is None or self.answer is None:
            return False
        if self.answer.mates.get(one) == other:
            mates = {place: mate for place, mate in self.answer.mates.items() if place not in (one, other)}
            self.question, self.answer = rest, replace(self.answer, mates=mates)
            return True
        answer = cheapest(rest, NOTHING)
        if answer is None:
            return False
        self.question, self.answer = rest, answer
        return True


def asked(question: Question) -> Matching | Weighed:
    """The question as something that can be asked pair by pair."""
    return question.matching() if question.is_plain else Weighed(question)
