"""What a player has done: lines, points, colours, meetings (spec 20, 31)."""

from fractions import Fraction

from short_tournament import tournament

from engine.competition import Competition, Game, Player, Round, SingleEntry
from engine.record import ledger, paid
from engine.results import PRESETS, Scale, Side

DRAUGHTS = PRESETS["draughts"]


def test_points_are_whole_units_and_exact_scores():
    book = ledger(tournament("1-2 +1-1\n1 bye", 2), PRESETS["delft_two"], 2)
    assert book.unit == 2
    assert (book.score(1), book.score(2)) == (Fraction(7, 2), Fraction(1, 2))


def test_colour_balance_and_meetings_are_of_played_games_only():
    book = ledger(tournament("1-2 2-0\n1-2 2-0F\n1-2 adj", 2), DRAUGHTS, 3)
    assert (book.records[1].balance, book.records[2].balance) == (1, -1)
    assert book.records[1].met == {2: 1}
    assert [line.side for line in book.records[1].lines] == [Side.WIN, Side.FORFEIT_WIN]


def test_for_a_pairing_adjourned_and_open_games_are_draws_that_were_played():
    book = ledger(tournament("1-2 adj\n1-3", 3), DRAUGHTS, 2, for_pairing=True)
    assert book.records[1].met == {2: 1, 3: 1}
    assert book.records[1].points == 2


def test_a_round_without_an_entry_has_no_line():
    book = ledger(tournament("1-2 2-0, 3 with_notice\n1-3 1-1", 3), DRAUGHTS, 2)
    assert [line.round for line in book.records[2].lines] == [1]
    assert [line.round for line in book.records[3].unplayed] == [1]


def test_entries_of_rounds_that_are_not_published_do_not_count():
    states = (Round(1), Round(2, "draft"), Round(3, "closed"))
    book = ledger(tournament("1 bye\n1 bye\n1 bye", 1, rounds=states), DRAUGHTS, 3)
    assert book.records[1].points == 4
    assert book.rounds == {1, 2, 3}


def test_several_games_in_a_round_and_several_against_the_same_opponent():
    book = ledger(tournament("1-2 2-0, 2-1 1-1, 1-3 0-2", 3), DRAUGHTS, 1)
    assert book.records[1].games == 3
    assert book.records[1].met == {2: 2, 3: 1}
    assert book.score(1) == 3


def test_annulled_games_are_not_there():
    book = ledger(tournament("1-2 2-0 x", 2), DRAUGHTS, 1)
    assert book.records[1].lines == []


def test_games_are_counted_by_side():
    record = ledger(tournament("1-2 2-0\n1-2 +1-1\n1-2 0-2F", 2), DRAUGHTS, 3).records[1]
    assert record.count(Side.WIN, Side.FORFEIT_WIN) == 1
    assert record.count(Side.PLUS) == 1
    assert (len(record.played), record.games) == (2, 3)


def test_a_single_entry_pays_by_its_own_result_or_its_reason():
    scale = Scale(bye=Fraction(1, 2))
    assert paid(SingleEntry(1, 1, "bye"), scale, {}) == Fraction(1, 2)
    assert paid(SingleEntry(1, 1, "bye"), scale, {"bye": Fraction(1)}) == 1
    assert paid(SingleEntry(1, 1, "ill"), scale, {}) == 0
    assert paid(SingleEntry(1, 1, "external", "1-1"), scale, {"external": Fraction(2)}) == 1


def test_trap_01_what_a_bye_pays_and_having_had_one_are_two_things():
    """A bye of half a point, or of none, is still an unplayed line of the player."""
    for points in (Fraction(0), Fraction(1, 2), Fraction(2)):
        record = ledger(tournament("1 bye", 1), Scale(bye=points), 1).records[1]
        assert [line.entry.reason for line in record.unplayed] == ["bye"]


def test_free_scores_stay_exact_also_on_a_scale_that_is_not_free():
    competition = Competition((Player(1, 1), Player(2, 2)), (Round(1),), (Game(1, 1, 2, "=1/3-2/3"),))
    assert ledger(competition, DRAUGHTS, 1).score(1) == Fraction(1, 3)
