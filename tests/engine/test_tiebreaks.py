"""Every tie-break code of spec 20, by hand-computed tournaments and the published FMJD crosstable."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from short_tournament import tournament

from engine import tiebreaks
from engine.classification import Settings, standing
from engine.competition import Competition, Game, Player, Round
from engine.record import ledger
from engine.results import CODES, PRESETS

ORACLE = json.loads((Path(__file__).parents[1] / "data/oracles/fmjd_swiss_68x9.json").read_text(encoding="utf-8"))


def values(competition, code, scale=PRESETS["draughts"], unplayed="self", last=99):
    """The value of one code for everybody, by player."""
    shown = standing(competition, Settings(system="swiss", scale=scale, tiebreaks=code, unplayed=unplayed), last)
    return {row.player: row.tiebreaks[0][1] for row in shown.rows}


#: Points after three rounds: see FOUR_POINTS.
FOUR = tournament(
    """
    1-2 2-0, 3-4 1-1
    4-1 0-2, 2-3 2-0
    1-3 1-1, 2-4 1-1
    """,
    4,
    {1: {"rating": 1200}, 2: {"rating": 1100}, 3: {"rating": None}, 4: {"rating": 1000}},
)
FOUR_POINTS = {1: 5, 2: 3, 3: 2, 4: 2}


@pytest.mark.parametrize(
    "code, expected",
    [
        ("1", {1: 1200, 2: 1100, 3: None, 4: 1000}),
        ("2", {1: 1050, 2: 1100, 3: 1100, 4: 1150}),  # the opponent without a rating is left out
        ("3", {1: 2, 2: 1, 3: 0, 4: 0}),
        ("4", {1: 7, 2: 9, 3: 10, 4: 10}),
        ("5", {1: 5, 2: 7, 3: 8, 4: 8}),
        ("6", {1: 2, 2: 2, 3: 3, 4: 3}),
        ("7", {1: Fraction(6), 2: Fraction(3), 3: Fraction(7, 2), 4: Fraction(5, 2)}),
        ("p", {1: 0, 2: 0, 3: 0, 4: 0}),
        ("t", {1: 5, 2: 7, 3: 8, 4: 8}),
        ("s", {1: 29, 2: 27, 3: 26, 4: 26}),
        ("c", {1: 2 + 4 + 5, 2: 0 + 2 + 3, 3: 1 + 1 + 2, 4: 1 + 1 + 2}),
        ("b", {1: 1, 2: 1, 3: 2, 4: 2}),
        ("k", {1: 5, 2: 3, 3: 2, 4: 2}),
        ("l", {1: 1, 2: 2, 3: 3, 4: 4}),
    ],
)
def test_every_code(code, expected):
    assert values(FOUR, code) == expected


def test_points_of_the_example():
    assert {row.player: row.score for row in standing(FOUR, Settings(), 3).rows} == FOUR_POINTS


def test_mutual_result_among_all_who_are_tied_and_met():
    assert values(FOUR, "m") == {1: None, 2: None, 3: 1, 4: 1}


def test_mutual_result_needs_everybody_to_have_met():
    # 1, 2 and 3 have two points each; 1 beat 2, but 3 met neither
    played = tournament("1-2 2-0, 3-4 2-0\n2-5 2-0, 4-1 2-0, 3-5 0-2", 5)
    assert {one: value for one, value in values(played, "m").items() if one in (1, 2, 3)} == {1: None, 2: None, 3: None}


def test_mutual_result_counts_only_after_the_codes_before_it():
    # equal points: 1 and 2 (who met) and 3; more wins puts 3 apart, and then 1 and 2 are compared among themselves
    played = tournament("1-2 +1-1, 3-4 2-0\n1-4 1-1, 2-5 1-1, 3-5 0-2", 5)
    scale = PRESETS["draughts"]
    shown = standing(played, Settings(system="swiss", scale=scale, tiebreaks="3m"), 9)
    by_player = {row.player: dict(row.tiebreaks) for row in shown.rows}
    assert by_player[3]["m"] is None
    assert by_player[1]["m"] == by_player[2]["m"] == 1


def test_a_forfeit_is_no_meeting_for_the_mutual_result():
    assert set(values(tournament("1-2 0-0F", 2), "m").values()) == {None}


def test_plus_minus_balance():
    played = tournament("1-2 +1-1, 3-4 1-1+", 4)
    assert values(played, "p") == {1: 1, 2: -1, 3: -1, 4: 1}


def test_sb_shares_of_plus_and_minus_draws():
    # 2 and 4 have the points that count: draws on the Delft scale 3/2 and 1/2
    played = tournament("1-2 +1-1", 2)
    assert values(played, "7", PRESETS["delft_two"]) == {1: Fraction(3, 4) * Fraction(1, 2), 2: Fraction(1, 4) * Fraction(3, 2)}


def test_board_points_are_as_written_whatever_the_scale():
    played = tournament("1-2 =12-8, 3-4 2-0", 4)
    assert values(played, "k", PRESETS["delft_renewed"]) == {1: 12, 2: 8, 3: 2, 4: 0}


def test_lot_as_a_code_decides_the_place():
    played = tournament("1-2 1-1", 2)
    shared = standing(played, Settings(system="swiss", tiebreaks=""), 1)
    decided = standing(played, Settings(system="swiss", tiebreaks="l"), 1)
    assert [row.place for row in shared.rows] == [1, 1]
    assert [row.place for row in decided.rows] == [1, 2]


@pytest.mark.parametrize("name", PRESETS)
def test_codes_on_every_scale_are_exact(name):
    """Resistance is the sum of the opponents' scores on every scale; progressive ends with the score."""
    played = tournament("1-2 +1-1, 3-4 2-0\n4-1 1-1+, 2-3 0-2\n1-3 1-1, 2-4 0-2F", 4)
    shown = standing(played, Settings(system="swiss", scale=PRESETS[name], tiebreaks="4"), 3)
    score = {row.player: row.score for row in shown.rows}
    assert dict(shown.rows[0].tiebreaks) is not None
    expected = {1: score[2] + score[4] + score[3], 2: score[1] + score[3] + score[2]}
    resistance = {row.player: row.tiebreaks[0][1] for row in shown.rows}
    assert {one: resistance[one] for one in expected} == expected


