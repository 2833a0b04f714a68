"""Starts and ends that go wrong: garbage in the data folder, no home, a stranger on the old port, ten starts at once, Stop in mid-work."""

import http.client
import http.server
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kompitie_web import preferences
from kompitie_web.launcher import instance
from kompitie_web.preferences import Preferences
from kompitie_web.state import load_secret
from tests.faults.hanging import hanging
from tests.faults.program import PATIENCE, ROOT, Answer, Program, Visitor
from tests.faults.tournament import looking, open_again
from tests.fuzz.damage import Hall

GARBAGE: dict[str, bytes] = {
    "nothing": b"",
    "bytes": bytes(range(256)) * 4,
    "half": b'{"language": "nl", "recent": [{"pa',
    "another kind": b'["nl"]',
    "a number": b"12",
    "deep": b"[" * 200_000,
    "no names": b'{"language": 7, "recent": 3}',
    "wrong values": json.dumps(
        {
            "language": "nl",
            "recent": [
                None,
                7,
                {"path": 5},
                {"path": ""},
                {"path": "a\0b.kompitie"},
                {"path": "/x.kompitie", "players": "many"},
                {"path": "/x.kompitie", "round": -1},
                {"path": "/x.kompitie", "step_arguments": ["x"]},
                {"path": "/x.kompitie", "name": "\ud800"},
                {"path": "/x.kompitie", "used": 12},
                {"path": "/x.kompitie", "used": "yesterday", "unknown": 1},
            ],
        }
    ).encode(),
}


@pytest.mark.parametrize("kind", GARBAGE)
def test_garbage_in_the_preferences_costs_only_them(tmp_path: Path, kind: str) -> None:
    (tmp_path / preferences.NAME).write_bytes(GARBAGE[kind])
    read = Preferences.load(tmp_path)
    assert all(isinstance(one.path, str) and one.path for one in read.recent)
    assert read.choose_language("fr")
    assert Preferences.load(tmp_path).language == "fr"


def test_what_is_right_among_garbage_is_kept(tmp_path: Path) -> None:
    (tmp_path / preferences.NAME).write_bytes(GARBAGE["wrong values"])
    read = Preferences.load(tmp_path)
    assert read.language == "nl"
    assert [one.used for one in read.recent] == ["yesterday"]


@pytest.mark.parametrize("content", [b"", b"short", b"x" * 100_000, None])
def test_a_damaged_secret_is_made_anew(tmp_path: Path, content: bytes | None) -> None:
    place = tmp_path / "secret"
    if content is None:
        place.mkdir()
    else:
        place.write_bytes(content)
    made = load_secret(tmp_path)
    assert 32 <= len(made) <= 1024
    assert content is None or load_secret(tmp_path) == made


def test_a_data_folder_full_of_garbage_starts_works_and_stops(tmp_path: Path, played: Hall) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / preferences.NAME).write_bytes(GARBAGE["wrong values"])
    (data / "secret").mkdir()
    (data / "kompitie.log").mkdir()
    (data / instance.INSTANCE).mkdir()
    (data / "copies").write_text("no folder")
    (tmp_path / "Club.kompitie").write_bytes(played.whole)
    (tmp_path / ".Club.kompitie.lock").write_bytes(b"\xff" * 300)
    program = Program(tmp_path)
    visitor = program.visitor()
    assert visitor.get("/").status == 200
    assert open_again(visitor, "Club.kompitie").status == 303
    visitor.forget_page()
    for page in ("players", "history", "standings"):
        assert visitor.get(f"/c/{played.cid}/{page}").status == 200
    answer = visitor.post(f"/c/{played.cid}/history/snapshot")
    assert answer.status == 409, "no copy can be made, and that is said"
    visitor.close()
    assert program.end() == 0, program.said


def test_a_wanted_port_that_is_busy_is_said(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        program = Program(tmp_path, "--port", str(busy.getsockname()[1]))
        assert program.wait() == 1
    said = "".join(program.said)
    assert "in use" in said or "10048" in said
    assert not (tmp_path / "data" / instance.INSTANCE).exists()


def test_a_lock_that_cannot_be_taken_is_said(tmp_path: Path) -> None:
    (tmp_path / "data" / instance.LOCK).mkdir(parents=True)
    program = Program(tmp_path)
    assert program.wait() == 1
    assert "Kompitie" in "".join(program.said)


@pytest.mark.skipif(os.name == "nt", reason="the folders of a user are named otherwise on Windows")
def test_without_a_home_it_starts(tmp_path: Path) -> None:
    """A service account, or a session that is half set up."""
    environment = {key: value for key, value in os.environ.items() if key not in ("HOME", "USER", "LOGNAME", "LANG")}
    environment |= {f"XDG_{name}": str(tmp_path / name) for name in ("DATA_HOME", "DOCUMENTS_DIR", "CONFIG_HOME", "CACHE_HOME")}
    code = """
from kompitie_web.launcher import serve
serve._open_first_page = lambda state, options: state.stop.set()
from kompitie_web.__main__ import main
raise SystemExit(main(["--no-browser", "--port", "0"]))
"""
    done = subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "DATA_HOME" / "Kompitie" / "kompitie.log").exists()


