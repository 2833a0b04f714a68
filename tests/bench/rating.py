"""Seconds to pair round 6 of 9 by the Swiss on rating in process, and how they grow: one figure a line, ``name value unit``.

The states are simulated tournaments with everything that happens in a club; the best of several runs is given, which is what the
program needs when nothing else runs on the machine. ``--profile`` says where the time goes.
"""

import argparse
import cProfile
import gc
import math
import pstats
import time

from engine.pairing import swiss_rating
from engine.pairing.draft import Request
from engine.simulate import Plan, tournament

SIZES = (20, 50, 100, 200, 400, 700, 1000)
SEEDS = (1, 2, 3, 4, 5)


def seconds(request: Request, runs: int) -> float:
    """The shortest time of some runs."""
    best = float("inf")
    gc.collect()
    for _ in range(runs):
        start = time.perf_counter()
        swiss_rating.pair(request)
        best = min(best, time.perf_counter() - start)
    return best


def sixth_rounds(players: int) -> list[Request]:
    """The requests of round 6 of 9 of some tournaments that get as far."""
    made = (tournament(Plan(system="swiss_rating", players=players, rounds=9, seed=seed)) for seed in SEEDS)
    return [one.requests[5] for one in made if len(one.requests) > 5]


def profile(players: int) -> None:
    """Where the time goes."""
    requests = sixth_rounds(players)
    for request in requests:
        swiss_rating.pair(request)
    profiler = cProfile.Profile()
    profiler.enable()
    for request in requests:
        swiss_rating.pair(request)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(25)


def main(argv: list[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--profile", type=int, default=0, help="players")
    chosen = parser.parse_args(argv)
    if chosen.profile:
        profile(chosen.profile)
        return
    before: tuple[int, float] | None = None
    for players in chosen.sizes:
        times = [seconds(request, max(3, 2000 // players)) for request in sixth_rounds(players)]
        mean = sum(times) / len(times)
        print(f"rating_round_6_of_9_{players}_players {mean:.5f} s")
        print(f"rating_round_6_of_9_{players}_players_slowest {max(times):.5f} s")
        if before is not None:
            growth = math.log(mean / before[1]) / math.log(players / before[0])
            print(f"rating_growth_{before[0]}_to_{players} {growth:.2f} power")
        before = players, mean


if __name__ == "__main__":
    main()
