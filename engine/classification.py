"""A classification: filter + system + order -> Standing (spec 10 "Per classification", 20)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from engine import systems, tiebreaks
from engine.competition import Competition, Player
from engine.record import Line
from engine.results import Scale, Side
from engine.systems.basis import Basis, Extras, TieOrder, basis


@dataclass(frozen=True)
class Settings:
    """Everything that makes a classification out of the games of a competition; stored as JSON, exact numbers as text.

    ``system``: normal, swiss, keizer, moyenne, rating, attendance. ``tiebreaks``: codes typed as one field (spec 20). ``unplayed``:
    how unplayed games count for resistance: ``self`` (KNDB) or ``fmjd``. ``reason_points``: what each reason pays here [0; bye: the
    scale's bye]; ``fixed_reasons``: those that pay it whatever the own result of the entry (an external match on the club evening
    pays 1, won or lost; spec 23). ``first_round``/``last_round``: the period [all]; ``sessions``: evening labels [all]; ``category``: letter ['' = all].
    ``options``: the settings of the other systems.
    """

    name: str = ""
    system: str = "normal"
    scale: Scale = field(default_factory=Scale)
    tiebreaks: str = ""
    fewer_games_first: bool = True
    unplayed: str = "self"
    reason_points: Mapping[str, Fraction] = field(default_factory=dict)
    first_round: int = 1
    last_round: int | None = None
    sessions: tuple[str, ...] = ()
    category: str = ""
    minimum_games: int = 0
    options: Mapping[str, object] = field(default_factory=dict)
    fixed_reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """One player of a standing. ``place`` is shared by players equal on all keys before the lot number.

    ``score``: None = the system gives him none (no games), he stands at the bottom. ``games``: those on which the score rests.
    ``tiebreaks``: (code, value) in the order of the settings; value None = does not apply (mutual result of players who did not all
    meet). ``decided_by``: what put him below the row above: ``score``, ``games``, a tie-break code, ``barrage``, ``lot``, ``entry`` (equal
    lot numbers: order of entry), the key of the system's own order (``previous``), ``minimum``, or '' for the first. ``below_minimum``: fewer games than asked, listed after the others.
    ``previous``: place on the last published list. Wins and losses include forfeits where those count: the five
    add up to ``games``. ``figures``: further columns of the system by key (``saldo``). ``mark``: ``<`` or ``>``, the score is only a bound.
    """

    player: int
    place: int
    score: Fraction | None
    games: int
    wins: int
    plus: int
    draws: int
    minus: int
    losses: int
    tiebreaks: tuple[tuple[str, Fraction | None], ...] = ()
    decided_by: str = ""
    below_minimum: bool = False
    previous: int | None = None
    figures: tuple[tuple[str, Fraction], ...] = ()
    mark: str = ""


@dataclass(frozen=True)
class Standing:
    """The rows in order, of the rounds first … last."""

    rows: tuple[Row, ...]
    first: int
    last: int
    settings: Settings


def standing(competition: Competition, settings: Settings, last_round: int, previous: Mapping[int, int] | None = None) -> Standing:
    """The standing after ``last_round``, over the period, sessions and players of the settings (spec 20 "Order of a standing").

    ``previous``: places on the last published list by player id. Filters (category, minimum number of games, *in standings* off) hide
    or move rows and never change a value (spec 10). The order of equal players (lot number, order of entry) is always the same.
    TiebreakError when the tie-break field cannot be read; ValueError for an unknown system.
    """
    ground = basis(competition, settings, last_round)
    codes = tiebreaks.parse(settings.tiebreaks)
    system = systems.system(settings.system)
    names, order, scores = _order(ground, codes)
    extras, ties = system.extras(ground), system.ties(ground)
    listed = [one for one in order if _is_listed(competition.by_id[one.player], settings, ground.last)]
    games = {one.player: list(filter(system.counts, ground.ledger.records[one.player].lines)) for one in listed}
    short = {player for player, lines in games.items() if len(lines) < settings.minimum_games}
    listed.sort(key=lambda one: one.player in short)
    shared = ("lot", "entry", *((ties.key,) if ties and ties.shares_place else ()))
    rows: list[Row] = []
    for index, one in enumerate(listed):
        decided = _decided(competition, names, listed[index - 1] if index else None, one, short, ties)
        place = rows[-1].place if decided in shared else index + 1
        row = _row(one, scores[one.player], place, codes, games[one.player], decided, extras.get(one.player, _NOTHING_BESIDE))
        earlier = None if previous is None else previous.get(one.player)
        rows.append(replace(row, below_minimum=one.player in short, previous=earlier) if short or earlier else row)
    return Standing(tuple(rows), ground.first, ground.last, settings)


_NOTHING_BESIDE = Extras()


def by_lot(competition: Competition) -> tuple[Player, ...]:
    """The players in the order that separates equal ones everywhere: lot number, order of entry, id."""
    return tuple(sorted(competition.players, key=lambda player: (player.lot, player.order, player.id)))


@dataclass(frozen=True)
class Progress:
    """The progress table: the round numbers, and per player of a standing his score (None = he had none) after each of them.

    ``marks``: ``<`` or ``>`` where a score was only a bound, of players who had such a score.
    """

    rounds: tuple[int, ...]
    scores: Mapping[int, tuple[Fraction | None, ...]]
    marks: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    def marked(self, player: int) -> Iterator[tuple[Fraction | None, str]]:
        """A player's scores, each with its mark."""
        scores = self.scores[player]
        return zip(scores, self.marks.get(player, ("",) * len(scores)), strict=True)


