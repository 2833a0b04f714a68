"""The matchings against rustworkx and against plain enumeration, on random graphs."""

import random
from itertools import combinations

import pytest

from engine.matching import Matching, bits, first_perfect, heaviest, is_matchable, missable

Graph = list[int]


def random_graph(chance: random.Random, most: int = 11) -> Graph:
    """Neighbour masks of a random graph of 1 … ``most`` vertices."""
    size, share = chance.randint(1, most), chance.random()
    masks = [0] * size
    for one, other in combinations(range(size), 2):
        if chance.random() < share:
            masks[one] |= 1 << other
            masks[other] |= 1 << one
    return masks


def edges(graph: Graph) -> list[tuple[int, int, int]]:
    return [(one, other, 1) for one, mask in enumerate(graph) for other in bits(mask) if one < other]


def largest(graph: Graph, without: int = 0) -> int:
    """The size of a largest matching, by rustworkx."""
    kept = [edge for edge in edges(graph) if not (1 << edge[0] | 1 << edge[1]) & without]
    return len(heaviest(kept, most_pairs=True)) // 2


def all_perfect(graph: Graph, left: tuple[int, ...]) -> list[list[tuple[int, int]]]:
    """Every perfect matching, by enumeration, the first vertex with its last neighbours first."""
    if not left:
        return [[]]
    first, *rest = left
    return [
        [(first, other), *others]
        for other in reversed(rest)
        if graph[first] >> other & 1
        for others in all_perfect(graph, tuple(one for one in rest if one != other))
    ]


@pytest.mark.parametrize("seed", range(150))
def test_a_matching_is_a_largest_one(seed: int) -> None:
    graph = random_graph(random.Random(seed), 14)
    for ends in (False, True):
        matching = Matching(graph, (1 << len(graph)) - 1, ends)
        assert matching.pairs == largest(graph)
        assert all(graph[one] >> other & 1 for one, other in matching.mate.items() if other >= 0)


@pytest.mark.parametrize("seed", range(80))
def test_first_perfect_is_the_lexicographically_first(seed: int) -> None:
    graph = random_graph(random.Random(seed), 8)
    everything = all_perfect(graph, tuple(range(len(graph))))
    assert first_perfect(graph, (1 << len(graph)) - 1) == (everything[0] if everything else None)
    assert is_matchable(graph, (1 << len(graph)) - 1) is bool(everything)


@pytest.mark.parametrize("seed", range(80))
def test_missable_vertices(seed: int) -> None:
    graph = random_graph(random.Random(seed))
    expected = sum(1 << vertex for vertex in range(len(graph)) if largest(graph, 1 << vertex) == largest(graph))
    assert missable(graph, (1 << len(graph)) - 1) == expected


@pytest.mark.parametrize("seed", range(80))
def test_taking_pairs_and_singles_keeps_a_largest_matching(seed: int) -> None:
    chance = random.Random(seed)
    graph = random_graph(chance)
    matching = Matching(graph, (1 << len(graph)) - 1)
    gone = 0
    while matching.alive:
        one = chance.choice(list(bits(matching.alive)))
        partners = list(bits(graph[one] & matching.alive))
        before = matching.free.bit_count()
        if partners and chance.random() < 0.7:
            other = chance.choice(partners)
            after = gone | 1 << one | 1 << other
            taken = matching.take_pair(one, other)
            assert taken is (len(graph) - after.bit_count() - 2 * largest(graph, after) <= before)
        else:
            after = gone | 1 << one
            pairs = matching.pairs
            taken = matching.take_single(one)
            assert taken is (largest(graph, after) == pairs)
        if not taken:
            assert matching.free.bit_count() == before
            matching.force(*bits(after & ~gone))
        gone = after
        assert matching.pairs == largest(graph, gone)


def test_the_heaviest_matching_may_leave_a_pair_out() -> None:
    path = [(0, 1, 1), (1, 2, 5), (2, 3, 1)]
    assert heaviest(path, most_pairs=False) == {1: 2, 2: 1}
    assert heaviest(path, most_pairs=True) == {0: 1, 1: 0, 2: 3, 3: 2}


def test_no_edges_no_pairs() -> None:
    assert heaviest([], most_pairs=True) == {}
    assert first_perfect([], 0) == []


def test_rustworkx_is_not_loaded_before_it_is_needed() -> None:
    import subprocess
    import sys

    code = "import sys, engine.pairing.registry; sys.exit('rustworkx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
