"""The rating table, performances and ratings as a classification (spec 24; seed 000 "KNDB-rating" and "Ratingsysteem")."""

import csv
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from oracles import FOLDER, oracle
from short_tournament import tournament
from test_tiebreaks import competitions
from workings import check_workings

from engine.classification import Settings, progress, standing
from engine.competition import Competition, SingleEntry
from engine.explain import FORMULA, SUM, explain
from engine.ratings import fmjd_of, kndb_of
from engine.ratings.performance import performance
from engine.ratings.table import CLASSES, EXPECTED, EXTREME, difference_for, expected, half_up
from engine.systems import system
from engine.systems.rating import Options

ORACLE = oracle("rating.json")
TABLE = list(csv.DictReader((FOLDER / "elo_table.csv").read_text(encoding="utf-8").splitlines()))


def rating(**options) -> Settings:
    """A rating classification."""
    return Settings(system="rating", options=options)


PERFORMANCE, OWN, FIXED = rating(), rating(mode="own", factor="25"), rating(mode="fixed", factor="25", start_rating=1200)


def scores(competition, settings, last=9):
    """The score of each player."""
    return {row.player: row.score for row in standing(competition, settings, last).rows}


def rated(*ratings):
    """Further fields of players 1, 2, 3 …"""
    return {index: {"rating": one} for index, one in enumerate(ratings, start=1)}


# The table


def test_oracle_the_whole_table():
    assert len(TABLE) == 51
    for (difference, last, percentage), row in zip(CLASSES, TABLE, strict=False):
        assert (difference, last, percentage) == (
            int(row["difference_for_percentage"]),
            int(row["class_to"]),
            int(row["expected_higher_pct"]),
        )
        for value in range(int(row["class_from"]), last + 1):
            assert EXPECTED[value] == expected(value) == percentage
            assert expected(-value) == int(row["expected_lower_pct"]) if value else expected(0) == 50
        assert difference_for(percentage) == difference
        assert difference_for(100 - percentage) == -difference
    assert len(CLASSES) == 50
    assert int(TABLE[50]["class_from"]) == EXTREME == 736
    assert (expected(736), expected(-5000), expected(10**6)) == (100, 0, 100)


def test_oracle_expected_percentages_and_differences():
    assert [(value, expected(value)) for value, _ in ORACLE["expected_percentage"]] == [
        tuple(one) for one in ORACLE["expected_percentage"]
    ]
    assert [(value, difference_for(value)) for value, _ in ORACLE["difference_for_percentage"]] == [
        tuple(one) for one in ORACLE["difference_for_percentage"]
    ]


@pytest.mark.parametrize(
    "value, whole", [("5/2", 3), ("-5/2", -3), ("7/2", 4), ("49/20", 2), ("-49/20", -2), ("0", 0), ("-1/3", 0), ("12", 12)]
)
def test_halves_go_away_from_zero(value, whole):
    assert half_up(Fraction(value)) == whole


def test_a_fractional_difference_is_rounded_before_the_look_up():
    assert (expected(Fraction(7, 2)), expected(Fraction(-7, 2))) == (51, 49)
    assert (expected(Fraction(349, 100)), expected(Fraction(-349, 100))) == (50, 50)
    assert (expected(Fraction(1471, 2)), expected(Fraction(1469, 2))) == (100, 99)


def test_a_percentage_is_rounded_half_up():
    assert difference_for(Fraction(125, 2)) == difference_for(63) == 95  # 5 of 8
    assert difference_for(Fraction(75, 2)) == difference_for(38) == -87  # 3 of 8: 37½ goes up to 38
    assert (difference_for(Fraction(199, 2)), difference_for(Fraction(2, 5))) == (736, -736)
    assert (difference_for(0, 800), difference_for(100, 800), difference_for(99, 800)) == (-800, 800, 677)
    with pytest.raises(ValueError, match="not a percentage"):
        difference_for(101)


