"""Text into the room there is: shrink, then two lines, then an ellipsis; and paragraphs."""

import re
from functools import lru_cache

from kompitie_web.documents.fonts import printable, unit_width, width

_BREAKS = re.compile(r" |-(?=\S)")
_PARTICLE = re.compile(r"(^|[ -])[a-zà-ÿ’]{1,3}$")


def cut(text: str, font: str, size: float, room: float) -> str:
    """The text, or as much as fits with an ellipsis: never cut without a mark."""
    if width(text, font, size) <= room:
        return text
    while text and width(text.rstrip(" ,-") + "…", font, size) > room:
        text = text[:-1]
    return text.rstrip(" ,-") + "…"


@lru_cache(maxsize=8192)
def fit(
    text: str, font: str, size: float, room: float, lines: int, limit: float, floor: float, highest: float
) -> tuple[float, tuple[str, ...]]:
    """(size, lines) of a text in ``room`` points of width.

    One line shrinks down to ``limit`` times the size. With ``lines`` = 2 a longer text becomes two balanced lines, down to ``floor``
    and at most ``highest`` points each, broken after a comma, space or hyphen, rather not after a particle (van, de). What is then
    still too long ends in an ellipsis.
    """
    text = printable(text)
    natural = width(text, font, size)
    if natural * limit <= room:
        return size * min(1.0, room / natural * 0.999 if natural else 1.0), (text,)
    if lines == 1:
        return size * limit, (cut(text, font, size * limit, room),)
    two = _two_lines(text, font)
    widest = max(unit_width(part, font) for part in two)
    fitted = min(highest, max(size * floor, min(size * 0.95, room / widest * 0.999)))
    return fitted, tuple(row for row in (cut(part, font, fitted, room) for part in two) if row)


def _two_lines(text: str, font: str) -> tuple[str, str]:
    """The best place to break a name in two."""
    pairs = [(text[: match.end()].rstrip(), text[match.end() :]) for match in _BREAKS.finditer(text)]
    if not pairs:  # one long word: the middle, with a hyphen, so that both halves can be read
        middle = (len(text) + 1) // 2
        return text[:middle] + "-", text[middle:]

    def badness(pair: tuple[str, str]) -> float:
        ugly = 1.3 if _PARTICLE.search(pair[0]) else 0.85 if pair[0].endswith(",") else 1.0
        return ugly * max(unit_width(part, font) for part in pair)

    return min(pairs, key=badness)


def wrap(text: str, font: str, size: float, room: float) -> list[str]:
    """The lines of a paragraph: line ends are kept, words longer than a line are broken."""
    lines: list[str] = []
    for paragraph in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        line = ""
        for word in printable(paragraph).split(" "):
            longer = f"{line} {word}" if line else word
            if width(longer, font, size) <= room:
                line = longer
                continue
            if line:
                lines.append(line)
            *full, line = _pieces(word, font, size, room)
            lines.extend(full)
        lines.append(line)
    return lines


def _pieces(word: str, font: str, size: float, room: float) -> list[str]:
    """A word in parts that fit; nearly always the word itself."""
    pieces, piece = [], ""
    for sign in word:
        if piece and width(piece + sign, font, size) > room:
            pieces.append(piece)
            piece = ""
        piece += sign
    return [*pieces, piece]
