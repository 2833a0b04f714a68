"""Which rows of a list come on which page: full pages of whole groups, evenly filled, no heading alone at the end."""

from collections.abc import Sequence
from dataclasses import dataclass

#: Height of a group's heading in rows.
HEADING = 1.3
_ROOM = 1e-6


@dataclass(frozen=True)
class Paging:
    """The rows of each newspaper column (from, to), and the height of a row in points."""

    chunks: tuple[tuple[int, int], ...]
    height: float
    pages: int


@dataclass(frozen=True)
class Rows:
    """The rows to divide. ``headings``: which of them are headings. ``every``/``breath``: air before each such row of a group."""

    headings: Sequence[bool]
    every: int
    breath: float

    def positions(self) -> list[int]:
        """The number of each row within its group, from 0; headings have -1."""
        result, at = [], 0
        for heading in self.headings:
            at = 0 if heading else at + 1
            result.append(-1 if heading else at - 1)
        return result

    def airs(self) -> list[bool]:
        """Whether a breath stands before a row, unless the row opens a column."""
        every = self.every
        return [
            heading or bool(every and at and at % every == 0) for heading, at in zip(self.headings, self.positions(), strict=True)
        ]


@dataclass(frozen=True)
class Space:
    """Points of height for rows on the first page and on the later ones; newspaper columns on each."""

    first: float
    later: float
    columns: int

    def of(self, chunk: int) -> float:
        """Height of a newspaper column, counted through over the pages."""
        return self.first if chunk < self.columns else self.later


def divide(rows: Rows, space: Space, least: float, ideal: float) -> Paging:
    """Divide rows over as few pages as the least height allows; then the greatest height, then even pages."""
    if not rows.headings:
        return Paging(((0, 0),), ideal, 1)
    pages = _pages(_fill(rows, space, least, 1, whole=False), space)
    height, whole = _height(rows, space, least, ideal, pages)
    low, high = 0.25, 1.0
    for _ in range(9):
        middle = (low + high) / 2
        if _pages(_fill(rows, space, height, middle, whole), space) <= pages:
            high = middle
        else:
            low = middle
    chunks = _fill(rows, space, height, high, whole)
    return Paging(tuple(chunks), _stretched(rows, space, chunks, ideal * (1.12 if pages > 1 else 1.0)), pages)


def _pages(chunks: Sequence[tuple[int, int]], space: Space) -> int:
    return -(-len(chunks) // space.columns)


def _height(rows: Rows, space: Space, least: float, ideal: float, pages: int) -> tuple[float, bool]:
    """The greatest height of a row, of eight, that needs no more pages; first with whole blocks of rows, else without."""
    for whole in (True, False) if rows.every else (False,):
        for step in range(8):
            height = ideal - (ideal - least) * step / 7
            if _pages(_fill(rows, space, height, 1, whole), space) <= pages:
                return height, whole
    return least, False


def _fill(rows: Rows, space: Space, height: float, share: float, whole: bool) -> list[tuple[int, int]]:
    """Fill column after column up to ``share`` of its height. ``whole``: break between blocks of ``every`` rows."""
    chunks: list[tuple[int, int]] = []
    airs, positions, start = rows.airs(), rows.positions(), 0
    while start < len(rows.headings):
        left, end = space.of(len(chunks)) * share + _ROOM, start
        while end < len(rows.headings):
            left -= height * (HEADING if rows.headings[end] else 1) + (rows.breath if airs[end] and end > start else 0)
            if left < 0:
                break
            end += 1
        end = max(end, start + 1)
        if end < len(rows.headings):
            end = _better_end(rows, positions, start, end, whole)
        chunks.append((start, end))
        start = end
    return chunks


def _better_end(rows: Rows, positions: Sequence[int], start: int, end: int, whole: bool) -> int:
    """An earlier end when the column would close inside a block, with a heading, or with a heading and one row of several."""
    better = end
    if whole and rows.every and positions[better] > 0:
        better -= positions[better] % rows.every
    if better > start and rows.headings[better - 1]:
        better -= 1
    elif better - 2 >= start and rows.headings[better - 2] and not rows.headings[better]:
        better -= 2
    return better if better > start else end


def _stretched(rows: Rows, space: Space, chunks: Sequence[tuple[int, int]], most: float) -> float:
    """The greatest height at which every column still has room."""
    airs, height = rows.airs(), most
    for index, (start, end) in enumerate(chunks):
        breath = rows.breath * sum(airs[start + 1 : end])
        units = sum(HEADING if heading else 1 for heading in rows.headings[start:end])
        height = min(height, (space.of(index) - breath) / units)
    return height
