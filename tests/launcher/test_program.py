"""The running program: start, second start, file argument, Stop, kill, busy ports (spec 50 Process)."""

import http.client
import http.cookiejar
import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kompitie_web import __version__
from kompitie_web.launcher import instance, ports

Start = Callable[..., "Program"]


class Program:
    """One started program. Its browser is a script that notes the addresses."""

    def __init__(self, home: Path, noted: Path, *arguments: str) -> None:
        self.home = home
        self.noted = noted
        self.output = home.parent / f"output {len(list(home.parent.glob('output*')))}.txt"
        script = home.parent / "browser.sh"
        script.write_text(f'#!/bin/sh\necho "$1" >> "{noted}"\n', encoding="utf-8")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        command = [sys.executable, "-m", "kompitie_web", "--data", str(home), *arguments]
        with self.output.open("w", encoding="utf-8") as output:
            environment = {**os.environ, "BROWSER": f"{script} %s", "PYTHONUNBUFFERED": "1"}
            self.process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env=environment)

    def address(self) -> str:
        """The address that it printed, once it did."""
        wait_until(lambda: "http://" in self.output.read_text(encoding="utf-8") or self.process.poll() is not None)
        found = re.search(r"http://127\.0\.0\.1:\d+/", self.output.read_text(encoding="utf-8"))
        assert found, self.output.read_text(encoding="utf-8")
        return found[0]

    def opened(self) -> list[str]:
        """The addresses that its browser was asked for."""
        return self.noted.read_text(encoding="utf-8").split() if self.noted.exists() else []

    def post(self, path: str, **fields: str) -> str:
        """Press a button of a page."""
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        opener = urllib.request.build_opener(jar)
        with opener.open(self.address(), timeout=20) as page:
            token = re.search(r'name="csrf-token" content="([^"]+)"', page.read().decode())
        assert token
        body = urllib.parse.urlencode({"csrf_token": token[1], **fields}).encode()
        with opener.open(urllib.parse.urljoin(self.address(), path), body, timeout=20) as page:
            return str(page.read().decode())


def wait_until(condition: Callable[[], object], seconds: float = 30) -> None:
    """Wait for something; fail when it does not come."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts programs on a folder with a name that is not plain letters; ends those that still run."""
    started: list[Program] = []

    def begin(*arguments: str, home: str = "Łódź & co") -> Program:
        made = Program(tmp_path / home, tmp_path / "noted.txt", "--port", "0", *arguments)
        started.append(made)
        return made

    yield begin
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
        one.process.wait(10)


def test_it_opens_the_browser_and_stop_ends_it_within_a_second(start: Start) -> None:
    program = start()
    wait_until(program.opened)
    assert program.opened() == [program.address()]
    page = program.post("/stop")
    began = time.monotonic()
    assert "<h1>" in page
    assert program.process.wait(5) == 0
    # A second on a machine with nothing else to do; the other tests run beside this one.
    assert time.monotonic() - began < 3
    assert not (program.home / "data" / instance.INSTANCE).exists()


def test_without_a_browser_it_prints_its_address(start: Start) -> None:
    program = start("--no-browser")
    assert f"Kompitie {__version__}" in (program.address() and program.output.read_text(encoding="utf-8"))
    assert program.opened() == []


def test_a_second_start_activates_the_first_and_leaves(start: Start) -> None:
    first = start("--no-browser")
    address = first.address()
    second = start()
    assert second.process.wait(20) == 0
    wait_until(first.opened)
    assert first.opened() == [address]
    assert first.process.poll() is None


def test_a_file_argument_is_opened_by_the_running_program(start: Start, tmp_path: Path) -> None:
    first = start("--no-browser")
    first.post("/example")
    (made,) = first.home.glob("*.kompitie")
    first.post("/stop")
    first.process.wait(5)
    brought = tmp_path / "Été.kompitie"
    made.rename(brought)
    running = start("--no-browser")
    running.address()
    assert start(str(brought)).process.wait(20) == 0
    wait_until(running.opened)
    with urllib.request.urlopen(running.opened()[0], timeout=20) as page:
        assert re.search(r"/c/\d+/", page.url)


