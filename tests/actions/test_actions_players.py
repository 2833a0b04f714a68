"""Entering, changing, withdrawing and removing players (spec 00 rows 3, 11, 12; 70 traps 12, 13, 15, 20, 23, 25)."""

import pytest
from strange_names import STRANGE
from tournaments import content, entries, finish, games, play, swiss

from kompitie_web.actions import participation, players, results, rounds
from kompitie_web.actions.competitions import NewCompetition, create_competition
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.store import mapping, models


def refused(code, kind=ActionError):
    """The refusal that is expected."""
    return pytest.raises(kind, check=lambda error: error.code == code)


def by_name(cid):
    """The players by name."""
    return {player.name: player for player in mapping.competition(cid).players}


@pytest.fixture
def cid(file):
    """A competition without players."""
    return create_competition(NewCompetition("Club", rounds=5))


def test_only_the_name_is_needed(cid):
    players.add_player(cid, PlayerInput("  Vries,   Jan de "))
    player = by_name(cid)["Vries, Jan de"]
    assert (player.code, player.lot, player.rating, player.in_schedule(1), player.in_standings(1)) == ("jvr", 1, None, True, True)


def test_line_with_everything(cid):
    made = PlayerInput("Bakker, Anna", 1184, "Dam Mee", "jv", "anna", "MI", 7, "Urk", 2, "00123", "Bakker", 1961)
    row = models.Competitor.get_by_id(players.add_player(cid, made))
    assert players.as_input(row) == PlayerInput(**{**vars(made), "person": row.person_id})
    assert {category.letter for category in models.Category.select()} == {"j", "v"}


def test_codes_are_unique_in_the_competition(cid):
    players.add_players(cid, [PlayerInput("Vries, Jan de"), PlayerInput("Vries, Johan de")])
    with refused("code_taken"):
        players.add_player(cid, PlayerInput("Smit, Piet", code="JVR"))
    assert [player.code for player in mapping.competition(cid).players] == ["jvr", "jvi"]


def test_list_is_entered_whole_or_not_at_all(file, cid):
    before = content()
    with refused("rating_range") as error:
        players.add_players(cid, [PlayerInput("Een"), PlayerInput("Twee", 12000)])
    assert error.value.arguments["line"] == 2
    assert content() == before
    players.add_players(cid, [PlayerInput("Een"), PlayerInput("Twee", 1200)])
    assert [shot.why for shot in file.snapshots()][:1] == ["import"]


@pytest.mark.parametrize("rating", [-1, 4001, 12000])
def test_trap_23_rating_out_of_range_never_reaches_the_file(cid, rating):
    with refused("rating_range") as error:
        players.add_player(cid, PlayerInput("Jan", rating))
    assert error.value.field == "rating"
    player = players.add_player(cid, PlayerInput("Jan", 1200))
    with refused("rating_range"):
        players.edit_player(player, {"rating": rating})


def test_trap_25_strange_names_and_twice_the_same(cid):
    players.add_players(cid, [PlayerInput(f"  {name} ") for name in [*STRANGE, *STRANGE]])
    assert [player.name for player in mapping.competition(cid).players] == [*STRANGE, *STRANGE]
    assert len({player.code for player in mapping.competition(cid).players}) == 2 * len(STRANGE)
    assert {hint.code for hint in players.hints_of(cid)[1]} == {"no_rating", "same_name"}


def test_trap_15_editing_a_rating_changes_neither_lots_nor_rounds(file):
    cid, ids = swiss(6)
    players.set_lots(cid, "rating")
    play(cid, 1)
    lots = {player.id: player.lot for player in mapping.competition(cid).players}
    played = games(cid, 1)
    players.edit_player(ids[5], {"rating": "2000"})
    competition = mapping.competition(cid)
    assert competition.by_id[ids[5]].rating == 2000
    assert {player.id: player.lot for player in competition.players} == lots
    assert games(cid, 1) == played


