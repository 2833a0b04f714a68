"""The rank correlation of Spearman, exact: how far two orders of the same players agree, from −1 (opposite) through 0 to 1 (the same)."""

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

#: With ties the correlation can be irrational; then it is the nearest multiple of one part in so many.
PRECISION = 10**9


def spearman(first: Sequence[int], second: Sequence[int]) -> Fraction | None:
    """The correlation of two rows of numbers, one of each for every player; equal numbers share the average of their ranks.

    None when one of them tells nobody apart. Without ties it is 1 − 6·Σd² ∕ (n³ − n). ValueError for rows of different length.
    """
    if len(first) != len(second):
        raise ValueError("two rows of different length")
    one, other = _centred(first), _centred(second)
    both = sum(a * b for a, b in zip(one, other, strict=True))
    squares = sum(a * a for a in one) * sum(b * b for b in other)
    if squares == 0:
        return None
    root = isqrt(squares)
    if root * root == squares:
        return Fraction(both, root)
    near = isqrt((4 * PRECISION * PRECISION * both * both) // squares)  # twice the absolute value, rounded down
    return Fraction((near + 1) // 2 * (1 if both > 0 else -1), PRECISION)


def _centred(values: Sequence[int]) -> list[int]:
    """Twice each rank, less twice the average rank: whole numbers whose sum is 0."""
    ordered = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(ordered)))}
    last = {value: place for place, value in enumerate(ordered)}
    return [first[value] + last[value] - (len(values) - 1) for value in values]
