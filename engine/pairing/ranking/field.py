"""The players to pair as bit masks: who may meet whom under which rules, who has had how many byes (spec 21 "Allowed").

Places 0 … n−1 are the waiting players in list order; a set of players is a whole number with their bits set. Place n is the bye, a
partner for those who may have it, when somebody has to be left over.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from engine.competition import BYE, Game
from engine.pairing import facts
from engine.pairing.draft import Fact, Request, fact
from engine.pairing.ranking.colours import Colours, LastGame, masks
from engine.pairing.ranking.listing import Listing
from engine.pairing.ranking.options import alike
from engine.pairing.ranking.rules import Meeting, Rules
from engine.results import FORFEITS

#: Two places, the smaller first.
Two = tuple[int, int]


@dataclass(slots=True)
class Field:
    """The players to pair. Lists are indexed by place; ``places`` gives it by player id.

    ``open``: whom a player may meet when every rule but the forbidden pairs is relaxed. ``coloured``: whom the colour limits allow.
    ``meetings`` and ``last_games``: by pair of places. ``byes``: how many byes each has had. ``eligible``: who may have this one.
    """

    listing: Listing
    ids: list[int]
    places: Mapping[int, int]
    open: list[int]
    coloured: list[int]
    colours: list[Colours]
    meetings: Mapping[Two, Meeting]
    last_games: Mapping[Two, LastGame]
    byes: list[int]
    eligible: int
    with_bye: bool
    everyone: int

    @property
    def bye_place(self) -> int:
        """The place that stands for the bye."""
        return len(self.ids)

    @property
    def vertices(self) -> int:
        """Everyone, and the bye when somebody has to have it."""
        return self.everyone | (1 << self.bye_place if self.with_bye else 0)

    def masks(self, rules: Rules) -> list[int]:
        """For each player whom he may meet under the rules; with a bye its bit for those who may have it, and its own mask at the end."""
        barred = [0] * len(self.ids)
        for (one, other), meeting in self.meetings.items():
            if rules.bars(meeting):
                barred[one] |= 1 << other
                barred[other] |= 1 << one
        allowed = [mask & ~bars for mask, bars in zip(self.open, barred, strict=True)]
        if rules.coloured:
            allowed = [mask & colours for mask, colours in zip(allowed, self.coloured, strict=True)]
        return self.add_bye(allowed)

    def add_bye(self, allowed: list[int]) -> list[int]:
        """The masks with the bye as a partner of those who may have it."""
        if not self.with_bye:
            return allowed
        bye = 1 << self.bye_place
        return [*(mask | bye if self.eligible >> place & 1 else mask for place, mask in enumerate(allowed)), self.eligible]

    @property
    def legal(self) -> list[int]:
        """The masks when only forbidden pairs are left."""
        return self.add_bye(self.open)

    def obstacle(self, one: int, other: int, rules: Rules) -> Fact | None:
        """Why two may not meet under the rules, None when they may; ``other`` is the one passed over."""
        player = self.ids[other]
        if not self.open[one] >> other & 1:
            return fact(_forbidden_code(self.listing, self.ids[one], player), player=player)
        meeting = self.meetings.get((min(one, other), max(one, other)))
        if meeting is not None:
            if rules.too_often(meeting):
                return fact(facts.SKIPPED_MEETINGS, player=player, count=meeting.times)
            if rules.too_soon(meeting):
                return fact(facts.SKIPPED_RECENT, player=player, round=meeting.round, rounds=meeting.rounds)
            if rules.too_few_days(meeting):
                return fact(facts.SKIPPED_DAYS, player=player, days=meeting.days or 0)
        if rules.coloured and not self.coloured[one] >> other & 1:
            own = self.colours[other]
            return fact(facts.SKIPPED_COLOURS, player=player, balance=own.balance, streak=own.streak)
        return None

    def names(self, players: int) -> tuple[int, ...]:
        """The ids of a set, in list order."""
        return tuple(player for place, player in enumerate(self.ids) if players >> place & 1)


def build(listing: Listing, waiting: Iterable[int]) -> Field:
    """The field of these players (in list order) of a listing."""
    request = listing.request
    ids = list(waiting)
    places = {player: place for place, player in enumerate(ids)}
    had = Counter(entry.player for entry in request.competition.entries if entry.reason == BYE and entry.round != request.round)
    byes = [had[player] for player in ids]
    fewest = min(byes, default=0)
    own = [listing.colours[player] for player in ids]
    everyone = (1 << len(ids)) - 1
    meetings, last_games = _met(request, places, listing.options.rematch_days is not None)
    return Field(
        listing=listing,
        ids=ids,
        places=places,
        open=_open(listing, ids, places),
        coloured=masks(own, listing.options) if listing.options.limits_colours else [everyone] * len(ids),
        colours=own,
        meetings=meetings,
        last_games=last_games,
        byes=byes,
        eligible=sum(1 << place for place, count in enumerate(byes) if count == fewest),
        with_bye=len(ids) % 2 == 1 and listing.bye_given is None,
        everyone=everyone,
    )


def _open(listing: Listing, ids: list[int], places: Mapping[int, int]) -> list[int]:
    """For each player everybody but himself and those whom he may never meet."""
    everyone = (1 << len(ids)) - 1
    barred = [1 << place for place in range(len(ids))]
    for one, other in listing.request.competition.forbidden:
        if one in places and other in places:
            barred[places[one]] |= 1 << places[other]
            barred[places[other]] |= 1 << places[one]
    known = listing.request.competition.by_id
    if listing.options.forbid_same_club:
        _bar_alike(barred, [alike(known[player].club) for player in ids])
    if listing.options.forbid_same_family:
        _bar_alike(barred, [alike(known[player].family) for player in ids])
    return [everyone & ~mask for mask in barred]


def _bar_alike(barred: list[int], names: list[str]) -> None:
    """Bar all pairs with the same name; no name is nobody's."""
    groups: dict[str, int] = {}
    for place, name in enumerate(names):
        groups[name] = groups.get(name, 0) | 1 << place
    for place, name in enumerate(names):
        if name:
            barred[place] |= groups[name]


