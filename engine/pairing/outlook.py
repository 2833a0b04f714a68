"""Whether the rounds that are planned can all be paired (spec 70, trap 16): a warning at set-up and before each pairing.

A field in which everybody may meet at least half of the others, the bye counted as one of them, can be paired for certain (Dirac).
Each round takes one opponent from everybody, so the number of rounds that are certain is a subtraction.
"""

from engine.pairing import facts
from engine.pairing.draft import Fact, Request, fact
from engine.pairing.field import build
from engine.pairing.order import standing


def certain_rounds(players: int) -> int:
    """How many Swiss rounds are certain to be possible at the start: half the number of players, rounded up."""
    return (players + 1) // 2


def too_many_rounds(players: int, rounds: int) -> bool:
    """Whether so many rounds could become impossible with so many players."""
    return rounds > certain_rounds(players)


def at_setup(players: int, rounds: int) -> tuple[Fact, ...]:
    """The warning when a competition is made: ``too_many_rounds`` or nothing."""
    if not too_many_rounds(players, rounds):
        return ()
    return (fact(facts.TOO_MANY_ROUNDS, players=players, rounds=rounds, possible=certain_rounds(players)),)


def remaining(request: Request, rounds: int) -> tuple[Fact, ...]:
    """The warning before a round is paired, ``rounds`` = it and all that follow: ``rounds_impossible`` when a player has fewer opponents
    left than rounds, else ``rounds_can_fail`` when they are not certain, else nothing.

    Judged for the players to pair as if they all stayed. Where players may meet more than once only the first is told.
    """
    field = build(standing(request))
    if len(field.ids) < 2 or rounds < 1:
        return ()
    times = request.maximum_meetings
    left = [
        mask.bit_count() if times == 1 else times * (len(field.ids) - 1) - sum(field.records[place].met.values())
        for place, mask in enumerate(field.legal[: len(field.ids)])
    ]
    poorest = min(range(len(left)), key=left.__getitem__)
    if left[poorest] < rounds:
        return (fact(facts.ROUNDS_IMPOSSIBLE, rounds=rounds, player=field.ids[poorest], count=left[poorest]),)
    if times > 1:
        return ()
    with_bye = len(field.legal) > len(field.ids)
    choices = min([*left, field.eligible.bit_count()] if with_bye else left)
    certain = max(choices - len(field.legal) // 2 + 1, int(field.is_pairable(field.everyone)))
    return () if rounds <= certain else (fact(facts.ROUNDS_CAN_FAIL, rounds=rounds, certain=certain),)
