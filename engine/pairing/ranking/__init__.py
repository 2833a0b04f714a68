"""Pairing by list, for Keizer, moyenne and attendance clubs (spec 21 "Pairing"; seed 004): ``pair`` makes the draft of a round.

The order of a reading: ``options`` are the settings, ``listing`` puts the players in order, ``field`` says who may meet whom, ``rules``
what bars a pair and how that is relaxed, ``search`` and ``balanced`` make the pairs, ``colours`` says who has white, ``reasons`` why.
"""

from engine.pairing import facts
from engine.pairing.draft import Draft, Fact, Pair, Request, fact
from engine.pairing.order import kept_pair, open_games
from engine.pairing.ranking import reasons
from engine.pairing.ranking.colours import Colours, Side, assign, columns
from engine.pairing.ranking.field import Field, build
from engine.pairing.ranking.listing import KEY_NAMES, Listing, listing_of
from engine.pairing.ranking.options import Options, problems, read
from engine.pairing.ranking.rules import in_force, named
from engine.pairing.ranking.search import Choice, Found, find
from engine.pairing.swiss_resistance import incomplete

#: The version of these rules; it is stored with every pairing and rises when a change would pair differently.
RULES = "ranking 1"


def pair(request: Request) -> Draft:
    """The draft of a round.

    ``request.order`` is the list of that moment; ``request.options`` are read by ``options.read`` (OptionError, a ValueError, for a value that cannot be read).
    ``request.seed`` draws the order of a lot round and colours by lot. Rules that had to be relaxed are remarks of the draft. Forbidden
    pairs never are: when they leave no complete pairing nothing is paired unless ``allow_incomplete``.
    """
    listed = listing_of(request, read(request.options))
    remarks = open_games(request)
    if listed.drawn and listed.waiting:
        remarks.append(fact(facts.DRAWN, seed=request.seed))
    if not listed.waiting:
        return _draft(listed, None, None, [*remarks, *([] if listed.kept else [Fact(facts.NOBODY_PRESENT)])])
    field = build(listed, listed.waiting)
    found = find(field, listed.options)
    if found is not None:
        return _draft(listed, field, found, remarks)
    remarks.extend(incomplete.explain(field))
    if not request.allow_incomplete:
        return _draft(listed, None, None, remarks, listed.waiting)
    chosen = set(field.names(incomplete.largest(field)))
    unpaired = tuple(player for player in listed.waiting if player not in chosen)
    remarks.append(fact(facts.INCOMPLETE, players=unpaired))
    field = build(listed, [player for player in listed.waiting if player in chosen])
    return _draft(listed, field, find(field, listed.options), remarks, unpaired)


def _draft(listed: Listing, field: Field | None, found: Found | None, remarks: list[Fact], unpaired: tuple[int, ...] = ()) -> Draft:
    """The draft: kept and new pairs in table order, which is the place of the pair's higher player in the list."""
    pairs = [kept_pair(game) for game in listed.kept]
    given = listed.bye_given
    bye, why = given, tuple(fact(facts.BYE_KEPT, player=player) for player in (given,) if player is not None)
    if field is not None and found is not None:
        pairs.extend(_pair(field, found, choice) for choice in found.games)
        remarks = [*remarks, *_bye_remarks(field, found), *named(in_force(listed.options), found.rules)]
        if found.bye is not None:
            bye, why = field.ids[found.bye.one], reasons.of_bye(field, found)
    pairs.sort(key=lambda one: min(listed.places[one.white], listed.places[one.black]))
    return Draft(
        pairs=tuple(pairs),
        bye=bye,
        bye_why=why,
        unpaired=unpaired,
        remarks=tuple(remarks),
        order=listed.lines(),
        key_names=KEY_NAMES,
        seed=listed.request.seed if listed.drawn else None,
        rules=RULES,
    )


def _pair(field: Field, found: Found, choice: Choice) -> Pair:
    """A new pair with its colours, why it was made, and the rules that it does not keep."""
    higher, lower = (Side(field.ids[place], field.colours[place]) for place in (choice.one, choice.other))
    request = field.listing.request
    seed = f"{request.seed} {request.round} {min(higher.player, lower.player)} {max(higher.player, lower.player)}"
    last = field.last_games.get((choice.one, choice.other))
    white, black, colour = assign(higher, lower, last, field.listing.options, seed)
    remarks = reasons.broken(field, choice, choice.one if white == higher.player else choice.other)
    return Pair(white, black, (*reasons.of_pair(field, found, choice), colour), remarks)


def _bye_remarks(field: Field, found: Found) -> list[Fact]:
    """That everybody has had a bye, or that the fewest byes could not decide."""
    if found.bye is None or found.most_byes is None:
        return []
    fewest = min(field.byes)
    if found.most_byes > fewest:
        return [fact(facts.RELAXED_BYES, byes=found.most_byes)]
    return [fact(facts.BYES_SPREAD, count=fewest)] if fewest else []


__all__ = ["RULES", "Colours", "Options", "Problem", "columns", "pair", "problems", "read"]
