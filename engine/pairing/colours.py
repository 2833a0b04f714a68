"""Who has white in a pair, and the colour limit (spec 31 "Colours of a pair", "Colour limit").

The colour history of a player is two bit masks over the round numbers, so that the latest round in which two players had different
colours is one expression. Only games played at the board count (rule "forfeits count for no colour"); adjourned games count.
"""

from collections.abc import Iterable
from typing import NamedTuple

from engine.pairing import facts
from engine.pairing.draft import Fact, fact
from engine.record import Record


class History(NamedTuple):
    """The colours of one player: ``balance`` = whites − blacks; bit r of ``whites``/``blacks`` = had that colour in round r."""

    balance: int = 0
    whites: int = 0
    blacks: int = 0

    @property
    def last_round(self) -> int:
        """The round of his last game, 0 when he has none."""
        return max(self.whites.bit_length(), self.blacks.bit_length(), 1) - 1

    @property
    def last(self) -> str:
        """The colour of his last game: 'w', 'b' or ''."""
        if self.whites == self.blacks:
            return ""
        return "w" if self.whites > self.blacks else "b"


def history(record: Record) -> History:
    """The colour history of a record. Of several games in one round the last one is the colour of that round."""
    whites = blacks = 0
    for line in record.lines:
        if line.is_played:
            bit = 1 << line.round
            if line.colour == "w":
                whites, blacks = whites | bit, blacks & ~bit
            else:
                whites, blacks = whites & ~bit, blacks | bit
    return History(record.balance, whites, blacks)


def colours(higher: int, lower: int, of_higher: History, of_lower: History) -> tuple[int, int, Fact]:
    """White, black and the rule that decided, for a higher- and a lower-ranked player (rules a–d)."""
    if of_higher.balance != of_lower.balance:  # a
        white, black = (higher, lower) if of_higher.balance < of_lower.balance else (lower, higher)
        low, high = sorted((of_higher.balance, of_lower.balance))
        return white, black, fact(facts.COLOUR_BALANCE, player=white, opponent_player=black, balance=low, opponent_balance=high)
    round_number = last_different(of_higher, of_lower)
    if round_number:  # b
        white, black = (lower, higher) if of_higher.whites >> round_number & 1 else (higher, lower)
        return white, black, fact(facts.COLOUR_ALTERNATES, player=white, opponent_player=black, round=round_number)
    if of_higher.balance:  # c
        white, black = (higher, lower) if of_higher.balance < 0 else (lower, higher)
        return white, black, fact(facts.COLOUR_RANK, player=white, opponent_player=black, balance=of_higher.balance)
    if of_higher.last:  # d
        white, black = (lower, higher) if of_higher.last == "w" else (higher, lower)
        return (
            white,
            black,
            fact(facts.COLOUR_PREVIOUS, player=white, opponent_player=black, ranked_player=higher, round=of_higher.last_round),
        )
    return higher, lower, fact(facts.COLOUR_FIRST, player=higher, opponent_player=lower)


def last_different(one: History, other: History) -> int:
    """The latest round in which both played and had different colours, 0 when there is none."""
    different = (one.whites & other.blacks) | (one.blacks & other.whites)
    return max(different.bit_length() - 1, 0)


def within_limit(one: int, other: int, limit: int) -> bool:
    """Whether two players with these balances can meet so that afterwards both balances are within the limit."""
    return (abs(one + 1) <= limit and abs(other - 1) <= limit) or (abs(one - 1) <= limit and abs(other + 1) <= limit)


def limit_masks(balances: Iterable[int], limit: int) -> list[int]:
    """For each player a bit mask of the players (bit = place in ``balances``) whom he can meet within the limit; own bit included."""
    listed = list(balances)
    places: dict[int, int] = {}
    for place, balance in enumerate(listed):
        places[balance] = places.get(balance, 0) | 1 << place
    allowed = {
        one: sum(
            mask for other, mask in places.items() if within_limit(one, other, limit)
        )  # masks of different balances are disjoint
        for one in places
    }
    return [allowed[balance] for balance in listed]
