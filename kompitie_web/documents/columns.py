"""The columns that a standing can show: heads, kinds and what stands in them (spec 40)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.classification import Row
from engine.competition import Player
from kompitie_web import i18n
from kompitie_web.documents.model import Column
from kompitie_web.documents.words import number_or_blank
from kompitie_web.i18n import N_, _


@dataclass(frozen=True)
class Choice:
    """A column to choose: its name in the list of choices, its head and form on paper, and its cell."""

    label: str
    column: Column
    value: Callable[[Row, Player], str]


def _figure(key: str, head: str, label: str, value: Callable[[Row, Player], Fraction | int | None], **form: object) -> Choice:
    return Choice(label, replace(Column(key, head, "figure"), **form), lambda row, player: number_or_blank(value(row, player)))  # type: ignore[arg-type]


def _text(key: str, head: str, label: str, value: Callable[[Player], str], **form: object) -> Choice:
    return Choice(label, replace(Column(key, head), **form), lambda _row, player: value(player))  # type: ignore[arg-type]


#: Every column by key, in the order in which they are offered. ``tiebreaks`` stands for all tie-breaks of the classification.
COLUMNS: dict[str, Choice | None] = {
    "place": _figure("place", "", N_("place in the standings"), lambda row, _player: row.place, bold=True),
    "previous": _figure("previous", N_("prev."), N_("previous place"), lambda row, _player: row.previous, soft=True),
    "lot": _figure("lot", N_("no."), N_("lot number"), lambda _row, player: player.lot, soft=True),
    "title": _text("title", N_("title"), N_("title"), lambda player: player.title),
    "name": _text("name", N_("player"), N_("player"), lambda player: player.name, flex=2, size=1.06),
    "code": _text("code", N_("code"), N_("code"), lambda player: player.code, soft=True),
    "club": _text("club", N_("club"), N_("club"), lambda player: player.club, flex=1, soft=True),
    "town": _text("town", N_("town"), N_("home town"), lambda player: player.place, flex=1, soft=True),
    "categories": _text("categories", N_("cat."), N_("categories"), lambda player: "".join(player.categories), align="centre"),
    "rating": _figure("rating", N_("rating"), N_("rating"), lambda _row, player: player.rating),
    "games": _figure("games", N_("games"), N_("games played"), lambda row, _player: row.games),
    "won": _figure("won", "+", N_("games won"), lambda row, _player: row.wins),
    "plus": _figure("plus", "=+", N_("plus draws"), lambda row, _player: row.plus),
    "draw": _figure("draw", "=", N_("draws"), lambda row, _player: row.draws),
    "minus": _figure("minus", "=−", N_("minus draws"), lambda row, _player: row.minus),
    "lost": _figure("lost", "−", N_("games lost"), lambda row, _player: row.losses),
    "points": _figure("points", N_("points"), N_("points"), lambda row, _player: row.score, bold=True, size=1.06),
    "tiebreaks": None,
}
#: Plus and minus draws are shown as soon as somebody has one: without them the figures would not add up to the games.
DEFAULT = ("place", "previous", "name", "club", "games", "won", "plus", "draw", "minus", "lost", "points", "tiebreaks")

#: Heads of the tie-breaks and what they mean, for the notes under a list (spec 20).
TIEBREAKS = {
    "1": (N_("own rtg"), N_("own rating")),
    "2": (N_("avg rtg"), N_("average rating of the opponents")),
    "3": (N_("wins"), N_("number of wins")),
    "4": (N_("RP"), N_("resistance points")),
    "5": (N_("RP−1"), N_("resistance points without the lowest")),
    "6": (N_("RP−2"), N_("resistance points without the lowest and the highest")),
    "7": (N_("SB"), N_("Sonneborn-Berger")),
    "m": (N_("mut."), N_("mutual result")),
    "p": ("+/−", N_("plus-minus balance")),
    "t": (N_("RPt"), N_("truncated resistance points")),
    "s": (N_("ΣRP"), N_("sum of the opponents' resistance points")),
    "c": (N_("progr."), N_("progressive score")),
    "b": (N_("black"), N_("games with black")),
    "k": (N_("board"), N_("board points")),
    "l": (N_("no."), N_("lot number")),
}
#: Averages of ratings are whole numbers on paper.
_WHOLE = frozenset("12")


def translated(column: Column) -> Column:
    """The column with its head in the language of the document."""
    return replace(column, head=_(column.head)) if column.head else column


def tiebreak_columns(codes: Sequence[str]) -> list[Column]:
    """The columns of the tie-breaks of a classification."""
    heads = [TIEBREAKS.get(code, (code, code))[0] for code in codes]
    return [Column(f"tiebreak {code}", _(head), "figure") for code, head in zip(codes, heads, strict=True)]


def tiebreak_cells(row: Row) -> list[str]:
    """The tie-break values of a row; – where one does not apply."""
    return ["–" if value is None else i18n.number(value, 0 if code in _WHOLE else None) for code, value in row.tiebreaks]


def tiebreak_notes(codes: Sequence[str]) -> str:
    """What the heads of the tie-breaks mean, for those that do not say it themselves."""
    return " · ".join(f"{_(TIEBREAKS[code][0])} {_(TIEBREAKS[code][1])}" for code in codes if code in TIEBREAKS and code != "3")
