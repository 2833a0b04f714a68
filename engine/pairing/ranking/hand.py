"""What a pair or bye made by hand breaks of the rules of a pairing by list (spec 21 "Allowed"); nothing is refused here."""

from dataclasses import replace

from engine.competition import BYE
from engine.pairing import facts, hand
from engine.pairing.draft import Fact, Request, fact
from engine.pairing.ranking import reasons
from engine.pairing.ranking.field import build
from engine.pairing.ranking.listing import listing_of
from engine.pairing.ranking.options import alike, read
from engine.pairing.ranking.search import Choice

#: The limits of the Swiss systems, which the list judges in its own way.
_NO_LIMITS = {"maximum_meetings": 1_000_000, "maximum_colour_balance": None}


def pair_breaks(request: Request, white: int, black: int) -> tuple[Fact, ...]:
    """What a game of these two in the request's round breaks; games and entries that it replaces are not in the request.

    In this order: their place in the round, forbidden (pair, club, family), met too recently or too often, colours.
    """
    plain = replace(request, options={**request.options, **_NO_LIMITS})
    found = hand.pair_breaks(plain, white, black)
    if white == black:
        return found
    return *found, *_alike(request, white, black), *_broken(request, white, black)


def colour_breaks(request: Request, white: int, black: int) -> tuple[Fact, ...]:
    """Who would go beyond the colour limits."""
    return tuple(one for one in _broken(request, white, black) if one.code == facts.BROKEN_COLOUR)


def bye_breaks(request: Request, player: int) -> tuple[Fact, ...]:
    """What the bye of this round for a player breaks: his place in the round, others who had fewer byes, a second bye in the round."""
    byes = dict.fromkeys((*request.present, player), 0)
    for entry in request.competition.entries:
        if entry.reason == BYE and entry.round != request.round and entry.player in byes:
            byes[entry.player] += 1
    found = hand.bye_breaks(request, player)
    more = byes[player] > min(byes.values())
    own = (fact(facts.HAND_MORE_BYES, player=player, byes=byes[player]),) if more else ()
    return (*(one for one in found if one.code != facts.HAND_SECOND_BYE), *own)


def _alike(request: Request, white: int, black: int) -> tuple[Fact, ...]:
    """Same club or family, where the options forbid that."""
    options, known = read(request.options), request.competition.by_id
    one, other = known[white], known[black]
    found = []
    if options.forbid_same_club and alike(one.club) and alike(one.club) == alike(other.club):
        found.append(fact(facts.HAND_CLUB, player=white, opponent_player=black))
    if options.forbid_same_family and alike(one.family) and alike(one.family) == alike(other.family):
        found.append(fact(facts.HAND_FAMILY, player=white, opponent_player=black))
    return tuple(found)


def _broken(request: Request, white: int, black: int) -> tuple[Fact, ...]:
    """The rules about meetings and colours that the pair does not keep."""
    listing = listing_of(replace(request, present=(white, black)), read(request.options))
    field = build(listing, (white, black))
    return reasons.broken(field, Choice(0, 1, 0, 0), 0)
