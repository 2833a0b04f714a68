"""The rounds of a simulation as cases of a case file (``engine.casefile``)."""

from typing import Any

from engine import casefile
from engine.competition import BYE, WITH_NOTICE, WITHOUT_NOTICE, Competition
from engine.simulation.plan import Plan, Simulation


def cases(simulation: Simulation) -> list[dict[str, Any]]:
    """The rounds of a simulation as cases of a case file, the pairing made here as the expected answer."""
    plan = simulation.plan
    settings = _settings(plan)
    players = [{"lot": player.lot, "rating": player.rating} for player in simulation.competition.players]
    rounds = [_round(simulation.competition, number) for number in range(1, len(simulation.drafts) + 1)]
    return [
        {
            "id": f"{plan.system}-{plan.players}-{plan.seed}-r{number}",
            "system": plan.system,
            "settings": settings,
            "players": players,
            "rounds": rounds[: number - 1],
            "present": sorted(request.present),
            **({"order": list(request.order)} if request.order else {}),
            "expected": {"pairs": [[pair.white, pair.black] for pair in draft.pairs], "bye": draft.bye},
        }
        for number, (request, draft) in enumerate(zip(simulation.requests, simulation.drafts, strict=True), start=1)
    ]


def _settings(plan: Plan) -> dict[str, Any]:
    """Points, order and options."""
    standing = plan.standing
    points = ("win", "plus", "draw", "minus", "loss", "bye", "forfeit_win")
    return {
        **{name: str(getattr(standing.scale, name)) for name in points},
        "absence": str(standing.reason_points.get(WITH_NOTICE, 0)),
        "absence_without_notice": str(standing.reason_points.get(WITHOUT_NOTICE, 0)),
        "order_keys": plan.order_keys,
        "unplayed": standing.unplayed,
        "max_colour_balance": None,
        **{known: plan.options[name] for known, name in casefile.OPTIONS.items() if name in plan.options},
        "total_rounds": plan.rounds,
        "seed": plan.seed,
    }


def _round(competition: Competition, number: int) -> dict[str, Any]:
    entries = [entry for entry in competition.entries if entry.round == number]
    games = [game for game in competition.games if game.round == number]
    return {
        "games": [{"white": game.white, "black": game.black, "result": game.result} for game in games],
        "bye": next((entry.player for entry in entries if entry.reason == BYE), None),
        "absent": [entry.player for entry in entries if entry.reason == WITH_NOTICE],
        "without_notice": [entry.player for entry in entries if entry.reason == WITHOUT_NOTICE],
    }
