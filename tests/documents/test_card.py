"""Player cards: what stands on them is what the list and its explanation say (spec 20 Explain, 40)."""

from dataclasses import replace

import hall
import pytest

from engine.classification import Settings, standing
from engine.competition import SingleEntry
from engine.explain import explain
from engine.systems import attendance_formula, moyenne, rating
from engine.systems.keizer_options import PRESETS
from kompitie_web import i18n
from kompitie_web.documents import words
from kompitie_web.documents.catalogue import Options
from kompitie_web.documents.facts import View
from kompitie_web.documents.model import Group
from kompitie_web.score_texts import score_text
from kompitie_web.standing_texts_score import told_score

SYSTEMS = {
    "swiss": Settings(system="swiss", tiebreaks="47"),
    "keizer": Settings(system="keizer", options=PRESETS["kompitie"].as_json()),
    "keizer club": Settings(system="keizer", options=PRESETS["club_article"].as_json()),
    "moyenne": Settings(system="moyenne", options=moyenne.Options().as_json()),
    "performance": Settings(system="rating", options=rating.Options().as_json()),
    "progressive": Settings(system="rating", options=rating.Options(mode=rating.OWN_START).as_json()),
    "fixed start": Settings(system="rating", options=rating.Options(mode=rating.FIXED_START).as_json()),
    "attendance": Settings(system="attendance", options=attendance_formula.Options().as_json()),
}
COMPETITION = hall.swiss(16, 5, strange=True)
SOMEBODY = COMPETITION.players[4].id


def facts(name):
    return hall.facts(COMPETITION, views=(View(7, "", SYSTEMS[name], is_pairing=True),))


def card(name, player=SOMEBODY, language="en"):
    return hall.models("player_cards", facts(name), Options(player=player), language)[0]


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_total_is_the_score_of_the_standing(name):
    shown = standing(COMPETITION, SYSTEMS[name], COMPETITION.last_round_with_results())
    for row in shown.rows:
        made = card(name, row.player)
        with i18n.language("en"):
            assert made.rows[-1][-1] == score_text(row.score, SYSTEMS[name].system, row.mark)
        assert dict(made.band)["place"] == str(row.place)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_card_reads_back_from_the_paper(name):
    made = [card(name)]
    pages, content = hall.written(made)
    assert len(pages) == 1
    assert hall.faults(pages, content) == []
    text = hall.text_of(content)
    assert COMPETITION.players[4].name.split(",")[0] in text


@pytest.mark.parametrize("name", ["keizer", "keizer club"])
def test_every_contribution_of_keizer_is_share_times_value_and_the_sum_runs_to_the_score(name):
    rows = [row for row in card(name).rows if isinstance(row, tuple)]
    assert rows[-2][-1] == rows[-1][-1]
    assert ("own value" in rows[0][3]) == (name == "keizer")
    assert all("×" in row[4] or row[3] == "own value" for row in rows[:-1])
    assert all(row[4] and row[5] and row[6] for row in rows[:-1])


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_card_says_what_the_explanation_on_the_screen_says(name):
    """The same words and numbers for every term, and the same formulas and rules."""
    made, found = card(name), explain(COMPETITION, SYSTEMS[name], COMPETITION.last_round_with_results(), SOMEBODY)
    at = [column.key for column in made.columns].index("points")
    with i18n.language("en"):
        told = told_score(found, SYSTEMS[name], COMPETITION, lambda key: words.reason(key, {}))
    lines = [(row[3].split(" – ")[0], row[at]) for row in made.rows[:-1] if isinstance(row, tuple)]
    assert lines == [(part.text, part.amount) for table in told.tables for part in table.parts]
    assert [row.title for row in made.rows if isinstance(row, Group)] == [table.title for table in told.tables[1:]]
    for text in (*told.rules, *(line.filled for line in told.formulas)):
        assert text in made.notes


def test_who_played_no_game_that_counts_still_reads_which_rounds_there_were():
    bye = SingleEntry(1, SOMEBODY, "bye", id=999)
    alone = replace(COMPETITION, games=(), entries=(bye,))
    for name in ("moyenne", "performance"):
        found = hall.facts(alone, views=(View(7, "", SYSTEMS[name], is_pairing=True),))
        made = hall.models("player_cards", found, Options(player=SOMEBODY, round=1), "en")[0]
        assert "bye" in made.rows[0][3]
        assert made.rows[-1][-1] == "–"


def test_the_rating_before_and_after_stands_over_the_games():
    options = rating.Options(mode=rating.OWN_START)
    rated = standing(COMPETITION, Settings(system="rating", options=options.as_json()), 5)
    new = next(row.score for row in rated.rows if row.player == SOMEBODY)
    with i18n.language("en"):
        assert dict(card("swiss").band)["rating"] == f"{COMPETITION.by_id[SOMEBODY].rating} → {i18n.number(new, 0)}"


def test_everybody_has_a_card_by_name_each_on_a_sheet_of_its_own():
    made = hall.models("player_cards", facts("keizer"), Options(), "nl")
    assert len(made) == len(COMPETITION.players)
    assert len(hall.written(made)[0]) == len(made)


def test_a_season_of_sixty_rounds_goes_over_pages():
    long = hall.swiss(10, 60)
    found = hall.facts(long, views=(View(7, "", SYSTEMS["keizer"], is_pairing=True),))
    made = hall.models("player_cards", found, Options(player=long.players[0].id))
    pages, content = hall.written(made)
    assert len(pages) > 1
    assert hall.faults(pages, content) == []


def test_before_the_first_round_a_card_is_empty_but_there():
    empty = replace(COMPETITION, games=(), entries=())
    for name in SYSTEMS:
        found = hall.facts(empty, views=(View(7, "", SYSTEMS[name], is_pairing=True),))
        pages, content = hall.written(hall.models("player_cards", found, Options(player=SOMEBODY)))
        assert hall.faults(pages, content) == []
