"""Every document is written and read back: each cell inside its box, nothing over another, nothing at the edge (spec 40)."""

import hashlib
import subprocess
import sys
from dataclasses import replace
from io import BytesIO

import hall
import pypdf
import pytest

from kompitie_web.documents import pdf
from kompitie_web.documents.catalogue import CATALOGUE, Options
from kompitie_web.documents.columns import COLUMNS
from kompitie_web.documents.fontfiles import FILES, FOLDER

FIELDS = {
    "24 strange names": hall.facts(hall.swiss(24, 5, strange=True)),
    "100 players": hall.facts(hall.swiss(100, 9)),
    "round robin of 12": hall.facts(hall.robin(12), "m7"),
    "double round robin of 7": hall.facts(hall.robin(7, double=True), "m7"),
    "2 players": hall.facts(hall.robin(2), "m7"),
}


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("name", CATALOGUE)
def test_every_text_stands_in_its_box(name, field):
    pages, content = hall.written(hall.models(name, FIELDS[field]))
    assert hall.faults(pages, content) == []


@pytest.mark.parametrize("name", CATALOGUE)
def test_letter_paper_too(name):
    pages, content = hall.written(hall.models(name, FIELDS["24 strange names"], Options(paper="Letter")))
    assert {tuple(sorted(page.size)) for page in pages} == {(612, 792)}
    assert hall.faults(pages, content) == []


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *[("cards", Options(form=form)) for form in ("1", "2", "4", "fold")],
        *[("round_wall", Options(distance=distance)) for distance in ("1.3", "1.8", "2.5")],
        *[("round_tables", Options(beside=beside)) for beside in ("points", "both", "nothing")],
        *[("players", Options(order=order)) for order in ("name", "rating", "lot", "category")],
        ("schedule", Options(pairs="numbers")),
        ("standings", Options(by_category=True)),
        ("standings", Options(columns=tuple(COLUMNS))),
        ("round_tables", Options(variable="Begin om 14.15 uur. " * 12 + "<b>&</b>\nTweede regel: " + "x" * 200)),
    ],
)
def test_every_option(name, options):
    pages, content = hall.written(hall.models(name, FIELDS["24 strange names"], options))
    assert hall.faults(pages, content) == []


@pytest.mark.parametrize("language", ["nl", "fr", "en"])
@pytest.mark.parametrize("name", CATALOGUE)
def test_every_language(name, language):
    pages, content = hall.written(hall.models(name, FIELDS["24 strange names"], language=language), language)
    assert hall.faults(pages, content) == []
    assert pypdf.PdfReader(BytesIO(content)).trailer["/Root"]["/Lang"] == language


def test_the_check_sees_a_fault():
    """With text that was never fitted into its box the reader must complain."""
    pages, _content = hall.written(hall.models("round_tables", FIELDS["24 strange names"]))
    spoiled = [replace(page, marks=[hall.widened(mark) for mark in page.marks]) for page in pages]
    assert hall.faults(pages, pdf.write(spoiled, pdf.Properties("t", "a", "s", "nl")))


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_same_document_twice_is_the_same_bytes(name):
    found = FIELDS["24 strange names"]
    assert hall.written(hall.models(name, found))[1] == hall.written(hall.models(name, found))[1]


def test_the_pdf_says_what_it_is_and_brings_its_fonts():
    _pages, content = hall.written(hall.models("standings", FIELDS["24 strange names"]))
    reader = pypdf.PdfReader(BytesIO(content))
    assert reader.metadata.title == "Stand na ronde 5"
    assert reader.metadata.author == "Damclub De Vier Hoeken"
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/DisplayDocTitle"]
    fonts = [font.get_object() for page in reader.pages for font in page["/Resources"]["/Font"].values()]
    assert fonts
    for font in fonts:
        assert "DejaVuSansCondensed" in font["/BaseFont"]
        assert "/FontFile2" in font["/FontDescriptor"]


def test_only_things_to_cut_ask_for_their_true_size():
    for name, exact in (("cards", True), ("slips", True), ("standings", False)):
        _pages, content = hall.written(hall.models(name, FIELDS["round robin of 12"]))
        preferences = pypdf.PdfReader(BytesIO(content)).trailer["/Root"]["/ViewerPreferences"]
        assert ("/PrintScaling" in preferences) is exact


def test_head_and_foot_stand_on_the_sheet():
    _pages, content = hall.written(hall.models("round_tables", FIELDS["24 strange names"]))
    text = hall.text_of(content)
    for words in ("Open kampioenschap", "Ronde 5", "zaterdag 5 december 2026", *hall.TEXTS.values()):
        assert words in text
    assert "afgedrukt 12 dec 2026 14:05" in text
    assert "blad 1 van 1" in text


@pytest.mark.parametrize("name", ["standings", "players", "round_names", "cards", "slips"])
def test_strange_names_are_there_letter_by_letter(name):
    """Trap 25: apostrophes, accents, Cyrillic, Greek, markup, a formula and quotes; a sign without a letter shape leaves a mark."""
    _pages, content = hall.written(hall.models(name, FIELDS["24 strange names"]))
    text = "".join(hall.text_of(content).split())
    shown = [name for name in hall.STRANGE if len(name) < 50 and not name.startswith(("王", "Roux"))]
    # Berg and whoever has the bye play no game, so cards and slips need not name everybody.
    playing = [name for name in shown if name not in ("Jan de Vries",)]
    for word in {part for name in playing for part in name.split()}:
        assert word in text
    assert "Roux□" in text
    assert "□□□" in text


def test_a_name_too_long_for_its_room_takes_two_lines_or_ends_in_a_mark():
    _pages, content = hall.written(hall.models("round_tables", FIELDS["24 strange names"]))
    text = hall.text_of(content)
    assert "Wolvenschleghelsteijnhausen-" in text
    assert "van den Kuijlenstierna, Maximili" in text
    _pages, content = hall.written(hall.models("schedule", FIELDS["24 strange names"]))
    assert "…" in hall.text_of(content)
    assert "Donaudampfschiffahrtselektrizitatenhauptbetriebswerkbauunterb" in "".join(hall.text_of(content).split())


def test_reportlab_is_not_imported_before_the_first_printing():
    code = "import sys, kompitie_web.pages.printing; sys.exit('reportlab' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_fonts_are_the_files_of_their_source():
    listed = (FOLDER / "SOURCES.md").read_text(encoding="utf-8")
    for name in FILES.values():
        assert hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() in listed
    assert (FOLDER / "LICENSE-DejaVu.txt").exists()