def _forbidden_code(listing: Listing, one: int, other: int) -> str:
    """Which ban keeps two players apart."""
    competition = listing.request.competition
    if (min(one, other), max(one, other)) in competition.forbidden:
        return facts.SKIPPED_FORBIDDEN
    club, other_club = alike(competition.by_id[one].club), alike(competition.by_id[other].club)
    return facts.SKIPPED_CLUB if listing.options.forbid_same_club and club and club == other_club else facts.SKIPPED_FAMILY


def _met(request: Request, places: Mapping[int, int], dated: bool) -> tuple[dict[Two, Meeting], dict[Two, LastGame]]:
    """The meetings of the players to pair, and the last game before the round of each two.

    Forfeited and annulled games are no meetings; open and adjourned ones are, and games that stand in later rounds already.
    """
    competition, number = request.competition, request.round
    dates = {one.number: one.date for one in competition.rounds} if dated else {}
    today = _day(dates.get(number, ""))
    meetings: dict[Two, Meeting] = {}
    last_games: dict[Two, LastGame] = {}
    for game in competition.games:
        one, other = places.get(game.white), places.get(game.black)
        if one is None or other is None or game.round == number or game.annulled or game.result in FORFEITS:
            continue
        two = (one, other) if one < other else (other, one)
        day = _day(game.date or dates.get(game.round, "")) if dated else None
        days = None if day is None or today is None else abs((today - day).days)
        meetings[two] = _one_more(meetings.get(two), game, number, days)
        known = last_games.get(two)
        if game.round < number and (known is None or game.round >= known.round):
            last_games[two] = LastGame(game.round, game.white)
    return meetings, last_games


def _one_more(known: Meeting | None, game: Game, number: int, days: int | None) -> Meeting:
    """The meetings of two players with another game."""
    rounds = abs(number - game.round)
    if known is None:
        return Meeting(1, game.round, rounds, days)
    nearest = (game.round, rounds) if rounds < known.rounds else (known.round, known.rounds)
    fewest = min((some for some in (days, known.days) if some is not None), default=None)
    return Meeting(known.times + 1, *nearest, fewest)


def _day(text: str) -> date | None:
    return date.fromisoformat(text) if text else None
