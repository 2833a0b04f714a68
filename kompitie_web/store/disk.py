"""The operating system's side of writing a file: its complaints as this package's errors, and names put on the disk."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kompitie_web.store.errors import DiskFull, DiskTrouble, FileReadOnly

_FULL = (errno.ENOSPC, errno.EFBIG, *(getattr(errno, name) for name in ("EDQUOT",) if hasattr(errno, name)))


@contextmanager
def disk(target: Path) -> Iterator[None]:
    """Turn the operating system's complaints about a target into this package's errors."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise DiskFull(target, detail=str(error)) from error
        if isinstance(error, PermissionError) or error.errno == errno.EROFS:
            raise FileReadOnly(target) from error
        raise DiskTrouble(target, detail=str(error)) from error


def sync_folder(where: Path) -> None:
    """Put a folder's names on the disk (Windows does so by itself)."""
    if os.name != "nt":
        handle = os.open(where, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
