"""A real browser: pages of another origin cannot change, read or frame anything, and hostile names start nothing (spec 50 Security)."""

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><meta charset="utf-8"><title>Elsewhere</title>
<form id="form" method="post" action="{server}language"><input name="language" value="fr"><input name="csrf_token" value="x"></form>
<iframe id="frame" src="{server}"></iframe><script src="{server}static/app.js"></script>"""
#: What a page of another origin can try with scripts; each gives what it could read, or why not.
FETCHES = """async (server) => {
  const tries = [
    fetch(server + "language", {method: "POST", body: new URLSearchParams({language: "fr"}), credentials: "include"}),
    fetch(server + "language", {method: "POST", body: "language=fr", mode: "no-cors", credentials: "include",
      headers: {"Content-Type": "application/x-www-form-urlencoded"}}),
    fetch(server + "example", {method: "POST", mode: "no-cors", credentials: "include"}),
    fetch(server + "language", {method: "POST", headers: {"X-CSRF-Token": "x"}, body: "language=fr", credentials: "include"}),
    fetch(server, {credentials: "include"}),
    fetch(server + "about", {mode: "no-cors", credentials: "include"}),
    fetch(server + "static/vendor.json"),
  ];
  return Promise.all(tries.map((one) => one.then((answer) => answer.text(), (error) => "refused")));
}"""
NAMES = [
    "<img src=http://elsewhere.example/x onerror=alert(1)>",
    "<script>alert(2)</script>",
    '"><svg onload=alert(3)>',
    "<style>@import 'http://elsewhere.example/y'</style>",
    "{{7*7}} javascript:alert(4)",
    "</title><script>alert(5)</script>",
]


@pytest.fixture
def elsewhere(server: str) -> Iterator[str]:
    """Another program on this computer that serves a page with bad intentions; gives its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = PAGE.format(server=server).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    serving = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    yield str(serving.server_port)
    serving.shutdown()
    serving.server_close()


def language(page: Page, server: str) -> str | None:
    """In which language the program speaks."""
    page.goto(server)
    return page.get_attribute("html", "lang")


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_a_page_of_another_origin_changes_and_reads_nothing(server: str, browser: Browser, elsewhere: str, name: str) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    assert language(page, server) == "en"  # The browser has a session of the program now.
    page.goto(f"http://{name}:{elsewhere}/")
    said = page.evaluate(FETCHES, server)
    assert not [text for text in said if text not in ("refused", "")], said
    with page.expect_response(f"{server}language") as sent:
        page.evaluate("document.getElementById('form').submit()")
    assert sent.value.status == 403
    page.get_by_text("This did not come from Kompitie").wait_for()
    assert language(page, server) == "en"
    assert page.locator("a[href*='/c/']").count() == 0  # No example was made.
    context.close()


def test_no_page_can_be_framed(server: str, browser: Browser, elsewhere: str) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    page.goto(f"http://127.0.0.1:{elsewhere}/")
    page.wait_for_timeout(500)
    framed = [frame for frame in page.frames if frame != page.main_frame]
    assert framed
    assert not [frame for frame in framed if "Kompitie" in frame.content()]
    assert [text for text in refused if "frame-ancestors" in text]
    context.close()


def test_an_address_that_only_leads_here_is_no_address_of_ours(server: str, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    # Chromium resolves every name below localhost to this computer by itself: a foreign name on our address.
    answer = page.goto(f"http://rebound.localhost:{urlsplit(server).port}/")
    assert answer is not None
    assert answer.status == 421
    assert "This is not the address of Kompitie" in page.content()
    assert not context.cookies(server)
    context.close()


def test_hostile_names_start_nothing_and_load_nothing(page: Page, server: str) -> None:
    asked: list[str] = []
    dialogs: list[str] = []
    violations: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.on("console", lambda message: violations.append(message.text) if "Content Security" in message.text else None)
    page.goto("/new")
    page.fill("[name=name]", NAMES[0])
    page.click(".next button")
    page.wait_for_url(re.compile(r"/c/\d+/players"))
    base = page.url.partition("/players")[0]
    for name in NAMES:
        page.fill("#line", name)
        page.press("#line", "Enter")
        page.wait_for_function("document.getElementById('line').value === ''")
    for step in ("players", "presence", "rounds", "results", "standings", "print", "settings", "history", "find?q=a", "reasons"):
        answer = page.goto(f"{base}/{step}")
        assert answer is not None
        assert answer.status == 200, step
        page.wait_for_load_state("networkidle")
    assert not dialogs
    assert not violations
    outside = [url for url in asked if not url.startswith((server, "blob:", "about:"))]
    assert not outside
    page.goto(f"{base}/players")
    said = page.inner_text("body")
    for name in NAMES:
        assert name in said, name
