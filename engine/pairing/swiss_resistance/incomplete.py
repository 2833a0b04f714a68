"""When the whole field has no complete pairing: who is short of opponents, and who is left out if the arbiter pairs all the same."""

from collections.abc import Sequence
from typing import Protocol

from engine.matching import Matching, bits, missable
from engine.pairing import facts
from engine.pairing.draft import Fact, fact


class Field(Protocol):
    """What has to be known of the players to pair: ``engine.pairing.field.Field``, and the field of a pairing by list."""

    ids: list[int]
    eligible: int
    with_bye: bool
    everyone: int

    @property
    def legal(self) -> Sequence[int]:
        """By place whom a player may meet, with the bye's bit when he may have it; the bye's own mask last."""

    @property
    def bye_place(self) -> int:
        """The place that stands for the bye."""

    def names(self, players: int) -> tuple[int, ...]:
        """The ids of a set, in pairing order."""


def explain(field: Field) -> list[Fact]:
    """Remarks: how many stay without a game at least, who may meet nobody, and which players compete for too few opponents.

    The last is the Gallai-Edmonds set: the players that some largest pairing leaves out, and the only others whom they may meet.
    """
    if field.everyone.bit_count() % 2 and not field.with_bye:
        remarks = [Fact(facts.ODD_AFTER_BYE)]
    else:
        remarks = [fact(facts.NO_COMPLETE_PAIRING, count=_left_out(field).bit_count())]
    alone = [place for place in bits(field.everyone) if not field.legal[place] & field.everyone]
    remarks.extend(fact(facts.NO_OPPONENT, player=field.ids[place]) for place in alone if field.everyone.bit_count() > 1)
    short = missable(field.legal, _vertices(field))
    if field.with_bye and short >> field.bye_place & 1:
        remarks.append(fact(facts.NO_BYE_POSSIBLE, players=field.names(field.eligible)))
    short = short & field.everyone & ~sum(1 << place for place in alone)
    among = 0
    for place in bits(short):
        among |= field.legal[place]
    opponents = among & field.everyone & ~short
    if short and short != field.everyone:
        remarks.append(fact(facts.TOO_FEW_OPPONENTS, players=field.names(short), opponent_players=field.names(opponents)))
    return remarks


def largest(field: Field) -> int:
    """The players of a pairing with the most pairs; the lowest in the order are left out."""
    return field.everyone & ~_left_out(field)


def _vertices(field: Field) -> int:
    return field.everyone | (1 << field.bye_place if field.with_bye and field.everyone.bit_count() % 2 else 0)


def _left_out(field: Field) -> int:
    """Who is not paired: first nobody for the bye, then the lowest in the order, as long as the number of pairs stays the largest."""
    matching = Matching(field.legal, _vertices(field))
    wanted = matching.free.bit_count()
    left = 0
    for place in reversed(list(bits(matching.alive))):
        if left.bit_count() == wanted:
            break
        if matching.take_single(place):
            left |= 1 << place
    return left
