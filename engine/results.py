"""Result codes, what they mean for each side, point scales and notations (spec 20, Result codes and Points; seed 000).

A stored result is a short code in draughts notation, whatever the sport: ``2-0``, ``1-1``, ``0-2``, ``+1-1`` (plus draw for white),
``1-1+`` (plus draw for black), ``2-0F``, ``0-2F``, ``0-0F`` (forfeits), ``adj`` (adjourned), the empty string (not played yet) or,
when the scale is free, ``a-b`` with ``=`` in front (``=12-0``) so that a free score is never mistaken for a win or a draw.
"""

import re
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache

OPEN = ""
WHITE_WINS, DRAW, BLACK_WINS = "2-0", "1-1", "0-2"
PLUS_WHITE, PLUS_BLACK = "+1-1", "1-1+"
FORFEIT_WHITE, FORFEIT_BLACK, FORFEIT_BOTH = "2-0F", "0-2F", "0-0F"
ADJOURNED = "adj"
FORFEITS = (FORFEIT_WHITE, FORFEIT_BLACK, FORFEIT_BOTH)
PLAYED = (WHITE_WINS, DRAW, BLACK_WINS, PLUS_WHITE, PLUS_BLACK)
CODES = (OPEN, *PLAYED, *FORFEITS, ADJOURNED)
_NUMBER = re.compile(r"[+-]?[0-9./]+")
_FREE = re.compile(r"=(\d+(?:[.,]\d+)?|\d+/\d+)-(\d+(?:[.,]\d+)?|\d+/\d+)")


class Side(Enum):
    """What a result is for one of the two players."""

    WIN = "win"
    PLUS = "plus"
    DRAW = "draw"
    MINUS = "minus"
    LOSS = "loss"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    OPEN = "open"
    ADJOURNED = "adjourned"

    __hash__ = object.__hash__  # members are single objects; the inherited hash of the name is a Python call for every look-up

    @property
    def is_played(self) -> bool:
        """Played at the board: it counts for colours, for "have met" and for ratings."""
        return self in _PLAYED_SIDES

    @property
    def is_scored(self) -> bool:
        """Gives points (played or forfeited); open and adjourned games do not."""
        return self not in (Side.OPEN, Side.ADJOURNED)


_PLAYED_SIDES = frozenset((Side.WIN, Side.PLUS, Side.DRAW, Side.MINUS, Side.LOSS))
_SIDES: dict[str, tuple[Side, Side]] = {
    OPEN: (Side.OPEN, Side.OPEN),
    WHITE_WINS: (Side.WIN, Side.LOSS),
    DRAW: (Side.DRAW, Side.DRAW),
    BLACK_WINS: (Side.LOSS, Side.WIN),
    PLUS_WHITE: (Side.PLUS, Side.MINUS),
    PLUS_BLACK: (Side.MINUS, Side.PLUS),
    FORFEIT_WHITE: (Side.FORFEIT_WIN, Side.FORFEIT_LOSS),
    FORFEIT_BLACK: (Side.FORFEIT_LOSS, Side.FORFEIT_WIN),
    FORFEIT_BOTH: (Side.FORFEIT_LOSS, Side.FORFEIT_LOSS),
    ADJOURNED: (Side.ADJOURNED, Side.ADJOURNED),
}


@lru_cache(maxsize=4096)
def free_score(code: str) -> tuple[Fraction, Fraction] | None:
    """The two scores of a free result (``=9-1``), or None when the code is not a free score."""
    match = _FREE.fullmatch(code)
    if match is None:
        return None
    return exact(match[1]), exact(match[2])


@lru_cache(maxsize=4096)
def sides(code: str) -> tuple[Side, Side]:
    """White's and black's side of a result code. ValueError for an unknown code."""
    known = _SIDES.get(code)
    if known is not None:
        return known
    scores = free_score(code)
    if scores is None:
        raise ValueError(f"unknown result code {code!r}")
    if scores[0] == scores[1]:
        return Side.DRAW, Side.DRAW
    return (Side.WIN, Side.LOSS) if scores[0] > scores[1] else (Side.LOSS, Side.WIN)


def reversed_code(code: str) -> str:
    """The same result with the colours exchanged (white's win becomes black's)."""
    scores = free_score(code)
    if scores is not None:
        left, right = code[1:].split("-")
        return f"={right}-{left}"
    white, black = sides(code)
    return next(other for other, pair in _SIDES.items() if pair == (black, white))


def exact(text: str | int | Fraction) -> Fraction:
    """An exact number from ``1/2``, ``1½``, ``0,5``, ``0.5`` or an integer. ValueError when it is none of these."""
    if isinstance(text, int | Fraction):
        return Fraction(text)
    cleaned = text.strip().replace(",", ".")
    for sign, value in _VULGAR.items():
        if cleaned.endswith(sign):
            whole = cleaned[: -len(sign)].strip()
            negative = whole.startswith(("-", "−"))
            size = _plain_number(whole.lstrip("-−") or "0") + value
            return -size if negative else size
    return _plain_number(cleaned.replace("−", "-"))


def _plain_number(text: str) -> Fraction:
    """A fraction or decimal. Never with an exponent: ``1e999999999`` would take all memory. ValueError for anything else."""
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    try:
        return Fraction(text)
    except ZeroDivisionError as error:
        raise ValueError(text) from error


_VULGAR = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3)}


