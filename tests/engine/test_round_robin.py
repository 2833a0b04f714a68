"""Spec 30: Berger tables, the KNDB youth table, byes, double cycles and the seam."""

from collections import Counter
from itertools import chain, pairwise

import pytest

from engine.pairing.draft import Request
from engine.pairing.round_robin import BERGER, YOUTH, pair, rounds, schedule, tables
from tests.engine.oracles import oracle
from tests.engine.short_tournament import tournament


@pytest.mark.parametrize("players", [6, 8, 10])
def test_berger_tables_are_the_published_ones(players: int) -> None:
    published = oracle("round_robin.json")["berger"][str(players)]
    assert [[list(pair) for pair in one] for one in schedule(players)] == published


def test_youth_table_for_ten_is_the_published_one() -> None:
    published = oracle("round_robin.json")["kndb_youth_10"]
    assert [[list(pair) for pair in one] for one in schedule(10, YOUTH)] == published


@pytest.mark.parametrize("players", range(2, 41))
def test_everybody_meets_everybody_once(players: int) -> None:
    games = [frozenset(pair) for pair in chain(*schedule(players)) if 0 not in pair]
    assert len(games) == len(set(games)) == players * (players - 1) // 2


@pytest.mark.parametrize("players", range(2, 41))
def test_everybody_plays_or_has_the_bye_in_every_round(players: int) -> None:
    for one in schedule(players):
        assert sorted(number for pair in one for number in pair if number) == list(range(1, players + 1))


@pytest.mark.parametrize("players", range(4, 30, 2))
def test_colours_differ_by_at_most_one(players: int) -> None:
    whites = Counter(white for one in schedule(players) for white, _ in one)
    assert {abs(2 * whites[number] - (players - 1)) for number in range(1, players + 1)} == {1}


@pytest.mark.parametrize("players", [3, 5, 7])
def test_an_odd_number_gives_one_bye_a_round_and_each_player_one(players: int) -> None:
    byes = [white for one in schedule(players) for white, black in one if not black]
    assert sorted(byes) == list(range(1, players + 1))


def test_nine_can_use_the_youth_table_with_a_bye() -> None:
    assert schedule(9, YOUTH)[0] == [(1, 6), (2, 5), (3, 4), (8, 9), (7, 0)]


def test_tables_that_exist() -> None:
    assert tables(10) == (BERGER, YOUTH)
    assert tables(8) == (BERGER,)
    with pytest.raises(ValueError, match="youth"):
        schedule(8, YOUTH)


def test_swapped_exchanges_all_colours_but_no_byes() -> None:
    assert schedule(5, swapped=True) == [[(b, w) if b else (w, b) for w, b in one] for one in schedule(5)]


def test_double_is_standard_and_then_swapped() -> None:
    assert schedule(6, double=True) == schedule(6) + schedule(6, swapped=True)
    assert schedule(6, swapped=True, double=True) == schedule(6, swapped=True) + schedule(6)
    assert rounds(6, double=True) == 10


def _longest_run(players: int, seam: bool) -> int:
    """The longest run of equal colours of any player in a double round robin."""
    longest = 0
    for number in range(1, players + 1):
        colours = [
            white == number for one in schedule(players, double=True, seam=seam) for white, black in one if number in (white, black)
        ]
        run = 1
        for before, after in pairwise(colours):
            run = run + 1 if before == after else 1
            longest = max(longest, run)
    return longest


@pytest.mark.parametrize("players", [6, 8, 10, 12])
def test_seam_avoids_three_equal_colours(players: int) -> None:
    assert _longest_run(players, seam=False) == 3
    assert _longest_run(players, seam=True) == 2


def test_seam_changes_the_last_two_rounds_of_the_first_cycle_only() -> None:
    plain, changed = schedule(6, double=True), schedule(6, double=True, seam=True)
    assert changed == [*plain[:3], plain[4], plain[3], *plain[5:]]


@pytest.mark.parametrize(("players", "expected"), [(0, 0), (1, 0), (2, 1), (3, 3), (4, 3), (7, 7)])
def test_number_of_rounds(players: int, expected: int) -> None:
    assert rounds(players) == len(schedule(players)) == expected


def test_a_round_is_paired_by_lot_numbers() -> None:
    lots = {1: {"lot": 3}, 2: {"lot": 1}, 3: {"lot": 2}}
    draft = pair(Request(tournament("", 3, lots), 2, (1, 2, 3)))
    assert [(one.white, one.black) for one in draft.pairs] == [(2, 3)]
    assert draft.bye == 1
