"""Makes ``simulated/*.json``: three whole tournaments a pairing system, with absences, late entries, withdrawals and forfeits, and their
final standings. Stored once; ``tests/engine/test_simulated.py`` pairs every round again. To make them anew (only when a rule changes on purpose):

    python -m tests.data.make_simulated
"""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from engine.classification import Settings, standing
from engine.simulate import Plan, Simulation, cases, tournament

FOLDER = Path(__file__).parent / "simulated"
LIKELY = {"absent": 0.06, "late": 0.1, "withdraws": 0.02, "forfeits": 0.04, "without_notice": 0.02}
PLANS = (
    Plan("swiss_resistance", 14, 7, 101, **LIKELY),
    Plan("swiss_resistance", 35, 9, 102, options={"maximum_colour_balance": 2, "first_round": "halves"}, **LIKELY),
    Plan("swiss_resistance", 60, 11, 103, absence_pays=Fraction(1), options={"first_round": "random", "bye": "lowest"}, **LIKELY),
    Plan("swiss_rating", 14, 7, 201, **LIKELY),
    Plan("swiss_rating", 35, 9, 202, options={"initial_colour": "black"}, **LIKELY),
    Plan("swiss_rating", 60, 11, 203, plus=0.2, **LIKELY),
    Plan("round_robin", 14, 11, 301, **LIKELY),
    Plan("round_robin", 9, 9, 302, options={"table": "youth", "swapped": True}, **LIKELY),
    Plan("round_robin", 6, 10, 303, options={"double": True, "seam": True}, **LIKELY),
    Plan("ranking", 14, 7, 401, options={"rematch_distance": 4}, **LIKELY),
    Plan("ranking", 35, 9, 402, options={"search": "balanced", "fewest_repeats": True, "bye": "whoever_is_left"}, **LIKELY),
    Plan("ranking", 60, 11, 403, options={"lot_rounds": 1, "not_three_in_a_row": True, "white": "lot"}, **LIKELY),
)


def whole(made: Simulation) -> dict[str, Any]:
    """A simulated tournament as one object of a case file."""
    listed = cases(made)
    rounds = [*listed[-1]["rounds"], _last_round(made)]
    for one, case in zip(rounds, listed, strict=True):
        one["present"] = case["present"]
        if "order" in case:
            one["order"] = case["order"]
        pairs = [[game["white"], game["black"]] for game in one["games"]]
        if sorted(pairs) != sorted(case["expected"]["pairs"]) or one["bye"] != case["expected"]["bye"]:
            one["expected"] = case["expected"]
    known = ("system", "settings", "players")
    name = f"{made.plan.system}-{made.plan.players}-{made.plan.seed}"
    return {"id": name, **{key: listed[0][key] for key in known}, "rounds": rounds, "standings": [_standing(made)]}


def _last_round(made: Simulation) -> dict[str, Any]:
    """The last round with its results: the rounds before a round that is not there."""
    longer = Simulation(made.plan, made.competition, (*made.requests, made.requests[-1]), (*made.drafts, made.drafts[-1]))
    last: dict[str, Any] = cases(longer)[-1]["rounds"][-1]
    return last


def _standing(made: Simulation) -> dict[str, Any]:
    """The final standing with all its values."""
    settings: Settings = made.plan.standing
    rows = standing(made.competition, settings, len(made.drafts)).rows
    return {
        "system": settings.system,
        "options": settings.options,
        "tiebreaks": settings.tiebreaks,
        "rows": [
            {
                "lot": row.player,
                "place": row.place,
                "score": None if row.score is None else str(row.score),
                "games": row.games,
                "tiebreaks": {code: None if value is None else str(value) for code, value in row.tiebreaks},
            }
            for row in rows
        ],
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for plan in PLANS:
        simulation = tournament(plan)
        if simulation.impossible is not None:
            raise SystemExit(f"{plan.system}, seed {plan.seed}: round {simulation.impossible} has no complete pairing")
        content = json.dumps(whole(simulation), ensure_ascii=False, separators=(",", ":")).replace('},{"games"', '},\n{"games"')
        (FOLDER / f"{plan.system}-{plan.players}.json").write_text(content + "\n", encoding="utf-8")
