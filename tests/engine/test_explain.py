"""Explanations: the terms make the number, unplayed parts are named, ties name their key (spec 20 Explain, 70 trap 17)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from short_tournament import tournament
from test_tiebreaks import FMJD, competitions, fmjd

from engine.classification import Settings, standing
from engine.explain import AVERAGE, COUNT, SERIES, SUM, VALUE, explain, tie
from engine.results import PRESETS, Side
from engine.tiebreaks import KEYS

SWISS = Settings(system="swiss", tiebreaks="47")
#: Player 1 wins, forfeits, has a bye and is absent with notice; scores: 1 has 4, 2 has 1, 3 has 5, 4 has 2.
GAPS = tournament("1-2 2-0, 3-4 2-0\n1-3 0-2F, 2-4 1-1\n1 bye, 3 bye\n1 with_notice, 2-3 1-1, 4 with_notice", 4)


def counted(explanation):
    """What the counting terms make by the method named."""
    amounts = [term.amount for term in explanation.terms if term.counts]
    if explanation.method == AVERAGE:
        return sum(amounts, Fraction(0)) / len(amounts) if amounts else None
    if explanation.method == VALUE:
        return amounts[0]
    return sum(amounts, Fraction(0))


def test_a_score_opens_to_its_games_and_absences():
    told = explain(GAPS, SWISS, 4, 1)
    assert [(term.round, term.kind, term.side, term.reason, term.amount) for term in told.terms] == [
        (1, "game", Side.WIN, "", 2),
        (2, "forfeit", Side.FORFEIT_LOSS, "", 0),
        (3, "entry", None, "bye", 2),
        (4, "entry", None, "with_notice", 0),
    ]
    assert (told.total, told.method) == (4, SUM)
    assert (told.terms[0].opponent, told.terms[0].colour, told.terms[0].game) == (2, "w", 1)


def test_trap_17_resistance_names_each_unplayed_part():
    """Part by part: the opponent's points, or the own points for a bye, a forfeit and an absence."""
    told = explain(GAPS, SWISS, 4, 1, "4")
    score = {row.player: row.score for row in standing(GAPS, SWISS, 4).rows}
    assert [(term.kind, term.basis, term.amount) for term in told.terms] == [
        ("game", "opponent", score[2]),
        ("forfeit", "own", score[1]),
        ("entry", "own", score[1]),
        ("entry", "own", score[1]),
    ]
    assert told.total == counted(told)


def test_trap_17_sb_shows_share_times_points_and_half_the_own_points():
    """Each part of SB with its share and what the share is of."""
    told = explain(GAPS, SWISS, 4, 1, "7")
    assert [(term.share, term.value, term.amount, term.basis) for term in told.terms] == [
        (1, 2, 2, "opponent"),
        (Fraction(1, 2), 4, 2, "own"),
        (Fraction(1, 2), 4, 2, "own"),
        (Fraction(1, 2), 4, 2, "own"),
    ]
    assert all(term.share * term.value == term.amount for term in told.terms)


def test_trap_17_fmjd_counts_forfeit_opponents_and_nothing_for_a_bye():
    """With the other option the same parts are named otherwise."""
    chosen = Settings(system="swiss", tiebreaks="47", unplayed="fmjd")
    told = explain(GAPS, chosen, 4, 1, "4")
    assert [term.basis for term in told.terms] == ["opponent", "opponent", "nothing", "nothing"]
    assert told.unplayed == "fmjd"
    assert told.total == counted(told)


def test_the_lowest_and_the_highest_part_are_marked():
    assert [term.counts for term in explain(GAPS, SWISS, 4, 1, "5").terms] == [False, True, True, True]
    assert [term.counts for term in explain(GAPS, SWISS, 4, 1, "6").terms] == [False, True, True, False]


def test_the_series_of_truncations_is_shown():
    told = explain(GAPS, SWISS, 4, 1, "t")
    assert told.method == SERIES
    assert told.series == (12, 8, 4)


def test_average_rating_names_opponents_without_a_rating():
    played = tournament("1-2 2-0, 3-4 1-1\n1-3 1-1", 4, {2: {"rating": 1000}, 3: {"rating": None}})
    told = explain(played, SWISS, 2, 1, "2")
    assert [(term.opponent, term.amount, term.counts) for term in told.terms] == [(2, 1000, True), (3, None, False)]
    assert (told.total, told.method) == (1000, AVERAGE)


