"""Spec 32: the oracle, the slow reading, colours, floats, exchanges, the lot, the bye, kept and forbidden pairs, and the reasons."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest

from engine import casefile
from engine.competition import BYE, WITH_NOTICE, Game, SingleEntry
from engine.matching import first_assignment
from engine.pairing import facts, registry, swiss_rating
from engine.pairing.draft import Draft, Request
from engine.pairing.order import standing
from engine.pairing.swiss_rating import exchange, keys
from engine.pairing.swiss_rating.floats import Floats, floats
from engine.pairing.swiss_rating.group import Group
from engine.pairing.swiss_rating.preferences import ABSOLUTE, MILD, NONE, STRONG, Preferences, preferences, x
from engine.simulate import Plan, tournament
from tests.engine.brute_rating import Brute
from tests.engine.oracles import oracle
from tests.engine.pairing_states import arguments, codes, keep, pairs, request, shuffled
from tests.fuzz.rating import difference, rounds, with_kept

CASES = [casefile.case(one) for one in oracle("swiss_rating_cases.json")]
WHITE = {"initial_colour": "white"}


def pair(asked: Request) -> Draft:
    return swiss_rating.pair(asked)


def rated(text: str, players: int, **changes: Any) -> Request:
    """A request in which number 1 has the highest rating, number 2 the next …, with many rounds to come."""
    about = {one: {"rating": 2000 - one} for one in range(1, players + 1)}
    options = {**WHITE, "total_rounds": 99, **changes.pop("options", {})}
    return request(text, players, about=about, options=options, **changes)


def plan(seed: int, players: int, **changes: Any) -> Plan:
    return Plan(**{"system": "swiss_rating", "players": players, "rounds": 7, "seed": seed, **changes})


# --- oracle and slow reading


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case: casefile.Case) -> None:
    draft = pair(case.request)
    assert set(pairs(draft)) == case.pairs
    assert draft.bye == case.bye


def test_the_system_is_known_by_its_name() -> None:
    assert registry.PAIRINGS["swiss_rating"] is swiss_rating.pair


@pytest.mark.parametrize("seed", range(1, 91))
def test_agrees_with_the_slow_reading(seed: int) -> None:
    for asked, draft in rounds(seed, 10):
        assert difference(asked, draft) is None


@pytest.mark.parametrize("seed", range(1, 16))
def test_the_rest_of_a_kept_pair_agrees_with_the_slow_reading(seed: int) -> None:
    chance = random.Random(seed)
    for asked, _ in rounds(seed, 10):
        if len(asked.present) > 3:
            kept = with_kept(asked, chance)
            game = kept.competition.games[-1]
            rest = replace(kept, present=tuple(one for one in kept.present if one not in (game.white, game.black)))
            draft = pair(kept)
            slow = Brute(rest).pair()
            if slow is None:
                assert draft.unpaired
            else:
                assert ({(one.white, one.black) for one in draft.pairs if not one.kept}, draft.bye) == slow


# --- preferences and x (A7, A8), floats (A4)


def of(asked: Request) -> Preferences:
    order = standing(asked)
    return preferences(order, [one.player for one in order.waiting])


def of_player(asked: Request, player: int) -> tuple[str, int]:
    order = standing(asked)
    place = [one.player for one in order.waiting].index(player)
    wanted = of(asked)
    return wanted.colour(place), wanted.strengths[place]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ("", NONE)),
        ("1-2 1-1", ("b", STRONG)),
        ("1-2 1-1\n3-1 1-1", ("w", MILD)),
        ("1-2 1-1\n3-1 1-1\n1-4 1-1", ("b", STRONG)),
        ("1-2 1-1\n1-3 1-1", ("b", ABSOLUTE)),
        ("2-1 1-1\n1-3 1-1\n1-4 1-1", ("b", ABSOLUTE)),  # twice the same colour, balance +1
        ("1-2 1-1\n1-3 1-1\n4-1 1-1\n1-5 1-1", ("b", ABSOLUTE)),  # balance +2
        ("1-2 1-1\n1-3 1-1\n4-1 1-1\n5-1 1-1", ("w", ABSOLUTE)),  # balance 0, but twice black
        ("1-2 1-1\n1-3 2-0F", ("b", STRONG)),  # a forfeit is no game
        ("1-2 1-1\n1-3 adj", ("b", ABSOLUTE)),  # an adjourned one is
    ],
)
def test_preference(text: str, expected: tuple[str, int]) -> None:
    assert of_player(rated(text, 6), 1) == expected


def test_balance_goes_before_repeated_colours() -> None:
    text = "1-2 1-1\n1-3 1-1\n1-4 1-1\n1-5 1-1\n6-1 1-1\n7-1 1-1"
    assert of_player(rated(text, 7), 1) == ("b", ABSOLUTE)


def test_more_than_half_in_the_last_round_has_no_absolute_preference() -> None:
    text = "1-2 2-0, 3-4 1-1\n1-3 2-0, 2-4 1-1"
    last = rated(text, 4, options={"total_rounds": 3})
    assert of_player(last, 1) == ("b", STRONG)
    assert of_player(rated(text, 4), 1) == ("b", ABSOLUTE)
    assert of_player(rated(text, 4, options={"total_rounds": 4}), 1) == ("b", ABSOLUTE)
    assert arguments(pair(last).remarks, facts.RATING_LAST_ROUND) == [{"players": (1,)}]


def test_exactly_half_is_not_more() -> None:
    text = "1-2 1-1, 3-4 1-1\n1-3 1-1, 2-4 1-1"
    assert of_player(rated(text, 4, options={"total_rounds": 3}), 1) == ("b", ABSOLUTE)


def test_the_planned_rounds_say_which_is_the_last() -> None:
    asked = rated("1-2 2-0, 3-4 1-1\n1-3 2-0, 2-4 1-1", 4, options={"total_rounds": None})
    last = replace(asked, competition=replace(asked.competition, planned_rounds=3))
    assert of_player(last, 1) == ("b", STRONG)


@pytest.mark.parametrize(
    ("whites", "blacks", "size", "expected"), [(5, 1, 6, 2), (1, 5, 6, 2), (3, 3, 6, 0), (4, 1, 7, 0), (0, 0, 0, 0)]
)
def test_x(whites: int, blacks: int, size: int, expected: int) -> None:
    assert x(whites, blacks, size) == expected


def floated(text: str, players: int) -> dict[str, set[int]]:
    """Who floated one and two rounds ago, by player."""
    order = standing(rated(text, players))
    ids = [one.player for one in order.waiting]
    found: Floats = floats(order, ids, 0)

    def names(mask: int) -> set[int]:
        return {player for place, player in enumerate(ids) if mask >> place & 1}

    return {"up": names(found.up[1]), "down": names(found.down[1]), "up2": names(found.up[0]), "down2": names(found.down[0])}


def test_floats_of_pairs_with_unequal_scores() -> None:
    found = floated("1-2 2-0, 3-4 1-1\n1-3 2-0, 2-4 1-1", 4)
    assert found == {"up": {3, 2}, "down": {1, 4}, "up2": {3, 2}, "down2": {1, 4}}


def test_a_forfeited_pair_gives_floats_an_absence_none_and_a_bye_a_downfloat() -> None:
    text = "1-2 2-0, 3-4 1-1, 5 bye, 6 with_notice\n3-1 0-2F, 5 with_notice, 6 bye"
    found = floated(text, 6)
    assert found["down"] == {1, 6}
    assert found["up"] == {3}
    assert found["down2"] == {1, 5, 6}


def test_floats_go_by_round_number() -> None:
    found = floated("1-2 2-0, 3-4 1-1\n1-3 2-0\n2-4 1-1", 4)
    assert 1 not in found["down"]
    assert 1 in found["down2"]
    assert not floated("1-2 2-0, 3-4 1-1\n1-3 2-0\n2-4 1-1\n2-4 1-1", 4)["down2"] & {1}


# --- keys 8 and 9

EXCHANGES = "4-5, 4-6, 3-5, 4-7, 3-6, 2-5, 3-7, 2-6, 2-7, 34-56, 34-57, 24-56, 34-67, 24-57, 23-56, 24-67, 23-57, 23-67"


@pytest.mark.parametrize("chunk", [exchange.CHUNK, 8])
def test_exchange_list_for_eight_players(chunk: int) -> None:
    sequence = [3, 2, 1, 0, 4, 5, 6, 7]
    weights = {number: 1 << (chunk - 1 - at) for at, number in enumerate(sequence)}
    cost = exchange._exchange_cost(range(8), 4, weights, chunk)

    def price(upper: tuple[int, ...]) -> int:
        return sum(cost.pair(one - 1, 8) for one in upper)

    upper_halves = [upper for upper in combinations(range(1, 8), 4) if upper[0] == 1]
    listed = sorted(upper_halves, key=price)
    named = []
    for upper in listed:
        out = "".join(str(one) for one in (1, 2, 3, 4) if one not in upper)
        into = "".join(str(one) for one in upper if one > 4)
        named.append(f"{out}-{into}")
    assert named[0] == "-"
    assert named[1:19] == EXCHANGES.split(", ")
    assert named[19:] == ["234-567"]
    assert len({price(upper) for upper in listed}) == len(listed)
    assert max(map(price, listed)) <= cost.bound


def test_transposition_in_ascending_numbers() -> None:
    """The seed's list: 5-6-7-8, 5-6-8-7, 5-7-6-8 … each order is taken when the earlier ones are forbidden."""
    near = {**{one: sum(1 << other for other in range(4, 8)) for one in range(4)}, **dict.fromkeys(range(4, 8), 15)}
    found = []
    for _ in range(24):
        for wanted in permutations(range(4, 8)):
            if wanted not in found:
                allowed = {one: 1 << wanted[one] for one in range(4)}
                masks = {**allowed, **{other: 1 << wanted.index(other) for other in range(4, 8)}}
                first = first_assignment(masks, range(4), 0xF0)
                assert first is not None
                found.append(tuple(other for _, other in first))
                break
    assert found == sorted(permutations(range(4, 8)))
    assert first_assignment(near, range(4), 0xF0) == [(0, 4), (1, 5), (2, 6), (3, 7)]


