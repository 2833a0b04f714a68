"""The sheet for whoever runs the program for the first time."""

from io import BytesIO

import pypdf
import pytest

from kompitie_web import __version__, i18n
from kompitie_web.documents import quick_start
from kompitie_web.documents.sheet import Text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("nl", ("Kompitie op één blad", "Toch uitvoeren", "Geschiedenis", "Kompitie-data", "Druk rechtsboven op Stop")),
        ("fr", ("Kompitie sur une feuille", "Exécuter quand même", "Historique", "Kompitie-data", "Appuyez sur Arrêter")),
        ("en", ("Kompitie on one sheet", "Run anyway", "History", "Kompitie-data", "Press Stop")),
    ],
)
def test_one_sheet_in_each_language_tells_how_to_start_copy_and_stop(language: str, words: tuple[str, ...]) -> None:
    read = pypdf.PdfReader(BytesIO(quick_start.render(__version__, language).content))
    assert len(read.pages) == 1
    text = " ".join(read.pages[0].extract_text().split())
    assert all(word in text for word in words)
    assert f"Kompitie {__version__}" in text
    assert read.metadata is not None
    with i18n.language(language):
        assert read.metadata.title == i18n._("Kompitie on one sheet")


def test_nothing_runs_off_the_sheet() -> None:
    for language in i18n.LANGUAGES:
        with i18n.language(language):
            for page in quick_start.pages(__version__):
                wide, tall = page.size
                boxes = [mark.cell for mark in page.marks if isinstance(mark, Text)]
                assert boxes
                assert all(x >= 0 and y >= 0 and x + w <= wide and y + h <= tall for x, y, w, h in boxes)
