"""Making, opening and closing a file; what is said when that is not possible."""

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kompitie_web.store import (
    FileAlreadyThere,
    FileInUse,
    FileMissing,
    FileReadOnly,
    FileTooNew,
    KompitieFile,
    NoFileOpen,
    NotAKompitieFile,
    current,
    is_open,
    models,
)
from kompitie_web.store.models import database
from kompitie_web.store.sqlite import APPLICATION_ID
from tests.store import elsewhere
from tests.store.rows import enter, result_of, small

on_unix = pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody rename or replace a file that is open")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the file will be: a name with letters that need care in an address (Windows has no file with a question mark)."""
    return tmp_path / ("Damclub Łódź #1 50%.kompitie" if os.name == "nt" else "Damclub Łódź #1 50% ?.kompitie")


def pragma(name: str) -> object:
    return database.execute_sql(f"PRAGMA {name}").fetchone()[0]


def test_a_new_file_is_the_open_one(path: Path, data: Path) -> None:
    file = KompitieFile.create(path, "Damclub", data)
    assert current() is file
    assert file.path == path
    with file.connection():
        assert models.FileInfo.get().name == "Damclub"
    file.close()
    assert not is_open()
    with pytest.raises(NoFileOpen):
        current()


def test_the_header_says_whose_file_it_is(path: Path, data: Path) -> None:
    KompitieFile.create(path, "Damclub", data).close()
    header = path.read_bytes()[:100]
    assert header[68:72] == APPLICATION_ID.to_bytes(4, "big") == b"KOMP"
    assert int.from_bytes(header[60:64], "big") == 1


def test_every_connection_is_careful(file: KompitieFile) -> None:
    assert pragma("journal_mode") == "delete"
    assert pragma("synchronous") == 3
    assert pragma("foreign_keys") == 1
    assert pragma("busy_timeout") == 5000
    assert pragma("recursive_triggers") == 1


def test_a_connection_is_needed(path: Path, data: Path) -> None:
    file = KompitieFile.create(path, "Damclub", data)
    with pytest.raises(Exception, match="not opened"):
        models.FileInfo.get()
    with file.connection(), file.connection():
        assert models.FileInfo.select().count() == 1
    assert database.is_closed()
    file.close()


def test_no_file_is_overwritten_by_a_new_one(path: Path, data: Path) -> None:
    path.write_text("something dear")
    with pytest.raises(FileAlreadyThere):
        KompitieFile.create(path, "Damclub", data)
    assert path.read_text() == "something dear"


def test_content_survives_closing(path: Path, data: Path) -> None:
    file = KompitieFile.create(path, "Damclub", data)
    with file.connection():
        held = small(file)
        enter(file, held.cid, held.games[0], "2-0")
    file.close()
    file = KompitieFile.open(path, data)
    with file.connection():
        assert result_of(held.games[0]) == "2-0"
    file.close()


def test_nothing_is_left_beside_a_closed_file(path: Path, data: Path) -> None:
    KompitieFile.create(path, "Damclub", data).close()
    assert [entry.name for entry in path.parent.iterdir() if entry != data] == [path.name]


def test_a_plain_copy_of_the_running_file_is_complete(file: KompitieFile, tmp_path: Path, data: Path) -> None:
    held = small(file)
    enter(file, held.cid, held.games[0], "1-1")
    elsewhere.copy(file.path, tmp_path / "copy.kompitie")
    with sqlite3.connect(tmp_path / "copy.kompitie") as copy:
        assert copy.execute("SELECT result FROM game WHERE id = ?", (held.games[0],)).fetchone() == ("1-1",)
    copy.close()


# What cannot be opened


def test_a_file_that_is_not_there(tmp_path: Path, data: Path) -> None:
    with pytest.raises(FileMissing):
        KompitieFile.open(tmp_path / "gone.kompitie", data)
    assert list(tmp_path.iterdir()) == [data]


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\3\4" + bytes(200), b"SQLite format 3\0" + bytes(84)])
def test_other_kinds_of_files(tmp_path: Path, data: Path, content: bytes) -> None:
    other = tmp_path / "other.kompitie"
    other.write_bytes(content)
    with pytest.raises(NotAKompitieFile):
        KompitieFile.open(other, data)
    assert other.read_bytes() == content


