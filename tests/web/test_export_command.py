"""``kompitie export`` as it is typed: papers and lists written to a folder, the file only read."""

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from kompitie_web.__main__ import main
from kompitie_web.actions import competitions, results, rounds
from kompitie_web.actions.example import create_example
from kompitie_web.exchange import players_csv, standings_csv
from kompitie_web.store import KompitieFile, models

Output = pytest.CaptureFixture[str]
NL = ("--language", "nl")


@pytest.fixture
def played(tmp_path: Path, data: Path) -> Path:
    """A file with the example tournament, one round played, and an empty competition; closed."""
    path = tmp_path / "Club.kompitie"
    file = KompitieFile.create(path, "Club", data)
    with file.connection():
        cid = create_example("nl")
        rounds.draft_round(cid, 1)
        rounds.publish_round(cid, 1)
        for game in models.Game.select():
            results.enter_result(game.id, "2-0")
        competitions.create_competition(
            competitions.NewCompetition(name="Leeg", kind="tournament", sport="draughts", pairing="resistance", rounds=3)
        )
    file.close()
    return path


def exported(path: Path, out: Path, *arguments: str) -> dict[str, bytes]:
    """What a run writes: content by file name."""
    assert main(["export", str(path), "--out", str(out), *arguments]) == 0
    return {one.name: one.read_bytes() for one in out.iterdir()}


def test_every_paper_that_holds_something(played: Path, tmp_path: Path, capsys: Output) -> None:
    before = played.read_bytes()
    made = exported(played, tmp_path / "new folder", *NL, "--format", "pdf")
    assert len(made) >= 11
    assert all(content.startswith(b"%PDF") for content in made.values())
    assert "Voorbeeldtoernooi-Stand.pdf" in made
    text = PdfReader(BytesIO(made["Voorbeeldtoernooi-Stand.pdf"])).pages[0].extract_text()
    assert "Stand na ronde 1" in text
    assert sorted(capsys.readouterr().out.splitlines()) == sorted(str(tmp_path / "new folder" / name) for name in made)
    assert played.read_bytes() == before


def test_one_paper_of_a_round_in_another_language(played: Path, tmp_path: Path) -> None:
    asked = ["--format", "pdf", "--document", "round_tables", "--round", "1", "--language", "fr"]
    made = exported(played, tmp_path / "out", *asked)
    (content,) = made.values()
    assert "Ronde 1" in PdfReader(BytesIO(content)).pages[0].extract_text()
    assert all(name.endswith("-1.pdf") for name in made)


@pytest.mark.parametrize(
    ("own", "system", "players"),
    [("fr", "nl_NL", "Joueurs"), ("", "nl_NL", "Spelers"), ("", "de_DE", "Players"), ("", None, "Players")],
)
def test_the_language_is_that_of_the_documents_else_of_the_system(
    played: Path, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: str, system: str | None, players: str
) -> None:
    monkeypatch.setattr("locale.getlocale", lambda: (system, "UTF-8"))
    monkeypatch.delenv("LANG", raising=False)
    file = KompitieFile.open(played, data)
    with file.connection():
        competitions.update_competition(models.Competition.get().id, {"language": own})
    file.close()
    assert f"Voorbeeldtoernooi-{players}.csv" in exported(played, tmp_path / "out", "--format", "csv")


def test_the_lists_of_a_competition_are_read_back(played: Path, tmp_path: Path) -> None:
    made = exported(played, tmp_path / "out", *NL, "--format", "csv")
    assert sorted(made) == ["Voorbeeldtoernooi-Spelers.csv", "Voorbeeldtoernooi-Stand-1.csv"]
    assert len(players_csv.preview(made["Voorbeeldtoernooi-Spelers.csv"]).players) == 24
    assert len(standings_csv.read_standing(made["Voorbeeldtoernooi-Stand-1.csv"])) == 24


def test_an_earlier_export_is_replaced(played: Path, tmp_path: Path) -> None:
    first = exported(played, tmp_path / "out", *NL, "--format", "csv")
    (tmp_path / "out" / "Voorbeeldtoernooi-Spelers.csv").write_bytes(b"old")
    assert exported(played, tmp_path / "out", *NL, "--format", "csv") == first


def test_competitions_of_the_same_name_do_not_share_a_file(played: Path, data: Path, tmp_path: Path) -> None:
    file = KompitieFile.open(played, data)
    with file.connection():
        create_example("nl")
    file.close()
    made = exported(played, tmp_path / "out", *NL, "--format", "csv")
    assert {"Voorbeeldtoernooi-Spelers.csv", "Voorbeeldtoernooi-Spelers-2.csv"} <= set(made)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--competition", "Leeg", "--format", "pdf"], 1, "there is nothing to write"),
        (["--competition", "Leeg", "--format", "csv"], 1, "there is nothing to write"),
        (["--competition", "Anders", "--format", "csv"], 2, "holds no competition 'Anders'; it has: Voorbeeldtoernooi, Leeg"),
    ],
)
def test_what_cannot_be_written_is_said(
    played: Path, tmp_path: Path, capsys: Output, arguments: list[str], code: int, said: str
) -> None:
    assert main(["export", str(played), "--out", str(tmp_path / "out"), *arguments]) == code
    assert said in capsys.readouterr().err


def test_a_file_that_is_no_competition_and_a_folder_that_is_a_file(played: Path, tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "text.kompitie").write_text("no competition at all", encoding="utf-8")
    assert main(["export", str(tmp_path / "text.kompitie"), "--format", "csv"]) == 2
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    assert main(["export", str(played), "--format", "csv", "--out", str(tmp_path / "taken")]) == 2
    assert "taken: File exists" in capsys.readouterr().err
    assert (tmp_path / "taken").read_text(encoding="utf-8") == "a file"
