"""The keys of a Swiss on rating in their order (spec 32), put to a pairing that stands already."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.judging import rules
from engine.judging.keys import Key
from engine.matching import bits
from engine.pairing.draft import Value
from engine.pairing.swiss_rating.floats import LEVELS
from engine.pairing.swiss_rating.group import Board, Group, remove_lonely, score_groups
from engine.pairing.swiss_rating.preferences import x

Pairs = list[tuple[int, int]]


@dataclass(frozen=True)
class Way:
    """How a group is paired: ``first`` = the pairs of S1 with S2, ``rest`` = those of the homogeneous group or remainder (higher first)."""

    group: Group
    is_mixed: bool
    first: Pairs
    rest: Pairs

    @property
    def remainder(self) -> list[int]:
        """Everybody who is not in a pair of S1, in order."""
        taken = {place for pair in self.first for place in pair}
        return [place for place in bits(self.group.members) if place not in taken]

    @property
    def leaving(self) -> int:
        """Who moves down (or has the bye), those removed by C1 left out."""
        return self.group.members & ~sum(1 << place for pair in (*self.first, *self.rest) for place in pair)

    def unequal(self) -> Pairs:
        """The pairs with different scores."""
        points = self.group.board.field.points
        return [(min(pair), max(pair)) for pair in (*self.first, *self.rest) if points[pair[0]] != points[pair[1]]]


def keys(board: Board, mates: Mapping[int, int]) -> Iterator[Key]:
    """Every key of the round, group by group from the top. The pairs must keep B1 and B2."""
    carried = 0
    for residents, below, following in score_groups(board):
        group = remove_lonely(board, carried | residents, carried, below, following)
        carried = yield from _group(group, mates)


def _group(group: Group, mates: Mapping[int, int]) -> Generator[Key, None, int]:
    """The keys 2-9 of one group; gives who moves down."""
    field = group.board.field
    level: dict[str, Value] = {"group": field.exact(field.points[(group.members | group.removed).bit_length() - 1])}
    inside = {place: mates[place] for place in bits(group.members) if group.members >> mates[place] & 1}
    first = _of_moved(group, inside) if group.is_mixed else []
    if group.is_mixed:
        yield Key(rules.MOVED_PAIRED, -len(first), level, counts=True)
        if not first and not group.is_last:  # p = 0: the whole group moves down, also those who meet each other further on.
            return group.members | group.removed
    taken = {place for pair in first for place in pair}
    rest = [(one, other) for one, other in sorted(inside.items()) if one < other and one not in taken]
    way = Way(group, bool(first), first, rest)
    yield Key(rules.PAIRS, -len(rest), level, counts=True)
    yield Key(rules.NEXT_GROUP, not group.spreads(way.leaving), level)
    yield Key(rules.SAME_COLOUR, _beyond(way), level, counts=True)
    up = [other for _, other in way.unequal()]
    yield Key(rules.UPFLOATS, _level(group.board.floats.up, up), level)
    for one, other in first:
        yield Key(rules.HIGHEST, other, {**level, "player": field.ids[one]}, field.ids[other])
    down = [*bits(way.leaving | group.removed), *(one for one, _ in way.unequal())]
    yield Key(rules.DOWNFLOATS, _level(group.board.floats.down, down), level)
    yield from _halves(way, level)
    return way.leaving | group.removed


def _of_moved(group: Group, inside: Mapping[int, int]) -> Pairs:
    """The pairs of S1: as many of the highest of those moved down as are paired, and not with each other."""
    pairs: Pairs = []
    taken: set[int] = set()
    for place in bits(group.moved):
        if place not in inside or inside[place] in taken:
            break
        pairs.append((place, inside[place]))
        taken.add(place)
    return pairs


def _beyond(way: Way) -> int:
    """Key 4: k, the pairs that prefer the same colour beyond the unavoidable ones."""
    group = way.group
    wanted = group.board.preferences

    def unavoidable(places: Sequence[int]) -> int:
        colours = [wanted.colour(place) for place in places]
        return x(colours.count("w"), colours.count("b"), len(places))

    def clashing(pairs: Pairs) -> int:
        return sum(1 for one, other in pairs if wanted.same(one) >> other & 1)

    of_rest = max(0, unavoidable(way.remainder) - (len(way.remainder) // 2 - len(way.rest)))
    beyond = max(0, clashing(way.rest) - of_rest)
    if not way.is_mixed:
        return beyond
    left_out = group.moved.bit_count() - len(way.first)
    of_group = max(0, unavoidable(list(bits(group.members))) - left_out)
    return max(beyond, clashing(way.first) - of_group)


def _level(barred: Sequence[int], places: Sequence[int]) -> int:
    """Keys 5 and 7: how much of B5 and B6 had to be given up for these players."""
    mask = sum(1 << place for place in set(places))
    return next(level for level in LEVELS if not mask & barred[level])


def _halves(way: Way, level: Mapping[str, Value]) -> Iterator[Key]:
    """Keys 8 and 9: exchanges between S1 and S2, then the opponents of S1 in order."""
    ids = way.group.board.field.ids
    numbers = {place: number for number, place in enumerate(way.remainder, start=1)}
    pairs = sorted((numbers[one], numbers[other]) for one, other in way.rest)
    top, upper = set(range(1, len(pairs) + 1)), {one for one, _ in pairs}
    out, into = sorted(top - upper, reverse=True), sorted(upper - top)
    yield Key(rules.EXCHANGE, (len(into), sum(into) - sum(out), [-one for one in out], into), level)
    for one, other in pairs:
        player, opponent = ids[way.remainder[one - 1]], ids[way.remainder[other - 1]]
        yield Key(rules.TRANSPOSITION, other, {**level, "player": player}, opponent)
