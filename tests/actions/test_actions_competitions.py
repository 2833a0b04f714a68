"""Competitions, classifications and the example tournament (spec 00 row 2, 10, 20)."""

from dataclasses import replace
from fractions import Fraction

import pytest
from tournaments import content, play, swiss

from engine.classification import Settings, standing
from engine.competition import DEFAULT_REASONS
from engine.publications import differs
from engine.results import PRESETS
from kompitie_web.actions import classifications, competitions, players, presets, reason_list, reasons
from kompitie_web.actions.byhand import add_game
from kompitie_web.actions.competitions import NewCompetition, create_competition
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.reason_list import ReasonTexts
from kompitie_web.documents.facts import published
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.store import mapping, models


def refused(code, kind=ActionError):
    """The refusal that is expected."""
    return pytest.raises(kind, check=lambda error: error.code == code)


def settings_of(cid):
    """The settings of the first classification."""
    return mapping.settings(mapping.pairing_classification(cid))


@pytest.mark.parametrize(
    "new, system, tiebreaks, scale, rounds",
    [
        (NewCompetition("T"), "swiss", "47", "draughts", 7),
        (NewCompetition("T", kind="club"), "keizer", "", "draughts", 30),
        (NewCompetition("T", kind="club", pairing="none"), "normal", "m7", "draughts", 30),
        (NewCompetition("T", sport="chess"), "swiss", "47", "chess", 7),
        (NewCompetition("T", scale="kndb"), "swiss", "p47", "kndb", 7),
        (NewCompetition("T", tiebreaks="", rounds=9), "swiss", "", "draughts", 9),
    ],
)
def test_sensible_defaults_of_every_kind(file, new, system, tiebreaks, scale, rounds):
    cid = create_competition(new)
    settings = settings_of(cid)
    assert (settings.system, settings.tiebreaks, settings.scale) == (system, tiebreaks, PRESETS[scale])
    competition = mapping.competition(cid)
    assert [one.number for one in competition.rounds] == list(range(1, rounds + 1))
    assert [reason.key for reason in reasons.reasons_of(cid)] == list(DEFAULT_REASONS)


def test_round_robin_pays_nothing_for_the_bye_everybody_has(file):
    cid = create_competition(NewCompetition("RR", kind="round_robin", double=True))
    assert settings_of(cid).scale.bye == Fraction(0)
    assert models.Competition.get_by_id(cid).pairing_options["double"] is True
    assert presets.round_robin_rounds(7, double=True) == 14


@pytest.mark.parametrize(
    "facts, code, field",
    [
        ({"name": " "}, "name_missing", "name"),
        ({"kind": "cup"}, "choice_unknown", "kind"),
        ({"rounds": 0}, "number_range", "rounds"),
        ({"rounds": "many"}, "number_unknown", "rounds"),
        ({"tiebreaks": "49"}, "tiebreak_unknown", "tiebreaks"),
        ({"tiebreaks": "44"}, "tiebreak_twice", "tiebreaks"),
        ({"first_date": "soon"}, "date_unknown", "first_date"),
        ({"organiser": "x" * 201}, "text_too_long", "organiser"),
    ],
)
def test_bad_answers_are_refused_with_their_field(file, facts, code, field):
    before = content()
    with refused(code) as error:
        create_competition(replace(NewCompetition("T"), **facts))
    assert error.value.field == field
    assert content() == before


def test_unknown_tiebreak_names_the_allowed_ones(file):
    with refused("tiebreak_unknown") as error:
        create_competition(NewCompetition("T", tiebreaks="4x"))
    assert error.value.arguments["value"] == "x"
    assert "4" in error.value.arguments["allowed"]


@pytest.mark.parametrize("language", ["nl", "fr", "en"])
def test_example_tournament(file, language):
    cid = competitions.create_example(language)
    competition = mapping.competition(cid)
    assert (len(competition.players), competition.planned_rounds, competition.games) == (24, 7, ())
    assert len({player.code for player in competition.players}) == 24
    assert sum(player.rating is None for player in competition.players) == 2
    assert {category.letter for category in models.Category.select() if category.name} == {"j", "v", "s"}
    letters = {row.key: row.letter for row in models.Reason.select()}
    assert (letters["bye"], letters["without_notice"]) == {"nl": ("v", "z"), "fr": ("e", "n"), "en": ("b", "u")}[language]
    assert len(set(letters.values())) == len(letters)
    play(cid, 1)
    assert len(mapping.competition(cid).games) == 12
    assert len(file.history(None, 10)) == 1


