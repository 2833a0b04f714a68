"""The quick-start sheet: one A4 for whoever runs the program for the first time (spec 50, Bundles).

It belongs to the program and to no competition, so it stands outside the catalogue of documents.
"""

from collections.abc import Sequence

from kompitie_web import i18n
from kompitie_web.documents import pdf
from kompitie_web.documents.fonts import BOLD, REGULAR
from kompitie_web.documents.layout_frame import FOOT, LEFT
from kompitie_web.documents.produce import PDF, Document, filename
from kompitie_web.documents.sheet import INK, MM, PAPERS, SOFT, WHITE, Circle, Page, Sheet, paragraph_height
from kompitie_web.i18n import _

_BODY, _HEAD = 12.0, 14.0
#: Left edge of the texts, right of the numbers.
_INDENT = 11 * MM
_RADIUS = 3.4 * MM
_HEAD_HEIGHT, _GAP = 7 * MM, 3.4 * MM


def render(version: str, language: str) -> Document:
    """The sheet as a PDF in a language."""
    with i18n.language(language):
        title = _("Kompitie on one sheet")
        properties = pdf.Properties(title, "", "Kompitie", i18n.current_language())
        return Document(filename("", title), PDF, pdf.write(pages(version), properties))


def pages(version: str) -> Sequence[Page]:
    """The drawn sheet in the language in force; a second page only when the texts would grow too long for one."""
    sheet = Sheet()
    top = _start(sheet, version)
    wide = sheet.size[0] - 2 * LEFT - _INDENT
    for number, (head, lines) in enumerate(parts(), start=1):
        tall = _HEAD_HEIGHT + sum(paragraph_height(line, _BODY, wide) for line in lines) + _GAP
        if top - tall < FOOT:
            top = _start(sheet, version)
        _draw_part(sheet, number, head, lines, top)
        top -= tall
    return sheet.pages


def _start(sheet: Sheet, version: str) -> float:
    """A new page with its head and foot; returns where the parts begin."""
    sheet.start(PAPERS["A4"])
    wide, top = sheet.size[0] - 2 * LEFT, sheet.size[1] - 13 * MM
    sheet.cell((LEFT, top - 11 * MM, wide, 11 * MM), _("Kompitie on one sheet"), BOLD, 24)
    words = _("For whoever runs the club evening or the tournament. Lay it beside the computer.")
    sheet.cell((LEFT, top - 17.5 * MM, wide, 6 * MM), words, REGULAR, 10.5, grey=SOFT)
    sheet.rule(LEFT, top - 20 * MM, LEFT + wide, top - 20 * MM, 1.2, INK)
    sheet.cell((LEFT, 8 * MM, wide, 4 * MM), f"Kompitie {version}", REGULAR, 7, grey=SOFT)
    return top - 24.5 * MM


def _draw_part(sheet: Sheet, number: int, head: str, lines: Sequence[str], top: float) -> None:
    """A number in a piece, a heading, and its sentences."""
    wide = sheet.size[0] - 2 * LEFT - _INDENT
    middle = (LEFT + _RADIUS, top - _HEAD_HEIGHT / 2)
    sheet.add(Circle(*middle, _RADIUS, 0, INK, INK))
    box = (LEFT, top - _HEAD_HEIGHT, 2 * _RADIUS, _HEAD_HEIGHT)
    sheet.cell(box, str(number), BOLD, 10, "centre", WHITE)
    sheet.cell((LEFT + _INDENT, top - _HEAD_HEIGHT, wide, _HEAD_HEIGHT), head, BOLD, _HEAD)
    top -= _HEAD_HEIGHT
    for line in lines:
        top -= sheet.paragraph(LEFT + _INDENT, top, wide, line, _BODY)


def parts() -> Sequence[tuple[str, Sequence[str]]]:
    """The headings and their sentences, in the words of the screens."""
    return (
        (
            _("Start"),
            (
                _(
                    "Put the file Kompitie anywhere, for example on the desktop, and double-click it. It opens in your browser; nothing is installed, and no internet is needed."
                ),
                _(
                    "The first time, Windows may say “Windows protected your PC”. It says so of every program that few people have. Choose “More info”, then “Run anyway”. If a virus scanner stops the file, use the folder edition: unpack it and double-click Kompitie in it."
                ),
            ),
        ),
        (
            _("An evening, from the top of the list on the left to the bottom"),
            (
                _(
                    "Players – Presence – Rounds – Print – Results – Standings. The big blue button is always the next step. Try it out first with the example on the start page."
                ),
            ),
        ),
        (
            _("Something went wrong?"),
            (
                _(
                    "Undo is at the top of each message and in History: every step, also yesterday's. With every number and every game you can ask why."
                ),
            ),
        ),
        (
            _("Keys"),
            (
                _(
                    "Ctrl+Enter is the big blue button, Ctrl+Z takes back, the slash / finds a player or a table, the question mark ? shows all keys of the page."
                ),
            ),
        ),
        (
            _("Where your file is"),
            (
                _(
                    "In the folder Kompitie of your documents, one file for a club or an event, with a name that ends in .kompitie. Everything you type is in it at once; there is no button to save. Double-click such a file to go on with it; if Windows asks with which program, choose Kompitie."
                ),
            ),
        ),
        (
            _("A copy on a stick"),
            (
                _(
                    "Put the USB stick in, open History and choose “Copy to stick”. Wait for the message that tells how many players and games the copy holds."
                ),
                _(
                    "To carry the program and its files on the stick itself: put Kompitie on it and make a folder named Kompitie-data beside it."
                ),
            ),
        ),
        (
            _("Stop"),
            (
                _(
                    "Press Stop at the top right, then close the browser. If only the page was closed, Kompitie still runs: double-click it again and the page comes back."
                ),
            ),
        ),
        (
            _("The computer failed"),
            (
                _(
                    "Start it again and double-click Kompitie. All that the screen had confirmed is there. Dated copies are in History, under Copies: “Put back” returns to one, and even that keeps what was there before."
                ),
            ),
        ),
    )
