"""Moyenne (spec 22; seed 000): own average and the opponents' averages, exact; unplayed games never count."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from oracles import oracle
from short_tournament import tournament
from test_tiebreaks import competitions
from workings import check_workings

from engine.classification import Settings, progress, standing
from engine.competition import Competition
from engine.explain import FORMULA, explain
from engine.results import PRESETS
from engine.systems import system
from engine.systems.moyenne import Options, Tally, averages
from engine.systems.options import OptionError

MOYENNE = Settings(system="moyenne")
WEIGHTED = Settings(system="moyenne", options=Options(weighted=True).as_json())
ORACLE = oracle("moyenne.json")


def scores(competition, settings=MOYENNE, last=9):
    """The score of each player."""
    return {row.player: row.score for row in standing(competition, settings, last).rows}


@pytest.mark.parametrize("kind", ["unweighted", "weighted"])
def test_oracle_formula(kind):
    """13 from 8 against one with 24 from 12 and one with 3 from 6, four games each."""
    own, others = ORACLE["own"], ORACLE["opponents"]
    tallies = {0: Tally(own["points"], own["games"], [1, 2] * 4)}
    tallies |= {index: Tally(one["points"], one["games"], [0] * one["games"]) for index, one in enumerate(others, start=1)}
    found = averages(tallies, Options(weighted=kind == "weighted"), 1)
    assert found[0] == Fraction(ORACLE[f"score_{kind}"])


def test_a_small_season_by_hand():
    """Weighted and unweighted differ where opponents played unequal numbers of games."""
    played = tournament("1-2 2-0, 3-4 1-1\n1-3 1-1", 5)
    # own: 1 has 3/2, 2 has 0/1, 3 has 2/2, 4 has 1/1
    assert scores(played)[1] == 2 * Fraction(3, 2) + (Fraction(0) + 1) / 2
    assert scores(played, WEIGHTED)[1] == 2 * Fraction(3, 2) + Fraction(0 + 2, 1 + 2)
    assert scores(played)[4] == 2 * 1 + 1
    assert scores(played)[5] is None


def test_weights_are_settings_and_the_sum_is_not_divided():
    played = tournament("1-2 2-0", 2)
    chosen = Settings(system="moyenne", options={"own": "3/2", "opponents": "1/2"})
    assert scores(played, chosen) == {1: 3, 2: 1}


def test_each_game_against_the_same_opponent_counts_once():
    played = tournament("1-2 2-0, 3-4 2-0\n1-2 2-0\n1-3 1-1", 4)
    two, three = Fraction(0), Fraction(3, 2)
    assert scores(played)[1] == 2 * Fraction(5, 3) + (2 * two + three) / 3
    assert scores(played, WEIGHTED)[1] == 2 * Fraction(5, 3) + Fraction(0 + 0 + 3, 2 + 2 + 2)


def test_unplayed_games_do_not_count():
    plain = tournament("1-2 2-0, 3-4 2-0\n1-3 1-1, 2-4 1-1", 5)
    more = tournament("1-2 2-0, 3-4 2-0\n1-3 1-1, 2-4 1-1\n1-4 2-0F, 2 bye, 3 external 2-0, 5 bye\n1-2 adj, 3-4 2-0 x", 5)
    assert scores(more) == scores(plain)
    row = next(row for row in standing(more, MOYENNE, 9).rows if row.player == 1)
    assert (row.games, row.wins, row.draws) == (2, 1, 1)


def test_without_games_no_score_and_at_the_bottom():
    played = tournament("1-2 2-0\n3 bye\n3 with_notice", 4, {3: {"barrage": 5}})
    rows = standing(played, MOYENNE, 9).rows
    assert [(row.player, row.place, row.score) for row in rows] == [(1, 1, 4), (2, 2, 2), (3, 3, None), (4, 4, None)]
    assert [row.decided_by for row in rows] == ["", "score", "score", "barrage"]
    lost = tournament("1-2 2-0, 3-2 2-0", 4)
    assert [row.player for row in standing(lost, Settings(system="moyenne", options={"opponents": "0"}), 9).rows][-2:] == [2, 4]


def test_the_minimum_number_of_games_counts_played_games():
    played = tournament("1-2 2-0, 3-4 2-0F\n1-3 0-2, 2-4 1-1", 4)
    rows = standing(played, replace(MOYENNE, minimum_games=2), 9).rows
    assert {row.player: row.below_minimum for row in rows} == {1: False, 2: False, 3: True, 4: True}
    assert rows[-1].decided_by in ("score", "minimum")


def test_equal_scores_fewer_games_first():
    played = tournament("1-2 1-1\n1-2 1-1\n3-4 1-1", 4)
    rows = standing(played, MOYENNE, 9).rows
    assert [row.player for row in rows] == [3, 4, 1, 2]
    assert rows[2].decided_by == "games"


def test_the_explanation_shows_both_averages():
    played = tournament("1-2 2-0, 3-4 1-1\n1-3 1-1\n1 bye", 4)
    told = explain(played, MOYENNE, 9, 1)
    assert (told.total, told.method) == (Fraction(7, 2), FORMULA)
    assert [(term.kind, term.amount, term.value, term.counts) for term in told.terms] == [
        ("game", 2, 0, True),
        ("game", 1, 1, True),
        ("entry", None, None, False),
    ]
    assert [(line.name, line.value) for line in told.workings] == [
        ("own_average", Fraction(3, 2)),
        ("opponents", Fraction(1, 2)),
        ("score", Fraction(7, 2)),
    ]
    assert told.workings[-1].filled(str) == "2 × 3/2 + 1 × 1/2"
    assert [term.numbers for term in told.terms[:2]] == [(("points", 0), ("games", 1)), (("points", 2), ("games", 2))]
    assert explain(played, WEIGHTED, 9, 1).workings[1].rule == "weighted"
    nobody = explain(tournament("1-2 2-0", 3), MOYENNE, 9, 3)
    assert (nobody.total, nobody.workings[0].rule) == (None, "no_games")


def test_progress_shows_the_averages_after_each_round():
    played = tournament("1-2 2-0\n1-3 1-1, 2-4 0-2", 4)
    steps = progress(played, standing(played, MOYENNE, 2))
    assert steps.rounds == (1, 2)
    assert steps.scores[1] == (4, 2 * Fraction(3, 2) + Fraction(1, 2))
    assert steps.scores[4] == (None, 4)


# Options


def test_options_come_back_from_their_stored_form():
    chosen = Options(Fraction(1, 3), Fraction(0), True)
    assert Options.read(chosen.as_json()) == chosen
    assert Options.read({}) == Options(Fraction(2), Fraction(1), False)
    assert chosen.as_json() == {"own": "1/3", "opponents": "0", "weighted": True}


@pytest.mark.parametrize(
    "options, code, field",
    [
        ({"own": "-1"}, "negative", "own"),
        ({"opponents": "-1/2"}, "negative", "opponents"),
        ({"own": "0"}, "own_counts_nothing", "own"),
        ({"own": "many"}, "unreadable", "own"),
        ({"weighted": "yes"}, "unreadable", "weighted"),
    ],
)
def test_bad_options_are_named(options, code, field):
    found = system("moyenne").problems(Competition(), Settings(system="moyenne", options=options))
    assert [(one.code, one.field) for one in found] == [(code, field)]


def test_an_option_that_cannot_be_read_is_never_replaced():
    with pytest.raises(OptionError, match="own"):
        scores(tournament("1-2 2-0", 2), Settings(system="moyenne", options={"own": "x"}))


# Properties


def slow(competition, weighted, scale):
    """The definition, straight from the games."""
    played = [game for game in competition.games if game.result and "F" not in game.result and game.result != "adj"]
    mine = {player.id: [] for player in competition.players}
    for game in played:
        white, black = scale.points(game.result)
        mine[game.white].append((white, game.black))
        mine[game.black].append((black, game.white))
    average = {player: sum(points for points, _ in games) / Fraction(len(games)) for player, games in mine.items() if games}
    found = {}
    for player, games in mine.items():
        if not games:
            found[player] = None
        elif weighted:
            points = sum(points for _, other in games for points, _ in mine[other])
            found[player] = 2 * average[player] + points / Fraction(sum(len(mine[other]) for _, other in games))
        else:
            found[player] = 2 * average[player] + sum(average[other] for _, other in games) / len(games)
    return found


@examples(max_examples=80, deadline=None)
@given(competitions(), st.booleans(), st.sampled_from(["draughts", "chess", "delft_two", "three_points"]))
def test_the_score_is_the_definition(competition, weighted, preset):
    chosen = replace(WEIGHTED if weighted else MOYENNE, scale=PRESETS[preset])
    shown = standing(competition, chosen, 4)
    assert {row.player: row.score for row in shown.rows} == slow(competition, weighted, chosen.scale)
    steps = progress(competition, shown)
    for row in shown.rows:
        assert not steps.rounds or steps.scores[row.player][-1] == row.score
        check_workings(explain(competition, chosen, 4, row.player))
    values = [row.score for row in shown.rows]
    assert values == sorted((one for one in values if one is not None), reverse=True) + [one for one in values if one is None]


@examples(max_examples=60, deadline=None)
@given(competitions(), st.randoms(use_true_random=False))
def test_the_order_in_which_games_were_entered_changes_nothing(competition, random):
    shuffled = list(competition.games)
    random.shuffle(shuffled)
    other = replace(competition, games=tuple(shuffled))
    assert standing(competition, MOYENNE, 4).rows == standing(other, MOYENNE, 4).rows
