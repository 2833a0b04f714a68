"""Seconds to pair by list round 6 of 9 in process, and how they grow: one figure a line, ``name value unit``.

The states are simulated club competitions in the order of their points; the best of several runs is given, which is what the program
needs when nothing else runs on the machine. The balanced search is also measured late in a long season.
"""

import gc
import random
import time
from collections.abc import Mapping
from dataclasses import replace

from engine.competition import BYE, WITH_NOTICE, Competition, Game, Player, Round, SingleEntry
from engine.pairing import ranking
from engine.pairing.draft import Request, Value

SIZES = (20, 100, 400, 1000)
SEEDS = (1, 2, 3, 4, 5)
Options = Mapping[str, Value | bool | None]


def seconds(request: Request, runs: int) -> float:
    """The shortest time of some runs."""
    best = float("inf")
    gc.collect()
    for _ in range(runs):
        start = time.perf_counter()
        ranking.pair(request)
        best = min(best, time.perf_counter() - start)
    return best


def season(players: int, rounds: int, seed: int, options: Options) -> Request:
    """The request for the round after so many: everybody's points decide the list, the better win more often, some are absent."""
    chance = random.Random(seed)
    competition = Competition(tuple(Player(one, one, order=one) for one in range(1, players + 1)), planned_rounds=rounds + 3)
    points = {player.id: 0 for player in competition.players}
    for number in range(1, rounds + 2):
        here = tuple(player for player in points if chance.random() > 0.1)
        order = tuple(sorted(points, key=lambda player: (-points[player], player)))
        known = replace(competition, rounds=(*competition.rounds, Round(number)))
        request = Request(known, number, here, options=options, seed=seed, order=order)
        if number > rounds:
            return request
        competition = played(request, points, chance)
    raise AssertionError


def played(request: Request, points: dict[int, int], chance: random.Random) -> Competition:
    """The competition after a round paired from the top, and everybody's points."""
    draft = ranking.pair(replace(request, options={**request.options, "search": "from_top"}))
    games = []
    for pair in draft.pairs:
        lead = (pair.black - pair.white) / len(points)
        result = "1-1" if chance.random() < 0.3 else "2-0" if chance.random() < 0.5 + lead else "0-2"
        games.append(Game(request.round, pair.white, pair.black, result))
        points[pair.white] += int(result[0])
        points[pair.black] += int(result[2])
    absent = sorted(points.keys() - set(request.present))
    entries = [SingleEntry(request.round, player, WITH_NOTICE) for player in absent]
    if draft.bye is not None:
        entries.append(SingleEntry(request.round, draft.bye, BYE))
        points[draft.bye] += 2
    known = request.competition
    return replace(known, games=known.games + tuple(games), entries=known.entries + tuple(entries))


def report(name: str, requests: list[Request], runs: int) -> None:
    """Print the average and the slowest."""
    times = [seconds(request, runs) for request in requests]
    print(f"{name} {sum(times) / len(times):.5f} s")
    print(f"{name}_slowest {max(times):.5f} s")


def main() -> None:
    """Print the figures."""
    for players in SIZES:
        requests = [season(players, 5, seed, {}) for seed in SEEDS]
        report(f"ranking_round_6_of_9_{players}_players", requests, max(3, 2000 // players))
    for players in (20, 100, 255):
        requests = [season(players, 5, seed, {"search": "balanced"}) for seed in SEEDS]
        report(f"ranking_balanced_round_6_of_9_{players}_players", requests, 3)
    late: dict[str, Options] = {"": {"search": "balanced"}, "_fewest_repeats": {"search": "balanced", "fewest_repeats": True}}
    for name, options in late.items():
        report(f"ranking_balanced{name}_round_36_of_40_255_players", [season(255, 35, seed, options) for seed in SEEDS[:2]], 3)


if __name__ == "__main__":
    main()
