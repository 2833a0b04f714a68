"""Explanations as data: what a number of a standing consists of, and which key decided a tie (spec 20 Explain, spec 70 trap 17)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine import systems, tiebreaks
from engine.classification import Row, Settings, Standing, tied_before
from engine.competition import Competition
from engine.results import Side
from engine.systems.basis import Basis, Extras, basis
from engine.terms import Term, Working, of_line

SCORE = "score"
#: How the terms make the number: added up, counted, averaged, taken as it is, a series compared value by value, or by a calculation.
SUM, COUNT, AVERAGE, VALUE, SERIES, FORMULA = "sum", "count", "average", "value", "series", "formula"


@dataclass(frozen=True)
class Explanation:
    """A number of a player and its terms.

    ``what``: ``score`` or a tie-break code. ``total``: the number as the standing shows it (None = does not apply). ``method``: how the
    terms with ``counts`` make it. ``series``: for code t resistance without the lowest, without the two lowest … ``group``: for code m the
    tied players; ``not_met``: two of them who did not meet, which is why it does not apply. ``unplayed``: how unplayed games count.
    ``workings``: the calculation line by line, the last one gives the number. ``mark``: ``<`` or ``>``, the number is only a bound.
    """

    player: int
    what: str
    total: Fraction | None
    method: str
    terms: tuple[Term, ...] = ()
    series: tuple[Fraction, ...] = ()
    group: tuple[int, ...] = ()
    not_met: tuple[int, ...] = ()
    unplayed: str = tiebreaks.SELF
    workings: tuple[Working, ...] = ()
    mark: str = ""


@dataclass(frozen=True)
class Step:
    """A key in the comparison of two players: both values. ``left_out``: for code t how many lowest parts the values leave out."""

    key: str
    above: Fraction | None
    below: Fraction | None
    left_out: int = 0


@dataclass(frozen=True)
class Tie:
    """Why a player stands under the one above him: the keys on which they are equal, the last one decided."""

    above: int
    below: int
    steps: tuple[Step, ...]
    decided_by: str


def explain(competition: Competition, settings: Settings, last_round: int, player: int, what: str = SCORE) -> Explanation:
    """What a number of the standing after ``last_round`` consists of. KeyError for an unknown player, ValueError for an unknown number."""
    ground = basis(competition, settings, last_round)
    if player not in ground.ledger.records:
        raise KeyError(player)
    if what == SCORE:
        return explain_score(ground, player)
    if what not in _EXPLAINERS:
        raise ValueError(f"unknown number {what!r}; known are {SCORE} {' '.join(_EXPLAINERS)}")
    return replace(_EXPLAINERS[what](ground, player, what), unplayed=settings.unplayed)


def explain_score(ground: Basis, player: int) -> Explanation:
    """The score by its system: its terms added up, or a calculation from them. For many players of one basis."""
    system = systems.system(ground.settings.system)
    workings = system.workings(ground, player)
    return Explanation(
        player,
        SCORE,
        system.scores(ground)[player],
        FORMULA if workings else SUM,
        system.terms(ground, player),
        unplayed=ground.settings.unplayed,
        workings=workings,
        mark=system.extras(ground).get(player, Extras()).mark,
    )


def tie(competition: Competition, standing: Standing, player: int) -> Tie | None:
    """The comparison of a listed player with the one above him, key by key; None for the first or for somebody not listed."""
    place = next((index for index, row in enumerate(standing.rows) if row.player == player), 0)
    if not place:
        return None
    above, below = standing.rows[place - 1], standing.rows[place]
    steps: list[Step] = []
    for key in ["minimum"] if below.decided_by == "minimum" else _keys(standing, below):
        steps.append(_step(competition, standing, key, above, below))
        if key == below.decided_by:
            break
    return Tie(above.player, below.player, tuple(steps), below.decided_by)


def _keys(standing: Standing, row: Row) -> list[str]:
    """The keys of a standing in the order in which they are compared; the last ones order players who are equal on all others."""
    settings = standing.settings
    fewer = settings.fewer_games_first and systems.system(settings.system).fewer_games_first
    keys = [SCORE, *(["games"] if fewer else []), *(code for code, _ in row.tiebreaks), "barrage"]
    return [*keys, "lot", "entry"] if row.decided_by in (*keys, "lot", "entry") else [*keys, row.decided_by]


def _step(competition: Competition, standing: Standing, key: str, above: Row, below: Row) -> Step:
    """Both players' values of one key."""
    if key == "t":
        return _series_step(basis(competition, standing.settings, standing.last), above, below)
    counted = {"games", "minimum", "barrage", "lot", "entry", SCORE, *dict(above.tiebreaks)}
    if key not in counted:
        ties = systems.system(standing.settings.system).ties(basis(competition, standing.settings, standing.last))
        places = ties.places if ties else {}
        return Step(key, Fraction(places[above.player]), Fraction(places[below.player]))

    def value(row: Row) -> Fraction | None:
        known = competition.by_id[row.player]
        counts = {"games": row.games, "minimum": row.games, "barrage": known.barrage, "lot": known.lot, "entry": known.order}
        if key == SCORE:
            return row.score
        return Fraction(counts[key]) if key in counts else dict(row.tiebreaks)[key]

    return Step(key, value(above), value(below))