def test_a_database_of_another_program(tmp_path: Path, data: Path) -> None:
    other = tmp_path / "other.kompitie"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE game (id INTEGER PRIMARY KEY)")
    connection.close()
    with pytest.raises(NotAKompitieFile):
        KompitieFile.open(other, data)


def test_a_folder(tmp_path: Path, data: Path) -> None:
    (tmp_path / "folder.kompitie").mkdir()
    with pytest.raises(NotAKompitieFile):
        KompitieFile.open(tmp_path / "folder.kompitie", data)


def test_a_newer_file_is_refused_and_left_alone(path: Path, data: Path) -> None:
    KompitieFile.create(path, "Damclub", data).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 7")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(FileTooNew) as caught:
        KompitieFile.open(path, data)
    assert (caught.value.version, caught.value.known) == (7, 1)
    assert path.read_bytes() == before


def test_the_open_file_stays_open_when_another_cannot_be_opened(file: KompitieFile, tmp_path: Path, data: Path) -> None:
    with pytest.raises(FileMissing):
        KompitieFile.open(tmp_path / "gone.kompitie", data)
    assert current() is file
    assert models.FileInfo.get().name == "Club"


# Several files, several threads


def test_opening_another_file_inside_a_request(file: KompitieFile, tmp_path: Path, data: Path) -> None:
    other = KompitieFile.create(tmp_path / "Other.kompitie", "Other", data)
    assert current() is other
    assert models.FileInfo.get().name == "Other"
    with pytest.raises(NoFileOpen), file.connection():
        pass
    assert KompitieFile.open(file.path, data).path == file.path
    assert models.FileInfo.get().name == "Club"
    current().close()


def test_opening_the_open_file_again(file: KompitieFile, data: Path) -> None:
    again = KompitieFile.open(file.path, data)
    assert current() is again
    assert models.FileInfo.get().name == "Club"
    again.close()


def test_another_file_is_opened_when_nobody_reads(path: Path, tmp_path: Path, data: Path) -> None:
    file = KompitieFile.create(path, "Damclub", data)
    reading, seen = threading.Event(), []
    go_on = threading.Event()

    def read() -> None:
        with file.connection():
            reading.set()
            go_on.wait(10)
            seen.append(models.FileInfo.get().name)

    def switch() -> None:
        KompitieFile.create(tmp_path / "Other.kompitie", "Other", data)

    reader, opener = threading.Thread(target=read), threading.Thread(target=switch)
    reader.start()
    reading.wait(10)
    opener.start()
    opener.join(0.3)
    assert opener.is_alive()
    go_on.set()
    reader.join(10)
    opener.join(10)
    assert seen == ["Damclub"]
    assert current().path.name == "Other.kompitie"
    current().close()


def test_threads_write_one_after_the_other(path: Path, data: Path) -> None:
    file = KompitieFile.create(path, "Damclub", data)
    with file.connection():
        held = small(file)
    errors: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for _ in range(10):
                with file.connection(), file.action("renamed", scope=held.cid):
                    row = models.Competition.get_by_id(held.cid)
                    models.Competition.update(planned_rounds=row.planned_rounds + 1).where(
                        models.Competition.id == held.cid
                    ).execute()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not errors
    with file.connection():
        assert models.Competition.get_by_id(held.cid).planned_rounds == 42
        assert len(file.history(held.cid)) == 41
    file.close()


# Another program (trap 30)

OPENER = """
import sys
from pathlib import Path
from kompitie_web.store import FileInUse, KompitieFile
try:
    KompitieFile.open(Path(sys.argv[1]), Path(sys.argv[2]))
except FileInUse as error:
    print("in use", sorted(error.who))
else:
    print("open", flush=True)
    sys.stdin.read()
"""


