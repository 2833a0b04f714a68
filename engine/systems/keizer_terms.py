"""What a Keizer score consists of: own value, games and rounds without a game, share × value each (spec 21, 20 Explain)."""

from fractions import Fraction

from engine.systems.keizer_facts import Part, Season
from engine.terms import Term, of_line


def terms(season: Season, player: int) -> tuple[Term, ...]:
    """The own value where it counts (kind ``own``), then round by round; the amounts with ``counts`` add up to the score.

    A round without a game or an entry has kind ``missing`` with the reason that it counts for. A reason that has been paid as often as it
    may be has ``counts`` False: its amount is what it would have paid.
    """
    last = season.listings[-1]
    if not last.passes:
        return ()
    places = {known: place for place, known in enumerate(season.players)}
    own = last.values.exact(places[player])
    before = (Term("own", own, share=Fraction(1), value=own, basis="own"),) if season.options.own_value_counted else ()
    return (
        *before,
        *(
            _term(part, player, Fraction(part.share, season.unit), last.values.exact(places[part.of]))
            for part in season.parts(player)
        ),
    )


def _term(part: Part, player: int, share: Fraction, value: Fraction) -> Term:
    """A part with the value that it counts with."""
    basis = "own" if part.of == player else "opponent"
    if part.line is None:
        return Term(
            "missing", share * value, part.round, reason=part.reason, share=share, value=value, basis=basis, counts=part.is_paid
        )
    return of_line(part.line, share * value, share, value, basis, part.is_paid)
