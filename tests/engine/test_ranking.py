"""Spec 21 "Pairing" and 23: the pairing by list, from the top and balanced, its rules, relaxations, byes, colours and reasons."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from engine.competition import BYE, WITH_NOTICE, Game, Player, SingleEntry
from engine.matching import Matching, is_matchable
from engine.pairing import facts, ranking, registry
from engine.pairing.draft import Draft, Request
from engine.pairing.ranking import balanced
from engine.pairing.ranking.colours import Colours, LastGame, Side, assign
from engine.pairing.ranking.field import build
from engine.pairing.ranking.listing import listing_of
from engine.pairing.ranking.options import Options
from engine.pairing.ranking.rules import Meeting, Rules, relaxations
from engine.systems.options import OptionError
from tests.bench._states import season
from tests.engine.pairing_states import arguments, codes, keep, pairs, request
from tests.fuzz import ranking as fuzz

ALEX, BERT, CHARLIE, DENNIS = 1, 2, 3, 4


def pair(asked: Request) -> Draft:
    return ranking.pair(asked)


def asked(text: str, players: int, order: str = "", **changes: Any) -> Request:
    """The request of a text (see ``pairing_states``) with an order such as ``3 1 2``; other keywords that are options are options."""
    fields = {"forbidden", "about", "present", "seed", "allow_incomplete"}
    options = {name: value for name, value in changes.items() if name not in fields}
    own = {name: value for name, value in changes.items() if name in fields}
    listed = tuple(int(one) for one in order.split()) or tuple(range(1, players + 1))
    return request(text, players, order=listed, options=options, **own)


def met(draft: Draft) -> set[frozenset[int]]:
    return {frozenset(one) for one in pairs(draft)}


def sets(*two: tuple[int, int]) -> set[frozenset[int]]:
    return {frozenset(one) for one in two}


# --- the article of seed 004


def test_seed_004_round_1_from_the_top_and_the_higher_has_white() -> None:
    assert pairs(pair(asked("", 4))) == [(ALEX, BERT), (CHARLIE, DENNIS)]


def test_seed_004_round_2_by_the_new_list_with_the_colours_reversed() -> None:
    draft = pair(asked("1-2 2-0, 3-4 1-1", 4, "1 4 3 2", rematch_distance=1))
    assert pairs(draft) == [(DENNIS, ALEX), (BERT, CHARLIE)]


def test_seed_004_round_3_number_2_stays() -> None:
    text = "1-2 2-0, 3-4 1-1\n4-1 1-1, 2-3 2-0"
    draft = pair(asked(text, 4, "1 4 2 3", present=(1, 3, 4), rematch_distance=1, bye="whoever_is_left"))
    assert pairs(draft) == [(ALEX, CHARLIE)]
    assert draft.bye == DENNIS
    assert codes(draft.bye_why) == [facts.BYE_LEFT]
    assert not draft.remarks


# --- the list


def test_each_takes_the_nearest_lower_player_in_the_order_of_the_request() -> None:
    assert pairs(pair(asked("", 6, "6 2 4 1 3 5"))) == [(6, 2), (4, 1), (3, 5)]


def test_who_is_not_on_the_list_yet_comes_last_by_lot_number() -> None:
    assert [line.player for line in pair(asked("", 5, "4 2")).order] == [4, 2, 1, 3, 5]


def test_without_a_list_the_points_are_the_order() -> None:
    draft = pair(request("1-2 0-2, 3-4 0-2", 4))
    assert [line.player for line in draft.order] == [2, 4, 1, 3]
    assert met(draft) == sets((2, 4), (1, 3))


def test_the_draft_carries_kl_and_al() -> None:
    draft = pair(asked("1-2 2-0, 3-4 2-0\n1-3 2-0, 2-4 2-0", 4, rematch_distance=0))
    assert draft.key_names == ("kl", "al")
    assert [(line.keys[0], line.keys[1]) for line in draft.order] == [(2, 2), (0, 1), (0, -1), (-2, -2)]


def test_lot_rounds_draw_the_order_from_the_seed() -> None:
    drawn = [pair(asked("", 12, lot_rounds=3, seed=seed)) for seed in (1, 1, 2)]
    assert pairs(drawn[0]) == pairs(drawn[1]) != pairs(drawn[2])
    assert [one.seed for one in drawn] == [1, 1, 2]
    assert arguments(drawn[0].remarks, facts.DRAWN) == [{"seed": 1}]


def test_a_drawn_order_does_not_depend_on_the_list_and_is_another_in_each_round() -> None:
    first = asked("", 12, lot_rounds=3, seed=5)
    assert pairs(pair(first)) == pairs(pair(replace(first, order=tuple(range(12, 0, -1)))))
    assert [one.player for one in pair(first).order] != [one.player for one in pair(replace(first, round=2)).order]


def test_after_the_lot_rounds_the_list_decides() -> None:
    draft = pair(asked("1-2 2-0, 3-4 2-0", 4, "2 4 1 3", lot_rounds=1, seed=5))
    assert draft.seed is None
    assert [line.player for line in draft.order] == [2, 4, 1, 3]


# --- allowed


@pytest.mark.parametrize(("distance", "again"), [(0, True), (1, True), (2, False), (6, False)])
def test_rounds_since_the_last_meeting_must_be_more_than_the_distance(distance: int, again: bool) -> None:
    draft = pair(asked("1-2 2-0, 3-4 2-0\n1-3 2-0, 2-4 2-0", 4, rematch_distance=distance))
    assert (frozenset((1, 2)) in met(draft)) is again


@pytest.mark.parametrize(("most", "again"), [(1, False), (2, True)])
def test_meetings_must_be_fewer_than_the_maximum(most: int, again: bool) -> None:
    draft = pair(asked("1-2 2-0, 3-4 2-0", 4, rematch_distance=0, maximum_meetings=most))
    assert (frozenset((1, 2)) in met(draft)) is again


def test_forfeits_and_annulled_games_are_no_meetings_and_have_no_colour() -> None:
    draft = pair(asked("1-2 2-0F, 3-4 2-0 x", 4))
    assert pairs(draft) == [(1, 2), (3, 4)]
    assert {line.balance for line in draft.order} == {0}


def test_open_and_adjourned_games_are_meetings_and_said() -> None:
    draft = pair(asked("1-2 adj, 3-4", 4))
    assert met(draft) == sets((1, 3), (2, 4))
    assert arguments(draft.remarks, facts.OPEN_GAMES) == [{"count": 2}]


def test_a_game_that_stands_in_a_later_round_counts_as_met() -> None:
    before = asked("", 4, rematch_distance=2)
    later = replace(before, competition=replace(before.competition, games=(Game(3, 1, 2),)))
    assert met(pair(later)) == sets((1, 3), (2, 4))


def dated(days: int, limit: int, own_date: str = "") -> Request:
    """Round 2, so many days after round 1, in which 1 met 2 and 3 met 4."""
    made = asked("1-2 2-0, 3-4 2-0", 4, rematch_distance=0, rematch_days=limit)
    first = date(2024, 9, 6)
    on = {1: str(first), 2: str(first + timedelta(days))}
    rounds = tuple(replace(one, date=on[one.number]) for one in made.competition.rounds)
    games = tuple(replace(game, date=own_date) for game in made.competition.games)
    return replace(made, competition=replace(made.competition, rounds=rounds, games=games))


@pytest.mark.parametrize(("days", "again"), [(3, False), (7, False), (8, True)])
def test_no_rematch_within_days(days: int, again: bool) -> None:
    draft = pair(dated(days, 7))
    assert (frozenset((1, 2)) in met(draft)) is again
    assert arguments(draft.pairs[0].why, facts.SKIPPED_DAYS) == ([] if again else [{"player": 2, "days": days}])


def test_the_date_of_a_game_of_its_own_comes_before_that_of_its_round() -> None:
    assert frozenset((1, 2)) in met(pair(dated(4, 7, own_date="2024-08-01")))


def test_clubs_and_families_are_kept_apart_only_on_demand() -> None:
    about = {1: {"club": "Dam"}, 2: {"club": " dam"}, 3: {"family": "Bos"}, 4: {"family": "Bos"}, 5: {}, 6: {}}
    assert met(pair(asked("", 6, about=about))) == sets((1, 2), (3, 4), (5, 6))
    assert met(pair(asked("", 6, about=about, forbid_same_club=True))) == sets((1, 3), (2, 4), (5, 6))
    draft = pair(asked("", 6, about=about, forbid_same_family=True))
    assert met(draft) == sets((1, 2), (3, 5), (4, 6))
    assert codes(draft.pairs[1].why) == [facts.NEAREST_ALLOWED, facts.SKIPPED_FAMILY, facts.COLOUR_HIGHER]


def test_a_colour_limit_keeps_two_apart() -> None:
    text = "1-3 2-0, 2-4 2-0\n1-4 2-0, 2-3 2-0"
    assert frozenset((1, 2)) in met(pair(asked(text, 4, rematch_distance=0)))
    for limit in ({"maximum_colour_balance": 2}, {"not_three_in_a_row": True}):
        draft = pair(asked(text, 4, rematch_distance=0, maximum_meetings=3, **limit))
        assert met(draft) == sets((1, 3), (2, 4))
        assert arguments(draft.pairs[0].why, facts.SKIPPED_COLOURS) == [{"player": 2, "balance": 2, "streak": 2}]


# --- dead ends


def test_a_dead_end_reopens_the_last_choice() -> None:
    draft = pair(asked("", 4, forbidden={(3, 4)}))
    assert met(draft) == sets((1, 3), (2, 4))
    assert arguments(draft.pairs[0].why, facts.SKIPPED_REST) == [{"player": 2}]


@pytest.mark.parametrize("block", range(6))
def test_agrees_with_the_slow_reading(block: int) -> None:
    for seed in range(block * 100_000, block * 100_000 + 100):
        made = fuzz.request(seed, 8)
        assert fuzz.difference(made, pair(made)) is None, seed


# --- relaxed rules


def test_colours_go_first() -> None:
    text = "1-3 2-0, 2-4 2-0\n1-4 2-0, 2-3 2-0"
    draft = pair(asked(text, 4, rematch_distance=2, not_three_in_a_row=True))
    assert met(draft) == sets((1, 2), (3, 4))
    assert codes(draft.remarks) == [facts.RELAXED_COLOUR]
    assert arguments(draft.pairs[0].remarks, facts.BROKEN_COLOUR) == [{"player": 1, "balance": 3, "streak": 3}]


def test_then_the_distance_step_by_step() -> None:
    text = "1-2 2-0, 3-4 2-0\n1-3 2-0, 2-4 2-0\n1-4 2-0, 2-3 2-0"
    draft = pair(asked(text, 4))
    assert met(draft) == sets((1, 2), (3, 4))
    assert arguments(draft.remarks, facts.RELAXED_DISTANCE) == [{"distance": 6, "used": 2}]
    assert arguments(draft.pairs[0].remarks, facts.BROKEN_DISTANCE) == [
        {"player": draft.pairs[0].white, "opponent_player": draft.pairs[0].black, "round": 1, "rounds": 3}
    ]


def test_then_the_days() -> None:
    made = dated(3, 7)
    draft = pair(replace(made, present=(1, 2)))
    assert pairs(draft) == [(2, 1)]
    assert arguments(draft.remarks, facts.RELAXED_DAYS) == [{"days": 7, "least": 3}]
    assert arguments(draft.pairs[0].remarks, facts.BROKEN_DAYS) == [{"player": 2, "opponent_player": 1, "days": 3}]


def test_then_the_maximum_of_meetings() -> None:
    draft = pair(asked("1-2 2-0\n2-1 2-0", 2, rematch_distance=0))
    assert codes(draft.remarks) == [facts.RELAXED_MEETINGS]
    assert arguments(draft.remarks, facts.RELAXED_MEETINGS) == [{"meetings": 2, "used": 3}]
    assert arguments(draft.pairs[0].remarks, facts.BROKEN_MEETINGS) == [{"player": 1, "opponent_player": 2, "count": 2}]


def test_steps_that_free_no_pair_are_left_out() -> None:
    steps = list(relaxations(Rules(6, None, 2, coloured=False), [Meeting(2, 1, 3)]))
    assert [(one.distance, one.meetings) for one in steps] == [(6, 2), (0, 3)]
    assert list(relaxations(Rules(6, None, 2, coloured=False), [])) == [Rules(6, None, 2, coloured=False)]


def test_forbidden_pairs_are_never_relaxed() -> None:
    forbidden = {(1, 2), (1, 3), (1, 4)}
    draft = pair(asked("", 4, forbidden=forbidden))
    assert not draft.pairs
    assert draft.unpaired == (1, 2, 3, 4)
    assert arguments(draft.remarks, facts.NO_COMPLETE_PAIRING) == [{"count": 2}]
    assert arguments(draft.remarks, facts.NO_OPPONENT) == [{"player": 1}]


def test_as_many_as_possible_when_that_is_asked() -> None:
    draft = pair(asked("", 4, forbidden={(1, 2), (1, 3), (1, 4)}, allow_incomplete=True))
    assert met(draft) == sets((2, 3))
    assert draft.unpaired == (1, 4)
    assert arguments(draft.remarks, facts.INCOMPLETE) == [{"players": (1, 4)}]


# --- bye


def test_the_lowest_of_those_with_the_fewest_byes() -> None:
    draft = pair(asked("1-2 2-0, 3-4 2-0, 5 bye", 5, rematch_distance=0))
    assert draft.bye == 4
    assert [dict(one.arguments) for one in draft.bye_why] == [{"player": 4, "byes": 0}, {"player": 5, "byes": 1}]
    assert codes(draft.bye_why) == [facts.BYE_FEWEST, facts.BYE_MORE_BYES]


def test_the_next_lowest_before_any_rule_is_relaxed() -> None:
    draft = pair(asked("1-2 2-0, 3 with_notice", 3))
    assert draft.bye == 2
    assert met(draft) == sets((1, 3))
    assert codes(draft.bye_why) == [facts.BYE_FEWEST, facts.BYE_REST]
    assert not draft.remarks


def test_a_bye_counts_by_itself_whatever_it_pays_and_a_paid_absence_does_not() -> None:
    draft = pair(asked("1-2 2-0, 3 with_notice", 3, rematch_distance=0, maximum_meetings=3))
    assert draft.bye == 3


def test_rules_are_relaxed_before_somebody_has_more_byes_than_another() -> None:
    draft = pair(asked("1-2 2-0, 3 bye\n1-3 2-0, 2 bye\n2-3 2-0, 1 with_notice", 3))
    assert draft.bye == 1
    assert arguments(draft.remarks, facts.RELAXED_DISTANCE) == [{"distance": 6, "used": 0}]


def test_more_byes_only_when_forbidden_pairs_leave_no_other_choice() -> None:
    draft = pair(asked("1-2 2-0, 3 bye", 3, rematch_distance=0, forbidden={(1, 3), (2, 3)}))
    assert draft.bye == 3
    assert arguments(draft.remarks, facts.RELAXED_BYES) == [{"byes": 1}]


def test_second_byes_are_spread_and_said() -> None:
    text = "1-2 2-0, 3 bye\n1-3 2-0, 2 bye\n2-3 2-0, 1 bye"
    draft = pair(asked(text, 3, rematch_distance=0))
    assert draft.bye == 3
    assert arguments(draft.remarks, facts.BYES_SPREAD) == [{"count": 1}]


def test_whoever_is_left_may_have_had_one_before() -> None:
    draft = pair(asked("1-2 2-0, 3 bye", 3, rematch_distance=0, bye="whoever_is_left"))
    assert draft.bye == 3
    assert codes(draft.bye_why) == [facts.BYE_LEFT]


def test_whoever_is_left_and_why_nobody_below_plays_him() -> None:
    text = "1-2 2-0, 3-4 2-0, 5 bye"
    draft = pair(asked(text, 5, "1 3 2 5 4", bye="whoever_is_left", forbidden={(2, 4), (2, 5), (4, 5)}, rematch_distance=0))
    assert draft.bye == 4
    alone = pair(asked("", 3, forbidden={(2, 3), (1, 2)}, bye="whoever_is_left"))
    assert alone.bye == 2
    assert codes(alone.bye_why) == [facts.BYE_LEFT]
    assert arguments(alone.pairs[0].why, facts.SKIPPED_FORBIDDEN) == [{"player": 2}]
    assert not arguments(alone.pairs[0].why, facts.SKIPPED_BYE)


def test_one_player_alone_has_the_bye() -> None:
    assert pair(asked("", 1)).bye == 1
    assert pair(asked("", 1, search="balanced", bye="whoever_is_left")).bye == 1


# --- what stands already


def test_kept_pairs_stay_and_are_named_when_passed_over() -> None:
    draft = pair(keep(asked("", 6), Game(1, 5, 2, locked=True, by_hand=True)))
    assert pairs(draft) == [(1, 3), (5, 2), (4, 6)]
    assert [one.kept for one in draft.pairs] == [False, True, False]
    assert arguments(draft.pairs[0].why, facts.SKIPPED_FIXED) == [{"player": 2}]
    assert codes(draft.pairs[1].why) == [facts.KEPT_BY_HAND]


def test_a_bye_of_the_arbiter_stays_and_the_rest_is_paired() -> None:
    draft = pair(keep(asked("", 5), entries=[SingleEntry(1, 2, BYE)]))
    assert draft.bye == 2
    assert codes(draft.bye_why) == [facts.BYE_KEPT]
    assert met(draft) == sets((1, 3), (4, 5))


def test_who_has_the_bye_is_not_called_fixed_at_a_table_and_who_is_absent_is_not_in_the_list() -> None:
    entries = [SingleEntry(1, 2, BYE), SingleEntry(1, 3, WITH_NOTICE)]
    draft = pair(keep(asked("", 6), entries=entries))
    assert [line.player for line in draft.order] == [1, 2, 4, 5, 6]
    assert codes(draft.pairs[0].why) == [facts.NEAREST_ALLOWED, facts.SKIPPED_BYE, facts.COLOUR_HIGHER]


def test_a_second_bye_is_never_added() -> None:
    draft = pair(keep(asked("", 4), entries=[SingleEntry(1, 2, BYE)]))
    assert not draft.pairs
    assert codes(draft.remarks)[0] == facts.ODD_AFTER_BYE


def test_absent_players_are_left_out() -> None:
    draft = pair(keep(asked("", 5), entries=[SingleEntry(1, 1, WITH_NOTICE)]))
    assert met(draft) == sets((2, 3), (4, 5))
    assert draft.bye is None


def test_nobody_present() -> None:
    assert codes(pair(asked("", 4, present=())).remarks) == [facts.NOBODY_PRESENT]


# --- balanced


def test_balanced_has_the_smallest_sum_of_squares() -> None:
    forbidden = {(3, 4), (3, 5)}
    assert met(pair(asked("", 6, forbidden=forbidden))) == sets((1, 2), (3, 6), (4, 5))  # 1 + 9 + 1
    assert met(pair(asked("", 6, forbidden=forbidden, search="balanced"))) == sets((1, 3), (2, 4), (5, 6))  # 4 + 4 + 1


def test_balanced_says_why_a_nearer_one_was_not_taken() -> None:
    draft = pair(asked("", 4, forbidden={(3, 4)}, search="balanced"))
    assert codes(draft.pairs[0].why) == [facts.BALANCED_PAIR, facts.SKIPPED_SUM, facts.COLOUR_HIGHER]
    assert dict(draft.pairs[0].why[0].arguments) == {"player": 1, "opponent_player": 3, "place": 1, "opponent_place": 3}


def test_fewest_repeats_come_before_the_squares() -> None:
    text = "1-2 2-0, 3-4 2-0"
    plain = {"search": "balanced", "rematch_distance": 0}
    assert met(pair(asked(text, 4, **plain))) == sets((1, 2), (3, 4))
    assert met(pair(asked(text, 4, **plain, fewest_repeats=True))) == sets((1, 3), (2, 4))


def test_fewest_repeats_when_some_cannot_be_avoided() -> None:
    text = "1-2 2-0, 3-4 2-0\n1-3 2-0, 2-4 2-0"
    draft = pair(asked(text, 4, search="balanced", rematch_distance=0, fewest_repeats=True, forbidden={(1, 4)}))
    assert met(draft) == sets((1, 2), (3, 4))


def test_balanced_leaves_out_the_one_with_whom_the_sum_is_smallest() -> None:
    draft = pair(asked("", 5, forbidden={(1, 2)}, search="balanced", bye="whoever_is_left"))
    assert draft.bye == 1
    assert codes(draft.bye_why) == [facts.BYE_BALANCED]
    assert pair(asked("", 5, search="balanced", bye="whoever_is_left")).bye == 5


@pytest.mark.parametrize("size", [8, 40, 121])
def test_the_near_edges_give_the_sum_that_all_edges_give(size: int) -> None:
    made = season(size, 9, 3, {})
    listed = listing_of(made, Options())
    field = build(listed, listed.waiting[: len(listed.waiting) // 2 * 2])
    masks = field.masks(Rules(6, None, 2, coloured=False))
    players = len(masks)
    question = balanced.Question(masks, field.everyone, range(players))
    every = [(one, other) for one in range(players) for other in range(one + 1, players) if masks[one] >> other & 1]
    assert balanced.pairs(question) == balanced._lightest(question, every)


def test_weights_stay_below_what_the_library_can_hold() -> None:
    size = 1000
    masks = [((1 << size) - 1) & ~(1 << place) for place in range(size)]
    repeats = list(masks)
    question = balanced.Question(masks, (1 << size) - 1, list(range(size)), None, repeats)
    weights = [weight for _, _, weight in balanced._weighted(question, [(0, 1), (0, size - 1)])]
    assert all(abs(weight) < 1 << 120 for weight in weights)
    assert weights[0] > weights[1]


# --- colours


def side(player: int, balance: int, streak: int) -> Side:
    return Side(player, Colours(balance, streak))


@pytest.mark.parametrize(
    ("higher", "lower", "last", "white", "code"),
    [
        ((1, 1), (0, -2), None, 2, facts.COLOUR_BALANCE),  # lower KL
        ((-1, 2), (0, -2), None, 1, facts.COLOUR_BALANCE),
        ((0, -1), (0, -2), None, 2, facts.COLOUR_STREAK),  # longer black streak
        ((0, 2), (0, 1), None, 2, facts.COLOUR_STREAK),  # shorter white streak
        ((0, 1), (0, -1), None, 2, facts.COLOUR_STREAK),  # black streak against white streak
        ((0, 0), (0, 1), None, 1, facts.COLOUR_STREAK),  # no game yet against white
        ((0, 1), (0, 1), LastGame(3, 1), 2, facts.COLOUR_REVERSED),
        ((0, 1), (0, 1), LastGame(3, 2), 1, facts.COLOUR_REVERSED),
        ((0, 0), (0, 0), None, 1, facts.COLOUR_HIGHER),
    ],
)
def test_colours_of_a_pair(higher: tuple[int, int], lower: tuple[int, int], last: LastGame | None, white: int, code: str) -> None:
    found = assign(side(1, *higher), side(2, *lower), last, Options(), "")
    assert (found[0], found[2].code) == (white, code)
    assert found[1] == 3 - white
    assert found[2].arguments["player"] == white


def test_lower_or_lot_when_nothing_else_decides() -> None:
    one, other = side(1, 0, 0), side(2, 0, 0)
    assert assign(one, other, None, Options(white="lower"), "")[0] == 2
    drawn = {assign(one, other, None, Options(white="lot"), str(seed))[0] for seed in range(20)}
    assert drawn == {1, 2}
    assert assign(one, other, None, Options(white="lot"), "")[2].code == facts.COLOUR_LOT


def test_a_limit_comes_before_kl() -> None:
    one, other = side(1, -1, 2), side(2, 0, -1)
    assert assign(one, other, None, Options(), "")[0] == 1
    white, _, rule = assign(one, other, None, Options(not_three_in_a_row=True), "")
    assert (white, rule.code) == (2, facts.COLOUR_LIMITS)


def test_who_is_beyond_the_balance_may_come_back_towards_it() -> None:
    options = Options(maximum_colour_balance=2)
    assert Colours(-4, -4).allows(True, options)
    assert not Colours(-4, -4).allows(False, options)
    assert Colours(1, 1).allows(True, options)
    assert not Colours(2, 2).allows(True, options)


def test_columns_of_the_list() -> None:
    made = asked("1-2 2-0, 3-4 2-0F\n1-3 2-0, 2-4 adj\n5 bye, 1-4 0-2", 5).competition
    found = ranking.columns(made, 3)
    assert {player: (one.balance, one.streak) for player, one in found.items()} == {
        1: (3, 3),
        2: (-1, -1),
        3: (-1, -1),
        4: (-1, -1),
        5: (0, 0),
    }
    assert ranking.columns(made, 1)[1] == Colours(1, 1)


# --- options


def test_defaults_are_those_of_the_regulation() -> None:
    assert ranking.read({"first_round": "halves", "rematch_days": None}) == Options(rematch_distance=6, maximum_meetings=2)


@pytest.mark.parametrize(
    "stored",
    [{"search": "best"}, {"bye": "keys"}, {"rematch_distance": "far"}, {"fewest_repeats": "yes"}, {"maximum_meetings": True}],
)
def test_what_cannot_be_read_is_refused(stored: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        ranking.read(stored)


def problems(players: int, rounds: int, **options: Any) -> list[tuple[str, str]]:
    people = [Player(one, one, club="Dam" if one > 2 else "", family="Bos" if one == 1 else "") for one in range(1, players + 1)]
    return [(one.field, one.code) for one in ranking.problems(Options(**options), people, rounds)]


@pytest.mark.parametrize(
    ("players", "rounds", "options", "named"),
    [
        (40, 30, {}, []),
        (8, 14, {"rematch_distance": 6}, []),  # a double round robin is possible
        (8, 15, {}, [("maximum_meetings", "meetings_too_few")]),
        (7, 14, {}, []),  # odd: each has a bye in every cycle of seven
        (7, 15, {}, [("maximum_meetings", "meetings_too_few")]),
        (6, 10, {}, [("rematch_distance", "distance_too_large")]),
        (6, 5, {}, []),
        (8, 5, {"maximum_meetings": 0, "rematch_days": -1}, [("rematch_days", "too_small"), ("maximum_meetings", "too_small")]),
        (8, 5, {"forbid_same_club": True}, [("forbid_same_club", "group_too_large")]),
        (4, 3, {"forbid_same_club": True, "forbid_same_family": True}, []),
        (8, 5, {"fewest_repeats": True}, [("fewest_repeats", "no_effect")]),
        (0, 5, {}, []),
    ],
)
def test_settings_that_cannot_work_are_named(
    players: int, rounds: int, options: dict[str, Any], named: list[tuple[str, str]]
) -> None:
    assert problems(players, rounds, **options) == named


def test_the_problem_says_what_the_rounds_need() -> None:
    found = ranking.problems(Options(), [Player(one, one) for one in range(1, 9)], 22)
    assert dict(found[0].arguments) == {"value": "2", "least": "4", "players": "8", "rounds": "22"}


# --- whole seasons


SIZES = [*((size, "from_top") for size in (20, 21, 100, 255, 400, 1000)), *((size, "balanced") for size in (20, 21, 100, 255))]


@pytest.mark.parametrize(("size", "search"), SIZES)
def test_every_size_is_paired_completely_and_legally(size: int, search: str) -> None:
    made = season(size, 5, 1, {"search": search})
    draft = pair(made)
    playing = [player for one in draft.pairs for player in (one.white, one.black)]
    assert sorted([*playing, *([] if draft.bye is None else [draft.bye])]) == sorted(made.present)
    assert (draft.bye is None) is (len(made.present) % 2 == 0)
    assert not draft.unpaired
    earlier = {frozenset((game.white, game.black)) for game in made.competition.games}
    assert not met(draft) & earlier
    assert not draft.remarks


def test_the_same_request_gives_the_same_draft() -> None:
    made = season(60, 12, 2, {"search": "balanced", "lot_rounds": 3})
    assert pair(made) == pair(made) == registry.pair("ranking", made)


# --- one search for all opponents


def test_partners_are_those_after_whom_the_rest_can_be_matched() -> None:
    for seed in range(60):
        made = fuzz.request(seed, 10)
        listed = listing_of(made, Options())
        field = build(listed, listed.waiting)
        masks = field.masks(Rules(2, None, 2, coloured=False))
        matching = Matching(masks, field.vertices)
        if not matching.is_perfect:
            continue
        for one in range(len(field.ids)):
            possible = matching.partners(one)
            for other in range(len(masks)):
                if masks[one] >> other & 1:
                    rest = field.vertices & ~(1 << one | 1 << other)
                    assert bool(possible >> other & 1) is is_matchable(masks, rest)
