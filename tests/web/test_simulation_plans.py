"""Which tournaments are simulated: as a new competition starts, or by the rules of one that is there."""

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.classification import Settings
from engine.simulate import tournament
from engine.systems.keizer_options import PRESETS as KEIZER
from kompitie_web.actions import list_presets, presets
from kompitie_web.simulation_plans import SYSTEMS, Habits, plan_for, plan_like, seeds

HABITS = Habits()


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_that_a_club_can_choose_can_be_simulated(system: str) -> None:
    made = tournament(plan_for(system, 9, 5))
    assert len(made.drafts) == (9 if system == "round_robin" else 5)


def test_a_list_meets_often_enough_for_its_rounds() -> None:
    plan = plan_for("keizer", 6, 30)
    assert plan.options["maximum_meetings"] == 6
    assert plan_for("keizer", 40, 10, preset="club_article").options["lot_rounds"] == 3


def test_a_swiss_is_as_a_new_competition_has_it() -> None:
    plan = plan_for("resistance", 10, 5)
    assert plan.order_keys == "47"
    assert plan.options == {key: value for key, value in presets.SWISS_OPTIONS.items() if key != "order_keys"}
    assert plan.standing == presets.default_settings("resistance", "draughts", "47")


def test_what_happens_is_taken_over() -> None:
    habits = Habits(absent=0.2, without_notice=0.1, late=0.3, withdraws=0.05, forfeits=0.07, draws=0.9)
    plan = plan_for("rating", 10, 5, habits)
    assert habits == Habits(plan.absent, plan.without_notice, plan.late, plan.withdraws, plan.forfeits, plan.draws)


def test_the_rules_of_a_competition_count_whatever_its_screens_show() -> None:
    settings = Settings(
        name="Youth", system="swiss", tiebreaks="7", category="j", minimum_games=3, first_round=2, sessions=("Monday",),
        reason_points={"with_notice": Fraction(1)},
    )  # fmt: skip
    stored = {**presets.SWISS_OPTIONS, "first_round": "halves", "order_keys": "74"}
    plan = plan_like("resistance", stored, settings, 12, 5, HABITS)
    assert (plan.system, plan.order_keys, plan.options["first_round"]) == ("swiss_resistance", "74", "halves")
    assert plan.standing == Settings(system="swiss", tiebreaks="7", reason_points={"with_notice": Fraction(1)})
    assert len(tournament(plan).drafts) == 5


def test_a_double_round_robin_takes_twice_the_rounds() -> None:
    plan = plan_like("round_robin", {**presets.ROUND_ROBIN_OPTIONS, "double": True}, Settings(), 6, 3, HABITS)
    assert plan.rounds == 10


def test_a_table_that_does_not_exist_for_so_many_players_gives_way() -> None:
    youth = {**presets.ROUND_ROBIN_OPTIONS, "table": "youth"}
    assert plan_like("round_robin", youth, Settings(), 10, 9, HABITS).options["table"] == "youth"
    assert plan_like("round_robin", youth, Settings(), 12, 9, HABITS).options["table"] == "berger"


def test_a_list_that_starts_from_its_own_players_starts_from_the_lot_numbers() -> None:
    options = {**KEIZER["kompitie"].as_json(), "initial": "list", "initial_list": (501, 502)}
    settings = Settings(system="keizer", options=options)
    plan = plan_like("list", list_presets.pairing_options(), settings, 8, 3, HABITS)
    assert not {"initial", "initial_list"} & set(plan.standing.options)
    assert tournament(plan).requests[0].order == tuple(range(1, 9))
    by_rating = replace(settings, options={**options, "initial": "rating"})
    assert plan_like("list", list_presets.pairing_options(), by_rating, 8, 3, HABITS).standing.options["initial"] == "rating"


def test_seeds_follow_each_other() -> None:
    assert [plan.seed for plan in seeds(plan_for("rating", 4, 2), 3, 7)] == [7, 8, 9]
