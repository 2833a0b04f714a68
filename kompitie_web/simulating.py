"""Many simulated tournaments, each measured, by processes of their own: the program and its other users never wait for them.

Processes are started afresh (*spawn*) on every system, as Windows and a frozen program need it (``multiprocessing.freeze_support`` in
``__main__``). They end with the program.
"""

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from engine import simulate
from engine.pairing import registry
from engine.pairing.draft import Draft, Request
from engine.simulate import Figures, Plan

#: How much later than the rest of the program the processes get their turn (Unix).
_NICE = 10


class ProcessEnded(Exception):
    """A process ended before it had simulated everything: it was killed, or the computer had no memory left."""


@dataclass(frozen=True)
class Measured:
    """A simulated tournament. ``seconds``: of the processor, spent on pairing all its rounds. ``cases``: for a case file, when asked for."""

    figures: Figures
    seconds: float
    cases: tuple[dict[str, Any], ...] = ()


def measure(plan: Plan, with_cases: bool = False) -> Measured:
    """Simulate a tournament and measure it. ValueError for an option that cannot be read."""
    spent = 0.0

    def timed(system: str, request: Request) -> Draft:
        nonlocal spent
        begin = time.process_time()
        draft = registry.pair(system, request)
        spent += time.process_time() - begin
        return draft

    made = simulate.tournament(plan, timed)
    return Measured(simulate.figures(made), spent, tuple(simulate.cases(made)) if with_cases else ())


class Crew:
    """Processes that share plans. ``results`` gives what they made as it comes; ``stop`` ends them at once."""

    def __init__(self, plans: Sequence[Plan], jobs: int, with_cases: bool = False) -> None:
        self._missing = len(plans)
        self._pipes: list[Connection] = []
        self._processes = []
        context = multiprocessing.get_context("spawn")
        numbered = list(enumerate(plans))
        jobs = max(1, min(jobs, len(plans)))
        for first in range(jobs):
            here, there = context.Pipe(duplex=False)
            process = context.Process(target=_work, args=(there, numbered[first::jobs], with_cases), daemon=True)
            process.start()
            there.close()
            self._pipes.append(here)
            self._processes.append(process)

    def results(self) -> Iterator[tuple[int, Measured]]:
        """The place of a plan and what came of it, in no order, until all are done. ProcessEnded."""
        still = list(self._pipes)
        while still:
            ready = wait(still)
            for pipe in [one for one in still if one in ready]:
                try:
                    result: tuple[int, Measured] = pipe.recv()
                except (EOFError, OSError):
                    still.remove(pipe)
                    pipe.close()
                    continue
                self._missing -= 1
                yield result
        if self._missing:
            raise ProcessEnded

    def stop(self) -> None:
        """End the processes, whatever they are doing; nothing happens to those that have ended. ``results`` then ends too."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join()


def _work(pipe: Connection, plans: Sequence[tuple[int, Plan]], with_cases: bool) -> None:
    """What a process does. Ctrl+C is the business of the one that started it; when that is gone nobody reads the pipe any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    with suppress(BrokenPipeError), pipe:
        for place, plan in plans:
            pipe.send((place, measure(plan, with_cases)))
