"""The keys of a Swiss on resistance in their order (spec 31), put to a pairing that stands already."""

from collections.abc import Generator, Iterator, Mapping
from fractions import Fraction

from engine.judging import rules
from engine.judging.keys import Key
from engine.matching import bits, is_matchable
from engine.pairing.draft import Request
from engine.pairing.field import Field
from engine.pairing.swiss_resistance import BYE_LOWEST, first_round
from engine.pairing.swiss_resistance.waiting_room import Group, floats_again

#: Who plays whom, by place.
Mates = Mapping[int, int]


def keys(field: Field, request: Request, mates: Mates) -> Iterator[Key]:
    """Every key of the round, from the strongest of the first score group on. The pairs must keep the absolute rules."""
    if request.round == 1:
        yield from _first_round(field, request, mates)
        return
    left = field.everyone
    if field.with_bye and request.options.get("bye") == BYE_LOWEST:
        bye = _bye(field, mates)
        yield Key(rules.LAST_BYE, -bye, choice=field.ids[bye])
        left &= ~(1 << bye)
    second = request.round == 2 and bool(request.options.get("second_round_even_odd", True))
    groups = [group & left for group in field.groups() if group & left]
    carried = 0
    for step, residents in enumerate(groups):
        members = carried | residents
        following = groups[step + 1] if step + 1 < len(groups) else 0
        decide = _even_odd if second else _group
        carried = yield from decide(field, Group(members, left & ~members, following, carried), mates)
        left = left & ~members | carried


def _bye(field: Field, mates: Mates) -> int:
    return next(place for place, mate in mates.items() if mate == field.bye_place)


def _level(field: Field, group: Group) -> dict[str, Fraction]:
    return {"group": field.exact(field.points[group.members.bit_length() - 1])}


def _first_round(field: Field, request: Request, mates: Mates) -> Iterator[Key]:
    """The list by lot numbers; each takes the first opponent by the method."""
    method = str(request.options.get("first_round", first_round.NEIGHBOURS))
    listed = first_round.in_order(field, method, request.seed)
    if field.with_bye:
        bye = _bye(field, mates)
        yield Key(rules.LAST_BYE, -listed.index(bye), choice=field.ids[bye])
        listed.remove(bye)
    numbers = {place: number for number, place in enumerate(listed)}
    prefer = first_round.preference(method, len(listed))
    alive = (1 << len(listed)) - 1
    while alive:
        one = (alive & -alive).bit_length() - 1
        other = numbers[mates[listed[one]]]
        alive &= ~(1 << one)
        rank = list(prefer(one, alive)).index(other)
        yield Key(rules.FIRST_ROUND, rank, {"player": field.ids[listed[one]]}, field.ids[listed[other]])
        alive &= ~(1 << other)


def _inside(group: Group, mates: Mates) -> int:
    """Who of a group is paired in it."""
    return sum(1 << place for place in bits(group.members) if group.members >> mates[place] & 1)


def _group(field: Field, group: Group, mates: Mates) -> Generator[Key, None, int]:
    """Keys 2-6 of the waiting room, then the pairs of the others; gives who waits."""
    staying = _inside(group, mates)
    waiting = group.members & ~staying
    level = _level(field, group)
    coloured = field.coloured is not None and is_matchable(field.coloured, staying)
    yield Key(rules.WAITING, waiting.bit_count(), level, counts=True)
    yield Key(rules.WAITING_COLOUR, field.coloured is not None and not coloured, level)
    yield Key(rules.WAITING_CARRIED, (waiting & group.carried).bit_count(), level, counts=True)
    yield Key(rules.WAITING_AGAIN, floats_again(field, group, waiting), level, counts=True)
    for place in sorted(bits(waiting), key=field.ranks.__getitem__):
        yield Key(rules.WAITING_ORDER, field.ranks[place], level, field.ids[place])
    if coloured and field.coloured is not None:
        within = field.coloured
        broken = sum(1 for place in bits(staying) if not within[place] >> mates[place] & 1) // 2
        yield Key(rules.COLOUR_LIMIT, broken, level, counts=True)
    while staying:
        one = (staying & -staying).bit_length() - 1
        other = mates[one]
        yield Key(rules.LOWEST, -other, {**level, "player": field.ids[one]}, field.ids[other])
        staying &= ~(1 << one | 1 << other)
    return waiting


def _even_odd(field: Field, group: Group, mates: Mates) -> Generator[Key, None, int]:
    """Round 2: the pairs of even against odd, the odd one left over, then the rest as in later rounds; gives who goes on."""
    level = _level(field, group)
    listed = sorted(bits(group.members), key=lambda place: (-field.points[place], field.standing.lot(field.ids[place])))
    odd = [place for place in listed if field.histories[place].whites]
    even = [place for place in listed if not field.histories[place].whites]
    crossing = {place: mates[place] for place in even if mates[place] in odd}
    yield Key(rules.CROSSING, -len(crossing), level, counts=True)
    for place in even:
        other = crossing.get(place)
        rank = len(odd) if other is None else odd.index(other)
        chosen = 0 if other is None else field.ids[other]
        yield Key(rules.CROSSING_ORDER, rank, {**level, "player": field.ids[place]}, chosen)
    paired = {*crossing, *crossing.values()}
    rest = [place for place in listed if place not in paired]
    inner, single = sum(1 << place for place in rest), 0
    if len(rest) % 2 and group.below:
        single = 1 << rest[-1]  # He goes on, whomever he meets then.
    elif len(rest) % 2:
        bye = _bye(field, mates)
        single = 1 << bye
        yield Key(rules.LAST_BYE, -rest.index(bye), level, field.ids[bye])
    inner &= ~single
    waiting = 0
    if inner:
        below = group.below | (single if group.below else 0)
        waiting = yield from _group(field, Group(inner, below, group.following, group.carried & inner), mates)
    return waiting | (single if group.below else 0)
