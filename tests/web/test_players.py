"""The players screen by its plain forms: what was typed is kept, names are shown as they are, lists come in with a preview."""

import io
import re
from typing import TYPE_CHECKING, Any

import pytest

from kompitie_web.actions import players as actions
from kompitie_web.actions import results, rounds
from kompitie_web.actions.competitions import NewCompetition, create_competition, set_category_name
from kompitie_web.exchange.lines import parse_line
from kompitie_web.store import models

if TYPE_CHECKING:
    from tests.conftest import Client

#: Names that other programs stumbled over (trap 25).
STRANGE = [
    "O'Brien, Seán",
    "Łódź, Ewa",
    "Иванов, Сергей",
    "Παπαδόπουλος, Γιώργος",
    "<b>Vet</b>, Jan",
    "=SUM(1)",
    '"Kees" de Vries',
    "😀 Smile",
    "Meulen-Oosterhuis van Rijckevorsel, Maximiliaan-Alexander van",
]


@pytest.fixture
def cid(file: Any) -> int:
    """An empty tournament of seven rounds."""
    return create_competition(NewCompetition("Hall 2025"))


def enter(cid: int, *lines: str) -> list[int]:
    """Players by their entry lines."""
    return [actions.add_player(cid, parse_line(line)) for line in lines]


def names_in_order(html: str) -> list[str]:
    """The names of the list from top to bottom."""
    return re.findall(r'<a class="who"[^>]*>([^<]*)</a>', html)


def test_the_entry_line_adds_a_player_and_offers_undo(client: "Client", cid: int) -> None:
    answer = client.post_form(f"/c/{cid}/players", {"line": "Jan de Vries; 1165; Het Witte Veld; V"}, follow_redirects=True)
    assert "Jan de Vries added, code jvr." in answer.text
    assert f'name="scope" value="{cid}"' in answer.text
    row = models.Competitor.get()
    assert (row.name, row.rating, row.club, row.categories, row.code) == ("Jan de Vries", 1165, "Het Witte Veld", "V", "jvr")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Bakker, Anna; 12000", "12000"),  # trap 23: a typing error never reaches the engine
        ("Bakker, Anna; abc", "abc"),
        ("; 1200", "name"),
        ("Bakker, Anna; 1200; Club; J*", "*"),
    ],
)
def test_a_refused_line_stays_in_the_field_with_the_reason_beside_it(client: "Client", cid: int, line: str, sentence: str) -> None:
    answer = client.post_form(f"/c/{cid}/players", {"line": line})
    assert answer.status_code == 422
    assert f'value="{line}"' in answer.text
    assert sentence in re.search(r'<output id="preview".*?</output>', answer.text, re.S)[0]  # type: ignore[index]
    assert not models.Competitor.select().exists()


def test_the_preview_shows_how_a_line_is_understood(client: "Client", cid: int) -> None:
    enter(cid, "Vries, Jan de; 1100")
    text = client.get(f"/c/{cid}/players/preview", query_string={"line": "Jan de Vries; 1165;; V"}).text
    assert "<strong>Jan de Vries</strong> · rating 1165" in text
    assert "<strong>jvi</strong>" in text
    assert "same name as number 1" in text
    assert client.get(f"/c/{cid}/players/preview", query_string={"line": "  "}).text == ""


def test_a_person_known_from_another_competition_comes_along(client: "Client", cid: int) -> None:
    other = create_competition(NewCompetition("Last season"))
    enter(other, "Vries, Jan de; 1100; Oost")
    assert "known in this file" in client.get(f"/c/{cid}/players/preview", query_string={"line": "Jan de Vries"}).text
    client.post_form(f"/c/{cid}/players", {"line": "Jan de Vries"})
    assert models.Person.select().count() == 1
    assert models.Competitor.get(models.Competitor.competition == cid).rating == 1100


