"""Pairing by the list through the actions: what a club starts with, drafts, lots, relaxations, records, changes by hand, undo (spec 21, 23, 10)."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from engine.classification import standing
from engine.pairing import facts, ranking, registry
from engine.results import BLACK_WINS, DRAW, WHITE_WINS
from engine.systems.keizer_options import PRESETS, KeizerOptions
from kompitie_web.__main__ import main
from kompitie_web.actions import (
    byhand,
    classifications,
    competitions,
    late,
    list_presets,
    pairing_list,
    pairings,
    players,
    presence,
    presets,
    results,
    rounds,
    sessions,
)
from kompitie_web.actions.competitions import NewCompetition, create_competition
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.pairing_list import NewList
from kompitie_web.actions.pairing_record import record_of
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.messages import error_text, fact_text, notice_text
from kompitie_web.store import KompitieFile, mapping, models
from tests.actions.tournaments import content, finish, games, pairs

EVENINGS = ("Monday", "Friday")


def club(count=8, total=6, system="keizer", options=None, **facts_of):
    """A club that pairs by its list, with players 1 … count by lot; gives the competition's id and their ids."""
    cid = create_competition(
        NewCompetition("Club", kind="club", pairing="list", system=system, rounds=total, evenings=EVENINGS, **facts_of)
    )
    if options:
        competitions.update_pairing_options(cid, options, confirmed=True)
    return cid, players.add_players(cid, [PlayerInput(f"Player {chr(65 + one)}", 1500 - 10 * one) for one in range(count)])


def list_order(cid, last):
    """The players in the order of the pairing classification after a round."""
    settings = mapping.settings(mapping.pairing_classification(cid))
    return [row.player for row in standing(mapping.competition(cid), settings, last).rows]


def played(cid, number, code=WHITE_WINS):
    """Pair, publish and finish a round."""
    rounds.draft_round(cid, number)
    rounds.publish_round(cid, number)
    finish(cid, number, code)


def codes(stated):
    return [fact.code for fact in stated]


# ── what a club starts with ──────────────────────────────────────────────────


def test_a_club_is_offered_keizer_with_the_list_that_pairs(file):
    cid = create_competition(NewCompetition("Club", kind="club"))
    row = models.Competition.get_by_id(cid)
    assert (row.pairing, row.planned_rounds) == ("list", 30)
    assert ranking.read(row.pairing_options) == ranking.Options()
    settings = mapping.settings(mapping.pairing_classification(cid))
    assert (settings.system, KeizerOptions.read(settings.options)) == ("keizer", PRESETS["kompitie"])


@pytest.mark.parametrize("preset", list(PRESETS))
def test_each_preset_of_keizer_makes_its_classification(file, preset):
    cid = create_competition(NewCompetition("Club", pairing="list", system="keizer", preset=preset))
    settings = mapping.settings(mapping.pairing_classification(cid))
    assert KeizerOptions.read(settings.options) == PRESETS[preset]
    options = ranking.read(models.Competition.get_by_id(cid).pairing_options)
    expected = (3, 1, "whoever_is_left") if preset == "club_article" else (0, 6, "lowest")
    assert (options.lot_rounds, options.rematch_distance, options.bye) == expected


def test_moyenne_has_the_points_of_its_sport_and_a_chess_club_minds_colours(file):
    cid = create_competition(NewCompetition("Club", sport="chess", pairing="list", system="moyenne"))
    settings = mapping.settings(mapping.pairing_classification(cid))
    assert (settings.system, settings.scale.draw) == ("moyenne", Fraction(1, 2))
    assert models.Competition.get_by_id(cid).pairing_options["maximum_colour_balance"] == 2


def test_attendance_has_one_list_over_all_and_one_for_each_evening(file):
    cid, _ = club(system="attendance", total=5)
    overall, *evenings = (mapping.settings(row) for row in mapping.classifications(cid))
    assert (overall.system, overall.sessions) == ("attendance", ())
    assert [(one.name, one.system, one.sessions) for one in evenings] == [(day, "normal", (day,)) for day in EVENINGS]
    assert all(one.reason_points == {"external_evening": 1} for one in evenings)
    assert all(one.fixed_reasons == ("external", "external_evening") for one in evenings)
    assert mapping.pairing_classification(cid).system == "attendance"
    assert [one.session for one in mapping.competition(cid).rounds] == ["Monday", "Friday", "Monday", "Friday", "Monday"]
    assert models.Competition.get_by_id(cid).pairing_options["rematch_days"] == 7


