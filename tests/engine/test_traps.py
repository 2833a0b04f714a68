"""Traps that other programs fell into (spec 70), those that the engine alone can answer; named by their number."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from engine.competition import BYE, WITH_NOTICE, Game, Interval, SingleEntry
from engine.pairing import facts, outlook, swiss_resistance
from engine.pairing.colours import history
from engine.pairing.draft import Draft, Request
from engine.record import ledger
from engine.results import PRESETS, Scale
from engine.simulate import Plan, tournament
from tests.engine.pairing_states import arguments, codes, keep, pairs, request

HALF = Scale(Fraction(1), Fraction(1, 2), Fraction(1, 2), Fraction(1, 2), bye=Fraction(1, 2), forfeit_win=Fraction(1))


def pair(asked: Request) -> Draft:
    return swiss_resistance.pair(asked)


def test_trap_1_a_half_point_bye_is_still_a_bye() -> None:
    draft = pair(request("1-2 1-1, 3-4 1-1, 5 bye", 5, scale=HALF))
    assert {line.player: line.keys[0] for line in draft.order}[5] == Fraction(1, 2)
    assert draft.bye != 5


@pytest.mark.parametrize("points", ["0", "1/2", "1", "2"])
def test_trap_1_no_second_bye_whatever_the_bye_pays(points: str) -> None:
    made = tournament(
        Plan(
            players=9,
            rounds=7,
            seed=2,
            scale=replace(PRESETS["draughts"], bye=Fraction(points)),
            absent=0,
            withdraws=0,
            late=0,
            forfeits=0,
        )
    )
    byes = Counter(draft.bye for draft in made.drafts)
    assert set(byes.values()) == {1}


def test_trap_2_the_arbiter_gives_the_bye_first_and_the_rest_is_paired() -> None:
    draft = pair(keep(request("1-2 2-0, 3-4 2-0, 5 bye", 5), entries=[SingleEntry(2, 1, BYE)]))
    assert draft.bye == 1
    assert codes(draft.bye_why) == [facts.BYE_KEPT]
    assert sorted(player for one in pairs(draft) for player in one) == [2, 3, 4, 5]


@pytest.mark.parametrize("order", [0, 1])
def test_trap_3_points_of_an_absence_count_once_whenever_entered(order: int) -> None:
    entries = [SingleEntry(1, 5, WITH_NOTICE, id=1), SingleEntry(2, 5, WITH_NOTICE, id=2)]
    asked = request("1-2 2-0, 3-4 2-0\n1-3 1-1, 2-4 1-1", 5, reason_points={WITH_NOTICE: Fraction(1, 2)})
    known = asked.competition
    draft = pair(replace(asked, competition=replace(known, entries=tuple(entries[::-1] if order else entries))))
    assert {line.player: line.keys[0] for line in draft.order}[5] == 1


def test_trap_4_not_yet_joined_absent_and_withdrawn_are_different() -> None:
    """Player 5 joins in round 2 and is absent in 3; player 6 withdrew after round 1 with a win."""
    about = {5: {"schedule": (Interval(2),)}, 6: {"schedule": (Interval(1, 1),)}}
    asked = request("1-2 2-0, 3-6 0-2, 4 bye\n1-3 2-0, 5-4 2-0, 2 with_notice\n3-2 2-0, 1-4 2-0, 5 with_notice", 6, about=about)
    present = tuple(player.id for player in asked.competition.players if player.in_schedule(4))
    draft = pair(replace(asked, present=present))
    assert 6 not in {player for one in pairs(draft) for player in one}
    wp = {line.player: line.keys[1] for line in draft.order}
    # 5: opponent 4 has 2 points, the absence counts his own 2 points, the round before he joined nothing.
    assert wp[5] == 2 + 2


def test_trap_6_nobody_present_makes_no_round() -> None:
    draft = pair(request("1-2 2-0, 3-4 2-0", 4, present=()))
    assert not draft.pairs
    assert draft.bye is None
    assert codes(draft.remarks) == [facts.NOBODY_PRESENT]


def test_trap_6_everybody_absent_makes_no_round() -> None:
    away = [SingleEntry(2, player, WITH_NOTICE) for player in (1, 2, 3, 4)]
    draft = pair(keep(request("1-2 2-0, 3-4 2-0", 4), entries=away))
    assert not draft.pairs
    assert codes(draft.remarks) == [facts.NOBODY_PRESENT]


def test_trap_7_second_byes_are_spread() -> None:
    """Three players, nine rounds, three meetings: everybody has the bye three times, never one of them twice more than another."""
    made = tournament(Plan(players=3, rounds=9, seed=5, absent=0, withdraws=0, late=0, forfeits=0, options={"maximum_meetings": 3}))
    assert len(made.drafts) == 9
    for done in range(1, 10):
        byes = Counter({1: 0, 2: 0, 3: 0}) + Counter(draft.bye for draft in made.drafts[:done])
        counts = [byes[player] for player in (1, 2, 3)]
        assert max(counts) - min(counts) <= 1
    assert arguments(made.drafts[3].remarks, facts.BYES_SPREAD) == [{"count": 1}]


def test_trap_8_the_bye_goes_where_the_rules_say_and_says_why() -> None:
    draft = pair(request("1-2 2-0, 3-4 2-0, 5 bye\n1-3 1-1, 5-2 2-0, 4 bye", 5))
    leader = draft.order[0].player
    assert draft.bye not in (leader, 4, 5)
    assert draft.bye_why[0].code == facts.BYE_KEYS


def test_trap_8_passed_over_players_are_named() -> None:
    """Player 3 comes first by the keys, but has had a bye (that paid nothing) in round 1."""
    asked = request("1-2 2-0, 4-5 2-0, 3 bye\n1-3 2-0, 2-5 2-0, 4 with_notice", 5, scale=Scale(bye=Fraction(0)))
    draft = pair(asked)
    assert draft.bye == 5
    assert arguments(draft.bye_why, facts.STAYED_BYE) == [{"player": 3, "group": 0}]


def test_trap_14_pairing_again_with_kept_pairs_never_adds_a_second_bye() -> None:
    asked = request("1-2 2-0, 3-4 2-0, 5-6 2-0, 7 bye", 7)
    first = pair(asked)
    assert first.bye is not None
    kept = first.pairs[0]
    again = pair(keep(asked, Game(2, kept.white, kept.black, locked=True), entries=[SingleEntry(2, first.bye, BYE)]))
    assert again.bye == first.bye
    assert (kept.white, kept.black) in pairs(again)
    assert sorted([again.bye, *(player for one in pairs(again) for player in one)]) == list(range(1, 8))


def test_trap_14_an_odd_rest_after_the_arbiters_bye_is_said_not_solved_by_a_second_bye() -> None:
    asked = keep(request("1-2 2-0, 3-4 2-0, 5-6 2-0", 6), entries=[SingleEntry(2, 6, BYE)])
    draft = pair(asked)
    assert draft.bye == 6
    assert codes(draft.remarks)[0] == facts.ODD_AFTER_BYE
    assert not draft.pairs
    whatever = pair(replace(asked, allow_incomplete=True))
    assert whatever.bye == 6
    assert len(whatever.pairs) == 2
    assert len(whatever.unpaired) == 1


def test_trap_16_eight_players_and_seven_rounds_are_warned_at_set_up() -> None:
    assert outlook.too_many_rounds(8, 7)
    assert not outlook.too_many_rounds(24, 7)
    assert arguments(outlook.at_setup(8, 7), facts.TOO_MANY_ROUNDS) == [{"players": 8, "rounds": 7, "possible": 4}]
    assert outlook.at_setup(24, 7) == ()


def test_trap_16_warned_again_when_rounds_can_fail_and_when_they_must() -> None:
    asked = request("1-2 2-0, 3-4 2-0, 5-6 2-0, 7-8 2-0\n1-3 2-0, 2-4 2-0, 5-7 2-0, 6-8 2-0", 8)
    assert codes(outlook.remaining(asked, 1)) == []
    assert arguments(outlook.remaining(asked, 5), facts.ROUNDS_CAN_FAIL) == [{"rounds": 5, "certain": 2}]
    assert arguments(outlook.remaining(asked, 6), facts.ROUNDS_IMPOSSIBLE) == [{"rounds": 6, "player": 1, "count": 5}]


def test_trap_19_half_points_weigh_exactly() -> None:
    """2 meets 1½ before 1: the only player with 2 points plays in the group of 1½."""
    asked = request("1-2 2-0, 3-4 2-0, 5-6 2-0, 7-8 1-1\n7-1 0-2, 3-5 1-1, 8-2 2-0, 4-6 2-0", 8, scale=HALF)
    draft = pair(asked)
    points = {line.player: line.keys[0] for line in draft.order}
    assert [points[player] for player in (1, 3, 5, 8, 4)] == [2, Fraction(3, 2), Fraction(3, 2), Fraction(3, 2), 1]
    top = draft.pairs[0]
    assert {points[top.white], points[top.black]} == {Fraction(2), Fraction(3, 2)}


def test_trap_24_forfeits_count_for_no_colour_and_no_meeting() -> None:
    asked = request("1-2 2-0F, 3-4 2-0", 4, options={"second_round_even_odd": False})
    records = ledger(asked.competition, asked.scale, 1, for_pairing=True).records
    assert records[1].met == {}
    assert history(records[1]).last == ""
    assert {line.player: line.balance for line in pair(asked).order} == {1: 0, 2: 0, 3: 1, 4: -1}


def test_trap_24_a_forfeited_pair_may_meet_after_all() -> None:
    asked = request("1-2 2-0F, 3-4 2-0, 5-6 2-0", 6, forbidden={(1, other) for other in (3, 4, 5, 6)})
    assert frozenset((1, 2)) in {frozenset(one) for one in pairs(pair(asked))}
