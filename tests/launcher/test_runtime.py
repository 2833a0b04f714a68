"""The folders into which the one-file program unpacks itself: what a killed program left goes, what lives stays."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kompitie_web.launcher import runtime
from kompitie_web.launcher.instance import LOCK, Lock

Folder = Callable[..., Path]


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """This program as an unpacked one."""
    place = tmp_path / "_MEIown"
    place.mkdir()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(place), raising=False)
    return place


def unpacked(parent: Path, name: str, *, mark: str = runtime.MARK, lock: bool = True, age: float = 3600) -> Path:
    """A folder that a program unpacked some seconds ago."""
    place = parent / name
    (place / mark / "static").mkdir(parents=True)
    if lock:
        (place / LOCK).touch()
    for path in (place / LOCK, place):
        if path.exists():
            os.utime(path, (time.time() - age, time.time() - age))
    return place


def test_the_source_unpacks_nothing(tmp_path: Path) -> None:
    assert runtime.unpacked() is None
    assert runtime.claim() is None
    assert runtime.clear() == 0


def test_a_program_in_a_folder_unpacks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "_internal"), raising=False)
    assert runtime.claim() is None


def test_what_a_killed_program_left_is_removed(own: Path) -> None:
    left = [unpacked(own.parent, "_MEI1"), unpacked(own.parent, "_MEI2")]
    assert runtime.clear() == 2
    assert not any(place.exists() for place in left)
    assert own.exists()


def test_what_a_running_program_unpacked_stays(own: Path) -> None:
    living = unpacked(own.parent, "_MEI1")
    lock = Lock.take(living)
    assert lock is not None
    assert runtime.clear() == 0
    assert living.exists()
    lock.release()
    os.utime(living / LOCK, (0, 0))
    assert runtime.clear() == 1


def test_a_program_lives_in_its_own_folder_from_its_claim_on(own: Path) -> None:
    lock = runtime.claim()
    assert lock is not None
    assert Lock.take(own) is None
    lock.release()


@pytest.mark.parametrize(
    "unlike",
    [
        {"mark": "another_program"},  # other programs unpack themselves in the same way
        {"lock": False, "age": 60},  # is being unpacked
        {"age": 0},  # its program is about to take the lock
    ],
)
def test_what_may_be_in_use_stays(own: Path, unlike: dict[str, object]) -> None:
    place = unpacked(own.parent, "_MEI1", **unlike)  # type: ignore[arg-type]  # the cases name only some of the arguments
    assert runtime.clear() == 0
    assert place.exists()


def test_a_folder_left_half_unpacked_goes_later(own: Path) -> None:
    place = unpacked(own.parent, "_MEI1", lock=False, age=runtime.UNPACKING + 60)
    assert runtime.clear() == 1
    assert not place.exists()


def test_a_folder_that_has_gone_meanwhile_is_no_trouble(own: Path) -> None:
    assert not runtime.is_left_behind(own.parent / "_MEIgone")