def test_rating_follows_in_running_competitions_only_when_asked(cid):
    other = create_competition(NewCompetition("Other", rounds=3))
    first = players.add_player(cid, PlayerInput("Jan de Boer", 1200))
    person = players.people_named("Boer, Jan de", other)[0]
    second = players.add_player(other, PlayerInput("Jan de Boer", 1200, person=person.id))
    assert models.Person.select().count() == 1
    assert [row.id for row in players.running_elsewhere(first)] == [second]
    players.edit_player(first, {"rating": 1300})
    assert models.Competitor.get_by_id(second).rating == 1200
    assert models.Person.get().rating == 1300
    players.edit_player(first, {"rating": 1350}, running=True)
    assert models.Competitor.get_by_id(second).rating == 1350


def test_person_is_only_reused_when_chosen_and_named_the_same(cid):
    other = create_competition(NewCompetition("Other"))
    players.add_player(cid, PlayerInput("Jan de Boer"))
    person = models.Person.get().id
    players.add_player(other, PlayerInput("Jan de Boer"))
    players.add_player(other, PlayerInput("Piet", person=person))
    assert models.Person.select().count() == 3
    assert players.people_named("Jan de Boer", cid)


def test_name_is_corrected_everywhere(cid):
    other = create_competition(NewCompetition("Other"))
    first = players.add_player(cid, PlayerInput("Jan de Beor"))
    second = players.add_player(other, PlayerInput("Jan de Beor", person=models.Person.get().id))
    players.edit_player(first, {"name": "Jan de Boer", "club": "Dam Mee", "town": "Urk", "barrage": "3", "lot": ""})
    assert models.Competitor.get_by_id(second).name == "Jan de Boer"
    row = models.Competitor.get_by_id(first)
    assert (row.club, row.place, row.barrage, row.lot, row.code) == ("Dam Mee", "Urk", 3, 1, "jbe")
    with refused("choice_unknown"):
        players.edit_player(first, {"nonsense": 1})


def test_players_of_an_earlier_competition(cid):
    first = players.add_player(cid, PlayerInput("Jan de Boer", 1200, "Dam Mee", lot=9, barrage=3))
    players.edit_player(first, {"rating": 1250})
    other = create_competition(NewCompetition("Next", previous=cid))
    players.add_player(other, PlayerInput("Jos Bobo", code="jbo"))
    found = players.earlier_players(other, cid)
    assert [(one.name, one.rating, one.code, one.lot, one.barrage) for one in found] == [("Jan de Boer", 1250, "jbe", None, 0)]
    players.add_players(other, found)
    assert players.earlier_players(other, cid) == []
    assert models.Person.select().count() == 2


def test_lot_numbers_by_each_method(cid):
    made = [
        PlayerInput("A", 1000, title="MI"),
        PlayerInput("B", 1200),
        PlayerInput("C", None, title="GMI"),
        PlayerInput("D", 1100, title="m"),
    ]
    players.add_players(cid, made)

    def order():
        return "".join(player.name for player in sorted(mapping.competition(cid).players, key=lambda player: player.lot))

    assert order() == "ABCD"
    players.set_lots(cid, "rating")
    assert order() == "BDAC"
    players.set_lots(cid, "title")
    assert order() == "CADB"
    seed = players.set_lots(cid, "draw")
    drawn = order()
    players.set_lots(cid, "entry")
    assert order() == "ABCD"
    assert players.set_lots(cid, "draw", seed) == seed
    assert order() == drawn
    assert models.Competition.get_by_id(cid).pairing_options["lot_seed"] == seed


def test_late_player_joins_from_the_first_round_that_is_not_published(file):
    cid, _ = swiss(4)
    play(cid, 1)
    late = players.add_player(cid, PlayerInput("Late"))
    player = mapping.competition(cid).by_id[late]
    assert [player.in_schedule(number) for number in (1, 2, 3)] == [False, True, True]
    assert not player.has_joined(1)


def test_trap_12_withdrawn_player_is_paired_no_more_but_keeps_his_games(file):
    cid, ids = swiss(6)
    play(cid, 1)
    players.withdraw(ids[0], 2)
    for number in (2, 3):
        play(cid, number)
        assert ids[0] not in {player for game in games(cid, number) for player in (game.white, game.black)}
        assert ids[0] not in dict(entries(cid, number))
    player = mapping.competition(cid).by_id[ids[0]]
    assert player.has_joined(3)
    assert player.in_standings(3)
    assert len([game for game in mapping.competition(cid).games if ids[0] in (game.white, game.black)]) == 1
    assert all(game.white != game.black for game in mapping.competition(cid).games)


