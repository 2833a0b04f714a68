"""A comparison of systems that is being simulated while the program goes on: started, followed, stopped."""

import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from engine.simulate import Plan, Summary, summary
from kompitie_web.simulating import Crew, Measured, ProcessEnded
from kompitie_web.simulation_plans import seeds

log = logging.getLogger("kompitie")
#: One process: the rest of the computer is for the program and its browser.
_JOBS = 1


class Phase(Enum):
    """How far a job is."""

    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(frozen=True)
class Column:
    """What came of one system: over ``summary.tournaments`` tournaments, paired in ``seconds`` of the processor."""

    key: str
    plan: Plan
    summary: Summary
    seconds: float


class Job:
    """So many tournaments by each of some systems, the same seeds for all, one seed after the other.

    ``wanted``: what the form asked for, as typed.
    """

    def __init__(self, number: int, plans: Mapping[str, Plan], count: int, seed: int, wanted: Mapping[str, Any]) -> None:
        self.number, self.wanted = number, wanted
        self._plans, self._count = dict(plans), count
        self._made: dict[int, Measured] = {}
        self._phase = Phase.RUNNING
        each = [seeds(plan, count, seed) for plan in self._plans.values()]
        self._crew = Crew([plan for one_seed in zip(*each, strict=True) for plan in one_seed], _JOBS)
        # It only waits for the process, and neither holds up the end of the program.
        self._thread = threading.Thread(target=self._collect, name="simulation", daemon=True)
        self._thread.start()

    @property
    def phase(self) -> Phase:
        """How far it is."""
        return self._phase

    @property
    def done(self) -> int:
        """How many tournaments are simulated."""
        return len(self._made)

    @property
    def whole(self) -> int:
        """How many are asked for."""
        return len(self._plans) * self._count

    def stop(self) -> None:
        """Simulate no more; what is done stays. Nothing happens when it has ended."""
        if self._phase is Phase.RUNNING:
            self._phase = Phase.STOPPED
        self._crew.stop()

    def wait(self, seconds: float) -> bool:
        """Whether it has ended within so many seconds."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def columns(self) -> tuple[Column, ...]:
        """What came of each system, over the seeds that all of them have been through."""
        made, width = dict(self._made), len(self._plans)
        whole = next((row for row in range(self._count) if any(row * width + at not in made for at in range(width))), self._count)
        found = []
        for at, (key, plan) in enumerate(self._plans.items()):
            mine: Sequence[Measured] = [made[row * width + at] for row in range(whole)]
            found.append(Column(key, plan, summary(one.figures for one in mine), sum(one.seconds for one in mine)))
        return tuple(found)

    def _collect(self) -> None:
        try:
            for place, measured in self._crew.results():
                self._made[place] = measured
        except ProcessEnded:
            if self._phase is Phase.RUNNING:
                log.error("a process of a simulation ended early")
                self._phase = Phase.FAILED
        if self._phase is Phase.RUNNING:
            self._phase = Phase.DONE
        self._crew.stop()  # the process has ended; now it is also taken leave of


@dataclass
class Desk:
    """The one comparison of a running program: a new one takes the place of the one before, which is stopped."""

    _job: Job | None = None
    _last: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def start(self, plans: Mapping[str, Plan], count: int, seed: int, wanted: Mapping[str, Any]) -> Job:
        """Simulate."""
        with self._lock:
            if self._job is not None:
                self._job.stop()
            self._last += 1
            self._job = Job(self._last, plans, count, seed, wanted)
            return self._job

    def job(self, number: int | None) -> Job | None:
        """The comparison of this number, None when it is no longer here."""
        job = self._job
        return job if job is not None and job.number == number else None