def test_oracle_conversion():
    assert kndb_of(2000) == 2000 - ORACLE["conversion"]["kndb_equals_fmjd_minus"]
    assert fmjd_of(kndb_of(2317)) == 2317


@examples(max_examples=200, deadline=None)
@given(st.fractions(-2000, 2000, max_denominator=50), st.fractions(0, 1000, max_denominator=50))
def test_both_sides_of_a_difference_share_100_percent(difference, more):
    assert expected(difference) + expected(-difference) == 100
    assert expected(difference) <= expected(difference + more)


@examples(max_examples=200, deadline=None)
@given(st.integers(1, 60), st.data())
def test_a_performance_grows_with_the_score(games, data):
    half_points = data.draw(st.integers(0, 2 * games))
    found = performance(1200 * games, half_points, games)
    assert found.rating == found.average + found.difference
    assert (found.mark == "<", found.mark == ">") == (found.whole == 0, found.whole == 100)
    if half_points < 2 * games:
        assert performance(1200 * games, half_points + 1, games).rating >= found.rating


# Performance


def test_performance_by_hand():
    """Article, example b with the percentage right: 14 of 40 is 35 %, so 1606 − 110."""
    played = tournament("\n".join(["1-2 2-0"] * 6 + ["1-2 1-1"] * 14), 2, rated(1606, 1415))
    assert scores(played, PERFORMANCE, 20) == {1: 1415 + 110, 2: 1606 - 110}


def test_performance_counts_players_without_a_rating_with_the_start_rating():
    played = tournament("1-2 1-1, 3-4 1-1\n1-3 2-0, 2-4 0-2", 5, rated(1100, None, 1301, 1200))
    assert scores(played, rating(start_rating=900)) == {
        1: Fraction(900 + 1301, 2) + 193,
        2: Fraction(1100 + 1200, 2) - 193,
        3: Fraction(1200 + 1100, 2) - 193,
        4: Fraction(1301 + 900, 2) + 193,
        5: None,
    }


def test_bounds_are_marked():
    played = tournament("1-2 2-0, 3-4 1-1", 4, rated(1000, 1000, 1000, 1000))
    rows = {row.player: (row.score, row.mark) for row in standing(played, PERFORMANCE, 1).rows}
    assert rows == {1: (1736, ">"), 2: (264, "<"), 3: (1000, ""), 4: (1000, "")}
    rows = {row.player: (row.score, row.mark) for row in standing(played, rating(extreme=800), 1).rows}
    assert rows[1] == (1800, ">")
    assert rows[2] == (200, "<")
    assert explain(played, PERFORMANCE, 1, 1).mark == ">"
    assert not any(row.mark for row in standing(played, OWN, 1).rows)


def test_forfeits_byes_and_adjourned_games_never_count():
    plain = tournament("1-2 2-0, 3-4 1-1\n1-3 0-2, 2-4 2-0", 5, rated(1100, 1000, 1200, 1300, 1250))
    more = tournament(
        "1-2 2-0, 3-4 1-1\n1-3 0-2, 2-4 2-0\n1-4 2-0F, 2-3 adj, 5 bye\n1-5 0-0F, 2 external, 3-4 2-0 x\n1 external 2-0, 2 bye",
        5,
        rated(1100, 1000, 1200, 1300, 1250),
    )
    for chosen in (PERFORMANCE, OWN, FIXED):
        assert scores(more, chosen) == scores(plain, chosen)


def outside(competition, *entries):
    """With external games: (round, player, result, rating)."""
    added = tuple(
        SingleEntry(number, player, "external", result, other, "somebody", id=100 + index)
        for index, (number, player, result, other) in enumerate(entries)
    )
    return replace(competition, entries=(*competition.entries, *added))


