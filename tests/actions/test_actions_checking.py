"""A round and a published list held against what is stored: what agrees, what was changed by hand, and what changed since."""

from tournaments import finish, games, play, swiss

from engine import changes
from engine.competition import WITH_NOTICE
from engine.judging import rules
from engine.pairing import facts
from engine.results import BLACK_WINS, DRAW, WHITE_WINS
from kompitie_web.actions import checking, classifications, competitions, leaving, players, presence, results, rounds
from kompitie_web.actions.checking_lists import check_lists
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.store import current, mapping, models


def codes(found):
    return [one.code for one in found]


def doctor_record(cid, number):
    """Turn the colours of the first pair of the stored draft."""
    row = models.Round.get((models.Round.competition == cid) & (models.Round.number == number))
    with current().action("doctored", scope=cid):
        record = models.PairingRecord.get(models.PairingRecord.round == row.id)
        pair = record.content["draft"]["pairs"][0]
        pair[0], pair[1] = pair[1], pair[0]
        record.save()


# --- the round itself


def test_a_paired_round_agrees_and_breaks_nothing(file):
    cid, _ = swiss(9)
    play(cid, 1)
    play(cid, 2)
    for number in (1, 2):
        check = checking.check_round(cid, number)
        assert check.agrees
        assert not check.touched.is_any
        assert checking.illegal(cid, number) == ()
        assert checking.today(cid, number) == checking.Today()


def test_a_record_that_is_not_what_the_rules_give_differs(file):
    cid, _ = swiss(8)
    play(cid, 1)
    doctor_record(cid, 1)
    check = checking.check_round(cid, 1)
    assert not check.agrees
    (difference,) = check.outcome.differences
    assert difference.verdict.rule.code == facts.COLOUR_METHOD


def test_changes_by_hand_are_told_and_are_no_difference(file):
    cid, _ = swiss(8)
    rounds.draft_round(cid, 1)
    first, second, *_ = games(cid, 1)
    rounds.swap_players(cid, 1, first.white, second.white)
    check = checking.check_round(cid, 1)
    assert check.agrees
    assert [step["what"] for step in check.touched.steps] == ["swap"]
    assert check.touched.gone == ((first.white, first.black), (second.white, second.black))
    assert {(game.white, game.black) for game in check.touched.came} == {(second.white, first.black), (first.white, second.black)}


def test_a_bye_given_by_hand_afterwards_is_told(file):
    cid, ids = swiss(9)
    rounds.draft_round(cid, 1)
    rounds.swap_players(cid, 1, ids[0], ids[8])
    touched = checking.check_round(cid, 1).touched
    assert (touched.drafted_bye, touched.bye) == (ids[8], ids[0])


def test_kept_games_are_named(file):
    cid, ids = swiss(8)
    rounds.add_game(cid, 1, ids[0], ids[7])
    rounds.draft_round(cid, 1)
    check = checking.check_round(cid, 1)
    assert check.agrees
    assert [(pair.white, pair.black) for pair in check.kept] == [(ids[0], ids[7])]


def test_rounds_without_a_record_are_told_apart(file):
    cid, ids = swiss(4)
    assert checking.check_round(cid, 1).obstacle == checking.EMPTY
    rounds.add_game(cid, 1, ids[0], ids[1])
    assert checking.check_round(cid, 1).obstacle == checking.BY_HAND
    robin = competitions.create_competition(competitions.NewCompetition("Robin", kind="round_robin", rounds=3))
    players.add_players(robin, [PlayerInput(name) for name in ("A", "B", "C")])
    rounds.make_schedule(robin)
    assert [one.obstacle for one in checking.check_rounds(robin)] == [checking.SCHEDULE] * 3
    assert [one.number for one in checking.check_rounds(cid)] == [1]
    assert not checking.check_round(cid, 1).agrees


def test_rules_of_another_version_are_not_paired_again(file):
    cid, _ = swiss(4)
    rounds.draft_round(cid, 1)
    with current().action("doctored", scope=cid):
        record = models.PairingRecord.get()
        record.content["draft"]["rules"] = "lottery 1"
        record.save()
    assert checking.check_round(cid, 1).obstacle == checking.OTHER_RULES
    assert checking.today(cid, 1).since[-1].code == checking.SETTINGS


