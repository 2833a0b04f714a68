"""The progress table and the cross tables of the standings page (spec 20 "Overviews", 70 traps 21 and 22)."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import url_for

from engine.classification import progress
from engine.competition import BYE, Competition
from engine.crosstable import Cell, CrossTable, cross_by_place, cross_by_round
from kompitie_web import i18n
from kompitie_web.documents.words import own_result
from kompitie_web.i18n import _
from kompitie_web.pages.standings_view import LARGEST_CROSS_TABLE, Asked, reason_namer, shown_standing


@dataclass(frozen=True)
class ProgressTable:
    """Rounds, and per player place, name and the score after each round."""

    rounds: Sequence[int]
    lines: Sequence[tuple[int, int, str, Sequence[str]]]


def progress_table(competition: Competition, wanted: Asked) -> ProgressTable:
    """The score of everybody after each round."""
    shown = shown_standing(competition, wanted)
    steps = progress(competition, shown)
    lines = [
        (row.player, row.place, competition.by_id[row.player].name, [i18n.number(score) for score in steps.scores[row.player]])
        for row in shown.rows
    ]
    return ProgressTable(steps.rounds, lines)


@dataclass(frozen=True)
class Game:
    """A game or a single entry in a cell: place of the opponent, colour, own result, where it is corrected, and in words what it is."""

    place: str
    colour: str
    text: str
    url: str
    title: str
    is_open: bool = False


@dataclass(frozen=True)
class Crossed:
    """A cross table as texts. ``lines``: player, place, name, cells (None = the player's own column), games, score. ``is_too_large``: by
    place only up to a size.
    """

    by_round: bool
    heads: Sequence[tuple[str, str]]
    lines: Sequence[tuple[int, int, str, Sequence[Sequence[Game] | None], int, str]]
    is_too_large: bool = False


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
    heads = [(str(row.place), competition.by_id[row.player].name) for row in shown.rows]
    return _crossed(competition, wanted, cross_by_place(competition, shown), heads, by_round=False)


def _crossed(
    competition: Competition, wanted: Asked, table: CrossTable, heads: Sequence[tuple[str, str]], by_round: bool
) -> Crossed:
    shown = shown_standing(competition, wanted)
    make = _Maker(competition, wanted)
    lines = []
    for row, crossed in zip(shown.rows, table.rows, strict=True):
        own = [
            None if not by_round and column == row.player else [make.game(cell) for cell in cells]
            for column, cells in zip(table.columns, crossed.cells, strict=True)
        ]
        lines.append((row.player, row.place, competition.by_id[row.player].name, own, row.games, i18n.number(row.score)))
    return Crossed(by_round, heads, lines)


class _Maker:
    """Makes the texts of cells; looks up once what all cells need."""

    def __init__(self, competition: Competition, wanted: Asked) -> None:
        self.competition = competition
        self.free = wanted.settings.scale.free
        cid = int(wanted.row.competition_id)
        self.reason = reason_namer(cid)
        self.urls = {one.number: url_for("results.page", cid=cid, number=one.number) for one in competition.rounds}

    def game(self, cell: Cell) -> Game:
        """The texts of a cell."""
        if cell.game is None or cell.opponent is None:
            return self._entry(cell)
        opponent = self.competition.by_id[cell.opponent].name
        result = own_result(cell, self.competition.sport, self.free)
        title = _("round %(number)s, %(name)s: %(result)s", number=cell.round, name=opponent, result=result or _("no result yet"))
        place = "–" if cell.place is None else str(cell.place)
        return Game(place, cell.colour, result, f"{self.urls[cell.round]}?at={cell.game.id}", title, not result)

    def _entry(self, cell: Cell) -> Game:
        """A bye is named, an absence shown by a dash or its points; never like an open game."""
        entry = cell.entry
        if entry is None:
            return Game("", "", "", "", "")
        reason = self.reason(entry.reason)
        text = reason if entry.reason == BYE else "–"
        if entry.result:
            text = own_result(cell, self.competition.sport, self.free)
        elif entry.reason != BYE and cell.points:
            text = i18n.number(cell.points)
        title = _("round %(number)s: %(reason)s", number=cell.round, reason=reason)
        return Game("", "", text, f"{self.urls[cell.round]}?entry={entry.id}", title)
