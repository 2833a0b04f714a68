"""The program's own files (styles, scripts, fonts), before Flask is asked or even loaded."""

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from kompitie_web import __version__, locks

FOLDER = Path(__file__).parent / "static"
ADDRESS = "/static/"
#: How long a browser may keep a file; a newer version of the program asks by another address.
SECONDS = 86400
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".md": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def address(filename: str) -> str:
    """The address of a file. A newer version of the program asks for its own files, not for those that the browser remembers."""
    return f"{ADDRESS}{filename}?v={__version__}"


class StaticFiles:
    """A WSGI application around another one, which gets all that is no file of ours, also the requests from elsewhere.

    ``port``: tells the port on which the program is served.
    """

    def __init__(self, inner: Application, port: Callable[[], int]) -> None:
        self._inner = inner
        self._port = port

    @cached_property
    def _files(self) -> dict[str, Path]:
        """All there is, by address: nothing that a request says ever becomes a path."""
        return {f"{ADDRESS}{one.relative_to(FOLDER).as_posix()}": one for one in FOLDER.rglob("*") if one.suffix in TYPES}

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer with the file, or as the inner application does."""
        path = environ.get("PATH_INFO", "")
        is_ours = (
            path.startswith(ADDRESS)
            and environ["REQUEST_METHOD"] in ("GET", "HEAD")
            and locks.is_our_host(environ.get("HTTP_HOST", ""), self._port())
            and path in self._files
        )
        if not is_ours:
            return self._inner(environ, start_response)
        return _answer(self._files[path], environ, start_response)


def _answer(file: Path, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    content = file.read_bytes()
    found = file.stat()
    mark = f'"{found.st_mtime_ns:x}-{found.st_size:x}"'
    headers = [("ETag", mark), ("Cache-Control", f"public, max-age={SECONDS}"), *locks.headers().items()]
    if mark in environ.get("HTTP_IF_NONE_MATCH", ""):
        start_response("304 NOT MODIFIED", headers)
        return []
    start_response("200 OK", [("Content-Type", TYPES[file.suffix]), ("Content-Length", str(len(content))), *headers])
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [content]
