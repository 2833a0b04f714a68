"""The keys of a pairing by list in their order (spec 21 "Pairing"), put to a pairing that stands already."""

from collections.abc import Iterator, Mapping

from engine.judging import rules
from engine.judging.keys import Key
from engine.matching import bits
from engine.pairing.ranking.field import Field
from engine.pairing.ranking.options import BALANCED, BYE_LEFT
from engine.pairing.ranking.rules import Rules, in_force, relaxations

Mates = Mapping[int, int]


def keys(field: Field, mates: Mates) -> Iterator[Key]:
    """Byes, how far the rules are relaxed, then the search of the options. No pair may be forbidden."""
    options = field.listing.options
    bye = next((place for place, mate in mates.items() if mate == field.bye_place), None)
    chosen_first = bye is not None and options.bye != BYE_LEFT
    if bye is not None and chosen_first:
        yield Key(rules.FEWEST_BYES, field.byes[bye], choice=field.ids[bye])
    yield Key(rules.RELAXED, strictest(field, mates)[0])
    if bye is not None and chosen_first:
        yield Key(rules.LIST_BYE, -bye, choice=field.ids[bye])
    if options.search == BALANCED:
        yield from _balanced(field, mates, None if chosen_first else bye)
    else:
        yield from _from_top(field, mates)


def strictest(field: Field, mates: Mates) -> tuple[int, Rules]:
    """The first of the ever looser rules that allow all pairs, and its number (0: nothing is relaxed)."""
    pairs = [(one, other) for one, other in mates.items() if one < other < field.bye_place]
    steps = relaxations(in_force(field.listing.options), field.meetings.values())
    last = (0, in_force(field.listing.options))
    for last in enumerate(steps):
        if all(field.obstacle(one, other, last[1]) is None for one, other in pairs):
            break
    return last


def _from_top(field: Field, mates: Mates) -> Iterator[Key]:
    """The highest takes the nearest lower one allowed, and so on; who is left over comes to the bye."""
    open_ones = field.everyone
    for place in bits(field.everyone):
        other = mates[place]
        if open_ones >> place & 1:
            opponent = field.ids[other] if other < field.bye_place else 0
            yield Key(rules.NEAREST, other, {"player": field.ids[place]}, opponent)
            open_ones &= ~(1 << place | 1 << other)


def _balanced(field: Field, mates: Mates, bye: int | None) -> Iterator[Key]:
    """Fewest repeats (option), smallest sum of squared distances, the lowest bye, nearer opponents for the higher players."""
    places = [field.listing.places[player] for player in field.ids]
    pairs = [(one, other) for one, other in mates.items() if one < other < field.bye_place]
    if field.listing.options.fewest_repeats:
        yield Key(rules.REPEATS, sum(1 for pair in pairs if pair in field.meetings), counts=True)
    squares = {pair: (places[pair[0]] - places[pair[1]]) ** 2 for pair in pairs}
    yield Key(rules.SUM, sum(squares.values()), counts=True)
    if bye is not None:
        yield Key(rules.SUM_BYE, -bye, choice=field.ids[bye])
    yield Key(rules.SUM_HIGHER, -sum(square * one for (one, _), square in squares.items()))
