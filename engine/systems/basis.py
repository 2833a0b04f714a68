"""What a scoring system starts from, and what it must offer to be in the registry."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.competition import Competition
from engine.record import Ledger, ledger
from engine.terms import Term
from engine.tiebreaks import View

if TYPE_CHECKING:
    from engine.classification import Settings


@dataclass(frozen=True)
class Basis:
    """The games of a competition as one classification counts them: rounds ``first`` … ``last``, their ledger and the view on it."""

    competition: Competition
    settings: "Settings"
    first: int
    last: int
    view: View

    @property
    def ledger(self) -> Ledger:
        """The records of all players."""
        return self.view.ledger


def basis(competition: Competition, settings: "Settings", last_round: int) -> Basis:
    """The period of the settings up to ``last_round``, as if only those rounds existed (spec 10 Filters)."""
    last = last_round if settings.last_round is None else min(last_round, settings.last_round)
    book = ledger(competition, settings.scale, last, settings.first_round, settings.reason_points, settings.sessions)
    start = settings.options.get("start_rating")
    view = View(competition, book, settings.unplayed, start if isinstance(start, int) else None)
    return Basis(competition, settings, settings.first_round, last, view)


@dataclass(frozen=True)
class System:
    """A scoring system.

    ``default_tiebreaks``: the field a new classification starts with. ``fewer_games_first``: whether the rule "equal points: fewer
    games first" exists here (spec 20: normal and moyenne). ``scores``: everybody's exact score. ``progress``: everybody's score after
    each round of ``basis.view.rounds``. ``terms``: what a player's score consists of.
    """

    key: str
    default_tiebreaks: str
    fewer_games_first: bool
    scores: Callable[[Basis], Mapping[int, Fraction]]
    progress: Callable[[Basis], Mapping[int, tuple[Fraction, ...]]]
    terms: Callable[[Basis, int], tuple[Term, ...]]
