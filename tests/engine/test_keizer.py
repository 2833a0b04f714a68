"""The Keizer system: published lists, sixty seasons with every option, and each rule of spec 21 by hand."""

from fractions import Fraction

import keizer_seasons
import pytest
from oracles import oracle
from short_tournament import tournament

from engine.classification import Settings, standing
from engine.competition import CLOSED, DRAFT, PLANNED, PUBLISHED, Interval, Round
from engine.explain import explain, tie
from engine.systems import keizer, keizer_facts, keizer_passes
from engine.systems.basis import basis
from engine.systems.keizer_options import PRESETS, KeizerOptions
from engine.systems.keizer_preview import preview, problems
from engine.systems.keizer_totals import totals
from engine.systems.options import OptionError

EXAMPLES = oracle("keizer.json")
CASES = oracle("keizer_cases.json")


@pytest.mark.parametrize("case", [*EXAMPLES[:2], *CASES], ids=lambda case: case.get("id", case.get("name")))
def test_scores_and_order_after_every_round(case):
    played, ids = keizer_seasons.competition(case)
    settings = keizer_seasons.settings(case)
    for number, expected in enumerate(case["standings_after"], start=1):
        shown = standing(played, settings, number)
        assert [(row.player, row.score) for row in shown.rows] == [(ids[name], Fraction(score)) for name, score in expected]
    if "oscillates" in case:
        told = {one.round for one in keizer.oscillations(basis(played, settings, len(case["rounds"])))}
        assert [number in told for number in range(1, len(case["rounds"]) + 1)] == case["oscillates"]


def ground(played, last=99, **options):
    """The basis of a Keizer classification."""
    return basis(played, Settings(system="keizer", options=options), last)


def scores(played, last=99, **options):
    """Everybody's score as text."""
    return {player: str(score) for player, score in keizer.scores(ground(played, last, **options)).items()}


def order(played, last=99, **options):
    """The players from first to last."""
    return [row.player for row in standing(played, Settings(system="keizer", options=options), last).rows]


def told(played, player, last=99, **options):
    """The terms of a score: kind, round, reason, share × value, and whether it counts."""
    terms = keizer.terms(ground(played, last, **options), player)
    return [(term.kind, term.round, term.reason, f"{term.share} × {term.value}", term.counts) for term in terms]


# Published examples


def test_the_published_list_repeated_until_it_is_stable():
    """Passes repeated from the list after round 1, which was computed once."""
    case, stable = EXAMPLES[1], EXAMPLES[2]["stable_after_round_2"]
    played, ids = keizer_seasons.competition(case)
    season = keizer_facts.season(basis(played, keizer_seasons.settings(case), 2))
    shares = totals(len(ids), season.unit, 10**6)
    listing = season.listings[1]
    shares.add(share for one in season.rounds for share in one)
    for _ in range(20):
        listing = keizer_passes.one_pass(season.rules, shares, season.given(listing), listing.order)
    names = {place: name for name, place in ids.items()}
    assert [(names[season.players[one]], Fraction(listing.scores[one], listing.unit)) for one in listing.order] == [
        (name, Fraction(score)) for name, score in stable
    ]


def test_the_articles_table_of_round_3():
    """Seed 004: Charlie has 50% of 4, nothing, and 100% of 5; Bert 100% of 2 and 30% of his own 3."""
    played, _ = keizer_seasons.competition(EXAMPLES[0])
    settings = keizer_seasons.settings(EXAMPLES[0])
    charlie, bert = (explain(played, settings, 3, player).terms for player in (3, 2))
    assert [(term.round, str(term.share), term.value, term.amount) for term in charlie] == [
        (1, "1/2", 4, 2),
        (2, "0", 3, 0),
        (3, "1", 5, 5),
    ]
    assert [(term.basis, str(term.share), term.value, str(term.amount)) for term in bert] == [
        ("opponent", "0", 5, "0"),
        ("opponent", "1", 2, "2"),
        ("own", "3/10", 3, "9/10"),
    ]


# Values


@pytest.mark.parametrize(
    "top, value",
    [("60", "60"), ("121/2", "121/2"), ("n+1", "5"), ({"factor": "3/2"}, "6"), ({"factor": "6/5"}, "5")],
)
def test_the_value_of_the_top(top, value):
    assert str(KeizerOptions.read({"top": top}).top.of(4)) == value


def test_the_number_of_players_can_be_frozen_at_those_who_were_there_from_round_1():
    played = tournament("1-2 2-0\n1-2 2-0", 4, {4: {"schedule": (Interval(2),)}})
    for frozen, top in ((False, 5), (True, 4)):
        first = keizer.lists(ground(played, top="n+1", n_frozen=frozen))[0]
        assert first.values == {1: top, 2: top - 1, 3: top - 2, 4: top - 3}


