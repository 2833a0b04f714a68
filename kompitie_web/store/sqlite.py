"""Plain SQLite connections beside Peewee's, and what SQLite's complaints mean."""

import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import peewee as pw

from kompitie_web.store.errors import DiskFull, DiskTrouble, FileDamaged, FileInUse, FileMissing, FileReadOnly, StoreError

#: "KOMP": says in the header that a file is ours.
APPLICATION_ID = 0x4B4F4D50

#: Of every connection that writes. EXTRA: also the folder is on the disk before a change is acknowledged. recursive_triggers: a REPLACE
#: fires the delete triggers too. cache_spill off: other connections can read until the commit.
PRAGMAS: tuple[tuple[str, str | int], ...] = (
    ("journal_mode", "delete"),
    ("synchronous", "extra"),
    ("foreign_keys", 1),
    ("busy_timeout", 5000),
    ("recursive_triggers", 1),
    ("cache_spill", 0),
    ("temp_store", "memory"),
)

#: Below this much free room an input/output error of SQLite is taken for a full disk.
_NO_ROOM = 256 * 1024
_BUSY_SECONDS = 5.0


def uri(path: Path, mode: str = "rw") -> str:
    """The SQLite address of a file: ``rw`` never creates one, ``ro`` never writes. Any letters, drives and shares."""
    text = path.absolute().as_posix()
    # As bytes: a name from a time before UTF-8 has some that are no letters.
    return f"file://{quote(os.fsencode(text if text.startswith('/') else '/' + text))}?mode={mode}"


def close(connections: Iterable[sqlite3.Connection]) -> None:
    """Close connections."""
    for connection in connections:
        connection.close()


@contextmanager
def plain(path: Path, mode: str = "rw") -> Iterator[sqlite3.Connection]:
    """A connection of our own for checks, copies and migrations, with the pragmas; closed afterwards."""
    connection = sqlite3.connect(uri(path, mode), uri=True, isolation_level=None, timeout=_BUSY_SECONDS, check_same_thread=False)
    try:
        for name, value in PRAGMAS:
            if mode != "ro" or name != "journal_mode":
                connection.execute(f"PRAGMA {name} = {value}")
        yield connection
    finally:
        connection.close()


def transfer(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Copy a whole database through the backup API in one step. OperationalError when another program keeps it busy."""
    deadline = time.monotonic() + _BUSY_SECONDS

    def watch(status: int, remaining: int, total: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > deadline:
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = status
            raise error

    source.backup(target, pages=-1, progress=watch, sleep=0.05)


class Pool(pw.SqliteDatabase):
    """Peewee's database with its connections kept for the next request: reading the tables and triggers anew costs some milliseconds.

    Opening another file, or ``forget``, closes them.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._idle: list[sqlite3.Connection] = []
        self._taking = threading.Lock()
        super().__init__(*arguments, **options)

    def init(self, *arguments: Any, **options: Any) -> None:
        """Turn to another file."""
        self.forget()
        super().init(*arguments, **options)

    def take_idle(self) -> list[sqlite3.Connection]:
        """The connections that nobody uses now, for the caller to use and close."""
        with self._taking:
            idle, self._idle = self._idle, []
        return idle

    def forget(self) -> None:
        """Close the connections that nobody uses now."""
        close(self.take_idle())

    def _connect(self) -> sqlite3.Connection:
        with self._taking:
            if self._idle:
                return self._idle.pop()
        made: sqlite3.Connection = super()._connect()  # type: ignore[misc]  # Not in the stubs of Peewee 4.5.
        return made

    def _close(self, connection: sqlite3.Connection) -> None:
        if connection.in_transaction:
            connection.rollback()
        with self._taking:
            self._idle.append(connection)


class Outcome:
    """What becomes of a transaction at its end: kept, unless somebody says otherwise."""

    keep = True


@contextmanager
def transaction(database: pw.SqliteDatabase, path: Path) -> Iterator[Outcome]:
    """A writing transaction of Peewee's database, rolled back on any exception or when ``keep`` is taken away.

    Not Peewee's own: after a full disk SQLite has rolled back by itself, and Peewee's second rollback would hide the reason. DiskTrouble
    when that happened and was swallowed on the way.
    """
    database.begin("IMMEDIATE")
    connection: sqlite3.Connection = database.connection()
    database.push_transaction(database.transaction())
    outcome = Outcome()
    try:
        yield outcome
        if not connection.in_transaction:
            raise DiskTrouble(path, detail="rolled back")
        if outcome.keep:
            connection.execute("COMMIT")
    finally:
        database.pop_transaction()
        if connection.in_transaction:
            connection.execute("ROLLBACK")


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn SQLite's complaints about the file or the disk into this package's errors; programming errors pass as they are."""
    try:
        yield
    except (sqlite3.Error, pw.DatabaseError) as error:
        meant = meaning(error, path)
        if meant is None:
            raise
        raise meant from error


@contextmanager
def examined(path: Path) -> Iterator[None]:
    """The same while a file is looked at that may be damaged: even SQLite's complaint about it may be unreadable."""
    try:
        with translated(path):
            yield
    except UnicodeDecodeError as error:
        raise FileDamaged(path, detail=str(error)) from error


def damaged(detail: str) -> sqlite3.DatabaseError:
    """SQLite's error for a damaged file, for what SQLite itself cannot see."""
    error = sqlite3.DatabaseError(detail)
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error


def code_of(error: BaseException) -> int:
    """SQLite's primary error code, 0 when unknown."""
    inner = getattr(error, "orig", None) or error  # Peewee keeps the driver's error.
    return int(getattr(inner, "sqlite_errorcode", None) or 0) & 0xFF


def meaning(error: BaseException, path: Path) -> StoreError | None:
    """What an error says about the file, or None when it says nothing about it."""
    text = str(error)
    code = code_of(error)
    if "Could not decode to UTF-8" in text:
        return FileDamaged(path, detail=text)
    if code == sqlite3.SQLITE_IOERR and _free(path) < _NO_ROOM:
        return DiskFull(path, detail=text)
    kinds: dict[int, Callable[[], StoreError]] = {
        sqlite3.SQLITE_FULL: lambda: DiskFull(path, detail=text),
        sqlite3.SQLITE_IOERR: lambda: DiskTrouble(path, detail=text),
        sqlite3.SQLITE_BUSY: lambda: FileInUse(path),
        sqlite3.SQLITE_LOCKED: lambda: FileInUse(path),
        sqlite3.SQLITE_READONLY: lambda: FileReadOnly(path),
        sqlite3.SQLITE_PERM: lambda: FileReadOnly(path),
        sqlite3.SQLITE_CANTOPEN: lambda: _cannot_open(path, text),
        sqlite3.SQLITE_CORRUPT: lambda: FileDamaged(path, detail=text),
        sqlite3.SQLITE_NOTADB: lambda: FileDamaged(path, detail=text),
        sqlite3.SQLITE_FORMAT: lambda: FileDamaged(path, detail=text),
    }
    return kinds[code]() if code in kinds else None


def _cannot_open(path: Path, text: str) -> StoreError:
    if not path.exists():
        return FileMissing(path)
    return DiskTrouble(path, detail=text) if os.access(path.parent, os.W_OK) else FileReadOnly(path)


def _free(path: Path) -> int:
    try:
        return shutil.disk_usage(path.parent).free
    except OSError:
        return _NO_ROOM
