"""The history screen: what I did, undo and redo to a line, dated copies put back, the file as a download."""

import re
from typing import TYPE_CHECKING

import pytest

from kompitie_web.actions import competitions
from kompitie_web.pages import history as history_page
from kompitie_web.store import models

if TYPE_CHECKING:
    from pathlib import Path

    from kompitie_web.store import KompitieFile
    from tests.conftest import Client


@pytest.fixture
def cid(file: "KompitieFile") -> int:
    return competitions.create_competition(competitions.NewCompetition("Winter"))


def names(cid: int) -> tuple[str, ...]:
    for name in ("One", "Two", "Three"):
        competitions.update_competition(cid, {"name": name})
    return ("One", "Two", "Three")


def test_every_action_has_a_line_and_the_newest_is_first(file: "KompitieFile", client: "Client", cid: int) -> None:
    names(cid)
    page = client.get(f"/c/{cid}/history").get_data(as_text=True)
    assert len(re.findall(r"Undo to here: ", page)) == 3
    assert "Winter" in client.get(f"/c/{cid}/history?scope=file").get_data(as_text=True)


def test_undo_to_a_line_takes_back_all_after_it_and_redo_brings_it_again(file: "KompitieFile", client: "Client", cid: int) -> None:
    names(cid)
    second = file.history(cid, 10)[1].id
    answer = client.post_form(f"/c/{cid}/history/undo/{second}", follow_redirects=True)
    assert "2 actions undone" in answer.get_data(as_text=True)
    assert models.Competition.get_by_id(cid).name == "One"
    newest = file.history(cid, 10)[0].id
    answer = client.post_form(f"/c/{cid}/history/redo/{newest}", follow_redirects=True)
    assert "2 actions done again" in answer.get_data(as_text=True)
    assert models.Competition.get_by_id(cid).name == "Three"


def test_the_same_undo_from_a_second_tab_says_so_and_changes_nothing(file: "KompitieFile", client: "Client", cid: int) -> None:
    names(cid)
    newest = file.history(cid, 10)[0].id
    client.post_form(f"/c/{cid}/history/undo/{newest}")
    answer = client.post_form(f"/c/{cid}/history/undo/{newest}", follow_redirects=True)
    assert "done already" in answer.get_data(as_text=True)
    assert models.Competition.get_by_id(cid).name == "Two"


def test_undone_lines_that_a_newer_action_overtook_stay_without_a_button(file: "KompitieFile", client: "Client", cid: int) -> None:
    names(cid)
    file.undo(cid)
    competitions.update_competition(cid, {"name": "Four"})
    page = client.get(f"/c/{cid}/history").get_data(as_text=True)
    assert "undone, for good" in page
    assert "Redo to here" not in page


def test_undo_after_a_copy_was_put_back_tells_the_way_back(file: "KompitieFile", client: "Client", cid: int) -> None:
    names(cid)
    copy = file.snapshot("by_hand").id
    client.post_form(f"/c/{cid}/history/restore", {"copy": copy, "confirmed": "1"})
    page = client.post_form("/undo", {"scope": cid, "back": f"/c/{cid}/players"}, follow_redirects=True).get_data(as_text=True)
    assert "put back the newest copy" in page
    asked = client.post_form(f"/c/{cid}/history/restore", {"copy": copy}).get_data(as_text=True)
    assert "Put the copy of today" in asked
    assert f'href="/c/{cid}/history#copies"' in page
    assert models.Competition.get_by_id(cid).name == "Three"


def test_a_copy_is_put_back_only_after_a_yes_and_what_was_there_is_kept(file: "KompitieFile", client: "Client", cid: int) -> None:
    client.post_form(f"/c/{cid}/history/snapshot")
    names(cid)
    copy = file.snapshots()[0].id
    asked = client.post_form(f"/c/{cid}/history/restore", {"copy": copy})
    assert "put it back" in asked.get_data(as_text=True)
    assert models.Competition.get_by_id(cid).name == "Three"
    client.post_form(f"/c/{cid}/history/restore", {"copy": copy, "confirmed": "1"})
    assert models.Competition.get_by_id(cid).name == "Winter"
    assert len(file.snapshots()) == 2


def test_a_copy_that_is_gone_gets_a_sentence(client: "Client", cid: int) -> None:
    answer = client.post_form(f"/c/{cid}/history/restore", {"copy": "../../etc/passwd"}, follow_redirects=True)
    assert "not there any more" in answer.get_data(as_text=True)


def test_the_download_is_a_whole_file(client: "Client", cid: int) -> None:
    answer = client.get(f"/c/{cid}/history/file")
    assert answer.data.startswith(b"SQLite format 3\x00")
    assert "Club.kompitie" in answer.headers["Content-Disposition"]


def test_a_stick_gets_a_copy_that_was_read_back(
    client: "Client", cid: int, tmp_path: "Path", monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "STICK"
    stick.mkdir()
    monkeypatch.setattr(history_page, "removable_drives", lambda: [stick])
    page = client.get(f"/c/{cid}/history").get_data(as_text=True)
    drive = re.search(r'name="drive" value="(\w+)"', page)
    assert drive
    answer = client.post_form(f"/c/{cid}/history/stick", {"drive": drive[1]}, follow_redirects=True)
    assert "was read back" in answer.get_data(as_text=True)
    assert (stick / "Club.kompitie").exists()


def test_a_path_as_a_stick_is_refused(client: "Client", cid: int, tmp_path: "Path") -> None:
    answer = client.post_form(f"/c/{cid}/history/stick", {"drive": str(tmp_path)}, follow_redirects=True)
    assert "not there any more" in answer.get_data(as_text=True)


def test_undoing_the_making_of_the_competition_ends_on_the_start_page(file: "KompitieFile", client: "Client", cid: int) -> None:
    made = file.history(None, 10)[0].id
    answer = client.post_form(f"/c/{cid}/history/undo/{made}", {"scope": "file"})
    assert answer.headers["Location"] == "/"


def test_older_lines_are_shown_when_asked(
    file: "KompitieFile", client: "Client", cid: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_page, "SHOWN", 2)
    names(cid)
    names(cid)
    page = client.get(f"/c/{cid}/history").text
    assert page.count("Undo to here: ") == 2
    assert f'href="/c/{cid}/history?lines=4">Show older lines' in page
    page = client.get(f"/c/{cid}/history?lines=4").text
    assert page.count("Undo to here: ") == 4
    assert 'lines=8">' in page
    page = client.get(f"/c/{cid}/history?lines=8").text
    assert page.count("Undo to here: ") == 6
    assert "Show older lines" not in page
    for odd in ("-3", "x", "9" * 5000):
        assert client.get(f"/c/{cid}/history?lines={odd}").status_code == 200
