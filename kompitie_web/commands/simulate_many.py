"""``kompitie simulate --count N``: many tournaments on all cores, with their progress, and a summary at the end."""

import json
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from engine.simulate import Plan, Summary, summary
from kompitie_web.simulating import Crew, Measured, ProcessEnded, measure
from kompitie_web.simulation_plans import seeds

_BAR = 30


def run_many(plan: Plan, count: int, jobs: int, out: Path | None) -> int:
    """Simulate, write the cases of all of them when a file is asked for, and print the summary. OSError of the file.

    Gives 0, 1 when a round could not be paired, 2 when a process ended early, 130 after Ctrl+C with the summary of what was done.
    """
    plans, made = seeds(plan, count, plan.seed), dict[int, Measured]()
    code = 0
    with Progress(sys.stderr, count) as progress:
        try:
            for place, one in _measured(plans, jobs, with_cases=out is not None):
                made[place] = one
                progress.show(len(made))
        except KeyboardInterrupt:
            code = 130
        except ProcessEnded:
            code = 2
    if code:
        print(f"{'stopped' if code == 130 else 'a process ended early'}: {len(made)} of {count} tournaments", file=sys.stderr)
    done = [made[place] for place in sorted(made)]
    if out is not None and not code:
        out.write_text(case_text([case for one in done for case in one.cases]), encoding="utf-8")
    total = summary(one.figures for one in done)
    if done:
        print("\n".join(table(plan, total, sum(one.seconds for one in done))))
    return code or int(total.not_paired > 0)


def case_text(cases: Sequence[dict[str, Any]]) -> str:
    """A case file."""
    return json.dumps(cases, ensure_ascii=False, separators=(",", ":")) + "\n"


def _measured(plans: Sequence[Plan], jobs: int, with_cases: bool) -> Iterator[tuple[int, Measured]]:
    """The tournaments as they are ready; one job needs no process."""
    if min(jobs, len(plans)) == 1:
        for place, plan in enumerate(plans):
            yield place, measure(plan, with_cases)
        return
    # Ctrl+C reaches every process of the terminal: those that start now inherit that it is none of their business.
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        crew = Crew(plans, jobs, with_cases)
    finally:
        signal.signal(signal.SIGINT, usual)
    try:
        yield from crew.results()
    finally:
        crew.stop()


def table(plan: Plan, total: Summary, seconds: float) -> Iterator[str]:
    """The summary in lines; the last one is the time that the pairing took."""
    yield f"{plan.system}, {plan.players} players, {plan.rounds} rounds: {total.tournaments} tournaments from seed {plan.seed}"
    yield from _line("rounds paired", str(total.paired))
    yield from _line("rounds impossible", f"{total.not_paired} (in {total.stopped} tournaments)")
    yield from _line("rounds with a relaxed rule", str(total.relaxed))
    yield from _line("floats per round", f"{float(total.down_a_round):.2f} down, {float(total.up_a_round):.2f} up")
    yield from _line("players who met another score", f"{float(total.floating):.1%}")
    within = (f"{balance}: {count}" for balance, count in total.balances)
    yield from _line("players by white - black", "  ".join(within))
    yield from _line("longest row of one colour", str(total.longest_row))
    yield from _line("byes", f"{total.byes}, at most {total.most_byes} a player")
    yield from _line("rematches", str(total.rematches))
    correlation = "none" if total.correlation is None else f"{float(total.correlation):.3f}"
    yield from _line("rank correlation with strength", correlation)
    yield from _line("strongest player first", f"{total.strongest_won} of {total.tournaments}")
    yield from _line("time per round", f"{1000 * seconds / total.paired:.2f} ms" if total.paired else "none")


def _line(name: str, value: str) -> Iterator[str]:
    yield f"  {name:<32}{value}"


class Progress:
    """A bar on the last line of a terminal; nothing at all elsewhere."""

    def __init__(self, stream: TextIO, whole: int) -> None:
        self._stream, self._whole = stream, whole
        self._shown = stream.isatty()

    def __enter__(self) -> "Progress":
        self.show(0)
        return self

    def show(self, done: int) -> None:
        """So much is done."""
        if self._shown:
            filled = _BAR * done // self._whole
            self._stream.write(f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {done} of {self._whole}")
            self._stream.flush()

    def __exit__(self, *_: object) -> None:
        """The bar goes."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
