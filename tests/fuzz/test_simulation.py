"""Many lively tournaments with drawn options, played once by the simulator and once through the program: the same rounds, figures that fit."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.classification import standing
from engine.competition import BYE, Competition
from engine.simulate import Plan, figures, tournament
from kompitie_web.actions import presets
from kompitie_web.actions.simulated import PAIRINGS, store_simulation
from kompitie_web.simulation_plans import SYSTEMS, Habits, plan_for, plan_like
from kompitie_web.store import KompitieFile, mapping

#: What is drawn for the options of each pairing.
OPTIONS: dict[str, dict[str, tuple[Any, ...]]] = {
    "resistance": {
        "first_round": presets.OPTION_CHOICES["first_round"],
        "second_round_even_odd": (True, False),
        "maximum_meetings": (1, 2),
        "maximum_colour_balance": (None, 1, 2),
        "bye": ("keys", "lowest"),
        "order_keys": ("47", "74", "4"),
    },
    "rating": {"initial_colour": ("", "white", "black"), "maximum_meetings": (1, 2)},
    "list": {
        "search": ("from_top", "balanced"),
        "fewest_repeats": (True, False),
        "lot_rounds": (0, 2),
        "rematch_distance": (0, 2, 5),
        "rematch_days": (None, 20),
        "maximum_colour_balance": (None, 2),
        "not_three_in_a_row": (True, False),
        "bye": ("lowest", "whoever_is_left"),
        "white": ("higher", "lower", "lot"),
    },
    "round_robin": {"double": (True, False), "seam": (True, False)},
}
HABITS = Habits(absent=0.1, without_notice=0.05, late=0.15, withdraws=0.03, forfeits=0.05, draws=0.5)


def drawn(system: str, seed: int) -> Plan:
    """A tournament by a system with options by lot."""
    chance = random.Random(f"{system} {seed}")
    usual = plan_for(system, chance.randint(4, 8 if system == "round_robin" else 15), chance.randint(2, 7), HABITS)
    pairing = PAIRINGS[usual.system]
    stored = {**usual.options, **{name: chance.choice(values) for name, values in OPTIONS[pairing].items()}}
    made = plan_like(pairing, stored, usual.standing, usual.players, usual.rounds, HABITS)
    return replace(made, seed=seed, first_date="2026-01-05")


@pytest.mark.fuzz
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("seed", range(1, 13))
def test_the_program_pairs_as_the_simulation_does(system: str, seed: int, tmp_path: Path) -> None:
    """``store_simulation`` raises ``AnotherRound`` for any round that differs in a pair or a colour; byes and results follow."""
    made = tournament(drawn(system, seed))
    file = KompitieFile.create(tmp_path / "Sim.kompitie", "Sim", tmp_path / "data")
    with file.connection():
        stored = mapping.competition(store_simulation(made, "Sim"))
    file.close()

    def rounds(competition: Competition) -> list[list[tuple[int, int, str]]]:
        played = [(game.round, game.white, game.black, game.result) for game in competition.games]
        return [sorted(one[1:] for one in played if one[0] == number) for number in range(1, len(made.drafts) + 1)]

    def byes(competition: Competition) -> list[tuple[int, int]]:
        return sorted((one.round, one.player) for one in competition.entries if one.reason == BYE and one.round <= len(made.drafts))

    assert rounds(stored) == rounds(made.competition)
    assert byes(stored) == byes(made.competition)
    assert (
        standing(stored, made.plan.standing, len(made.drafts)).rows
        == standing(made.competition, made.plan.standing, len(made.drafts)).rows
    )
    found = figures(made)
    assert sum(found.balances.values()) <= made.plan.players
    assert found.correlation is None or -1 <= found.correlation <= 1
