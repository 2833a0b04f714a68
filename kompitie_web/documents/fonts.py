"""The two fonts of the paper: their widths and what to do with letters they do not have.

Imports ReportLab, so only the modules that lay out or write pages import this one.
"""

import unicodedata
from functools import lru_cache

from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont

from kompitie_web.documents.fontfiles import BOLD, FILES, FOLDER, REGULAR

__all__ = ["BOLD", "CAPITAL", "KNOWN", "MISSING", "REGULAR", "printable", "unit_width", "width"]

#: Height of capitals and figures in em.
CAPITAL = 0.729
#: Printed for each letter that the fonts do not have: visible, so that nothing is lost without a mark.
MISSING = "□"


def _register() -> frozenset[int]:
    """Make the fonts known to ReportLab; returns the characters that both have."""
    fonts = [TTFont(name, str(FOLDER / file)) for name, file in FILES.items()]
    for font in fonts:
        registerFont(font)
    return frozenset.intersection(*(frozenset(font.face.charToGlyph) for font in fonts))


KNOWN = _register()


@lru_cache(maxsize=16384)
def unit_width(text: str, font: str) -> float:
    """Width of a text at a size of one point."""
    return float(stringWidth(text, font, 1000)) / 1000


def width(text: str, font: str, size: float) -> float:
    """Width of a text in points."""
    return unit_width(text, font) * size


@lru_cache(maxsize=16384)
def printable(text: str) -> str:
    """The text as it can be printed: composed letters, single spaces, no invisible signs, a mark for what the fonts do not have."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    composed = unicodedata.normalize("NFC", " ".join(text.split()))
    kept = [sign for sign in composed if not _invisible(sign)]
    return "".join(sign if ord(sign) in KNOWN else MISSING for sign in kept)


def _invisible(sign: str) -> bool:
    """Joiners, direction marks, control characters and variation selectors: they print nothing themselves."""
    return unicodedata.category(sign) in ("Cf", "Cc") or "\ufe00" <= sign <= "\ufe0f"