def test_a_file_that_is_not_there_gets_a_page(start: Start, tmp_path: Path) -> None:
    program = start(str(tmp_path / "gone.kompitie"))
    wait_until(program.opened)
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(program.opened()[0], timeout=20)
    with refused.value as answer:
        assert answer.code == 409
        assert "gone.kompitie" in answer.read().decode()


@pytest.mark.skipif(os.name == "nt", reason="signals are not those of Windows")
def test_it_starts_after_a_kill_and_knows_the_last_file(start: Start) -> None:
    first = start("--no-browser")
    first.post("/example")
    first.process.send_signal(signal.SIGKILL)
    first.process.wait(5)
    assert (first.home / "data" / instance.INSTANCE).exists()
    again = start("--no-browser")
    with urllib.request.urlopen(again.address(), timeout=20) as page:
        assert 'class="files"' in page.read().decode()


@pytest.mark.skipif(os.name == "nt", reason="signals are not those of Windows")
def test_a_request_to_end_is_a_stop(start: Start) -> None:
    program = start("--no-browser")
    program.address()
    program.process.send_signal(signal.SIGTERM)
    assert program.process.wait(5) == 0


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_said(start: Start, tmp_path: Path) -> None:
    (tmp_path / "shut").mkdir(mode=0o500)
    program = start("--no-browser", home="shut/home")
    assert program.process.wait(20) == 1
    assert "kompitie" in program.output.read_text(encoding="utf-8").lower()


def test_a_data_folder_that_is_a_file_is_said(start: Start, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    program = start("--no-browser", home="file")
    assert program.process.wait(20) == 1
    assert program.output.read_text(encoding="utf-8").strip()


def test_a_windowed_program_without_output_writes_its_log(tmp_path: Path) -> None:
    code = f"""
import sys
sys.stdout = sys.stderr = None
from kompitie_web import __main__
from kompitie_web.launcher import serve
serve._open_first_page = lambda state, options: state.stop.set()
sys.exit(__main__.main(["--no-browser", "--port", "0", "--data", {str(tmp_path)!r}]))
"""
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
    log = (tmp_path / "data" / "kompitie.log").read_text(encoding="utf-8")
    assert "Kompitie stops" in log
    assert "http://127.0.0.1:" in log


def test_the_instance_file_is_for_this_user_only(start: Start) -> None:
    program = start("--no-browser")
    program.address()
    place = program.home / "data" / instance.INSTANCE
    wait_until(place.exists)
    assert json.loads(place.read_text(encoding="utf-8"))["pid"] == program.process.pid
    if os.name != "nt":
        assert stat.S_IMODE(place.stat().st_mode) == 0o600


def test_a_lock_is_for_one_and_free_after_it(tmp_path: Path) -> None:
    lock = instance.Lock.take(tmp_path)
    assert lock is not None
    assert instance.Lock.take(tmp_path) is None
    lock.release()
    again = instance.Lock.take(tmp_path)
    assert again is not None
    again.release()


def test_a_running_program_that_does_not_answer_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instance, "PATIENCE", 0.3)
    lock = instance.Lock.take(tmp_path)
    assert lock is not None
    assert instance.first_or_asked(tmp_path, None) is instance.SILENT
    instance.announce(tmp_path, instance.Instance(1, 1, "x"))
    assert instance.first_or_asked(tmp_path, None) is instance.SILENT
    (tmp_path / instance.INSTANCE).write_text("{", encoding="utf-8")
    assert instance.first_or_asked(tmp_path, None) is instance.SILENT
    lock.release()


def test_a_busy_port_is_passed_over() -> None:
    first = ports.listen((0,))
    busy = first.getsockname()[1]
    second = ports.listen((busy, 0))
    assert second.getsockname()[1] not in (0, busy)
    with pytest.raises(OSError, match="in use"):
        ports.listen((busy,))
    first.close()
    second.close()


def test_it_listens_on_this_computer_only(start: Start) -> None:
    program = start("--no-browser")
    assert ports.HOST == "127.0.0.1"
    port = urllib.parse.urlsplit(program.address()).port
    assert port
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/", headers={"Host": f"kompitie.example:{port}"})
    assert connection.getresponse().status == 421
    connection.close()
