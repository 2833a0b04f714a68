"""How rows are divided over pages and how things are cut (spec 40)."""

import hall
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kompitie_web.documents import layout
from kompitie_web.documents.catalogue import CATALOGUE, Options
from kompitie_web.documents.layout_cards import stack_order
from kompitie_web.documents.layout_pages import Rows, Space, divide
from kompitie_web.documents.model import Schedule


@pytest.mark.parametrize(
    ("cards", "per_page", "expected"),
    [
        (8, 4, [[0, 2, 4, 6], [1, 3, 5, 7]]),
        (10, 4, [[0, 3, 6, 9], [1, 4, 7, None], [2, 5, 8, None]]),
        (3, 2, [[0, 2], [1, None]]),
        (1, 4, [[0, None, None, None]]),
        (2, 1, [[0], [1]]),
        (0, 4, []),
    ],
)
def test_stack_order(cards, per_page, expected):
    assert list(stack_order(cards, per_page)) == expected


@given(st.integers(0, 500), st.sampled_from([1, 2, 4]))
def test_piles_of_a_cut_stack_lie_in_order(cards, per_page):
    """Cut the stack, lay pile 1 on pile 2 on pile 3 …: the cards are in order."""
    pages = list(stack_order(cards, per_page))
    laid = [page[place] for place in range(per_page) for page in pages]
    assert [card for card in laid if card is not None] == list(range(cards))


@st.composite
def lists(draw):
    headings = draw(st.lists(st.booleans().map(lambda yes: yes), min_size=1, max_size=120))
    first = draw(st.floats(150, 700))
    return Rows(headings, draw(st.sampled_from([0, 5])), 3.0), Space(first, draw(st.floats(first, 750)), draw(st.integers(1, 3)))


@given(lists())
def test_every_row_is_once_on_a_page_and_fits(made):
    rows, space = made
    paging = divide(rows, space, 14, 16)
    assert [row for start, end in paging.chunks for row in range(start, end)] == list(range(len(rows.headings)))
    for index, (start, end) in enumerate(paging.chunks):
        airs = sum(rows.airs()[start + 1 : end])
        units = sum(1.3 if heading else 1 for heading in rows.headings[start:end])
        assert units * paging.height + airs * rows.breath <= space.of(index) + 0.01


@given(st.lists(st.integers(2, 40), min_size=1, max_size=8), st.floats(200, 700))
def test_a_heading_never_stands_alone_at_the_end(groups, tall):
    headings = [row == 0 for size in groups for row in range(size + 1)]
    paging = divide(Rows(headings, 5, 3.0), Space(tall, tall, 1), 14, 16)
    for start, end in paging.chunks:
        assert not headings[end - 1]
        assert not headings[end - 2] or end - 2 < start or end == len(headings) or headings[end]


def test_pages_are_filled_evenly():
    paging = divide(Rows([False] * 100, 5, 3.0), Space(700, 700, 1), 14, 16)
    sizes = [end - start for start, end in paging.chunks]
    assert sizes == [35, 35, 30]


def test_rows_shrink_to_their_least_height_when_that_saves_a_page():
    assert divide(Rows([False] * 45, 0, 0), Space(45 * 14, 45 * 14, 1), 14, 16).pages == 1


def test_category_headings_on_paper_have_rows_below_them():
    found = hall.facts(hall.swiss(100, 9))
    pages, content = hall.written(hall.models("standings", found, Options(by_category=True)))
    assert len(pages) == 3
    assert "Jeugd" in hall.text_of(content)
    assert "Categorie D" in hall.text_of(content)


@pytest.mark.parametrize(("players", "pages"), [(3, 1), (6, 1), (10, 1), (14, 1), (16, 2), (20, 3)])
def test_a_schedule_is_one_page_while_that_is_readable(players, pages):
    found = hall.facts(hall.robin(players), "m7")
    drawn, _content = hall.written(hall.models("schedule", found))
    assert len(drawn) <= pages
    smallest = min(mark.size for page in drawn for mark in hall.texts(page) if mark.text.endswith("e"))
    assert smallest > 5.5


@pytest.mark.parametrize("players", [16, 20])
def test_as_numbers_a_large_schedule_is_one_page_again(players):
    drawn, content = hall.written(hall.models("schedule", hall.facts(hall.robin(players), "m7"), Options(pairs="numbers")))
    assert len(drawn) == 1
    assert hall.faults(drawn, content) == []


def test_a_bye_of_a_small_round_robin_is_a_bye():
    """Trap 22: a round robin of 3 or 5 has a bye in every round, and none looks like an open game."""
    for players in (3, 5):
        [schedule] = hall.models("schedule", hall.facts(hall.robin(players), "m7"))
        assert isinstance(schedule, Schedule)
        assert all(len(one.free) == 1 and len(one.pairs) == players // 2 for one in schedule.rounds)


def test_wall_sheets_each_say_their_range():
    drawn, content = hall.written(hall.models("round_wall", hall.facts(hall.swiss(40, 2))))
    text = hall.text_of(content)
    assert len(drawn) == 3
    assert "Tafel 1 – 7" in text
    assert text.count("Open kampioenschap") >= 3


def test_without_players_nothing_is_drawn_twice():
    assert divide(Rows([], 5, 3.0), Space(700, 700, 1), 14, 16).pages == 1


@pytest.mark.parametrize("name", CATALOGUE)
def test_sheets_are_counted_as_they_are_drawn(name):
    for found in (hall.facts(hall.swiss(24, 5)), hall.facts(hall.robin(6), "m7")):
        made = hall.models(name, found)
        assert sum(layout.count(model) for model in made) == len(layout.pages(made))
