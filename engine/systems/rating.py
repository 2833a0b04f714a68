"""Ratings as a classification: performance, progressive from the own or a fixed start (spec 24; seed 000 "Ratingsysteem")."""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from engine.competition import Competition
from engine.ratings.games import RatedGame, counts, external, rated_games, scored
from engine.ratings.performance import ABOVE, BELOW, Performance, performance
from engine.ratings.table import EXPECTED, EXTREME, EXTREMES
from engine.record import Line
from engine.systems.basis import Basis, Extras, System
from engine.systems.options import Problem, choice_of, flag_of, fraction_of, negative, problems_of, whole_of
from engine.terms import Term, Working, of_line

if TYPE_CHECKING:
    from engine.classification import Settings

PERFORMANCE, OWN_START, FIXED_START = "performance", "own", "fixed"
MODES = (PERFORMANCE, OWN_START, FIXED_START)
#: Under which keys a basis keeps the performances after each round, the ratings after the last one and what each game changed.
_STEPS, _RATINGS, _CHANGES = "performance steps", "ratings", "changes"


@dataclass(frozen=True)
class Options:
    """``mode``: performance, own (progressive from the own rating) or fixed (progressive from the start rating).

    ``factor``: on percentage basis, per game (10 is the article's 5 per match point). ``start_rating``: of everybody with a fixed start,
    else of players without a rating. ``running_opponents``: with the own start opponents count with their running rating, not with the
    entered one. ``extreme``: the difference for 0 % and 100 %.
    """

    mode: str = PERFORMANCE
    factor: Fraction = Fraction(10)
    start_rating: int = 1000
    running_opponents: bool = True
    extreme: int = EXTREME

    @classmethod
    def read(cls, options: Mapping[str, object]) -> "Options":
        """From the options of a classification. OptionError."""
        return cls(
            mode=choice_of(options, "mode", MODES),
            factor=fraction_of(options, "factor", cls.factor),
            start_rating=whole_of(options, "start_rating", cls.start_rating),
            running_opponents=flag_of(options, "running_opponents", cls.running_opponents),
            extreme=whole_of(options, "extreme", cls.extreme),
        )

    def as_json(self) -> dict[str, object]:
        """As the options of a classification."""
        return {
            "mode": self.mode,
            "factor": str(self.factor),
            "start_rating": self.start_rating,
            "running_opponents": self.running_opponents,
            "extreme": self.extreme,
        }

    def problems(self) -> tuple[Problem, ...]:
        """``negative``, ``factor_zero`` where ratings would never change, ``extreme_unknown`` for another value than 736 or 800."""
        found = list(negative(factor=self.factor, start_rating=self.start_rating))
        if not self.factor and self.mode != PERFORMANCE:
            found.append(Problem("factor_zero", "factor"))
        if self.extreme not in EXTREMES:
            found.append(Problem("extreme_unknown", "extreme", (("value", str(self.extreme)),)))
        return tuple(found)

    @property
    def takes_running(self) -> bool:
        """Whether opponents count with their running rating."""
        return self.mode == OWN_START and self.running_opponents


def entered(basis: Basis, options: Options) -> Mapping[int, int]:
    """The ratings with which the players take part; the start rating for those who have none."""
    return {player.id: options.start_rating if player.rating is None else player.rating for player in basis.competition.players}


@dataclass(slots=True)
class Tally:
    """What a performance needs: the sum of the opponents' ratings, half points and games."""

    ratings: int = 0
    half_points: int = 0
    games: int = 0

    def add(self, games: Iterable[RatedGame], ratings: Mapping[int, int]) -> None:
        """Count some games."""
        for _line, opponent, rating, percentage in games:
            self.ratings += rating if opponent is None else ratings[opponent]
            self.half_points += percentage // 50
            self.games += 1

    def performance(self, options: Options) -> Performance | None:
        """None without games."""
        return performance(self.ratings, self.half_points, self.games, options.extreme) if self.games else None


def performances(basis: Basis, options: Options) -> Mapping[int, Performance | None]:
    """Everybody's performance; worked out once for a basis."""
    if PERFORMANCE not in basis.kept:
        tallies = {player: Tally() for player in basis.ledger.records}
        ratings = entered(basis, options)
        for player, record in basis.ledger.records.items():
            tallies[player].add(rated_games(record.lines), ratings)
        basis.kept[PERFORMANCE] = {player: tally.performance(options) for player, tally in tallies.items()}
    found: Mapping[int, Performance | None] = basis.kept[PERFORMANCE]
    return found


class Change(NamedTuple):
    """What one game did: both ratings before the round and the change in parts of 1/``Course.unit``; percentages."""

    player: int
    line: Line
    own: int
    opponent: int
    expected: int
    scored: int
    change: int