def test_facts_of_a_competition_change(file):
    cid, _ = swiss(4, 5)
    competitions.update_competition(
        cid, {"name": "New", "planned_rounds": 7, "arbiter": "Jan", "carry_presence": 1, "language": "fr"}
    )
    competitions.update_competition(
        cid, {"documents": {"fixed_text": "Hello"}, "first_date": "2026-01-01", "counts_for_rating": False}
    )
    row = models.Competition.get_by_id(cid)
    assert (row.name, row.planned_rounds, row.carry_presence, row.language, row.first_date) == ("New", 7, True, "fr", "2026-01-01")
    assert row.documents == {"arbiter": "Jan", "fixed_text": "Hello"}
    play(cid, 1)
    competitions.update_competition(cid, {"planned_rounds": 1})
    assert [one.number for one in mapping.competition(cid).rounds] == [1]
    competitions.update_competition(cid, {"planned_rounds": 2})
    play(cid, 2)
    with refused("rounds_in_use"):
        competitions.update_competition(cid, {"planned_rounds": 1})
    with refused("choice_unknown"):
        competitions.update_competition(cid, {"colour": "red"})


def test_pairing_options(file):
    cid, _ = swiss(4)
    competitions.update_pairing_options(cid, {"first_round": "halves", "maximum_colour_balance": "2", "second_round_even_odd": ""})
    competitions.update_pairing_options(cid, {"order_keys": "57", "bye": "lowest", "maximum_meetings": 2})
    options = models.Competition.get_by_id(cid).pairing_options
    assert (options["first_round"], options["maximum_colour_balance"], options["second_round_even_odd"]) == ("halves", 2, False)
    competitions.update_pairing_options(cid, {"maximum_colour_balance": ""})
    assert models.Competition.get_by_id(cid).pairing_options["maximum_colour_balance"] is None
    for wrong in ({"first_round": "x"}, {"nonsense": 1}, {"bye": "me"}):
        with refused("choice_unknown"):
            competitions.update_pairing_options(cid, wrong)
    with refused("tiebreak_unknown"):
        competitions.update_pairing_options(cid, {"order_keys": "9"})


def test_trap_18_pairing_order_and_standing_order_are_two_settings(file):
    cid, _ = swiss(4)
    competitions.update_pairing_options(cid, {"order_keys": "7"})
    assert settings_of(cid).tiebreaks == "47"


def test_pairing_may_change(file):
    cid, _ = swiss(4)
    competitions.update_competition(cid, {"pairing": "round_robin"})
    assert models.Competition.get_by_id(cid).pairing_options["table"] == "berger"


def test_competition_is_deleted_only_after_a_yes_and_comes_back(file):
    cid, ids = swiss(4)
    other = create_competition(NewCompetition("Other"))
    person = models.Competitor.get_by_id(ids[0]).person_id
    players.add_player(other, PlayerInput("Player A1", person=person))
    play(cid, 1)
    with refused("delete_competition", NeedsConfirmation) as question:
        competitions.delete_competition(cid)
    assert question.value.arguments == {"name": "Swiss", "has_results": True}
    before = content()
    competitions.delete_competition(cid, confirmed=True)
    assert [row.name for row in models.Competition.select()] == ["Other"]
    assert [row.id for row in models.Person.select()] == [person]
    assert models.Game.select().count() == 0
    file.undo(None)
    assert content() == before


def test_names_of_file_and_categories(file):
    cid, _ = swiss(4)
    competitions.rename_file(" DC Ons Genoegen ")
    assert models.FileInfo.get().name == "DC Ons Genoegen"
    competitions.set_category_name(cid, "j", "Jeugd")
    competitions.set_category_name(cid, "j", "Youth")
    assert [(row.letter, row.name) for row in models.Category.select()] == [("j", "Youth")]
    with refused("category_not_letter"):
        competitions.set_category_name(cid, "jv", "x")
    with refused("same_player"):
        competitions.forbid_pair(cid, 1, 1)


def test_reasons_are_the_arbiters(file):
    cid, _ = swiss(4)
    reason_list.change_reasons(cid, {"ill": ReasonTexts("I", {"nl": "Griep", "fr": ""})})
    row = next(reason for reason in competitions.reasons_of(cid) if reason.key == "ill")
    assert (row.letter, row.names) == ("i", {"nl": "Griep"})
    key = competitions.add_reason(cid, "q", {"en": "Holiday"})
    assert reasons.check_reason(cid, key) == "own1"
    with refused("reason_letter_taken"):
        reason_list.change_reasons(cid, {"ill": ReasonTexts("q")})
    with refused("reason_letter_form"):
        reason_list.change_reasons(cid, {"ill": ReasonTexts("qq")})
    with refused("reason_name_missing"):
        competitions.add_reason(cid, "y", {})
    competitions.remove_reason(cid, key)
    with refused("reason_needed"):
        competitions.remove_reason(cid, "bye")
    with refused("reason_unknown"):
        competitions.remove_reason(cid, key)


