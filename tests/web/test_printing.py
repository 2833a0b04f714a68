"""The print page: the series of a round, each document, the header, in three languages (spec 61 Print)."""

from io import BytesIO

import pypdf
import pytest

from kompitie_web.actions import competitions, players, results, rounds
from kompitie_web.documents import CATALOGUE
from kompitie_web.documents.fontfiles import FILES
from kompitie_web.store import current, mapping, models


@pytest.fixture
def cid(file):
    """The example tournament with a published round, half of its results in."""
    made = competitions.create_example("en")
    rounds.draft_round(made, 1)
    rounds.publish_round(made, 1)
    for game in mapping.competition(made).games[::2]:
        results.enter_result(game.id, "2-0")
    return made


def text(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(BytesIO(content)).pages)


def test_the_page_shows_the_round_sheet_as_it_will_be_printed(client, cid):
    page = client.get(f"/c/{cid}/print").text
    assert "Print round 1" in page
    assert '<svg class="paper"' in page
    assert "Chevalier, François" in page
    assert "Page 1 of 1" in page


def test_every_document_has_its_page_and_its_pdf(client, cid):
    for name in CATALOGUE:
        page = client.get(f"/c/{cid}/print?document={name}")
        assert page.status_code == 200
        assert '<svg class="paper"' in page.text
        answer = client.get(f"/c/{cid}/print/{name}.pdf")
        assert answer.mimetype == "application/pdf"
        assert "inline; filename=" in answer.headers["Content-Disposition"]
        assert pypdf.PdfReader(BytesIO(answer.data)).metadata.title.startswith("Example tournament – ")


@pytest.mark.parametrize(
    "query",
    [
        "round=99&page=7&paper=Elephant&classification=x&column=evil&form=9",
        "round=-1&page=-3&classification=99999999999999&order=<b>",
        "round=%F0%9F%9A%80&page=²&variable=%00%1b<script>&by_category=1&pairs=numbers",
    ],
)
def test_an_odd_address_is_read_as_well_as_it_can_be(client, cid, query):
    for name in CATALOGUE:
        assert client.get(f"/c/{cid}/print?document={name}&{query}").status_code == 200
        assert client.get(f"/c/{cid}/print/{name}.pdf?{query}").status_code == 200


def test_a_document_that_does_not_exist_is_not_found(client, cid):
    assert client.get(f"/c/{cid}/print/nothing.pdf").status_code == 404
    assert client.get("/c/4711/print").status_code == 404


def test_download_saves_under_a_name_that_every_system_takes(client, cid):
    competitions.update_competition(cid, {"name": "Été: “Łódź” / 2026"})
    answer = client.get(f"/c/{cid}/print/standings.pdf?download=1")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="Ete-odz-2026-Standings-after-round-1.pdf"'


def test_the_series_is_one_pdf_and_is_remembered(client, cid):
    chosen = {"document": ["round_tables", "cards"], "form": "2", "round": "1", "variable": "Begin 14:15"}
    answer = client.post_form(f"/c/{cid}/print/series", chosen)
    assert answer.status_code == 303
    pages = pypdf.PdfReader(BytesIO(client.get(answer.location).data)).pages
    assert len(pages) == 1 + 6
    assert "Begin 14:15" in pages[0].extract_text()
    assert models.Competition.get_by_id(cid).documents["series"] == ["round_tables", "cards"]
    page = client.get(f"/c/{cid}/print").text
    assert page.count('form="series-form" checked') == 2
    assert '<option value="2" selected>2 cards, to cut' in page


def test_printing_the_same_series_again_leaves_no_line_in_the_history(client, cid):
    chosen = {"document": ["slips"], "round": "1", "form": "4"}
    client.post_form(f"/c/{cid}/print/series", chosen)
    before = current().version
    client.post_form(f"/c/{cid}/print/series", chosen)
    assert current().version == before


