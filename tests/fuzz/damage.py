"""Files with bytes flipped, overwritten, cut off or mixed up at random places, opened as a user opens them; and damaged while open.

Every file is either opened and every screen of it answers, or it is said to be damaged and the newest sound copy is offered, which then
opens with all that was in it. No screen fails, nothing hangs, and the damaged file is kept. A changed letter in a name is still a name:
what such damage changed without anybody being able to tell is counted as ``unnoticed``.

    python -m tests.fuzz.damage --files 200
"""

import argparse
import contextlib
import os
import random
import re
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from werkzeug.test import TestResponse

from kompitie_web.actions import results, rounds
from kompitie_web.actions.example import create_example
from kompitie_web.app import create_app
from kompitie_web.state import State, folders_in
from kompitie_web.store import KompitieFile, current, is_open, models
from tests.conftest import Client
from tests.faults.tournament import Content

PAGES = ("players", "presence", "rounds", "results", "standings", "print", "settings", "history", "history?scope=file", "reasons")
#: A page that takes so many seconds hangs.
LONGEST = 120


@dataclass
class Report:
    """What some damaged files showed."""

    files: int = 0
    sound: int = 0
    unnoticed: int = 0
    told: int = 0
    met_later: int = 0
    rescued: int = 0

    def __str__(self) -> str:
        return (
            f"{self.files} of {self.files} damaged files: {self.sound} opened with everything right, {self.unnoticed} with a value that "
            f"nobody can tell from a right one, {self.told} said to be damaged at opening and {self.met_later} when a screen met it; "
            f"{self.rescued} times the newest copy was put in place, whole"
        )


# How a file is damaged

Damage = Callable[[bytearray, random.Random], None]


def flip(raw: bytearray, choice: random.Random) -> None:
    """One bit or several."""
    for _ in range(choice.choice((1, 1, 3, 20, 200))):
        raw[choice.randrange(len(raw))] ^= 1 << choice.randrange(8)


