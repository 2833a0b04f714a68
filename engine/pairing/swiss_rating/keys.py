"""The keys 2-7 of a score group, from the strongest down (spec 32 "Pairing a group"); keys 8 and 9 are in ``exchange``.

Each key narrows what the next one may choose from: ``Setting`` holds what is decided so far. A setting is asked as one question or,
where a rule says "or", as several (``variants``): A8's x of the remainder depends on who is in it, so a question is put for a majority
that prefers white, one for black, and one for neither.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb

from engine.matching import Matching, bits
from engine.pairing.swiss_rating.exchange import Halves, halves, straight
from engine.pairing.swiss_rating.floats import BOTH, LEVELS, NEITHER
from engine.pairing.swiss_rating.group import Group
from engine.pairing.swiss_rating.preferences import x
from engine.pairing.swiss_rating.question import ANY, NOTHING, Budget, Leaving, Question, Weighed, asked, cheapest

#: So many ways to say which of S1 may break B4 are asked one by one; more are weighed.
PATTERNS = 12


@dataclass(frozen=True, slots=True)
class Setting:
    """What the keys have decided: ``first`` = S1 of a heterogeneous group (key 2; 0: homogeneous), who leaves (keys 2, 3), how many
    violations of B4 beyond x (``beyond``, key 4), and how much of B5 and B6 is kept for upfloats (key 5) and downfloats (key 7)."""

    group: Group
    first: int
    leaving: Leaving
    beyond: int = 0
    up: int = BOTH
    down: int = NEITHER
    spread: bool = True

    @property
    def rest(self) -> int:
        """Everybody but S1."""
        return self.group.members & ~self.first


@dataclass(frozen=True, slots=True)
class Decision:
    """How a group is paired: pairs of S1 with those of S2 in order, the pairs of the homogeneous group or remainder, who leaves.

    ``majority``: the colour that more prefer than can have it ('w', 'b' or '').
    """

    setting: Setting
    mixed: tuple[tuple[int, int], ...]
    halves: Halves
    leaving: int
    majority: str


def decide(group: Group) -> Decision | None:
    """The best way to pair a group by the keys 1-9; None when the whole group moves down (p = 0, or nobody is left after C1)."""
    if not group.members:
        return None
    if group.members.bit_count() == 2 and group.completes(0):
        return _only_pair(group)
    leaving = _best_leaving(group)
    settled = None
    if leaving is not None and group.is_mixed:
        settled = _at_best(group, leaving)
    elif leaving is not None:
        decision = _remainder(Setting(group, 0, leaving), ())
        if decision is not None:
            return decision
    if settled is None:
        settled = _settle(group)
        if settled is None:
            return None
    setting, questions = settled
    decision = _remainder(setting, tuple(_opponents(setting, questions)) if setting.first else ())
    if decision is None:
        raise ValueError("the group cannot be paired")
    return decision


def _only_pair(group: Group) -> Decision:
    """Two players who may meet (C1) are the pair; what is left to say is which floats they repeat. x covers an equal preference."""
    one, other = bits(group.members)
    higher, lower = 1 << one, 1 << other
    if group.board.field.points[one] == group.board.field.points[other]:
        higher = lower = 0
    floated = group.board.floats
    up = next(level for level in LEVELS if not lower & floated.up[level])
    down = next(level for level in LEVELS if not (higher | group.removed) & floated.down[level])
    setting = Setting(group, 0, Leaving(0, 0), 0, up, down, group.spreads(0))
    return Decision(setting, (), Halves(((one, other),)), 0, next(_majorities(setting)))


# --- who leaves, the number of pairs (keys 1-3)


def _best_leaving(group: Group) -> Leaving | None:
    """Who may leave when as few as possible do and key 3 is kept, None when more have to or when it takes a closer look."""
    if group.members.bit_count() % 2:
        allowed = sum(1 << place for place in bits(group.leavers()) if group.spreads(1 << place))
        return Leaving(1, allowed) if allowed else None
    return Leaving(0, 0) if group.completes(0) and group.spreads(0) else None


def _at_best(group: Group, leaving: Leaving) -> tuple[Setting, list[Matching | Weighed]] | None:
    """All keys up to 5 at their best: everybody who was moved down is paired with one of S2, nobody leaves but an odd one."""
    setting = Setting(group, group.moved, leaving)
    questions = _possible(setting)
    return (setting, questions) if questions else None


def _settle(group: Group) -> tuple[Setting, list[Matching | Weighed]] | None:
    """The keys 2-5 one after the other, however far from their best."""
    for first in _firsts(group):
        least = _least_leaving(group, first)
        if least is not None:
            break
    else:
        return None
    leaving, spread = _key3(group, first, least)
    beyond, questions = _key4(Setting(group, first, leaving, up=NEITHER))
    for up in LEVELS:
        setting = Setting(group, first, leaving, beyond, up, NEITHER, spread)
        found = _possible(setting) if up != NEITHER and group.moved else questions
        if found:
            return setting, found
    raise ValueError("the group cannot be paired")


def _firsts(group: Group) -> Iterator[int]:
    """S1 of a heterogeneous group, from all who were moved down to the highest one; of a homogeneous group or when p = 0 in the last
    group there is none."""
    if group.is_mixed:
        listed = list(bits(group.moved))
        for p in range(len(listed), 0, -1):
            yield sum(1 << place for place in listed[:p])
        if not group.is_last:
            return
    yield 0


def _near(group: Group, first: int) -> dict[int, int]:
    """Who may meet whom in the group when those of S1 only meet those of S2."""
    legal, members = group.board.field.legal, group.members
    second = members & ~first
    return {place: legal[place] & (second if first >> place & 1 else members) for place in bits(members)}


def _least_leaving(group: Group, first: int) -> int | None:
    """How few can leave when everybody of S1 is paired; None when S1 cannot be (key 1)."""
    near = _near(group, first)
    matching = Matching(near, group.members)
    free = matching.free.bit_count()
    if free == 0 and group.completes(0):
        return 0
    if free == 1:
        allowed = group.leavers() & ~first
        if any(matching.can_miss(place) for place in bits(allowed)):
            return 1
    if first:
        covering = {place: near[place] & (~first if first >> place & 1 else first) for place in bits(group.members)}
        if Matching(covering, group.members).pairs < first.bit_count():
            return None
    if group.is_free(free):
        return free
    answer = cheapest(Question(group, group.members, near, Leaving(ANY, group.members & ~first, completing=True)), NOTHING)
    return None if answer is None else answer.leaving.bit_count()


def _key3(group: Group, first: int, count: int) -> tuple[Leaving, bool]:
    """Who may leave, and whether all who move down can be paired with residents of the next group (C12)."""
    second = group.members & ~first
    if count == 0:
        return Leaving(0, 0), group.spreads(0)
    near = _near(group, first)
    if count == 1:
        allowed = group.leavers() & second
        spreading = sum(1 << place for place in bits(allowed) if group.spreads(1 << place))
        if spreading and Question(group, group.members, near, Leaving(1, spreading)).matching().is_perfect:
            return Leaving(1, spreading), True
        return Leaving(1, allowed), False
    leaving = Leaving(count, second, completing=not group.is_free(count))
    if group.is_spread(count):
        return leaving, True
    spreading_too = replace(leaving, spreading=True)
    if group.spreads(0) and cheapest(Question(group, group.members, near, spreading_too), NOTHING) is not None:
        return spreading_too, True
    return leaving, False


# --- colours (key 4)


def _key4(setting: Setting) -> tuple[int, list[Matching | Weighed]]:
    """The least k for which the violations of B4 stay within x + k, and the questions that have an answer then."""
    for beyond in range(setting.group.members.bit_count() + 1):
        questions = _possible(replace(setting, beyond=beyond))
        if questions:
            return beyond, questions
    raise ValueError("the group cannot be paired")


def _possible(setting: Setting) -> list[Matching | Weighed]:
    """The variants of a setting that have an answer."""
    put = (asked(question) for question in variants(setting))
    return [one for one in put if one.is_perfect]


def variants(setting: Setting) -> Iterator[Question]:
    """The questions that together ask for a setting."""
    near = _level_near(setting, _near(setting.group, setting.first))
    for pattern, limited in _patterns(setting):
        for majority in _majorities(setting):
            yield _question(setting, near, pattern, limited, majority)


def _patterns(setting: Setting) -> Iterator[tuple[int, int | None]]:
    """Who of S1 may meet somebody who prefers the same colour, and how many may in all (None: all those)."""
    size = setting.first.bit_count()
    if not size:
        yield 0, None
        return
    group, wanted = setting.group, setting.group.board.preferences
    of_group = x(*_counts(setting, group.members), group.members.bit_count())
    allowed = max(0, of_group - (group.moved.bit_count() - size)) + setting.beyond
    listed = list(bits(setting.first & (wanted.whites | wanted.blacks)))
    if allowed >= len(listed):
        yield setting.first, None
    elif comb(len(listed), allowed) <= PATTERNS:
        for chosen in combinations(listed, allowed):
            yield sum(1 << place for place in chosen), None
    else:
        yield setting.first, allowed


def _counts(setting: Setting, players: int) -> tuple[int, int]:
    """How many of some players prefer white and black."""
    wanted = setting.group.board.preferences
    return (wanted.whites & players).bit_count(), (wanted.blacks & players).bit_count()


def _majorities(setting: Setting) -> Iterator[str]:
    """Which colour may be preferred by more of the remainder than can have it: 'w', 'b' or neither ('')."""
    p, rest = setting.first.bit_count(), setting.rest
    size = rest.bit_count() - p
    pairs = (size - setting.leaving.count) // 2
    whites, blacks = _counts(setting, rest)
    white_most, black_most = whites + pairs - size, blacks + pairs - size
    if white_most - p <= 0 and black_most - p <= 0:
        yield ""
    if white_most > 0:
        yield "w"
    if black_most > 0:
        yield "b"


def _question(setting: Setting, near: dict[int, int], pattern: int, limited: int | None, majority: str) -> Question:
    """One variant. With k = 0 the limits of the remainder are a matter of who may meet whom; else they are a budget.

    A remainder of r players and q pairs in which w prefer white has w + q − r violations at least, and as many more as players of the
    minority who leave or meet each other (two who prefer black count twice).
    """
    group, first, rest = setting.group, setting.first, setting.rest
    wanted = group.board.preferences
    near = dict(near)
    for place in bits(first & ~pattern):
        clash = near[place] & wanted.same(place)
        near[place] &= ~clash
        for other in bits(clash):
            near[other] &= ~(1 << place)
    budgets: list[Budget] = []
    if limited is not None:
        costs = ((first & wanted.whites, wanted.whites, 1), (first & wanted.blacks, wanted.blacks, 1))
        budgets.append(Budget(limited, costs, first.bit_count()))
    leaving = setting.leaving
    whites, blacks = wanted.whites & rest, wanted.blacks & rest
    minority = {"": 0, "w": rest & ~whites, "b": rest & ~blacks}[majority]
    if setting.beyond:
        fewer = {"": 0, "w": blacks, "b": whites}[majority]
        costs = ((minority, minority, 1), (fewer, fewer, 1)) if majority else ((whites, whites, 1), (blacks, blacks, 1))
        budgets.append(Budget(setting.beyond, costs, rest.bit_count(), minority))
    elif majority:
        for place in bits(minority):
            near[place] &= ~minority
        leaving = leaving.among(~minority)
    else:
        for place in bits(whites):
            near[place] &= ~whites
        for place in bits(blacks):
            near[place] &= ~blacks
    if leaving.allowed:
        leaving = leaving.among(~(group.board.floats.down[setting.down] | first))
    return Question(group, group.members, near, leaving, tuple(budgets))


# --- floats (keys 5 and 7)


def _level_near(setting: Setting, near: dict[int, int]) -> dict[int, int]:
    """Who may still meet whom when the floats of a pair with unequal scores must not be repeated."""
    group = setting.group
    if not group.moved:
        return near
    up, down = group.board.floats.up[setting.up] & group.members, group.board.floats.down[setting.down] & group.members
    if not up and not down:
        return near
    result = {}
    for place, mask in near.items():
        above, under = group.board.above[place], group.board.under[place]
        mask &= ~(up & under | down & above)
        if up >> place & 1:
            mask &= ~above
        if down >> place & 1:
            mask &= ~under
        result[place] = mask
    return result


def _remainder(setting: Setting, mixed: tuple[tuple[int, int], ...]) -> Decision | None:
    """Keys 7-9 when the opponents of S1 are known; None when a setting that nobody has asked for yet is not possible."""
    group = setting.group
    taken = sum(1 << place for pair in mixed for place in pair)
    points = group.board.field.points
    floating = group.removed | sum(1 << one for one, other in mixed if points[one] > points[other])
    floating |= sum(1 << other for one, other in mixed if points[other] > points[one])
    rest = Group(group.board, group.members & ~taken, group.moved, group.removed, group.below, group.following)
    leaving = setting.leaving.among(~taken)
    for down in LEVELS:
        if floating & group.board.floats.down[down]:
            continue
        inner = Setting(rest, 0, leaving, setting.beyond, setting.up, down)
        question = next(variants(inner))
        found = straight(question) or (halves(question) if asked(question).is_perfect else None)
        if found is not None:
            return Decision(replace(setting, down=down), mixed, found, rest.members & ~found.players, next(_majorities(inner)))
    return None


# --- opponents of those moved down (key 6)


def _opponents(setting: Setting, questions: list[Matching | Weighed]) -> Iterator[tuple[int, int]]:
    """The first of S1 takes the highest possible opponent, then the second …"""
    legal = setting.group.board.field.legal
    open_ones = setting.rest
    for one in bits(setting.first):
        for other in bits(legal[one] & open_ones):
            left = [question for question in questions if _take(question, one, other)]
            if left:
                questions, open_ones = left, open_ones & ~(1 << other)
                yield one, other
                break
        else:
            raise ValueError("the group cannot be paired")


def _take(question: Matching | Weighed, one: int, other: int) -> bool:
    near = question.neighbours if isinstance(question, Matching) else question.question.near
    return bool(near[one] >> other & 1) and question.take_pair(one, other)