def test_a_new_round_bears_the_next_evening(file):
    cid, _ = club(system="attendance", total=3)
    rounds.add_round(cid)
    competitions.update_competition(cid, {"planned_rounds": 6})
    assert [one.session for one in mapping.competition(cid).rounds] == ["Monday", "Friday"] * 3
    rounds.set_round(cid, 2, session="Thursday")
    assert sessions.offered(cid) == ["Monday", "Friday", "Thursday"]
    assert sessions.following(cid, 3) == ""


@pytest.mark.parametrize(
    ("values", "code", "field"),
    [
        ({"evenings": ("Monday", "monday")}, "evenings_alike", "evening_2"),
        ({"evenings": ("Monday", " ")}, "name_missing", "evening_2"),
        ({"system": "elo"}, "choice_unknown", "system"),
        ({"system": "keizer", "preset": "none"}, "choice_unknown", "preset"),
    ],
)
def test_what_cannot_be_made_is_refused_and_nothing_stays(file, values, code, field):
    with pytest.raises(ActionError) as refused:
        create_competition(NewCompetition("Club", **{"pairing": "list", "system": "attendance", **values}))
    assert (refused.value.code, refused.value.field) == (code, field)
    assert error_text(refused.value)
    assert not models.Competition.select().exists()


def test_with_few_players_the_maximum_of_meetings_is_enough_for_all_rounds(file):
    cid, _ = club(8, 30, players=8)
    options = models.Competition.get_by_id(cid).pairing_options
    assert (options["maximum_meetings"], options["rematch_distance"]) == (5, 6)
    assert [notice.code for notice in rounds.warnings(cid)] == []


# ── drafts ───────────────────────────────────────────────────────────────────


def test_before_any_result_the_initial_order_pairs_neighbours(file):
    cid, ids = club(8)
    rounds.draft_round(cid, 1)
    assert pairs(cid, 1) == [(ids[0], ids[1]), (ids[2], ids[3]), (ids[4], ids[5]), (ids[6], ids[7])]
    assert record_of(cid, 1).request.order == tuple(ids)


def test_a_list_given_by_rating_or_by_hand_is_the_initial_order(file):
    from dataclasses import replace

    from kompitie_web.actions import classifications

    cid, ids = club(6)
    row = mapping.pairing_classification(cid)
    settings = mapping.settings(row)
    given = {**settings.options, "initial": "list", "initial_list": [ids[5], ids[4]]}
    classifications.edit_classification(row.id, replace(settings, options=given))
    rounds.draft_round(cid, 1)
    assert record_of(cid, 1).request.order == (ids[5], ids[4], *ids[:4])


@pytest.mark.parametrize("system", list_presets.SYSTEMS)
def test_later_rounds_follow_the_list_of_that_moment(file, system):
    cid, _ = club(8, system=system)
    played(cid, 1, BLACK_WINS)
    rounds.draft_round(cid, 2)
    record = record_of(cid, 2)
    assert list(record.request.order) == list_order(cid, 1)
    assert [line.player for line in record.draft.order] == list_order(cid, 1)


def test_a_hidden_player_is_paired_at_his_own_place(file):
    cid, ids = club(8)
    players.set_in_standings(ids[0], 1, False)
    rounds.draft_round(cid, 1)
    assert pairs(cid, 1)[0] == (ids[0], ids[1])


def test_open_games_of_earlier_rounds_are_asked_about_and_count_as_draws(file):
    cid, _ = club(6)
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    first, *others = games(cid, 1)
    for game in others:
        results.enter_result(game.id, WHITE_WINS)
    with pytest.raises(NeedsConfirmation) as ask:
        rounds.draft_round(cid, 2)
    assert ask.value.code == "open_games"
    rounds.draft_round(cid, 2, confirmed=True)
    record = record_of(cid, 2)
    assert facts.OPEN_GAMES in codes(record.draft.remarks)
    results.enter_result(first.id, DRAW)
    assert list(record.request.order) == list_order(cid, 1)


def test_a_lot_round_keeps_its_seed_and_tells_it(file):
    cid, _ = club(8, options={"lot_rounds": 2})
    rounds.draft_round(cid, 1)
    record = record_of(cid, 1)
    assert record.draft.seed == record.request.seed > 0
    assert codes(record.draft.remarks) == [facts.DRAWN]
    assert ranking.pair(record.request) == record.draft


