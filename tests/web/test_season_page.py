"""The season rating list: the engine's numbers on the page; ratings go to the persons after a yes, as one action that can be undone."""

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from engine.ratings.season import BY_FACTOR, BY_PERFORMANCE, DEVIATES
from kompitie_web.actions import competitions, players, results, rounds, season
from kompitie_web.exchange.lines import parse_line
from kompitie_web.pages import season_view
from kompitie_web.store import mapping, models

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

    from kompitie_web.store import KompitieFile
    from tests.conftest import Client


@pytest.fixture
def cid(file: "KompitieFile") -> int:
    """Four players with settled ratings; the two rounds are won by white."""
    made = competitions.create_competition(competitions.NewCompetition("Winter", rounds=3))
    names = ("Ann Bakker; 1200", "Bob Visser; 1150", "Cor Mulder; 1100", "Dirk Smit")
    players.add_players(made, [parse_line(name) for name in names])
    with file.action("player_changed", player="all"):
        for row in models.Person.select():
            row.games_total, row.games_season = 60, 10
            if row.rating is None and row.name != "Dirk Smit":
                row.rating = 1000
            row.save()
    for number in (1, 2):
        rounds.draft_round(made, number)
        rounds.publish_round(made, number)
        for game in mapping.competition(made).games:
            if game.round == number:
                results.enter_result(game.id, "2-0")
    return made


def ratings() -> dict[str, int | None]:
    return {row.name: row.rating for row in models.Person.select()}


def test_the_list_is_that_of_the_engine(client: "Client", cid: int) -> None:
    found = season.season()
    page = client.get("/season").get_data(as_text=True)
    assert [one.games for one in found.competitions] == [4]
    assert len(found.list.by_rating) >= 3
    for row in found.list.by_name:
        assert row.person.name in page
        assert f">{row.rating}<" in page
    assert any(row.factor_rule == DEVIATES for row in found.list.rows)


def test_every_new_rating_is_explained(client: "Client", cid: int) -> None:
    for row in season.season().list.rows:
        page = client.get(f"/season?why={row.person.key}").get_data(as_text=True)
        assert 'id="why"' in page
        assert page.count("Winter") >= row.games
    assert 'id="why"' not in client.get("/season?why=999").get_data(as_text=True)


def test_the_deviation_of_a_new_player_is_the_change_of_the_rating(file: "KompitieFile", cid: int) -> None:
    with file.action("player_changed", player="all"):
        for at, row in enumerate(models.Person.select().order_by(models.Person.id)):
            row.games_total, row.rating = 0, 1100 + 25 * at
            row.save()
        for competitor in models.Competitor.select():
            assert competitor.person is not None
            competitor.rating = competitor.person.rating
            competitor.save()
    rows = [row for row in season.season().list.rows if row.rule == BY_PERFORMANCE]
    halves = [
        row for row in rows if row.performance and row.performance.rating % 1 and row.performance.rating < (row.person.rating or 0)
    ]
    assert halves
    for line in map(season_view.line, rows):
        assert int(line.deviation.replace("−", "-")) == line.shift


def test_a_performance_that_becomes_the_rating_has_its_numbers_filled_in(file: "KompitieFile", client: "Client", cid: int) -> None:
    with file.action("player_changed", player="all"):
        models.Person.update(games_total=0).execute()
    rows = [row for row in season.season().list.rows if row.rule == BY_PERFORMANCE]
    assert rows
    for row in rows:
        told = " ".join(client.get(f"/season?why={row.person.key}").get_data(as_text=True).split())
        filled = re.search(
            r"is (\d+) / (\d+) = \S+; (\d+) of (\d+) match points are (\d+) %, for which the table has ([+−]?\d+);", told
        )
        assert filled, told
        ratings, games, points, most, _percent, difference = (int(text.replace("−", "-")) for text in filled.groups())
        assert most == 2 * games
        assert points <= most
        assert Fraction(ratings, games) + difference == row.exact


def test_the_page_leads_back_to_each_competition(client: "Client", cid: int) -> None:
    page = client.get("/season").get_data(as_text=True)
    assert f'<a href="/c/{cid}/standings">To the standings of Winter</a>' in page


