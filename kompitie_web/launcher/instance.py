"""One program per user and data folder: a lock, and a file that tells a second start whom to ask."""

import json
import os
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlencode

LOCK = "kompitie.lock"
INSTANCE = "instance.json"
#: How long a second start waits for the first one to tell its port.
PATIENCE = 10.0


@dataclass(frozen=True)
class Instance:
    """The running program: its port, process and the token by which a second start proves that it is the same user."""

    port: int
    pid: int
    token: str


class Lock:
    """The lock of a data folder. It goes with the process, however that ends."""

    def __init__(self, handle: BinaryIO) -> None:
        self._handle = handle

    @classmethod
    def take(cls, folder: Path) -> "Lock | None":
        """The lock, None when another program has it."""
        handle = (folder / LOCK).open("a+b")
        if _lock(handle):
            return cls(handle)
        handle.close()
        return None

    def release(self) -> None:
        """Let the next one start."""
        self._handle.close()


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: BinaryIO) -> bool:
        handle.seek(0)
        try:
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(handle: BinaryIO) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def announce(folder: Path, instance: Instance) -> None:
    """Tell later starts whom to ask; readable by this user only."""
    part = folder / f"{INSTANCE}.part"
    part.unlink(missing_ok=True)
    with open(part, "x", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
        json.dump(asdict(instance), file)
    part.replace(folder / INSTANCE)


def withdraw(folder: Path) -> None:
    """This program is no longer to be asked."""
    (folder / INSTANCE).unlink(missing_ok=True)


def ask_to_open(folder: Path, file: Path | None) -> bool:
    """Ask the running program to open the browser, perhaps with a file; False when it does not answer in time."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        # The first program may still be starting (no file yet), or the file is left over from one that crashed.
        if _ask(folder, file):
            return True
        time.sleep(0.1)
    return False


def _ask(folder: Path, file: Path | None) -> bool:
    import http.client  # not needed by the first start, and dear

    try:
        known = Instance(**json.loads((folder / INSTANCE).read_text(encoding="utf-8")))
        connection = http.client.HTTPConnection("127.0.0.1", known.port, timeout=5)
        body = urlencode({"file": str(file.absolute())} if file is not None else {})
        headers = {"X-Token": known.token, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/activate", body, headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
    except (OSError, ValueError, TypeError, http.client.HTTPException):
        return False
    return answer.status == 200
