"""The frame around every page: steps and counts, undo and redo, saved time, languages, find, keys, about, errors."""

from pathlib import Path

import pytest
from flask import Flask

from engine.classification import Settings
from kompitie_web.actions import classifications, competitions, players, roundlist
from kompitie_web.actions.competitions import NewCompetition
from kompitie_web.exchange.lines import parse_line
from kompitie_web.pages import NAMES, common
from kompitie_web.pages.key_help import sections
from kompitie_web.state import State
from kompitie_web.store import KompitieFile
from tests.conftest import Client

NAMED = ("Bakker, Anna", "Çelik, Orhan", "Łoś, Zofia", "Vries, Jan de")


@pytest.fixture
def cid(file: KompitieFile) -> int:
    """A tournament of four players."""
    made = competitions.create_competition(NewCompetition(name="Cup <b>", rounds=3))
    players.add_players(made, [parse_line(name) for name in NAMED])
    return made


def test_every_screen_has_a_page_under_its_name(app: Flask) -> None:
    without = {"system", "tables"}  # The program itself, and lists for a spreadsheet: no screens of their own.
    assert {f"{name}.page" for name in NAMES if name not in without} <= set(app.view_functions)


@pytest.mark.parametrize("step", ["players", "presence", "rounds", "results", "standings", "print", "settings", "history"])
def test_every_step_answers_and_shows_where_one_is(client: Client, cid: int, step: str) -> None:
    page = client.get(f"/c/{cid}/{step}", follow_redirects=True)
    assert page.status_code == 200
    assert page.text.count('aria-current="page"') >= 1
    assert "Cup &lt;b&gt;" in page.text


def test_the_rail_counts_players_and_those_present(client: Client, cid: int) -> None:
    page = client.get(f"/c/{cid}/settings").text
    assert '<b id="count-players">4</b>' in page
    assert '<b id="count-presence">4</b>' in page


def test_a_competition_that_is_not_there_is_a_kind_404(client: Client, cid: int) -> None:
    page = client.get("/c/4711/players")
    assert page.status_code == 404
    assert "Nothing was lost" in page.text


@pytest.mark.parametrize("step", ["players", "presence", "rounds", "results", "standings", "print", "settings", "history"])
def test_without_an_open_file_every_step_says_so(client: Client, step: str) -> None:
    answer = client.get(f"/c/1/{step}")
    assert answer.status_code == 409
    assert "No file is open now" in answer.text


@pytest.mark.parametrize("direction", ["undo", "redo"])
def test_without_an_open_file_there_is_nothing_to_undo(client: Client, direction: str) -> None:
    assert client.post_form(f"/{direction}", {}).status_code == 409


def test_undo_and_redo_come_back_to_the_page_and_say_what_they_did(client: Client, cid: int) -> None:
    players.add_player(cid, parse_line("Mulder, Piet"))
    back = f"/c/{cid}/players"
    answer = client.post_form("/undo", {"scope": cid, "back": back})
    assert (answer.status_code, answer.location) == (303, back)
    page = client.get(back).text
    assert "Mulder" not in page.split('id="toast"')[0].split("<tbody")[-1]
    assert "Undone:" in page
    assert "/redo" in page
    client.post_form("/redo", {"scope": cid, "back": back})
    assert "Mulder, Piet" in client.get(back).text


def test_nothing_to_undo_is_said(client: Client, cid: int) -> None:
    for _ in range(10):
        answer = client.post_form("/undo", {"scope": cid, "back": f"/c/{cid}/players"})
        assert answer.status_code == 303
        if "There is nothing to undo." in client.get(f"/c/{cid}/players").text:
            return
    pytest.fail("never said")


def test_undoing_a_competition_itself_leads_to_the_start_page(client: Client, cid: int) -> None:
    for _ in range(2):
        client.post_form("/undo", {"scope": cid, "back": "/"})
    answer = client.post_form("/undo", {"scope": "", "back": f"/c/{cid}/players"})
    assert answer.location == "/"
    assert client.get("/").status_code == 200


def test_undo_keeps_what_the_page_showed(client: Client, cid: int) -> None:
    players.add_player(cid, parse_line("Mulder, Piet"))
    page = f"/c/{cid}/standings?show=rounds"
    assert client.post_form("/undo", {"scope": cid, "back": page}).location == page


def test_undo_on_a_page_of_what_it_takes_away_leads_to_the_page_of_the_step(client: Client, cid: int) -> None:
    made = (
        ("standings", "/edit", lambda: classifications.add_classification(cid, Settings(name="Youth"), ["place"])),
        ("players", "", lambda: players.add_player(cid, parse_line("Mulder, Piet"))),
        ("rounds", "", lambda: roundlist.add_round(cid)),
    )
    for step, part, make in made:
        page = f"/c/{cid}/{step}/{make()}{part}"
        assert client.get(page).status_code == 200
        answer = client.post_form("/undo", {"scope": cid, "back": page})
        assert answer.location == f"/c/{cid}/{step}"
        assert "Undone:" in client.get(answer.location, follow_redirects=True).text


def test_the_saved_time_is_that_of_the_last_change(client: Client, cid: int) -> None:
    before = client.get(f"/c/{cid}/settings").text
    assert "Saved" in before
    assert '<time datetime="' in before


def test_the_language_is_kept_and_leads_back(client: Client, state: State) -> None:
    answer = client.post_form("/language", {"language": "fr", "back": "/new?into=file"})
    assert (answer.status_code, answer.location) == (303, "/new?into=file")
    assert 'lang="fr"' in client.get("/").text
    assert State.load(state.folders).preferences.language == "fr"


