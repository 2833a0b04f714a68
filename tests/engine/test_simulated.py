"""Whole tournaments that are stored (tests/data/simulated, three a system): every round is paired again, every standing computed again.

They were made by ``python -m tests.data.make_simulated`` (the seeds stand there); a single one by
``kompitie simulate --system swiss_rating --players 35 --rounds 9 --seed 202``. They are made anew only when a rule changes on purpose.
"""

import json
from pathlib import Path

import pytest

from engine import casefile
from engine.check import check_cases, check_standings
from engine.pairing.registry import PAIRINGS
from engine.results import FORFEITS

FILES = sorted((Path(__file__).parents[1] / "data" / "simulated").glob("*.json"))


def test_there_are_three_tournaments_a_system() -> None:
    names = [path.name.rpartition("-")[0] for path in FILES]
    assert {name: names.count(name) for name in names} == dict.fromkeys(PAIRINGS, 3)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_round_and_the_standing_come_out_again(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    rounds = json.loads(text)["rounds"]
    outcomes = list(check_cases(casefile.read(text)))
    assert len(outcomes) == len(rounds)
    assert [one.id for one in outcomes if not one.agrees] == []
    (standing,) = check_standings(casefile.standings(text))
    assert standing.last_round == len(rounds)
    assert standing.cells == ()


@pytest.mark.parametrize("system", PAIRINGS)
def test_a_system_has_absences_late_entries_withdrawals_and_forfeits(system: str) -> None:
    made = [json.loads(path.read_text(encoding="utf-8")) for path in FILES if path.name.startswith(f"{system}-")]
    rounds = [one for tournament in made for one in tournament["rounds"]]
    assert any(game["result"] in FORFEITS for one in rounds for game in one["games"])
    assert any(one["bye"] is not None for one in rounds)
    present = [[set(one["present"]) for one in tournament["rounds"]] for tournament in made]
    assert any(set.union(*one[-2:]) < set.union(*one) for one in present)  # somebody is not there any more at the end
    if system != "round_robin":
        assert any(one["absent"] or one["without_notice"] for one in rounds)
        assert any(not one[0] | one[1] >= set.union(*one) for one in present)  # somebody came in the third round or later
