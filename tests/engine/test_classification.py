"""The order of a standing, its filters and its overviews (spec 20 "Order of a standing", 10 Filters, 70)."""

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from short_tournament import tournament
from test_tiebreaks import competitions

from engine.classification import Settings, by_lot, progress, standing
from engine.competition import Competition, Game, Interval, Player, Round, SingleEntry
from engine.crosstable import cross_by_place, cross_by_round
from engine.results import PRESETS, Scale, Side

SWISS = Settings(system="swiss", tiebreaks="47")
NORMAL = Settings(system="normal", tiebreaks="m7")
CHESS = PRESETS["chess"]


def table(shown):
    """Place, player and score of each row."""
    return [(row.place, row.player, row.score) for row in shown.rows]


def order(competition, settings, last=9):
    """The players from first to last."""
    return [row.player for row in standing(competition, settings, last).rows]


# The order


def test_score_then_fewer_games_in_the_normal_system():
    played = tournament("1-2 1-1, 3-4 1-1\n1-5 0-2", 5)
    assert order(played, NORMAL) == [5, 2, 3, 4, 1]  # 2, 3, 4 and 1 have one point, 1 from two games
    assert standing(played, NORMAL, 2).rows[-1].decided_by == "games"


def test_fewer_games_can_be_switched_off_and_never_counts_in_a_swiss():
    played = tournament("1-2 1-1\n1-3 0-2, 2-4 0-2", 4, {2: {"lot": 9}})
    more = tournament("1-2 1-1\n1-3 0-2", 3)
    assert order(more, Settings(tiebreaks="")) == [3, 2, 1]
    assert order(more, Settings(tiebreaks="", fewer_games_first=False)) == [3, 1, 2]
    assert order(more, Settings(system="swiss", tiebreaks="")) == [3, 1, 2]
    assert order(played, SWISS)[-1] in (1, 2)


def test_barrage_higher_first_then_lot_lower_first():
    played = tournament("", 4, {1: {"barrage": 0}, 3: {"barrage": 2}, 4: {"lot": 0}})
    shown = standing(played, SWISS, 0)
    assert [row.player for row in shown.rows] == [3, 4, 1, 2]
    assert [row.decided_by for row in shown.rows] == ["", "barrage", "lot", "lot"]
    assert [row.place for row in shown.rows] == [1, 2, 2, 2]


def test_equal_lots_keep_the_order_of_entry_and_share_the_place():
    played = tournament("", 2, {1: {"lot": 5, "order": 2}, 2: {"lot": 5, "order": 1}})
    shown = standing(played, SWISS, 0)
    assert [(row.player, row.place, row.decided_by) for row in shown.rows] == [(2, 1, ""), (1, 1, "entry")]
    assert [player.id for player in by_lot(played)] == [2, 1]


def test_players_equal_on_all_keys_before_the_lot_share_the_place_and_the_next_place_counts_on():
    shown = standing(tournament("1-2 1-1, 3-4 2-0", 4), Settings(system="swiss", tiebreaks=""), 1)
    assert table(shown) == [(1, 3, 2), (2, 1, 1), (2, 2, 1), (4, 4, 0)]


def test_decided_by_names_the_first_key_that_differs():
    played = tournament("1-2 2-0, 3-4 2-0, 5-6 1-1\n1-3 1-1, 2-5 1-1, 4-6 0-2", 6)
    shown = standing(played, SWISS, 2)
    # 1, 3 and 6 have 3 points; opponents of 1: 1 + 3, of 3: 0 + 3, of 6: 2 + 0
    assert [(row.player, row.decided_by) for row in shown.rows] == [
        (1, ""),
        (3, "4"),
        (6, "4"),
        (5, "score"),
        (2, "score"),
        (4, "score"),
    ]


def test_previous_place_is_the_one_of_the_list_given():
    played = tournament("1-2 2-0", 2)
    assert [row.previous for row in standing(played, SWISS, 1).rows] == [None, None]
    assert [row.previous for row in standing(played, SWISS, 1, previous={1: 2}).rows] == [2, None]


