"""Drawn pages as a PDF file (ReportLab): fonts embedded, title, author and language set, the same bytes for the same pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from kompitie_web.documents.fonts import REGULAR, printable
from kompitie_web.documents.sheet import Circle, Mark, Page, Rectangle, Rule, Text, Turn

# Binary streams instead of letters: a fifth less to write and to keep.
rl_config.useA85 = 0  # type: ignore[attr-defined]  # Made from a file of settings when ReportLab is imported.


@dataclass(frozen=True)
class Properties:
    """What a PDF says about itself."""

    title: str
    author: str
    subject: str
    language: str


def write(pages: Sequence[Page], properties: Properties) -> bytes:
    """The PDF of these pages. Things to cut ask the viewer for 100 %."""
    target = BytesIO()
    canvas = Canvas(target, pagesize=pages[0].size, invariant=1, lang=properties.language, initialFontName=REGULAR)
    canvas.setTitle(printable(properties.title))
    canvas.setAuthor(printable(properties.author) or "Kompitie")
    canvas.setSubject(printable(properties.subject))
    canvas.setCreator("Kompitie")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if any(page.exact for page in pages):
        canvas.setViewerPreference("PrintScaling", "None")
    for page in pages:
        canvas.setPageSize(page.size)
        for mark in page.marks:
            _draw(canvas, page, mark)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def _draw(canvas: Canvas, page: Page, mark: Mark) -> None:
    """One mark on the canvas."""
    match mark:
        case Text(x, y, text, font, size, grey):
            canvas.setFont(font, size)
            canvas.setFillGray(grey)
            canvas.drawString(x, y, text)
        case Rule(x0, y0, x1, y1, width, grey, dashed):
            canvas.setLineWidth(width)
            canvas.setStrokeGray(grey)
            if dashed:
                canvas.setDash([2, 2])
            canvas.line(x0, y0, x1, y1)
            if dashed:
                canvas.setDash([])
        case Rectangle(x, y, w, h, width, fill):
            canvas.setLineWidth(width)
            canvas.setStrokeGray(0)
            canvas.setFillGray(1 if fill is None else fill)
            canvas.rect(x, y, w, h, stroke=int(width > 0), fill=int(fill is not None))
        case Circle(x, y, radius, width, stroke, fill):
            canvas.setLineWidth(width)
            canvas.setStrokeGray(stroke)
            canvas.setFillGray(1 if fill is None else fill)
            canvas.circle(x, y, radius, stroke=1, fill=int(fill is not None))
        case Turn():
            canvas.translate(*page.size)
            canvas.rotate(180)
