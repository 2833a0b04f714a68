"""Swiss on resistance points (KNDB; spec 31): ``pair`` makes the draft of a round.

The order of a reading: ``engine.pairing.order`` puts the players in order, ``engine.pairing.field`` says who may meet whom,
``first_round``, ``second_round`` and ``later_rounds`` make the pairs, ``waiting_room`` decides who is carried to the next score group,
``reasons`` says why, ``incomplete`` what to do when no complete pairing exists.
"""

from engine import tiebreaks
from engine.matching import is_matchable
from engine.pairing import facts
from engine.pairing.draft import Draft, Fact, Pair, Request, fact
from engine.pairing.field import build
from engine.pairing.order import Standing, kept_pair, open_games, standing
from engine.pairing.swiss_resistance import first_round, incomplete, later_rounds, reasons, second_round
from engine.pairing.swiss_resistance.later_rounds import Progress

#: The version of these rules; it is stored with every pairing and rises when a change would pair differently.
RULES = "resistance 1"
BYE_BY_KEYS, BYE_LOWEST = "keys", "lowest"


def pair(request: Request) -> Draft:
    """The draft of a round.

    ``request.options``: ``first_round`` (neighbours | halves | outside_in | random) [neighbours], ``second_round_even_odd`` [True],
    ``maximum_meetings`` [1], ``maximum_colour_balance`` [None], ``bye`` (keys | lowest) [keys]. ``seed`` is used by a drawn first round.
    ValueError for an unknown option value. When no complete pairing exists nothing is paired unless ``allow_incomplete``; the remarks
    say which players are short of opponents.
    """
    _check(request)
    order = standing(request)
    field = build(order)
    remarks = open_games(request)
    unpaired: tuple[int, ...] = ()
    if not order.waiting:
        return _draft(order, Progress(field), [*remarks, *([] if order.kept else [Fact(facts.NOBODY_PRESENT)])], unpaired)
    if not field.is_pairable(field.everyone):
        remarks.extend(incomplete.explain(field))
        unpaired = field.names(field.everyone)
        if not request.allow_incomplete:
            return _draft(order, Progress(field), remarks, unpaired)
        chosen = set(field.names(incomplete.largest(field)))
        unpaired = tuple(player for player in unpaired if player not in chosen)
        remarks.append(fact(facts.INCOMPLETE, players=unpaired))
        field = build(order, [one for one in order.waiting if one.player in chosen])
    progress = Progress(field)
    if field.with_bye and field.fewest_byes:
        remarks.append(fact(facts.BYES_SPREAD, count=field.fewest_byes))
    _pair_field(progress, request)
    return _draft(order, progress, [*remarks, *progress.remarks], unpaired)


def _check(request: Request) -> None:
    method = request.options.get("first_round", first_round.NEIGHBOURS)
    if method not in first_round.METHODS:
        raise ValueError(f"unknown first round {method!r}")
    if request.options.get("bye", BYE_BY_KEYS) not in (BYE_BY_KEYS, BYE_LOWEST):
        raise ValueError(f"unknown way to give the bye {request.options['bye']!r}")


def _pair_field(progress: Progress, request: Request) -> None:
    """Pair a field that can be paired completely by the rule of its round."""
    if request.round == 1:
        first_round.pair_all(progress, str(request.options.get("first_round", first_round.NEIGHBOURS)), request.seed)
        return
    if progress.field.with_bye and request.options.get("bye", BYE_BY_KEYS) == BYE_LOWEST:
        _bye_to_the_lowest(progress)
    if request.round == 2 and request.options.get("second_round_even_odd", True):
        second_round.pair_all(progress)
    else:
        later_rounds.pair_all(progress)


def _bye_to_the_lowest(progress: Progress) -> None:
    """Option ``bye`` = lowest: the last in the order who may have it and leaves a field that can be paired."""
    field = progress.field
    lowest_first = range(len(field.ids) - 1, -1, -1)
    for at, place in enumerate(lowest_first):
        rest = field.everyone & ~(1 << place)
        if field.eligible >> place & 1 and is_matchable(field.legal, rest):
            why = tuple(reasons.passed_for_bye(field, list(lowest_first[:at])))
            progress.give_bye(place, facts.BYE_LOWEST, why)
            field.everyone = rest
            return


def _draft(order: Standing, progress: Progress, remarks: list[Fact], unpaired: tuple[int, ...]) -> Draft:
    """The draft: kept and new pairs in table order, which is the place of the pair's higher player in the pairing order."""
    places = order.places
    pairs: list[Pair] = [*(kept_pair(game) for game in order.kept), *progress.pairs]
    pairs.sort(key=lambda pair: min(places[pair.white], places[pair.black]))
    given = order.bye_given
    request = order.request
    drawn = request.round == 1 and request.options.get("first_round") == first_round.RANDOM
    return Draft(
        pairs=tuple(pairs),
        bye=progress.bye if given is None else given,
        bye_why=progress.bye_why if given is None else (fact(facts.BYE_KEPT, player=given),),
        unpaired=unpaired,
        remarks=tuple(remarks),
        order=order.lines(),
        key_names=("points", *tiebreaks.parse(request.order_keys)),
        seed=request.seed if drawn else None,
        rules=RULES,
    )


__all__ = ["RULES", "pair"]
