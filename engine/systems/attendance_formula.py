"""The options and the formulas of the attendance championship (spec 23; seed 003 "Formules")."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, lcm
from typing import NamedTuple

from engine.competition import BYE
from engine.systems.options import Problem, fraction_of, fractions_of, negative, whole_of
from engine.terms import Working

NONE = Fraction(0)
#: Which formula gives the score in percent: enough rounds, too few, fewer than half of what is asked.
ENOUGH, SHORT, VERY_SHORT = "enough", "short", "very_short"


def _default_credits() -> Mapping[str, Fraction]:
    return {BYE: Fraction(1), "external_evening": Fraction(1)}


@dataclass(frozen=True)
class Options:
    """``threshold``: the share of all rounds that everybody is asked to play. ``factor`` and ``offset``: a win pays the opponent's
    rating / 100 + ``factor`` − ``offset``, a loss − ``offset``. ``sure_games``: below so many games the own rating and 50 % fill up.

    ``credits``: what a reason adds to the balance; the others count as absent. ``reset_after``: after this share of the planned rounds
    positive balances become 0. ``planned_rounds``: their number once it is fixed [that of the competition]. ``start_rating``: of
    players without a rating.
    """

    threshold: Fraction = Fraction(1, 3)
    factor: Fraction = Fraction(20)
    offset: Fraction = Fraction(10)
    sure_games: int = 5
    credits: Mapping[str, Fraction] = field(default_factory=_default_credits)
    reset_after: Fraction = Fraction(5, 6)
    planned_rounds: int | None = None
    start_rating: int = 1000

    @classmethod
    def read(cls, options: Mapping[str, object]) -> "Options":
        """From the options of a classification. OptionError."""
        fixed = options.get("planned_rounds") is not None
        return cls(
            threshold=fraction_of(options, "threshold", cls.threshold),
            factor=fraction_of(options, "factor", cls.factor),
            offset=fraction_of(options, "offset", cls.offset),
            sure_games=whole_of(options, "sure_games", cls.sure_games),
            credits=fractions_of(options, "credits", _default_credits()),
            reset_after=fraction_of(options, "reset_after", cls.reset_after),
            planned_rounds=whole_of(options, "planned_rounds", 0) if fixed else None,
            start_rating=whole_of(options, "start_rating", cls.start_rating),
        )

    def as_json(self) -> dict[str, object]:
        """As the options of a classification."""
        return {
            "threshold": str(self.threshold),
            "factor": str(self.factor),
            "offset": str(self.offset),
            "sure_games": self.sure_games,
            "credits": {reason: str(credit) for reason, credit in self.credits.items()},
            "reset_after": str(self.reset_after),
            "planned_rounds": self.planned_rounds,
            "start_rating": self.start_rating,
        }

    def problems(self) -> tuple[Problem, ...]:
        """``negative``; ``not_below_one`` for a threshold of 1 or more; ``above_one`` for a reset after more than all rounds;
        ``credit_too_high`` for a reason that pays more than a game played."""
        found = list(negative(threshold=self.threshold, factor=self.factor, offset=self.offset, sure_games=self.sure_games))
        found += negative(reset_after=self.reset_after, start_rating=self.start_rating, planned_rounds=self.planned_rounds or 0)
        if self.threshold >= 1:
            found.append(Problem("not_below_one", "threshold", (("value", str(self.threshold)),)))
        if self.reset_after > 1:
            found.append(Problem("above_one", "reset_after", (("value", str(self.reset_after)),)))
        high = ((reason, credit) for reason, credit in self.credits.items() if credit > 1)
        found += (Problem("credit_too_high", "credits", (("reason", reason), ("value", str(credit)))) for reason, credit in high)
        return tuple(found)

    @property
    def absent(self) -> Fraction:
        """The credit of a round missed: so much below 0 that who plays just the threshold ends at 0 [−½]."""
        return -self.threshold / (1 - self.threshold)

    @property
    def weights(self) -> "Weights":
        """The factor and the offset over one denominator."""
        unit = lcm(self.factor.denominator, self.offset.denominator)
        return Weights(int(self.factor * unit), int(self.offset * unit), unit)

    def missing(self, saldo: Fraction) -> Fraction:
        """How many rounds somebody played too few [−⅔ of a negative balance]."""
        return NONE if saldo >= 0 else (self.threshold - 1) * saldo

    def reset_round(self, planned: int) -> int:
        """After which of the planned rounds positive balances become 0; 0 = never, without planned rounds."""
        return ceil(self.reset_after * (planned if self.planned_rounds is None else self.planned_rounds))


@dataclass(frozen=True, slots=True)
class Numbers:
    """What the formulas need of a player: rounds of the competition, games, wins + half the draws, sum of the opponents' ratings."""

    rounds: int
    games: int
    score: Fraction
    ratings: int
    own_rating: int
    saldo: Fraction


@dataclass(frozen=True, slots=True)
class Outcome:
    """The steps to the points: score in percent (None without games) and its rule, missing rounds, RD and SD."""

    missing: Fraction
    percentage: Fraction | None
    rule: str
    rating_part: Fraction
    score_part: Fraction
    points: Fraction


#: A fraction as two whole numbers, not always reduced: exact and much faster than a Fraction.
Ratio = tuple[int, int]


