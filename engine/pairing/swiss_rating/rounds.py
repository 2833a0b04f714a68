"""A round group by group from the top (spec 32 "Pairing a group"): what is paired, who moves down, who has the bye."""

from dataclasses import dataclass
from dataclasses import field as default

from engine.matching import bits
from engine.pairing import facts
from engine.pairing.draft import Fact, Pair
from engine.pairing.swiss_rating import reasons
from engine.pairing.swiss_rating.colours import Lot, colours
from engine.pairing.swiss_rating.group import Board, Group, remove_lonely, score_groups
from engine.pairing.swiss_rating.keys import Decision, decide
from engine.pairing.swiss_resistance.reasons import floating, of_bye


@dataclass(slots=True)
class Progress:
    """A round while it is paired. ``moved``: what was said about players who moved down, by place (``told_last``: in the group just done); ``lot_used``: the lot gave a colour."""

    board: Board
    lot: Lot
    first_round: bool
    pairs: list[Pair] = default(default_factory=list)
    remarks: list[Fact] = default(default_factory=list)
    bye: int | None = None
    bye_why: tuple[Fact, ...] = ()
    moved: dict[int, tuple[Fact, ...]] = default(default_factory=dict)
    told_last: dict[int, tuple[Fact, ...]] = default(default_factory=dict)
    lot_used: bool = False

    def add(self, pair: tuple[int, int], number: int, level: int, why: tuple[Fact, ...]) -> None:
        """A pair (places, the higher first) made in the group with so many points (units)."""
        field = self.board.field
        white, black, colour = colours(field, self.board.preferences, pair, number, self.lot.colour)
        self.lot_used = self.lot_used or colour.code == facts.RATING_COLOUR_LOT
        remarks: list[Fact] = []
        for place in pair:
            if field.points[place] != level:
                remarks.append(floating(field, place, level))
                remarks.extend(self.moved.get(place, ()))
        self.pairs.append(Pair(field.ids[white], field.ids[black], (*why, colour), tuple(remarks)))


def pair_all(progress: Progress) -> None:
    """Pair everyone of the field; it must be pairable."""
    board = progress.board
    carried = 0
    for residents, below, following in score_groups(board):
        group = remove_lonely(board, carried | residents, carried, below, following)
        carried = _pair_group(progress, group)
    if carried:
        place = carried.bit_length() - 1
        progress.bye = board.field.ids[place]
        stayed = tuple(told for told in progress.told_last.get(place, ()) if told.code != facts.RATING_MOVED)
        progress.bye_why = of_bye(board.field, place, facts.BYE_KEYS, stayed)


def _pair_group(progress: Progress, group: Group) -> int:
    """Pair one group; the answer is who moves down."""
    decision = decide(group)
    if decision is None:
        told = reasons.of_all(group)
        down = group.members | group.removed
    else:
        _add_pairs(progress, group, decision)
        progress.remarks.extend(reasons.of_group(decision))
        told = reasons.of_leaving(decision)
        down = decision.leaving | group.removed
    progress.told_last = told
    for place, why in told.items():
        progress.moved[place] = progress.moved.get(place, ()) + why
    return down


def _add_pairs(progress: Progress, group: Group, decision: Decision) -> None:
    level = progress.board.field.points[group.members.bit_length() - 1]
    open_ones = group.members
    for pair in decision.mixed:
        progress.add(pair, pair[0] + 1, level, reasons.of_mixed(decision, pair, open_ones))
        open_ones &= ~(1 << pair[0] | 1 << pair[1])
    numbers = {place: number for number, place in enumerate(bits(open_ones), start=1)}
    second = open_ones & ~decision.halves.upper
    for number, pair in enumerate(decision.halves.pairs, start=1):
        why = reasons.of_pair(decision, number, second, numbers)
        progress.add(pair, number if progress.first_round else pair[0] + 1, level, why)
        second &= ~(1 << pair[1])
