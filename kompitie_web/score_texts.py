"""How the score of each system is written, the same on every screen and on paper (spec 20-24: exact, rounded for display only)."""

from collections.abc import Iterable
from fractions import Fraction

from engine.classification import Row, Settings
from engine.systems.rating import PERFORMANCE
from kompitie_web import i18n
from kompitie_web.i18n import N_, _

#: Decimals of the score of a system; the others write whole numbers, halves and quarters as they are.
PLACES = {"keizer": 1, "moyenne": 3, "rating": 0, "attendance": 1}
#: Where a score has more decimals than this nobody can follow it; exact fractions up to this denominator are written out.
LARGEST_DENOMINATOR = 1000
_MOST_PLACES = 8
_POINTS = (N_("points"), N_("points"))
_HEADS = {"moyenne": (N_("score"), N_("score of own and opponents' average"))}
_RATINGS = {
    True: (N_("perf."), N_("performance")),
    False: (N_("new rtg"), N_("rating after the last round")),
}
_SIGNS = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}


def score_text(value: Fraction | None, system: str, mark: str = "") -> str:
    """A score as its system writes it: Keizer and attendance with one decimal, moyenne with three, a rating whole; – for none.

    ``mark``: ``<`` or ``>`` before a performance that is only a bound.
    """
    if value is None:
        return "–"
    text = i18n.number(value, PLACES.get(system))
    return f"{mark} {text}" if mark else text


def row_score(row: Row, system: str) -> str:
    """The score of a row of a standing."""
    return score_text(row.score, system, row.mark)


def score_head(settings: Settings) -> tuple[str, str]:
    """The head over the scores of a list and what it means, still to be translated."""
    if settings.system == "rating":
        return _RATINGS[settings.options.get("mode", PERFORMANCE) == PERFORMANCE]
    return _HEADS.get(settings.system, _POINTS)


def exact_text(value: Fraction) -> str:
    """An exact number: 72, 19⅓, 7 5/9; with a denominator that nobody can read eight decimals."""
    if value.denominator > LARGEST_DENOMINATOR:
        return "≈ " + i18n.number(value, _MOST_PLACES)
    whole, rest = divmod(abs(value), 1)
    sign = i18n.MINUS if value < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    part = _SIGNS.get(rest)
    if part:
        return f"{sign}{whole or ''}{part}"
    fraction = f"{rest.numerator}/{rest.denominator}"
    return f"{sign}{whole} {fraction}" if whole else f"{sign}{fraction}"


def decimal_text(value: Fraction, most: int = 3) -> str:
    """A number that ends after at most three decimals, written without superfluous ones; '' when it does not end."""
    if value.denominator in (2, 4):
        return i18n.number(value)
    for places in range(most + 1):
        if rounded(value, places) == value:
            return i18n.number(value, places)
    return ""


def formula_text(value: Fraction) -> str:
    """An exact number inside a formula: 7, 1½, 0,3, 1⅔, (10/9)."""
    text = decimal_text(value)
    if text:
        return text
    exact = exact_text(value)
    return exact if exact.startswith("≈") or (" " not in exact and "/" not in exact) else f"({value.numerator}/{value.denominator})"


def rounded_adds_up(parts: Iterable[Fraction], total: Fraction, places: int) -> bool:
    """Whether the rounded parts add up to the rounded total, as a reader would do it."""
    return sum((rounded(part, places) for part in parts), Fraction(0)) == rounded(total, places)


def rounded(value: Fraction, places: int) -> Fraction:
    """The number as it is shown with so many decimals: halves go away from zero."""
    scale = 10**places
    size = (abs(value) * scale + Fraction(1, 2)) // 1
    return Fraction(-size if value < 0 else size, scale)


def head_text(settings: Settings) -> str:
    """The head over the scores in the current language."""
    return _(score_head(settings)[0])
