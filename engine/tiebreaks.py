"""The keys that decide between players with equal scores, one function each (spec 20 "Tie-break codes", 31 "Terms"; seed 000).

A key looks at one player of a ``View`` and gives a whole number of 1/``unit`` points (or a plain number), None when it does not
apply. Only the mutual result depends on who else is tied, so it looks at a group. ``ordered`` puts players in order by a field of
codes such as ``47``; standings and pairings both use it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from engine.competition import Competition
from engine.record import Ledger, Line
from engine.results import SB_SHARES, Side, free_score, sides

SELF, FMJD = "self", "fmjd"
#: How unplayed games count for resistance and SB: as a draw against yourself, or nothing with forfeit opponents counted.
UNPLAYED = (SELF, FMJD)
MUTUAL = "m"
#: Below every value that a key can have: players to whom a key does not apply come last.
_LOWEST = -(10**12)

Number = int | Fraction


class TiebreakError(ValueError):
    """A character that cannot be used in a field of tie-break codes: unknown, or ``repeated`` (it could never decide anything).

    ``code`` is the character as typed, ``allowed`` the codes that exist.
    """

    def __init__(self, code: str, repeated: bool = False) -> None:
        self.code, self.repeated, self.allowed = code, repeated, tuple(KEYS)
        problem = "repeated" if repeated else "unknown"
        super().__init__(f"{problem} tie-break code {code!r}; allowed are {' '.join(self.allowed)}")


@dataclass(frozen=True)
class View:
    """What the keys look at: a ledger, the players' ratings and how unplayed games count.

    ``start_rating`` is the rating of players who have none [they are left out of averages].
    """

    competition: Competition
    ledger: Ledger
    unplayed: str = SELF
    start_rating: int | None = None

    @cached_property
    def lines(self) -> Mapping[int, list[tuple[Line, int | None]]]:
        """Per player his lines, each with the opponent whose points it takes part with; None = it is an unplayed line."""
        fmjd = self.unplayed == FMJD
        return {
            player: [(line, line.opponent if fmjd or line.is_played else None) for line in record.lines]
            for player, record in self.ledger.records.items()
        }

    @cached_property
    def resistances(self) -> Mapping[int, int]:
        """The resistance points of everybody, in units."""
        return {player: sum(resistance_parts(self, player)) for player in self.ledger.records}

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """The numbers of the ledger's rounds up to the last one in which something was scored."""
        last = max((record.lines[-1].round for record in self.ledger.records.values() if record.lines), default=0)
        return tuple(sorted(number for number in self.ledger.rounds if number <= last))

    def rating(self, player: int) -> int | None:
        """A player's rating, the start rating when he has none, None when there is neither."""
        own = self.competition.by_id[player].rating
        return self.start_rating if own is None else own


def resistance_parts(view: View, player: int) -> list[int]:
    """What each line gives for resistance: the opponent's points; unplayed: the own points (``self``) or nothing (spec 31)."""
    records = view.ledger.records
    unplayed = records[player].points if view.unplayed == SELF else 0
    return [unplayed if opponent is None else records[opponent].points for _, opponent in view.lines[player]]


_FOURTHS: dict[Side | None, int] = {
    None: 0,
    Side.FORFEIT_WIN: 4,
    Side.FORFEIT_LOSS: 0,
    **{side: int(share * 4) for side, share in SB_SHARES.items()},
}


def fourths(side: Side | None) -> int:
    """The share of the opponent's points that counts for SB, in fourths; a forfeit win has the whole (counted only with ``fmjd``)."""
    return _FOURTHS[side]


def sb_parts(view: View, player: int) -> list[int]:
    """What each line gives for SB, in quarters of a unit: share x opponent's points; unplayed: half the own points or nothing."""
    records = view.ledger.records
    unplayed = 2 * records[player].points if view.unplayed == SELF else 0
    return [
        unplayed if opponent is None else fourths(line.side) * records[opponent].points for line, opponent in view.lines[player]
    ]


def opponents_resistance_parts(view: View, player: int) -> list[int]:
    """What each line gives for the sum of resistances: the opponent's resistance; unplayed: the own one or nothing."""
    unplayed = view.resistances[player] if view.unplayed == SELF else 0
    return [unplayed if opponent is None else view.resistances[opponent] for _, opponent in view.lines[player]]


def progressive_parts(view: View, player: int) -> list[int]:
    """The player's points after each round of ``view.rounds``."""
    gained: dict[int, int] = defaultdict(int)
    for line in view.ledger.records[player].lines:
        gained[line.round] += line.points
    total, parts = 0, []
    for number in view.rounds:
        total += gained[number]
        parts.append(total)
    return parts


