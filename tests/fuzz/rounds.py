"""What the random searches of the two Swisses share: rounds until there are enough, each compared with the slow reading."""

import argparse
import time
from collections.abc import Callable, Iterator

from engine.pairing.draft import Draft, Request

Rounds = Callable[[int, int], Iterator[tuple[Request, Draft]]]
#: The pairs (white, black) and the bye of a slow reading; None when no complete pairing exists.
Slow = tuple[set[tuple[int, int]], int | None] | None


def against(draft: Draft, slow: Slow) -> str | None:
    """What the slow reading says otherwise, None when both agree."""
    if slow is None:
        return None if draft.unpaired and not draft.pairs else "no complete pairing exists"
    if draft.unpaired:
        return "a complete pairing exists"
    pairs, bye = {(pair.white, pair.black) for pair in draft.pairs}, draft.bye
    return None if (pairs, bye) == slow else f"{sorted(pairs)} bye {bye}, should be {sorted(slow[0])} bye {slow[1]}"


def search(
    name: str,
    argv: list[str] | None,
    rounds: Rounds,
    difference: Callable[[Request, Draft], str | None],
    defaults: tuple[int, int],
    told: Callable[[], str] = str,
) -> int:
    """Compare until enough rounds are done; 1 when one differs. ``defaults``: how many, of how many players at most; ``told`` is printed
    at the end of the last line."""
    parser = argparse.ArgumentParser(description=f"The Swiss on {name} against the slow reading of the regulation.")
    parser.add_argument("--rounds", type=int, default=defaults[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--largest", type=int, default=defaults[1])
    chosen = parser.parse_args(argv)
    done = wrong = 0
    seed, start = chosen.seed, time.perf_counter()
    while done < chosen.rounds:
        for request, draft in rounds(seed, chosen.largest):
            done += 1
            found = difference(request, draft)
            if found:
                wrong += 1
                print(f"seed {seed} round {request.round}: {found}")
        seed += 1
    print(f"{name}: {done - wrong} of {done} rounds agree ({time.perf_counter() - start:.0f} s){told()}")
    return 1 if wrong else 0
