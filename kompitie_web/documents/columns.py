"""The columns that a standing can show: heads, kinds and what stands in them (spec 40)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TypedDict, Unpack

from engine.classification import Row, Settings, Standing
from engine.competition import Competition, Player
from engine.pairing.ranking import colours
from engine.systems.basis import basis
from engine.tiebreaks import average_rating
from kompitie_web import i18n
from kompitie_web.documents.model import Align, Column
from kompitie_web.documents.words import number_or_blank
from kompitie_web.i18n import N_, _
from kompitie_web.score_texts import row_score, score_head
from kompitie_web.tiebreak_texts import TIEBREAKS


@dataclass(frozen=True)
class Ground:
    """What cells read besides a row and its player: the games and the standing; worked out when a column asks for it."""

    competition: Competition
    shown: Standing

    @property
    def settings(self) -> Settings:
        """The settings of the list."""
        return self.shown.settings

    @cached_property
    def colours(self) -> Mapping[int, colours.Colours]:
        """KL and AL of everybody."""
        return colours.columns(self.competition, self.shown.last, self.shown.first)

    @cached_property
    def averages(self) -> Mapping[int, Fraction | int | None]:
        """The average rating of everybody's opponents."""
        view = basis(self.competition, self.settings, self.shown.last).view
        return {row.player: average_rating(view, row.player) for row in self.shown.rows}


@dataclass(frozen=True)
class Choice:
    """A column to choose: its name in the list of choices, its head and form on paper, and its cell.

    ``systems``: where it means something [everywhere].
    """

    label: str
    column: Column
    value: Callable[[Row, Player, Ground], str]
    systems: frozenset[str] = frozenset()


class _Form(TypedDict, total=False):
    """How a column looks."""

    align: Align
    flex: float
    bold: bool
    soft: bool
    size: float


def _figure(
    key: str, head: str, label: str, value: Callable[[Row, Player], Fraction | int | None], **form: Unpack[_Form]
) -> Choice:
    return Choice(
        label,
        Column(key, head, "figure", **form),
        lambda row, player, _ground: number_or_blank(value(row, player)),
    )


def _text(key: str, head: str, label: str, value: Callable[[Player], str], **form: Unpack[_Form]) -> Choice:
    return Choice(label, Column(key, head, **form), lambda _row, player, _ground: value(player))


def _extra(key: str, places: int | None = None) -> Callable[[Row, Player, Ground], str]:
    """A further number of the system."""

    def text(row: Row, _player: Player, _ground: Ground) -> str:
        value = dict(row.figures).get(key)
        return "" if value is None else i18n.number(value, places)

    return text


def _balance(row: Row, _player: Player, ground: Ground) -> str:
    own = ground.colours.get(row.player, colours.Colours())
    return f"+{own.balance}" if own.balance > 0 else i18n.number(own.balance)


def _streak(row: Row, _player: Player, ground: Ground) -> str:
    """The last streak of one colour: 2W."""
    streak = ground.colours.get(row.player, colours.Colours()).streak
    if not streak:
        return ""
    return _("%(n)sW", n=streak) if streak > 0 else _("%(n)sB", n=-streak)


def _average(row: Row, _player: Player, ground: Ground) -> str:
    average = ground.averages.get(row.player)
    return "" if average is None else i18n.number(average, 0)


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
    "points": Choice(
        N_("points"),
        Column("points", N_("points"), "figure", bold=True, size=1.06),
        lambda row, _player, ground: row_score(row, ground.settings.system),
    ),
    "value": Choice(
        N_("value for the next round"), Column("value", N_("value"), "figure"), _extra("value", 1), frozenset(("keizer",))
    ),
    "saldo": Choice(
        N_("balance of rounds played and missed"),
        Column("saldo", N_("balance"), "figure"),
        _extra("saldo"),
        frozenset(("attendance",)),
    ),
    "average": Choice(N_("average rating of the opponents"), Column("average", N_("avg rtg"), "figure"), _average),
    "balance": Choice(N_("KL: games with white less games with black"), Column("balance", "KL", "figure", soft=True), _balance),
    "streak": Choice(N_("AL: the last games with the same colour"), Column("streak", "AL", "figure", soft=True), _streak),
    "tiebreaks": None,
}
#: Plus and minus draws are shown as soon as somebody has one: without them the figures would not add up to the games.
DEFAULT = ("place", "previous", "name", "club", "games", "won", "plus", "draw", "minus", "lost", "points", "tiebreaks")
#: What a new list of a system shows besides.
FURTHER: dict[str, tuple[str, ...]] = {
    "keizer": ("value", "balance", "streak"),
    "rating": ("rating", "average"),
    "attendance": ("saldo",),
}


def offered(system: str) -> dict[str, Choice | None]:
    """The columns that mean something in a list of this system, by key."""
    return {key: choice for key, choice in COLUMNS.items() if choice is None or not choice.systems or system in choice.systems}


def usual(system: str) -> list[str]:
    """The columns with which a list of a system begins."""
    wanted = {*DEFAULT, *FURTHER.get(system, ())}
    return [key for key in COLUMNS if key in wanted]


def head_of(key: str, settings: Settings) -> tuple[str, str]:
    """The head of a column and what it means, still to be translated; over the scores stands what the system calls them."""
    choice = COLUMNS[key]
    if choice is None:
        return "", N_("all tie-breaks")
    return score_head(settings) if key == "points" else (choice.column.head, choice.label)


#: Averages of ratings are whole numbers on paper.
_WHOLE = frozenset("12")


def column_of(choice: Choice, settings: Settings) -> Column:
    """The column with its head in the language of the document."""
    head = head_of(choice.column.key, settings)[0]
    return replace(choice.column, head=_(head)) if head else choice.column


def notes(keys: Iterable[str]) -> list[str]:
    """What the heads of further columns mean, for those that do not say it themselves."""
    texts = {
        "balance": N_("KL games with white less games with black"),
        "streak": N_("AL the last games with the same colour"),
        "value": N_("value for the next round"),
        "average": N_("avg rtg average rating of the opponents"),
    }
    return [_(texts[key]) for key in keys if key in texts]


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