def test_a_relaxed_rule_is_named_on_the_draft(file):
    cid, _ = club(4, 6)
    for number in (1, 2, 3):
        played(cid, number)
    rounds.draft_round(cid, 4)
    draft = record_of(cid, 4).draft
    assert facts.RELAXED_DISTANCE in codes(draft.remarks)
    assert any(facts.BROKEN_DISTANCE in codes(pair.remarks) for pair in draft.pairs)


def test_forbidden_pairs_are_never_relaxed(file):
    cid, ids = club(4)
    for other in ids[1:]:
        competitions.forbid_pair(cid, ids[0], other)
    with pytest.raises(NeedsConfirmation) as ask:
        rounds.draft_round(cid, 1)
    assert ask.value.code == "no_complete_pairing"
    assert error_text(ask.value)
    rounds.draft_round(cid, 1, allow_incomplete=True)
    assert len(games(cid, 1)) == 1


def test_kept_games_and_the_given_bye_stay_when_a_round_is_paired_again(file):
    cid, ids = club(7)
    made = rounds.add_game(cid, 1, ids[0], ids[6])
    rounds.give_bye(cid, 1, ids[2])
    rounds.draft_round(cid, 1)
    rounds.draft_round(cid, 1)
    assert len(games(cid, 1)) == 3
    assert made in [game.id for game in games(cid, 1)]
    assert record_of(cid, 1).draft.bye == ids[2]


def test_the_draft_is_undone_and_redone(file):
    cid, _ = club(6)
    before = content()
    rounds.draft_round(cid, 1)
    after = content()
    file.undo(cid)
    assert content() == before
    file.redo(cid)
    assert content() == after


def test_rounds_come_in_their_order(file):
    cid, _ = club(6)
    with pytest.raises(ActionError) as refused:
        rounds.draft_round(cid, 2)
    assert refused.value.code == "earlier_round_not_published"


# ── options ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"search": "best"}, "choice_unknown"),
        ({"bye": "keys"}, "choice_unknown"),
        ({"lot_rounds": "many"}, "number_unknown"),
        ({"rematch_distance": -1}, "number_range"),
        ({"maximum_meetings": 0}, "number_range"),
        ({"order_keys": "47"}, "choice_unknown"),
    ],
)
def test_options_that_cannot_be_read_are_refused(file, changes, code):
    cid, _ = club(8)
    with pytest.raises(ActionError) as refused:
        competitions.update_pairing_options(cid, changes)
    assert (refused.value.code, refused.value.field) == (code, next(iter(changes)))


def test_options_that_cannot_work_are_named_and_saved_after_a_yes(file):
    cid, _ = club(6, 12)
    before = content()
    with pytest.raises(NeedsConfirmation) as ask:
        competitions.update_pairing_options(cid, {"maximum_meetings": 1, "rematch_distance": 2})
    assert ask.value.arguments["fields"] == ["maximum_meetings"]
    assert error_text(ask.value).startswith("6 players who meet at most 1 times cannot fill 12 rounds: it takes 3 times.")
    assert content() == before
    competitions.update_pairing_options(cid, {"maximum_meetings": 1}, confirmed=True)
    assert models.Competition.get_by_id(cid).pairing_options["maximum_meetings"] == 1
    told = [notice_text(notice) for notice in rounds.warnings(cid)]
    assert any("cannot fill 12 rounds" in text for text in told)


def test_another_pairing_brings_its_own_bye_and_meetings(file):
    cid = create_competition(NewCompetition("Swiss"))
    competitions.update_pairing_options(cid, {"bye": "lowest", "first_round": "halves", "maximum_colour_balance": 3})
    competitions.update_competition(cid, {"pairing": "list"}, wanted=KEIZER)
    options = models.Competition.get_by_id(cid).pairing_options
    assert (options["bye"], options["maximum_meetings"], options["maximum_colour_balance"]) == ("lowest", 2, 3)
    competitions.update_pairing_options(cid, {"bye": "whoever_is_left"}, confirmed=True)
    competitions.update_competition(cid, {"pairing": "resistance"})
    options = models.Competition.get_by_id(cid).pairing_options
    assert (options["bye"], options["maximum_meetings"], options["first_round"]) == ("keys", 1, "halves")


def test_a_chess_competition_that_goes_over_to_the_list_minds_colours(file):
    cid = create_competition(NewCompetition("Free", sport="chess", pairing="none"))
    competitions.update_competition(cid, {"pairing": "list"}, wanted=KEIZER)
    assert models.Competition.get_by_id(cid).pairing_options["maximum_colour_balance"] == 2


KEIZER = NewList("keizer", "Keizer")


def refused(code, kind=ActionError):
    return pytest.raises(kind, check=lambda error: error.code == code)


