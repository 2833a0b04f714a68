"""Head and foot of a sheet, the same on every document (spec 40, Header and Footer)."""

from typing import NamedTuple

from kompitie_web.documents.fonts import BOLD, REGULAR
from kompitie_web.documents.model import Header
from kompitie_web.documents.sheet import INK, MM, PAPERS, SOFT, Box, Sheet, paragraph_height
from kompitie_web.i18n import _

#: Margin at the sides, room kept free for the foot.
LEFT, FOOT = 14 * MM, 13 * MM
_FIXED, _VARIABLE = 8.5, 9.5


class Top(NamedTuple):
    """Where the body begins, and the box at the right for the range of a sheet that hangs apart."""

    y: float
    label: Box


def paper(header: Header, landscape: bool = False) -> tuple[float, float]:
    """Width and height of the sheet."""
    width, height = PAPERS[header.paper]
    return (height, width) if landscape else (width, height)


def head(sheet: Sheet, header: Header, title: str, full: bool = True, scale: float = 1.0, labelled: bool = False) -> Top:
    """Draw the head of a page; later pages of a list (not ``full``) carry one line only."""
    wide, top = sheet.size[0] - 2 * LEFT, sheet.size[1] - 13 * MM
    small, big = 5 * MM * scale, (20 if full else 13) * scale
    line = big * 1.25
    if header.corrected:
        title = _("%(title)s · corrected", title=title)
    if full:
        sheet.cell((LEFT, top - small, wide * 0.57, small), header.competition, BOLD, 9.5 * scale)
        sheet.cell((LEFT + wide * 0.6, top - small, wide * 0.4, small), header.organiser, REGULAR, 8.5 * scale, "right", SOFT)
        top -= small * 1.2
    words = title if full else " · ".join(filter(None, (title, header.competition)))
    sheet.cell((LEFT, top - line, wide * (0.66 if labelled else 1), line), words, BOLD, big)
    label = (LEFT + wide * 0.68, top - line, wide * 0.32, line)
    top -= line
    if full:
        sheet.cell((LEFT, top - small * 1.04, wide, small), facts(header), REGULAR, 8.5 * scale, grey=SOFT)
        top -= small * 1.2
    sheet.rule(LEFT, top - 1.5 * MM, LEFT + wide, top - 1.5 * MM, 1.2, INK)
    top -= 3 * MM
    return Top(_free_texts(sheet, header, top) if full else top, label)


def facts(header: Header) -> str:
    """Date, place and arbiter in one line."""
    arbiter = _("arbiter %(name)s", name=header.arbiter) if header.arbiter else ""
    return " · ".join(filter(None, (header.date, header.place, arbiter)))


def _free_texts(sheet: Sheet, header: Header, top: float) -> float:
    """The remembered text, and the text of this printing with a bar before it; returns the new top."""
    wide = sheet.size[0] - 2 * LEFT
    if header.fixed:
        top -= sheet.paragraph(LEFT, top - 0.6 * MM, wide, header.fixed, _FIXED, SOFT) + 1.2 * MM
    if header.variable:
        tall = sheet.paragraph(LEFT + 4 * MM, top - 1.2 * MM, wide - 4 * MM, header.variable, _VARIABLE)
        sheet.rule(LEFT + 0.9, top - 1.2 * MM, LEFT + 0.9, top - 2 * MM - tall, 1.8, INK)
        top -= tall + 3.2 * MM
    return top


def head_height(header: Header, wide: float, full: bool, scale: float = 1.0) -> float:
    """The height that ``head`` takes from the paper's edge down, texts included."""
    if not full:
        return 13 * MM + 13 * scale * 1.25 + 3 * MM
    tall = 13 * MM + 2 * 5 * MM * scale * 1.2 + 20 * scale * 1.25 + 3 * MM
    if header.fixed:
        tall += paragraph_height(header.fixed, _FIXED, wide) + 1.2 * MM
    if header.variable:
        tall += paragraph_height(header.variable, _VARIABLE, wide - 4 * MM) + 3.2 * MM
    return tall


def foot(sheet: Sheet, header: Header, page: int, pages: int) -> None:
    """Draw the foot: when it was printed, which page of how many."""
    wide = sheet.size[0] - 2 * LEFT
    printed = _("Kompitie · printed %(time)s", time=header.printed) if header.printed else "Kompitie"
    sheet.cell((LEFT, 8 * MM, wide * 0.6, 4 * MM), printed, REGULAR, 7, grey=SOFT)
    where = _("page %(page)s of %(pages)s", page=page, pages=pages)
    sheet.cell((LEFT + wide * 0.6, 8 * MM, wide * 0.4, 4 * MM), where, REGULAR, 7, "right", SOFT)
