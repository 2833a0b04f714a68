"""What the two screens of a round have in common, that of its pairs and that of its results: addresses, notices, rows drawn once."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from flask import get_template_attribute, url_for
from markupsafe import Markup

from kompitie_web.i18n import current_language

#: How many rows are kept; then all of them are let go.
MOST_DRAWN = 2000
_drawn: dict[Hashable, Markup] = {}


@dataclass(frozen=True)
class Notice:
    """A line above the table, with a way to what it is about."""

    text: str
    url: str = ""
    link: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Question:
    """A question in place and the form that says yes."""

    text: str
    action: str
    values: Sequence[tuple[str, str]]
    yes: str = ""


@dataclass
class RoundView:
    """The screen of a round. ``SCREEN``: its blueprint, ``PARTS``: the template with the macros of its rows."""

    SCREEN: ClassVar[str]
    PARTS: ClassVar[str]

    cid: int
    number: int

    @cached_property
    def base(self) -> str:
        """The address of the page."""
        return url_for(f"{self.SCREEN}.page", cid=self.cid, number=self.number)

    @cached_property
    def discs(self) -> Mapping[str, str]:
        """The signs of white and black, made once for all rows; '' has none."""
        disc = get_template_attribute("macros.html", "disc")
        return {"w": disc("w"), "b": disc("b"), "": ""}

    @property
    def manner(self) -> Hashable:
        """What all rows depend on besides the language and the round."""
        return None

    def drawn(self, macro: str, *values: Hashable) -> Markup:
        """A row that is the same whenever these values are: most rows are still as they were when the page is asked again.

        The macro gets this view and the values, and looks at nothing of the view but its addresses, signs and ``manner``.
        """
        key = (current_language(), self.PARTS, macro, self.cid, self.number, self.manner, values)
        found = _drawn.get(key)
        if found is None:
            if len(_drawn) >= MOST_DRAWN:
                _drawn.clear()
            found = _drawn[key] = get_template_attribute(self.PARTS, macro)(self, *values)
        return found