def test_an_external_opponent_counts_for_this_player_only():
    played = tournament("1-2 1-1\n1-2 1-1", 2, rated(1100, 1000))
    more = outside(played, (1, 1, "2-0", 1400), (2, 1, "1-1", 1300), (2, 2, "2-0F", 1900), (2, 2, "", 1900))
    assert scores(more, PERFORMANCE) == {1: Fraction(1000 + 1000 + 1400 + 1300, 4) + 95, 2: 1100}
    row = next(row for row in standing(more, PERFORMANCE, 9).rows if row.player == 1)
    assert (row.games, row.wins, row.draws) == (4, 1, 3)
    minimum = replace(PERFORMANCE, minimum_games=3)
    assert {row.player: row.below_minimum for row in standing(more, minimum, 9).rows} == {1: False, 2: True}
    term = explain(more, PERFORMANCE, 9, 1).terms[1]
    assert (term.kind, term.opponent_name, term.amount, term.counts) == ("entry", "somebody", 1400, True)


# Progressive


def test_oracle_factor_on_percentage_basis():
    """25: expected 10 %, scored 50 % gives +10."""
    case = ORACLE["percentage_basis"]
    played = tournament("1-2 1-1", 2, rated(1000, 1366))
    chosen = rating(mode="own", factor=str(case["factor"]))
    assert expected(1000 - 1366) == case["expected"]
    assert scores(played, chosen) == {1: 1000 + case["change"], 2: 1366 - case["change"]}


def test_oracle_match_with_the_article_factor():
    """5 per match point is 10 on percentage basis; the entered ratings count during the match."""
    case = ORACLE["match"]
    twenty = "1-2 2-0, " * 6 + "1-2 1-1, " * 14
    played = tournament(twenty, 2, rated(*case["ratings"]))
    found = scores(played, rating(mode="own", factor=2 * case["factor_per_match_point"]))
    assert [found[1], found[2]] == case["new"]


def test_oracle_season_of_external_opponents():
    case = ORACLE["season"]
    codes = {0: "0-2", 1: "1-1", 2: "2-0"}
    entries = [(1, 1, codes[points], other) for points, other in zip(case["match_points"], case["opponents"], strict=True)]
    played = outside(tournament("2-3 1-1", 3, rated(case["own"])), *entries)
    chosen = rating(mode="own", factor=2 * case["factor_per_match_point"])
    told = explain(played, chosen, 1, 1)
    assert told.total == Fraction(case["new_exact"])
    assert half_up(told.total) == case["new_rounded"]
    expected_points = [dict(term.numbers)["expected"] / 50 for term in told.terms[1:]]
    assert expected_points == [Fraction(one) for one in case["expected"]]
    assert sum(expected_points) == Fraction(case["expected_total"])


def test_all_games_of_a_round_count_against_the_ratings_before_it():
    played = tournament("1-2 2-0, 1-3 2-0\n1-2 1-1", 3, rated(1000, 1000, 1000))
    found = scores(played, OWN)
    first = {1: 1025, 2: Fraction(1975, 2), 3: Fraction(1975, 2)}  # 2 x 12½ for 1
    share = expected(first[1] - first[2])
    assert share == 55  # 37½ counts as 38
    change = Fraction(25 * (50 - share), 100)
    assert found == {1: first[1] + change, 2: first[2] - change, 3: first[3]}


def test_opponents_with_their_running_or_their_entered_rating():
    played = tournament("1-2 2-0, 3-4 2-0\n1-3 1-1", 4, rated(1000, 1000, 1000, 1400))
    running, still = (scores(played, rating(mode="own", factor="25", running_opponents=one)) for one in (True, False))
    after = 1000 + Fraction(25 * (100 - expected(-400)), 100)
    own = Fraction(2025, 2)
    assert running[1] == own + Fraction(25 * (50 - expected(own - after)), 100)
    assert still[1] == own + Fraction(25 * (50 - expected(own - 1000)), 100)


