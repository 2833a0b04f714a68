"""The pairing systems by name: what ``kompitie check`` and ``kompitie simulate`` can pair a round with."""

from collections.abc import Callable, Mapping

from engine.pairing import ranking, round_robin, swiss_rating, swiss_resistance
from engine.pairing.draft import Draft, Request

#: A new pairing system is a function from a request to a draft and one line here.
PAIRINGS: Mapping[str, Callable[[Request], Draft]] = {
    "swiss_resistance": swiss_resistance.pair,
    "swiss_rating": swiss_rating.pair,
    "round_robin": round_robin.pair,
    "ranking": ranking.pair,
}


def pair(system: str, request: Request) -> Draft:
    """The draft of a round by a system. ValueError when there is no such system."""
    if system not in PAIRINGS:
        raise ValueError(f"unknown pairing system {system!r}")
    return PAIRINGS[system](request)
