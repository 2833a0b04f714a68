"""Seconds to pair round 6 of 9 in process, by each system, and how they grow: one figure a line, ``name value unit``; # is a comment.

The states are simulated competitions with everything that happens in a club; the average of some of them is given, and the slowest.
Each average stands beside what other programs were measured to need elsewhere, on such a machine, for a Swiss of that size:
``…_to_bbppairings 0.15 times`` is 0.15 of its time. ``--profile SYSTEM SIZE`` says where the time goes.
"""

import argparse
import cProfile
import pstats
import resource
import subprocess
import sys
from itertools import pairwise

from engine.pairing import registry
from engine.pairing.draft import Request
from tests.bench._measure import curve, figure, growth, seconds
from tests.bench._states import sixth_rounds

SYSTEMS = {"rating": "swiss_rating", "resistance": "swiss_resistance", "list": "ranking"}
SIZES = (20, 100, 400, 1000)
#: Seconds for one pairing, measured elsewhere, by number of players.
ELSEWHERE: dict[str, dict[int, float]] = {
    "bbppairings_5.0.1": {20: 0.001, 100: 0.006, 400: 0.251, 1000: 4.54},
    "javafo_2.2": {20: 0.035, 100: 0.098, 400: 0.385, 1000: 1.63},
    "py4swiss": {100: 0.143, 400: 2.48, 1000: 16.4},
}


def pairings(name: str, requests: list[Request], runs: int) -> list[float]:
    """The shortest time of some runs for each request."""
    system = SYSTEMS[name]
    return [seconds(lambda one=request: registry.pair(system, one), runs) for request in requests]  # type: ignore[misc]  # The default binds the value of this turn.


def table(name: str) -> None:
    """The figures of one system."""
    points: list[tuple[int, float]] = []
    for players in SIZES:
        times = pairings(name, sixth_rounds(SYSTEMS[name], players), max(5, 3000 // players))
        points.append((players, sum(times) / len(times)))
        figure(f"{name}_round_6_of_9_{players}_players", points[-1][1])
        figure(f"{name}_round_6_of_9_{players}_players_slowest", max(times))
    for before, after in pairwise(points):
        figure(f"{name}_growth_{before[0]}_to_{after[0]}", growth(before, after), "power")
    for program, known in ELSEWHERE.items():
        for players, value in points:
            if players in known:
                figure(f"{name}_{players}_players_to_{program}_elsewhere", value / known[players], "times")
    print(*curve(points), sep="\n")
    largest = [sys.executable, __file__, "--memory", name]
    figure(
        f"{name}_peak_memory_{SIZES[-1]}_players", float(subprocess.run(largest, check=True, stdout=subprocess.PIPE).stdout), "MB"
    )


def memory(name: str) -> None:
    """The most memory that this process has needed when the largest round is paired, interpreter and simulation included, in MB."""
    pairings(name, sixth_rounds(SYSTEMS[name], SIZES[-1])[:1], 1)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def profile(name: str, players: int) -> None:
    """Where the time goes."""
    requests = sixth_rounds(SYSTEMS[name], players)
    pairings(name, requests, 1)
    profiler = cProfile.Profile()
    profiler.enable()
    pairings(name, requests, 1)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(25)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", choices=list(SYSTEMS), action="append", help="only this one")
    parser.add_argument("--memory", choices=list(SYSTEMS), help="only the memory of the largest round, in MB")
    parser.add_argument("--profile", nargs=2, metavar=("SYSTEM", "SIZE"))
    chosen = parser.parse_args()
    if chosen.memory:
        memory(chosen.memory)
    elif chosen.profile:
        profile(chosen.profile[0], int(chosen.profile[1]))
    else:
        print("# elsewhere, seconds: " + "; ".join(f"{program} {known}" for program, known in ELSEWHERE.items()))
        for name in chosen.system or SYSTEMS:
            table(name)


if __name__ == "__main__":
    main()