#: The fields of a Change as a plain tuple: making thousands of Changes takes longer than playing the games.
Fields = tuple[int, Line, int, int, int, int, int]


class Course:
    """Ratings that run along with the games: each round against the ratings before it, exact in whole parts of 1/``unit``."""

    def __init__(self, basis: Basis, options: Options) -> None:
        self.unit = 100 * options.factor.denominator
        self._factor = options.factor.numerator
        self._entered = {player: rating * self.unit for player, rating in entered(basis, options).items()}
        fixed = options.mode == FIXED_START
        self.ratings = dict.fromkeys(self._entered, options.start_rating * self.unit) if fixed else dict(self._entered)
        self._opponents = self.ratings if options.takes_running else self._entered
        self._games = _by_round(basis)

    def play(self, number: int) -> list[Fields]:
        """Play a round, after those before it: all its games against the ratings before it. Gives the fields of the Changes."""
        ratings, opponents, unit, factor = self.ratings, self._opponents, self.unit, self._factor
        twice = 2 * unit
        changes: list[Fields] = []
        for player, line, other, rating, percentage in self._games.get(number, ()):
            own = ratings[player]
            opponent = rating * unit if other is None else opponents[other]
            size = (2 * abs(own - opponent) + unit) // twice  # Rounded half up in absolute value, as table.expected does.
            higher = EXPECTED[size] if size < EXTREME else 100
            share = higher if own >= opponent else 100 - higher
            changes.append((player, line, own, opponent, share, percentage, factor * (percentage - share)))
        for change in changes:
            ratings[change[0]] += change[-1]
        return changes

    def play_all(self) -> Iterator[list[Fields]]:
        """Play all rounds in their order."""
        for number in sorted(self._games):
            yield self.play(number)

    def rating(self, player: int) -> Fraction:
        """A player's rating at this moment."""
        return Fraction(self.ratings[player], self.unit)


def _by_round(basis: Basis) -> Mapping[int, list[tuple[int, Line, int | None, int, int]]]:
    """The games that count, by round, each as a rated game of one player, who stands before it."""
    found: dict[int, list[tuple[int, Line, int | None, int, int]]] = defaultdict(list)
    for player, record in basis.ledger.records.items():
        for game in rated_games(record.lines):
            found[game[0].round].append((player, *game))
    return found


def _scores(basis: Basis) -> Mapping[int, Fraction | None]:
    """The performance (None without games) or the rating after the last round."""
    options = Options.read(basis.settings.options)
    if options.mode == PERFORMANCE:
        return {player: one.rating if one else None for player, one in performances(basis, options).items()}
    if _RATINGS not in basis.kept:
        course = Course(basis, options)
        deque(course.play_all(), maxlen=0)
        basis.kept[_RATINGS] = {player: course.rating(player) for player in course.ratings}
    found: Mapping[int, Fraction | None] = basis.kept[_RATINGS]
    return found


def _progress(basis: Basis) -> Mapping[int, tuple[Fraction | None, ...]]:
    """The performance or the rating after each round."""
    options = Options.read(basis.settings.options)
    if options.mode == PERFORMANCE:
        steps = _performance_steps(basis, options)
        return {player: tuple([score for score, _mark in found]) for player, found in steps.items()}
    course: dict[int, list[Fraction | None]] = {player: [] for player in basis.ledger.records}
    for scores in _rating_steps(basis, options):
        for player, score in scores.items():
            course[player].append(score)
    return {player: tuple(found) for player, found in course.items()}


def _progress_marks(basis: Basis) -> Mapping[int, tuple[str, ...]]:
    """The marks of performances that were only a bound after a round; players without any are left out."""
    options = Options.read(basis.settings.options)
    if options.mode != PERFORMANCE:
        return {}
    marks = {player: tuple([mark for _score, mark in found]) for player, found in _performance_steps(basis, options).items()}
    return {player: found for player, found in marks.items() if any(found)}


#: A performance after a round and its mark; (None, '') without games.
_Step = tuple[Fraction | None, str]


def _performance_steps(basis: Basis, options: Options) -> Mapping[int, list[_Step]]:
    """Everybody's performance after each round; worked out once for a basis."""
    if _STEPS not in basis.kept:
        ratings = entered(basis, options)
        basis.kept[_STEPS] = {
            player: _steps(record.lines, basis.view.rounds, ratings, options) for player, record in basis.ledger.records.items()
        }
    found: Mapping[int, list[_Step]] = basis.kept[_STEPS]
    return found


