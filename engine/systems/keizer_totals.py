"""The sums of share × value of all players at once, again and again for values that differ little (spec 21; whole numbers).

A pass over 40 rounds of 255 players is some ten thousand products, and an optimised season has hundreds of passes. So what a player's value
pays to everybody is kept as one long number with a field for each player (``Fields``); a changed value is then one multiplication and one
addition, whatever the number of rounds. Sums of which nobody knows how long they get (step 0: exact values with long denominators) are added
up game by game (``Games``).
"""

from collections.abc import Iterable, Sequence
from itertools import compress
from operator import mul, sub
from struct import Struct
from typing import Protocol

#: (who is paid, whose value pays, the share).
Share = tuple[int, int, int]

#: Bits of a field and the code with which it is read.
_WIDTHS = {32: "i", 64: "q"}


class Totals(Protocol):
    """What has been shared so far."""

    def holds(self, largest: int | None) -> bool:
        """Whether it can be used further for sums up to ``largest`` (None: nobody knows how large)."""

    def add(self, shares: Iterable[Share], times: int = 1) -> None:
        """Count what was shared in a round; ``times`` −1 takes it away again."""

    def scores(self, values: Sequence[int]) -> tuple[int, ...]:
        """Everybody's sum of share × value."""


def totals(n: int, own: int, largest: int | None) -> Totals:
    """For ``n`` players with ``own`` as everybody's share of his own value; ``largest``: no sum is larger, None = nobody knows."""
    width = next((width for width in _WIDTHS if largest is not None and largest < 1 << (width - 1)), None)
    made: Totals = Games(n) if width is None else Fields(n, width)
    made.add((player, player, own) for player in range(n))
    return made


class Fields:
    """One long number for each player whose value pays; its fields are who is paid."""

    def __init__(self, n: int, width: int) -> None:
        self._width = width
        self._read = Struct(f"<{n}{_WIDTHS[width]}")
        self._signs = sum(1 << (width * player + width - 1) for player in range(n))
        self._columns = [0] * n

    def holds(self, largest: int | None) -> bool:
        """Whether a field is wide enough for sums up to ``largest``."""
        return largest is not None and largest < 1 << (self._width - 1)

    def add(self, shares: Iterable[Share], times: int = 1) -> None:
        """Count what was shared in a round; ``times`` −1 takes it away again."""
        columns, width = self._columns, self._width
        for paid, payer, share in shares:
            columns[payer] += share * times << (width * paid)
        self._values: Sequence[int] = [0] * len(columns)
        self._packed = 0

    def scores(self, values: Sequence[int]) -> tuple[int, ...]:
        """Everybody's sum, from the one for the values before: only those that changed play a part.

        A sum below zero borrows from the next field; adding the sign bits and turning them over makes each field a signed number again.
        """
        changes = list(map(sub, values, self._values))
        self._packed = sum(map(mul, compress(changes, changes), compress(self._columns, changes)), self._packed)
        self._values = values
        fields = (self._packed + self._signs) ^ self._signs
        return self._read.unpack(fields.to_bytes(self._read.size, "little"))


class Games:
    """For each player who is paid, the shares and whose value they are of."""

    def __init__(self, n: int) -> None:
        self._payers: list[list[int]] = [[] for _ in range(n)]
        self._shares: list[list[int]] = [[] for _ in range(n)]

    def holds(self, largest: int | None) -> bool:
        """Never: what is taken away would only make the sums longer, so they are made anew."""
        return False

    def add(self, shares: Iterable[Share], times: int = 1) -> None:
        """Count what was shared in a round; ``times`` −1 takes it away again."""
        for paid, payer, share in shares:
            self._payers[paid].append(payer)
            self._shares[paid].append(share * times)

    def scores(self, values: Sequence[int]) -> tuple[int, ...]:
        """Everybody's sum, added up."""
        return tuple(
            sum(map(mul, shares, map(values.__getitem__, payers)))
            for payers, shares in zip(self._payers, self._shares, strict=True)
        )
