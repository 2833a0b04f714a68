"""Random but plausible tournaments, the same for the same seed (spec 32 "Checker and simulator" style; ``kompitie simulate``).

Players have a strength around a club's average; the stronger wins more often, equals draw more often. Some miss a round with notice,
come in late, withdraw or forfeit a game. The rounds are paired by the system itself, so that every state is one that a real tournament
could reach.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from engine import casefile
from engine.competition import BYE, PLANNED, WITH_NOTICE, Competition, Game, Interval, Player, Round, SingleEntry
from engine.pairing import registry
from engine.pairing.draft import Draft, Request
from engine.results import BLACK_WINS, DRAW, FORFEIT_BLACK, FORFEIT_BOTH, FORFEIT_WHITE, PLUS_BLACK, PLUS_WHITE, WHITE_WINS, Scale


@dataclass(frozen=True)
class Plan:
    """What to simulate. Shares are chances between 0 and 1: per player and round (absent, withdraws), per player (late), per game.

    ``draws``: the share of draws between equal players; ``plus``: the share of those that are plus draws for one side. ``absence_pays``:
    points of an absence with notice. ``spread``: standard deviation of the ratings.
    """

    system: str = "swiss_resistance"
    players: int = 24
    rounds: int = 7
    seed: int = 1
    absent: float = 0.03
    late: float = 0.04
    withdraws: float = 0.01
    forfeits: float = 0.015
    draws: float = 0.45
    plus: float = 0.0
    spread: float = 220.0
    scale: Scale = field(default_factory=Scale)
    absence_pays: Fraction = Fraction(0)
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Simulation:
    """A simulated tournament: per round what was asked and the draft; ``competition`` holds all results.

    ``impossible``: the round that had no complete pairing, after which the tournament stopped; None when all rounds were paired.
    """

    plan: Plan
    competition: Competition
    requests: tuple[Request, ...]
    drafts: tuple[Draft, ...]
    impossible: int | None = None


def tournament(plan: Plan) -> Simulation:
    """Simulate a tournament. ValueError for an unknown system or option."""
    chance = random.Random(plan.seed)
    competition = Competition(players=_players(plan, chance), planned_rounds=plan.rounds)
    requests: list[Request] = []
    drafts: list[Draft] = []
    for number in range(1, plan.rounds + 1):
        request = replace(_request(plan, competition, number), competition=_with_round(competition, number, PLANNED))
        absent = _absent(plan, request, chance)
        request = replace(request, present=tuple(player for player in request.present if player not in absent))
        draft = registry.pair(plan.system, request)
        if draft.unpaired:
            return Simulation(plan, competition, tuple(requests), tuple(drafts), number)
        if not draft.pairs and draft.bye is None:
            break  # nobody is left, or the schedule of a round robin is complete
        requests.append(request)
        drafts.append(draft)
        competition = _withdraw(plan, _played(plan, competition, number, draft, absent, chance), number, chance)
    return Simulation(plan, competition, tuple(requests), tuple(drafts))


def cases(simulation: Simulation) -> list[dict[str, Any]]:
    """The rounds of a simulation as cases of a case file, the pairing made here as the expected answer."""
    plan = simulation.plan
    names = {name: known for known, name in casefile.OPTIONS.items()}
    settings: dict[str, Any] = {
        **{name: str(getattr(plan.scale, name)) for name in ("win", "plus", "draw", "minus", "loss", "bye", "forfeit_win")},
        "absence": str(plan.absence_pays),
        "max_colour_balance": None,
        **{names[name]: value for name, value in plan.options.items() if name in names},
        "total_rounds": plan.rounds,
        "seed": plan.seed,
    }
    players = [{"lot": player.lot, "rating": player.rating} for player in simulation.competition.players]
    rounds = [_round_data(simulation.competition, number) for number in range(1, len(simulation.drafts) + 1)]
    return [
        {
            "id": f"{plan.system}-{plan.players}-{plan.seed}-r{number}",
            "system": plan.system,
            "settings": settings,
            "players": players,
            "rounds": rounds[: number - 1],
            "present": sorted(request.present),
            "expected": {"pairs": [[pair.white, pair.black] for pair in draft.pairs], "bye": draft.bye},
        }
        for number, (request, draft) in enumerate(zip(simulation.requests, simulation.drafts, strict=True), start=1)
    ]


def _players(plan: Plan, chance: random.Random) -> tuple[Player, ...]:
    """Players by rating, strongest first, which gives them their lot numbers; some join in the second or third round."""
    ratings = sorted((max(300, round(chance.gauss(1200, plan.spread))) for _ in range(plan.players)), reverse=True)
    players = []
    for lot, rating in enumerate(ratings, start=1):
        joins = chance.randint(2, 3) if chance.random() < plan.late and plan.rounds > 3 else 1
        players.append(Player(lot, lot, f"Player {lot}", rating=rating, order=lot, schedule=(Interval(joins),)))
    return tuple(players)


def _request(plan: Plan, competition: Competition, number: int) -> Request:
    present = tuple(player.id for player in competition.players if player.in_schedule(number))
    pays = {WITH_NOTICE: plan.absence_pays}
    return Request(competition, number, present, plan.scale, pays, options=plan.options, seed=plan.seed)


def _absent(plan: Plan, request: Request, chance: random.Random) -> set[int]:
    """Who misses the round with notice; in a round robin nobody does, an absence there is a forfeit."""
    if plan.system == "round_robin":
        return set()
    return {player for player in request.present if chance.random() < plan.absent}


def _with_round(competition: Competition, number: int, state: str) -> Competition:
    rounds = (*(one for one in competition.rounds if one.number != number), Round(number, state))
    return replace(competition, rounds=rounds)


def _played(
    plan: Plan, competition: Competition, number: int, draft: Draft, absent: set[int], chance: random.Random
) -> Competition:
    """The competition after the round of a draft."""
    strength = {player.id: player.rating or 0 for player in competition.players}
    games = [
        Game(number, pair.white, pair.black, _result(plan, strength[pair.white] - strength[pair.black], chance))
        for pair in draft.pairs
    ]
    entries = [SingleEntry(number, player, WITH_NOTICE) for player in sorted(absent)]
    if draft.bye is not None:
        entries.append(SingleEntry(number, draft.bye, BYE))
    return replace(
        competition,
        rounds=(*competition.rounds, Round(number)),
        games=competition.games + tuple(games),
        entries=competition.entries + tuple(entries),
    )


def _result(plan: Plan, lead: int, chance: random.Random) -> str:
    """A result by the rating difference of white and black: expected score by the logistic curve, draws most likely between equals."""
    if chance.random() < plan.forfeits:
        return chance.choices((FORFEIT_WHITE, FORFEIT_BLACK, FORFEIT_BOTH), (5, 5, 1))[0]
    expected = 1 / (1 + 10 ** (-lead / 400))
    draw = plan.draws * 4 * expected * (1 - expected)
    luck = chance.random()
    if luck < draw:
        return chance.choice((PLUS_WHITE, PLUS_BLACK)) if chance.random() < plan.plus else DRAW
    return WHITE_WINS if luck - draw < max(expected - draw / 2, 0) else BLACK_WINS


def _withdraw(plan: Plan, competition: Competition, number: int, chance: random.Random) -> Competition:
    """Some of those in the schedule stop after the round."""
    players = tuple(
        replace(player, schedule=(Interval(player.schedule[0].first, max(number, player.schedule[0].first)),))
        if player.in_schedule(number + 1) and chance.random() < plan.withdraws
        else player
        for player in competition.players
    )
    return replace(competition, players=players)


def _round_data(competition: Competition, number: int) -> dict[str, Any]:
    entries = [entry for entry in competition.entries if entry.round == number]
    games = [game for game in competition.games if game.round == number]
    return {
        "games": [{"white": game.white, "black": game.black, "result": game.result} for game in games],
        "bye": next((entry.player for entry in entries if entry.reason == BYE), None),
        "absent": [entry.player for entry in entries if entry.reason != BYE],
    }