def _series_step(ground: Basis, above: Row, below: Row) -> Step:
    """The first pair of truncated resistances that differ, or the first pair when none does."""
    higher, lower = (tiebreaks.truncated_series(ground.view, row.player) for row in (above, below))
    longest = max(len(higher), len(lower), 1)
    pairs = [(_at(higher, index), _at(lower, index)) for index in range(longest)]
    index = next((at for at, (one, other) in enumerate(pairs) if one != other), 0)
    unit = ground.ledger.unit
    return Step("t", Fraction(pairs[index][0], unit), Fraction(pairs[index][1], unit), left_out=index + 1)


def _at(series: Sequence[int], index: int) -> int:
    """A value of a series that goes on with zeros."""
    return series[index] if index < len(series) else 0


def _whole(ground: Basis, player: int, what: str) -> Fraction | None:
    """The number itself, by the key's own function."""
    key = tiebreaks.KEYS[what]
    return key.exact(ground.view, key.value(ground.view, player))


def _basis_of(ground: Basis, opponent: int | None) -> str:
    """What the value of a line is: the opponent's, the player's own, or nothing."""
    if opponent is not None:
        return "opponent"
    return "own" if ground.view.unplayed == tiebreaks.SELF else "nothing"


def _resistance(ground: Basis, player: int, what: str) -> Explanation:
    """4, 5, 6, t: each opponent's points; the lowest and the highest part that do not count are marked."""
    view, unit = ground.view, ground.ledger.unit
    parts = tiebreaks.resistance_parts(view, player)
    by_size = sorted(range(len(parts)), key=lambda index: parts[index])
    left_out = {"4": set(), "6": {*by_size[:1], *by_size[-1:]}}.get(what, set(by_size[:1]))
    terms = tuple(
        of_line(line, Fraction(part, unit), basis=_basis_of(ground, opponent), counts=index not in left_out)
        for index, ((line, opponent), part) in enumerate(zip(view.lines[player], parts, strict=True))
    )
    series = tuple(Fraction(value, unit) for value in tiebreaks.truncated_series(view, player)) if what == "t" else ()
    return Explanation(player, what, _whole(ground, player, what), SERIES if what == "t" else SUM, terms, series)


def _sonneborn_berger(ground: Basis, player: int, what: str) -> Explanation:
    """7: share x the opponent's points; an unplayed game half the own points."""
    view, unit = ground.view, ground.ledger.unit
    terms = []
    for (line, opponent), part in zip(view.lines[player], tiebreaks.sb_parts(view, player), strict=True):
        value = Fraction(ground.ledger.records[player if opponent is None else opponent].points, unit)
        source = _basis_of(ground, opponent)
        share = Fraction(tiebreaks.fourths(line.side) if opponent is not None else 2 if source == "own" else 0, 4)
        terms.append(of_line(line, Fraction(part, 4 * unit), share, value, source))
    return Explanation(player, what, _whole(ground, player, what), SUM, tuple(terms))


