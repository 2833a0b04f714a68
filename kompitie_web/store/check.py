"""Is this file ours, sound and of a version that we know? Looked at before it is used."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import peewee as pw

from engine.competition import CLOSED, DRAFT, PLANNED, PUBLISHED
from engine.results import sides
from kompitie_web.store.errors import FileDamaged, FileMissing, FileTooNew, NotAKompitieFile, StoreError
from kompitie_web.store.migrations import VERSION, read_schema, schema
from kompitie_web.store.models import ALL, PAIRINGS, WATCHED, JournalAction, JournalState, JSONField, columns, kinds
from kompitie_web.store.sqlite import APPLICATION_ID, examined, plain

_MAGIC = b"SQLite format 3\0"

#: A version number above this is no version but damage.
_HIGHEST = 10_000


def version_in_header(path: Path) -> int:
    """The file's version, from its first hundred bytes, before SQLite sees it.

    Never call it for a file that this process has open: on Linux, closing the handle would drop SQLite's locks. FileMissing,
    NotAKompitieFile, FileTooNew; FileDamaged when the header is half ours or the file is cut off.
    """
    try:
        with path.open("rb") as handle:
            header = handle.read(100)
    except FileNotFoundError as error:
        raise FileMissing(path) from error
    is_database = header[:16] == _MAGIC
    is_ours = header[68:72] == APPLICATION_ID.to_bytes(4, "big")
    if len(header) < 100 or not (is_database or is_ours):
        raise NotAKompitieFile(path)
    if not is_database:
        raise FileDamaged(path, detail="header")
    if not is_ours:
        raise NotAKompitieFile(path)
    version = int.from_bytes(header[60:64], "big")
    if version == 0 or version > _HIGHEST:
        raise FileDamaged(path, detail="version")
    if version > VERSION:
        raise FileTooNew(path, version, VERSION)
    pages, size = int.from_bytes(header[28:32], "big"), int.from_bytes(header[16:18], "big")
    if path.stat().st_size < pages * (65536 if size == 1 else size):
        raise FileDamaged(path, detail="cut off")
    return version


def structure(connection: sqlite3.Connection, path: Path) -> None:
    """What the file consists of, and SQLite's own check; the first read also rolls back what a crash left behind.

    NotAKompitieFile when there is anything in it that is not ours: a view, a table that counts by itself. It is looked at before anything
    is read through it, so that nothing of a stranger's runs; strange triggers go when ours are installed. FileDamaged.
    """
    with examined(path):
        _parts(connection, path)
        # Not the quick one: it does not see that an index lies, and then rows are missing from a screen without a word.
        said = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if said is None or said[0] != "ok":
        raise FileDamaged(path, detail=str(said and said[0]))


def _parts(connection: sqlite3.Connection, path: Path) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if not 0 < version <= VERSION:
        return  # No file of ours, or a newer one: whoever asks has its own answer to that.
    wanted, found = schema(version), read_schema(connection)
    foreign = sorted(f"{kind} {name}" for kind, name in found.keys() - wanted.keys())
    if foreign:
        raise NotAKompitieFile(path, detail=f"foreign {foreign[0][:80]}")
    if found != wanted:
        raise FileDamaged(path, detail="schema")


def content(connection: sqlite3.Connection, path: Path) -> None:
    """Do the tables hold what the models ask: kinds of values, readable text and JSON, parents of children? FileDamaged.

    Only for a file of today's version.
    """
    with examined(path):
        complaint = next(_complaints(connection), None)
    if complaint:
        raise FileDamaged(path, detail=complaint)


def sound(path: Path) -> bool:
    """Whether a file that nobody has open (a copy) is whole and of a version that we know."""
    try:
        version = version_in_header(path)
        with examined(path), plain(path, "ro") as connection:
            structure(connection, path)
            if version == VERSION:
                content(connection, path)
    except StoreError:
        return False
    return True


def _complaints(connection: sqlite3.Connection) -> Iterator[str]:
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for model in ALL:
        if model._meta.table_name not in there:
            yield f"no table {model._meta.table_name}"
            return
    for model in WATCHED:
        table, names = model._meta.table_name, columns(model)
        listed = ", ".join(f'"{name}"' for name in names)
        connection.execute(f"SELECT {listed} FROM {table}").fetchall()  # Every text is decoded; bad bytes raise.
        if connection.execute(f"SELECT 1 FROM {table} WHERE {_wrong(model)} LIMIT 1").fetchone():
            yield f"values in {table}"
        if connection.execute(f"PRAGMA foreign_key_check({table})").fetchone():
            yield f"parents of {table}"
    yield from _unknown_words(connection)
    # Images of rows may be many; each is looked at when it is used.
    if connection.execute(f"SELECT 1 FROM journal_action WHERE {_wrong(JournalAction)} LIMIT 1").fetchone():
        yield "lines of the history"
    if connection.execute("SELECT COUNT(*), MIN(id) FROM journal_state").fetchone() != (1, 1):
        yield "journal state"
    if connection.execute(f"SELECT 1 FROM journal_state WHERE {_wrong(JournalState)}").fetchone():
        yield "values in the journal state"
    if connection.execute("SELECT COUNT(*) FROM file_info").fetchone() != (1,):
        yield "file info"


def _unknown_words(connection: sqlite3.Connection) -> Iterator[str]:
    """Words that the rules do not know: no page could be made of them."""
    from engine.systems import SYSTEMS  # Dear, and needed by every page of the file anyway.

    words: dict[str, Callable[[str], object]] = {
        "game.result": sides,
        "round.state": (PLANNED, DRAFT, PUBLISHED, CLOSED).index,
        "competition.pairing": PAIRINGS.index,
        "classification.system": tuple(SYSTEMS).index,
    }
    for place, read in words.items():
        table, column = place.split(".")
        for (word,) in connection.execute(f"SELECT DISTINCT {column} FROM {table}"):
            try:
                read(word)
            except ValueError:  # Of ``index`` too.
                yield f"unknown {place} {word[:40]!r}"


def _wrong(model: type[pw.Model]) -> str:
    """SQL that is true for a row with a value of another kind than its column's."""
    names = {int: "integer", str: "text", type(None): "null"}
    parts = []
    for column, allowed in kinds(model).items():
        listed = ", ".join(f"'{names[one]}'" for one in allowed)
        parts.append(f'typeof("{column}") NOT IN ({listed})')
    for field in model._meta.sorted_fields:
        if isinstance(field, JSONField):
            name, kind = f'"{field.column_name}"', {dict: "object", list: "array"}.get(field.default)
            parts.append(f"({name} IS NOT NULL AND NOT json_valid({name}))")
            if kind:
                parts.append(f"CASE WHEN json_valid({name}) THEN json_type({name}) <> '{kind}' ELSE 1 END")
    return " OR ".join(parts)
