"""What was done, in order, and how it is taken back: images of rows under actions, linear within a scope (spec 10, Journal).

A scope is a competition or the file. Within a scope only the last action can be undone and only the first undone one redone; a new
action drops what was undone. Across scopes a row must be taken back in the reverse order of its changes: otherwise ``UndoBlocked`` names
the action that stands in the way. These functions run on the open file's connection, inside a transaction with foreign keys off.
"""

import json
import socket
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from kompitie_web.store.errors import NothingToRedo, NothingToUndo, UndoBlocked
from kompitie_web.store.models import WATCHED, Publication, database, kinds
from kompitie_web.store.sqlite import damaged

#: The label of the note that a copy was put back.
RESTORED = "snapshot_restored"
#: So many actions can be undone; of older ones the line stays and the images go, so that a file of many seasons stays small.
KEPT = 5000

_LINE = (
    "SELECT id, label, arguments, time, undone, dropped, scope, note, id <= (SELECT closed FROM journal_state) FROM journal_action"
)
_CAN_UNDO = "scope IS ? AND NOT undone AND NOT note AND id > (SELECT closed FROM journal_state)"
_CAN_REDO = "scope IS ? AND undone AND NOT dropped AND id > (SELECT closed FROM journal_state)"
_KINDS = {str(model._meta.table_name): kinds(model) for model in WATCHED}
_PUBLICATION = str(Publication._meta.table_name)


@dataclass(frozen=True)
class ActionLine:
    """One line of the history. ``label`` and ``arguments`` are for the screens' sentence; ``time`` is ISO with offset.

    ``undone``: taken back. ``dropped``: taken back for good, a newer action came. ``scope``: competition id, None = the file. ``note``:
    something that is told but not undone (a copy put back). ``closed``: no longer to be undone, since the file was
    converted or trimmed or a copy was put back.
    """

    id: int
    label: str
    arguments: Mapping[str, Any]
    time: str
    undone: bool = False
    dropped: bool = False
    scope: int | None = None
    note: bool = False
    closed: bool = False


@dataclass(frozen=True)
class Image:
    """What one change did to one row: changed columns before and after; None = the row was not there."""

    table: str
    row: int
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None

    def reversed(self) -> "Image":
        """The change that takes this one back."""
        return Image(self.table, self.row, self.after, self.before)


