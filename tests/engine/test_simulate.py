"""Simulated tournaments: plausible, the same for the same seed, and checked again without a difference."""

import json
from dataclasses import replace

import pytest

from engine import casefile
from engine.check import check_cases
from engine.competition import BYE
from engine.results import FORFEITS
from engine.simulate import Plan, cases, tournament


def test_the_same_seed_gives_the_same_tournament() -> None:
    assert tournament(Plan(seed=4)) == tournament(Plan(seed=4))
    assert tournament(Plan(seed=4)).competition != tournament(Plan(seed=5)).competition


def test_everything_that_happens_in_a_club_happens() -> None:
    made = tournament(Plan(players=101, rounds=7, seed=1))
    games, entries, players = made.competition.games, made.competition.entries, made.competition.players
    assert any(game.result in FORFEITS for game in games)
    assert any(entry.reason == BYE for entry in entries)
    assert any(entry.reason != BYE for entry in entries)
    assert any(player.schedule[0].first > 1 for player in players)
    assert any(player.schedule[0].last is not None for player in players)


def test_the_stronger_wins_more_often() -> None:
    made = tournament(Plan(players=100, rounds=9, seed=2))
    draft = made.drafts[-1]
    upper = [line.keys[0] for line in draft.order if line.player <= 50]
    lower = [line.keys[0] for line in draft.order if line.player > 50]
    assert sum(upper) / len(upper) > sum(lower) / len(lower) + 2


@pytest.mark.parametrize("system", ["swiss_resistance", "round_robin"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_checked_again_without_a_difference(system: str, seed: int) -> None:
    text = json.dumps(cases(tournament(Plan(system=system, players=21, rounds=7, seed=seed))))
    outcomes = list(check_cases(casefile.read(text)))
    assert len(outcomes) == 7
    assert all(one.agrees for one in outcomes)


def test_options_and_scale_are_kept_in_the_case_file() -> None:
    options = {"maximum_colour_balance": 1, "first_round": "random", "bye": "lowest", "second_round_even_odd": False}
    plan = Plan(players=15, rounds=5, seed=9, options=options)
    made = tournament(replace(plan, scale=replace(plan.scale, bye=plan.scale.draw)))
    for case, asked in zip(casefile.read(json.dumps(cases(made))), made.requests, strict=True):
        assert case.request.options == asked.options
        assert case.request.scale == asked.scale


def test_a_tournament_that_becomes_impossible_stops() -> None:
    made = tournament(Plan(players=4, rounds=6, seed=1, absent=0, withdraws=0, late=0, forfeits=0))
    assert made.impossible == 4
    assert len(made.drafts) == 3


def test_a_round_robin_ends_with_its_schedule() -> None:
    assert len(tournament(Plan(system="round_robin", players=6, rounds=9)).drafts) == 5


@pytest.mark.parametrize("text", ["", "[1]", "{}", '{"settings": {}}', "null"])
def test_what_is_no_case_file_is_said(text: str) -> None:
    with pytest.raises(casefile.CaseError):
        casefile.read(text)


def test_an_unknown_system_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown"):
        tournament(Plan(system="lottery"))