# --- what changed since


def test_a_corrected_result_is_told_and_what_would_come_out_now(file):
    cid, _ = swiss(8)
    play(cid, 1)
    play(cid, 2)
    game = games(cid, 1)[0]
    results.enter_result(game.id, BLACK_WINS, confirmed=True)
    found = checking.today(cid, 2)
    assert codes(found.since) == [changes.RESULT]
    told = found.since[0].arguments
    assert (told["round"], told["before"], told["after"], told["table"]) == (1, WHITE_WINS, BLACK_WINS, 1)
    assert found.differences
    assert checking.check_round(cid, 2).agrees
    assert checking.today(cid, 1).since == ()


def test_a_change_that_does_not_matter_gives_the_same_games(file):
    cid, ids = swiss(8)
    play(cid, 1)
    play(cid, 2)
    players.edit_player(ids[0], {"rating": "1999"})
    found = checking.today(cid, 2)
    assert codes(found.since) == [changes.RATING]
    assert found.differences == ()


def test_late_entries_withdrawals_bans_and_settings_are_told(file):
    cid, ids = swiss(8)
    play(cid, 1)
    rounds.draft_round(cid, 2)
    players.add_player(cid, PlayerInput("Late"))
    competitions.forbid_pair(cid, ids[0], ids[1])
    competitions.update_pairing_options(cid, {"maximum_colour_balance": 1})
    found = checking.today(cid, 2)
    assert codes(found.since) == [changes.PLAYER_ADDED, changes.FORBIDDEN, checking.SETTINGS]
    rounds.discard_draft(cid, 2)
    rounds.draft_round(cid, 2)
    assert checking.today(cid, 2).since == ()


def test_somebody_who_withdrew_would_not_be_paired(file):
    cid, ids = swiss(8)
    play(cid, 1)
    rounds.draft_round(cid, 2)
    leaving.withdraw(ids[7], 2)
    found = checking.today(cid, 2)
    assert changes.WITHDREW in codes(found.since)
    assert all(ids[7] not in (pair.white, pair.black) for one in found.differences for pair in one.found)


def test_another_order_of_the_list_is_told(file):
    cid = competitions.create_competition(
        competitions.NewCompetition("Club", kind="club", pairing="list", system="keizer", rounds=6)
    )
    players.add_players(cid, [PlayerInput(f"Player {letter}", 1500 - at) for at, letter in enumerate("ABCDEFGH")])
    play(cid, 1)
    play(cid, 2)
    assert checking.check_round(cid, 2).agrees
    assert checking.today(cid, 2) == checking.Today()
    row = mapping.pairing_classification(cid)
    settings = mapping.settings(row)
    turned = type(settings)(**{**vars(settings), "system": "normal", "options": {}})
    classifications.edit_classification(row.id, turned, confirmed=True)
    found = checking.today(cid, 2)
    assert codes(found.since) == [checking.ORDER]


def test_later_rounds_do_not_change_what_would_come_out(file):
    cid, _ = swiss(8)
    for number in range(1, 6):
        play(cid, number, DRAW)
    for number in range(1, 6):
        assert checking.today(cid, number) == checking.Today()


# --- whether the round is allowed


def test_rules_that_a_change_by_hand_broke_are_named(file):
    cid, _ = swiss(8)
    play(cid, 1)
    rounds.draft_round(cid, 2)
    one = games(cid, 1)[0]
    opponent = next(game for game in games(cid, 2) if one.white in (game.white, game.black))
    other = opponent.black if opponent.white == one.white else opponent.white
    rounds.swap_players(cid, 2, other, one.black, confirmed=True)
    broken = checking.illegal(cid, 2)
    assert set(codes(broken)) == {facts.HAND_MET}
    assert {one.white, one.black} in [{told.arguments["player"], told.arguments["opponent_player"]} for told in broken]
    rounds.unpair(games(cid, 2)[-1].id)
    assert codes(checking.illegal(cid, 2)).count(rules.WITHOUT_GAME) == 2


