"""The rating table of FMJD, KNDB and FIDE, and how it is read (spec 24; seed 000 "KNDB-rating"; FIDE 8.1a and 8.1b).

It is not the logistic curve: the classes are what the federations print. Percentages and differences are whole numbers.
"""

from fractions import Fraction

#: The difference that belongs to a percentage, the last difference of the class, the percentage of the higher rated player. Each
#: class begins after the one before; the lower rated player has the rest of 100.
CLASSES: tuple[tuple[int, int, int], ...] = (
    (0, 3, 50),
    (7, 10, 51),
    (14, 17, 52),
    (21, 25, 53),
    (29, 32, 54),
    (36, 39, 55),
    (43, 46, 56),
    (50, 53, 57),
    (57, 61, 58),
    (65, 68, 59),
    (72, 76, 60),
    (80, 83, 61),
    (87, 91, 62),
    (95, 98, 63),
    (102, 106, 64),
    (110, 113, 65),
    (117, 121, 66),
    (125, 129, 67),
    (133, 137, 68),
    (141, 145, 69),
    (149, 153, 70),
    (158, 162, 71),
    (166, 170, 72),
    (175, 179, 73),
    (184, 188, 74),
    (193, 197, 75),
    (202, 206, 76),
    (211, 215, 77),
    (220, 225, 78),
    (230, 235, 79),
    (240, 245, 80),
    (251, 256, 81),
    (262, 267, 82),
    (273, 278, 83),
    (284, 290, 84),
    (296, 302, 85),
    (309, 315, 86),
    (322, 328, 87),
    (336, 344, 88),
    (351, 357, 89),
    (366, 374, 90),
    (383, 391, 91),
    (401, 411, 92),
    (422, 432, 93),
    (444, 456, 94),
    (470, 484, 95),
    (501, 517, 96),
    (538, 559, 97),
    (589, 619, 98),
    (677, 735, 99),
)
#: From here on the higher rated player is expected to win every game; also what 0 % and 100 % count for.
EXTREME = CLASSES[-1][1] + 1
#: What 0 % and 100 % may count for.
EXTREMES = (EXTREME, 800)


def _by_difference() -> tuple[int, ...]:
    """The higher rated player's percentage for the differences 0, 1, 2 … up to EXTREME."""
    found: list[int] = []
    for _difference, last, percentage in CLASSES:
        found.extend([percentage] * (last + 1 - len(found)))
    return (*found, 100)


#: The higher rated player's percentage by whole difference; EXTREME stands for everything above it.
EXPECTED = _by_difference()
_DIFFERENCES = {percentage: difference for difference, _last, percentage in CLASSES}


def half_up(value: Fraction) -> int:
    """The nearest whole number; halves go away from zero."""
    size = (2 * abs(value.numerator) + value.denominator) // (2 * value.denominator)
    return -size if value < 0 else size


def expected(difference: Fraction | int) -> int:
    """The percentage expected of a player whose rating is ``difference`` above that of his opponent (below: negative)."""
    whole = difference if isinstance(difference, int) else half_up(difference)
    size = EXPECTED[min(abs(whole), EXTREME)]
    return size if difference >= 0 else 100 - size


def difference_for(percentage: Fraction | int, extreme: int = EXTREME) -> int:
    """The rating difference that a score in percent stands for; 0 and 100 give ``extreme``, which is only a bound.

    The percentage is rounded half up to a whole one. ValueError below 0 or above 100.
    """
    if not 0 <= percentage <= 100:
        raise ValueError(f"not a percentage: {percentage}")
    return difference_for_whole(half_up(Fraction(percentage)), extreme)


def difference_for_whole(whole: int, extreme: int = EXTREME) -> int:
    """The same for a whole percentage."""
    size = extreme if whole in (0, 100) else _DIFFERENCES[max(whole, 100 - whole)]
    return size if whole >= 50 else -size
