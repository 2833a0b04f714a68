"""A drawn page as an inline picture for the screen: the same marks as the PDF, the same fonts, so the preview is the page itself.

The picture has no style and no script of its own (the program's security policy forbids both); the page's style sheet knows the classes
``regular`` and ``bold``.
"""

from xml.sax.saxutils import escape, quoteattr

from kompitie_web.documents.fonts import BOLD
from kompitie_web.documents.sheet import Circle, Mark, Page, Rectangle, Rule, Text, Turn


def write(page: Page, label: str) -> str:
    """The ``<svg>`` element of a page; ``label`` names it for those who cannot see it."""
    width, height = page.size
    parts = [
        f'<svg class="paper" viewBox="0 0 {width:.1f} {height:.1f}" role="img" aria-label={quoteattr(label)}>',
        f'<rect width="{width:.1f}" height="{height:.1f}" fill="#fff"/>',
    ]
    turned = False
    for mark in page.marks:
        if isinstance(mark, Turn):
            parts.append(f'<g transform="rotate(180 {width / 2:.1f} {height / 2:.1f})">')
            turned = True
        else:
            parts.append(_draw(mark, height))
    return "".join([*parts, "</g>" if turned else "", "</svg>"])


def _grey(value: float) -> str:
    """A grey level as a colour."""
    return f"#{round(value * 255):02x}" + f"{round(value * 255):02x}" * 2


def _draw(mark: Mark, height: float) -> str:
    """One mark as an element; the picture's origin is the upper left corner."""
    match mark:
        case Text(x, y, text, font, size, grey):
            weight = "bold" if font == BOLD else "regular"
            return (
                f'<text class="{weight}" x="{x:.2f}" y="{height - y:.2f}" font-size="{size:.2f}" fill="{_grey(grey)}">'
                f"{escape(text)}</text>"
            )
        case Rule(x0, y0, x1, y1, width, grey, dashed):
            dash = ' stroke-dasharray="2 2"' if dashed else ""
            return (
                f'<path d="M{x0:.2f} {height - y0:.2f}L{x1:.2f} {height - y1:.2f}" stroke="{_grey(grey)}" '
                f'stroke-width="{width}"{dash}/>'
            )
        case Rectangle(x, y, w, h, width, fill):
            colour = "none" if fill is None else _grey(fill)
            stroke = f' stroke="#000" stroke-width="{width}"' if width else ""
            return f'<rect x="{x:.2f}" y="{height - y - h:.2f}" width="{w:.2f}" height="{h:.2f}" fill="{colour}"{stroke}/>'
        case Circle(x, y, radius, width, stroke_grey, fill):
            colour = "none" if fill is None else _grey(fill)
            return (
                f'<circle cx="{x:.2f}" cy="{height - y:.2f}" r="{radius:.2f}" fill="{colour}" stroke="{_grey(stroke_grey)}" '
                f'stroke-width="{width:.2f}"/>'
            )
        case Turn():
            return ""