@pytest.mark.parametrize("name", STRANGE)
def test_trap_25_strange_names_are_shown_as_they_are(client: "Client", cid: int, name: str) -> None:
    client.post_form(f"/c/{cid}/players", {"line": f"  {name} "})
    html = client.get(f"/c/{cid}/players").text
    assert models.Competitor.get().name == name
    assert "<b>Vet" not in html
    from markupsafe import escape

    assert names_in_order(html) == [str(escape(name))]
    for page in (f"players/{models.Competitor.get().id}", "players/lots", "presence"):
        assert str(escape(name)) in client.get(f"/c/{cid}/{page}").text


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("name", ["Bakker, A", "Çelik, O", "Zeeman, L"]),
        ("-name", ["Zeeman, L", "Çelik, O", "Bakker, A"]),
        ("-rating", ["Çelik, O", "Bakker, A", "Zeeman, L"]),
        ("rating", ["Bakker, A", "Çelik, O", "Zeeman, L"]),  # without a rating always last
        ("lot", ["Zeeman, L", "Bakker, A", "Çelik, O"]),
        ("", ["Çelik, O", "Bakker, A", "Zeeman, L"]),  # the newest on top
        ("nonsense", ["Çelik, O", "Bakker, A", "Zeeman, L"]),
    ],
)
def test_the_list_sorts_by_any_column(client: "Client", cid: int, sort: str, expected: list[str]) -> None:
    enter(cid, "Zeeman, L", "Bakker, A; 1200", "Çelik, O; 1300")
    assert names_in_order(client.get(f"/c/{cid}/players", query_string={"sort": sort}).text) == expected


def test_the_head_of_a_column_says_how_it_is_sorted(client: "Client", cid: int) -> None:
    enter(cid, "Zeeman, L", "Bakker, A")
    html = client.get(f"/c/{cid}/players?sort=-rating").text
    assert 'aria-sort="descending" scope="col"><button form="list-form" name="sort" value="rating"' in html
    assert html.count("aria-sort=") == 1


def test_hints_are_chips_and_the_list_can_show_only_those(client: "Client", cid: int) -> None:
    enter(cid, "Smit, Cor; 1043", "Cor Smit", "Bakker, A; 1200")
    html = client.get(f"/c/{cid}/players").text
    assert "2 remarks to look at" in html
    assert "no rating" in html
    assert "same name as number 1" in html
    only = client.get(f"/c/{cid}/players?hints=1").text
    assert len(names_in_order(only)) == 2


def test_a_row_is_edited_in_place(client: "Client", cid: int) -> None:
    (one,) = enter(cid, "Smit, Cor; 1043")
    assert 'id="edit-name" name="name" value="Smit, Cor"' in client.get(f"/c/{cid}/players?edit={one}").text
    answer = client.post_form(
        f"/c/{cid}/players/{one}/row", {"name": "Smit, Cornelis", "rating": "1050", "code": "csm", "lot": "7"}
    )
    assert answer.status_code == 303
    row = models.Competitor.get()
    assert (row.name, row.rating, row.lot) == ("Smit, Cornelis", 1050, 7)


def test_a_refused_row_stays_open_with_every_mistake_named(client: "Client", cid: int) -> None:
    one, _other = enter(cid, "Smit, Cor; 1043", "Bakker, A; 1200")
    answer = client.post_form(f"/c/{cid}/players/{one}/row", {"name": " ", "rating": "9999", "club": "<i>Oost</i>"})
    assert answer.status_code == 422
    assert answer.text.count('aria-invalid="true"') == 2
    assert "&lt;i&gt;Oost&lt;/i&gt;" in answer.text
    taken = client.post_form(
        f"/c/{cid}/players/{one}/row", {"code": models.Competitor.get(models.Competitor.name == "Bakker, A").code}
    )
    assert taken.status_code == 422
    assert 'id="edit-code-error"' in taken.text


def test_for_htmx_a_tick_answers_with_its_row_and_the_toast(client: "Client", cid: int) -> None:
    one, _other = enter(cid, "Smit, Cor; 1043", "Bakker, A; 1200")
    answer = client.post_form(f"/c/{cid}/players/tick", {"tick": f"schedule:{one}:0"}, headers={"HX-Request": "true"})
    assert answer.text.count('<tr id="p') == 1
    assert "Smit, Cor is no longer in the schedule from round 1." in answer.text
    assert 'aria-checked="false"' in answer.text
    assert "withdrawn" in answer.text


