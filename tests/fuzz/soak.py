"""The scripted tournament over and over against the real program: memory, handles, threads, temporary files, log and copies may not grow.

Samples are taken at the end of each tournament of about so many steps. The medians of the first and the last third (after a start that
fills the caches) are compared; a growth above the margin is a failure.

    python -m tests.fuzz.soak --minutes 30
"""

import argparse
import random
import re
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.faults.program import Program
from tests.faults.tournament import Tournament, begin

#: Steps between two samples.
STEPS = 60
#: So many first samples are of a program that is still filling its caches.
WARM = 3
PAGES = ("print/round_wall.pdf", "print/standings.pdf", "print/cross_places.pdf", "print", "standings", "history")


@dataclass(frozen=True)
class Sample:
    """What the program holds at one moment: memory (KiB), handles, threads, files in the temporary folder and unnamed halves, bytes
    of the log and of the note of preferences, and dated copies beyond those that always stay.
    """

    memory: int
    handles: int
    threads: int
    temporary: int
    log: int

    @classmethod
    def of(cls, program: Program, temporary: Path) -> "Sample":
        """Of a running program (Linux)."""
        process = Path("/proc") / str(program.process.pid)
        status = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
        halves = [*program.home.rglob("*.part"), *program.home.rglob("*-journal")]
        return cls(
            memory=int(status["VmRSS"].split()[0]),
            handles=len(list((process / "fd").iterdir())),
            threads=int(status["Threads"]),
            temporary=len(list(temporary.iterdir())) + len(halves),
            log=(program.home / "data" / "kompitie.log").stat().st_size,
        )


#: How much the later median may be above the earlier one: a share of it, and an amount. Memory: the allocator's pools and SQLite's page
#: caches (2 MB for each of the threads) still settle.
MARGINS = {"memory": (0.10, 4096), "handles": (0.0, 4), "threads": (0.0, 2), "temporary": (0.0, 1), "log": (0.0, 20_000)}


def growth(samples: Sequence[Sample]) -> list[str]:
    """What grew beyond its margin, in words."""
    third = max(1, len(samples) // 3)
    found = []
    for name, (share, amount) in MARGINS.items():
        early = statistics.median(getattr(one, name) for one in samples[:third])
        late = statistics.median(getattr(one, name) for one in samples[-third:])
        if late > early * (1 + share) + amount:
            found.append(f"{name} grew from {early:.0f} to {late:.0f}")
    return found


def run(folder: Path, go_on: Callable[[int], bool], steps: int = STEPS) -> list[Sample]:
    """Play as long as ``go_on`` (given the number of samples) says; a sample at the end of each tournament."""
    temporary = folder / "temporary"
    temporary.mkdir()
    program = Program(folder / "home", environment={"TMPDIR": str(temporary)})
    samples: list[Sample] = []
    visitor = program.visitor()
    try:
        played = begin(visitor, program.home, 1)
        first = _first_copy(played)
        while go_on(len(samples)):
            _tournament(played, steps, len(samples))
            samples.append(Sample.of(program, temporary))
            _start_anew(played, first)
        assert program.end() == 0, program.said
    finally:
        visitor.close()
        program.kill()
        program.wait()
    return samples


def _tournament(played: Tournament, steps: int, number: int) -> None:
    played.choice = random.Random(number % 7)  # The same few tournaments again and again.
    for step in range(steps):
        played.step()
        if step % 10 == 9:
            for page in PAGES:
                address = f"{played.base()}/{page}"
                assert played.visitor.get(address).status == 200, address


def _first_copy(played: Tournament) -> str:
    """A dated copy of the beginning."""
    assert played.visitor.post(f"{played.base()}/history/snapshot").status == 303
    return re.findall(r'name="copy" value="([^"]+)"', played.visitor.get(f"{played.base()}/history").text)[0]


def _start_anew(played: Tournament, first: str) -> None:
    """Put the beginning back, so that the file stays as large as it was: the program is looked at, not its caches of a growing file."""
    answer = played.visitor.post(f"{played.base()}/history/restore", {"copy": first, "confirmed": "1"})
    assert answer.status == 303, answer.heading


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30)
    chosen = parser.parse_args()
    end = time.monotonic() + chosen.minutes * 60
    with tempfile.TemporaryDirectory(prefix="kompitie-soak-") as folder:

        def go_on(taken: int) -> bool:
            return taken < 3 + WARM or time.monotonic() < end

        samples = run(Path(folder), go_on)
    for name in MARGINS:
        values = [getattr(one, name) for one in samples]
        print(f"soak_{name}", *values)
    grown = growth(samples[WARM:])
    print(
        f"soak: {len(samples)} tournaments of {STEPS} steps in {chosen.minutes:g} minutes; " + ("; ".join(grown) or "nothing grew")
    )
    if grown:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
