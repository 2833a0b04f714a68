"""Every action is one line of the history with a sentence, and undo brings back exactly what was there (spec 00 Promise 2, row 13)."""

from dataclasses import replace

import pytest
from tournaments import content, finish, games, swiss

from kompitie_web import messages
from kompitie_web.actions import classifications, competitions, players, presence, reason_list, results, rounds
from kompitie_web.actions.competitions import NewCompetition
from kompitie_web.actions.reason_list import ReasonTexts
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.i18n import LANGUAGES, language
from kompitie_web.store import mapping

#: Actions on a competition of seven players with round 1 played (table 3 open) and round 2 a draft: label → what is done.
ACTIONS = {
    "paper_changed": lambda cid, ids: competitions.update_competition(cid, {"documents": {"series": ["round_tables"]}}),
    "competition_changed": lambda cid, ids: competitions.update_competition(cid, {"name": "New", "planned_rounds": 9}),
    "pairing_options_changed": lambda cid, ids: competitions.update_pairing_options(cid, {"maximum_meetings": 2}),
    "category_named": lambda cid, ids: competitions.set_category_name(cid, "j", "Youth"),
    "reasons_changed": lambda cid, ids: reason_list.change_reasons(cid, {"ill": ReasonTexts("q")}),
    "reason_added": lambda cid, ids: competitions.add_reason(cid, "q", {"en": "Holiday"}),
    "reason_removed": lambda cid, ids: competitions.remove_reason(cid, "duty"),
    "pair_forbidden": lambda cid, ids: competitions.forbid_pair(cid, ids[0], ids[1]),
    "player_added": lambda cid, ids: players.add_player(cid, PlayerInput("New", categories="j")),
    "players_added": lambda cid, ids: players.add_players(cid, [PlayerInput("New"), PlayerInput("Newer")]),
    "player_changed": lambda cid, ids: players.edit_player(ids[0], {"rating": 1000, "name": "Other"}),
    "player_withdrawn": lambda cid, ids: players.withdraw(ids[0], 2),
    "player_back": lambda cid, ids: players.come_back(ids[6], 4),
    "player_unlisted": lambda cid, ids: players.set_in_standings(ids[0], 2, False),
    "lots_given": lambda cid, ids: players.set_lots(cid, "draw"),
    "late_entry": lambda cid, ids: players.late_entry(cid, 1, ids[7], "bye_opponent"),
    "player_removed": lambda cid, ids: players.remove_player(ids[7]),
    "marked_absent": lambda cid, ids: presence.set_absent(cid, 2, ids[:2], "ill", until=4),
    "marked_present": lambda cid, ids: presence.set_present(cid, 3, ids[4:5]),
    "marked_all": lambda cid, ids: presence.set_all(cid, 3, False),
    "single_entered": lambda cid, ids: results.enter_single(cid, 3, ids[0], "external", "2-0", "-1453", "Somebody"),
    "round_drafted": lambda cid, ids: rounds.draft_round(cid, 2, confirmed=True),
    "round_published": lambda cid, ids: rounds.publish_round(cid, 2),
    "draft_discarded": lambda cid, ids: rounds.discard_draft(cid, 2),
    "round_changed": lambda cid, ids: rounds.set_round(cid, 2, "2026-01-01", "Monday"),
    "round_closed": lambda cid, ids: rounds.close_round(cid, 1, confirmed=True),
    "round_added": lambda cid, ids: rounds.add_round(cid),
    "round_deleted": lambda cid, ids: rounds.delete_round(cid, 2, confirmed=True),
    "players_swapped": lambda cid, ids: rounds.swap_players(cid, 2, *_of(cid, 0, 1), confirmed=True),
    "colours_reversed": lambda cid, ids: rounds.reverse_colours(games(cid, 2)[0].id, confirmed=True),
    "pair_removed": lambda cid, ids: rounds.unpair(games(cid, 2)[0].id),
    "pair_locked": lambda cid, ids: rounds.set_locked(games(cid, 2)[0].id, True),
    "bye_given": lambda cid, ids: rounds.give_bye(cid, 4, ids[0]),
    "game_added": lambda cid, ids: rounds.add_game(cid, 4, ids[0], ids[5], result="1-1", confirmed=True),
    "game_changed": lambda cid, ids: results.edit_game(games(cid, 1)[0].id, {"table": 12, "date": "2026-01-01"}),
    "game_removed": lambda cid, ids: results.remove_game(games(cid, 1)[0].id, confirmed=True),
    "result_entered": lambda cid, ids: results.enter_result(games(cid, 1)[0].id, "0-2"),
    "games_annulled": lambda cid, ids: results.annul([games(cid, 1)[0].id]),
    "classification_added": lambda cid, ids: classifications.add_classification(cid, _named(cid, "Second")),
    "classification_changed": lambda cid, ids: classifications.edit_classification(_first(cid).id, _named(cid, "Main")),
}


def _of(cid, one, other):
    """White of one table and white of another in round 2."""
    found = games(cid, 2)
    return found[one].white, found[other].white


def _first(cid):
    return mapping.pairing_classification(cid)


def _named(cid, name):
    return replace(mapping.settings(_first(cid)), name=name)


@pytest.fixture
def started(file):
    """Seven players, round 1 played but for table 3, an eighth player who joins in round 2, round 2 a draft, an absence in round 3."""
    cid, ids = swiss(7)
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    finish(cid, 1, "1-1")
    ids.append(players.add_player(cid, PlayerInput("Late")))
    rounds.draft_round(cid, 2)
    presence.set_absent(cid, 3, ids[4:5])
    players.withdraw(ids[6], 3)
    return cid, ids


@pytest.mark.parametrize("label", ACTIONS)
def test_undo_restores_and_redo_repeats(started, file, label):
    cid, ids = started
    before = content()
    lines = len(file.history(cid, 99))
    ACTIONS[label](cid, ids)
    after = content()
    assert after != before
    line = file.history(cid, 99)[0]
    assert (line.label, len(file.history(cid, 99))) == (label, lines + 1)
    for code in LANGUAGES:
        with language(code):
            sentence = messages.label_text(line)
            assert sentence
            assert "%(" not in sentence
    file.undo(cid)
    assert content() == before
    file.redo(cid)
    assert content() == after


def test_undo_of_file_actions(file):
    before = content()
    cid = competitions.create_competition(NewCompetition("Club"))
    competitions.rename_file("Club X")
    competitions.delete_competition(cid, confirmed=True)
    assert [line.label for line in file.history(None, 9)] == ["competition_deleted", "file_renamed", "competition_created"]
    for _ in range(3):
        file.undo(None)
    assert content() == before


def test_sentence_of_a_correction(started, file):
    cid, _ = started
    results.enter_result(games(cid, 1)[1].id, "2-0")
    assert messages.label_text(file.history(cid, 1)[0]) == "Round 1, table 2, Player C3 – Player D4: 1-1 → 2-0"
    with language("nl"):
        assert "1-1 → 2-0" in messages.label_text(file.history(cid, 1)[0])