class Stranger(http.server.BaseHTTPRequestHandler):
    """Another program that says yes to everything."""

    def do_POST(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *_: object) -> None:
        """Nothing to say."""


def test_a_stranger_on_the_port_of_a_program_that_crashed_is_not_taken_for_it(tmp_path: Path) -> None:
    server = http.server.HTTPServer(("127.0.0.1", 0), Stranger)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    data = tmp_path / "data"
    data.mkdir()
    instance.announce(data, instance.Instance(server.server_port, 2**22 + 1, "old"))
    assert not instance._ask(data, None)
    program = Program(tmp_path)
    visitor = program.visitor()
    assert visitor.get("/").status == 200
    visitor.close()
    assert program.end() == 0
    server.shutdown()
    server.server_close()


def test_ten_starts_at_once_give_one_program(tmp_path: Path) -> None:
    """And each of the other nine has asked it to open the browser, which is none here."""
    prelude = "from kompitie_web.launcher import instance\ninstance.PATIENCE = 50"
    browser = {"BROWSER": f"'{Path(sys.executable).as_posix()}' -c pass %s"}
    programs = [Program(tmp_path / "home", prelude=prelude, environment=browser) for _ in range(10)]
    waiting = list(programs)
    try:
        while len(waiting) > 1:
            waiting = [one for one in waiting if one.process.poll() is None]
        (running,) = waiting
        assert [one.wait() for one in programs if one is not running] == [0] * 9
        told = json.loads((tmp_path / "home" / "data" / instance.INSTANCE).read_text("utf-8"))
        assert told["pid"] == running.process.pid
        visitor = running.visitor()
        assert visitor.get("/").status == 200
        visitor.close()
        assert running.end() == 0
    finally:
        for one in programs:
            one.kill()
            one.wait()


def test_a_start_while_the_first_one_leaves_takes_its_place(tmp_path: Path) -> None:
    first = Program(tmp_path)
    visitor = first.visitor()
    assert visitor.post("/stop").status == 200
    visitor.close()
    second = Program(tmp_path)
    follower = second.visitor()
    assert follower.get("/").status == 200
    assert first.wait() == 0
    follower.close()
    assert second.end() == 0


#: Storing a result takes a while, and says so when it began.
SLOW = """
import time
from pathlib import Path
from kompitie_web.actions import results
real = results.enter_result
def slow(*arguments, **more):
    Path({sign!r}).touch()
    time.sleep(1)
    return real(*arguments, **more)
results.enter_result = slow
"""


@pytest.mark.parametrize("how", ["SIGTERM", "Stop"] if os.name != "nt" else ["Stop"])
def test_an_end_in_the_middle_of_a_request_answers_it_first(tmp_path: Path, played: Hall, how: str) -> None:
    path = tmp_path / "Club.kompitie"
    path.write_bytes(played.whole)
    with looking(path) as connection:
        game = connection.execute("SELECT MIN(id) FROM game WHERE result = ''").fetchone()[0]
    sign = tmp_path / "began"
    program = Program(tmp_path, prelude=SLOW.format(sign=str(sign)))
    port = program.port()
    visitor, other = Visitor(port), Visitor(port)
    assert open_again(visitor, path.name).status == 303
    visitor.forget_page()
    answers: list[Answer] = []
    fields = {"game": game, "typed": "2-0", "before": ""}
    address = f"/c/{played.cid}/results/3"
    other.get("/about")
    asking = threading.Thread(target=lambda: answers.append(visitor.post(address, fields, partial=True)))
    asking.start()
    while not sign.exists():
        assert asking.is_alive(), answers
    if how == "Stop":
        assert other.post("/stop").status == 200
    else:
        program.process.send_signal(getattr(signal, how))
    assert program.wait() == 0, program.said
    asking.join(PATIENCE)
    assert [answer.status for answer in answers] == [200]
    with looking(path) as connection:
        assert connection.execute("SELECT result FROM game WHERE id = ?", (game,)).fetchone() == ("2-0",)
    assert not path.with_name(f".{path.name}.lock").exists()
    visitor.close()
    other.close()


def test_a_request_that_hangs_does_not_keep_the_program(tmp_path: Path, played: Hall) -> None:
    path = tmp_path / "Club.kompitie"
    path.write_bytes(played.whole)
    impatient = "from kompitie_web.launcher import serve\nserve.PATIENCE = 0.5\n"
    with hanging(played, path, before=impatient) as program:
        assert program.end() == 0, program.said
