"""The file goes away, changes its name, is replaced or protected while it is open; odd things that carry the name of a file; clocks."""

import os
import re
import shutil
import socket
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from kompitie_web import i18n
from kompitie_web.i18n import _
from kompitie_web.store import current, is_open, journal, snapshots
from kompitie_web.store.models import database
from kompitie_web.store.sqlite import plain
from tests.faults.tournament import Content
from tests.fuzz.damage import Hall

#: Windows keeps a file, and the folder that it is in, as long as somebody has it open: what these tests do cannot be done there.
while_open = pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody remove, rename or replace a file that is open")


def enter(hall: Hall, result: str = "2-0") -> TestResponse:
    """A result in the first open game of the open file, as its page does it."""
    page = hall.client.get(f"/c/{hall.cid}/results/3").text
    game = re.findall(r'name="r(\d+)"', page)
    fields = {"game": game[0] if game else "1", "typed": result, "before": ""}
    return hall.client.post_form(f"/c/{hall.cid}/results/3", fields, headers={"HX-Request": "true"})


def offered(answer: TestResponse) -> list[str]:
    """The dated copies that a page offers."""
    return re.findall(r'name="snapshot" value="([^"]+)"', answer.text)


def take_copy(hall: Hall, page: TestResponse) -> TestResponse:
    """Press the button of the newest copy."""
    file_id = re.findall(r'name="file" value="([^"]+)"', page.text)[0]
    return hall.client.post_form("/rescue", {"file": file_id, "snapshot": offered(page)[0]})


def rows(path: Path) -> str:
    return Content.of(path).rows


# While it is open


@while_open
@pytest.mark.parametrize("code", i18n.LANGUAGES)
def test_a_deleted_file_comes_back_with_all_that_was_acknowledged(hall: Hall, code: str) -> None:
    """The newest dated copy is older than the last result; the system still has the content as long as the program has it open."""
    hall.state.preferences.language = code
    assert enter(hall).status_code == 200
    acknowledged = rows(hall.path)
    hall.path.unlink()
    answer = hall.client.get(f"/c/{hall.cid}/players")
    assert answer.status_code == 409
    with i18n.language(code):
        assert _("The file %(name)s is not there any more", name="Club.kompitie") in answer.text
    assert hall.client.get("/").status_code == 200
    assert take_copy(hall, answer).status_code == 303
    current().close()
    assert rows(hall.path) == acknowledged


