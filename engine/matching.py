"""Matchings in graphs whose neighbourhoods are bit masks: the questions that every Swiss asks (spec 31 "Cost").

Vertices are 0, 1, 2 …; ``neighbours[v]`` is a whole number with bit w set when v and w may be matched. One ``Matching`` is kept while
vertices are taken away: each question "can the rest still be matched" then costs at most one search for an augmenting path (Edmonds
1965) and mostly none, since the path has length one or three. Weighted questions go to rustworkx, whose only door this module is; it
is imported at the first such question, because importing it costs more than starting the program may.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

#: By vertex the mask of those with whom it may be matched; vertices outside the question need not be there.
Neighbours = Sequence[int] | Mapping[int, int]
NOBODY = -1
#: Weights beyond this overflow inside rustworkx.
LARGEST_WEIGHT = 1 << 120


def bits(mask: int) -> Iterator[int]:
    """The places of the set bits, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Matching:
    """A maximum matching of the vertices in ``alive``; ``free`` are those without a mate.

    With ``ends`` the first vertex is matched with the last possible one, the second with the next … (the likely answer of a Swiss in
    which the top meets the bottom), else with the first possible one. Then augmented to the maximum.
    """

    __slots__ = ("alive", "free", "mate", "neighbours")

    def __init__(self, neighbours: Neighbours, alive: int, ends: bool = False) -> None:
        self.neighbours = neighbours
        self.alive = alive
        self.mate: dict[int, int] = {}
        self.free = 0
        open_ones = alive
        while open_ones:
            low = open_ones & -open_ones
            vertex = low.bit_length() - 1
            open_ones ^= low
            partners = neighbours[vertex] & open_ones
            if partners:
                partner = (partners if ends else partners & -partners).bit_length() - 1
                self.mate[vertex], self.mate[partner] = partner, vertex
                open_ones ^= 1 << partner
            else:
                self.mate[vertex] = NOBODY
                self.free |= low
        for vertex in bits(self.free):
            if self.free >> vertex & 1:
                self._augment(vertex)

    @property
    def is_perfect(self) -> bool:
        """Whether every vertex has a mate."""
        return not self.free

    def take_pair(self, one: int, other: int) -> bool:
        """Take away two neighbours as a pair if the rest keeps a matching with the same number of free vertices, else change nothing."""
        mates = self.mate[one], self.mate[other]
        self._remove(one, other)
        if mates == (other, one):
            return True
        left = [mate for mate in mates if mate != NOBODY]
        if len(left) < 2 or self._augment(left[0]) or self._augment(left[1]):
            return True
        self._put_back((one, other), mates)
        return False

    def partners(self, vertex: int) -> int:
        """The vertices that can be taken away together with this one, all of the rest matched: one search answers for all of them.

        The matching must be perfect. With the vertex gone his mate is the only free one, and the places that a search from there
        reaches by a path of even length are those that can be free in its stead.
        """
        mate = self.mate[vertex]
        self._remove(vertex)
        search = _Search(self, mate)
        search.run()
        self._put_back((vertex,), (mate,))
        return search.outer

    def force(self, *vertices: int) -> None:
        """Take away vertices whatever becomes of the rest; the matching is a maximum one again."""
        self._remove(*vertices)
        for vertex in bits(self.free):
            if self.free >> vertex & 1:
                self._augment(vertex)

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return (self.alive.bit_count() - self.free.bit_count()) // 2

    def take_single(self, vertex: int) -> bool:
        """Take away one vertex if it can stay unmatched while as many pairs as before remain, else change nothing."""
        mate = self.mate[vertex]
        self._remove(vertex)
        if mate == NOBODY or self._augment(mate):
            return True
        self._put_back((vertex,), (mate,))
        return False

    def can_miss(self, vertex: int) -> bool:
        """Whether some maximum matching leaves this vertex free; the matching is changed into such a one."""
        if not self.free:
            return False
        mate = self.mate[vertex]
        if mate == NOBODY:
            return True
        bit = 1 << vertex
        self._remove(vertex)
        found = self._augment(mate)
        self.alive |= bit
        if found:
            self.mate[vertex] = NOBODY
            self.free |= bit
        else:
            self._put_back((vertex,), (mate,))
        return found

    def missable(self) -> int:
        """The vertices that some maximum matching leaves free: those that a search from a free one reaches by a path of even length."""
        found = 0
        for vertex in bits(self.free):
            search = _Search(self, vertex)
            search.run()
            found |= search.outer
        return found

    def _remove(self, *vertices: int) -> None:
        gone = 0
        for vertex in vertices:
            gone |= 1 << vertex
        self.alive &= ~gone
        self.free &= ~gone
        for vertex in vertices:
            mate = self.mate.pop(vertex)
            if mate != NOBODY and not gone >> mate & 1:
                self.mate[mate] = NOBODY
                self.free |= 1 << mate

    def _put_back(self, vertices: Sequence[int], mates: Sequence[int]) -> None:
        for vertex, mate in zip(vertices, mates, strict=True):
            self.alive |= 1 << vertex
            self.mate[vertex] = mate
            if mate == NOBODY:
                self.free |= 1 << vertex
            else:
                self.mate[mate] = vertex
                self.free &= ~(1 << mate)

    def _join(self, one: int, other: int) -> None:
        self.mate[one], self.mate[other] = other, one
        self.free &= ~(1 << one | 1 << other)

    def _augment(self, start: int) -> bool:
        """Give the free vertex ``start`` a mate along an augmenting path; False, and nothing changed, when there is none."""
        goals = self.free & ~(1 << start)
        if not goals:
            return False
        near = self.neighbours[start] & self.alive
        if near & goals:
            self._join(start, (near & goals).bit_length() - 1)
            return True
        mate, neighbours = self.mate, self.neighbours
        for vertex in bits(near):  # paths of length three: start - vertex = its mate - a free vertex
            ends = neighbours[mate[vertex]] & goals
            if ends:
                last = mate[vertex]
                self._join(last, ends.bit_length() - 1)
                self._join(start, vertex)
                return True
        return _Search(self, start).run()