class Weights(NamedTuple):
    """``factor`` and ``offset`` of the options in parts of 1/``unit``."""

    factor: int
    offset: int
    unit: int


#: The rule, rating, score, of and games: RD = rating / (100 × games) and SD = score / (2 × of × games), where games are those played,
#: filled up to the sure ones. A plain tuple, since there are thousands of them.
Parts = tuple[str, int, int, int, int]


def parts(games: int, score: Ratio, missing: Ratio, ratings: Ratio, sure_games: int) -> Parts:
    """RD and SD by formula (1), (2) or (3); the own rating and 50 % fill up what is missing to the number of sure games.

    ``missing``: rounds played too few; ``ratings``: the sum of the opponents' ratings and the own rating.
    """
    (gained, of), (lacking, lacking_of) = score, missing
    if not lacking:
        rule = ENOUGH
    elif lacking <= games * lacking_of:
        rule, gained, of = SHORT, games * gained * lacking_of, of * (games * lacking_of + lacking)
    else:
        rule, of = VERY_SHORT, 2 * of
    whole = max(games, sure_games, 1)
    filled = whole - games
    return rule, ratings[0] + filled * ratings[1], 2 * gained + filled * of, of, whole


def total(rounds: int, found: Parts, weights: Weights) -> Fraction:
    """N × (RD + factor × SD − offset), formula (II), over the denominator 100 × unit × of × games that all three share."""
    _rule, rating, score, of, games = found
    factor, offset, unit = weights
    return Fraction(rounds * (unit * of * rating + 50 * factor * score - 100 * offset * of * games), 100 * unit * of * games)


def _parts(numbers: Numbers, options: Options) -> Parts:
    """RD and SD of a player."""
    score, missing = numbers.score.as_integer_ratio(), options.missing(numbers.saldo).as_integer_ratio()
    return parts(numbers.games, score, missing, (numbers.ratings, numbers.own_rating), options.sure_games)


def points(numbers: Numbers, options: Options) -> Fraction:
    """The points of a player."""
    found = _parts(numbers, options)
    return total(numbers.rounds, found, options.weights)


def outcome(numbers: Numbers, options: Options) -> Outcome:
    """All steps to the points of a player."""
    games, missing = numbers.games, options.missing(numbers.saldo)
    rule, rating, score, of, filled = _parts(numbers, options)
    divisor = games + min(missing, Fraction(games))
    return Outcome(
        missing=missing,
        percentage=100 * numbers.score / divisor if games else None,
        rule=rule,
        rating_part=Fraction(rating, 100 * filled),
        score_part=Fraction(score, 2 * of * filled),
        points=points(numbers, options),
    )


_PERCENTAGE = {ENOUGH: "100 × {P} / {G}", SHORT: "100 × {P} / ({G} + {d})", VERY_SHORT: "100 × {P} / (2 × {G})"}


def workings(numbers: Numbers, options: Options) -> tuple[Working, ...]:
    """The formulas with the numbers filled in, in the letters of seed 003; ``m`` is the number of games from which they are sure."""
    found, games, sure = outcome(numbers, options), numbers.games, options.sure_games
    known: dict[str, Fraction | int] = {
        "N": numbers.rounds,
        "G": games,
        "P": numbers.score,
        "d": found.missing,
        "Re": numbers.own_rating,
        "m": sure,
    }
    known |= {"saldo": numbers.saldo, "share": 1 - options.threshold, "ratings": numbers.ratings}
    known |= {"RD": found.rating_part, "SD": found.score_part, "factor": options.factor, "offset": options.offset}
    lines: list[tuple[str, Fraction | None, str, str]] = [
        ("N", Fraction(numbers.rounds), "", ""),
        ("G", Fraction(games), "", ""),
        ("P", numbers.score, "", ""),
        ("saldo", numbers.saldo, "", ""),
        ("d", found.missing, "−{saldo} × {share}" if found.missing else "", "" if found.missing else ENOUGH),
    ]
    if games:
        known |= {"Rt": Fraction(numbers.ratings, games), "S": found.percentage or Fraction(0)}
        lines.append(("Rt", Fraction(numbers.ratings, games), "{ratings} / {G}", ""))
        lines.append(("S", found.percentage, _PERCENTAGE[found.rule], found.rule))
    if games >= sure and games:
        formulas, rule = ("{Rt} / 100", "{S} / 100"), ""
    elif games:
        filled = "({G} × {%s} + ({m} − {G}) × %s) / ({m} × 100)"
        formulas, rule = (filled % ("Rt", "{Re}"), filled % ("S", "50")), "few_games"
    else:
        formulas, rule = ("{Re} / 100", "1 / 2"), "no_games"
    lines += [("RD", found.rating_part, formulas[0], rule), ("SD", found.score_part, formulas[1], rule)]
    lines.append(("score", found.points, "{N} × ({RD} + {factor} × {SD} − {offset})", ""))
    return tuple(_working(name, value, formula, known, rule) for name, value, formula, rule in lines)


def _working(name: str, value: Fraction | None, formula: str, known: Mapping[str, Fraction | int], rule: str) -> Working:
    """A line with those numbers that its formula names."""
    used = tuple((key, Fraction(number)) for key, number in known.items() if f"{{{key}}}" in formula)
    return Working(name, value, formula, used, rule)
