"""The season rating list: ratings stand still during a season and are revised once at its end (spec 24; seed 000 "KNDB-rating")."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import NamedTuple

from engine.competition import Competition
from engine.ratings.games import rated_games
from engine.ratings.performance import Performance, performance
from engine.ratings.table import EXTREME, EXTREMES, expected, half_up
from engine.record import ledger
from engine.results import Scale
from engine.systems.options import Problem, fraction_of, negative, whole_of

#: How a new rating was found: by the factor, as the performance over all collected games, or not at all without games.
BY_FACTOR, BY_PERFORMANCE, UNCHANGED = "factor", "performance", "unchanged"
#: Which factor: up to or above the number of games of an experienced player, or the performance differs much from the old rating.
UP_TO, ABOVE, DEVIATES = "up_to", "above", "deviates"
#: Who somebody is: stable over competitions and files (a person's id, a federation's number).
Key = int | str
#: A percentage in match points: a game is worth 2, so that 100 % is 2.
_MATCH_POINTS = tuple(Fraction(percentage, 50) for percentage in range(101))


@dataclass(frozen=True)
class Rules:
    """The KNDB's numbers. Factors are per match point (a win is 2).

    ``settled_games``: with fewer games at the start, or without a rating, the new rating is the performance over all collected games.
    ``experienced_games``: up to so many games in total, those of this season included, ``factor_up_to`` holds, above ``factor_above``;
    ``factor_deviates`` instead when the year's performance differs more than ``deviation`` from the old rating. ``listed_games`` and
    ``active_games``: what list A asks in total and in this and the previous season together. ``start_rating``: of opponents without a
    rating [their games are left out]. ``extreme``: the difference for 0 % and 100 %.
    """

    settled_games: int = 25
    experienced_games: int = 125
    factor_up_to: Fraction = Fraction(15, 2)
    factor_above: Fraction = Fraction(5)
    factor_deviates: Fraction = Fraction(10)
    deviation: int = 100
    listed_games: int = 25
    active_games: int = 6
    start_rating: int | None = None
    extreme: int = EXTREME

    @classmethod
    def read(cls, options: Mapping[str, object]) -> "Rules":
        """From stored options. OptionError."""
        start = whole_of(options, "start_rating", 0) if options.get("start_rating") is not None else None
        return cls(
            settled_games=whole_of(options, "settled_games", cls.settled_games),
            experienced_games=whole_of(options, "experienced_games", cls.experienced_games),
            factor_up_to=fraction_of(options, "factor_up_to", cls.factor_up_to),
            factor_above=fraction_of(options, "factor_above", cls.factor_above),
            factor_deviates=fraction_of(options, "factor_deviates", cls.factor_deviates),
            deviation=whole_of(options, "deviation", cls.deviation),
            listed_games=whole_of(options, "listed_games", cls.listed_games),
            active_games=whole_of(options, "active_games", cls.active_games),
            start_rating=start,
            extreme=whole_of(options, "extreme", cls.extreme),
        )

    def as_json(self) -> dict[str, object]:
        """As stored options, exact numbers as text."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: str(value) if isinstance(value, Fraction) else value for name, value in values.items()}

    def problems(self) -> tuple[Problem, ...]:
        """``negative`` for each number below 0; ``factor_zero`` where no rating would ever change; ``extreme_unknown`` for another value
        than 736 or 800.
        """
        found = list(negative(**{one.name: getattr(self, one.name) or 0 for one in fields(self)}))
        if not (self.factor_up_to or self.factor_above or self.factor_deviates):
            found.append(Problem("factor_zero", "factor_up_to"))
        if self.extreme not in EXTREMES:
            found.append(Problem("extreme_unknown", "extreme", (("value", str(self.extreme)),)))
        return tuple(found)


#: The rules by name: the KNDB's (spec 24), and the same factor for everybody, as the progressive list has it.
PRESETS: Mapping[str, Rules] = {
    "kndb": Rules(),
    "one_factor": Rules(factor_up_to=Fraction(5), factor_above=Fraction(5), factor_deviates=Fraction(5)),
}


@dataclass(frozen=True)
class Person:
    """Somebody at the start of the season. ``games``: in total; ``previous_games``: those of the previous season.

    ``eligible``: national or member, which list A asks. ``sort_key``: for the alphabetical list [the name].
    """

    key: Key
    name: str
    rating: int | None = None
    games: int = 0
    previous_games: int = 0
    eligible: bool = True
    sort_key: tuple[str, ...] = ()


