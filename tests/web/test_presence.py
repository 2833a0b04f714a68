"""The presence screen by its plain forms and by the small answers for htmx."""

import re
from typing import TYPE_CHECKING, Any

import pytest

from kompitie_web.actions import players, rounds
from kompitie_web.actions import presence as actions
from kompitie_web.actions.competitions import NewCompetition, create_competition, update_competition
from kompitie_web.exchange.lines import parse_line
from kompitie_web.store import models

if TYPE_CHECKING:
    from tests.conftest import Client

PART = {"HX-Request": "true"}


@pytest.fixture
def cid(file: Any) -> int:
    """A tournament with five players."""
    made = create_competition(NewCompetition("Hall 2025", first_date="2025-12-12"))
    for name in ("Bakker, Annelies", "Çelik, Orhan", "Smit, Cor", "Vries, Jan de", "Zeeman, Lotte"):
        players.add_player(made, parse_line(f"{name}; 1200"))
    return made


def ids(cid: int) -> list[int]:
    """The players in order of entry."""
    return [
        row.id
        for row in models.Competitor.select().where(models.Competitor.competition == cid).order_by(models.Competitor.position)
    ]


def figures(html: str) -> list[int]:
    """The figures of the tally: present, absent."""
    tally = re.search(r'id="tally".*?</p>', html, re.S)
    assert tally is not None
    return [int(one) for one in re.findall(r"<b>(\d+)</b>", tally[0])]


def absences(cid: int, number: int) -> dict[int, str]:
    """Who is absent in a round, with the reason."""
    return {line.competitor: line.reason for line in actions.presence(cid, number) if line.state == actions.ABSENT}


def test_the_page_without_a_number_shows_the_round_to_pair(client: "Client", cid: int) -> None:
    html = client.get(f"/c/{cid}/presence").text
    assert "Presence in round 1" in html
    assert figures(html) == [5, 0]
    assert "odd: one player has the bye" in html
    assert f'action="/c/{cid}/rounds/1/draft"' in html


def test_names_run_down_the_alphabet(client: "Client", cid: int) -> None:
    players.add_player(cid, parse_line("Ábel, Zoë"))
    found = re.findall(r'<span class="name">([^<]*)', client.get(f"/c/{cid}/presence").text)
    assert found == ["Ábel, Zoë", "Bakker, Annelies", "Çelik, Orhan", "Smit, Cor", "Vries, Jan de", "Zeeman, Lotte"]


def test_the_plain_form_saves_everything_as_one_action(client: "Client", cid: int, file: Any) -> None:
    one, two, three, four, five = ids(cid)
    shown = ",".join(map(str, ids(cid)))
    form = {"present": [str(one), str(two), str(three)], "shown": shown, f"reason-{four}": "ill", f"reason-{five}": "with_notice"}
    answer = client.post_form(f"/c/{cid}/presence/1", form, follow_redirects=True)
    assert absences(cid, 1) == {four: "ill", five: "with_notice"}
    assert figures(answer.text) == [3, 2]
    file.undo(cid)
    assert absences(cid, 1) == {}


def test_the_reason_box_stands_only_beside_an_absentee(client: "Client", cid: int) -> None:
    actions.set_absent(cid, 1, [ids(cid)[2]], "ill")
    html = client.get(f"/c/{cid}/presence/1").text
    assert html.count('<select name="reason-') == 1
    assert re.search(r'<option value="ill" selected>l ', html)


def test_one_toggle_answers_with_the_row_the_figures_and_the_toast(client: "Client", cid: int) -> None:
    one = ids(cid)[1]
    answer = client.post_form(f"/c/{cid}/presence/1/{one}", {"present": "0"}, headers=PART)
    assert answer.text.count("<li id=") == 1
    assert "Çelik, Orhan: absent with notice in round 1." in answer.text
    assert figures(answer.text) == [4, 1]
    assert "even: nobody has the bye" in answer.text
    client.post_form(f"/c/{cid}/presence/1/{one}", {"present": "0", "reason": "external"}, headers=PART)
    assert absences(cid, 1) == {one: "external"}
    client.post_form(f"/c/{cid}/presence/1/{one}", {"present": "1"}, headers=PART)
    assert absences(cid, 1) == {}