def test_withdrawn_player_comes_back_and_the_gap_stays(file):
    cid, ids = swiss(6)
    players.withdraw(ids[0], 2)
    players.come_back(ids[0], 4)
    player = mapping.competition(cid).by_id[ids[0]]
    assert [player.in_schedule(number) for number in range(1, 6)] == [True, False, False, True, True]
    players.set_in_standings(ids[0], 3, False)
    player = mapping.competition(cid).by_id[ids[0]]
    assert [player.in_standings(number) for number in range(1, 6)] == [True, True, False, False, False]


def test_trap_04_absent_not_joined_and_withdrawn_stay_three_things(cid):
    player = players.add_player(cid, PlayerInput("Jan"))
    participation_of = lambda: participation.intervals(player, participation.SCHEDULE)  # noqa: E731
    players.withdraw(player, 1)
    assert participation_of() == [(1, 0)]
    assert mapping.competition(cid).by_id[player].has_joined(1)
    players.come_back(player, 3)
    assert participation_of() == [(3, None)]


def test_withdrawal_asks_about_published_unplayed_games(file):
    cid, ids = swiss(6)
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    mine = next(game for game in games(cid, 1) if ids[0] in (game.white, game.black))
    other = mine.black if mine.white == ids[0] else mine.white
    with refused("withdraw_games", NeedsConfirmation) as question:
        players.withdraw(ids[0], 1)
    assert question.value.arguments["proposal"] == "forfeit"
    players.withdraw(ids[0], 1, unplayed="forfeit")
    assert next(game for game in games(cid, 1) if game.id == mine.id).result in ("2-0F", "0-2F")
    file.undo(cid)
    players.withdraw(ids[0], 1, unplayed="remove")
    assert mine.id not in {game.id for game in games(cid, 1)}
    assert (other, "bye") in entries(cid, 1)


def test_trap_20_round_robin_withdrawal_below_half_is_annulled(file):
    cid = create_competition(NewCompetition("RR", kind="round_robin", rounds=5))
    ids = players.add_players(cid, [PlayerInput(f"Player {number}") for number in range(6)])
    rounds.make_schedule(cid)
    for number in (1, 2):
        finish(cid, number)
    with refused("withdraw_games", NeedsConfirmation) as question:
        players.withdraw(ids[0], 3)
    assert (question.value.arguments["proposal"], question.value.arguments["annul"]) == ("remove", True)
    players.withdraw(ids[0], 3, unplayed="remove", annul=True)
    mine = [game for game in mapping.competition(cid).games if ids[0] in (game.white, game.black)]
    assert [(game.round, game.annulled, game.result) for game in mine] == [(1, True, "2-0"), (2, True, "2-0")]
    assert all(not game.annulled for game in mapping.competition(cid).games if game not in mine)
    from engine.classification import standing

    shown = standing(mapping.competition(cid), mapping.settings(mapping.pairing_classification(cid)), 2)
    assert {row.player: row.games for row in shown.rows}[ids[0]] == 0
    assert sum(row.games for row in shown.rows) == 2 * 4
    # the unplayed games left byes, none of which pays in a round robin
    assert [len(entries(cid, number)) for number in (3, 4, 5)] == [1, 1, 1]


def test_player_with_results_is_not_removed(file):
    cid, ids = swiss(4)
    play(cid, 1)
    with refused("player_has_results"):
        players.remove_player(ids[0])


def test_trap_13_removing_a_paired_player_asks_about_the_opponent(file):
    cid, ids = swiss(4)
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    mine = next(game for game in games(cid, 1) if ids[0] in (game.white, game.black))
    other = mine.black if mine.white == ids[0] else mine.white
    before = content()
    with refused("opponent_choice", NeedsConfirmation) as question:
        players.remove_player(ids[0])
    assert question.value.arguments["opponents"] == [mapping.competition(cid).by_id[other].name]
    players.remove_player(ids[0], opponent="bye")
    assert entries(cid, 1) == [(other, "bye")]
    assert ids[0] not in mapping.competition(cid).by_id
    assert models.Person.select().count() == 3
    file.undo(cid)
    assert content() == before
    players.remove_player(ids[0], opponent="free")
    assert entries(cid, 1) == []
    assert [row.id for row in rounds.latecomers(cid, 1)] == [other]


