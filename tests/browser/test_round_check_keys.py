"""A round is checked by keyboard only: from its page to the check, to the reasons, to everything, and back."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kompitie_web.actions import competitions, players, rounds
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.store import KompitieFile, models

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
NAMES = ("Ankie Bos", "Bert Smit", "Carla de Wit", "Dirk ONeill", "Els Visser", "Frans Vos")


@pytest.fixture
def checked(tmp_path: Path, page: "Page") -> "Page":
    """The page of round 1, of which the record has the colours of one pair the wrong way round."""
    home = tmp_path / "home"
    (home / "data").mkdir(parents=True, exist_ok=True)
    made = KompitieFile.create(home / "Club.kompitie", "Club", home / "data")
    with made.connection():
        cid = competitions.create_competition(competitions.NewCompetition("Hall", rounds=5))
        players.add_players(cid, [PlayerInput(name) for name in NAMES])
        rounds.draft_round(cid, 1)
        rounds.publish_round(cid, 1)
        with made.action("paper_changed", scope=cid):
            record = models.PairingRecord.get()
            record.content["draft"]["pairs"][0][:2] = record.content["draft"]["pairs"][0][1::-1]
            record.save()
    made.close()
    page.goto("/open")
    page.locator("main button", has_text="Club").first.click()
    page.wait_for_url("**/c/*/**")
    page.goto(f"/c/{cid}/rounds/1")
    return page


def press(page: "Page", key: str, address: str) -> None:
    """Strike a key that leads to another page."""
    page.keyboard.press(key)
    page.wait_for_url(address)


def test_from_the_round_to_the_check_and_back(checked: "Page") -> None:
    page = checked
    press(page, "c", "**/c/1/rounds/1/check")
    assert "1 game or bye comes out otherwise" in page.get_by_role("status").first.inner_text()
    why = page.locator("details.because").first
    assert not why.locator("p").is_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('details.because > summary')"):
            break
    page.keyboard.press("Enter")
    assert "First round, neighbours" in why.locator("p").inner_text()
    assert "has white by the rule of this round" in page.locator(".decided").first.inner_text()

    press(page, "a", "**/c/1/check")
    assert "0 of 1 agree." in page.get_by_role("status").first.inner_text()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('table.checks a')"):
            break
    press(page, "Enter", "**/c/1/rounds/1/check")
    press(page, "Control+Enter", "**/c/1/rounds/1")


def test_nothing_is_wider_than_a_phone(checked: "Page") -> None:
    page = checked
    page.set_viewport_size({"width": 390, "height": 844})
    for address in ("/c/1/rounds/1/check", "/c/1/check"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
