"""Samples of the long searches of make fuzz and make soak: kills of the running program, damaged files, and what a program holds."""

import dataclasses
import sys
from pathlib import Path

import pytest

from tests.fuzz import damage, kill_program, soak


def test_three_kills_of_the_running_program_lose_nothing(tmp_path: Path) -> None:
    report = kill_program.run(3, 4000, tmp_path)
    assert report.kills == 3


def test_damaged_files_are_told_or_right(tmp_path: Path) -> None:
    report = damage.run(10, 300, tmp_path)
    assert report.files == 10
    assert report.told
    assert report.rescued == report.told


def test_a_file_damaged_while_it_is_open_fails_no_screen(tmp_path: Path) -> None:
    assert damage.run(4, 400, tmp_path, damage.open_once).files == 4


@pytest.mark.skipif(sys.platform != "linux", reason="handles are counted in /proc")
def test_a_few_tournaments_leave_no_handles_threads_and_files(tmp_path: Path) -> None:
    first, *more = soak.run(tmp_path, lambda taken: taken < 3, steps=15)
    for later in more:
        assert later.handles <= first.handles + 4
        assert later.threads <= first.threads + 2
        assert later.temporary == first.temporary == 0


def test_growth_is_noticed() -> None:
    steady = [soak.Sample(80_000 + n % 3, 12, 8, 0, 100) for n in range(12)]
    assert soak.growth(steady) == []
    for name, step in (("memory", 3000), ("handles", 1), ("threads", 1), ("temporary", 1), ("log", 5000)):
        growing = [dataclasses.replace(one, **{name: getattr(one, name) + n * step}) for n, one in enumerate(steady)]
        assert [text.split()[0] for text in soak.growth(growing)] == [name]


def test_a_file_that_loses_something_is_noticed() -> None:
    """The comparison itself: fewer changes than were acknowledged is a failure."""
    told, found = kill_program.Content(7, "rows"), kill_program.Content(6, "rows")
    with pytest.raises(AssertionError, match="7 changes were acknowledged, 6 are there"):
        kill_program.nothing_missing(told, found)
    kill_program.nothing_missing(told, dataclasses.replace(found, changes=8))
