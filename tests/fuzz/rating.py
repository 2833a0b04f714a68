"""The Swiss on rating against the slow reading of the regulation, on random rounds: ``python -m tests.fuzz.rating``."""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from engine.competition import Game
from engine.pairing import swiss_rating
from engine.pairing.draft import Draft, Request
from engine.results import Scale
from engine.simulate import Plan, tournament
from tests.engine.brute_rating import Brute
from tests.fuzz.rounds import against, search

SCALES = (
    Scale(),
    Scale(),
    Scale(bye=Fraction(1)),
    Scale(bye=Fraction(0)),
    Scale(win=Fraction(3), bye=Fraction(3), forfeit_win=Fraction(3)),
    Scale(
        win=Fraction(1), plus=Fraction(1, 2), draw=Fraction(1, 2), minus=Fraction(1, 2), bye=Fraction(1, 2), forfeit_win=Fraction(1)
    ),
)


def plan(seed: int, largest: int = 12) -> Plan:
    """A small tournament with much going on: absences, forfeits, late entries, withdrawals."""
    chance = random.Random(seed)
    players = chance.randint(4, largest)
    return Plan(
        system="swiss_rating",
        players=players,
        rounds=chance.randint(2, min(players, 9)),
        seed=seed,
        absent=chance.choice((0.0, 0.05, 0.15)),
        late=chance.choice((0.0, 0.2)),
        withdraws=chance.choice((0.0, 0.03)),
        forfeits=chance.choice((0.0, 0.04, 0.15)),
        draws=chance.choice((0.1, 0.3, 0.5, 0.9)),
        spread=chance.choice((20.0, 200.0)),
        scale=chance.choice(SCALES),
        absence_pays=chance.choice((Fraction(0), Fraction(0), Fraction(1))),
        options={"initial_colour": chance.choice(("white", "black"))},
    )


def rounds(seed: int, largest: int = 12) -> Iterator[tuple[Request, Draft]]:
    """The rounds of a random tournament; half of them changed: some pairs forbidden, another round the last, a pair kept."""
    simulation = tournament(plan(seed, largest))
    chance = random.Random(-seed)
    for request, draft in zip(simulation.requests, simulation.drafts, strict=True):
        if len(request.present) > 10 and request.round == 1:
            continue  # one group of all: too many ways for the slow reading
        changed = _changed(request, chance)
        yield changed, draft if changed is request else swiss_rating.pair(changed)


def _changed(request: Request, chance: random.Random) -> Request:
    ids = sorted(request.present)
    pairs = [(one, other) for one in ids for other in ids if one < other]
    what = chance.choice(("", "", "", "", "forbidden", "forbidden", "last", "both"))
    if what in ("forbidden", "both") and pairs:
        forbidden = frozenset(chance.sample(pairs, min(len(pairs), chance.randint(1, len(ids)))))
        request = replace(request, competition=replace(request.competition, forbidden=forbidden))
    if what in ("last", "both"):
        request = replace(request, options={**request.options, "total_rounds": request.round})
    return request


def with_kept(request: Request, chance: random.Random) -> Request:
    """The request with one pair that stands already."""
    one, other = chance.sample(sorted(request.present), 2)
    game = Game(request.round, one, other, "", locked=True)
    return replace(request, competition=replace(request.competition, games=(*request.competition.games, game)))


def difference(request: Request, draft: Draft, seen: Counter[str] | None = None) -> str | None:
    """What the slow reading says otherwise, None when both agree. ``seen`` counts the keys that decided something."""
    brute = Brute(request)
    slow = brute.pair()
    if seen is not None:
        seen.update(brute.seen)
    return against(draft, slow)


def main(argv: list[str] | None = None) -> int:
    """Compare until enough rounds are done; 1 when one differs."""
    seen: Counter[str] = Counter()

    def told() -> str:
        return "; keys that decided: " + " ".join(f"{key}:{count}" for key, count in sorted(seen.items()))

    return search("rating", argv, rounds, lambda request, draft: difference(request, draft, seen), (5000, 12), told)


if __name__ == "__main__":
    sys.exit(main())
