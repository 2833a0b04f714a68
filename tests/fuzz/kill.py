"""The program is killed (kill −9) at random moments while it enters results and pairs; the file must lose nothing.

A child process works on a file through the actions and says after each one what the file now holds. The parent kills it, opens the file
and compares: it is sound, everything that was said is there, and of the one action that may have been under way there is all or nothing.

    python -m tests.fuzz.kill --times 50
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from kompitie_web.actions import results, rounds
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.example import create_example
from kompitie_web.store import KompitieFile, NothingToUndo, UndoBlocked, models
from kompitie_web.store.models import database
from tests.store.rows import fingerprint

ROOT = Path(__file__).parent.parent.parent
LONGEST = 0.8


@dataclass(frozen=True)
class State:
    """What a file holds: how often it was changed, and its content as a short text."""

    changes: int
    content: str

    @classmethod
    def of(cls) -> "State":
        """Of the open file."""
        (changes,) = database.execute_sql("SELECT changes FROM journal_state").fetchone()
        return cls(int(changes), fingerprint())


@dataclass
class Report:
    """What some kills showed. ``halves``: kills that left a transaction half written, which opening repaired."""

    kills: int = 0
    acknowledged: int = 0
    halves: int = 0
    unheard: int = 0
    labels: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        done = ", ".join(f"{count} {label}" for label, count in sorted(self.labels.items()))
        return (
            f"{self.kills} of {self.kills} kills: {self.acknowledged} acknowledged changes all there ({done}), "
            f"{self.halves} half-written transactions rolled back, {self.unheard} whole ones that nobody had heard of"
        )


# The child


def work(path: Path, data: Path, seed: int) -> None:
    """Change the file for ever and tell after each change what it holds."""
    choice = random.Random(seed)
    file = KompitieFile.open(path, data)
    with file.connection():
        tell("ready")
        while True:
            what = step(file, choice)
            if what:
                tell(what)


def tell(what: str) -> None:
    state = State.of()
    print(json.dumps({"what": what, "changes": state.changes, "content": state.content}), flush=True)


def step(file: KompitieFile, choice: random.Random) -> str:
    """One thing that an arbiter does; '' when nothing changed."""
    cid = models.Competition.select(models.Competition.id).order_by(models.Competition.id.desc()).scalar()
    before = file.version
    doing = choice.random()
    with suppress(NothingToUndo, UndoBlocked, ActionError):
        if doing < 0.08:
            return f"undo {file.undo(cid).label}"
        if doing < 0.12:
            return f"redo {file.redo(cid).label}"
        if doing < 0.15:
            file.snapshot("fuzz")
        elif doing < 0.20:
            correct(cid, choice)
        else:
            go_on(cid, choice)
        return "" if file.version == before else file.history(cid, 1)[0].label
    return ""


def go_on(cid: int, choice: random.Random) -> None:
    """The next step of the tournament: a result, a pairing, or the next tournament."""
    open_game = (
        models.Game.select()
        .join(models.Round)
        .where((models.Round.competition == cid) & (models.Round.state == "published") & (models.Game.result == ""))
    )
    game = open_game.order_by(models.Round.number, models.Game.id).first()
    if game is not None:
        results.enter_result(game.id, choice.choice(("2-0", "1-1", "0-2", "2-0F")))
        return
    waiting = models.Round.select().where((models.Round.competition == cid) & (models.Round.state != "published"))
    row = waiting.order_by(models.Round.number).first()
    if row is None:
        create_example("nl")
    elif row.state == "planned":
        rounds.draft_round(cid, row.number, allow_incomplete=True, confirmed=True)
    elif choice.random() < 0.3:
        rounds.discard_draft(cid, row.number)
    else:
        rounds.publish_round(cid, row.number, confirmed=True)


def correct(cid: int, choice: random.Random) -> None:
    """Another result for some game."""
    games = list(models.Game.select().join(models.Round).where((models.Round.competition == cid) & (models.Game.result != "")))
    if games:
        with suppress(NeedsConfirmation):
            results.enter_result(choice.choice(games).id, choice.choice(("", "2-0", "1-1", "0-2")))


# The parent


def prepare(folder: Path) -> tuple[Path, Path]:
    """A file with an example tournament; its path and the data folder."""
    path, data = folder / "Club.kompitie", folder / "data"
    file = KompitieFile.create(path, "Club", data)
    with file.connection():
        create_example("nl")
    file.close()
    return path, data


def kill_once(path: Path, data: Path, seed: int, report: Report) -> None:
    """Let a child work, kill it at a random moment and compare. AssertionError when something is lost."""
    delay = random.Random(seed).uniform(0, LONGEST)
    command = [sys.executable, "-m", "tests.fuzz.kill", "--child", str(path), str(data), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        first = child.stdout.readline()
        time.sleep(delay)
        child.kill()
        told = [first, *child.stdout]
    assert first.endswith("\n"), "the child did not start"
    told = [line for line in told if line.endswith("\n")]
    last = json.loads(told[-1])
    hot = path.with_name(path.name + "-journal")
    report.halves += hot.exists() and hot.stat().st_size > 0
    report.kills += 1
    for line in told[1:]:
        label = json.loads(line)["what"].split(" ")[0]
        report.acknowledged += 1
        report.labels[label] = report.labels.get(label, 0) + 1
    file = KompitieFile.open(path, data)
    try:
        with file.connection():
            report.unheard += compare(file, State(last["changes"], last["content"]))
    finally:
        file.close()


def compare(file: KompitieFile, told: State) -> bool:
    """Whether the file holds one whole action more than was told. AssertionError when it holds less, or half of one."""
    found = State.of()
    assert database.execute_sql("SELECT action, replaying FROM journal_state").fetchone() == (None, 0)
    if found.changes == told.changes:
        assert found.content == told.content, "the content is not what was acknowledged"
        return False
    assert found.changes == told.changes + 1, f"{told.changes} changes were acknowledged, {found.changes} are there"
    assert any(content == told.content for content in one_step_away(file)), "half an action is there"
    return True


def one_step_away(file: KompitieFile) -> Iterator[str]:
    """The content after undoing, or redoing, the last thing in any scope, one at a time."""
    scopes = [None, *(row.id for row in models.Competition.select())]
    pairs: tuple[tuple[Callable[[int | None], object], Callable[[int | None], object]], ...] = (
        (file.undo, file.redo),
        (file.redo, file.undo),
    )
    for there, back in pairs:
        for scope in scopes:
            with suppress(NothingToUndo, UndoBlocked):
                there(scope)
                yield fingerprint()
                back(scope)


def take_all_back(path: Path, data: Path) -> None:
    """At the end: everything that stands can be taken back to the empty file, and done again."""
    file = KompitieFile.open(path, data)
    with file.connection():
        end = fingerprint()
        scopes = [row[0] for row in database.execute_sql("SELECT DISTINCT scope FROM journal_action").fetchall()]
        done = sorted(
            (line for scope in scopes for line in file.history(scope, 10**6) if not line.undone), key=lambda line: line.id
        )
        for line in reversed(done):
            file.undo(line.scope)
        assert models.Competition.select().count() == models.Person.select().count() == 0
        for line in done:
            file.redo(line.scope)
        assert fingerprint() == end
    file.close()


def run(times: int, seed: int, folder: Path) -> Report:
    """So many kills on one file that goes on and on."""
    path, data = prepare(folder)
    report = Report()
    for number in range(times):
        kill_once(path, data, seed + number, report)
    take_all_back(path, data)
    return report


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", nargs=3, metavar=("FILE", "DATA", "SEED"))
    chosen = parser.parse_args()
    if chosen.child:
        work(Path(chosen.child[0]), Path(chosen.child[1]), int(chosen.child[2]))
    with tempfile.TemporaryDirectory(prefix="kompitie-kill-") as folder:
        print(run(chosen.times, chosen.seed, Path(folder)))


if __name__ == "__main__":
    main()
