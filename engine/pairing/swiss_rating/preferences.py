"""Colour preferences (spec 32 "Colours (A7)", B2) and the last-round rule.

A preference is absolute when the balance is beyond ±1 or the last two played games had the same colour, strong when the balance is
not 0, mild when it is 0 after at least one game. In the last round a player with more than 50 % has no absolute preference.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.pairing.order import Standing
from engine.record import Record

ABSOLUTE, STRONG, MILD, NONE = 3, 2, 1, 0


@dataclass(frozen=True, slots=True)
class Preferences:
    """Who prefers what, by place in the pairing order. ``whites`` and ``blacks``: masks of those who prefer that colour.

    ``strengths``: ABSOLUTE … NONE. ``absolute``: mask of those with an absolute preference. ``exempt``: mask of those to whom B2, B5 and
    B6 do not apply in the last round.
    """

    whites: int
    blacks: int
    strengths: list[int]
    absolute: int
    exempt: int

    def colour(self, place: int) -> str:
        """The preferred colour: 'w', 'b' or ''."""
        if self.whites >> place & 1:
            return "w"
        return "b" if self.blacks >> place & 1 else ""

    def same(self, place: int) -> int:
        """Everybody who prefers the same colour, himself included; a pair of two of them is a violation of B4."""
        if self.whites >> place & 1:
            return self.whites
        return self.blacks if self.blacks >> place & 1 else 0

    def allowed(self) -> list[int]:
        """For each place the mask of those with whom B2 allows a game: not both the same absolute preference."""
        everyone = (1 << len(self.strengths)) - 1
        by_colour = {
            "w": everyone & ~(self.whites & self.absolute),
            "b": everyone & ~(self.blacks & self.absolute),
            "": everyone,
        }
        return [by_colour[self.colour(place) if self.absolute >> place & 1 else ""] for place in range(len(self.strengths))]


def preferences(order: Standing, players: Sequence[int]) -> Preferences:
    """The preferences of ``players`` (ids in pairing order)."""
    half = _half(order)
    whites = blacks = absolute = exempt = 0
    strengths = []
    for place, player in enumerate(players):
        record = order.ledger.records[player]
        bit = 1 << place
        colour, strength = _preference(record)
        if half is not None and record.points > half:
            exempt |= bit
            strength = min(strength, STRONG)
        if colour == "w":
            whites |= bit
        elif colour == "b":
            blacks |= bit
        if strength == ABSOLUTE:
            absolute |= bit
        strengths.append(strength)
    return Preferences(whites, blacks, strengths, absolute, exempt)


def total_rounds(order: Standing) -> int:
    """How many rounds the competition has: the option ``total_rounds``, else the planned number."""
    request = order.request
    return request.number("total_rounds") or request.competition.planned_rounds


def _half(order: Standing) -> Fraction | None:
    """In the last round, the points (in units) above which a player has more than 50 %; None before it."""
    request = order.request
    if request.round != total_rounds(order):
        return None
    return request.scale.win * (request.round - 1) * order.ledger.unit / 2


def _preference(record: Record) -> tuple[str, int]:
    """The preferred colour of a record and how strong it is; the balance goes before repeated colours when they disagree."""
    last = before = ""
    for line in record.lines:
        if line.is_played:
            before, last = last, line.colour
    if not last:
        return "", NONE
    if abs(record.balance) > 1:
        return _against(record.balance), ABSOLUTE
    if last == before:
        return _other(last), ABSOLUTE
    if record.balance:
        return _against(record.balance), STRONG
    return _other(last), MILD


def _against(balance: int) -> str:
    return "b" if balance > 0 else "w"


def _other(colour: str) -> str:
    return "b" if colour == "w" else "w"


def x(whites: int, blacks: int, size: int) -> int:
    """A8: how many pairs of ``size`` players must hold two who prefer the same colour, ``whites`` and ``blacks`` preferring one."""
    return max(0, max(whites, blacks) - (size + 1) // 2)
