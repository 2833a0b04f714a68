"""Foreign names, origins, tokens and methods at every address of the program (spec 50 Security)."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import Client as PlainClient

from kompitie_web.launcher.first_page import FirstPage
from kompitie_web.security import LARGEST_UPLOAD, TOKEN_FIELD
from kompitie_web.state import State
from tests.conftest import Client
from tests.fuzz.furnished import furnished
from tests.hostile.addresses import Address, every, first_competition, numbers_of, whole

PORT = 8421
OURS = f"127.0.0.1:{PORT}"
FOREIGN_HOSTS = [
    *("evil.example", f"evil.example:{PORT}", f"127.0.0.1.evil.example:{PORT}", f"127.0.0.1.nip.io:{PORT}", f"localhost.evil.example:{PORT}"),
    *(f"localhost.:{PORT}", f"127.0.0.1.:{PORT}", f"[::1]:{PORT}", f"0.0.0.0:{PORT}", f"127.1:{PORT}", f"2130706433:{PORT}", f"0x7f.1:{PORT}"),
    *(f"127.0.0.1@evil.example:{PORT}", f"evil.example#127.0.0.1:{PORT}", f"192.168.1.5:{PORT}", "127.0.0.1", "127.0.0.1:", "127.0.0.1:80"),
    *(f"127.0.0.1:{PORT}:{PORT}", f"127.0.0.1:0{PORT}", f"127.0.0.1:{PORT}, evil.example", "localhost:8422", ""),
]  # fmt: skip
#: What a browser says of a request that another page makes, or none; and what nobody honest says.
FOREIGN_ORIGINS = [
    *({"Sec-Fetch-Site": site} for site in ("cross-site", "same-site", "none", "", "SAME-ORIGIN", "same-origin, cross-site")),
    *(
        {"Origin": origin}
        for origin in ("https://evil.example", "null", "", f"https://{OURS}", "http://127.0.0.1", "http://localhost:8422", f"http://{OURS}.evil.example", f"http://evil.example@{OURS}", f"http://localhost:{PORT}")
    ),
    {"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"},
    {"Sec-Fetch-Site": "cross-site", "Origin": f"http://{OURS}"},
]  # fmt: skip


@pytest.fixture
def numbers(tmp_path: Path, state: State) -> Iterator[dict[str, int]]:
    """The open file holds something of everything; the program is served on its usual port."""
    file = furnished(tmp_path / "Club.kompitie", state.folders.data)
    state.port = PORT
    with file.connection():
        yield numbers_of(first_competition())
    file.close()


@pytest.fixture
def browser_like(client: Client, app: Flask, numbers: dict[str, int]) -> Client:
    """A client that asks for the address that the program is served at."""
    app.config["SESSION_COOKIE_NAME"] = f"kompitie_{PORT}"
    return at_our_address(client)


def at_our_address(client: Client) -> Client:
    """Let a client ask as a browser does that was sent to the address of the program."""
    client.open = partial(client.open, base_url=f"http://{OURS}")
    return client


def token(client: Client) -> str:
    """The token of the pages of this client's session."""
    found = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/").text)
    assert found
    return found[1]


def unlocked(address: Address) -> bool:
    """The door for a second start has a lock of its own, tested below."""
    return address.endpoint == "system.activate"


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
def test_a_foreign_name_is_misdirected_also_with_the_token(browser_like: Client, host: str) -> None:
    given = token(browser_like)
    for url, method in (
        ("/", "GET"),
        ("/language", "POST"),
        ("/static/style.css", "GET"),
        ("/nothing", "GET"),
        ("/activate", "POST"),
    ):
        answer = browser_like.open(url, method=method, headers={"Host": host}, data={TOKEN_FIELD: given})
        assert answer.status_code == 421, url


@pytest.mark.parametrize("host", FOREIGN_HOSTS[:3])
def test_no_address_answers_under_a_foreign_name(browser_like: Client, app: Flask, numbers: dict[str, int], host: str) -> None:
    before, given = whole(), token(browser_like)
    for one in every(app, numbers, "GET", "POST"):
        answer = browser_like.open(one.url, method=one.method, headers={"Host": host}, data={TOKEN_FIELD: given})
        assert answer.status_code == 421, one
        assert "csrf-token" not in answer.text or given not in answer.text, one
    assert whole() == before


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
def test_the_first_answers_of_a_start_keep_to_the_same_names(state: State, host: str) -> None:
    state.port = PORT
    for url in ("/", "/static/style.css", "/new", "/static/../secret", "/nothing"):
        asked = FirstPage(state)
        with PlainClient(asked).get(url, headers={"Host": host, "X-Forwarded-Host": OURS}) as answer:
            assert answer.status_code == 421, url


def test_a_forwarded_name_counts_for_nothing(browser_like: Client) -> None:
    for name in ("X-Forwarded-Host", "X-Host", "Forwarded", "X-Original-URL", "X-Rewrite-URL"):
        answer = browser_like.get("/about", headers={name: "evil.example"})
        assert answer.status_code == 200
        assert "evil.example" not in answer.text