def test_an_unknown_system_is_named():
    with pytest.raises(ValueError, match="known are normal, swiss"):
        standing(tournament("", 2), Settings(system="lottery"), 0)


# Filters hide or move rows and never change values

MIXED = tournament(
    "1-2 2-0, 3-4 1-1, 5 bye\n1-3 1-1, 2-4 0-2, 5 with_notice",
    5,
    {1: {"categories": ("D",)}, 2: {"categories": ("D", "J")}, 4: {"categories": ("J",)}},
)


def test_a_category_shows_its_players_with_places_of_its_own_and_the_same_values():
    whole = {row.player: row for row in standing(MIXED, SWISS, 2).rows}
    shown = standing(MIXED, Settings(system="swiss", tiebreaks="47", category="J"), 2)
    assert [(row.place, row.player) for row in shown.rows] == [(1, 4), (2, 2)]
    assert all(row.tiebreaks == whole[row.player].tiebreaks and row.score == whole[row.player].score for row in shown.rows)


def test_out_of_the_standings_hides_the_row_while_the_games_count():
    gone = tournament("1-2 2-0, 3-4 1-1\n1-3 1-1, 2-4 0-2", 4, {4: {"standings": (Interval(1, 1),)}})
    assert set(order(gone, SWISS, 1)) == {1, 2, 3, 4}
    after = standing(gone, SWISS, 2)
    assert 4 not in [row.player for row in after.rows]
    assert [row.place for row in after.rows] == [1, 2, 3]
    assert dict(after.rows[0].tiebreaks)["4"] == 0 + 2  # opponents 2 (0 points) and 3 (2 points)


def test_a_minimum_number_of_games_puts_the_others_below():
    played = tournament("1-2 2-0, 3-4 2-0\n1-3 0-2", 4)
    shown = standing(played, Settings(tiebreaks="", minimum_games=2), 2)
    assert [(row.player, row.below_minimum, row.decided_by) for row in shown.rows] == [
        (3, False, ""),
        (1, False, "score"),
        (2, True, "minimum"),
        (4, True, "lot"),
    ]
    assert [row.place for row in shown.rows] == [1, 2, 3, 3]


def test_below_the_minimum_never_shares_a_place_with_those_above():
    played = tournament("1-2 1-1\n1 bye", 2)
    shown = standing(played, Settings(tiebreaks="", scale=Scale(bye=Fraction(0)), minimum_games=2), 2)
    assert {row.below_minimum for row in shown.rows} == {True}
    played = tournament("1-2 1-1\n1-3 0-2", 3, {2: {"lot": 0}})
    shown = standing(played, Settings(tiebreaks="", fewer_games_first=False, minimum_games=2), 2)
    assert [(row.player, row.place) for row in shown.rows] == [(1, 1), (3, 2), (2, 3)]


def test_a_period_is_computed_as_if_only_those_rounds_existed():
    played = tournament("1-2 2-0, 3-4 2-0\n1-3 0-2, 2-4 2-0\n1-4 1-1, 2-3 1-1", 4)
    alone = tournament("1-3 0-2, 2-4 2-0\n1-4 1-1, 2-3 1-1", 4)
    period = standing(played, Settings(system="swiss", tiebreaks="47c", first_round=2, last_round=3), 9)
    whole = standing(alone, Settings(system="swiss", tiebreaks="47c"), 2)
    assert period.rows == whole.rows
    assert (period.first, period.last) == (2, 3)
    earlier = standing(played, Settings(system="swiss", tiebreaks="47c", first_round=2, last_round=3), 2)
    assert earlier.last == 2


def test_sessions_choose_the_rounds_of_an_evening():
    rounds = (Round(1, session="Monday"), Round(2, session="Friday"), Round(3, session="Monday"))
    played = tournament("1-2 2-0\n1-2 0-2\n1-2 1-1", 2, rounds=rounds)
    monday = standing(played, Settings(tiebreaks="", sessions=("Monday",)), 3)
    assert table(monday) == [(1, 1, 3), (2, 2, 1)]
    assert progress(played, monday).rounds == (1, 3)
    assert cross_by_round(played, monday).columns == (1, 3)


