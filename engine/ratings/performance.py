"""Performances: the rating that a score against some opponents stands for (spec 24; seed 000 "KNDB-rating", example b)."""

from dataclasses import dataclass
from fractions import Fraction

from engine.ratings.table import EXTREME, difference_for, half_up

BELOW, ABOVE = "<", ">"


@dataclass(frozen=True)
class Performance:
    """``rating`` = ``average`` rating of the opponents + ``difference`` for the percentage. ``percentage``: exact; ``whole``: as looked up.

    ``mark``: ``<`` or ``>`` when nothing or everything was won, so that the rating is only a bound; '' otherwise.
    """

    average: Fraction
    percentage: Fraction
    whole: int
    difference: int
    rating: Fraction
    mark: str = ""


def performance(ratings: int, half_points: int, games: int, extreme: int = EXTREME) -> Performance:
    """The performance of at least one game. ``ratings``: the sum of the opponents' ratings; ``half_points``: a win 2, a draw 1."""
    average, percentage = Fraction(ratings, games), Fraction(50 * half_points, games)
    whole, difference = half_up(percentage), difference_for(percentage, extreme)
    mark = {0: BELOW, 100: ABOVE}.get(whole, "")
    return Performance(average, percentage, whole, difference, average + difference, mark)
