"""The season rating list (spec 24; seed 000 "KNDB-rating"): factors, new players, lists A and B, next season's ratings."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from oracles import oracle
from short_tournament import tournament

from engine.competition import SingleEntry
from engine.ratings.season import Person, Result, Rules, collect, revised, season_list
from engine.ratings.table import expected, half_up
from engine.systems.options import problems_of

ORACLE = oracle("rating.json")


def row_of(persons, results, key="a", rules=None, earlier=()):
    """A player's row."""
    return next(row for row in season_list(persons, results, rules, earlier).rows if row.person.key == key)


def against(points, *ratings, key="a"):
    """Results against players outside the list: match points and ratings."""
    return [Result(key, one, opponent_rating=rating) for one, rating in zip(points, ratings, strict=True)]


def test_oracle_the_article_match():
    """26-14 where 30-10 was expected: 20 points each way with factor 5."""
    case = ORACLE["match"]
    persons = [Person(key, key, rating, 200) for key, rating in zip("ab", case["ratings"], strict=True)]
    results = [Result("a", points, "b") for points in [2] * 6 + [1] * 14] + [
        Result("b", points, "a") for points in [0] * 6 + [1] * 14
    ]
    found = season_list(persons, results).rows
    assert [row.rating for row in found] == case["new"]
    assert [(row.factor, row.factor_rule, row.expected) for row in found] == [(5, "above", 30), (5, "above", 10)]


def test_oracle_the_article_season():
    """Five cup games; the article takes factor 5, whatever the whole year's performance was."""
    case = ORACLE["season"]
    results = against(case["match_points"], *case["opponents"])
    row = row_of([Person("a", "A", case["own"], 200)], results, rules=Rules(factor_deviates=Fraction(5)))
    assert [game.expected for game in row.played] == [Fraction(one) for one in case["expected"]]
    assert row.expected == Fraction(case["expected_total"])
    assert (row.exact, row.rating) == (Fraction(case["new_exact"]), case["new_rounded"])
    assert revised(case["own"], 8, row.expected, Fraction(case["factor_per_match_point"])) == row.exact


@pytest.mark.parametrize(
    "before, factor, rule",
    [(25, "15/2", "up_to"), (115, "15/2", "up_to"), (116, "5", "above"), (300, "5", "above")],
)
def test_the_factor_follows_the_games_in_total(before, factor, rule):
    """Up to 125 games, those of this season included: 7½; above: 5."""
    results = against([1] * 9 + [2], *[1200] * 10)
    row = row_of([Person("a", "A", 1200, before)], results)
    assert (row.factor, row.factor_rule) == (Fraction(factor), rule)
    assert row.exact == 1200 + Fraction(factor)
    assert (row.total, row.games, row.match_points) == (before + 10, 10, 11)


def test_a_performance_that_differs_more_than_100_has_factor_10():
    """35 % is 110 below the average of the opponents, 36 % is 102, 37 % is 95."""
    person = [Person("a", "A", 1200, 200)]
    fast = row_of(person, against([0] * 14 + [2] * 6 + [1] * 2, *[1200] * 22))  # 14 of 44: 32 %
    assert (fast.factor, fast.factor_rule) == (10, "deviates")
    assert fast.performance.difference == -133
    assert fast.exact == 1200 + 10 * (14 - 22)
    exactly = row_of(person, against([2] * 20, *[1200 - 636] * 20), rules=Rules(extreme=736))
    assert exactly.performance.rating - 1200 == 100
    assert exactly.factor_rule == "above"
    beyond = row_of(person, against([2] * 20, *[1200 - 635] * 20))
    assert (beyond.performance.rating - 1200, beyond.factor_rule) == (101, "deviates")


@pytest.mark.parametrize("rating, games", [(None, 0), (None, 80), (1100, 24), (1100, 0)])
def test_new_players_get_the_performance_over_all_collected_games(rating, games):
    results = against([2, 1, 1, 0], 1200, 1300, 1250, 1250)
    earlier = against([2, 2], 1000, 1000)
    row = row_of([Person("a", "A", rating, games)], results, earlier=earlier)
    assert (row.rule, row.exact) == ("performance", Fraction(7000, 6) + 125)  # 8 of 12: 67 %
    assert (row.rating, row.games, row.total) == (1292, 4, games + 4)
    assert [game.earlier for game in row.played] == [True, True, False, False, False, False]
    settled = row_of([Person("a", "A", 1100, 25)], results, earlier=earlier)
    assert settled.rule == "factor"
    assert len(settled.played) == 4


