"""How the open file was at an earlier moment: a copy in memory from which the journal's changes are taken back (spec 10 Journal).

The file itself is only read. What was done after a moment and still stands is taken back, newest first; what was taken back already
plays no part.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engine.competition import Competition
from kompitie_web.store import mapping, models, triggers
from kompitie_web.store.models import WATCHED, database
from kompitie_web.store.sqlite import transfer

_TABLES = {str(model._meta.table_name): models.columns(model) for model in WATCHED}
_PUBLICATION = str(models.Publication._meta.table_name)


class Earlier:
    """A copy of the file that only goes back in time. ``action``: the last action that it holds, None = all."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.action: int | None = None

    def published(self, publication: int) -> int | None:
        """The action that published a list; None when its images are gone (the history was trimmed, or began later)."""
        found = self._connection.execute(
            'SELECT MAX(action_id) FROM journal_image WHERE table_name = ? AND "row" = ? AND before IS NULL',
            (_PUBLICATION, publication),
        ).fetchone()[0]
        return None if found is None else int(found)

    def go_back(self, action: int) -> None:
        """Take back what was done after this action. Never forward: ask for the newest moment first."""
        newer = self._connection.execute(
            'SELECT i.table_name, i."row", i.before, i.after FROM journal_image AS i JOIN journal_action AS a ON a.id = i.action_id'
            " WHERE i.action_id > ? AND (? IS NULL OR i.action_id <= ?) AND NOT a.undone ORDER BY i.id DESC",
            (action, self.action, self.action),
        ).fetchall()
        for table, row, before, after in newer:
            if table in _TABLES and table != _PUBLICATION:
                self._take_back(table, row, before, after)
        self.action = action

    def _take_back(self, table: str, row: int, before: str | None, after: str | None) -> None:
        """One change the other way round; table and column names are those of the models."""
        if before is None:
            self._connection.execute(f"DELETE FROM {table} WHERE id = ?", (row,))
            return
        values = {name: value for name, value in json.loads(before).items() if name in _TABLES[table]}
        if after is None:
            names, marks = ", ".join(f'"{name}"' for name in values), ", ".join("?" for _ in values)
            self._connection.execute(f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({marks})", tuple(values.values()))
        else:
            setting = ", ".join(f'"{name}" = ?' for name in values)
            self._connection.execute(f"UPDATE {table} SET {setting} WHERE id = ?", (*values.values(), row))

    def competition(self, cid: int) -> Competition:
        """A competition at that moment. ``models.Competition.DoesNotExist``."""
        return mapping.read(cid, self._rows)

    def _rows(self, sql: str, cid: int) -> list[tuple[Any, ...]]:
        return self._connection.execute(sql, (cid,)).fetchall()

    def classification(self, identity: int) -> models.Classification | None:
        """The settings of a list at that moment, as a row that is not stored."""
        found = self._connection.execute("SELECT name, system, settings FROM classification WHERE id = ?", (identity,)).fetchone()
        if found is None:
            return None
        name, system, settings = found
        return models.Classification(id=identity, name=name, system=system, settings=json.loads(settings))


@contextmanager
def earlier() -> Iterator[Earlier]:
    """The open file as a copy in memory, of this moment to begin with. Inside a connection."""
    memory = sqlite3.connect(":memory:", isolation_level=None)
    try:
        transfer(database.connection(), memory)
        triggers.drop(memory)
        yield Earlier(memory)
    finally:
        memory.close()