def test_another_list_can_pair(file):
    cid, _ = club(8, system="attendance")
    monday = mapping.classifications(cid)[1].id
    with refused("pairing_list_doubtful", NeedsConfirmation):
        competitions.update_pairing_options(cid, {}, wanted=monday)
    competitions.update_pairing_options(cid, {}, confirmed=True, wanted=monday)
    assert mapping.pairing_classification(cid).id == monday
    file.undo(cid)
    assert mapping.pairing_classification(cid).system == "attendance"
    other = mapping.pairing_classification(create_competition(NewCompetition("Other"))).id
    with refused("classification_gone"):
        competitions.update_pairing_options(cid, {}, wanted=other)


def test_who_goes_over_to_the_list_says_which(file):
    cid = create_competition(NewCompetition("Swiss", rounds=9))
    points = mapping.pairing_classification(cid).id
    players.add_players(cid, [PlayerInput(f"Player {one}", 1200 - one) for one in range(6)])
    assert pairing_list.proposed(cid) is None
    with refused("choose_pairing_list", NeedsConfirmation):
        competitions.update_competition(cid, {"pairing": "list"})
    with refused("pairing_list_doubtful", NeedsConfirmation):
        competitions.update_competition(cid, {"pairing": "list"}, wanted=points)
    with refused("choice_unknown"):
        competitions.update_competition(cid, {"pairing": "list"}, wanted=NewList("swiss", "Swiss"))
    assert models.Competition.get_by_id(cid).pairing == "resistance"
    competitions.update_competition(cid, {"pairing": "list"}, wanted=KEIZER)
    row = mapping.pairing_classification(cid)
    assert (row.system, row.name) == ("keizer", "Keizer")
    assert pairing_list.proposed(cid) == row.id
    # The options suit the list, the players and the rounds.
    options = models.Competition.get_by_id(cid).pairing_options
    assert not list_presets.problems(options, mapping.competition(cid).players, 9)
    played(cid, 1)
    file.undo(cid)
    for _one in range(20):
        if models.Competition.get_by_id(cid).pairing == "resistance":
            break
        file.undo(cid)
    assert [row.id for row in mapping.classifications(cid)] == [points]
    assert mapping.pairing_classification(cid).id == points


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"last_round": 4}, "of_a_period"),
        ({"sessions": ("Monday",)}, "of_an_evening"),
        ({"system": "normal", "options": {}}, "not_for_pairing"),
    ],
)
def test_what_is_odd_about_a_list_that_pairs_is_named(file, changes, code):
    cid, _ = club(6)
    settings = replace(mapping.settings(mapping.pairing_classification(cid)), name="Odd", **changes)
    odd = classifications.add_classification(cid, settings, confirmed=True)
    assert [one.code for one in pairing_list.doubts(cid, odd)] == [code]
    assert "%" not in fact_text(
        f"list_{code}", {key: value for one in pairing_list.doubts(cid, odd) for key, value in one.arguments}
    )
    assert pairing_list.proposed(cid) == mapping.pairing_classification(cid).id


def test_the_table_of_pairings_knows_the_engines():
    assert set(pairings.KINDS) == set(presets.PAIRINGS)
    assert all(kind.engine in registry.PAIRINGS for kind in pairings.KINDS.values() if kind.round_by_round)
    assert [key for key, kind in pairings.KINDS.items() if not kind.round_by_round] == ["round_robin", "none"]


# ── by hand, and late ────────────────────────────────────────────────────────


def row_of(cid, number):
    return models.Round.get((models.Round.competition == cid) & (models.Round.number == number))


def test_a_pair_by_hand_names_the_rules_of_the_list(file):
    cid, ids = club(6, options={"maximum_meetings": 1, "rematch_distance": 3})
    played(cid, 1)
    assert codes(byhand.pair_breaks(row_of(cid, 2), ids[1], ids[0])) == [facts.BROKEN_DISTANCE, facts.BROKEN_MEETINGS]
    assert byhand.pair_breaks(row_of(cid, 2), ids[0], ids[2]) == []
    with pytest.raises(NeedsConfirmation) as ask:
        rounds.add_game(cid, 2, ids[1], ids[0])
    assert "sooner than the rule allows" in error_text(ask.value)
    rounds.add_game(cid, 2, ids[1], ids[0], confirmed=True)


