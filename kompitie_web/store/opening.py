"""Everything before a file may be used: looking at it, converting it, and telling it from others."""

import os
import sqlite3
from pathlib import Path

from kompitie_web.store import check, journal, migrations, snapshots, triggers
from kompitie_web.store.disk import disk
from kompitie_web.store.errors import FileDamaged, NotAKompitieFile
from kompitie_web.store.sqlite import damaged, examined, plain


def prepare(path: Path, data: Path) -> tuple[str, int]:
    """Check a file and bring it to today's version; returns who it is."""
    if not path.is_file():
        raise NotAKompitieFile(path)
    with disk(path):
        os.close(os.open(path, os.O_RDWR))  # Tells a file that cannot be written.
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
    hot = path.with_name(path.name + "-journal")
    try:
        return check.version_in_header(path)
    except (FileDamaged, NotAKompitieFile):
        if not hot.exists() or not hot.stat().st_size:
            raise
    with examined(path), plain(path) as connection:
        check.structure(connection, path)
    return check.version_in_header(path)


def identity(connection: sqlite3.Connection) -> tuple[str, int]:
    """Who a file is, and how often it was changed."""
    own = connection.execute("SELECT uuid FROM file_info").fetchone()
    changes = connection.execute("SELECT changes FROM journal_state").fetchone()
    if own is None or changes is None:
        raise damaged("no identity")
    return str(own[0]), int(changes[0])


def identical(one: os.stat_result, other: os.stat_result) -> bool:
    """Whether two looks saw the same file of the file system."""
    return (one.st_ino, one.st_dev) == (other.st_ino, other.st_dev)


def same(one: Path, other: Path) -> bool:
    """Whether two paths lead to the same file."""
    try:
        return one.samefile(other)
    except OSError:
        return one == other
