"""Lists on paper: round sheets, standings, cross tables, player lists. One table model, one look.

Black on white. Three voices: bold = what one looks for, regular = names, grey = the rest. Hairlines under rows, a breath after every
five, no boxes except those to write in. Portrait unless the columns do not fit; then landscape; then smaller.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from kompitie_web.documents.fonts import BOLD, REGULAR, printable, width
from kompitie_web.documents.layout_columns import GUTTER, Columns, label_size, measure, room, split_figure
from kompitie_web.documents.layout_frame import FOOT, LEFT, foot, head, head_height, paper
from kompitie_web.documents.layout_pages import HEADING, Paging, Rows, Space, divide
from kompitie_web.documents.model import Align, Cell, Column, GameCell, Group, Row, Table
from kompitie_web.documents.sheet import HAIR, INK, MM, SOFT, TINT, Sheet, paragraph_height

_NOTE = 8.0
#: The band of large figures: its height, the sizes of label and figure.
_BAND, _LABEL, _LARGE = 17 * MM, 7.5, 15.0


def draw(table: Table, sheet: Sheet) -> None:
    """Draw a table on as many pages as it needs."""
    _ListLayout(table, sheet).draw()


def count(table: Table) -> int:
    """How many pages a table takes, without drawing it."""
    return _ListLayout(table, Sheet()).plan.paging.pages


class _Plan(NamedTuple):
    """How the rows lie on the pages. ``caption``: height of the heads of columns. ``head_scale``: of the head of the page."""

    paging: Paging
    rows: Rows
    caption: float
    head_scale: float


class _ListLayout:
    """The measures of one table and the drawing of its parts."""

    def __init__(self, table: Table, sheet: Sheet) -> None:
        self.table, self.sheet = table, sheet
        self.size, self.scale, self.columns = self._choose_paper()
        self.wide = self.size[0] - 2 * LEFT
        self.breath = 1.1 * MM * self.scale if table.every else 0.0
        self.plan = self._divide()
        self.row_height = self.plan.paging.height

    def _choose_paper(self) -> tuple[tuple[float, float], float, Columns]:
        """Portrait when the columns fit, else landscape, else smaller."""
        table, scale = self.table, self.table.scale
        upright = paper(table.header)
        columns = measure(table, room(table, upright[0] - 2 * LEFT), scale)
        if not table.landscape and (not columns.short or table.landscape is False):
            size = upright
        else:
            size = paper(table.header, landscape=True)
        available = room(table, size[0] - 2 * LEFT)
        columns = measure(table, available, scale)
        for _ in range(3):  # the heads of columns do not shrink below a size, so once is not always enough
            if not columns.short:
                break
            scale *= max(0.3, 0.99 * available / columns.needed)
            columns = measure(table, available, scale)
        return size, scale, columns

    def _divide(self) -> _Plan:
        """Lay the rows on pages."""
        table = self.table
        note = paragraph_height(table.notes, _NOTE, self.wide) + 3 * MM if table.notes else 0.0
        low = FOOT + 3 * MM + note
        caption, head_scale = label_size(self.scale) * 1.9, max(1.0, min(self.scale, 1.6))
        heads = [head_height(table.header, self.wide, full, head_scale) for full in (True, bool(table.span))]
        first, later = (self.size[1] - tall - low - caption for tall in heads)
        first -= _BAND if table.band else 0.0
        rows = Rows([isinstance(row, Group) for row in table.rows], table.every, self.breath)
        unit = MM * self.scale
        paging = divide(rows, Space(first, later, table.newspaper), table.height[0] * unit, table.height[1] * unit)
        return _Plan(paging, rows, caption, head_scale)

    def draw(self) -> None:
        """All pages."""
        table, sheet, (paging, rows, caption, head_scale) = self.table, self.sheet, self.plan
        for page in range(paging.pages):
            chunks = paging.chunks[page * table.newspaper : (page + 1) * table.newspaper]
            sheet.start(self.size)
            top = head(sheet, table.header, table.title, page == 0 or bool(table.span), head_scale, bool(table.span))
            if table.span and chunks:
                self._range(top.label, chunks)
            start = self._band(top.y) if table.band and page == 0 else top.y
            bottoms = [
                self._block(LEFT + index * (room(table, self.wide) + GUTTER), start, chunk, caption, rows.airs())
                for index, chunk in enumerate(chunks)
            ]
            if table.notes and page == paging.pages - 1:
                sheet.paragraph(LEFT, min(bottoms, default=start) - 3 * MM, self.wide, table.notes, _NOTE, SOFT)
            foot(sheet, table.header, page + 1, paging.pages)

    def _band(self, top: float) -> float:
        """The labels and large figures under the head, spread over the width; returns where the list begins."""
        widths = [max(width(label, REGULAR, _LABEL), width(figure, BOLD, _LARGE)) * 1.02 for label, figure in self.table.band]
        shrink = min(1.0, (self.wide - GUTTER) / sum(widths))
        air = (self.wide - sum(widths) * shrink) / max(1, len(widths) - 1)
        x = LEFT
        for wide, (label, figure) in zip(widths, self.table.band, strict=True):
            self.sheet.cell((x, top - 6 * MM, wide * shrink, 4 * MM), label, REGULAR, _LABEL, grey=SOFT)
            self.sheet.cell((x, top - 14 * MM, wide * shrink, 8 * MM), figure, BOLD, _LARGE)
            x += wide * shrink + min(air, 3 * GUTTER)
        return top - _BAND

    def _range(self, box: tuple[float, float, float, float], chunks: Sequence[tuple[int, int]]) -> None:
        """The range of a sheet that hangs beside others: Table 8 – 14."""
        shown = [row for row in self.table.rows[chunks[0][0] : chunks[-1][1]] if isinstance(row, tuple)]
        names = [str(row[0]) for row in shown if row[0]]
        if names:
            words = self.table.span.format(names[0], names[-1])
            self.sheet.cell(box, words, BOLD, 20 * min(self.scale, 1.6), "right")

    def _block(self, x: float, top: float, chunk: tuple[int, int], caption: float, airs: Sequence[bool]) -> float:
        """One newspaper column of rows with its heads; returns where it ends."""
        sheet, wide = self.sheet, room(self.table, self.wide)
        if chunk[0] == chunk[1]:
            return top
        lefts = [x + sum(self.columns.widths[:index]) for index in range(len(self.columns.widths))]
        for index, column in enumerate(self.table.columns):
            left, inner = self.columns.inner(index, column, lefts[index])
            box = (left, top - caption, inner, caption)
            sheet.cell(box, column.head, REGULAR, label_size(self.scale), _head_align(column), SOFT, limit=0.6)
        y, totals = top - caption, len(self.table.rows) - self.table.totals
        sheet.rule(x, y, x + wide, y, 0.7, INK)
        for index in range(*chunk):
            row = self.table.rows[index]
            air = self.breath if airs[index] and index > chunk[0] else 0.0
            is_total = index >= totals
            y = self._heading(row, x, y - air) if isinstance(row, Group) else self._row(row, lefts, y, air, is_total)
            last = index == chunk[1] - 1 or index == totals - 1
            sheet.rule(x, y, x + wide, y, 0.7 if last else 0.25, INK if last else HAIR)
        return y

    def _heading(self, group: Group, x: float, y: float) -> float:
        """The heading of a group."""
        tall = self.row_height * HEADING
        box = (x, y - tall, room(self.table, self.wide), tall * 0.85)
        self.sheet.cell(box, group.title, BOLD, self.table.size * self.scale * 1.1)
        return y - tall

    def _row(self, row: Row, lefts: Sequence[float], y: float, air: float, is_total: bool = False) -> float:
        """One row with the air before it; returns its lower edge."""
        low = y - air - self.row_height
        for index, (column, cell) in enumerate(zip(self.table.columns, row, strict=True)):
            self._cell(replace(column, bold=True, soft=False) if is_total else column, index, cell, lefts[index], low)
            if column.rule:
                self.sheet.rule(lefts[index], low, lefts[index], y)
        return low

    def _cell(self, column: Column, index: int, cell: Cell, x: float, y: float) -> None:
        """One cell by its kind."""
        sheet, tall, wide = self.sheet, self.row_height, self.columns.widths[index]
        size = self.table.size * self.scale * column.size
        left, inner = self.columns.inner(index, column, x)
        if isinstance(cell, tuple):
            self._games(cell, x, y, wide, size)
        elif not isinstance(cell, str):
            sheet.box(x, y, wide, tall, 0, TINT)
        elif column.kind == "disc":
            if cell:
                sheet.disc(x + size * 0.4, y + tall / 2, size * 0.37, cell == "w")
        elif column.kind == "tick":
            side = min(tall * 0.6, size * 1.1)
            sheet.box(x, y + (tall - side) / 2, side, side, 0.6)
        elif column.kind == "result" and not cell:
            self._boxes(left + inner / 2, y, inner)
        elif column.kind == "figure":
            self._figure(column, index, cell, left, y, inner, size)
        else:
            grey = SOFT if column.soft or column.kind in ("result", "game") else INK
            align: Align = "centre" if column.kind in ("result", "game") else column.align
            bold = column.bold or column.kind == "result"
            grey = INK if column.kind == "result" else grey
            sheet.cell((left, y, inner, tall), cell, BOLD if bold else REGULAR, size, align, grey, 2 if column.flex else 1)

    def _figure(self, column: Column, index: int, cell: str, left: float, y: float, inner: float, size: float) -> None:
        """A figure that stands on its unit: ½ and decimals hang in a slot of their own."""
        font, grey = BOLD if column.bold else REGULAR, SOFT if column.soft else INK
        slot = self.columns.slots[index]
        whole, tail = split_figure(printable(cell))
        self.sheet.cell((left, y, inner - slot, self.row_height), whole, font, size, "right", grey, limit=0.5)
        self.sheet.cell((left + inner - slot, y, slot + 1, self.row_height), tail, font, size, "left", grey, limit=0.5)

    def _boxes(self, middle: float, y: float, inner: float) -> None:
        """Two boxes for the result with a dash between them; they grow less than the text: a pen stays a pen."""
        dash, tall = 1.5 * MM * self.scale, self.row_height
        wide = min(inner / 2 - dash, tall * 0.83)
        side = min(tall * 0.72, wide * 1.1)
        for left in (middle - wide - dash, middle + dash):
            self.sheet.box(left, y + (tall - side) / 2, wide, side, 0.6 * min(self.scale, 1.5))
        self.sheet.rule(middle - dash / 2, y + tall / 2, middle + dash / 2, y + tall / 2, 0.6, INK)

    def _games(self, games: Sequence[GameCell], x: float, y: float, wide: float, size: float) -> None:
        """The games of one round, under each other: opponent, colour, result."""
        tall = self.row_height / max(1, len(games))
        size = min(size, tall * 0.72)
        middle = x + wide / 2 + 0.15 * size
        side = middle - x - size * 0.62
        for index, game in enumerate(games):
            low = y + self.row_height - (index + 1) * tall
            self.sheet.cell((x, low, side, tall), game.opponent, REGULAR, size * 0.92, "right", SOFT, limit=0.5)
            if game.colour:
                self.sheet.disc(middle, low + tall / 2, size * 0.34, game.colour == "w")
            box = (middle + size * 0.62, low, x + wide - middle - size * 0.62, tall)
            self.sheet.cell(box, game.result, BOLD, size, limit=0.5)


def _head_align(column: Column) -> Align:
    """Heads stand as their cells do."""
    if column.kind == "text":
        return column.align
    return "right" if column.kind == "figure" else "centre"