# Classifications


def test_further_standings_over_the_same_games(file):
    cid, _ = swiss(4)
    games = mapping.competition(cid).games
    made = classifications.add_classification(cid, Settings(name="Period 2", tiebreaks="7m", first_round=2), ["place", "name"])
    row = models.Classification.get_by_id(made)
    assert (mapping.settings(row).first_round, row.columns, row.is_pairing) == (2, ["place", "name"], False)
    classifications.edit_classification(made, replace(mapping.settings(row), last_round=3))
    assert mapping.settings(models.Classification.get_by_id(made)).last_round == 3
    assert models.Classification.get_by_id(made).columns == ["place", "name"]
    assert mapping.competition(cid).games == games
    with refused("name_taken"):
        classifications.add_classification(cid, Settings(name="Period 2"))
    with refused("name_missing"):
        classifications.add_classification(cid, Settings())
    classifications.set_pairing_classification(made)
    with refused("pairing_classification_needed"):
        classifications.delete_classification(made)
    classifications.set_pairing_classification(models.Classification.select().order_by(models.Classification.id).first().id)
    classifications.delete_classification(made)
    with refused("classification_gone"):
        classifications.delete_classification(made)


@pytest.mark.parametrize(
    "settings, code",
    [
        (Settings(name="x", system="lottery"), "choice_unknown"),
        (Settings(name="x", unplayed="other"), "choice_unknown"),
        (Settings(name="x", first_round=3, last_round=2), "rounds_reversed"),
        (Settings(name="x", minimum_games=-1), "number_range"),
        (Settings(name="x", category="q"), "category_unknown"),
        (Settings(name="x", tiebreaks="8"), "tiebreak_unknown"),
        (Settings(name="x", scale=replace(PRESETS["draughts"], win=Fraction(0))), "points_order"),
        (Settings(name="x", reason_points={"ill": Fraction(-1)}), "points_negative"),
    ],
)
def test_settings_that_make_no_sense_are_named(file, settings, code):
    cid, _ = swiss(4)
    with refused(code):
        classifications.add_classification(cid, settings)


def test_a_published_list_keeps_places_names_and_scores_as_printed(file):
    cid, ids = swiss(4)
    row = mapping.pairing_classification(cid)
    play(cid, 1)
    classifications.publish_standing(row.id, 1)
    kept = models.Publication.get()
    assert [(line["competitor"], line["place"]) for line in kept.rows] == [(ids[0], 1), (ids[2], 1), (ids[1], 3), (ids[3], 3)]
    assert (kept.last_round, kept.rows[0]["name"], kept.rows[0]["score"]) == (1, "Player A1", "2")
    with refused("round_gone"):
        classifications.publish_standing(row.id, 99)


def test_a_published_list_keeps_who_has_no_score(file):
    """Nobody played: a moyenne gives no scores, and the list is as it was published."""
    cid, _ = swiss(4)
    identity = classifications.add_classification(cid, Settings(name="Moyenne", system="moyenne"))
    classifications.publish_standing(identity, 1)
    assert [line["score"] for line in models.Publication.get().rows] == [None] * 4
    (kept,) = published(identity)
    settings = mapping.settings(classifications.classification_row(identity))
    assert not differs(kept, standing(mapping.competition(cid), settings, 1))


def test_reasons_that_pay_whatever_the_result_are_kept(file):
    cid, _ = swiss(4)
    made = Settings(name="Monday", reason_points={"external_evening": Fraction(1)}, fixed_reasons=("external_evening",))
    identity = classifications.add_classification(cid, made)
    assert mapping.settings(classifications.classification_row(identity)) == made


def test_empty_standing_is_not_published(file):
    cid = create_competition(NewCompetition("Empty"))
    with refused("standing_empty"):
        classifications.publish_standing(mapping.pairing_classification(cid).id, 1)


def test_another_system_with_results_is_asked_about(file):
    cid = create_competition(NewCompetition("T"))
    competitions.update_competition(cid, {"pairing": "round_robin"})
    competitions.update_competition(cid, {"pairing": "resistance"})
    ids = players.add_players(cid, [PlayerInput("One"), PlayerInput("Two")])
    add_game(cid, 1, ids[0], ids[1], result="2-0", confirmed=True)
    competitions.update_competition(cid, {"pairing": "resistance", "name": "Same"})
    with refused("change_pairing", NeedsConfirmation):
        competitions.update_competition(cid, {"pairing": "round_robin"})
    assert models.Competition.get_by_id(cid).pairing == "resistance"
    competitions.update_competition(cid, {"pairing": "round_robin"}, confirmed=True)
    assert models.Competition.get_by_id(cid).pairing == "round_robin"
