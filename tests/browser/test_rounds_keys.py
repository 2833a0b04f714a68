"""Pairing and changing a round by keyboard only (spec 00 rows 5 and 6)."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kompitie_web.actions import competitions, players
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.store import KompitieFile

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
NAMES = (
    "Ankie Bos",
    "Bert Smit",
    "Carla de Wit",
    "Dirk ONeill",
    "Els Visser",
    "Frans Vos",
    "Gerda Bakker",
    "Hans Mulder",
    "Iris Kok",
)


@pytest.fixture
def pairing(tmp_path: Path, page: "Page") -> "Page":
    """The page of round 1 of nine players; a round robin of seven is the second competition."""
    home = tmp_path / "home"
    (home / "data").mkdir(parents=True, exist_ok=True)
    made = KompitieFile.create(home / "Club.kompitie", "Club", home / "data")
    with made.connection():
        cid = competitions.create_competition(competitions.NewCompetition("Hall", rounds=5))
        players.add_players(cid, [PlayerInput(name) for name in NAMES])
        robin = competitions.create_competition(competitions.NewCompetition("Robin", kind="round_robin", rounds=7))
        players.add_players(robin, [PlayerInput(name) for name in NAMES[:7]])
    made.close()
    page.goto("/open")
    page.locator("main button", has_text="Club").first.click()
    page.wait_for_url("**/c/*/**")
    page.goto("/c/1/rounds/1")
    return page


def press(page: "Page", *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def sent(page: "Page", *keys: str) -> None:
    """Keys that send a form: waits for the page that follows."""
    with page.expect_navigation():
        press(page, *keys)


def names(page: "Page") -> list[tuple[str, str]]:
    """White and black of each row."""
    rows = page.locator("#pairs tr[id^=game-]")
    return [
        (
            row.locator(".pick").nth(0).locator("span").last.inner_text(),
            row.locator(".pick").nth(1).locator("span").last.inner_text(),
        )
        for row in rows.all()
    ]


def focused(page: "Page") -> str:
    return str(page.evaluate("document.activeElement.id"))


def test_one_key_pairs_and_one_publishes(pairing: "Page") -> None:
    sent(pairing, "Control+Enter")
    assert pairing.locator("h1 .chip").inner_text() == "draft"
    assert pairing.locator("#pairs tr[id^=game-]").count() == 4
    assert pairing.locator(".byerow").count() == 1
    sent(pairing, "Control+Enter")
    assert pairing.locator("h1 .chip").inner_text() == "published"


def test_two_players_are_picked_and_swapped_and_it_is_undone(pairing: "Page") -> None:
    sent(pairing, "Control+Enter")
    before = names(pairing)
    press(pairing, "ArrowDown")
    assert focused(pairing) == "s1w"
    press(pairing, "Space", "ArrowDown", "Space")
    pairing.wait_for_selector("#selection >> text=After swapping")
    assert "No rule is broken" in pairing.locator("#selection").inner_text()
    sent(pairing, "w")
    after = names(pairing)
    assert after[0] == (before[1][0], before[0][1])
    assert after[1] == (before[0][0], before[1][1])
    assert focused(pairing) == "s2w"
    assert pairing.locator("#toast button").inner_text() == "Undo"
    sent(pairing, "Control+z")
    assert names(pairing) == before


def test_escape_lets_go_and_keeps_the_place(pairing: "Page") -> None:
    sent(pairing, "Control+Enter")
    press(pairing, "ArrowDown", "ArrowDown", "ArrowRight", "Space")
    pairing.wait_for_selector("#selection:not([hidden])")
    press(pairing, "Escape")
    pairing.wait_for_selector("#selection[hidden]", state="attached")
    assert focused(pairing) == "s2b"
    assert pairing.locator(".pick[aria-pressed=true]").count() == 0


def test_k_l_and_v_act_on_the_player_in_hand(pairing: "Page") -> None:
    sent(pairing, "Control+Enter")
    before = names(pairing)
    press(pairing, "ArrowDown")
    sent(pairing, "k")
    assert names(pairing)[0] == (before[0][1], before[0][0])
    assert "locked" in pairing.locator("#pairs tr[id^=game-]").first.inner_text()
    sent(pairing, "v")
    assert "locked" not in pairing.locator("#pairs tr[id^=game-]").first.inner_text()
    sent(pairing, "l")
    assert pairing.locator("#pairs tr[id^=game-]").count() == 3
    assert pairing.locator(".unpaired .pick").count() == 2


def test_two_players_without_a_game_are_paired_with_n_and_o_keeps_them(pairing: "Page") -> None:
    sent(pairing, "Control+Enter")
    press(pairing, "ArrowDown")
    sent(pairing, "l")
    pairing.locator(".unpaired .pick").first.focus()
    press(pairing, "Space", "ArrowDown", "Space")
    pairing.wait_for_selector("#selection >> text=Pair these two")
    sent(pairing, "n")
    pair = names(pairing)[-1]
    sent(pairing, "o")
    assert pair in names(pairing)
    assert pairing.locator(".byerow").count() == 1


def test_u_opens_and_closes_why_under_the_row(pairing: "Page") -> None:
    sent(pairing, "Control+Enter")
    press(pairing, "ArrowDown", "u")
    pairing.wait_for_selector("tr.why")
    assert "First round" in pairing.locator("tr.why").inner_text()
    assert focused(pairing) == "s1w"
    press(pairing, "u")
    pairing.wait_for_selector("tr.why", state="detached")


def test_a_new_game_with_n_by_codes(pairing: "Page") -> None:
    sent(pairing, "n")
    pairing.wait_for_selector("#white:focus")
    pairing.keyboard.type("abo")
    press(pairing, "Tab")
    pairing.keyboard.type("bsm")
    sent(pairing, "Enter")
    assert names(pairing) == [("Ankie Bos", "Bert Smit")]
    sent(pairing, "n")
    pairing.wait_for_selector("#white:focus")
    pairing.keyboard.type("xyz")
    sent(pairing, "Control+Enter")  # sends the form in hand; the round is not paired by it
    assert "“xyz” is not one player" in pairing.locator("#white-problem").inner_text()
    assert pairing.locator("#white").input_value() == "xyz"
    sent(pairing, "Escape")
    assert pairing.locator(".panel").count() == 0


def test_a_rule_break_is_asked_in_place_and_the_yes_has_the_focus(pairing: "Page") -> None:
    sent(pairing, "Control+Enter")
    sent(pairing, "Control+Enter")
    pairing.goto("/c/1/results/1")
    for _game in range(4):
        press(pairing, "1", "Enter")
    pairing.wait_for_selector('#progress[data-open="0"]')
    met = pairing.locator("#finished tr.done").first.locator("td")
    one, other = met.nth(1).inner_text(), met.nth(2).inner_text()
    pairing.goto("/c/1/rounds/2")
    sent(pairing, "n")
    pairing.wait_for_selector("#white:focus")
    pairing.keyboard.type(one)
    press(pairing, "Tab")
    pairing.keyboard.type(other)
    sent(pairing, "Enter")
    assert "already met in round 1" in pairing.locator(".question").inner_text()
    pairing.wait_for_selector(".question button:focus")
    sent(pairing, "Enter")
    assert names(pairing) == [(one, other)]


def test_a_round_is_deleted_by_keyboard(pairing: "Page") -> None:
    sent(pairing, "Control+Enter")
    pairing.goto("/c/1/rounds/1?panel=delete")
    assert "Delete round 1?" in pairing.locator(".panel").inner_text()
    sent(pairing, "Enter")
    assert pairing.locator("h1 .chip").inner_text() == "planned"


def test_a_double_round_robin_in_one_action(pairing: "Page") -> None:
    pairing.goto("/c/2/rounds/1")
    pairing.get_by_label("Double").focus()
    press(pairing, "Space")
    sent(pairing, "Control+Enter")
    assert pairing.locator(".tabs a").count() == 14
    assert pairing.locator("#pairs tr[id^=game-]").count() == 3
    assert pairing.locator(".byerow").count() == 1


def test_picking_works_without_scripts(pairing: "Page") -> None:
    sent(pairing, "Control+Enter")
    browser = pairing.context.browser
    assert browser is not None
    context = browser.new_context(base_url=pairing.url.split("/c/")[0], java_script_enabled=False, locale="en")
    plain = context.new_page()
    plain.goto("/c/1/rounds/1")
    before = names(pairing)
    plain.locator(".pick").nth(0).click()
    plain.locator(".pick").nth(2).click()
    assert "After swapping" in plain.locator("#selection").inner_text()
    plain.get_by_role("button", name="Swap").click()
    pairing.reload()
    assert names(pairing)[0] == (before[1][0], before[0][1])
    plain.locator(".whybutton").first.click()
    plain.locator("tr.why").first.wait_for()
    assert plain.locator("tr.why").count() == 1
    context.close()
