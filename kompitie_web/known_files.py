"""The files that the program offers to open: those used last, those in the user's folder and on sticks. The browser answers with an id.

No path ever comes from the browser (spec 50 Security): an id stands for a file that is on the list now.
"""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from kompitie_web.drives import removable_drives
from kompitie_web.preferences import RecentFile
from kompitie_web.state import SUFFIX, State

#: How the header of a file of ours begins: SQLite's own words, and our mark at its place.
SQLITE_HEADER = b"SQLite format 3\x00"
LONGEST_NAME = 80
#: Names that Windows keeps for devices.
DEVICES = {"con", "prn", "aux", "nul", *(f"{device}{n}" for device in ("com", "lpt") for n in range(1, 10))}


@dataclass(frozen=True)
class KnownFile:
    """A file that can be opened. ``place``: recent, folder or stick. ``changed``: ISO. ``recent``: what is remembered of it, if used before."""

    id: str
    path: Path
    place: str
    changed: str
    recent: RecentFile | None = None

    @property
    def name(self) -> str:
        """The name to show: of the competition when known, else of the file."""
        return (self.recent and (self.recent.competition_name or self.recent.name)) or self.file_name.removesuffix(SUFFIX)

    @property
    def file_name(self) -> str:
        """The name of the file itself, to show."""
        return shown(self.path)


def recent_files(state: State) -> list[KnownFile]:
    """The files used last that are still there, newest first."""
    found = []
    for one in state.preferences.recent:
        path = Path(one.path)
        changed = _changed(path)
        if changed:
            found.append(KnownFile(state.file_id(path), path, "recent", changed, one))
    return found


def all_files(state: State) -> list[KnownFile]:
    """Every file on offer, each once: of the user's folder and of sticks, newest first."""
    known = {one.path: one for one in state.preferences.recent}
    found: dict[Path, KnownFile] = {}
    places = [("folder", state.folders.documents), *(("stick", drive) for drive in removable_drives())]
    for place, folder in places:
        for path in _files_in(folder):
            found[path] = KnownFile(state.file_id(path), path, place, _changed(path), known.get(str(path)))
    for recent in recent_files(state):
        found.setdefault(recent.path, recent)
    return sorted(found.values(), key=lambda one: one.changed, reverse=True)


def path_of(state: State, file_id: str) -> Path | None:
    """The file with this id, None when it is not on the list."""
    for path in [*state.offered, *(Path(one.path) for one in state.preferences.recent)]:
        if state.file_id(path) == file_id:
            return path
    return next((one.path for one in all_files(state) if one.id == file_id), None)


def _files_in(folder: Path) -> Iterator[Path]:
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.endswith(SUFFIX) and not entry.name.startswith(".") and _is_there(entry):
                yield Path(entry.path)


def _is_there(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_file()
    except OSError:  # A link that leads to itself, a share that is gone.
        return False


def _changed(path: Path) -> str:
    try:
        moment = path.stat().st_mtime
    except (OSError, ValueError):  # Not there, or no name that a file can have.
        return ""
    try:
        return datetime.fromtimestamp(moment).isoformat(timespec="seconds")
    except (OverflowError, OSError, ValueError):  # A date that no calendar has.
        return datetime.min.isoformat(timespec="seconds")


def shown(path: Path) -> str:
    """The name of a file as text; signs that its system could not tell (a name from another time) become question marks."""
    return os.fsencode(path.name).decode("utf-8", "replace")


def file_name(name: str) -> str:
    """A file name that every system takes, from what a user calls his competition; letters stay, signs of paths go."""
    plain = re.sub(r'[<>:"/\\|?*\x00-\x1f\x7f]+', " ", name)
    plain = re.sub(r"\s+", " ", plain).strip(" .")[:LONGEST_NAME].strip(" .")
    if not plain or plain.lower() in DEVICES:
        plain = f"Kompitie {plain}".strip()
    return plain


def free_path(folder: Path, name: str) -> Path:
    """A path in the folder that no file has yet: the name, else the name with 2, 3 …"""
    stem = file_name(name)
    path = folder / f"{stem}{SUFFIX}"
    number = 2
    while path.exists():
        path = folder / f"{stem} {number}{SUFFIX}"
        number += 1
    return path
