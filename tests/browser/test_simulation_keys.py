"""Systems are compared by simulation without a mouse, and the program stays quick and ends meanwhile."""

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def focus(page: "Page", selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached with Tab")


def choose(page: "Page", system: str) -> None:
    """Tick a system, or take its tick away."""
    focus(page, f"[name=systems][value={system}]")
    page.keyboard.press("Space")


def type_number(page: "Page", name: str, value: str) -> None:
    """Put a number in a field."""
    focus(page, f"[name={name}]")
    page.keyboard.press("Control+a")
    page.keyboard.type(value)


def test_systems_are_compared_and_a_long_comparison_is_stopped_by_keyboard(page: "Page") -> None:
    page.goto("/simulation")
    choose(page, "rating")
    choose(page, "keizer")
    type_number(page, "players", "8")
    type_number(page, "rounds", "none")
    page.keyboard.press("Control+Enter")
    page.locator("#rounds-problem").wait_for()
    assert page.locator("#players").input_value() == "8"
    type_number(page, "rounds", "3")
    focus(page, "details.more-of > summary")
    page.keyboard.press("Enter")
    type_number(page, "count", "3")
    page.keyboard.press("Control+Enter")
    page.locator(".simulated").wait_for(timeout=60_000)
    assert page.locator(".simulated thead th").all_inner_texts() == ["Swiss on resistance points", "Keizer club"]
    assert page.locator(".simulated caption").inner_text() == "What happened in 3 tournaments by each system"
    assert re.search(r"job=\d+", page.url)

    focus(page, "details.more-of > summary")
    page.keyboard.press("Enter")
    type_number(page, "count", "500")
    type_number(page, "players", "60")
    page.keyboard.press("Control+Enter")
    page.get_by_text(re.compile(r"^[1-9]\d* of 1000 tournaments")).wait_for(timeout=60_000)
    page.keyboard.press("Escape")
    page.locator(".stopped").wait_for()
    assert "Stopped." in page.locator(".stopped").inner_text()
    assert page.locator("#progress").count() == 0


def test_the_other_screens_work_meanwhile_and_the_program_ends_with_it(page: "Page") -> None:
    """The program is ended by its fixture, within ten seconds, while it simulates."""
    page.goto("/simulation")
    focus(page, "details.more-of > summary")
    page.keyboard.press("Enter")
    type_number(page, "count", "500")
    page.keyboard.press("Control+Enter")
    page.locator("#progress").wait_for()
    running = page.url
    page.goto("/new")
    page.get_by_label("Name", exact=False).first.fill("Meanwhile")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile(r"/c/\d+/players"))
    page.goto(running)
    page.locator("#outcome .running, #outcome table").first.wait_for()