def test_ticks_work_as_plain_buttons(client: "Client", cid: int) -> None:
    one, _other = enter(cid, "Smit, Cor", "Bakker, A")
    client.post_form(f"/c/{cid}/players/tick", {"tick": f"standings:{one}:0"})
    assert client.get(f"/c/{cid}/players").text.count('aria-checked="false"') == 1
    client.post_form(f"/c/{cid}/players/tick", {"tick": f"standings:{one}:1"})
    assert client.get(f"/c/{cid}/players").text.count('aria-checked="false"') == 0
    assert client.post_form(f"/c/{cid}/players/tick", {"tick": "nonsense"}).status_code == 400
    assert client.post_form(f"/c/{cid}/players/tick", {"tick": "schedule:999:0"}).status_code == 404


def test_the_page_of_a_player_keeps_what_was_typed(client: "Client", cid: int) -> None:
    (one,) = enter(cid, "Smit, Cor; 1043")
    fields = {"name": "Smit, Cor", "rating": "12000", "town": "Łódź", "barrage": "x", "title": "MF"}
    answer = client.post_form(f"/c/{cid}/players/{one}", fields)
    assert answer.status_code == 422
    assert 'id="rating-problem"' in answer.text
    for typed in ("12000", "Łódź", "MF"):
        assert f'value="{typed}"' in answer.text
    answer = client.post_form(f"/c/{cid}/players/{one}", {**fields, "rating": "1200", "barrage": "2"}, follow_redirects=True)
    row = models.Competitor.get()
    assert (row.rating, row.place, row.barrage, row.title) == (1200, "Łódź", 2, "MF")
    assert "Smit, Cor changed." in answer.text


def test_a_new_rating_asks_whether_other_running_competitions_follow(client: "Client", cid: int) -> None:
    other = create_competition(NewCompetition("Blitz <8>"))
    (first,) = enter(other, "Smit, Cor; 1043")
    client.post_form(f"/c/{cid}/players", {"line": "Smit, Cor"})
    one = models.Competitor.get(models.Competitor.competition == cid).id
    asked = client.post_form(f"/c/{cid}/players/{one}", {"name": "Smit, Cor", "rating": "1100"})
    assert "Blitz &lt;8&gt;" in asked.text
    assert models.Competitor.get_by_id(one).rating == 1043
    client.post_form(f"/c/{cid}/players/{one}", {"name": "Smit, Cor", "rating": "1100", "running": "1"})
    assert models.Competitor.get_by_id(first).rating == 1100


def test_withdraw_and_come_back_from_a_chosen_round(client: "Client", cid: int) -> None:
    one, _other = enter(cid, "Smit, Cor", "Bakker, A")
    client.post_form(f"/c/{cid}/players/{one}/participation", {"what": "schedule", "on": "0", "round": "3"})
    assert "rounds 1 to 2" in client.get(f"/c/{cid}/players/{one}").text
    client.post_form(f"/c/{cid}/players/{one}/participation", {"what": "schedule", "on": "1", "round": "5"})
    assert "from round 5 on" in client.get(f"/c/{cid}/players/{one}").text


def test_removing_a_player_without_results(client: "Client", cid: int) -> None:
    one, other = enter(cid, "Smit, Cor", "Bakker, A")
    answer = client.post_form(f"/c/{cid}/players/{one}/remove", follow_redirects=True)
    assert "Smit, Cor removed." in answer.text
    assert [row.id for row in models.Competitor.select()] == [other]


def test_lot_numbers_are_drawn_with_a_shown_seed_and_the_same_again(client: "Client", cid: int) -> None:
    enter(cid, *(f"Player {letter}; 1{number:03}" for number, letter in enumerate("ABCDEFGH")))
    answer = client.post_form(f"/c/{cid}/players/lots", {"method": "draw", "seed": "4711"}, follow_redirects=True)
    assert "the number of this draw is 4711" in answer.text
    drawn = names_in_order(answer.text)
    client.post_form(f"/c/{cid}/players/lots", {"method": "rating"})
    again = client.post_form(f"/c/{cid}/players/lots", {"method": "draw", "seed": "4711"}, follow_redirects=True)
    assert names_in_order(again.text) == drawn
    refused = client.post_form(f"/c/{cid}/players/lots", {"method": "draw", "seed": "seven"})
    assert refused.status_code == 422
    assert 'value="seven"' in refused.text