# Unplayed games (spec 31 "unplayed opponents")

#: 1 and 2: a forfeit; 3: a bye; 4: an entered absence; 5: nothing entered in round 1.
GAPS = tournament("1-2 2-0F, 3 bye, 4 with_notice\n1-3 1-1, 4-5 2-0", 5)


def test_unplayed_games_count_as_a_draw_against_yourself():
    score = {1: 3, 2: 0, 3: 3, 4: 2, 5: 0}
    assert values(GAPS, "4") == {1: 3 + score[3], 2: 0, 3: 3 + score[1], 4: 2 + score[5], 5: score[4]}


def test_unplayed_games_count_half_the_own_points_for_sb():
    assert values(GAPS, "7") == {1: Fraction(3, 2) + Fraction(3, 2), 2: 0, 3: Fraction(3, 2) + Fraction(3, 2), 4: 1, 5: 0}


def test_fmjd_counts_forfeit_opponents_and_no_bye():
    assert values(GAPS, "4", unplayed="fmjd") == {1: 0 + 3, 2: 3, 3: 0 + 3, 4: 0 + 0, 5: 2}
    assert values(GAPS, "7", unplayed="fmjd") == {1: 0 + Fraction(3, 2), 2: 0, 3: Fraction(3, 2), 4: 0, 5: 0}


