"""Results, corrections, rounds of one player, presence (spec 00 rows 4, 8, 10; 20 Result codes)."""

import pytest
from tournaments import content, entries, finish, games, play, swiss

from kompitie_web.actions import competitions, players, presence, results, rounds
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.store import mapping, models


def refused(code, kind=ActionError):
    """The refusal that is expected."""
    return pytest.raises(kind, check=lambda error: error.code == code)


@pytest.fixture
def published(file):
    """Round 1 of seven players, published: 1-2, 3-4, 5-6, bye for 7."""
    cid, ids = swiss(7)
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    return cid, ids


@pytest.mark.parametrize(
    "typed, code",
    [
        ("2-0", "2-0"),
        ("1-1", "1-1"),
        ("0-2", "0-2"),
        ("½-½", "1-1"),
        ("1-0", "2-0"),
        ("+1-1", "+1-1"),
        ("1-1+", "1-1+"),
        ("adj", "adj"),
    ]
    + [(code, code) for code in ("2-0F", "0-2F", "0-0F", "")],
)
def test_every_result_code_and_both_notations(published, typed, code):
    cid, _ = published
    change = results.enter_result(games(cid, 1)[0].id, typed)
    assert (change.after, games(cid, 1)[0].result) == (code, code)


def test_change_tells_before_and_after(published):
    cid, _ = published
    game = games(cid, 1)[0]
    results.enter_result(game.id, "2-0")
    change = results.enter_result(game.id, "1-1")
    assert (change.round, change.table, change.white, change.black) == (1, 1, "Player A1", "Player B2")
    assert (change.before, change.after, change.places) == ("2-0", "1-1", ())


@pytest.mark.parametrize("typed", ["3-0", "x", "12-0", "=12-0", "2-0-1"])
def test_what_is_no_result_is_refused(published, typed):
    cid, _ = published
    with refused("result_unknown"):
        results.enter_result(games(cid, 1)[0].id, typed)


def test_free_scores_only_where_the_scale_is_free(file):
    cid, _ = swiss(4, scale="free")
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    first, second = games(cid, 1)
    assert results.enter_result(first.id, "12-0").after == "=12-0"
    assert results.enter_result(second.id, "9-1½").after.startswith("=9-")


def test_correction_two_rounds_back_tells_who_changes_place_and_later_pairings_stay(file):
    cid, _ = swiss(6, 4)
    for number in (1, 2, 3):
        play(cid, number)
    later = games(cid, 3)
    before = results.current_standing(cid)
    change = results.enter_result(games(cid, 1)[0].id, "0-2")
    after = results.current_standing(cid)
    assert change.places == results.places_changed(cid, before, after)
    assert change.places
    moved = {one.player: (one.before, one.after) for one in change.places}
    assert all(old != new for old, new in moved.values())
    assert games(cid, 3) == later


def test_result_in_a_draft_waits_for_publication(file):
    cid, _ = swiss(4)
    rounds.draft_round(cid, 1)
    with refused("round_is_draft"):
        results.enter_result(games(cid, 1)[0].id, "2-0")


def test_game_played_ahead_makes_its_round_public(file):
    cid, ids = swiss(4)
    game = rounds.add_game(cid, 2, ids[0], ids[1])
    results.enter_result(game, "2-0")
    assert mapping.competition(cid).rounds[1].state == "published"


def test_annulled_game_counts_for_nobody(file):
    cid, _ = swiss(4)
    play(cid, 1)
    game = games(cid, 1)[0]
    results.annul([game.id])
    assert [row.games for row in results.current_standing(cid).rows] == [1, 1, 0, 0]
    with refused("game_annulled", NeedsConfirmation):
        results.enter_result(game.id, "0-2")
    results.annul([game.id], on=False)
    assert [row.games for row in results.current_standing(cid).rows] == [1] * 4
    with refused("list_empty"):
        results.annul([])


def test_date_table_and_round_of_a_game(published):
    cid, _ = published
    game = games(cid, 1)[0]
    results.edit_game(game.id, {"date": "2026-03-01"})
    assert (games(cid, 1)[0].date, games(cid, 1)[0].locked) == ("2026-03-01", False)
    with refused("table_taken"):
        results.edit_game(game.id, {"table": "2"})
    results.edit_game(game.id, {"table": 9})
    assert [found.table for found in games(cid, 1)] == [2, 3, 9]
    finish(cid, 1)
    results.edit_game(game.id, {"round": 2})
    assert [found.id for found in games(cid, 2)] == [game.id]
    assert games(cid, 2)[0].by_hand
    with refused("choice_unknown"):
        results.edit_game(game.id, {"white": 1})


def test_game_with_a_result_is_removed_only_after_a_yes(published, file):
    cid, _ = published
    game = games(cid, 1)[0]
    results.enter_result(game.id, "2-0")
    with refused("remove_game_result", NeedsConfirmation):
        results.remove_game(game.id)
    results.remove_game(game.id, confirmed=True)
    assert game.id not in {found.id for found in games(cid, 1)}
    assert file.snapshots()[0].why == "remove_game"
    with refused("game_gone"):
        results.enter_result(game.id, "2-0")


@pytest.mark.parametrize("typed", ["-1453", "−1453", "1453", -1453, 1453])
def test_external_opponent_accepts_the_minus_sign(published, typed):
    cid, ids = published
    results.enter_single(cid, 2, ids[0], "external", "0-2", typed, " Jan Extern ", "w")
    entry = mapping.competition(cid).entries[-1]
    assert (entry.reason, entry.result, entry.opponent_rating, entry.opponent_name, entry.colour) == (
        "external",
        "0-2",
        1453,
        "Jan Extern",
        "w",
    )


