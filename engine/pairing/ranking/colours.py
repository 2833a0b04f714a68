"""KL and AL, who has white by them, and which pairs the colour limits allow (spec 21 "Colours"; seed 004 "KL en AL")."""

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.competition import Competition
from engine.pairing import facts
from engine.pairing.draft import Fact, fact
from engine.pairing.ranking.options import WHITE_LOT, WHITE_LOWER, Options
from engine.record import Record, ledger
from engine.results import Scale


class Colours(NamedTuple):
    """``balance`` is KL = whites − blacks. ``streak`` is AL, how many of the last games had one colour: 2 = "2W", −1 = "1B", 0 = no game."""

    balance: int = 0
    streak: int = 0

    def allows(self, white: bool, options: Options) -> bool:
        """Whether a game with white (or black) keeps the limits. Who is beyond the balance may come nearer to it."""
        step = 1 if white else -1
        limit = options.maximum_colour_balance
        after = abs(self.balance + step)
        if limit is not None and after > limit and after > abs(self.balance):
            return False
        return not (options.not_three_in_a_row and self.streak * step >= 2)


def of_record(record: Record) -> Colours:
    """KL and AL of the games played at the board: forfeits and byes neither count nor end a streak."""
    streak = 0
    for line in reversed(record.lines):
        if line.is_played:
            step = 1 if line.colour == "w" else -1
            if streak * step < 0:
                break
            streak += step
    return Colours(record.balance, streak)


def columns(competition: Competition, last_round: int, first_round: int = 1) -> Mapping[int, Colours]:
    """KL and AL of everybody after a round, for the columns of the list; adjourned games do not count yet."""
    book = ledger(competition, Scale(), last_round, first_round)
    return {player: of_record(record) for player, record in book.records.items()}


def masks(colours: Sequence[Colours], options: Options) -> list[int]:
    """For each player a bit mask of those with whom some choice of colours keeps the limits of both."""
    white = sum(1 << place for place, own in enumerate(colours) if own.allows(True, options))
    black = sum(1 << place for place, own in enumerate(colours) if own.allows(False, options))
    return [(black if white >> place & 1 else 0) | (white if black >> place & 1 else 0) for place in range(len(colours))]


class Side(NamedTuple):
    """One of the two players of a pair."""

    player: int
    colours: Colours


class LastGame(NamedTuple):
    """The last game that two players had with each other before the round."""

    round: int
    white: int


def assign(higher: Side, lower: Side, last: LastGame | None, options: Options, seed: str) -> tuple[int, int, Fact]:
    """White, black and the rule that decided. The limits come first where they leave one choice; ``seed`` is for the lot."""
    white, black, rule = _by_rule(higher, lower, last, options, seed)
    if options.limits_colours and not _keep(white, black, options) and _keep(black, white, options):
        return black.player, white.player, fact(facts.COLOUR_LIMITS, player=black.player, opponent_player=white.player)
    return white.player, black.player, rule


def _keep(white: Side, black: Side, options: Options) -> bool:
    return white.colours.allows(True, options) and black.colours.allows(False, options)


def _by_rule(higher: Side, lower: Side, last: LastGame | None, options: Options, seed: str) -> tuple[Side, Side, Fact]:
    """KL, AL, the last game of the two, the option."""
    one, other = higher.colours, lower.colours
    if one.balance != other.balance:
        white, black = (higher, lower) if one.balance < other.balance else (lower, higher)
        numbers = {"balance": white.colours.balance, "opponent_balance": black.colours.balance}
        return white, black, Fact(facts.COLOUR_BALANCE, {**_names(white, black), **numbers})
    if one.streak != other.streak:
        white, black = (higher, lower) if one.streak < other.streak else (lower, higher)
        numbers = {"streak": white.colours.streak, "opponent_streak": black.colours.streak}
        return white, black, Fact(facts.COLOUR_STREAK, {**_names(white, black), **numbers})
    if last is not None:
        white, black = (lower, higher) if last.white == higher.player else (higher, lower)
        return white, black, Fact(facts.COLOUR_REVERSED, {**_names(white, black), "round": last.round})
    if options.white == WHITE_LOT:
        white, black = (higher, lower) if random.Random(seed).random() < 0.5 else (lower, higher)
        return white, black, Fact(facts.COLOUR_LOT, _names(white, black))
    if options.white == WHITE_LOWER:
        return lower, higher, Fact(facts.COLOUR_LOWER, _names(lower, higher))
    return higher, lower, Fact(facts.COLOUR_HIGHER, _names(higher, lower))


def _names(white: Side, black: Side) -> dict[str, int]:
    return {"player": white.player, "opponent_player": black.player}
