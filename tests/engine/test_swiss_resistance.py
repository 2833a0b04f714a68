"""Spec 31: the oracles, the four first rounds, round 2, the waiting room, the bye, kept pairs, and the reasons."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine import casefile
from engine.competition import BYE, WITH_NOTICE, Game, SingleEntry
from engine.pairing import facts, swiss_resistance
from engine.pairing.colours import History, limit_masks
from engine.pairing.draft import Draft, Request
from engine.pairing.field import Field, build
from engine.pairing.order import standing
from engine.pairing.swiss_resistance.later_rounds import Progress, pair_inside
from engine.pairing.swiss_resistance.waiting_room import Group, choose
from engine.results import Scale
from engine.simulate import Plan, tournament
from tests.engine.oracles import oracle
from tests.engine.pairing_states import arguments, codes, keep, pairs, request, shuffled
from tests.fuzz.resistance import difference, rounds

CASES = [casefile.case(one) for one in oracle("swiss_resistance_cases.json")]
COLOUR_CASES = oracle("swiss_resistance.json")["colour_examples"]["cases"]
TEAMS = oracle("swiss_resistance.json")["eight_teams"]


def pair(asked: Request) -> Draft:
    return swiss_resistance.pair(asked)


# --- oracles


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case: casefile.Case) -> None:
    draft = pair(case.request)
    assert set(pairs(draft)) == case.pairs
    assert draft.bye == case.bye


def one_group(case: dict[str, Any]) -> Field:
    """A field of one score group with the balances of a colour example, and as many players below as it takes to float to."""
    names = list(case["players"])
    players = len(names) + 4 - len(names) % 2
    field = build(standing(request("", players)))
    balances = [*case["players"].values(), *[0] * (players - len(names))]
    field.points[: len(names)] = [2] * len(names)
    field.histories = [History(balance) for balance in balances]
    for one, other in case["met"]:
        a, b = names.index(one), names.index(other)
        field.legal[a] &= ~(1 << b)
        field.legal[b] &= ~(1 << a)
    field.limit = case["max_balance"]
    if field.limit is not None:
        field.coloured = [legal & within for legal, within in zip(field.legal, limit_masks(balances, field.limit), strict=True)]
    return field


@pytest.mark.parametrize("number", range(len(COLOUR_CASES)))
def test_colour_example(number: int) -> None:
    case = COLOUR_CASES[number]
    names = list(case["players"])
    field = one_group(case)
    members = (1 << len(names)) - 1
    below = field.everyone & ~members
    choice = choose(field, Group(members, below, below, 0))
    progress = Progress(field)
    pair_inside(progress, choice.matching, 2, choice.coloured)
    found = [[names[field.ids.index(one.white)], names[field.ids.index(one.black)]] for one in progress.pairs]
    assert [name for place, name in enumerate(names) if choice.waiting >> place & 1] == case["floats"]
    if case.get("white_first"):
        assert sorted(found) == sorted(case["pairs"])
    else:
        assert {frozenset(one) for one in found} == {frozenset(one) for one in case["pairs"]}


def match_result(one: int, other: int) -> str:
    return "1-1" if one == other else "2-0" if one > other else "0-2"


def team_round(name: str) -> str:
    """A round of the eight teams as one line."""
    return ", ".join(f"{a[1:]}-{b[1:]} {match_result(one, other)}" for a, b, one, other in TEAMS[name])


def test_eight_teams_round_1() -> None:
    assert pairs(pair(request("", 8))) == [(int(a[1:]), int(b[1:])) for a, b, _, _ in TEAMS["round1"]]


def test_eight_teams_round_2_with_colours() -> None:
    draft = pair(request(team_round("round1"), 8))
    assert set(pairs(draft)) == {(int(a[1:]), int(b[1:])) for a, b, _, _ in TEAMS["round2_published"]}


@pytest.mark.parametrize("after", [1, 2])
def test_eight_teams_points_resistance_and_colours(after: int) -> None:
    text = "\n".join([team_round("round1"), team_round("round2_published")][:after])
    lines = {line.player: (line.keys[0], line.keys[1], line.balance) for line in pair(request(text, 8)).order}
    expected = {
        int(row["team"][1:]): (row["match_points"], row["resistance"], row["colour"]) for row in TEAMS[f"standing_after_{after}"]
    }
    assert lines == expected


# --- the slow reading of the regulation


@pytest.mark.parametrize("seed", range(1, 101))
def test_agrees_with_the_slow_reading(seed: int) -> None:
    for asked, draft in rounds(seed, 10):
        assert difference(asked, draft) is None


# --- round 1


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("neighbours", [(1, 2), (3, 4), (5, 6), (7, 8)]),
        ("halves", [(1, 5), (6, 2), (3, 7), (8, 4)]),
        ("outside_in", [(1, 8), (2, 7), (3, 6), (4, 5)]),
    ],
)
def test_first_round_methods(method: str, expected: list[tuple[int, int]]) -> None:
    draft = pair(request("", 8, options={"first_round": method}))
    assert pairs(draft) == expected
    assert {one.why[0].code for one in draft.pairs} == {facts.FIRST_ROUND}


def test_drawn_first_round_is_the_same_for_the_same_seed() -> None:
    asked = request("", 12, options={"first_round": "random"}, seed=7)
    assert pair(asked) == pair(asked)
    assert pair(asked).seed == 7
    assert pairs(pair(asked)) != pairs(pair(replace(asked, seed=8)))
    assert facts.DRAWN in codes(pair(asked).remarks)


@pytest.mark.parametrize("method", ["neighbours", "halves", "outside_in"])
def test_first_round_with_an_odd_number_gives_the_last_the_bye(method: str) -> None:
    draft = pair(request("", 7, options={"first_round": method}))
    assert draft.bye == 7
    assert codes(draft.bye_why) == [facts.BYE_LAST]


def test_first_round_goes_by_lot_number_not_by_order_of_entry() -> None:
    about = {1: {"lot": 4}, 2: {"lot": 3}, 3: {"lot": 2}, 4: {"lot": 1}}
    assert set(pairs(pair(request("", 4, about=about)))) == {(4, 3), (2, 1)}


def test_first_round_pairs_those_present_only() -> None:
    draft = pair(request("", 6, present=(1, 3, 4, 6)))
    assert pairs(draft) == [(1, 3), (4, 6)]


@pytest.mark.parametrize(
    ("method", "expected"),
    [("neighbours", [(1, 3), (2, 4)]), ("halves", [(1, 3), (4, 2)]), ("outside_in", [(1, 4), (2, 3)])],
)
def test_first_round_keeps_forbidden_pairs_apart(method: str, expected: list[tuple[int, int]]) -> None:
    draft = pair(request("", 4, options={"first_round": method}, forbidden={(1, 2)}))
    assert pairs(draft) == expected


def test_first_round_says_why_the_neighbour_was_not_taken() -> None:
    first, second = pair(request("", 4, forbidden={(1, 2)})).pairs
    assert codes(first.why) == [facts.FIRST_ROUND_NEXT, facts.SKIPPED_FORBIDDEN, facts.COLOUR_METHOD]
    assert codes(second.why) == [facts.FIRST_ROUND_NEXT, facts.SKIPPED_TAKEN, facts.COLOUR_METHOD]


def test_unknown_options_are_refused() -> None:
    with pytest.raises(ValueError, match="first round"):
        pair(request("", 4, options={"first_round": "alphabet"}))
    with pytest.raises(ValueError, match="bye"):
        pair(request("1-2 1-1", 3, options={"bye": "oldest"}))


# --- round 2


def test_even_against_odd_gives_the_even_white() -> None:
    draft = pair(request("1-2 2-0, 3-4 2-0, 5-6 0-2, 7-8 0-2", 8))
    assert pairs(draft) == [(6, 1), (8, 3), (2, 5), (4, 7)]
    assert all(one.why[0].code == facts.EVEN_AGAINST_ODD for one in draft.pairs)


def test_without_the_option_round_2_follows_the_later_rule() -> None:
    draft = pair(request("1-2 2-0, 3-4 2-0, 5-6 0-2, 7-8 0-2", 8, options={"second_round_even_odd": False}))
    assert {frozenset(one) for one in pairs(draft)} == {frozenset(one) for one in [(1, 8), (3, 6), (2, 7), (4, 5)]}


def test_two_who_drew_and_are_left_over_both_wait() -> None:
    draft = pair(request("1-2 2-0, 3-4 1-1, 5-6 2-0", 6))
    carried = {fact.arguments["player"] for one in draft.pairs for fact in one.remarks if fact.code == facts.WAITED}
    assert {3, 4} <= carried


# --- later rounds


def test_the_top_of_a_group_meets_its_bottom() -> None:
    draft = pair(request("1-2 1-1, 3-4 1-1, 5-6 1-1, 7-8 1-1\n2-3 1-1, 4-5 1-1, 6-7 1-1, 8-1 1-1", 8))
    assert {frozenset(one) for one in pairs(draft)} == {frozenset(one) for one in [(1, 7), (2, 8), (3, 5), (4, 6)]}
    assert arguments(draft.pairs[2].why, facts.SKIPPED_REST) == [{"player": 6}]


def test_skipped_opponents_are_named_with_the_round_in_which_they_met() -> None:
    draft = pair(request("1-2 1-1, 3-4 1-1, 5-6 1-1, 7-8 1-1\n2-3 1-1, 4-5 1-1, 6-7 1-1, 8-1 1-1", 8))
    why = draft.pairs[0].why
    assert codes(why)[0] == facts.LOWEST_OPPONENT
    assert arguments(why, facts.SKIPPED_MET) == [{"player": 8, "round": 2}]


def test_forbidden_pairs_never_meet() -> None:
    plain = pair(request("1-2 2-0, 3-4 2-0, 5-6 0-2, 7-8 0-2\n6-1 1-1, 8-3 1-1, 2-5 1-1, 4-7 1-1", 8))
    top = plain.pairs[0]
    forbidden = {(min(top.white, top.black), max(top.white, top.black))}
    again = pair(request("1-2 2-0, 3-4 2-0, 5-6 0-2, 7-8 0-2\n6-1 1-1, 8-3 1-1, 2-5 1-1, 4-7 1-1", 8, forbidden=forbidden))
    assert not forbidden & {(min(one), max(one)) for one in pairs(again)}
    assert facts.SKIPPED_FORBIDDEN in codes(again.pairs[0].why)


def test_a_second_meeting_is_an_option() -> None:
    four = "1-2 1-1, 3-4 1-1\n2-3 1-1, 4-1 1-1\n1-3 1-1, 2-4 1-1"
    assert pair(request(four, 4)).unpaired == (1, 2, 3, 4)
    assert len(pair(request(four, 4, options={"maximum_meetings": 2})).pairs) == 2


def test_a_game_that_stands_in_a_later_round_counts_as_met() -> None:
    asked = request("1-2 2-0, 3-4 2-0", 4, options={"second_round_even_odd": False})
    assert frozenset(pairs(pair(asked))[0]) == {1, 3}
    assert frozenset(pairs(pair(keep(asked, Game(3, 1, 3, ""))))[0]) == {1, 4}


def test_open_games_count_as_a_draw_and_as_met() -> None:
    draft = pair(request("1-2 adj, 3-4 2-0", 4))
    assert {line.player: line.keys[0] for line in draft.order} == {1: 1, 2: 1, 3: 2, 4: 0}
    assert frozenset((1, 2)) not in {frozenset(one) for one in pairs(draft)}
    assert arguments(draft.remarks, facts.OPEN_GAMES) == [{"count": 1}]


def test_the_order_of_the_arbiter_replaces_resistance() -> None:
    asked = request("1-2 2-0, 3-4 2-0, 5-6 2-0, 7-8 2-0\n6-1 0-2, 8-3 0-2, 2-5 0-2, 4-7 0-2", 8)
    lots = replace(asked, order_keys="")
    assert pair(asked).key_names == ("points", "4", "7")
    assert pair(lots).key_names == ("points",)
    assert [line.player for line in pair(lots).order][:4] == [1, 3, 5, 7]


def test_colour_limit_is_given_up_before_more_players_wait() -> None:
    options = {"second_round_even_odd": False, "maximum_colour_balance": 1}
    draft = pair(request("1-2 2-0, 3-4 2-0", 4, options=options))
    assert {frozenset(one) for one in pairs(draft)} == {frozenset((1, 3)), frozenset((2, 4))}
    assert arguments(draft.remarks, facts.COLOUR_LIMIT_GIVEN_UP) == [{"group": 2, "limit": 1}, {"group": 0, "limit": 1}]


def test_tables_follow_the_order_and_the_bye_is_apart() -> None:
    for asked, draft in rounds(5, 11):
        places = {one.player: place for place, one in enumerate(draft.order)}
        firsts = [min(places[white], places[black]) for white, black in pairs(draft)]
        assert firsts == sorted(firsts), asked.round


# --- the bye


def test_the_bye_goes_to_the_highest_resistance_of_the_last_group_by_the_keys() -> None:
    draft = pair(request("1-2 2-0, 3-4 2-0, 5 bye\n1-3 1-1, 5-2 2-0, 4 bye", 5, options={"bye": "keys"}))
    assert draft.bye == 2
    assert draft.bye_why[0].code == facts.BYE_KEYS


def test_the_bye_to_the_lowest_is_an_option() -> None:
    asked = request("1-2 2-0, 3-4 2-0, 5-6 2-0, 7 bye", 7, options={"second_round_even_odd": False})
    assert pair(asked).bye == 2
    lowest = pair(replace(asked, options={"second_round_even_odd": False, "bye": "lowest"}))
    assert lowest.bye == 6
    assert codes(lowest.bye_why) == [facts.BYE_LOWEST]


def test_the_lowest_who_may_not_have_the_bye_is_named() -> None:
    asked = request("1-2 2-0, 3-4 2-0, 5 bye", 5, scale=Scale(bye=Fraction(0)), options={"bye": "lowest"})
    draft = pair(asked)
    assert draft.bye == 4
    assert arguments(draft.bye_why, facts.BYE_NOT_AGAIN) == [{"player": 5, "round": 1}]


@pytest.mark.parametrize("free", ["5 bye", "5-6 2-0F"])
def test_no_bye_after_a_bye_or_a_forfeit_win(free: str) -> None:
    rest = "6 with_notice" if "bye" in free else ""
    text = f"1-2 2-0, 3-4 2-0, {free}" + (f", {rest}" if rest else "")
    draft = pair(request(text, 6, present=(1, 2, 3, 4, 5), scale=Scale(bye=Fraction(0), forfeit_win=Fraction(0))))
    assert draft.bye not in (5, None)


def test_no_bye_after_an_absence_that_paid() -> None:
    text = "1-2 2-0, 3-4 2-0, 5 with_notice"
    free = pair(request(text, 5, reason_points={WITH_NOTICE: Fraction(0)}))
    paid = pair(request(text, 5, reason_points={WITH_NOTICE: Fraction(1, 2)}))
    assert free.bye == 5
    assert paid.bye != 5


# --- kept pairs


def test_kept_pairs_stay_and_the_rest_is_paired() -> None:
    asked = keep(request("1-2 2-0, 3-4 2-0, 5-6 0-2, 7-8 0-2", 8), Game(2, 1, 8, "", by_hand=True, locked=True))
    draft = pair(asked)
    assert (1, 8) in pairs(draft)
    assert next(one for one in draft.pairs if one.kept).why[0].code == facts.KEPT_BY_HAND
    assert sorted(player for one in pairs(draft) for player in one) == list(range(1, 9))


@pytest.mark.parametrize(
    ("game", "code"),
    [
        (Game(2, 1, 4, "adj"), facts.KEPT_ADJOURNED),
        (Game(2, 1, 4, "2-0"), facts.KEPT_RESULT),
        (Game(2, 1, 4, "", locked=True), facts.KEPT_LOCKED),
        (Game(2, 1, 4, "", by_hand=True), facts.KEPT_BY_HAND),
    ],
)
def test_why_a_pair_was_kept(game: Game, code: str) -> None:
    draft = pair(keep(request("1-2 2-0, 3-4 2-0", 4), game))
    assert {one.why[0].code for one in draft.pairs if one.kept} == {code}


def test_the_kept_result_of_the_round_does_not_count_for_its_order() -> None:
    draft = pair(keep(request("1-2 2-0, 3-4 2-0", 4), Game(2, 1, 4, "2-0")))
    assert {line.player: line.keys[0] for line in draft.order} == {1: 2, 3: 2, 2: 0, 4: 0}


def test_the_arbiters_absence_is_left_out() -> None:
    draft = pair(keep(request("1-2 2-0, 3-4 2-0, 5-6 2-0", 6), entries=[SingleEntry(2, 1, WITH_NOTICE), SingleEntry(2, 6, BYE)]))
    assert draft.bye == 6
    assert codes(draft.bye_why) == [facts.BYE_KEPT]
    assert sorted(player for one in pairs(draft) for player in one) == [2, 3, 4, 5]


# --- no complete pairing


def impossible(**changes: Any) -> Request:
    """Four players of whom 1 may meet nobody."""
    return request("1-2 1-1, 3-4 1-1", 4, forbidden={(1, 3), (1, 4)}, **changes)


def test_no_complete_pairing_is_said_and_nothing_is_paired() -> None:
    draft = pair(impossible())
    assert not draft.pairs
    assert draft.unpaired == (1, 2, 3, 4)
    assert arguments(draft.remarks, facts.NO_OPPONENT) == [{"player": 1}]
    assert arguments(draft.remarks, facts.NO_COMPLETE_PAIRING) == [{"count": 2}]


def test_an_incomplete_pairing_has_as_many_pairs_as_possible() -> None:
    draft = pair(impossible(allow_incomplete=True))
    assert len(draft.pairs) == 1
    assert draft.unpaired == (1, 4)
    assert arguments(draft.remarks, facts.INCOMPLETE) == [{"players": (1, 4)}]


def test_players_who_compete_for_too_few_opponents_are_named() -> None:
    forbidden = {(a, b) for a in (1, 2, 3, 4) for b in (1, 2, 3, 4) if a < b}
    draft = pair(request("", 6, forbidden=forbidden))
    assert arguments(draft.remarks, facts.TOO_FEW_OPPONENTS) == [{"players": (1, 2, 3, 4), "opponent_players": (5, 6)}]


# --- completeness, determinism, the general search


def check_round(asked: Request, draft: Draft) -> None:
    """Complete and legal: everybody once, nobody meets twice, no second bye."""
    everybody = sorted([player for one in pairs(draft) for player in one] + ([draft.bye] if draft.bye is not None else []))
    assert everybody == sorted(asked.present)
    before = {frozenset((game.white, game.black)) for game in asked.competition.games if not game.result.endswith("F")}
    assert not before & {frozenset(one) for one in pairs(draft)}
    byes = {entry.player for entry in asked.competition.entries if entry.reason == BYE}
    assert draft.bye not in byes


@pytest.mark.parametrize("players", [20, 100, 400, 1000])
def test_nine_rounds_are_legal_and_complete(players: int) -> None:
    made = tournament(Plan(players=players, rounds=9, seed=players, options={"maximum_colour_balance": 2}))
    assert made.impossible is None
    for asked, draft in zip(made.requests, made.drafts, strict=True):
        check_round(asked, draft)


def test_pairing_is_deterministic_whatever_the_order_of_the_input() -> None:
    made = tournament(Plan(players=41, rounds=6, seed=11))
    asked = made.requests[-1]
    again = pair(shuffled(asked, 3))
    assert again == made.drafts[-1]


@pytest.mark.parametrize("seed", range(12))
def test_the_general_search_and_the_short_cuts_agree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clubs whose members may not meet make large waiting rooms; without Dirac's certainty the same must come out."""
    club = 14
    forbidden = frozenset((a, b) for a in range(1, club + 1) for b in range(1, a) if (a + b) % 3)
    made = tournament(Plan(players=40, rounds=5, seed=seed))
    asked = replace(
        made.requests[-1], competition=replace(made.requests[-1].competition, forbidden=frozenset((b, a) for a, b in forbidden))
    )
    quick = pair(asked)
    monkeypatch.setattr(Field, "always_pairable", lambda *_: False)
    assert pair(asked) == quick


def test_key_6_over_more_players_than_fit_one_question(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [one for seed in range(200, 230) for one in rounds(seed, 9)]
    monkeypatch.setattr("engine.pairing.swiss_resistance.waiting_room.CHUNK", 2)
    assert all(pair(one) == draft for one, draft in asked)