def board_parts(view: View, player: int) -> list[Fraction]:
    """The points on the boards of each game, as the result is written: a free score counts as it stands, else 2-1-0."""
    return [_written(line) for line in view.ledger.records[player].lines if line.game is not None]


def _written(line: Line) -> Fraction:
    """One side's part of a written result."""
    if line.game is None:
        return Fraction(0)
    scores = free_score(line.game.result)
    if scores is not None:
        return scores[0 if line.colour == "w" else 1]
    side = sides(line.game.result)[0 if line.colour == "w" else 1]
    if side in (Side.WIN, Side.FORFEIT_WIN):
        return Fraction(2)
    return Fraction(0 if side in (Side.LOSS, Side.FORFEIT_LOSS) else 1)


def rated_opponents(view: View, player: int) -> list[tuple[Line, int | None]]:
    """The games played at the board, each with the opponent's rating (None = he has none and is left out)."""
    played = [line for line in view.ledger.records[player].lines if line.is_played and line.opponent is not None]
    return [(line, view.rating(line.opponent)) for line in played if line.opponent is not None]


def own_rating(view: View, player: int) -> Number | None:
    """1: the own rating, the highest first (seed 000)."""
    return view.rating(player)


def average_rating(view: View, player: int) -> Number | None:
    """2: the average rating of the opponents in games played at the board (spec 20, 32); exact."""
    ratings = [rating for _, rating in rated_opponents(view, player) if rating is not None]
    return Fraction(sum(ratings), len(ratings)) if ratings else None


def wins(view: View, player: int) -> Number | None:
    """3: the number of won games, forfeits included (seed 000)."""
    return view.ledger.records[player].count(Side.WIN, Side.FORFEIT_WIN)


def resistance(view: View, player: int) -> Number | None:
    """4: resistance points, the sum of the opponents' points (spec 31)."""
    return view.resistances[player]


def resistance_less_lowest(view: View, player: int) -> Number | None:
    """5: resistance without the lowest part; unplayed games take part with their own value (spec 20)."""
    parts = resistance_parts(view, player)
    return sum(parts) - min(parts, default=0)


def resistance_less_extremes(view: View, player: int) -> Number | None:
    """6: resistance without the lowest and the highest part (spec 20); nothing is left of one or two parts."""
    parts = sorted(resistance_parts(view, player))
    return sum(parts[1:-1])


def sonneborn_berger(view: View, player: int) -> Number | None:
    """7: SB, the opponents' points by share: win 1, plus ¾, draw ½, minus ¼, loss 0 (spec 20, 31); in quarters of a unit."""
    return sum(sb_parts(view, player))


def plus_minus(view: View, player: int) -> Number | None:
    """p: plus draws less minus draws (KNDB; spec 20)."""
    record = view.ledger.records[player]
    return record.count(Side.PLUS) - record.count(Side.MINUS)


def truncated_series(view: View, player: int) -> tuple[int, ...]:
    """Resistance without the lowest part, without the two lowest, … (spec 20, code t; FMJD "full truncated Solkoff")."""
    parts = sorted(resistance_parts(view, player), reverse=True)
    series = [sum(parts[:kept]) for kept in range(len(parts) - 1, 0, -1)]
    while series and not series[-1]:
        series.pop()
    return tuple(series)


def full_truncated(view: View, player: int) -> Number | None:
    """t: what is shown of the series of truncated resistances, its first value; the order compares the whole series."""
    series = truncated_series(view, player)
    return series[0] if series else 0


def opponents_resistance(view: View, player: int) -> Number | None:
    """s: the sum of the opponents' resistance points (Solkoff plus; spec 20)."""
    return sum(opponents_resistance_parts(view, player))


def progressive(view: View, player: int) -> Number | None:
    """c: progressive score, the sum of the points after each round (spec 20)."""
    return sum(progressive_parts(view, player))


def blacks(view: View, player: int) -> Number | None:
    """b: games with black played at the board, more first (spec 20)."""
    return sum(1 for line in view.ledger.records[player].lines if line.colour == "b" and line.is_played)


def board_points(view: View, player: int) -> Number | None:
    """k: points on the boards, whatever the scale makes of a match (teams; spec 20)."""
    return sum(board_parts(view, player), Fraction(0))


def lot(view: View, player: int) -> Number | None:
    """l: the lot number, lower first (spec 20). As a code in the field it decides the place; without it equal players share one."""
    return view.competition.by_id[player].lot


