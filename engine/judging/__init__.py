"""Two pairings of the same round held against each other: which rule makes the one made here the better one.

``judge`` splits what differs into parts that do not touch each other (a part is a ring of players who meet each other differently) and
judges each part by itself: everything else as it was made here, that part as the other pairing has it. So every difference is told
with the rule that decided about it. ``keys`` says how, ``resistance``, ``rating`` and ``ranking`` hold the keys of their system.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.judging import ranking as by_list
from engine.judging import rating, resistance, rules
from engine.judging.keys import EXPECTED, FOUND, NEITHER, Answer, Key, Verdict, first_difference, mates
from engine.pairing import facts, hand, round_robin
from engine.pairing.draft import Draft, Fact, Pair, Request, fact
from engine.pairing.field import Field, build
from engine.pairing.order import standing
from engine.pairing.ranking import field as list_field
from engine.pairing.ranking import hand as list_hand
from engine.pairing.ranking import reasons as list_reasons
from engine.pairing.ranking.listing import listing_of
from engine.pairing.ranking.options import BYE_LEFT, read
from engine.pairing.ranking.search import Choice
from engine.pairing.swiss_rating import ORDER
from engine.pairing.swiss_rating.group import Board, board

Ids = tuple[int, int]
#: What a system says about a whole pairing that keeps the rules of every system: a rule that it breaks, else its keys.
Judge = Callable[[Answer, Answer], Verdict | None]


@dataclass(frozen=True)
class Difference:
    """A part of the round that differs: ``missing`` pairs (white, black) were expected, ``found`` ones were made, and why.

    ``expected_bye`` and ``bye``: who has the bye, when this part is about it. ``verdict``: the rule that decided.
    """

    missing: tuple[Ids, ...]
    found: tuple[Pair, ...]
    verdict: Verdict
    expected_bye: int | None = None
    bye: int | None = None


def judge(system: str, request: Request, expected: Answer, draft: Draft) -> tuple[Difference, ...]:
    """Every difference between an expected pairing and the draft made here, in the order of the draft. ValueError for an unknown system."""
    made = Answer(frozenset((pair.white, pair.black) for pair in draft.pairs), draft.bye)
    if made == expected:
        return ()
    judge_of = _JUDGES.get(system)
    if judge_of is None:
        raise ValueError(f"unknown pairing system {system!r}")
    order = {player: number for number, pair in enumerate(draft.pairs) for player in (pair.white, pair.black)}
    parts = sorted(_parts(expected, made), key=lambda part: (min(order.get(player, len(order)) for player in part), min(part)))
    system_judge: Judge | None = None
    found = []
    for part in parts:
        other = _with_part(expected, made, part)
        verdict = _of_every_system(request, other, draft, part)
        if verdict is None:
            system_judge = system_judge or judge_of(request, draft)
            verdict = system_judge(made, other) or Verdict(Fact(rules.FIXED_ORDER), NEITHER)
        found.append(_difference(expected, draft, part, verdict))
    return tuple(found)


def _parts(expected: Answer, made: Answer) -> Iterator[frozenset[int]]:
    """The players of each ring of differences; 0 stands for the bye."""
    near: dict[int, set[int]] = {}
    for one, other in expected.pairs ^ made.pairs:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    if expected.bye != made.bye:
        for player in (expected.bye, made.bye):
            if player is not None:
                near.setdefault(player, set()).add(0)
                near.setdefault(0, set()).add(player)
    while near:
        part, open_ones = set(), {min(near)}
        while open_ones:
            player = open_ones.pop()
            part.add(player)
            open_ones |= near.pop(player) - part
        yield frozenset(part)


def _with_part(expected: Answer, made: Answer, part: frozenset[int]) -> Answer:
    """What was made, with one part as it was expected."""
    pairs = frozenset(pair for pair in made.pairs if not part & set(pair)) | {pair for pair in expected.pairs if part & set(pair)}
    return Answer(pairs, expected.bye if 0 in part else made.bye)


def _difference(expected: Answer, draft: Draft, part: frozenset[int], verdict: Verdict) -> Difference:
    made = {(pair.white, pair.black) for pair in draft.pairs}
    missing = tuple(sorted(pair for pair in expected.pairs if part & set(pair) and pair not in made))
    found = tuple(
        pair for pair in draft.pairs if {pair.white, pair.black} & part and (pair.white, pair.black) not in expected.pairs
    )
    byes = (expected.bye, draft.bye) if 0 in part else (None, None)
    return Difference(missing, found, verdict, *byes)


# --- what every pairing keeps


def _of_every_system(request: Request, other: Answer, draft: Draft, part: frozenset[int]) -> Verdict | None:
    """Everybody present once, kept games in their place, and colours where only these differ."""
    placed = [player for pair in other.pairs for player in pair] + ([] if other.bye is None else [other.bye])
    made = {player for pair in draft.pairs for player in (pair.white, pair.black)} | {draft.bye} | set(draft.unpaired)
    for player in sorted(part - {0}):
        if placed.count(player) > 1:
            return Verdict(fact(rules.TWICE, player=player))
        if player in placed and player not in made:
            return Verdict(fact(rules.NOT_PRESENT, player=player))
    for pair in draft.pairs:
        if pair.kept and (pair.white, pair.black) not in other.pairs and pair.white in part:
            return Verdict(fact(rules.KEPT, player=pair.white, opponent_player=pair.black))
    if draft.unpaired and part & set(draft.unpaired):
        reasons = [one for one in draft.remarks if one.code == facts.NO_COMPLETE_PAIRING]
        return Verdict(fact(rules.LEFT_OUT, players=draft.unpaired) if draft.pairs or not reasons else reasons[0])
    alone = [player for player in sorted(part - {0}) if player not in placed]
    if alone:
        return Verdict(fact(rules.WITHOUT_GAME, player=alone[0]))
    return _of_colours(request, other, draft, part)


def _of_colours(request: Request, other: Answer, draft: Draft, part: frozenset[int]) -> Verdict | None:
    """The rule that gave the colours, where the same two meet the other way round."""
    pair = next((one for one in draft.pairs if {one.white, one.black} == part), None)
    if pair is None or (pair.black, pair.white) not in other.pairs:
        return None
    if pair.why:
        return Verdict(pair.why[-1])
    return Verdict(fact(rules.TABLE_COLOURS, player=pair.white, opponent_player=pair.black, round=request.round))


# --- the systems


def _new_pairs(request: Request, made: Answer, other: Answer) -> list[Ids]:
    """The pairs that only the other pairing has, in the order of the lots."""
    known = {frozenset(pair) for pair in made.pairs}
    lots = request.competition.by_id
    return sorted(
        (pair for pair in other.pairs if frozenset(pair) not in known), key=lambda pair: min(lots[one].lot for one in pair)
    )


def _of_swiss(field: Field, request: Request, made: Answer, other: Answer) -> Verdict | None:
    """The absolute rules of a Swiss that the other pairing breaks: met before, forbidden, a second bye; B2 where the field knows it."""
    places = {player: place for place, player in enumerate(field.ids)}
    for white, black in _new_pairs(request, made, other):
        if not field.legal[places[white]] >> places[black] & 1:
            kinds = (facts.HAND_FORBIDDEN, facts.HAND_MET)
            told = next((one for one in hand.pair_breaks(request, white, black) if one.code in kinds), None)
            return Verdict(told or fact(rules.ABSOLUTE, player=white, opponent_player=black))
    if other.bye != made.bye and other.bye in places and not field.eligible >> places[other.bye] & 1:
        line = field.free_round(places[other.bye])
        return Verdict(fact(facts.BYE_NOT_AGAIN, player=other.bye, round=line.round if line else 0))
    return None


def _compare(ids: list[int], keys: Callable[[Mapping[int, int]], Iterator[Key]], made: Answer, other: Answer) -> Verdict | None:
    return first_difference(keys(mates(ids, made)), keys(mates(ids, other)))


def _resistance(request: Request, draft: Draft) -> Judge:
    order = standing(request)
    left_out = set(draft.unpaired)
    field = build(order, [one for one in order.waiting if one.player not in left_out])

    def judged(made: Answer, other: Answer) -> Verdict | None:
        broken = _of_swiss(field, request, made, other)
        return broken or _compare(field.ids, lambda pairing: resistance.keys(field, request, pairing), made, other)

    return judged


def _rating(request: Request, draft: Draft) -> Judge:
    made_board = _board(request, draft)

    def judged(made: Answer, other: Answer) -> Verdict | None:
        broken = _of_swiss(made_board.field, request, made, other)
        return broken or _compare(made_board.field.ids, lambda pairing: rating.keys(made_board, pairing), made, other)

    return judged


def _board(request: Request, draft: Draft) -> Board:
    """The players who were paired; without B2 when that was given up because there was no other way."""
    order = standing(replace(request, order_keys=ORDER))
    whole = board(order)
    given_up = bool(request.options.get("give_up_colours")) and not whole.field.is_pairable(whole.field.everyone)
    if not given_up and not draft.unpaired:
        return whole
    left_out = set(draft.unpaired)
    return board(order, [one for one in order.waiting if one.player not in left_out], with_b2=not given_up)


def _ranking(request: Request, draft: Draft) -> Judge:
    listed = listing_of(request, read(request.options))
    left_out = set(draft.unpaired)
    field = list_field.build(listed, [player for player in listed.waiting if player not in left_out])
    if listed.options.bye == BYE_LEFT:
        field.eligible = field.everyone

    def judged(made: Answer, other: Answer) -> Verdict | None:
        bans = (facts.HAND_FORBIDDEN, facts.HAND_CLUB, facts.HAND_FAMILY)
        new = _new_pairs(request, made, other)
        for white, black in new:
            told = next((one for one in list_hand.pair_breaks(request, white, black) if one.code in bans), None)
            if told is not None:
                return Verdict(told)
        verdict = _compare(field.ids, lambda pairing: by_list.keys(field, pairing), made, other)
        if verdict is not None and verdict.rule.code == rules.RELAXED and verdict.better == FOUND:
            return _of_rules(field, new, made) or verdict
        return verdict

    return judged


def _of_rules(field: list_field.Field, new: list[Ids], made: Answer) -> Verdict | None:
    """What the first pair breaks that the rules in force for what was made here bar: met too recently, too often, colours."""
    _, in_force = by_list.strictest(field, mates(field.ids, made))
    for white, black in new:
        one, other = field.places[white], field.places[black]
        if field.obstacle(one, other, in_force) is not None:
            broken = list_reasons.broken(field, Choice(min(one, other), max(one, other), 0, 0), one)
            if broken:
                return Verdict(broken[0])
    return None


def _round_robin(request: Request, draft: Draft) -> Judge:
    listed = sorted(request.competition.players, key=lambda player: (player.lot, player.order, player.id))
    options = request.options
    cycle = round_robin.schedule(
        len(listed),
        str(options.get("table", round_robin.BERGER)),
        bool(options.get("swapped", False)),
        bool(options.get("double", False)),
        bool(options.get("seam", False)),
    )
    rounds = {
        frozenset((listed[white - 1].id, listed[black - 1].id)): number
        for number, pairs in reversed(list(enumerate(cycle, start=1)))
        for white, black in pairs
        if black
    }

    def judged(made: Answer, other: Answer) -> Verdict | None:
        for white, black in _new_pairs(request, made, other):
            number = rounds.get(frozenset((white, black)))
            if number is not None:
                return Verdict(fact(rules.TABLE, player=white, opponent_player=black, round=number))
        return Verdict(fact(rules.TABLE_BYE, player=draft.bye)) if draft.bye is not None else None

    return judged


_JUDGES: Mapping[str, Callable[[Request, Draft], Judge]] = {
    "swiss_resistance": _resistance,
    "swiss_rating": _rating,
    "ranking": _ranking,
    "round_robin": _round_robin,
}

__all__ = ["EXPECTED", "FOUND", "NEITHER", "Answer", "Difference", "Verdict", "judge"]