def now() -> str:
    """The time of an action: local, with the offset, so that a changed clock or time zone stays readable."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


@cache
def station() -> str:
    """The name of this computer."""
    return socket.gethostname()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def begin(label: str, scope: int | None, arguments: Mapping[str, object]) -> int:
    """Start an action: from here on the triggers write under its id."""
    cursor = database.execute_sql(
        "INSERT INTO journal_action (scope, label, arguments, time, station, undone, dropped, note) VALUES (?, ?, ?, ?, ?, 0, 0, 0)",
        (scope, label, _json(arguments), now(), station()),
    )
    action = int(cursor.lastrowid)
    database.execute_sql("UPDATE journal_state SET action = ?", (action,))
    return action


def describe(action: int, arguments: Mapping[str, object]) -> None:
    """Add arguments that were not known at the start."""
    (text,) = database.execute_sql("SELECT arguments FROM journal_action WHERE id = ?", (action,)).fetchone()
    database.execute_sql("UPDATE journal_action SET arguments = ? WHERE id = ?", (_json({**json.loads(text), **arguments}), action))


def end(action: int, scope: int | None) -> bool:
    """Finish an action; False when it changed no row (the caller then rolls back and no line is left)."""
    if database.execute_sql("SELECT 1 FROM journal_image WHERE action_id = ? LIMIT 1", (action,)).fetchone() is None:
        return False
    database.execute_sql("UPDATE journal_action SET dropped = 1 WHERE scope IS ? AND undone AND NOT dropped", (scope,))
    database.execute_sql("UPDATE journal_state SET action = NULL, changes = changes + 1")
    return True


def trim(connection: sqlite3.Connection, keep: int = KEPT) -> bool:
    """Throw away the images of all but the newest actions when there are many more; whether that was needed."""
    row = connection.execute("SELECT id FROM journal_action ORDER BY id DESC LIMIT 1 OFFSET ?", (keep,)).fetchone()
    (closed,) = connection.execute("SELECT closed FROM journal_state").fetchone()
    if row is None or row[0] - closed <= keep // 10:
        return False
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("DELETE FROM journal_image WHERE action_id <= ?", row)
    connection.execute("UPDATE journal_state SET closed = ?", row)
    connection.execute("COMMIT")
    return True


def history(scope: int | None, limit: int) -> list[ActionLine]:
    """The newest lines of a scope, newest first."""
    rows = database.execute_sql(f"{_LINE} WHERE scope IS ? ORDER BY id DESC LIMIT ?", (scope, limit))
    return [_line(row) for row in rows.fetchall()]


def next_undo(scope: int | None) -> ActionLine | None:
    """The action that undo would take back."""
    return _first(f"{_LINE} WHERE {_CAN_UNDO} ORDER BY id DESC LIMIT 1", scope)


def next_redo(scope: int | None) -> ActionLine | None:
    """The action that redo would do again."""
    return _first(f"{_LINE} WHERE {_CAN_REDO} ORDER BY id LIMIT 1", scope)


def is_restored(scope: int | None) -> bool:
    """Whether there is nothing to undo because a copy was put back after the last action that stands."""
    newest = _first(f"{_LINE} WHERE scope IS ? AND NOT undone ORDER BY id DESC LIMIT 1", scope)
    return newest is not None and newest.label == RESTORED


def line(action: int) -> ActionLine | None:
    """One line by its id."""
    return _first(f"{_LINE} WHERE id = ?", action)


def _first(sql: str, argument: int | None) -> ActionLine | None:
    row = database.execute_sql(sql, (argument,)).fetchone()
    return _line(row) if row else None


def _line(row: tuple[Any, ...]) -> ActionLine:
    identity, label, arguments, time, undone, dropped, scope, note, closed = row
    return ActionLine(identity, label, json.loads(arguments), time, bool(undone), bool(dropped), scope, bool(note), bool(closed))


def undo(scope: int | None) -> ActionLine:
    """Take back the last action of a scope. NothingToUndo, UndoBlocked."""
    target = next_undo(scope)
    if target is None:
        raise NothingToUndo(scope=scope)
    _replay(target, [image.reversed() for image in reversed(list(_images(target.id)))], _take_back)
    return _mark(target.id, True)


def redo(scope: int | None) -> ActionLine:
    """Do the last undone action of a scope again. NothingToRedo, UndoBlocked."""
    target = next_redo(scope)
    if target is None:
        raise NothingToRedo(scope=scope)
    _replay(target, list(_images(target.id)), _do_again)
    return _mark(target.id, False)


def _mark(action: int, undone: bool) -> ActionLine:
    database.execute_sql("UPDATE journal_action SET undone = ? WHERE id = ?", (undone, action))
    database.execute_sql("UPDATE journal_state SET changes = changes + 1")
    marked = line(action)
    assert marked is not None
    return marked


def _images(action: int) -> Iterator[Image]:
    rows = database.execute_sql(
        'SELECT table_name, "row", before, after FROM journal_image WHERE action_id = ? ORDER BY id', (action,)
    )
    for table, row, before, after in rows.fetchall():
        yield Image(table, row, _values(table, before), _values(table, after))


def _values(table: str, text: str | None) -> Mapping[str, Any] | None:
    """The values of an image; an image that a damaged disk has changed is never written into a table."""
    if text is None:
        return None
    try:
        values = json.loads(text)
        if all(isinstance(value, _KINDS[table][column]) for column, value in values.items()):
            return dict(values)
    except (ValueError, KeyError, AttributeError):
        pass
    raise damaged(f"image of {table}")


def _replay(target: ActionLine, images: list[Image], step: Callable[[Image], bool]) -> None:
    """Apply images in order; all of them or, with UndoBlocked, none that stays (the caller rolls back)."""
    _refuse_when_overtaken(target)
    database.execute_sql("UPDATE journal_state SET replaying = 1")
    for image in images:
        if not step(image):
            # Later changes were looked for: it is an earlier one that is missing, else one whose images are gone.
            raise UndoBlocked(_changer(target, image.table, image.row, undone=True) or _changer(target, image.table, image.row))
    _refuse_orphans(target, {image.table for image in images})
    database.execute_sql("UPDATE journal_state SET replaying = 0")


def _refuse_when_overtaken(target: ActionLine) -> None:
    """A later action of another scope changed one of the rows and still stands: it goes first."""
    found = database.execute_sql(
        "SELECT MAX(other.id) FROM journal_image AS mine"
        ' JOIN journal_image AS theirs ON theirs.table_name = mine.table_name AND theirs."row" = mine."row"'
        " AND theirs.action_id > mine.action_id"
        " JOIN journal_action AS other ON other.id = theirs.action_id AND NOT other.undone"
        " WHERE mine.action_id = ?",
        (target.id,),
    ).fetchone()[0]
    if found is not None:
        raise UndoBlocked(line(found))


def _take_back(image: Image) -> bool:
    """One reversed change. A publication stays, marked: the paper hangs on the wall (a missing one went with its classification)."""
    if image.table == _PUBLICATION and image.after is None:
        database.execute_sql(f"UPDATE {_PUBLICATION} SET withdrawn = 1 WHERE id = ?", (image.row,))
        return True
    return _apply(image)


def _do_again(image: Image) -> bool:
    """One change once more. A publication that stayed loses its mark."""
    if image.table == _PUBLICATION and image.before is None:
        restored = f"UPDATE {_PUBLICATION} SET withdrawn = 0 WHERE id = ? AND withdrawn"
        return _changed(restored, (image.row,)) or _apply(image)
    return _apply(image)


def _apply(image: Image) -> bool:
    """Change one row from before to after; False when the row is not as before."""
    if image.before is None:
        return _insert(image)
    key = " AND ".join(f'"{name}" IS ?' for name in image.before)
    values = (image.row, *image.before.values())
    where = f"id = ? AND {key}" if key else "id = ?"
    if image.after is None:
        return _changed(f"DELETE FROM {image.table} WHERE {where}", values)
    setting = ", ".join(f'"{name}" = ?' for name in image.after)
    return _changed(f"UPDATE {image.table} SET {setting} WHERE {where}", (*image.after.values(), *values))


def _insert(image: Image) -> bool:
    assert image.after is not None
    if database.execute_sql(f"SELECT 1 FROM {image.table} WHERE id = ?", (image.row,)).fetchone():
        return False
    names = ", ".join(f'"{name}"' for name in image.after)
    marks = ", ".join("?" for _ in image.after)
    return _changed(f"INSERT INTO {image.table} ({names}) VALUES ({marks})", tuple(image.after.values()))


def _changed(sql: str, values: tuple[Any, ...]) -> bool:
    return int(database.execute_sql(sql, values).rowcount) == 1


def _refuse_orphans(target: ActionLine, tables: set[str]) -> None:
    """Rows of other actions may not lose their parent (nor may restored rows miss theirs)."""
    database.execute_sql(f"DELETE FROM {_PUBLICATION} WHERE withdrawn AND classification_id NOT IN (SELECT id FROM classification)")
    blockers: list[ActionLine | None] = []
    for model in WATCHED:
        parents = {field.rel_model._meta.table_name for field in model._meta.refs}
        table = str(model._meta.table_name)
        if table in tables or parents & tables:
            for _, row, parent, key in database.execute_sql(f"PRAGMA foreign_key_check({table})").fetchall():
                blockers.append(_changer(target, table, row) or _changer(target, parent, _parent(table, row, key), undone=True))
    if blockers:
        raise UndoBlocked(max((found for found in blockers if found), key=lambda found: found.id, default=None))


def _parent(table: str, row: int, key: int) -> int:
    """The id that the foreign key with this number has in a row."""
    listed = database.execute_sql(f"PRAGMA foreign_key_list({table})").fetchall()
    column = next(entry[3] for entry in listed if entry[0] == key)
    return int(database.execute_sql(f'SELECT "{column}" FROM {table} WHERE id = ?', (row,)).fetchone()[0])


def _changer(target: ActionLine, table: str, row: int, undone: bool = False) -> ActionLine | None:
    """The newest other action that changed a row and stands (or that was taken back)."""
    return _first(
        f"{_LINE} WHERE id = (SELECT a.id FROM journal_action AS a JOIN journal_image AS i ON i.action_id = a.id"
        f" WHERE i.table_name = '{table}' AND i.\"row\" = {row:d} AND a.undone = {undone:d} AND a.id <> ? ORDER BY a.id DESC LIMIT 1)",
        target.id,
    )
