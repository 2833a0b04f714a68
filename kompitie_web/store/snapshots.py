"""Dated copies of a file in the data folder, and copies elsewhere (spec 50, Copies).

A copy is made through SQLite's backup API, so it is whole whatever is going on, and under a ``.part`` name until it is on the disk.
Names hold all that a list needs: time, number of changes, why. Sorting by changes is right also when the clock was set back.
"""

import os
import re
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import islice
from pathlib import Path

from kompitie_web.store import check, hot
from kompitie_web.store.disk import disk, sync_folder
from kompitie_web.store.errors import FileDamaged
from kompitie_web.store.sqlite import plain, transfer, translated

SUFFIX = ".kompitie"
#: So many copies are offered for a file that is damaged or gone.
OFFERED = 8
#: So many newest copies stay whatever their dates: a clock that jumped must not throw away the copies of today.
ALWAYS_KEPT = 20
_NAME = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d)\.(\d\d)\.(\d\d) (\d{7,}) (\w+)")
_ORIGIN = "origin.txt"
_COUNTED = {
    "competitions": "competition",
    "players": "competitor",
    "rounds": "round WHERE state IN ('published', 'closed')",
    "games": "game",
    "results": "game WHERE result <> ''",
}


@dataclass(frozen=True, order=True)
class Snapshot:
    """A copy in the data folder, ordered by age. ``time`` is ISO; ``why`` a code; ``counts``: see ``counts``."""

    changes: int
    time: str
    id: str = field(compare=False)
    why: str = field(compare=False)
    path: Path = field(compare=False, repr=False)

    @property
    def counts(self) -> Mapping[str, int]:
        """How much is in it (competitions, players, rounds, games, results); empty when it cannot be read."""
        try:
            with plain(self.path, "ro") as connection:
                return counts(connection)
        except sqlite3.Error:
            return {}


def counts(connection: sqlite3.Connection) -> dict[str, int]:
    """How many competitions, players, published rounds, games and results a file holds."""
    return {name: int(connection.execute(f"SELECT COUNT(*) FROM {what}").fetchone()[0]) for name, what in _COUNTED.items()}


def folder(path: Path, data: Path, uuid: str) -> Path:
    """Where the copies of a file go: also after it was renamed the same folder, but not that of a copy which is used by itself."""
    copies = data / "copies"
    name = f"{_plain_name(path.stem)}-{uuid[:8]}"
    known = sorted(copies.glob(f"*-{uuid[:8]}*"))
    for place in known:
        if _origin(place) == str(path.absolute()):
            return place
    for place in known:
        if not _origin(place) or not Path(_origin(place)).exists():
            return place
    number, free = 2, copies / name
    while free in known:
        free = copies / f"{name} ({number})"
        number += 1
    return free


def _origin(place: Path) -> str:
    """Of which file a folder holds the copies; '' when it does not say."""
    try:
        return os.fsdecode((place / _ORIGIN).read_bytes())
    except (OSError, UnicodeDecodeError):
        return ""


def _plain_name(stem: str) -> str:
    return re.sub(r"[^\w .()-]", "_", stem)[:60].strip(" .") or "file"


def listed(where: Path) -> list[Snapshot]:
    """The copies in a folder, newest first."""
    try:
        names = [entry.name for entry in os.scandir(where)]
    except OSError:
        return []
    found = []
    for name in names:
        match = _NAME.fullmatch(name.removesuffix(SUFFIX)) if name.endswith(SUFFIX) else None
        if match:
            day, hours, minutes, seconds, changes, why = match.groups()
            time = f"{day}T{hours}:{minutes}:{seconds}"
            found.append(Snapshot(int(changes), time, name.removesuffix(SUFFIX), why, where / name))
    return sorted(found, reverse=True)


def remember(where: Path, path: Path) -> None:
    """Write beside the copies where their file is, so that they are found when the file itself can no longer say who it is."""
    if _origin(where) != str(path.absolute()):
        with suppress(OSError):  # Only a help for a bad day; the copies themselves complain loudly.
            where.mkdir(parents=True, exist_ok=True)
            (where / _ORIGIN).write_bytes(os.fsencode(path.absolute()))


def of_path(path: Path, data: Path, most: int = OFFERED) -> list[Snapshot]:
    """The newest sound copies of the file that is, or was, at this path, newest first. For a file that cannot be read any more."""
    places = [place for place in (data / "copies").glob("*") if _origin(place) == str(path.absolute())]
    found = sorted((one for place in places for one in listed(place)), reverse=True)
    return list(islice((one for one in found if check.sound(one.path)), most))


def chosen(snapshots: Iterable[Snapshot], snapshot_id: str) -> Snapshot | None:
    """The snapshot with this id (ids come from outside: only listed ones count)."""
    return next((one for one in snapshots if one.id == snapshot_id), None)


def take(source: sqlite3.Connection, where: Path, why: str, changes: int, moment: datetime | None = None) -> Snapshot:
    """Make a copy of an open file and thin the older ones. DiskFull, FileReadOnly or DiskTrouble about the data folder."""
    moment = moment or datetime.now()
    name = f"{moment:%Y-%m-%d %H.%M.%S} {changes:07d} {re.sub(r'[^a-z0-9_]', '_', why.lower())}"
    target = where / (name + SUFFIX)
    with disk(target):
        where.mkdir(parents=True, exist_ok=True)
    write(source, target)
    for old in thinned(listed(where), moment.date()):
        with suppress(OSError):  # Somebody looks at it: it goes next time.
            old.path.unlink()
    return Snapshot(changes, moment.isoformat(timespec="seconds"), name, why, target)


def thinned(snapshots: Iterable[Snapshot], today: date) -> list[Snapshot]:
    """Which copies can go: kept are all of today and yesterday, the last of each day for two months, then the last of each month.

    And always the newest ones, counted by changes and not by the clock.
    """
    seen: set[str] = set()
    going = []
    for place, one in enumerate(sorted(snapshots, reverse=True)):
        day = one.time[:10]
        if day >= (today - timedelta(days=1)).isoformat():
            continue
        bucket = day if day >= (today - timedelta(days=60)).isoformat() else day[:7]
        if bucket in seen and place >= ALWAYS_KEPT:
            going.append(one)
        seen.add(bucket)
    return going


def write(source: sqlite3.Connection, target: Path, thorough: bool = False) -> None:
    """Copy an open file to ``target``: ``.part``, to the disk, then the name. Whatever fails, an older target stays whole.

    ``thorough``: check every page of the copy before it gets its name.
    """
    part = target.with_name(target.name + ".part")
    try:
        with disk(target), translated(target):
            part.unlink(missing_ok=True)
            _fill(source, part, thorough)
            with part.open("rb+") as handle:
                os.fsync(handle.fileno())
            hot.forget_journal(target)
            part.replace(target)
            sync_folder(target.parent)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _fill(source: sqlite3.Connection, part: Path, thorough: bool) -> None:
    copy = sqlite3.connect(part, isolation_level=None)
    try:
        copy.execute("PRAGMA synchronous = off")  # One fsync at the end does it.
        transfer(source, copy)
        said = copy.execute("PRAGMA integrity_check(1)").fetchone()[0] if thorough else "ok"
        if said != "ok":
            raise FileDamaged(part, detail=str(said))
    finally:
        copy.close()
