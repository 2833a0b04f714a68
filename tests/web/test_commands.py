"""``kompitie check`` as it is typed."""

import json
from pathlib import Path
from typing import Any

import pytest

from kompitie_web.__main__ import main
from kompitie_web.actions import classifications, results, rounds
from kompitie_web.actions.example import create_example
from kompitie_web.store import KompitieFile, mapping, models

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
    assert any(line.startswith("  decided  Colours: ") for line in lines)
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


def doctored(played: Path, data: Path) -> KompitieFile:
    """The file, open, with the standing after round 1 published."""
    file = KompitieFile.open(played, data)
    with file.connection():
        classifications.publish_standing(mapping.pairing_classification(models.Competition.get().id).id, 1)
    return file


def test_check_computes_published_lists_again(played: Path, data: Path, capsys: Output) -> None:
    file = doctored(played, data)
    file.close()
    assert main(["check", str(played)]) == 0
    assert capsys.readouterr().out == "3 of 3 agree\n"


def test_check_names_every_value_of_a_list_that_differs(played: Path, data: Path, capsys: Output) -> None:
    file = doctored(played, data)
    with file.connection(), file.action("paper_changed", scope=None):
        row = models.Publication.get()
        row.rows[0]["score"] = "99"
        row.save()
    file.close()
    assert main(["check", str(played)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Example tournament, standings after round 1 differs"
    assert lines[1].endswith("points: published 99, computed again 2.")
    assert lines[-1] == "2 of 3 agree"


def test_check_explains_a_correction_after_publication(played: Path, data: Path, capsys: Output) -> None:
    file = doctored(played, data)
    with file.connection():
        results.enter_result(models.Game.select().order_by(models.Game.id).get().id, "0-2", confirmed=True)
    file.close()
    assert main(["check", str(played)]) == 0
    out = capsys.readouterr().out
    assert "was right when it was published; it is another list now:" in out
    assert "changed after publication: Round 1, table 1: the result of" in out
    assert out.splitlines()[-1] == "3 of 3 agree"


def test_check_tells_changes_by_hand_and_rounds_without_a_record(played: Path, data: Path, capsys: Output) -> None:
    file = KompitieFile.open(played, data)
    with file.connection():
        cid = models.Competition.get().id
        first, second, *_ = [game for game in mapping.competition(cid).games if game.round == 2]
        rounds.swap_players(cid, 2, first.white, second.white, confirmed=True)
        entered = mapping.competition(cid).players
        rounds.add_game(cid, 4, entered[0].id, entered[5].id, confirmed=True)
    file.close()
    assert main(["check", str(played)]) == 0
    out = capsys.readouterr().out
    assert "Example tournament, round 2 was changed by hand after the pairing:" in out
    assert "changed places." in out
    assert "Example tournament, round 4 is not checkable: This round was made by hand" in out
    assert out.splitlines()[-2:] == ["1 round not checkable", "2 of 2 agree"]
    assert main(["check", "--quiet", str(played)]) == 0
    assert capsys.readouterr().out == "2 of 2 agree\n"


def test_check_says_the_same_twice(played: Path, data: Path, capsys: Output) -> None:
    file = doctored(played, data)
    with file.connection():
        results.enter_result(models.Game.select().order_by(models.Game.id).get().id, "0-2", confirmed=True)
    file.close()
    main(["check", str(played), str(CASES)])
    first = capsys.readouterr().out
    main(["check", str(played), str(CASES)])
    assert capsys.readouterr().out == first


def test_check_computes_the_standing_of_a_case_file(tmp_path: Path, capsys: Output) -> None:
    stored = Path(__file__).parents[1] / "data" / "simulated" / "swiss_rating-14.json"
    assert main(["check", str(stored)]) == 0
    assert capsys.readouterr().out == "8 of 8 agree\n"
    content: dict[str, Any] = json.loads(stored.read_text(encoding="utf-8"))
    content["standings"][0]["rows"][0]["place"] = 9
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    assert main(["check", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "place: published 9, computed again 1." in lines[1]
    assert lines[-1] == "7 of 8 agree"
