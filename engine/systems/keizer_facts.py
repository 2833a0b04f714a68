"""What a Keizer classification counts of a competition: who takes part, which rounds give a list, and what each player did in them (spec 21, 10)."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from engine.competition import Competition, Player
from engine.record import Line
from engine.results import ADJOURNED, OPEN, Side
from engine.systems.basis import Basis, counting_rounds
from engine.systems.keizer_options import BY_RATING, GIVEN, LOT, KeizerOptions, Reason
from engine.systems.keizer_passes import Listing, Round, Rules, given, lists
from engine.systems.keizer_totals import Share
from engine.systems.keizer_values import Values, valuation


class Part(NamedTuple):
    """One part of a score: a game or a round without one. ``of``: the player whose value pays; ``share``: how much, in the season's units.

    ``line``: None for a round with neither game nor entry. ``reason``: '' for games. ``is_paid``: False when its reason has been paid
    as often as it may be.
    """

    round: int
    line: Line | None
    of: int
    share: int
    reason: str = ""
    is_paid: bool = True


@dataclass(frozen=True)
class Season:
    """The rounds of a basis as a Keizer classification sees them, and its lists."""

    basis: Basis
    options: KeizerOptions

    @cached_property
    def players(self) -> tuple[int, ...]:
        """Everybody, in the order of the initial list. Who is shown plays no part (spec 10 Filters)."""
        return tuple(player.id for player in initial_order(self.basis.competition, self.options, self.basis.view.start_rating))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The rounds after which there is a list: those that count, and any other in which something was scored."""
        scored = {line.round for record in self.basis.ledger.records.values() for line in record.lines}
        return tuple(sorted(scored | self._counting))

    @cached_property
    def rules(self) -> Rules:
        """The options as the passes want them."""
        options, competition = self.options, self.basis.competition
        places = {player: place for place, player in enumerate(self.players)}
        by_lot = tuple(places[player.id] for player in _by_lot(competition))
        frozen = joined_from(competition, self.basis.first)
        return Rules(
            valuation=valuation(options, len(places), frozen),
            unit=self.unit,
            own=self.unit if options.own_value_counted else 0,
            passes=options.passes,
            optimise=options.optimise,
            by_lot=by_lot if options.ties == LOT else None,
        )

    @cached_property
    def listings(self) -> tuple[Listing, ...]:
        """The initial list and the list after each of the rounds."""
        return lists(self.rules, self.rounds)

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """What was shared in each of the rounds."""
        places = {player: place for place, player in enumerate(self.players)}
        rounds: dict[int, list[Share]] = {number: [] for number in self.numbers}
        sides, records = self._sides, self.basis.ledger.records
        counting, unfinished = self._counting, self._unfinished
        for player, place in places.items():
            lines = records[player].lines
            is_absent = False
            for line in lines:
                if line.opponent is None:
                    is_absent = True
                elif line.side is not None and (share := sides[line.side]):
                    rounds[line.round].append((place, places[line.opponent], share))
            if is_absent or player in unfinished or not counting.issubset([line.round for line in lines]):
                for part in self._unplayed(player):
                    if part.is_paid and part.share:
                        rounds[part.round].append((place, place, part.share))
        return tuple(tuple(one) for one in rounds.values())

    def given(self, listing: Listing) -> Values:
        """The values that one of the lists gives."""
        return given(self.rules, listing)

    def parts(self, player: int) -> list[Part]:
        """Everything that a player did, in round order."""
        games = [
            Part(line.round, line, line.opponent, self._sides[line.side])
            for line in self.basis.ledger.records[player].lines
            if line.opponent is not None and line.side is not None
        ]
        return sorted([*games, *self._unplayed(player)], key=lambda part: part.round)

    def _unplayed(self, player: int) -> Iterator[Part]:
        """The rounds without a game, in order: his entries, and the counting rounds without any. Maximum times are counted in that order."""
        lines = self.basis.ledger.records[player].lines
        entered = [line for line in lines if line.opponent is None]
        missed = self._counting.difference([line.round for line in lines], self._unfinished.get(player, ()))
        happened: list[tuple[int, Line | None]] = [
            *((line.round, line) for line in entered),
            *((number, None) for number in missed),
        ]
        times = defaultdict[str, int](int)
        for number, line in sorted(happened, key=lambda one: one[0]):
            reason = self._missing(player, number) if line is None or line.entry is None else line.entry.reason
            pays = self.options.reason(reason)
            times[reason] += 1
            yield Part(number, line, player, self._share(pays, line), reason, pays.maximum is None or times[reason] <= pays.maximum)

    def _missing(self, player: int, number: int) -> str:
        """The reason of a round with neither game nor entry."""
        known = self.basis.competition.by_id[player]
        return self.options.missing(known.has_joined(number), known.in_schedule(number))

    def _share(self, pays: Reason, line: Line | None) -> int:
        """What a reason pays: its share, or that of the result when it pays by result and there is one."""
        side = line.side if line is not None and pays.pays_result else None
        return self._units(pays.share) if side is None else self._sides[side]

    def _units(self, share: Fraction) -> int:
        """A share in units, without making another fraction."""
        return share.numerator * (self.unit // share.denominator)

    @cached_property
    def _counting(self) -> frozenset[int]:
        return frozenset(counting_rounds(self.basis))

    @cached_property
    def _unfinished(self) -> Mapping[int, set[int]]:
        """By player the rounds in which he has an open, adjourned or annulled game: he has no line for it, but it is no absence."""
        found: dict[int, set[int]] = defaultdict(set)
        for game in self.basis.competition.games:
            if game.annulled or game.result in (OPEN, ADJOURNED):
                found[game.white].add(game.round)
                found[game.black].add(game.round)
        return found

    @cached_property
    def _sides(self) -> Mapping[Side, int]:
        """What each side of a game pays, in units."""
        return {side: self._units(share) for side, share in self.options.shares.items()}

    @cached_property
    def unit(self) -> int:
        """The least common denominator of all shares: how many units make one whole value."""
        unplayed = self.options.unplayed
        reasons = [Reason(unplayed)] if isinstance(unplayed, Fraction) else list(unplayed.values())
        shares = [*self.options.shares.values(), *(one.share for one in reasons)]
        return math.lcm(*(share.denominator for share in shares))


def season(basis: Basis) -> Season:
    """The Keizer season of a basis, made once. OptionError when its options cannot be read."""
    known = basis.kept.get(Season)
    if not isinstance(known, Season):
        known = basis.kept[Season] = Season(basis, KeizerOptions.read(basis.settings.options))
    return known


def initial_order(competition: Competition, options: KeizerOptions, start_rating: int | None = None) -> list[Player]:
    """The initial list: by lot number, by rating, or as given; players without a rating count with the start rating, else come last."""
    players = _by_lot(competition)
    if options.initial == BY_RATING:
        return sorted(players, key=lambda player: -((start_rating or 0) if player.rating is None else player.rating))
    if options.initial == GIVEN:
        place = {player: index for index, player in enumerate(options.initial_list)}
        return sorted(players, key=lambda player: place.get(player.id, len(place)))
    return players


def joined_from(competition: Competition, first: int) -> int:
    """How many players have been there from the first round on."""
    return sum(1 for player in competition.players if player.has_joined(first))


def _by_lot(competition: Competition) -> list[Player]:
    return sorted(competition.players, key=lambda player: (player.lot, player.order, player.id))
