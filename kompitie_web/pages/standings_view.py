"""What the standings page shows: the list that was asked for, its rows, progress and cross tables, explanations, publications.

Everything that follows from the file is kept in its cache until the file changes, tables as finished HTML: a page of 400 players must
not be built anew for every look.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlencode

from flask import request, url_for
from markupsafe import Markup, escape

from engine import publications, tiebreaks
from engine.classification import Row, Settings, Standing, standing
from engine.competition import CLOSED, PUBLISHED, Competition, Player
from engine.explain import SCORE
from engine.publications import Published
from kompitie_web.documents import facts, words
from kompitie_web.documents.columns import COLUMNS, DEFAULT, Ground
from kompitie_web.documents.columns import head_of as column_head
from kompitie_web.i18n import N_, _, current_language
from kompitie_web.standing_texts import figure, head_of, name_of
from kompitie_web.store import current, mapping, models
from kompitie_web.tiebreak_texts import TIEBREAKS

#: The views of a list; a cross table by place is only for fields that fit beside each other.
VIEWS = {
    "standing": N_("Standings"),
    "progress": N_("Progress"),
    "rounds": N_("Cross table by round"),
    "places": N_("Cross table by place"),
}
LARGEST_CROSS_TABLE = 60
#: Columns that come first and are always there.
_FIXED = ("place", "previous", "name")


@dataclass(frozen=True)
class Asked:
    """A list as the address asks for it. ``settings`` holds the filters of the address; ``is_stored``: they are those of the list."""

    row: models.Classification
    settings: Settings
    round: int
    show: str
    is_stored: bool
    parameters: Mapping[str, str]

    @property
    def id(self) -> int:
        """The id of the classification."""
        return int(self.row.id)

    def key(self) -> tuple[object, ...]:
        """What a cached table of this list depends on, besides the file."""
        chosen = self.settings
        return (self.id, self.round, chosen.category, chosen.minimum_games, chosen.first_round, current_language())

    def url_of(self, identity: int) -> str:
        """The address of another list after the same round, in the same view."""
        kept = {name: self.parameters[name] for name in ("round", "show") if name in self.parameters}
        place = url_for("standings.page", cid=self.row.competition_id, list=identity)
        return f"{place}?{urlencode(kept)}" if kept else place

    def url(self, **changes: str | int | None) -> str:
        """The address of this list with something changed; None leaves a parameter out."""
        kept: dict[str, str | int] = {**self.parameters}
        for name, value in changes.items():
            kept.pop(name, None)
            if value is not None:
                kept[name] = value
        place = url_for("standings.page", cid=self.row.competition_id, list=self.id)
        return f"{place}?{urlencode(kept)}" if kept else place

    def csv_url(self) -> str:
        """The address of this list for a spreadsheet."""
        place = url_for("tables.standing", cid=self.row.competition_id, list=self.id)
        return f"{place}?{urlencode({**self.parameters, 'round': self.round})}"

    def why_base(self) -> str:
        """The address of an explanation, to be followed by player and number; short, for it stands in every cell."""
        return f"?{urlencode({**self.parameters, 'why': ''})}"


def asked(cid: int, competition: Competition, identity: int | None) -> Asked | None:
    """The list of an address; without one the list by which is paired. None when the competition has no such list."""
    rows = mapping.classifications(cid)
    row = next((one for one in rows if one.id == identity), None)
    if identity is None and rows:
        row = next((one for one in rows if one.is_pairing), rows[0])
    if row is None:
        return None
    stored = mapping.settings(row)
    last = _number("round", 1, 999) or last_round(competition)
    letters = {letter for player in competition.players for letter in player.categories}
    category = request.args.get("category")
    chosen = replace(
        stored,
        category=stored.category if category is None or (category and category not in letters) else category,
        minimum_games=_wanted("minimum", 0, stored.minimum_games),
        first_round=_wanted("from", 1, stored.first_round),
    )
    show = request.args.get("show", "standing")
    names = ("round", "category", "minimum", "from", "show")
    parameters = {name: request.args[name] for name in names if name in request.args}
    return Asked(row, chosen, last, show if show in VIEWS else "standing", chosen == stored, parameters)


def _number(name: str, lowest: int, highest: int) -> int | None:
    """A whole number of the address, None when it is missing or out of reason."""
    text = request.args.get(name, "")
    return int(text) if text.isdecimal() and lowest <= int(text) <= highest else None


def _wanted(name: str, lowest: int, stored: int) -> int:
    """A number of the address or the list's own."""
    number = _number(name, lowest, 999)
    return stored if number is None else number


