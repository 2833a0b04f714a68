"""Putting copies back, and copies outside the data folder: on a stick, with the reminder when there is none (spec 50, Copies)."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from kompitie_web.store import check, hot, journal, migrations, snapshots
from kompitie_web.store.disk import disk
from kompitie_web.store.errors import DiskTrouble, FileMissing, SameFolder
from kompitie_web.store.lock import OpenLock
from kompitie_web.store.snapshots import Snapshot
from kompitie_web.store.sqlite import plain, transfer, translated

#: What would be lost: the rounds that hold results. A schedule is published whole, long before it is played.
_PLAYED = "SELECT DISTINCT round_id FROM game WHERE result <> ''"


@dataclass(frozen=True)
class Copy:
    """A copy made elsewhere and read back: where, how big (bytes), what is in it (see ``snapshots.counts``), when (ISO)."""

    path: Path
    size: int
    counts: Mapping[str, int]
    time: str


@dataclass(frozen=True)
class Elsewhere:
    """The last copy elsewhere: when (ISO, '' = never), in which folder, and how many rounds were published since."""

    time: str
    folder: str
    rounds_since: int


def copy_to(source: sqlite3.Connection, path: Path, uuid: str, folder: Path, data: Path) -> Copy:
    """Copy an open file into a folder, read it again there and compare."""
    with disk(folder):
        if not folder.is_dir():
            raise FileMissing(folder)
        if folder.samefile(path.parent):
            raise SameFolder(folder)
        target = _target(folder, path.name, uuid)
    whole = sqlite3.connect(":memory:", isolation_level=None)
    lock = OpenLock.take(target)  # Somebody may be working on the copy that we are about to replace.
    try:
        transfer(source, whole)  # What is copied is of one moment, however slow the stick is and whatever is entered meanwhile.
        found, size = _write_and_read(whole, target)
        moment = datetime.now().isoformat(timespec="seconds")
        rounds = [row[0] for row in whole.execute(_PLAYED)]
    finally:
        lock.release()
        whole.close()
    _remember(data, uuid, {"time": moment, "folder": str(folder), "rounds": rounds})
    return Copy(target, size, found, moment)


def _write_and_read(whole: sqlite3.Connection, target: Path) -> tuple[dict[str, int], int]:
    """Write a copy and read it again; gives what is in it and its size."""
    snapshots.write(whole, target, thorough=True)
    with disk(target), translated(target):
        check.version_in_header(target)
        with plain(target, "ro") as copy:
            check.structure(copy, target)
            found = snapshots.counts(copy)
        size = target.stat().st_size
    if found != snapshots.counts(whole):
        raise DiskTrouble(target, detail="the copy differs")
    return found, size


def elsewhere(connection: sqlite3.Connection, uuid: str, data: Path) -> Elsewhere:
    """What the reminder needs ("two rounds have no copy elsewhere")."""
    known = _remembered(data).get(uuid, {})
    played = {row[0] for row in connection.execute(_PLAYED)}
    return Elsewhere(str(known.get("time", "")), str(known.get("folder", "")), len(played - set(known.get("rounds", ()))))


def put_back(connection: sqlite3.Connection, snapshot: Snapshot) -> int:
    """Replace the content of an open file by that of a copy in one transaction; returns the new number of changes.

    Before, in memory: an older copy is converted, ids that were given since are marked as used, the history gets a
    note before which nothing can be undone.
    """
    given = dict(connection.execute("SELECT name, seq FROM sqlite_sequence"))
    (changes,) = connection.execute("SELECT changes FROM journal_state").fetchone()
    with content_of(snapshot.path) as prepared:
        (own,) = prepared.execute("SELECT changes FROM journal_state").fetchone()
        prepared.execute("BEGIN")
        for name, seq in given.items():
            if not prepared.execute("UPDATE sqlite_sequence SET seq = MAX(seq, ?) WHERE name = ?", (seq, name)).rowcount:
                prepared.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, seq))
        arguments = json.dumps({"time": snapshot.time, "why": snapshot.why}, sort_keys=True)
        for scope in (None, *(row[0] for row in prepared.execute("SELECT id FROM competition").fetchall())):
            prepared.execute(
                "INSERT INTO journal_action (scope, label, arguments, time, station, undone, dropped, note)"
                " VALUES (?, ?, ?, ?, ?, 0, 0, 1)",
                (scope, journal.RESTORED, arguments, journal.now(), journal.station()),
            )
        changes = max(changes, own) + 1
        # Undo would otherwise take back what was done before the copy, while the user thinks of putting it back.
        prepared.execute(
            "UPDATE journal_state SET action = NULL, replaying = 0, changes = ?, closed = (SELECT MAX(id) FROM journal_action)",
            (changes,),
        )
        prepared.execute("COMMIT")
        transfer(prepared, connection)
    return int(changes)


def put_in_place(path: Path, snapshot: Snapshot) -> Path:
    """Put a copy where a damaged file is; returns the new name of the damaged one, which is never thrown away."""
    aside = _free_name(path.with_name(f"{path.stem} (damaged {datetime.now():%Y-%m-%d %H.%M.%S}){path.suffix}"))
    with disk(path):
        # The journal goes with its file: beside the copy, SQLite would take it for the copy's own.
        for old, new in ((hot.journal_of(path), hot.journal_of(aside)), (path, aside)):
            if old.exists():
                old.rename(new)
    newest = max(one.changes for one in snapshots.listed(snapshot.path.parent))
    source = sqlite3.connect(":memory:", isolation_level=None)
    try:
        with plain(snapshot.path, "ro") as copy:
            transfer(copy, source)
        # Else the copies made from here on would count as older than those of the damaged file.
        source.execute("UPDATE journal_state SET changes = MAX(changes, ?)", (newest,))
        snapshots.write(source, path, thorough=True)
    finally:
        source.close()
    return aside


@contextmanager
def content_of(path: Path) -> Iterator[sqlite3.Connection]:
    """The content of a file that this process has not open, in memory and of today's version; the file itself is only read.

    FileDamaged when it is not sound, and what ``check.version_in_header`` says.
    """
    version = check.version_in_header(path)
    prepared = sqlite3.connect(":memory:", isolation_level=None)
    try:
        with plain(path, "ro") as source:
            check.structure(source, path)
            if version == migrations.VERSION:
                transfer(source, prepared)
            else:
                _convert(source, prepared)
        check.content(prepared, path)
        yield prepared
    finally:
        prepared.close()


def _convert(source: sqlite3.Connection, prepared: sqlite3.Connection) -> None:
    import tempfile  # Dear to load, and only for copies of an older version.

    with tempfile.TemporaryDirectory(prefix="kompitie-") as place:
        work = Path(place) / "work.kompitie"
        snapshots.write(source, work)
        migrations.upgrade(work)
        with plain(work, "ro") as newer:
            transfer(newer, prepared)


def _target(folder: Path, name: str, uuid: str) -> Path:
    """The name of a copy: the file's own; an older copy of the same file is replaced, another file never."""
    target = folder / name
    number = 2
    while target.exists() and not _is_copy_of(target, uuid):
        target = folder / f"{Path(name).stem} ({number}){Path(name).suffix}"
        number += 1
    return target


def _is_copy_of(path: Path, uuid: str) -> bool:
    try:
        with plain(path, "ro") as connection:
            return bool(connection.execute("SELECT uuid FROM file_info").fetchone() == (uuid,))
    except sqlite3.Error:
        return False


def _free_name(path: Path) -> Path:
    number, free = 2, path
    while free.exists():
        free = path.with_name(f"{path.stem} ({number}){path.suffix}")
        number += 1
    return free


def _place(data: Path) -> Path:
    return data / "copies" / "elsewhere.json"


def _remembered(data: Path) -> dict[str, dict[str, Any]]:
    try:
        known = json.loads(_place(data).read_text("utf-8"))
    except (OSError, ValueError):  # Never copied, or the note is damaged: the reminder comes once too often.
        return {}
    return known if isinstance(known, dict) else {}


def _remember(data: Path, uuid: str, facts: Mapping[str, Any]) -> None:
    place = _place(data)
    with disk(place):
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_name(place.name + ".part")
        try:
            part.write_text(json.dumps({**_remembered(data), uuid: dict(facts)}), "utf-8")
            part.replace(place)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
