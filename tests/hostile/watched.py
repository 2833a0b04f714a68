"""A child process under watch: which files it opens, what it starts, how much memory it takes while it is sent paths or huge files.

python -m tests.hostile.watched paths FOLDER      forms with paths in all fields; FOLDER/outside must stay untouched
python -m tests.hostile.watched uploads FOLDER    what eats memory
"""

import io
import json
import os
import resource
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).parent.parent.parent
WRITING = ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod", "shutil.rmtree")
STARTING = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "socket.connect", "urllib.Request")
MIB = 1024 * 1024


class Watch:
    """All that was opened since the hook was set: (what, path, whether to write)."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, str, bool]] = set()
        sys.addaudithook(self.hear)

    def hear(self, event: str, given: tuple[Any, ...]) -> None:
        """Keep what is about files and other programs."""
        if event == "open" and isinstance(given[0], str | bytes | os.PathLike):
            flags = given[2] if isinstance(given[2], int) else 0
            self.seen.add((event, _text(given[0]), bool(flags & 0o1103)))  # O_WRONLY, O_RDWR, O_CREAT, O_TRUNC
        elif event == "sqlite3.connect":
            self.seen.add((event, _database(_text(given[0])), True))
        elif event in WRITING:
            self.seen |= {(event, _text(one), True) for one in given[:2] if isinstance(one, str | bytes | os.PathLike)}
        elif event in STARTING:
            self.seen.add((event, str(given[:2]), True))


def _text(path: Any) -> str:
    return os.fsdecode(path)


def _database(name: str) -> str:
    return unquote(urlsplit(name).path) if name.startswith("file:") else name


def strays(watch: Watch, home: Path) -> list[str]:
    """What was opened outside the data folder that the program has no business with."""
    own = (home, ROOT / "templates" / "__pycache__")
    read = (
        *own,
        ROOT,
        Path(sys.prefix),
        Path(sys.base_prefix),
        Path("/usr"),
        Path("/proc"),
        Path("/etc/mime.types"),
        Path("/dev/null"),
    )
    found = []
    for what, name, writing in sorted(watch.seen):
        path = Path(name) if name.startswith("/") else ROOT / name
        is_cache = path.parent.name == "__pycache__" and path.is_relative_to(ROOT)
        places = own if writing else read
        # ReportLab looks for settings of the user's own; an upload waits in a nameless file of the system's folder for such.
        known = (
            name == tempfile.gettempdir()
            or path.name.startswith(".reportlab_")
            or name in (":memory:", "")
            or is_cache
            or name == "/dev/null"
            or any(path.is_relative_to(one) for one in places)
        )
        if what in STARTING or ".." in path.parts or not known:
            found.append(f"{what} {name[:200]}")
    return found


def paths(folder: Path) -> dict[str, Any]:
    """Send paths in every field and part of an address."""
    from tests.fuzz import forms, nasty

    home = folder / "home"
    home.mkdir()
    outside = str(folder / "outside" / "canary.kompitie")
    tricks = [*nasty.PATHS, outside, "../outside/canary.kompitie", "..%2foutside%2fcanary", f"file://{outside}", "/etc/hostname"]
    nasty.NUMBERS[:] = nasty.TEXTS[:] = nasty.PATHS[:] = tricks
    report = forms.Report()
    session = forms.Session(home, 5, report)
    session.app.config["PROPAGATE_EXCEPTIONS"] = True
    watch = Watch()
    while report.posts < 120:
        session.step()
    return {"strays": strays(watch, home), "posts": report.posts, "addresses": len(report.endpoints), "opened": len(watch.seen)}


class Endless(io.RawIOBase):
    """A body of so many zeros that nobody holds in memory."""

    def __init__(self, size: int) -> None:
        self.size, self.at = size, 0

    def readable(self) -> bool:
        """It can be read."""
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go to a place."""
        self.at = offset + (0, self.at, self.size)[whence]
        return self.at

    def tell(self) -> int:
        """The place."""
        return self.at

    def readinto(self, buffer: Any) -> int:
        """Give zeros."""
        size = min(len(buffer), self.size - self.at)
        buffer[:size] = bytes(size)
        self.at += size
        return size


