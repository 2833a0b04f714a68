"""The Swiss on resistance against the slow reading of the regulation, on random rounds: ``python -m tests.fuzz.resistance``."""

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from engine.pairing import swiss_resistance
from engine.pairing.draft import Draft, Request
from engine.results import Scale
from engine.simulate import Plan, tournament
from tests.engine.brute_resistance import Brute
from tests.fuzz.rounds import against, search

SCALES = (
    Scale(),
    Scale(),
    Scale(bye=Fraction(1)),
    Scale(bye=Fraction(0)),
    Scale(win=Fraction(3), bye=Fraction(3), forfeit_win=Fraction(3)),
    Scale(win=Fraction(2), plus=Fraction(3, 2), minus=Fraction(1, 2)),
    Scale(
        win=Fraction(1), plus=Fraction(1, 2), draw=Fraction(1, 2), minus=Fraction(1, 2), bye=Fraction(1, 2), forfeit_win=Fraction(1)
    ),
)


def plan(seed: int, largest: int = 11) -> Plan:
    """A small tournament with much going on: absences, forfeits, late entries, limits on the colours."""
    chance = random.Random(seed)
    players = chance.randint(4, largest)
    return Plan(
        players=players,
        rounds=chance.randint(2, min(players, 8)),
        seed=seed,
        absent=chance.choice((0.0, 0.05, 0.15)),
        late=chance.choice((0.0, 0.2)),
        withdraws=chance.choice((0.0, 0.03)),
        forfeits=chance.choice((0.0, 0.04, 0.15)),
        draws=chance.choice((0.2, 0.5, 0.9)),
        plus=chance.choice((0.0, 0.5)),
        spread=chance.choice((20.0, 200.0)),
        scale=chance.choice(SCALES),
        absence_pays=chance.choice((Fraction(0), Fraction(0), Fraction(1))),
        options={
            "maximum_colour_balance": chance.choice((None, None, 1, 1, 2)),
            "second_round_even_odd": chance.random() < 0.7,
            "first_round": chance.choice(("neighbours", "halves", "outside_in", "random")),
        },
    )


def rounds(seed: int, largest: int = 11) -> Iterator[tuple[Request, Draft]]:
    """The rounds after the first of a random tournament, in half of them with some pairs forbidden."""
    simulation = tournament(plan(seed, largest))
    chance = random.Random(-seed)
    for request, draft in zip(simulation.requests[1:], simulation.drafts[1:], strict=True):
        if chance.random() < 0.5:
            yield request, draft
            continue
        ids = sorted(request.present)
        pairs = [(one, other) for one in ids for other in ids if one < other]
        forbidden = frozenset(chance.sample(pairs, min(len(pairs), chance.randint(1, len(ids)))))
        changed = replace(request, competition=replace(request.competition, forbidden=forbidden))
        yield changed, swiss_resistance.pair(changed)


def difference(request: Request, draft: Draft) -> str | None:
    """What the slow reading says otherwise, None when both agree."""
    return against(draft, Brute(request).pair())


def main(argv: list[str] | None = None) -> int:
    """Compare until enough rounds are done; 1 when one differs."""
    return search("resistance", argv, rounds, difference, (3000, 11))


if __name__ == "__main__":
    sys.exit(main())