def test_an_unknown_language_is_refused(client: Client) -> None:
    assert client.post_form("/language", {"language": "xx"}).status_code == 400


def test_before_a_choice_the_browser_decides_on_the_language(client: Client, state: State) -> None:
    state.preferences.language = ""
    assert '<html lang="nl">' in client.get("/", headers={"Accept-Language": "nl-BE,fr;q=0.5"}).text
    assert '<html lang="en">' in client.get("/", headers={"Accept-Language": "de"}).text


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org", "/\\example.org", "javascript:alert(1)", "/a\nb"])
def test_back_never_leads_elsewhere(client: Client, elsewhere: str) -> None:
    assert client.post_form("/language", {"language": "en", "back": elsewhere}).location == "/"


def test_find_by_name_without_accents_by_code_and_by_number(client: Client, cid: int) -> None:
    assert "Çelik, Orhan" in client.get(f"/c/{cid}/find?q=celik").text
    assert "Bakker, Anna" in client.get(f"/c/{cid}/find?q=1").text
    assert "Nobody and no table fits" in client.get(f"/c/{cid}/find?q=<b>").text


def test_the_key_help_names_every_screen_and_leads_back(client: Client) -> None:
    page = client.get("/keys?back=/new").text
    assert all(section.title in page for section in sections())
    assert 'href="/new"' in page


def test_about_lists_the_vendored_files_and_the_libraries_with_licences(client: Client) -> None:
    page = client.get("/about").text
    for name in ("htmx", "Pico CSS", "Atkinson Hyperlegible Next", "DejaVu", "Flask", "peewee", "waitress", "Python", "SQLite"):
        assert name in page
    assert "Kompitie never looks for a newer version itself" in page
    with client.get("/static/licences.txt") as full:
        assert full.mimetype == "text/plain"
        assert "PYTHON SOFTWARE FOUNDATION LICENSE" in full.text


def test_the_quick_start_sheet_is_linked_from_the_start_and_in_the_language_of_the_screen(client: Client) -> None:
    assert 'href="/quick-start.pdf"' in client.get("/").text
    client.post_form("/language", {"language": "nl"})
    sheet = client.get("/quick-start.pdf")
    assert sheet.mimetype == "application/pdf"
    assert sheet.headers["Content-Disposition"] == 'inline; filename="Kompitie-op-een-blad.pdf"'


def test_a_failure_in_the_program_is_a_page_that_says_that_nothing_was_lost(
    app: Flask, client: Client, state: State, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> str:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setitem(app.view_functions, "system.about", fail)
    app.testing = False
    page = client.get("/about")
    assert page.status_code == 500
    assert "Nothing was lost" in page.text
    assert "kompitie.log" in page.text
    assert "secret detail" not in page.text
    assert "secret detail" in caplog.text


def test_trap_29_a_file_renamed_while_open_is_found_again(client: Client, file: KompitieFile, cid: int) -> None:
    renamed = file.path.with_name("Other.kompitie")
    with_connection = client.get(f"/c/{cid}/settings")
    assert with_connection.status_code == 200
    file.path.rename(renamed)
    answer = client.post_form(f"/c/{cid}/players/add", {"line": "Mulder, Piet"})
    assert answer.status_code in (404, 409)


def test_stop_says_where_everything_is_and_stops(client: Client, state: State, file: KompitieFile, cid: int) -> None:
    file.snapshot("pairing")
    page = client.post_form("/stop")
    assert page.status_code == 200
    assert "Club.kompitie" in page.text
    assert "The last dated copy was made on" in page.text
    assert state.stop.wait(2)


def test_a_round_robin_is_never_offered_to_be_paired(app: Flask, client: Client, file: KompitieFile) -> None:
    cid = competitions.create_competition(NewCompetition(name="All", kind="round_robin", pairing="round_robin", rounds=3))
    players.add_players(cid, [parse_line(name) for name in NAMED])
    with app.test_request_context():
        assert common.next_step(cid).label == "To round 1"
    presence = client.get(f"/c/{cid}/presence/1").text
    assert "Pair round 1" not in presence
    assert "To round 1" in presence


def test_next_step_goes_with_the_day(app: Flask, file: KompitieFile, data: Path) -> None:
    from kompitie_web.actions import results, rounds
    from kompitie_web.store import models

    cid = competitions.create_competition(NewCompetition(name="Day", rounds=2))
    with app.test_request_context():
        assert common.next_step(cid).key == "players"
        players.add_players(cid, [parse_line(name) for name in NAMED])
        assert (common.next_step(cid).key, common.next_step(cid).arguments) == ("pair", {"number": 1})
        rounds.draft_round(cid, 1)
        assert common.next_step(cid).key == "publish"
        rounds.publish_round(cid, 1)
        assert (common.next_step(cid).key, common.next_step(cid).arguments) == ("results", {"number": 1, "open": 2})
        for game in models.Game.select():
            results.enter_result(game.id, "2-0")
        assert common.next_step(cid).key == "standing"


def test_a_file_and_its_competition_with_the_same_name_are_named_once(client: "Client", file: "KompitieFile") -> None:
    for name, times in (("Club", 1), ("Winter", 2)):
        cid = competitions.create_competition(competitions.NewCompetition(name))
        top = client.get(f"/c/{cid}/players").get_data(as_text=True).split("<header")[1].split("</header>")[0]
        assert top.count("<summary title=") == times
        assert top.count('href="/open"') == 1
