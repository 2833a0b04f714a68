"""The first page at once, the rest behind it: the start page needs neither the store nor the rules, which are dear to load.

Until somebody asks for more, a small application with the start page alone answers. The whole one is made right after the first page
went out, or at the first request for anything else, whichever comes first.
"""

import logging
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from kompitie_web import pages
from kompitie_web.app import create_app
from kompitie_web.state import State

if TYPE_CHECKING:
    from flask import Flask

log = logging.getLogger("kompitie")
#: Time for the browser to take the page, its letters and its style, before the rest is loaded.
BREATH = 0.25


class FirstPage:
    """A WSGI application."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._small = create_app(state, pages.FIRST)
        self._whole: Flask | None = None
        self._making = threading.Lock()
        self._is_asked = False

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer with the small application where that is enough, as long as there is no other."""
        path = environ.get("PATH_INFO", "")
        if self._whole is None and (path == "/" or path.startswith("/static/")):
            if path == "/" and not self._is_asked:
                self._is_asked = True
                timer = threading.Timer(BREATH, self._make_ahead)
                timer.daemon = True
                timer.start()
            return self._small(environ, start_response)
        return self.whole()(environ, start_response)

    def whole(self) -> "Flask":
        """The whole application, made once."""
        with self._making:
            if self._whole is None:
                self._whole = create_app(self._state)
            return self._whole

    def _make_ahead(self) -> None:
        try:
            self.whole()
        except Exception:
            # The next request makes it again, and then its page tells.
            log.exception("the screens could not be loaded")
