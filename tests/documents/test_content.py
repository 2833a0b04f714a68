"""What stands in the documents: the words and figures of each table model."""

from dataclasses import replace
from fractions import Fraction

import hall
import pytest

from engine.competition import CLOSED, DRAFT, Game, Round, SingleEntry
from engine.publications import Published
from kompitie_web.documents.catalogue import CATALOGUE, Options
from kompitie_web.documents.columns import COLUMNS
from kompitie_web.documents.facts import Reason, View
from kompitie_web.documents.job import NothingToPrint
from kompitie_web.documents.model import BLANK, GameCell, Group, Table
from kompitie_web.tiebreak_texts import TIEBREAKS

ROBIN = hall.facts(hall.robin(5, played=5), "m7")


def table(name, found, options=None, language="en") -> Table:
    made = hall.models(name, found, options, language)[0]
    assert isinstance(made, Table)
    return made


def column(made: Table, key: str) -> list:
    at = [one.key for one in made.columns].index(key)
    return [row[at] for row in made.rows if not isinstance(row, Group)]


def small(*games: Game, entries=(), players=4, state="published"):
    people = hall.players(players)
    rounds = (Round(1, CLOSED, "2026-12-01"), Round(2, state, "2026-12-08"))
    return replace(hall.swiss(4, 1), players=people, rounds=rounds, games=games, entries=tuple(entries), planned_rounds=2)


def test_the_round_sheet_stands_in_the_order_of_the_tables_with_the_bye_last():
    made = table("round_tables", hall.facts(hall.swiss(24, 5)))
    assert column(made, "table") == [*map(str, range(1, 12)), ""]
    assert made.rows[-1][5 - 1] == "bye"
    assert made.notes.startswith("Not playing: ")


def test_points_beside_the_names_are_those_before_the_round():
    made = table("round_tables", hall.facts(small(Game(1, 100, 101, "2-0", 1, 1), Game(2, 100, 102, "", 2, 1))))
    assert made.rows[0] == ("1", "w", "Bakker, Annelies", "2", "", "b", "Vries, Jurriaan de", "0")


def test_the_first_round_has_no_points_yet():
    made = table("round_tables", hall.facts(small(Game(1, 100, 101, "", 1, 1))), Options(round=1))
    assert [one.key for one in made.columns].count("points") == 0


def test_results_stand_in_the_notation_of_the_sport():
    games = (Game(2, 100, 101, "1-1", 1, 1), Game(2, 102, 103, "adj", 2, 2))
    chess = replace(small(*games), sport="chess")
    assert column(table("round_tables", hall.facts(chess)), "result") == ["½-½", "adj."]


def test_an_annulled_game_stands_in_brackets():
    games = (Game(2, 100, 101, "2-0", 1, 1, annulled=True),)
    assert column(table("round_tables", hall.facts(small(*games))), "result") == ["(2-0)"]


def test_a_draft_says_that_it_is_one():
    found = hall.facts(small(Game(2, 100, 101, "", 1, 1), state=DRAFT))
    assert table("round_tables", found).title == "Round 2 – draft"


def test_by_name_everybody_finds_table_colour_and_opponent():
    entries = [SingleEntry(2, 102, "bye"), SingleEntry(2, 103, "external", opponent_name="Club X")]
    made = table("round_names", hall.facts(small(Game(2, 101, 100, "", 1, 7), entries=entries)))
    assert made.rows == (
        ("Bakker, Annelies", "7", "b", "Zeeman, Lodewijk"),
        ("Mulder, Pietertje", "", "", "external match (Club X)"),
        ("Vries, Jurriaan de", "", "", "bye"),
        ("Zeeman, Lodewijk", "7", "w", "Bakker, Annelies"),
    )


def test_the_arbiters_own_name_of_a_reason_is_used():
    found = hall.facts(small(Game(2, 101, 100, "", 1, 7), entries=[SingleEntry(2, 102, "ill")]))
    named = replace(found, reasons={"ill": Reason("l", {"en": "at home"})})
    assert column(table("round_names", named), "opponent")[-2] == "at home"


def test_standings_show_the_chosen_columns():
    found = hall.facts(hall.swiss(24, 5))
    made = table("standings", found, Options(columns=("place", "name", "rating", "points", "tiebreaks")))
    assert [one.key for one in made.columns] == ["place", "name", "rating", "points", "tiebreak 4", "tiebreak 7"]
    assert made.title == "Standings after round 5"


def test_columns_without_any_text_are_left_out_unless_they_are_asked_for():
    found = hall.facts(hall.robin(5))
    assert "previous" not in [one.key for one in table("standings", found).columns]
    asked = table("standings", found, Options(columns=("place", "name", "title", "points")))
    assert "title" in [one.key for one in asked.columns]


def test_several_classifications_are_several_lists():
    found = hall.facts(hall.swiss(24, 5))
    youth = View(8, "Youth", replace(found.views[0].settings, category="J"))
    both = replace(found, views=(*found.views, youth))
    made = hall.models("standings", both, Options(classifications=(7, 8)), "en")
    assert [one.title for one in made] == ["Standings after round 5", "Standings after round 5 – Youth"]
    assert len(made[1].rows) == 12


def test_each_category_apart_counts_its_own_places():
    made = table("standings", hall.facts(hall.swiss(24, 5)), Options(by_category=True))
    headings = [row.title for row in made.rows if isinstance(row, Group)]
    assert headings == ["Category D", "Jeugd", "Category S", "Without a category"]
    after = {row.title: made.rows[index + 1][0] for index, row in enumerate(made.rows) if isinstance(row, Group)}
    assert set(after.values()) == {"1"}


