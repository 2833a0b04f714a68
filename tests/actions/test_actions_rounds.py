"""Drafting, publishing and changing rounds (spec 10, 31; 70 traps 1-10, 14, 16, 22, 24)."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction

import pytest
from tournaments import content, entries, finish, games, pairs, play, swiss

from engine.classification import standing
from kompitie_web.actions import classifications, competitions, pairing_record, players, presence, results, rounds
from kompitie_web.actions.competitions import NewCompetition, create_competition
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.messages import error_text, notice_text
from kompitie_web.store import mapping, models


def refused(code, kind=ActionError):
    """The refusal that is expected."""
    return pytest.raises(kind, check=lambda error: error.code == code)


def state(cid, number):
    """The state of a round."""
    return next(one.state for one in mapping.competition(cid).rounds if one.number == number)


def scores(cid, last):
    """The points of everybody after a round."""
    settings = mapping.settings(mapping.pairing_classification(cid))
    return {row.player: row.score for row in standing(mapping.competition(cid), settings, last).rows}


def pay_for_byes(cid, points):
    """Let a bye pay so much."""
    row = mapping.pairing_classification(cid)
    settings = mapping.settings(row)
    classifications.edit_classification(row.id, replace(settings, scale=replace(settings.scale, bye=Fraction(points))))


def test_draft_then_publish(file):
    cid, ids = swiss(5)
    rounds.draft_round(cid, 1)
    assert state(cid, 1) == "draft"
    assert pairs(cid, 1) == [(ids[0], ids[1]), (ids[2], ids[3])]
    assert entries(cid, 1) == [(ids[4], "bye")]
    assert scores(cid, 1)[ids[4]] == 0  # a draft pays nothing
    rounds.publish_round(cid, 1)
    assert state(cid, 1) == "published"
    assert [(game.table, game.number, game.locked) for game in games(cid, 1)] == [(1, 1, False), (2, 2, False)]
    assert models.Round.get(models.Round.number == 1).date != ""
    finish(cid, 1)
    play(cid, 2)
    assert [game.number for game in games(cid, 2)] == [3, 4]
    assert file.snapshots()[0].why == "pairing"


def test_draft_is_discarded_whole(file):
    cid, _ = swiss(5)
    before = content()
    rounds.draft_round(cid, 1)
    rounds.discard_draft(cid, 1)
    assert content() == before
    with refused("round_not_draft"):
        rounds.discard_draft(cid, 1)


def test_rounds_come_in_order(file):
    cid, _ = swiss(6)
    with refused("earlier_round_not_published"):
        rounds.draft_round(cid, 2)
    play(cid, 1)
    play(cid, 2)
    with refused("later_round_published"):
        rounds.draft_round(cid, 1)
    with refused("round_gone"):
        rounds.draft_round(cid, 9)
    with refused("round_empty"):
        rounds.publish_round(cid, 3)


def test_open_games_of_an_earlier_round_are_asked_about(file):
    cid, _ = swiss(6)
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    with refused("open_games", NeedsConfirmation) as question:
        rounds.draft_round(cid, 2)
    assert (question.value.arguments["count"], question.value.arguments["rounds"]) == (3, [1])
    assert state(cid, 2) == "planned"
    rounds.draft_round(cid, 2, confirmed=True)
    assert len(games(cid, 2)) == 3


def test_pairing_record_reads_back_equal(file):
    cid, _ = swiss(7)
    play(cid, 1)
    rounds.draft_round(cid, 2)
    record = rounds.record_of(cid, 2)
    assert pairing_record.request_from(pairing_record.request_json(record.request)) == record.request
    assert pairing_record.draft_from(pairing_record.draft_json(record.draft)) == record.draft
    assert [(pair.white, pair.black) for pair in record.draft.pairs] == pairs(cid, 2)
    assert all(pair.why for pair in record.draft.pairs)
    from engine.pairing import swiss_resistance

    assert swiss_resistance.pair(record.request) == record.draft
    assert rounds.record_of(cid, 3) is None


# Byes and absence


def test_trap_01_half_point_byes_and_no_second_bye_work_together(file):
    cid, _ = swiss(5, scale="draughts")
    pay_for_byes(cid, "1/2")
    had = []
    for number in range(1, 6):
        play(cid, number)
        had += [player for player, _ in entries(cid, number)]
    assert len(set(had)) == 5
    assert sum(scores(cid, 5).values()) == Fraction(20) + Fraction(5, 2)
    assert {reason for number in range(1, 6) for _, reason in entries(cid, number)} == {"bye"}


def test_trap_02_bye_given_before_pairing_stays_and_the_rest_is_paired(file):
    cid, ids = swiss(5)
    rounds.give_bye(cid, 1, ids[0])
    assert state(cid, 1) == "planned"
    rounds.draft_round(cid, 1)
    assert entries(cid, 1) == [(ids[0], "bye")]
    assert len(games(cid, 1)) == 2


def test_trap_03_absence_with_points_counts_once_whenever_entered(file):
    cid, ids = swiss(4)
    row = mapping.pairing_classification(cid)
    settings = mapping.settings(row)
    classifications.edit_classification(row.id, replace(settings, reason_points={"with_notice": Fraction(1)}))
    presence.set_absent(cid, 2, [ids[0]])
    play(cid, 1)
    before = scores(cid, 1)[ids[0]]
    assert scores(cid, 2)[ids[0]] == before  # not published yet
    rounds.draft_round(cid, 2)
    rounds.publish_round(cid, 2)
    presence.set_absent(cid, 2, [ids[0]])
    assert scores(cid, 2)[ids[0]] == before + 1


def test_trap_05_deleting_a_bye_leaves_no_points_behind(file):
    cid, ids = swiss(5)
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    assert scores(cid, 1)[ids[4]] == 2
    rounds.take_bye(cid, 1, ids[4])
    assert scores(cid, 1)[ids[4]] == 0
    with refused("player_has_no_bye"):
        rounds.take_bye(cid, 1, ids[4])


def test_trap_06_nobody_there_makes_no_round(file):
    cid, ids = swiss(4)
    presence.set_all(cid, 1, False)
    before = content()
    with refused("nobody_present"):
        rounds.draft_round(cid, 1)
    assert content() == before
    presence.set_all(cid, 1, True)
    for player in ids:
        players.withdraw(player, 1)
    with refused("nobody_present"):
        rounds.draft_round(cid, 1)
    assert state(cid, 1) == "planned"


def test_trap_07_second_byes_are_spread(file):
    cid, _ = swiss(3, 6)
    competitions.update_pairing_options(cid, {"maximum_meetings": 3})
    had = []
    for number in range(1, 7):
        play(cid, number, "1-1")
        had += [player for player, _ in entries(cid, number)]
    assert sorted(had.count(player) for player in set(had)) == [2, 2, 2]


def test_trap_08_bye_goes_where_the_rules_say_with_the_reason(file):
    cid, ids = swiss(5)
    play(cid, 1)
    rounds.draft_round(cid, 2)
    record = rounds.record_of(cid, 2)
    assert record.draft.bye not in (ids[4], ids[0])
    assert record.draft.bye_why


# Pairing twice, undoing, late changes


def test_trap_09_pairing_twice_makes_one_set(file):
    cid, _ = swiss(7)
    rounds.draft_round(cid, 1)
    once = pairs(cid, 1), entries(cid, 1)
    rounds.draft_round(cid, 1)
    assert (pairs(cid, 1), entries(cid, 1)) == once
    rounds.publish_round(cid, 1)
    rounds.publish_round(cid, 1)
    with refused("pair_published_round", NeedsConfirmation):
        rounds.draft_round(cid, 1)
    assert (pairs(cid, 1), entries(cid, 1)) == once


def test_trap_09_pairing_in_two_tabs_makes_one_set(file):
    cid, _ = swiss(9)

    def press(_):
        with file.connection():
            rounds.draft_round(cid, 1)

    with ThreadPoolExecutor(2) as tabs:
        list(tabs.map(press, range(2)))
    assert len(games(cid, 1)) == 4
    assert len(entries(cid, 1)) == 1
    assert len({player for pair in pairs(cid, 1) for player in pair}) == 8


def test_published_round_is_paired_again_after_a_yes_and_keeps_its_tables(file):
    cid, ids = swiss(8)
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    third = games(cid, 1)[2]
    results.enter_result(third.id, "2-0")
    competitions.update_pairing_options(cid, {"first_round": "halves"})
    rounds.draft_round(cid, 1, confirmed=True)
    kept = next(game for game in games(cid, 1) if game.id == third.id)
    assert (kept.table, kept.number, kept.result) == (3, third.number, "2-0")
    assert sorted(game.table for game in games(cid, 1)) == [1, 2, 3, 4]
    assert {player for pair in pairs(cid, 1) for player in pair} == set(ids)
    rounds.discard_draft(cid, 1)
    assert state(cid, 1) == "published"
    assert [game.id for game in games(cid, 1)] == [third.id]


def test_trap_14_kept_pairs_and_byes_never_give_a_second_bye(file):
    cid, ids = swiss(9)
    rounds.give_bye(cid, 1, ids[3])
    rounds.add_game(cid, 1, ids[7], ids[8])
    rounds.draft_round(cid, 1)
    rounds.set_locked(games(cid, 1)[0].id, True)
    locked = pairs(cid, 1)[0]
    for _ in range(3):
        rounds.draft_round(cid, 1)
    assert entries(cid, 1) == [(ids[3], "bye")]
    assert (ids[7], ids[8]) in pairs(cid, 1)
    assert locked in pairs(cid, 1)
    assert len(games(cid, 1)) == 4


def test_adjourned_game_stays_and_is_asked_about_no_more(file):
    cid, _ = swiss(4)
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    first, second = games(cid, 1)
    results.enter_result(first.id, "adj")
    results.enter_result(second.id, "2-0")
    rounds.draft_round(cid, 2)
    met = {frozenset(pair) for pair in pairs(cid, 1)}
    assert not met & {frozenset(pair) for pair in pairs(cid, 2)}


def test_trap_16_too_many_rounds_are_told(file):
    cid, _ = swiss(8, 7)
    assert [notice.code for notice in rounds.warnings(cid)] == ["too_many_rounds"]
    few, _ = swiss(24, 7)
    assert rounds.warnings(few) == []


def test_impossible_pairing_is_told_and_changes_nothing(file):
    cid, _ = swiss(4, 4)
    for number in (1, 2, 3):
        play(cid, number)
    told = [notice_text(notice) for notice in rounds.warnings(cid)]
    assert any("nobody left to meet" in one for one in told), told
    before = content()
    with refused("nobody_can_be_paired", ActionError) as refusal:
        rounds.draft_round(cid, 4)
    assert error_text(refusal.value).startswith("Nobody can be paired in round 4 without breaking a rule")
    assert content() == before
    rounds.draft_round(cid, 4, allow_incomplete=True)
    assert games(cid, 4) == []
    assert state(cid, 4) == "draft"


def test_those_without_an_opponent_are_named_in_one_sentence(file):
    cid, ids = swiss(6, 3)
    for one in ids[:2]:
        for other in ids[2:]:
            competitions.forbid_pair(cid, one, other)
    competitions.forbid_pair(cid, ids[0], ids[1])
    with refused("no_complete_pairing", NeedsConfirmation) as question:
        rounds.draft_round(cid, 1)
    first, second = (mapping.competition(cid).names[one] for one in ids[:2])
    assert error_text(question.value).startswith(f"No possible opponent among those present: {first}, {second}. Not everybody")


def test_who_stays_without_an_opponent_after_a_bye_by_hand_is_named_alone(file):
    cid, ids = swiss(6, 3)
    rounds.give_bye(cid, 1, ids[0])
    with refused("no_complete_pairing", NeedsConfirmation) as question:
        rounds.draft_round(cid, 1)
    named = question.value.arguments["players"]
    rounds.draft_round(cid, 1, allow_incomplete=True)
    paired = {player for pair in pairs(cid, 1) for player in pair}
    assert named == [player.name for player in mapping.competition(cid).players if player.id not in paired | {ids[0]}]
    assert len(named) == 1


def test_trap_24_forfeit_is_no_meeting(file):
    cid, ids = swiss(2, 3)
    competitions.update_pairing_options(cid, {"second_round_even_odd": False})
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    results.enter_result(games(cid, 1)[0].id, "2-0F")
    rounds.draft_round(cid, 2)
    assert {frozenset(pair) for pair in pairs(cid, 2)} == {frozenset(ids)}


# By hand


@pytest.fixture
def draft(file):
    """A draft of seven players: 1-2, 3-4, 5-6, bye for 7."""
    cid, ids = swiss(7)
    rounds.draft_round(cid, 1)
    return cid, ids


def test_swap_between_two_games(draft):
    cid, ids = draft
    rounds.swap_players(cid, 1, ids[0], ids[3])
    assert pairs(cid, 1) == [(ids[3], ids[1]), (ids[2], ids[0]), (ids[4], ids[5])]
    assert [game.locked for game in games(cid, 1)] == [True, True, False]
    assert rounds.record_of(cid, 1).changes[0]["what"] == "swap"
    rounds.draft_round(cid, 1)
    assert (ids[3], ids[1]) in pairs(cid, 1)
    assert (ids[2], ids[0]) in pairs(cid, 1)


def test_swap_of_opponents_exchanges_colours(draft):
    cid, ids = draft
    rounds.swap_players(cid, 1, ids[0], ids[1])
    assert pairs(cid, 1)[0] == (ids[1], ids[0])


def test_swap_with_the_bye(draft):
    cid, ids = draft
    rounds.swap_players(cid, 1, ids[6], ids[0])
    assert pairs(cid, 1)[0] == (ids[6], ids[1])
    assert entries(cid, 1) == [(ids[0], "bye")]


def test_swap_with_somebody_without_a_game(draft):
    cid, ids = draft
    rounds.unpair(games(cid, 1)[0].id)
    rounds.swap_players(cid, 1, ids[0], ids[2])
    assert pairs(cid, 1)[0] == (ids[0], ids[3])
    with refused("both_without_game"):
        rounds.swap_players(cid, 1, ids[1], ids[2])
    with refused("same_player"):
        rounds.swap_players(cid, 1, ids[1], ids[1])


def test_swap_names_the_broken_rules_and_is_allowed_after_a_yes(file):
    cid, _ = swiss(6)
    play(cid, 1)
    rounds.draft_round(cid, 2)
    first = pairs(cid, 1)[0]
    target = first[0]
    opponent = next(pair[0] if pair[1] == target else pair[1] for pair in pairs(cid, 2) if target in pair)
    before = pairs(cid, 2)
    with refused("rule_breaks", NeedsConfirmation) as question:
        rounds.swap_players(cid, 2, opponent, first[1])
    assert question.value.arguments["breaks"][0][0] == "hand_met"
    assert pairs(cid, 2) == before
    rounds.swap_players(cid, 2, opponent, first[1], confirmed=True)
    assert {first[0], first[1]} in [set(pair) for pair in pairs(cid, 2)]


def test_played_game_is_not_swapped_or_unpaired(draft):
    cid, ids = draft
    rounds.publish_round(cid, 1)
    game = games(cid, 1)[0]
    results.enter_result(game.id, "2-0")
    with refused("game_has_result"):
        rounds.swap_players(cid, 1, ids[0], ids[3])
    with refused("game_has_result"):
        rounds.unpair(game.id)
    with refused("remove_game_result", NeedsConfirmation):
        results.remove_game(game.id)
    assert games(cid, 1)[0].result == "2-0"


def test_absent_player_is_not_swapped_in(draft):
    cid, ids = draft
    presence.set_absent(cid, 1, [ids[5]])
    with refused("player_absent"):
        rounds.swap_players(cid, 1, ids[5], ids[0])


def test_colours_are_reversed_and_a_result_keeps_its_owner(draft):
    cid, ids = draft
    game = games(cid, 1)[0]
    rounds.reverse_colours(game.id)
    assert pairs(cid, 1)[0] == (ids[1], ids[0])
    rounds.publish_round(cid, 1)
    results.enter_result(game.id, "2-0")
    with refused("reverse_with_result", NeedsConfirmation):
        rounds.reverse_colours(game.id)
    rounds.reverse_colours(game.id, confirmed=True)
    assert (pairs(cid, 1)[0], games(cid, 1)[0].result) == ((ids[0], ids[1]), "0-2")


def test_published_round_with_somebody_left_over_is_asked_about(draft):
    cid, _ = draft
    rounds.unpair(games(cid, 1)[0].id)
    with refused("players_without_game", NeedsConfirmation) as question:
        rounds.publish_round(cid, 1)
    assert len(question.value.arguments["players"]) == 2
    rounds.publish_round(cid, 1, confirmed=True)
    assert [game.table for game in games(cid, 1)] == [2, 3]


def test_second_bye_by_hand_is_asked_about(draft):
    cid, ids = draft
    with refused("rule_breaks", NeedsConfirmation) as question:
        rounds.give_bye(cid, 1, ids[0])
    assert [code for code, _ in question.value.arguments["breaks"]] == ["hand_two_byes"]
    rounds.give_bye(cid, 1, ids[0], confirmed=True)
    assert entries(cid, 1) == [(ids[0], "bye"), (ids[6], "bye")]
    rounds.publish_round(cid, 1, confirmed=True)
    with refused("player_has_game"):
        rounds.give_bye(cid, 1, ids[2])


def test_game_by_hand_in_any_round_with_date_and_result(file):
    cid, ids = swiss(6)
    game = rounds.add_game(cid, 3, ids[0], ids[5], date="2026-02-01", result="0-2")
    found = games(cid, 3)[0]
    assert (found.id, found.date, found.result, found.by_hand, found.locked) == (game, "2026-02-01", "0-2", True, True)
    with refused("same_player"):
        rounds.add_game(cid, 1, ids[0], ids[0])
    with refused("date_unknown"):
        rounds.add_game(cid, 1, ids[0], ids[1], date="yesterday")
    with refused("rule_breaks", NeedsConfirmation) as question:
        rounds.add_game(cid, 3, ids[0], ids[1])
    assert question.value.arguments["breaks"][0] == ["hand_taken", {"player": "Player A1"}]
    rounds.add_game(cid, 3, ids[0], ids[1], confirmed=True)
    assert len(games(cid, 3)) == 2


def test_forbidden_pair_is_named(file):
    cid, ids = swiss(4)
    competitions.forbid_pair(cid, ids[0], ids[1])
    rounds.draft_round(cid, 1)
    assert frozenset((ids[0], ids[1])) not in {frozenset(pair) for pair in pairs(cid, 1)}
    rounds.discard_draft(cid, 1)
    with refused("rule_breaks", NeedsConfirmation) as question:
        rounds.add_game(cid, 1, ids[1], ids[0])
    assert question.value.arguments["breaks"][0][0] == "hand_forbidden"
    competitions.allow_pair(cid, ids[0], ids[1])
    rounds.add_game(cid, 1, ids[1], ids[0])


def test_games_without_a_schedule_are_public_at_once(file):
    cid = create_competition(NewCompetition("Free", kind="club", pairing="none", rounds=3))
    ids = players.add_players(cid, [PlayerInput(name) for name in "ABC"])
    rounds.add_game(cid, 1, ids[0], ids[1], result="2-0")
    rounds.add_game(cid, 1, ids[0], ids[2], result="1-1")
    rounds.add_game(cid, 1, ids[0], ids[1])
    assert state(cid, 1) == "published"
    assert [game.number for game in games(cid, 1)] == [1, 2, 3]
    with refused("no_automatic_pairing"):
        rounds.draft_round(cid, 2)


# The list of rounds


def test_dates_and_labels(file):
    cid, _ = swiss(4)
    rounds.set_round(cid, 2, "2026-01-09", "Friday")
    rounds.set_round(cid, 2, session=" Monday ")
    found = mapping.competition(cid).rounds[1]
    assert (found.date, found.session) == ("2026-01-09", "Monday")
    with refused("date_unknown"):
        rounds.set_round(cid, 2, "9-1-26")


def test_close_and_reopen(file):
    cid, _ = swiss(4)
    with refused("round_not_published"):
        rounds.close_round(cid, 1)
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    with refused("open_games_close", NeedsConfirmation):
        rounds.close_round(cid, 1)
    finish(cid, 1)
    rounds.close_round(cid, 1)
    assert state(cid, 1) == "closed"
    rounds.draft_round(cid, 2)
    rounds.reopen_round(cid, 1)
    with refused("round_not_closed"):
        rounds.reopen_round(cid, 1)


def test_trap_10_deleted_round_moves_its_results_to_the_round_before(file):
    cid, ids = swiss(5)
    play(cid, 1)
    rounds.draft_round(cid, 2)
    rounds.publish_round(cid, 2)
    played = games(cid, 2)[0]
    results.enter_result(played.id, "2-0")
    players.withdraw(ids[0], 4)
    bye = entries(cid, 1)
    with refused("delete_round", NeedsConfirmation) as question:
        rounds.delete_round(cid, 2)
    assert (question.value.arguments["count"], question.value.arguments["target"]) == (1, 1)
    rounds.delete_round(cid, 2, confirmed=True)
    competition = mapping.competition(cid)
    assert [one.number for one in competition.rounds] == [1, 2, 3, 4, 5]
    assert [one.state for one in competition.rounds] == ["published", *["planned"] * 4]
    assert [game.id for game in competition.games][-1] == played.id
    assert {game.round for game in competition.games} == {1}
    assert len({game.table for game in competition.games}) == 3
    assert entries(cid, 1) == bye
    assert entries(cid, 2) == []
    assert not competition.by_id[ids[0]].in_schedule(3)
    assert competition.by_id[ids[0]].in_schedule(2)
    assert sum(scores(cid, 5).values()) == 4 + 2 + 2
    file.undo(cid)
    assert len(games(cid, 2)) == 2


def test_trap_10_results_may_go_too_after_a_yes(file):
    cid, _ = swiss(5)
    play(cid, 1)
    play(cid, 2)
    with refused("delete_results", NeedsConfirmation):
        rounds.delete_round(cid, 2, keep_results=False)
    rounds.delete_round(cid, 2, keep_results=False, confirmed=True)
    assert sum(scores(cid, 5).values()) == 6
    assert file.snapshots()[0].why == "delete_round"


def test_first_round_moves_to_the_next_and_the_only_one_stays(file):
    cid, _ = swiss(4)
    play(cid, 1)
    with refused("only_round_with_results"):
        rounds.delete_round(cid, 1, confirmed=True)
    play(cid, 2)
    moved = [game.id for game in games(cid, 1)]
    rounds.delete_round(cid, 1, confirmed=True)
    assert set(moved) <= {game.id for game in games(cid, 1)}
    assert len(games(cid, 1)) == 4
    assert state(cid, 1) == "published"


def test_deleting_a_planned_round_makes_the_competition_shorter(file):
    cid, _ = swiss(4, 3)
    assert rounds.add_round(cid) == 4
    rounds.delete_round(cid, 2)
    assert [one.number for one in mapping.competition(cid).rounds] == [1, 2, 3]
    assert models.Competition.get_by_id(cid).planned_rounds == 3
    rounds.delete_round(cid, 1)
    rounds.delete_round(cid, 1)
    with refused("last_round_left"):
        rounds.delete_round(cid, 1)


def test_next_round(file):
    cid, _ = swiss(4, 2)
    assert rounds.next_round(cid) == 1
    play(cid, 1)
    rounds.draft_round(cid, 2)
    assert rounds.next_round(cid) == 2
    rounds.publish_round(cid, 2)
    assert rounds.next_round(cid) is None


# Round robin


def round_robin(count, **facts):
    """A round robin with players 1 … count."""
    cid = create_competition(NewCompetition("RR", kind="round_robin", **facts))
    return cid, players.add_players(cid, [PlayerInput(f"Player {number}") for number in range(1, count + 1)])


@pytest.mark.parametrize("count", [3, 5, 7])
def test_trap_22_every_bye_of_an_odd_field_is_a_bye(file, count):
    cid, ids = round_robin(count)
    rounds.make_schedule(cid)
    for number in range(1, count + 1):
        assert [reason for _, reason in entries(cid, number)] == ["bye"]
        assert len(games(cid, number)) == count // 2
    assert sorted(entries(cid, number)[0][0] for number in range(1, count + 1)) == ids
    met = [frozenset(pair) for number in range(1, count + 1) for pair in pairs(cid, number)]
    assert len(met) == len(set(met)) == count * (count - 1) // 2
    finish(cid, 1)
    assert not any(game.result == "" for game in games(cid, 1))


def test_schedule_is_public_and_numbered(file):
    cid, ids = round_robin(6, rounds=3)
    rounds.make_schedule(cid)
    assert models.Competition.get_by_id(cid).planned_rounds == 5
    assert {one.state for one in mapping.competition(cid).rounds} == {"published"}
    assert [game.number for game in mapping.competition(cid).games] == list(range(1, 16))
    assert pairs(cid, 1)[0] == (ids[0], ids[5])


def test_double_round_robin_in_one_action_or_two(file):
    one, _ = round_robin(4)
    rounds.make_schedule(one, double=True, seam=True)
    colours = [pair for number in range(1, 7) for pair in pairs(one, number)]
    assert {(black, white) for white, black in colours} == set(colours)
    two, _ = round_robin(4)
    rounds.make_schedule(two)
    for number in (1, 2, 3):
        finish(two, number)
    rounds.make_schedule(two, swapped=True)
    there = [pair for number in range(1, 7) for pair in pairs(two, number)]
    assert {(black, white) for white, black in there} == set(there)
    assert len(there) == 12


def test_a_schedule_of_more_rounds_than_there_can_be_is_refused(file):
    cid, _ = round_robin(102)
    before = content()
    with pytest.raises(ActionError) as refused:
        rounds.make_schedule(cid, double=True)
    assert (refused.value.code, refused.value.arguments) == ("schedule_too_long", {"count": 102, "rounds": 202, "most": 200})
    with pytest.raises(ActionError):
        rounds.make_schedule(cid, from_round=101)
    assert content() == before


def test_schedule_never_overwrites_results(file):
    cid, _ = round_robin(4)
    rounds.make_schedule(cid)
    results.enter_result(games(cid, 2)[0].id, "2-0")
    before = content()
    with refused("round_has_results") as error:
        rounds.make_schedule(cid, from_round=1)
    assert error.value.arguments["round"] == 2
    assert content() == before
    rounds.make_schedule(cid, from_round=3)
    assert len(games(cid, 5)) == 2


def test_schedule_needs_players_and_a_table_that_exists(file):
    cid, _ = round_robin(1)
    with refused("too_few_players"):
        rounds.make_schedule(cid)
    other, _ = round_robin(8)
    with refused("table_not_possible"):
        rounds.make_schedule(other, table="youth")


def test_schedule_asks_about_absences_entered_ahead(file):
    cid, ids = round_robin(4)
    presence.set_absent(cid, 2, [ids[0]])
    with refused("schedule_absences", NeedsConfirmation):
        rounds.make_schedule(cid)
    rounds.make_schedule(cid, confirmed=True)
    assert entries(cid, 2) == []
    rounds.make_schedule(cid, from_round=1)
    assert len(games(cid, 1)) == 2


def test_seed_of_a_drawn_first_round_is_kept(file):
    cid, _ = swiss(6)
    competitions.update_pairing_options(cid, {"first_round": "random"})
    rounds.draft_round(cid, 1)
    record = rounds.record_of(cid, 1)
    assert record.draft.seed == record.request.seed
    assert 100_000 <= record.draft.seed < 1_000_000
