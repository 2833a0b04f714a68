"""The lists of a Keizer classification, round by round (spec 21 "Score after round r").

A score is the sum of share × value over everything that has happened so far: a game counts with the value of the opponent, a round without
a game and the own value with the player's own. So a round is a number of ``Share``s, and a pass takes all of them with the values of one list
and gives the next one. Players are numbered 0 … n−1 in the order of the initial list; shares are whole numbers of 1/``unit``.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, takewhile

from engine.systems.keizer_options import MOST_PASSES
from engine.systems.keizer_totals import Share, Totals, totals
from engine.systems.keizer_values import Valuation, Values


@dataclass(frozen=True)
class Rules:
    """What the passes need to know; hashable. ``own``: the share of the own value that everybody has, in units of 1/``unit``.

    ``by_lot``: the players by lot number when that decides between equal scores; None = the order of the list before does.
    """

    valuation: Valuation
    unit: int
    own: int
    passes: int
    optimise: bool
    by_lot: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """A list: the players in ``order``, their ``scores`` by number in units of 1/``unit``, and how they came about.

    ``values``: what everybody was worth in the last pass. ``ties``: the order that decided between equal scores. ``cycle``: the orders that
    follow each other without end, when the list oscillates. ``unsettled``: the passes were stopped at the limit.
    """

    order: tuple[int, ...]
    scores: tuple[int, ...]
    unit: int
    values: Values
    ties: tuple[int, ...]
    passes: int = 0
    cycle: tuple[tuple[int, ...], ...] = ()
    unsettled: bool = False


Round = tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class _Replay:
    """What is known of a season: its rounds, the initial list and those after each round, the sums of all rounds, and by player the
    shares that he was paid added up."""

    rounds: tuple[Round, ...]
    listings: tuple[Listing, ...]
    totals: Totals
    weights: list[int]

    def same(self, rounds: tuple[Round, ...]) -> int:
        """How many rounds from the first one on are these."""
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self.rounds, rounds, strict=False)))


#: The latest seasons by rules: a result in the last round leaves all lists before it as they were.
_kept: dict[Rules, _Replay] = {}
_MOST_KEPT = 16


def initial(rules: Rules) -> Listing:
    """The initial list, which has no points."""
    everybody = tuple(range(rules.valuation.n))
    return Listing(everybody, (0,) * len(everybody), 1, rules.valuation.initial, everybody)


def lists(rules: Rules, rounds: Sequence[Round]) -> tuple[Listing, ...]:
    """The initial list and the list after each round, replayed from the first one (or from the first that differs from last time)."""
    rounds = tuple(rounds)
    known = _kept.get(rules)
    if known is not None and known.same(rounds) == len(rounds):
        return known.listings[: len(rounds) + 1]
    # Its sums are changed below, so it is taken out: another thread makes its own meanwhile.
    found = _replayed(rules, rounds, _kept.pop(rules, None))
    for oldest in list(_kept)[: 1 - _MOST_KEPT]:
        _kept.pop(oldest, None)
    _kept[rules] = found
    return found.listings


def _replayed(rules: Rules, rounds: tuple[Round, ...], known: _Replay | None) -> _Replay:
    """The lists of all rounds; those that are known already are taken over with their sums."""
    if known is None:
        known = _Replay((), (initial(rules),), totals(rules.valuation.n, rules.own, None), [rules.own] * rules.valuation.n)
    same, weights = known.same(rounds), known.weights
    gone = list(chain.from_iterable(known.rounds[same:]))
    _weigh(weights, gone, -1)
    _weigh(weights, chain.from_iterable(rounds[same:]), 1)
    largest, so_far = _largest(rules, weights), known.totals
    if so_far.holds(largest):
        so_far.add(gone, -1)
    else:
        so_far = totals(rules.valuation.n, rules.own, largest)
        so_far.add(chain.from_iterable(rounds[:same]))
    made = list(known.listings[: same + 1])
    for one in rounds[same:]:
        so_far.add(one)
        made.append(_after_round(rules, so_far, made[-1]))
    return _Replay(rounds, tuple(made), so_far, weights)


def _weigh(weights: list[int], shares: Iterable[Share], times: int) -> None:
    """Add shares to what each player was paid, or take them away."""
    for paid, _, share in shares:
        weights[paid] += abs(share) * times


def forget() -> None:
    """Drop the lists kept so far: the next calculation is a whole replay."""
    _kept.clear()


def _largest(rules: Rules, weights: Sequence[int]) -> int | None:
    """No sum is larger: the largest value times all shares of one player. None: values are only known when computed."""
    if not rules.valuation.step:
        return None
    values = rules.valuation.initial.of
    return max(map(abs, values), default=0) * max(weights, default=0)


def given(rules: Rules, listing: Listing) -> Values:
    """The values that a list gives; the initial list, which no pass has made, has its own."""
    return rules.valuation.after(listing.order, listing.scores) if listing.passes else listing.values


def _after_round(rules: Rules, so_far: Totals, before: Listing) -> Listing:
    """The list after a round."""
    if not rules.valuation.n:
        return before
    if rules.optimise:
        return _optimised(rules, so_far, before)
    listing = before
    for _ in range(rules.passes):
        listing = one_pass(rules, so_far, given(rules, listing), listing.order)
    return replace(listing, passes=rules.passes)


def one_pass(rules: Rules, so_far: Totals, values: Values, before: tuple[int, ...]) -> Listing:
    """One pass: the scores that the values give, sorted; equal scores keep the order before or go by lot."""
    scores = so_far.scores(values.of)
    ties = before if rules.by_lot is None else rules.by_lot
    order = tuple(sorted(ties, key=scores.__getitem__, reverse=True))
    return Listing(order, scores, values.unit * rules.unit, values, ties, passes=1)


def _optimised(rules: Rules, so_far: Totals, before: Listing) -> Listing:
    """From equal values, until two passes in a row give the same order or the orders go round in a cycle."""
    made = [one_pass(rules, so_far, rules.valuation.all_top(), before.order)]
    seen = {made[0].order: 0}
    while len(made) < MOST_PASSES:
        last = made[-1]
        made.append(one_pass(rules, so_far, given(rules, last), last.order))
        order = made[-1].order
        first = seen.setdefault(order, len(made) - 1)
        if first == len(made) - 2:
            return replace(made[-1], passes=len(made))
        if first < len(made) - 1:
            return _of_cycle([made[-1], *made[first + 1 : -1]], before.order, len(made))
    return replace(made[-1], passes=len(made), unsettled=True)


def _of_cycle(cycle: Sequence[Listing], before: tuple[int, ...], passes: int) -> Listing:
    """The list of a cycle that is nearest to the list before the round, then the first to appear.

    Each has the score that its predecessor in the cycle gives it; so the first one is the pass that closed the cycle.
    """
    place = {player: index for index, player in enumerate(before)}
    kept = min(cycle, key=lambda one: inversions([place[player] for player in one.order]))
    return replace(kept, passes=passes, cycle=tuple(one.order for one in cycle))


def inversions(numbers: Iterable[int]) -> int:
    """How many pairs stand in the wrong order."""
    found, earlier = 0, list[int]()
    for number in numbers:
        found += len(earlier) - bisect_left(earlier, number)
        insort(earlier, number)
    return found