def last_round(competition: Competition) -> int:
    """The round after which a standing is meant when none is named."""
    return competition.last_round_with_results()


def shown_rounds(competition: Competition) -> list[int]:
    """The rounds after which there is a standing."""
    return [one.number for one in competition.rounds if one.state in (PUBLISHED, CLOSED)]


def choosable_rounds(competition: Competition, shown: int) -> list[int]:
    """The rounds after which the list can be asked for: the public ones, and what is shown now (a round may hold results before it is
    published).
    """
    return sorted({*shown_rounds(competition), last_round(competition), shown} - {0})


def missing_results(competition: Competition, wanted: Asked) -> int:
    """How many games of the list's rounds have no result yet."""
    rounds = {number for number in shown_rounds(competition) if wanted.settings.first_round <= number <= wanted.round}
    return sum(1 for game in competition.games if not game.result and game.round in rounds and not game.annulled)


# Publications


def published(identity: int) -> tuple[Published, ...]:
    """The published lists of a classification, from old to new."""
    return current().cached(("published", identity), lambda: facts.published(identity))


@dataclass(frozen=True)
class PublicationLine:
    """A published list in the list of lists."""

    id: int
    last_round: int
    time: str
    corrects: bool
    withdrawn: bool
    category: str


def publication_lines(identity: int) -> list[PublicationLine]:
    """The published lists for the page, the newest first."""
    known = models.Publication
    query = known.select(known.id, known.last_round, known.time, known.corrects, known.withdrawn, known.category)
    rows = query.where(known.classification == identity).order_by(known.id.desc())
    return [PublicationLine(one.id, one.last_round, one.time, one.corrects, one.withdrawn, one.category) for one in rows]


# The standing


def shown_standing(competition: Competition, wanted: Asked) -> Standing:
    """The standing that was asked for, with previous places."""

    def compute() -> Standing:
        before = publications.previous_list(published(wanted.id), wanted.round, wanted.settings.category)
        return standing(competition, wanted.settings, wanted.round, before.places if before else None)

    return current().cached(("standing", *wanted.key()[:-1]), compute)


def is_corrected(competition: Competition, wanted: Asked) -> bool | None:
    """Whether the list differs from the one published after this round; None when none was published."""
    last = publications.published_list(published(wanted.id), wanted.round, wanted.settings.category)
    return None if last is None else publications.differs(last, shown_standing(competition, wanted))


@dataclass(frozen=True)
class Head:
    """A column's head: short text, its meaning, and the class of its cells."""

    key: str
    text: str
    meaning: str
    css: str


@dataclass(frozen=True)
class Line:
    """A row of the table. ``cells``: the cells behind the name as HTML."""

    player: int
    place: int
    name: str
    shift: int | None
    previous: int | None
    cells: Markup


@dataclass(frozen=True)
class StandingTable:
    """The rows of a standing, those with enough games and the others."""

    heads: Sequence[Head]
    lines: Sequence[Line]
    short: Sequence[Line]
    has_previous: bool
    has_decided: bool


def columns_of(row: models.Classification) -> list[str]:
    """The chosen columns of a list, those that exist."""
    chosen = [key for key in row.columns or DEFAULT if key in COLUMNS]
    return chosen or list(DEFAULT)


def standing_table(competition: Competition, wanted: Asked) -> StandingTable:
    """The table of a standing in the chosen columns; columns of plus and minus draws and of texts that nobody has are left out."""
    shown = shown_standing(competition, wanted)
    chosen = columns_of(wanted.row)
    ground = Ground(competition, shown)
    columns = _columns(chosen, ground)
    has_previous = "previous" in chosen and any(row.previous is not None for row in shown.rows)
    base = str(escape(wanted.why_base()))
    lines = [_line(row, competition, columns, base, ground) for row in shown.rows]
    return StandingTable(
        heads=[column.head for column in columns],
        lines=[line for line, row in zip(lines, shown.rows, strict=True) if not row.below_minimum],
        short=[line for line, row in zip(lines, shown.rows, strict=True) if row.below_minimum],
        has_previous=has_previous,
        has_decided=any(row.decided_by in TIEBREAKS for row in shown.rows) and "tiebreaks" in chosen,
    )


