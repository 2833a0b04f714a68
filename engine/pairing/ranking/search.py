"""From a field to pairs and a bye: from the top or balanced, under the strictest rules that allow a complete pairing (spec 21).

"Each takes the nearest lower allowed player, and at a dead end the last choice is reopened" has one answer: the first complete pairing
in the order of these choices. It is found without trying: before each choice is the question whether the rest can still be paired.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.matching import Matching, bits, pair_off
from engine.pairing.ranking import balanced
from engine.pairing.ranking.field import Field
from engine.pairing.ranking.options import BALANCED, BYE_LEFT, Options
from engine.pairing.ranking.rules import Rules, in_force, relaxations


@dataclass(frozen=True, slots=True)
class Choice:
    """A pair of places, the higher first. ``left``: who else could still be chosen; ``refused``: after whom the rest could not be paired."""

    one: int
    other: int
    left: int
    refused: int


@dataclass(frozen=True, slots=True)
class Found:
    """A complete pairing. ``bye``: the choice by which somebody is left over, its ``other`` being the bye's place. ``most_byes``: how many
    byes a player could have had to be eligible, None when it was not limited.
    """

    rules: Rules
    games: tuple[Choice, ...]
    bye: Choice | None = None
    most_byes: int | None = None


def find(field: Field, options: Options) -> Found | None:
    """The pairing of the field by the options; None when forbidden pairs alone make it impossible.

    Those with the fewest byes may have the bye; others only when no relaxed rule helps (option whoever_is_left: everybody).
    """
    if not field.with_bye or options.bye == BYE_LEFT:
        field.eligible = field.everyone
        return _with_eligible(field, options, None)
    for most in sorted(set(field.byes)):
        field.eligible = sum(1 << place for place, count in enumerate(field.byes) if count <= most)
        found = _with_eligible(field, options, most)
        if found is not None:
            return found
    return None


def _with_eligible(field: Field, options: Options, most_byes: int | None) -> Found | None:
    """The pairing under the first rules that allow one."""
    for rules in relaxations(in_force(options), field.meetings.values()):
        masks = field.masks(rules)
        matching = Matching(masks, field.vertices)
        if matching.is_perfect:
            return _found(field, options, masks, matching, rules, most_byes)
    return None


def _found(field: Field, options: Options, masks: list[int], matching: Matching, rules: Rules, most_byes: int | None) -> Found:
    """The choices, the bye being one of them when whoever is left has it, and given before them otherwise."""
    bye = None
    if field.with_bye and options.bye != BYE_LEFT:
        bye = _lowest(field, matching)
    if options.search == BALANCED:
        choices = list(_balanced(field, options, masks, matching.alive))
    else:
        choices = [
            Choice(one, other, matching.alive, refused)
            for one, other, refused in pair_off(matching, lambda _, choices: bits(choices))
        ]
    left = next((choice for choice in choices if choice.other == field.bye_place), None)
    return Found(rules, tuple(choice for choice in choices if choice is not left), bye or left, most_byes)


def _lowest(field: Field, matching: Matching) -> Choice:
    """The lowest who may have the bye and leaves a rest that can be paired; the matching goes on without him."""
    refused = 0
    for place in reversed(list(bits(field.eligible))):
        if matching.take_pair(place, field.bye_place):
            return Choice(place, field.bye_place, matching.alive, refused)
        refused |= 1 << place
    raise ValueError("the matching is not perfect")


def _balanced(field: Field, options: Options, masks: list[int], alive: int) -> Iterator[Choice]:
    """The pairs of the balanced pairing; the distances are those of the whole list, kept pairs included."""
    places = [field.listing.places[player] for player in field.ids]
    bye = field.bye_place if alive >> field.bye_place & 1 else None
    question = balanced.Question(masks, alive, places, bye, _repeats(field) if options.fewest_repeats else None)
    for one, other in balanced.pairs(question):
        yield Choice(one, other, alive & field.everyone, 0)


def _repeats(field: Field) -> list[int]:
    """For each place, and the bye, whom he has met."""
    met = [0] * (len(field.ids) + field.with_bye)
    for one, other in field.meetings:
        met[one] |= 1 << other
        met[other] |= 1 << one
    return met