class _Search:
    """One search for an augmenting path in a general graph, blossoms contracted by their base (Edmonds)."""

    __slots__ = ("base", "matching", "outer", "parent", "queue", "start")

    def __init__(self, matching: Matching, start: int) -> None:
        self.matching = matching
        self.start = start
        self.parent: dict[int, int] = {}
        self.base: dict[int, int] = {start: start}
        self.outer = 1 << start
        self.queue = [start]

    def run(self) -> bool:
        matching = self.matching
        mate, neighbours = matching.mate, matching.neighbours
        inner = 0
        goals = matching.free & ~(1 << self.start)
        for vertex in self.queue:  # grows while it is walked
            near = neighbours[vertex] & matching.alive
            if near & goals:
                goal = (near & goals).bit_length() - 1
                self.parent[goal] = vertex
                self._flip(goal)
                return True
            for reached in bits(near & ~self.outer & ~inner):
                partner = mate[reached]
                self.parent[reached] = vertex
                self.base[reached], self.base[partner] = reached, partner
                inner |= 1 << reached
                self.outer |= 1 << partner
                self.queue.append(partner)
            for other in bits(near & self.outer):
                if self.base[vertex] != self.base[other]:
                    self._contract(vertex, other)
        return False

    def _flip(self, goal: int) -> None:
        """Exchange the matched and unmatched edges of the path that ends in ``goal``."""
        matching = self.matching
        matching.free &= ~(1 << goal | 1 << self.start)
        vertex = goal
        while vertex != NOBODY:
            before = self.parent[vertex]
            following = matching.mate[before]
            matching.mate[vertex], matching.mate[before] = before, vertex
            vertex = following

    def _contract(self, one: int, other: int) -> None:
        """Two outer vertices are neighbours: the odd cycle through them becomes one outer vertex."""
        common = self._common_base(one, other)
        inside: set[int] = set()
        self._mark(one, common, other, inside)
        self._mark(other, common, one, inside)
        for vertex, base in self.base.items():
            if base in inside:
                self.base[vertex] = common
                if not self.outer >> vertex & 1:
                    self.outer |= 1 << vertex
                    self.queue.append(vertex)

    def _common_base(self, one: int, other: int) -> int:
        """The base of the lowest blossom that both lie in or under."""
        seen = set()
        vertex = one
        while True:
            vertex = self.base[vertex]
            seen.add(vertex)
            if vertex == self.start:
                break
            vertex = self.parent[self.matching.mate[vertex]]
        vertex = self.base[other]
        while vertex not in seen:
            vertex = self.base[self.parent[self.matching.mate[vertex]]]
        return vertex

    def _mark(self, vertex: int, common: int, child: int, inside: set[int]) -> None:
        """Walk from an outer vertex up to the common base, give the outer vertices on the way a parent through the cycle."""
        while self.base[vertex] != common:
            partner = self.matching.mate[vertex]
            inside.update((self.base[vertex], self.base[partner]))
            self.parent[vertex] = child
            child = partner
            vertex = self.parent[partner]


def is_matchable(neighbours: Neighbours, alive: int) -> bool:
    """Whether all vertices of ``alive`` can be matched with each other."""
    return alive.bit_count() % 2 == 0 and Matching(neighbours, alive).is_perfect