class Result(NamedTuple):
    """One game for one player. ``match_points``: 2, 1 or 0. ``opponent``: somebody of the list, whose rating at the start counts;
    ``opponent_rating`` counts instead when it is known (external opponents, games of earlier seasons). The rest tells where it was.
    """

    player: Key
    match_points: int
    opponent: Key | None = None
    opponent_rating: int | None = None
    opponent_name: str = ""
    competition: str = ""
    round: int | None = None


class SeasonGame(NamedTuple):
    """A game as it counts. ``expected`` in match points, ``percentage`` as the table gives it; None for a player without a settled
    rating, and with ``rating`` None for a game that is left out because the opponent has no rating. ``earlier``: of a season before.
    """

    result: Result
    rating: int | None
    percentage: int | None = None
    expected: Fraction | None = None
    earlier: bool = False


@dataclass(frozen=True)
class SeasonRow:
    """A player at the end of the season: ``exact`` and rounded ``rating`` (None = still none), and what made it.

    ``rule``: factor, performance or unchanged. ``factor`` per match point, chosen by ``factor_rule``. ``match_points`` and ``expected``:
    this season's. ``performance``: of this season, or over all collected games when it became the rating. ``games``: this season's,
    ``total``: in total from now on. ``place``: on list A, None = not on it.
    """

    person: Person
    exact: Fraction | None
    rating: int | None
    rule: str
    games: int
    total: int
    match_points: int
    expected: Fraction | None = None
    factor: Fraction | None = None
    factor_rule: str = ""
    performance: Performance | None = None
    played: tuple[SeasonGame, ...] = ()
    place: int | None = None

    @property
    def next_season(self) -> Person:
        """The player as he starts the next season."""
        return replace(self.person, rating=self.rating, games=self.total, previous_games=self.games)


@dataclass(frozen=True)
class SeasonList:
    """``by_rating``: list A, the active players in order of rating. ``by_name``: list B, everybody with a rating, alphabetical.

    ``rows``: everybody, in the order given.
    """

    by_rating: tuple[SeasonRow, ...]
    by_name: tuple[SeasonRow, ...]
    rows: tuple[SeasonRow, ...]