def test_lot_numbers_by_hand_are_one_action(client: "Client", cid: int, file: Any) -> None:
    one, other = enter(cid, "Smit, Cor", "Bakker, A")
    client.post_form(f"/c/{cid}/players/lots", {"method": "hand", f"lot-{one}": "9", f"lot-{other}": "3"})
    assert {row.id: row.lot for row in models.Competitor.select()} == {one: 9, other: 3}
    file.undo(cid)
    assert {row.id: row.lot for row in models.Competitor.select()} == {one: 1, other: 2}
    refused = client.post_form(f"/c/{cid}/players/lots", {"method": "hand", f"lot-{one}": "x", f"lot-{other}": "5"})
    assert refused.status_code == 422
    assert f'id="lot-{one}-problem"' in refused.text
    assert 'value="5"' in refused.text


def test_categories_get_full_names(client: "Client", cid: int) -> None:
    enter(cid, "Smit, Cor;;; J")
    client.post_form(f"/c/{cid}/players/categories", {"name-J": "Youth", "letter": "V", "name": "Veteran"})
    assert "<td>Youth</td>" in client.get(f"/c/{cid}/players").text
    refused = client.post_form(f"/c/{cid}/players/categories", {"letter": "VW", "name": "Women"})
    assert refused.status_code == 422
    assert 'value="Women"' in refused.text


@pytest.fixture
def published(cid: int) -> int:
    """Five players and a published round 1, in which one has the bye."""
    enter(cid, *(f"Player {letter}; 1{number:03}" for number, letter in enumerate("ABCDE")))
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    return cid


def game_of(player: int) -> models.Game | None:
    """The game of a player."""
    found: models.Game | None = models.Game.get_or_none((models.Game.white == player) | (models.Game.black == player))
    return found


def test_trap_11_a_latecomer_gets_the_player_with_the_bye(client: "Client", published: int) -> None:
    cid = published
    bye = models.SingleEntry.get().competitor
    before = sorted((game.id, game.white_id, game.black_id) for game in models.Game.select())
    client.post_form(f"/c/{cid}/players", {"line": "Laat, Piet"})
    late = models.Competitor.get(models.Competitor.name == "Laat, Piet").id
    assert "not yet in round 1" in client.get(f"/c/{cid}/players").text
    page = client.get(f"/c/{cid}/players/{late}").text
    assert f"Plays {bye.name}" in page
    nothing = client.post_form(f"/c/{cid}/players/{late}/late", {"round": "1"})
    assert "Choose what this player does in round 1." in nothing.text
    client.post_form(f"/c/{cid}/players/{late}/late", {"round": "1", "how": f"bye_opponent:{bye.id}"})
    game = game_of(late)
    assert game is not None
    assert {game.white_id, game.black_id} == {late, bye.id}
    assert sorted((one.id, one.white_id, one.black_id) for one in models.Game.select() if one.id != game.id) == before
    assert "not yet in round 1" not in client.get(f"/c/{cid}/players").text


def test_a_latecomer_may_also_be_absent_with_a_reason(client: "Client", published: int) -> None:
    client.post_form(f"/c/{published}/players", {"line": "Laat, Piet"})
    late = models.Competitor.get(models.Competitor.name == "Laat, Piet").id
    client.post_form(f"/c/{published}/players/{late}/late", {"round": "1", "how": "absent", "reason": "ill"})
    assert models.SingleEntry.get(models.SingleEntry.competitor == late).reason == "ill"


