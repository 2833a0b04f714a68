"""A ``.kompitie`` file for the commands that only read: a copy is looked at, so that the program may have the file open meanwhile."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


class UnreadableFile(Exception):
    """The file cannot be read as what it should be."""


@contextmanager
def opened_copy(path: Path) -> Iterator[None]:
    """A copy of the file is the open file, with a connection; gone afterwards. UnreadableFile."""
    from kompitie_web.store import KompitieFile, StoreError

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.kompitie"
        _copy(path, copy)
        try:
            file = KompitieFile.open(copy, Path(folder) / "data")
        except StoreError as error:
            raise UnreadableFile(f"cannot be opened ({type(error).__name__})") from error
        try:
            with file.connection():
                yield
        finally:
            file.close()


def _copy(path: Path, copy: Path) -> None:
    """A copy of a file that another program may be writing. UnreadableFile when it is no database."""
    if not path.is_file():
        raise UnreadableFile("there is no such file")
    try:
        with (
            closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
    except sqlite3.Error as error:
        raise UnreadableFile(str(error)) from error
