"""The page before Flask is there: the same page, by the same locks, and everything else from the whole application."""

import gc
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import Client as Browser
from werkzeug.test import TestResponse

from kompitie_web import i18n, known_files, locks, static_files
from kompitie_web.launcher import first_page
from kompitie_web.launcher.first_page import FirstPage
from kompitie_web.preferences import RecentFile
from kompitie_web.state import State
from tests.conftest import Client

OURS = "http://127.0.0.1:8421"
RECENT = (
    RecentFile("{}/a.kompitie", "A", "2026-03-01T19:00:00", 1, "Cup <b> & co", 24, 2, 7, "results", {"number": 2, "open": 3}),
    RecentFile("{}/b.kompitie", "B", "2026-02-27T19:00:00", 1, "", 1, 7, 7, "finished"),
    RecentFile("{}/c.kompitie", "C", "2025-02-27T19:00:00"),
)


@pytest.fixture
def served(state: State, monkeypatch: pytest.MonkeyPatch) -> State:
    """A program on a port, at an hour that stands still, whose screens are loaded only when one is asked."""
    state.port = 8421
    state.now = lambda: datetime(2026, 3, 1, 20, 15)
    monkeypatch.setattr(first_page, "QUIET", 3600)
    return state


@pytest.fixture
def first(served: State) -> Iterator[FirstPage]:
    """The first page of that program."""
    made = FirstPage(served)
    yield made
    made._timer.cancel()


@pytest.fixture
def browser(first: FirstPage) -> Browser:
    """A browser that keeps cookies, before any page."""
    return Browser(first, TestResponse)


def is_small(first: FirstPage) -> bool:
    """Whether the whole application was not needed yet."""
    return first._whole is None


def remember(state: State) -> None:
    """Files used before that are still there."""
    for one in reversed(RECENT):
        path = Path(one.path.format(state.folders.documents))
        path.write_bytes(known_files.SQLITE_HEADER)
        state.preferences.remember(RecentFile(**{**vars(one), "path": str(path)}))


@pytest.mark.parametrize("language", ["", *i18n.LANGUAGES])
@pytest.mark.parametrize("is_new", [True, False])
def test_it_is_the_page_of_the_whole_application(
    first: FirstPage, browser: Browser, served: State, app: Flask, language: str, is_new: bool
) -> None:
    if not is_new:
        remember(served)
    served.preferences.language = language
    asked = {"base_url": OURS, "headers": {"Accept-Language": "de, nl-BE;q=0.4, fr;q=0.8"}}
    early = browser.get("/", **asked)
    late = Browser(app, TestResponse)
    late.set_cookie(
        locks.cookie_name(8421), str(browser.get_cookie(locks.cookie_name(8421), "127.0.0.1").value), domain="127.0.0.1"
    )
    again, whole = browser.get("/", **asked), late.get("/", **asked)
    assert is_small(first)
    assert early.text == again.text == whole.text
    assert f'<html lang="{language or "fr"}">' in early.text
    assert sorted(again.headers.items()) == sorted(whole.headers.items())
    assert ("Cup &lt;b&gt; &amp; co" in early.text) is not is_new


def test_its_cookie_is_like_that_of_the_whole_application(browser: Browser, app: Flask, served: State) -> None:
    whole = Browser(app, TestResponse).get("/", base_url=OURS)
    early = browser.get("/", base_url=OURS)
    attributes = [answer.headers["Set-Cookie"].partition(";")[2] for answer in (early, whole)]
    assert attributes[0] == attributes[1]
    assert "HttpOnly" in attributes[0]
    assert sorted(early.headers.keys()) == sorted(whole.headers.keys())


def test_its_token_is_taken_by_the_whole_application(first: FirstPage, browser: Browser, served: State) -> None:
    token = browser.get("/", base_url=OURS).text.split('name="csrf-token" content="')[1].split('"')[0]
    assert is_small(first)
    strange = browser.post("/language", base_url=OURS, data={"csrf_token": "x" + token, "language": "nl"})
    assert (strange.status_code, served.preferences.language) == (403, "en")
    known = browser.post("/language", base_url=OURS, data={"csrf_token": token, "language": "nl"})
    assert (known.status_code, served.preferences.language) == (303, "nl")
    assert not is_small(first)


def test_a_session_from_before_is_known(served: State, app: Flask, first: FirstPage, browser: Browser) -> None:
    earlier = Browser(app, TestResponse)
    page = earlier.get("/", base_url=OURS).text
    cookie = earlier.get_cookie(locks.cookie_name(8421), "127.0.0.1")
    assert cookie
    browser.set_cookie(cookie.key, cookie.value, domain="127.0.0.1")
    answer = browser.get("/", base_url=OURS)
    assert is_small(first)
    assert answer.text == page
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("value", ["x", "eyJ4IjoxfQ.aaaaaa.bbbb", '"quoted"'])
def test_a_strange_session_is_left_to_the_whole_application(first: FirstPage, browser: Browser, value: str) -> None:
    browser.set_cookie(locks.cookie_name(8421), value, domain="127.0.0.1")
    answer = browser.get("/", base_url=OURS)
    assert not is_small(first)
    assert "Set-Cookie" in answer.headers


