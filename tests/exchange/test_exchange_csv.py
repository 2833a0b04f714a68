"""Lists of players in every form that spreadsheets give them, and back (spec 00 row 3, 50 Security, 70 traps 25-28)."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strange_names import STRANGE

from kompitie_web.exchange import standings_csv
from kompitie_web.exchange.errors import ActionError
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.exchange.names import clean_name
from kompitie_web.exchange.players_csv import preview, write_players
from kompitie_web.exchange.table import guard, read_rows, unguard
from kompitie_web.exchange.text import LIMIT, decode

TEXT = "Naam;Rating;Club\nVries, Jan de;1204;Dam Mee\nLefèvre, Élise;1310;Damier lillois\n"
EXPECTED = [PlayerInput("Vries, Jan de", 1204, "Dam Mee"), PlayerInput("Lefèvre, Élise", 1310, "Damier lillois")]


def refused(code):
    """The refusal that is expected."""
    return pytest.raises(ActionError, check=lambda error: error.code == code)


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "windows-1252", "utf-16", "utf-16-le", "utf-16-be"])
def test_trap_26_every_encoding_and_line_end(encoding, ends):
    found = preview(TEXT.replace("\n", ends).encode(encoding))
    assert found.players == EXPECTED
    assert found.encoding_sure
    assert found.heading


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_trap_26_semicolon_and_tab(delimiter):
    found = preview(TEXT.replace(";", delimiter))
    assert (found.players, found.delimiter) == (EXPECTED, delimiter)


def test_trap_26_comma_with_quoted_names():
    found = preview('Name,Rating\n"Vries, Jan de",1204\n"Lefèvre, Élise","1310,0"\n')
    assert [(player.name, player.rating) for player in found.players] == [("Vries, Jan de", 1204), ("Lefèvre, Élise", 1310)]
    assert found.delimiter == ","


def test_trap_26_without_heading():
    found = preview("Vries, Jan de;1204;Dam Mee\nBakker, Anna;1184;Dam Mee")
    assert not found.heading
    assert [column.field for column in found.columns] == ["name", "rating", "club"]
    assert found.lines[0].number == 1


def test_trap_26_players_only():
    found = preview("Vries, Jan de\nBakker, Anna\n\nZeeman, Lotte")
    assert [player.name for player in found.players] == ["Vries, Jan de", "Bakker, Anna", "Zeeman, Lotte"]
    assert found.columns[0].reason == "only_text"


def test_trap_26_one_player_only():
    assert preview("Bakker").players == [PlayerInput("Bakker")]


def test_trap_26_unknown_encoding_is_asked_never_mangled():
    data = "Naam;Rating\nŁukasz Żółć;1200\nДиана;1100\n".encode("iso-8859-5", errors="replace").replace(b"?", b"\xa3")
    found = preview(data)
    assert not found.encoding_sure
    assert "windows-1251" in found.encodings
    cyrillic = preview("Naam;Rating\nПетров, Иван;1200\n".encode("windows-1251"), encoding="windows-1251")
    assert cyrillic.players[0].name == "Петров, Иван"
    polish = "Imię;Rating\nŁukasz Żółć;1200\n".encode("iso-8859-2")
    assert not preview(polish).encoding_sure
    assert preview(polish, encoding="iso-8859-2", columns=["name", "rating"]).players[0].name == "Łukasz Żółć"


def test_encoding_that_does_not_fit_is_refused():
    with refused("encoding_wrong"):
        decode("é".encode("windows-1252") + b"abc", "utf-8")


def test_not_a_text_file():
    with refused("file_binary"):
        decode(b"PK\x03\x04\x00\x00\x00abc\x00\x01\x02")
    with refused("file_empty"):
        decode(b" \r\n")
    with refused("file_too_large"):
        decode(b"a" * (LIMIT + 1))


@pytest.mark.parametrize(
    "rows, fields",
    [
        ("Title;Name;Cat\nIM;Jan;m\n;Piet;m\nm;Kees;j", ["title", "name", "categories"]),
        ("IM;Jan de Boer;jv\nGM;Piet Smit;v\nm;Kees Pot;j", ["title", "name", "categories"]),
        ("Jan de Boer;m\nAnna Pot;v\nKees Bos;m", ["name", "categories"]),
    ],
)
def test_trap_28_title_and_category_are_not_mistaken(rows, fields):
    assert [column.field for column in preview(rows).columns] == fields


def test_trap_28_a_lone_m_is_not_sure():
    found = preview("Jan de Boer;m\nKees Bos;m")
    assert found.columns[1].field == "categories"
    assert not found.columns[1].sure
    chosen = preview("Jan de Boer;m\nKees Bos;m", columns=["name", "title"])
    assert [player.title for player in chosen.players] == ["m", "m"]
    assert chosen.columns[1].reason == "chosen"


def test_name_in_three_columns():
    found = preview("Voornaam;Tussenvoegsel;Achternaam;Elo\nJan;de;Vries;1200\nAnna;;Bakker;1100")
    assert [player.name for player in found.players] == ["Vries, Jan de", "Bakker, Anna"]


def test_french_first_name_beside_nom():
    found = preview("Nom;Prénom;Elo\nDupont;Jean;1200")
    assert found.players == [PlayerInput("Dupont, Jean", 1200)]


def test_columns_of_a_standing_are_left_out():
    found = preview("Plaats;Naam;Pt;WP\n1;Jan de Boer;12;80\n2;Piet Smit;11;70")
    assert [column.field for column in found.columns] == ["ignore", "name", "ignore", "ignore"]


def test_plaats_with_towns_is_the_town():
    found = preview("Naam;Plaats\nJan de Boer;Urk\nPiet Smit;Leiden")
    assert [player.town for player in found.players] == ["Urk", "Leiden"]


def test_numbered_list_gives_lot_numbers():
    found = preview("1;Jan de Boer;1200\n2;Piet Smit;1100\n3;Kees Bos;1050")
    assert [player.lot for player in found.players] == [1, 2, 3]
    assert found.columns[0].reason == "order"


def test_year_of_birth_is_no_rating():
    found = preview("Jan de Boer;1200;1961\nPiet Smit;1100;2004")
    assert [column.field for column in found.columns] == ["name", "rating", "birth_year"]


def test_wrong_lines_are_shown_and_the_others_read():
    found = preview("Naam;Rating\nJan;12000\nPiet;1100\n;900")
    assert [line.number for line in found.errors] == [2, 4]
    assert [line.error.code for line in found.errors] == ["rating_range", "name_missing"]
    assert [player.name for player in found.players] == ["Piet"]


def test_hints_of_a_list_and_of_players_already_there():
    found = preview("Naam;Rating\nJan de Boer;\nPiet;1100", existing=[PlayerInput("Boer, Jan de", 1000)])
    assert [hint.code for hint in found.lines[0].hints] == ["no_rating", "same_name"]
    assert found.lines[1].hints == ()


def test_columns_chosen_wrongly():
    with refused("column_twice"):
        preview("a;b", columns=["name", "name"])
    with refused("name_column_missing"):
        preview("a;b", columns=["club", "ignore"])
    with refused("choice_unknown"):
        preview("a;b", columns=["name", "nonsense"])


def test_code_twice_in_a_list_is_proposed_anew():
    found = preview("Naam;Code\nJan de Boer;jbo\nJan Bos;JBO")
    assert [player.code for player in found.players] == ["jbo", ""]


FULL = [
    PlayerInput("Vries, Jan de", 1204, "Dam Mee", "jv", "jvr", "IM", 3, "Urk", 2, "00123", "De Vries", 1961),
    *[PlayerInput(name, code=f"a{number}", lot=number, club=name, title=name[:20]) for number, name in enumerate(STRANGE, start=4)],
]


@pytest.mark.parametrize("language", ["nl", "fr", "en"])
@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
def test_trap_27_list_of_players_is_read_back_without_loss(language, delimiter):
    found = preview(write_players(FULL, language, delimiter))
    assert found.errors == []
    assert found.players == FULL


NAMES = st.text(min_size=1, max_size=60).map(clean_name).filter(bool)


@given(st.lists(NAMES, min_size=1, max_size=8))
def test_trap_25_any_name_survives_export_and_import(names):
    players = [PlayerInput(name, lot=number, code=f"p{number}") for number, name in enumerate(names, start=1)]
    assert preview(write_players(players)).players == players


@pytest.mark.parametrize("cell", ["=SUM(1)", "+31", "-5", "@x", "'=a", "''", "'t Hart", "plain", ""])
def test_formula_guard_comes_off_again(cell):
    assert unguard(guard(cell)) == cell
    assert not guard(cell).startswith(("=", "+", "-", "@"))


def test_numbers_and_headings_are_never_guarded():
    written = write_players([PlayerInput("=A", 1200, code="aaa")]).decode("utf-8-sig")
    assert written.splitlines()[0].startswith("Name;Rating;Club")
    assert written.splitlines()[1].startswith("'=A;1200;")


def test_quote_left_open_is_told():
    rows, _ = read_rows('a;"b\nc;d')
    assert rows[0][0] == "a"
    with refused("cell_too_long"):
        read_rows('a;"b' + "\nline of text" * 400)


LINE = standings_csv.Line(
    1, "=Boer, Jan", "jbo", "Dam Mee", "jv", "IM", 1200, 9, 4, 1, 2, 1, 1, Fraction(25, 2), (("4", Fraction(80)), ("m", None))
)


@pytest.mark.parametrize("language", ["nl", "fr", "en"])
def test_trap_27_standing_is_read_back_without_loss(language):
    thirds = standings_csv.Line(
        2, "Smit", "smi", "", "", "", None, 9, 4, 1, 2, 1, 1, Fraction(22, 3), (("4", Fraction(1, 4)), ("m", None))
    )
    loss = replace(thirds, place=3, points=Fraction(-22, 3), tiebreaks=(("4", Fraction(1, 3)), ("m", Fraction(-1, 3))))
    written = standings_csv.write_standing([LINE, thirds, loss], language, {"4": "WP"})
    assert standings_csv.read_standing(written) == [LINE, thirds, loss]
    lines = written.decode("utf-8-sig").splitlines()
    assert lines[1].endswith(";12,5;80;")
    assert lines[2].endswith(";7 1/3;0,25;")  # A spreadsheet takes 22/3 for the 22nd of March.
    assert lines[3].endswith(";-7 1/3;0 1/3;-0 1/3")
    with refused("not_a_standing"):
        standings_csv.read_standing(write_players(FULL))


def test_a_player_without_a_score_is_read_back_without_one():
    """A moyenne without games."""
    nobody = replace(LINE, points=None)
    assert standings_csv.read_standing(standings_csv.write_standing([LINE, nobody])) == [LINE, nobody]


def test_a_spreadsheet_takes_no_text_of_a_standing_for_a_formula():
    line = replace(LINE, name="=1+1", club="@sum", title="-x")
    written = standings_csv.write_standing([line])
    assert written.decode("utf-8-sig").splitlines()[1].startswith("1;'=1+1;jbo;'@sum;jv;'-x;")
    assert standings_csv.read_standing(written) == [line]


def test_players_of_an_exported_standing_can_be_imported():
    found = preview(standings_csv.write_standing([LINE], "nl", {"4": "WP"}))
    assert found.players == [PlayerInput("=Boer, Jan", 1200, "Dam Mee", "jv", "jbo", "IM")]