@pytest.mark.parametrize("headers", FOREIGN_ORIGINS, ids=str)
def test_a_page_of_another_origin_cannot_choose_the_language(browser_like: Client, state: State, headers: dict[str, str]) -> None:
    answer = browser_like.post("/language", data={TOKEN_FIELD: token(browser_like), "language": "fr"}, headers=headers)
    assert answer.status_code == 403
    assert "This did not come from Kompitie" in answer.text
    assert state.preferences.language == "en"


@pytest.mark.parametrize("headers", [FOREIGN_ORIGINS[0], {"Origin": "null"}, FOREIGN_ORIGINS[-1]], ids=str)
def test_no_form_of_another_page_is_taken_even_with_the_token(
    browser_like: Client, app: Flask, numbers: dict[str, int], headers: dict[str, str]
) -> None:
    before, given = whole(), token(browser_like)
    for one in every(app, numbers, "POST"):
        if unlocked(one):
            continue
        answer = browser_like.post(one.url, data={TOKEN_FIELD: given, "confirmed": "1"}, headers=headers)
        assert answer.status_code == 403, one
        assert "This did not come from Kompitie" in answer.text, one
    assert whole() == before


@pytest.mark.parametrize("kind", ["none", "empty", "other session", "old", "in the address", "cut off", "longer", "as text"])
def test_no_form_without_the_token_of_its_session_is_taken(
    browser_like: Client, app: Flask, state: State, numbers: dict[str, int], kind: str
) -> None:
    own, other = token(browser_like), at_our_address(app.test_client())
    given = {
        "none": {},
        "empty": {TOKEN_FIELD: ""},
        "other session": {TOKEN_FIELD: token(other)},
        "old": {TOKEN_FIELD: "token-of-yesterday"},
        "in the address": {},
        "cut off": {TOKEN_FIELD: own.partition(".")[0][:-1]},
        "longer": {TOKEN_FIELD: "x" + own},
        "as text": {},
    }[kind]
    before = whole()
    ours = {"Sec-Fetch-Site": "same-origin", "Origin": f"http://{OURS}"}
    for one in every(app, numbers, "POST"):
        if unlocked(one):
            continue
        url = f"{one.url}?{TOKEN_FIELD}={own}" if kind == "in the address" else one.url
        more = {"data": f"{TOKEN_FIELD}={own}", "content_type": "text/plain"} if kind == "as text" else {"data": given}
        answer = browser_like.post(url, headers=ours, **more)
        assert answer.status_code == 403, one
        assert "This page was still open from before" in answer.text, one
    assert whole() == before
    assert not state.stop.is_set()


@pytest.mark.parametrize("cookie", ["", "x", "eyJjc3JmX3Rva2VuIjoiYSJ9.aaaa.bbbb", "a" * 5000, '"; Path=/; x="'])
def test_a_forged_session_opens_nothing(app: Flask, numbers: dict[str, int], cookie: str) -> None:
    before = whole()
    forger = app.test_client(use_cookies=False)
    headers = {"Host": OURS, "Cookie": f"kompitie_{PORT}={cookie}", "X-CSRF-Token": "a"}
    for one in every(app, numbers, "POST"):
        if not unlocked(one):
            assert forger.post(one.url, data={TOKEN_FIELD: "a"}, headers=headers).status_code == 403, one
    assert whole() == before


@pytest.mark.parametrize("given", [None, "", "guess", "é"])
def test_the_door_for_a_second_start_has_its_own_lock(browser_like: Client, state: State, given: str | None) -> None:
    opened: list[str] = []
    state.open_browser = opened.append
    headers = {} if given is None else {"X-Token": given.encode("utf-8").decode("latin-1")}
    answer = browser_like.post("/activate", data={"file": "/etc/passwd", TOKEN_FIELD: token(browser_like)}, headers=headers)
    assert answer.status_code == 403
    assert not opened
    assert not state.offered


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "PROPFIND", "BREW"])
def test_other_methods_do_nothing(browser_like: Client, app: Flask, numbers: dict[str, int], method: str) -> None:
    before, given = whole(), token(browser_like)
    for one in every(app, numbers, "GET", "POST"):
        answer = browser_like.open(one.url, method=method, headers={"X-CSRF-Token": given})
        assert answer.status_code in (400, 403, 404, 405), one
        assert "Access-Control-Allow-Origin" not in answer.headers
    assert whole() == before


