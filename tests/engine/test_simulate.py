"""Simulated tournaments: plausible, the same for the same seed, and checked again without a difference."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from engine import casefile
from engine.check import check_cases
from engine.classification import Settings, standing
from engine.competition import BYE, WITH_NOTICE, WITHOUT_NOTICE
from engine.pairing import registry
from engine.pairing.draft import Draft, Request
from engine.results import FORFEITS, PRESETS
from engine.simulate import Plan, Simulation, cases, figures, tournament
from engine.systems.keizer_options import PRESETS as KEIZER

#: A lively club: everything that can happen does, in a tournament of some size.
LIVELY = {"players": 40, "rounds": 9, "absent": 0.1, "without_notice": 0.1, "late": 0.2, "withdraws": 0.05, "forfeits": 0.1}
BY_LIST = {
    "keizer": Settings(system="keizer", options=KEIZER["club_article"].as_json()),
    "moyenne": Settings(system="moyenne", tiebreaks="m7"),
    "attendance": Settings(system="attendance", scale=PRESETS["chess"]),
}
PLANS = {
    **{system: Plan(system, **LIVELY) for system in registry.PAIRINGS},
    **{key: Plan("ranking", **LIVELY, classification=settings) for key, settings in BY_LIST.items()},
    "ranking by lot": Plan("ranking", **LIVELY, options={"lot_rounds": 3, "white": "lot", "search": "balanced"}),
    "ranking with days": Plan("ranking", **LIVELY, options={"rematch_days": 21}, first_date="2026-01-05"),
    "double round robin": Plan("round_robin", **{**LIVELY, "players": 6, "rounds": 10}, options={"double": True, "seam": True}),
}
every_system = pytest.mark.parametrize("plan", PLANS.values(), ids=list(PLANS))


@every_system
def test_the_same_seed_gives_the_same_tournament(plan: Plan) -> None:
    assert tournament(replace(plan, seed=4)) == tournament(replace(plan, seed=4))
    assert tournament(replace(plan, seed=4)).competition != tournament(replace(plan, seed=5)).competition


def happened(made: Simulation) -> set[str]:
    """What a simulated tournament holds."""
    competition = made.competition
    found = {entry.reason for entry in competition.entries}
    found |= {"forfeit" for game in competition.games if game.result in FORFEITS}
    found |= {"late" for player in competition.players if player.schedule[0].first > 1}
    found |= {"withdrawn" for player in competition.players if player.schedule[0].last is not None}
    return found


@pytest.mark.parametrize("system", ["swiss_resistance", "swiss_rating", "ranking"])
def test_everything_that_happens_in_a_club_happens(system: str) -> None:
    seeds = [happened(tournament(replace(PLANS[system], seed=seed))) for seed in (1, 2, 3)]
    assert set.union(*seeds) == {BYE, WITH_NOTICE, WITHOUT_NOTICE, "forfeit", "late", "withdrawn"}


@every_system
def test_who_is_not_there_is_not_paired(plan: Plan) -> None:
    """Absent, not yet joined or withdrawn. In a round robin the schedule stands, and who is not there loses by forfeit."""
    made = tournament(plan)
    known = made.competition.by_id
    away = {(entry.round, entry.player) for entry in made.competition.entries if entry.reason != BYE}
    for game in made.competition.games:
        for player in (game.white, game.black):
            assert (game.round, player) not in away
            assert known[player].in_schedule(game.round) or (plan.system == "round_robin" and game.result in FORFEITS)


def test_nothing_happens_that_was_not_asked_for() -> None:
    quiet = Plan("swiss_resistance", 30, 7, absent=0, late=0, withdraws=0, forfeits=0)
    assert happened(tournament(quiet)) == set()


def meetings(made: Simulation) -> Counter[frozenset[int]]:
    """How often each two met at the board."""
    return Counter(frozenset((game.white, game.black)) for game in made.competition.games if game.result not in FORFEITS)


@pytest.mark.parametrize("system", ["swiss_resistance", "swiss_rating", "round_robin"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nobody_meets_the_same_player_twice(system: str, seed: int) -> None:
    made = tournament(replace(PLANS[system], seed=seed))
    assert max(meetings(made).values()) == 1
    assert figures(made).rematches == 0


def test_in_a_double_round_robin_everybody_meets_everybody_twice() -> None:
    made = tournament(Plan("round_robin", 6, 10, absent=0, withdraws=0, forfeits=0, options={"double": True}))
    assert set(meetings(made).values()) == {2}
    assert len(meetings(made)) == 15
    assert figures(made).rematches == 15


@pytest.mark.parametrize("key", ["ranking", *BY_LIST])
def test_the_list_that_pairs_is_the_standing_of_the_moment(key: str) -> None:
    made = tournament(PLANS[key])
    for request in made.requests:
        listed = standing(request.competition, made.plan.standing, request.round - 1)
        assert request.order == tuple(row.player for row in listed.rows)
    assert made.requests[0].order != made.requests[-1].order


def test_the_final_standing_is_that_of_the_system() -> None:
    assert (Plan("swiss_rating").standing.system, Plan("swiss_rating").standing.tiebreaks) == ("swiss", "2")
    assert Plan("ranking").standing.system == "keizer"
    assert Plan("round_robin").standing.system == "normal"
    assert Plan(absence_pays=Fraction(1)).standing.reason_points == {WITH_NOTICE: 1}


def test_true_strength_is_near_the_rating_but_another_thing() -> None:
    made = tournament(Plan(players=200, rounds=1))
    gaps = [made.strength[player.id] - (player.rating or 0) for player in made.competition.players]
    assert any(gaps)
    assert max(map(abs, gaps)) < 6 * Plan.form
    exact = tournament(Plan(players=20, rounds=1, form=0))
    assert all(exact.strength[player.id] == player.rating for player in exact.competition.players)


def test_more_rounds_tell_more_about_strength() -> None:
    def correlation(rounds: int) -> Fraction:
        found = [
            figures(tournament(Plan(players=30, rounds=rounds, seed=seed))).correlation or Fraction(0) for seed in range(1, 21)
        ]
        return sum(found, Fraction(0)) / len(found)

    assert correlation(3) + Fraction(1, 20) < correlation(9)


def test_rounds_have_dates_when_they_are_asked_for() -> None:
    made = tournament(Plan(rounds=3, first_date="2026-02-20", days=14))
    assert [one.date for one in made.competition.rounds] == ["2026-02-20", "2026-03-06", "2026-03-20"]
    assert made.requests[1].competition.rounds[-1].date == "2026-03-06"
    assert not any(one.date for one in tournament(Plan(rounds=3)).competition.rounds)


def test_the_caller_may_pair_and_stop_in_between() -> None:
    class Enough(Exception):
        """The caller wants no more."""

    asked = []

    def pair(system: str, request: Request) -> Draft:
        if request.round == 3:
            raise Enough
        asked.append((system, request.round))
        return registry.pair(system, request)

    with pytest.raises(Enough):
        tournament(Plan(rounds=5), pair)
    assert asked == [("swiss_resistance", 1), ("swiss_resistance", 2)]


def test_the_stronger_wins_more_often() -> None:
    made = tournament(Plan(players=100, rounds=9, seed=2))
    draft = made.drafts[-1]
    upper = [line.keys[0] for line in draft.order if line.player <= 50]
    lower = [line.keys[0] for line in draft.order if line.player > 50]
    assert sum(upper) / len(upper) > sum(lower) / len(lower) + 2


@pytest.mark.parametrize("key", [key for key, plan in PLANS.items() if not plan.first_date])  # a case file has no dates
@pytest.mark.parametrize("seed", [1, 2])
def test_checked_again_without_a_difference(key: str, seed: int) -> None:
    made = tournament(replace(PLANS[key], seed=seed, absence_pays=Fraction(1)))
    outcomes = list(check_cases(casefile.read(json.dumps(cases(made)))))
    assert len(outcomes) == len(made.drafts) > 5
    assert all(one.agrees for one in outcomes)


def test_what_absences_pay_is_kept_in_the_case_file() -> None:
    settings = Settings(
        system="swiss", tiebreaks="47", unplayed="fmjd", reason_points={WITH_NOTICE: Fraction(1), WITHOUT_NOTICE: Fraction(1, 2)}
    )
    made = tournament(replace(PLANS["swiss_resistance"], classification=settings, order_keys="7"))
    for case, asked in zip(casefile.read(json.dumps(cases(made))), made.requests, strict=True):
        assert case.request.reason_points == asked.reason_points
        assert (case.request.order_keys, case.request.unplayed_opponents) == ("7", "fmjd")


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
