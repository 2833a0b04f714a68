"""Lists as CSV files: what is saved says what the screen says, and is read back."""

import re

from kompitie_web.actions import competitions, players, results, rounds
from kompitie_web.exchange import players_csv, standings_csv
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.store import KompitieFile, models
from tests.conftest import Client


def _played(name: str = "Herfst & Co") -> int:
    cid = competitions.create_competition(
        competitions.NewCompetition(name=name, kind="tournament", sport="draughts", pairing="resistance", rounds=3)
    )
    players.add_players(
        cid,
        [
            PlayerInput(f"Speler {number}", 1000 + number, "=Club" if number == 2 else "", "v" if number < 3 else "")
            for number in range(6)
        ],
    )
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    for game in models.Game.select():
        results.enter_result(game.id, "1-0")
    return cid


def test_the_list_of_players_is_saved_and_imported_again(client: Client, file: KompitieFile) -> None:
    cid = _played()
    address = re.search(r'href="([^"]+players\.csv)" download', client.get(f"/c/{cid}/players").text)
    assert address
    answer = client.get(address[1])
    assert answer.mimetype == "text/csv"
    assert 'filename="Herfst-Co-Players.csv"' in answer.headers["Content-Disposition"]
    read = players_csv.preview(answer.data).players
    assert [one.name for one in read] == [f"Speler {number}" for number in range(6)]
    assert (read[2].club, read[2].rating, read[1].categories) == ("=Club", 1002, "v")


def test_a_list_of_nobody_offers_no_file(client: Client, file: KompitieFile) -> None:
    cid = competitions.create_competition(
        competitions.NewCompetition(name="Leeg", kind="tournament", sport="draughts", pairing="resistance", rounds=3)
    )
    assert "players.csv" not in client.get(f"/c/{cid}/players").text


def test_a_standing_is_saved_as_it_is_shown(client: Client, file: KompitieFile) -> None:
    cid = _played()
    page = client.get(f"/c/{cid}/standings?category=v").text
    address = re.search(r'href="([^"]+\.csv[^"]*)" download', page)
    assert address
    answer = client.get(address[1].replace("&amp;", "&"))
    assert answer.mimetype == "text/csv"
    read = standings_csv.read_standing(answer.data)
    assert {one.name for one in read} == {"Speler 0", "Speler 1", "Speler 2"}
    shown = re.findall(r"Speler \d", page[page.index("<tbody") : page.index("</tbody>")])
    assert [one.name for one in read] == shown


def test_a_list_of_another_competition_is_not_found(client: Client, file: KompitieFile) -> None:
    cid, other = _played(), _played("Andere")
    foreign = models.Classification.get(models.Classification.competition == other)
    assert client.get(f"/c/{cid}/standings/{foreign.id}.csv").status_code == 404
    assert client.get("/c/999/players.csv").status_code == 404