def test_equal_points_have_an_equal_value_and_the_next_place_counts_on():
    """Spec 21: 60, 59, 59, 57."""
    played = tournament("1-2 2-0, 3-4 2-0", 4, rounds=(Round(1),))
    listed = keizer.lists(ground(played, top="60", own_value_counted=False, equal_points_equal_value=True))
    assert listed[0].values == {1: 60, 2: 59, 3: 58, 4: 57}  # the initial list has no points
    assert listed[1].scores == {1: 59, 3: 57, 2: 0, 4: 0}
    assert listed[1].values == {1: 60, 3: 59, 2: 58, 4: 58}


def test_step_0_follows_the_points():
    played = tournament("1-2 2-0, 3-4 1-1", 4)
    listed = keizer.lists(ground(played, top="10", step="0", own_value_counted=False))
    assert listed[0].values == dict.fromkeys((1, 2, 3, 4), 10)
    assert listed[1].scores == {1: 10, 2: 0, 3: 5, 4: 5}
    assert {one: str(value) for one, value in listed[1].values.items()} == {1: "10", 2: "7", 3: "17/2", 4: "17/2"}


def test_the_initial_list_by_rating_or_as_given():
    played = tournament("1-2 1-1", 3, {1: {"rating": 900}, 2: {"rating": None}, 3: {"rating": 1200}})
    assert order(played, 0) == [1, 2, 3]
    assert order(played, 0, initial="rating") == [3, 1, 2]
    assert order(played, 0, initial="rating", start_rating=1000) == [3, 2, 1]
    assert order(played, 0, initial="list", initial_list=[2]) == [2, 1, 3]  # who is not on it follows by lot


# Rounds without a game


def test_one_share_for_every_round_without_a_game():
    played = tournament("1-2 2-0, 3 bye, 4 ill", 5, {5: {"schedule": (Interval(2),)}})
    assert scores(played, top="9", own_value_counted=False, unplayed="1/3") == {1: "8", 2: "0", 3: "7/3", 4: "2", 5: "5/3"}


def test_a_reason_that_has_been_paid_often_enough_is_named_but_does_not_count():
    played = tournament("1 ill, 2 bye\n1 ill, 2 bye\n1 bye, 2 ill", 2)
    pays = {"ill": {"share": "1/2", "max": 1}, "bye": "1"}
    assert told(played, 1, top="4", unplayed=pays) == [
        ("own", None, "", "1 × 3", True),
        ("entry", 1, "ill", "1/2 × 3", True),
        ("entry", 2, "ill", "1/2 × 3", False),
        ("entry", 3, "bye", "1 × 3", True),
    ]


def test_an_external_match_can_pay_by_its_result():
    played = tournament("1 external 2-0, 2 external 1-1, 3 external", 3)
    pays = {"external": {"share": "1/4", "pays_result": True}}
    assert scores(played, top="8", own_value_counted=False, unplayed=pays) == {1: "8", 2: "7/2", 3: "3/2"}


def test_not_joined_withdrawn_and_absent_are_three_things():
    """Trap 4: each has its own share; a withdrawal without one counts as the default reason."""
    about = {2: {"schedule": (Interval(2),)}, 3: {"schedule": (Interval(1, 1),)}}
    played = tournament("1-3 1-1\n1 bye", 4, about, rounds=(Round(1), Round(2, CLOSED)))
    reasons = {player: [(term[1], term[2]) for term in told(played, player)[1:]] for player in (2, 3, 4)}
    assert reasons[2] == [(1, "not_joined"), (2, "without_notice")]
    assert reasons[3] == [(1, ""), (2, "withdrawn")]
    assert reasons[4] == [(1, "without_notice"), (2, "without_notice")]
    assert told(played, 3, unplayed={"without_notice": "0"})[-1][2] == "without_notice"
    assert told(played, 3, unplayed={"withdrawn": "0"})[-1][2] == "withdrawn"


def test_a_player_with_an_open_an_adjourned_or_an_annulled_game_is_not_absent():
    played = tournament("1-2, 3-4 adj, 5-6 2-0 x, 7-8 2-0", 9)
    assert [len(told(played, player)) for player in range(1, 10)] == [1, 1, 1, 1, 1, 1, 2, 2, 2]


