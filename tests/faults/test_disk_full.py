"""A disk that takes nothing any more: each kind of change says so in the user's language, keeps nothing half, and works again after.

The limit of the operating system on the size of files stands in for a full disk: it works everywhere, for every write of the process.
"""

import contextlib
import io
import json
import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from kompitie_web import i18n, preferences
from kompitie_web.i18n import _
from kompitie_web.pages import history
from kompitie_web.state import load_secret
from kompitie_web.store import current
from tests.faults.program import Program
from tests.faults.tournament import Content, looking
from tests.fuzz.damage import Hall

resource = pytest.importorskip("resource", reason="limits of files are there on Linux and macOS only")


@contextlib.contextmanager
def full(bytes_left: int = 0) -> Iterator[None]:
    """No file of this process may be larger than this."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_left, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def open_game(hall: Hall) -> int:
    with looking(hall.path) as connection:
        return int(connection.execute("SELECT MIN(id) FROM game WHERE result = ''").fetchone()[0])


def enter(hall: Hall) -> TestResponse:
    fields = {"game": str(open_game(hall)), "typed": "2-0", "before": ""}
    return hall.client.post_form(f"/c/{hall.cid}/results/3", fields, headers={"HX-Request": "true"})


def bring(hall: Hall) -> TestResponse:
    content = io.BytesIO(b"Name;Rating\nNew One;900\nNew Two;910\n")
    return hall.client.post_form(f"/c/{hall.cid}/players/file", {"step": "add", "file": (content, "list.csv")})


def put_back(hall: Hall) -> TestResponse:
    fields = {"copy": current().snapshots()[-1].id, "confirmed": "1"}
    return hall.client.post_form(f"/c/{hall.cid}/history/restore", fields)


def stick(hall: Hall) -> TestResponse:
    return hall.client.post_form(f"/c/{hall.cid}/history/stick", {"drive": hall.state.file_id(hall.path.parent / "stick")})


def post(address: str, **fields: str) -> Callable[[Hall], TestResponse]:
    return lambda hall: hall.client.post_form(
        address.format(cid=hall.cid), {key: value.format(cid=hall.cid) for key, value in fields.items()}
    )


NEW = {"name": "Summer", "kind": "tournament", "sport": "draughts", "pairing": "resistance", "players": "8", "rounds": "3"}
#: Every kind of change, and whether it changes the open file (the others write beside it).
CHANGES: Mapping[str, tuple[Callable[[Hall], TestResponse], bool]] = {
    "result": (enter, True),
    "pairing, with its copy": (post("/c/{cid}/rounds/4/draft", confirmed="1", allow_incomplete="1"), True),
    "unpairing, with its copy": (post("/c/{cid}/rounds/3/delete", keep_results="1"), True),
    "presence": (post("/c/{cid}/presence/4/all", present="0"), True),
    "import": (bring, True),
    "a player": (post("/c/{cid}/players", line="Newcomer; 900"), True),
    "name in the settings": (post("/c/{cid}/settings/file", name="Another name"), True),
    "undo": (post("/undo", scope="{cid}"), True),
    "putting back": (put_back, True),
    "a dated copy": (post("/c/{cid}/history/snapshot"), False),
    "a copy on a stick": (stick, False),
    "download": (lambda hall: hall.client.get(f"/c/{hall.cid}/history/file"), False),
    "a new file": (post("/new", **NEW), False),
    "the example": (post("/example"), False),
}


@pytest.mark.parametrize(("what", "code"), list(zip(CHANGES, cycle(i18n.LANGUAGES), strict=False)))
def test_no_room_is_said_and_nothing_is_lost(hall: Hall, what: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (hall.path.parent / "stick").mkdir(exist_ok=True)
    monkeypatch.setattr(history, "removable_drives", lambda: [hall.path.parent / "stick"])
    change, of_file = CHANGES[what]
    hall.state.preferences.language = code
    files = {one.name for one in hall.path.parent.rglob("*.kompitie")}
    with full():
        answer = change(hall)
        page = hall.client.get(f"/c/{hall.cid}/results/3")
    with i18n.language(code):
        assert any(text in answer.text for text in (_("The disk is full"), _("The disk refused"))), answer.text
    assert answer.status_code == 409
    assert page.status_code == 200, "the program does not go on"
    assert Content.of(hall.path) == hall.content
    assert {one.name for one in hall.path.parent.rglob("*.kompitie")} == files, "something half stayed behind"
    assert not list(hall.path.parent.rglob("*.part"))
    again = change(hall)
    assert again.status_code in (200, 303), again.text
    assert (Content.of(hall.path) != hall.content) == of_file


def test_every_screen_answers_on_a_full_disk_and_a_file_can_be_opened(hall: Hall) -> None:
    current().close()
    with full():
        assert hall.open().status_code == 303
        for page in (
            "players",
            "presence",
            "rounds",
            "results",
            "standings",
            "print",
            "print/standings.pdf",
            "settings",
            "history",
        ):
            assert hall.client.get(f"/c/{hall.cid}/{page}", follow_redirects=True).status_code == 200, page
        assert hall.client.get("/").status_code == 200


def test_a_language_that_cannot_be_kept_holds_until_the_end(hall: Hall) -> None:
    with full():
        answer = hall.client.post_form("/language", {"language": "fr", "back": "/about"})
        assert answer.status_code == 303
        page = hall.client.get("/about").text
    assert 'lang="fr"' in page
    with i18n.language("fr"):
        assert (
            _("The language is changed until you stop. It cannot be remembered: the disk is full or protected.").split(":")[0]
            in page
        )
    hall.client.post_form("/language", {"language": "nl"})
    kept = json.loads((hall.state.folders.data / preferences.NAME).read_text("utf-8"))
    assert kept["language"] == "nl"


def test_a_secret_that_cannot_be_kept_serves_this_run(tmp_path: Path) -> None:
    with full():
        assert len(load_secret(tmp_path)) >= 32
    assert load_secret(tmp_path) == load_secret(tmp_path)


FULL = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
"""