def test_a_fixed_start_counts_opponents_with_their_entered_rating():
    played = tournament("1-2 2-0, 3-4 1-1\n1-3 1-1", 5, rated(1500, 1000, None, 1400, 1700))
    found = scores(played, FIXED)
    first = 1200 + Fraction(25 * (100 - expected(200)), 100)
    assert found[1] == first + Fraction(25 * (50 - expected(first - 1200)), 100)
    assert found[4] == 1200
    assert found[5] == 1200  # his own rating plays no part
    assert found[2] == 1200 - Fraction(25 * expected(1200 - 1500), 100)


def test_players_without_a_rating_start_at_the_start_rating():
    played = tournament("1-2 1-1", 3, rated(1000, None, None))
    assert scores(played, rating(mode="own", start_rating=1000, factor="25")) == {1: 1000, 2: 1000, 3: 1000}


def test_a_period_starts_from_the_entered_ratings():
    played = tournament("1-2 2-0\n1-2 2-0", 2, rated(1000, 1000))
    whole, second = scores(played, OWN), scores(played, replace(OWN, first_round=2))
    assert second == {1: Fraction(2025, 2), 2: Fraction(1975, 2)}
    assert whole[1] > second[1]


def test_any_draw_is_half():
    plain, plus = (tournament(f"1-2 {code}, 3-4 {code}", 4, rated(1000, 1100, 900, 1300)) for code in ("1-1", "+1-1"))
    for chosen in (PERFORMANCE, OWN, FIXED):
        assert scores(plain, chosen) == scores(plus, chosen)


# Explanations, progress, options


def test_a_progressive_rating_opens_to_its_changes():
    played = outside(tournament("1-2 2-0\n1-2 0-2F, 3 bye", 3, rated(1000, 1200)), (2, 1, "0-2", 900))
    told = explain(played, OWN, 9, 1)
    assert (told.method, told.workings) == (SUM, ())
    assert [(term.kind, term.amount, term.counts) for term in told.terms] == [
        ("player", 1000, True),
        ("game", 19, True),  # expected 24 %: 76 % of 25
        ("forfeit", None, False),
        ("entry", Fraction(-25 * 66, 100), True),  # 1019 − 900 = 119: 66 %
    ]
    assert told.terms[1].numbers == (("own", 1000), ("opponent", 1200), ("expected", 24), ("scored", 100), ("factor", 25))
    assert sum(term.amount for term in told.terms if term.counts) == told.total


def test_a_performance_opens_to_its_calculation():
    played = tournament("1-2 2-0, 3-4 1-1\n1-3 1-1", 5, rated(1000, 1200, 1101, 900))
    told = explain(played, PERFORMANCE, 9, 1)
    assert told.method == FORMULA
    assert [(line.name, line.value, line.rule) for line in told.workings] == [
        ("average", Fraction(2301, 2), ""),
        ("percentage", 75, ""),
        ("difference", 193, "table"),
        ("score", Fraction(2301, 2) + 193, ""),
    ]
    assert told.workings[0].filled(str) == "2301 / 2"
    assert [term.amount for term in told.terms] == [1200, 1101]
    assert explain(played, PERFORMANCE, 9, 5).workings[0].rule == "no_games"


def test_options_come_back_from_their_stored_form():
    chosen = Options("fixed", Fraction(25, 2), 1234, False, 800)
    assert Options.read(chosen.as_json()) == chosen
    assert Options.read({}) == Options("performance", Fraction(10), 1000, True, 736)
    assert chosen.as_json()["factor"] == "25/2"


@pytest.mark.parametrize(
    "options, code, field",
    [
        ({"mode": "elo"}, "unreadable", "mode"),
        ({"factor": "-5"}, "negative", "factor"),
        ({"mode": "own", "factor": "0"}, "factor_zero", "factor"),
        ({"start_rating": "1000,5"}, "unreadable", "start_rating"),
        ({"extreme": 700}, "extreme_unknown", "extreme"),
        ({"running_opponents": 1}, "unreadable", "running_opponents"),
    ],
)
def test_bad_options_are_named(options, code, field):
    found = system("rating").problems(Competition(), Settings(system="rating", options=options))
    assert [(one.code, one.field) for one in found] == [(code, field)]


