"""Who of a score group waits for the next one: the best set by the six keys of spec 31 "Round 3 and later".

Nearly always nobody or one player waits. Then one matching of the group, changed step by step, answers all questions. When more have
to wait, the keys 1-4 and 6 are weights of one matching of the group and everybody below it. Key 5 asks for a second matching of the
same players (with the next group); only where the two disagree the choices are walked through, each step cut off by both.
"""

from collections.abc import Iterator
from dataclasses import dataclass

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
        if self.is_free:
            return self._lightest(spread=True)
        first = self._lightest()
        if first is None:
            return None
        missing = floats_again(self.field, self.group, first)
        if not missing or not self._can_reach(first, 0, 0, missing - 1):
            return first
        incumbent = self._lightest(spread=True)
        least = floats_again(self.field, self.group, incumbent) if incumbent is not None else missing
        for allowed in range(least):
            found = self._walk(first, 0, 0, allowed)
            if found is not None:
                return found
        found = self._walk(first, 0, 0, least)
        return first if found is None else found

    def _walk(self, model: int, inside: int, outside: int, allowed: int) -> int | None:
        """The first set by key 6 of the size and number of carried players of ``model`` in which at most ``allowed`` float again.

        ``inside`` are decided to wait, ``outside`` to stay.
        """
        found = self._lightest(inside, outside)
        if found is None or self._size(found) != self._size(model):
            return None
        if floats_again(self.field, self.group, found) <= allowed:
            return found
        if not self._can_reach(model, inside, outside, allowed):
            return None
        open_places = [place for place in self.ranked if not (inside | outside) >> place & 1]
        if not open_places:
            return None
        bit = 1 << open_places[0]
        return self._walk(model, inside | bit, outside, allowed) or self._walk(model, inside, outside | bit, allowed)

    def _size(self, waiting: int) -> tuple[int, int]:
        return waiting.bit_count(), (waiting & self.group.carried).bit_count()

    def _can_reach(self, model: int, inside: int, outside: int, allowed: int) -> bool:
        """Whether the undecided players could, as far as key 5 alone goes, bring enough pairs with the next group."""
        size = model.bit_count()
        following = self.group.following
        reachable = _pairs_with(self.field, self.group.members & ~outside, following)
        certain = _pairs_with(self.field, inside, following) if inside else 0
        return size - min(size, reachable, certain + size - inside.bit_count()) <= allowed

    def _lightest(self, inside: int = 0, outside: int = 0, spread: bool = False) -> int | None:
        """The best set by keys 1, 2, 4, 6 with some players decided; with ``spread`` pairs with the next group count as key 5."""
        for start in range(0, len(self.ranked), CHUNK):
            chunk = self.ranked[start : start + CHUNK]
            waiting = self._solve(chunk, inside, outside, spread)
            if waiting is None:
                return None
            decided = sum(1 << place for place in chunk)
            inside |= waiting & decided
            outside |= decided & ~waiting
            if inside == waiting:
                break
        return inside

    def _solve(self, chunk: list[int], inside: int, outside: int, spread: bool) -> int | None:
        """One weighted matching; key 6 is weighed for the players of ``chunk``."""
        field, group = self.field, self.group
        cost = {place: self.waiting + (self.carrying if group.carried >> place & 1 else 0) for place in self.ranked}
        for place in bits(outside):
            cost[place] += self.certain
        for step, place in enumerate(chunk):
            cost[place] -= 1 << (CHUNK - 1 - step)
        edges = []
        for place in bits(group.members & ~inside):
            for other in bits(self.neighbours[place] & group.members & ~inside & ((1 << place) - 1)):
                edges.append((place, other, cost[place] + cost[other]))
        lower = group.following if self.is_free else group.below
        for place in self.ranked:
            for other in bits(field.legal[place] & lower):
                edges.append((place, other, self.floating if spread and group.following >> other & 1 else 0))
        if not self.is_free:
            edges.extend(self._edges_below())
        mates = heaviest(edges, most_pairs=not self.is_free)
        if not self.is_free and len(mates) != self._vertices():
            return None
        staying = sum(1 << place for place in self.ranked if group.members >> mates.get(place, field.bye_place) & 1)
        waiting = group.members & ~staying
        return None if waiting & outside else waiting

    def _edges_below(self) -> Iterator[tuple[int, int, int]]:
        """Who may meet among those below, and who of all may have the bye."""
        field, group = self.field, self.group
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
