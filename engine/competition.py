"""The facts of a competition as frozen values: players, rounds, games, single entries (spec 10).

Numbers of rounds are 1, 2, 3 …; ids are the stored ids, opaque to the engine. All values are hashable and compare by content, so a
competition can be a key of a cache.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

PLANNED, DRAFT, PUBLISHED, CLOSED = "planned", "draft", "published", "closed"
ROUND_STATES = (PLANNED, DRAFT, PUBLISHED, CLOSED)

#: Keys of the default reasons of a single entry (spec 20). ``bye`` always exists; ``not_joined`` is never entered by hand.
DEFAULT_REASONS = (
    "bye",
    "with_notice",
    "without_notice",
    "ill",
    "external",
    "external_evening",
    "not_played",
    "not_joined",
    "duty",
)
BYE, WITH_NOTICE, WITHOUT_NOTICE, NOT_JOINED = "bye", "with_notice", "without_notice", "not_joined"


@dataclass(frozen=True)
class Interval:
    """Rounds first … last, both included; last None = open end."""

    first: int = 1
    last: int | None = None

    def __contains__(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)


ALWAYS = (Interval(),)


@dataclass(frozen=True)
class Player:
    """A competitor: a person's entry in this competition, later also a team.

    ``order`` is the order of entry, the last key after the lot number. ``schedule`` and ``standings`` are the rounds in which he is
    paired and in which he is listed (the two ticks of the players screen).
    """

    id: int
    lot: int
    name: str = ""
    code: str = ""
    rating: int | None = None
    title: str = ""
    club: str = ""
    family: str = ""
    place: str = ""
    categories: tuple[str, ...] = ()
    barrage: int = 0
    order: int = 0
    schedule: tuple[Interval, ...] = ALWAYS
    standings: tuple[Interval, ...] = ALWAYS

    def in_schedule(self, number: int) -> bool:
        """Whether he takes part in the pairing of this round."""
        return any(number in interval for interval in self.schedule)

    def in_standings(self, number: int) -> bool:
        """Whether a standing after this round lists him."""
        return any(number in interval for interval in self.standings)

    def has_joined(self, number: int) -> bool:
        """Whether his first round in the schedule is this one or an earlier one."""
        return any(interval.first <= number for interval in self.schedule)


@dataclass(frozen=True)
class Round:
    """A round: its number, state, date (ISO, '' = none) and session label (Monday, Friday …)."""

    number: int
    state: str = PUBLISHED
    date: str = ""
    session: str = ""


@dataclass(frozen=True)
class Game:
    """One game. ``result`` is a code of ``engine.results``; ``annulled`` games are shown in brackets and count for nobody."""

    round: int
    white: int
    black: int
    result: str = ""
    id: int = 0
    table: int | None = None
    number: int | None = None
    date: str = ""
    by_hand: bool = False
    locked: bool = False
    annulled: bool = False


@dataclass(frozen=True)
class SingleEntry:
    """A round of one player without a game of the competition: bye, absence, external opponent.

    ``reason`` is a reason key; ``result`` his own result in draughts notation, own points first (``2-0`` = won), or ''. ``colour`` is
    'w', 'b' or ''. One record serves every system at once.
    """

    round: int
    player: int
    reason: str
    result: str = ""
    opponent_rating: int | None = None
    opponent_name: str = ""
    colour: str = ""
    id: int = 0


def told_apart(people: Iterable[tuple[int, str, str]]) -> dict[int, str]:
    """Names by id from (id, name, code): namesakes, whatever their capitals, carry their code, as in "Jansen, Piet (pja)"."""
    everybody = list(people)
    keys = [" ".join(name.casefold().split()) for _id, name, _code in everybody]
    seen = Counter(keys)
    return {
        identity: f"{name} ({code})" if code and seen[key] > 1 else name
        for key, (identity, name, code) in zip(keys, everybody, strict=True)
    }


@dataclass(frozen=True)
class Competition:
    """Everything the systems and pairings read. ``forbidden`` holds pairs of player ids (smaller first) that may never meet."""

    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    games: tuple[Game, ...] = ()
    entries: tuple[SingleEntry, ...] = ()
    planned_rounds: int = 0
    sport: str = "draughts"
    forbidden: frozenset[tuple[int, int]] = frozenset()
    id: int = 0
    name: str = ""
    by_id: Mapping[int, Player] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_id", MappingProxyType({player.id: player for player in self.players}))

    @cached_property
    def names(self) -> Mapping[int, str]:
        """What everybody is called on screens and paper, by id (see ``told_apart``)."""
        return MappingProxyType(told_apart((player.id, player.name, player.code) for player in self.players))

    def last_round_with_results(self) -> int:
        """The highest round number that counts (spec 10): it holds a result, or is closed and holds an entry; 0 when there is none.

        A bye in a round of a schedule that nobody has played yet does not make that round the last one.
        """
        closed = {one.number for one in self.rounds if one.state == CLOSED}
        scored = [game.round for game in self.games if game.result not in ("", "adj")]
        return max([*scored, *(entry.round for entry in self.entries if entry.result or entry.round in closed)], default=0)
