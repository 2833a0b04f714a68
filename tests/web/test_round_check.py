"""The pages that check a round, or everything, and that they change nothing."""

from typing import TYPE_CHECKING

import pytest

from engine.judging import rules
from engine.results import BLACK_WINS, WHITE_WINS
from kompitie_web import judging_texts
from kompitie_web.actions import classifications, competitions, players, results, rounds
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.store import current, mapping, models

if TYPE_CHECKING:
    from conftest import Client
    from werkzeug.test import TestResponse

    from kompitie_web.store import KompitieFile

NAMES = ("Bos, Ankie", "Smit, Bert", "Wit, Carla de", "O'Neill, <b>Dirk</b>", "Visser, Els", "Vos, Frans", "Bakker, Gerda")


@pytest.fixture
def cid(file: "KompitieFile") -> int:
    made = competitions.create_competition(competitions.NewCompetition("Hall", rounds=5))
    players.add_players(made, [PlayerInput(name) for name in NAMES])
    return made


def play(cid: int, number: int) -> None:
    rounds.draft_round(cid, number)
    rounds.publish_round(cid, number)
    for game in games(cid, number):
        results.enter_result(game.id, WHITE_WINS)


def games(cid: int, number: int) -> list[models.Game]:
    found = models.Game.select().join(models.Round).where((models.Round.competition == cid) & (models.Round.number == number))
    return list(found.order_by(models.Game.table_number))


def text(answer: "TestResponse") -> str:
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_the_rounds_page_leads_to_the_check(client: "Client", cid: int) -> None:
    address = f"/c/{cid}/rounds/1/check"
    assert address not in text(client.get(f"/c/{cid}/rounds/1"))
    play(cid, 1)
    assert address in text(client.get(f"/c/{cid}/rounds/1"))
    assert f"/c/{cid}/check" in text(client.get(address))
    assert f"/c/{cid}/check" in text(client.get(f"/c/{cid}/history"))


def test_a_round_that_agrees(client: "Client", cid: int) -> None:
    play(cid, 1)
    page = text(client.get(f"/c/{cid}/rounds/1/check"))
    assert "Paired again from the same state: the same 3 games." in page
    assert "Yes: everybody has one place" in page
    assert "Nothing was changed by hand" in page
    assert "Paired now, the same games would come out." in page


def test_a_difference_is_told_with_names_and_the_rule(client: "Client", cid: int) -> None:
    play(cid, 1)
    with current().action("paper_changed", scope=cid):
        record = models.PairingRecord.get()
        record.content["draft"]["pairs"][1][:2] = record.content["draft"]["pairs"][1][1::-1]
        record.save()
    page = text(client.get(f"/c/{cid}/rounds/1/check"))
    assert "1 game or bye comes out otherwise" in page
    assert "O&#39;Neill, &lt;b&gt;Dirk&lt;/b&gt; – Wit, Carla de" in page
    assert "What decided:" in page
    assert "by the rule of this round" in page
    assert "<b>Dirk" not in page


def test_changes_by_hand_since_and_now(client: "Client", cid: int) -> None:
    play(cid, 1)
    rounds.draft_round(cid, 2)
    first, second, *_ = games(cid, 2)
    rounds.swap_players(cid, 2, first.white_id, second.white_id, confirmed=True)
    game = games(cid, 1)[0]
    results.enter_result(game.id, BLACK_WINS, confirmed=True)
    page = text(client.get(f"/c/{cid}/rounds/2/check"))
    assert "changed places." in page
    assert "In the draft, but not in the round:" in page
    assert f"Round 1, table 1: the result of {game.white.name} – {game.black.name} was 2-0 and is now 0-2." in page
    assert "would come out otherwise. The round itself stays as it is." in page


def test_a_broken_rule_is_told(client: "Client", cid: int) -> None:
    play(cid, 1)
    rounds.draft_round(cid, 2)
    rounds.unpair(games(cid, 2)[0].id)
    page = text(client.get(f"/c/{cid}/rounds/2/check"))
    assert "has neither a game nor the bye." in page
    assert "Yes: everybody has one place" not in page


def test_rounds_that_cannot_be_paired_again(client: "Client", cid: int) -> None:
    assert "Nothing has been paired in this round yet." in text(client.get(f"/c/{cid}/rounds/4/check"))
    entered = list(mapping.competition(cid).players)
    rounds.add_game(cid, 1, entered[0].id, entered[1].id)
    assert "This round was made by hand or came from elsewhere" in text(client.get(f"/c/{cid}/rounds/1/check"))


@pytest.mark.parametrize("address", ["/c/1/rounds/9/check", "/c/9/rounds/1/check", "/c/9/check"])
def test_what_is_not_there(client: "Client", cid: int, address: str) -> None:
    assert client.get(address).status_code == 404


def test_everything(client: "Client", cid: int) -> None:
    assert "There is nothing to check yet" in text(client.get(f"/c/{cid}/check"))
    play(cid, 1)
    classifications.publish_standing(mapping.pairing_classification(cid).id, 1)
    play(cid, 2)
    page = text(client.get(f"/c/{cid}/check"))
    assert "3 of 3 agree." in page
    assert f"/c/{cid}/rounds/2/check" in page
    assert "Computed again: the same places, scores and tie-breaks." in page
    results.enter_result(games(cid, 1)[0].id, BLACK_WINS, confirmed=True)
    page = text(client.get(f"/c/{cid}/check"))
    assert "3 of 3 agree." in page
    assert "It was right when it was published." in page
    assert "points: published 2, computed again 0." in page
    assert "was 2-0 and is now 0-2." in page


def test_a_list_that_differs(client: "Client", cid: int) -> None:
    play(cid, 1)
    classifications.publish_standing(mapping.pairing_classification(cid).id, 1)
    with current().action("paper_changed", scope=cid):
        row = models.Publication.get()
        row.rows[0]["score"] = "99"
        row.save()
    page = text(client.get(f"/c/{cid}/check"))
    assert "1 of 2 agree." in page
    assert "published 99, computed again 2." in page


def test_looking_changes_nothing(client: "Client", cid: int) -> None:
    play(cid, 1)
    classifications.publish_standing(mapping.pairing_classification(cid).id, 1)
    results.enter_result(games(cid, 1)[0].id, BLACK_WINS, confirmed=True)
    before = current().version, current().path.read_bytes()
    for address in (f"/c/{cid}/rounds/1/check", f"/c/{cid}/check"):
        text(client.get(address))
    assert (current().version, current().path.read_bytes()) == before


def test_every_rule_has_a_sentence() -> None:
    codes = {value for name, value in vars(rules).items() if name.isupper() and isinstance(value, str)}
    assert set(judging_texts.TEXTS) == codes
