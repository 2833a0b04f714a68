"""Lists beside each other: the same numbers as each list alone; a what-if is computed and not stored until it is kept."""

import re
from typing import TYPE_CHECKING

import pytest

from engine.classification import Settings, standing
from engine.systems import SYSTEMS
from engine.systems.keizer_options import PRESETS
from kompitie_web.actions import classifications, competitions, players, results, rounds
from kompitie_web.exchange.lines import parse_line
from kompitie_web.store import mapping
from kompitie_web.what_if import WHAT_IFS

if TYPE_CHECKING:
    from kompitie_web.store import KompitieFile
    from tests.conftest import Client

NAMES = ("Ann Bakker", "Bob Visser", "Cor Mulder", "Dirk Smit", "Eva Jansen", "Fred Boer")


@pytest.fixture
def cid(file: "KompitieFile") -> int:
    """Six players, two rounds played."""
    made = competitions.create_competition(competitions.NewCompetition("Winter", rounds=4))
    players.add_players(made, [parse_line(f"{name}; {1200 - 50 * at}") for at, name in enumerate(NAMES)])
    for number in (1, 2):
        rounds.draft_round(made, number)
        rounds.publish_round(made, number)
        for index, game in enumerate(one for one in mapping.competition(made).games if one.round == number):
            results.enter_result(game.id, ("2-0", "1-1", "0-2")[index])
    return made


def keizer(cid: int) -> int:
    return classifications.add_classification(cid, Settings(name="Ladder", system="keizer", options=PRESETS["kompitie"].as_json()))


def shown(page: str) -> list[list[str]]:
    """The texts of the rows of the table."""
    body = page[page.index("<tbody>") : page.index("</tbody>")]
    rows = re.findall(r"<tr>(.*?)</tr>", body, re.DOTALL)
    return [[re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in rows]


def test_two_stored_lists_stand_beside_each_other_with_the_difference_of_place(client: "Client", cid: int) -> None:
    identity = keizer(cid)
    page = client.get(f"/c/{cid}/compare").get_data(as_text=True)
    competition = mapping.competition(cid)
    first = standing(competition, mapping.settings(mapping.classifications(cid)[0]), 2)
    second = {row.player: row for row in standing(competition, mapping.settings(mapping.classifications(cid)[1]), 2).rows}
    rows = shown(page)
    assert [row[0] for row in rows] == [competition.by_id[row.player].name for row in first.rows]
    for cells, row in zip(rows, first.rows, strict=True):
        assert cells[1] == str(row.place)
        assert cells[3] == str(second[row.player].place)
        shift = row.place - second[row.player].place
        assert cells[5] == (f"{abs(shift)} {'up' if shift > 0 else 'down'}" if shift else "unchanged")
    assert f"list={identity}" in page


@pytest.mark.parametrize("key", WHAT_IFS)
def test_every_what_if_is_computed_and_nothing_is_saved(file: "KompitieFile", client: "Client", cid: int, key: str) -> None:
    before = file.version
    page = client.get(f"/c/{cid}/compare?with={key}&list={mapping.classifications(cid)[0].id}")
    assert page.status_code == 200
    assert len(shown(page.get_data(as_text=True))) == len(NAMES)
    assert file.version == before
    assert len(mapping.classifications(cid)) == 1


@pytest.mark.parametrize("key", WHAT_IFS)
def test_every_score_opens_to_its_terms(client: "Client", cid: int, key: str) -> None:
    player = mapping.competition(cid).players[0]
    page = client.get(f"/c/{cid}/compare?with={key}&with=normal&why=0.{player.id}").get_data(as_text=True)
    assert 'class="drawer"' in page
    assert f'<h2 id="why-head">{player.name}</h2>' in page


@pytest.mark.parametrize("why", ["", "9.1", "0.999", "x.y", "0"])
def test_an_explanation_of_nothing_is_left_out(client: "Client", cid: int, why: str) -> None:
    answer = client.get(f"/c/{cid}/compare?why={why}")
    assert answer.status_code == 200
    assert 'class="drawer"' not in answer.get_data(as_text=True)


def test_a_score_of_the_standings_is_printed_as_a_card(client: "Client", cid: int) -> None:
    identity, player = mapping.classifications(cid)[0].id, mapping.competition(cid).players[0].id
    page = client.get(f"/c/{cid}/standings/{identity}?why={player}.score").get_data(as_text=True)
    address = re.search(r'href="([^"]*player_cards\.pdf[^"]*)"', page)
    assert address is not None
    made = client.get(address[1].replace("&amp;", "&"))
    assert made.data.startswith(b"%PDF")


def test_every_system_has_a_what_if() -> None:
    assert {one.make(Settings()).system for one in WHAT_IFS.values()} == set(SYSTEMS)


def test_one_list_alone_is_set_beside_keizer(client: "Client", cid: int) -> None:
    assert "What if: Keizer, Kompitie original" in client.get(f"/c/{cid}/compare").get_data(as_text=True)


def test_the_players_are_ordered_by_the_list_that_was_clicked(client: "Client", cid: int) -> None:
    keizer(cid)
    rows = shown(client.get(f"/c/{cid}/compare?by=1").get_data(as_text=True))
    assert [row[3] for row in rows] == sorted((row[3] for row in rows), key=int)


@pytest.mark.parametrize("query", ["list=999&with=nothing", "round=99", "by=77", "round=x&list=y", "by=-3"])
def test_an_odd_address_gives_a_sensible_page(client: "Client", cid: int, query: str) -> None:
    assert client.get(f"/c/{cid}/compare?{query}").status_code == 200


def test_more_lists_than_fit_are_named(client: "Client", cid: int) -> None:
    query = "&".join(f"with={key}" for key in list(WHAT_IFS)[:7])
    page = client.get(f"/c/{cid}/compare?{query}").get_data(as_text=True)
    assert "2 lists are left out" in page


def test_before_the_first_result_the_page_says_so(file: "KompitieFile", client: "Client") -> None:
    empty = competitions.create_competition(competitions.NewCompetition("Summer"))
    assert "nothing to compare yet" in client.get(f"/c/{empty}/compare").get_data(as_text=True)


def test_a_what_if_is_kept_as_a_list_twice_and_undone(file: "KompitieFile", client: "Client", cid: int) -> None:
    for _time in (1, 2):
        assert client.post_form(f"/c/{cid}/compare/keep", {"key": "keizer-club"}).status_code == 303
    assert [row.name for row in mapping.classifications(cid)][1:] == ["Keizer, club article", "Keizer, club article 2"]
    file.undo(cid)
    assert len(mapping.classifications(cid)) == 2
    assert client.post_form(f"/c/{cid}/compare/keep", {"key": "nothing"}).status_code == 404


def test_the_standings_lead_to_the_comparison(client: "Client", cid: int) -> None:
    assert f'href="/c/{cid}/compare"' in client.get(f"/c/{cid}/standings").get_data(as_text=True)
