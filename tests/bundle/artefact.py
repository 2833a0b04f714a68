"""A built program (or the source) that is started, watched and ended as a user's desktop would: its folders, its browser, its end."""

import http.client
import json
import os
import secrets
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Literal

from tests.bundle.browsing import Browser

PATIENCE = 90.0
ROOT = Path(__file__).parent.parent.parent
TOKEN = "KOMPITIE_SMOKE"
#: Names a Python of Windows that can look at windows under Wine.
WINDOWS_PYTHON = "KOMPITIE_WINDOWS_PYTHON"
#: The programs that show message boxes where they are not part of the system.
BOXES = ("zenity", "kdialog", "xmessage", "osascript")
Kind = Literal["source", "file", "folder"]


def wait_until(condition: Callable[[], object], what: str, seconds: float = PATIENCE) -> None:
    """Wait for something; fail, and say for what, when it does not come."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited too long for {what}"
        time.sleep(0.01)


@dataclass(frozen=True)
class Artefact:
    """What is tried: ``program`` is the file to start (None: the source), under Wine when ``wine``."""

    program: Path | None
    kind: Kind
    wine: bool = False

    @classmethod
    def of(cls, program: Path | None, wine: bool = False) -> "Artefact":
        """The artefact that begins with this file."""
        if program is None:
            return cls(None, "source")
        is_folder = (program.parent / "_internal").is_dir() or program.parent.name == "MacOS"
        return cls(program.resolve(), "folder" if is_folder else "file", wine)

    @property
    def is_windows(self) -> bool:
        """Whether it runs with the rules of Windows."""
        return self.wine or sys.platform == "win32"

    def command(self) -> list[str]:
        """The command that starts it."""
        if self.program is None:
            return [sys.executable, "-m", "kompitie_web"]
        return [*(["wine"] if self.wine else []), str(self.program)]

    def named(self, path: Path) -> str:
        """A path as the program knows it."""
        return "Z:" + str(path).replace("/", "\\") if self.wine else str(path)

    @property
    def place(self) -> Path:
        """What a user sees and copies: the file, the folder that it is in, or the app of a Mac."""
        assert self.program is not None
        if self.kind == "file":
            return self.program
        return self.program.parents[2] if self.program.parent.name == "MacOS" else self.program.parent

    @property
    def beside(self) -> Path:
        """The folder in which a user lays what is to be beside the program."""
        assert self.program is not None
        return self.place.parent if self.place.suffix == ".app" else self.program.parent

    def copied_to(self, folder: Path) -> "Artefact":
        """The same program in another folder."""
        assert self.program is not None
        target = folder / self.place.name
        if self.kind == "file":
            shutil.copy2(self.place, target)
        else:
            shutil.copytree(self.place, target, symlinks=True)
        return Artefact(target / self.program.relative_to(self.place), self.kind, self.wine)


@dataclass
class Running:
    """One started program. ``home``: its data folder; ``desk``: where its browser and its message boxes leave their notes."""

    process: "subprocess.Popen[bytes]"
    home: Path
    desk: "Desk"
    token: str

    def address(self) -> str:
        """The address of its start page, once it answers."""
        wait_until(lambda: self._port() or self.process.poll() is not None, "the first page")
        port = self._port()
        assert port, f"the program left with {self.process.returncode}: {self.log()}"
        return f"http://127.0.0.1:{port}/"

    def _port(self) -> int:
        """The port on which it answers, 0 as long as it does not. A killed program may have left the file of its port."""
        try:
            port = int(json.loads((self.home / "data" / "instance.json").read_text(encoding="utf-8"))["port"])
        except (FileNotFoundError, PermissionError):
            return 0
        return port if _answers(port) else 0

    def browser(self) -> Browser:
        """A browser on it, in English."""
        made = Browser(self.address())
        made.submit(made.get("/"), "/language", language="en")
        return made

    def log(self) -> str:
        """What it wrote into its log."""
        place = self.home / "data" / "kompitie.log"
        return place.read_text(encoding="utf-8") if place.exists() else "no log"

    def wait(self, seconds: float = PATIENCE) -> int:
        """Its exit code, once it has ended."""
        return self.process.wait(seconds)

    def stop(self, browser: Browser) -> None:
        """Press Stop: a goodbye page, and the end with 0."""
        page = browser.submit(browser.get("/"), "/stop")
        assert "<h1>" in page.text
        code = self.wait(20)
        assert code == 0, f"Stop ended with {code}: {self.log()}"
        assert not (self.home / "data" / "instance.json").exists()

    def kill(self) -> None:
        """End it and what it started at once, as a power cut would."""
        if sys.platform == "win32":
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(self.process.pid)], check=False, capture_output=True)
        else:
            for process in [*_marked(self.token), self.process.pid]:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        self.process.wait(20)


@dataclass
class Desk:
    """The desktop around the programs of one check: a folder, a browser and a message box that only note what they are asked."""

    artefact: Artefact
    folder: Path
    started: list[Running] = field(default_factory=list)
    _drain: "subprocess.Popen[bytes] | None" = None

    def __post_init__(self) -> None:
        tools = self.folder / "tools"
        tools.mkdir(exist_ok=True)
        self.temporary = self._where_it_unpacks()
        self.opened = self.folder / "opened.txt"
        self.told = self.folder / "told.txt"
        for name, notes in (("xdg-open", self.opened), *((box, self.told) for box in BOXES)):
            script = tools / name
            script.write_text(f'#!/bin/sh\nfor word; do :; done\nprintf "%s\\n" "$word" >> "{notes}"\n', encoding="utf-8")
            script.chmod(script.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
        (tools / "browser.cmd").write_text(f'@echo %~1>> "{self.opened}"\n', encoding="utf-8")

    def start(
        self,
        *arguments: str,
        home: Path,
        is_told: bool = True,
        artefact: Artefact | None = None,
        user: int | None = None,
        outputs: bool = True,
    ) -> Running:
        """Start a program whose data is in ``home``, which it is told or has to find. Without ``outputs`` there is nowhere to print."""
        used = artefact or self.artefact
        told = ["--data", used.named(home)] if is_told else []
        token = secrets.token_hex(8)
        command = [*used.command(), *told, *arguments]
        if not outputs:
            command = ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *command]
        output = self._sink()
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=self._environment(token),
            user=user,
            group=user,
            extra_groups=None if user is None else [],
            cwd=ROOT if used.program is None else self.folder,
            start_new_session=True,
        )
        made = Running(process, home, self, token)
        self.started.append(made)
        return made

    def run(self, *arguments: str) -> int:
        """Run one of the commands to its end; gives the exit code."""
        return self.start(*arguments, home=self.folder, is_told=False).wait()

    def _sink(self) -> int | IO[bytes]:
        """Where a program's output goes: nowhere. Wine starts a Python surely only with a pipe."""
        if not self.artefact.wine:
            return subprocess.DEVNULL
        if self._drain is None:
            self._drain = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        assert self._drain.stdin is not None
        return self._drain.stdin

    def addresses(self) -> list[str]:
        """What the browser was asked for."""
        return self.opened.read_text(encoding="utf-8").split() if self.opened.exists() else []

    def message(self) -> str:
        """What the message box of a program says; its button is pressed."""
        if self.artefact.is_windows:
            python = ["wine", os.environ[WINDOWS_PYTHON]] if self.artefact.wine else [sys.executable]
            reader = Path(__file__).with_name("box.py")
            command = [*python, self.artefact.named(reader), self.artefact.named(self.told)]
            sink = self._sink()
            done = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, stdout=sink, stderr=sink, timeout=PATIENCE)
            assert done.returncode == 0, "no message box came"
        wait_until(lambda: self.told.exists() and self.told.stat().st_size, "the message box")
        return self.told.read_text(encoding="utf-8")

    def close(self) -> None:
        """End what still runs."""
        for one in self.started:
            if one.process.poll() is None or (sys.platform != "win32" and _marked(one.token)):
                one.kill()
        if self._drain is not None:
            self._drain.kill()
            self._drain.communicate()

    def _where_it_unpacks(self) -> Path:
        if self.artefact.wine:
            users = Path(os.environ["WINEPREFIX"]) / "drive_c" / "users"
            return next(users.glob("*/AppData/Local"), users) / "Kompitie" / "runtime"
        if sys.platform == "win32":
            return Path(os.environ["LOCALAPPDATA"]) / "Kompitie" / "runtime"
        place = self.folder / "tmp"
        place.mkdir(exist_ok=True)
        place.chmod(0o1777)
        return place

    def _environment(self, token: str) -> dict[str, str]:
        tools = self.folder / "tools"
        changed = {TOKEN: token, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
        if sys.platform == "win32":
            changed["BROWSER"] = f"'{(tools / 'browser.cmd').as_posix()}' %s"
        elif not self.artefact.wine:  # Wine asks xdg-open
            changed |= {"HOME": str(self.folder), "TMPDIR": str(self.temporary), "BROWSER": f"'{tools / 'xdg-open'}' %s"}
        return {**os.environ, **changed}


def seconds_to_first_page(artefact: Artefact, folder: Path, cold: bool = False) -> float:
    """One start in a new folder: from the double click to the start page. ``cold``: the program's files are read from the disk."""
    if cold and artefact.program and hasattr(os, "posix_fadvise"):
        with artefact.program.open("rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    home = folder / secrets.token_hex(4)
    desk = Desk(artefact, folder)
    began = time.perf_counter()
    try:
        program = desk.start("--no-browser", "--port", "0", home=home)
        address = program.address()
        Browser(address).get("/")
        seconds = time.perf_counter() - began
        program.stop(Browser(address))
    finally:
        desk.close()
    return seconds


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("HEAD", "/static/icon.svg")
        return connection.getresponse().status < 500
    except OSError:
        return False
    finally:
        connection.close()


def _marked(token: str) -> Sequence[int]:
    """The processes that were started with this mark, directly or by one that was."""
    mark = f"{TOKEN}={token}".encode()
    found = []
    for place in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if mark in place.read_bytes():
                found.append(int(place.parent.name))
    return found
