"""The terms of an explanation: which game or unplayed round gave which part of a number, and by which formula (spec 20 Explain)."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from engine.record import Line
from engine.results import Side


@dataclass(frozen=True)
class Term:
    """One part of a number, in the order of the rounds.

    ``kind``: ``game`` (played at the board), ``forfeit``, ``entry`` (bye, absence, external game), ``player`` (a plain fact of the
    player, such as his rating), ``round`` (a round as a whole), ``credit`` or ``reset`` (of the attendance balance), ``own`` (the own
    value) or ``missing`` (a round with neither game nor entry; ``reason`` is what it counts for). ``share`` x ``value`` = ``amount`` where
    a share plays a part, else ``value`` is None or tells what the amount comes from. ``basis``: what the value is: ``opponent`` (his points, resistance, rating), ``own``, ``nothing`` (counts for nothing) or ''.
    ``counts`` is False for a part that was left out (the lowest, the highest, an opponent without a rating). ``numbers``: what else the
    amount was computed from, by name.
    """

    kind: str
    amount: Fraction | None
    round: int | None = None
    opponent: int | None = None
    opponent_name: str = ""
    colour: str = ""
    side: Side | None = None
    reason: str = ""
    share: Fraction | None = None
    value: Fraction | None = None
    basis: str = ""
    counts: bool = True
    game: int | None = None
    entry: int | None = None
    numbers: tuple[tuple[str, Fraction], ...] = ()


@dataclass(frozen=True)
class Working:
    """One line of a calculation: ``name`` = ``formula`` with its ``numbers`` filled in = ``value``.

    ``formula``: the names of the numbers in braces among ``+ − × / ( )``, the same in every language: ``100 × {P} / ({G} + {d})``; '' for
    a number that was counted. ``rule``: which of several formulas applied, '' where there is one. ``value`` None: there is none.
    """

    name: str
    value: Fraction | None
    formula: str = ""
    numbers: tuple[tuple[str, Fraction], ...] = ()
    rule: str = ""

    def filled(self, shown: Callable[[Fraction], str]) -> str:
        """The formula with its numbers written by ``shown``; negative ones in brackets."""
        texts = {name: f"({shown(value)})" if value < 0 else shown(value) for name, value in self.numbers}
        return self.formula.format(**texts)


def of_line(
    line: Line,
    amount: Fraction | None,
    share: Fraction | None = None,
    value: Fraction | None = None,
    basis: str = "",
    counts: bool = True,
    numbers: tuple[tuple[str, Fraction], ...] = (),
) -> Term:
    """The term of one line of a record."""
    entry = line.entry
    return Term(
        kind="entry" if entry else "game" if line.is_played else "forfeit",
        amount=amount,
        round=line.round,
        opponent=line.opponent,
        opponent_name=entry.opponent_name if entry else "",
        colour=line.colour or (entry.colour if entry else ""),
        side=line.side,
        reason=entry.reason if entry else "",
        share=share,
        value=value,
        basis=basis,
        counts=counts,
        game=line.game.id if line.game else None,
        entry=entry.id if entry else None,
        numbers=numbers,
    )
