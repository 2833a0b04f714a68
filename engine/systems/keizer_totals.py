"""The sums of share × value of all players at once, again and again for values that differ little (spec 21; whole numbers).

A pass over 40 rounds of 255 players is some ten thousand products, and an optimised season has hundreds of passes. So what a player's value
pays to everybody is kept as one long number with a field of ``_WIDTH`` bits for each player; a changed value is then one multiplication and
one addition, whatever the number of rounds. Numbers that do not fit the fields (step 0: exact values with long denominators) are added up game
by game.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from operator import mul
from struct import Struct

#: (who is paid, whose value pays, the share).
Share = tuple[int, int, int]

_WIDTH = 64
#: Added to each field while reading, so that sums below zero do not borrow from the next field.
_MIDDLE = 1 << (_WIDTH - 1)


class Totals:
    """What has been shared so far among ``n`` players; ``own``: everybody's share of his own value."""

    def __init__(self, n: int, own: int, shares: Iterable[Share] = ()) -> None:
        self._fields = [1 << (_WIDTH * player) for player in range(n)]
        self._middles = sum(_MIDDLE * one for one in self._fields)
        self._read = Struct(f"<{n}Q")
        self._columns = [0] * n
        self._payers: list[list[int]] = [[] for _ in range(n)]
        self._shares: list[list[int]] = [[] for _ in range(n)]
        self._weight = [0] * n
        self.add(chain(((player, player, own) for player in range(n)), shares))

    def add(self, shares: Iterable[Share]) -> None:
        """Count what was shared in a round."""
        self._values, self._packed = [0] * len(self._fields), 0
        for paid, payer, share in shares:
            if share:
                self._columns[payer] += share * self._fields[paid]
                self._payers[paid].append(payer)
                self._shares[paid].append(share)
                self._weight[paid] += abs(share)

    def scores(self, values: Sequence[int]) -> list[int]:
        """Everybody's sum of share × value."""
        largest = max(max(values), -min(values)) * max(self._weight)
        return self._from_fields(values) if largest < _MIDDLE else self._one_by_one(values)

    def _from_fields(self, values: Sequence[int]) -> list[int]:
        """From the sums for the values before: only those that changed play a part."""
        columns, packed = self._columns, self._packed
        for player, (value, before) in enumerate(zip(values, self._values, strict=True)):
            if value != before:
                packed += (value - before) * columns[player]
        self._packed, self._values = packed, list(values)
        return [field - _MIDDLE for field in self._read.unpack((packed + self._middles).to_bytes(self._read.size, "little"))]

    def _one_by_one(self, values: Sequence[int]) -> list[int]:
        """Game by game."""
        return [
            sum(map(mul, shares, map(values.__getitem__, payers)))
            for payers, shares in zip(self._payers, self._shares, strict=True)
        ]
