"""Who may talk to the program (spec 50 Security)."""

import os
import re
import stat
from pathlib import Path

import pytest
from flask import Flask

from kompitie_web.preferences import RecentFile
from kompitie_web.security import LARGEST_UPLOAD, TOKEN_FIELD
from kompitie_web.state import SECRET, State, folders_in
from tests.conftest import Client


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "evil.example:8421", "192.168.1.5", "localhost.:80"])
def test_a_foreign_host_is_misdirected(client: Client, host: str) -> None:
    answer = client.get("/", headers={"Host": host})
    assert answer.status_code == 421
    assert "This is not the address of Kompitie" in answer.text


def test_our_own_names_are_served_only_with_our_port(client: Client, state: State) -> None:
    state.port = 8421
    assert client.get("/", headers={"Host": "127.0.0.1:8421"}).status_code == 200
    assert client.get("/", headers={"Host": "localhost:8421"}).status_code == 200
    assert client.get("/", headers={"Host": "127.0.0.1:8422"}).status_code == 421


def test_a_form_without_a_token_changes_nothing(client: Client, state: State) -> None:
    answer = client.post("/language", data={"language": "fr"})
    assert answer.status_code == 403
    assert state.preferences.language == "en"


def test_a_stale_token_offers_what_was_typed_again_when_the_page_was_ours(client: Client) -> None:
    form = {TOKEN_FIELD: "old", "language": "fr", "back": '/new?a="b"'}
    answer = client.post("/language", data=form, headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 403
    assert 'name="language" value="fr"' in answer.text
    assert 'value="/new?a=&#34;b&#34;"' in answer.text
    assert 'value="old"' not in answer.text


def test_a_stale_token_of_an_unknown_page_offers_nothing(client: Client) -> None:
    answer = client.post("/language", data={"language": "fr"})
    assert 'name="language" value="fr">' not in answer.text.split('<div class="trouble">')[1]


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
    ],
)
def test_another_site_is_refused_even_with_the_token(client: Client, state: State, headers: dict[str, str]) -> None:
    answer = client.post_form("/language", {"language": "fr"}, headers=headers)
    assert answer.status_code == 403
    assert "This did not come from Kompitie" in answer.text
    assert state.preferences.language == "en"


def test_our_own_page_is_accepted_by_field_and_by_header(client: Client) -> None:
    ours = {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}
    assert client.post_form("/language", {"language": "nl"}, headers=ours).status_code == 303
    by_header = {**ours, "X-CSRF-Token": client.token()}
    assert client.post("/language", data={"language": "nl"}, headers=by_header).status_code == 303


def token_of_page(page: str) -> str:
    """The token that the forms of a page send."""
    found = re.search(r'name="csrf-token" content="([^"]+)"', page)
    assert found
    return found[1]


@pytest.mark.usefixtures("file")
def test_a_page_never_changes_another_file_than_its_own(client: Client, state: State, tmp_path: Path) -> None:
    from kompitie_web.actions import competitions
    from kompitie_web.store import KompitieFile, current, models

    cid = competitions.create_example("en")
    name, count = "Stray, Vera", models.Competitor.select().count()
    old = token_of_page(client.get(f"/c/{cid}/players").text)
    own = client.post(f"/c/{cid}/players", data={TOKEN_FIELD: old, "line": "Home, Ann"})
    assert own.status_code == 303
    path = current().path
    state.preferences.remember(RecentFile(str(path)))
    current().close()
    other = KompitieFile.create(tmp_path / "Other.kompitie", "Other", state.folders.data)
    with other.connection():
        assert competitions.create_example("en") == cid
        refused = client.post(f"/c/{cid}/players", data={TOKEN_FIELD: old, "line": name})
        assert refused.status_code == 410
        assert "This page belongs to another file" in refused.text
        assert "Open Club" in refused.text
        assert models.Competitor.select().count() == count
        assert client.post("/undo", data={TOKEN_FIELD: old}).status_code == 410
        fresh = token_of_page(client.get(f"/c/{cid}/players").text)
        assert client.post(f"/c/{cid}/players", data={TOKEN_FIELD: fresh, "line": name}).status_code == 303
    other.close()
    assert client.post(f"/c/{cid}/players", data={TOKEN_FIELD: fresh, "line": name}).status_code == 410
    opened = client.post("/open", data={TOKEN_FIELD: fresh, "file": state.file_id(path)})
    assert opened.status_code == 303


