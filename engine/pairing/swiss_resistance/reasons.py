"""Why somebody waited, was skipped or has the bye, as facts (spec 31 "What the arbiter gets"). Nothing here decides anything."""

from collections.abc import Iterator

from engine.matching import bits, is_matchable
from engine.pairing import facts
from engine.pairing.draft import Fact, Value, fact
from engine.pairing.field import Field
from engine.pairing.swiss_resistance.waiting_room import Choice, Group, floats_again

#: The key that decided, by the strongest reason for which somebody else stayed; the later key is named.
_KEYS = {
    facts.STAYED_FLOAT: "float_again",
    facts.STAYED_CARRIED: "carried",
    facts.STAYED_COLOUR: "colour",
    facts.STAYED_BYE: "only",
    facts.STAYED_REST: "only",
}


def of_waiting(field: Field, group: Group, choice: Choice) -> dict[int, tuple[Fact, ...]]:
    """For each player who waits: that he waited, by which key, and why those stayed who had a better claim (key 6)."""
    if not choice.waiting:
        return {}
    points = field.exact(_level(field, group))
    if choice.waiting == group.members:
        stayed, key = {}, "all"
    else:
        stayed = {place: _why_stayed(field, group, choice, place) for place in _passed_over(field, group, choice)}
        key = next((name for code, name in _KEYS.items() if code in stayed.values()), "order")
    size = choice.waiting.bit_count()
    told = tuple(fact(code, player=field.ids[place], group=points) for place, code in stayed.items())
    return {
        place: (fact(facts.WAITED, player=field.ids[place], group=points, size=size, key=key), *told)
        for place in bits(choice.waiting)
    }


def _level(field: Field, group: Group) -> int:
    """The points of a score group: those of its residents, the lowest of its members."""
    return field.points[group.members.bit_length() - 1]


def _passed_over(field: Field, group: Group, choice: Choice) -> list[int]:
    """Who stayed although he stands above one of those who wait, in the order of key 6."""
    last = max(field.ranks[place] for place in bits(choice.waiting))
    stayed = [place for place in bits(group.members & ~choice.waiting) if field.ranks[place] < last]
    return sorted(stayed, key=field.ranks.__getitem__)


def _why_stayed(field: Field, group: Group, choice: Choice, place: int) -> str:
    """The first key by which it would be worse if he waited in place of the last of those who wait."""
    last = max(bits(choice.waiting), key=field.ranks.__getitem__)
    waiting = choice.waiting & ~(1 << last) | 1 << place
    staying = group.members & ~waiting
    if not group.below and not field.eligible >> place & 1:
        return facts.STAYED_BYE
    if not is_matchable(field.legal, staying) or not field.is_pairable(group.below | waiting):
        return facts.STAYED_REST
    if field.coloured is not None and choice.coloured and not is_matchable(field.coloured, staying):
        return facts.STAYED_COLOUR
    if group.carried >> place & 1 and not group.carried >> last & 1:
        return facts.STAYED_CARRIED
    if floats_again(field, group, waiting) > floats_again(field, group, choice.waiting):
        return facts.STAYED_FLOAT
    return facts.STAYED_REST


def of_pair(field: Field, one: int, other: int, others: int, refused: int, group: int, coloured: bool) -> tuple[Fact, ...]:
    """Why ``one``, the highest left, met ``other``: the rule, then those lower than him who were skipped, lowest first.

    ``others``: who else was left in the group; ``refused``: those after whom the rest could not be paired; ``group``: its points in units.
    """
    arguments: dict[str, Value] = {
        "player": field.ids[one],
        "opponent_player": field.ids[other],
        "points": field.exact(field.points[one]),
        "group": field.exact(group),
    }
    resistance = field.resistance[one]
    if resistance is not None:
        arguments["resistance"] = resistance
    chosen = Fact(facts.LOWEST_OPPONENT if others else facts.LAST_TWO, arguments)
    return chosen, *_skipped(field, one, others >> (other + 1) << (other + 1), refused, coloured)


def _skipped(field: Field, one: int, lower: int, refused: int, coloured: bool) -> Iterator[Fact]:
    """A fact for each of the lower ones, from the lowest up."""
    for place in reversed(list(bits(lower))):
        obstacle = None if refused >> place & 1 else field.obstacle(one, place, coloured)
        yield obstacle or fact(facts.SKIPPED_REST, player=field.ids[place])


def floating(field: Field, place: int, group: int) -> Fact:
    """A player with more points than the score group in which he plays."""
    return fact(facts.FLOATS, player=field.ids[place], points=field.exact(field.points[place]), group=field.exact(group))


def of_bye(field: Field, place: int, code: str, waited: tuple[Fact, ...] = ()) -> tuple[Fact, ...]:
    """Why a player has the bye; of ``waited`` only the reasons why others did not get it."""
    stayed = (one for one in waited if one.code != facts.WAITED)
    return fact(code, player=field.ids[place], points=field.exact(field.points[place])), *stayed


def passed_for_bye(field: Field, places: list[int]) -> Iterator[Fact]:
    """Why lower players did not get the bye when the lowest possible has it."""
    for place in places:
        line = field.free_round(place)
        if not field.eligible >> place & 1 and line is not None:
            yield fact(facts.BYE_NOT_AGAIN, player=field.ids[place], round=line.round)
        else:
            yield fact(facts.BYE_REST, player=field.ids[place])
