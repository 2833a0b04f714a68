"""Seconds to pair round 6 of 9 in process, and how they grow: one figure a line, ``name value unit``.

The states are simulated tournaments with everything that happens in a club; the best of several runs is given, which is what the
program needs when nothing else runs on the machine.
"""

import gc
import time

from engine.pairing import swiss_resistance
from engine.pairing.draft import Request
from engine.simulate import Plan, tournament

SIZES = (20, 100, 400, 1000)
SEEDS = (1, 2, 3, 4, 5)


def seconds(request: Request, runs: int) -> float:
    """The shortest time of some runs."""
    best = float("inf")
    gc.collect()
    for _ in range(runs):
        start = time.perf_counter()
        swiss_resistance.pair(request)
        best = min(best, time.perf_counter() - start)
    return best


def sixth_rounds(players: int) -> list[Request]:
    """The requests of round 6 of 9 of some tournaments that get as far."""
    made = (tournament(Plan(players=players, rounds=9, seed=seed)) for seed in SEEDS)
    return [one.requests[5] for one in made if len(one.requests) > 5]


def main() -> None:
    """Print the figures."""
    for players in SIZES:
        times = [seconds(request, max(3, 2000 // players)) for request in sixth_rounds(players)]
        print(f"resistance_round_6_of_9_{players}_players {sum(times) / len(times):.5f} s")
        print(f"resistance_round_6_of_9_{players}_players_slowest {max(times):.5f} s")


if __name__ == "__main__":
    main()
