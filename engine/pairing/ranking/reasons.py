"""Why two meet, who was passed over, which rule a pair could not keep, and why somebody has the bye. Nothing here decides anything."""

from collections.abc import Iterator

from engine.pairing import facts
from engine.pairing.draft import Fact, Value, fact
from engine.pairing.ranking.field import Field
from engine.pairing.ranking.options import BALANCED, BYE_LEFT
from engine.pairing.ranking.rules import Rules, in_force
from engine.pairing.ranking.search import Choice, Found


def of_pair(field: Field, found: Found, choice: Choice) -> tuple[Fact, ...]:
    """Why the two of a choice meet: the rule, then those between them in the list who were passed over, nearest first."""
    listing = field.listing
    one, other = field.ids[choice.one], field.ids[choice.other]
    first, last = listing.places[one], listing.places[other]
    balanced = listing.options.search == BALANCED
    arguments: dict[str, Value] = {"player": one, "opponent_player": other, "place": first + 1, "opponent_place": last + 1}
    rule = Fact(facts.BALANCED_PAIR if balanced else facts.NEAREST_ALLOWED, arguments)
    return rule, *_passed(field, found, choice, listing.order[first + 1 : last])


def _passed(field: Field, found: Found, choice: Choice, between: tuple[int, ...]) -> Iterator[Fact]:
    """A fact for each player of the list between the two who was not taken by a higher one."""
    options = field.listing.options
    bye = field.listing.bye_given
    if found.bye is not None and options.bye != BYE_LEFT:
        bye = field.ids[found.bye.one]
    for player in between:
        place = field.places.get(player)
        if player == bye:
            yield fact(facts.SKIPPED_BYE, player=player)
        elif place is None:  # at a table that was fixed, or left out because no complete pairing exists
            yield fact(facts.SKIPPED_FIXED if player in field.listing.playing else facts.SKIPPED_REST, player=player)
        elif choice.left >> place & 1:
            obstacle = None if choice.refused >> place & 1 else field.obstacle(choice.one, place, found.rules)
            yield obstacle or fact(facts.SKIPPED_SUM if options.search == BALANCED else facts.SKIPPED_REST, player=player)


def broken(field: Field, choice: Choice, white: int) -> tuple[Fact, ...]:
    """The rules of the options that a pair does not keep since they were relaxed; ``white``: the place of the player with white."""
    rules = in_force(field.listing.options)
    black = choice.other if white == choice.one else choice.one
    return *_broken_meeting(field, choice, rules, field.ids[white], field.ids[black]), *_broken_colours(field, rules, white, black)


def _broken_meeting(field: Field, choice: Choice, rules: Rules, white: int, black: int) -> Iterator[Fact]:
    meeting = field.meetings.get((choice.one, choice.other))
    if meeting is None:
        return
    if rules.too_soon(meeting):
        yield fact(facts.BROKEN_DISTANCE, player=white, opponent_player=black, round=meeting.round, rounds=meeting.rounds)
    if rules.too_few_days(meeting):
        yield fact(facts.BROKEN_DAYS, player=white, opponent_player=black, days=meeting.days or 0)
    if rules.too_often(meeting):
        yield fact(facts.BROKEN_MEETINGS, player=white, opponent_player=black, count=meeting.times)


def _broken_colours(field: Field, rules: Rules, white: int, black: int) -> Iterator[Fact]:
    if not rules.coloured:
        return
    for place, step in ((white, 1), (black, -1)):
        own = field.colours[place]
        if not own.allows(step > 0, field.listing.options):
            streak = own.streak + step if own.streak * step > 0 else step
            yield fact(facts.BROKEN_COLOUR, player=field.ids[place], balance=own.balance + step, streak=streak)


def of_bye(field: Field, found: Found) -> tuple[Fact, ...]:
    """Why somebody has the bye, and why those below him on the list do not."""
    if found.bye is None:
        return ()
    options, choice = field.listing.options, found.bye
    player = field.ids[choice.one]
    if options.bye == BYE_LEFT:
        if options.search == BALANCED:
            return (fact(facts.BYE_BALANCED, player=player),)
        between = field.listing.order[field.listing.places[player] + 1 :]
        return fact(facts.BYE_LEFT, player=player), *_passed(field, found, choice, between)
    lower = range(len(field.ids) - 1, choice.one, -1)
    passed = (
        fact(facts.BYE_REST, player=field.ids[place])
        if choice.refused >> place & 1
        else fact(facts.BYE_MORE_BYES, player=field.ids[place], byes=field.byes[place])
        for place in lower
    )
    return fact(facts.BYE_FEWEST, player=player, byes=field.byes[choice.one]), *passed
