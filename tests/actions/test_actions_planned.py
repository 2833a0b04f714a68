"""Rounds that come, go or change evening after the balances of an attendance championship were set to 0 move no published value (spec 23)."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from engine.classification import Settings, progress, standing
from engine.systems.attendance_formula import Options
from kompitie_web.actions import classifications, competitions, rounds
from kompitie_web.store import mapping, models
from tests.actions.test_actions_list import club, played

if TYPE_CHECKING:
    from kompitie_web.store import KompitieFile
    from tests.conftest import Client

PLANNED, RESET = 6, 5


@pytest.fixture
def cid(file: "KompitieFile") -> int:
    """Six players who played the first five of six rounds: after the fifth positive balances became 0."""
    made, _players = club(6, PLANNED, system="attendance", options={"rematch_days": "", "rematch_distance": "0"})
    for number in range(1, RESET + 1):
        played(made, number)
    return made


def settings_of(cid: int) -> Settings:
    return mapping.settings(mapping.pairing_classification(cid))


def fixed(cid: int) -> int | None:
    return Options.read(settings_of(cid).options).planned_rounds


def values(cid: int) -> dict[str, tuple[object, ...]]:
    """What was published after round 5 and before it, by player."""
    competition = mapping.competition(cid)
    shown = standing(competition, settings_of(cid), RESET)
    course = progress(competition, shown)
    return {competition.names[row.player]: (row.score, row.figures, *course.scores[row.player]) for row in shown.rows}


CHANGES = {
    "a round more": rounds.add_round,
    "rounds in the settings": lambda cid: competitions.update_competition(cid, {"planned_rounds": 12}),
    "a round less": lambda cid: rounds.delete_round(cid, PLANNED, confirmed=True),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_number_is_fixed_before_it_changes_and_values_stay(file: "KompitieFile", cid: int, change) -> None:
    before = values(cid)
    assert fixed(cid) is None
    assert any(dict(figures)["saldo"] == 0 for _score, figures, *_course in before.values())
    change(cid)
    assert models.Competition.get_by_id(cid).planned_rounds != PLANNED
    assert fixed(cid) == PLANNED
    assert values(cid) == before
    file.undo(cid)
    assert fixed(cid) is None
    assert values(cid) == before


def test_it_matters(cid: int) -> None:
    """Without the number two rounds more would have given everybody his balance back."""
    before = values(cid)
    competitions.update_competition(cid, {"planned_rounds": 12})
    row = mapping.pairing_classification(cid)
    loose = replace(settings_of(cid), options={**settings_of(cid).options, "planned_rounds": None})
    classifications.edit_classification(row.id, loose)
    assert values(cid) != before


def test_before_the_reset_the_number_follows_the_competition(file: "KompitieFile") -> None:
    cid, _players = club(6, PLANNED, system="attendance")
    played(cid, 1)
    rounds.add_round(cid)
    assert fixed(cid) is None
    competitions.update_competition(cid, {"name": "Other"})
    assert fixed(cid) is None


def test_what_leaves_the_number_as_it_is_fixes_nothing(cid: int) -> None:
    competitions.update_competition(cid, {"name": "Other", "planned_rounds": PLANNED})
    rounds.set_round(cid, PLANNED, date="2027-01-04")
    assert fixed(cid) is None


def test_a_round_that_changes_evening_changes_no_list_of_an_evening(cid: int) -> None:
    """Of the three Mondays all three count towards the reset; a fourth one does not move it."""
    evening = replace(settings_of(cid), name="Mondays", sessions=("Monday",))
    identity = classifications.add_classification(cid, evening, confirmed=True)
    mondays = [one.number for one in mapping.competition(cid).rounds if one.session == "Monday"]
    assert mondays == [1, 3, 5]
    rounds.set_round(cid, 6, session="Monday")
    stored = mapping.settings(models.Classification.get_by_id(identity))
    assert Options.read(stored.options).planned_rounds == len(mondays)


def test_the_button_for_a_round_more_keeps_what_the_page_showed(client: "Client", cid: int) -> None:
    identity = mapping.pairing_classification(cid).id
    address = f"/c/{cid}/standings/{identity}?round={RESET}&show=progress"
    before = table(client, address)
    assert client.post_form(f"/c/{cid}/rounds/add").status_code == 303
    assert table(client, address) == before
    assert fixed(cid) == PLANNED


def test_the_number_of_rounds_in_the_settings_keeps_what_the_page_showed(client: "Client", cid: int) -> None:
    identity = mapping.pairing_classification(cid).id
    address = f"/c/{cid}/standings/{identity}?round={RESET}"
    before = table(client, address)
    facts = {"name": "Club", "sport": "draughts", "first_date": "", "pairing": "list", "planned_rounds": "9"}
    assert client.post_form(f"/c/{cid}/settings/facts", facts).status_code == 303
    assert table(client, address) == before
    form = client.get(f"/c/{cid}/standings/{identity}/edit").get_data(as_text=True)
    field = re.search(r"<input[^>]*attendance-planned_rounds[^>]*>", form)
    assert field is not None
    assert f'value="{PLANNED}"' in field[0]


def table(client: "Client", address: str) -> str:
    page = client.get(address).get_data(as_text=True)
    found = page[page.index("<table") : page.index("</table>")]
    assert "Player A" in found
    return found
