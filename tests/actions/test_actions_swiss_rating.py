"""The Swiss on rating through the actions: defaults, missing ratings, drafts, records, changes by hand, undo (spec 32, 10)."""

import pytest

from engine.pairing import facts, swiss_rating
from engine.results import DRAW
from kompitie_web.__main__ import main
from kompitie_web.actions import byhand, competitions, late, players, rounds
from kompitie_web.actions.competitions import NewCompetition, create_competition
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.pairing_record import record_of
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.messages import error_text
from kompitie_web.store import KompitieFile, mapping, models
from tests.actions.tournaments import content, finish, games, pairs, play


def swiss(count=8, total=5, **facts_of):
    """A Swiss on rating with ratings falling in the order of entry; gives the competition's id and the players' ids."""
    cid = create_competition(NewCompetition("Elo", pairing="rating", rounds=total, **facts_of))
    return cid, players.add_players(cid, [PlayerInput(f"Player {chr(65 + one)}", 1500 - 10 * one) for one in range(count)])


def codes(stated):
    return [fact.code for fact in stated]


def row_of(cid, number):
    return models.Round.get((models.Round.competition == cid) & (models.Round.number == number))


def test_it_starts_with_its_standings_and_options(file):
    cid, _ = swiss()
    settings = mapping.settings(mapping.pairing_classification(cid))
    assert (settings.system, settings.tiebreaks) == ("swiss", "2")
    options = models.Competition.get_by_id(cid).pairing_options
    assert options == {"maximum_meetings": 1, "initial_colour": "", "give_up_colours": False}


def test_the_upper_half_meets_the_lower_and_the_colour_is_drawn_or_chosen(file):
    cid, ids = swiss()
    competitions.update_pairing_options(cid, {"initial_colour": "white"})
    rounds.draft_round(cid, 1)
    assert pairs(cid, 1) == [(ids[0], ids[4]), (ids[5], ids[1]), (ids[2], ids[6]), (ids[7], ids[3])]
    competitions.update_pairing_options(cid, {"initial_colour": ""})
    rounds.draft_round(cid, 1)
    record = record_of(cid, 1)
    assert record.draft.seed == record.request.seed
    assert swiss_rating.pair(record.request) == record.draft


@pytest.mark.parametrize("changes", [{"initial_colour": "red"}, {"maximum_meetings": 0}, {"search": "balanced"}])
def test_options_that_cannot_be_read_are_refused(file, changes):
    cid, _ = swiss()
    before = content()
    if "search" in changes:
        with pytest.raises(ActionError, match="choice_unknown"):
            competitions.update_pairing_options(cid, changes)
    else:
        with pytest.raises(ActionError) as refused:
            competitions.update_pairing_options(cid, changes)
        assert refused.value.field == next(iter(changes))
    assert content() == before


def test_missing_ratings_are_asked_for_before_the_first_pairing_only(file):
    cid, _ = swiss(6)
    players.add_players(cid, [PlayerInput("No One"), PlayerInput("No Two")])
    with pytest.raises(NeedsConfirmation) as ask:
        rounds.draft_round(cid, 1)
    assert error_text(ask.value).startswith("2 players have no rating (No One, No Two)")
    assert not games(cid, 1)
    rounds.draft_round(cid, 1, confirmed=True)
    rounds.publish_round(cid, 1)
    finish(cid, 1)
    rounds.draft_round(cid, 2)
    assert len(games(cid, 2)) == 4


def test_without_enough_opponents_it_says_whether_the_colours_prevent_it(file):
    cid, _ = swiss(2, 3)
    play(cid, 1)
    with pytest.raises(ActionError) as refusal:
        rounds.draft_round(cid, 2)
    assert refusal.value.code == "nobody_can_be_paired"
    assert error_text(refusal.value)


def test_a_third_game_of_one_colour_is_named_by_hand(file):
    cid, ids = swiss(4)
    for number, black in ((1, ids[1]), (2, ids[2])):
        rounds.add_game(cid, number, ids[0], black)
        rounds.draft_round(cid, number)
        rounds.publish_round(cid, number)
        finish(cid, number, DRAW)
    assert facts.BROKEN_COLOUR in codes(byhand.pair_breaks(row_of(cid, 3), ids[0], ids[3]))
    assert byhand.pair_breaks(row_of(cid, 3), ids[3], ids[0]) == []
    game = rounds.add_game(cid, 3, ids[3], ids[0])
    with pytest.raises(NeedsConfirmation, match="rule_breaks"):
        rounds.reverse_colours(game)


def test_a_late_player_gets_a_colour_and_the_round_is_undone(file):
    cid, _ = swiss(7)
    play(cid, 1)
    before = content()
    rounds.draft_round(cid, 2)
    file.undo(cid)
    assert content() == before
    rounds.draft_round(cid, 2)
    rounds.publish_round(cid, 2)
    comer = players.add_player(cid, PlayerInput("Late Arrival", 1600))
    row = models.Game.get_by_id(late.late_entry(cid, 2, comer, "bye_opponent"))
    assert comer in (row.white_id, row.black_id)


def test_a_tournament_is_paired_again_without_a_difference(tmp_path, data, capsys):
    path = tmp_path / "Elo.kompitie"
    file = KompitieFile.create(path, "Elo", data)
    with file.connection():
        cid, _ = swiss(11, 5)
        for number in range(1, 6):
            play(cid, number, DRAW if number % 2 else "2-0")
    file.close()
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out == "5 of 5 agree\n"


def test_the_colour_is_drawn_once_for_the_competition(file):
    """Pairing again, for somebody who came late, turns no colours; two who join later and meet get the colour of round 1."""
    cid, _ = swiss(8)
    rounds.draft_round(cid, 1)
    first = record_of(cid, 1).draft.seed
    late_one = players.add_players(cid, [PlayerInput("Late", 900), PlayerInput("Later", 890)])
    for _again in range(3):
        rounds.draft_round(cid, 1)
        assert record_of(cid, 1).draft.seed == first
    players.withdraw(late_one[0], 1)
    players.withdraw(late_one[1], 1)
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    finish(cid, 1)
    for one in late_one:
        players.come_back(one, 2)
    rounds.draft_round(cid, 2)
    assert record_of(cid, 2).request.seed == first
    rounds.discard_draft(cid, 2)
    assert record_of(cid, 2) is None


def test_who_throws_the_draft_away_gets_another_draw(file):
    cid, _ = swiss(8)
    seen = set()
    for _again in range(8):
        rounds.draft_round(cid, 1)
        seen.add(record_of(cid, 1).draft.seed)
        rounds.discard_draft(cid, 1)
    assert len(seen) > 1