def _opponents_resistance(ground: Basis, player: int, what: str) -> Explanation:
    """s: each opponent's resistance."""
    view, unit = ground.view, ground.ledger.unit
    parts = tiebreaks.opponents_resistance_parts(view, player)
    terms = tuple(
        of_line(line, Fraction(part, unit), basis=_basis_of(ground, opponent))
        for (line, opponent), part in zip(view.lines[player], parts, strict=True)
    )
    return Explanation(player, what, _whole(ground, player, what), SUM, terms)


def _mutual(ground: Basis, player: int, what: str) -> Explanation:
    """m: the games between the tied players, or the two who did not meet."""
    view, unit = ground.view, ground.ledger.unit
    group = tied_before(ground, what, player)
    points = tiebreaks.mutual(view, group)
    if points is None:
        records = ground.ledger.records
        not_met = next(((one, two) for one in group for two in group if one < two and two not in records[one].met), ())
        return Explanation(player, what, None, SUM, group=group, not_met=not_met)
    terms = tuple(
        of_line(line, Fraction(line.points, unit)) for line in ground.ledger.records[player].lines if line.opponent in group
    )
    return Explanation(player, what, Fraction(points[player], unit), SUM, terms, group=group)


def _average(ground: Basis, player: int, what: str) -> Explanation:
    """2: the ratings of the opponents; those without a rating are marked as left out."""
    terms = tuple(
        of_line(line, None if rating is None else Fraction(rating), basis="opponent", counts=rating is not None)
        for line, rating in tiebreaks.rated_opponents(ground.view, player)
    )
    return Explanation(player, what, _whole(ground, player, what), AVERAGE, terms)


def _counted(amount: Callable[[Side | None, str, bool], int]) -> Callable[[Basis, int, str], Explanation]:
    """3, p, b: the games that count for something, each with what it counts; ``amount`` sees side, colour and whether it was played."""

    def explained(ground: Basis, player: int, what: str) -> Explanation:
        lines = ground.ledger.records[player].lines
        counted = [(line, amount(line.side, line.colour, line.is_played)) for line in lines if line.game is not None]
        terms = tuple(of_line(line, Fraction(number)) for line, number in counted if number)
        return Explanation(player, what, _whole(ground, player, what), COUNT, terms)

    return explained


def _progressive(ground: Basis, player: int, what: str) -> Explanation:
    """c: the points after each round."""
    parts = tiebreaks.progressive_parts(ground.view, player)
    terms = tuple(
        Term("round", Fraction(part, ground.ledger.unit), round=number)
        for number, part in zip(ground.view.rounds, parts, strict=True)
    )
    return Explanation(player, what, _whole(ground, player, what), SUM, terms)


def _boards(ground: Basis, player: int, what: str) -> Explanation:
    """k: the points as the results are written."""
    lines = [line for line in ground.ledger.records[player].lines if line.game is not None]
    parts = tiebreaks.board_parts(ground.view, player)
    terms = tuple(of_line(line, part) for line, part in zip(lines, parts, strict=True))
    return Explanation(player, what, _whole(ground, player, what), SUM, terms)


def _fact(ground: Basis, player: int, what: str) -> Explanation:
    """1, l: the player's own rating or lot number."""
    value = _whole(ground, player, what)
    return Explanation(player, what, value, VALUE, (Term("player", value),))


_EXPLAINERS: dict[str, Callable[[Basis, int, str], Explanation]] = {
    "1": _fact,
    "2": _average,
    "3": _counted(lambda side, _colour, _played: int(side in (Side.WIN, Side.FORFEIT_WIN))),
    "4": _resistance,
    "5": _resistance,
    "6": _resistance,
    "7": _sonneborn_berger,
    "m": _mutual,
    "p": _counted(lambda side, _colour, _played: (side is Side.PLUS) - (side is Side.MINUS)),
    "t": _resistance,
    "s": _opponents_resistance,
    "c": _progressive,
    "b": _counted(lambda _side, colour, played: int(played and colour == "b")),
    "k": _boards,
    "l": _fact,
}