def test_player_in_a_draft_is_removed_without_a_question(file):
    cid, ids = swiss(4)
    rounds.draft_round(cid, 1)
    players.remove_player(ids[0])
    assert len(games(cid, 1)) == 1


class TestLateEntry:
    """Trap 11: after publication, against the bye, another latecomer, or with a bye or absence; published games do not move."""

    @pytest.fixture
    def started(self, file):
        cid, ids = swiss(5)
        rounds.draft_round(cid, 1)
        rounds.publish_round(cid, 1)
        return cid, ids, players.add_player(cid, PlayerInput("Late", 1000))

    def test_trap_11_against_the_bye(self, started):
        cid, _, late = started
        before = games(cid, 1)
        bye = entries(cid, 1)[0][0]
        game = players.late_entry(cid, 1, late, "bye_opponent")
        assert games(cid, 1)[:-1] == before
        new = games(cid, 1)[-1]
        assert (new.id, {new.white, new.black}, new.table, new.number, new.locked) == (game, {late, bye}, 3, 3, True)
        assert entries(cid, 1) == []
        assert mapping.competition(cid).by_id[late].in_schedule(1)

    def test_trap_11_against_another_latecomer(self, started):
        cid, _, late = started
        second = players.add_player(cid, PlayerInput("Later"))
        with refused("no_other_latecomer"):
            players.late_entry(cid, 1, late, "latecomer")
        players.set_in_schedule(second, 1, True)
        players.late_entry(cid, 1, late, "latecomer")
        assert {games(cid, 1)[-1].white, games(cid, 1)[-1].black} == {late, second}
        assert len(entries(cid, 1)) == 1

    def test_trap_11_with_a_bye_or_an_absence(self, started):
        cid, _, late = started
        players.late_entry(cid, 1, late, "bye")
        assert (late, "bye") in entries(cid, 1)
        players.late_entry(cid, 1, late, "absent", reason="ill")
        assert (late, "ill") in entries(cid, 1)
        assert len(entries(cid, 1)) == 2

    def test_needs_a_published_round_and_a_player_without_a_game(self, started):
        cid, _, late = started
        with refused("round_not_published"):
            players.late_entry(cid, 2, late, "bye")
        busy = games(cid, 1)[0].white
        with refused("player_has_game"):
            players.late_entry(cid, 1, busy, "bye")
        with refused("choice_unknown"):
            players.late_entry(cid, 1, late, "sofa")
        players.late_entry(cid, 1, late, "bye_opponent")
        with refused("nobody_has_bye"):
            players.late_entry(cid, 1, players.add_player(cid, PlayerInput("Third")), "bye_opponent")
        results.enter_result(games(cid, 1)[-1].id, "1-1")


def test_player_forgotten_in_a_schedule_is_in_the_next_one(file):
    cid = create_competition(NewCompetition("RR", kind="round_robin", rounds=3))
    players.add_players(cid, [PlayerInput(f"Player {number}") for number in range(3)])
    rounds.make_schedule(cid)
    players.add_player(cid, PlayerInput("Forgotten"))
    rounds.make_schedule(cid)
    assert len(games(cid, 1)) == 2


def test_own_results_are_never_lost_with_a_player(file):
    cid, ids = swiss(4)
    results.enter_single(cid, 2, ids[0], "external", "2-0", 1200)
    with refused("player_has_results"):
        players.remove_player(ids[0])
    players.withdraw(ids[0], 2)
    assert entries(cid, 2) == [(ids[0], "external")]
    with refused("entry_has_result", NeedsConfirmation):
        results.enter_single(cid, 2, ids[0], "ill")


def test_player_waiting_in_a_published_round_is_told(file):
    cid, ids = swiss(5)
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    rounds.take_bye(cid, 1, ids[4])
    notice = next(notice for notice in rounds.warnings(cid) if notice.code == "players_waiting")
    assert notice.arguments == {"count": 1, "round": 1, "players": ["Player E5"]}
