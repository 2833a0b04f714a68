"""A journal that a crash left is looked at before SQLite plays it back."""

from pathlib import Path

import pytest

from kompitie_web.store import FileDamaged, KompitieFile, hot, local_copy
from tests.store.crash import MAGIC, SECTOR, interrupt, journal_of, pages
from tests.store.rows import content, small

RENAMED = ("UPDATE person SET name = name || ' x'", "UPDATE competitor SET club = club || ' y'")


@pytest.fixture
def crashed(file: KompitieFile) -> Path:
    """A file with its journal, as a crash in the middle of a commit leaves them."""
    small(file, players=20, rounds=5)
    file.close()
    interrupt(file.path, *RENAMED)
    return file.path


def test_a_whole_journal_is_played_back(file: KompitieFile, data: Path) -> None:
    small(file, players=20, rounds=5)
    before = content()
    file.close()
    interrupt(file.path, *RENAMED)
    opened = KompitieFile.open(file.path, data)
    with opened.connection():
        assert content() == before
    opened.close()


def test_looking_changes_nothing(crashed: Path) -> None:
    both = [crashed.read_bytes(), journal_of(crashed).read_bytes()]
    hot.examine(crashed)
    assert [crashed.read_bytes(), journal_of(crashed).read_bytes()] == both


def test_nothing_to_look_at(file: KompitieFile) -> None:
    file.close()
    hot.examine(file.path)
    for harmless in (b"", bytes(SECTOR), bytes(SECTOR) + b"pages of a change of which nothing was written into the file"):
        journal_of(file.path).write_bytes(harmless)
        hot.examine(file.path)


def test_a_journal_may_end_anywhere_but_between_its_pages(crashed: Path) -> None:
    whole = journal_of(crashed).read_bytes()
    record = (len(whole) - SECTOR) // pages(whole)
    for end in (*range(SECTOR, len(whole), record), SECTOR + 1, len(whole) - 1):
        journal_of(crashed).write_bytes(whole[:end])
        with pytest.raises(FileDamaged, match="pages"):
            hot.examine(crashed)
    journal_of(crashed).write_bytes(whole + b"what an earlier and longer journal left behind it" * 100)
    hot.examine(crashed)


def test_a_second_part_counts_once_it_is_whole(crashed: Path) -> None:
    """A long change writes its journal in parts; the head of a part is written when all of it is on the disk."""
    whole = journal_of(crashed).read_bytes()
    record = (len(whole) - SECTOR) // pages(whole)
    page = whole[SECTOR : SECTOR + record]
    padding = bytes(-len(whole) % SECTOR)
    for first_words, is_told in ((MAGIC, True), (bytes(8), False)):
        head = first_words + (2).to_bytes(4, "big") + whole[12:SECTOR]
        journal_of(crashed).write_bytes(whole + padding + head + page)
        if is_told:
            with pytest.raises(FileDamaged, match="pages"):
                hot.examine(crashed)
        else:
            hot.examine(crashed)
    journal_of(crashed).write_bytes(whole + padding + MAGIC + (1).to_bytes(4, "big") + whole[12:SECTOR] + page)
    hot.examine(crashed)


def test_without_a_number_of_pages_those_that_are_there_count(crashed: Path) -> None:
    whole = journal_of(crashed).read_bytes()
    journal_of(crashed).write_bytes(whole[:8] + b"\xff" * 4 + whole[12:-10])
    hot.examine(crashed)


@pytest.mark.parametrize("head", [b"x" + MAGIC[1:], MAGIC + bytes(12) + b"\1\2\3\4" + bytes(4)])
def test_a_head_that_is_none(crashed: Path, head: bytes) -> None:
    journal_of(crashed).write_bytes(head.ljust(SECTOR, b"\0"))
    with pytest.raises(FileDamaged, match="head"):
        hot.examine(crashed)


@pytest.mark.parametrize(("later", "is_told"), [(0, False), (1, False), (2, True), (-1, True)])
def test_a_journal_belongs_to_a_file_of_the_change_before_or_after(crashed: Path, later: int, is_told: bool) -> None:
    raw = bytearray(crashed.read_bytes())
    before = int.from_bytes(raw[24:28], "big") - 1
    raw[24:28] = (before + later).to_bytes(4, "big")
    crashed.write_bytes(raw)
    if is_told:
        with pytest.raises(FileDamaged, match="another file"):
            hot.examine(crashed)
    else:
        hot.examine(crashed)


def test_a_local_copy_gets_the_journal_of_its_file_only(crashed: Path, tmp_path: Path) -> None:
    target = tmp_path / "local" / "Club.kompitie"
    target.parent.mkdir()
    journal_of(target).write_bytes(b"left from before")
    assert journal_of(local_copy(crashed, target)).read_bytes() == journal_of(crashed).read_bytes()
    journal_of(crashed).unlink()
    assert not journal_of(local_copy(crashed, target)).exists()
