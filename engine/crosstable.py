"""The cross table of a standing: by opponent in the order of places, or by round (spec 20 "Overviews", spec 70 trap 21)."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.classification import Standing
from engine.competition import CLOSED, DRAFT, PUBLISHED, Competition, Game, SingleEntry
from engine.record import paid
from engine.results import Side, sides


@dataclass(frozen=True)
class Cell:
    """One game or one single entry in a player's row.

    ``place`` is the opponent's place in the list that the table belongs to, None when that list leaves him out. ``points`` is None
    while a game is open or adjourned. ``annulled`` games are shown in brackets and count for neither player.
    """

    round: int
    opponent: int | None = None
    place: int | None = None
    colour: str = ""
    side: Side | None = None
    points: Fraction | None = None
    annulled: bool = False
    game: Game | None = None
    entry: SingleEntry | None = None


@dataclass(frozen=True)
class CrossRow:
    """A player's row: one tuple of cells per column, empty where he had no game; several when there were several."""

    player: int
    place: int
    cells: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class CrossTable:
    """Rows in the order of the standing. ``columns``: opponents' ids (by place) or round numbers (by round)."""

    columns: tuple[int, ...]
    rows: tuple[CrossRow, ...]


def cross_by_place(competition: Competition, standing: Standing) -> CrossTable:
    """Against whom: a column for each player of the standing, in its order; a player's own column is empty."""
    columns = tuple(row.player for row in standing.rows)
    cells = _cells(competition, standing)
    rows = []
    for row in standing.rows:
        against: dict[int, list[Cell]] = defaultdict(list)
        for cell in cells[row.player]:
            if cell.opponent is not None:
                against[cell.opponent].append(cell)
        rows.append(CrossRow(row.player, row.place, tuple(tuple(against.get(other, ())) for other in columns)))
    return CrossTable(columns, tuple(rows))


def cross_by_round(competition: Competition, standing: Standing) -> CrossTable:
    """Round by round: a column for each round of the standing's period and sessions."""
    columns = _rounds(competition, standing)
    cells = _cells(competition, standing)
    rows = []
    for row in standing.rows:
        when: dict[int, list[Cell]] = defaultdict(list)
        for cell in cells[row.player]:
            when[cell.round].append(cell)
        rows.append(CrossRow(row.player, row.place, tuple(tuple(when.get(number, ())) for number in columns)))
    return CrossTable(columns, tuple(rows))


def _rounds(competition: Competition, standing: Standing) -> tuple[int, ...]:
    """The round numbers of the standing's period and sessions."""
    labels = standing.settings.sessions
    chosen = (
        one.number
        for one in competition.rounds
        if standing.first <= one.number <= standing.last and (not labels or one.session in labels)
    )
    return tuple(sorted(chosen))


def _cells(competition: Competition, standing: Standing) -> Mapping[int, list[Cell]]:
    """The cells of everybody in round order; open games of a draft are nobody's business yet."""
    places = {row.player: row.place for row in standing.rows}
    scale, pays = standing.settings.scale, standing.settings.reason_points
    chosen = set(_rounds(competition, standing))
    drafts = {one.number for one in competition.rounds if one.state == DRAFT}
    shown = {one.number for one in competition.rounds if one.state in (PUBLISHED, CLOSED)}
    cells: dict[int, list[Cell]] = defaultdict(list)
    for game in competition.games:
        white, black = sides(game.result)
        if game.round not in chosen or (game.round in drafts and not white.is_scored):
            continue
        points = scale.points(game.result) if white.is_scored else (None, None)
        cells[game.white].append(Cell(game.round, game.black, places.get(game.black), "w", white, points[0], game.annulled, game))
        cells[game.black].append(Cell(game.round, game.white, places.get(game.white), "b", black, points[1], game.annulled, game))
    for entry in competition.entries:
        if entry.round in chosen and entry.round in shown:
            side = sides(entry.result)[0] if entry.result else None
            worth = paid(entry, scale, pays, standing.settings.fixed_reasons)
            cells[entry.player].append(Cell(entry.round, colour=entry.colour, side=side, points=worth, entry=entry))
    for own in cells.values():
        own.sort(key=lambda cell: cell.round)
    return cells
