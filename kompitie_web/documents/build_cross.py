"""Cross tables: by place (who played what against whom) and by round."""

from collections.abc import Sequence

from engine.classification import Standing
from engine.competition import BYE
from engine.crosstable import Cell, CrossRow, CrossTable, cross_by_place, cross_by_round
from engine.tiebreaks import parse
from kompitie_web.documents import columns as known
from kompitie_web.documents.build_standings import is_corrected, parts, title
from kompitie_web.documents.facts import Reason, View
from kompitie_web.documents.job import Job, NothingToPrint
from kompitie_web.documents.model import BLANK, Column, GameCell, Table
from kompitie_web.documents.model import Cell as Shown
from kompitie_web.documents.words import own_result, reason
from kompitie_web.i18n import _
from kompitie_web.score_texts import head_text, row_score

#: Opponents and rounds on one sheet.
_OPPONENTS, _ROUNDS = 32, 13
#: A cross table by place of more players would be a book that nobody reads.
_LARGEST = 120


def by_place(job: Job) -> list[Table]:
    """Everybody against everybody in the order of the standing; above 32 players on several sheets.

    NothingToPrint above 120 players.
    """
    view, shown = _shown(job)
    if len(shown.rows) > _LARGEST:
        raise NothingToPrint("too_many_players")
    table = cross_by_place(job.facts.competition, shown)
    places = [str(row.place) for row in table.rows]
    sheets = []
    for part in parts(len(table.columns), _OPPONENTS):
        columns = [Column(f"opponent {index}", places[index], align="centre", width=4.4, rule=True) for index in part]
        words = _("Cross table after round %(number)s", number=shown.last)
        if len(part) < len(table.columns):
            words = _("%(title)s, against %(first)s – %(last)s", title=words, first=places[part[0]], last=places[part[-1]])
        rows = [[_against(job, view, table, row, index) for index in part] for row in table.rows]
        size, height = (10.5, (7.0, 9.2)) if len(table.rows) <= 16 else (9.0, (5.0, 5.8))
        sheets.append(_sheet(job, view, shown, words, columns, rows, size, height, every=0))
    return sheets


def _shown(job: Job) -> tuple[View, Standing]:
    """The classification and its standing; NothingToPrint without a single game or entry."""
    view = job.facts.view(job.options.classifications[0] if job.options.classifications else None)
    last = max(job.last_round(), job.options.round or 0)
    if not last:
        raise NothingToPrint("no_results")
    return view, job.standing(view, last)


def _against(job: Job, view: View, table: CrossTable, row: CrossRow, index: int) -> Shown:
    """The results against one opponent; the diagonal has no meaning."""
    if table.columns[index] == row.player:
        return BLANK
    return " ".join(filter(None, (_result(job, view, cell) for cell in row.cells[index])))


def _result(job: Job, view: View, cell: Cell) -> str:
    return own_result(cell, job.facts.competition.sport, view.settings.scale.free)


def _sheet(
    job: Job,
    view: View,
    shown: Standing,
    words: str,
    middle: Sequence[Column],
    cells: Sequence[Sequence[Shown]],
    size: float,
    height: tuple[float, float],
    notes: str = "",
    every: int = 5,
) -> Table:
    """A cross table: place and name, the cells, then games, points and tie-breaks."""
    names, codes = job.facts.competition.names, parse(view.settings.tiebreaks)
    rows = [
        (str(row.place), names[row.player], *own, str(row.games), row_score(row, shown.settings.system), *known.tiebreak_cells(row))
        for row, own in zip(shown.rows, cells, strict=True)
    ]
    columns = (
        Column("place", "", "figure", bold=True),
        Column("name", _("player"), flex=1, size=1.06),
        *middle,
        Column("games", _("games"), "figure", rule=True),
        Column("points", head_text(shown.settings), "figure", bold=True, size=1.06),
        *known.tiebreak_columns(codes),
    )
    header = job.header(shown.last, corrected=is_corrected(view, shown))
    texts = " · ".join(filter(None, (notes, known.tiebreak_notes(codes))))
    return Table(title(words, view), header, columns, tuple(rows), texts, size, height, every)


def by_round(job: Job) -> list[Table]:
    """Round by round: the opponent's place, the own colour and the own result; above 13 rounds on several sheets."""
    view, shown = _shown(job)
    table = cross_by_round(job.facts.competition, shown)
    tallest = max((len(cells) for row in table.rows for cells in row.cells), default=1)
    height = (5.2, 6.8) if tallest < 2 else (3.4 * tallest, 4.0 * tallest)
    sheets = []
    for part in parts(len(table.columns), _ROUNDS):
        columns = [Column(f"round {table.columns[index]}", str(table.columns[index]), "game", rule=True) for index in part]
        words = _("Cross table by round, after round %(number)s", number=shown.last)
        if len(part) < len(table.columns):
            first, last = table.columns[part[0]], table.columns[part[-1]]
            words = _("%(title)s, rounds %(first)s – %(last)s", title=words, first=first, last=last)
        rows = [[_in_round(job, view, row.cells[index]) for index in part] for row in table.rows]
        sheets.append(_sheet(job, view, shown, words, columns, rows, 9, height, _legend(job, table)))
    return sheets


def _in_round(job: Job, view: View, cells: Sequence[Cell]) -> Shown:
    """What a player did in a round."""
    if len(cells) == 1 and cells[0].entry:
        return " ".join(filter(None, (_entry(job, cells[0]), _result(job, view, cells[0]))))
    return tuple(_game(job, view, cell) for cell in cells) or ""


def _game(job: Job, view: View, cell: Cell) -> GameCell:
    """One game or entry among several in a cell."""
    if cell.opponent is None:
        return GameCell(_entry(job, cell), "", _result(job, view, cell))
    code = job.facts.competition.by_id[cell.opponent].code
    opponent = str(cell.place) if cell.place is not None else code or "–"
    return GameCell(opponent, "w" if cell.colour == "w" else "b", _result(job, view, cell))


def _entry(job: Job, cell: Cell) -> str:
    """A bye in a word, other reasons by their letter."""
    key = cell.entry.reason if cell.entry else ""
    known_reason = job.facts.reasons.get(key, Reason())
    words = reason(key, known_reason.names)
    return words if key == BYE else known_reason.letter or words


def _legend(job: Job, table: CrossTable) -> str:
    """How to read a cell, and the letters that occur."""
    used = {cell.entry.reason for row in table.rows for cells in row.cells for cell in cells if cell.entry}
    letters = sorted(
        (known_reason.letter, reason(key, known_reason.names))
        for key, known_reason in job.facts.reasons.items()
        if key in used and key != BYE and known_reason.letter
    )
    how = _("A round: place of the opponent, own colour (open disc = white, filled disc = black), own result")
    return " · ".join([how, *(f"{letter} {words}" for letter, words in letters)])
