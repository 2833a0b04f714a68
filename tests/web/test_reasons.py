"""The reasons screen: everything in one form; a refusal stands beside its field; what reasons pay goes into the lists."""

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from engine.classification import Settings
from engine.systems.keizer_options import PRESETS, KeizerOptions, Reason
from kompitie_web.actions import classifications, competitions, players, presence, reason_pay, results
from kompitie_web.exchange.lines import parse_line
from kompitie_web.store import mapping, models

if TYPE_CHECKING:
    from kompitie_web.store import KompitieFile
    from tests.conftest import Client


@pytest.fixture
def cid(file: "KompitieFile") -> int:
    return competitions.create_competition(competitions.NewCompetition("Winter", rounds=4))


def reason(cid: int, key: str) -> models.Reason:
    return models.Reason.get((models.Reason.competition == cid) & (models.Reason.key == key))


def settings_of(identity: int) -> Settings:
    return mapping.settings(models.Classification.get_by_id(identity))


def keizer(cid: int, preset: str = "club_article") -> int:
    return classifications.add_classification(cid, Settings(name="Keizer", system="keizer", options=PRESETS[preset].as_json()))


def test_the_page_shows_every_reason_and_every_list(client: "Client", cid: int) -> None:
    keizer(cid)
    page = client.get(f"/c/{cid}/reasons").get_data(as_text=True)
    assert 'placeholder="met bericht afwezig"' in page or 'placeholder="afwezig met bericht"' in page
    assert "not yet joined" in page
    assert "Keizer" in page


def test_a_letter_and_a_name_are_changed_and_undone(file: "KompitieFile", client: "Client", cid: int) -> None:
    client.post_form(f"/c/{cid}/reasons", {"letter-ill": "Q", "name-ill-nl": "Griep", "name-ill-en": "", "name-ill-fr": ""})
    assert (reason(cid, "ill").letter, reason(cid, "ill").names) == ("q", {"nl": "Griep"})
    file.undo(cid)
    assert (reason(cid, "ill").letter, reason(cid, "ill").names) == ("l", {})


def test_two_letters_change_places(client: "Client", cid: int) -> None:
    client.post_form(f"/c/{cid}/reasons", {"letter-ill": "a", "letter-with_notice": "l"})
    assert (reason(cid, "ill").letter, reason(cid, "with_notice").letter) == ("a", "l")


@pytest.mark.parametrize(("letter", "word"), [("a", "already belongs"), ("qq", "one letter"), ("!", "one letter")])
def test_a_letter_that_cannot_be_is_named_beside_its_field_and_stays_typed(
    client: "Client", cid: int, letter: str, word: str
) -> None:
    fields = {f"letter-{row.key}": row.letter for row in models.Reason.select().where(models.Reason.competition == cid)}
    answer = client.post_form(f"/c/{cid}/reasons", {**fields, "letter-ill": letter})
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert "-problem" in page
    assert word in page
    assert f'value="{letter}"' in page
    assert reason(cid, "ill").letter == "l"


def test_a_reason_of_ones_own_comes_pays_and_goes(client: "Client", cid: int) -> None:
    client.post_form(f"/c/{cid}/reasons", {"new_letter": "w", "new_name_en": "Wedding"})
    assert reason(cid, "own1").letter == "w"
    assert client.post_form(f"/c/{cid}/reasons/own1/remove").status_code == 303
    assert not models.Reason.select().where(models.Reason.key == "own1").exists()


def test_a_reason_in_use_is_not_removed(client: "Client", cid: int) -> None:
    client.post_form(f"/c/{cid}/reasons", {"new_letter": "w", "new_name_en": "Wedding"})
    ann = players.add_player(cid, parse_line("Ann Bakker"))
    presence.set_absent(cid, 1, [ann], "own1")
    answer = client.post_form(f"/c/{cid}/reasons/own1/remove")
    assert answer.status_code == 422
    assert 'id="letter-own1-problem"' in answer.get_data(as_text=True)


def test_what_a_new_reason_lacks_is_named_on_its_line(client: "Client", cid: int) -> None:
    answer = client.post_form(f"/c/{cid}/reasons", {"new_letter": "w"})
    assert answer.status_code == 422
    assert 'id="new_names-problem"' in answer.get_data(as_text=True)


def test_points_of_the_first_list(client: "Client", cid: int) -> None:
    identity = mapping.classifications(cid)[0].id
    fields = {f"pay-{identity}-ill": "½", f"pay-{identity}-bye": "1", f"pay-{identity}-external_evening": "1"}
    client.post_form(f"/c/{cid}/reasons", {**fields, f"pay-{identity}-external_evening-fixed": "1"})
    settings = settings_of(identity)
    assert settings.scale.bye == 1
    assert settings.reason_points == {"ill": Fraction(1, 2), "external_evening": Fraction(1)}
    assert settings.fixed_reasons == ("external_evening",)


