"""Where the one-file program unpacked itself, and what programs that were killed left there (spec 50 Bundles).

Each start unpacks into a folder ``_MEI…`` of its own, which goes when the program ends. A program that is killed leaves it behind. A lock
in the folder tells whether somebody still lives in it, so that a program clears away only what nobody uses.
"""

import logging
import shutil
import sys
import time
from pathlib import Path

from kompitie_web.launcher.instance import LOCK, Lock

PREFIX = "_MEI"
#: By this a folder is known as one of ours: other programs unpack themselves in the same way, on Linux at the same place.
MARK = "kompitie_web"
#: A folder without a lock is being unpacked; after so many seconds it was left half done.
UNPACKING = 600
#: A lock that was made less than so many seconds ago is perhaps not taken yet by whom it is for.
SETTLING = 5
log = logging.getLogger("kompitie")


def unpacked() -> Path | None:
    """The folder into which this program unpacked itself; None for the source and for a program that is a folder already."""
    place = Path(getattr(sys, "_MEIPASS", ""))
    return place if getattr(sys, "frozen", False) and place.name.startswith(PREFIX) else None


def claim() -> Lock | None:
    """Tell others that this program lives in its folder, as long as the lock that this gives is kept."""
    place = unpacked()
    return Lock.take(place) if place else None


def clear() -> int:
    """Remove the folders of killed programs; gives their number. Called by the program that has the lock of its data folder."""
    own = unpacked()
    if own is None:
        return 0
    left = [place for place in own.parent.glob(f"{PREFIX}*") if place != own and is_left_behind(place)]
    for place in left:
        shutil.rmtree(place, onerror=_not_removed)
        log.info("removed %s, which a killed program left", place)
    return len(left)


def is_left_behind(place: Path) -> bool:
    """Whether a folder was unpacked by a Kompitie that no longer runs."""
    try:
        if not (place / MARK).is_dir():
            return False
        if not (place / LOCK).exists():
            return _age(place) > UNPACKING
        lock = Lock.take(place) if _age(place / LOCK) > SETTLING else None
    except OSError:  # of another user, or going at this moment
        return False
    if lock is None:
        return False
    lock.release()
    return True


def _age(path: Path) -> float:
    return time.time() - path.stat().st_mtime


def _not_removed(_function: object, path: str, error: object) -> None:
    log.warning("%s could not be removed: %s", path, error)