def test_ratings_are_written_after_a_yes_and_undone(file: "KompitieFile", client: "Client", cid: int) -> None:
    before, expected = ratings(), {row.person.name: row.rating for row in season.season().list.rows}
    asked = client.post_form("/season/write")
    assert asked.status_code == 422
    assert 'name="confirmed"' in asked.get_data(as_text=True)
    assert ratings() == before
    assert client.post_form("/season/write", {"confirmed": "1"}).status_code == 303
    assert ratings() == expected != before
    assert models.Person.get(models.Person.rating == expected["Ann Bakker"]).games_total == 62
    assert not season.season().changed
    file.undo(None)
    assert ratings() == before
    assert models.Competition.get_by_id(cid).counts_for_rating


def test_a_second_writing_changes_nothing(client: "Client", cid: int) -> None:
    client.post_form("/season/write", {"confirmed": "1"})
    after = ratings()
    answer = client.post_form("/season/write", {"confirmed": "1"})
    assert answer.status_code == 422
    assert "No game of the competitions that count" in answer.get_data(as_text=True)
    assert ratings() == after


def test_a_competition_is_left_out_and_counts_again(file: "KompitieFile", client: "Client", cid: int) -> None:
    client.post_form("/season/competitions", {})
    assert not season.season().changed
    client.post_form("/season/competitions", {"competition": cid})
    assert season.season().changed
    file.undo(None)
    assert not season.season().changed
    assert client.post_form("/season/competitions", {"competition": "999"}).status_code == 422


def test_running_competitions_keep_the_ratings_that_were_entered(client: "Client", cid: int) -> None:
    before = [player.rating for player in mapping.competition(cid).players]
    client.post_form("/season/write", {"confirmed": "1"})
    assert [player.rating for player in mapping.competition(cid).players] == before


def test_without_a_file_there_is_no_list(client: "Client") -> None:
    answer = client.get("/season")
    assert answer.status_code == 409
    assert "No file is open now" in answer.text


def before(client: "Client", **changes: str | None) -> "TestResponse":
    """Send the form of the games from before the season, as it is shown, with some fields changed; None leaves one out."""
    html = client.get("/season").get_data(as_text=True)
    fields: dict[str, Any] = {"person": re.findall(r'name="person" value="(\d+)"', html)}
    fields |= dict(re.findall(r'name="((?:games|previous)-\d+)" value="(\d*)"', html))
    fields |= dict.fromkeys(re.findall(r'name="(listed-\d+)" value="1"[^>]* checked', html), "1")
    fields |= changes
    return client.post_form("/season/games", {name: value for name, value in fields.items() if value is not None})


def test_games_from_before_the_season_choose_the_rule_and_the_list(file: "KompitieFile", client: "Client", cid: int) -> None:
    ann = models.Person.get(models.Person.name == "Ann Bakker").id
    row = {one.person.key: one for one in season.season().list.rows}[ann]
    assert (row.rule, row.person.games) == (BY_FACTOR, 60)
    assert before(client, **{f"games-{ann}": "24", f"previous-{ann}": "24"}).status_code == 303
    changed = {one.person.key: one for one in season.season().list.rows}
    assert changed[ann].rule == BY_PERFORMANCE
    assert all(one.person.games == 60 for key, one in changed.items() if key != ann)
    assert before(client, **{f"listed-{ann}": None}).status_code == 303
    assert ann not in {one.person.key for one in season.season().list.by_rating}
    file.undo(None)
    assert ann in {one.person.key for one in season.season().list.by_rating}
    file.undo(None)
    assert models.Person.get_by_id(ann).games_total == 60


@pytest.mark.parametrize(
    ("name", "value", "word"),
    [("previous", "61", "at most 60"), ("games", "many", "not a whole number"), ("games", "10000", "9999")],
)
def test_games_that_cannot_be_are_named_beside_their_field_and_stay_typed(
    client: "Client", cid: int, name: str, value: str, word: str
) -> None:
    ann = models.Person.get(models.Person.name == "Ann Bakker").id
    answer = before(client, **{f"{name}-{ann}": value})
    html = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert word in html.split(f'id="{name}-{ann}-problem"')[1][:300]
    assert f'name="{name}-{ann}" value="{value}"' in html
    assert models.Person.get_by_id(ann).games_total == 60


def test_an_unchanged_form_of_the_games_before_leaves_no_line_in_the_history(
    file: "KompitieFile", client: "Client", cid: int
) -> None:
    lines = len(file.history(None, 100))
    assert before(client).status_code == 303
    assert len(file.history(None, 100)) == lines
