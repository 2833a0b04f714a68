"""An independent, slow reading of the Swiss on rating: every way to pair a group is enumerated and the best by keys 1-9 is taken.

It shares nothing with ``engine.pairing`` but the values of a request: points, floats, colours, eligibility and every choice are
computed anew from the games and entries. Fit for about a dozen players.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import permutations

from engine.pairing.draft import Request
from engine.results import Side, sides

BYE = -1
ABSOLUTE, STRONG, MILD, NONE = 3, 2, 1, 0
Pairs = list[tuple[int, int]]


@dataclass
class One:
    """What one player has done, in the words of the regulation."""

    id: int
    lot: int
    rating: int
    points: Fraction = Fraction(0)
    gains: dict[int, Fraction] = field(default_factory=dict)  # by round
    games: list[tuple[int, int, str]] = field(default_factory=list)  # round, opponent, colour; played at the board
    met: set[int] = field(default_factory=set)
    floats: dict[int, str] = field(default_factory=dict)  # round: "down", "up"
    free: int = 0
    last_round_free: bool = False

    @property
    def order(self) -> tuple[Fraction, int, int]:
        return -self.points, -self.rating, self.lot

    @property
    def balance(self) -> int:
        return sum(1 if colour == "w" else -1 for _, _, colour in self.games)

    @property
    def preference(self) -> tuple[str, int]:
        """The preferred colour and how strong it is."""
        if not self.games:
            return "", NONE
        balance, colours = self.balance, [colour for _, _, colour in sorted(self.games)]
        repeated = colours[-1] if colours[-2:] in (["w", "w"], ["b", "b"]) else ""
        if abs(balance) > 1:
            return "b" if balance > 0 else "w", STRONG if self.last_round_free else ABSOLUTE
        if repeated:
            return "b" if repeated == "w" else "w", STRONG if self.last_round_free else ABSOLUTE
        if balance:
            return "b" if balance > 0 else "w", STRONG
        return "b" if colours[-1] == "w" else "w", MILD


def read(request: Request) -> dict[int, One]:
    """Everybody's history from the games before the round."""
    competition = request.competition
    ones = {player.id: One(player.id, player.lot, player.rating or 0) for player in competition.players}
    scale = request.scale
    games = [game for game in competition.games if game.round < request.round and not game.annulled]
    entries = [entry for entry in competition.entries if entry.round < request.round]
    for entry in entries:
        one = ones[entry.player]
        gained = scale.of(sides(entry.result)[0]) if entry.result else request.reason_points.get(entry.reason)
        if gained is None:
            gained = scale.bye if entry.reason == "bye" else Fraction(0)
        one.gains[entry.round] = one.gains.get(entry.round, Fraction(0)) + gained
        if entry.reason == "bye" or (not entry.result and gained > 0):
            one.free += 1
        if entry.reason == "bye":
            one.floats[entry.round] = "down"
    for game in games:
        result = game.result if game.result not in ("", "adj") else "1-1"
        for one, other, colour, side, gained in zip(
            (ones[game.white], ones[game.black]), (game.black, game.white), "wb", sides(result), scale.points(result), strict=True
        ):
            one.gains[game.round] = one.gains.get(game.round, Fraction(0)) + gained
            if side.is_played:
                one.games.append((game.round, other, colour))
                one.met.add(other)
            else:
                one.free += side is Side.FORFEIT_WIN
    for game in games:
        white, black = (sum((p for r, p in ones[i].gains.items() if r < game.round), Fraction(0)) for i in (game.white, game.black))
        if white != black:
            ones[game.white].floats[game.round] = "down" if white > black else "up"
            ones[game.black].floats[game.round] = "up" if white > black else "down"
    total = int(request.options.get("total_rounds") or competition.planned_rounds)
    for one in ones.values():
        one.points = sum(one.gains.values(), Fraction(0))
        one.last_round_free = request.round == total and one.points > Fraction(1, 2) * scale.win * (request.round - 1)
    for pair in competition.forbidden:
        for one, other in (pair, pair[::-1]):
            ones[one].met.add(other)
    return ones


