"""What a scoring system starts from, and what it must offer to be in the registry."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from engine.competition import CLOSED, PUBLISHED, Competition
from engine.record import Ledger, Line, ledger
from engine.results import ADJOURNED, OPEN
from engine.systems.options import Problem
from engine.terms import Term, Working
from engine.tiebreaks import View

if TYPE_CHECKING:
    from engine.classification import Settings


@dataclass(frozen=True)
class Basis:
    """The games of a competition as one classification counts them: rounds ``first`` … ``last``, their ledger and the view on it.

    ``kept``: what a system has worked out for this basis, by a key of its own, so that scores, order and terms share it.
    """

    competition: Competition
    settings: "Settings"
    first: int
    last: int
    view: View
    kept: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def ledger(self) -> Ledger:
        """The records of all players."""
        return self.view.ledger


def basis(competition: Competition, settings: "Settings", last_round: int) -> Basis:
    """The period of the settings up to ``last_round``, as if only those rounds existed (spec 10 Filters)."""
    last = last_round if settings.last_round is None else min(last_round, settings.last_round)
    book = ledger(
        competition, settings.scale, last, settings.first_round, settings.reason_points, settings.sessions, settings.fixed_reasons
    )
    start = settings.options.get("start_rating")
    view = View(competition, book, settings.unplayed, start if isinstance(start, int) else None)
    return Basis(competition, settings, settings.first_round, last, view)


def counting_rounds(basis: Basis) -> tuple[int, ...]:
    """The rounds of the period that count for default reasons and attendance: published with a result, or closed (spec 10 Round)."""
    competition = basis.competition
    scored = {game.round for game in competition.games if game.result not in (OPEN, ADJOURNED)}
    scored |= {entry.round for entry in competition.entries if entry.result}
    states = {one.number: one.state for one in competition.rounds if one.number in basis.ledger.rounds}
    return tuple(sorted(one for one, state in states.items() if state == CLOSED or (state == PUBLISHED and one in scored)))


@dataclass(frozen=True)
class Extras:
    """What a row shows beside its score. ``figures``: further columns by key. ``mark``: ``<`` or ``>``, the score is only a bound."""

    figures: tuple[tuple[str, Fraction], ...] = ()
    mark: str = ""


@dataclass(frozen=True)
class TieOrder:
    """The order of players who are equal on all keys: ``places`` by player, lower first, which is named ``key``.

    ``shares_place``: whether they share the place, as they do when the lot number decides.
    """

    key: str
    places: Mapping[int, int]
    shares_place: bool = False


def is_game(line: Line) -> bool:
    """A game of the competition, played at the board or forfeited."""
    return line.game is not None


def is_played(line: Line) -> bool:
    """A game of the competition that was played at the board."""
    return line.is_played


def _scored_rounds(basis: Basis) -> tuple[int, ...]:
    return basis.view.rounds


def _no_extras(_basis: Basis) -> Mapping[int, Extras]:
    return {}


def _no_marks(_basis: Basis) -> Mapping[int, tuple[str, ...]]:
    return {}


def _by_lot(_basis: Basis) -> TieOrder | None:
    return None


def _no_workings(_basis: Basis, _player: int) -> tuple[Working, ...]:
    return ()


def _no_problems(_competition: Competition, _settings: "Settings") -> tuple[Problem, ...]:
    return ()


@dataclass(frozen=True)
class System:
    """A scoring system.

    ``default_tiebreaks``: the field a new classification starts with. ``fewer_games_first``: whether the rule "equal points: fewer
    games first" exists here (spec 20: normal and moyenne). ``scores``: everybody's exact score; None = he has none and stands at the
    bottom. ``progress``: everybody's score after each round of ``rounds``. ``terms``: what a player's score consists of.

    Where a system has nothing of the kind, the defaults do: ``counts``: which lines are games on which the score rests. ``extras``: what
    the rows show beside the score. ``progress_marks``: what stands before each score of ``progress`` (``<``, ``>`` or ''), of players who
    have any. ``workings``: the calculation, when a score is more than its terms added up. ``rounds``: those of the
    progress table. ``ties``: what orders players who are equal on all keys; None = the lot number. ``problems``: what is wrong with its
    settings in this competition, to be named before they are saved.
    """

    key: str
    default_tiebreaks: str
    fewer_games_first: bool
    scores: Callable[[Basis], Mapping[int, Fraction | None]]
    progress: Callable[[Basis], Mapping[int, tuple[Fraction | None, ...]]]
    terms: Callable[[Basis, int], tuple[Term, ...]]
    counts: Callable[[Line], bool] = is_game
    extras: Callable[[Basis], Mapping[int, Extras]] = _no_extras
    progress_marks: Callable[[Basis], Mapping[int, tuple[str, ...]]] = _no_marks
    workings: Callable[[Basis, int], tuple[Working, ...]] = _no_workings
    rounds: Callable[[Basis], tuple[int, ...]] = _scored_rounds
    ties: Callable[[Basis], TieOrder | None] = _by_lot
    problems: Callable[[Competition, "Settings"], tuple[Problem, ...]] = _no_problems
