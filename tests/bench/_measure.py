"""What the benches share: the shortest processor time of several runs, and how a figure is printed.

Processor time, and the best of the runs: what the program needs when nothing else runs on the machine.
"""

import gc
import math
import time
from collections.abc import Callable, Sequence


def seconds(work: Callable[[], object], runs: int, prepare: Callable[[], object] | None = None) -> float:
    """The shortest time of some runs, each after its preparation, which is not measured."""
    best = float("inf")
    gc.collect()
    for _ in range(runs):
        if prepare is not None:
            prepare()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def figure(name: str, value: float, unit: str = "s") -> None:
    """One figure a line: name value unit."""
    digits = {"s": 5, "ms": 1, "MB": 0, "times": 4}.get(unit, 2)
    print(f"{name} {value:.{digits}f} {unit}", flush=True)


def growth(before: tuple[int, float], after: tuple[int, float]) -> float:
    """The power of the size with which the time grows between two (size, seconds)."""
    return math.log(after[1] / before[1]) / math.log(after[0] / before[0])


def curve(points: Sequence[tuple[int, float]], width: int = 40) -> list[str]:
    """A bar for each (size, seconds), both on a scale of powers of ten: a straight line of bars is a power of the size."""
    least = min(value for _, value in points)
    steps = math.log(max(value for _, value in points) / least) or 1
    bars = [1 + round((width - 1) * math.log(value / least) / steps) for _, value in points]
    return [f"# {size:5} {'#' * bar:{width}} {value:.5f} s" for (size, value), bar in zip(points, bars, strict=True)]
