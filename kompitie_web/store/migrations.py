"""Numbered steps from an empty file to today's tables. ``user_version`` in the header says how many a file has had.

A released step never changes again. A step runs in a transaction of its own, without the journal's triggers and with foreign keys off
(they are checked before the commit). Steps that change tables import ``playhouse.migrate`` themselves: it is dear and rarely needed.
A step that changes watched columns in a way that old row images do not fit calls ``close_history``.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

import peewee as pw

from kompitie_web.store import triggers
from kompitie_web.store.schema_1 import SCHEMA_1
from kompitie_web.store.sqlite import APPLICATION_ID, PRAGMAS, transaction, uri

Step = Callable[[pw.SqliteDatabase], None]


def tables_of_version_1(database: pw.SqliteDatabase) -> None:
    """Everything of spec 10."""
    for statement in SCHEMA_1.split(";"):
        if statement.strip():
            database.execute_sql(statement.strip())
    database.execute_sql("INSERT INTO journal_state (id, action, replaying, changes, closed) VALUES (1, NULL, 0, 0, 0)")


STEPS: Sequence[Step] = (tables_of_version_1,)

#: The version of the files that this program writes.
VERSION = len(STEPS)


def close_history(database: pw.SqliteDatabase) -> None:
    """Make an end to undo: what is in the journal stays readable, but can no longer be taken back."""
    database.execute_sql("UPDATE journal_state SET closed = (SELECT COALESCE(MAX(id), 0) FROM journal_action)")


@cache
def schema(version: int) -> Mapping[tuple[str, str], str | None]:
    """What a file of this version consists of: kind and name of everything but triggers, with the words that made it."""
    memory = pw.SqliteDatabase(":memory:", autoconnect=False)
    memory.connect()
    try:
        for step in STEPS[:version]:
            step(memory)
        return read_schema(memory.connection())
    finally:
        memory.close()


def read_schema(connection: sqlite3.Connection) -> dict[tuple[str, str], str | None]:
    """The same of a file, whatever it is; nothing of it is run."""
    rows = connection.execute("SELECT type, name, sql FROM sqlite_master WHERE type <> 'trigger'")
    return {(kind, name): sql for kind, name, sql in rows}


def upgrade(path: Path, steps: Sequence[Step] | None = None, create: bool = False) -> int:
    """Bring a file to the newest version; returns the version that it had. Each step is whole or not done at all.

    The caller has checked that the file is ours and not newer, and has made a copy. ``create``: start an empty file.
    """
    steps = STEPS if steps is None else steps
    database = pw.SqliteDatabase(None, pragmas=[*PRAGMAS, ("foreign_keys", 0)], autoconnect=False)
    database.init(uri(path, "rwc" if create else "rw"), uri=True)
    database.connect()
    try:
        if create:
            database.execute_sql(f"PRAGMA application_id = {APPLICATION_ID}")
        had = int(database.execute_sql("PRAGMA user_version").fetchone()[0])
        for number, step in enumerate(steps[had:], had + 1):
            with transaction(database, path):
                connection: sqlite3.Connection = database.connection()
                triggers.drop(connection)
                step(database)
                if database.execute_sql("PRAGMA foreign_key_check").fetchone():
                    raise pw.IntegrityError(f"step {number} leaves rows without their parent")
                database.execute_sql(f"PRAGMA user_version = {number}")
                if number == len(steps):
                    triggers.install(connection)
        return had
    finally:
        database.close()
