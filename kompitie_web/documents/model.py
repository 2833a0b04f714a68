"""What a document says, apart from how it is written: tables, cards, slips and schedules (spec 40).

Every writer (PDF now, others later) reads these values. Texts are finished: translated, numbers and dates written out. Measures such
as ``Column.flex`` are wishes that a writer without columns of its own may ignore.
"""

from dataclasses import dataclass, field
from typing import Literal

Align = Literal["left", "right", "centre"]
Colour = Literal["w", "b", ""]
Kind = Literal["text", "figure", "disc", "result", "game", "tick"]
CardForm = Literal["1", "2", "4", "fold"]


@dataclass(frozen=True)
class Header:
    """What all sheets of one printing share. ``printed`` is given by the caller, never read from the clock: same input, same bytes.

    ``fixed`` is the header text that is remembered, ``variable`` the one of this printing only. ``corrected``: a published list changed.
    ``paper``: ``A4`` or ``Letter``.
    """

    competition: str
    round: str = ""
    date: str = ""
    place: str = ""
    organiser: str = ""
    arbiter: str = ""
    fixed: str = ""
    variable: str = ""
    printed: str = ""
    corrected: bool = False
    paper: str = "A4"


@dataclass(frozen=True)
class Column:
    """A column of a table.

    ``kind``: text · figure (aligned on the unit) · disc (cells ``w``, ``b`` or '') · result (boxes to write in while empty) · game
    (cells of ``GameCell``) · tick (an empty box to tick). ``flex``: its share of the width left over; such a column may wrap.
    ``size``: times the text size. ``width``: least width in mm. ``rule``: a hairline at its left.
    """

    key: str
    head: str
    kind: Kind = "text"
    align: Align = "left"
    flex: float = 0
    bold: bool = False
    soft: bool = False
    size: float = 1.0
    width: float = 0
    rule: bool = False


@dataclass(frozen=True)
class GameCell:
    """One game as a cell of a cross table: the opponent's place, the own colour, the own result."""

    opponent: str
    colour: Colour
    result: str


class Blank:
    """A cell without meaning: the diagonal of a cross table."""


BLANK = Blank()
Cell = str | tuple[GameCell, ...] | Blank


@dataclass(frozen=True)
class Group:
    """The heading of the rows that follow; it never stands alone at the end of a page."""

    title: str


Row = tuple[Cell, ...]


@dataclass(frozen=True)
class Table:
    """A list. ``span``: how a sheet that hangs apart is labelled, from the first cells of its first and last row (``Table {} – {}``).

    ``size``: text in points. ``height``: least and ideal height of a row in mm. ``every``: a breath after so many rows, 0 = none.
    ``columns``: newspaper columns. ``scale``: times everything (sheets for the wall). ``landscape``: None = when the columns need it.
    ``band``: labels and large figures under the head of the first page. ``totals``: the last so many rows are totals.
    """

    title: str
    header: Header
    columns: tuple[Column, ...]
    rows: tuple[Row | Group, ...]
    notes: str = ""
    size: float = 9
    height: tuple[float, float] = (5.0, 5.6)
    every: int = 5
    newspaper: int = 1
    scale: float = 1.0
    landscape: bool | None = None
    span: str = ""
    band: tuple[tuple[str, str], ...] = ()
    totals: int = 0


@dataclass(frozen=True)
class Board:
    """A table of a round: its number, the players, their clubs."""

    table: str
    white: str
    black: str
    white_club: str = ""
    black_club: str = ""


@dataclass(frozen=True)
class Cards:
    """Table cards. ``form``: how many on a sheet (1, 2 or 4), or ``fold`` for one tent card a sheet."""

    title: str
    header: Header
    boards: tuple[Board, ...]
    form: CardForm = "4"


@dataclass(frozen=True)
class Slips:
    """Result slips, four on a sheet: names, a box for each result, two signatures."""

    title: str
    header: Header
    boards: tuple[Board, ...]


@dataclass(frozen=True)
class ScheduleRound:
    """A round of a schedule: its heading, its date, the pairs as numbers of players (white first), the numbers that are free."""

    title: str
    date: str
    pairs: tuple[tuple[int, int], ...]
    free: tuple[int, ...] = ()


@dataclass(frozen=True)
class Schedule:
    """A whole schedule. ``players``: number and name. ``numbers_only``: pairs as numbers, the names once in the list."""

    title: str
    header: Header
    players: tuple[tuple[int, str], ...]
    rounds: tuple[ScheduleRound, ...] = field(default_factory=tuple)
    numbers_only: bool = False


Model = Table | Cards | Slips | Schedule
