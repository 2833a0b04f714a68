"""Seconds of the balanced pairing by list in process, in round 6 of 9 and late in a long season: one figure a line, ``name value unit``."""

from engine.pairing import ranking
from engine.pairing.draft import Request
from tests.bench._measure import figure, seconds
from tests.bench._states import SEEDS, Options, season

RUNS = 5


def report(name: str, requests: list[Request]) -> None:
    """Print the average and the slowest."""
    times = [seconds(lambda one=request: ranking.pair(one), RUNS) for request in requests]  # type: ignore[misc]  # The default binds the value of this turn.
    figure(name, sum(times) / len(times))
    figure(f"{name}_slowest", max(times))


def main() -> None:
    """Print the figures."""
    for players in (20, 100, 255):
        requests = [season(players, 5, seed, {"search": "balanced"}) for seed in SEEDS]
        report(f"ranking_balanced_round_6_of_9_{players}_players", requests)
    late: dict[str, Options] = {"": {"search": "balanced"}, "_fewest_repeats": {"search": "balanced", "fewest_repeats": True}}
    for name, options in late.items():
        report(f"ranking_balanced{name}_round_36_of_40_255_players", [season(255, 35, seed, options) for seed in SEEDS[:2]])


if __name__ == "__main__":
    main()
