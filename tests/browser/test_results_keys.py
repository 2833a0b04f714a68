"""Entering results by keyboard only (spec 00 row 8)."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kompitie_web.actions import competitions, players, rounds
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.store import KompitieFile

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
NAMES = ("Ankie Bos", "Bert Smit", "Carla de Wit", "Dirk ONeill", "Els Visser", "Frans Vos", "Gerda Bakker", "Hans Mulder")


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A file in the documents of the program that will run: eight players, round 1 published."""
    home = tmp_path / "home"
    (home / "data").mkdir(parents=True)
    made = KompitieFile.create(home / "Club.kompitie", "Club", home / "data")
    with made.connection():
        cid = competitions.create_competition(competitions.NewCompetition("Hall", rounds=5))
        players.add_players(cid, [PlayerInput(name) for name in NAMES])
        rounds.draft_round(cid, 1)
        rounds.publish_round(cid, 1)
    path = made.path
    made.close()
    return path


def open_club(page: "Page") -> None:
    """Open the file in the running program."""
    page.goto("/open")
    page.locator("main button", has_text="Club").first.click()
    page.wait_for_url("**/c/1/**")


@pytest.fixture
def entering(club: Path, page: "Page") -> "Page":
    """The results page of round 1."""
    open_club(page)
    page.goto("/c/1/results/1")
    return page


def stored(page: "Page") -> dict[str, str]:
    """What the program has on its disk, by table: asked anew from the server."""
    html = page.request.get("/c/1/results/1?check=1").text()
    return dict(re.findall(r'data-table="(\d+)".*?name="b\d+" value="([^"]*)"', html, re.S))


def wait(page: "Page", still_open: int) -> None:
    page.wait_for_selector(f'#progress[data-open="{still_open}"]')


def in_hand(page: "Page") -> str:
    return str(page.evaluate("document.activeElement.closest('tr')?.dataset.table ?? ''"))


def test_one_key_and_enter_a_game(entering: "Page") -> None:
    assert in_hand(entering) == "1"
    for key in ("2", "1", "0", "+"):
        entering.keyboard.press(key)
        entering.keyboard.press("Enter")
    wait(entering, 0)
    assert stored(entering) == {"1": "2-0", "2": "1-1", "3": "0-2", "4": "+1-1"}
    assert entering.evaluate("document.activeElement.closest('#next') !== null")
    assert entering.locator("#finished tr.done").count() == 4


def test_the_next_row_is_in_hand_before_the_answer_and_the_counter_follows(entering: "Page") -> None:
    entering.keyboard.press("2")
    assert "Save 2-0, next" in entering.locator("#next button").inner_text()
    entering.keyboard.press("Enter")
    assert in_hand(entering) == "2"
    wait(entering, 3)
    assert in_hand(entering) == "2"
    assert "2-0" in entering.locator("#toast").inner_text()
    assert entering.locator("#toast button").inner_text() == "Undo"


def test_the_games_that_are_in_are_counted_in_words(entering: "Page") -> None:
    for result, left, words in (("2", 3, "1 game"), ("1", 2, "2 games")):
        entering.keyboard.press(result)
        entering.keyboard.press("Enter")
        wait(entering, left)
        assert entering.locator("#in-count").inner_text() == words


def test_f_goes_through_the_forfeits_and_backspace_clears(entering: "Page") -> None:
    field = entering.locator("tr.now .score input").first
    for shown in ("2-0F", "0-2F", "0-0F", "2-0F"):
        entering.keyboard.press("f")
        assert field.input_value() == shown
    entering.keyboard.press("Backspace")
    assert field.input_value() == ""
    entering.keyboard.press("a")
    assert field.input_value() == "adjourned"
    entering.keyboard.press("=")
    assert field.input_value() == "1-1"


