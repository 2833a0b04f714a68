"""The real program as a process, and a visitor who uses it over HTTP as a browser does."""

import http.client
import os
import re
import signal
import subprocess
import sys
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urljoin

ROOT = Path(__file__).parent.parent.parent
#: Nothing of the program takes so long; a test that would wait longer has found a hang.
PATIENCE = 300
#: A message box of Windows would wait for somebody; what it says is printed too.
NO_BOX = "import ctypes\nctypes.windll.user32.MessageBoxW = lambda *_: 1\n" if os.name == "nt" else ""
FORM = "application/x-www-form-urlencoded"


class Program:
    """A started program on a folder of its own. ``prelude``: Python that runs in it before it starts."""

    def __init__(self, home: Path, *arguments: str, prelude: str = "", environment: Mapping[str, str] | None = None) -> None:
        self.home = home
        given = ["--no-browser", "--port", "0", "--data", str(home), *arguments]
        code = f"import sys\n{NO_BOX}{prelude}\nfrom kompitie_web.__main__ import main\nsys.exit(main({given!r}))"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})},
        )
        self.said: list[str] = []
        self._port = 0

    def port(self) -> int:
        """The port that it prints. AssertionError with what it said when it ends before."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
            if found:
                self._port = int(found[1])
                return self._port
        raise AssertionError("the program did not start: " + "".join(self.said))

    def visitor(self) -> "Visitor":
        """Somebody who uses this program."""
        return Visitor(self.port())

    def kill(self) -> None:
        """kill −9 (where there are no signals: the system's own way to end a process at once)."""
        self.process.kill()

    def end(self) -> int:
        """Ask it to go (SIGTERM; on Windows, which only knows the end at once, by its button) and wait; its exit code."""
        if self.process.poll() is None:
            if os.name == "nt":
                visitor = Visitor(self._port)
                visitor.post("/stop")
                visitor.close()
            else:
                self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def wait(self) -> int:
        """Its exit code; what it said last is kept."""
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        if not self.process.stdout.closed:
            with self.process.stdout as rest:
                self.said += rest.readlines()
        return self.process.returncode


@dataclass(frozen=True)
class Answer:
    """What came back: status, text of the page, where it leads ('' = nowhere)."""

    status: int
    text: str
    location: str

    @property
    def heading(self) -> str:
        """The heading of the page."""
        found = re.search(r"<h1[^>]*>(.*?)</h1>", self.text, re.DOTALL)
        return re.sub(r"<[^>]+>", "", found[1]).strip() if found else ""


class Visitor:
    """A browser with its cookie and the token of the last page. A kill of the program is an OSError or HTTPException."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._cookies: dict[str, str] = {}
        self._token = ""

    def get(self, path: str) -> Answer:
        """Look at a page; redirects are followed."""
        answer = self._ask("GET", path, None, {})
        while answer.location:
            answer = self._ask("GET", answer.location, None, {})
        return answer

    def post(self, path: str, fields: Mapping[str, Any] | Sequence[tuple[str, Any]] = (), partial: bool = False) -> Answer:
        """Press a button; a redirect is not followed. ``partial``: as a script of the page does."""
        self._need_token()
        given = list(fields.items()) if isinstance(fields, Mapping) else list(fields)
        body = urlencode([("csrf_token", self._token), *given]).encode()
        return self._ask("POST", path, body, {"Content-Type": FORM, **({"HX-Request": "true"} if partial else {})})

    def upload(self, path: str, field: str, name: str, content: bytes, fields: Mapping[str, str]) -> Answer:
        """Send a form with a file."""
        self._need_token()
        border = uuid.uuid4().hex
        parts = [
            f'--{border}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
            for key, value in {"csrf_token": self._token, **fields}.items()
        ]
        head = f'--{border}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'.encode()
        body = b"".join([*parts, head, content, f"\r\n--{border}--\r\n".encode()])
        return self._ask("POST", path, body, {"Content-Type": f"multipart/form-data; boundary={border}"})

    def forget_page(self) -> None:
        """As after another file was opened: the next form comes from a page made since."""
        self._token = ""

    def _need_token(self) -> None:
        if not self._token:
            self.get("/about")

    def close(self) -> None:
        """Leave."""
        self._connection.close()

    def _ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        cookie = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        self._connection.request(method, path, body, {**headers, **({"Cookie": cookie} if cookie else {})})
        reply = self._connection.getresponse()
        text = reply.read().decode("utf-8", "replace")
        for line in reply.headers.get_all("Set-Cookie") or []:
            name, _equals, value = line.partition(";")[0].partition("=")
            self._cookies[name] = value
        token = re.search(r'name="csrf-token" content="([^"]+)"', text)
        if token:
            self._token = token[1]
        location = reply.headers.get("Location") or ""
        return Answer(reply.status, text, urljoin(path, location) if location else "")