def multipart(name: str, body: bytes, field: str, more: dict[str, str]) -> tuple[bytes, str]:
    """A form with a file."""
    parts = [f'--xx\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode() for key, value in more.items()]
    head = f'--xx\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'.encode()
    return b"".join([*parts, head, body, b"\r\n--xx--\r\n"]), "multipart/form-data; boundary=xx"


def bodies(canary: Path) -> Iterator[tuple[str, bytes]]:
    """Files that grow, or that point elsewhere."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bomb:
        for number in range(4):
            bomb.writestr(f"{number}.xml", bytes(16 * MIB))
    yield "bomb.xlsx", packed.getvalue()[: MIB - 1]
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    yield "laughs.csv", f'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY l0 "lol">{laughs}]><l>&l9;</l>'.encode()
    yield "entity.csv", f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file://{canary}">]><x>&e;</x>'.encode()
    yield "columns.csv", b";" * (MIB - 10) + b"x"
    yield "filled-columns.csv", b"x;" * (MIB // 2 - 10)
    yield "rows.csv", b"a\n" * (MIB // 2 - 10)
    yield "quotes.csv", b'"' * (MIB - 10)
    yield "quoted.csv", b'"' + b"a\n" * (MIB // 2 - 10)
    yield "wide.csv", ("Bakker, Ann;1200\n" * 20_000).encode("utf-16")[: MIB - 2]
    yield "latin.csv", "Zoë;1200\n".encode("latin-1")
    yield "binary.csv", bytes(range(256)) * 4000
    yield "empty.csv", b""
    yield "nul.csv", bytes(MIB - 10)
    yield "too-large.csv", b"x" * (MIB + 10)
    yield "db.kompitie", b"SQLite format 3\0" + bytes(MIB - 100)


def uploads(folder: Path) -> dict[str, Any]:
    """Send what eats memory, with little memory to be had."""
    from tests.fuzz import forms

    home = folder / "home"
    home.mkdir()
    session = forms.Session(home, 1, forms.Report())
    session.get("/c/1/players")
    files = list(bodies(folder / "outside" / "canary.kompitie"))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    resource.setrlimit(resource.RLIMIT_AS, (1024 * MIB, resource.RLIM_INFINITY))
    watch, answers = Watch(), {}

    def send(what: str, url: str, **sent: Any) -> None:
        with session.client.post(url, headers={"X-CSRF-Token": session.token}, **sent) as answer:
            answers[what] = [answer.status_code, "canary of the test" in answer.text]

    for name, body in files:
        for url, field in (("/c/1/players/file", "file"), ("/open/upload", "upload")):
            data, kind = multipart(name, body, field, {"step": "preview"})
            send(f"{name} to {url}", url, data=data, content_type=kind)
    session.come_back()
    unsaid = {"CONTENT_LENGTH": "", "wsgi.input_terminated": True}
    for url in ("/open/upload", "/c/1/players/file", "/c/1/players/paste", "/language"):
        kind = {"content_type": "multipart/form-data; boundary=xx"}
        send(f"100 MB to {url}", url, input_stream=Endless(100 * MIB), **kind)
        send(f"100 MB of no said length to {url}", url, input_stream=Endless(100 * MIB), environ_overrides=unsaid, **kind)
    send("long text", "/c/1/players/paste", data={"list": "a;1\n" * 400_000})
    send("too long text", "/c/1/players/paste", data={"list": "a" * 3 * MIB})
    send("many fields", "/c/1/presence/1", data={f"f{n}": "1" for n in range(30_000)})
    parts = b"".join(b'--xx\r\nContent-Disposition: form-data; name="f%d"\r\n\r\n1\r\n' % n for n in range(30_000))
    send("many parts", "/c/1/presence/1", data=parts + b"--xx--\r\n", content_type="multipart/form-data; boundary=xx")
    send("JSON", "/c/1/presence/1", data=b"[" * 100_000, content_type="application/json")
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
    return {"answers": answers, "grown": grown, "strays": strays(watch, home)}


if __name__ == "__main__":
    print(json.dumps({"paths": paths, "uploads": uploads}[sys.argv[1]](Path(sys.argv[2]))))
