"""What a simulated tournament tells: the figures of a small one worked out by hand, and the rank correlation against known values."""

from collections.abc import Iterable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.competition import BYE, Competition, Game, Player, Round, SingleEntry
from engine.pairing import facts
from engine.pairing.draft import Draft, Pair, fact
from engine.simulate import Figures, Plan, Simulation, figures, summary
from engine.simulation.correlation import PRECISION, spearman

#: White, black, result.
Played = tuple[int, int, str]


def played(rounds: list[list[Played]], byes: dict[int, int] | None = None, strength: Iterable[int] = ()) -> Figures:
    """The figures of a tournament whose rounds are these games; ``byes``: who was free, by round."""
    free = byes or {}
    ids = sorted({player for one in rounds for game in one for player in game[:2]} | set(free.values()))
    strong = dict(zip(ids, strength or range(2000, 1000, -100), strict=False))
    numbered = list(enumerate(rounds, start=1))
    competition = Competition(
        players=tuple(Player(one, one, order=one) for one in ids),
        rounds=tuple(Round(number) for number, _ in numbered),
        games=tuple(Game(number, *game) for number, games in numbered for game in games),
        entries=tuple(SingleEntry(number, player, BYE) for number, player in free.items()),
        planned_rounds=len(rounds),
    )
    drafts = tuple(Draft(tuple(Pair(*game[:2]) for game in games), free.get(number)) for number, games in numbered)
    return figures(Simulation(Plan(players=len(ids), rounds=len(rounds)), competition, (), drafts, strength=strong))


#: After round 1: 2, 0, 1, 1 points; after round 2: 4, 0, 1, 3; at the end 5, 0, 3, 4.
SMALL: list[list[Played]] = [
    [(1, 2, "2-0"), (3, 4, "1-1")],
    [(3, 1, "0-2"), (4, 2, "2-0")],
    [(1, 4, "1-1"), (2, 3, "0-2")],
]


def test_floats_of_each_round() -> None:
    assert [(one.pairs, one.unequal, one.down, one.up) for one in played(SMALL).rounds] == [
        (2, 0, 0, 0),
        (2, 2, 2, 2),
        (2, 2, 2, 2),
    ]


def test_colours_at_the_end() -> None:
    found = played(SMALL)
    assert found.balances == {1: 4}
    assert found.longest_row == 2  # 2 had black, black, white; 3 white, white, black


def test_order_and_strength() -> None:
    """Final order 1, 4, 3, 2; the differences of rank are 0, 2, 0, 2: 1 − 6·8 ∕ 60."""
    assert played(SMALL).correlation == Fraction(1, 5)
    assert played(SMALL).strongest_won
    assert not played(SMALL, strength=(1200, 1300, 1400, 1500)).strongest_won


def test_a_bye_is_a_float_down_and_is_counted() -> None:
    found = played([[(1, 2, "2-0")], [(3, 1, "1-1")], [(2, 1, "0-2")]], {1: 3, 2: 2, 3: 3})
    assert [(one.down, one.up) for one in found.rounds] == [(1, 0), (1, 0), (2, 1)]
    assert (found.byes, found.most_byes) == (3, 2)


def test_rematches_are_games_after_the_first_one() -> None:
    found = played([[(1, 2, "2-0")], [(2, 1, "2-0")], [(1, 2, "1-1")]])
    assert found.rematches == 2


def test_a_forfeited_game_is_neither_a_colour_nor_a_meeting() -> None:
    found = played([[(1, 2, "2-0F")], [(1, 2, "2-0")]])
    assert found.balances == {1: 2}
    assert found.rematches == 0
    assert found.longest_row == 1


def test_a_relaxed_rule_is_counted_once_a_round() -> None:
    remarks = (fact(facts.RELAXED_DISTANCE, rounds=3), fact(facts.RELAXED_BYES, byes=2))
    competition = Competition(players=(Player(1, 1), Player(2, 2)), rounds=(Round(1),), games=(Game(1, 1, 2, "2-0"),))
    made = Simulation(Plan(), competition, (), (Draft((Pair(1, 2),), remarks=remarks),), strength={1: 1, 2: 2})
    assert summary([figures(made)]).relaxed == 1


def test_a_tournament_without_a_round() -> None:
    made = Simulation(Plan(rounds=3), Competition(players=(Player(1, 1),)), (), (), impossible=1, strength={1: 1000})
    found = figures(made)
    assert found.not_paired == 3
    assert found.correlation is None
    together = summary([found])
    assert (together.stopped, together.floating, together.correlation, together.largest_balance) == (1, 0, None, 0)


def test_the_summary_adds_up_whatever_the_order() -> None:
    one, other = played(SMALL), played([[(1, 2, "2-0")], [(3, 1, "1-1")], [(2, 1, "0-2")]], {1: 3, 2: 2, 3: 3})
    found = summary([one, other])
    assert summary([other, one]) == found
    assert (found.tournaments, found.paired, found.pairs, found.up, found.down) == (2, 6, 9, 5, 8)
    assert found.floating == Fraction(5, 9)
    assert (found.down_a_round, found.up_a_round) == (Fraction(8, 6), Fraction(5, 6))
    assert found.balances == ((0, 1), (1, 6))
    assert (found.share_within(0), found.share_within(1)) == (Fraction(1, 7), 1)
    assert (found.byes, found.most_byes, found.rematches_each) == (3, 2, Fraction(1, 2))
    assert one.correlation is not None
    assert other.correlation is not None
    assert found.correlation == (one.correlation + other.correlation) / 2


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ([1, 2, 3, 4], [10, 20, 30, 40], Fraction(1)),
        ([1, 2, 3, 4], [4, 3, 2, 1], Fraction(-1)),
        # The example of the textbooks: intelligence and hours of television.
        ([106, 86, 100, 101, 99, 103, 97, 113, 112, 110], [7, 0, 27, 50, 28, 29, 20, 12, 6, 17], Fraction(-29, 165)),
        ([1, 1, 2, 2], [5, 5, 9, 9], Fraction(1)),
        # Ranks 1, 2½, 2½, 4 against 1, 2, 3, 4: 4½ ∕ √(4½ · 5) = 0,9486832980…
        ([1, 2, 2, 3], [1, 2, 3, 4], Fraction(948683298, PRECISION)),
        ([1, 2, 2, 3], [4, 3, 2, 1], Fraction(-948683298, PRECISION)),
    ],
)
def test_the_rank_correlation_has_its_known_value(first: list[int], second: list[int], expected: Fraction) -> None:
    assert spearman(first, second) == expected
    assert spearman(second, first) == expected


@pytest.mark.parametrize("first", [[], [3], [2, 2, 2]])
def test_nobody_told_apart_is_no_correlation(first: list[int]) -> None:
    assert spearman(first, list(range(len(first)))) is None


def test_rows_of_different_length_are_an_error() -> None:
    with pytest.raises(ValueError, match="length"):
        spearman([1, 2], [1])


@given(st.permutations(range(9)))
def test_without_ties_it_is_the_formula_of_the_textbooks(order: list[int]) -> None:
    squares = sum((place - one) ** 2 for place, one in enumerate(order))
    assert spearman(range(9), order) == 1 - Fraction(6 * squares, 9**3 - 9)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=12))
def test_with_ties_it_lies_between_minus_one_and_one(pairs: list[tuple[int, int]]) -> None:
    found = spearman([one for one, _ in pairs], [other for _, other in pairs])
    assert found is None or -1 <= found <= 1