@pytest.mark.parametrize(
    "state, counts", [(PLANNED, False), (DRAFT, False), (PUBLISHED, False), (CLOSED, True)], ids=[PLANNED, DRAFT, PUBLISHED, CLOSED]
)
def test_a_round_counts_for_the_default_reason_once_it_has_a_result_or_is_closed(state, counts):
    played = tournament("1-2 2-0\n1-2", 3, rounds=(Round(1), Round(2, state)))
    assert len(told(played, 3)) == (3 if counts else 2)
    assert keizer.rounds(ground(played)) == ((1, 2) if counts else (1,))


# The list


def test_equal_scores_keep_the_order_of_the_list_before():
    played = tournament("2-1 2-0, 3-4 1-1\n1-2 2-0, 4 bye, 3 bye", 4)
    settings = Settings(system="keizer", options={"top": "n+1", "own_value_counted": False, "unplayed": "0"})
    shown = standing(played, settings, 1)
    assert [(row.player, row.place, str(row.score), row.decided_by) for row in shown.rows] == [
        (2, 1, "5", ""),
        (4, 2, "3/2", "score"),
        (3, 3, "1", "score"),
        (1, 4, "0", "score"),
    ]
    even = tournament("2 bye", 3)
    rows = standing(
        even, Settings(system="keizer", options={"initial": "list", "initial_list": [3, 1, 2], "own_value_counted": False}), 0
    ).rows
    assert [(row.player, row.place, row.decided_by) for row in rows] == [(3, 1, ""), (1, 2, "previous"), (2, 3, "previous")]


def test_the_comparison_of_equal_players_names_the_places_before():
    even = tournament("1-2 0-2, 3-4 0-2", 4)
    settings = Settings(system="keizer", options={"top": "10", "own_value_counted": False})
    shown = standing(even, settings, 1)
    assert [(row.player, row.place, row.decided_by) for row in shown.rows][2:] == [(1, 3, "score"), (3, 4, "previous")]
    step = tie(even, shown, 3).steps[-1]
    assert (step.key, step.above, step.below) == ("previous", 1, 3)


def test_the_lot_number_can_decide_and_equal_values_share_the_place():
    even = tournament("1-2 0-2, 3-4 0-2", 4, {1: {"lot": 9}})
    options = {"top": "10", "own_value_counted": False, "initial": "list", "initial_list": [1, 2, 3, 4]}
    assert order(even, **options)[2:] == [1, 3]
    assert order(even, ties="lot", **options)[2:] == [3, 1]
    rows = standing(even, Settings(system="keizer", options={**options, "equal_points_equal_value": True}), 1).rows
    assert [(row.player, row.place) for row in rows][2:] == [(1, 3), (3, 3)]
    assert dict(rows[2].figures)["value"] == dict(rows[3].figures)["value"] == 8


def test_filters_hide_rows_and_change_no_value():
    played = tournament("1-2 2-0, 3-4 2-0", 4, {2: {"standings": ()}, 3: {"categories": ("j",)}})
    whole = {row.player: row.score for row in standing(played, Settings(system="keizer"), 1).rows}
    assert set(whole) == {1, 3, 4}
    young = standing(played, Settings(system="keizer", category="j"), 1).rows
    assert [(row.player, row.score) for row in young] == [(3, whole[3])]


def test_a_period_starts_from_the_initial_list():
    played = tournament("4-1 2-0, 3-2 2-0\n1-2 2-0, 3-4 1-1", 4)
    later = standing(played, Settings(system="keizer", first_round=2), 2)
    alone = standing(tournament("1-2 2-0, 3-4 1-1", 4), Settings(system="keizer"), 1)
    assert [(row.player, row.score) for row in later.rows] == [(row.player, row.score) for row in alone.rows]


def test_before_the_first_round_nobody_has_points():
    played = tournament("1-2 2-0", 2)
    assert scores(played, 0) == {1: "0", 2: "0"}
    assert keizer.terms(ground(played, 0), 1) == ()


def test_without_players_there_is_an_empty_list():
    empty = tournament("", 0, rounds=(Round(1, CLOSED),))
    assert standing(empty, Settings(system="keizer", options={"step": "0", "optimise": True}), 1).rows == ()


# Optimise


def test_a_list_that_oscillates_is_told_with_its_orders():
    case = next(case for case in CASES if case["id"] == "001-1000016")
    played, ids = keizer_seasons.competition(case)
    (told,) = keizer.oscillations(basis(played, keizer_seasons.settings(case), 3))
    assert (told.round, told.unsettled) == (1, False)
    assert len(told.orders) == len(set(told.orders)) > 1
    assert told.kept in told.orders
    assert told.kept == tuple(ids[name] for name, _ in case["standings_after"][0])


