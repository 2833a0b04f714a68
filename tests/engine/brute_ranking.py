"""An independent, slow reading of the pairing by list: the recursion of the rules as it is told, and every pairing there is.

It shares nothing with ``engine.pairing`` but the values of a request: meetings, colours, byes and every choice are computed anew from
the games and entries. Fit for about ten players.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from engine.pairing.draft import Request

Pairs = list[tuple[int, int]]
DEFAULTS: dict[str, Any] = {
    "search": "from_top",
    "fewest_repeats": False,
    "rematch_distance": 6,
    "rematch_days": None,
    "maximum_meetings": 2,
    "maximum_colour_balance": None,
    "not_three_in_a_row": False,
    "forbid_same_club": False,
    "forbid_same_family": False,
    "bye": "lowest",
    "white": "higher",
}


@dataclass(frozen=True)
class Level:
    """The rules in force: with or without colours, distance in rounds and in days, maximum meetings."""

    colours: bool
    distance: int
    days: int | None
    meetings: int


@dataclass
class Answer:
    """The right answer: pairs (white, black), the bye, the rules it took. ``key``: what a balanced pairing must reach."""

    games: set[tuple[int, int]]
    bye: int | None
    level: Level
    key: tuple[int, ...] | None = None


class Brute:
    """One round; ``listed`` is the whole list, players at fixed tables included."""

    def __init__(self, request: Request, listed: Sequence[int]) -> None:
        self.request = request
        self.competition = request.competition
        self.listed = list(listed)
        self.option = {**DEFAULTS, **{name: value for name, value in request.options.items() if value is not None}}
        here = [game for game in self.competition.games if game.round == request.round and not game.annulled]
        entered = [entry for entry in self.competition.entries if entry.round == request.round]
        busy = {game.white for game in here} | {game.black for game in here} | {entry.player for entry in entered}
        self.bye_given = any(entry.reason == "bye" for entry in entered)
        self.waiting = [player for player in listed if player in request.present and player not in busy]
        self.byes = {
            player: sum(
                1 for one in self.competition.entries if one.player == player and one.reason == "bye" and one not in entered
            )
            for player in self.waiting
        }

    # ---- what the rules look at

    def games_of(self, one: int, other: int) -> list[Any]:
        """The real games of two players in other rounds, in order."""
        games = [game for game in self.competition.games if {game.white, game.black} == {one, other}]
        real = [game for game in games if game.round != self.request.round and not game.annulled and not game.result.endswith("F")]
        return sorted(real, key=lambda game: game.round)

    def colours(self, player: int) -> str:
        """The colours of a player so far, one letter a game."""
        played = [game for game in self.competition.games if player in (game.white, game.black) and game.round < self.request.round]
        real = [game for game in played if not game.annulled and not game.result.endswith("F")]
        return "".join("w" if game.white == player else "b" for game in sorted(real, key=lambda game: game.round))

    def kl(self, player: int) -> int:
        return self.colours(player).count("w") - self.colours(player).count("b")

    def al(self, player: int) -> int:
        colours = self.colours(player)
        if not colours:
            return 0
        last = colours[-1]
        length = len(colours) - len(colours.rstrip(last))
        return length if last == "w" else -length

    def colour_fits(self, player: int, colour: str) -> bool:
        now = self.kl(player)
        after = now + (1 if colour == "w" else -1)
        limit = self.option["maximum_colour_balance"]
        if limit is not None and abs(after) > max(limit, abs(now) - 1):
            return False
        return not (self.option["not_three_in_a_row"] and self.colours(player)[-2:] == colour * 2)

    def fits(self, white: int, black: int) -> bool:
        return self.colour_fits(white, "w") and self.colour_fits(black, "b")

    def day(self, game: Any) -> date | None:
        text = game.date or next((one.date for one in self.competition.rounds if one.number == game.round), "")
        return date.fromisoformat(text) if text else None

    def never(self, one: int, other: int) -> bool:
        first, second = self.competition.by_id[one], self.competition.by_id[other]
        club = self.option["forbid_same_club"] and first.club and first.club.lower() == second.club.lower()
        family = self.option["forbid_same_family"] and first.family and first.family.lower() == second.family.lower()
        return bool(club or family) or (min(one, other), max(one, other)) in self.competition.forbidden

    def allowed(self, one: int, other: int, level: Level) -> bool:
        if self.never(one, other):
            return False
        games = self.games_of(one, other)
        if len(games) >= level.meetings:
            return False
        if any(abs(self.request.round - game.round) <= level.distance for game in games):
            return False
        today = next((one.date for one in self.competition.rounds if one.number == self.request.round), "")
        if level.days is not None and today:
            for game in games:
                day = self.day(game)
                if day is not None and abs((date.fromisoformat(today) - day).days) <= level.days:
                    return False
        return not level.colours or self.fits(one, other) or self.fits(other, one)

    def levels(self) -> Iterator[Level]:
        """The rules, then looser and looser."""
        colours = self.option["maximum_colour_balance"] is not None or self.option["not_three_in_a_row"]
        distance, days, meetings = self.option["rematch_distance"], self.option["rematch_days"], self.option["maximum_meetings"]
        yield Level(colours, distance, days, meetings)
        yield Level(False, distance, days, meetings)
        while distance > 0:
            distance -= 1
            yield Level(False, distance, days, meetings)
        while days is not None and days >= 0:
            days -= 1
            yield Level(False, distance, days, meetings)
        for more in range(meetings + 1, meetings + 30):
            yield Level(False, distance, days, more)

    # ---- the searches

    def from_top(self, players: Sequence[int], level: Level) -> tuple[Pairs, int | None] | None:
        """The first takes the nearest lower one allowed, the rest likewise; a dead end reopens the last choice. One may stay over."""
        if not players:
            return [], None
        first, rest = players[0], players[1:]
        for at, other in enumerate(rest):
            if self.allowed(first, other, level):
                found = self.from_top([*rest[:at], *rest[at + 1 :]], level)
                if found is not None:
                    return [(first, other), *found[0]], found[1]
        if len(players) % 2:
            found = self.from_top(rest, level)
            if found is not None:
                return found[0], first
        return None

    def everything(self, players: Sequence[int], level: Level) -> Iterator[tuple[Pairs, int | None]]:
        """Every complete pairing."""
        if not players:
            yield [], None
            return
        first, rest = players[0], players[1:]
        for at, other in enumerate(rest):
            if self.allowed(first, other, level):
                for games, bye in self.everything([*rest[:at], *rest[at + 1 :]], level):
                    yield [(first, other), *games], bye
        if len(players) % 2:
            for games, _ in self.everything(rest, level):
                yield games, first

    def key(self, games: Pairs, bye: int | None) -> tuple[int, ...]:
        """What a balanced pairing makes small: repeats, squares, height of the bye, squares of the higher players."""
        place = {player: number for number, player in enumerate(self.listed)}
        number = {player: at for at, player in enumerate(self.waiting)}
        squares = [(place[one] - place[other]) ** 2 for one, other in games]
        repeats = sum(1 for one, other in games if self.games_of(one, other)) if self.option["fewest_repeats"] else 0
        height = 0 if bye is None else len(self.waiting) - number[bye]
        of_higher = sum(square * -min(number[one], number[other]) for (one, other), square in zip(games, squares, strict=True))
        return repeats, sum(squares), height, of_higher

    def one_level(self, players: Sequence[int], level: Level) -> tuple[Pairs, int | None] | None:
        if self.option["search"] == "from_top":
            return self.from_top(players, level)
        return min(self.everything(players, level), key=lambda found: self.key(*found), default=None)

    def pair(self) -> Answer | None:
        """The answer; None when there is no complete pairing."""
        odd = len(self.waiting) % 2 == 1
        if odd and self.bye_given:
            return None
        if not odd or self.option["bye"] == "whoever_is_left":
            tries = [(None, level) for level in self.levels()]
        else:
            lowest_first = self.waiting[::-1]
            tries = []
            for most in sorted(set(self.byes.values())):
                eligible = [player for player in lowest_first if self.byes[player] <= most]
                tries += [(player, level) for level in self.levels() for player in eligible]
        for idle, level in tries:
            found = self.one_level([player for player in self.waiting if player != idle], level)
            if found is not None:
                games, bye = found
                coloured = {self.white_and_black(one, other) for one, other in games}
                key = self.key(games, bye) if self.option["search"] == "balanced" else None
                return Answer(coloured, bye if idle is None else idle, level, key)
        return None

    def most_pairs(self) -> int:
        """The largest number of pairs that the forbidden ones leave."""
        loosest = Level(False, 0, None, 1000)

        def most(players: Sequence[int]) -> int:
            if len(players) < 2:
                return 0
            first, rest = players[0], players[1:]
            best = most(rest)
            for at, other in enumerate(rest):
                if not self.never(first, other) and self.allowed(first, other, loosest):
                    best = max(best, 1 + most([*rest[:at], *rest[at + 1 :]]))
            return best

        return most(self.waiting)

    # ---- colours

    def white_and_black(self, higher: int, lower: int) -> tuple[int, int]:
        """KL, AL, the last game, the option; a limit comes first where it leaves one choice."""
        white, black = self.by_rule(higher, lower)
        return (black, white) if not self.fits(white, black) and self.fits(black, white) else (white, black)

    def by_rule(self, higher: int, lower: int) -> tuple[int, int]:
        for value in (self.kl, self.al):
            if value(higher) != value(lower):
                return (higher, lower) if value(higher) < value(lower) else (lower, higher)
        earlier = [game for game in self.games_of(higher, lower) if game.round < self.request.round]
        if earlier:
            return earlier[-1].black, earlier[-1].white
        return (higher, lower) if self.option["white"] == "higher" else (lower, higher)
