"""The settings screen: each part is a form of its own; a refusal stands beside its field and keeps what was typed."""

from typing import TYPE_CHECKING

import pytest

from kompitie_web.actions import competitions, players
from kompitie_web.actions.byhand import add_game
from kompitie_web.exchange.lines import parse_line
from kompitie_web.pages import choosing
from kompitie_web.store import mapping, models

if TYPE_CHECKING:
    from kompitie_web.store import KompitieFile
    from tests.conftest import Client

FACTS = {"name": "Summer", "sport": "chess", "planned_rounds": "9", "first_date": "2026-06-01", "pairing": "resistance"}
SWISS = {"first_round": "halves", "maximum_meetings": "2", "maximum_colour_balance": "1", "bye": "lowest", "order_keys": "4"}


@pytest.fixture
def cid(file: "KompitieFile") -> int:
    return competitions.create_competition(competitions.NewCompetition("Winter", arbiter="Ann"))


def test_the_facts_are_saved(client: "Client", cid: int) -> None:
    client.post_form(f"/c/{cid}/settings/facts", FACTS)
    row = models.Competition.get_by_id(cid)
    assert (row.name, row.sport, row.planned_rounds, row.carry_presence) == ("Summer", "chess", 9, False)
    assert models.Round.select().where(models.Round.competition == cid).count() == 9


def test_what_decides_with_equal_points_is_told_in_words(client: "Client", cid: int) -> None:
    page = client.get(f"/c/{cid}/settings").get_data(as_text=True)
    assert "<dd>resistance points, Sonneborn-Berger</dd>" in page


def test_another_system_with_results_asks_in_place_and_keeps_what_was_typed(client: "Client", cid: int) -> None:
    ids = players.add_players(cid, [parse_line("One"), parse_line("Two")])
    add_game(cid, 1, ids[0], ids[1], result="2-0", confirmed=True)
    changed = {**FACTS, "pairing": "round_robin"}
    page = client.post_form(f"/c/{cid}/settings/facts", changed).get_data(as_text=True)
    assert "already has results" in page
    assert 'value="Summer"' in page
    assert models.Competition.get_by_id(cid).pairing == "resistance"
    client.post_form(f"/c/{cid}/settings/facts", {**changed, "confirmed": "1"})
    assert models.Competition.get_by_id(cid).pairing == "round_robin"


def test_a_wrong_number_of_rounds_stands_beside_its_field_and_stays_typed(client: "Client", cid: int) -> None:
    answer = client.post_form(f"/c/{cid}/settings/facts", {**FACTS, "planned_rounds": "many", "name": "Kept <b>"})
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert 'id="planned_rounds-problem"' in page
    assert 'value="many"' in page
    assert "Kept &lt;b&gt;" in page
    assert models.Competition.get_by_id(cid).name == "Winter"


def test_the_pairing_options_are_saved_under_the_names_that_the_engine_knows(client: "Client", cid: int) -> None:
    client.post_form(f"/c/{cid}/settings/pairing", SWISS)
    options = models.Competition.get_by_id(cid).pairing_options
    assert options == {
        "first_round": "halves",
        "second_round_even_odd": False,
        "maximum_meetings": 2,
        "maximum_colour_balance": 1,
        "bye": "lowest",
        "order_keys": "4",
    }


@pytest.mark.parametrize(("name", "value"), [("order_keys", "4x"), ("maximum_meetings", "0"), ("maximum_colour_balance", "-1")])
def test_a_wrong_pairing_option_is_named(client: "Client", cid: int, name: str, value: str) -> None:
    page = client.post_form(f"/c/{cid}/settings/pairing", {**SWISS, name: value}).get_data(as_text=True)
    assert f'id="{name}-problem"' in page
    assert f'value="{value}"' in page


def test_the_header_is_saved_and_undone(file: "KompitieFile", client: "Client", cid: int) -> None:
    client.post_form(f"/c/{cid}/settings/header", {"organiser": "DC", "arbiter": "Bob", "place": "Lutjebroek", "language": "fr"})
    row = models.Competition.get_by_id(cid)
    assert (row.documents["arbiter"], row.language) == ("Bob", "fr")
    file.undo(cid)
    assert models.Competition.get_by_id(cid).documents["arbiter"] == "Ann"


def test_a_pair_is_forbidden_and_allowed_again(client: "Client", cid: int) -> None:
    a, b = (players.add_player(cid, parse_line(name)) for name in ("Ann Bakker", "Bob Visser"))
    client.post_form(f"/c/{cid}/settings/forbid", {"first": a, "second": b})
    assert mapping.competition(cid).forbidden == frozenset({(min(a, b), max(a, b))})
    client.post_form(f"/c/{cid}/settings/forbid", {"first": b, "second": a, "do": "allow"})
    assert not mapping.competition(cid).forbidden


def test_players_to_choose_from_stand_in_the_order_of_surnames_with_accents_among_the_others(client: "Client", cid: int) -> None:
    names = ("Zoé Évrard", "Émile Durand", "Odette Zola", "Paul Faure")
    players.add_players(cid, [parse_line(name) for name in names])
    page = client.get(f"/c/{cid}/settings").text
    shown = sorted(names, key=lambda name: page.index(f">{name}</option>"))
    assert shown == ["Émile Durand", "Zoé Évrard", "Paul Faure", "Odette Zola"]
    assert [one.name for one in choosing.choices(cid)] == shown


def test_nobody_is_forbidden_to_meet_himself(client: "Client", cid: int) -> None:
    a = players.add_player(cid, parse_line("Ann Bakker"))
    players.add_player(cid, parse_line("Bob Visser"))
    answer = client.post_form(f"/c/{cid}/settings/forbid", {"first": a, "second": a})
    assert answer.status_code == 422
    assert 'class="problem"' in answer.get_data(as_text=True)


def test_a_competition_is_deleted_only_after_a_yes_and_comes_back_by_undo(file: "KompitieFile", client: "Client", cid: int) -> None:
    assert client.post_form(f"/c/{cid}/settings/delete").status_code == 422
    assert models.Competition.get_or_none(models.Competition.id == cid) is not None
    client.post_form(f"/c/{cid}/settings/delete", {"confirmed": "1"})
    assert models.Competition.get_or_none(models.Competition.id == cid) is None
    file.undo(None)
    assert models.Competition.get_by_id(cid).name == "Winter"


@pytest.mark.parametrize("language", ["nl", "fr", "en"])
def test_the_page_opens_for_each_system_in_each_language(client: "Client", cid: int, language: str) -> None:
    client.post_form("/language", {"language": language})
    for pairing in ("round_robin", "none", "resistance"):
        client.post_form(f"/c/{cid}/settings/facts", {**FACTS, "pairing": pairing})
        assert client.get(f"/c/{cid}/settings").status_code == 200
