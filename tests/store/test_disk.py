"""A disk that is full or refuses: a clear message, nothing of the action kept, nothing acknowledged lost."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kompitie_web.store import DiskFull, DiskTrouble, FileReadOnly, KompitieFile, SnapshotMissing, models
from kompitie_web.store.models import database
from kompitie_web.store.sqlite import plain
from tests.store import elsewhere
from tests.store.rows import content, enter, fingerprint, result_of, small


def much(file: KompitieFile, cid: int) -> None:
    """An action that needs room."""
    with file.action("much", scope=cid):
        models.Person.insert_many([{"name": "x" * 2000} for _ in range(300)]).execute()


def test_a_full_disk_keeps_nothing_of_the_action(file: KompitieFile) -> None:
    held = small(file)
    before, version = fingerprint(), file.version
    (pages,) = database.execute_sql("PRAGMA page_count").fetchone()
    database.execute_sql(f"PRAGMA max_page_count = {pages + 20}")
    with pytest.raises(DiskFull):
        much(file, held.cid)
    assert fingerprint() == before
    assert file.version == version
    database.execute_sql("PRAGMA max_page_count = 1000000")
    enter(file, held.cid, held.games[0], "2-0")
    much(file, held.cid)


def test_an_action_that_ignores_a_full_disk_is_not_acknowledged(file: KompitieFile) -> None:
    held = small(file)
    before = fingerprint()
    (pages,) = database.execute_sql("PRAGMA page_count").fetchone()
    database.execute_sql(f"PRAGMA max_page_count = {pages + 20}")

    def careless() -> None:
        with file.action("careless", scope=held.cid):
            try:
                models.Person.insert_many([{"name": "x" * 2000} for _ in range(300)]).execute()
            except Exception:
                database.connection().rollback()  # What SQLite does by itself after some errors.

    with pytest.raises(DiskTrouble):
        careless()
    assert fingerprint() == before


CHILD = """
import resource, sys
from pathlib import Path
from kompitie_web.store import DiskTrouble, KompitieFile, models
path, data, room = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
file = KompitieFile.open(path, data)
size = path.stat().st_size + room
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
with file.connection():
    for number in range(10000):
        try:
            with file.action("person", scope=None, number=number):
                models.Person.create(name=f"{number} " + "x" * 500)
        except DiskTrouble as error:
            print("refused", error.code, flush=True)
            break
        print("done", number, flush=True)
    print("readable", models.Person.select().count(), flush=True)
file.close()
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit of the size of files")
@pytest.mark.parametrize("room", [0, 3000, 20000, 70000])
def test_what_was_acknowledged_before_the_disk_refused_is_there(file: KompitieFile, data: Path, room: int) -> None:
    path = file.path
    file.close()
    told = subprocess.run(
        [sys.executable, "-c", CHILD, str(path), str(data), str(room)],
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
    ).stdout.splitlines()
    done = sum(1 for line in told if line.startswith("done"))
    assert told[-2].startswith("refused disk_")
    assert told[-1] == f"readable {done}"
    opened = KompitieFile.open(path, data)
    with opened.connection():
        assert models.Person.select().count() == done
        assert len(opened.history(None, 10000)) == done
    opened.close()


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Path]:
    """A disk of 700 KiB."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    if (
        shutil.which("mount") is None
        or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=700k", "none", str(folder)], check=False, capture_output=True
        ).returncode
    ):
        pytest.skip("mounting is not allowed here; the limits above stand in for it")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Path]:
    """A disk that is made unwritable by the test."""
    folder = tmp_path / "locked"
    folder.mkdir()
    if (
        shutil.which("mount") is None
        or subprocess.run(["mount", "-t", "tmpfs", "none", str(folder)], check=False, capture_output=True).returncode
    ):
        pytest.skip("mounting is not allowed here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def write_protect(folder: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)


def test_a_disk_that_is_really_full(tiny: Path, data: Path) -> None:
    file = KompitieFile.create(tiny / "Club.kompitie", "Club", data)
    with file.connection():
        held = small(file)
        before = content()
        with pytest.raises(DiskFull):
            much(file, held.cid)
        assert content() == before
        enter(file, held.cid, held.games[0], "2-0")
        assert result_of(held.games[0]) == "2-0"
    file.close()


def test_no_room_for_a_new_file(tiny: Path, data: Path) -> None:
    (tiny / "other").write_bytes(bytes(600 * 1024))
    with pytest.raises(DiskFull):
        KompitieFile.create(tiny / "Club.kompitie", "Club", data)
    assert [entry.name for entry in tiny.iterdir()] == ["other"]


def test_no_room_for_copies(file: KompitieFile, tiny: Path) -> None:
    held = small(file)
    (tiny / "other").write_bytes(bytes(500 * 1024))
    with pytest.raises(DiskFull):
        file.copy_to(tiny)
    file.data = tiny
    with pytest.raises(DiskFull):
        file.snapshot("pairing")
    assert [entry.name for entry in tiny.rglob("*") if entry.is_file()] == ["other"]
    assert file.snapshots() == []
    enter(file, held.cid, held.games[0], "2-0")


def test_a_disk_that_cannot_be_written(locked: Path, data: Path) -> None:
    path = locked / "Club.kompitie"
    KompitieFile.create(path, "Club", data).close()
    write_protect(locked)
    with pytest.raises(FileReadOnly):
        KompitieFile.open(path, data)
    with pytest.raises(FileReadOnly):
        KompitieFile.create(locked / "New.kompitie", "New", data)


def test_a_data_folder_that_cannot_be_written(file: KompitieFile, locked: Path) -> None:
    write_protect(locked)
    file.data = locked
    with pytest.raises(FileReadOnly):
        file.snapshot("pairing")
    with pytest.raises(SnapshotMissing):
        file.restore("2026-01-01 10.00.00 0000001 pairing")


def test_a_crash_that_left_its_journal_is_repaired(file: KompitieFile, data: Path, tmp_path: Path) -> None:
    """The files as a crash in the middle of a commit leaves them: changed pages in the file, the old ones in the journal."""
    held = small(file)
    before = content()
    crash = tmp_path / "crash.kompitie"
    with plain(file.path) as connection:
        connection.execute("PRAGMA cache_spill = 1")
        connection.execute("PRAGMA cache_size = 5")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE journal_state SET replaying = 1")
        connection.executemany(
            "INSERT INTO person (name, title, federation_ids, games_total, games_season, town, club, family, is_national, is_member) VALUES (?, '', '{}', 0, 0, '', '', '', 1, 1)",
            [("x" * 3000,)] * 200,
        )
        elsewhere.copy(file.path, crash)
        elsewhere.copy(file.path.with_name(f"{file.path.name}-journal"), crash.with_name(f"{crash.name}-journal"))
        connection.execute("ROLLBACK")
    assert crash.with_name(crash.name + "-journal").stat().st_size > 512
    opened = KompitieFile.open(crash, data)
    assert content() == before
    assert held.cid
    opened.close()