def second_program(path: Path, data: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", OPENER, str(path), str(data)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )


def test_trap_30_a_second_program_says_that_the_file_is_open(file: KompitieFile, data: Path) -> None:
    with second_program(file.path, data) as second:
        assert second.communicate("")[0].strip() == "in use ['computer', 'since', 'user']"
    assert models.FileInfo.get().name == "Club"


def test_trap_30_we_say_that_another_program_has_it(path: Path, data: Path) -> None:
    KompitieFile.create(path, "Damclub", data).close()
    with second_program(path, data) as second:
        assert second.stdout is not None
        assert second.stdout.readline().strip() == "open"
        with pytest.raises(FileInUse) as caught:
            KompitieFile.open(path, data)
        assert caught.value.who["computer"]
        second.kill()
    # The lock goes with the process, however that ended.
    KompitieFile.open(path, data).close()


def test_a_program_without_our_lock_that_writes(file: KompitieFile) -> None:
    held = small(file)
    database.execute_sql("PRAGMA busy_timeout = 200")
    other = sqlite3.connect(file.path)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(FileInUse):
        enter(file, held.cid, held.games[0], "2-0")
    other.rollback()
    other.close()
    enter(file, held.cid, held.games[0], "2-0")
    assert result_of(held.games[0]) == "2-0"


# While it is open (trap 29)


@on_unix
def test_trap_29_the_file_was_renamed(path: Path, data: Path) -> None:
    file = KompitieFile.create(path, "Damclub", data)
    with file.connection():
        held = small(file)
    moved = path.with_name("moved.kompitie")
    path.rename(moved)
    with pytest.raises(FileMissing) as caught, file.connection():
        pass
    assert caught.value.found == moved
    assert not path.exists()
    file = KompitieFile.open(moved, data)
    with file.connection():
        assert models.Game.select().count() == len(held.games)
    file.close()


@on_unix
def test_trap_29_renamed_during_a_change_is_not_acknowledged(file: KompitieFile) -> None:
    held = small(file)

    def change() -> None:
        with file.action("result_entered", scope=held.cid):
            models.Game.update(result="2-0").execute()
            file.path.rename(file.path.with_name("moved.kompitie"))

    with pytest.raises(FileMissing):
        change()


def test_trap_29_the_file_was_deleted_and_comes_back(path: Path, data: Path, tmp_path: Path) -> None:
    file = KompitieFile.create(path, "Damclub", data)
    away = tmp_path / "away"
    shutil.copy(path, away)
    path.unlink()
    with pytest.raises(FileMissing), file.connection():
        pass
    assert not path.exists()
    shutil.copy(away, path)  # Put back: the same content under another number of the file system.
    with file.connection():
        assert models.FileInfo.get().name == "Damclub"
    file.close()


def test_trap_29_another_file_lies_in_its_place(path: Path, data: Path, tmp_path: Path) -> None:
    KompitieFile.create(tmp_path / "Other.kompitie", "Other", data).close()
    file = KompitieFile.create(path, "Damclub", data)
    (tmp_path / "Other.kompitie").replace(path)
    with pytest.raises(FileMissing) as caught, file.connection():
        pass
    assert caught.value.replaced
    file.close()


@on_unix
def test_trap_29_an_older_copy_lies_in_its_place(path: Path, data: Path, tmp_path: Path) -> None:
    file = KompitieFile.create(path, "Damclub", data)
    shutil.copy(path, tmp_path / "older")
    with file.connection():
        small(file)
    (tmp_path / "older").replace(path)
    with pytest.raises(FileMissing) as caught, file.connection():
        pass
    assert caught.value.replaced
    file.close()


# Not to be written


def test_a_folder_where_nothing_can_be_written(path: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Modes do not stop the super-user, so the system's answer is played: this is what a read-only folder or disk says."""
    KompitieFile.create(path, "Damclub", data).close()
    before = path.read_bytes()
    real = os.open

    def refuse(name: str, flags: int, *more: int, **others: int) -> int:
        if flags & os.O_CREAT and str(name).endswith(".lock"):
            raise PermissionError(13, "Permission denied", name)
        return real(name, flags, *more, **others)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(FileReadOnly):
        KompitieFile.open(path, data)
    assert path.read_bytes() == before


@pytest.mark.skipif(shutil.which("chattr") is None, reason="needs chattr")
def test_a_file_that_may_not_change(path: Path, data: Path) -> None:
    KompitieFile.create(path, "Damclub", data).close()
    if subprocess.run(["chattr", "+i", str(path)], check=False, capture_output=True).returncode:
        pytest.skip("this file system knows no unchangeable files")
    try:
        with pytest.raises(FileReadOnly):
            KompitieFile.open(path, data)
    finally:
        subprocess.run(["chattr", "-i", str(path)], check=True)
    KompitieFile.open(path, data).close()
