"""A drawn page as a list of marks, before it becomes a PDF or a preview on the screen.

All text goes through ``Sheet.cell`` or ``Sheet.paragraph``, so all of it is fitted and its box is known. Measures are points from the
lower left corner, greys 0 (black) … 1 (white).
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from kompitie_web.documents.fitting import fit, wrap
from kompitie_web.documents.fonts import CAPITAL, REGULAR, width
from kompitie_web.documents.model import Align

MM = 72 / 25.4
INK, SOFT, HAIR, TINT, WHITE = 0.0, 0.38, 0.62, 0.86, 1.0
#: Width and height of the papers in points.
PAPERS = {"A4": (210 * MM, 297 * MM), "Letter": (612.0, 792.0)}

Box = tuple[float, float, float, float]


class Text(NamedTuple):
    """A line of text at its baseline; ``cell`` is the box it was fitted into, ``first`` false for the further lines of that box."""

    x: float
    y: float
    text: str
    font: str
    size: float
    grey: float
    cell: Box
    first: bool = True


class Rule(NamedTuple):
    """A straight line."""

    x0: float
    y0: float
    x1: float
    y1: float
    width: float
    grey: float
    dashed: bool = False


class Rectangle(NamedTuple):
    """A box; ``width`` 0 = no outline, ``fill`` None = not filled."""

    x: float
    y: float
    w: float
    h: float
    width: float
    fill: float | None = None


class Circle(NamedTuple):
    """A disc or, with ``fill`` None, a ring."""

    x: float
    y: float
    radius: float
    width: float
    stroke: float
    fill: float | None


class Turn(NamedTuple):
    """The marks that follow stand on their head (the upper half of a tent card)."""


Mark = Text | Rule | Rectangle | Circle | Turn


@dataclass
class Page:
    """A sheet of paper: its size, its marks, and whether it is cut afterwards (then it must be printed at 100 %)."""

    size: tuple[float, float]
    exact: bool = False
    marks: list[Mark] = field(default_factory=list)


class Sheet:
    """The pages being drawn."""

    def __init__(self) -> None:
        self.pages: list[Page] = []

    def start(self, size: tuple[float, float], exact: bool = False) -> None:
        """A new page."""
        self.pages.append(Page(size, exact))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the page in hand."""
        return self.pages[-1].size

    def add(self, mark: Mark) -> None:
        """Put a mark on the page in hand."""
        self.pages[-1].marks.append(mark)

    def cell(
        self,
        box: Box,
        text: str,
        font: str = REGULAR,
        size: float = 9,
        align: Align = "left",
        grey: float = INK,
        lines: int = 1,
        limit: float = 0.8,
        floor: float = 0.6,
    ) -> None:
        """Text in a box (left, bottom, width, height), centred in height on its capitals.

        One line keeps the baseline of its full size, whatever it shrinks to, so that rows stay level.
        """
        if not text:
            return
        x, y, w, h = box
        fitted, rows = fit(text, font, size, w, lines, limit, floor, h / 2.5)
        lead = fitted * 1.16
        tall = CAPITAL * (fitted if len(rows) > 1 else size)
        base = y + (h - tall + lead * (len(rows) - 1)) / 2
        for index, row in enumerate(rows):
            spare = 0.0 if align == "left" else w - width(row, font, fitted)
            left = x + (spare / 2 if align == "centre" else spare)
            self.add(Text(left, base - index * lead, row, font, fitted, grey, box, index == 0))

    def paragraph(self, x: float, top: float, room: float, text: str, size: float, grey: float = INK) -> float:
        """Free text below ``top``; returns its height."""
        lead = size * 1.35
        rows = wrap(text, REGULAR, size, room)
        for index, row in enumerate(rows):
            if row:
                low = top - (index + 1) * lead
                self.add(Text(x, low + lead * 0.26, row, REGULAR, size, grey, (x, low, room, lead)))
        return len(rows) * lead

    def rule(
        self, x0: float, y0: float, x1: float, y1: float, width: float = 0.25, grey: float = HAIR, dashed: bool = False
    ) -> None:
        """A line; the default is the hairline under a row."""
        self.add(Rule(x0, y0, x1, y1, width, grey, dashed))

    def box(self, x: float, y: float, w: float, h: float, width: float = 0.7, fill: float | None = None) -> None:
        """A box to write in, or a tinted area."""
        self.add(Rectangle(x, y, w, h, width, fill))

    def disc(self, x: float, y: float, radius: float, white: bool, ring: bool = False) -> None:
        """The colour as a piece: readable without any colour; on cards with the ring of a draughtsman."""
        line = max(0.55, radius * 0.11)
        self.add(Circle(x, y, radius - line / 2, line, INK, WHITE if white else INK))
        if ring:
            self.add(Circle(x, y, radius * 0.66, line * 0.5, INK if white else WHITE, None))


def paragraph_height(text: str, size: float, room: float) -> float:
    """The height that ``Sheet.paragraph`` will need."""
    return len(wrap(text, REGULAR, size, room)) * size * 1.35
