"""Lists of players: a preview of a file or pasted text with the columns guessed, and our own export (spec 00 row 3; traps 25-28)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from kompitie_web.exchange.columns import FIELDS, HEADINGS, IGNORE, Column, guess, has_heading
from kompitie_web.exchange.errors import ActionError
from kompitie_web.exchange.lines import Hint, PlayerInput, check_code, check_name, hints, parse_categories, parse_rating
from kompitie_web.exchange.names import clean_name
from kompitie_web.exchange.table import guard, read_rows, write_rows
from kompitie_web.exchange.text import ENCODINGS, Text, decode


@dataclass(frozen=True)
class PreviewLine:
    """A line of the list: the player it gives, or what is wrong with it; ``number`` as in the file (1 = first with content)."""

    number: int
    cells: tuple[str, ...]
    player: PlayerInput | None
    error: ActionError | None = None
    hints: tuple[Hint, ...] = ()


@dataclass(frozen=True)
class Preview:
    """How a list was understood; every choice can be given back to ``preview`` in another way."""

    text: str
    encoding: str
    encoding_sure: bool
    encodings: tuple[str, ...]
    delimiter: str
    heading: bool
    columns: tuple[Column, ...]
    lines: tuple[PreviewLine, ...]

    @property
    def players(self) -> list[PlayerInput]:
        """The players of the lines that are right, in order."""
        return [line.player for line in self.lines if line.player is not None]

    @property
    def errors(self) -> list[PreviewLine]:
        """The lines that are not right."""
        return [line for line in self.lines if line.error is not None]


def preview(
    source: bytes | str,
    encoding: str | None = None,
    delimiter: str | None = None,
    heading: bool | None = None,
    columns: Sequence[str] | None = None,
    existing: Iterable[PlayerInput] = (),
) -> Preview:
    """Read a list as a file (bytes) or pasted text, with what was guessed or chosen.

    ``columns``: the field of each column, chosen by the user. ``existing``: players already there, for the hints. ActionError: those of
    ``decode`` and ``read_rows``, ``choice_unknown``, ``column_twice``, ``name_column_missing``.
    """
    text = decode(source, encoding) if isinstance(source, bytes) else Text(source.removeprefix("\ufeff"), "", True)
    rows, used = read_rows(text.text, delimiter)
    first = has_heading(rows) if heading is None else heading
    if first and len(rows) == 1 and heading is None:
        first = False
    guessed = guess(rows, first)
    if columns is not None:
        guessed = _chosen(guessed, columns)
    body = rows[1:] if first else rows
    kinds = [column.field for column in guessed]
    lines = [_line(number, row, kinds) for number, row in enumerate(body, start=2 if first else 1)]
    lines = _codes_once(lines)
    found = iter(hints([line.player for line in lines if line.player is not None], existing))
    lines = [line if line.player is None else replace(line, hints=tuple(next(found))) for line in lines]
    return Preview(text.text, text.encoding, text.sure, ENCODINGS, used, first, guessed, tuple(lines))


def _chosen(guessed: Sequence[Column], columns: Sequence[str]) -> tuple[Column, ...]:
    """The columns as the user wants them."""
    wanted = [*columns, *([IGNORE] * len(guessed))][: len(guessed)]
    for field in wanted:
        if field not in FIELDS:
            raise ActionError("choice_unknown", "columns", value=field)
        if field != IGNORE and wanted.count(field) > 1:
            raise ActionError("column_twice", "columns", value=field)
    if not {"name", "last_name", "first_name"} & set(wanted):
        raise ActionError("name_column_missing", "columns")
    return tuple(
        column if column.field == field else replace(column, field=field, reason="chosen", sure=True)
        for column, field in zip(guessed, wanted, strict=True)
    )


def _full_name(cells: Mapping[str, str]) -> str:
    if cells.get("name"):
        return clean_name(cells["name"])
    last, first = clean_name(cells.get("last_name", "")), clean_name(cells.get("first_name", ""))
    rest = " ".join(part for part in (first, clean_name(cells.get("infix", ""))) if part)
    return f"{last}, {rest}" if last and rest else last or rest


def _number(cells: Mapping[str, str], field: str) -> int | None:
    text = clean_name(cells.get(field, ""))
    if not text:
        return None
    whole = text.replace(",", ".").removesuffix(".0").removesuffix(".00")
    if not whole.isdecimal() or len(whole) > 6:
        raise ActionError("number_unknown", field, value=text)
    return int(whole)


def _line(number: int, row: Sequence[str], kinds: Sequence[str]) -> PreviewLine:
    cells = {kind: cell for kind, cell in zip(kinds, row, strict=True) if kind != IGNORE}
    try:
        code = clean_name(cells.get("code", ""))
        player = PlayerInput(
            name=check_name(_full_name(cells)),
            rating=parse_rating(cells.get("rating", "")),
            club=clean_name(cells.get("club", "")),
            categories=parse_categories(cells.get("categories", "")),
            code=check_code(code, ()) if code else "",
            title=clean_name(cells.get("title", "")),
            lot=_number(cells, "lot"),
            town=clean_name(cells.get("town", "")),
            barrage=_number(cells, "barrage") or 0,
            federation_id=clean_name(cells.get("federation_id", "")),
            family=clean_name(cells.get("family", "")),
            birth_year=_number(cells, "birth_year"),
        )
    except ActionError as error:
        return PreviewLine(number, tuple(row), None, error)
    return PreviewLine(number, tuple(row), player)


def _codes_once(lines: Sequence[PreviewLine]) -> list[PreviewLine]:
    """A code that stands twice in the list is left out the second time: a free one is proposed on entry."""
    seen: set[str] = set()
    result = []
    for line in lines:
        if line.player is not None and line.player.code and line.player.code in seen:
            line = replace(line, player=replace(line.player, code=""))
        if line.player is not None:
            seen.add(line.player.code)
        result.append(line)
    return result


_TEXTS = ("name", "club", "title", "town", "family")
#: The columns of our own list, in order.
EXPORTED = tuple(field.name for field in fields(PlayerInput) if field.name != "person")


def write_players(players: Iterable[PlayerInput], language: str = "en", delimiter: str = ";") -> bytes:
    """A list of players that ``preview`` reads back without loss, with headings in a language (nl, fr, en)."""
    headings = HEADINGS[language]
    rows = [[headings[field] for field in EXPORTED]]
    rows += [[_cell(player, field) for field in EXPORTED] for player in players]
    return write_rows(rows, delimiter)


def _cell(player: PlayerInput, field: str) -> str:
    value = getattr(player, field)
    text = "" if value is None or (field == "barrage" and not value) else str(value)
    return guard(text) if field in _TEXTS else text
