"""Fixtures for all tests: a data folder, an open file, a test client, a running program and a browser page on it."""

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from kompitie_web import i18n
from kompitie_web.app import create_app
from kompitie_web.security import TOKEN_FIELD
from kompitie_web.state import State, folders_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from kompitie_web.store import KompitieFile

CHROMIUM = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Every test begins in English and leaves the language as it found it."""
    with i18n.language("en"):
        yield


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder of its own."""
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@pytest.fixture
def file(tmp_path: Path, data: Path) -> Iterator["KompitieFile"]:
    """A fresh open file, inside a connection."""
    from kompitie_web.store import KompitieFile

    made = KompitieFile.create(tmp_path / "Club.kompitie", "Club", data)
    with made.connection():
        yield made
    made.close()


class Client(FlaskClient):
    """A test client that sends forms as a page of the program would: with the token of its session."""

    def token(self) -> str:
        """The token of this session."""
        with self.session_transaction() as session:
            return str(session.setdefault(TOKEN_FIELD, "token-of-the-tests"))

    def post_form(self, url: str, data: dict[str, Any] | None = None, **more: Any) -> TestResponse:
        """Send a form with its token."""
        return self.post(url, data={TOKEN_FIELD: self.token(), **(data or {})}, **more)


@pytest.fixture
def state(tmp_path: Path, data: Path) -> State:
    """A program that is not served, in English."""
    made = State.load(folders_in(tmp_path))
    made.preferences.language = "en"
    made.open_browser = lambda address: None
    return made


@pytest.fixture
def app(state: State) -> Iterator[Flask]:
    """The application; closes the file that a test left open."""
    app = create_app(state)
    app.testing = True
    app.test_client_class = Client
    yield app
    from kompitie_web.store import current, is_open

    if is_open():
        current().close()


@pytest.fixture
def client(app: Flask) -> Client:
    """A test client; with the fixture ``file`` that file is the open one."""
    made = app.test_client()
    assert isinstance(made, Client)
    return made


def wait_for_address(process: "subprocess.Popen[str]", log: Path, seconds: float = 30) -> str:
    """The address that a starting program prints, once it answers."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        found = re.search(r"http://127\.0\.0\.1:\d+/", log.read_text(encoding="utf-8"))
        if found:
            with suppress(urllib.error.URLError), urllib.request.urlopen(found[0], timeout=10):
                return found[0]
        time.sleep(0.05)
    raise AssertionError(f"the program did not start: {log.read_text(encoding='utf-8')}")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The running program with a data folder of its own; gives its address. Its screens are in the browser's language."""
    log = tmp_path / "output.txt"
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "kompitie_web", "--no-browser", "--port", "0", "--data", str(tmp_path / "home")],
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        try:
            yield wait_for_address(process, log)
        finally:
            process.terminate()
            process.wait(10)


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """Debian's Chromium, without a window. Its absence is a failure in CI and a skip elsewhere."""
    if CHROMIUM is None:
        message = "Chromium is missing: apt-get install chromium"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def page(server: str, browser: "Browser") -> Iterator["Page"]:
    """A browser page on the start page of the running program, in English; fails on any error in the page's own scripts."""
    context = browser.new_context(base_url=server, locale="en", viewport={"width": 1280, "height": 800})
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda message: errors.append(message.text) if "Content Security Policy" in message.text else None)
    opened.goto("/")
    yield opened
    context.close()
    assert not errors, errors