def test_a_result_written_in_full_is_understood_too(entering: "Page") -> None:
    field = entering.locator("tr.now .score input").first
    entering.keyboard.type("0-2")
    assert field.input_value() == "0-2"
    entering.keyboard.press("Backspace")
    entering.keyboard.type("2-")
    entering.keyboard.press("Enter")
    assert "is not a result yet" in entering.locator(".note").inner_text()
    assert in_hand(entering) == "1"
    entering.keyboard.type("0")
    entering.keyboard.press("Enter")
    wait(entering, 3)
    assert stored(entering) == {"1": "2-0"}


def test_slash_jumps_to_a_table_a_code_or_a_name(entering: "Page") -> None:
    entering.keyboard.press("/")
    entering.keyboard.type("3")
    entering.keyboard.press("Enter")
    assert in_hand(entering) == "3"
    entering.keyboard.press("/")
    entering.keyboard.type("abo")
    entering.keyboard.press("Enter")
    assert in_hand(entering) == "1"
    entering.keyboard.press("/")
    entering.keyboard.type("nobody")
    entering.keyboard.press("Enter")
    assert "Nothing found for “nobody”" in entering.locator("#find-problem").inner_text()


def test_a_finished_result_is_corrected_and_undone(entering: "Page") -> None:
    entering.keyboard.press("2")
    entering.keyboard.press("Enter")
    wait(entering, 3)
    entering.keyboard.press("/")
    entering.keyboard.type("1")
    entering.keyboard.press("Enter")
    entering.wait_for_selector("#finished tr.now")
    assert in_hand(entering) == "1"
    entering.keyboard.press("0")
    entering.keyboard.press("Enter")
    entering.wait_for_selector("#toast >> text=was 2-0")
    assert stored(entering) == {"1": "0-2"}
    assert in_hand(entering) == "2"
    with entering.expect_navigation():
        entering.keyboard.press("Control+z")
    assert stored(entering) == {"1": "2-0"}


def test_escape_leaves_a_finished_result_as_it_was(entering: "Page") -> None:
    entering.keyboard.press("1")
    entering.keyboard.press("Enter")
    wait(entering, 3)
    entering.locator("#finished a.written").focus()
    entering.keyboard.press("Space")
    entering.wait_for_selector("#finished tr.now")
    entering.keyboard.press("0")
    entering.keyboard.press("Escape")
    entering.wait_for_selector("#finished a.written:focus")
    assert stored(entering) == {"1": "1-1"}


def test_leaving_the_row_by_arrow_saves_what_was_typed(entering: "Page") -> None:
    entering.keyboard.press("2")
    entering.keyboard.press("ArrowDown")
    wait(entering, 3)
    assert in_hand(entering) == "2"
    assert stored(entering) == {"1": "2-0"}


def test_a_result_from_another_window_is_shown_and_not_overwritten(entering: "Page") -> None:
    other = entering.context.new_page()
    other.goto("/c/1/results/1")
    other.keyboard.press("2")
    other.keyboard.press("Enter")
    wait(other, 3)
    entering.keyboard.press("0")
    entering.keyboard.press("Enter")
    note = entering.locator("#note-1, .note").first
    note.wait_for()
    assert "Meanwhile 2-0 was entered" in note.inner_text()
    assert stored(entering) == {"1": "2-0"}
    note.get_by_role("button", name="Change it to 0-2").click()
    wait(entering, 3)
    assert stored(entering) == {"1": "0-2"}


def test_the_check_pass_by_keyboard(entering: "Page") -> None:
    for key in ("2", "1", "0", "2"):
        entering.keyboard.press(key)
        entering.keyboard.press("Enter")
    wait(entering, 0)
    entering.keyboard.press("c")
    entering.wait_for_url("**check=1")
    assert entering.locator("tr.now .score input").first.input_value() == ""
    for key in ("2", "0", "0", "2"):
        entering.keyboard.press(key)
        entering.keyboard.press("Enter")
    entering.wait_for_selector(".note.asks")
    entering.wait_for_selector("tr.agreed >> nth=2")
    assert "stored is 1-1, typed now is 0-2" in entering.locator(".note.asks").inner_text()
    assert stored(entering)["2"] == "1-1"
    assert entering.locator("tr.agreed").count() == 3
    entering.get_by_role("button", name="Change it to 0-2").press("Enter")
    entering.wait_for_selector("tr.agreed >> nth=3")
    assert stored(entering)["2"] == "0-2"