@dataclass(frozen=True)
class Scale:
    """The points of a classification, exact. ``free``: results may be any two scores and count as they stand."""

    win: Fraction = Fraction(2)
    plus: Fraction = Fraction(1)
    draw: Fraction = Fraction(1)
    minus: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(2)
    forfeit_win: Fraction = Fraction(2)
    forfeit_loss: Fraction = Fraction(0)
    free: bool = False

    def of(self, side: Side) -> Fraction:
        """Points of one side; 0 for open and adjourned games."""
        if not side.is_scored:
            return Fraction(0)
        points: Fraction = getattr(self, side.value)
        return points

    def points(self, code: str) -> tuple[Fraction, Fraction]:
        """White's and black's points of a result code."""
        scores = free_score(code)
        if scores is not None:
            return scores
        white, black = sides(code)
        return self.of(white), self.of(black)


def _scale(win: str, plus: str, draw: str, minus: str, loss: str = "0", free: bool = False) -> Scale:
    best, worst = Fraction(win), Fraction(loss)
    middle = (Fraction(plus), Fraction(draw), Fraction(minus))
    return Scale(best, *middle, worst, bye=best, forfeit_win=best, forfeit_loss=worst, free=free)


#: Presets by key (spec 20, Points). The KNDB preset is draughts points with the plus-minus balance as first tie-break.
PRESETS: dict[str, Scale] = {
    "draughts": _scale("2", "1", "1", "1"),
    "chess": _scale("1", "1/2", "1/2", "1/2"),
    "three_points": _scale("3", "1", "1", "1"),
    "delft_two": _scale("2", "3/2", "1", "1/2"),
    "delft_old": _scale("4", "3", "2", "1"),
    "delft_renewed": _scale("5", "3", "2", "1"),
    "kndb": _scale("2", "1", "1", "1"),
    "free": _scale("2", "1", "1", "1", free=True),
}

#: Shares for SB (spec 20): of the opponent's points.
SB_SHARES: dict[Side, Fraction] = {
    Side.WIN: Fraction(1),
    Side.PLUS: Fraction(3, 4),
    Side.DRAW: Fraction(1, 2),
    Side.MINUS: Fraction(1, 4),
    Side.LOSS: Fraction(0),
}

_CHESS = {WHITE_WINS: "1-0", DRAW: "½-½", BLACK_WINS: "0-1", PLUS_WHITE: "+½-½", PLUS_BLACK: "½-½+"} | {
    FORFEIT_WHITE: "1-0F",
    FORFEIT_BLACK: "0-1F",
}


def notation(code: str, sport: str = "draughts") -> str:
    """A result as the sport writes it (``draughts`` 2-0, ``chess`` 1-0); adjourned and open give their code and ''."""
    if free_score(code) is not None:
        return code[1:]
    return _CHESS.get(code, code) if sport == "chess" else code


def parse(text: str, sport: str = "draughts", free: bool = False) -> str:
    """The code of a typed result: both notations are accepted on input. ValueError when it is not a result.

    Not for single keys (``2``, ``=``, ``f``): see ``from_key``. Where the notations collide (``1-0``) there is no conflict, since
    draughts results always add up to 2. With ``free`` any two numbers are a free score.
    """
    cleaned = "".join(text.split()).replace("–", "-").replace("−", "-").replace(":", "-")
    cleaned = re.sub(r"(?<![\d.,])0[.,]5(?!\d)", "½", cleaned)
    cleaned = re.sub(r"(?<![\d/])1/2(?![\d/])", "½", cleaned).upper().replace("FF", "F")
    if free and re.fullmatch(r"[0-9.,/½]+-[0-9.,/½]+", cleaned):
        code = "=" + "-".join(_score(part) for part in cleaned.split("-"))
        if free_score(code) is None:
            raise ValueError(f"not a result: {text!r} ({sport})")
        return code
    table = {code.upper(): code for code in CODES} | {chess.upper(): code for code, chess in _CHESS.items()}
    table |= {"=": DRAW, "+½-½": PLUS_WHITE, "½-½+": PLUS_BLACK, "0-0F": FORFEIT_BOTH}
    if cleaned in table:
        return table[cleaned]
    raise ValueError(f"not a result: {text!r} ({sport})")


def _score(text: str) -> str:
    """One score of a free result as it is stored: ``2½`` is ``5/2``. ValueError when it is no number."""
    value = exact(text)
    return str(value) if "½" in text else text.replace(",", ".")


def from_key(key: str, sport: str = "draughts", current: str = OPEN) -> str | None:
    """The code of one key press (spec 00, row 8), or None when the key means nothing here.

    Draughts ``2`` ``1`` ``0``, chess ``1`` ``5`` ``0`` (white's points); ``=`` draw; ``+`` ``-`` plus or minus draw for white;
    ``f`` cycles the forfeits; ``a`` adjourned; ``Backspace`` clears.
    """
    numbers = {"2": WHITE_WINS, "1": DRAW, "0": BLACK_WINS} if sport != "chess" else {"1": WHITE_WINS, "5": DRAW, "0": BLACK_WINS}
    common = {"=": DRAW, "+": PLUS_WHITE, "-": PLUS_BLACK, "a": ADJOURNED, "Backspace": OPEN}
    if key == "f":
        at = FORFEITS.index(current) if current in FORFEITS else -1
        return FORFEITS[(at + 1) % len(FORFEITS)]
    return numbers.get(key, common.get(key))
