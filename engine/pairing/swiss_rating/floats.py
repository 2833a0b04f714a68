"""Floats (spec 32 "Float (A4)", B5, B6): who came from, or met, a higher score group in the two rounds before.

In a pair with unequal scores the higher has a downfloat, the lower an upfloat, forfeited pairs included; a bye is a downfloat; an
absence is none. "Previous round" is by round number; the scores are those before that round.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.competition import BYE
from engine.pairing.order import Standing

#: How much of the rules on floats is kept: B5 and B6, B5 only, neither.
BOTH, WITHOUT_B6, NEITHER = 0, 1, 2
LEVELS = (BOTH, WITHOUT_B6, NEITHER)


@dataclass(frozen=True, slots=True)
class Floats:
    """By level the mask of those who may not float that way (again); at level NEITHER nobody is barred."""

    up: tuple[int, int, int]
    down: tuple[int, int, int]


def floats(order: Standing, players: Sequence[int], exempt: int) -> Floats:
    """The floats of ``players`` (ids in pairing order); ``exempt``: to whom B5 and B6 do not apply (last round)."""
    number = order.request.round
    up, down = [0, 0], [0, 0]
    if number > 1:
        scores = (_before(order, number - 1), _before(order, number - 2))
        for place, player in enumerate(players):
            for line in reversed(order.ledger.records[player].lines):
                back = number - 1 - line.round
                if back > 1:
                    break
                if line.opponent is not None:
                    own, other = scores[back][player], scores[back][line.opponent]
                elif line.entry is not None and line.entry.reason == BYE:
                    own, other = 1, 0
                else:
                    continue
                if own > other:
                    down[back] |= 1 << place
                elif own < other:
                    up[back] |= 1 << place
    free = ~exempt
    return Floats(
        ((up[0] | up[1]) & free, up[0] & free, 0),
        ((down[0] | down[1]) & free, down[0] & free, 0),
    )


def _before(order: Standing, number: int) -> dict[int, int]:
    """Everybody's points before a round that is one of the last two."""
    scores = {}
    for player, record in order.ledger.records.items():
        points = record.points
        for line in reversed(record.lines):
            if line.round < number:
                break
            points -= line.points
        scores[player] = points
    return scores
