"""An arbiter who has only a keyboard: strikes keys, types, tabs to what he reads, and waits for the page as a person would."""

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

#: Ends a page: the next one has a body without this mark.
MARK = "document.body.dataset.seen = 'yes'"
FRESH = "body:not([data-seen])"


@dataclass
class Arbiter:
    """Keyboard in, page out. ``steps``: the letters that go to a step in English."""

    page: "Page"

    def key(self, *keys: str) -> None:
        """Strike keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        """Type a text at once, as the clipboard pastes it."""
        self.page.keyboard.insert_text(text)

    def to_next_page(self, *keys: str) -> None:
        """Strike keys of which the last one leads to another page, and wait until that is there."""
        self.page.evaluate(MARK)
        self.key(*keys)
        self.page.wait_for_selector(FRESH)
        self.page.wait_for_load_state("load")

    def click_to_next_page(self, button: "Locator") -> None:
        """Click on what leads to another page, and wait until that is there."""
        self.page.evaluate(MARK)
        button.click()
        self.page.wait_for_selector(FRESH)
        self.page.wait_for_load_state("load")

    def big_button(self) -> None:
        """Press the one big button."""
        self.to_next_page("Control+Enter")

    def go(self, letter: str) -> None:
        """To a step of the rail; out of the field first, where letters are text."""
        if self.page.evaluate(
            "document.activeElement.matches('input[type=text], input[type=search], input:not([type]), textarea')"
        ):
            self.key("Escape")
        self.to_next_page("g", letter)

    def wait_until(self, question: str, seconds: float = 10) -> None:
        """Wait until a question about the page, as a script, is answered with yes."""
        end = time.monotonic() + seconds
        while not self.page.evaluate(question):
            assert time.monotonic() < end, question
            self.page.wait_for_timeout(20)

    def tab_to(self, text: str, most: int = 150) -> None:
        """Press Tab until what has the focus says this."""
        for _ in range(most):
            self.key("Tab")
            if text in self.focused():
                return
        raise AssertionError(f"Tab never came to {text!r}: {self.page.url}")

    def tab_into(self, selector: str, most: int = 60) -> None:
        """Press Tab until something of this kind has the focus."""
        for _ in range(most):
            self.key("Tab")
            if self.page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
                return
        raise AssertionError(f"Tab never came into {selector!r}: {self.page.url}")

    def focused(self) -> str:
        """What a screen reader says of what has the focus: its label and its text."""
        said = self.page.evaluate(
            "(() => { const e = document.activeElement; if (e === document.body) return ''; const label = e.labels && e.labels[0];"
            " return [e.getAttribute('aria-label'), label && label.innerText, e.innerText, e.title].filter(Boolean).join(' | '); })()"
        )
        return str(said)

    def toast(self) -> str:
        """What the program says it did."""
        return self.page.locator("#toast").inner_text()

    def heading(self) -> str:
        """The title of the page."""
        return self.page.locator("h1").inner_text()

    @property
    def base(self) -> str:
        """The address of the competition."""
        found = re.search(r"/c/\d+", self.page.url)
        assert found, self.page.url
        return found[0]