def test_single_entry_is_one_a_round_and_keeps_its_result(published):
    cid, ids = published
    entry = results.enter_single(cid, 2, ids[0], "external", "2-0", 1200)
    assert results.enter_single(cid, 2, ids[0], "external", "1-1", 1200) == entry
    with refused("entry_result_stays"):
        presence.set_present(cid, 2, [ids[0]])
    with refused("entry_has_result", NeedsConfirmation):
        results.remove_single(entry)
    results.remove_single(entry, confirmed=True)
    assert entries(cid, 2) == []
    with refused("entry_gone"):
        results.remove_single(entry)


def test_single_entry_is_checked(published):
    cid, ids = published
    with refused("rating_range"):
        results.enter_single(cid, 2, ids[0], "external", "2-0", "-12000")
    with refused("rating_not_number"):
        results.enter_single(cid, 2, ids[0], "external", "2-0", "strong")
    with refused("reason_unknown"):
        results.enter_single(cid, 2, ids[0], "not_joined")
    with refused("choice_unknown"):
        results.enter_single(cid, 2, ids[0], "external", colour="blue")
    with refused("player_has_game"):
        results.enter_single(cid, 1, ids[0], "external")
    finish(cid, 1)
    with refused("player_plays_too", NeedsConfirmation):
        results.enter_single(cid, 1, ids[0], "external", "2-0")
    results.enter_single(cid, 1, ids[0], "external", "2-0", confirmed=True)


# Presence


def lines(cid, number):
    """State and reason of everybody in a round."""
    return [(line.state, line.reason) for line in presence.presence(cid, number)]


def test_absences_with_reasons_and_ahead(file):
    cid, ids = swiss(4)
    presence.set_absent(cid, 1, ids[:2])
    presence.set_absent(cid, 1, [ids[1]], "ill", until=3)
    assert lines(cid, 1) == [("absent", "with_notice"), ("absent", "ill"), ("present", ""), ("present", "")]
    assert [line.ahead for line in presence.presence(cid, 1)] == [(), (2, 3), (), ()]
    presence.set_absent(cid, 2, [ids[3]], "bye")
    presence.set_present(cid, 2, [ids[1]])
    assert [line.ahead for line in presence.presence(cid, 1)] == [(), (3,), (), ()]
    with refused("round_gone"):
        presence.set_absent(cid, 2, ids[:1], until=9)
    with refused("reason_unknown"):
        presence.set_absent(cid, 1, ids[:1], "asleep")
    with refused("player_gone"):
        presence.set_absent(cid, 1, [999])


def test_trap_04_joined_late_absent_again_and_withdrawn(file):
    cid, _ = swiss(5, 5)
    play(cid, 1)
    late = players.add_player(cid, PlayerInput("Late"))
    play(cid, 2)
    presence.set_absent(cid, 3, [late])
    play(cid, 3)
    players.withdraw(late, 4)
    states = [next(line.state for line in presence.presence(cid, number) if line.competitor == late) for number in (1, 2, 3, 4)]
    assert states == ["not_joined", "present", "absent", "withdrawn"]


def test_absences_carry_over_when_the_competition_says_so(file):
    cid, ids = swiss(4, 4)
    competitions.update_competition(cid, {"carry_presence": True})
    presence.set_absent(cid, 2, ids[:1])
    assert [entries(cid, number) for number in (1, 2, 3, 4)] == [[], *[[(ids[0], "with_notice")]] * 3]
    rounds.add_round(cid)
    assert entries(cid, 5) == [(ids[0], "with_notice")]
    presence.set_absent(cid, 2, ids[1:2], "external")
    assert entries(cid, 3) == [(ids[0], "with_notice")]
    presence.set_present(cid, 3, ids[:1])
    assert [entries(cid, number) for number in (3, 4, 5)] == [[], [], []]
    assert (ids[0], "with_notice") in entries(cid, 2)


def test_absence_takes_a_draft_apart_but_not_a_published_game(file):
    cid, ids = swiss(4)
    rounds.draft_round(cid, 1)
    presence.set_absent(cid, 1, ids[:1])
    assert len(games(cid, 1)) == 1
    rounds.draft_round(cid, 1)
    assert len(games(cid, 1)) == 1
    rounds.publish_round(cid, 1)
    before = content()
    with refused("player_has_game"):
        presence.set_absent(cid, 1, [games(cid, 1)[0].white])
    assert content() == before


def test_all_absent_and_all_present(file):
    cid, ids = swiss(5)
    rounds.give_bye(cid, 1, ids[0])
    results.enter_single(cid, 1, ids[1], "external", "2-0")
    presence.set_all(cid, 1, False)
    assert entries(cid, 1) == [(ids[0], "bye"), (ids[1], "external"), *((player, "with_notice") for player in ids[2:])]
    presence.set_all(cid, 1, True)
    assert entries(cid, 1) == [(ids[0], "bye"), (ids[1], "external")]


def test_journal_line_of_a_result_is_one_sentence_with_names(published, file):
    cid, _ = published
    results.enter_result(games(cid, 1)[0].id, "2-0")
    line = file.history(cid, 1)[0]
    assert line.label == "result_entered"
    assert line.arguments["white"] == "Player A1"
    assert models.JournalAction.select().where(models.JournalAction.label == "result_entered").count() == 1
