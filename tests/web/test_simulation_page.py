"""Compare systems by simulation: the form, the progress, the comparison, and stopping it."""

import re
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from kompitie_web import simulation_job
from kompitie_web.actions.competitions import update_competition
from kompitie_web.actions.creation import NewCompetition, create_competition
from kompitie_web.actions.example import create_example
from kompitie_web.simulation_job import Job, Phase
from kompitie_web.store import KompitieFile
from tests.conftest import Client

SMALL: dict[str, Any] = {
    "systems": ["resistance", "round_robin"],
    "players": "6",
    "rounds": "3",
    "count": "2",
    "seed": "1",
    "absent": "3",
    "draws": "45",
}


def body(answer: TestResponse) -> str:
    """The page without needless space."""
    return re.sub(r"\s+", " ", answer.get_data(as_text=True))


def job_of(app: Flask) -> Job:
    """The comparison of the program."""
    job = app.extensions["simulation"].job(app.extensions["simulation"]._last)
    assert isinstance(job, Job)
    return job


def finished(app: Flask, client: Client, answer: TestResponse) -> str:
    """The page after a comparison that was started has ended."""
    assert answer.status_code == 303, body(answer)
    assert job_of(app).wait(60)
    return body(client.get(answer.location))


@pytest.fixture
def rushed(app: Flask) -> Any:
    """Nothing a test started goes on after it."""
    yield
    if "simulation" in app.extensions:
        job_of(app).stop()


def test_the_page_proposes_two_systems_and_needs_no_file(client: Client) -> None:
    shown = body(client.get("/simulation"))
    assert re.findall(r'name="systems" value="(\w+)" checked', shown) == ["resistance", "rating"]
    assert 'value="own"' not in shown
    assert 'name="players" type="text" value="24"' in shown
    assert 'name="count" type="text" value="50"' in shown


def test_systems_stand_beside_each_other(app: Flask, client: Client, rushed: None) -> None:
    shown = finished(app, client, client.post_form("/simulation", SMALL))
    assert "What happened in 2 tournaments by each system" in shown
    assert re.findall(r'<th scope="col">([^<]+)</th>', shown) == ["Swiss on resistance points", "Round robin"]
    rows = dict(re.findall(r'<th scope="row">([^<]+)<small>.*?</small></th>((?:<td.*?</td>)+)', shown))
    figures = {name: re.findall(r">([^<]*)</td>", cells) for name, cells in rows.items()}
    assert figures["Rounds"] == ["3", "5"]
    assert figures["Rounds that could not be paired"] == ["0 of 6", "0 of 10"]
    assert figures["Games between players who had met before"] == ["0", "0"]
    assert "Rounds in which a rule had to give way" not in figures
    assert all(re.fullmatch(r"\d+ %", one) for one in figures["Players with colours in balance"])
    assert len(figures) == 12


def test_the_form_keeps_what_was_asked(app: Flask, client: Client, rushed: None) -> None:
    asked = {**SMALL, "players": "9", "absent": "20", "systems": ["moyenne", "attendance", "keizer", "rating"]}
    shown = finished(app, client, client.post_form("/simulation", asked))
    assert re.findall(r'name="systems" value="(\w+)" checked', shown) == ["rating", "keizer", "moyenne", "attendance"]
    assert 'name="players" type="text" value="9"' in shown
    assert 'name="absent" type="text" value="20"' in shown
    assert "Rounds in which a rule had to give way" in shown


def test_the_same_draw_gives_the_same_figures(app: Flask, client: Client, rushed: None) -> None:
    def figures() -> list[str]:
        shown = finished(app, client, client.post_form("/simulation", {**SMALL, "count": "3"}))
        return re.findall(r"<td data-label[^>]*>([^<]*)</td>", shown)[:-2]  # without the time

    assert figures() == figures()


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("players", "1", "Type a whole number from 2 to 200."),
        ("players", "201", "Type a whole number from 2 to 200."),
        ("players", "<b>", "Type a whole number from 2 to 200."),
        ("rounds", "", "Type a whole number from 1 to 60."),
        ("rounds", "3½", "Type a whole number from 1 to 60."),
        ("count", "501", "Type a whole number from 1 to 500."),
        ("count", "٣", "Type a whole number from 1 to 500."),
        ("seed", "-1", "Type a whole number from 1 to 999999."),
        ("seed", "9" * 5000, "Type a whole number from 1 to 999999."),
        ("absent", "91", "Type a whole number from 0 to 90."),
        ("draws", "many", "Type a whole number from 0 to 100."),
        ("systems", ["rating"], "Choose at least two systems to compare."),
        ("systems", ["rating", "lottery", "own"], "Choose at least two systems to compare."),
        ("systems", [], "Choose at least two systems to compare."),
    ],
)
def test_what_cannot_be_simulated_is_said_beside_its_field(field: str, typed: Any, said: str, app: Flask, client: Client) -> None:
    answer = client.post_form("/simulation", {**SMALL, field: typed})
    shown = body(answer)
    assert answer.status_code == 422
    assert re.search(rf'id="{field}-problem">(?:(?!</span>).)*{re.escape(said)}', shown)
    assert shown.count('class="problem"') == 1
    if isinstance(typed, str) and "<" not in typed:
        assert f'name="{field}" type="text" value="{typed}"' in shown
    assert "<b>" not in shown.split('id="simulation"')[1]
    assert "simulation" not in app.extensions