class Brute:
    """One round to pair; ``pair`` gives the pairs (white, black) and the bye, or None when there is no complete pairing."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.ones = read(request)
        self.players = sorted(request.present, key=lambda player: self.ones[player].order)
        fewest = min((self.ones[player].free for player in self.players), default=0)
        self.eligible = {player for player in self.players if self.ones[player].free == fewest}
        self.wants = {player: self.ones[player].preference for player in self.players}
        self.completes = lru_cache(maxsize=None)(self._completes)
        self.spread = lru_cache(maxsize=None)(self._spread)
        self.seen: set[str] = set()

    def legal(self, one: int, other: int) -> bool:
        if BYE in (one, other):
            return max(one, other) in self.eligible
        a, b = self.wants[one], self.wants[other]
        return other not in self.ones[one].met and not (a == b and a[1] == ABSOLUTE)

    def _completes(self, players: frozenset[int]) -> bool:
        """B1, B2 allow everybody to be paired; the bye takes part when the number is odd."""
        if len(players) % 2:
            players = players | {BYE}
        if not players:
            return True
        first = min(players)
        rest = players - {first}
        return any(self.legal(first, other) and self.completes(rest - {other}) for other in rest)

    def _spread(self, moved: frozenset[int], following: frozenset[int]) -> bool:
        """All who move down can be paired at the same time with different residents of the next group."""
        if not moved:
            return True
        first = min(moved)
        return any(self.legal(first, other) and self.spread(moved - {first}, following - {other}) for other in following)

    def pair(self) -> tuple[set[tuple[int, int]], int | None] | None:
        if not self.completes(frozenset(self.players)):
            return None
        self.pairs: set[tuple[int, int]] = set()
        levels = sorted({self.ones[player].points for player in self.players}, reverse=True)
        groups = [[player for player in self.players if self.ones[player].points == level] for level in levels]
        carried: list[int] = []
        for step, residents in enumerate(groups):
            below = frozenset(player for group in groups[step + 1 :] for player in group)
            following = frozenset(groups[step + 1]) if below else frozenset()
            carried = self.group(carried, residents, below, following)
        return self.pairs, carried[0] if carried else None

    def group(self, carried: list[int], residents: list[int], below: frozenset[int], following: frozenset[int]) -> list[int]:
        members, removed = [*carried, *residents], []
        while below:
            alone = [one for one in members if not any(self.legal(one, other) for other in members if other != one)]
            if not alone:
                break
            removed += alone
            members = [one for one in members if one not in alone]
        moved = [one for one in carried if one in members]
        mixed = bool(moved) and 2 * len(moved) < len(members)
        ways: list[tuple[Pairs, Pairs]] = []
        self.fixed = frozenset(removed) | below
        if mixed:
            ways = self.heterogeneous(members, moved)
            if not ways and below:  # p = 0
                return sorted(members + removed, key=self.place)
            mixed = bool(ways)
        if not mixed:
            ways = [([], pairs) for pairs in self.most(members)]
        keyed = [self.Way(self, members, moved if mixed else [], first, rest, removed, following) for first, rest in ways]
        best = keyed
        for key in (3, 4, 5, 6, 7, 8, 9):
            values = [way.key(key) for way in best]
            least = min(values)
            if len({str(value) for value in values}) > 1:
                self.seen.add(f"k{key}")
            best = [way for way, value in zip(best, values, strict=True) if value == least]
        (way,) = best
        for one, other in way.first:
            self.pairs.add(self.coloured(one, other, 0))
        for number, (one, other) in enumerate(sorted(way.rest, key=lambda pair: self.place(pair[0])), start=1):
            self.pairs.add(self.coloured(one, other, number))
        return sorted(way.leaving, key=self.place)

    def place(self, player: int) -> int:
        return self.players.index(player)

    def heterogeneous(self, members: list[int], moved: list[int]) -> list[tuple[Pairs, Pairs]]:
        """All ways with the most moved-down pairs and then the most pairs of the remainder (key 2); none when p = 0."""
        for p in range(len(moved), 0, -1):
            first, second = members[:p], members[p:]
            found: list[tuple[Pairs, Pairs]] = []
            size = 0
            for chosen in permutations(second, p):
                pairs = list(zip(first, chosen, strict=True))
                if not all(self.legal(*pair) for pair in pairs):
                    continue
                rest = [one for one in second if one not in chosen]
                if not self.completes(frozenset(rest) | self.fixed):
                    continue
                inside = self.most(rest, size)
                if inside and len(inside[0]) > size:
                    found, size = [], len(inside[0])
                found += [(pairs, one) for one in inside]
            if found:
                return found
        return []

    def most(self, players: list[int], least: int = 0) -> list[Pairs]:
        """All ways with the largest number of pairs (at least ``least``) after which the others are completely pairable."""
        for size in range(len(players) // 2, least - 1, -1):
            found = [
                pairs
                for pairs in self.ways(tuple(players), size)
                if self.completes(frozenset(players).difference(*pairs) | self.fixed)
            ]
            if found:
                return found
        return []

    def ways(self, players: tuple[int, ...], size: int) -> Iterator[Pairs]:
        if not size:
            yield []
            return
        if len(players) < 2 * size:
            return
        first, rest = players[0], players[1:]
        for at, other in enumerate(rest):
            if self.legal(first, other):
                for pairs in self.ways(rest[:at] + rest[at + 1 :], size - 1):
                    yield [(first, other), *pairs]
        yield from self.ways(rest, size)

    class Way:
        """One way to pair a group, judged by the keys."""

        def __init__(
            self,
            brute: "Brute",
            members: list[int],
            moved: list[int],
            first: Pairs,
            rest: Pairs,
            removed: list[int],
            following: frozenset[int],
        ) -> None:
            self.brute, self.members, self.moved, self.first, self.rest = brute, members, moved, first, rest
            self.following = following
            taken = {player for pair in first for player in pair}
            self.remainder = [player for player in members if player not in taken]
            paired = taken | {player for pair in rest for player in pair}
            self.leaving = [player for player in members if player not in paired] + removed

        def key(self, number: int) -> object:
            return getattr(self, f"key{number}")()

        def key3(self) -> object:
            return bool(self.following) and not self.brute.spread(frozenset(self.leaving), self.following)

        def violations(self, pairs: Pairs) -> int:
            wants = self.brute.wants
            return sum(1 for one, other in pairs if wants[one][0] and wants[one][0] == wants[other][0])

        def x(self, players: list[int]) -> int:
            colours = [self.brute.wants[player][0] for player in players]
            return max(0, max(colours.count("w"), colours.count("b")) - (len(players) + 1) // 2)

        def key4(self) -> object:
            x_group = max(0, self.x(self.members) - (len(self.moved) - len(self.first)))
            x_rest = max(0, self.x(self.remainder) - (len(self.remainder) // 2 - len(self.rest)))
            over = self.violations(self.rest) - x_rest
            return max(0, over, self.violations(self.first) - x_group if self.moved else 0)

        def level(self, players: list[int], kind: str) -> int:
            now = self.brute.request.round
            ones = [self.brute.ones[player] for player in players if not self.brute.ones[player].last_round_free]
            if any(one.floats.get(now - 1) == kind for one in ones):
                return 2
            return 1 if any(one.floats.get(now - 2) == kind for one in ones) else 0

        def unequal(self) -> Pairs:
            """The pairs with different scores, the higher first."""
            points = {player: self.brute.ones[player].points for player in self.members}
            listed = [sorted(pair, key=self.brute.place) for pair in self.first + self.rest]
            return [(one, other) for one, other in listed if points[one] != points[other]]

        def key5(self) -> object:
            return self.level([lower for _, lower in self.unequal()], "up")

        def key6(self) -> object:
            return [self.brute.place(other) for _, other in self.first]

        def key7(self) -> object:
            return self.level(self.leaving + [higher for higher, _ in self.unequal()], "down")

        def numbers(self) -> list[tuple[int, int]]:
            return sorted(tuple(sorted(self.remainder.index(player) + 1 for player in pair)) for pair in self.rest)  # type: ignore[misc]

        def key8(self) -> object:
            pairs = self.numbers()
            top, upper = set(range(1, len(pairs) + 1)), {one for one, _ in pairs}
            out, come = sorted(top - upper, reverse=True), sorted(upper - top)
            return len(come), sum(come) - sum(out), [-one for one in out], come

        def key9(self) -> object:
            return [other for _, other in self.numbers()]

    def coloured(self, one: int, other: int, number: int) -> tuple[int, int]:
        """White and black of a pair; ``number``: which of S1 the higher one is."""
        higher, lower = sorted((one, other), key=self.place)
        a, b = self.wants[higher], self.wants[lower]
        if not a[0] and not b[0]:
            odd = number % 2 if self.request.round == 1 else (self.place(higher) + 1) % 2
            white = (self.request.options.get("initial_colour", "white") == "white") == bool(odd)
        elif a[0] != b[0]:
            white = a[0] == "w" or b[0] == "b"
        elif a[1] != b[1]:
            white = (a if a[1] > b[1] else b)[0] == "w"
            if a[1] < b[1]:
                white = not white
        else:
            of_a = {game[0]: game[2] for game in self.ones[higher].games}
            of_b = {game[0]: game[2] for game in self.ones[lower].games}
            different = [at for at in of_a if at in of_b and of_a[at] != of_b[at]]
            white = of_a[max(different)] == "b" if different else a[0] == "w"
        return (higher, lower) if white else (lower, higher)
