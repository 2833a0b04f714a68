"""Moyenne: the own average and the averages of the opponents (spec 22; seed 000 "Moyennesysteem")."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from engine.competition import Competition
from engine.record import Line
from engine.systems.basis import Basis, System, is_played
from engine.systems.options import Problem, flag_of, fraction_of, negative, problems_of
from engine.terms import Term, Working, of_line

if TYPE_CHECKING:
    from engine.classification import Settings


@dataclass(frozen=True)
class Options:
    """``own`` × own average + ``opponents`` × average of the opponents. ``weighted``: an opponent's average weighs by his games."""

    own: Fraction = Fraction(2)
    opponents: Fraction = Fraction(1)
    weighted: bool = False

    @classmethod
    def read(cls, options: Mapping[str, object]) -> "Options":
        """From the options of a classification. OptionError."""
        return cls(
            own=fraction_of(options, "own", cls.own),
            opponents=fraction_of(options, "opponents", cls.opponents),
            weighted=flag_of(options, "weighted", cls.weighted),
        )

    def as_json(self) -> dict[str, object]:
        """As the options of a classification."""
        return {"own": str(self.own), "opponents": str(self.opponents), "weighted": self.weighted}

    def problems(self) -> tuple[Problem, ...]:
        """``negative``, and ``own_counts_nothing`` when the own average plays no part."""
        nothing = () if self.own else (Problem("own_counts_nothing", "own"),)
        return (*negative(own=self.own, opponents=self.opponents), *nothing)


@dataclass(slots=True)
class Tally:
    """Points in units, games, and the opponent of each game."""

    points: int = 0
    games: int = 0
    opponents: list[int] = field(default_factory=list)

    def add(self, line: Line) -> None:
        """Count a game that was played."""
        if line.opponent is not None:
            self.points += line.points
            self.games += 1
            self.opponents.append(line.opponent)


def averages(tallies: Mapping[int, Tally], options: Options, unit: int) -> Mapping[int, Fraction | None]:
    """The score of everybody; None without games. Whole numbers until the end: a common denominator makes all averages exact."""
    (a, a_of), (b, b_of) = options.own.as_integer_ratio(), options.opponents.as_integer_ratio()
    # a × own average + b × the opponents' average as one fraction: making fractions takes longer than all else.
    own, opponents, whole = a * b_of, b * a_of, a_of * b_of * unit
    scores: dict[int, Fraction | None] = dict.fromkeys(tallies)
    played = {player: tally for player, tally in tallies.items() if tally.games}
    if options.weighted:
        points = {player: tally.points for player, tally in played.items()}
        games = {player: tally.games for player, tally in played.items()}
        for player, one in played.items():
            others, count = sum(map(points.__getitem__, one.opponents)), sum(map(games.__getitem__, one.opponents))
            scores[player] = Fraction(own * one.points * count + opponents * others * one.games, whole * one.games * count)
        return scores
    common = lcm(*{tally.games for tally in played.values()})
    average = {player: tally.points * (common // tally.games) for player, tally in played.items()}
    own, whole = own * common, whole * common
    for player, one in played.items():
        others = sum(map(average.__getitem__, one.opponents))
        scores[player] = Fraction(own * one.points + opponents * others, whole * one.games)
    return scores


def _tallies(basis: Basis) -> Mapping[int, Tally]:
    """Everybody's games of the period, counted once for a basis; unplayed games do not count."""
    if SYSTEM.key not in basis.kept:
        tallies = {player: Tally() for player in basis.ledger.records}
        for player, record in basis.ledger.records.items():
            for line in record.lines:
                if line.is_played:
                    tallies[player].add(line)
        basis.kept[SYSTEM.key] = tallies
    found: Mapping[int, Tally] = basis.kept[SYSTEM.key]
    return found


def _scores(basis: Basis) -> Mapping[int, Fraction | None]:
    """The weighted sum of the own average and the opponents' average."""
    return averages(_tallies(basis), Options.read(basis.settings.options), basis.ledger.unit)


def _progress(basis: Basis) -> Mapping[int, tuple[Fraction | None, ...]]:
    """The scores after each round, as if only the rounds before had been played."""
    options, unit = Options.read(basis.settings.options), basis.ledger.unit
    played: dict[int, list[tuple[int, Line]]] = defaultdict(list)
    for player, record in basis.ledger.records.items():
        for line in record.lines:
            if line.is_played:
                played[line.round].append((player, line))
    tallies = {player: Tally() for player in basis.ledger.records}
    steps: dict[int, list[Fraction | None]] = {player: [] for player in tallies}
    for number in basis.view.rounds:
        for player, line in played[number]:
            tallies[player].add(line)
        for player, score in averages(tallies, options, unit).items():
            steps[player].append(score)
    return {player: tuple(scores) for player, scores in steps.items()}


def _terms(basis: Basis, player: int) -> tuple[Term, ...]:
    """Game by game its points and the opponent's points, games and average; unplayed games are marked as left out."""
    tallies, unit = _tallies(basis), basis.ledger.unit
    return tuple(_term(line, tallies, unit) for line in basis.ledger.records[player].lines)


def _term(line: Line, tallies: Mapping[int, Tally], unit: int) -> Term:
    if not line.is_played or line.opponent is None:
        return of_line(line, None, basis="nothing", counts=False)
    other = tallies[line.opponent]
    numbers = (("points", Fraction(other.points, unit)), ("games", Fraction(other.games)))
    average = Fraction(other.points, unit * other.games)
    return of_line(line, Fraction(line.points, unit), value=average, basis="opponent", numbers=numbers)


def _workings(basis: Basis, player: int) -> tuple[Working, ...]:
    """The own average, the opponents' average and the score."""
    options, tallies, unit = Options.read(basis.settings.options), _tallies(basis), basis.ledger.unit
    own = tallies[player]
    if not own.games:
        return (Working("score", None, rule="no_games"),)
    others = [tallies[opponent] for opponent in own.opponents]
    if options.weighted:
        total, count = Fraction(sum(other.points for other in others), unit), sum(other.games for other in others)
        sums = (("points", total), ("games", Fraction(count)))
    else:
        total, count = sum((Fraction(other.points, unit * other.games) for other in others), Fraction(0)), own.games
        sums = (("averages", total), ("games", Fraction(count)))
    points = (("points", Fraction(own.points, unit)), ("games", Fraction(own.games)))
    average, opponents = Fraction(own.points, unit * own.games), total / count
    weights = (("a", options.own), ("own", average), ("b", options.opponents), ("opponents", opponents))
    return (
        Working("own_average", average, "{points} / {games}", points),
        Working("opponents", opponents, f"{{{sums[0][0]}}} / {{games}}", sums, "weighted" if options.weighted else "unweighted"),
        Working("score", averages(tallies, options, unit)[player], "{a} × {own} + {b} × {opponents}", weights),
    )


def _problems(_competition: Competition, settings: "Settings") -> tuple[Problem, ...]:
    """What the options say of themselves."""
    return problems_of(Options.read, settings.options)


SYSTEM = System(
    key="moyenne",
    default_tiebreaks="",
    fewer_games_first=True,
    scores=_scores,
    progress=_progress,
    terms=_terms,
    counts=is_played,
    workings=_workings,
    problems=_problems,
)