def test_a_form_address_cannot_be_fetched_and_fetching_changes_nothing(
    browser_like: Client, app: Flask, numbers: dict[str, int]
) -> None:
    gets = {rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    for one in every(app, numbers, "POST"):
        rule = next(rule.rule for rule in app.url_map.iter_rules(one.endpoint))
        if rule not in gets:
            for method in ("GET", "HEAD"):
                answer = browser_like.open(one.url, method=method)
                # Below /open there are also the ids of files that were double-clicked.
                assert answer.status_code == (404 if one.url == "/open/upload" else 405), one
    before = whole()
    for one in every(app, numbers, "GET"):
        for extra in ("", "?confirmed=1&step=add&back=//evil.example"):
            with browser_like.get(one.url + extra) as answer:
                assert answer.status_code in (200, 303, 404, 422), (one, answer.status_code)
                assert "evil.example" not in answer.headers.get("Location", "")
    assert whole() == before


def answers(client: Client, app: Flask, numbers: dict[str, int]) -> Iterator[tuple[str, int, dict[str, str]]]:
    """One answer of every kind there is: pages, papers, downloads, files of ours, ways on, and all refusals."""
    given = token(client)
    for one in every(app, numbers, "GET", "HEAD", "OPTIONS"):
        with client.open(one.url, method=one.method) as answer:
            yield f"{one.method} {one.url}", answer.status_code, dict(answer.headers)
    for one in every(app, numbers, "POST"):
        if one.endpoint == "system.stop":
            continue
        with client.post(one.url, data={TOKEN_FIELD: given}) as answer:
            yield f"POST {one.url}", answer.status_code, dict(answer.headers)
        with client.post(one.url, data={}) as answer:
            yield f"POST {one.url} without token", answer.status_code, dict(answer.headers)
    for url in ("/nothing", "/static/nothing.css", "/c/999/players", "/undo", "/static/../x", "/c/x/players"):
        with client.get(url) as answer:
            yield url, answer.status_code, dict(answer.headers)
    with client.get("/", headers={"Host": "evil.example"}) as answer:
        yield "foreign", answer.status_code, dict(answer.headers)
    with client.post("/open/upload", data=b"x" * (LARGEST_UPLOAD + 200_000), headers={"X-CSRF-Token": given}) as answer:
        yield "too large", answer.status_code, dict(answer.headers)


def test_every_answer_carries_the_locks_of_the_browser(browser_like: Client, app: Flask, numbers: dict[str, int]) -> None:
    seen = set()
    for what, status, headers in answers(browser_like, app, numbers):
        seen.add(status)
        policy = headers.get("Content-Security-Policy", "")
        assert policy.startswith("default-src 'self'"), what
        assert "unsafe" not in policy, what
        is_paper = headers.get("Content-Type", "").startswith("application/pdf")
        assert f"frame-ancestors {chr(39)}{'self' if is_paper else 'none'}{chr(39)}" in policy, what
        assert "base-uri 'none'" in policy, what
        assert "form-action 'self'" in policy, what
        assert headers.get("X-Content-Type-Options") == "nosniff", what
        assert headers.get("Cross-Origin-Resource-Policy") == "same-origin", what
        assert headers.get("Cross-Origin-Opener-Policy") == "same-origin", what
        assert headers.get("Referrer-Policy") == "same-origin", what
        assert not [name for name in headers if name.startswith("Access-Control")], what
        assert "Server" not in headers, what
        if "/static/" not in what and "/fonts/" not in what:
            assert headers.get("Cache-Control") == "no-store", what
        if status == 303:
            assert headers["Location"].startswith("/"), what
            assert not headers["Location"].startswith(("//", "/\\")), what
    assert {200, 303, 403, 404, 405, 413, 421, 422} <= seen


@pytest.mark.parametrize(
    "back",
    [
        "//evil.example",
        "/\\evil.example",
        "https://evil.example",
        "/\t/evil.example",
        "javascript:alert(1)",
        "/x\r\nX-Evil: 1",
        "\\\\e",
        "///e",
    ],
)
def test_no_form_leads_away_from_the_program(browser_like: Client, back: str) -> None:
    data = {TOKEN_FIELD: token(browser_like), "language": "en", "back": back}
    answer = browser_like.post("/language", data=data)
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/"
    assert "X-Evil" not in answer.headers


def test_the_session_cookie_stays_with_us(app: Flask, numbers: dict[str, int], state: State) -> None:
    for asked in (app.wsgi_app, FirstPage(state)):
        with PlainClient(asked).get("/", headers={"Host": OURS}) as answer:
            cookie = answer.headers["Set-Cookie"]
        parts = {part.strip() for part in cookie.split(";")[1:]}
        assert parts == {"HttpOnly", "Path=/", "SameSite=Strict"}, asked
        assert "Domain" not in cookie


def test_nothing_of_the_disk_is_told_to_a_stranger(browser_like: Client, tmp_path: Path) -> None:
    for headers in ({"Host": "evil.example"}, {"Host": f"evil.example:{PORT}"}):
        assert str(tmp_path) not in browser_like.get("/about", headers=headers).text
    assert str(tmp_path) not in browser_like.post("/language", headers={"Origin": "https://evil.example"}).text
