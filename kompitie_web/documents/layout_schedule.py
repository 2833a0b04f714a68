"""A whole schedule: blocks of rounds in columns, read downwards, and the numbered players; one page when that stays readable."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kompitie_web.documents.fonts import BOLD, REGULAR, width
from kompitie_web.documents.layout_frame import LEFT, foot, head, head_height, paper
from kompitie_web.documents.model import Schedule, ScheduleRound
from kompitie_web.documents.sheet import HAIR, INK, MM, SOFT, Sheet
from kompitie_web.i18n import _

_GUTTER, _GAP, _LOW = 7 * MM, 4.2 * MM, 16 * MM
#: Heights of a line in mm: the ideal one, the least for a single page, the least on several pages.
_IDEAL, _LEAST, _ROOMY = 5.6, 4.3, 4.9
#: A block's heading, in lines.
_TITLE = 1.5


@dataclass(frozen=True)
class _Block:
    """Lines of a round, or of the list of players (``round`` None): from, to."""

    round: ScheduleRound | None
    start: int
    end: int


@dataclass(frozen=True)
class _Grid:
    """How the blocks stand: height of a line, columns a page, and the blocks of each column."""

    line: float
    columns: int
    filled: tuple[tuple[_Block, ...], ...]

    @property
    def pages(self) -> int:
        return -(-len(self.filled) // self.columns)


def draw(schedule: Schedule, sheet: Sheet) -> None:
    """Draw a schedule on as few pages as stay readable."""
    wide = paper(schedule.header)[0] - 2 * LEFT
    tall = paper(schedule.header)[1] - _LOW - 2 * MM
    heights = [tall - head_height(schedule.header, wide, full) for full in (True, False)]
    grid = _grid(schedule, heights)
    pen = _Pen(schedule, sheet, grid, (wide - _GUTTER * (grid.columns - 1)) / grid.columns)
    for page in range(grid.pages):
        sheet.start(paper(schedule.header))
        top = head(sheet, schedule.header, schedule.title, page == 0).y - 2 * MM
        for column, blocks in enumerate(grid.filled[page * grid.columns : (page + 1) * grid.columns]):
            pen.column(LEFT + column * (pen.wide + _GUTTER), top, blocks)
        foot(sheet, schedule.header, page + 1, grid.pages)


def _grid(schedule: Schedule, heights: Sequence[float]) -> _Grid:
    """One page with the fewest columns that fit; else pages with wide columns."""
    choices = (4, 5, 6) if schedule.numbers_only else (2, 3)
    for columns in choices:
        for line in _steps(_LEAST):
            for share in (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0):  # columns of about the same length
                grid = _filled(schedule, [heights[0] * share], columns, line)
                if grid.pages == 1:
                    return grid
    columns = choices[0]
    pages = _filled(schedule, heights, columns, _ROOMY * MM).pages
    fitting = (_filled(schedule, heights, columns, line) for line in _steps(_ROOMY))
    return next(grid for grid in fitting if grid.pages <= pages)


def _steps(least: float) -> Iterator[float]:
    """Heights of a line to try, greatest first, in points."""
    for step in range(8):
        yield (_IDEAL - (_IDEAL - least) * step / 7) * MM


def _filled(schedule: Schedule, heights: Sequence[float], columns: int, line: float) -> _Grid:
    """Blocks into columns from the top; a block is never divided, but the list of players is."""
    filled: list[list[_Block]] = [[]]
    free = heights[0]

    def next_column() -> float:
        filled.append([])
        return heights[0] if len(filled) <= columns else heights[-1]

    for one, lines in _parts(schedule):
        start = 0
        while start < lines:
            fitting, left = int(free / line - _TITLE), lines - start
            # A round stays whole when a column can hold it; the list of players may be divided anywhere.
            least = min(left, 3 if one is None or left > int(heights[-1] / line - _TITLE) else left)
            if fitting < least and (filled[-1] or fitting < 1):
                free = next_column()
                continue
            count = max(1, min(fitting, left))
            filled[-1].append(_Block(one, start, start + count))
            free -= (count + _TITLE) * line + _GAP
            start += count
    return _Grid(line, columns, tuple(tuple(blocks) for blocks in filled))


def _parts(schedule: Schedule) -> list[tuple[ScheduleRound | None, int]]:
    """The rounds and, last, the list of players, each with its number of lines."""
    rounds: list[tuple[ScheduleRound | None, int]] = [(one, len(one.pairs) + len(one.free)) for one in schedule.rounds]
    return [*rounds, (None, len(schedule.players))]


class _Pen:
    """Draws blocks of one width and one size of text."""

    def __init__(self, schedule: Schedule, sheet: Sheet, grid: _Grid, wide: float) -> None:
        self.sheet, self.line, self.wide, self.schedule = sheet, grid.line, wide, schedule
        self.names = dict(schedule.players)
        self.full = grid.line / MM * 1.62
        lengths = sorted(width(name, REGULAR, 1) for _number, name in schedule.players) or [1.0]
        usual = lengths[int(0.7 * len(lengths))]  # one size for nearly all names
        self.size = min(self.full, (wide / 2 - 6.5 * MM) / usual if usual else self.full)

    def column(self, x: float, top: float, blocks: Sequence[_Block]) -> None:
        """The blocks of a column."""
        for block in blocks:
            low = self._round(x, top, block.round, block) if block.round else self._players(x, top, block)
            top = low - _GAP

    def _title(self, x: float, y: float, words: str, date: str = "") -> float:
        """A block's heading; returns where its lines begin."""
        tall = self.line * (_TITLE - 0.1)
        self.sheet.cell((x, y - tall, self.wide * 0.55, tall), words, BOLD, self.line / MM * 1.8)
        self.sheet.cell((x + self.wide * 0.56, y - tall, self.wide * 0.44, tall), date, REGULAR, self.full * 0.85, "right", SOFT)
        self.sheet.rule(x, y - tall, x + self.wide, y - tall, 0.7, INK)
        return y - self.line * _TITLE

    def _player(self, x: float, y: float, room: float, number: int, size: float, lines: int = 1) -> None:
        """A number and a name; in the list of players a long name takes two lines rather than an end in …"""
        self.sheet.cell((x, y, size * 1.35, self.line), str(number), REGULAR, size * 0.9, "right", SOFT, limit=0.6)
        box = (x + size * 1.85, y, room - size * 1.85, self.line)
        self.sheet.cell(box, self.names[number], REGULAR, size, lines=lines, limit=0.82 if lines == 1 else 0.7)

    def _round(self, x: float, y: float, one: ScheduleRound, block: _Block) -> float:
        """Lines of a round: its pairs, white first, and who is free; returns the lower edge."""
        y = self._title(x, y, one.title, one.date)
        lines: list[tuple[int, int | None]] = [*one.pairs, *((number, None) for number in one.free)]
        for first, second in lines[block.start : block.end]:
            y -= self.line
            if self.schedule.numbers_only:
                self._numbers(x, y, str(first), _("bye") if second is None else str(second), second is None)
            else:
                self._names(x, y, first, second)
            self.sheet.rule(x, y, x + self.wide, y, 0.25, HAIR)
        return y

    def _names(self, x: float, y: float, first: int, second: int | None) -> None:
        """A pair as numbers and names, or a player who is free."""
        half = self.wide / 2
        self._player(x, y, half - 1.5 * MM, first, self.size)
        if second is not None:
            self._player(x + half, y, half, second, self.size)
            return
        inset = self.size * 1.85
        self.sheet.cell((x + half + inset, y, half - inset, self.line), _("bye"), REGULAR, self.size, grey=SOFT)

    def _numbers(self, x: float, y: float, first: str, second: str, is_free: bool) -> None:
        """A pair as two numbers around a dash."""
        half, size = self.wide / 2, self.full
        room = half - size * 0.6
        self.sheet.cell((x, y, room, self.line), first, REGULAR, size, "right")
        if not is_free:
            self.sheet.cell((x + half - size * 0.4, y, size * 0.8, self.line), "–", REGULAR, size, "centre", SOFT)
        self.sheet.cell((x + half + size * 0.6, y, room, self.line), second, REGULAR, size, grey=SOFT if is_free else INK)

    def _players(self, x: float, y: float, block: _Block) -> float:
        """A part of the list of players; returns its lower edge."""
        y = self._title(x, y, _("Players"))
        size = self.full * 0.85 if self.schedule.numbers_only else min(self.full, self.size * 1.15)
        for number, _name in self.schedule.players[block.start : block.end]:
            y -= self.line
            self._player(x, y, self.wide, number, size, 2)
            self.sheet.rule(x, y, x + self.wide, y, 0.25, HAIR)
        return y
