"""The score of systems that simply add up points: normal and Swiss (spec 20 "Points")."""

from collections.abc import Mapping
from fractions import Fraction

from engine.systems.basis import Basis
from engine.terms import Term, of_line
from engine.tiebreaks import progressive_parts


def scores(basis: Basis) -> Mapping[int, Fraction]:
    """The sum of the points of games, byes and absences."""
    book = basis.ledger
    return {player: Fraction(record.points, book.unit) for player, record in book.records.items()}


def progress(basis: Basis) -> Mapping[int, tuple[Fraction, ...]]:
    """The points after each round."""
    book = basis.ledger
    return {player: tuple(Fraction(part, book.unit) for part in progressive_parts(basis.view, player)) for player in book.records}


def terms(basis: Basis, player: int) -> tuple[Term, ...]:
    """Game by game and absence by absence what it paid."""
    book = basis.ledger
    return tuple(of_line(line, Fraction(line.points, book.unit)) for line in book.records[player].lines)