def test_a_mutual_result_shows_the_games_of_the_tied_players_or_who_did_not_meet():
    played = tournament("1-2 1-1, 3-4 2-0\n1-4 1-1, 2-3 1-1", 4)
    chosen = Settings(system="swiss", tiebreaks="m")
    told = explain(played, chosen, 2, 1, "m")
    assert (told.group, told.total, [term.opponent for term in told.terms]) == ((1, 2), 1, [2])
    apart = tournament("1-3 1-1, 2-4 1-1", 4)
    assert explain(apart, chosen, 1, 1, "m").not_met == (1, 2)
    assert explain(apart, chosen, 1, 1, "m").total is None


def test_counts_show_the_games_that_count():
    played = tournament("1-2 +1-1, 3-4 2-0\n3-1 2-0F, 2-4 0-2", 4)
    assert [(term.round, term.amount) for term in explain(played, SWISS, 2, 1, "p").terms] == [(1, 1)]
    assert [(term.round, term.amount) for term in explain(played, SWISS, 2, 3, "3").terms] == [(1, 1), (2, 1)]
    assert explain(played, SWISS, 2, 1, "b").terms == ()  # a forfeit with black is no game with black
    assert explain(played, SWISS, 2, 1, "b").method == COUNT


@pytest.mark.parametrize("code", KEYS)
def test_every_code_of_the_published_tournament_adds_up(code):
    competition = fmjd()
    chosen = Settings(system="swiss", tiebreaks=code, unplayed="fmjd")
    for row in standing(competition, chosen, 9).rows[::7]:
        told = explain(competition, chosen, 9, row.player, code)
        assert told.total == row.tiebreaks[0][1]
        assert told.total is None or counted(told) == told.total


def test_unknown_numbers_and_players_are_refused():
    with pytest.raises(ValueError, match="unknown number"):
        explain(GAPS, SWISS, 4, 1, "x")
    with pytest.raises(KeyError):
        explain(GAPS, SWISS, 4, 99)


def test_a_tie_shows_the_equal_keys_and_the_one_that_decided():
    shown = standing(fmjd(), FMJD, 9)
    decided = tie(fmjd(), shown, 4)
    assert (decided.above, decided.below, decided.decided_by) == (3, 4, "5")
    assert [(step.key, step.above, step.below) for step in decided.steps] == [("score", 12, 12), ("5", 96, 95)]
    assert tie(fmjd(), shown, 1) is None
    assert tie(fmjd(), shown, 999) is None


def test_a_tie_by_the_minimum_names_the_games():
    played = tournament("1-2 2-0, 3-4 2-0\n1-3 0-2", 4)
    shown = standing(played, Settings(tiebreaks="", minimum_games=2), 2)
    assert [(step.key, step.above, step.below) for step in tie(played, shown, 2).steps] == [("minimum", 2, 1)]


def test_a_tie_by_truncations_names_how_many_were_left_out():
    played = tournament(
        "1-3 =0-0, 2-6 =0-0\n1-4 =0-0, 2-7 =0-0\n1-5 =0-0, 2-8 =0-0\n3-9 =4-0, 4-9 =2-0, 6-9 =3-0, 7-9 =3-0", 9, {1: {"lot": 20}}
    )
    shown = standing(played, Settings(system="swiss", scale=PRESETS["free"], tiebreaks="t"), 4)
    last = tie(played, shown, 2).steps[-1]
    assert (last.key, last.above, last.below, last.left_out) == ("t", 4, 3, 2)


@examples(max_examples=60, deadline=None)
@given(competitions(), st.sampled_from(list(PRESETS)), st.sampled_from(["self", "fmjd"]))
def test_terms_always_make_the_number_that_the_standing_shows(competition, preset, unplayed):
    codes = "p1234567mtscbkl"
    chosen = Settings(system="swiss", scale=PRESETS[preset], tiebreaks=codes, unplayed=unplayed)
    for row in standing(competition, chosen, 4).rows:
        for what, shown in [("score", row.score), *row.tiebreaks]:
            told = explain(competition, chosen, 4, row.player, what)
            assert told.total == shown
            assert shown is None or counted(told) == shown


@examples(max_examples=60, deadline=None)
@given(competitions())
def test_every_tie_ends_with_a_difference(competition):
    shown = standing(competition, Settings(tiebreaks="m47t"), 4)
    for row in shown.rows[1:]:
        *equal, last = tie(competition, shown, row.player).steps
        assert last.key == row.decided_by
        assert last.above != last.below
        assert all(step.above == step.below for step in equal)