def from_last(choices: int) -> Iterator[int]:
    """The places of the set bits, highest first: a preference for ``pair_off``."""
    while choices:
        place = choices.bit_length() - 1
        yield place
        choices ^= 1 << place


def pair_off(matching: Matching, preference: Callable[[int, int], Iterator[int]]) -> Iterator[tuple[int, int, int]]:
    """The lexicographically first perfect matching, pair by pair: (vertex, mate, mask of the choices that were refused).

    The first vertex still there gets the first mate in the order of ``preference(vertex, choices)`` for whom all the rest can still be
    matched; then the first of the rest, and so on. The matching must be perfect; it is used up.
    """
    neighbours = matching.neighbours
    while matching.alive:
        low = matching.alive & -matching.alive
        one = low.bit_length() - 1
        refused, possible = 0, matching.alive
        for other in preference(one, neighbours[one] & matching.alive):
            if possible >> other & 1 and matching.take_pair(one, other):
                break
            if not refused:
                possible = matching.partners(one)
            refused |= 1 << other
        else:
            raise ValueError("the matching is not perfect")
        yield one, other, refused


def first_perfect(neighbours: Neighbours, alive: int) -> list[tuple[int, int]] | None:
    """The perfect matching in which the first vertex has the last possible mate, then the first of the rest …; None without one."""
    matching = Matching(neighbours, alive, ends=True)
    if not matching.is_perfect:
        return None
    return [(one, other) for one, other, _ in pair_off(matching, lambda _, choices: from_last(choices))]


def first_assignment(neighbours: Neighbours, firsts: Sequence[int], seconds: int) -> list[tuple[int, int]] | None:
    """Between two sets of equal size: the first of ``firsts`` gets the first possible mate of ``seconds``, then the second …

    None when they cannot all be matched. One matching is kept; whom a vertex may have instead of his mate is one search for all:
    those whose mates can be passed on, step by step, until his own is free.
    """
    matching = Matching(neighbours, seconds | sum(1 << one for one in firsts))
    if not matching.is_perfect:
        return None
    mate = matching.mate
    unsettled = matching.alive & ~seconds
    for one in firsts:
        unsettled &= ~(1 << one)
        better = neighbours[one] & seconds & ((1 << mate[one]) - 1)
        if better:
            _improve(neighbours, mate, one, better, unsettled)
        seconds &= ~(1 << mate[one])
    return [(one, mate[one]) for one in firsts]


def _improve(neighbours: Neighbours, mate: dict[int, int], one: int, better: int, others: int) -> None:
    """Give ``one`` the first mate of ``better`` that ``others`` can do without, if there is any; all stay matched."""
    wanted = better & -better
    following: dict[int, int] = {}
    found = 0
    queue = [one]
    for vertex in queue:  # grows while it is walked
        fresh = neighbours[mate[vertex]] & others
        others ^= fresh
        while fresh:
            low = fresh & -fresh
            fresh ^= low
            reached = low.bit_length() - 1
            following[reached] = vertex
            queue.append(reached)
            found |= 1 << mate[reached]
        if found & wanted or not others:
            break
    found &= better
    if not found:
        return
    other = (found & -found).bit_length() - 1
    vertex, mate_of_one = mate[other], other
    while vertex != one:
        after = following[vertex]
        other = mate[after]
        mate[vertex], mate[other] = other, vertex
        vertex = after
    mate[one], mate[mate_of_one] = mate_of_one, one


def missable(neighbours: Neighbours, alive: int) -> int:
    """The vertices that some maximum matching leaves free (Gallai-Edmonds), as a mask."""
    return Matching(neighbours, alive).missable()


def heaviest(edges: Iterable[tuple[int, int, int]], most_pairs: bool) -> Mapping[int, int]:
    """Mates in a matching of the largest total weight; with ``most_pairs`` among those with the most pairs.

    ``edges``: (vertex, vertex, weight), the absolute weight below ``LARGEST_WEIGHT``. Vertices without a mate are not in the answer.
    """
    import rustworkx

    listed = list(edges)
    places: dict[int, int] = {}
    for one, other, _ in listed:
        places.setdefault(one, len(places))
        places.setdefault(other, len(places))
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(places))
    graph.add_edges_from([(places[one], places[other], weight) for one, other, weight in listed])
    vertices = list(places)
    mates: dict[int, int] = {}
    for first, second in rustworkx.max_weight_matching(graph, max_cardinality=most_pairs, weight_fn=int):
        one, other = vertices[first], vertices[second]
        mates[one], mates[other] = other, one
    return mates