def collect(competition: Competition, keys: Mapping[int, Key]) -> list[Result]:
    """The games of a competition that count, one result for each player. ``keys``: who the players are; others are left out."""
    last = max((one.number for one in competition.rounds), default=0)
    records, where = ledger(competition, Scale(), last).records, competition.name
    # An opponent who is nobody of the list counts with the rating he entered with.
    opponents = {one.id: (keys.get(one.id), None if one.id in keys else one.rating, one.name) for one in competition.players}
    found: list[Result] = []
    for player, key in ((player, keys[player]) for player in records if player in keys):
        for line, other, external, percentage in rated_games(records[player].lines):
            outside = (None, external, line.entry.opponent_name if line.entry else "")
            opponent, rating, name = outside if other is None else opponents[other]
            found.append(Result(key, percentage // 50, opponent, rating, name, where, line.round))
    return found


def season_list(
    persons: Sequence[Person], results: Iterable[Result], rules: Rules | None = None, earlier: Iterable[Result] = ()
) -> SeasonList:
    """The list at the end of a season. ``results``: of all its competitions; ``earlier``: collected games of seasons before, for those
    whose rating is not settled. Ratings of the start count throughout, in whatever order the games are given.
    """
    known = rules or Rules()
    ratings = {one.key: one.rating for one in persons}
    played, before = _by_player(results), _by_player(earlier)
    rows = [_row(one, played.get(one.key, ()), before.get(one.key, ()), ratings, known) for one in persons]
    active = [row for row in rows if _is_active(row, known)]
    active.sort(key=lambda row: (-(row.rating or 0), _sort_key(row.person)))
    places: dict[Key, int] = {}
    for index, row in enumerate(active):
        above = active[index - 1] if index else None
        places[row.person.key] = places[above.person.key] if above and above.rating == row.rating else index + 1
    placed = tuple(replace(row, place=places[row.person.key]) if row.person.key in places else row for row in rows)
    by_key = {row.person.key: row for row in placed}
    named = sorted((row for row in placed if row.rating is not None), key=lambda row: _sort_key(row.person))
    return SeasonList(tuple(by_key[row.person.key] for row in active), tuple(named), placed)


def _by_player(results: Iterable[Result]) -> Mapping[Key, Sequence[Result]]:
    found: dict[Key, list[Result]] = defaultdict(list)
    for one in results:
        found[one.player].append(one)
    return found


def _sort_key(person: Person) -> tuple[tuple[str, ...], str]:
    return person.sort_key or (person.name.casefold(),), str(person.key)


def _is_active(row: SeasonRow, rules: Rules) -> bool:
    """Whether list A has him: national or member, enough games in total, and enough in this and the previous season."""
    recent = row.games + row.person.previous_games
    enough = row.total >= rules.listed_games and recent >= rules.active_games
    return row.rating is not None and row.person.eligible and enough


def _row(
    person: Person, results: Sequence[Result], earlier: Sequence[Result], ratings: Mapping[Key, int | None], rules: Rules
) -> SeasonRow:
    """One player's revision."""
    settled = person.rating is not None and person.games >= rules.settled_games
    own = person.rating if settled else None
    played = _games(results, own, ratings, rules)
    counted = [one for one in played if one.rating is not None]
    row = SeasonRow(
        person=person,
        exact=None if person.rating is None else Fraction(person.rating),
        rating=person.rating,
        rule=UNCHANGED,
        games=len(counted),
        total=person.games + len(counted),
        match_points=sum([one.result.match_points for one in counted]),
        played=tuple(played),
    )
    if own is None:
        return _by_performance(row, _games(earlier, None, ratings, rules, earlier=True), rules)
    return _by_factor(row, own, counted, rules) if counted else row


def _games(
    results: Iterable[Result], own: int | None, ratings: Mapping[Key, int | None], rules: Rules, earlier: bool = False
) -> list[SeasonGame]:
    """A player's games with the opponents' ratings and, with an own rating, what is expected."""
    found: list[SeasonGame] = []
    for result in results:
        rating = result.opponent_rating
        if rating is None and result.opponent is not None:
            rating = ratings.get(result.opponent)
        rating = rules.start_rating if rating is None else rating
        if rating is None or own is None:
            found.append(SeasonGame(result, rating, None, None, earlier))
        else:
            percentage = expected(own - rating)
            found.append(SeasonGame(result, rating, percentage, _MATCH_POINTS[percentage], earlier))
    return found


def _performance(games: Sequence[SeasonGame], rules: Rules) -> Performance:
    """The performance over some games that count."""
    ratings, points = sum([one.rating or 0 for one in games]), sum([one.result.match_points for one in games])
    return performance(ratings, points, len(games), rules.extreme)


def _by_factor(row: SeasonRow, old: int, counted: Sequence[SeasonGame], rules: Rules) -> SeasonRow:
    """Old rating + factor x (scored − expected), with the factor for the player's experience and this year's performance."""
    shown = _performance(counted, rules)
    if abs(shown.rating - old) > rules.deviation:
        factor_rule, factor = DEVIATES, rules.factor_deviates
    elif row.total > rules.experienced_games:
        factor_rule, factor = ABOVE, rules.factor_above
    else:
        factor_rule, factor = UP_TO, rules.factor_up_to
    norm = Fraction(sum([one.percentage or 0 for one in counted]), 50)
    exact = revised(old, row.match_points, norm, factor)
    return replace(
        row,
        exact=exact,
        rating=half_up(exact),
        rule=BY_FACTOR,
        expected=norm,
        factor=factor,
        factor_rule=factor_rule,
        performance=shown,
    )


def revised(old: int, match_points: int, norm: Fraction, factor: Fraction) -> Fraction:
    """A new rating: the old one + factor per match point x (match points scored − expected)."""
    return old + factor * (match_points - norm)


def _by_performance(row: SeasonRow, earlier: Sequence[SeasonGame], rules: Rules) -> SeasonRow:
    """The performance over all collected games, of this season and before; the old rating, if any, without games."""
    whole = (*earlier, *row.played)
    counted = [one for one in whole if one.rating is not None]
    if not counted:
        return row
    found = _performance(counted, rules)
    return replace(row, exact=found.rating, rating=half_up(found.rating), rule=BY_PERFORMANCE, performance=found, played=whole)
