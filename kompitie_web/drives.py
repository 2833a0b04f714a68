"""Sticks and other removable drives of this computer: where copies can go and files can come from."""

import getpass
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

REMOVABLE = 2  # DRIVE_REMOVABLE of the Windows call GetDriveTypeW


def removable_drives() -> list[Path]:
    """The drives that can be taken out and are readable now, by name."""
    return sorted(_drives())


if sys.platform == "win32":
    import ctypes

    def _drives() -> Iterator[Path]:
        for letter in "ABDEFGHIJKLMNOPQRSTUVWXYZ":
            drive = Path(f"{letter}:\\")
            if ctypes.windll.kernel32.GetDriveTypeW(str(drive)) == REMOVABLE and drive.exists():
                yield drive

else:

    def _drives() -> Iterator[Path]:
        user = ""
        with suppress(KeyError, OSError):
            user = getpass.getuser()
        places = (Path("/Volumes"),) if sys.platform == "darwin" else (Path("/media") / user, Path("/run/media") / user)
        for place in places:
            with suppress(OSError):
                for drive in place.iterdir():
                    # Only what is mounted there: an empty folder left behind by a stick is none, nor is the system's own disk.
                    if drive.is_dir() and not drive.is_symlink() and os.path.ismount(drive):
                        yield drive
