"""The journal's triggers, generated from the models: no code path can change a watched row unseen."""

import sqlite3

from kompitie_web.store.models import WATCHED, columns

#: What SQLite says when something is written without an action, or a row gets another id.
OUTSIDE = "kompitie: a change outside an action"
FIXED_ID = "kompitie: an id never changes"

_RUNNING = "EXISTS (SELECT 1 FROM journal_state WHERE action IS NOT NULL OR replaying)"
_RECORDING = "EXISTS (SELECT 1 FROM journal_state WHERE NOT replaying)"


def triggers() -> dict[str, str]:
    """All triggers by name: for every watched table a guard before and a record after each insert, update and delete."""
    found: dict[str, str] = {}
    for model in WATCHED:
        table = str(model._meta.table_name)
        names = columns(model)
        for event in ("insert", "update", "delete"):
            found[f"guard_{table}_{event}"] = _guard(table, event)
            found[f"journal_{table}_{event}"] = _record(table, event, names)
    return found


def install(connection: sqlite3.Connection) -> bool:
    """Bring a file's triggers up to date; whether anything had to change."""
    wanted = triggers()
    present = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall())
    if present == wanted:
        return False
    inside = connection.in_transaction
    if not inside:
        connection.execute("BEGIN IMMEDIATE")
    drop(connection)
    for sql in wanted.values():
        connection.execute(sql)
    if not inside:
        connection.execute("COMMIT")
    return True


def drop(connection: sqlite3.Connection) -> None:
    """Take all triggers away (a migration changes rows outside the journal)."""
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        quoted = name.replace('"', '""')
        connection.execute(f'DROP TRIGGER "{quoted}"')


def _guard(table: str, event: str) -> str:
    steps = f"SELECT RAISE(ABORT, '{OUTSIDE}') WHERE NOT {_RUNNING};"
    if event == "update":
        steps += f" SELECT RAISE(ABORT, '{FIXED_ID}') WHERE NEW.id IS NOT OLD.id;"
    return f"CREATE TRIGGER guard_{table}_{event} BEFORE {event.upper()} ON {table} BEGIN {steps} END"


def _record(table: str, event: str, names: list[str]) -> str:
    before = "NULL" if event == "insert" else _whole("OLD", names) if event == "delete" else _changed("OLD", names)
    after = "NULL" if event == "delete" else _whole("NEW", names) if event == "insert" else _changed("NEW", names)
    row = "OLD.id" if event == "delete" else "NEW.id"
    when = _RECORDING
    if event == "update":
        when += " AND (" + " OR ".join(f'OLD."{name}" IS NOT NEW."{name}"' for name in names) + ")"
    return (
        f"CREATE TRIGGER journal_{table}_{event} AFTER {event.upper()} ON {table} WHEN {when} BEGIN "
        'INSERT INTO journal_image (action_id, table_name, "row", before, after) '
        f"SELECT action, '{table}', {row}, {before}, {after} FROM journal_state; END"
    )


def _whole(side: str, names: list[str]) -> str:
    return "json_object(" + ", ".join(f"""'{name}', {side}."{name}\"""" for name in names) + ")"


def _changed(side: str, names: list[str]) -> str:
    """JSON of the columns that differ, so that a change of one column of a long row stays a short image."""
    parts = [
        f"""CASE WHEN OLD."{name}" IS NOT NEW."{name}" THEN ',"{name}":' || json_quote({side}."{name}") ELSE '' END"""
        for name in names
        if name != "id"
    ]
    return "'{' || ltrim(" + " || ".join(parts) + ", ',') || '}'"
