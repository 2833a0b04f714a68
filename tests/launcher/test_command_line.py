"""The command line, the log, the browser's environment and the folders."""

import os
import sys
from pathlib import Path
from subprocess import TimeoutExpired
from types import SimpleNamespace

import pytest

from kompitie_web import __main__, __version__, commands, state
from kompitie_web.launcher import desktop, serve
from kompitie_web.launcher.arguments import COMMANDS, parser


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        __main__.main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"Kompitie {__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_goes_to_its_own_module(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, list[str]]] = []
    monkeypatch.setattr(commands, "run", lambda command, arguments: asked.append((command, list(arguments))) or 3)
    assert __main__.main([name, "a", "b"]) == 3
    assert asked == [(name, ["a", "b"])]


def test_the_options_of_the_program() -> None:
    options = parser().parse_args(["--port", "0", "--no-browser", "--data", "x", "Club.kompitie"])
    assert (options.port, options.no_browser, options.data, options.file) == (0, True, Path("x"), Path("Club.kompitie"))


@pytest.mark.parametrize("port", ["70000", "-1", "x"])
def test_a_wrong_port_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["--port", port])
    assert "port" in capsys.readouterr().err


def test_the_browser_gets_the_environment_from_before_the_bundle(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str | None, str | None]] = []
    names = ("LD_LIBRARY_PATH", "PYINSTALLER_RESET_ENVIRONMENT")
    monkeypatch.setattr("webbrowser.open", lambda address: seen.append(tuple(os.environ.get(name) for name in names)) or True)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/bundle")
    assert desktop.open_browser("http://127.0.0.1/")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    desktop.open_browser("http://127.0.0.1/")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/before")
    desktop.open_browser("http://127.0.0.1/")
    assert seen == [("/bundle", None), (None, "1"), ("/before", "1")]
    assert [os.environ.get(name) for name in names] == ["/bundle", None]


def test_a_bundle_without_a_library_path_keeps_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.delenv("LD_LIBRARY_PATH", raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/before")
    desktop.open_browser("http://127.0.0.1/")
    assert "LD_LIBRARY_PATH" not in os.environ


class Boxes:
    """The programs of a desktop that show message boxes, with what each ends with; the others are not there."""

    def __init__(self, ends: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
        self.ends = ends
        self.asked: list[list[str]] = []
        monkeypatch.setattr(sys, "frozen", True, raising=False)
        monkeypatch.setattr("subprocess.run", self.run)

    def run(self, command: list[str], **_: object) -> SimpleNamespace:
        """In place of starting one."""
        if command[0] not in self.ends:
            raise FileNotFoundError(command[0])
        self.asked.append(command)
        return SimpleNamespace(returncode=self.ends[command[0]])


@pytest.mark.parametrize(
    ("system", "ends", "asked"),
    [
        ("linux", {"zenity": 0, "kdialog": 0, "xmessage": 0}, ["zenity"]),
        ("linux", {"zenity": 1, "xmessage": 0}, ["zenity"]),
        ("linux", {"zenity": 255, "xmessage": 0}, ["zenity", "xmessage"]),
        ("linux", {"kdialog": 0, "xmessage": 0}, ["kdialog"]),
        ("linux", {"xmessage": 0}, ["xmessage"]),
        ("darwin", {"osascript": 0, "xmessage": 0}, ["osascript"]),
    ],
)
def test_the_message_box_of_a_bundle_is_that_of_the_desktop(
    system: str, ends: dict[str, int], asked: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    boxes = Boxes(ends, monkeypatch)
    monkeypatch.setattr(sys, "platform", system)
    desktop.complain("It did not start")
    assert [command[0] for command in boxes.asked] == asked
    assert all(command[-1].endswith("It did not start") for command in boxes.asked)
    assert capsys.readouterr().err == "It did not start\n"


@pytest.mark.parametrize("trouble", [FileNotFoundError("none"), PermissionError("not allowed"), TimeoutExpired("zenity", 600)])
def test_without_a_message_box_the_log_says_so(
    trouble: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise trouble

    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("subprocess.run", fail)
    desktop.complain("It did not start")
    assert "message box" in caplog.text


def test_the_message_names_the_log_or_what_cannot_be_kept(tmp_path: Path) -> None:
    place = tmp_path / "kompitie.log"
    trouble = PermissionError(13, "Permission denied", str(tmp_path / "kompitie.lock"))
    assert f"use {tmp_path / 'kompitie.lock'}\nPermission denied" in desktop.trouble_text(trouble, place)
    place.touch()
    for error in (trouble, RuntimeError("no more")):
        assert desktop.trouble_text(error, place).endswith(f"What happened is in {place}")


@pytest.mark.parametrize("has_console", [True, False])
def test_a_command_of_a_windowed_program_prints_where_it_was_typed(
    has_console: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = SimpleNamespace(AttachConsole=lambda parent: parent == -1 and has_console)
    monkeypatch.setattr("ctypes.windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    monkeypatch.chdir(tmp_path)  # where CONOUT$ is a file, and no device
    desktop.borrow_console()
    if has_console:
        print("Kompitie")
        sys.stdout.close()
        assert (tmp_path / "CONOUT$").read_text(encoding="utf-8") == "Kompitie\n"
    else:
        assert sys.stdout is None


def test_no_browser_at_all_is_in_the_log(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    assert not desktop.open_browser("http://127.0.0.1:8421/")
    assert "http://127.0.0.1:8421/" in caplog.text


def test_data_puts_files_and_all_else_into_one_folder(tmp_path: Path) -> None:
    folders = serve.chosen_folders(tmp_path / "x")
    assert folders == state.Folders(tmp_path / "x", tmp_path / "x" / "data")


def test_a_folder_beside_the_bundle_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "kompitie"))
    assert serve.chosen_folders(None) == state.usual_folders()
    (tmp_path / serve.PORTABLE).mkdir()
    assert serve.chosen_folders(None) == state.usual_folders()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert serve.chosen_folders(None).documents == tmp_path / serve.PORTABLE


def test_on_a_mac_the_folder_is_beside_the_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "Kompitie.app" / "Contents" / "MacOS" / "kompitie"))
    (tmp_path / serve.PORTABLE).mkdir()
    assert serve.chosen_folders(None).documents == tmp_path / serve.PORTABLE


def test_the_usual_folders_are_the_users_documents_and_data(monkeypatch: pytest.MonkeyPatch) -> None:
    folders = state.usual_folders()
    assert folders.documents.name == "Kompitie"
    assert folders.data.name == "Kompitie"
    assert folders.documents != folders.data
