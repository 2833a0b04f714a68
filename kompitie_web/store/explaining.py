"""What an error that was met in the middle of something says about the open file."""

import sqlite3

import peewee as pw

from kompitie_web.store import opening, snapshots
from kompitie_web.store.errors import FileDamaged, StoreError
from kompitie_web.store.file import current, is_open
from kompitie_web.store.sqlite import meaning


def explained(error: BaseException) -> StoreError | None:
    """What an error that no page expected says about the open file or its disk; None when it says nothing.

    A damaged page of the file is met while reading a row of it: SQLite complains, or the values are such as no program can use.
    """
    if not is_open():
        return None
    if isinstance(error, sqlite3.Error | pw.DatabaseError):
        return meaning(error, current().path)
    return opening.damage(current().path)


def with_copies(error: FileDamaged) -> FileDamaged:
    """The same error about the open file with its sound copies."""
    if error.snapshots or not is_open() or current().path != error.path:
        return error
    return FileDamaged(error.path, snapshots.of_path(error.path, current().data), error.detail)