def test_a_refused_change_stands_beside_its_row(client: "Client", cid: int) -> None:
    one = ids(cid)[0]
    answer = client.post_form(f"/c/{cid}/presence/1/{one}", {"present": "0", "reason": "nonsense"}, headers=PART)
    assert answer.status_code == 422
    assert f'id="e{one}"' in answer.text
    assert client.post_form(f"/c/{cid}/presence/1/99999", {"present": "0"}).status_code == 404


def test_everybody_and_nobody(client: "Client", cid: int) -> None:
    assert figures(client.post_form(f"/c/{cid}/presence/1/all", {"present": "0"}, headers=PART).text) == [0, 5]
    html = client.get(f"/c/{cid}/presence/1").text
    assert "nobody to pair" in html
    assert f'action="/c/{cid}/rounds/1/draft"' not in html  # trap 6: there is nothing to pair
    assert figures(client.post_form(f"/c/{cid}/presence/1/all", {"present": "1"}, headers=PART).text) == [5, 0]


def test_a_bye_given_beforehand_is_told_apart(client: "Client", cid: int) -> None:
    client.post_form(f"/c/{cid}/presence/1/{ids(cid)[4]}", {"present": "0", "reason": "bye"})
    assert figures(client.get(f"/c/{cid}/presence/1").text) == [4, 0, 1]


def test_presence_is_set_ahead(client: "Client", cid: int) -> None:
    one = ids(cid)[3]
    form = {"player": one, "first": "2", "last": "4", "reason": "ill"}
    client.post_form(f"/c/{cid}/presence/1/ahead", form)
    assert [bool(absences(cid, number)) for number in range(1, 6)] == [False, True, True, True, False]
    assert "absent in round 2, 3, 4" in client.get(f"/c/{cid}/presence/1").text
    assert "also round 3, 4" in client.get(f"/c/{cid}/presence/2").text
    refused = client.post_form(f"/c/{cid}/presence/1/ahead", {**form, "last": "1"})
    assert refused.status_code == 422
    assert "The last round comes before the first." in refused.text


def test_the_carry_over_option_is_said(client: "Client", cid: int) -> None:
    assert "does not carry over" in client.get(f"/c/{cid}/presence/1").text
    update_competition(cid, {"carry_presence": True})
    assert "carries over to the next rounds" in client.get(f"/c/{cid}/presence/1").text


def test_trap_4_not_joined_withdrawn_and_absent_stay_three_things(client: "Client", cid: int) -> None:
    one, two, *_rest = ids(cid)
    players.withdraw(one, 2)
    actions.set_absent(cid, 2, [two])
    players.set_in_schedule(ids(cid)[4], 1, False)
    players.come_back(ids(cid)[4], 3)
    html = client.get(f"/c/{cid}/presence/2").text
    assert figures(html) == [2, 1]
    assert html.count("<small>withdrawn</small>") == 1
    assert html.count("<small>not joined yet</small>") + html.count("<small>withdrawn</small>") == 2


def test_in_a_published_round_who_has_a_game_cannot_be_made_absent(client: "Client", cid: int) -> None:
    players.remove_player(ids(cid)[4])
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    html = client.get(f"/c/{cid}/presence/1").text
    assert html.count(" disabled") >= 4
    assert "Round 1 is published." in html
    assert "Presence in round 2" in client.get(f"/c/{cid}/presence").text
    answer = client.post_form(f"/c/{cid}/presence/1/{ids(cid)[0]}", {"present": "0"}, headers=PART)
    assert answer.status_code == 422


def test_an_unknown_round_is_not_there(client: "Client", cid: int) -> None:
    assert client.get(f"/c/{cid}/presence/99").status_code == 404
