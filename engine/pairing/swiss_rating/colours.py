"""Who has white (spec 32 "Colours of a pair", E1-E4, and the lot of the first round)."""

import random
from dataclasses import dataclass

from engine.pairing import facts
from engine.pairing.colours import last_different
from engine.pairing.draft import Fact, Request, fact
from engine.pairing.field import Field
from engine.pairing.swiss_rating.preferences import NONE, Preferences

WHITE, BLACK = "white", "black"


@dataclass(frozen=True, slots=True)
class Lot:
    """The colour of number 1: given by the arbiter (option ``initial_colour``) or drawn with the seed of the request."""

    colour: str
    drawn: bool


def lot(request: Request) -> Lot:
    """The colour of number 1. ValueError for an unknown option value."""
    given = request.options.get("initial_colour")
    if given in (None, ""):
        return Lot(random.Random(request.seed).choice((WHITE, BLACK)), True)
    if given not in (WHITE, BLACK):
        raise ValueError(f"unknown initial colour {given!r}")
    return Lot(str(given), False)


def colours(field: Field, preferences: Preferences, pair: tuple[int, int], number: int, initial: str) -> tuple[int, int, Fact]:
    """The places of white and black and the rule that decided; ``pair`` is the higher- and the lower-ranked.

    ``number`` decides when neither has a preference: odd numbers get the ``initial`` colour.
    """
    higher, lower = pair
    strengths = preferences.strengths
    one, other = preferences.colour(higher), preferences.colour(lower)
    if strengths[higher] == strengths[lower] == NONE:
        white = higher if (number % 2 == 1) == (initial == WHITE) else lower
        return _fact(field, pair, white, facts.RATING_COLOUR_LOT, place=number)
    if one != other:  # E1
        white = higher if one == "w" or other == "b" else lower
        return _fact(field, pair, white, facts.RATING_COLOUR_BOTH)
    if strengths[higher] != strengths[lower]:  # E2
        leading = higher if strengths[higher] > strengths[lower] else lower
        white = leading if one == "w" else lower + higher - leading
        return _fact(field, pair, white, facts.RATING_COLOUR_STRONGER, ranked_player=field.ids[leading])
    number = last_different(field.histories[higher], field.histories[lower])
    if number:  # E3
        white = lower if field.histories[higher].whites >> number & 1 else higher
        return _fact(field, pair, white, facts.COLOUR_ALTERNATES, round=number)
    white = higher if one == "w" else lower  # E4
    return _fact(field, pair, white, facts.RATING_COLOUR_RANK, ranked_player=field.ids[higher])


def _fact(field: Field, pair: tuple[int, int], white: int, code: str, **arguments: int) -> tuple[int, int, Fact]:
    black = sum(pair) - white
    return white, black, fact(code, player=field.ids[white], opponent_player=field.ids[black], **arguments)