@pytest.mark.parametrize("seed", range(60))
def test_first_assignment_is_the_lexicographically_first(seed: int) -> None:
    chance = random.Random(seed)
    size = chance.randint(1, 6)
    edges = {(one, size + other) for one in range(size) for other in range(size) if chance.random() < 0.6}
    near = dict.fromkeys(range(2 * size), 0)
    for one, other in edges:
        near[one] |= 1 << other
        near[other] |= 1 << one
    seconds = ((1 << size) - 1) << size
    orders = (order for order in permutations(range(size, 2 * size)) if all(pair in edges for pair in enumerate(order)))
    best = next(orders, None)
    assert first_assignment(near, range(size), seconds) == (None if best is None else list(enumerate(best)))


def test_first_round_top_half_against_bottom_half() -> None:
    draft = pair(rated("", 8))
    assert pairs(draft) == [(1, 5), (6, 2), (3, 7), (8, 4)]
    assert [one.why[0].arguments["key"] for one in draft.pairs] == ["first"] * 4
    assert not draft.remarks


def test_forbidden_pairs_make_an_exchange() -> None:
    draft = pair(rated("", 8, forbidden={(4, other) for other in (5, 6, 7, 8)}))
    assert {frozenset(one) for one in pairs(draft)} == {frozenset(one) for one in ((1, 4), (2, 6), (3, 7), (5, 8))}
    exchanged = next(one for one in draft.pairs if 5 in (one.white, one.black))
    assert codes(exchanged.why)[:2] == [facts.RATING_PAIR, facts.RATING_INTO_S1]
    assert exchanged.why[0].arguments["key"] == "8"
    other = next(one for one in draft.pairs if 4 in (one.white, one.black))
    assert facts.RATING_OUT_OF_S1 in codes(other.why)