def test_the_token_outlives_a_restart(state: State, client: Client) -> None:
    client.get("/")
    token = client.token()
    assert State.load(state.folders).secret == state.secret
    assert client.token() == token


def test_the_session_cookie_is_ours_alone(app: Flask, client: Client) -> None:
    cookie = client.get("/").headers["Set-Cookie"]
    assert cookie.startswith("kompitie_0=")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps the user's folder to the user by itself")
def test_the_secret_is_for_its_owner_only(tmp_path: Path) -> None:
    state = State.load(folders_in(tmp_path / "new"))
    mode = (state.folders.data / SECRET).stat().st_mode
    assert stat.S_IMODE(mode) == 0o600
    assert len(state.secret) >= 32


def test_a_secret_that_was_cut_off_is_made_anew(tmp_path: Path) -> None:
    folders = folders_in(tmp_path)
    folders.make()
    (folders.data / SECRET).write_bytes(b"short")
    assert len(State.load(folders).secret) >= 32


@pytest.mark.parametrize("url", ["/", "/new", "/nothing", "/static/style.css"])
def test_no_page_may_be_framed_or_load_from_elsewhere(client: Client, url: str) -> None:
    with client.get(url) as answer:
        headers = answer.headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Access-Control-Allow-Origin" not in headers


def test_no_page_uses_what_the_policy_forbids(client: Client) -> None:
    for url in ("/", "/new", "/open", "/keys", "/about", "/nothing"):
        page = client.get(url).text
        assert " style=" not in page
        assert "<style" not in page
        assert "onclick" not in page
        assert "data:" not in page.replace("data:image", "")
        assert page.count("<script") == page.count("<script src=")


def test_pages_are_not_kept_by_the_browser(client: Client) -> None:
    assert client.get("/").headers["Cache-Control"] == "no-store"
    with client.get("/static/style.css") as answer:
        assert "max-age" in answer.headers["Cache-Control"]


def test_a_file_that_is_too_large_gets_a_kind_page(client: Client) -> None:
    import io

    big = io.BytesIO(b"x" * (LARGEST_UPLOAD + 100_000))
    with client.post_form("/open/upload", {"upload": (big, "big.kompitie")}, content_type="multipart/form-data") as answer:
        assert answer.status_code == 413
        assert "8 megabytes" in answer.text
        answer.request.input_stream.close()


def test_an_address_for_buttons_only_says_so(client: Client) -> None:
    answer = client.get("/undo")
    assert answer.status_code == 405
    assert "Go back to the page before" in answer.text


@pytest.mark.parametrize("path", ["../../etc/passwd", "..%2f..%2fetc%2fpasswd", "/etc/passwd", "....//secret", "%00"])
def test_no_path_from_the_browser_reaches_a_file(client: Client, path: str) -> None:
    assert client.post_form("/open", {"file": path}).status_code == 404
    assert client.get(f"/open/{path}").status_code in (404, 308)
    assert client.get(f"/static/{path}").status_code in (404, 308)


def test_only_the_second_start_of_the_same_user_may_activate(client: Client, state: State) -> None:
    opened: list[str] = []
    state.open_browser = opened.append
    assert client.post("/activate", headers={"X-Token": "guess"}).status_code == 403
    assert opened == []
    assert client.post("/activate", headers={"X-Token": state.token}).status_code == 200
    assert opened == [state.address]
