"""Round 3 and later: the score groups from the top, in each the top against the bottom (spec 31)."""

from dataclasses import dataclass
from dataclasses import field as default

from engine.matching import Matching, from_last, pair_off
from engine.pairing import facts
from engine.pairing.colours import colours
from engine.pairing.draft import Fact, Pair, fact
from engine.pairing.field import Field
from engine.pairing.swiss_resistance import reasons
from engine.pairing.swiss_resistance.waiting_room import Group, choose


@dataclass(slots=True)
class Progress:
    """A round while it is paired: the pairs so far, the bye, and what was said about players who were carried to a lower group."""

    field: Field
    pairs: list[Pair] = default(default_factory=list)
    remarks: list[Fact] = default(default_factory=list)
    bye: int | None = None
    bye_why: tuple[Fact, ...] = ()
    waited: dict[int, tuple[Fact, ...]] = default(default_factory=dict)
    told_last: dict[int, tuple[Fact, ...]] = default(default_factory=dict)

    def wait(self, told: dict[int, tuple[Fact, ...]]) -> None:
        """Remember why players waited in the group that is done."""
        self.told_last = told
        for place, why in told.items():
            self.waited[place] = self.waited.get(place, ()) + why

    def give_bye(self, place: int, code: str, why: tuple[Fact, ...] = ()) -> None:
        """The player left over has the bye."""
        self.bye = self.field.ids[place]
        self.bye_why = reasons.of_bye(self.field, place, code, why)

    def add_pair(self, one: int, other: int, level: int, why: tuple[Fact, ...]) -> None:
        """A pair in the score group of ``level`` points (units); ``one`` is the higher; colours by rule."""
        field = self.field
        white, black, colour = colours(field.ids[one], field.ids[other], field.histories[one], field.histories[other])
        self.add_game(white, black, (one, other), level, (*why, colour))

    def add_game(self, white: int, black: int, places: tuple[int, int], level: int, why: tuple[Fact, ...]) -> None:
        """A pair whose colours are known; players who float get their remarks."""
        remarks: list[Fact] = []
        for place in places:
            if self.field.points[place] != level:
                remarks.append(reasons.floating(self.field, place, level))
                remarks.extend(self.waited.get(place, ()))
        self.pairs.append(Pair(white, black, why, tuple(remarks)))


def pair_all(progress: Progress) -> None:
    """Pair everyone of the field group by group."""
    field = progress.field
    groups = field.groups()
    left, carried = field.everyone, 0
    for step, residents in enumerate(groups):
        members = carried | residents
        following = groups[step + 1] if step + 1 < len(groups) else 0
        carried = pair_group(progress, Group(members, left & ~members, following, carried))
        left = left & ~members | carried
    if carried:
        place = carried.bit_length() - 1
        progress.give_bye(place, facts.BYE_KEYS, progress.told_last.get(place, ()))


def pair_group(progress: Progress, group: Group) -> int:
    """Choose who waits, pair the others, and return those who wait."""
    field = progress.field
    choice = choose(field, group)
    progress.wait(reasons.of_waiting(field, group, choice))
    level = field.points[group.members.bit_length() - 1]
    if not choice.coloured:
        progress.remarks.append(fact(facts.COLOUR_LIMIT_GIVEN_UP, group=field.exact(level), limit=field.limit or 0))
    pair_inside(progress, choice.matching, level, choice.coloured)
    return choice.waiting


def pair_inside(progress: Progress, matching: Matching, level: int, coloured: bool) -> None:
    """The highest takes the lowest possible opponent for whom the rest can still be paired, and so on."""
    for one, other, refused in pair_off(matching, lambda _, choices: from_last(choices)):
        why = reasons.of_pair(progress.field, one, other, matching.alive, refused, level, coloured)
        progress.add_pair(one, other, level, why)
