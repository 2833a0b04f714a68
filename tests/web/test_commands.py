"""``kompitie check`` as it is typed."""

import json
from pathlib import Path
from typing import Any

import pytest

from kompitie_web.__main__ import main
from kompitie_web.actions import results, rounds
from kompitie_web.actions.example import create_example
from kompitie_web.store import KompitieFile, models

CASES = Path(__file__).parents[1] / "data" / "oracles" / "swiss_resistance_cases.json"
Output = pytest.CaptureFixture[str]


def test_check_agrees_with_the_oracle(capsys: Output) -> None:
    assert main(["check", str(CASES)]) == 0
    assert capsys.readouterr().out == "250 of 250 agree\n"


def changed_case(tmp_path: Path) -> Path:
    """The first case of the oracle with the colours of one pair exchanged."""
    case: dict[str, Any] = json.loads(CASES.read_text(encoding="utf-8"))[0]
    case["expected"]["pairs"][0].reverse()
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(case), encoding="utf-8")
    return path


def test_check_prints_a_difference_with_its_reasons(tmp_path: Path, capsys: Output) -> None:
    path = changed_case(tmp_path)
    assert main(["check", str(path), str(CASES)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("round 3 differs")
    assert lines[1:3] == ["  expected 1 - 5", "  paired   5 - 1"]
    assert any("has white" in line for line in lines)
    assert lines[-1] == "250 of 251 agree"


def test_check_quiet_prints_one_line(tmp_path: Path, capsys: Output) -> None:
    assert main(["check", "--quiet", str(changed_case(tmp_path))]) == 1
    assert capsys.readouterr().out == "0 of 1 agree\n"


@pytest.mark.parametrize("name", ["missing.json", "missing.kompitie", "text.json", "text.kompitie"])
def test_check_says_which_file_cannot_be_read(name: str, tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / name
    if name.startswith("text"):
        path.write_text("no competition at all", encoding="utf-8")
    assert main(["check", str(path)]) == 2
    assert name in capsys.readouterr().err


@pytest.fixture
def played(tmp_path: Path, data: Path) -> Path:
    """A file with the example tournament of which two rounds are paired, closed again."""
    path = tmp_path / "Club.kompitie"
    file = KompitieFile.create(path, "Club", data)
    with file.connection():
        cid = create_example("en")
        rounds.draft_round(cid, 1)
        rounds.publish_round(cid, 1)
        for game in models.Game.select():
            results.enter_result(game.id, "2-0")
        rounds.draft_round(cid, 2)
    file.close()
    return path


def test_check_reads_the_pairing_records_of_a_competition(played: Path, capsys: Output) -> None:
    before = played.read_bytes()
    assert main(["check", str(played)]) == 0
    assert capsys.readouterr().out == "2 of 2 agree\n"
    assert played.read_bytes() == before


def test_check_names_players_of_a_competition(played: Path, data: Path, capsys: Output) -> None:
    file = KompitieFile.open(played, data)
    with file.connection(), file.action("test", scope=None):
        record = models.PairingRecord.select().order_by(models.PairingRecord.id).get()
        record.content["draft"]["pairs"][0][:2] = reversed(record.content["draft"]["pairs"][0][:2])
        record.save()
    file.close()
    assert main(["check", str(played)]) == 1
    out = capsys.readouterr().out
    assert "Example tournament, round 1: round 1 differs" in out
    assert "Bakker, Anna" in out
    assert out.endswith("1 of 2 agree\n")