def test_reason_points_pay_absences():
    played = tournament("1 with_notice, 2 bye, 3 external", 3)
    chosen = Settings(reason_points={"with_notice": Fraction(1, 2), "external": Fraction(1)}, scale=CHESS)
    assert {row.player: row.score for row in standing(played, chosen, 1).rows} == {1: Fraction(1, 2), 2: 1, 3: 1}


# Overviews


def test_progress_is_the_score_after_each_round():
    shown = progress(MIXED, standing(MIXED, SWISS, 2))
    assert shown.rounds == (1, 2)
    assert dict(shown.scores) == {1: (2, 3), 2: (0, 0), 3: (1, 2), 4: (1, 3), 5: (2, 2)}


def test_cross_table_by_round_shows_opponent_colour_result_and_byes():
    shown = standing(MIXED, SWISS, 2)
    places = {row.player: row.place for row in shown.rows}
    rows = {row.player: row.cells for row in cross_by_round(MIXED, shown).rows}
    first = rows[1][0][0]
    assert (first.opponent, first.colour, first.side, first.points, first.place) == (2, "w", Side.WIN, 2, places[2])
    assert rows[5][0][0].entry.reason == "bye"
    assert rows[5][0][0].points == 2
    assert rows[5][1][0].points == 0


def test_cross_table_by_place_has_one_cell_per_game():
    played = tournament("1-2 2-0, 3-1 1-1\n2-1 1-1", 3)
    shown = standing(played, NORMAL, 2)
    cross = cross_by_place(played, shown)
    rows = {row.player: dict(zip(cross.columns, row.cells, strict=True)) for row in cross.rows}
    assert [(cell.colour, cell.points) for cell in rows[1][2]] == [("w", 2), ("b", 1)]
    assert rows[1][1] == ()
    assert rows[2][3] == ()


def test_open_games_stand_in_the_cross_table_and_drafts_do_not():
    played = tournament("1-2\n1-2", 2, rounds=(Round(1), Round(2, "draft")))
    cells = {row.player: row.cells for row in cross_by_round(played, standing(played, SWISS, 2)).rows}[1]
    assert cells[0][0].side is Side.OPEN
    assert cells[0][0].points is None
    assert cells[1] == ()


# Traps (spec 70)


@pytest.mark.parametrize("entered_in_round", [1, 2])
def test_trap_03_points_of_an_absence_entered_ahead_count_once(entered_in_round):
    """A player absent next round with points: counted once the round is published, whenever it was entered."""
    ahead = Settings(reason_points={"with_notice": Fraction(1)}, tiebreaks="")
    states = (Round(1), Round(2, "planned" if entered_in_round == 1 else "published"))
    played = tournament("1-2 2-0, 3 bye\n1 with_notice", 3, rounds=states)
    expected = 2 if entered_in_round == 1 else 3
    for last in (2, 9):
        assert {row.player: row.score for row in standing(played, ahead, last).rows}[1] == expected
    assert {row.player: row.score for row in standing(played, ahead, 1).rows}[1] == 2


def test_trap_04_not_yet_joined_absent_and_withdrawn_are_three_things():
    """Player 3 joins in round 2 and is absent in round 3; player 4 leaves after round 1."""
    about = {3: {"schedule": (Interval(2),), "standings": (Interval(2),)}, 4: {"schedule": (Interval(1, 1),)}}
    played = tournament("1-2 1-1, 4 bye\n1-3 0-2\n3 with_notice, 1-2 1-1", 4, about)
    assert set(order(played, SWISS, 1)) == {1, 2, 4}
    rows = {row.player: row for row in standing(played, SWISS, 3).rows}
    assert set(rows) == {1, 2, 3, 4}
    # not yet joined adds nothing; the absence of round 3 is a draw against himself; the withdrawn player has his one bye
    assert dict(rows[3].tiebreaks)["4"] == 2 + 2
    assert dict(rows[4].tiebreaks)["4"] == 2


