"""A tournament day from the first name to the last standing, by keyboard only (spec 00, "A tournament day")."""

import re
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader

from tests.browser.arbiter import Arbiter

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
FIRST = "Anna Bram Cora Dirk Els Fred Greet Huib Ineke Joop Kees Lies".split()
LAST = ("Bakker", "van der Meulen")
NAMES = [f"{first} {last}" for last in LAST for first in FIRST]
LIST = "\n".join(f"{name}\t{1400 - 20 * at}\tDC Zuid" for at, name in enumerate(NAMES))
ANYBODY = re.compile("|".join(sorted((*NAMES, "Laat Komer"), key=len, reverse=True)))
#: What is typed game after game; the plus signs are plus draws.
KEYS = "2102+01120210"


@pytest.fixture
def arbiter(page: "Page") -> Arbiter:
    return Arbiter(page)


def make_competition(arbiter: Arbiter, name: str, rounds: str, system: str = "") -> None:
    """Three questions, answered from the keyboard."""
    arbiter.to_next_page("n")
    arbiter.type(name)
    if system:
        arbiter.tab_to(system)
        arbiter.key("Space")
    arbiter.tab_to("Rounds")
    arbiter.key("Control+a")
    arbiter.type(rounds)
    arbiter.big_button()


def paste_players(arbiter: Arbiter, text: str, count: int) -> None:
    """Paste a list, look at it, add it."""
    arbiter.key("Escape")
    arbiter.tab_to("Paste a list")
    arbiter.to_next_page("Enter")
    arbiter.type(text)
    arbiter.big_button()
    assert f"{count} players will be added" in arbiter.page.locator("#counted").inner_text()
    arbiter.big_button()
    assert f"{count} players" in arbiter.page.locator("#lead").inner_text()


def pair_and_publish(arbiter: Arbiter, number: int) -> None:
    """From wherever we are: pair the round and publish it."""
    arbiter.go("r")
    assert f"Round {number}" in arbiter.heading()
    arbiter.big_button()
    assert "draft" in arbiter.heading()
    arbiter.big_button()
    assert "published" in arbiter.heading()


def enter_results(arbiter: Arbiter, keys: str, games: int) -> None:
    """One key and Enter a game, until none is open."""
    arbiter.go("s")
    arbiter.page.wait_for_selector(f'#progress[data-open="{games}"]')
    for at in range(games):
        arbiter.key(keys[at % len(keys)], "Enter")
    arbiter.page.wait_for_selector('#progress[data-open="0"]', timeout=15000)


def standing(arbiter: Arbiter) -> list[str]:
    """The names from first to last, as the standings page shows them."""
    html = arbiter.page.request.get(f"{arbiter.base}/standings").text()
    return list(dict.fromkeys(ANYBODY.findall(html[html.index("<tbody") :])))


def pdf(arbiter: Arbiter, document: str, **options: str) -> str:
    """The text of a document, as the print screen gives it."""
    answer = arbiter.page.request.get(f"{arbiter.base}/print/{document}.pdf", params=options)
    assert answer.headers["content-type"] == "application/pdf", answer.text()[:500]
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.body())).pages)


