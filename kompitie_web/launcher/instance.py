"""One program per user and data folder: a lock, and a file that tells a second start whom to ask."""

import json
import os
import sys
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlencode

LOCK = "kompitie.lock"
INSTANCE = "instance.json"
#: How long a second start waits for the first one to tell its port.
PATIENCE = 10.0
#: How long it waits for the answer of one that took the question: it may be loading its screens. Asking twice would open two browsers.
ANSWERING = 60.0


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
    with suppress(OSError):  # On a disk that cannot be written it stays, and says a port at which nobody answers.
        (folder / INSTANCE).unlink(missing_ok=True)


class Second(Enum):
    """What became of a start while another program has the folder."""

    ASKED = "asked"
    SILENT = "silent"


ASKED, SILENT = Second.ASKED, Second.SILENT


def first_or_asked(folder: Path, file: Path | None) -> Lock | Second:
    """The lock of the folder for the first program; ASKED when the running one opened the browser, perhaps with a file; SILENT when it
    does not answer in time.

    The running one may still be starting (it is asked again) or be leaving (then its place is taken).
    """
    end = time.monotonic() + PATIENCE
    while True:
        lock = Lock.take(folder)
        if lock is not None:
            withdraw(folder)  # What one that crashed left behind sends nobody to a stranger's port.
            return lock
        if _ask(folder, file):
            return ASKED
        if time.monotonic() > end:
            return SILENT
        time.sleep(0.1)


def _ask(folder: Path, file: Path | None) -> bool:
    import http.client  # not needed by the first start, and dear

    try:
        known = Instance(**json.loads((folder / INSTANCE).read_text(encoding="utf-8")))
        connection = http.client.HTTPConnection("127.0.0.1", known.port, timeout=ANSWERING)
        body = urlencode({"file": str(file.absolute())} if file is not None else {})
        headers = {"X-Token": known.token, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/activate", body, headers)
        answer = connection.getresponse()
        said = answer.read(4096)
        connection.close()
        # Another program may have taken the port since.
        return answer.status == 200 and bool(json.loads(said)["pid"] == known.pid)
    except (OSError, ValueError, TypeError, KeyError, RecursionError, OverflowError, http.client.HTTPException):
        return False
