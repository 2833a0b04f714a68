"""Two locks: readers and writer within this program (around opening another file), and one program per file (trap 30)."""

import errno
import json
import os
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from kompitie_web.store.errors import DiskTrouble, FileInUse, FileReadOnly

#: The locked byte lies far behind the text of the lock file, so that others can read who holds it (Windows locks are mandatory).
_BYTE = 1 << 20


class Gate:
    """Many readers or one writer. Both are re-entrant; a reader who asks to write gives up his own reading while he waits."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._readers: dict[int, int] = {}
        self._writer: int | None = None
        self._depth = 0
        self._waiting = 0

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Keep writers out."""
        me = threading.get_ident()
        with self._condition:
            if me not in self._readers and self._writer != me:
                # A waiting writer goes first, else a busy server would never let him in.
                self._condition.wait_for(lambda: self._writer is None and not self._waiting)
            self._readers[me] = self._readers.get(me, 0) + 1
        try:
            yield
        finally:
            with self._condition:
                self._readers[me] -= 1
                if not self._readers[me]:
                    del self._readers[me]
                self._condition.notify_all()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Keep everybody else out."""
        me = threading.get_ident()
        with self._condition:
            own = self._readers.pop(me, 0) if self._writer != me else 0
            self._condition.notify_all()
            if self._writer != me:
                self._waiting += 1
                self._condition.wait_for(lambda: self._writer is None and not self._readers)
                self._waiting -= 1
                self._writer = me
            self._depth += 1
        try:
            yield
        finally:
            with self._condition:
                self._depth -= 1
                if not self._depth:
                    self._writer = None
                if own:
                    self._readers[me] = own
                self._condition.notify_all()


class OpenLock:
    """The operating system's lock that says "this program has the file open"; it goes with the process, however that ends.

    It lies on a small file beside the ``.kompitie`` file, never on the file itself: copying the file in the file manager stays
    possible. It also works on a share, where the file server keeps it.
    """

    def __init__(self, place: Path, handle: BinaryIO) -> None:
        self._place = place
        self._handle = handle

    @staticmethod
    def place_for(path: Path) -> Path:
        """The lock file of a file; the same one for a link to it."""
        with suppress(OSError):
            path = path.resolve()
        return path.with_name(f".{path.name}.lock")

    @classmethod
    def take(cls, path: Path) -> "OpenLock":
        """Lock a file for this program. FileInUse when another one has it, FileReadOnly when its folder cannot be written."""
        place = cls.place_for(path)
        while True:
            handle = _open(place, path)
            if not _lock(handle):
                handle.close()
                raise FileInUse(path, who(path))
            if _is_same_file(place, handle):
                break
            handle.close()  # Its last owner removed it between our opening and locking: take the new one.
        _write_down(handle)
        return cls(place, handle)

    def release(self) -> None:
        """Let others open the file."""
        if sys.platform == "win32":
            self._handle.close()
            with suppress(OSError):  # Another program is just asking: it removes the lock file itself.
                self._place.unlink(missing_ok=True)
        else:
            with suppress(OSError):  # The folder is gone (stick pulled out): nothing is left to remove.
                if _is_same_file(self._place, self._handle):
                    self._place.unlink(missing_ok=True)
            self._handle.close()


def who(path: Path) -> dict[str, str]:
    """Who has the file open, as he wrote it down (computer, user, since); empty when unknown."""
    try:
        told = json.loads(OpenLock.place_for(path).read_bytes()[:4096])
    except (OSError, ValueError):
        return {}
    return {str(key): str(value) for key, value in told.items()} if isinstance(told, dict) else {}


def _write_down(handle: BinaryIO) -> None:
    """Who has the file. The lock holds without it: on a full disk a file can still be looked at."""
    with suppress(OSError):
        handle.truncate(0)
        os.write(handle.fileno(), json.dumps(_identity()).encode())


def _identity() -> dict[str, str]:
    import getpass

    try:
        user = getpass.getuser()
    except (KeyError, OSError, ImportError):
        user = ""
    return {"computer": socket.gethostname(), "user": user, "since": datetime.now().isoformat(timespec="minutes")}


def _open(place: Path, path: Path) -> BinaryIO:
    try:
        return os.fdopen(os.open(place, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666), "r+b")
    except PermissionError as error:
        raise FileReadOnly(path) from error
    except OSError as error:
        if error.errno == errno.EROFS:
            raise FileReadOnly(path) from error
        raise DiskTrouble(path, detail=str(error)) from error


def _is_same_file(place: Path, handle: BinaryIO) -> bool:
    try:
        return os.path.samestat(place.stat(), os.fstat(handle.fileno()))
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: BinaryIO) -> bool:
        handle.seek(_BYTE)
        try:
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            # Somebody has it; Wine does not say so (0). Anything else is a file server without locks: SQLite's own waiting is all there is.
            return error.errno not in (0, errno.EACCES, errno.EDEADLK)
        finally:
            handle.seek(0)
        return True

else:
    import fcntl

    def _lock(handle: BinaryIO) -> bool:
        try:
            fcntl.flock(handle.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # A file server without locks: SQLite's own waiting is all there is.
            return True
        return True
