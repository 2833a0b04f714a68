"""How wide the columns of a table are: as wide as their contents, the room left over to the flexible ones."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kompitie_web.documents.fonts import BOLD, REGULAR, width
from kompitie_web.documents.model import Column, GameCell, Row, Table
from kompitie_web.documents.sheet import MM

#: Widths in times the text size.
_FIXED = {"disc": 1.3, "tick": 1.9}
#: Between newspaper columns.
GUTTER = 9 * MM
_UNITS = re.compile(r"([+−-]?\d*)(.*)", re.DOTALL)


@dataclass(frozen=True)
class Columns:
    """The measured columns. ``slots``: room behind the unit for ½ or decimals. ``short``: points missing, 0 = everything fits."""

    widths: tuple[float, ...]
    slots: tuple[float, ...]
    gap: float
    needed: float
    short: float

    def inner(self, index: int, column: Column, x: float) -> tuple[float, float]:
        """Left and width of the text of a column: the gap is at its right; between hairlines text is centred."""
        inset = self.gap * 0.7 if column.rule and column.kind == "figure" else 0.0
        centred = column.kind in ("disc", "game", "tick") or (column.rule and column.align == "centre")
        last = index == len(self.widths) - 1
        return x + inset, self.widths[index] - inset - (0 if centred or last else self.gap)


def split_figure(text: str) -> tuple[str, str]:
    """A figure as its whole units and what stands behind them: ``7½`` → ``7``, ``½``; ``2,33`` → ``2``, ``,33``."""
    match = _UNITS.fullmatch(text)
    return (match[1], match[2]) if match else (text, "")


def label_size(scale: float) -> float:
    """Size of the heads of columns: on large sheets they grow less than the text."""
    return min(7.5 * scale, 7.5 + 3 * (scale - 1)) if scale > 1 else max(6.5, 7.5 * scale)


def room(table: Table, wide: float) -> float:
    """Width of one newspaper column on a body of this width."""
    return (wide - (table.newspaper - 1) * GUTTER) / table.newspaper


def measure(table: Table, available: float, scale: float) -> Columns:
    """The columns in ``available`` points. A flexible column asks for its nine-tenths longest text and may shrink to a fifth more."""
    gap = 2.9 * MM * scale
    rows = [row for row in table.rows if isinstance(row, tuple)]
    widths, slots, wanted, spare = [], [], [], 0.0
    for index, column in enumerate(table.columns):
        natural, slot, longest = _natural(column, [row[index] for row in rows], table.size * scale, scale)
        natural = max(natural, width(column.head, REGULAR, label_size(scale)) * 1.01, column.width * MM * scale)
        spare += natural * (0.2 if column.flex else 0)
        closed = column.kind in ("disc", "tick") or index == len(table.columns) - 1
        inset = gap * 0.7 if column.rule and column.kind == "figure" else 0.0
        widths.append(natural + (0 if closed else gap) + inset)
        slots.append(slot)
        wanted.append(max(0.0, longest - natural))
    return Columns(
        _spread(widths, wanted, table.columns, available),
        tuple(slots),
        gap,
        sum(widths) - spare,
        max(0.0, sum(widths) - spare - available),
    )


def _spread(widths: Sequence[float], wanted: Sequence[float], columns: Sequence[Column], available: float) -> tuple[float, ...]:
    """Give room that is left first to the longest texts, then to the flexible columns; what is missing comes from these.

    ``wanted``: what each column lacks for its longest text. Without flexible columns all share.
    """
    left, flex = available - sum(widths), sum(column.flex for column in columns)
    given = _granted(wanted, max(0.0, left))
    left -= sum(given)
    shares = [column.flex / flex if flex else own / sum(widths) for own, column in zip(widths, columns, strict=True)]
    return tuple(own + more + left * share for own, more, share in zip(widths, given, shares, strict=True))


def _granted(wanted: Sequence[float], room_left: float) -> list[float]:
    """What each column gets of what it lacks: who lacks little gets all of it, so that one endless name makes no other name small."""
    given = [0.0] * len(wanted)
    asking = sorted((lack, index) for index, lack in enumerate(wanted) if lack > 0)
    for place, (lack, index) in enumerate(asking):
        given[index] = min(lack, room_left / (len(asking) - place))
        room_left -= given[index]
    return given


def _natural(column: Column, cells: Sequence[Row | object], size: float, scale: float) -> tuple[float, float, float]:
    """The width that a column's cells ask for, the slot behind the unit of its figures, and the width of its longest text."""
    font, size = BOLD if column.bold else REGULAR, size * column.size
    if column.kind == "figure":
        parts = [split_figure(cell) for cell in cells if isinstance(cell, str)]
        slot = max((width(tail, font, size) for _, tail in parts), default=0.0)
        return max((width(whole, font, size) for whole, _ in parts), default=0.0) + slot, slot, 0.0
    if column.kind in _FIXED:
        return _FIXED[column.kind] * size, 0.0, 0.0
    if column.kind == "result":
        return 20 * MM * min(scale, 1.25), 0.0, 0.0
    if column.kind == "game":
        return max([4.4 * size, *(_game_width(cell, size) for cell in cells)]), 0.0, 0.0
    texts = sorted(width(cell, font, size) for cell in cells if isinstance(cell, str)) or [0.0]
    return (texts[int(0.9 * (len(texts) - 1))] if column.flex else texts[-1]), 0.0, texts[-1] if column.flex else 0.0


def _game_width(cell: object, size: float) -> float:
    """The width of the widest game in a cell: number, disc, result."""
    if not isinstance(cell, tuple):
        return 0.0
    games = [game for game in cell if isinstance(game, GameCell)]
    halves = [max(width(game.opponent, REGULAR, size * 0.92), width(game.result, BOLD, size)) for game in games]
    return 2 * max(halves, default=0.0) + 1.6 * size
