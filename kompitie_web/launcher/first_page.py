"""The first page at once, the rest behind it: the start page needs neither Flask nor the store nor the rules, which are dear to load.

Until somebody asks for more, a small application answers with the start page, from the same templates, texts and locks. The whole one
is made as soon as the browser has all it asked for, or at the first request for anything else, whichever comes first.
"""

import gc
import logging
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from itsdangerous import BadSignature
from jinja2 import Environment

from kompitie_web import i18n, locks, start_page, static_files, templating
from kompitie_web.state import State
from kompitie_web.steps import Frame, rail

if TYPE_CHECKING:
    from flask import Flask

log = logging.getLogger("kompitie")
#: Seconds without a request after which the browser has all it needs for the first page, or is still being started.
QUIET = 0.25
#: The addresses on the start page, by their names in the whole application.
ADDRESSES = {
    "start.page": "/",
    "start.choose": "/open",
    "start.open_file": "/open",
    "start.example": "/example",
    "new.page": "/new",
    "system.about": "/about",
    "system.choose_language": "/language",
    "system.keys": "/keys",
    "system.quick_start": "/quick-start.pdf",
    "system.stop": "/stop",
}


class FirstPage:
    """A WSGI application."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._environment = Environment(autoescape=True)
        templating.configure(self._environment)
        self._whole: Flask | None = None
        self._making = threading.Lock()
        self._files = static_files.StaticFiles(self._page, lambda: state.port)
        self._timer = threading.Timer(QUIET, self._make_ahead)

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer with the start page and the files of it, as long as there is no whole application."""
        if self._whole is not None:
            return self._whole(environ, start_response)
        self.make_when_quiet()
        return self._files(environ, start_response)

    def make_when_quiet(self) -> None:
        """Make the whole application when no request comes for a moment."""
        self._timer.cancel()
        self._timer = threading.Timer(QUIET, self._make_ahead)
        self._timer.daemon = True
        self._timer.start()

    def whole(self) -> "Flask":
        """The whole application, made once."""
        with self._making:
            if self._whole is None:
                from kompitie_web.app import create_app

                try:
                    self._whole = create_app(self._state)
                finally:
                    gc.freeze()
                    gc.enable()
            return self._whole

    def _make_ahead(self) -> None:
        try:
            self.whole()
        except Exception:
            # The next request makes it again, and then its page tells.
            log.exception("the screens could not be loaded")

    def _page(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """The start page when nothing but that is asked, else the answer of the whole application."""
        session = self._session(environ.get("HTTP_COOKIE", ""))
        is_plain = (
            environ["REQUEST_METHOD"] in ("GET", "HEAD") and environ.get("PATH_INFO") == "/" and not environ.get("QUERY_STRING")
        )
        if not is_plain or session is None or not locks.is_our_host(environ.get("HTTP_HOST", ""), self._state.port):
            return self.whole()(environ, start_response)
        i18n.set_language(self._state.preferences.language_for(environ.get("HTTP_ACCEPT_LANGUAGE", "")))
        token = session or locks.new_token()
        content = self._rendered(token).encode()
        headers = {
            "Content-Type": "text/html; charset=utf-8",
            "Content-Length": str(len(content)),
            "Vary": "Cookie",
            **locks.page_headers(),
        }
        if not session:
            made = locks.signer(self._state.secret).dumps({locks.TOKEN_FIELD: token})
            headers["Set-Cookie"] = locks.cookie_header(self._state.port, str(made))
        start_response("200 OK", list(headers.items()))
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [content]

    def _session(self, cookies: str) -> str | None:
        """The token of the browser's session, '' when it has none yet; None when there is more in it, or nothing of ours."""
        name = locks.cookie_name(self._state.port)
        pairs = (one.strip().partition("=") for one in cookies.split(";"))
        value = next((value for key, _, value in pairs if key == name), "")
        if not value:
            return ""
        try:
            content = locks.signer(self._state.secret).loads(value, max_age=locks.OLDEST)
        except BadSignature:
            return None
        return content[locks.TOKEN_FIELD] if list(content) == [locks.TOKEN_FIELD] else None

    def _rendered(self, token: str) -> str:
        frame, field = Frame(rail()), locks.token_field(token)
        return self._environment.get_template(start_page.TEMPLATE).render(
            start_page.values(self._state),
            url_for=address,
            csrf=lambda: field,
            csrf_token=lambda: token,
            frame=lambda: frame,
            here=lambda: "/",
            toasts=list,
        )


def address(endpoint: str, filename: str = "", back: str = "") -> str:
    """The address of a file or of a screen that the start page leads to."""
    if endpoint == "static":
        return static_files.address(filename)
    return ADDRESSES[endpoint] + (f"?back={back}" if back else "")
