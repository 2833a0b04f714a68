"""A file and its journal as a crash leaves them in the middle of a commit: every page is written, and the journal not yet deleted."""

import sqlite3
from contextlib import closing
from pathlib import Path

MAGIC = bytes.fromhex("d9d505f920a163d7")
HEAD, SECTOR = 28, 512


def journal_of(path: Path) -> Path:
    """Where the journal of a file is."""
    return path.with_name(path.name + "-journal")


def interrupt(path: Path, *statements: str) -> bytes:
    """Change a closed file without coming to the end; gives the journal, which lies beside the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        # SQLite keeps the journal after the commit, and wipes its head out; it is written again as it was.
        connection.execute("PRAGMA journal_mode = PERSIST")
        connection.execute("PRAGMA cache_spill = 0")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE journal_state SET replaying = 1")
        for statement in statements:
            connection.execute(statement)
        connection.execute("UPDATE journal_state SET replaying = 0, changes = changes + 1")
        head = journal_of(path).read_bytes()[:HEAD]
        connection.execute("COMMIT")
    wiped = journal_of(path).read_bytes()
    page = int.from_bytes(head[24:28], "big")
    count = (len(wiped) - SECTOR) // (page + 8)
    whole = MAGIC + count.to_bytes(4, "big") + head[12:] + wiped[HEAD:]
    journal_of(path).write_bytes(whole)
    return whole


def pages(journal: bytes) -> int:
    """How many pages a journal holds."""
    return int.from_bytes(journal[8:12], "big")