def test_trap_05_scores_come_from_results_only():
    """A bye that is edited or deleted leaves no points behind."""
    with_bye = tournament("1-2 2-0, 3 bye\n1-3 1-1, 2 bye", 3)
    assert {row.player: row.score for row in standing(with_bye, SWISS, 2).rows} == {1: 3, 2: 2, 3: 3}
    without = Competition(with_bye.players, with_bye.rounds, with_bye.games, with_bye.entries[1:])
    assert {row.player: row.score for row in standing(without, SWISS, 2).rows} == {1: 3, 2: 2, 3: 1}
    edited = Competition(with_bye.players, with_bye.rounds, with_bye.games, (SingleEntry(1, 3, "with_notice"), with_bye.entries[1]))
    assert {row.player: row.score for row in standing(edited, SWISS, 2).rows} == {1: 3, 2: 2, 3: 1}


def test_trap_18_the_standing_has_a_tiebreak_order_of_its_own():
    """Two classifications over the same games order equal players differently: the field is a setting of the list."""
    played = tournament("1-2 2-0, 3-4 2-0, 5-6 2-0\n1-3 0-2, 2-5 1-1, 4-6 2-0", 6, {1: {"rating": 1000}, 4: {"rating": 1400}})
    by_resistance, by_rating = (order(played, Settings(system="swiss", tiebreaks=codes), 2) for codes in ("4", "1"))
    assert by_resistance != by_rating


def test_trap_19_half_points_weigh_exactly():
    """Thirds, quarters and halves are never rounded: 3½ is above 3, and ten times a tenth is one."""
    played = tournament("1-2 1-1, 3-4 0-2\n1-3 2-0, 2-4 2-0\n1-4 2-0, 2-3 2-0, 5 bye", 5)
    shown = standing(played, Settings(system="swiss", tiebreaks="", scale=CHESS), 3)
    assert [row.score for row in shown.rows] == [Fraction(5, 2), Fraction(5, 2), 1, 1, 0]
    tenths = tournament("\n".join(["1 with_notice"] * 10), 1)
    paid = Settings(reason_points={"with_notice": Fraction(1, 10)}, scale=Scale(win=Fraction(1, 3)))
    assert standing(tenths, paid, 10).rows[0].score == 1


def test_trap_20_annulled_games_count_for_nobody_and_stay_in_the_table():
    """A withdrawal before half of a round robin: his games are shown in brackets and are outside the standing, his only."""
    played = tournament("1-4 2-0 x, 2-3 1-1\n4-3 2-0 x, 1-2 2-0\n3-1 2-0, 2-4 x", 4)
    shown = standing(played, NORMAL, 3)
    assert {row.player: (row.score, row.games) for row in shown.rows} == {1: (2, 2), 2: (1, 2), 3: (3, 2), 4: (0, 0)}
    cells = {row.player: row.cells for row in cross_by_round(played, shown).rows}
    assert cells[1][0][0].annulled
    assert cells[1][0][0].side is Side.WIN
    assert not cells[2][0][0].annulled


def test_trap_21_a_cross_table_shows_the_places_of_its_own_list():
    """In the list of a category the opponents have their place there; who is not on it has none."""
    shown = standing(MIXED, Settings(system="swiss", tiebreaks="47", category="J"), 2)
    cells = {row.player: row.cells for row in cross_by_round(MIXED, shown).rows}
    assert [(cell.opponent, cell.place) for column in cells[4] for cell in column] == [(3, None), (2, 2)]
    assert cross_by_place(MIXED, shown).columns == (4, 2)