@dataclass(frozen=True)
class _Column:
    """A column behind the name: its head, the number that its cells explain ('' = none), and the text of a row."""

    head: Head
    what: str
    text: Callable[[Row, Player, Ground], str]

    @cached_property
    def opening(self) -> str:
        """The beginning of its cells."""
        return f'<td class="{self.head.css}" role="cell" data-label="{escape(self.head.text)}">'

    @cached_property
    def decided(self) -> str:
        """The beginning of a cell whose number put the player below the one above him."""
        return self.opening.replace('class="', 'class="decided ', 1)


_TEXTS = frozenset(("title", "name", "code", "club", "town", "categories"))


def _columns(chosen: Sequence[str], ground: Ground) -> list[_Column]:
    """The columns behind the name, the points first as on every list."""
    order = [key for key in chosen if key not in (*_FIXED, "points", "tiebreaks")]
    keys = [*(key for key in order if key in _TEXTS), "points", *(["tiebreaks"] if "tiebreaks" in chosen else [])]
    keys += [key for key in order if key not in _TEXTS]
    result: list[_Column] = []
    for key in keys:
        choice = COLUMNS[key]
        if choice is None:
            result += [_tiebreak(index, code) for index, code in enumerate(tiebreaks.parse(ground.settings.tiebreaks))]
        elif key == "points" or not _is_empty(key, choice.value, ground):
            css = f"{'' if key in _TEXTS else 'n '}k-{key}"
            text, meaning = column_head(key, ground.settings)
            head = Head(key, _(text), _(meaning), css)
            result.append(_Column(head, "score" if key == "points" else "", choice.value))
    return result


def _is_empty(key: str, value: Callable[[Row, Player, Ground], str], ground: Ground) -> bool:
    """Whether a column would say nothing: no text at all, or no plus and minus draws."""
    nothing = ("", "0") if key in ("plus", "minus") else ("",)
    return all(value(row, ground.competition.by_id[row.player], ground) in nothing for row in ground.shown.rows)


def _tiebreak(index: int, code: str) -> _Column:
    """The column of a tie-break."""

    def text(row: Row, _player: Player, _ground: Ground) -> str:
        return figure(row.tiebreaks[index][1], code)

    return _Column(Head(f"tiebreak-{code}", head_of(code), name_of(code), "n k-tiebreak"), code, text)


def _line(row: Row, competition: Competition, columns: Sequence[_Column], base: str, ground: Ground) -> Line:
    """A row. Its cells are put together here and not in the template: a list of 400 players has thousands of them."""
    player = competition.by_id[row.player]
    cells: list[str] = []
    for column in columns:
        what = column.what
        text = str(escape(column.text(row, player, ground)))
        if what:
            key = ' data-key="u"' if what == SCORE else ""
            text = f'<a class="num" data-cell{key} href="{base}{row.player}.{what}">{text}</a>'
        cells.append(column.decided if what == row.decided_by and what in TIEBREAKS else column.opening)
        cells.append(f"{text}</td>")
    shift = None if row.previous is None else row.previous - row.place
    return Line(row.player, row.place, competition.names[row.player], shift, row.previous, Markup("".join(cells)))  # noqa: S704 - escaped above


def filters(competition: Competition) -> dict[str, list[str]]:
    """What can be filtered by: category letters and session labels that occur."""
    return {
        "categories": sorted({letter for player in competition.players for letter in player.categories}),
        "sessions": sorted({one.session for one in competition.rounds if one.session}),
    }


def category_names(cid: int) -> dict[str, str]:
    """The names of the categories by letter; a letter without a name names itself."""
    rows = models.Category.select().where(models.Category.competition == cid)
    return {row.letter: row.name or row.letter for row in rows}


def reason_namer(cid: int) -> Callable[[str], str]:
    """A function that names a reason in the language of the screen."""
    rows = models.Reason.select().where(models.Reason.competition == cid)
    names = {row.key: dict(row.names or {}) for row in rows}
    return lambda key: words.reason(key, names.get(key, {}))
