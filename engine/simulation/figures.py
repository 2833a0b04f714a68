"""What a simulated tournament tells about its system: floats, colours, byes, rematches, and how well the order follows the strength.

A player *floats* when he meets somebody with another number of points (game points of the classification's scale, whatever its system):
down when the other has fewer or he has the bye, up when the other has more (spec 32 A4).
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from engine.classification import standing
from engine.competition import BYE
from engine.pairing import facts
from engine.record import Ledger, Record, ledger
from engine.simulation.correlation import spearman
from engine.simulation.plan import Simulation

_RELAXED = frozenset(
    (
        facts.COLOUR_LIMIT_GIVEN_UP,
        facts.RELAXED_COLOUR,
        facts.RELAXED_DISTANCE,
        facts.RELAXED_DAYS,
        facts.RELAXED_MEETINGS,
        facts.RELAXED_BYES,
    )
)


@dataclass(frozen=True)
class RoundFigures:
    """One round: its pairs, those of players with different points, whether somebody had the bye, whether a rule had to be relaxed."""

    number: int
    pairs: int
    unequal: int
    bye: bool
    relaxed: bool

    @property
    def down(self) -> int:
        """How many floated down."""
        return self.unequal + self.bye

    @property
    def up(self) -> int:
        """How many floated up."""
        return self.unequal


@dataclass(frozen=True)
class Figures:
    """One tournament. ``not_paired``: rounds that had no complete pairing and those after them. ``balances``: how many players ended with
    how large a difference of whites and blacks. ``longest_row``: games of the same colour in a row. ``most_byes``: of one player.
    ``rematches``: games between two who had met before. ``correlation``: of the final standing with the true strength, of those who were
    still in it; None when there are too few. ``strongest_won``: whether the strongest of them has the first place, perhaps shared.
    """

    rounds: tuple[RoundFigures, ...]
    not_paired: int
    balances: Mapping[int, int]
    longest_row: int
    byes: int
    most_byes: int
    rematches: int
    correlation: Fraction | None
    strongest_won: bool


def figures(simulation: Simulation) -> Figures:
    """The figures of a simulated tournament."""
    competition, settings = simulation.competition, simulation.plan.standing
    last = len(simulation.drafts)
    book = ledger(competition, settings.scale, last, reason_points=settings.reason_points)
    played = [record for record in book.records.values() if record.played]
    byes = Counter(entry.player for entry in competition.entries if entry.reason == BYE)
    correlation, won = _order(simulation, last)
    return Figures(
        rounds=_rounds(simulation, book),
        not_paired=0 if simulation.impossible is None else simulation.plan.rounds - last,
        balances=dict(sorted(Counter(abs(record.balance) for record in played).items())),
        longest_row=max((_longest_row(record) for record in played), default=0),
        byes=byes.total(),
        most_byes=max(byes.values(), default=0),
        rematches=sum(times - 1 for record in played for times in record.met.values()) // 2,
        correlation=correlation,
        strongest_won=won,
    )


def _rounds(simulation: Simulation, book: Ledger) -> tuple[RoundFigures, ...]:
    """The rounds one by one, with the points that everybody had before each."""
    points = dict.fromkeys(book.records, 0)
    gained = {(player, line.round): line.points for player, record in book.records.items() for line in record.lines}
    found = []
    for number, draft in enumerate(simulation.drafts, start=1):
        unequal = sum(points[pair.white] != points[pair.black] for pair in draft.pairs)
        relaxed = any(remark.code in _RELAXED for remark in draft.remarks)
        found.append(RoundFigures(number, len(draft.pairs), unequal, draft.bye is not None, relaxed))
        for player in points:
            points[player] += gained.get((player, number), 0)
    return tuple(found)


def _longest_row(record: Record) -> int:
    """The longest row of games with the same colour."""
    return max(sum(1 for _ in row) for _, row in groupby(line.colour for line in record.played))


def _order(simulation: Simulation, last: int) -> tuple[Fraction | None, bool]:
    """The correlation of the final standing with the true strength, and whether the strongest is first; of those still in the schedule."""
    if not last:
        return None, False
    known = simulation.competition.by_id
    rows = [
        row
        for row in standing(simulation.competition, simulation.plan.standing, last).rows
        if known[row.player].in_schedule(last + 1)
    ]
    strength = [simulation.strength[row.player] for row in rows]
    if len(rows) < 2:
        return None, False
    first = {known for row, known in zip(rows, strength, strict=True) if row.place == rows[0].place}
    return spearman([-row.place for row in rows], strength), max(strength) in first


@dataclass(frozen=True)
class Summary:
    """Many tournaments of one plan. Counts are totals of all of them unless said otherwise; shares and averages are exact.

    ``stopped``: tournaments with a round that could not be paired. ``longest_row``, ``most_byes``: the worst of all.
    """

    tournaments: int = 0
    paired: int = 0
    not_paired: int = 0
    stopped: int = 0
    relaxed: int = 0
    pairs: int = 0
    down: int = 0
    up: int = 0
    balances: tuple[tuple[int, int], ...] = ()
    longest_row: int = 0
    byes: int = 0
    most_byes: int = 0
    rematches: int = 0
    correlations: int = 0
    correlation_sum: Fraction = Fraction(0)
    strongest_won: int = 0

    @property
    def floating(self) -> Fraction:
        """The share of players at a board who met somebody with other points."""
        return Fraction(self.up, self.pairs) if self.pairs else Fraction(0)

    @property
    def down_a_round(self) -> Fraction:
        """How many floated down in a round, on average."""
        return Fraction(self.down, self.paired) if self.paired else Fraction(0)

    @property
    def up_a_round(self) -> Fraction:
        """How many floated up in a round, on average."""
        return Fraction(self.up, self.paired) if self.paired else Fraction(0)

    @property
    def largest_balance(self) -> int:
        """The largest difference of whites and blacks that anybody ended with."""
        return max((balance for balance, _ in self.balances), default=0)

    def share_within(self, balance: int) -> Fraction:
        """The share of players who ended with at most this difference of whites and blacks."""
        everybody = sum(count for _, count in self.balances)
        return Fraction(sum(count for one, count in self.balances if one <= balance), everybody) if everybody else Fraction(0)

    @property
    def rematches_each(self) -> Fraction:
        """Games between two who had met before, in a tournament on average."""
        return Fraction(self.rematches, self.tournaments) if self.tournaments else Fraction(0)

    @property
    def correlation(self) -> Fraction | None:
        """The average correlation of final standing and true strength; None when there is none."""
        return self.correlation_sum / self.correlations if self.correlations else None


def summary(tournaments: Iterable[Figures]) -> Summary:
    """The figures of many tournaments together, whatever their order."""
    every = list(tournaments)
    rounds = [one for tournament in every for one in tournament.rounds]
    balances: Counter[int] = Counter()
    for tournament in every:
        balances.update(tournament.balances)
    known = [tournament.correlation for tournament in every if tournament.correlation is not None]
    return Summary(
        tournaments=len(every),
        paired=len(rounds),
        not_paired=sum(one.not_paired for one in every),
        stopped=sum(one.not_paired > 0 for one in every),
        relaxed=sum(one.relaxed for one in rounds),
        pairs=sum(one.pairs for one in rounds),
        down=sum(one.down for one in rounds),
        up=sum(one.up for one in rounds),
        balances=tuple(sorted(balances.items())),
        longest_row=max((one.longest_row for one in every), default=0),
        byes=sum(one.byes for one in every),
        most_byes=max((one.most_byes for one in every), default=0),
        rematches=sum(one.rematches for one in every),
        correlations=len(known),
        correlation_sum=sum(known, Fraction(0)),
        strongest_won=sum(one.strongest_won for one in every),
    )