def test_club_family_and_forbidden_pairs_are_named_by_hand(file):
    cid, ids = club(6, options={"forbid_same_club": True, "forbid_same_family": True})
    for one in ids[:2]:
        players.edit_player(one, {"club": "DC  North", "family": "Vries"})
    competitions.forbid_pair(cid, ids[0], ids[1])
    found = codes(byhand.pair_breaks(row_of(cid, 1), ids[0], ids[1]))
    assert found == [facts.HAND_FORBIDDEN, facts.HAND_CLUB, facts.HAND_FAMILY]


def test_a_colour_limit_is_named_when_colours_are_turned(file):
    cid, _ = club(4, options={"maximum_colour_balance": 1, "rematch_distance": 0})
    played(cid, 1)
    rounds.draft_round(cid, 2)
    had_white = {game.white for game in games(cid, 1)}
    turned = next(game for game in games(cid, 2) if game.black in had_white)
    with pytest.raises(NeedsConfirmation) as ask:
        rounds.reverse_colours(turned.id)
    assert "colour limit" in error_text(ask.value)


def test_a_second_bye_is_only_named_while_others_had_fewer(file):
    cid, ids = club(3)
    rounds.give_bye(cid, 1, ids[0])
    played(cid, 1)
    assert codes(byhand.bye_breaks(row_of(cid, 2), ids[0])) == [facts.HAND_MORE_BYES]
    assert byhand.bye_breaks(row_of(cid, 2), ids[1]) == []


def test_a_late_player_gets_the_colours_of_the_list(file):
    cid, _ = club(7)
    played(cid, 1)
    rounds.draft_round(cid, 2)
    rounds.publish_round(cid, 2)
    free = late.bye_players(cid, 2)[0]
    comer = players.add_player(cid, PlayerInput("Late Arrival"))
    game = late.late_entry(cid, 2, comer, "bye_opponent")
    row = models.Game.get_by_id(game)
    balance = {one: columns.balance for one, columns in ranking.columns(mapping.competition(cid), 1).items()}
    assert balance[row.white_id] <= balance[row.black_id]
    assert {row.white_id, row.black_id} == {free.id, comer}


def test_a_waiting_player_is_told(file):
    cid, _ = club(6)
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    comer = players.add_player(cid, PlayerInput("Late Arrival"))
    players.set_in_schedule(comer, 1, True)
    assert "players_waiting" in [notice.code for notice in rounds.warnings(cid)]


# ── records and whole seasons ────────────────────────────────────────────────


def test_a_record_outlives_a_change_of_the_pairing(tmp_path, data, capsys):
    path = tmp_path / "Club.kompitie"
    file = KompitieFile.create(path, "Club", data)
    with file.connection():
        cid, _ = club(6)
        played(cid, 1)
        competitions.update_competition(cid, {"pairing": "resistance"}, confirmed=True)
        rounds.draft_round(cid, 2)
    file.close()
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out == "2 of 2 agree\n"


def season(cid, ids, total, seed):
    """A whole season: everybody stays away now and then, with or without a reason; results by strength, with draws and forfeits."""
    chance = random.Random(seed)
    for number in range(1, total + 1):
        for player in ids:
            if chance.random() < 0.2:
                reason = chance.choice(("with_notice", "without_notice", "external", "external_evening"))
                presence.set_absent(cid, number, [player], reason)
        rounds.draft_round(cid, number)
        rounds.publish_round(cid, number)
        for game in games(cid, number):
            results.enter_result(game.id, chance.choice((WHITE_WINS, WHITE_WINS, DRAW, BLACK_WINS, "2-0F")))
        rounds.close_round(cid, number)


@pytest.mark.parametrize(
    ("system", "options"),
    [
        ("keizer", {"lot_rounds": 2, "rematch_distance": 3}),
        ("moyenne", {"search": "balanced", "fewest_repeats": True, "bye": "whoever_is_left"}),
        ("attendance", {"maximum_colour_balance": 1, "not_three_in_a_row": True, "white": "lot"}),
    ],
)
def test_a_season_of_twelve_players_is_paired_again_without_a_difference(tmp_path, data, capsys, system, options):
    path = tmp_path / "Club.kompitie"
    file = KompitieFile.create(path, "Club", data)
    with file.connection():
        cid, ids = club(12, 10, system, options)
        season(cid, ids, 10, 3)
        for number in range(1, 11):
            record = record_of(cid, number)
            assert record.draft.rules == ranking.RULES
            assert ranking.pair(record.request) == record.draft
            if number > options.get("lot_rounds", 0):
                listed = [one for one in list_order(cid, number - 1) if one in {line.player for line in record.draft.order}]
                assert [line.player for line in record.draft.order] == listed
    file.close()
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out == "10 of 10 agree\n"
