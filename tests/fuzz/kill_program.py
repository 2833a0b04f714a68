"""The real program is killed (kill −9) at random moments of a tournament that is played over HTTP; nothing that it acknowledged is lost.

A visitor does what an arbiter does (tests.faults.tournament) and after each answer notes what the file holds. Then the program is
killed, started again, and looked at: it starts, opens the file, the file is sound, everything acknowledged is there, and of the one
request that was under way there is all or nothing. Every dated copy with a name is whole.

    python -m tests.fuzz.kill_program --times 300
"""

import argparse
import http.client
import random
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from kompitie_web.store import check
from tests.faults.program import Program, Visitor
from tests.faults.tournament import Content, begin, looking, open_again

#: Steps that are answered before a kill: at most so many; then it comes within the time of about one step and a half.
MOST_STEPS = 5
#: The copy on a stick, without a stick: one folder counts as one.
STICK = """
from pathlib import Path
from kompitie_web import drives
drives.removable_drives = lambda: [Path({folder!r})]
"""


@dataclass
class Report:
    """What some kills showed. ``halves``: kills that left a transaction half written; ``unheard``: requests whose answer was never
    heard and whose change is there as a whole; ``under_way``: what was asked at the moment of the kill.
    """

    kills: int = 0
    acknowledged: int = 0
    halves: int = 0
    unheard: int = 0
    copies: int = 0
    done: dict[str, int] = field(default_factory=dict)
    under_way: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        def listed(counts: dict[str, int]) -> str:
            return ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))

        return (
            f"{self.kills} of {self.kills} kills: {self.acknowledged} acknowledged steps all there ({listed(self.done)}); killed during "
            f"{listed(self.under_way)}; {self.halves} half-written transactions rolled back, {self.unheard} whole changes that nobody "
            f"had heard of; {self.copies} dated copies looked at, all whole"
        )


class Rounds:
    """Kills on one file that goes on and on; each started program is the next one to be killed."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.home = folder / "Łódź & co"
        self.stick = folder / "stick"
        self.stick.mkdir()
        self.seed = seed
        self.report = Report()
        self.program = self._start()
        self.tournament = begin(self.program.visitor(), self.home, seed)
        self.path = self.tournament.path
        self.told = Content.of(self.path)
        #: Seconds of the steps before, so that a kill hits one on a slow computer as on a fast one.
        self.longest = 0.1

    def _start(self) -> Program:
        return Program(self.home, prelude=STICK.format(folder=str(self.stick)))

    def run(self, times: int) -> Report:
        """So many kills, and a clean end."""
        try:
            for number in range(times):
                self._kill_once(random.Random(self.seed + number))
            assert self.program.end() == 0, self.program.said
        finally:
            self.tournament.visitor.close()
            self.program.kill()
            self.program.wait()
        return self.report

    def _kill_once(self, choice: random.Random) -> None:
        self.told = Content.of(self.path)
        for _step in range(choice.randrange(MOST_STEPS)):
            self._step_once()
        timer = threading.Timer(choice.uniform(0, 1.5 * self.longest), self.program.kill)
        timer.start()
        try:
            while True:
                self._step_once()
        except (OSError, http.client.HTTPException):
            pass  # The kill.
        finally:
            timer.join()
            self.tournament.visitor.close()
            self.program.wait()
        what = self.tournament.doing.partition(" 2")[0]  # Without the time of a copy.
        self.report.under_way[what] = self.report.under_way.get(what, 0) + 1
        hot = self.path.with_name(self.path.name + "-journal")
        self.report.halves += hot.exists() and hot.stat().st_size > 0
        self._start_again()
        self._compare(self.told)
        self.report.kills += 1

    def _step_once(self) -> None:
        self.tournament.doing = "nothing"
        began = time.monotonic()
        name = self.tournament.step()
        self.longest = min(max(time.monotonic() - began, self.longest / 2), 1.0)
        self.told = Content.of(self.path)
        self.report.acknowledged += 1
        self.report.done[name] = self.report.done.get(name, 0) + 1

    def _start_again(self) -> None:
        self.program = self._start()
        visitor = self.program.visitor()
        start = visitor.get("/")
        assert start.status == 200, f"{start.status} {start.heading} {self._log()}"
        answer = open_again(visitor, self.path.name)
        assert answer.status == 303, f"{answer.heading}\n{answer.text}"
        visitor.forget_page()
        assert visitor.get(answer.location).status == 200
        self.tournament.visitor = visitor

    def _log(self) -> str:
        return (self.home / "data" / "kompitie.log").read_text("utf-8")[-3000:]

    def _compare(self, told: Content) -> None:
        """AssertionError when the file is not sound, or holds less than was told, or half of the one request under way."""
        with looking(self.path) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
            assert connection.execute("SELECT action, replaying FROM journal_state").fetchone() == (None, 0)
        copies = sorted((self.home / "data" / "copies").rglob("*.kompitie"))
        assert all(check.sound(copy) for copy in copies[-5:]), "a dated copy is not whole"
        assert all(check.sound(copy) for copy in self.stick.glob("*.kompitie")), "the copy on the stick is not whole"
        self.report.copies += len(copies[-5:])
        found = Content.of(self.path)
        if found.changes == told.changes:
            assert found.rows == told.rows, f"during {self.tournament.doing}: the content is not what was acknowledged"
            return
        nothing_missing(told, found)
        self.report.unheard += 1
        if self.tournament.doing.startswith("put back "):
            assert found.rows == self._rows_of_copy(), "half of a copy was put back"
            return
        assert found.changes == told.changes + 1, f"{told.changes} changes were acknowledged, {found.changes} are there"
        assert told.rows in self._one_step_away(), f"half of {self.tournament.doing} is there"

    def _rows_of_copy(self) -> str:
        name = self.tournament.doing.removeprefix("put back ")
        (copy,) = (self.home / "data" / "copies").rglob(f"{name}.kompitie")
        return Content.of(copy).rows

    def _one_step_away(self) -> Iterator[str]:
        """The content after undoing, or redoing, the last thing of the competition or of the file, one at a time."""
        visitor, cid = self.tournament.visitor, self.tournament.cid()
        for scope in (str(cid), ""):
            for there, back in (("/undo", "/redo"), ("/redo", "/undo")):
                before = Content.of(self.path)
                self._step(visitor, there, scope)
                if Content.of(self.path).changes != before.changes:
                    yield Content.of(self.path).rows
                    self._step(visitor, back, scope)
                    assert Content.of(self.path).rows == before.rows

    @staticmethod
    def _step(visitor: Visitor, address: str, scope: str) -> None:
        assert visitor.post(address, {"scope": scope}).status == 303


def nothing_missing(told: Content, found: Content) -> None:
    """AssertionError when a file holds less than was acknowledged."""
    assert found.changes >= told.changes, f"{told.changes} changes were acknowledged, {found.changes} are there"


def run(times: int, seed: int, folder: Path) -> Report:
    """So many kills on one file."""
    return Rounds(folder, seed).run(times)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kompitie-kill-") as folder:
        print(run(chosen.times, chosen.seed, Path(folder)))


if __name__ == "__main__":
    main()
