"""What became of an open file that is not under its name any more: renamed, or gone; and the last copy that can be made of it."""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from kompitie_web.store import opening, snapshots
from kompitie_web.store.errors import StoreError

#: Why the last copy of a file that went away was made.
GONE = "file_gone"


def renamed(path: Path, place: os.stat_result) -> Path | None:
    """Where a file is now, when it was only renamed within its folder. ``place``: how it looked under its old name."""
    with suppress(OSError), os.scandir(path.parent) as entries:
        for entry in entries:
            if entry.inode() == place.st_ino and entry.is_file() and not entry.name.startswith("."):
                return Path(entry.path)
    return None


def save(connections: Sequence[sqlite3.Connection], where: Path, own: tuple[str, int]) -> None:
    """Make a dated copy of a deleted file through a connection that still has it open: a system keeps the content until that is closed.

    ``own``: who the file is and how often it was changed. Nothing when the newest copy holds all of it, or when the disk is really gone.
    """
    newest = next(iter(snapshots.listed(where)), None)
    if newest is not None and newest.changes >= own[1]:
        return
    for connection in connections:
        # More than one may still read; whatever one of them says, the older copies are there.
        with suppress(StoreError, sqlite3.Error):
            identity = opening.identity(connection)
            if identity[0] == own[0]:
                snapshots.take(connection, where, GONE, identity[1])
                return