def test_no_answer_keeps_the_result_in_its_field(entering: "Page") -> None:
    entering.route("**/c/1/results/1", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    entering.keyboard.press("2")
    entering.keyboard.press("Enter")
    entering.wait_for_selector(".note")
    assert "Not saved" in entering.locator(".note").inner_text()
    assert entering.locator("#open tr >> nth=1").locator("input").first.input_value() == "2-0"
    entering.unroute("**/c/1/results/1")
    entering.keyboard.press("ArrowUp")
    entering.keyboard.press("Enter")
    wait(entering, 3)
    assert stored(entering) == {"1": "2-0"}


def test_a_page_of_another_file_says_so_and_opens_its_own(entering: "Page") -> None:
    other = entering.context.new_page()
    other.goto("/")
    other.locator("form[action='/example'] button").first.click()
    other.wait_for_url("**/c/1/players")
    other.close()
    entering.keyboard.press("2")
    entering.keyboard.press("Enter")
    entering.wait_for_selector(".note form")
    assert "belongs to another file" in entering.locator(".note").inner_text()
    entering.locator(".note form button").click()
    entering.wait_for_url("**/c/1/results/1")
    assert "Hall" in entering.locator("header.top").inner_text()


def test_leaving_at_once_asks_nothing_and_loses_nothing(entering: "Page") -> None:
    asked: list[str] = []
    entering.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    entering.keyboard.press("2")
    entering.keyboard.press("Enter")
    entering.keyboard.press("0")
    entering.locator("[data-go]", has_text="Rounds").click()
    entering.wait_for_url("**/rounds**")
    entering.goto("/c/1/results/1")
    assert stored(entering) == {"1": "2-0", "2": "0-2"}
    assert not asked


def test_the_steps_of_the_rail_are_reached_from_a_field(entering: "Page") -> None:
    entering.keyboard.press("g")
    entering.keyboard.press("r")
    entering.wait_for_url("**/rounds**")


def test_it_works_without_scripts(club: Path, page: "Page") -> None:
    open_club(page)
    browser = page.context.browser
    assert browser is not None
    context = browser.new_context(base_url=page.url.split("/c/")[0], java_script_enabled=False, locale="en")
    plain = context.new_page()
    plain.goto("/c/1/results/1")
    plain.locator(".score input:not([type=hidden])").nth(0).fill("2")
    plain.locator(".score input:not([type=hidden])").nth(2).fill("1-1")
    plain.locator(".score input:not([type=hidden])").nth(2).press("Enter")
    assert plain.locator("#progress .count").inner_text() == "2"
    plain.get_by_role("button", name="0 black wins").click()
    assert plain.locator("#progress .count").inner_text() == "1"
    assert stored(plain) == {"1": "2-0", "2": "0-2", "3": "1-1"} or sorted(stored(plain).values()) == ["0-2", "1-1", "2-0"]
    context.close()


def test_who_changes_place_is_said_when_an_earlier_round_is_corrected(club: Path, page: "Page") -> None:
    open_club(page)
    page.goto("/c/1/results/1")
    for _game in range(4):
        page.keyboard.press("2")
        page.keyboard.press("Enter")
    wait(page, 0)
    page.goto("/c/1/rounds/2")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("table.pairs")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".page .chip.ok")
    page.goto("/c/1/results/1")
    page.keyboard.press("/")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.wait_for_selector("tr.now")
    page.keyboard.press("0")
    page.keyboard.press("Enter")
    page.wait_for_selector("#toast >> text=Places:")
