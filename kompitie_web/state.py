"""What one running program knows besides the open file: its folders, port, secret, preferences and how it stops."""

import hashlib
import hmac
import logging
import os
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from kompitie_web.preferences import Preferences

SUFFIX = ".kompitie"
log = logging.getLogger("kompitie")
LONGEST_SECRET = 1024
SECRET = "secret"  # noqa: S105 - the name of the file, not its content


@dataclass(frozen=True)
class Folders:
    """``documents``: where a user finds his files. ``data``: copies, preferences, log and secret, which nobody needs to see."""

    documents: Path
    data: Path

    def make(self) -> None:
        """Make both folders when they are not there yet. OSError when that cannot be done."""
        self.documents.mkdir(parents=True, exist_ok=True)
        self.data.mkdir(parents=True, exist_ok=True)


def usual_folders() -> Folders:
    """The folders of this user on this system."""
    import platformdirs  # not needed with --data, and dear

    return Folders(
        documents=Path(platformdirs.user_documents_dir()) / "Kompitie",
        data=Path(platformdirs.user_data_dir("Kompitie", appauthor=False)),
    )


def folders_in(folder: Path) -> Folders:
    """Everything under one folder (``--data``, and a stick that is carried about)."""
    root = folder.resolve()
    return Folders(documents=root, data=root / "data")


def _open_browser(address: str) -> bool:
    import webbrowser  # not needed with --no-browser, and dear

    return webbrowser.open(address)


@dataclass
class State:
    """One running program. ``port`` 0: not served yet, any port is accepted (tests). ``token``: what a second start proves itself with.

    ``saved``: file and version, and when that was saved. ``remembered``: file, version and competition last noted for the start page.
    ``leaving``: Stop was pressed. ``offered``: files that were named on the command line or double-clicked.
    """

    folders: Folders
    preferences: Preferences
    secret: bytes
    port: int = 0
    token: str = field(default_factory=lambda: secrets.token_hex(16))
    stop: threading.Event = field(default_factory=threading.Event)
    leaving: bool = False
    open_browser: Callable[[str], object] = _open_browser
    now: Callable[[], datetime] = datetime.now
    saved: tuple[tuple[str, int], str] = (("", 0), "")
    remembered: tuple[Path, int, int] | None = None
    offered: list[Path] = field(default_factory=list)

    @classmethod
    def load(cls, folders: Folders) -> "State":
        """The state of a program that starts with these folders, which are made when needed."""
        folders.make()
        return cls(folders, Preferences.load(folders.data), load_secret(folders.data))

    @property
    def address(self) -> str:
        """The address of the start page."""
        return f"http://127.0.0.1:{self.port}/"

    def offer(self, path: Path) -> str:
        """Let a file that was double-clicked be opened; gives its id."""
        path = path.absolute()
        if path not in self.offered:
            self.offered.append(path)
        return self.file_id(path)

    def file_id(self, path: Path | str) -> str:
        """The opaque name under which the browser knows a file; no path ever comes from the browser."""
        return hmac.new(self.secret, os.fsencode(path), hashlib.sha256).hexdigest()[:20]


def load_secret(folder: Path) -> bytes:
    """The secret of this data folder, made at the first start, readable by its owner only.

    Where it cannot be kept (no room on the disk), this run has one of its own: pages of an earlier one only ask to press once more.
    """
    path = folder / SECRET
    try:
        known = path.read_bytes()
    except OSError:
        known = b""
    if 32 <= len(known) <= LONGEST_SECRET:
        return known
    made = secrets.token_bytes(32)
    try:
        path.unlink(missing_ok=True)
        with open(path, "xb", opener=_private) as file:
            file.write(made)
    except OSError as error:
        log.warning("the secret is not kept: %s", error)
    return made


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
