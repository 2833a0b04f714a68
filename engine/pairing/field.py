"""The players who have to be paired as bit masks: who may meet whom, who may have the bye, can a set still be paired (spec 31).

Places 0 … n−1 are the pairing order, highest first; a set of players is a whole number with their bits set. Place n is the bye, a
partner for those who may have it, when the number of players is odd.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from engine.competition import Competition
from engine.matching import bits, is_matchable
from engine.pairing import facts
from engine.pairing.colours import History, history, limit_masks
from engine.pairing.draft import Fact, fact
from engine.pairing.order import Standing, is_free_round
from engine.record import Line, Record
from engine.tiebreaks import Ordered


@dataclass(slots=True)
class Field:
    """Everything a Swiss asks about the players to pair; lists are indexed by place.

    ``resistance``: the first tie-break value. ``listed``: the players with their keys. ``legal[p]``: whom he may meet (rule 1),
    with the bye's bit when he may have it. ``coloured``: the same within the colour limit, None without a limit. ``eligible``: who may
    have the bye. ``most``: the largest number of others whom one player may not meet. ``with_bye``: an odd number may leave one over.
    """

    standing: Standing
    ids: list[int]
    points: list[int]
    resistance: list[Fraction | None]
    listed: Sequence[Ordered]
    records: list[Record]
    histories: list[History]
    legal: list[int]
    coloured: list[int] | None
    limit: int | None
    eligible: int
    fewest_byes: int
    most: int
    with_bye: bool
    everyone: int
    forbidden: frozenset[tuple[int, int]]
    ahead: dict[tuple[int, int], int]
    known: dict[int, bool] = field(default_factory=dict)
    fractions: dict[int, Fraction] = field(default_factory=dict)
    known_ranks: list[int] | None = None

    @property
    def ranks(self) -> list[int]:
        """Place in the order of resistance, SB, lot number, whatever the points (key 6)."""
        if self.known_ranks is None:
            self.known_ranks = _ranks(self.listed, self.standing)
        return self.known_ranks

    @property
    def bye_place(self) -> int:
        """The place that stands for the bye."""
        return len(self.ids)

    def exact(self, points: int) -> Fraction:
        """Points in units as points."""
        value = self.fractions.get(points)
        if value is None:
            value = self.fractions[points] = Fraction(points, self.standing.ledger.unit)
        return value

    def always_pairable(self, players: int) -> bool:
        """Whether this set, with whoever else is added, can be paired for certain: everybody may meet at least half of it (Dirac)."""
        if self.with_bye and not self.eligible & players:
            return False
        return 2 * (self.most + 1) < players.bit_count()

    def is_pairable(self, players: int) -> bool:
        """Whether these players can be paired completely, one who may have it left for the bye when their number is odd (rule 3)."""
        answer = self.known.get(players)
        if answer is None:
            answer = self.known[players] = self._is_pairable(players)
        return answer

    def _is_pairable(self, players: int) -> bool:
        odd = players.bit_count() % 2
        if odd and not (self.with_bye and players & self.eligible):
            return False
        if 2 * (self.most + 1) <= players.bit_count() - odd:
            return True
        return is_matchable(self.legal, players | 1 << self.bye_place if odd else players)

    def groups(self) -> list[int]:
        """The score groups of everyone, from the top, as masks."""
        masks, start = [], 0
        for size in Counter(self.points).values():
            masks.append(((1 << size) - 1) << start & self.everyone)
            start += size
        return [mask for mask in masks if mask]

    def obstacle(self, one: int, other: int, coloured: bool) -> Fact | None:
        """Why two may not meet, None when they may; ``other`` is the one passed over. ``coloured``: the colour limit is kept."""
        if self.legal[one] >> other & 1:
            if not coloured or self.coloured is None or self.coloured[one] >> other & 1:
                return None
            balance = self.histories[other].balance
            return fact(facts.SKIPPED_COLOUR, player=self.ids[other], balance=balance, limit=self.limit or 0)
        if tuple(sorted((self.ids[one], self.ids[other]))) in self.forbidden:
            return fact(facts.SKIPPED_FORBIDDEN, player=self.ids[other])
        return fact(facts.SKIPPED_MET, player=self.ids[other], round=self.met_in(one, other))

    def met_in(self, one: int, other: int) -> int:
        """The last round in which two met, or will meet when a game of a later round stands already."""
        opponent = self.ids[other]
        rounds = [line.round for line in self.records[one].lines if line.opponent == opponent and line.is_played]
        first, second = sorted((self.ids[one], opponent))
        return max([*rounds, self.ahead.get((first, second), 0)])

    def free_round(self, place: int) -> Line | None:
        """The last bye, forfeit win or paid absence of a player."""
        return next((line for line in reversed(self.records[place].lines) if is_free_round(line)), None)

    def names(self, players: int) -> tuple[int, ...]:
        """The ids of a set, in pairing order."""
        return tuple(self.ids[place] for place in bits(players))


def build(standing: Standing, waiting: Sequence[Ordered] | None = None, allowed: Sequence[int] | None = None) -> Field:
    """The field of the players to pair [everybody who waits in the standing].

    ``allowed``: for each place a mask of those whom a further absolute rule lets him meet, own bit included [everybody].
    """
    request, competition = standing.request, standing.request.competition
    players = standing.waiting if waiting is None else waiting
    ids = [one.player for one in players]
    records = [standing.ledger.records[player] for player in ids]
    limit = request.number("maximum_colour_balance")
    histories = [history(record) for record in records]
    ahead = _ahead(competition, request.round)
    legal, most = _legal(ids, records, competition.forbidden, ahead, request.maximum_meetings)
    if allowed is not None:
        legal = [mask & also for mask, also in zip(legal, allowed, strict=True)]
        most = max((len(ids) - 1 - mask.bit_count() for mask in legal), default=0)
    counts = [len([1 for line in record.lines if not line.is_played and is_free_round(line)]) for record in records]
    fewest = min(counts, default=0)
    eligible = sum(1 << place for place, count in enumerate(counts) if count == fewest)
    with_bye = len(ids) % 2 == 1 and standing.bye_given is None
    if with_bye:
        bye = 1 << len(ids)
        legal = [mask | bye if eligible >> place & 1 else mask for place, mask in enumerate(legal)]
        legal.append(eligible)
    coloured = None
    if limit is not None:
        within = limit_masks((one.balance for one in histories), limit)
        coloured = [mask & allowed for mask, allowed in zip(legal, within, strict=False)]
    return Field(
        standing=standing,
        ids=ids,
        points=[record.points for record in records],
        resistance=[one.values[0] if one.values else None for one in players],
        listed=players,
        records=records,
        histories=histories,
        legal=legal,
        coloured=coloured,
        limit=limit,
        eligible=eligible,
        fewest_byes=fewest,
        most=most,
        with_bye=with_bye,
        everyone=(1 << len(ids)) - 1,
        forbidden=competition.forbidden,
        ahead=ahead,
    )


def _ahead(competition: Competition, number: int) -> dict[tuple[int, int], int]:
    """The pairs (smaller id first) that stand in a later round already: they count as met, or will."""
    later = (game for game in competition.games if game.round > number and not game.annulled and not game.result.endswith("F"))
    return {(min(game.white, game.black), max(game.white, game.black)): game.round for game in later}


def _legal(
    ids: Sequence[int],
    records: Sequence[Record],
    forbidden: frozenset[tuple[int, int]],
    ahead: dict[tuple[int, int], int],
    meetings: int,
) -> tuple[list[int], int]:
    """For each player the mask of those whom he may meet, and the largest number whom one player may not."""
    places = {player: place for place, player in enumerate(ids)}
    single = {player: 1 << place for player, place in places.items()}
    barred = list(single.values())
    for place, record in enumerate(records):
        mask = barred[place]
        for opponent, times in record.met.items():
            if times >= meetings:
                mask |= single.get(opponent, 0)
        barred[place] = mask
    closed = set(forbidden)
    closed.update(pair for pair in ahead if meetings <= 1 + _times(records, places, pair))
    for one, other in closed:
        if one in places and other in places:
            barred[places[one]] |= single[other]
            barred[places[other]] |= single[one]
    full = (1 << len(ids)) - 1
    return [full ^ mask for mask in barred], max((mask.bit_count() for mask in barred), default=1) - 1


def _times(records: Sequence[Record], places: dict[int, int], pair: tuple[int, int]) -> int:
    """How often a pair has met in the rounds before."""
    place = places.get(pair[0])
    return 0 if place is None else records[place].met.get(pair[1], 0)


def _ranks(players: Sequence[Ordered], standing: Standing) -> list[int]:
    """The place of each player in the order by the tie-break keys alone, lot number last (key 6: "WP order, not points order")."""
    by_lot = sorted(range(len(players)), key=lambda place: standing.lot(players[place].player))
    ranks = [0] * len(players)
    for rank, place in enumerate(sorted(by_lot, key=lambda place: players[place].keys[1:], reverse=True)):
        ranks[place] = rank
    return ranks
