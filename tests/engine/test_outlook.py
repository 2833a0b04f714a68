"""Trap 16: can the planned rounds all be paired."""

import pytest

from engine.pairing import facts
from engine.pairing.outlook import certain_rounds, remaining, too_many_rounds
from engine.simulate import Plan, tournament
from tests.engine.pairing_states import codes, request


@pytest.mark.parametrize(("players", "certain"), [(2, 1), (3, 2), (7, 4), (8, 4), (24, 12), (25, 13)])
def test_certain_rounds(players: int, certain: int) -> None:
    assert certain_rounds(players) == certain
    assert too_many_rounds(players, certain + 1)


@pytest.mark.parametrize("players", [6, 7, 8, 9, 10, 11])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_certain_rounds_are_always_paired(players: int, seed: int) -> None:
    plan = Plan(players=players, rounds=certain_rounds(players), seed=seed, absent=0, late=0, withdraws=0, forfeits=0)
    made = tournament(plan)
    assert made.impossible is None
    for number, asked in enumerate(made.requests):
        assert remaining(asked, plan.rounds - number) == ()


def test_nobody_or_nothing_to_pair_needs_no_warning() -> None:
    assert remaining(request("", 1), 3) == ()
    assert remaining(request("1-2 2-0", 2), 0) == ()


def test_two_players_and_a_second_round() -> None:
    assert codes(remaining(request("1-2 2-0", 2), 1)) == [facts.ROUNDS_IMPOSSIBLE]


def test_more_meetings_make_more_rounds() -> None:
    assert remaining(request("1-2 2-0", 2, options={"maximum_meetings": 2}), 1) == ()
    assert codes(remaining(request("1-2 2-0", 2, options={"maximum_meetings": 2}), 2)) == [facts.ROUNDS_IMPOSSIBLE]
