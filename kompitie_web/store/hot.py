"""The journal beside a file: by it SQLite takes back a change that a crash interrupted, when the file is opened next ("hot" journal).

SQLite plays back its pages until one is wrong, and believes that they belong to the file. A journal that lost its end would so take back
half a change without a word, and one beside which somebody put another file, such as an older copy, would spoil that file. So it is
looked at before SQLite sees it (its form: sqlite.org/fileformat2.html, "The Rollback Journal").
"""

import os
import struct
from collections.abc import Iterator
from pathlib import Path

from kompitie_web.store.disk import disk
from kompitie_web.store.errors import FileDamaged

_MAGIC = bytes.fromhex("d9d505f920a163d7")
#: First words, number of pages, what their checksums begin with, pages of the file before, bytes of a sector, bytes of a page.
_HEAD = struct.Struct(">8sIIIII")
#: In place of the number of pages: as many as there are. SQLite writes it where half a page cannot be left behind.
_ALL = 0xFFFFFFFF
#: Of every 200th byte of a page is its checksum.
_STEP = 200
_SIZES = [1 << power for power in range(5, 17)]
#: In the first page of a file: how often it was changed.
_CHANGES = slice(24, 28)


def journal_of(path: Path) -> Path:
    """Where the journal of a file is."""
    return path.with_name(path.name + "-journal")


def forget_journal(path: Path) -> None:
    """Before other content gets this name: a journal from before is not its own, and would be played back into it."""
    journal_of(path).unlink(missing_ok=True)


def examine(path: Path) -> None:
    """FileDamaged when the journal of a file that nobody has open is not whole, or not of this file; nothing is changed."""
    # SQLite follows links to a file on all systems but Windows, and looks for the journal there.
    own = path if os.name == "nt" else path.resolve()
    with disk(path):
        try:
            raw = journal_of(own).read_bytes()
        except (FileNotFoundError, IsADirectoryError):
            return
        with own.open("rb") as handle:
            now = handle.read(_CHANGES.stop)[_CHANGES]
    if not raw or raw[0] == 0:
        return  # Nothing of the change was written into the file yet, and SQLite forgets it.
    try:
        before = dict(_pages(raw)).get(1)
    except ValueError as error:
        raise FileDamaged(path, detail=f"journal: {error}") from error
    # One change is one more, if it came so far. (Where the first page was not yet to be changed, nothing can be said.)
    if before is not None and (int.from_bytes(now, "big") - int.from_bytes(before[_CHANGES], "big")) % (1 << 32) > 1:
        raise FileDamaged(path, detail="journal: of another file")


def _pages(raw: bytes) -> Iterator[tuple[int, bytes]]:
    """All pages of a journal with their numbers, as they were before the change. ValueError, at the end, where one is missing or wrong."""
    start = 0
    sector = size = 0
    while start + _HEAD.size <= len(raw):
        magic, count, nonce, _length, *sizes = _HEAD.unpack_from(raw, start)
        if start == 0:
            sector, size = sizes
        if magic != _MAGIC or sector not in _SIZES or size not in _SIZES:
            if start == 0:
                raise ValueError("head")
            return  # Left from an earlier change: each part has its own head once it is whole.
        at = start + sector
        for _ in range((len(raw) - at) // (size + 8) if count == _ALL else count):
            page = raw[at + 4 : at + 4 + size]
            stated = raw[at + 4 + size : at + 8 + size]
            if len(stated) < 4 or (nonce + sum(page[size - _STEP : 0 : -_STEP])) & 0xFFFFFFFF != int.from_bytes(stated, "big"):
                if count == _ALL:
                    return
                raise ValueError("pages")
            yield int.from_bytes(raw[at : at + 4], "big"), page
            at += size + 8
        start = -(-at // sector) * sector