def test_an_empty_series_is_refused_in_place(client, cid):
    answer = client.post_form(f"/c/{cid}/print/series", {"round": "1"})
    assert answer.status_code == 422
    assert "Choose at least one document to print." in answer.text


def test_the_header_is_kept_and_printed(client, cid):
    header = {
        "organiser": "Club <b>",
        "arbiter": "Ann",
        "place": "Hall",
        "fixed": "80 minutes\r\neach",
        "paper": "Letter",
        "language": "fr",
    }
    assert client.post_form(f"/c/{cid}/print/header", header).status_code == 303
    document = pypdf.PdfReader(BytesIO(client.get(f"/c/{cid}/print/round_tables.pdf").data))
    shown = document.pages[0].extract_text()
    for words in ("Club <b>", "Ann", "Hall", "80 minutes", "each"):
        assert words in shown
    assert document.pages[0].mediabox.width == 612
    assert document.trailer["/Root"]["/Lang"] == "fr"


@pytest.mark.parametrize(("field", "text"), [("fixed", "x" * 1001), ("fixed", "x\n" * 10 + "y"), ("organiser", "x" * 201)])
def test_a_header_that_is_too_long_is_refused_beside_the_field(client, cid, field, text):
    header = {"organiser": "O", "arbiter": "A", "place": "P", "fixed": "F", "paper": "A4", "language": ""}
    answer = client.post_form(f"/c/{cid}/print/header", header | {field: text})
    assert answer.status_code == 422
    assert f'id="{field}-problem"' in answer.text
    assert text in answer.text


def test_documents_may_have_another_language_than_the_screen(client, cid):
    competitions.update_competition(cid, {"language": "nl"})
    assert "Print round 1" in client.get(f"/c/{cid}/print").text
    assert "tafel" in text(client.get(f"/c/{cid}/print/round_tables.pdf").data)


@pytest.mark.parametrize(("language", "words"), [("nl", "Afdrukken"), ("fr", "Imprimer"), ("en", "Print")])
def test_the_page_speaks_three_languages(client, state, cid, language, words):
    state.preferences.language = language
    assert words in client.get(f"/c/{cid}/print").text


def test_the_picture_alone_answers_htmx(client, cid):
    answer = client.get(f"/c/{cid}/print?document=slips", headers={"HX-Request": "true"}).text
    assert answer.strip().startswith("<figure")
    assert "<html" not in answer


def test_before_the_first_round_there_is_a_presence_list_and_a_kind_word(client, file):
    cid = competitions.create_example("en")
    page = client.get(f"/c/{cid}/print").text
    assert "Print the presence list" in page
    assert "As soon as a round is paired" in page
    empty = client.get(f"/c/{cid}/print?document=round_tables").text
    assert "Nothing has been paired yet, so there is no round to print." in empty
    assert client.get(f"/c/{cid}/print/cards.pdf").status_code == 303


def test_without_players_the_next_step_is_to_enter_them(client, file):
    cid = competitions.create_competition(competitions.NewCompetition("Empty"))
    page = client.get(f"/c/{cid}/print")
    assert "To the players" in page.text
    for name in CATALOGUE:
        assert client.get(f"/c/{cid}/print?document={name}").status_code == 200
        assert client.get(f"/c/{cid}/print/{name}.pdf").status_code == 303


def test_names_are_text_in_the_picture(client, cid):
    player = mapping.competition(cid).players[0]
    players.edit_player(player.id, {"name": '<script>alert(1)</script> & "x"'})
    page = client.get(f"/c/{cid}/print").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp;" in page


def test_the_fonts_of_the_picture_are_served(client):
    for name in FILES.values():
        with client.get(f"/print/fonts/{name}") as answer:
            assert answer.status_code == 200
            assert answer.data[:4] == b"\x00\x01\x00\x00"
    assert client.get("/print/fonts/SOURCES.md").status_code == 404


def test_the_page_needs_no_inline_styles_or_scripts(client, cid):
    page = client.get(f"/c/{cid}/print").text
    assert " style=" not in page
    assert "onclick" not in page
