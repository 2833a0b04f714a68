"""What each player has done: one line a game or unplayed round, points, colours, opponents (spec 20, 31).

Points are whole numbers of 1/``unit`` of a point, so that sums are exact and fast; ``Ledger.score`` gives the Fraction.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from operator import attrgetter

from engine.competition import BYE, CLOSED, PUBLISHED, Competition, Game, SingleEntry
from engine.results import ADJOURNED, DRAW, OPEN, Scale, Side, free_score, sides


@dataclass(slots=True)
class Line:
    """One game or one unplayed round of a player. ``points`` in units; ``colour`` 'w' or 'b' for games, '' for single entries.

    ``side`` is None for a single entry without a result. ``opponent`` is None for single entries. ``is_played``: a game of the
    competition, played at the board (or adjourned, when read for a pairing).
    """

    round: int
    points: int
    side: Side | None
    opponent: int | None
    colour: str
    game: Game | None = None
    entry: SingleEntry | None = None
    is_played: bool = False


@dataclass(slots=True)
class Record:
    """The lines of one player in round order and what follows from them."""

    player: int
    lines: list[Line] = field(default_factory=list)
    points: int = 0
    balance: int = 0
    met: dict[int, int] = field(default_factory=dict)

    @property
    def played(self) -> list[Line]:
        """The games played at the board."""
        return [line for line in self.lines if line.is_played]

    @property
    def unplayed(self) -> list[Line]:
        """Byes, forfeited games and entered absences; a round without any entry is not here."""
        return [line for line in self.lines if not line.is_played]

    @property
    def games(self) -> int:
        """Games that count as games: played at the board or forfeited."""
        return sum(1 for line in self.lines if line.game is not None)

    def count(self, *wanted: Side) -> int:
        """How many games ended with one of these sides."""
        return sum(1 for line in self.lines if line.game is not None and line.side in wanted)


@dataclass(frozen=True, slots=True)
class Ledger:
    """The records of all players; ``unit`` = how many units make one point; ``rounds`` = the numbers of the rounds it covers."""

    records: Mapping[int, Record]
    unit: int
    rounds: frozenset[int] = frozenset()

    def score(self, player: int) -> Fraction:
        """The points of a player."""
        return Fraction(self.records[player].points, self.unit)


def ledger(
    competition: Competition,
    scale: Scale,
    last: int,
    first: int = 1,
    reason_points: Mapping[str, Fraction] | None = None,
    sessions: Iterable[str] = (),
    fixed_reasons: Iterable[str] = (),
    for_pairing: bool = False,
) -> Ledger:
    """The records over rounds ``first`` … ``last``, as if only those rounds existed.

    ``reason_points``: what a single entry without a result of its own pays, by reason key [0; bye: ``scale.bye``]. ``fixed_reasons``:
    those that pay it whatever the own result. ``sessions``: only rounds with one of these labels [all]. ``for_pairing``: adjourned and
    open games count as a draw (spec 10, 31). Annulled games count for nobody. Single entries of rounds that are not published yet do
    not count.
    """
    pays = reason_points or {}
    unit = _unit(competition, scale, pays)
    labels, fixed = frozenset(sessions), frozenset(fixed_reasons)
    shown = {one.number for one in competition.rounds if one.state in (PUBLISHED, CLOSED)}
    chosen = {one.number for one in competition.rounds if first <= one.number <= last and (not labels or one.session in labels)}
    records = {player.id: Record(player.id) for player in competition.players}
    table: dict[str, _Sides | None] = {}
    for game in sorted(competition.games, key=_round_of):
        number, code = game.round, game.result
        if game.annulled or number not in chosen:
            continue
        if code not in table:
            table[code] = _both_sides(DRAW if for_pairing and code in (OPEN, ADJOURNED) else code, scale, unit)
        known = table[code]
        if known is not None:
            _add_game(records[game.white], records[game.black], game, number, known)
    with_entries = set()
    for entry in competition.entries:
        if entry.round in chosen and entry.round in shown:
            side = sides(entry.result)[0] if entry.result else None
            points = _units(paid(entry, scale, pays, fixed), unit)
            record = records[entry.player]
            record.lines.append(Line(entry.round, points, side, None, "", None, entry))
            record.points += points
            with_entries.add(entry.player)
    for player in with_entries:
        records[player].lines.sort(key=_round_of)
    return Ledger(records, unit, frozenset(chosen))


#: White's and black's points in units and sides, and whether the game was played at the board.
_Sides = tuple[int, int, Side, Side, bool]
_round_of = attrgetter("round")


def _add_game(one: Record, other: Record, game: Game, number: int, result: _Sides) -> None:
    """Put a game at the end of White's and Black's records. It is done for every game of a season, so both sides are written out."""
    white_points, black_points, white_side, black_side, played = result
    white, black = one.player, other.player
    one.lines.append(Line(number, white_points, white_side, black, "w", game, None, played))
    other.lines.append(Line(number, black_points, black_side, white, "b", game, None, played))
    one.points += white_points
    other.points += black_points
    if played:
        one.balance += 1
        other.balance -= 1
        one.met[black] = one.met.get(black, 0) + 1
        other.met[white] = other.met.get(white, 0) + 1


def _both_sides(code: str, scale: Scale, unit: int) -> _Sides | None:
    """What a result gives to both; None when it gives nothing (open, adjourned)."""
    white, black = sides(code)
    if not white.is_scored:
        return None
    white_points, black_points = scale.points(code)
    return _units(white_points, unit), _units(black_points, unit), white, black, white.is_played


def _units(points: Fraction, unit: int) -> int:
    """Points in units; every denominator divides the unit."""
    return points.numerator * (unit // points.denominator)


def paid(entry: SingleEntry, scale: Scale, reason_points: Mapping[str, Fraction], fixed_reasons: Collection[str] = ()) -> Fraction:
    """The points of a single entry: by its own result unless its reason is fixed, else by its reason [0; bye: ``scale.bye``]."""
    if entry.result and entry.reason not in fixed_reasons:
        return scale.of(sides(entry.result)[0])
    return reason_points.get(entry.reason, scale.bye if entry.reason == BYE else Fraction(0))


def _unit(competition: Competition, scale: Scale, pays: Mapping[str, Fraction]) -> int:
    """The least common denominator of all points that can occur."""
    values = [scale.win, scale.plus, scale.draw, scale.minus, scale.loss, scale.bye, scale.forfeit_win, scale.forfeit_loss]
    denominators = {value.denominator for value in [*values, *pays.values()]}
    results = {game.result for game in competition.games}
    free = (score for score in map(free_score, results) if score is not None)
    denominators |= {value.denominator for score in free for value in score}
    return lcm(*denominators)
