"""A classification: filter + system + order -> Standing (spec 10 "Per classification", 20)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from engine.results import Scale


@dataclass(frozen=True)
class Settings:
    """Everything that makes a classification out of the games of a competition; stored as JSON, exact numbers as text.

    ``system``: normal, swiss, keizer, moyenne, rating, attendance. ``tiebreaks``: codes typed as one field (spec 20). ``unplayed``:
    how unplayed games count for resistance: ``self`` (KNDB) or ``fmjd``. ``reason_points``: what each reason pays here [0; bye: the
    scale's bye]. ``first_round``/``last_round``: the period [all]; ``sessions``: evening labels [all]; ``category``: letter ['' = all].
    ``options``: the settings of the other systems.
    """

    name: str = ""
    system: str = "normal"
    scale: Scale = Scale()
    tiebreaks: str = ""
    fewer_games_first: bool = True
    unplayed: str = "self"
    reason_points: Mapping[str, Fraction] = field(default_factory=dict)
    first_round: int = 1
    last_round: int | None = None
    sessions: tuple[str, ...] = ()
    category: str = ""
    minimum_games: int = 0
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """One player of a standing. ``place`` is shared by players equal on all keys before the lot number.

    ``tiebreaks``: (code, value) in the order of the settings; value None = does not apply (mutual result of players who did not all
    meet). ``decided_by``: what put him below the row above: ``score``, ``games``, a tie-break code, ``barrage``, ``lot``, ``minimum``, or
    '' for the first. ``below_minimum``: fewer games than asked, listed after the others. ``previous``: place on the last published list.
    """

    player: int
    place: int
    score: Fraction
    games: int
    wins: int
    plus: int
    draws: int
    minus: int
    losses: int
    tiebreaks: tuple[tuple[str, Fraction | None], ...] = ()
    decided_by: str = ""
    below_minimum: bool = False
    previous: int | None = None


@dataclass(frozen=True)
class Standing:
    """The rows in order, of the rounds first … last."""

    rows: tuple[Row, ...]
    first: int
    last: int
    settings: Settings
