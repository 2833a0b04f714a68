"""Which tournaments to simulate: with a system as a new competition starts with it, or with the rules of a competition that is there."""

from dataclasses import dataclass, replace

from engine.classification import Settings
from engine.pairing import round_robin
from engine.results import PRESETS
from engine.simulate import Plan
from kompitie_web.actions import list_presets, presets

#: The systems that a club can choose, as the new competition names them; Keizer, moyenne and attendance are paired by their own list.
SYSTEMS = ("resistance", "rating", *list_presets.SYSTEMS, "round_robin")
#: Options that a competition keeps and its pairing does not read; the order after points is a field of the plan.
_NOT_OF_THE_PAIRING = ("order_keys", "lot_seed")


@dataclass(frozen=True)
class Habits:
    """What happens in a tournament besides the games, as shares of 0 to 1 (``engine.simulate.Plan``)."""

    absent: float = Plan.absent
    without_notice: float = 0.01
    late: float = Plan.late
    withdraws: float = Plan.withdraws
    forfeits: float = Plan.forfeits
    draws: float = Plan.draws


def plan_for(system: str, players: int, rounds: int, habits: Habits = Habits(), preset: str = "kompitie") -> Plan:
    """A tournament by one of ``SYSTEMS``, with the rules that a new competition of so many players and rounds starts with; a round robin
    takes the rounds it needs. ``preset``: of Keizer. The first of many: see ``seeds``.
    """
    if system in list_presets.SYSTEMS:
        options = list_presets.pairing_options(system, preset, players=players, rounds=rounds)
        classification, _ = list_presets.classifications(system, preset, PRESETS["draughts"], None, ())[0]
        return _plan("list", players, rounds, habits, classification, options)
    options = presets.pairing_options(system)
    codes = presets.default_tiebreaks(system, "draughts")
    return _plan(system, players, rounds, habits, presets.default_settings(system, "draughts", codes), options)


def plan_like(pairing: str, stored: dict[str, object], settings: Settings, players: int, rounds: int, habits: Habits) -> Plan:
    """A tournament by the rules of a competition: its ``pairing``, the stored options, and the settings of the standing it goes by.

    What names its players cannot be taken over: a Keizer list that starts from last season starts from the lot numbers.
    """
    own = {key: value for key, value in settings.options.items() if key not in ("initial", "initial_list")}
    if settings.options.get("initial", "list") != "list":
        own["initial"] = settings.options["initial"]
    everything = replace(settings, name="", category="", minimum_games=0, sessions=(), first_round=1, last_round=None, options=own)
    return _plan(pairing, players, rounds, habits, everything, stored)


def _plan(pairing: str, players: int, rounds: int, habits: Habits, classification: Settings, stored: dict[str, object]) -> Plan:
    options = {key: value for key, value in stored.items() if key not in _NOT_OF_THE_PAIRING}
    if pairing == "round_robin":
        if options.get("table", round_robin.BERGER) not in round_robin.tables(players):
            options["table"] = round_robin.BERGER
        rounds = round_robin.rounds(players, bool(options.get("double", False)))
    return Plan(
        system=presets.ENGINES.get(pairing, pairing),
        players=players,
        rounds=rounds,
        absent=habits.absent,
        without_notice=habits.without_notice,
        late=habits.late,
        withdraws=habits.withdraws,
        forfeits=habits.forfeits,
        draws=habits.draws,
        options=options,
        order_keys=str(stored.get("order_keys", Plan.order_keys)),
        classification=classification,
    )


def seeds(plan: Plan, count: int, first: int) -> list[Plan]:
    """So many tournaments of a plan, with the seeds first, first + 1 …"""
    return [replace(plan, seed=first + step) for step in range(count)]