def progress(competition: Competition, shown: Standing) -> Progress:
    """The scores after each round of a standing (*voortschrijdingstabel*); for the players and the period that it lists."""
    ground = basis(competition, shown.settings, shown.last)
    system = systems.system(shown.settings.system)
    scores = system.progress(ground)
    return Progress(system.rounds(ground), {row.player: scores[row.player] for row in shown.rows}, system.progress_marks(ground))


def _order(ground: Basis, codes: Sequence[str]) -> tuple[list[str], list[tiebreaks.Ordered], Mapping[int, Fraction | None]]:
    """The names of the keys, everybody in order by them, and the scores."""
    system = systems.system(ground.settings.system)
    scores = system.scores(ground)
    rank: dict[Fraction | None, int] = {None: -1}
    rank |= {score: index for index, score in enumerate(sorted({score for score in scores.values() if score is not None}))}
    fewer = system.fewer_games_first and ground.settings.fewer_games_first
    first: dict[int, tuple[int, ...]] = {player: (rank[score],) for player, score in scores.items()}
    if fewer:
        for player, record in ground.ledger.records.items():
            first[player] += (-sum(map(system.counts, record.lines)),)
    names = ["score", *(["games"] if fewer else []), *codes, "barrage"]
    ties = system.ties(ground)
    return names, tiebreaks.ordered(ground.view, codes, first, barrage=True, last=ties.places if ties else None), scores


def tied_before(ground: Basis, code: str, player: int) -> tuple[int, ...]:
    """Everybody, the player included, who is equal with him on all keys before this code; himself alone when he is tied with nobody."""
    codes = tiebreaks.parse(ground.settings.tiebreaks)
    earlier = codes[: codes.index(code)] if code in codes else codes
    _, order, _ = _order(ground, earlier)
    own = next(one.keys[:-1] for one in order if one.player == player)
    return tuple(one.player for one in order if one.keys[:-1] == own)


def _is_listed(player: Player, settings: Settings, last: int) -> bool:
    """Whether a row shows him: *in standings* after the last round and of the category."""
    return player.in_standings(max(last, 1)) and (not settings.category or settings.category in player.categories)


def _decided(
    competition: Competition,
    names: Sequence[str],
    above: tiebreaks.Ordered | None,
    below: tiebreaks.Ordered,
    short: set[int],
    ties: TieOrder | None,
) -> str:
    """Which key put a player below the one above him."""
    if above is None:
        return ""
    if below.player in short and above.player not in short:
        return "minimum"
    for name, higher, lower in zip(names, above.keys, below.keys, strict=True):
        if higher != lower:
            return name
    if ties:
        return ties.key
    by_lot = competition.by_id[above.player].lot != competition.by_id[below.player].lot
    return "lot" if by_lot else "entry"


def _row(
    one: tiebreaks.Ordered,
    score: Fraction | None,
    place: int,
    codes: Sequence[str],
    games: Sequence[Line],
    decided: str,
    beside: Extras,
) -> Row:
    """A row from a player's games, his place in the order and what the system shows beside his score."""
    counts = Counter([line.side for line in games])
    return Row(
        player=one.player,
        place=place,
        score=score,
        games=len(games),
        wins=counts[Side.WIN] + counts[Side.FORFEIT_WIN],
        plus=counts[Side.PLUS],
        draws=counts[Side.DRAW],
        minus=counts[Side.MINUS],
        losses=counts[Side.LOSS] + counts[Side.FORFEIT_LOSS],
        tiebreaks=tuple(zip(codes, one.values, strict=True)),
        decided_by=decided,
        figures=beside.figures,
        mark=beside.mark,
    )