@pytest.mark.parametrize("large", [2, 40, 1000])
def test_an_exchange_in_a_large_group(large: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Number 30 of 60 may meet nobody of S2: he changes places with 31."""
    monkeypatch.setattr(exchange, "LARGE", large)
    draft = pair(rated("", 60, forbidden={(30, other) for other in range(31, 61)}))
    told = {one.code: one.arguments["player"] for made in draft.pairs for one in made.why if "_s1" in one.code}
    assert told == {facts.RATING_INTO_S1: 31, facts.RATING_OUT_OF_S1: 30}
    assert {frozenset((1, 30)), frozenset((31, 60))} <= {frozenset(one) for one in pairs(draft)}


def test_forbidden_pairs_make_a_transposition_and_are_named() -> None:
    draft = pair(rated("", 8, forbidden={(1, 5)}))
    first = next(one for one in draft.pairs if 1 in (one.white, one.black))
    assert first.why[0].arguments["key"] == "9"
    assert arguments(first.why, facts.SKIPPED_FORBIDDEN) == [{"player": 5}]


# --- the lot


def test_the_initial_colour_is_given_or_drawn_and_kept() -> None:
    assert pairs(pair(rated("", 4)))[0] == (1, 3)
    assert pairs(pair(rated("", 4, options={"initial_colour": "black"})))[0] == (3, 1)
    drawn = [pair(rated("", 4, options={"initial_colour": None}, seed=seed)) for seed in range(20)]
    assert {pairs(draft)[0] for draft in drawn} == {(1, 3), (3, 1)}
    assert [draft.seed for draft in drawn] == list(range(20))
    told = arguments(drawn[7].remarks, facts.RATING_COLOUR_DRAWN)
    assert told[0]["seed"] == 7
    assert pair(rated("", 4, options={"initial_colour": None}, seed=7)) == drawn[7]
    assert pair(rated("1-3 1-1, 4-2 1-1", 4, options={"initial_colour": None}, seed=7)).seed is None


def test_an_unknown_initial_colour_is_refused() -> None:
    with pytest.raises(ValueError, match="red"):
        pair(rated("", 4, options={"initial_colour": "red"}))


def test_late_entries_get_their_colours_by_place() -> None:
    """Four come late; the higher of a pair is fifth or sixth of all who are paired."""
    late = [one for one in pair(rated("1-2 1-1, 3-4 1-1", 8)).pairs if one.white > 4]
    assert [(one.white, one.black) for one in late] == [(5, 7), (8, 6)]
    assert [one.why[-1].arguments["place"] for one in late] == [5, 6]
    assert {one.why[-1].code for one in late} == {facts.RATING_COLOUR_LOT}


# --- colours E1-E4


def colour_codes(draft: Draft) -> set[str]:
    return {one.why[-1].code for one in draft.pairs}


def test_every_colour_rule_is_told() -> None:
    told = set()
    for case in CASES:
        told |= colour_codes(pair(case.request))
    assert told == {
        facts.RATING_COLOUR_BOTH,
        facts.RATING_COLOUR_STRONGER,
        facts.COLOUR_ALTERNATES,
        facts.RATING_COLOUR_RANK,
        facts.RATING_COLOUR_LOT,
    }


def test_white_is_the_player_of_the_colour_fact() -> None:
    for case in CASES:
        for one in pair(case.request).pairs:
            assert one.why[-1].arguments["player"] == one.white
            assert one.why[-1].arguments["opponent_player"] == one.black


# --- order, bye


def test_the_order_is_points_rating_lot_whatever_the_request_says() -> None:
    about = {1: {"rating": 900}, 2: {"rating": 1500}, 3: {"rating": 1500}, 4: {"rating": None}}
    draft = pair(request("", 4, about=about, order_keys="47", options=WHITE))
    assert [line.player for line in draft.order] == [2, 3, 1, 4]
    assert draft.key_names == ("points", "1")
    assert draft.order[0].keys == (0, 1500)


def test_the_bye_goes_to_the_last_and_not_twice() -> None:
    first = pair(rated("", 5))
    assert first.bye == 5
    assert codes(first.bye_why) == [facts.BYE_KEYS]
    second = pair(rated("1-3 2-0, 4-2 0-2, 5 bye", 5, scale=replace(rated("", 2).scale, bye=Fraction(0))))
    assert second.bye not in (5, None)
    assert facts.RATING_STAYED_NEEDED in codes(second.bye_why)


def test_a_downfloat_is_not_followed_by_the_bye() -> None:
    told = [one for case in CASES for one in pair(case.request).bye_why]
    assert facts.RATING_STAYED_DOWNFLOAT in codes(told)


def test_byes_are_spread_when_everybody_had_one() -> None:
    text = "1-2 2-0, 3 bye\n3-1 2-0, 2 bye\n2-3 2-0, 1 bye"
    draft = pair(rated(text, 3, options={"total_rounds": 9, "maximum_meetings": 2}))
    assert draft.bye is not None
    assert arguments(draft.remarks, facts.BYES_SPREAD) == [{"count": 1}]


# --- kept pairs, absences


def test_kept_pairs_stay_and_the_rest_is_paired() -> None:
    asked = keep(rated("1-5 2-0, 6-2 0-2, 3-7 2-0, 8-4 0-2", 8), Game(2, 1, 8, "", by_hand=True, locked=True))
    draft = pair(asked)
    assert (1, 8) in pairs(draft)
    assert next(one for one in draft.pairs if one.kept).why[0].code == facts.KEPT_BY_HAND
    assert sorted(player for one in pairs(draft) for player in one) == list(range(1, 9))


def test_the_arbiters_bye_and_absence_are_left_out() -> None:
    text = "1-4 2-0, 5-2 0-2, 3-6 2-0"
    draft = pair(keep(rated(text, 6), entries=[SingleEntry(2, 1, WITH_NOTICE), SingleEntry(2, 6, BYE)]))
    assert draft.bye == 6
    assert codes(draft.bye_why) == [facts.BYE_KEPT]
    assert sorted(player for one in pairs(draft) for player in one) == [2, 3, 4, 5]


def test_nobody_present() -> None:
    draft = pair(rated("1-2 2-0", 2, present=()))
    assert not draft.pairs
    assert codes(draft.remarks) == [facts.NOBODY_PRESENT]


def test_open_games_count_as_a_draw_and_are_told() -> None:
    draft = pair(rated("1-3 adj, 4-2 0-2", 4))
    assert arguments(draft.remarks, facts.OPEN_GAMES) == [{"count": 1}]
    assert {line.player: line.keys[0] for line in draft.order} == {2: 2, 1: 1, 3: 1, 4: 0}
    assert {frozenset(one) for one in pairs(draft)} == {frozenset((1, 2)), frozenset((3, 4))}


# --- no complete pairing

#: Four players, all of whom must have black (twice white at strangers' boards): B2 allows no pair at all.
ALL_BLACK = "1-5 1-1, 2-6 1-1, 3-7 1-1, 4-8 1-1\n1-6 1-1, 2-5 1-1, 3-8 1-1, 4-7 1-1"


def test_no_complete_pairing_is_said_and_nothing_is_paired() -> None:
    draft = pair(rated("1-2 1-1, 3-4 1-1", 4, forbidden={(1, 3), (1, 4)}))
    assert not draft.pairs
    assert draft.unpaired == (1, 2, 3, 4)
    assert arguments(draft.remarks, facts.NO_OPPONENT) == [{"player": 1}]
    assert facts.RATING_B2_PREVENTS not in codes(draft.remarks)


def test_an_incomplete_pairing_when_the_arbiter_asks_for_it() -> None:
    draft = pair(rated("1-2 1-1, 3-4 1-1", 4, forbidden={(1, 3), (1, 4)}, allow_incomplete=True))
    assert len(draft.pairs) == 1
    assert len(draft.unpaired) == 2
    assert facts.INCOMPLETE in codes(draft.remarks)


def test_b2_is_given_up_only_when_the_arbiter_asks_for_it() -> None:
    asked = rated(ALL_BLACK, 8, present=(1, 2, 3, 4))
    draft = pair(asked)
    assert not draft.pairs
    assert facts.RATING_B2_PREVENTS in codes(draft.remarks)
    given_up = pair(replace(asked, options={**asked.options, "give_up_colours": True}))
    assert len(given_up.pairs) == 2
    assert codes(given_up.remarks)[0] == facts.RATING_B2_GIVEN_UP


def test_giving_up_b2_changes_nothing_when_it_is_not_needed() -> None:
    asked = CASES[5].request
    assert pair(replace(asked, options={**asked.options, "give_up_colours": True})) == pair(asked)


# --- reasons


def test_every_pair_has_a_rule_first_and_a_colour_last() -> None:
    known = {value for name, value in vars(facts).items() if name.isupper()}
    stated: set[str] = set()
    for case in CASES:
        draft = pair(case.request)
        for one in draft.pairs:
            assert one.why[0].code in (facts.RATING_PAIR, facts.RATING_DOWN)
            stated.update(codes(one.why), codes(one.remarks))
        stated.update(codes(draft.remarks), codes(draft.bye_why))
    assert stated <= known
    assert {
        facts.RATING_SKIPPED_COLOUR,
        facts.RATING_SKIPPED_UPFLOAT,
        facts.RATING_SKIPPED_REST,
        facts.SKIPPED_MET,
        facts.RATING_STAYED_NEXT,
        facts.RATING_STAYED_COLOUR,
        facts.RATING_STAYED_DOWNFLOAT,
        facts.RATING_STAYED_REST,
        facts.RATING_FEWER_PAIRS,
        facts.RATING_MORE_COLOURS,
        facts.RATING_UPFLOAT_AGAIN,
        facts.RATING_DOWNFLOAT_AGAIN,
        facts.RATING_NEXT_TOO_FEW,
    } <= stated


def test_two_who_must_have_the_same_colour_are_told() -> None:
    text = "1-6 1-1, 3-5 1-1, 7-2 1-1, 8-4 1-1\n1-7 1-1, 3-8 1-1, 5-2 1-1, 6-4 1-1"
    draft = pair(rated(text, 8, present=(1, 2, 3, 4)))
    assert set(pairs(draft)) == {(4, 1), (2, 3)}
    first = next(one for one in draft.pairs if one.black == 1)
    assert arguments(first.why, facts.RATING_SKIPPED_ABSOLUTE) == [{"player": 3, "colour": "b"}]


def test_the_keys_of_moving_down_all_occur() -> None:
    moved = [one for case in CASES for made in pair(case.request).pairs for one in made.remarks if one.code == facts.RATING_MOVED]
    assert {str(one.arguments["key"]) for one in moved} == {"c1", "all", "pairs", "odd", "chosen"}


def test_floaters_are_told_where_they_come_from() -> None:
    for case in CASES:
        draft = pair(case.request)
        points = {line.player: line.keys[0] for line in draft.order}
        for one in draft.pairs:
            told = {fact.arguments["player"] for fact in one.remarks if fact.code == facts.FLOATS}
            level = min(points[one.white], points[one.black])
            if points[one.white] != points[one.black]:
                assert any(points[int(str(player))] > level for player in told)


# --- completeness, determinism, the ways to answer


def check_round(asked: Request, draft: Draft) -> None:
    """Complete and legal: everybody once, nobody meets twice, no second bye, no colour beyond B2."""
    everybody = sorted([player for one in pairs(draft) for player in one] + ([draft.bye] if draft.bye is not None else []))
    assert everybody == sorted(asked.present)
    before = {frozenset((game.white, game.black)) for game in asked.competition.games if not game.result.endswith("F")}
    assert not before & {frozenset(one) for one in pairs(draft)}
    assert draft.bye not in {entry.player for entry in asked.competition.entries if entry.reason == BYE}
    if asked.round < asked.competition.planned_rounds:
        balance = {line.player: line.balance for line in draft.order}
        assert all(balance[white] < 2 and balance[black] > -2 for white, black in pairs(draft))


@pytest.mark.parametrize("players", [20, 100, 400])
def test_nine_rounds_are_legal_and_complete(players: int) -> None:
    made = tournament(plan(players, players, rounds=9))
    assert made.impossible is None
    for asked, draft in zip(made.requests, made.drafts, strict=True):
        check_round(asked, draft)


def test_pairing_is_deterministic_whatever_the_order_of_the_input() -> None:
    made = tournament(plan(11, 41))
    asked = made.requests[-1]
    again = pair(shuffled(asked, 3))
    assert again == made.drafts[-1]


def clubs(asked: Request, chance: random.Random) -> Request:
    """The request with most pairs of the same club forbidden, which makes large numbers of players move down."""
    ids = sorted(asked.present)
    club = chance.choice((2, 3))
    forbidden = {(a, b) for a, b in combinations(ids, 2) if a % club == b % club and chance.random() < 0.8}
    return replace(asked, competition=replace(asked.competition, forbidden=frozenset(forbidden)))


def nearest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "FEW", exchange.NEAREST)


def no_short_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "_best_leaving", lambda _: None)
    monkeypatch.setattr(keys, "straight", lambda _: None)
    monkeypatch.setattr(exchange, "_one_for_one", lambda *_: None)


def no_certainty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Group, "is_free", lambda *_: False)
    monkeypatch.setattr(Group, "is_spread", lambda *_: False)


def all_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    no_short_cuts(monkeypatch)
    monkeypatch.setattr(keys, "PATTERNS", 0)
    monkeypatch.setattr(exchange, "CHUNK", 7)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("change", [nearest_first, no_short_cuts, no_certainty, all_weighed], ids=lambda change: change.__name__)
def test_the_short_cuts_and_the_long_way_agree(change: Any, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    made = tournament(plan(seed, chance.choice((20, 31, 44)), absent=0.05, draws=chance.choice((0.1, 0.5, 0.9))))
    asked = [one if chance.random() < 0.5 else clubs(one, chance) for one in made.requests[1:]]
    quick = [pair(one) for one in asked]
    change(monkeypatch)
    assert [pair(one) for one in asked] == quick
