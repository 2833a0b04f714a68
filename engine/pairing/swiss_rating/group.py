"""The field with preferences and floats, a score group with what lies below it, and C1 (spec 32 "Terms", "Pairing a group")."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as default
from itertools import zip_longest

from engine.matching import Matching, bits
from engine.pairing.field import Field, build
from engine.pairing.order import Standing
from engine.pairing.swiss_rating.floats import Floats, floats
from engine.pairing.swiss_rating.preferences import Preferences, preferences
from engine.tiebreaks import Ordered


@dataclass(frozen=True, slots=True)
class Board:
    """The players to pair: who may meet whom (B1, B2), preferences, floats, and by place the masks of those with more or fewer points."""

    field: Field
    preferences: Preferences
    floats: Floats
    above: list[int]
    under: list[int]


def board(order: Standing, waiting: Sequence[Ordered] | None = None, with_b2: bool = True) -> Board:
    """The board of the players to pair [everybody who waits in the standing]; without B2 when the arbiter gives it up."""
    listed = order.waiting if waiting is None else waiting
    players = [one.player for one in listed]
    wanted = preferences(order, players)
    field = build(order, listed, wanted.allowed() if with_b2 else None)
    above, under = [], []
    for group in field.groups():
        higher = (group & -group) - 1
        lower = field.everyone & ~(higher | group)
        size = group.bit_count()
        above.extend([higher] * size)
        under.extend([lower] * size)
    return Board(field, wanted, floats(order, players, wanted.exempt), above, under)


@dataclass(slots=True)
class Group:
    """A score group after C1, as masks: ``members`` to be paired, of whom ``moved`` came from above; ``removed`` by C1.

    ``below``: everybody in lower groups; ``following``: the residents of the next group.
    """

    board: Board
    members: int
    moved: int
    removed: int
    below: int
    following: int
    known: dict[int, bool] = default(default_factory=dict)
    alone: int | None = None

    @property
    def is_last(self) -> bool:
        """Whether nobody can move down."""
        return not self.below

    @property
    def is_mixed(self) -> bool:
        """Heterogeneous: some came from above, and fewer than half."""
        return 0 < 2 * self.moved.bit_count() < self.members.bit_count()

    @property
    def outside(self) -> int:
        """Everybody who is certainly not paired in this group."""
        return self.removed | self.below

    def completes(self, leaving: int) -> bool:
        """Key 1: whether everybody outside can be paired completely, together with those who leave the group."""
        field = self.board.field
        if leaving.bit_count() <= 1 and self.is_free(leaving.bit_count()):
            return True
        return field.is_pairable(leaving | self.outside)

    def spreads(self, leaving: int) -> bool:
        """Key 3: whether all who move down can be paired with different residents of the next group; not asked in the last group."""
        down = leaving | self.removed
        if not down or self.is_last:
            return True
        legal = self.board.field.legal
        if not down & (down - 1):
            return bool(legal[down.bit_length() - 1] & self.following)
        if down.bit_count() > self.following.bit_count():
            return False
        near = {place: legal[place] & (self.following if down >> place & 1 else down) for place in bits(down | self.following)}
        return Matching(near, down | self.following).pairs == down.bit_count()

    def is_free(self, size: int) -> bool:
        """Whether any ``size`` members may leave as far as completion is concerned: everybody may meet half of those outside (Dirac)."""
        answer = self.known.get(size)
        if answer is None:
            answer = self.known[size] = self._is_free(size)
        return answer

    def _is_free(self, size: int) -> bool:
        field, outside = self.board.field, self.outside
        total = outside.bit_count() + size
        odd = total % 2
        if not total:
            return True
        if odd and not (field.with_bye and field.eligible & outside):
            return False
        least = (total - odd) // 2 + odd
        if outside.bit_count() - 1 - field.most >= least:
            return True
        legal = field.legal
        return all((legal[place] & outside).bit_count() >= least for place in bits(outside | (self.members if size else 0)))

    def is_spread(self, size: int) -> bool:
        """Whether any ``size`` members may leave as far as key 3 is concerned: each may meet enough of the next group."""
        if self.is_last:
            return True
        least = size + self.removed.bit_count()
        legal = self.board.field.legal
        leaving = self.members if size else 0
        return all((legal[place] & self.following).bit_count() >= least for place in bits(self.removed | leaving))

    def leavers(self) -> int:
        """The members who may leave alone as far as completion is concerned."""
        if self.alone is None:
            self.alone = self.members if self.is_free(1) else self._leavers()
        return self.alone

    def _leavers(self) -> int:
        """Those for whom one of those outside can be free, all others outside being paired."""
        field, outside = self.board.field, self.outside
        vertices = outside | (1 << field.bye_place if field.with_bye and not outside.bit_count() % 2 else 0)
        matching = Matching(field.legal, vertices)
        if matching.free.bit_count() != 1:
            return 0
        loose = matching.missable()
        return sum(1 << place for place in bits(self.members) if field.legal[place] & loose)


def score_groups(board: Board) -> Iterator[tuple[int, int, int]]:
    """The score groups from the top, each with everybody below it and with the group right below it (0 = none)."""
    groups, below = board.field.groups(), board.field.everyone
    for residents, following in zip_longest(groups, groups[1:], fillvalue=0):
        below &= ~residents
        yield residents, below, following


def remove_lonely(board: Board, members: int, carried: int, below: int, following: int) -> Group:
    """C1: who has no legal opponent inside the group moves down, repeatedly; in the last group nobody can."""
    legal = board.field.legal
    staying = members
    lonely = members if below else 0
    while lonely:
        lonely = sum(1 << place for place in bits(staying) if not legal[place] & staying)
        staying &= ~lonely
    return Group(board, staying, carried & staying, members & ~staying, below, following)