def test_trap_13_removing_from_a_published_game_asks_what_becomes_of_the_opponent(client: "Client", published: int) -> None:
    game = models.Game.select().order_by(models.Game.id).first()
    url = f"/c/{published}/players/{game.white_id}"
    asked = client.post_form(f"{url}/remove")
    assert game.black.name in asked.text
    assert 'name="opponent" value="bye"' in asked.text
    assert models.Competitor.get_or_none(models.Competitor.id == game.white_id) is not None
    client.post_form(f"{url}/remove", {"opponent": "bye"})
    assert models.Competitor.get_or_none(models.Competitor.id == game.white_id) is None
    assert models.SingleEntry.get(models.SingleEntry.competitor == game.black_id).reason == "bye"


def test_with_results_withdrawing_is_offered_instead_of_removing(client: "Client", published: int) -> None:
    game = models.Game.select().order_by(models.Game.id).first()
    results.enter_result(game.id, "2-0")
    page = client.get(f"/c/{published}/players/{game.white_id}").text
    assert "Withdraw the player instead." in page
    assert "remove-button" not in page
    refused = client.post_form(f"/c/{published}/players/{game.white_id}/remove")
    assert refused.status_code == 422
    assert models.Competitor.get_or_none(models.Competitor.id == game.white_id) is not None


def test_in_a_schedule_the_ticks_hold_from_the_first_round_without_a_result(client: "Client", file: Any) -> None:
    """A round robin is published whole: "from the next round" is not the round after its last one."""
    made = create_competition(NewCompetition("Table", pairing="round_robin", rounds=5))
    ids = [actions.add_player(made, parse_line(f"Player {letter}")) for letter in "ABCDEF"]
    rounds.make_schedule(made)
    for game in models.Game.select().join(models.Round).where(models.Round.number <= 2):
        results.enter_result(game.id, "1-1")
    assert "the ticks count from round 3" in client.get(f"/c/{made}/players").text
    assert "<option selected>3</option>" in client.get(f"/c/{made}/players/{ids[0]}").text
    asked = client.post_form(f"/c/{made}/players/tick", {"tick": f"schedule:{ids[0]}:0"}, follow_redirects=True)
    assert "Player A still has 3 games without a result" in asked.text


def test_withdrawing_from_a_published_game_asks_what_becomes_of_it(client: "Client", published: int) -> None:
    game = models.Game.select().order_by(models.Game.id).first()
    url = f"/c/{published}/players/{game.white_id}/participation"
    asked = client.post_form(url, {"what": "schedule", "on": "0", "round": "1"})
    assert 'name="unplayed" value="forfeit"' in asked.text
    client.post_form(url, {"what": "schedule", "on": "0", "round": "1", "unplayed": "forfeit"})
    assert models.Game.get_by_id(game.id).result == "0-2F"


PASTED = "Naam\tRating\tVereniging\nVries, Jan de\t1165\tOost\n<b>x</b>\t\tWest\nFout, Piet\t12000\tOost\n"


def test_a_pasted_list_is_shown_before_it_is_added(client: "Client", cid: int) -> None:
    seen = client.post_form(f"/c/{cid}/players/paste", {"list": PASTED})
    assert "Add 2 players" in seen.text
    assert "1 row cannot be used." in seen.text
    assert "&lt;b&gt;x&lt;/b&gt;" in seen.text
    assert not models.Competitor.select().exists()
    form = {"list": PASTED, "step": "add", "ticks": "1", "row": ["2", "3"], "delimiter": "tab", "heading": "1"}
    form |= {"column-0": "name", "column-1": "rating", "column-2": "club"}
    added = client.post_form(f"/c/{cid}/players/paste", form, follow_redirects=True).text
    assert sorted(row.name for row in models.Competitor.select()) == ["<b>x</b>", "Vries, Jan de"]
    assert "2 players added. 1 row could not be used and was left out." in added


def test_the_guessed_columns_can_be_changed(client: "Client", cid: int) -> None:
    form = {"list": "Vries, Jan de;Oost\nSmit, Cor;West", "delimiter": ";", "heading": "0", "column-0": "name", "column-1": "town"}
    answer = client.post_form(f"/c/{cid}/players/paste", form)
    assert '<option value="town" selected>' in answer.text
    client.post_form(f"/c/{cid}/players/paste", {**form, "step": "add", "ticks": "1", "row": ["1", "2"]})
    assert {row.place for row in models.Competitor.select()} == {"Oost", "West"}


