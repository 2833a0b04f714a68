"""Which games count for ratings and what was scored in them (spec 24): any draw is ½, forfeits and byes never count."""

from collections.abc import Iterable

from engine.record import Line
from engine.results import Side

_PERCENT: dict[Side | None, int] = {Side.WIN: 100, Side.PLUS: 50, Side.DRAW: 50, Side.MINUS: 50, Side.LOSS: 0}


def external(line: Line) -> int | None:
    """The rating of an opponent from outside in a game that was played; None for any other line."""
    entry = line.entry
    return entry.opponent_rating if entry is not None and line.side in _PERCENT else None


def counts(line: Line) -> bool:
    """A game played at the board, or an external one against a known rating."""
    return line.is_played or external(line) is not None


def scored(line: Line) -> int:
    """The percentage scored in a game that counts."""
    return 0 if line.side is None else _PERCENT[line.side]


#: A game that counts: its line, the opponent of the competition or None, the rating of an opponent from outside, the percentage scored.
RatedGame = tuple[Line, int | None, int, int]


def rated_games(lines: Iterable[Line]) -> list[RatedGame]:
    """The games among some lines that count."""
    found: list[RatedGame] = []
    for line in lines:
        if line.is_played:
            found.append((line, line.opponent, 0, _PERCENT[line.side]))
        elif line.entry is not None:
            rating = external(line)
            if rating is not None:
                found.append((line, None, rating, _PERCENT[line.side]))
    return found