def test_who_has_too_few_games_stands_below_a_heading():
    found = hall.facts(hall.swiss(24, 5))
    settings = replace(found.views[0].settings, minimum_games=5)
    made = table("standings", replace(found, views=(replace(found.views[0], settings=settings),)))
    assert [row.title for row in made.rows if isinstance(row, Group)] == ["Fewer than 5 games"]


def test_previous_places_and_the_corrected_mark_come_from_the_published_lists():
    found = hall.facts(hall.robin(5, played=5), "m7")
    earlier = Published(4, {100 + i: i + 1 for i in range(5)}, {})
    wrong = Published(5, {100: 1}, {100: Fraction(99)})
    view = replace(found.views[0], published=(earlier, wrong))
    made = table("standings", replace(found, views=(view,)))
    assert "previous" in [one.key for one in made.columns]
    assert made.header.corrected
    assert not table("standings", found).header.corrected


def test_progress_has_a_column_for_each_round():
    made = table("progress", hall.facts(hall.swiss(24, 5)))
    assert [one.head for one in made.columns] == ["", "player", "1", "2", "3", "4", "5"]
    points = column(table("standings", hall.facts(hall.swiss(24, 5))), "points")
    assert column(made, "round 5") == points


def test_a_cross_table_by_place_has_a_blank_diagonal_and_mirrored_results():
    made = table("cross_places", ROBIN)
    size = len(made.rows)
    for i in range(size):
        assert made.rows[i][2 + i] is BLANK
        for j in range(size):
            if i != j:
                own, other = made.rows[i][2 + j], made.rows[j][2 + i]
                assert int(own) + int(other) == 2


def test_the_cross_table_of_a_double_round_robin_has_two_results_in_a_cell():
    made = table("cross_places", hall.facts(hall.robin(4, double=True, played=6), "m7"))
    assert {len(str(cell).split()) for row in made.rows for cell in row[2:6] if cell is not BLANK} == {2}


def test_a_large_cross_table_takes_several_sheets():
    made = hall.models("cross_places", hall.facts(hall.swiss(40, 3)), language="en")
    assert len(made) == 2
    assert made[0].title.startswith("Cross table after round 3, against 1 – ")


def test_a_cross_table_by_place_of_hundreds_is_refused():
    with pytest.raises(NothingToPrint, match="too_many_players"):
        hall.models("cross_places", hall.facts(hall.swiss(122, 1)))


def test_a_cross_table_by_round_shows_the_opponents_place_of_this_list():
    """Trap 21."""
    competition = hall.swiss(24, 5)
    made = table("cross_rounds", hall.facts(competition))
    places = {row[1]: row[0] for row in made.rows}
    for game in competition.games:
        white, black = (competition.by_id[player].name for player in (game.white, game.black))
        row = next(row for row in made.rows if row[1] == white)
        cell = row[1 + game.round]
        assert isinstance(cell[0], GameCell)
        assert (cell[0].opponent, cell[0].colour) == (places[black], "w")


def test_byes_and_absences_stand_in_the_cross_table_with_a_legend():
    made = table("cross_rounds", hall.facts(hall.swiss(24, 5)))
    texts = {cell for row in made.rows for cell in row[2:7] if isinstance(cell, str)}
    assert texts == {"bye", "a"}
    assert "a absent with notice" in made.notes


def test_several_games_in_a_round_stand_under_each_other():
    games = (Game(1, 100, 101, "2-0", 1, 1), Game(1, 102, 100, "1-1", 2, 2))
    made = table("cross_rounds", hall.facts(small(*games)))
    assert [len(row[2]) for row in made.rows if row[1] == "Bakker, Annelies"] == [2]


def test_the_presence_list_has_everybody_of_the_next_round_with_what_is_known():
    entries = [SingleEntry(2, 101, "with_notice")]
    made = table("presence", hall.facts(small(Game(1, 100, 101, "2-0", 1, 1), entries=entries, state="planned")))
    assert made.title == "Who is here – Round 2"
    assert made.rows[-1] == ("", "Zeeman, Lodewijk", "c01", "absent with notice")


def test_the_player_list_by_rating_puts_those_without_one_last():
    made = table("players", hall.facts(hall.swiss(24, 5)), Options(order="rating"))
    ratings = column(made, "rating")
    assert ratings[-2:] == ["", ""]
    assert [int(text) for text in ratings[:-2]] == sorted((int(text) for text in ratings[:-2]), reverse=True)


@pytest.mark.parametrize("name", CATALOGUE)
def test_an_empty_competition_has_nothing_to_print(name):
    nobody = replace(hall.swiss(4, 1), players=(), games=(), entries=())
    with pytest.raises(NothingToPrint):
        hall.models(name, hall.facts(nobody))


def test_numbers_follow_the_language():
    games = (Game(2, 100, 101, "=12/5-7/5", 1, 1),)
    found = hall.facts(small(*games))
    free = replace(found.views[0].settings, scale=replace(found.views[0].settings.scale, free=True))
    found = replace(found, views=(replace(found.views[0], settings=free),))
    assert column(table("standings", found, language="nl"), "points")[0] == "2,40"
    assert column(table("standings", found, language="en"), "points")[0] == "2.40"


def test_every_tie_break_has_a_head_and_every_column_a_name():
    assert set(TIEBREAKS) == set("1234567mptscbkl")
    assert all(choice is None or choice.label for choice in COLUMNS.values())
