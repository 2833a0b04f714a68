"""The progress table and the cross tables of the standings page (spec 20 "Overviews", 70 traps 21 and 22)."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup, escape

from engine.classification import progress
from engine.competition import BYE, Competition
from engine.crosstable import Cell, CrossTable, cross_by_place, cross_by_round
from engine.explain import SCORE
from kompitie_web import i18n
from kompitie_web.documents.words import own_result
from kompitie_web.i18n import _
from kompitie_web.pages.standings_view import LARGEST_CROSS_TABLE, Asked, reason_namer, shown_standing
from kompitie_web.score_texts import head_text, row_score, score_text


@dataclass(frozen=True)
class ProgressTable:
    """Rounds, and per player place, name and the scores as HTML, each a link to its explanation after that round.

    ``has_bounds``: some scores have a ``<`` or ``>`` before them.
    """

    rounds: Sequence[int]
    lines: Sequence[tuple[int, str, Markup]]
    has_bounds: bool = False


def progress_table(competition: Competition, wanted: Asked) -> ProgressTable:
    """The score of everybody after each round."""
    shown = shown_standing(competition, wanted)
    steps = progress(competition, shown)
    # What stands before and behind the player's id in each cell of a round.
    opening = [
        f'<td class="n"><a class="num" data-cell href="{escape(wanted.url(show=None, round=number, why=""))}'
        for number in steps.rounds
    ]
    lines = []
    for row in shown.rows:
        system = shown.settings.system
        scores = zip(opening, steps.marked(row.player), strict=True)
        cells = "".join(
            f'{start}{row.player}.{SCORE}">{escape(score_text(score, system, mark))}</a></td>' for start, (score, mark) in scores
        )
        lines.append((row.place, competition.names[row.player], Markup(cells)))  # noqa: S704 - numbers and addresses of ours
    return ProgressTable(steps.rounds, lines, bool(steps.marks))


@dataclass(frozen=True)
class Crossed:
    """A cross table. ``lines``: player, place, name, cells as HTML, games, score. ``is_too_large``: by place only up to a size."""

    by_round: bool
    heads: Sequence[tuple[str, str]]
    lines: Sequence[tuple[int, int, str, Markup, int, str]]
    is_too_large: bool = False
    score_head: str = ""


def round_table(competition: Competition, wanted: Asked) -> Crossed:
    """Round by round: place of the opponent on this list, colour and own result."""
    table = cross_by_round(competition, shown_standing(competition, wanted))
    heads = [(str(number), _("Round %(number)s", number=number)) for number in table.columns]
    return _crossed(competition, wanted, table, heads, by_round=True)


def place_table(competition: Competition, wanted: Asked) -> Crossed:
    """Everybody against everybody in the order of the list."""
    shown = shown_standing(competition, wanted)
    if len(shown.rows) > LARGEST_CROSS_TABLE:
        return Crossed(False, (), (), is_too_large=True)
    heads = [(str(row.place), competition.names[row.player]) for row in shown.rows]
    return _crossed(competition, wanted, cross_by_place(competition, shown), heads, by_round=False)


def _crossed(
    competition: Competition, wanted: Asked, table: CrossTable, heads: Sequence[tuple[str, str]], by_round: bool
) -> Crossed:
    shown = shown_standing(competition, wanted)
    make = _Maker(competition, wanted, by_round)
    lines = []
    for row, crossed in zip(shown.rows, table.rows, strict=True):
        own = "".join(
            '<td class="c self"></td>' if not by_round and column == row.player else f'<td class="c">{make.games(cells)}</td>'
            for column, cells in zip(table.columns, crossed.cells, strict=True)
        )
        name = competition.names[row.player]
        lines.append((row.player, row.place, name, Markup(own), row.games, row_score(row, shown.settings.system)))  # noqa: S704 - escaped by its maker
    return Crossed(by_round, heads, lines, score_head=head_text(shown.settings))


class _Maker:
    """Makes the cells of a cross table as HTML, for there are thousands of them; looks up once what all cells need."""

    def __init__(self, competition: Competition, wanted: Asked, by_round: bool) -> None:
        self.competition = competition
        self.free = wanted.settings.scale.free
        self.by_round = by_round
        cid = int(wanted.row.competition_id)
        self.reason = reason_namer(cid)
        self.urls = {one.number: url_for("results.page", cid=cid, number=one.number) for one in competition.rounds}
        self.discs = {
            "w": f'<i class="disc" role="img" aria-label="{escape(_("white"))}"></i>',
            "b": f'<i class="disc black" role="img" aria-label="{escape(_("black"))}"></i>',
        }

    def games(self, cells: Sequence[Cell]) -> str:
        """The games and single entries of a cell, each a link to where it is corrected."""
        return "".join(self._game(cell) for cell in cells)

    def _game(self, cell: Cell) -> str:
        """Place of the opponent (by round), colour, own result."""
        if cell.game is None or cell.opponent is None:
            return self._entry(cell)
        opponent = self.competition.names[cell.opponent]
        result = own_result(cell, self.competition.sport, self.free)
        title = _("round %(number)s, %(name)s: %(result)s", number=cell.round, name=opponent, result=result or _("no result yet"))
        place = f"<small>{'–' if cell.place is None else cell.place}</small>" if self.by_round else ""
        open_ = "" if result else ' class="open"'
        disc = self.discs[cell.colour]
        return (
            f'<a data-cell href="{self.urls[cell.round]}?at={cell.game.id}" title="{escape(title)}"{open_}>'
            f"{place}{disc}<b>{escape(result or '…')}</b></a>"
        )

    def _entry(self, cell: Cell) -> str:
        """A bye is named, an absence shown by a dash or its points; never like an open game."""
        entry = cell.entry
        if entry is None:
            return ""
        reason = self.reason(entry.reason)
        text = reason if entry.reason == BYE else "–"
        if entry.result:
            text = own_result(cell, self.competition.sport, self.free)
        elif entry.reason != BYE and cell.points:
            text = i18n.number(cell.points)
        title = _("round %(number)s: %(reason)s", number=cell.round, reason=reason)
        return f'<a data-cell href="{self.urls[cell.round]}?entry={entry.id}" title="{escape(title)}"><b>{escape(text)}</b></a>'
