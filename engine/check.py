"""Pair a round once more from the state before it, and compute a list once more, and compare (``kompitie check``; spec 60).

The answer names what differs, pair by pair with the rule that decided and the reasons that this version has for its own choice, and
column by column for a list.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from engine.casefile import Case, Listed
from engine.classification import Row, Settings, standing
from engine.competition import Competition
from engine.judging import Answer, Difference, judge
from engine.pairing import registry
from engine.pairing.draft import Draft, Fact, Pair, Request

#: The columns of a list that are compared: place, score, games; tie-breaks by their code.
PLACE, SCORE, GAMES = "place", "score", "games"
#: A player who is on one of the two lists only.
LISTED = "listed"


@dataclass(frozen=True)
class Outcome:
    """One checked round. ``differences``: what differs, part by part with the rule that decided. ``pairs``: all that were made.

    ``bye`` and ``expected_bye`` differ when the bye does, ``bye_why`` says why it was given as it was.
    """

    id: str
    round: int
    pairs: tuple[Pair, ...] = ()
    differences: tuple[Difference, ...] = ()
    bye: int | None = None
    expected_bye: int | None = None
    bye_why: tuple[Fact, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether the same pairs with the same colours and the same bye came out."""
        return not self.differences

    @property
    def missing(self) -> tuple[tuple[int, int], ...]:
        """The pairs (white, black) that were expected and not found."""
        return tuple(sorted(pair for one in self.differences for pair in one.missing))

    @property
    def found(self) -> tuple[Pair, ...]:
        """The pairs that were made instead, with their reasons."""
        made = {(pair.white, pair.black) for one in self.differences for pair in one.found}
        return tuple(pair for pair in self.pairs if (pair.white, pair.black) in made)


def check(name: str, system: str, request: Request, pairs: Iterable[tuple[int, int]], bye: int | None) -> Outcome:
    """Pair a round again by a system and compare with its ``pairs`` (white, black) and ``bye``. ValueError for an unknown system."""
    draft = registry.pair(system, request)
    differences = judge(system, request, Answer(frozenset(pairs), bye), draft)
    return Outcome(name, request.round, draft.pairs, differences, draft.bye, bye, draft.bye_why)


def check_draft(name: str, system: str, request: Request, draft: Draft) -> Outcome:
    """Pair a stored request again and compare with its stored draft."""
    return check(name, system, request, ((pair.white, pair.black) for pair in draft.pairs), draft.bye)


def check_cases(cases: Iterable[Case]) -> Iterator[Outcome]:
    """Pair the cases of a case file again, one by one. ValueError for a system that does not exist."""
    for case in cases:
        yield check(case.id, case.system, case.request, case.pairs, case.bye)


@dataclass(frozen=True)
class Cell:
    """One value of a list that differs. ``column``: place, score, games, the code of a tie-break, or ``listed``; None = no value."""

    player: int
    column: str
    expected: Fraction | None
    found: Fraction | None


@dataclass(frozen=True)
class ListOutcome:
    """One checked list: what differs, player by player in the order of the list."""

    id: str
    last_round: int
    cells: tuple[Cell, ...] = ()

    @property
    def agrees(self) -> bool:
        """Whether every value came out the same."""
        return not self.cells


@dataclass(frozen=True)
class Line:
    """A player's line of a list as it stands elsewhere; ``values`` by column, those that are not there are not compared."""

    player: int
    values: Mapping[str, Fraction | None] = field(default_factory=dict)


def check_list(name: str, competition: Competition, settings: Settings, last_round: int, lines: Iterable[Line]) -> ListOutcome:
    """Compute a standing again and compare with the lines of a list. As ``classification.standing`` for settings that cannot be used."""
    rows = {row.player: row for row in standing(competition, settings, last_round).rows}
    cells: list[Cell] = []
    listed = list(lines)
    for line in listed:
        row = rows.get(line.player)
        if row is None:
            cells.append(Cell(line.player, LISTED, Fraction(1), None))
        else:
            found = _values(row)
            differing = ((column, value) for column, value in line.values.items() if found.get(column) != value)
            cells.extend(Cell(line.player, column, value, found.get(column)) for column, value in differing)
    known = {line.player for line in listed}
    cells.extend(Cell(player, LISTED, None, Fraction(1)) for player in rows if player not in known)
    return ListOutcome(name, last_round, tuple(cells))


def _values(row: Row) -> dict[str, Fraction | None]:
    return {PLACE: Fraction(row.place), SCORE: row.score, GAMES: Fraction(row.games), **dict(row.tiebreaks)}


def check_standings(lists: Iterable[Listed]) -> Iterator[ListOutcome]:
    """Compute the expected standings of a case file again, one by one."""
    for one in lists:
        lines = (Line(player, values) for player, values in one.rows)
        yield check_list(one.id, one.competition, one.settings, one.last_round, lines)
