"""The terms of an explanation: which game or unplayed round gave which part of a number (spec 20 Explain)."""

from dataclasses import dataclass
from fractions import Fraction

from engine.record import Line
from engine.results import Side


@dataclass(frozen=True)
class Term:
    """One part of a number, in the order of the rounds.

    ``kind``: ``game`` (played at the board), ``forfeit``, ``entry`` (bye, absence, external game) or ``player`` (a plain fact of the
    player, such as his rating). ``share`` x ``value`` = ``amount`` where a share plays a part, else ``value`` is None or tells what the
    amount comes from. ``basis``: what the value is: ``opponent`` (his points, resistance, rating), ``own``, ``nothing`` (counts for nothing) or ''.
    ``counts`` is False for a part that was left out (the lowest, the highest, an opponent without a rating).
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


def of_line(
    line: Line,
    amount: Fraction | None,
    share: Fraction | None = None,
    value: Fraction | None = None,
    basis: str = "",
    counts: bool = True,
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
    )