def test_nothing_won_is_only_a_bound():
    row = row_of([Person("a", "A")], against([0, 0], 1200, 1300))
    assert (row.rating, row.performance.mark) == (1250 - 736, "<")


def test_without_games_the_rating_stands():
    found = season_list([Person("a", "A", 1200, 100), Person("b", "B"), Person("c", "C", 900, 3)], [])
    assert [(row.rating, row.rule) for row in found.rows] == [(1200, "unchanged"), (None, "unchanged"), (900, "unchanged")]


def test_ratings_stand_still_during_the_season():
    """The rating of the start counts for all games, and for both players."""
    persons = [Person("a", "A", 1200, 200), Person("b", "B", 1200, 200)]
    results = [Result("a", 2, "b"), Result("b", 0, "a")] * 3 + [Result("a", 0, "b"), Result("b", 2, "a")] * 2
    found = season_list(persons, results).rows
    assert [row.exact for row in found] == [1205, 1195]  # 6 of 10, 5 expected


def test_games_against_players_without_a_rating():
    persons = [Person("a", "A", 1200, 200), Person("b", "B")]
    results = [Result("a", 0, "b"), Result("b", 2, "a"), *against([1], 1200)]
    left_out = row_of(persons, results)
    assert (left_out.exact, left_out.games, left_out.total) == (1200, 1, 201)
    assert [game.rating for game in left_out.played] == [None, 1200]
    counted = row_of(persons, results, rules=Rules(start_rating=1200))
    assert (counted.exact, counted.games) == (1200 - 10, 2)  # 1 of 4: 193 below 1200, so factor 10
    assert row_of(persons, results, "b").rating == 1200 + 736


# The lists


def test_list_a_asks_games_in_total_recent_games_and_a_nationality_or_membership():
    persons = [
        Person(1, "Twenty-four games", 1200, 24, 6),
        Person(2, "Twenty-five games", 1210, 25, 6),
        Person(3, "Five recent", 1220, 100, 5),
        Person(4, "Foreigner", 1230, 100, 10, eligible=False),
        Person(5, "No rating", None, 0),
        Person(6, "Both seasons", 1240, 100, 4),
    ]
    results = [Result(6, 1, opponent_rating=1240), Result(6, 1, opponent_rating=1240)]
    found = season_list(persons, results)
    assert [(row.person.key, row.place) for row in found.by_rating] == [(6, 1), (2, 2)]
    assert [row.person.key for row in found.by_name] == [6, 3, 4, 2, 1]
    assert [row.place for row in found.rows] == [None, 2, None, None, None, 1]


def test_equal_ratings_share_a_place_and_names_follow_their_sort_key():
    persons = [
        Person(one, name, rating, 100, 6) for one, name, rating in [(1, "c", 1200), (2, "a", 1200), (3, "b", 1100), (4, "d", 1300)]
    ]
    found = season_list(persons, [])
    assert [(row.person.name, row.place) for row in found.by_rating] == [("d", 1), ("a", 2), ("c", 2), ("b", 4)]
    sorted_otherwise = [replace(one, sort_key=(str(9 - one.key),)) for one in persons]
    assert [row.person.key for row in season_list(sorted_otherwise, []).by_name] == [4, 3, 2, 1]


def test_the_next_season_starts_with_the_new_ratings():
    row = row_of([Person("a", "A", 1200, 200, 31)], against([2], 1200))
    assert row.next_season == Person("a", "A", 1210, 201, 1)
    assert isinstance(row.next_season.rating, int)


# Collecting


