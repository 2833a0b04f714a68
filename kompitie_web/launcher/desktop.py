"""What the program asks of the desktop around it: the browser, a message box, a place for its output."""

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kompitie_web.i18n import _

LOG = "kompitie.log"
LARGEST_LOG = 1_000_000
TITLE = "Kompitie"
#: For a message box of Windows: the sign of an error, and in front of the windows that are open.
ERROR_IN_FRONT = 0x10 | 0x10000
#: Seconds after which nobody will read a message box any more.
LONGEST_BOX = 600
#: How a program ends that has shown its box: by a button, or closed. (Another one did not understand what it was asked.)
READ = (0, 1)
#: Set by the loader of a bundle for its own libraries; a browser started with it may fail.
LIBRARY_PATH = "LD_LIBRARY_PATH"
#: Tells a bundle to unpack itself anew: a file that is double-clicked in the browser's list of downloads starts the program as the browser's
#: child, which would else live in the folder of the program that opened the browser.
START_ANEW = "PYINSTALLER_RESET_ENVIRONMENT"
log = logging.getLogger("kompitie")


def start_log(folder: Path) -> Path:
    """Write the log into the data folder, also what is printed when there is nowhere to print (a windowed program)."""
    place = folder / LOG
    if place.exists() and place.stat().st_size > LARGEST_LOG:
        place.replace(place.with_suffix(".old.log"))
    handler = logging.FileHandler(place, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    # Only warnings of the server: a line for every request would drown them and wear the disk.
    logging.getLogger("waitress").setLevel(logging.WARNING)
    if sys.stdout is None:
        sys.stdout = handler.stream
    if sys.stderr is None:
        sys.stderr = handler.stream
    return place


def borrow_console() -> None:
    """Let a command print in the window from which it was typed: the double-click program of Windows has no outputs of its own."""
    if sys.platform == "win32" and sys.stdout is None:
        import ctypes

        parent = -1
        if ctypes.windll.kernel32.AttachConsole(parent):
            sys.stdout = sys.stderr = open("CONOUT$", "w", encoding="utf-8", buffering=1)  # noqa: PTH123, SIM115 - a device, open to the end


def open_browser(address: str) -> bool:
    """Open the user's browser; False when that did not work (the address is in the log and on the screen then)."""
    import webbrowser

    with _clean_environment():
        try:
            opened = webbrowser.open(address)
        except webbrowser.Error:
            opened = False
    if not opened:
        log.warning("no browser could be opened; the address is %s", address)
    return opened


@contextmanager
def _clean_environment() -> Iterator[None]:
    """The environment as it was before the loader of a bundle changed it."""
    if not getattr(sys, "frozen", False):
        yield
        return
    ours = os.environ.pop(LIBRARY_PATH, None)
    before = os.environ.get(f"{LIBRARY_PATH}_ORIG")
    if before:
        os.environ[LIBRARY_PATH] = before
    os.environ[START_ANEW] = "1"
    try:
        yield
    finally:
        del os.environ[START_ANEW]
        os.environ.pop(LIBRARY_PATH, None)
        if ours is not None:
            os.environ[LIBRARY_PATH] = ours


def complain(text: str) -> None:
    """Tell that the program could not start: in a message box when there is a desktop, and always on the standard error output."""
    print(text, file=sys.stderr, flush=True)
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, text, TITLE, ERROR_IN_FRONT)
    elif getattr(sys, "frozen", False):
        _show_box(text)


def _show_box(text: str) -> None:
    """Show a text in a box of the desktop and wait until somebody has read it."""
    import subprocess  # only needed here, and every start would wait for it

    with _clean_environment():
        for command in _boxes(text):
            try:
                shown = subprocess.run(command, check=False, timeout=LONGEST_BOX)
            except FileNotFoundError:
                continue
            except (OSError, subprocess.TimeoutExpired) as error:
                log.warning("no message box: %s", error)
                return
            if shown.returncode in READ:
                return
    log.warning("no program shows message boxes here")


def _boxes(text: str) -> list[list[str]]:
    """The commands that show a text in a box: that of a Mac, or those of GNOME, KDE and any other desktop."""
    if sys.platform == "darwin":
        script = ("on run argv", f'display alert "{TITLE}" message (item 1 of argv) as critical', "end run")
        return [["osascript", *(word for line in script for word in ("-e", line)), text]]
    return [
        ["zenity", "--error", "--no-markup", "--width=600", f"--title={TITLE}", f"--text={text}"],
        ["kdialog", "--title", TITLE, "--error", text],
        ["xmessage", "-center", "-title", TITLE, text],
    ]


def trouble_text(error: Exception, place: Path) -> str:
    """Why the program could not start, in the user's language; ``place``: of the log, which is not there when nothing can be kept."""
    if isinstance(error, OSError) and error.filename and not place.is_file():
        reason = error.strerror or error
        return _("Kompitie could not start: it cannot make or use %(place)s\n%(reason)s", place=error.filename, reason=reason)
    return _("Kompitie could not start: %(error)s\nWhat happened is in %(log)s", error=error, log=place)