def mutual(view: View, group: Iterable[int]) -> Mapping[int, int] | None:
    """m: the points of tied players in their games among themselves; None unless all of them met each other (spec 20)."""
    members = set(group)
    records = view.ledger.records
    if len(members) < 2 or not all(members <= {player, *records[player].met} for player in members):
        return None
    return {player: sum(line.points for line in records[player].lines if line.opponent in members) for player in members}


def _mutual_alone(view: View, player: int) -> Number | None:
    """A mutual result needs a group; ``ordered`` asks ``mutual``."""
    return None


PLAIN, UNITS, QUARTERS = 0, 1, 4


#: The same few values come back for hundreds of players; making a fraction costs more than everything else about one.
_exact = lru_cache(maxsize=4096)(Fraction)


@dataclass(frozen=True)
class Key:
    """A tie-break: its function and what one of its numbers is: plain, units of the ledger, or quarters of those."""

    code: str
    value: Callable[[View, int], Number | None]
    measure: int = PLAIN
    lower_first: bool = False

    def exact(self, view: View, value: Number | None) -> Fraction | None:
        """A number of this key as points or as it is."""
        if value is None:
            return None
        return _exact(value, self.measure * view.ledger.unit if self.measure else 1)


KEYS: dict[str, Key] = {
    key.code: key
    for key in (
        Key("1", own_rating),
        Key("2", average_rating),
        Key("3", wins),
        Key("4", resistance, UNITS),
        Key("5", resistance_less_lowest, UNITS),
        Key("6", resistance_less_extremes, UNITS),
        Key("7", sonneborn_berger, QUARTERS),
        Key(MUTUAL, _mutual_alone, UNITS),
        Key("p", plus_minus),
        Key("t", full_truncated, UNITS),
        Key("s", opponents_resistance, UNITS),
        Key("c", progressive, UNITS),
        Key("b", blacks),
        Key("k", board_points),
        Key("l", lot, lower_first=True),
    )
}


def parse(field: str) -> tuple[str, ...]:
    """The codes of a typed field; blanks, commas and hyphens between them are allowed, capitals too. TiebreakError otherwise."""
    codes: list[str] = []
    for typed in field:
        code = typed.lower()
        if code.isspace() or code in ",;-":
            continue
        if code not in KEYS:
            raise TiebreakError(typed)
        if code in codes:
            raise TiebreakError(typed, repeated=True)
        codes.append(code)
    return tuple(codes)


class Ordered(NamedTuple):
    """A player in an order: what was compared (highest first, key by key) and the exact values of the codes."""

    player: int
    keys: tuple[Any, ...]
    values: tuple[Fraction | None, ...]


def ordered(
    view: View,
    codes: Iterable[str],
    first: Mapping[int, tuple[int, ...]] | None = None,
    barrage: bool = False,
    last: Mapping[int, int] | None = None,
) -> list[Ordered]:
    """Everybody of the ledger in order: ``first`` [the points], the codes, barrage when asked, ``last`` [lot number, order of entry].

    ``first``: whole numbers per player, higher first, that are compared before the codes. ``keys`` of the answer holds those, one
    for each code, and the barrage number: two players with equal ``keys`` are only separated by ``last``, lower first.
    """
    records, players = view.ledger.records, view.competition.by_id
    keys: dict[int, list[Any]] = {player: list(first[player]) if first else [record.points] for player, record in records.items()}
    values: dict[int, list[Fraction | None]] = {player: [] for player in records}
    for code in codes:
        key = KEYS[code]
        numbers = _of_groups(view, keys) if code == MUTUAL else {player: key.value(view, player) for player in records}
        for player, number in numbers.items():
            values[player].append(key.exact(view, number))
            if code == "t":
                keys[player].append(truncated_series(view, player))
            else:
                keys[player].append(_LOWEST if number is None else -number if key.lower_first else number)
    if barrage:
        for player in records:
            keys[player].append(players[player].barrage)
    entry = {player: (last[player] if last else 0, one.lot, one.order, player) for player, one in players.items()}
    by_entry = sorted(records, key=entry.__getitem__)
    return [Ordered(one, tuple(keys[one]), tuple(values[one])) for one in sorted(by_entry, key=keys.__getitem__, reverse=True)]


def _of_groups(view: View, keys: Mapping[int, list[Any]]) -> Mapping[int, Number | None]:
    """The mutual result of everybody within the players who are equal so far."""
    result: dict[int, Number | None] = {}
    for group in tied_groups(keys).values():
        points = mutual(view, group)
        for player in group:
            result[player] = None if points is None else points[player]
    return result


def tied_groups(keys: Mapping[int, Iterable[Any]]) -> Mapping[tuple[Any, ...], list[int]]:
    """The players by equal keys."""
    groups: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    for player, values in keys.items():
        groups[tuple(values)].append(player)
    return groups
