"""Everything before a file may be used: looking at it, converting it, and telling it from others."""

import os
import sqlite3
import uuid
from contextlib import suppress
from pathlib import Path
from typing import Any

from kompitie_web.store import check, hot, journal, migrations, snapshots, triggers
from kompitie_web.store.disk import disk, sync_folder
from kompitie_web.store.errors import DiskTrouble, FileDamaged, NotAKompitieFile, StoreError
from kompitie_web.store.sqlite import damaged, examined, plain, translated


def make(path: Path, name: str) -> None:
    """Write a new file: whole under its name, or not there at all. FileReadOnly, DiskFull."""
    part = path.with_name(path.name + ".part")
    try:
        with disk(path), translated(path):
            part.unlink(missing_ok=True)
            migrations.upgrade(part, create=True)
            with plain(part) as connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("UPDATE journal_state SET replaying = 1")
                values = (name, str(uuid.uuid4()), journal.now())
                connection.execute("INSERT INTO file_info (name, uuid, created) VALUES (?, ?, ?)", values)
                connection.execute("UPDATE journal_state SET replaying = 0")
                connection.execute("COMMIT")
            hot.forget_journal(path)
            part.rename(path)
            sync_folder(path.parent)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def prepare(path: Path, data: Path) -> tuple[str, int]:
    """Check a file and bring it to today's version; returns who it is."""
    if not path.is_file():
        raise NotAKompitieFile(path)
    with disk(path):
        os.close(os.open(path, os.O_RDWR))  # Tells a file that cannot be written.
    hot.examine(path)
    version = _version(path)
    if version < migrations.VERSION:
        with examined(path), plain(path) as connection:
            check.structure(connection, path)
            own, changes = identity(connection)
            snapshots.take(connection, snapshots.folder(path, data, own), "migration", changes)
        with disk(path), examined(path):
            migrations.upgrade(path)
    with examined(path), plain(path) as connection:
        check.structure(connection, path)
        check.content(connection, path)
        triggers.install(connection)
        journal.trim(connection)
        return identity(connection)


def _version(path: Path) -> int:
    """The file's version; a header that a crash left half written is repaired by SQLite first."""
    left = hot.journal_of(path)
    try:
        return check.version_in_header(path)
    except (FileDamaged, NotAKompitieFile):
        if not left.exists() or not left.stat().st_size:
            raise
    with examined(path), plain(path) as connection:
        check.structure(connection, path)
    return check.version_in_header(path)


def damage(path: Path) -> FileDamaged | None:
    """What is wrong with a file that is open; None when it is sound, or when it cannot be looked at now."""
    try:
        with examined(path), plain(path, "ro") as connection:
            check.structure(connection, path)
            check.content(connection, path)
    except FileDamaged as error:
        return error
    except NotAKompitieFile as error:
        return FileDamaged(path, detail=str(error.arguments.get("detail", "header")))
    except StoreError:
        return None
    return None


def exists(path: Path) -> bool:
    """Whether something is at this path; a name that no file can have is not there. FileReadOnly when the folder may not be read."""
    try:
        with disk(path):
            return path.exists()
    except (DiskTrouble, ValueError):  # Too long a name, or a sign that no name can have.
        return False


def identity(connection: sqlite3.Connection) -> tuple[str, int]:
    """Who a file is, and how often it was changed."""
    own = connection.execute("SELECT uuid FROM file_info").fetchone()
    changes = connection.execute("SELECT changes FROM journal_state").fetchone()
    if own is None:
        raise damaged("no identity")
    return str(own[0]), changes_in(changes)


def changes_in(row: tuple[Any, ...] | None) -> int:
    """The number of changes in a row of the journal's state, which may be gone or damaged."""
    if row is None or not isinstance(row[0], int):
        raise damaged("journal state")
    return row[0]


def identical(one: os.stat_result, other: os.stat_result) -> bool:
    """Whether two looks saw the same file of the file system."""
    return (one.st_ino, one.st_dev) == (other.st_ino, other.st_dev)


def same(one: Path, other: Path) -> bool:
    """Whether two paths lead to the same file."""
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return one == other
