"""Swiss on rating (spec 32, seed 000): ``pair`` makes the draft of a round.

The order of a reading: ``preferences`` and ``floats`` say what a player's history asks for, ``group`` puts them on a board and takes
C1, ``keys`` decides a score group by the keys 2-7 and ``exchange`` by 8 and 9, both asking ``question``; ``rounds`` goes from group to
group, ``colours`` gives the colours, ``reasons`` says why.
"""

from dataclasses import replace

from engine.pairing import facts
from engine.pairing.draft import Draft, Fact, Pair, Request, fact
from engine.pairing.order import Standing, kept_pair, open_games, standing
from engine.pairing.swiss_rating.colours import lot
from engine.pairing.swiss_rating.group import Board, board
from engine.pairing.swiss_rating.preferences import total_rounds
from engine.pairing.swiss_rating.rounds import Progress, pair_all
from engine.pairing.swiss_resistance import incomplete

#: The version of these rules; it is stored with every pairing and rises when a change would pair differently.
RULES = "rating 1"
#: The order of A2 after points: the rating.
ORDER = "1"


def pair(request: Request) -> Draft:
    """The draft of a round.

    ``request.options``: ``total_rounds`` [the planned rounds of the competition] for the last-round rule; ``initial_colour`` (white |
    black) of number 1 [drawn with ``seed``]; ``give_up_colours`` [False]: B2 is given up when no complete pairing exists with it;
    ``maximum_meetings`` [1]. ``order_keys`` is not read: the order is points, rating, lot number. ValueError for an unknown option
    value. When no complete pairing exists nothing is paired unless ``allow_incomplete``; the remarks say who is short of opponents.
    """
    drawn = lot(request)
    order = standing(replace(request, order_keys=ORDER))
    remarks = open_games(request)
    made = board(order)
    if not order.waiting:
        nobody = [] if order.kept else [Fact(facts.NOBODY_PRESENT)]
        return _draft(order, Progress(made, drawn, False), [*remarks, *nobody], ())
    unpaired: tuple[int, ...] = ()
    field = made.field
    if not field.is_pairable(field.everyone):
        made, unpaired, told = _impossible(order, made)
        remarks.extend(told)
        if unpaired and not request.allow_incomplete:
            return _draft(order, Progress(made, drawn, False), remarks, unpaired)
    progress = Progress(made, drawn, request.round == 1)
    remarks.extend(_of_round(order, made))
    pair_all(progress)
    return _draft(order, progress, [*remarks, *progress.remarks], unpaired)


def _impossible(order: Standing, made: Board) -> tuple[Board, tuple[int, ...], list[Fact]]:
    """What to pair when no complete pairing exists: everybody without B2 when the arbiter gives it up, else as many as possible."""
    request = order.request
    without = board(order, with_b2=False)
    helps = without.field.is_pairable(without.field.everyone)
    if request.options.get("give_up_colours", False):
        if helps:
            return without, (), [Fact(facts.RATING_B2_GIVEN_UP)]
        made = without
    field = made.field
    told = incomplete.explain(field)
    if helps:
        told.append(Fact(facts.RATING_B2_PREVENTS))
    everybody = field.names(field.everyone)
    if not request.allow_incomplete:
        return made, everybody, told
    chosen = set(field.names(incomplete.largest(field)))
    unpaired = tuple(player for player in everybody if player not in chosen)
    told.append(fact(facts.INCOMPLETE, players=unpaired))
    paired = [one for one in order.waiting if one.player in chosen]
    return board(order, paired, with_b2=made is not without), unpaired, told


def _of_round(order: Standing, made: Board) -> list[Fact]:
    """What holds for the whole round: byes that are spread, the last round."""
    field, told = made.field, []
    if field.with_bye and field.fewest_byes:
        told.append(fact(facts.BYES_SPREAD, count=field.fewest_byes))
    if order.request.round == total_rounds(order) and made.preferences.exempt:
        told.append(fact(facts.RATING_LAST_ROUND, players=field.names(made.preferences.exempt)))
    return told


def _draft(order: Standing, progress: Progress, remarks: list[Fact], unpaired: tuple[int, ...]) -> Draft:
    """The draft: kept and new pairs in table order, which is the place of the pair's higher player in the pairing order."""
    places, request = order.places, order.request
    pairs: list[Pair] = [*(kept_pair(game) for game in order.kept), *progress.pairs]
    pairs.sort(key=lambda pair: min(places[pair.white], places[pair.black]))
    given = order.bye_given
    drawn = progress.lot.drawn and progress.lot_used
    if drawn:
        remarks = [*remarks, fact(facts.RATING_COLOUR_DRAWN, seed=request.seed, colour=progress.lot.colour)]
    return Draft(
        pairs=tuple(pairs),
        bye=progress.bye if given is None else given,
        bye_why=progress.bye_why if given is None else (fact(facts.BYE_KEPT, player=given),),
        unpaired=unpaired,
        remarks=tuple(remarks),
        order=order.lines(),
        key_names=("points", ORDER),
        seed=request.seed if drawn else None,
        rules=RULES,
    )


__all__ = ["ORDER", "RULES", "pair"]
