"""A standing as CSV, and back without loss (spec 70 trap 27)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.classification import Standing
from engine.competition import Competition
from engine.results import exact
from kompitie_web.exchange.errors import ActionError
from kompitie_web.exchange.table import guard, read_rows, write_rows
from kompitie_web.exchange.text import decode

#: The columns before the tie-breaks, with their headings.
HEADINGS: dict[str, Sequence[str]] = {
    "nl": [
        "Plaats",
        "Naam",
        "Code",
        "Club",
        "Categorieën",
        "Titel",
        "Rating",
        "Gespeeld",
        "Gewonnen",
        "Plus",
        "Remise",
        "Min",
        "Verloren",
        "Punten",
    ],
    "fr": [
        "Place",
        "Nom",
        "Code",
        "Club",
        "Catégories",
        "Titre",
        "Elo",
        "Joués",
        "Gagnés",
        "Plus",
        "Nuls",
        "Moins",
        "Perdus",
        "Points",
    ],
    "en": [
        "Place",
        "Name",
        "Code",
        "Club",
        "Categories",
        "Title",
        "Rating",
        "Games",
        "Wins",
        "Plus",
        "Draws",
        "Minus",
        "Losses",
        "Points",
    ],
}
_TIEBREAK = re.compile(r"(.*) \((.)\)")


@dataclass(frozen=True)
class Line:
    """One line of a standing as it stands in the file."""

    place: int
    name: str
    code: str
    club: str
    categories: str
    title: str
    rating: int | None
    games: int
    wins: int
    plus: int
    draws: int
    minus: int
    losses: int
    points: Fraction | None
    tiebreaks: tuple[tuple[str, Fraction | None], ...]


def lines_of(standing: Standing, competition: Competition) -> list[Line]:
    """The lines of a standing."""
    found = []
    for row in standing.rows:
        player = competition.by_id[row.player]
        counts = (row.games, row.wins, row.plus, row.draws, row.minus, row.losses)
        who = (player.name, player.code, player.club, "".join(player.categories), player.title, player.rating)
        found.append(Line(row.place, *who, *counts, row.score, row.tiebreaks))
    return found


def _exact_text(value: Fraction | None) -> str:
    """A decimal with comma when that is exact, else a mixed number (7 1/3: a spreadsheet takes 22/3 for a day); '' for None."""
    if value is None:
        return ""
    if value.denominator == 1:
        return str(value.numerator)
    for places in range(1, 7):
        scaled = value * 10**places
        if scaled.denominator == 1:
            digits = str(abs(scaled.numerator)).rjust(places + 1, "0")
            return f"{'-' if value < 0 else ''}{digits[:-places]},{digits[-places:]}"
    whole, part = divmod(abs(value), 1)
    return f"{'-' if value < 0 else ''}{whole} {part}"


def _exact_value(text: str) -> Fraction | None:
    """What ``_exact_text`` wrote."""
    if not text:
        return None
    whole, space, part = text.partition(" ")
    if not space:
        return exact(text)
    value = exact(whole.lstrip("-")) + exact(part)
    return -value if whole.startswith("-") else value


def write_standing(
    lines: Sequence[Line], language: str = "en", names: Mapping[str, str] | None = None, delimiter: str = ";"
) -> bytes:
    """The lines as CSV. ``names``: what the tie-break codes are called; the heading holds name and code."""
    codes = [code for code, _ in lines[0].tiebreaks] if lines else []
    rows: list[list[str]] = [[*HEADINGS[language], *(f"{(names or {}).get(code, code)} ({code})" for code in codes)]]
    for line in lines:
        texts = [guard(line.name), line.code, guard(line.club), line.categories, guard(line.title)]
        numbers = [line.games, line.wins, line.plus, line.draws, line.minus, line.losses]
        rating = "" if line.rating is None else str(line.rating)
        values = [_exact_text(value) for _, value in line.tiebreaks]
        rows.append([str(line.place), *texts, rating, *map(str, numbers), _exact_text(line.points), *values])
    return write_rows(rows, delimiter)


def read_standing(data: bytes) -> list[Line]:
    """The lines of a standing that ``write_standing`` wrote, in any of its languages. ActionError ``not_a_standing``."""
    rows, _ = read_rows(decode(data).text)
    heading, body = rows[0], rows[1:]
    width = len(HEADINGS["en"])
    if not any(list(heading[:width]) == list(known) for known in HEADINGS.values()):
        raise ActionError("not_a_standing", "file")
    marks = [_TIEBREAK.fullmatch(cell) for cell in heading[width:]]
    if not all(marks):
        raise ActionError("not_a_standing", "file")
    codes = [mark[2] for mark in marks if mark is not None]
    return [_read(row, codes, width) for row in body]


def _read(row: Sequence[str], codes: Sequence[str], width: int) -> Line:
    try:
        games, wins, plus, draws, minus, losses = (int(cell) for cell in row[7:13])
        values = [_exact_value(cell) for cell in row[width:]]
        rating = int(row[6]) if row[6] else None
        tiebreaks = tuple(zip(codes, values, strict=True))
        who = (int(row[0]), row[1], row[2], row[3], row[4], row[5], rating)
        return Line(*who, games, wins, plus, draws, minus, losses, _exact_value(row[13]), tiebreaks)
    except (ValueError, IndexError) as error:
        raise ActionError("not_a_standing", "file") from error