def test_a_share_of_keizer_with_its_maximum(client: "Client", cid: int) -> None:
    identity = keizer(cid)
    name = f"pay-{identity}-external"
    client.post_form(f"/c/{cid}/reasons", {name: "3/5", f"{name}-maximum": "2", f"{name}-pays_result": "1"})
    options = KeizerOptions.read(settings_of(identity).options)
    assert options.reason("external") == Reason(Fraction(3, 5), 2, pays_result=True)
    assert options.reason("with_notice") == Reason(Fraction(3, 10))


def test_one_share_for_all_stays_one_until_a_reason_differs(client: "Client", cid: int) -> None:
    identity = keizer(cid, "kompitie")
    keys = [row.key for row in models.Reason.select().where(models.Reason.competition == cid)]
    fields = {f"pay-{identity}-{key}": "1/3" for key in keys}
    client.post_form(f"/c/{cid}/reasons", fields)
    assert reason_pay.one_share(settings_of(identity)) == Fraction(1, 3)
    client.post_form(f"/c/{cid}/reasons", {**fields, f"pay-{identity}-without_notice": "0"})
    options = KeizerOptions.read(settings_of(identity).options)
    assert (options.reason("without_notice").share, options.reason("ill").share) == (0, Fraction(1, 3))


def test_a_credit_that_is_emptied_counts_as_missed(client: "Client", cid: int) -> None:
    identity = classifications.add_classification(cid, Settings(name="Attendance", system="attendance"))
    client.post_form(f"/c/{cid}/reasons", {f"pay-{identity}-external_evening": "", f"pay-{identity}-duty": "1"})
    assert reason_pay.pay_of(settings_of(identity), "external_evening").amount is None
    assert reason_pay.pay_of(settings_of(identity), "duty").amount == 1


def test_a_number_that_cannot_be_read_stands_beside_its_field(client: "Client", cid: int) -> None:
    identity = keizer(cid)
    for text in ("much", "-1"):
        answer = client.post_form(f"/c/{cid}/reasons", {f"pay-{identity}-ill": text})
        assert answer.status_code == 422
        assert f'id="pay-{identity}-ill-problem"' in answer.get_data(as_text=True)


def test_a_credit_above_a_game_is_refused(client: "Client", cid: int) -> None:
    identity = classifications.add_classification(cid, Settings(name="Attendance", system="attendance"))
    answer = client.post_form(f"/c/{cid}/reasons", {f"pay-{identity}-duty": "2"})
    assert answer.status_code == 422
    assert f'id="pay-{identity}-duty-problem"' in answer.get_data(as_text=True)


@pytest.mark.parametrize("system", ["keizer", "normal"])
def test_an_absence_that_pays_more_than_a_draw_is_asked_about_first(client: "Client", cid: int, system: str) -> None:
    identity = keizer(cid) if system == "keizer" else mapping.classifications(cid)[0].id
    fields = {f"pay-{identity}-ill": "2"}
    answer = client.post_form(f"/c/{cid}/reasons", fields)
    assert answer.status_code == 422
    assert "more than who plays a draw" in answer.get_data(as_text=True)
    assert reason_pay.pay_of(settings_of(identity), "ill").amount != 2
    client.post_form(f"/c/{cid}/reasons", {**fields, "confirmed": "1"})
    assert reason_pay.pay_of(settings_of(identity), "ill").amount == 2


def test_several_players_are_absent_in_several_rounds_as_one_action(file: "KompitieFile", client: "Client", cid: int) -> None:
    ids = [players.add_player(cid, parse_line(name)) for name in ("Ann Bakker", "Bob Visser", "Cor Mulder")]
    fields = {"player": ids[:2], "first": "1", "last": "3", "reason": "ill"}
    client.post_form(f"/c/{cid}/presence/1/ahead", fields)
    entries = {(entry.round, entry.player) for entry in mapping.competition(cid).entries}
    assert entries == {(number, player) for number in (1, 2, 3) for player in ids[:2]}
    client.post_form(f"/c/{cid}/presence/1/ahead", {**fields, "last": "2", "present": "1"})
    assert {entry.round for entry in mapping.competition(cid).entries} == {3}
    file.undo(cid)
    file.undo(cid)
    assert not mapping.competition(cid).entries


def test_an_outside_match_of_the_evening_is_saved_from_the_presence_page(client: "Client", cid: int) -> None:
    ann = players.add_player(cid, parse_line("Ann Bakker"))
    assert 'name="opponent"' in client.get(f"/c/{cid}/presence/1").get_data(as_text=True)
    code = mapping.competition(cid).by_id[ann].code
    fields = {"player": code, "reason": "external_evening", "opponent": "Jansen -1453", "result": "2-0", "colour": "w"}
    shown = f"/c/{cid}/presence/1"
    answer = client.post_form(f"/c/{cid}/results/1/single", {**fields, "back": shown})
    assert (answer.status_code, answer.location) == (303, shown)
    assert "The match of Ann Bakker in round 1 is saved: 2-0." in client.get(shown).get_data(as_text=True)
    entry = mapping.competition(cid).entries[0]
    assert (entry.reason, entry.result, entry.opponent_rating, entry.opponent_name) == ("external_evening", "2-0", 1453, "Jansen")
    assert results.check_result(cid, entry.result) == "2-0"
