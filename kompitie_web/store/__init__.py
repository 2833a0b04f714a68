"""Everything that is kept: one ``.kompitie`` file (SQLite through Peewee), its journal, copies and migrations.

``current()`` is the open file; ``KompitieFile.create`` and ``KompitieFile.open`` change which one that is.
"""

from kompitie_web.store.copies import Copy, Elsewhere
from kompitie_web.store.errors import (
    DiskFull,
    DiskTrouble,
    FileAlreadyThere,
    FileDamaged,
    FileInUse,
    FileMissing,
    FileProblem,
    FileReadOnly,
    FileTooNew,
    NoFileOpen,
    NotAKompitieFile,
    NothingToRedo,
    NothingToUndo,
    SameFolder,
    SnapshotMissing,
    StoreError,
    UndoBlocked,
)
from kompitie_web.store.explaining import explained, with_copies
from kompitie_web.store.file import KompitieFile, current, is_open
from kompitie_web.store.journal import ActionLine
from kompitie_web.store.places import is_elsewhere, local_copy
from kompitie_web.store.snapshots import Snapshot

__all__ = [
    "ActionLine",
    "Copy",
    "DiskFull",
    "DiskTrouble",
    "Elsewhere",
    "FileAlreadyThere",
    "FileDamaged",
    "FileInUse",
    "FileMissing",
    "FileProblem",
    "FileReadOnly",
    "FileTooNew",
    "KompitieFile",
    "NoFileOpen",
    "NotAKompitieFile",
    "NothingToRedo",
    "NothingToUndo",
    "SameFolder",
    "Snapshot",
    "SnapshotMissing",
    "StoreError",
    "UndoBlocked",
    "current",
    "explained",
    "is_elsewhere",
    "is_open",
    "local_copy",
    "with_copies",
]