def test_a_message_that_waits_is_shown(first: FirstPage, browser: Browser, served: State) -> None:
    waiting = {locks.TOKEN_FIELD: "t", "_flashes": [["plain", "The message."]]}
    browser.set_cookie(locks.cookie_name(8421), str(locks.signer(served.secret).dumps(waiting)), domain="127.0.0.1")
    assert "The message." in browser.get("/", base_url=OURS).text
    assert not is_small(first)


def test_to_ask_for_the_head_gives_no_body(first: FirstPage, browser: Browser) -> None:
    browser.get("/", base_url=OURS)
    head, page = browser.head("/", base_url=OURS), browser.get("/", base_url=OURS)
    assert is_small(first)
    assert head.data == b""
    assert head.headers == page.headers
    assert int(head.headers["Content-Length"]) == len(page.data)


@pytest.mark.parametrize(
    ("ask", "status"),
    [
        (lambda browser: browser.get("/open", base_url=OURS), 200),
        (lambda browser: browser.get("/?x=1", base_url=OURS), 200),
        (lambda browser: browser.get("/nothing", base_url=OURS), 404),
        (lambda browser: browser.post("/", base_url=OURS), 403),
        (lambda browser: browser.post("/example", base_url=OURS), 403),
        (lambda browser: browser.get("/", base_url="http://evil.example:8421"), 421),
        (lambda browser: browser.get("/", base_url="http://127.0.0.1:8422"), 421),
        (lambda browser: browser.get("/static/app.js", base_url="http://evil.example:8421"), 421),
        (lambda browser: browser.get("/static/../app.py", base_url=OURS), 404),
        (lambda browser: browser.get("/static/", base_url=OURS), 404),
    ],
)
def test_everything_else_is_answered_by_the_whole_application(
    first: FirstPage, browser: Browser, ask: Callable[[Browser], TestResponse], status: int
) -> None:
    answer = ask(browser)
    assert answer.status_code == status
    assert "<h1>" in answer.text
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert not is_small(first)


def test_the_whole_application_is_made_when_nobody_asks_for_a_moment(
    served: State, first: FirstPage, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(first_page, "QUIET", 0.01)
    gc.disable()
    first.make_when_quiet()
    first._timer.join(60)
    assert not is_small(first)
    assert gc.isenabled()
    assert browser.get("/keys", base_url=OURS).status_code == 200


def test_screens_that_cannot_be_loaded_are_in_the_log_and_tried_again(
    first: FirstPage, browser: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(state: State) -> Flask:
        raise OSError("no room")

    with monkeypatch.context() as patched:
        patched.setattr("kompitie_web.app.create_app", fails)
        first._make_ahead()
    assert "no room" in caplog.text
    assert browser.get("/keys", base_url=OURS).status_code == 200


def test_its_addresses_are_those_of_the_screens(app: Flask) -> None:
    with app.test_request_context("/"):
        for endpoint, path in first_page.ADDRESSES.items():
            assert app.url_for(endpoint) == path
        assert app.url_for("static", filename="vendor/htmx.min.js") == static_files.address("vendor/htmx.min.js")


@pytest.mark.parametrize("file", [one for one in static_files.FOLDER.rglob("*") if one.is_file()], ids=lambda one: one.name)
def test_every_file_of_the_program_is_served(browser: Browser, first: FirstPage, file: Path) -> None:
    address = static_files.address(file.relative_to(static_files.FOLDER).as_posix())
    answer = browser.get(address, base_url=OURS)
    assert is_small(first)
    assert answer.data == file.read_bytes()
    assert answer.headers["Cache-Control"] == "public, max-age=86400"
    known = browser.get(address, base_url=OURS, headers={"If-None-Match": answer.headers["ETag"]})
    assert (known.status_code, known.data) == (304, b"")
    head = browser.head(address, base_url=OURS)
    assert (head.data, head.headers["Content-Length"]) == (b"", answer.headers["Content-Length"])


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "en"),
        ("nl", "nl"),
        ("de-DE,de;q=0.9", "en"),
        ("en-GB,fr;q=0.9,nl;q=0.95", "en"),
        ("de, fr;q=0.5, nl-BE; q=0.8", "nl"),
        ("fr;q=0, nl;q=0.1", "nl"),
        ("fr;q=x, *", "en"),
    ],
)
def test_the_language_of_the_browser(client: Client, state: State, header: str, code: str) -> None:
    state.preferences.language = ""
    assert i18n.of_browser(header) == code
    assert f'<html lang="{code}">' in client.get("/", headers={"Accept-Language": header}).text


def test_the_first_page_loads_neither_flask_nor_the_store_nor_the_rules(tmp_path: Path) -> None:
    code = """
import io, json, sys
from pathlib import Path
from kompitie_web import __main__
from kompitie_web.launcher import serve
from kompitie_web.launcher.first_page import FirstPage
from kompitie_web.state import State, folders_in
from waitress.server import create_server
state = State.load(folders_in(Path(sys.argv[1])))
environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "HTTP_HOST": "localhost"}
page = b"".join(FirstPage(state)._page(environ, lambda status, headers: None))
print(json.dumps({"is_page": b"<h1>" in page, "loaded": sorted({name.partition(".")[0] for name in sys.modules})}))
"""
    found = json.loads(
        subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, check=True, timeout=60).stdout
    )
    assert found["is_page"]
    assert not {"flask", "werkzeug", "engine", "peewee", "sqlite3", "ssl", "email", "webbrowser"} & set(found["loaded"])
