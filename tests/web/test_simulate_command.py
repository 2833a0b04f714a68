"""``kompitie simulate`` as it is typed: one tournament to a file, many summed up."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.simulate import Plan
from kompitie_web.__main__ import main
from kompitie_web.commands import simulate_many
from kompitie_web.simulating import Measured, ProcessEnded, measure

Output = pytest.CaptureFixture[str]
SYSTEMS = {
    "swiss_resistance": ["--system", "swiss_resistance"],
    "swiss_rating": ["--system", "swiss_rating"],
    "round_robin": ["--system", "round_robin", "--players", "8"],
    "keizer": ["--system", "ranking", "--keizer", "club_article"],
    "moyenne": ["--system", "ranking", "--list", "moyenne", "--option", "search=balanced"],
    "attendance": ["--system", "ranking", "--list", "attendance", "--option", "white=lot"],
}
every_system = pytest.mark.parametrize("arguments", SYSTEMS.values(), ids=list(SYSTEMS))


@every_system
def test_a_simulation_is_checked_without_a_difference(arguments: list[str], tmp_path: Path, capsys: Output) -> None:
    out = tmp_path / "made.json"
    assert main(["simulate", "--players", "20", "--rounds", "6", "--seed", "3", *arguments, "--out", str(out)]) == 0
    assert main(["check", str(out)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "6 of 6 agree"


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("resistance", ["swiss_resistance"]),
        ("rating", ["swiss_rating"]),
        ("keizer", ["ranking"]),
        ("moyenne", ["ranking", "--list", "moyenne"]),
        ("attendance", ["ranking", "--list", "attendance"]),
    ],
)
def test_a_system_is_known_by_its_own_name_too(short: str, long: list[str], capsys: Output) -> None:
    said = []
    for names in ([short], long):
        assert main(["simulate", "--players", "10", "--rounds", "4", "--system", *names]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]


def test_a_file_that_is_not_there_is_said_in_words(tmp_path: Path, capsys: Output) -> None:
    assert main(["check", str(tmp_path / "no.json")]) == 2
    assert capsys.readouterr().err == f"{tmp_path / 'no.json'}: No such file or directory\n"


@every_system
def test_a_simulation_becomes_a_file_of_the_program(arguments: list[str], tmp_path: Path, capsys: Output) -> None:
    """The program pairs every round as the simulation did (else ``AnotherRound``), and the check agrees with what it stored."""
    out = tmp_path / "Sim.kompitie"
    lively = ["--absent", "10%", "--without-notice", "5%", "--late", "20%", "--withdraws", "0.05"]
    assert main(["simulate", "--players", "9", "--rounds", "4", *lively, *arguments, "--out", str(out)]) == 0
    assert capsys.readouterr().out.startswith(f"{out}: ")
    assert main(["check", str(out)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["Sim.kompitie"]


def test_a_stored_simulation_has_its_players_rounds_and_results(tmp_path: Path, data: Path) -> None:
    from kompitie_web.actions.pairing_record import record_of
    from kompitie_web.store import KompitieFile, mapping, models

    out = tmp_path / "Sim.kompitie"
    quiet = ["--absent", "0", "--late", "0", "--withdraws", "0", "--without-notice", "0"]
    assert main(["simulate", "--players", "10", "--rounds", "3", *quiet, "--out", str(out)]) == 0
    file = KompitieFile.open(out, data)
    with file.connection():
        row = models.Competition.get()
        competition = mapping.competition(row.id)
        assert (row.name, len(competition.players), len(competition.games)) == ("Sim", 10, 15)
        assert all(game.result for game in competition.games)
        assert [one.date for one in competition.rounds] == ["2026-01-05", "2026-01-12", "2026-01-19"]
        assert all(record_of(row.id, number) is not None for number in (1, 2, 3))
    file.close()


def test_a_file_that_is_there_is_never_written_over(tmp_path: Path, capsys: Output) -> None:
    out = tmp_path / "Club.kompitie"
    out.write_bytes(b"a club's own")
    assert main(["simulate", "--players", "4", "--rounds", "1", "--out", str(out)]) == 2
    assert "there is such a file already" in capsys.readouterr().err
    assert out.read_bytes() == b"a club's own"


@pytest.mark.parametrize("name", ["out.json", "out.kompitie"])
def test_a_file_that_cannot_be_written_is_said(name: str, tmp_path: Path, capsys: Output) -> None:
    assert main(["simulate", "--players", "4", "--rounds", "1", "--out", str(tmp_path / "nowhere" / name)]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_without_a_file_it_is_written_to_the_screen(capsys: Output) -> None:
    assert main(["simulate", "--players", "6", "--rounds", "2"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 2


NOTHING = ["--absent", "0", "--without-notice", "0", "--late", "0", "--withdraws", "0", "--forfeits", "0"]


def test_an_impossible_round_is_said(tmp_path: Path, capsys: Output) -> None:
    assert main(["simulate", "--players", "2", "--rounds", "5", *NOTHING, "--out", str(tmp_path / "out.json")]) == 1
    assert "round 2 has no complete pairing" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--players", "1"], "--players"),
        (["--players", "many"], "--players"),
        (["--rounds", "0"], "--rounds"),
        (["--system", "lottery"], "--system"),
        (["--count", "0"], "--count"),
        (["--jobs", "0"], "--jobs"),
        (["--absent", "120%"], "--absent"),
        (["--draws", "often"], "--draws"),
        (["--option", "first_round"], "NAME=VALUE"),
        (["--option", "colour=blue"], "maximum_colour_balance"),
        (["--option", "first_round=backwards"], "first_round"),
        (["--option", "maximum_meetings=0"], "maximum_meetings"),
        (["--system", "round_robin", "--option", "table=youth"], "24 players"),
        (["--list", "lottery"], "--list"),
        (["--count", "2", "--out", "x.kompitie"], "--count"),
    ],
)
def test_what_makes_no_tournament_is_refused(arguments: list[str], named: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["simulate", *arguments])
    assert stopped.value.code == 2
    assert named in capsys.readouterr().err


def summary_of(capsys: Output, *arguments: str) -> list[str]:
    """The printed summary without the time."""
    assert main(["simulate", *arguments]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].split() == ["time", "per", "round", lines[-1].split()[-2], "ms"]
    return lines[:-1]


@pytest.mark.parametrize("system", ["swiss_rating", "ranking"])
def test_many_are_the_same_on_one_core_and_on_two(system: str, capsys: Output) -> None:
    many = ("--system", system, "--players", "12", "--rounds", "5", "--count", "5", "--seed", "7")
    alone = summary_of(capsys, *many, "--jobs", "1")
    assert alone == summary_of(capsys, *many, "--jobs", "2")
    assert alone[0] == f"{system}, 12 players, 5 rounds: 5 tournaments from seed 7"
    assert alone[1].split() == ["rounds", "paired", "25"]


def test_the_summary_of_tournaments_without_a_surprise(capsys: Output) -> None:
    """Everybody meets everybody: what comes out follows from the schedule."""
    lines = summary_of(capsys, "--system", "round_robin", "--players", "5", *NOTHING, "--count", "3", "--jobs", "1")
    assert [line.strip() for line in lines[1:4]] == [
        "rounds paired                   15",
        "rounds impossible               0 (in 0 tournaments)",
        "rounds with a relaxed rule      0",
    ]
    assert "byes                            15, at most 1 a player" in lines[8]
    assert lines[9].split() == ["rematches", "0"]


def test_impossible_rounds_of_many_are_counted(capsys: Output) -> None:
    assert main(["simulate", "--players", "4", "--rounds", "5", *NOTHING, "--count", "2", "--jobs", "1"]) == 1
    assert "rounds impossible               4 (in 2 tournaments)" in capsys.readouterr().out


def test_the_cases_of_many_stand_in_one_file(tmp_path: Path, capsys: Output) -> None:
    out = tmp_path / "many.json"
    assert main(["simulate", "--players", "8", "--rounds", "3", "--count", "4", "--jobs", "2", "--out", str(out)]) == 0
    assert main(["check", str(out)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "12 of 12 agree"
    assert [case["id"] for case in json.loads(out.read_text(encoding="utf-8"))][::3] == [
        f"swiss_resistance-8-{seed}-r1" for seed in (1, 2, 3, 4)
    ]


class Stopped:
    """A crew that gives the first tournament and then ends with an error."""

    error: type[BaseException] = KeyboardInterrupt

    def __init__(self, plans: Sequence[Plan], _jobs: int, _with_cases: bool = False) -> None:
        self._plan = plans[0]
        self.is_stopped = False

    def results(self) -> Iterator[tuple[int, Measured]]:
        """One result."""
        yield 0, measure(self._plan)
        raise self.error

    def stop(self) -> None:
        """Nothing to end."""


@pytest.mark.parametrize(("error", "code", "said"), [(KeyboardInterrupt, 130, "stopped"), (ProcessEnded, 2, "ended early")])
def test_what_was_done_is_summed_up_when_it_ends_early(
    error: type[BaseException], code: int, said: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Stopped, "error", error)
    monkeypatch.setattr(simulate_many, "Crew", Stopped)
    assert main(["simulate", "--players", "6", "--rounds", "2", "--count", "9", "--jobs", "2"]) == code
    shown = capsys.readouterr()
    assert f"{said}: 1 of 9 tournaments" in shown.err
    assert "6 players, 2 rounds: 1 tournaments" in shown.out


def test_ctrl_c_while_one_is_simulated(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.simulate.tournament", interrupted)
    assert main(["simulate"]) == 130
    assert capsys.readouterr().err == "stopped\n"


class Terminal(io.StringIO):
    """A terminal that keeps what is written to it."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def test_the_bar_fills_on_a_terminal_and_goes_at_the_end() -> None:
    terminal = Terminal()
    with simulate_many.Progress(terminal, 4) as progress:
        progress.show(1)
        progress.show(4)
    first, second, third, last = terminal.getvalue().split("\r")[1:]
    assert first == "[" + "." * 30 + "] 0 of 4"
    assert second == "[" + "#" * 7 + "." * 23 + "] 1 of 4"
    assert third == "[" + "#" * 30 + "] 4 of 4"
    assert last == "\x1b[K"


def test_there_is_no_bar_elsewhere() -> None:
    stream = io.StringIO()
    with simulate_many.Progress(stream, 4) as progress:
        progress.show(2)
    assert stream.getvalue() == ""


def test_as_a_program_of_its_own() -> None:
    """Processes that are started afresh find the program again, as they must on Windows and in a frozen one."""
    command = [sys.executable, "-m", "kompitie_web", "simulate", "--players", "6", "--rounds", "2", "--count", "2", "--jobs", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.startswith("swiss_resistance, 6 players, 2 rounds: 2 tournaments from seed 1\n")
