"""Every small change of a random pairing is judged to be the worse one, in every system: ``python -m tests.fuzz.judging``."""

import argparse
import random
import sys
from collections import Counter

from engine.judging import FOUND, judge
from engine.pairing.registry import PAIRINGS
from engine.simulate import Plan, tournament
from tests.engine.doctored import all_of

OPTIONS = {
    "swiss_resistance": {
        "maximum_colour_balance": (None, 1, 2),
        "bye": ("keys", "lowest"),
        "first_round": ("neighbours", "halves", "outside_in", "random"),
        "second_round_even_odd": (True, False),
    },
    "swiss_rating": {"initial_colour": ("white", "black")},
    "ranking": {
        "search": ("from_top", "balanced"),
        "bye": ("lowest", "whoever_is_left"),
        "rematch_distance": (1, 3, 6),
        "fewest_repeats": (False, True),
        "not_three_in_a_row": (False, True),
    },
    "round_robin": {"swapped": (False, True), "double": (False, True)},
}


def main(arguments: list[str] | None = None) -> int:
    """1 when a change is found that would be better."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", choices=sorted(PAIRINGS), default="swiss_resistance")
    parser.add_argument("--tournaments", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    wrong = 0
    for seed in range(chosen.seed, chosen.seed + chosen.tournaments):
        luck = random.Random(seed)
        options = {name: luck.choice(values) for name, values in OPTIONS[chosen.system].items()}
        plan = Plan(
            chosen.system, luck.randint(5, 13), luck.randint(2, 6), seed, absent=0.1, late=0.1, forfeits=0.05, options=options
        )
        made = tournament(plan)
        for request, draft in zip(made.requests, made.drafts, strict=True):
            for other in all_of(draft):
                for one in judge(chosen.system, request, other, draft):
                    counts[one.verdict.rule.code] += 1
                    if one.verdict.better != FOUND:
                        wrong += 1
                        print(f"seed {seed}, round {request.round}: {one}")
    print(
        f"{chosen.system}: {counts.total()} differences judged, {wrong} not in favour of what was made; {dict(counts.most_common())}"
    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
