"""Players and presence by keyboard alone, in a real browser."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
NAMES = ("Vries, Jan de; 1165", "Bakker, Annelies; 1284", "Smit, Cor", "Çelik, Orhan; 1120")


@pytest.fixture
def players(page: "Page") -> "Page":
    """The players of a fresh example-free competition, entered line by line without waiting for the answers."""
    page.goto("/new")
    page.get_by_label("Name", exact=False).first.fill("Hall 2025")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile(r"/c/\d+/players"))
    for line in NAMES:
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    page.locator("#roster tbody tr").nth(len(NAMES) - 1).wait_for()
    return page


def focused(page: "Page") -> str:
    """The id of what has the focus."""
    return str(page.evaluate("document.activeElement.id"))


def names(page: "Page") -> list[str]:
    """The list from top to bottom."""
    return page.locator("#roster .who").all_inner_texts()


def test_lines_are_added_in_the_order_typed_and_the_field_keeps_the_focus(players: "Page") -> None:
    assert names(players) == ["Çelik, Orhan", "Smit, Cor", "Bakker, Annelies", "Vries, Jan de"]
    assert focused(players) == "line"
    assert players.locator("#line").input_value() == ""
    assert "Çelik, Orhan added, code oce." in players.locator("#toast").inner_text()
    assert "4 players" in players.locator("#lead").inner_text()


def test_the_preview_follows_the_typing(players: "Page") -> None:
    players.keyboard.type("Jan de Vries; 1200")
    players.locator("#preview strong", has_text="jvi").wait_for()
    assert "same name as number 1" in players.locator("#preview").inner_text()


def test_a_refused_line_comes_back_with_the_reason(players: "Page") -> None:
    players.keyboard.type("Fout, Piet; 12000")
    players.keyboard.press("Enter")
    players.locator("#preview .problem").wait_for()
    assert players.locator("#line").input_value() == "Fout, Piet; 12000"
    assert focused(players) == "line"
    assert len(names(players)) == 4


def test_a_late_preview_never_hides_the_reason_of_a_refusal(players: "Page") -> None:
    players.locator("#line").fill("y" * 101)
    with players.expect_response(lambda answer: "preview" in answer.url, timeout=20_000):
        players.keyboard.press("Enter")
    players.locator("#preview .problem").wait_for()
    players.wait_for_timeout(300)
    assert "too long" in players.locator("#preview").inner_text()
    players.locator("#line").fill("Gauw, Klaas")
    players.keyboard.press("Enter")
    players.locator("#roster .who", has_text="Gauw, Klaas").wait_for()
    players.wait_for_timeout(300)
    assert players.locator("#preview").inner_text().strip() == ""


def test_a_row_is_edited_in_place_and_escape_leaves_it(players: "Page") -> None:
    players.keyboard.press("ArrowDown")
    players.keyboard.press("ArrowDown")
    players.keyboard.press("F2")
    players.locator("tr.editing").wait_for()
    assert focused(players) == "edit-name"
    players.keyboard.type("Smit, Cornelis")
    players.keyboard.press("Tab")
    players.keyboard.type("1043")
    players.keyboard.press("Enter")
    players.locator(".who", has_text="Smit, Cornelis").wait_for()
    assert focused(players).startswith("who")
    players.keyboard.press("Enter")
    players.locator("tr.editing").wait_for()
    players.keyboard.type("nonsense")
    players.keyboard.press("Escape")
    players.locator("tr.editing").wait_for(state="detached")
    assert names(players)[1] == "Smit, Cornelis"
    assert focused(players).startswith("who")


def test_a_bad_rating_keeps_the_row_open(players: "Page") -> None:
    players.keyboard.press("ArrowDown")
    players.keyboard.press("F2")
    players.locator("#edit-rating").fill("9999")
    players.keyboard.press("Enter")
    players.locator("#edit-rating-error").wait_for()
    assert focused(players) == "edit-rating"
    assert players.locator("#edit-rating").input_value() == "9999"


def test_space_ticks_and_undo_takes_it_back(players: "Page") -> None:
    players.keyboard.press("ArrowDown")
    players.keyboard.press("ArrowRight")
    players.keyboard.press("Space")
    players.locator('#roster .tick[aria-checked="false"]').wait_for()
    assert focused(players).startswith("schedule")
    players.keyboard.press("Control+z")
    players.locator('#roster .tick[aria-checked="false"]').wait_for(state="detached")


def test_the_list_is_one_tab_stop(players: "Page") -> None:
    assert players.locator('#roster [data-cell][tabindex="0"]').count() == 1
    players.keyboard.press("ArrowDown")
    players.keyboard.press("ArrowRight")
    players.keyboard.press("Space")
    players.locator('#roster .tick[aria-checked="false"]').wait_for()
    assert players.locator('#roster [data-cell][tabindex="0"]').count() == 1


def test_presence_by_code_letter_and_space(players: "Page") -> None:
    players.keyboard.press("Control+Enter")
    players.wait_for_url(re.compile("/presence"))
    assert focused(players) == "code"
    players.keyboard.type("oce ")
    players.locator("li.away").wait_for()
    assert players.locator("#tally b").all_inner_texts() == ["3", "1"]
    players.keyboard.type("xyz ")
    assert "xyz" in players.locator("#code-said").inner_text()
    players.keyboard.type("csm")
    players.keyboard.press("Enter")
    assert players.evaluate("document.activeElement.closest('li').dataset.code") == "csm"
    players.keyboard.press("i")
    players.locator("li.away").nth(1).wait_for()
    assert players.evaluate("document.activeElement.closest('li').querySelector('select').value") == "ill"
    assert players.locator("#tally b").all_inner_texts() == ["2", "2"]
    players.keyboard.press("Space")
    players.locator("li.away").nth(1).wait_for(state="detached")
    players.keyboard.press("ArrowDown")
    assert players.evaluate("document.activeElement.closest('li').dataset.code") == "jvr"
    players.keyboard.press("Control+z")
    players.locator("li.away").nth(1).wait_for()


def test_the_letter_of_a_step_is_no_reason_of_absence(players: "Page") -> None:
    players.keyboard.press("Control+Enter")
    players.wait_for_url(re.compile("/presence"))
    players.keyboard.press("ArrowDown")
    players.evaluate("document.body.dataset.seen = 'yes'")
    players.keyboard.press("g")
    players.keyboard.press("e")
    players.locator("body:not([data-seen])").wait_for()
    assert players.locator("li.away").count() == 0


def test_the_arrows_also_go_to_the_column_beside(players: "Page") -> None:
    players.keyboard.press("Control+Enter")
    players.wait_for_url(re.compile("/presence"))
    players.keyboard.type("aba")
    players.keyboard.press("Enter")
    players.keyboard.press("ArrowRight")
    left, right = (
        players.evaluate(
            "[...document.querySelectorAll('[data-cell]')].map(b => [b.getBoundingClientRect().left, b === document.activeElement])"
        )[0],
        focused(players),
    )
    assert left[1] is False
    assert players.evaluate(f"document.getElementById('{right}').getBoundingClientRect().left") > left[0] + 50


def test_quick_toggles_arrive_in_order(players: "Page") -> None:
    players.keyboard.press("Control+Enter")
    players.wait_for_url(re.compile("/presence"))
    players.keyboard.type("aba oce csm jvr aba ")
    expect(players.locator("#tally b")).to_have_text(["1", "3"])
    expect(players.locator("li.away")).to_have_count(3)