def test_an_impossible_choice_of_columns_keeps_the_list(client: "Client", cid: int) -> None:
    form = {"list": "Vries, Jan de;Oost", "delimiter": ";", "heading": "0", "column-0": "ignore", "column-1": "town"}
    answer = client.post_form(f"/c/{cid}/players/paste", form)
    assert answer.status_code == 422
    assert "Vries, Jan de;Oost" in answer.text


def test_those_who_are_there_already_are_not_ticked(client: "Client", cid: int) -> None:
    enter(cid, "Vries, Jan de; 1165")
    answer = client.post_form(f"/c/{cid}/players/paste", {"list": "Jan de Vries\nSmit, Cor"})
    assert "Add 1 player " in answer.text
    assert "1 stands in this competition already." in answer.text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_trap_26_files_in_any_usual_form(client: "Client", cid: int, encoding: str) -> None:
    rows = [["Naam", "Rating", "Club"], ['"Lefèvre, Étienne"', "1190", "Damier"], ['"Brønsted, Kåre"', "1141", "Oost"]]
    for delimiter in (";", ",", "\t"):
        for end in ("\n", "\r\n", "\r"):
            content = end.join(delimiter.join(row) for row in rows).encode(encoding)
            seen = client.post_form(f"/c/{cid}/players/file", {"file": (io.BytesIO(content), "list.csv")})
            assert "Add 2 players" in seen.text
            assert "<strong>Lefèvre, Étienne</strong> · 1190 · Damier" in seen.text
    fields = dict(re.findall(r'<input type="hidden" name="(content|file_name)" value="([^"]*)"', seen.text))
    client.post_form(f"/c/{cid}/players/file", {**fields, "step": "add", "ticks": "1", "row": ["2", "3"]})
    assert sorted(row.name for row in models.Competitor.select()) == ["Brønsted, Kåre", "Lefèvre, Étienne"]


def test_trap_26_an_unknown_encoding_is_asked_not_guessed(client: "Client", cid: int) -> None:
    content = "Naam;Rating\nИванов, Сергей;944\n".encode("cp1251")
    seen = client.post_form(f"/c/{cid}/players/file", {"file": (io.BytesIO(content), "list.csv")})
    assert "does not say which letters it uses" in seen.text
    fields = dict(re.findall(r'<input type="hidden" name="(content|file_name)" value="([^"]*)"', seen.text))
    again = client.post_form(f"/c/{cid}/players/file", {**fields, "encoding": "windows-1251", "changed": "encoding"})
    assert "Иванов, Сергей" in again.text


def test_a_workbook_and_an_empty_file_are_refused_kindly(client: "Client", cid: int) -> None:
    for content, sentence in ((b"PK\x03\x04rest", "Save the sheet"), (b"", "This file is empty.")):
        answer = client.post_form(f"/c/{cid}/players/file", {"file": (io.BytesIO(content), "list.xlsx")})
        assert answer.status_code == 422
        assert sentence in answer.text
    assert "Choose a file first." in client.post_form(f"/c/{cid}/players/file").text


def test_players_of_an_earlier_competition(client: "Client", cid: int) -> None:
    other = create_competition(NewCompetition("Last season"))
    enter(other, "Vries, Jan de; 1165; Oost", "Smit, Cor; 1043")
    assert "Players of Last season" in client.get(f"/c/{cid}/players/earlier").text
    client.post_form(f"/c/{cid}/players/earlier", {"other": other, "row": ["1"]})
    row = models.Competitor.get(models.Competitor.competition == cid)
    assert (row.name, row.person_id) == (
        "Smit, Cor",
        models.Competitor.get((models.Competitor.competition == other) & (models.Competitor.name == "Smit, Cor")).person_id,
    )
    assert "No player is chosen" in client.post_form(f"/c/{cid}/players/earlier", {"other": other}).text


def test_full_category_names_stand_in_the_preview(client: "Client", cid: int) -> None:
    set_category_name(cid, "J", "Youth")
    assert "Youth" in client.get(f"/c/{cid}/players/preview", query_string={"line": "Smit, Cor;;;J"}).text