def test_unplayed_games_take_part_when_the_lowest_is_left_out():
    # 3 has resistance 3 (bye, own points) + 3; without the lowest 3
    assert values(GAPS, "5")[3] == 3
    assert values(GAPS, "5", unplayed="fmjd")[3] == 3  # the bye's 0 is the lowest


def test_nothing_is_left_of_few_parts():
    played = tournament("1-2 1-1", 3)
    assert values(played, "5") == {1: 0, 2: 0, 3: 0}
    assert values(played, "6") == {1: 0, 2: 0, 3: 0}
    assert values(played, "t") == {1: 0, 2: 0, 3: 0}


def test_series_of_truncations_decides_where_its_first_value_is_equal():
    # the opponents of 1 have 4, 2 and 0 points, those of 2 have 3, 3 and 0: 6 without the lowest, then 4 against 3
    played = tournament(
        """
        1-3 =0-0, 2-6 =0-0
        1-4 =0-0, 2-7 =0-0
        1-5 =0-0, 2-8 =0-0
        3-9 =4-0, 4-9 =2-0, 6-9 =3-0, 7-9 =3-0
        """,
        9,
    )
    view = tiebreaks.View(played, ledger(played, PRESETS["free"], 4))
    assert tiebreaks.truncated_series(view, 1) == (6, 4)
    assert tiebreaks.truncated_series(view, 2) == (6, 3)
    # the lot would put 2 first
    about = {1: {"lot": 20}}
    other = tournament(
        "1-3 =0-0, 2-6 =0-0\n1-4 =0-0, 2-7 =0-0\n1-5 =0-0, 2-8 =0-0\n3-9 =4-0, 4-9 =2-0, 6-9 =3-0, 7-9 =3-0", 9, about
    )
    rows = standing(other, Settings(system="swiss", scale=PRESETS["free"], tiebreaks="t"), 4).rows
    of = {row.player: row for row in rows}
    assert of[1].place < of[2].place
    assert of[2].decided_by == "t"
    assert of[1].tiebreaks == of[2].tiebreaks == (("t", 6),)


# The field


def test_parse_takes_blanks_commas_and_capitals():
    assert tiebreaks.parse(" 4, 7-M ") == ("4", "7", "m")
    assert tiebreaks.parse("") == ()


@pytest.mark.parametrize("field, code, repeated", [("4x", "x", False), ("8", "8", False), ("474", "4", True), ("mM", "M", True)])
def test_a_wrong_code_is_named_with_the_allowed_ones(field, code, repeated):
    with pytest.raises(tiebreaks.TiebreakError) as caught:
        tiebreaks.parse(field)
    assert (caught.value.code, caught.value.repeated) == (code, repeated)
    assert "".join(caught.value.allowed) == "1234567mptscbkl"
    assert "allowed are 1 2 3" in str(caught.value)


# Oracle: a published tournament of 68 players and 9 rounds


def fmjd() -> Competition:
    """The published crosstable; player ids are the published places, a double forfeit has no points."""
    players = tuple(Player(one["place"], one["lot"], rating=one["rating"]) for one in ORACLE["players"])
    games = []
    for one in ORACLE["players"]:
        for number, (opponent, colour, points) in enumerate(one["games"], start=1):
            if colour == "w":
                result = "0-0F" if points is None else {2: "2-0", 1: "1-1", 0: "0-2"}[points]
                games.append(Game(number, one["place"], opponent, result))
    return Competition(players, tuple(Round(number) for number in range(1, 10)), tuple(games))


FMJD = Settings(system="swiss", tiebreaks="5s", unplayed="fmjd")


def test_oracle_fmjd_values():
    rows = standing(fmjd(), FMJD, 9).rows
    published = {one["place"]: (one["points"], one["short_truncated_solkoff"]) for one in ORACLE["players"]}
    assert {row.player: (row.score, row.tiebreaks[0][1]) for row in rows} == published


def test_oracle_fmjd_order():
    rows = standing(fmjd(), FMJD, 9).rows
    assert [row.player for row in rows] == list(range(1, 69))
    assert [row.place for row in rows] == list(range(1, 69))


