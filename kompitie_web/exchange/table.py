"""Text to rows of cells and back: delimiters, quotes, line ends; the guard against formulas in text cells (spec 50 Security)."""

import csv
import io
from collections.abc import Sequence

from kompitie_web.exchange.errors import ActionError

DELIMITERS = (";", "\t", ",")
LONGEST_CELL = 2000
MOST_ROWS = 20_000
MOST_COLUMNS = 200
_DANGEROUS = ("=", "+", "-", "@", "\t", "\r")


def find_delimiter(text: str) -> str:
    """The sign between the cells: the one that gives the same number of cells, above one, in most lines.

    A comma may belong to a name (``Vries, Jan de``), so ``;`` and tab go before it. ';' for a list of one column.
    """
    best, best_score = ";", 0.0
    for delimiter in DELIMITERS:
        counts = [len(row) for row in _parse(text[:20_000], delimiter)]
        counts = [count for count in counts if count] or [1]
        usual = max(set(counts), key=counts.count)
        if usual < 2:
            continue
        score = counts.count(usual) / len(counts)
        if delimiter == "," and _is_names_with_comma(text):
            continue
        if score > best_score + 0.2:
            best, best_score = delimiter, score
    return best


def _is_names_with_comma(text: str) -> bool:
    """Whether every line has exactly one comma, outside quotes, followed by a space: a list of ``Surname, First name``."""
    lines = [line for line in text.splitlines() if line.strip()]
    return bool(lines) and all(line.count(",") == 1 and ", " in line and '"' not in line for line in lines)


def _parse(text: str, delimiter: str) -> list[list[str]]:
    """Rows of cells; any line end; a quote only counts at the start of a cell."""
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        return list(csv.reader(io.StringIO(unified, newline=""), delimiter=delimiter, skipinitialspace=False, strict=False))
    except csv.Error as error:
        raise ActionError("table_unreadable", "file") from error


def read_rows(text: str, delimiter: str | None = None) -> tuple[list[list[str]], str]:
    """The rows that hold something, all equally long, and the delimiter that was used.

    The guard of our own export (a ``'`` before a formula sign) is taken off. ActionError ``table_unreadable``, ``table_too_long``,
    ``table_too_wide``, ``cell_too_long``, ``file_empty``.
    """
    used = find_delimiter(text) if delimiter is None else delimiter
    if used not in DELIMITERS:
        raise ActionError("choice_unknown", "delimiter", value=used)
    parsed = _parse(text, used)
    if any(len(row) > MOST_COLUMNS for row in parsed):
        raise ActionError("table_too_wide", "file", highest=MOST_COLUMNS)
    rows = [[unguard(cell.strip()) for cell in row] for row in parsed]
    rows = [row for row in rows if any(row)]
    if not rows:
        raise ActionError("file_empty", "file")
    if len(rows) > MOST_ROWS:
        raise ActionError("table_too_long", "file", highest=MOST_ROWS)
    for number, row in enumerate(rows, start=1):
        if any(len(cell) > LONGEST_CELL for cell in row):
            raise ActionError("cell_too_long", "file", line=number)
    width = max(len(row) for row in rows)
    return [row + [""] * (width - len(row)) for row in rows], used


def guard(cell: str) -> str:
    """A text cell that a spreadsheet will not take for a formula."""
    return "'" + cell if cell.startswith(_DANGEROUS) or (cell.startswith("'") and cell[1:2] in ("'", *_DANGEROUS)) else cell


def unguard(cell: str) -> str:
    """The cell as it was before ``guard``."""
    return cell[1:] if cell.startswith("'") and (cell[1:2] in _DANGEROUS or cell[1:2] == "'") and len(cell) > 1 else cell


def write_rows(rows: Sequence[Sequence[str]], delimiter: str = ";") -> bytes:
    """UTF-8 with a byte order mark and CRLF, as spreadsheets open it without questions."""
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return out.getvalue().encode("utf-8-sig")
