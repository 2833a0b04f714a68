"""Words that several documents share: results as a player's own points, reasons, titles of rounds."""

from collections.abc import Mapping
from fractions import Fraction

from engine.crosstable import Cell
from engine.results import Side
from kompitie_web import i18n
from kompitie_web.i18n import _
from kompitie_web.messages import REASONS

_DRAUGHTS = {Side.WIN: "2", Side.PLUS: "1+", Side.DRAW: "1", Side.MINUS: "1−", Side.LOSS: "0"}
_CHESS = {Side.WIN: "1", Side.PLUS: "½+", Side.DRAW: "½", Side.MINUS: "½−", Side.LOSS: "0"}


def reason(key: str, names: Mapping[str, str]) -> str:
    """A reason's name in the language of the document: the arbiter's own name for it, else ours."""
    return names.get(i18n.current_language()) or (_(REASONS[key]) if key in REASONS else next(iter(names.values()), key))


def own_result(cell: Cell, sport: str, free: bool) -> str:
    """A result as its player's own points in the notation of the sport; forfeits carry an F, annulled games stand in brackets."""
    side = cell.side
    if side is None or side is Side.OPEN:
        return ""
    if side is Side.ADJOURNED:
        return _("adj.")
    if free and cell.points is not None:
        text = i18n.number(cell.points)
    else:
        signs = _CHESS if sport == "chess" else _DRAUGHTS
        forfeits = {Side.FORFEIT_WIN: signs[Side.WIN] + "F", Side.FORFEIT_LOSS: "0F"}
        text = forfeits.get(side) or signs[side]
    return f"({text})" if cell.annulled else text


def round_name(number: int) -> str:
    """Round 5."""
    return _("Round %(number)s", number=number)


def number_or_blank(value: Fraction | int | None) -> str:
    """A number as people write it, '' when there is none."""
    return "" if value is None else i18n.number(value)