def overwrite(raw: bytearray, choice: random.Random) -> None:
    """A piece with zeros, ones or anything."""
    length = choice.choice((1, 16, 100, 512, 4096, 20000))
    at = choice.randrange(len(raw))
    piece = choice.choice((bytes(length), b"\xff" * length, choice.randbytes(length), b"lorem ipsum " * (length // 12 + 1)))
    raw[at : at + length] = piece[: min(length, len(raw) - at)]


def cut(raw: bytearray, choice: random.Random) -> None:
    """The end is missing."""
    del raw[choice.choice((0, choice.randrange(200), choice.randrange(len(raw)), len(raw) - choice.randrange(1, 5000))) :]


def mix(raw: bytearray, choice: random.Random) -> None:
    """Two pages changed places, or one stands twice."""
    pages = len(raw) // 4096
    one, other = choice.randrange(pages), choice.randrange(pages)
    first, second = bytes(raw[one * 4096 : one * 4096 + 4096]), bytes(raw[other * 4096 : other * 4096 + 4096])
    raw[one * 4096 : one * 4096 + 4096] = second
    if choice.random() < 0.5:
        raw[other * 4096 : other * 4096 + 4096] = first


def head(raw: bytearray, choice: random.Random) -> None:
    """Something in the first hundred bytes."""
    for _ in range(choice.choice((1, 2, 10))):
        raw[choice.randrange(100)] = choice.randrange(256)


def shift(raw: bytearray, choice: random.Random) -> None:
    """Bytes too many or too few in the middle."""
    at = choice.randrange(len(raw))
    if choice.random() < 0.5:
        del raw[at : at + choice.randrange(1, 100)]
    else:
        raw[at:at] = choice.randbytes(choice.randrange(1, 100))


DAMAGES: Sequence[Damage] = (flip, overwrite, cut, mix, head, shift)


# The program


class Hall:
    """A program in this process with a file that was played for two rounds, and its copies."""

    def __init__(self, folder: Path) -> None:
        self.state = State.load(folders_in(folder))
        self.state.preferences.language = "en"
        self.app = create_app(self.state)
        self.app.test_client_class = Client
        self.client = self._new_client()
        self.path = folder / "Club.kompitie"
        file = KompitieFile.create(self.path, "Club", self.state.folders.data)
        with file.connection():
            self.cid = create_example("nl")
            play(self.cid)
            file.snapshot("by_hand")
        file.close()
        self.whole = self.path.read_bytes()
        self.content = Content.of(self.path)
        self.copies = folder / "copies of the copies"
        shutil.copytree(self.state.folders.data / "copies", self.copies)

    def _new_client(self) -> Client:
        made = self.app.test_client()
        assert isinstance(made, Client)
        return made

    def reset(self) -> None:
        """The folder as it was at first: what a rescue kept beside the file goes, the copies come back."""
        if is_open():
            current().close()
        for kept in self.path.parent.glob("Club*"):
            if kept.is_dir():
                kept.rmdir()
            else:
                kept.unlink()
        shutil.rmtree(self.state.folders.data / "copies")
        shutil.copytree(self.copies, self.state.folders.data / "copies")
        self.path.write_bytes(self.whole)
        self.client = self._new_client()

    def open(self) -> TestResponse:
        """Open the file as from the start page."""
        return self.client.post_form("/open", {"file": self.state.file_id(self.path)})


def play(cid: int) -> None:
    """Two rounds with results, and the third paired."""
    for number in (1, 2, 3):
        rounds.draft_round(cid, number)
        rounds.publish_round(cid, number)
        for game in models.Game.select().join(models.Round).where(models.Round.number == number) if number < 3 else ():
            results.enter_result(game.id, ("2-0", "1-1", "0-2")[game.id % 3])


@contextlib.contextmanager
def patience() -> Iterator[None]:
    """TimeoutError for what hangs (on systems that can tell)."""

    def too_long(*_: object) -> None:
        raise TimeoutError("the program hangs")

    if not hasattr(signal, "alarm"):
        yield
        return
    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(LONGEST)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def is_told(answer: TestResponse) -> bool:
    """Whether a page says that the file is damaged; AssertionError when it is a failure of the program."""
    assert answer.status_code in (200, 303, 404, 409, 422), f"{answer.request.path}: {answer.status_code} {_heading(answer)}"
    return answer.status_code == 409


def _heading(answer: TestResponse) -> str:
    return answer.text.partition("<h1>")[2].partition("</h1>")[0]


def look_round(hall: Hall) -> bool:
    """Look at every screen, enter a result, take it back; whether one of them says that the file is damaged."""
    for page in PAGES:
        if is_told(hall.client.get(f"/c/{hall.cid}/{page}", follow_redirects=True)):
            return True
    if is_told(hall.client.get("/")):
        return True
    steps: tuple[tuple[str, dict[str, str]], ...] = (
        (f"/c/{hall.cid}/results/3", {"r40": "2-0", "b40": "", "r61": "2-0", "b61": ""}),
        ("/undo", {"scope": str(hall.cid)}),
        ("/redo", {"scope": str(hall.cid)}),
        (f"/c/{hall.cid}/rounds/3/delete", {"keep_results": "1"}),
        (f"/c/{hall.cid}/rounds/3/draft", {"confirmed": "1", "allow_incomplete": "1"}),
    )
    return any(is_told(hall.client.post_form(address, fields)) for address, fields in steps)


def rescue(hall: Hall, page: TestResponse) -> None:
    """Take the first copy that the page offers: it opens with everything, and what was damaged is kept."""
    damaged = hall.path.read_bytes() if hall.path.exists() else b""
    offered = re.findall(r'name="snapshot" value="([^"]+)"', page.text)
    assert offered, f"no copy is offered: {_heading(page)}"
    file_id = re.findall(r'name="file" value="([^"]+)"', page.text)[0]
    answer = hall.client.post_form("/rescue", {"file": file_id, "snapshot": offered[0]})
    assert answer.status_code == 303, _heading(answer)
    current().close()
    assert Content.of(hall.path).rows == hall.content.rows
    assert any(kept.read_bytes() == damaged for kept in hall.path.parent.glob("Club (damaged*.kompitie"))
    assert not look_round_again(hall)


def look_round_again(hall: Hall) -> bool:
    """The same after a rescue, with a page made since."""
    answer = hall.open()
    assert answer.status_code == 303, _heading(answer)
    return look_round(hall)


def closed_once(hall: Hall, choice: random.Random, report: Report) -> None:
    """One file that was damaged while it was closed."""
    raw = bytearray(hall.whole)
    choice.choice(DAMAGES)(raw, choice)
    hall.path.write_bytes(raw)
    answer = hall.open()
    report.files += 1
    if is_told(answer):
        report.told += 1
        if "newer Kompitie" not in answer.text:
            rescue(hall, answer)
            report.rescued += 1
        return
    content = Content.of(hall.path).rows
    if look_round(hall):
        report.met_later += 1
    elif content == hall.content.rows:
        report.sound += 1
    else:
        report.unnoticed += 1


def open_once(hall: Hall, choice: random.Random, report: Report) -> None:
    """One file that is damaged while it is open: the program's own view of it may last for a while, but nothing fails."""
    assert hall.open().status_code == 303
    assert not is_told(hall.client.get(f"/c/{hall.cid}/players"))
    raw = bytearray(hall.whole)
    choice.choice((flip, overwrite, mix))(raw, choice)
    # Never opened for reading here: closing that handle would drop the locks that SQLite holds in this process.
    handle = os.open(hall.path, os.O_WRONLY | getattr(os, "O_BINARY", 0))
    os.write(handle, raw)
    os.close(handle)
    report.files += 1
    if look_round(hall):
        report.met_later += 1
        return
    current().close()
    answer = hall.open()
    report.told += is_told(answer)
    report.unnoticed += not is_told(answer)


def run(files: int, seed: int, folder: Path, once: Callable[[Hall, random.Random, Report], None] = closed_once) -> Report:
    """So many damaged files."""
    hall = Hall(folder)
    report = Report()
    failures: list[str] = []
    try:
        for number in range(files):
            hall.reset()
            try:
                with patience():
                    once(hall, random.Random(seed + number), report)
            except Exception as error:
                failures.append(f"seed {seed + number}, {once.__name__}: {type(error).__name__} {error}")
    finally:
        if is_open():
            current().close()
    assert not failures, f"{len(failures)} of {files} files:\n" + "\n".join(failures)
    return report


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for once in (closed_once, open_once):
        with tempfile.TemporaryDirectory(prefix="kompitie-damage-") as folder:
            print(f"{once.__name__}: {run(chosen.files, chosen.seed, Path(folder), once)}")


if __name__ == "__main__":
    main()