def test_trap_22_a_bye_of_a_round_robin_looks_like_no_open_game():
    """Three players: each has one round with a bye entry, and no cell is open."""
    played = tournament("2-3 1-1, 1 bye\n3-1 1-1, 2 bye\n1-2 1-1, 3 bye", 3)
    cells = [cell for row in cross_by_round(played, standing(played, NORMAL, 3)).rows for column in row.cells for cell in column]
    assert sum(1 for cell in cells if cell.entry and cell.entry.reason == "bye") == 3
    assert not [cell for cell in cells if cell.side is Side.OPEN]


def test_trap_24_forfeits_have_no_colour_in_the_numbers():
    """A forfeit is a game of the list but neither a game with black nor an opponent's rating."""
    played = tournament("1-2 2-0F, 3-4 2-0", 4, {1: {"rating": 1000}, 3: {"rating": 1100}})
    rows = {row.player: row for row in standing(played, Settings(tiebreaks="b2"), 1).rows}
    assert rows[2].games == 1
    assert dict(rows[2].tiebreaks) == {"b": 0, "2": None}
    assert dict(rows[4].tiebreaks) == {"b": 1, "2": 1100}


# Properties and speed


@examples(max_examples=60, deadline=None)
@given(competitions(), st.integers(1, 4), st.integers(1, 4))
def test_any_period_equals_the_competition_with_only_those_rounds(competition, first, last):
    inside = tuple(game for game in competition.games if first <= game.round <= last)
    rounds = tuple(one for one in competition.rounds if first <= one.number <= last)
    alone = Competition(competition.players, rounds, inside)
    chosen = Settings(tiebreaks="47stcm", first_round=first, last_round=last)
    assert standing(competition, chosen, 9).rows == standing(alone, Settings(tiebreaks="47stcm"), 9).rows


@examples(max_examples=60, deadline=None)
@given(competitions(), st.sets(st.integers(1, 7)), st.integers(0, 4))
def test_filters_never_change_a_value(competition, members, minimum):
    players = tuple(
        Player(one.id, one.lot, rating=one.rating, categories=("J",) if one.id in members else ()) for one in competition.players
    )
    marked = Competition(players, competition.rounds, competition.games)
    codes = "1234567mptscbk"
    whole = {row.player: row for row in standing(marked, Settings(tiebreaks=codes), 4).rows}
    shown = standing(marked, Settings(tiebreaks=codes, category="J", minimum_games=minimum), 4)
    assert {row.player for row in shown.rows} == {one.id for one in players if one.id in members}
    assert all((row.score, row.tiebreaks) == (whole[row.player].score, whole[row.player].tiebreaks) for row in shown.rows)
    assert [row.below_minimum for row in shown.rows] == sorted(row.below_minimum for row in shown.rows)


@examples(max_examples=60, deadline=None)
@given(competitions())
def test_progress_and_cross_table_end_at_the_score(competition):
    shown = standing(competition, Settings(tiebreaks="4"), 4)
    steps = progress(competition, shown)
    cross = {row.player: row.cells for row in cross_by_round(competition, shown).rows}
    for row in shown.rows:
        assert (steps.scores[row.player][-1] if steps.rounds else 0) == row.score
        assert sum((cell.points or Fraction(0) for column in cross[row.player] for cell in column), Fraction(0)) == row.score


def large(count: int, rounds: int) -> Competition:
    """A field in which everybody plays every round."""
    games = []
    for number in range(1, rounds + 1):
        for index in range(count // 2):
            white, black = index + 1, count // 2 + 1 + (index + number) % (count // 2)
            games.append(Game(number, white, black, ("2-0", "1-1", "0-2")[(index * number) % 3]))
    return Competition(
        tuple(Player(one, one, rating=1000) for one in range(1, count + 1)), tuple(map(Round, range(1, rounds + 1))), tuple(games)
    )


def test_a_standing_of_a_thousand_players_takes_tens_of_milliseconds():
    competition = large(1000, 9)
    times = []
    for _ in range(5):
        start = time.thread_time()
        standing(competition, SWISS, 9)
        times.append(time.thread_time() - start)
    print(f"standing of 1000 players: {min(times) * 1000:.0f} ms")
    assert min(times) < 0.2  # generous: the machine of the test may be busy