def test_the_program_starts_shows_and_stops_on_a_full_disk(tmp_path: Path, hall: Hall) -> None:
    """Neither log nor secret nor the note for a second start can be written; the files can be looked at and printed."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "Club.kompitie").write_bytes(hall.whole)
    program = Program(home, prelude=FULL)
    visitor = program.visitor()
    assert visitor.get("/").status == 200
    page = visitor.get("/open")
    assert page.status == 200
    assert "Club" in page.text
    visitor.close()
    assert program.end() == 0, program.said


def test_a_log_that_cannot_be_written_fails_no_page(tmp_path: Path) -> None:
    """A log on a device that is always full."""
    if sys.platform != "linux":
        pytest.skip("only Linux has a device that is always full")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "kompitie.log").symlink_to("/dev/full")
    program = Program(tmp_path)
    visitor = program.visitor()
    assert visitor.get("/").status == 200
    assert visitor.get("/nowhere").status == 404
    visitor.close()
    assert program.end() == 0, program.said


def test_what_is_printed_when_nobody_can_take_it(tmp_path: Path) -> None:
    """The standard output is full or closed from the start: the program runs and stops all the same."""
    for prelude in ("sys.stdout = open('/dev/full', 'w')", "sys.stdout.close()", "sys.stdout = None"):
        if "/dev/full" in prelude and sys.platform != "linux":
            continue
        code = (
            prelude + "\nfrom kompitie_web.launcher import serve\nserve._open_first_page = lambda state, options: state.stop.set()"
        )
        program = Program(tmp_path / str(len(prelude)), prelude=code)
        assert program.wait() == 0, program.said


def test_the_log_says_when_something_is_not_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    kept = preferences.Preferences(tmp_path)
    with caplog.at_level(logging.WARNING), full():
        assert not kept.choose_language("fr")
    assert "preferences are not kept" in caplog.text
    assert kept.choose_language("fr")
    assert preferences.Preferences.load(tmp_path).language == "fr"
