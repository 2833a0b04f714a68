"""A file that is made while a page is asked for: whole and open, or not there at all."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from flask import g

from kompitie_web.pages import frame
from kompitie_web.pages.common import state


@contextmanager
def fresh_file(path: Path, name: str) -> Iterator[None]:
    """A new file, open. When what belongs into it cannot be made it does not stay behind, and the file from before is open again."""
    from kompitie_web.store import KompitieFile

    data = state().folders.data
    before = g.file.path if g.file is not None else None
    frame.close_connection()
    made = KompitieFile.create(path, name, data)
    frame.reopen_connection()
    try:
        yield
    except Exception:
        frame.close_connection()
        made.close()
        throw_away(path)
        if before is not None:
            KompitieFile.open(before, data)
        frame.reopen_connection()
        raise


def throw_away(path: Path) -> None:
    """Remove a file that this page made and nobody has used, with what a failure left beside it."""
    with suppress(OSError):  # On a disk that refuses everything it stays: an empty file more.
        path.unlink(missing_ok=True)
        path.with_name(path.name + "-journal").unlink(missing_ok=True)
