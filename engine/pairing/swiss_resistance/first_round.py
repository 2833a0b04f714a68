"""Round 1, by lot numbers: neighbours, halves, outside-in or drawn (spec 31 "Round 1")."""

import random
from collections.abc import Callable, Iterator
from itertools import takewhile

from engine.matching import Matching, bits, from_last, is_matchable, pair_off
from engine.pairing import facts
from engine.pairing.draft import Fact, fact
from engine.pairing.field import Field
from engine.pairing.swiss_resistance import reasons
from engine.pairing.swiss_resistance.later_rounds import Progress

NEIGHBOURS, HALVES, OUTSIDE_IN, RANDOM = "neighbours", "halves", "outside_in", "random"
METHODS = (NEIGHBOURS, HALVES, OUTSIDE_IN, RANDOM)
Preference = Callable[[int, int], Iterator[int]]


def pair_all(progress: Progress, method: str, seed: int) -> None:
    """Pair everyone of the field by their lot numbers; the last who may have it has the bye when the number is odd.

    Nobody has met, so only pairs that the arbiter forbids can stand in the way: then the next possible opponent is taken.
    """
    field = progress.field
    listed = in_order(field, method, seed)
    if method == RANDOM:
        progress.remarks.append(fact(facts.DRAWN, seed=seed))
    if len(listed) % 2:
        listed.remove(_bye(progress, listed))
    neighbours = _renumbered(field, listed)
    prefer = preference(method, len(listed))
    matching = Matching(neighbours, (1 << len(listed)) - 1, ends=method == OUTSIDE_IN)
    for number, (one, other, refused) in enumerate(pair_off(matching, prefer), start=1):
        reverse = method == HALVES and number % 2 == 0
        white, black = (other, one) if reverse else (one, other)
        open_ones = matching.alive | 1 << other
        earlier = list(takewhile(other.__ne__, prefer(one, open_ones)))
        why = _why(field, listed, method, (one, other), open_ones, [(place, bool(refused >> place & 1)) for place in earlier])
        colour = fact(facts.COLOUR_METHOD, player=field.ids[listed[white]], opponent_player=field.ids[listed[black]])
        level = field.points[max(listed[one], listed[other])]
        places = (listed[one], listed[other])
        progress.add_game(field.ids[listed[white]], field.ids[listed[black]], places, level, (*why, colour))


def in_order(field: Field, method: str, seed: int) -> list[int]:
    """The list that round 1 is paired from: by lot numbers, or drawn."""
    listed = sorted(bits(field.everyone), key=lambda place: field.standing.lot(field.ids[place]))
    if method == RANDOM:
        random.Random(seed).shuffle(listed)
    return listed


def _bye(progress: Progress, listed: list[int]) -> int:
    """The last of the list who may have the bye and leaves a rest that can be paired."""
    field = progress.field
    for at in range(len(listed) - 1, -1, -1):
        place = listed[at]
        if field.eligible >> place & 1 and is_matchable(field.legal, field.everyone & ~(1 << place)):
            progress.give_bye(place, facts.BYE_LAST, tuple(reasons.passed_for_bye(field, listed[:at:-1])))
            return place
    raise ValueError("nobody can have the bye")


def _renumbered(field: Field, listed: list[int]) -> list[int]:
    """Who may meet whom, by number in the list."""
    everyone = (1 << len(listed)) - 1
    numbers = {place: number for number, place in enumerate(listed)}
    masks = []
    for number, place in enumerate(listed):
        barred = 1 << number
        for other in bits(field.everyone & ~field.legal[place]):
            if other in numbers:
                barred |= 1 << numbers[other]
        masks.append(everyone & ~barred)
    return masks


def preference(method: str, size: int) -> Preference:
    """In which order a player of the list asks for opponents."""
    if method == OUTSIDE_IN:
        return lambda _, choices: from_last(choices)
    if method != HALVES:
        return lambda _, choices: bits(choices)
    half = size // 2

    def halves(one: int, choices: int) -> Iterator[int]:
        """His counterpart in the other half, then on to the end, back towards the middle, and his own half last."""
        partner = one + half
        yield from bits(choices >> partner << partner)
        between = choices & ((1 << partner) - 1)
        yield from from_last(between >> half << half)
        yield from bits(between & ((1 << half) - 1))

    return halves


def _why(
    field: Field, listed: list[int], method: str, pair: tuple[int, int], open_ones: int, earlier: list[tuple[int, bool]]
) -> list[Fact]:
    """The method, and who came before the opponent by the list (perhaps no longer in ``open_ones``) or by preference.

    ``earlier``: the numbers that were preferred, each with whether the rest could not have been paired.
    """
    ids = [field.ids[place] for place in listed]
    one, other = pair
    partner = _partner(method, one, len(listed))
    code = facts.FIRST_ROUND if partner == other else facts.FIRST_ROUND_NEXT
    why = [fact(code, method=method, player=ids[one], opponent_player=ids[other], place=one + 1, opponent_place=other + 1)]
    if not open_ones >> partner & 1:
        why.append(fact(facts.SKIPPED_TAKEN, player=ids[partner]))
    for passed, was_refused in earlier:
        obstacle = None if was_refused else field.obstacle(listed[one], listed[passed], False)
        why.append(obstacle or fact(facts.SKIPPED_REST, player=ids[passed]))
    return why


def _partner(method: str, one: int, size: int) -> int:
    """The opponent by the method when nothing stands in the way."""
    if method == OUTSIDE_IN:
        return size - 1 - one
    if method == HALVES:
        return (one + size // 2) % size
    return one ^ 1
