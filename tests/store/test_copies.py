"""Copies elsewhere, on a stick: whole or not at all, read back, remembered (spec 50, Copies; spec 00 row 14)."""

from pathlib import Path

import pytest

from kompitie_web.store import DiskFull, DiskTrouble, FileInUse, FileMissing, KompitieFile, SameFolder, copies, models
from kompitie_web.store.lock import OpenLock
from tests.store import elsewhere
from tests.store.rows import content, enter, small


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "STICK ü"
    folder.mkdir()
    return folder


def test_the_copy_opens_elsewhere_and_holds_everything(file: KompitieFile, stick: Path, tmp_path: Path) -> None:
    held = small(file)
    enter(file, held.cid, held.games[0], "2-0")
    copy = file.copy_to(stick)
    assert copy.path == stick / file.path.name
    assert copy.size == copy.path.stat().st_size
    assert copy.counts == {"competitions": 1, "players": 4, "rounds": 1, "games": 2, "results": 1}
    assert [entry.name for entry in stick.iterdir()] == [file.path.name]
    before = content()
    other = KompitieFile.open(copy.path, tmp_path / "other data")
    assert content() == before
    other.undo(held.cid)
    other.close()


def test_an_older_copy_of_the_same_file_is_replaced(file: KompitieFile, stick: Path) -> None:
    held = small(file)
    file.copy_to(stick)
    enter(file, held.cid, held.games[0], "2-0")
    assert file.copy_to(stick).counts["results"] == 1
    assert len(list(stick.iterdir())) == 1


def test_another_file_with_the_same_name_is_left_alone(file: KompitieFile, stick: Path) -> None:
    (stick / file.path.name).write_text("somebody else's")
    copy = file.copy_to(stick)
    assert copy.path.name == "Club (2).kompitie"
    assert (stick / file.path.name).read_text() == "somebody else's"
    assert file.copy_to(stick).path == copy.path


def test_a_copy_in_the_folder_of_the_file_is_none(file: KompitieFile) -> None:
    with pytest.raises(SameFolder):
        file.copy_to(file.path.parent)


def test_the_stick_was_pulled_out(file: KompitieFile, tmp_path: Path) -> None:
    with pytest.raises(FileMissing):
        file.copy_to(tmp_path / "gone")


def test_a_copy_that_somebody_works_on_is_not_replaced(file: KompitieFile, stick: Path) -> None:
    copy = file.copy_to(stick)
    lock = OpenLock.take(copy.path)
    with pytest.raises(FileInUse):
        file.copy_to(stick)
    lock.release()
    file.copy_to(stick)


@pytest.mark.parametrize(
    ("error", "kind"), [(OSError(28, "No space left"), DiskFull), (OSError(5, "Input/output error"), DiskTrouble)]
)
def test_a_full_stick_leaves_the_older_copy(
    file: KompitieFile, stick: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, kind: type[DiskTrouble]
) -> None:
    held = small(file)
    older = file.copy_to(stick).path.read_bytes()
    when = file.elsewhere()
    enter(file, held.cid, held.games[0], "2-0")

    def full(handle: int) -> None:
        raise error

    monkeypatch.setattr("kompitie_web.store.snapshots.os.fsync", full)
    with pytest.raises(kind):
        file.copy_to(stick)
    monkeypatch.undo()
    assert (stick / file.path.name).read_bytes() == older
    assert [entry.name for entry in stick.iterdir()] == [file.path.name]
    assert (file.elsewhere().time, file.elsewhere().folder) == (when.time, when.folder)


def test_the_reminder_counts_rounds_with_results_since(file: KompitieFile, stick: Path, data: Path) -> None:
    """A published round in which nothing was played yet is not counted: a schedule has many of them from the start."""
    held = small(file)
    assert file.elsewhere().rounds_since == 0
    enter(file, held.cid, held.games[0], "2-0")
    assert (file.elsewhere().time, file.elsewhere().rounds_since) == ("", 1)
    copy = file.copy_to(stick)
    assert (file.elsewhere().time, file.elsewhere().folder, file.elsewhere().rounds_since) == (copy.time, str(stick), 0)
    with file.action("round_published", scope=held.cid):
        models.Round.update(state="published").where(models.Round.id == held.rounds[1]).execute()
        models.Game.update(round=held.rounds[1]).where(models.Game.id == held.games[1]).execute()
    assert file.elsewhere().rounds_since == 0
    enter(file, held.cid, held.games[1], "1-1")
    assert file.elsewhere().rounds_since == 1
    file = KompitieFile.open(file.path, data)
    assert file.elsewhere().rounds_since == 1
    file.close()


def test_a_damaged_note_means_a_reminder_too_many(file: KompitieFile, stick: Path, data: Path) -> None:
    file.copy_to(stick)
    (data / "copies" / "elsewhere.json").write_text("{half")
    assert file.elsewhere().time == ""
    file.copy_to(stick)
    assert file.elsewhere().time


def test_another_program_can_copy_meanwhile(file: KompitieFile, stick: Path) -> None:
    small(file)
    elsewhere.copy(file.path, stick / "by hand.kompitie")
    assert copies.elsewhere  # The copy by hand is not ours to remember.
    assert file.elsewhere().time == ""
