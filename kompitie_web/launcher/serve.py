"""From double click to Stop: folders, log, one instance, server, browser, the end."""

import logging
import os
import signal
import sys
import threading
import time
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from kompitie_web import __version__, i18n
from kompitie_web.launcher import desktop, instance, memory, ports, runtime
from kompitie_web.state import Folders, State, folders_in, usual_folders

if TYPE_CHECKING:
    from waitress.server import BaseWSGIServer

log = logging.getLogger("kompitie")
THREADS = 6
#: Larger bodies never reach the application, which has a kind page for anything up to this.
LARGEST_BODY = 128 * 1024 * 1024
PORTABLE = "Kompitie-data"
#: Seconds that requests under way are waited for at the end.
PATIENCE = 5.0


def run(options: Namespace) -> int:
    """The program itself; gives the exit code."""
    folders = chosen_folders(options.data)
    i18n.set_language(i18n.system_language())
    try:
        folders.make()
    except OSError as error:
        desktop.complain(desktop.trouble_text(error, folders.data / desktop.LOG))
        return 1
    place = _start_log(folders.data)
    try:
        found = instance.first_or_asked(folders.data, options.file)
        if isinstance(found, instance.Second):
            return 0 if found is instance.ASKED else _silent(place)
        try:
            return _first_start(folders, options)
        finally:
            found.release()
    except Exception as error:
        log.exception("the program failed")
        desktop.complain(desktop.trouble_text(error, place))
        return 1


def _start_log(data: Path) -> Path:
    """The log; where none can be kept, a tournament can be played all the same."""
    try:
        return desktop.start_log(data)
    except OSError as error:
        log.warning("no log is kept: %s", error)
        return data / desktop.LOG


def chosen_folders(data: Path | None) -> Folders:
    """Where everything is: the asked folder, the one beside the program (a stick), or the user's own ones."""
    if data is not None:
        return folders_in(data)
    beside = _beside_the_program() / PORTABLE
    if getattr(sys, "frozen", False) and beside.is_dir():
        return folders_in(beside)
    return usual_folders()


def _beside_the_program() -> Path:
    """The folder in which a user sees the program: on a Mac it is itself a folder, Kompitie.app/Contents/MacOS/kompitie."""
    inside = Path(sys.executable).parent
    return inside.parents[2] if inside.parts[-2:] == ("Contents", "MacOS") else inside


def _silent(place: Path) -> int:
    text = i18n._("Kompitie is running already but does not answer. Restart the computer, or see %(log)s", log=place)
    desktop.complain(text)
    return 1


def _first_start(folders: Folders, options: Namespace) -> int:
    runtime.clear()
    state = State.load(folders)
    state.open_browser = desktop.open_browser
    listener = ports.listen(ports.USUAL if options.port is None else (options.port,))
    state.port = listener.getsockname()[1]

    from waitress.server import create_server

    from kompitie_web.launcher.first_page import FirstPage

    memory.share_one_pool()
    first = FirstPage(state)
    server = create_server(
        first,
        sockets=[listener],
        threads=THREADS,
        connection_limit=1000,
        channel_timeout=20,
        max_request_body_size=LARGEST_BODY,
        ident=None,
        clear_untrusted_proxy_headers=True,
    )
    _stop_on_signals(state)
    threading.Thread(target=_serve, args=(server, state), name="server", daemon=True).start()
    try:
        instance.announce(folders.data, instance.Instance(state.port, os.getpid(), state.token))
    except OSError as error:
        log.warning("a second start will not find this one: %s", error)
    log.info("Kompitie %s runs on %s", __version__, state.address)
    _say(f"Kompitie {__version__}: {state.address}")
    first.make_when_quiet()
    _open_first_page(state, options)
    state.stop.wait()
    return _end(server, folders)


def _open_first_page(state: State, options: Namespace) -> None:
    address = state.address
    if options.file is not None:
        address += f"open/{state.offer(options.file)}"
    if not options.no_browser:
        state.open_browser(address)
    elif options.file is not None:
        _say(address)


def _say(text: str) -> None:
    """Print a line. Nobody may be reading any more, or the disk with the output is full: the browser shows all that matters."""
    try:
        print(text, flush=True)
    except (OSError, ValueError) as error:
        log.warning("nothing can be printed: %s", error)
        sys.stdout = None


def _serve(server: "BaseWSGIServer", state: State) -> None:
    try:
        server.run()
    except Exception:
        if not state.stop.is_set():
            log.exception("the server failed")
            state.stop.set()


def _stop_on_signals(state: State) -> None:
    """Ctrl+C, and the system asking to go, are a Stop."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
        if hasattr(signal, name):
            # In a thread of its own: a signal may come just while the main thread holds the lock of this very event.
            signal.signal(getattr(signal, name), lambda *_: threading.Thread(target=state.stop.set).start())


def _end(server: "BaseWSGIServer", folders: Folders) -> int:
    """Every change is on the disk already: answer what was asked, let go of the file and the port, and leave."""
    instance.withdraw(folders.data)
    _answer_the_last(server)
    server.close()
    # A request that hangs (on a share that is gone) keeps the file; what it was about is not acknowledged, and nobody waits for it.
    closing = threading.Thread(target=_close_file, daemon=True)
    closing.start()
    closing.join(PATIENCE)
    log.info("Kompitie stops")
    logging.shutdown()
    return 0


def _answer_the_last(server: "BaseWSGIServer") -> None:
    """Let the requests under way come to their end, and their answers go out; no new ones are begun."""
    server.task_dispatcher.shutdown(timeout=PATIENCE)
    end = time.monotonic() + 1
    while any(channel.total_outbufs_len for channel in list(server.active_channels.values())) and time.monotonic() < end:
        time.sleep(0.01)


def _close_file() -> None:
    if "kompitie_web.store" in sys.modules:
        from kompitie_web.store import current, is_open

        if is_open():
            current().close()