def test_oracle_fmjd_full_truncated_starts_with_the_same_value():
    by_t = {row.player: row.tiebreaks[0][1] for row in standing(fmjd(), Settings(tiebreaks="t", unplayed="fmjd"), 9).rows}
    assert by_t == {one["place"]: one["short_truncated_solkoff"] for one in ORACLE["players"]}


# Properties

RESULTS = st.sampled_from([code for code in CODES if code])


@st.composite
def competitions(draw):
    """Any games among a few players, several in a round and several between the same two."""
    count = draw(st.integers(2, 7))
    pair = st.lists(st.integers(1, count), min_size=2, max_size=2, unique=True)
    games = draw(st.lists(st.tuples(st.integers(1, 4), pair, RESULTS), max_size=14))
    played = tuple(Game(number, *two, result, id=index) for index, (number, two, result) in enumerate(games))
    ratings = draw(st.lists(st.one_of(st.none(), st.integers(800, 1500)), min_size=count, max_size=count))
    players = tuple(Player(one, one, rating=ratings[one - 1]) for one in range(1, count + 1))
    return Competition(players, tuple(Round(number) for number in range(1, 5)), played)


ALL_CODES = "p1234567mtscbkl"


@settings(max_examples=80, deadline=None)
@given(competitions(), st.randoms(use_true_random=False), st.sampled_from(list(PRESETS)))
def test_the_order_in_which_games_were_entered_changes_nothing(competition, random, preset):
    shuffled = list(competition.games)
    random.shuffle(shuffled)
    other = Competition(competition.players, competition.rounds, tuple(shuffled))
    chosen = Settings(scale=PRESETS[preset], tiebreaks=ALL_CODES)
    assert standing(competition, chosen, 4).rows == standing(other, chosen, 4).rows


@settings(max_examples=80, deadline=None)
@given(competitions(), st.sampled_from(list(PRESETS)))
def test_points_given_are_points_received(competition, preset):
    scale = PRESETS[preset]
    rows = standing(competition, Settings(scale=scale), 4).rows
    given_out = sum((sum(scale.points(game.result)) for game in competition.games), Fraction(0))
    assert sum((row.score for row in rows), Fraction(0)) == given_out
    assert sum(row.games for row in rows) == 2 * sum(1 for game in competition.games if game.result != "adj")
    assert all(row.games == row.wins + row.plus + row.draws + row.minus + row.losses for row in rows)


@settings(max_examples=80, deadline=None)
@given(competitions())
def test_truncations_leave_out_what_they_say(competition):
    rows = standing(competition, Settings(tiebreaks="456t"), 4).rows
    for row in rows:
        of = dict(row.tiebreaks)
        assert of["4"] >= of["5"] >= of["6"] >= 0
        assert of["5"] == of["t"]


@settings(max_examples=50, deadline=None)
@given(competitions())
def test_all_sb_is_shared_out(competition):
    """Games between two played at the board: both SB parts together are the shares of both scores."""
    rows = standing(competition, Settings(tiebreaks="7", unplayed="fmjd"), 4).rows
    score = {row.player: row.score for row in rows}
    share = {
        "2-0": (1, 0),
        "0-2": (0, 1),
        "1-1": (Fraction(1, 2), Fraction(1, 2)),
        "+1-1": (Fraction(3, 4), Fraction(1, 4)),
        "1-1+": (Fraction(1, 4), Fraction(3, 4)),
    }
    share |= {"2-0F": (1, 0), "0-2F": (0, 1), "0-0F": (0, 0)}
    expected = sum(
        (
            share[game.result][0] * score[game.black] + share[game.result][1] * score[game.white]
            for game in competition.games
            if game.result != "adj"
        ),
        Fraction(0),
    )
    assert sum((row.tiebreaks[0][1] for row in rows), Fraction(0)) == expected
