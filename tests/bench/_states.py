"""Competitions in the middle, for the benches: simulated Swiss tournaments, and seasons of a club that is paired by its list."""

import random
from collections.abc import Mapping
from dataclasses import replace

from engine.competition import BYE, WITH_NOTICE, Competition, Game, Player, Round, SingleEntry
from engine.pairing import ranking
from engine.pairing.draft import Request, Value
from engine.simulate import Plan, tournament

SEEDS = (1, 2, 3, 4, 5)
Options = Mapping[str, Value | bool | None]


def sixth_rounds(system: str, players: int) -> list[Request]:
    """The requests of round 6 of 9 of some competitions that get as far."""
    if system == "ranking":
        return [season(players, 5, seed, {}) for seed in SEEDS]
    made = (tournament(Plan(system=system, players=players, rounds=9, seed=seed)) for seed in SEEDS)
    return [one.requests[5] for one in made if len(one.requests) > 5]


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