def _steps(lines: Iterable[Line], rounds: Iterable[int], ratings: Mapping[int, int], options: Options) -> list[_Step]:
    """A player's performance after each round; it stays what it was in a round without a game of his."""
    played: dict[int, list[RatedGame]] = defaultdict(list)
    for game in rated_games(lines):
        played[game[0].round].append(game)
    tally, steps = Tally(), []
    now: _Step = (None, "")
    for number in rounds:
        if number in played:
            tally.add(played[number], ratings)
            shown = tally.performance(options)
            now = (shown.rating, shown.mark) if shown else now
        steps.append(now)
    return steps


def _rating_steps(basis: Basis, options: Options) -> Iterator[Mapping[int, Fraction | None]]:
    """Everybody's rating after each round."""
    course = Course(basis, options)
    scores: dict[int, Fraction | None] = {player: course.rating(player) for player in course.ratings}
    for number in basis.view.rounds:
        for player in {change[0] for change in course.play(number)}:
            scores[player] = course.rating(player)
        yield scores


def _extras(basis: Basis) -> Mapping[int, Extras]:
    """The marks of performances that are only a bound."""
    options = Options.read(basis.settings.options)
    if options.mode != PERFORMANCE:
        return {}
    return {player: Extras(mark=one.mark) for player, one in performances(basis, options).items() if one and one.mark}


def _terms(basis: Basis, player: int) -> tuple[Term, ...]:
    """Performance: the opponents' ratings. Progressive: the start, then what each game changed. Unplayed games are marked as left out."""
    options = Options.read(basis.settings.options)
    if options.mode == PERFORMANCE:
        ratings = entered(basis, options)
        return tuple(_opponent_term(line, ratings) for line in basis.ledger.records[player].lines)
    if _CHANGES not in basis.kept:
        course = Course(basis, options)
        basis.kept[_CHANGES] = (course.unit, {id(one[1]): Change(*one) for played in course.play_all() for one in played})
    unit, changes = basis.kept[_CHANGES]
    first = options.start_rating if options.mode == FIXED_START else entered(basis, options)[player]
    start = Term("player", Fraction(first), basis="own")
    return start, *(_change_term(line, changes.get(id(line)), unit, options) for line in basis.ledger.records[player].lines)


def _opponent_term(line: Line, ratings: Mapping[int, int]) -> Term:
    """A game with the opponent's rating and the percentage scored."""
    if not counts(line):
        return of_line(line, None, basis="nothing", counts=False)
    rating = external(line) if line.opponent is None else ratings[line.opponent]
    return of_line(line, Fraction(rating or 0), basis="opponent", numbers=(("scored", Fraction(scored(line))),))


def _change_term(line: Line, change: Change | None, unit: int, options: Options) -> Term:
    """A game with expected, scored, factor and change."""
    if change is None:
        return of_line(line, None, basis="nothing", counts=False)
    opponent = Fraction(change.opponent, unit)
    numbers = (
        ("own", Fraction(change.own, unit)),
        ("opponent", opponent),
        ("expected", Fraction(change.expected)),
        ("scored", Fraction(change.scored)),
        ("factor", options.factor),
    )
    return of_line(line, Fraction(change.change, unit), value=opponent, basis="opponent", numbers=numbers)


def _workings(basis: Basis, player: int) -> tuple[Working, ...]:
    """Of a performance: average rating, percentage, difference, rating. A progressive rating is its terms added up."""
    options = Options.read(basis.settings.options)
    if options.mode != PERFORMANCE:
        return ()
    ratings, tally = entered(basis, options), Tally()
    tally.add(rated_games(basis.ledger.records[player].lines), ratings)
    found = tally.performance(options)
    if found is None:
        return (Working("score", None, rule="no_games"),)
    games, difference = Fraction(tally.games), Fraction(found.difference)
    points = Fraction(tally.half_points, 2)
    return (
        Working("average", found.average, "{ratings} / {games}", (("ratings", Fraction(tally.ratings)), ("games", games))),
        Working("percentage", found.percentage, "100 × {points} / {games}", (("points", points), ("games", games))),
        Working("difference", difference, numbers=(("percentage", Fraction(found.whole)),), rule=_LOOKED_UP[found.mark]),
        Working("score", found.rating, "{average} + {difference}", (("average", found.average), ("difference", difference))),
    )


#: How the difference was found: in the table, or the bound for 0 % or 100 %.
_LOOKED_UP = {"": "table", BELOW: "bound", ABOVE: "bound"}


def _problems(_competition: Competition, settings: "Settings") -> tuple[Problem, ...]:
    """What the options say of themselves."""
    return problems_of(Options.read, settings.options)


SYSTEM = System(
    key="rating",
    default_tiebreaks="",
    fewer_games_first=False,
    scores=_scores,
    progress=_progress,
    terms=_terms,
    counts=counts,
    extras=_extras,
    progress_marks=_progress_marks,
    workings=_workings,
    problems=_problems,
)