@while_open
def test_a_change_in_a_deleted_file_is_not_acknowledged(hall: Hall) -> None:
    assert enter(hall).status_code == 200
    acknowledged = rows(hall.path)
    hall.path.unlink()
    fields = {"game": "1", "typed": "0-2", "before": ""}
    answer = hall.client.post_form(f"/c/{hall.cid}/results/3", fields, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert take_copy(hall, answer).status_code == 303
    current().close()
    assert rows(hall.path) == acknowledged


@while_open
def test_a_file_that_comes_back_is_opened_by_trying_again(hall: Hall) -> None:
    assert enter(hall).status_code == 200
    acknowledged = rows(hall.path)
    aside = hall.path.rename(hall.path.parent / "data" / "aside")
    page = hall.client.get(f"/c/{hall.cid}/players")
    assert page.status_code == 409
    aside.rename(hall.path)
    assert hall.open().status_code == 303
    assert hall.client.get(f"/c/{hall.cid}/players").status_code == 200
    assert rows(hall.path) == acknowledged


@while_open
def test_a_renamed_file_is_offered_under_its_new_name(hall: Hall) -> None:
    assert enter(hall).status_code == 200
    acknowledged = rows(hall.path)
    moved = hall.path.rename(hall.path.with_name("Club renamed.kompitie"))
    page = hall.client.get(f"/c/{hall.cid}/players")
    assert page.status_code == 409
    assert "Club renamed.kompitie" in page.text
    file_id = re.findall(r'name="file" value="([^"]+)"', page.text)[0]
    assert hall.client.post_form("/open", {"file": file_id}).status_code == 303
    assert hall.client.get(f"/c/{hall.cid}/players").status_code == 200
    assert rows(moved) == acknowledged


def stick(hall: Hall) -> Path:
    """The file on a stick, open there."""
    folder = hall.path.parent / "stick"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    current().close()
    path = folder / "Stick.kompitie"
    path.write_bytes(hall.whole)
    assert hall.client.post_form("/open", {"file": hall.state.offer(path)}).status_code == 303
    return path


@while_open
def test_a_stick_that_was_pulled_out_is_not_needed(hall: Hall) -> None:
    path = stick(hall)
    assert enter(hall).status_code == 200
    acknowledged = rows(path)
    shutil.rmtree(path.parent)
    page = hall.client.get(f"/c/{hall.cid}/standings", follow_redirects=True)
    assert page.status_code == 409
    answer = take_copy(hall, page)
    assert answer.status_code == 303, answer.text
    assert current().path.parent == hall.state.folders.documents
    made = current().path
    current().close()
    assert rows(made) == acknowledged
    made.unlink()


@while_open
def test_a_stick_that_was_put_in_again(hall: Hall) -> None:
    path = stick(hall)
    assert enter(hall).status_code == 200
    acknowledged = rows(path)
    away = path.parent.rename(path.parent.with_name("pulled out"))
    assert hall.client.get(f"/c/{hall.cid}/players").status_code == 409
    away.rename(path.parent)
    assert hall.client.post_form("/open", {"file": hall.state.offer(path)}).status_code == 303
    assert rows(path) == acknowledged
    current().close()
    shutil.rmtree(path.parent)


@while_open
@pytest.mark.parametrize("other", ["text", "an older copy", "folder"])
def test_something_else_in_its_place_is_left_alone(hall: Hall, other: str) -> None:
    assert enter(hall).status_code == 200
    acknowledged = rows(hall.path)
    hall.path.unlink()
    if other == "folder":
        hall.path.mkdir()
    else:
        hall.path.write_bytes(b"Dear members," * 100 if other == "text" else hall.whole)
    page = hall.client.get(f"/c/{hall.cid}/players")
    assert page.status_code == 409
    assert take_copy(hall, page).status_code == 303
    current().close()
    assert rows(hall.path) == acknowledged
    (kept,) = hall.path.parent.glob("Club (damaged*")
    if other == "folder":
        kept.rmdir()
    else:
        assert kept.stat().st_size


def test_a_protected_file_says_so_and_offers_a_copy_to_work_in(hall: Hall) -> None:
    """What SQLite says when the file or its disk became read-only."""
    with current().connection():
        database.execute_sql("PRAGMA query_only = 1")
    before = rows(hall.path)
    answer = enter(hall)
    assert answer.status_code == 409
    assert "cannot be written" in answer.text
    assert hall.client.get(f"/c/{hall.cid}/players").status_code == 200
    file_id = re.findall(r'name="file" value="([^"]+)"><input type="hidden" name="copy"', answer.text)[0]
    assert hall.client.post_form("/open", {"file": file_id, "copy": "1"}).status_code == 303
    made = current().path
    assert made != hall.path
    assert rows(made) == before
    assert enter(hall).status_code == 200
    current().close()
    made.unlink()


def test_a_protected_file_is_refused_at_opening_with_the_same_offer(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    current().close()
    real = os.open

    def protected(path: str | Path, flags: int, *more: int) -> int:
        if Path(path).parent == hall.path.parent and flags & (os.O_RDWR | os.O_WRONLY) and "Club." in Path(path).name:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, flags, *more)

    monkeypatch.setattr(os, "open", protected)
    answer = hall.open()
    assert answer.status_code == 409
    assert "cannot be written" in answer.text
    assert 'name="copy" value="1"' in answer.text


def test_a_copy_of_a_file_that_a_crash_left_takes_its_journal_along(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stick pulled out in the middle of a commit: without the journal beside it the copy would hold half a change."""
    path = stick(hall)
    current().close()
    crash = path.with_name("Crash.kompitie")
    with plain(path) as connection:
        connection.execute("PRAGMA cache_spill = 1")
        connection.execute("PRAGMA cache_size = 5")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE journal_state SET replaying = 1")
        connection.execute("UPDATE competitor SET club = hex(randomblob(900))")
        for end in ("", "-journal"):
            crash.with_name(crash.name + end).write_bytes(path.with_name(path.name + end).read_bytes())
        connection.execute("ROLLBACK")
    assert crash.with_name(crash.name + "-journal").stat().st_size > 512
    answer = hall.client.post_form("/open", {"file": hall.state.offer(crash), "copy": "1"})
    assert answer.status_code == 303, answer.text
    made = current().path
    assert made.parent == hall.state.folders.documents
    assert rows(made) == hall.content.rows
    current().close()
    made.unlink()
    shutil.rmtree(path.parent)


# Odd things that carry the name


def newer(path: Path, whole: bytes) -> None:
    path.write_bytes(whole[:60] + (99).to_bytes(4, "big") + whole[64:])


def strangers(path: Path, whole: bytes) -> None:
    path.write_bytes(whole[:68] + b"ABCD" + whole[72:])


def link_to_itself(path: Path, _whole: bytes) -> None:
    path.symlink_to(path)


def link_to_nothing(path: Path, _whole: bytes) -> None:
    path.symlink_to(path.with_name("nothing"))


def pipe(path: Path, _whole: bytes) -> None:
    os.mkfifo(path)


def door(path: Path, _whole: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


#: What only systems like Unix have.
UNIX = ("link to itself", "link to nothing", "pipe", "socket")
ODD: dict[str, tuple[Callable[[Path, bytes], object], str]] = {
    "newer": (newer, "comes from a newer Kompitie"),
    "another program's": (strangers, "is not a file of Kompitie"),
    "empty": (lambda path, _whole: path.write_bytes(b""), "is not a file of Kompitie"),
    "text": (lambda path, _whole: path.write_text("1;Jansen;1200\n" * 50), "is not a file of Kompitie"),
    "folder": (lambda path, _whole: path.mkdir(), "is not a file of Kompitie"),
    "link to itself": (link_to_itself, "is not there any more"),
    "link to nothing": (link_to_nothing, "is not there any more"),
    "pipe": (pipe, "is not a file of Kompitie"),
    "socket": (door, "is not a file of Kompitie"),
    "nothing": (lambda _path, _whole: None, "is not there any more"),
}


@pytest.mark.parametrize("kind", [kind for kind in ODD if os.name != "nt" or kind not in UNIX])
def test_odd_things_are_refused_kindly_and_left_as_they_are(hall: Hall, kind: str) -> None:
    make, text = ODD[kind]
    path = hall.path.with_name("Odd.kompitie")
    make(path, hall.whole)
    before = path.read_bytes() if path.is_file() else b""
    answer = hall.client.post_form("/open", {"file": hall.state.offer(path)})
    assert answer.status_code == 409, answer.text
    assert text in answer.text
    assert hall.client.get("/open").status_code == 200
    assert hall.client.get("/").status_code == 200
    assert current().path == hall.path, "the file that was open stays open"
    assert enter(hall).status_code == 200
    assert (path.read_bytes() if path.is_file() else b"") == before
    if path.is_dir():
        path.rmdir()
    else:
        path.unlink(missing_ok=True)


def test_an_older_file_is_converted_with_a_copy_of_before(hall: Hall) -> None:
    """The released file of version 1; nothing is asked and nothing is lost."""
    path = hall.path.with_name("Older.kompitie")
    path.write_bytes((Path(__file__).parent.parent / "data" / "version_1.kompitie").read_bytes())
    before = rows(path)
    assert hall.client.post_form("/open", {"file": hall.state.offer(path)}).status_code == 303
    current().close()
    assert rows(path) == before
    path.unlink()


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", "..", "caf\udce9", "Łódź 🏆"])
def test_names_of_all_kinds_give_a_page(hall: Hall, name: str) -> None:
    path = hall.path.with_name(f"{name}.kompitie")
    try:
        path.write_bytes(hall.whole)
    except (OSError, ValueError):
        assert len(name) > 250 or not name.isprintable()
    answer = hall.client.post_form("/open", {"file": hall.state.offer(path)})
    assert answer.status_code in (303, 409)
    assert hall.client.get("/open").status_code == 200
    assert hall.client.get("/").status_code == 200
    if is_open() and current().path == path:
        for page in (f"/c/{hall.cid}/players", f"/c/{hall.cid}/history", f"/c/{hall.cid}/history/file"):
            assert hall.client.get(page).status_code == 200, page
        assert hall.client.get("/").status_code == 200
        assert hall.client.post_form("/stop").status_code == 200
        hall.state.stop.wait(5)
        hall.state.stop.clear()
        hall.state.leaving = False
        current().close()
        path.unlink()


@pytest.mark.skipif(os.name == "nt", reason="on Windows links are for administrators")
def test_a_link_to_a_file_is_that_file(hall: Hall) -> None:
    """Opened under both names it is one file: the lock is the same one."""
    link = hall.path.with_name("Link.kompitie")
    link.symlink_to(hall.path)
    assert hall.client.post_form("/open", {"file": hall.state.offer(link)}).status_code == 303
    assert enter(hall).status_code == 200
    assert rows(hall.path) != hall.content.rows
    current().close()
    link.unlink()


# Clocks


def stopped(moment: datetime) -> type[datetime]:
    """A clock that always shows this moment."""

    class Clock(datetime):
        @classmethod
        def now(cls, _zone: object = None) -> datetime:  # type: ignore[override]  # a zone is never asked for
            return moment

    return Clock


def test_a_clock_that_jumps_changes_no_order(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten years ahead, back, summer time, the beginning of time: history, undo and copies go by what was done, not by the hour."""
    jumps = [timedelta(0), timedelta(days=3653), timedelta(hours=-1), timedelta(days=-9000), timedelta(minutes=1)]
    now = datetime(2026, 10, 25, 2, 30)
    contents, copies = [], []
    for jump in jumps:
        for module in (journal, snapshots):
            monkeypatch.setattr(module, "datetime", stopped(now + jump))
        hall.state.now = lambda moment=now + jump: moment
        contents.append(rows(hall.path))
        assert enter(hall).status_code == 200
        copies.append(current().snapshot("by_hand").id)
        for page in ("/", f"/c/{hall.cid}/history", f"/c/{hall.cid}/players"):
            assert hall.client.get(page).status_code == 200
    assert [one.id for one in current().snapshots()][: len(copies)] == copies[::-1]
    for content in contents[::-1]:
        assert hall.client.post_form("/undo", {"scope": str(hall.cid)}).status_code == 303
        assert rows(hall.path) == content
    for _jump in jumps:
        assert hall.client.post_form("/redo", {"scope": str(hall.cid)}).status_code == 303
    latest = rows(hall.path)
    fields = {"copy": copies[-1], "confirmed": "1"}
    assert hall.client.post_form(f"/c/{hall.cid}/history/restore", fields).status_code == 303
    assert rows(hall.path) == latest
    hall.state.now = datetime.now


def test_copies_after_a_rescue_count_as_newer(hall: Hall) -> None:
    """An older copy is put in place of a damaged file: what is copied from then on is offered before the later ones of the damaged file."""
    for _time in range(3):
        assert enter(hall).status_code == 200
        current().snapshot("by_hand")
    current().close()
    hall.path.write_bytes(b"nothing is left")
    page = hall.open()
    file_id = re.findall(r'name="file" value="([^"]+)"', page.text)[0]
    oldest = offered(page)[2]
    assert hall.client.post_form("/rescue", {"file": file_id, "snapshot": oldest}).status_code == 303
    assert enter(hall, "0-2").status_code == 200
    made = current().snapshot("by_hand")
    assert current().snapshots()[0] == made
