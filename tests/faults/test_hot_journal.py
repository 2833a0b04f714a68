"""A crash in the middle of a change left a journal beside the file: what was under way is taken back, and nothing else is touched by it."""

import os
import re
import shutil
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from kompitie_web.pages import history
from kompitie_web.store import current
from tests.faults.hanging import hanging
from tests.faults.program import Program
from tests.faults.test_two_programs import address
from tests.faults.tournament import Content, looking
from tests.fuzz.damage import Hall
from tests.store.crash import SECTOR, interrupt, journal_of, pages

#: A change of many rows, of which half would be seen.
CHANGE = ("UPDATE competitor SET club = club || ' x'", "UPDATE game SET result = '1-1'", "UPDATE person SET name = name || ' y'")


@pytest.fixture
def closed(hall: Hall) -> Hall:
    """The hall with its file closed."""
    current().close()
    return hall


def rescued(hall: Hall, page: TestResponse) -> None:
    """Take the newest copy that the page offers: it holds all that was acknowledged, and the journal went away with its file."""
    file_id = re.findall(r'name="file" value="([^"]+)"', page.text)[0]
    newest = re.findall(r'name="snapshot" value="([^"]+)"', page.text)[0]
    assert hall.client.post_form("/rescue", {"file": file_id, "snapshot": newest}).status_code == 303
    assert not journal_of(hall.path).exists()
    current().close()
    assert Content.of(hall.path).rows == hall.content.rows


def test_what_was_under_way_is_taken_back(closed: Hall) -> None:
    interrupt(closed.path, *CHANGE)
    assert closed.open().status_code == 303
    assert Content.of(closed.path) == closed.content
    assert not journal_of(closed.path).exists()
    assert closed.client.get(f"/c/{closed.cid}/players").status_code == 200


@pytest.mark.skipif(os.name == "nt", reason="on Windows links are for administrators")
def test_of_a_file_under_a_second_name_too(closed: Hall) -> None:
    interrupt(closed.path, *CHANGE)
    link = closed.path.with_name("Club by link.kompitie")
    link.symlink_to(closed.path)
    journal = journal_of(closed.path)
    journal.write_bytes(journal.read_bytes()[:-1])
    assert closed.client.post_form("/open", {"file": closed.state.offer(link)}).status_code == 409
    assert journal.exists()


@pytest.mark.parametrize("how", ["page missing", "half a page", "another page", "another head"])
def test_a_journal_that_is_not_whole_is_told_and_not_played_back(closed: Hall, how: str) -> None:
    """SQLite would take back the pages that are there, and leave the others as the change had them."""
    whole = interrupt(closed.path, *CHANGE)
    assert pages(whole) >= 4
    record = (len(whole) - SECTOR) // pages(whole)
    last = len(whole) - record
    broken = {
        "page missing": whole[:last],
        "half a page": whole[: last + record // 2],
        "another page": whole[:last] + bytes([whole[last + 100] ^ 1]) * record,
        "another head": b"x" + whole[1:],
    }[how]
    journal_of(closed.path).write_bytes(broken)
    changed = closed.path.read_bytes()
    answer = closed.open()
    assert answer.status_code == 409
    assert "damaged" in answer.text
    assert (closed.path.read_bytes(), journal_of(closed.path).read_bytes()) == (changed, broken), "something was played back"
    rescued(closed, answer)
    (kept,) = closed.path.parent.glob("Club (damaged*.kompitie")
    assert (kept.read_bytes(), journal_of(kept).read_bytes()) == (changed, broken)


def test_a_copy_that_somebody_put_in_place_is_not_spoiled(closed: Hall) -> None:
    """The computer crashed, and the arbiter copies the file of an hour ago from his stick over the one that he had."""
    assert closed.open().status_code == 303
    for _time in range(3):
        assert closed.client.post_form(f"/c/{closed.cid}/history/snapshot").status_code == 303
        assert closed.client.post_form(f"/c/{closed.cid}/presence/4/all", {"present": "0"}).status_code == 303
        assert closed.client.post_form(f"/c/{closed.cid}/presence/4/all", {"present": "1"}).status_code == 303
    current().close()
    interrupt(closed.path, *CHANGE)
    closed.path.write_bytes(closed.whole)
    answer = closed.open()
    assert answer.status_code == 409
    assert closed.path.read_bytes() == closed.whole
    file_id = re.findall(r'name="file" value="([^"]+)"', answer.text)[0]
    newest = re.findall(r'name="snapshot" value="([^"]+)"', answer.text)[0]
    assert closed.client.post_form("/rescue", {"file": file_id, "snapshot": newest}).status_code == 303
    assert closed.client.get(f"/c/{closed.cid}/players").status_code == 200


def test_a_new_file_of_the_same_name_is_not_spoiled(closed: Hall) -> None:
    """The file was thrown away after the crash, and not what lay beside it."""
    interrupt(closed.path, *CHANGE)
    closed.path.unlink()
    fields = {"name": "Club", "kind": "tournament", "sport": "draughts", "pairing": "resistance", "players": "8", "rounds": "3"}
    assert closed.client.post_form("/new", fields).status_code == 303
    assert current().path == closed.path
    assert not journal_of(closed.path).exists()
    with looking(closed.path) as connection:
        assert connection.execute("SELECT COUNT(*) FROM competition").fetchone() == (1,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize("is_there", [True, False])
def test_a_copy_to_a_stick_on_which_work_was_interrupted(hall: Hall, is_there: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is there, and could be taken back, stays as it is; a journal without its file is not played back into the copy."""
    folder = hall.path.parent / "stick"
    folder.mkdir()
    before = folder / hall.path.name
    before.write_bytes(hall.whole)
    left = {journal_of(before): interrupt(before, *CHANGE), before: before.read_bytes()}
    if not is_there:
        before.unlink()
        left = {}
    monkeypatch.setattr(history, "removable_drives", lambda: [folder])
    answer = hall.client.post_form(f"/c/{hall.cid}/history/stick", {"drive": hall.state.file_id(folder)})
    assert answer.status_code == 303, answer.text
    (made,) = set(folder.iterdir()) - set(left)
    assert Content.of(made).rows == hall.content.rows
    assert {path: path.read_bytes() for path in left} == left
    shutil.rmtree(folder)


#: Half the file is changed and written, and the change never comes to its end.
HALF = """
    from kompitie_web.store import current
    from kompitie_web.store.models import database
    for size in ("cache_spill = 1", "cache_size = 5"):
        database.execute_sql("PRAGMA " + size)
    under_way = current().action("result_entered")
    under_way.__enter__()
    database.execute_sql("UPDATE competitor SET club = hex(randomblob(900))")
"""


def test_the_program_is_killed_in_the_middle_and_started_with_the_file(tmp_path: Path, played: Hall) -> None:
    path = tmp_path / "Été.kompitie"
    path.write_bytes(played.whole)
    with hanging(played, path, HALF.strip()) as program:
        program.kill()
        program.wait()
    assert journal_of(path).stat().st_size > SECTOR
    assert path.read_bytes() != played.whole

    again = Program(tmp_path, str(path))
    visitor = again.visitor()
    assert visitor.get(address(again)).status == 200
    assert visitor.get(f"/c/{played.cid}/results/3").status == 200
    visitor.close()
    assert again.end() == 0, again.said
    assert Content.of(path) == played.content
    assert not journal_of(path).exists()