def test_two_places_and_a_second_bye_are_named(file):
    cid, ids = swiss(9)
    play(cid, 1)
    rounds.draft_round(cid, 2)
    rounds.swap_players(cid, 2, ids[8], next(e.player for e in mapping.competition(cid).entries if e.round == 2), confirmed=True)
    assert codes(checking.illegal(cid, 2)) == [facts.BYE_NOT_AGAIN]
    game = games(cid, 2)[0]
    rounds.add_game(cid, 2, game.white, games(cid, 2)[1].white, confirmed=True)
    assert codes(checking.illegal(cid, 2))[:2] == [rules.TWICE, rules.TWICE]


def test_an_absence_is_a_place(file):
    cid, ids = swiss(8)
    presence.set_absent(cid, 1, [ids[0], ids[1]], WITH_NOTICE)
    rounds.draft_round(cid, 1)
    assert checking.illegal(cid, 1) == ()


# --- published lists


def publish(cid, last):
    return classifications.publish_standing(mapping.pairing_classification(cid).id, last)


def test_a_published_list_agrees(file):
    cid, _ = swiss(8)
    play(cid, 1)
    publish(cid, 1)
    play(cid, 2)
    publish(cid, 2)
    found = check_lists(cid)
    assert [(one.last_round, one.agrees, one.now.agrees, one.since) for one in found] == [(1, True, True, ()), (2, True, True, ())]


def test_a_correction_after_publication_is_explained(file):
    cid, _ = swiss(8)
    play(cid, 1)
    publish(cid, 1)
    game = games(cid, 1)[0]
    results.enter_result(game.id, BLACK_WINS, confirmed=True)
    publish(cid, 1)
    first, second = check_lists(cid)
    assert first.agrees
    assert {(cell.player, cell.column) for cell in first.now.cells} >= {(game.white, "score"), (game.black, "score")}
    assert codes(first.since) == [changes.RESULT]
    assert second.agrees
    assert second.now.agrees


def test_what_was_undone_after_publication_is_no_change(file):
    cid, _ = swiss(8)
    play(cid, 1)
    publish(cid, 1)
    results.enter_result(games(cid, 1)[0].id, BLACK_WINS, confirmed=True)
    current().undo(cid)
    (one,) = check_lists(cid)
    assert one.agrees
    assert one.now.agrees
    assert one.since == ()


def test_a_list_that_was_never_right_differs(file):
    cid, _ = swiss(8)
    play(cid, 1)
    publish(cid, 1)
    with current().action("doctored", scope=cid):
        row = models.Publication.get()
        row.rows[0]["score"] = "99"
        row.save()
    (one,) = check_lists(cid)
    assert not one.agrees
    (cell,) = one.outcome.cells
    assert (cell.column, cell.expected, cell.found) == ("score", 99, 2)


def test_changed_settings_of_a_list_are_told(file):
    cid, _ = swiss(8)
    play(cid, 1)
    publish(cid, 1)
    row = mapping.pairing_classification(cid)
    settings = mapping.settings(row)
    classifications.edit_classification(row.id, type(settings)(**{**vars(settings), "tiebreaks": "3"}))
    (one,) = check_lists(cid)
    assert one.agrees
    assert one.settings_changed


def test_a_list_that_was_taken_back_is_not_checked(file):
    cid, _ = swiss(8)
    play(cid, 1)
    publish(cid, 1)
    current().undo(cid)
    assert check_lists(cid) == []


def test_without_history_a_list_is_held_against_the_games_of_now(file):
    cid, _ = swiss(8)
    play(cid, 1)
    publish(cid, 1)
    models.JournalImage.delete().execute()
    (one,) = check_lists(cid)
    assert one.then is None
    assert one.agrees
    finish(cid, 1)
    results.enter_result(games(cid, 1)[0].id, BLACK_WINS, confirmed=True)
    (one,) = check_lists(cid)
    assert not one.agrees


def test_a_player_who_left_the_list_is_told(file):
    cid, ids = swiss(8)
    play(cid, 1)
    publish(cid, 1)
    leaving.set_in_standings(ids[0], 1, False)
    (one,) = check_lists(cid)
    assert one.agrees
    assert ("listed", ids[0]) in {(cell.column, cell.player) for cell in one.now.cells}
    assert codes(one.since) == [changes.NOT_LISTED]
