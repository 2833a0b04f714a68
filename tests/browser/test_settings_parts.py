"""Settings: each part has its own button, and what was typed in another part stays typed."""

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def test_saving_one_part_keeps_what_was_typed_in_the_others(page: "Page") -> None:
    page.goto("/new")
    page.get_by_label("Name", exact=False).first.fill("Hall 2025")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(re.compile(r"/c/\d+/players"))
    page.goto("/c/1/settings")
    page.locator("#facts [name=name]").fill("Hall 2026")
    page.locator("#facts [name=carry_presence]").check()
    page.locator("#header [name=arbiter]").fill("Henk")
    page.locator("#header button").last.click()
    page.locator("#toast span", has_text="The header was changed.").wait_for()
    assert page.locator("#header [name=arbiter]").input_value() == "Henk"
    assert page.locator("#facts [name=name]").input_value() == "Hall 2026"
    assert page.locator("#facts [name=carry_presence]").is_checked()
    page.locator("#facts button").last.click()
    page.locator("#toast span", has_text="The competition was changed.").wait_for()
    page.reload()
    assert page.locator("#facts [name=name]").input_value() == "Hall 2026"
    assert page.locator("#header [name=arbiter]").input_value() == "Henk"
