"""Two programs of two users (two data folders) on one file: the second is told; and where a share knows no locks, both stay right."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults.program import Program, Visitor
from tests.faults.tournament import looking
from tests.fuzz.damage import Hall

#: A share whose file server knows no locks of programs.
NO_LOCKS = """
from kompitie_web.store import lock
lock._lock = lambda handle: True
"""


@contextmanager
def two(tmp_path: Path, first: Path, second: Path, prelude: str = "") -> Iterator[tuple[tuple[Visitor, str], tuple[Visitor, str]]]:
    """Two running programs, each started on a file; for each a visitor and the address that opens the file."""
    programs = [Program(tmp_path / f"home {n}", str(path), prelude=prelude) for n, path in enumerate((first, second), 1)]
    try:
        yield tuple((one.visitor(), address(one)) for one in programs)  # type: ignore[misc]  # two of them
        assert [one.end() for one in programs] == [0, 0]
    finally:
        for one in programs:
            one.kill()
            one.wait()


def address(program: Program) -> str:
    """The address that the program printed for its file."""
    assert program.process.stdout is not None
    found = re.search(r"http://[^/]+(/open/\w+)", program.process.stdout.readline())
    assert found
    return found[1]


def shared(hall: Hall, tmp_path: Path) -> Path:
    """A file of its own in a folder that both see."""
    folder = tmp_path / "share"
    folder.mkdir()
    path = folder / "Club.kompitie"
    path.write_bytes(hall.whole)
    return path


@pytest.mark.parametrize("by_link", [False, True] if os.name != "nt" else [False])
def test_the_second_is_told_who_has_it_and_can_open_it_after(played: Hall, tmp_path: Path, by_link: bool) -> None:
    path = shared(played, tmp_path)
    other = path
    if by_link:
        other = tmp_path / "link.kompitie"
        other.symlink_to(path)
    with two(tmp_path, path, other) as ((first, opens_first), (second, opens_second)):
        assert first.get(opens_first).status == 200
        answer = second.get(opens_second)
        assert answer.status == 409
        assert "is open elsewhere" in answer.text
        assert second.get("/").status == 200
        assert first.get(f"/c/{played.cid}/players").status == 200
        assert first.post("/stop").status == 200
        for _time in range(100):
            if second.get(opens_second).status == 200:
                break
        assert second.get(f"/c/{played.cid}/players").status == 200
        first.close()
        second.close()


def test_without_locks_nothing_is_lost_and_nothing_is_old(played: Hall, tmp_path: Path) -> None:
    """Each sees what the other entered, also what it remembered from before; a result that the other changed is not overwritten."""
    path = shared(played, tmp_path)
    with looking(path) as connection:
        games = [row[0] for row in connection.execute("SELECT id FROM game WHERE result = '' ORDER BY id")]
    page = f"/c/{played.cid}/results/3"
    with two(tmp_path, path, path, NO_LOCKS) as ((first, opens_first), (second, opens_second)):
        for visitor, opens in ((first, opens_first), (second, opens_second)):
            assert visitor.get(opens).status == 200
            assert visitor.get(f"/c/{played.cid}/standings").status == 200
            assert visitor.get(page).status == 200
        for place, game in enumerate(games):
            visitor = (first, second)[place % 2]
            assert visitor.post(page, {"game": game, "typed": "2-0", "before": ""}, partial=True).status == 200
        late = second.post(page, {"game": games[0], "typed": "0-2", "before": ""}, partial=True)
        assert late.status == 422, "the result of the other is not overwritten"
        standings = [visitor.get(f"/c/{played.cid}/standings").text for visitor in (first, second)]
        tables = [re.findall(r"<tbody.*?</tbody>", text, re.DOTALL) for text in standings]
        assert tables[0] == tables[1] != []
        assert second.post(f"/c/{played.cid}/rounds/4/draft", {"confirmed": "1", "allow_incomplete": "1"}).status == 303
        again = first.post(f"/c/{played.cid}/rounds/4/publish", {"confirmed": "1"})
        assert again.status == 303, again.text
        assert first.post("/undo", {"scope": played.cid}).status == 303
        first.close()
        second.close()
    with looking(path) as connection:
        assert connection.execute("SELECT COUNT(*) FROM game WHERE result = ''").fetchone() == (len(games),)
        stored = dict(connection.execute("SELECT id, result FROM game").fetchall())
        assert {stored[game] for game in games} == {"2-0"}
        assert connection.execute("SELECT state FROM round WHERE number = 4").fetchone() == ("draft",)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