def test_inversions_count_the_pairs_that_stand_the_other_way_round():
    assert [keizer_passes.inversions(one) for one in ([], [1, 2, 3], [3, 2, 1], [2, 1, 3], [3, 1, 2])] == [0, 0, 3, 1, 2]


def test_long_sums_are_added_up_game_by_game_and_give_the_same():
    shares = [(0, 1, 6), (1, 0, -3), (2, 0, 1)]
    made = [totals(3, 2, largest) for largest in (100, 2**40, 2**80, None)]
    for one in made:
        one.add(shares)
    assert {one.scores([5, -4, 7]) for one in made} == {(-14, -23, 19)}
    assert {one.scores([0, 1, 7]) for one in made} == {(6, 2, 14)}


# Options


@pytest.mark.parametrize(
    "stored, field",
    [
        ({"top": "many"}, "top"),
        ({"top": {"times": "2"}}, "top"),
        ({"step": True}, "step"),
        ({"win": "1/0"}, "win"),
        ({"own_value_counted": 1}, "own_value_counted"),
        ({"unplayed": {"ill": {"share": "x"}}}, "unplayed.ill.share"),
        ({"unplayed": {"ill": {"share": "1", "max": -1}}}, "unplayed.ill.max"),
        ({"unplayed": {"ill": {"share": "1", "max": "1/2"}}}, "unplayed.ill.max"),
        ({"default_reason": ""}, "default_reason"),
        ({"passes": 0}, "passes"),
        ({"passes": 1001}, "passes"),
        ({"ties": "age"}, "ties"),
        ({"initial": "age"}, "initial"),
        ({"initial_list": "12"}, "initial_list"),
        ({"initial_list": [1, 1]}, "initial_list"),
    ],
)
def test_what_cannot_be_read_is_named(stored, field):
    with pytest.raises(OptionError) as caught:
        KeizerOptions.read(stored)
    assert caught.value.field == field
    (problem,) = keizer.problems(tournament("", 2), Settings(system="keizer", options=stored))
    assert (problem.code, problem.field) == ("unreadable", field)


@pytest.mark.parametrize("name", PRESETS)
def test_the_presets_have_no_problems(name):
    assert problems(PRESETS[name], 40) == ()


@pytest.mark.parametrize(
    "stored, found",
    [
        ({"top": "-1", "step": "0"}, [("negative", "top"), ("top_below_n", "top"), ("value_negative", "top")]),
        ({"loss": "-1/10"}, [("negative", "loss")]),
        ({"unplayed": {"ill": "-1"}}, [("negative", "unplayed.ill")]),
        ({"unplayed": "3/5"}, [("absence_beats_draw", "unplayed")]),
        ({"unplayed": {"ill": "3/5", "bye": "1", "external": "3/5"}}, [("absence_beats_draw", "unplayed.ill")]),
        ({"win": "2/5"}, [("worse_pays_more", "win")]),
        ({"loss": "3/5"}, [("worse_pays_more", "minus")]),
        ({"top": "39"}, [("top_below_n", "top")]),
        ({"top": "60", "step": "2"}, [("value_negative", "step")]),
    ],
)
def test_bad_choices_are_named(stored, found):
    options = KeizerOptions.read({"unplayed": "0", **stored})
    assert [(problem.code, problem.field) for problem in problems(options, 40)] == found


def test_the_preview_shows_what_the_first_the_middle_and_the_last_place_pay():
    rows = preview(PRESETS["club_article"], 5)
    assert [(row.place, row.value, row.own, row.win, str(row.draw), row.loss) for row in rows] == [
        (1, 6, 0, 6, "3", 0),
        (3, 4, 0, 4, "2", 0),
        (5, 2, 0, 2, "1", 0),
    ]
    assert {key: str(rows[1].reasons[key]) for key in ("bye", "external", "with_notice", "without_notice")} == {
        "bye": "4",
        "external": "12/5",
        "with_notice": "6/5",
        "without_notice": "0",
    }
    assert next(iter(rows[0].reasons)) == "bye"


def test_the_preview_of_step_0_spreads_the_points_evenly_and_leaves_results_open():
    options = KeizerOptions.read({"step": "0", "top": "n+1", "unplayed": {"external": {"pays_result": True}}})
    rows = preview(options, 3, ("external", "ill"))
    assert [(row.value, row.own) for row in rows] == [(4, 4), (3, 3), (2, 2)]
    assert rows[0].reasons == {"external": None, "ill": 0}
    assert [len(preview(options, n)) for n in (0, 1, 2)] == [0, 1, 2]