# Properties


def slow_progressive(competition, options):
    """The definition, straight from the games, with fractions."""
    entered = {one.id: Fraction(options.start_rating if one.rating is None else one.rating) for one in competition.players}
    ratings = dict.fromkeys(entered, Fraction(options.start_rating)) if options.mode == "fixed" else dict(entered)
    for number in sorted({game.round for game in competition.games}):
        before = dict(ratings)
        others = before if options.takes_running else entered
        for game in competition.games:
            points = {"2-0": 100, "0-2": 0, "1-1": 50, "+1-1": 50, "1-1+": 50}.get(game.result)
            if game.round == number and points is not None:
                for own, other, scored in ((game.white, game.black, points), (game.black, game.white, 100 - points)):
                    ratings[own] += options.factor * (scored - expected(before[own] - others[other])) / 100
    return ratings


MODES = st.builds(
    Options,
    st.sampled_from(["own", "fixed"]),
    st.fractions(1, 40, max_denominator=7),
    st.integers(800, 1300),
    st.booleans(),
)


@examples(max_examples=80, deadline=None)
@given(competitions(), MODES)
def test_a_progressive_rating_is_the_definition(competition, options):
    chosen = Settings(system="rating", options=options.as_json())
    shown = standing(competition, chosen, 4)
    assert {row.player: row.score for row in shown.rows} == slow_progressive(competition, options)
    steps = progress(competition, shown)
    for row in shown.rows:
        assert not steps.rounds or steps.scores[row.player][-1] == row.score
        told = explain(competition, chosen, 4, row.player)
        assert sum(term.amount for term in told.terms if term.counts) == row.score


@examples(max_examples=60, deadline=None)
@given(competitions(), st.fractions(1, 40, max_denominator=7))
def test_with_running_opponents_what_one_wins_the_other_loses(competition, factor):
    players = tuple(replace(one, rating=one.rating or 1000) for one in competition.players)
    known = replace(competition, players=players)
    found = scores(known, rating(mode="own", factor=str(factor)))
    assert sum(found.values()) == sum(one.rating for one in players)


@examples(max_examples=80, deadline=None)
@given(competitions(), st.randoms(use_true_random=False), st.sampled_from([PERFORMANCE, OWN, FIXED]))
def test_the_order_of_entry_changes_nothing_and_the_calculation_is_right(competition, random, chosen):
    shuffled = list(competition.games)
    random.shuffle(shuffled)
    shown = standing(competition, chosen, 4)
    assert shown.rows == standing(replace(competition, games=tuple(shuffled)), chosen, 4).rows
    steps = progress(competition, shown)
    for row in shown.rows:
        assert not steps.rounds or steps.scores[row.player][-1] == row.score
        if chosen is PERFORMANCE:
            check_workings(explain(competition, chosen, 4, row.player))


@examples(max_examples=60, deadline=None)
@given(competitions(), st.sampled_from([PERFORMANCE, OWN, FIXED, Settings(system="moyenne")]))
def test_progress_is_the_standing_after_each_round(competition, chosen):
    """A replay from the first round gives what stood after each round."""
    steps = progress(competition, standing(competition, chosen, 4))
    for index, number in enumerate(steps.rounds):
        rows = standing(competition, chosen, number).rows
        after = {player: list(steps.marked(player))[index] for player in steps.scores}
        assert {row.player: after[row.player] for row in rows} == {row.player: (row.score, row.mark) for row in rows}


def test_the_progress_of_a_performance_is_marked_as_long_as_everything_or_nothing_was_won():
    played = tournament("1-2 2-0\n1-2 2-0\n1-2 1-1", 2)
    steps = progress(played, standing(played, PERFORMANCE, 3))
    assert [mark for _score, mark in steps.marked(1)] == [">", ">", ""]
    assert [mark for _score, mark in steps.marked(2)] == ["<", "<", ""]
    assert not progress(played, standing(played, OWN, 3)).marks
