"""Who of a score group waits for the next one: the best set by the six keys of spec 31 "Round 3 and later".

Nearly always nobody or one player waits. Then one matching of the group, changed step by step, answers all questions. When more have
to wait, the keys 1-4 and 6 are weights of one matching of the group and everybody below it. Key 5 asks for a second matching of the
same players (with the next group); only where the two disagree the choices are walked through, each step cut off by both.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.matching import Matching, bits, heaviest
from engine.pairing.field import Field

#: How many players of the order of resistance take part in one weighted question (key 6); the weights stay below 2^110.
CHUNK = 64


@dataclass(frozen=True, slots=True)
class Group:
    """A score group to be decided: ``members`` (waiting room of the group above + residents), everybody ``below`` it, the residents of
    the ``following`` group, and the members that were ``carried`` into it."""

    members: int
    below: int
    following: int
    carried: int


@dataclass(slots=True)
class Choice:
    """The players who wait, a matching of the others, and whether that keeps the colour limit."""

    waiting: int
    matching: Matching
    coloured: bool


def choose(field: Field, group: Group) -> Choice:
    """The best waiting room of a group. The group and everybody below must be pairable together."""
    for neighbours in _variants(field):
        choice = _at_most_one(field, group, neighbours)
        if choice is not None:
            return choice
    if group.members.bit_count() <= 2 + group.members.bit_count() % 2:
        return _choice(field, group, group.members, field.legal)
    waiting = _Room(field, group, field.legal).best()
    if waiting is None:
        raise ValueError("the field cannot be paired")
    if field.coloured is not None:
        within = _Room(field, group, field.coloured).best()
        if within is not None and within.bit_count() == waiting.bit_count():
            return _choice(field, group, within, field.coloured)
    return _choice(field, group, waiting, field.legal)


def _variants(field: Field) -> Iterator[list[int]]:
    """Who may be paired with whom in the group: within the colour limit when there is one (key 3), else as rule 1 allows."""
    if field.coloured is not None:
        yield field.coloured
    yield field.legal


def _choice(field: Field, group: Group, waiting: int, neighbours: list[int]) -> Choice:
    matching = Matching(neighbours, group.members & ~waiting, ends=True)
    return Choice(waiting, matching, _is_coloured(field, matching))


def _is_coloured(field: Field, matching: Matching) -> bool:
    """Whether the matching keeps the colour limit: there is none, nobody is left to be paired, or it was made within it."""
    return field.coloured is None or not matching.alive or matching.neighbours is field.coloured


def _at_most_one(field: Field, group: Group, neighbours: list[int]) -> Choice | None:
    """The choice when nobody (even number) or one player (odd) has to wait, None when more have to."""
    matching = Matching(neighbours, group.members, ends=True)
    if matching.free.bit_count() > 1:
        return None
    if matching.is_perfect:
        return Choice(0, matching, _is_coloured(field, matching)) if field.is_pairable(group.below) else None

    def keys(place: int) -> tuple[int, bool, int]:
        return group.carried >> place & 1, floats_again(field, group, 1 << place) > 0, field.ranks[place]

    for place in sorted(bits(group.members), key=keys):
        if field.is_pairable(group.below | 1 << place) and matching.can_miss(place):
            matching.take_single(place)
            return Choice(1 << place, matching, _is_coloured(field, matching))
    return None


def floats_again(field: Field, group: Group, waiting: int) -> int:
    """How many of a waiting room find no opponent among the residents of the next group (key 5); 0 in the last group."""
    if not group.following:
        return 0
    if not waiting & (waiting - 1):
        return 0 if field.legal[waiting.bit_length() - 1] & group.following else 1
    return waiting.bit_count() - _pairs_with(field, waiting, group.following)


def _pairs_with(field: Field, some: int, others: int) -> int:
    """The largest number of pairs between two sets."""
    neighbours = {place: field.legal[place] & (others if some >> place & 1 else some) for place in bits(some | others)}
    return Matching(neighbours, some | others).pairs


@dataclass(frozen=True, slots=True)
class Ask:
    """What a weighted question keeps to: who certainly waits (``inside``) or stays (``outside``), ``completing`` = everybody who waits
    and everybody below is paired too (rule 3), ``spread`` = pairs of those who wait with the next group count (key 5)."""

    inside: int = 0
    outside: int = 0
    completing: bool = False
    spread: bool = False


class _Room:
    """The waiting room of one group as a weighted matching; ``neighbours`` = who may be paired with whom inside the group.

    A member who is not paired inside waits. In the graph of members and everybody below, the total weight is largest when the total
    cost of those who wait is lowest; their costs make key 2 outweigh key 4, and key 4 key 6.
    """

    def __init__(self, field: Field, group: Group, neighbours: list[int]) -> None:
        self.field = field
        self.group = group
        self.neighbours = neighbours
        self.ranked = sorted(bits(group.members), key=field.ranks.__getitem__)
        count = len(self.ranked) + 1
        self.floating = 1 << CHUNK  # one player who need not float again (key 5)
        self.carrying = self.floating * count
        self.waiting = self.carrying * count
        self.certain = self.waiting * count
        self.is_free = field.always_pairable(group.below)

    def best(self) -> int | None:
        """The best waiting room, None when no set at all leaves everybody pairable."""
        near = self._lightest(Ask(completing=False, spread=True))
        if near is not None and self._is_completed(near):
            return near
        first = self._lightest(Ask(completing=True))
        if first is None:
            return None
        again = self._floats(first)
        if not again:
            return first
        certain = self._floats(near) if near is not None and self._size(near) == self._size(first) else 0
        for allowed in range(max(certain, self._least(first, 0, 0)), again):
            found = self._walk(first, 0, 0, allowed)
            if found is not None:
                return found
        return first

    def _is_completed(self, waiting: int) -> bool:
        """Whether these can wait as far as everybody below is concerned (rule 3)."""
        return self.is_free or self.field.is_pairable(self.group.below | waiting)

    def _floats(self, waiting: int) -> int:
        return floats_again(self.field, self.group, waiting)

    def _size(self, waiting: int) -> tuple[int, int]:
        """What keys 2 and 4 compare."""
        return waiting.bit_count(), (waiting & self.group.carried).bit_count()

    def _walk(self, model: int, inside: int, outside: int, allowed: int) -> int | None:
        """The first set by key 6 that equals ``model`` by keys 2 and 4 and of which at most ``allowed`` float again; fewer cannot be had.

        ``inside`` are decided to wait, ``outside`` to stay. Two matchings cut the walk off: one that forgets key 5, and one that forgets
        completion. Where either finds an answer that suits the other as well, that is the answer.
        """
        first = self._lightest(Ask(inside, outside, completing=True))
        if first is None or self._size(first) != self._size(model):
            return None
        if self._floats(first) <= allowed:
            return first
        if self._least(model, inside, outside) > allowed:
            return None
        near = self._lightest(Ask(inside, outside, completing=False, spread=True))
        if near is not None and self._size(near) == self._size(model):
            if self._floats(near) > allowed:
                return None
            if self._is_completed(near):
                return near
        open_places = [place for place in self.ranked if not (inside | outside) >> place & 1]
        if not open_places:
            return None
        bit = 1 << open_places[0]
        return self._walk(model, inside | bit, outside, allowed) or self._walk(model, inside, outside | bit, allowed)

    def _least(self, model: int, inside: int, outside: int) -> int:
        """At least so many float again, whoever of the undecided waits: the others cannot bring more pairs with the next group."""
        size, following = model.bit_count(), self.group.following
        reachable = _pairs_with(self.field, self.group.members & ~outside, following)
        decided = _pairs_with(self.field, inside, following)
        return size - min(size, reachable, decided + size - inside.bit_count())

    def _lightest(self, ask: Ask) -> int | None:
        """The best set by keys 2, 4 and 6, and what else is asked; None when there is none."""
        for start in range(0, len(self.ranked), CHUNK):
            chunk = self.ranked[start : start + CHUNK]
            waiting = self._solve(chunk, ask)
            if waiting is None:
                return None
            decided = sum(1 << place for place in chunk)
            ask = replace(ask, inside=ask.inside | waiting & decided, outside=ask.outside | decided & ~waiting)
            if ask.inside == waiting:
                break
        return ask.inside

    def _solve(self, chunk: list[int], ask: Ask) -> int | None:
        """One weighted matching; key 6 is weighed for the players of ``chunk``."""
        field, group = self.field, self.group
        cost = {place: self.waiting + (self.carrying if group.carried >> place & 1 else 0) for place in self.ranked}
        for place in bits(ask.outside):
            cost[place] += self.certain
        for step, place in enumerate(chunk):
            cost[place] -= 1 << (CHUNK - 1 - step)
        free = group.members & ~ask.inside
        edges = [
            (place, other, cost[place] + cost[other])
            for place in bits(free)
            for other in bits(self.neighbours[place] & free & ((1 << place) - 1))
        ]
        if ask.completing:
            edges.extend(self._edges_below())
        elif ask.spread:
            edges.extend(
                (place, other, self.floating) for place in self.ranked for other in bits(field.legal[place] & group.following)
            )
        mates = heaviest(edges, most_pairs=ask.completing)
        if ask.completing and len(mates) != self._vertices():
            return None
        staying = sum(1 << place for place in self.ranked if group.members >> mates.get(place, field.bye_place) & 1)
        waiting = group.members & ~staying
        return None if waiting & ask.outside else waiting

    def _edges_below(self) -> Iterator[tuple[int, int, int]]:
        """Who may meet whom outside the group, and who of all may have the bye."""
        field, group = self.field, self.group
        for place in bits(group.members):
            for other in bits(field.legal[place] & group.below):
                yield place, other, 0
        for place in bits(group.below):
            for other in bits(field.legal[place] & group.below & ((1 << place) - 1)):
                yield place, other, 0
        if self._has_bye:
            for place in bits(field.eligible & (group.members | group.below)):
                yield place, field.bye_place, 0

    @property
    def _has_bye(self) -> bool:
        return self.field.with_bye and (self.group.members | self.group.below).bit_count() % 2 == 1

    def _vertices(self) -> int:
        return (self.group.members | self.group.below).bit_count() + self._has_bye