def test_hours_of_work_are_refused(app: Flask, client: Client) -> None:
    large = {**SMALL, "players": "200", "rounds": "60", "count": "500", "systems": ["keizer", "round_robin"]}
    answer = client.post_form("/simulation", large)
    assert answer.status_code == 422
    most = re.search(r"at most (\d+) tournaments at a time", body(answer))
    assert most is not None
    assert 1 < int(most[1]) < 500
    assert "simulation" not in app.extensions


def test_a_page_without_its_token_starts_nothing(app: Flask, client: Client) -> None:
    assert client.post("/simulation", data=SMALL).status_code >= 400
    assert "simulation" not in app.extensions


LONG = {**SMALL, "players": "60", "rounds": "9", "count": "500", "systems": ["resistance", "rating"]}


def test_it_can_be_followed_and_stopped(app: Flask, client: Client, rushed: None) -> None:
    started = client.post_form("/simulation", LONG)
    shown = body(client.get(started.location))
    assert "Simulating…" in shown
    assert "of 1000 tournaments" in shown
    assert 'http-equiv="refresh"' in shown  # for a browser without scripts
    part = client.get(started.location, headers={"HX-Request": "true"})
    assert body(part).startswith('<div id="progress"')
    assert "HX-Retarget" not in part.headers
    job = job_of(app)
    stopped = client.post_form("/simulation/stop", {"job": str(job.number)})
    assert (stopped.status_code, stopped.location) == (303, started.location)
    assert job.wait(30)
    assert job.phase is Phase.STOPPED
    shown = body(client.get(stopped.location))
    assert "Stopped" in shown
    assert 'http-equiv="refresh"' not in shown
    assert 'name="players" type="text" value="60"' in shown


def test_what_was_done_before_the_stop_is_shown(app: Flask, client: Client, rushed: None) -> None:
    started = client.post_form("/simulation", {**SMALL, "count": "500"})
    job = job_of(app)
    while not job.columns()[0].summary.tournaments:
        assert not job.wait(0.05)
    job.stop()
    assert job.wait(30)
    first, second = job.columns()
    assert first.summary.tournaments == second.summary.tournaments < 500
    assert re.search(r"Stopped. This is what \d+ tournaments? by each system say", body(client.get(started.location)))


def test_the_end_takes_the_place_of_the_progress(app: Flask, client: Client, rushed: None) -> None:
    started = client.post_form("/simulation", SMALL)
    assert job_of(app).wait(60)
    part = client.get(started.location, headers={"HX-Request": "true"})
    assert (part.headers["HX-Retarget"], part.headers["HX-Reswap"]) == ("#outcome", "outerHTML")
    assert body(part).startswith('<section id="outcome"')
    assert "<table" in body(part)


def test_a_new_one_takes_the_place_of_the_one_before(app: Flask, client: Client, rushed: None) -> None:
    first = client.post_form("/simulation", LONG)
    before = job_of(app)
    client.post_form("/simulation", SMALL)
    assert before.wait(30)
    assert before.phase is Phase.STOPPED
    assert "This comparison is no longer here" in body(client.get(first.location))
    assert client.post_form("/simulation/stop", {"job": str(before.number)}).location == "/simulation"
    assert job_of(app).phase is not Phase.STOPPED


def test_a_process_that_ends_early_is_told(
    app: Flask, client: Client, rushed: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    started = client.post_form("/simulation", LONG)
    job = job_of(app)
    job._crew._processes[0].kill()
    assert job.wait(30)
    assert job.phase is Phase.FAILED
    assert "The simulation ended early" in body(client.get(started.location))
    assert "ended early" in caplog.text


@pytest.mark.parametrize("pairing", ["resistance", "rating", "list", "round_robin"])
def test_a_competition_is_compared_by_its_own_rules(
    pairing: str, app: Flask, client: Client, file: KompitieFile, rushed: None
) -> None:
    cid = create_competition(NewCompetition("Own", pairing=pairing, rounds=5))
    address = f"/c/{cid}/simulation"
    shown = body(client.get(address))
    assert re.findall(r'name="systems" value="(\w+)" checked', shown)[0] == "own"
    assert 'name="rounds" type="text" value="5"' in shown
    shown = finished(app, client, client.post_form(address, {**SMALL, "systems": ["own", "resistance"]}))
    assert re.findall(r'<th scope="col">([^<]+)</th>', shown) == ["The rules of this competition", "Swiss on resistance points"]


def test_the_form_is_as_large_as_the_competition(client: Client, file: KompitieFile) -> None:
    cid = create_example("en")
    shown = body(client.get(f"/c/{cid}/simulation"))
    assert 'name="players" type="text" value="24"' in shown
    assert 'name="rounds" type="text" value="7"' in shown
    assert re.findall(r'name="systems" value="(\w+)" checked', shown) == ["own", "rating"]


def test_free_play_has_no_rules_to_compare(client: Client, file: KompitieFile) -> None:
    cid = create_example("en")
    update_competition(cid, {"pairing": "none"})
    assert 'value="own"' not in body(client.get(f"/c/{cid}/simulation"))
    assert client.post_form(f"/c/{cid}/simulation", {**SMALL, "systems": ["own", "rating"]}).status_code == 422


def test_a_competition_that_is_not_there(client: Client, file: KompitieFile) -> None:
    assert client.get("/c/77/simulation").status_code == 404
    assert client.post_form("/c/77/simulation", SMALL).status_code == 404


def test_it_is_found_where_a_system_is_chosen(client: Client, file: KompitieFile) -> None:
    cid = create_example("en")
    assert 'href="/simulation"' in body(client.get("/new"))
    assert f'href="/c/{cid}/simulation"' in body(client.get(f"/c/{cid}/settings"))


def test_a_comparison_uses_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other cores are for the program and its browser."""
    assert simulation_job._JOBS == 1
