"""An independent, slow reading of the Swiss on resistance points: everything is enumerated by the keys of the regulation.

It shares nothing with ``engine.pairing`` but the values of a request: points, resistance, colours, eligibility and every choice are
computed anew from the games and entries. Fit for about a dozen players.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from engine.pairing.draft import Request
from engine.results import Side, sides

BYE = -1
SHARE = {
    Side.WIN: Fraction(1),
    Side.PLUS: Fraction(3, 4),
    Side.DRAW: Fraction(1, 2),
    Side.MINUS: Fraction(1, 4),
    Side.LOSS: Fraction(0),
}


@dataclass
class One:
    """What one player has done, in the words of the regulation."""

    id: int
    lot: int
    points: Fraction = Fraction(0)
    wp: Fraction = Fraction(0)
    sb: Fraction = Fraction(0)
    games: list[tuple[int, int, str, Side]] = field(default_factory=list)  # round, opponent, colour, side
    unplayed: int = 0
    free: int = 0

    @property
    def balance(self) -> int:
        return sum(1 if colour == "w" else -1 for _, _, colour, _ in self.games)

    @property
    def order(self) -> tuple[Fraction, Fraction, Fraction, int]:
        return -self.points, -self.wp, -self.sb, self.lot

    @property
    def key6(self) -> tuple[Fraction, Fraction, int]:
        return -self.wp, -self.sb, self.lot


def read(request: Request) -> dict[int, One]:
    """Points, resistance, SB, colours and free rounds of everybody, from the games before the round."""
    ones = {player.id: One(player.id, player.lot) for player in request.competition.players}
    scale = request.scale
    for game in request.competition.games:
        if game.round >= request.round or game.annulled:
            continue
        result = game.result if game.result not in ("", "adj") else "1-1"
        white, black = ones[game.white], ones[game.black]
        white_side, black_side = sides(result)
        for one, other, colour, side, gained in (
            (white, black, "w", white_side, scale.points(result)[0]),
            (black, white, "b", black_side, scale.points(result)[1]),
        ):
            one.points += gained
            if side.is_played:
                one.games.append((game.round, other.id, colour, side))
            else:
                one.unplayed += 1
                one.free += side is Side.FORFEIT_WIN
    for entry in request.competition.entries:
        if entry.round < request.round:
            one = ones[entry.player]
            gained = scale.bye if entry.reason == "bye" else request.reason_points.get(entry.reason, Fraction(0))
            one.points += gained
            one.unplayed += 1
            one.free += entry.reason == "bye" or gained > 0
    for one in ones.values():
        one.wp = sum((ones[opponent].points for _, opponent, _, _ in one.games), one.unplayed * one.points)
        one.sb = sum((SHARE[side] * ones[opponent].points for _, opponent, _, side in one.games), one.unplayed * one.points / 2)
    return ones


class Brute:
    """One round to pair; ``pair`` gives the pairs (white, black) and the bye, or None when there is no complete pairing."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.ones = read(request)
        self.limit = request.options.get("maximum_colour_balance")
        self.players = sorted(request.present, key=lambda player: self.ones[player].order)
        fewest = min((self.ones[player].free for player in self.players), default=0)
        self.eligible = {player for player in self.players if self.ones[player].free == fewest}
        self.all_pairable = lru_cache(maxsize=None)(self._all_pairable)

    def legal(self, one: int, other: int) -> bool:
        if BYE in (one, other):
            return max(one, other) in self.eligible
        forbidden = (min(one, other), max(one, other)) in self.request.competition.forbidden
        return not forbidden and all(opponent != other for _, opponent, _, _ in self.ones[one].games)

    def in_colour(self, one: int, other: int) -> bool:
        if self.limit is None:
            return True
        a, b = self.ones[one].balance, self.ones[other].balance
        return any(abs(a + step) <= self.limit and abs(b - step) <= self.limit for step in (1, -1))

    def _all_pairable(self, players: frozenset[int], colours: bool = False) -> bool:
        if not players:
            return True
        first = max(players)
        return any(
            self.all_pairable(players - {first, other}, colours)
            for other in players
            if other != first and self.legal(first, other) and (not colours or self.in_colour(first, other))
        )

    def completes(self, players: frozenset[int]) -> bool:
        """Rule 3; the bye takes part when the number is odd."""
        return self.all_pairable(players | {BYE} if len(players) % 2 else players)

    def pair(self) -> tuple[set[tuple[int, int]], int | None] | None:
        everybody = frozenset(self.players)
        if not self.completes(everybody):
            return None
        self.pairs: list[tuple[int, int]] = []
        self.white: dict[tuple[int, int], tuple[int, int]] = {}
        self.bye: int | None = None
        second = self.request.round == 2 and self.request.options.get("second_round_even_odd", True)
        levels = sorted({self.ones[player].points for player in self.players}, reverse=True)
        groups = [frozenset(p for p in self.players if self.ones[p].points == level) for level in levels]
        carried: frozenset[int] = frozenset()
        for step, residents in enumerate(groups):
            below = frozenset().union(*groups[step + 1 :])
            following = groups[step + 1] if step + 1 < len(groups) else frozenset()
            members = carried | residents
            if second:
                carried = self.second_round(members, below, following, carried)
            else:
                carried = self.group(members, below, following, carried)
        if carried:
            (self.bye,) = carried
        return {self.coloured(one, other) for one, other in self.pairs}, self.bye

    # --- round 3 and later
    def group(
        self, members: frozenset[int], below: frozenset[int], following: frozenset[int], carried: frozenset[int]
    ) -> frozenset[int]:
        best: tuple[tuple, frozenset[int], bool] | None = None
        for size in range(len(members) % 2, len(members) + 1, 2):
            for chosen in combinations(sorted(members), size):
                waiting = frozenset(chosen)
                staying = members - waiting
                if not self.all_pairable(staying) or not self.completes(waiting | below):
                    continue
                colours = self.limit is not None and self.all_pairable(staying, True)
                key = (
                    self.limit is not None and not colours,
                    len(waiting & carried),
                    self.floats_again(waiting, following),
                    sorted(self.ones[player].key6 for player in waiting),
                )
                if best is None or key < best[0]:
                    best = key, waiting, colours
            if best is not None:
                break
        assert best is not None
        _, waiting, colours = best
        rest = sorted(members - waiting, key=lambda player: self.ones[player].order)
        while rest:
            first = rest.pop(0)
            other = next(
                candidate
                for candidate in reversed(rest)
                if self.legal(first, candidate)
                and (not colours or self.in_colour(first, candidate))
                and self.all_pairable(frozenset(rest) - {candidate}, colours)
            )
            rest.remove(other)
            self.pairs.append((first, other))
        return waiting

    def floats_again(self, waiting: frozenset[int], following: frozenset[int]) -> int:
        return len(waiting) - self.most(tuple(sorted(waiting)), following) if following else 0

    def most(self, waiting: tuple[int, ...], following: frozenset[int]) -> int:
        if not waiting:
            return 0
        first, rest = waiting[0], waiting[1:]
        best = self.most(rest, following)
        for other in following:
            if self.legal(first, other):
                best = max(best, 1 + self.most(rest, following - {other}))
        return best

    # --- round 2, even against odd
    def second_round(
        self, members: frozenset[int], below: frozenset[int], following: frozenset[int], carried: frozenset[int]
    ) -> frozenset[int]:
        listed = sorted(members, key=lambda player: (-self.ones[player].points, self.ones[player].lot))
        odd = [player for player in listed if any(colour == "w" for _, _, colour, _ in self.ones[player].games)]
        even = [player for player in listed if player not in odd]
        best: list[tuple[int, int]] | None = None
        best_key: tuple | None = None
        for pairs in self.crossings(even, odd):
            left = members.difference(*pairs)
            if self.completes(left | below):
                at = dict(pairs)
                key = (-len(pairs), [odd.index(at[player]) if player in at else len(odd) for player in even])
                if best_key is None or key < best_key:
                    best, best_key = pairs, key
        assert best is not None
        for white, black in best:
            self.pairs.append((white, black))
            self.white[white, black] = (white, black)
        rest = [player for player in listed if all(player not in pair for pair in best)]
        single: frozenset[int] = frozenset()
        if len(rest) % 2:
            if below:
                single = frozenset({rest[-1]})
            else:
                last = next(p for p in reversed(rest) if p in self.eligible and self.all_pairable(frozenset(rest) - {p}))
                self.bye = last
                rest.remove(last)
        inner = frozenset(rest) - single
        return single | self.group(inner, below | single, following, carried & inner) if inner else single

    def crossings(self, even: list[int], odd: list[int]) -> list[list[tuple[int, int]]]:
        if not even:
            return [[]]
        first, rest = even[0], even[1:]
        found = self.crossings(rest, odd)
        for other in odd:
            if self.legal(first, other):
                found = [*found, *([(first, other), *pairs] for pairs in self.crossings(rest, [p for p in odd if p != other]))]
        return found

    # --- colours
    def coloured(self, one: int, other: int) -> tuple[int, int]:
        if (one, other) in self.white:
            return self.white[one, other]
        higher, lower = sorted((one, other), key=lambda player: self.ones[player].order)
        a, b = self.ones[higher], self.ones[lower]
        if a.balance != b.balance:
            return (higher, lower) if a.balance < b.balance else (lower, higher)
        of_a = {number: colour for number, _, colour, _ in a.games}
        of_b = {number: colour for number, _, colour, _ in b.games}
        different = [number for number in of_a if number in of_b and of_a[number] != of_b[number]]
        if different:
            return (lower, higher) if of_a[max(different)] == "w" else (higher, lower)
        if a.balance:
            return (higher, lower) if a.balance < 0 else (lower, higher)
        if a.games:
            return (lower, higher) if of_a[max(of_a)] == "w" else (higher, lower)
        return higher, lower
