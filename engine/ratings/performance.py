"""Performances: the rating that a score against some opponents stands for (spec 24; seed 000 "KNDB-rating", example b)."""

from fractions import Fraction
from typing import NamedTuple

from engine.ratings.table import EXTREME, difference_for_whole

BELOW, ABOVE = "<", ">"


class Performance(NamedTuple):
    """``ratings``: the sum of the opponents' ratings in ``games``; ``half_points``: a win 2, a draw 1; ``difference``: the one for the
    percentage; ``whole``: that percentage as looked up.
    """

    ratings: int
    half_points: int
    games: int
    whole: int
    difference: int

    @property
    def average(self) -> Fraction:
        """The average rating of the opponents."""
        return Fraction(self.ratings, self.games)

    @property
    def percentage(self) -> Fraction:
        """The score in percent, exact."""
        return Fraction(50 * self.half_points, self.games)

    @property
    def rating(self) -> Fraction:
        """The average rating of the opponents + the difference."""
        return Fraction(self.ratings + self.difference * self.games, self.games)

    @property
    def mark(self) -> str:
        """``<`` or ``>`` when nothing or everything was won, so that the rating is only a bound; '' otherwise."""
        return {0: BELOW, 100: ABOVE}.get(self.whole, "")


def performance(ratings: int, half_points: int, games: int, extreme: int = EXTREME) -> Performance:
    """The performance of at least one game. ``ratings``: the sum of the opponents' ratings; ``half_points``: a win 2, a draw 1."""
    whole = (100 * half_points + games) // (2 * games)  # 50 × half points / games, rounded half up
    return Performance(ratings, half_points, games, whole, difference_for_whole(whole, extreme))
