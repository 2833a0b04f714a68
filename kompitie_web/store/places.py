"""Does a file lie on a share or a stick, and a local copy of it to work on (spec 50, Open)."""

import os
import re
import shutil
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from kompitie_web.store import hot
from kompitie_web.store.disk import disk, sync_folder
from kompitie_web.store.errors import FileMissing

LOCAL, REMOVABLE, SHARE = "local", "removable", "share"

_NETWORK = re.compile(r"nfs\d?|cifs|smb\w*|afs|9p|ncpfs|davfs\d?|fuse\.(sshfs|davfs\d?|gvfsd-fuse|rclone|cifs)|webdav|afpfs|ftp")
_WINDOWS_KINDS = {2: REMOVABLE, 4: SHARE, 5: REMOVABLE}


def is_elsewhere(path: Path) -> bool:
    """Whether a file is on a share or a removable drive: better to work on a local copy."""
    return place_of(path) != LOCAL


def place_of(path: Path) -> str:
    """``local``, ``removable`` or ``share``. A drive that tells nothing counts as local."""
    path = path.absolute()
    if sys.platform == "win32":
        return _place_windows(path)
    with suppress(OSError):
        path = path.resolve()
    if sys.platform == "darwin":
        return REMOVABLE if path.is_relative_to("/Volumes") else LOCAL
    try:
        mounts = Path("/proc/self/mountinfo").read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return LOCAL
    return place_by_mounts(path, mounts)


def place_by_mounts(path: Path, mounts: Iterable[str], devices: Path = Path("/sys/dev/block")) -> str:
    """The same by the lines of Linux's ``/proc/self/mountinfo``; of mounts on the same folder the last one is seen."""
    best, found = -1, LOCAL
    for line in mounts:
        parts = line.split(" ")
        if " - " not in line or len(parts) < 7:
            continue
        point = re.sub(r"\\(\d{3})", lambda match: chr(int(match[1], 8)), parts[4])
        if path.is_relative_to(point) and len(point) >= best:
            best = len(point)
            kind = parts[parts.index("-") + 1]
            found = SHARE if _NETWORK.fullmatch(kind) else REMOVABLE if _is_removable(devices / parts[2]) else LOCAL
    return found


def _is_removable(device: Path) -> bool:
    """What the system says of a drive, or of the drive that a partition is on."""
    with suppress(OSError):
        real = device.resolve()
        for place in (real, real.parent):
            if (place / "removable").is_file():
                return (place / "removable").read_text().strip() == "1"
    return False


def _place_windows(path: Path) -> str:
    if sys.platform == "win32":
        import ctypes

        if path.drive.startswith("\\\\"):
            return SHARE
        return _WINDOWS_KINDS.get(ctypes.windll.kernel32.GetDriveTypeW(f"{path.drive}\\"), LOCAL)
    return LOCAL


def local_copy(path: Path, target: Path) -> Path:
    """Copy a file that nobody has open to a place where there is none; gives that place. FileMissing, DiskFull, FileReadOnly.

    What a crash left beside it comes along, so that opening the copy repairs it. Bytes are copied, since on a disk that cannot be
    written SQLite could not repair the original.
    """
    if not path.is_file():
        raise FileMissing(path)
    with disk(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        hot.forget_journal(target)
        if hot.journal_of(path).exists():
            _copy_bytes(hot.journal_of(path), hot.journal_of(target))
        _copy_bytes(path, target)
        sync_folder(target.parent)
    return target


def _copy_bytes(source: Path, target: Path) -> None:
    part = target.with_name(target.name + ".part")
    try:
        with source.open("rb") as reading, part.open("wb") as writing:
            shutil.copyfileobj(reading, writing, 1 << 20)
            writing.flush()
            os.fsync(writing.fileno())
        part.replace(target)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
