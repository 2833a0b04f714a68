"""The values of a Keizer list (spec 21 Values): what the place on a list makes a player worth.

Everything is whole numbers: a value is its number over the list's ``unit``. Players are numbered 0 … n−1 in the order of the initial list.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from engine.systems.keizer_options import KeizerOptions


@dataclass(frozen=True, slots=True)
class Values:
    """The value of each player by his number, in units of 1/``unit``."""

    of: tuple[int, ...]
    unit: int

    def exact(self, player: int) -> Fraction:
        """The value of a player."""
        return Fraction(self.of[player], self.unit)


@dataclass(frozen=True)
class Valuation:
    """How places become values among ``n`` players; hashable, all numbers in units of 1/``unit``.

    ``step`` 0 = in proportion to the points, from the top to ``top`` − ``spread``. ``equal``: equal points get an equal value.
    """

    n: int
    top: int
    step: int
    spread: int
    unit: int
    equal: bool

    @cached_property
    def initial(self) -> Values:
        """The values of the initial list. It has no points: with step 0 all have the top, and nobody is equal to anybody."""
        return Values(tuple(self.top - self.step * place for place in range(self.n)), self.unit)

    def all_top(self) -> Values:
        """The top for everybody, where the calculation of an optimised list starts."""
        return Values((self.top,) * self.n, self.unit)

    def after(self, order: Sequence[int], scores: Sequence[int]) -> Values:
        """The values that a list gives: the players in ``order``, with their ``scores`` in any one unit."""
        if not self.step:
            return self._proportional(scores[order[0]], scores[order[-1]], scores)
        values = [0] * self.n
        for player, value in zip(order, self.initial.of, strict=True):
            values[player] = value
        if self.equal:
            for above, player in pairwise(order):
                if scores[above] == scores[player]:
                    values[player] = values[above]
        return Values(tuple(values), self.unit)

    def _proportional(self, first: int, last: int, scores: Sequence[int]) -> Values:
        """value = top − (top − bottom)·(P₁ − P)/(P₁ − Pₙ); all equal: all the top. The unit of the points cancels out."""
        distance = first - last
        if not distance:
            return self.all_top()
        numbers = [self.top * distance - self.spread * (first - score) for score in scores]
        unit = self.unit * distance
        shared = math.gcd(unit, *numbers)
        return Values(tuple(number // shared for number in numbers), unit // shared)


def valuation(options: KeizerOptions, n: int, frozen_n: int) -> Valuation:
    """The valuation of ``n`` players, of whom ``frozen_n`` have been there from round 1."""
    counted = frozen_n if options.n_frozen else n
    top = options.top.of(counted)
    unit = math.lcm(top.denominator, options.step.denominator)
    return Valuation(
        n=n,
        top=int(top * unit),
        step=int(options.step * unit),
        spread=(counted - 1) * unit,
        unit=unit,
        equal=options.equal_points_equal_value,
    )
