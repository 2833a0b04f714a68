"""Who may talk to the program: only pages that it made itself, on this computer (spec 50 Security).

A token also says for which file its page was made, so that a page never changes another file that was opened since.

Four locks: the Host header must be ours (421), a changing request must come from our own page by what the browser says about it
(Sec-Fetch-Site, Origin), it must carry the token of the session, and no page may be framed or load anything from elsewhere.
"""

from datetime import timedelta
from hmac import compare_digest

from flask import Flask, Response, abort, current_app, g, request, session
from flask.sessions import SecureCookieSessionInterface, session_json_serializer
from itsdangerous import URLSafeTimedSerializer
from markupsafe import Markup
from werkzeug.routing import IntegerConverter

from kompitie_web import locks
from kompitie_web.locks import TOKEN_FIELD as TOKEN_FIELD  # for whoever reads or sends a form
from kompitie_web.state import State

TOKEN_HEADER = "X-CSRF-Token"  # noqa: S105
#: Between the token of the session and the file; no sign of either.
FOR_FILE = "."
SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))
MIB = 1024 * 1024
LARGEST_UPLOAD = 8 * MIB
#: The envelope of a form around the largest file.
ENVELOPE = 64 * 1024
#: A pasted list of players is typed text, not a file.
LARGEST_TEXT = 2 * MIB


class NumberOfAddress(IntegerConverter):
    """A number in an address; one that no row of a file can have leads to no page."""

    regex = r"[0-9]{1,18}"


class Sessions(SecureCookieSessionInterface):
    """The session's cookie as ``locks`` signs it, which also makes it for the first page."""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer:
        """The signer, with Flask's own kind of JSON."""
        state: State = app.extensions["kompitie"]
        return locks.signer(state.secret, session_json_serializer)


class ForeignRequest(Exception):
    """A changing request that did not come from one of our own pages."""


class StaleToken(Exception):
    """The token is missing or belongs to another session. ``trusted``: the browser says that the page was ours."""

    def __init__(self, trusted: bool) -> None:
        super().__init__("stale token")
        self.trusted = trusted


def configure(app: Flask, state: State) -> None:
    """Set the locks of this app."""
    app.secret_key = state.secret
    app.session_interface = Sessions()
    app.url_map.converters["int"] = NumberOfAddress
    app.config.update(
        SESSION_COOKIE_NAME=locks.cookie_name(state.port),
        SESSION_COOKIE_SAMESITE=locks.SAME_SITE,
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=timedelta(seconds=locks.OLDEST),
        MAX_CONTENT_LENGTH=LARGEST_UPLOAD + ENVELOPE,
        MAX_FORM_MEMORY_SIZE=LARGEST_TEXT,
        MAX_FORM_PARTS=20_000,
    )
    app.before_request(check_host)
    app.before_request(limit_text)
    app.before_request(check_origin)
    app.after_request(add_headers)
    app.jinja_env.globals["csrf"] = csrf_field
    app.jinja_env.globals["csrf_token"] = csrf_token


def check_host() -> None:
    """Only our own names reach a page."""
    if not locks.is_our_host(request.host, current_app.extensions["kompitie"].port):
        abort(421)


def limit_text() -> None:
    """A form without files is typed text; Flask's own limit for that only counts forms with files."""
    if request.mimetype == "application/x-www-form-urlencoded":
        request.max_content_length = LARGEST_TEXT


def check_origin() -> None:
    """A changing request must come from our own page and carry our token. ForeignRequest or StaleToken otherwise."""
    if request.method in SAFE_METHODS or _is_activation():
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if (site is not None and site != "same-origin") or (origin is not None and origin != request.host_url.rstrip("/")):
        raise ForeignRequest
    given = _given().partition(FOR_FILE)[0]
    known = session.get(TOKEN_FIELD, "")
    if not known or not compare_digest(given.encode(), known.encode()):
        raise StaleToken(trusted=site == "same-origin" or origin is not None)


def _given() -> str:
    return request.headers.get(TOKEN_HEADER) or request.form.get(TOKEN_FIELD, "")


def made_for() -> str:
    """The id of the file that was open when the page of this request was made, '' when none was."""
    return _given().partition(FOR_FILE)[2]


def open_file_id() -> str:
    """The id of the open file, '' when none is open."""
    file = g.get("file")
    state: State = current_app.extensions["kompitie"]
    return state.file_id(file.path) if file is not None else ""


def _is_activation() -> bool:
    # A second start of the program is no browser: it proves itself with the token of the instance file, checked by the view.
    return request.endpoint == "system.activate"


def csrf_token() -> str:
    """The token of this session, made at its first page, without a time limit; and the file that this page is about."""
    token: str | None = session.get(TOKEN_FIELD)
    if token is None:
        token = session[TOKEN_FIELD] = locks.new_token()
    about = g.get("made_for") or open_file_id()
    return f"{token}{FOR_FILE}{about}" if about else token


def csrf_field() -> Markup:
    """The hidden field that every changing form carries; made once for a page that may have hundreds of them."""
    if "csrf_field" not in g:
        g.csrf_field = locks.token_field(csrf_token())
    made: Markup = g.csrf_field
    return made


def add_headers(response: Response) -> Response:
    """What the browser may do with our pages; pages are never taken from its memory."""
    if response.headers.get("Cache-Control") == "no-cache":
        del response.headers["Cache-Control"]  # What Flask says of a download; "ask again" is still kept on the disk.
    for name, value in locks.page_headers(response.mimetype or "").items():
        response.headers.setdefault(name, value)
    return response