def test_the_games_of_several_competitions_are_collected():
    about = {1: {"rating": 1500, "name": "One"}, 2: {"rating": 1400, "name": "Two"}, 3: {"rating": 1300, "name": "Guest"}}
    cup = tournament("1-2 2-0, 3-1 1-1\n1-2 2-0F, 3 bye\n2-1 adj\n1-2 2-0 x", 3, about, name="Cup")
    cup = replace(cup, entries=(*cup.entries, SingleEntry(1, 2, "external", "0-2", 1600, "Visitor", id=9)))
    league = tournament("2-1 +1-1", 2, name="League")
    persons = {1: "a", 2: "b"}
    results = collect(cup, persons) + collect(league, persons)
    assert results == [
        Result("a", 2, "b", None, "Two", "Cup", 1),
        Result("a", 1, None, 1300, "Guest", "Cup", 1),
        Result("b", 0, "a", None, "One", "Cup", 1),
        Result("b", 0, None, 1600, "Visitor", "Cup", 1),
        Result("a", 1, "b", None, "", "League", 1),
        Result("b", 1, "a", None, "", "League", 1),
    ]
    found = season_list([Person("a", "A", 1000, 200), Person("b", "B", 1000, 200)], results)
    assert [row.games for row in found.rows] == [3, 3]
    assert [game.rating for game in found.rows[0].played] == [1000, 1300, 1000]  # the list's own ratings, not those entered


# Rules


def test_rules_come_back_from_their_stored_form():
    chosen = Rules(20, 100, Fraction(8), Fraction(4), Fraction(12), 90, 20, 5, 1100, 800)
    assert Rules.read(chosen.as_json()) == chosen
    assert Rules.read({}) == Rules.read(Rules().as_json()) == Rules()
    assert Rules().as_json()["factor_up_to"] == "15/2"


def test_bad_rules_are_named():
    assert [(one.code, one.field) for one in problems_of(Rules.read, {"deviation": -1, "factor_above": "-5"})] == [
        ("negative", "factor_above"),
        ("negative", "deviation"),
    ]
    assert [(one.code, one.field) for one in problems_of(Rules.read, {"settled_games": "few"})] == [("unreadable", "settled_games")]


# Properties


@st.composite
def years(draw):
    """A few players and their games against each other and others."""
    keys = "abcd"
    persons = [
        Person(
            key,
            key.upper(),
            draw(st.one_of(st.none(), st.integers(800, 1600))),
            draw(st.sampled_from([0, 24, 25, 120, 126, 300])),
            draw(st.integers(0, 7)),
            draw(st.booleans()),
        )
        for key in keys
    ]
    pairs = draw(st.lists(st.tuples(st.sampled_from(keys), st.sampled_from(keys), st.integers(0, 2)), max_size=25))
    results = []
    for one, other, points in pairs:
        if one != other:
            results += [Result(one, points, other), Result(other, 2 - points, one)]
    return persons, results


@examples(max_examples=100, deadline=None)
@given(years(), st.randoms(use_true_random=False))
def test_the_order_of_the_games_changes_nothing(year, random):
    persons, results = year
    shuffled = list(results)
    random.shuffle(shuffled)
    one, other = season_list(persons, results), season_list(persons, shuffled)
    assert [replace(row, played=()) for row in one.rows] == [replace(row, played=()) for row in other.rows]


@examples(max_examples=100, deadline=None)
@given(years())
def test_each_new_rating_follows_from_its_games(year):
    persons, results = year
    ratings = {one.key: one.rating for one in persons}
    found = season_list(persons, results)
    for row in found.rows:
        counted = [one for one in results if one.player == row.person.key and ratings[one.opponent] is not None]
        assert (row.games, row.total) == (len(counted), row.person.games + len(counted))
        assert row.rating == (None if row.exact is None else half_up(row.exact))
        if row.rule == "factor":
            norm = sum(Fraction(expected(row.person.rating - ratings[one.opponent]), 50) for one in counted)
            assert row.exact == row.person.rating + row.factor * (row.match_points - norm)
            assert (row.factor_rule == "deviates") == (abs(row.performance.rating - row.person.rating) > 100)
        elif row.rule == "performance":
            assert row.exact == Fraction(sum(ratings[one.opponent] for one in counted), len(counted)) + row.performance.difference
        else:
            assert (row.exact, counted) == (row.person.rating, [])
    assert {row.person.key for row in found.by_rating} <= {row.person.key for row in found.by_name}
    assert [row.rating for row in found.by_rating] == sorted((row.rating for row in found.by_rating), reverse=True)
    assert all(row.person.eligible and row.total >= 25 and row.games + row.person.previous_games >= 6 for row in found.by_rating)
