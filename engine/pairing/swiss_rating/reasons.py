"""Why a pair came about, why somebody moved down or has the bye, as facts (spec 32; spec 31 "What the arbiter gets").

Nothing here decides anything: what is said follows from the decision of a group, player by player.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.matching import bits
from engine.pairing import facts
from engine.pairing.draft import Fact, fact
from engine.pairing.swiss_rating.floats import BOTH, WITHOUT_B6
from engine.pairing.swiss_rating.group import Board, Group

if TYPE_CHECKING:
    from engine.pairing.swiss_rating.keys import Decision


def of_mixed(decision: "Decision", pair: tuple[int, int], open_ones: int) -> tuple[Fact, ...]:
    """Why one who was moved down met ``pair[1]``; ``open_ones``: who of the group had no opponent yet."""
    group = decision.setting.group
    field = group.board.field
    one, other = pair
    skipped = tuple(_skipped(decision, one, decision.setting.rest & open_ones & ((1 << other) - 1), ""))
    chosen = fact(
        facts.RATING_DOWN,
        player=field.ids[one],
        opponent_player=field.ids[other],
        points=field.exact(field.points[one]),
        group=field.exact(_level(group)),
        key="6" if skipped else "first",
    )
    return chosen, *skipped


def of_pair(decision: "Decision", number: int, second: int, numbers: dict[int, int]) -> tuple[Fact, ...]:
    """Why the one who is ``number`` in S1 met his opponent.

    ``second``: who of S2 had no opponent yet; ``numbers``: the number of each in the homogeneous group or remainder.
    """
    group, halves = decision.setting.group, decision.halves
    field = group.board.field
    one, other = halves.pairs[number - 1]
    lower = second & ((1 << other) - 1) & ~((2 << one) - 1)
    skipped = tuple(_skipped(decision, one, lower, decision.majority))
    into, out = halves.into >> one & 1, halves.out >> other & 1
    chosen = fact(
        facts.RATING_PAIR,
        player=field.ids[one],
        opponent_player=field.ids[other],
        place=numbers[one],
        opponent_place=numbers[other],
        size=len(halves.pairs),
        points=field.exact(field.points[one]),
        group=field.exact(_level(group)),
        key="8" if into or out else "9" if skipped else "first",
    )
    exchanged = []
    if into:
        exchanged.append(fact(facts.RATING_INTO_S1, player=field.ids[one]))
    if out:
        exchanged.append(fact(facts.RATING_OUT_OF_S1, player=field.ids[other]))
    return chosen, *exchanged, *skipped


def _level(group: Group) -> int:
    """The points of a score group: those of its residents, the lowest of its members."""
    return group.board.field.points[group.members.bit_length() - 1]


def _skipped(decision: "Decision", one: int, passed: int, majority: str) -> Iterator[Fact]:
    """Why each of those above the opponent was not taken, from the highest down.

    ``majority``: the colour that two of a pair may both prefer, because more prefer it than can have it.
    """
    setting = decision.setting
    board = setting.group.board
    field, wanted = board.field, board.preferences
    barred = board.floats.up[setting.up]
    for other in bits(passed):
        player = field.ids[other]
        same = wanted.same(one) >> other & 1
        if not field.legal[one] >> other & 1:
            yield _obstacle(board, one, other)
        elif barred >> other & 1 and board.above[other] >> one & 1:
            yield fact(facts.RATING_SKIPPED_UPFLOAT, player=player, round=_float_round(board, board.floats.up, other))
        elif same and wanted.colour(one) != majority:
            yield fact(facts.RATING_SKIPPED_COLOUR, player=player, colour=wanted.colour(one))
        else:
            yield fact(facts.RATING_SKIPPED_REST, player=player)


def _obstacle(board: Board, one: int, other: int) -> Fact:
    """Why B1 or B2 does not allow a pair: forbidden or met, else the colours."""
    field, wanted = board.field, board.preferences
    told = field.obstacle(one, other, False)
    if told is not None and (told.code == facts.SKIPPED_FORBIDDEN or told.arguments["round"]):
        return told
    return fact(facts.RATING_SKIPPED_ABSOLUTE, player=field.ids[other], colour=wanted.colour(one))


def _float_round(board: Board, barred: tuple[int, int, int], place: int) -> int:
    """The round of the float that must not be repeated."""
    last = board.field.standing.request.round - 1
    return last if barred[WITHOUT_B6] >> place & 1 else last - 1


def of_all(group: Group) -> dict[int, tuple[Fact, ...]]:
    """The whole group moves down: none of those moved down could be paired (p = 0), or C1 has removed everybody."""
    return _moved(group, group.members, "all", ())


def of_leaving(decision: "Decision") -> dict[int, tuple[Fact, ...]]:
    """Why those who move down do: that they do, and why players below one who leaves alone stayed."""
    group, leaving = decision.setting.group, decision.leaving
    if not leaving | group.removed:
        return {}
    if leaving.bit_count() != 1:
        return _moved(group, leaving, "pairs", ())
    place = leaving.bit_length() - 1
    stayed = tuple(_stayed(decision, group.members & ~((2 << place) - 1)))
    return _moved(group, leaving, "chosen" if stayed else "odd", stayed)


def _moved(group: Group, leaving: int, key: str, more: tuple[Fact, ...]) -> dict[int, tuple[Fact, ...]]:
    """The fact for everybody who moves down, those removed by C1 included."""
    field = group.board.field
    everybody = leaving | group.removed
    points = field.exact(field.points[(group.members | group.removed).bit_length() - 1])
    size = everybody.bit_count()
    told = {}
    for place in bits(everybody):
        lonely = group.removed >> place & 1
        moved = fact(facts.RATING_MOVED, player=field.ids[place], group=points, size=size, key="c1" if lonely else key)
        told[place] = (moved,) if lonely else (moved, *more)
    return told


def _stayed(decision: "Decision", lower: int) -> Iterator[Fact]:
    """Why each of those who stand lower than the one who leaves stayed, from the lowest up."""
    setting = decision.setting
    group = setting.group
    board = group.board
    down = board.floats.down[setting.down]
    completing = group.leavers() if lower & ~setting.leaving.allowed else group.members
    for place in reversed(list(bits(lower))):
        player = board.field.ids[place]
        if not completing >> place & 1:
            yield fact(facts.RATING_STAYED_NEEDED, player=player)
        elif not setting.leaving.allowed >> place & 1:
            yield fact(facts.RATING_STAYED_NEXT, player=player)
        elif down >> place & 1:
            yield fact(facts.RATING_STAYED_DOWNFLOAT, player=player, round=_float_round(board, board.floats.down, place))
        elif decision.majority and board.preferences.colour(place) not in ("", decision.majority):
            yield fact(facts.RATING_STAYED_COLOUR, player=player, colour=board.preferences.colour(place))
        else:
            yield fact(facts.RATING_STAYED_REST, player=player)


def of_group(decision: "Decision") -> Iterator[Fact]:
    """What had to be given up in a group."""
    setting = decision.setting
    group = setting.group
    points = group.board.field.exact(_level(group))
    size = group.members.bit_count()
    if setting.leaving.count > size % 2:
        pairs = (size - setting.leaving.count) // 2
        yield fact(facts.RATING_FEWER_PAIRS, group=points, pairs=pairs, size=size)
    if not setting.spread:
        yield fact(facts.RATING_NEXT_TOO_FEW, group=points)
    if setting.beyond:
        yield fact(facts.RATING_MORE_COLOURS, group=points, count=setting.beyond)
    for level, code in ((setting.up, facts.RATING_UPFLOAT_AGAIN), (setting.down, facts.RATING_DOWNFLOAT_AGAIN)):
        if level != BOTH:
            yield fact(code, group=points, rounds=2 if level == WITHOUT_B6 else 1)
