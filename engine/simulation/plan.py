"""What to simulate, and the simulated tournament."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from functools import cached_property
from typing import Any

from engine import systems
from engine.classification import Settings
from engine.competition import WITH_NOTICE, Competition
from engine.pairing.draft import Draft, Request
from engine.results import Scale
from engine.systems.keizer_options import PRESETS as KEIZER

#: The system and tie-break codes of the final standing by pairing system (spec 20, 30-32); by list: Kompitie's own Keizer.
_STANDINGS = {"swiss_resistance": ("swiss", "47"), "swiss_rating": ("swiss", "2"), "ranking": ("keizer", "")}
_OTHER = ("normal", "m7")


@dataclass(frozen=True)
class Plan:
    """What to simulate. Shares are chances between 0 and 1: per player and round (absent, without_notice, withdraws), per player (late),
    per game (forfeits).

    ``absent``: with notice, before the pairing; ``without_notice``: found missing when presence is taken, not paired either. In a round
    robin the schedule stands already: who is absent or has withdrawn loses by forfeit, and nobody comes in late. ``draws``: the share of
    draws between equal players; ``plus``: the share of those that are plus draws for one side. ``spread``: standard deviation of the
    ratings; ``form``: that of the true strength around the rating. ``absence_pays``: points of an absence with notice.

    ``first_date`` (ISO, '' = rounds have no dates): of round 1; the others follow every ``days`` days. ``options``: of the pairing; ``order_keys``: its order after points. ``classification``: the list by which is paired and which is the
    final standing, with its own points; None = what belongs to the system, with ``scale`` and ``absence_pays``.
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
    without_notice: float = 0.0
    form: float = 60.0
    order_keys: str = "47"
    classification: Settings | None = None
    first_date: str = ""
    days: int = 7

    def date(self, number: int) -> str:
        """The date of a round (ISO), '' without dates."""
        return (date.fromisoformat(self.first_date) + timedelta(self.days * (number - 1))).isoformat() if self.first_date else ""

    @cached_property
    def standing(self) -> Settings:
        """The classification of the tournament. Everybody stands on it, as the pairing asks (spec 21)."""
        if self.classification is not None:
            return self.classification
        system, codes = _STANDINGS.get(self.system, _OTHER)
        return Settings(
            system=system,
            scale=self.scale,
            tiebreaks=codes or systems.system(system).default_tiebreaks,
            reason_points={WITH_NOTICE: self.absence_pays} if self.absence_pays else {},
            options=KEIZER["kompitie"].as_json() if system == "keizer" else {},
        )


@dataclass(frozen=True)
class Simulation:
    """A simulated tournament: per round what was asked and the draft; ``competition`` holds all results.

    ``impossible``: the round that had no complete pairing, after which the tournament stopped; None when all rounds were paired.
    ``strength``: how strong each player really is, by id.
    """

    plan: Plan
    competition: Competition
    requests: tuple[Request, ...]
    drafts: tuple[Draft, ...]
    impossible: int | None = None
    strength: Mapping[int, int] = field(default_factory=dict)