def test_a_swiss_of_24_players_and_7_rounds(arbiter: Arbiter) -> None:
    make_competition(arbiter, "Voorjaarstoernooi", "7")
    paste_players(arbiter, LIST, 24)

    # Round 1: two players change places in the draft, by hand.
    arbiter.go("r")
    arbiter.big_button()
    arbiter.key("ArrowDown", "Space")
    arbiter.page.wait_for_selector("#selection strong")
    arbiter.key("ArrowDown", "Space")
    arbiter.page.wait_for_selector('#selection button[data-key="w"]')
    before = arbiter.page.locator("#pairs .pick").all_inner_texts()[:4]
    arbiter.to_next_page("w")
    after = arbiter.page.locator("#pairs .pick").all_inner_texts()[:4]
    assert {before[0], before[2]} == {after[0], after[2]} or set(before) == set(after)
    assert before != after
    arbiter.big_button()
    assert "published" in arbiter.heading()
    enter_results(arbiter, KEYS, 12)

    # Round 2: a late entry, and one absent with notice.
    arbiter.go("p")
    arbiter.type("Laat Komer; 1010; DC Noord")
    arbiter.key("Enter")
    arbiter.wait_until("document.querySelector('#roster').innerText.includes('Laat Komer')")
    arbiter.go("e")
    assert "round 2" in arbiter.heading()
    arbiter.key(*"cba", "Space")
    arbiter.page.wait_for_selector("li.away")
    pair_and_publish(arbiter, 2)
    enter_results(arbiter, KEYS[3:], 12)

    # Round 3: 25 players, one has the bye; a forfeit.
    pair_and_publish(arbiter, 3)
    enter_results(arbiter, "f" + KEYS, 12)
    assert "bye" in arbiter.page.locator("main").inner_text().lower()

    pair_and_publish(arbiter, 4)
    enter_results(arbiter, KEYS[1:], 12)

    # After round 4 one player withdraws: the tick of his row.
    arbiter.go("p")
    arbiter.key("ArrowDown")
    arbiter.key("ArrowRight", "Space")
    arbiter.page.wait_for_selector('#roster .tick[aria-checked="false"]')
    pair_and_publish(arbiter, 5)
    enter_results(arbiter, KEYS[2:], 12)

    # A correction two rounds back, by table number.
    arbiter.go("s")
    arbiter.tab_to("3")
    arbiter.to_next_page("Enter")
    assert "3" in arbiter.heading()
    arbiter.key("/")
    arbiter.type("5")
    arbiter.key("Enter")
    arbiter.wait_until("document.activeElement.matches('.score input')")
    old = arbiter.page.evaluate("document.activeElement.value")
    arbiter.key("0" if old != "0-2" else "2", "Enter")
    arbiter.wait_until("document.querySelector('#toast').innerText.includes('5')")

    # Five undos and five redos: the same standing comes back.
    final = standing(arbiter)
    for _ in range(5):
        arbiter.to_next_page("Escape", "Control+z")
    assert "Undone" in arbiter.toast()
    assert arbiter.page.request.get(f"{arbiter.base}/history").text().count("Redo to here: ") == 5
    for _ in range(5):
        arbiter.to_next_page("Escape", "Control+y")
    assert "Done again" in arbiter.toast()
    assert standing(arbiter) == final

    pair_and_publish(arbiter, 6)
    enter_results(arbiter, KEYS[4:], 12)
    pair_and_publish(arbiter, 7)
    enter_results(arbiter, KEYS[5:], 12)

    # Paper: the round and the standing, read back.
    sheet = pdf(arbiter, "round_tables", round="7")
    assert "Voorjaarstoernooi" in sheet
    listed = [name for name in NAMES if name in sheet]
    assert len(listed) >= 23
    paper = pdf(arbiter, "standings")
    assert ANYBODY.findall(paper) == standing(arbiter)


def test_a_double_round_robin_of_7_players(arbiter: Arbiter) -> None:
    arbiter.to_next_page("n")
    arbiter.type("Clubkampioenschap")
    arbiter.tab_to("Tournament")
    arbiter.key("ArrowDown")
    arbiter.tab_to("Players")
    arbiter.type("7")
    arbiter.tab_to("Details")
    arbiter.key("Enter")
    arbiter.tab_to("meets twice")
    arbiter.key("Space")
    arbiter.big_button()
    paste_players(arbiter, "\n".join(NAMES[:7]), 7)
    arbiter.go("r")
    arbiter.big_button()
    for number in range(1, 15):
        arbiter.go("s")
        assert f"{number}" in arbiter.heading()
        enter_results(arbiter, KEYS[number % 5 :], 3)
    schedule = pdf(arbiter, "schedule")
    assert all(name in schedule for name in NAMES[:7])
    cross = pdf(arbiter, "cross_places")
    assert "Clubkampioenschap" in cross
    assert len(standing(arbiter)) == 7
