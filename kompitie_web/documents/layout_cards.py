"""Things to cut or fold: table cards (4, 2 or 1 a sheet, tent cards) and result slips (4 a sheet).

Stack-cut order: n cards, c a page, P = ⌈n / c⌉ pages; page p (from 0), place k (from 0, in reading order) carries card k·P + p. Cut the
whole stack and lay pile 1 on pile 2 on pile 3 …: the cards are in order. The empty places are at the end of the last piles.
"""

from collections.abc import Callable, Iterator, Sequence

from kompitie_web.documents.fitting import fit
from kompitie_web.documents.fonts import BOLD, REGULAR
from kompitie_web.documents.layout_frame import paper
from kompitie_web.documents.model import Board, Cards, Header, Slips
from kompitie_web.documents.sheet import HAIR, INK, MM, SOFT, Box, Sheet, Turn
from kompitie_web.i18n import _

Draw = Callable[[Sheet, Header, Board, Box], None]


def stack_order(count: int, per_page: int) -> Iterator[list[int | None]]:
    """The cards of each page in stack-cut order, by place in reading order; None = an empty place."""
    pages = -(-count // per_page)
    for page in range(pages):
        yield [place * pages + page if place * pages + page < count else None for place in range(per_page)]


def count(model: Cards | Slips) -> int:
    """How many sheets are needed."""
    per_page = {"4": 4, "2": 2}.get(model.form, 1) if isinstance(model, Cards) else 4
    return -(-len(model.boards) // per_page)


def draw_cards(cards: Cards, sheet: Sheet) -> None:
    """Draw the table cards."""
    if cards.form == "fold":
        _tent(sheet, cards)
    elif cards.form == "1":
        _sheets(sheet, cards.header, cards.boards, _card, 1, 1, landscape=True)
    else:
        _sheets(sheet, cards.header, cards.boards, _card, 2 if cards.form == "4" else 1, 2)


def draw_slips(slips: Slips, sheet: Sheet) -> None:
    """Draw the result slips."""
    _sheets(sheet, slips.header, slips.boards, _slip, 2, 2, landscape=True)


def _sheets(
    sheet: Sheet, header: Header, boards: Sequence[Board], draw: Draw, across: int, down: int, landscape: bool = False
) -> None:
    """Pages of ``across`` × ``down`` pieces in stack-cut order."""
    size = paper(header, landscape)
    wide, tall = size[0] / across, size[1] / down
    for page in stack_order(len(boards), across * down):
        sheet.start(size, exact=True)
        _cut_marks(sheet, across, down)
        for place, number in enumerate(page):
            if number is not None:
                box = (place % across * wide, size[1] - (place // across + 1) * tall, wide, tall)
                draw(sheet, header, boards[number], box)


def _tent(sheet: Sheet, cards: Cards) -> None:
    """One a sheet, folded across the middle: the upper half stands on its head, so both sides of the table can read it."""
    size = paper(cards.header)
    for board in cards.boards:
        sheet.start(size, exact=True)
        _cut_marks(sheet, 1, 2, fold=True)
        _card(sheet, cards.header, board, (0, 0, size[0], size[1] / 2))
        sheet.add(Turn())
        _card(sheet, cards.header, board, (0, 0, size[0], size[1] / 2))


def _cut_marks(sheet: Sheet, across: int, down: int, fold: bool = False) -> None:
    """Marks in the margin and small crosses where cuts meet; a fold is dashed."""
    (wide, tall), near, far, arm = sheet.size, 4 * MM, 10 * MM, 3 * MM
    xs = [wide * index / across for index in range(1, across)]
    ys = [tall * index / down for index in range(1, down)]
    for x in xs:
        sheet.rule(x, near, x, far, 0.4, INK)
        sheet.rule(x, tall - near, x, tall - far, 0.4, INK)
        for y in ys:
            sheet.rule(x, y - arm, x, y + arm, 0.4, INK)
            sheet.rule(x - arm, y, x + arm, y, 0.4, INK)
    for y in ys:
        sheet.rule(near, y, far, y, 0.4, INK, fold)
        sheet.rule(wide - near, y, wide - far, y, 0.4, INK, fold)


def _player(sheet: Sheet, box: Box, name: str, club: str, white: bool, size: float) -> None:
    """The piece, the colour in words, the name in up to two lines, the club."""
    x, y, wide, tall = box
    radius, word = min(size * 0.62, tall * 0.3), size * 0.44
    sheet.disc(x + radius, y + tall / 2, radius, white, ring=True)
    left, inner = x + 2 * radius + size * 0.5, wide - 2 * radius - size * 0.5
    colour = _("WHITE") if white else _("BLACK")
    sheet.cell((left, y + tall - word * 1.3, inner, word * 1.3), colour, REGULAR, word, grey=SOFT)
    low = word * 1.7 if club else 0.0
    sheet.cell((left, y + low, inner, tall - word * 1.3 - low), name, BOLD, size, lines=2, floor=0.5)
    sheet.cell((left, y, inner, low), club, REGULAR, size * 0.5, grey=SOFT)


def _card(sheet: Sheet, header: Header, board: Board, box: Box) -> None:
    """One table card: upright ones have the number above the names, wide ones beside them; a whole sheet is larger in everything."""
    x, y, wide, tall = box
    upright = tall > wide
    grown = 1.0 if upright else max(1.45, 1.45 * tall / (148.5 * MM))
    pad = 9 * MM if upright else 13 * MM
    x, y, wide, tall = x + pad, y + pad, wide - 2 * pad, tall - 2 * pad
    line = 8 * MM * grown
    _card_frame(sheet, header, (x, y, wide, tall), line, 9.5 * grown)
    y, tall = y + line * 0.8, tall - line * 1.8
    full, across = (160.0, wide) if upright else (205 * grown / 1.45, wide * 0.41)
    number = fit(board.table, BOLD, full, across, 1, 0.3, 0.6, full)[0]
    if upright:
        sheet.cell((x, y + tall * 0.52, wide, tall * 0.48), board.table, BOLD, number, "centre", limit=0.9)
        half, top, gap, size = tall * 0.25, y + tall * 0.52, 2.5 * MM, 18.5
    else:
        sheet.cell((x, y, across, tall), board.table, BOLD, number, "centre", limit=0.9)
        sheet.rule(x + wide * 0.435, y + tall * 0.08, x + wide * 0.435, y + tall * 0.92, 0.35, HAIR)
        half, top, gap, size = tall * 0.46, y + tall * 0.96, 5 * MM, 28 * grown / 1.45
        x, wide = x + wide * 0.46, wide * 0.54
    sheet.rule(x, top - half, x + wide, top - half, 0.35, HAIR)
    _player(sheet, (x, top - half + gap, wide, half - 2 * gap), board.white, board.white_club, True, size)
    _player(sheet, (x, top - 2 * half + gap, wide, half - 2 * gap), board.black, board.black_club, False, size)


def _card_frame(sheet: Sheet, header: Header, box: Box, line: float, small: float) -> None:
    """The lines above and below: the word table and the round, competition and date."""
    x, y, wide, tall = box
    sheet.cell((x, y + tall - line, wide * 0.5, line), _("TABLE"), BOLD, small)
    sheet.cell((x + wide * 0.5, y + tall - line, wide * 0.5, line), header.round, BOLD, small, "right")
    sheet.rule(x, y + tall - line, x + wide, y + tall - line, 1.2, INK)
    sheet.rule(x, y + line * 0.8, x + wide, y + line * 0.8, 0.35, HAIR)
    low = y - line * 0.1
    sheet.cell((x, low, wide * 0.59, line * 0.8), header.competition, REGULAR, small * 0.74, grey=SOFT, limit=0.7)
    sheet.cell((x + wide * 0.61, low, wide * 0.39, line * 0.8), header.date, REGULAR, small * 0.74, "right", SOFT, limit=0.7)


def _slip(sheet: Sheet, header: Header, board: Board, box: Box) -> None:
    """One result slip (A6 landscape): the table, the players with a box each, two signatures."""
    pad = 9 * MM
    x, y, wide, tall = box[0] + pad, box[1] + pad, box[2] - 2 * pad, box[3] - 2 * pad
    top, side = y + tall, 34 * MM
    sheet.cell((x, top - 4 * MM, side, 4 * MM), _("TABLE"), REGULAR, 7.5, grey=SOFT)
    sheet.cell((x, top - 20 * MM, side - 4 * MM, 15 * MM), board.table, BOLD, 46, limit=0.4)
    sheet.cell((x + side, top - 7 * MM, wide - side, 7 * MM), header.round, BOLD, 15, "right")
    sheet.cell((x + side, top - 13 * MM, wide - side, 5 * MM), header.competition, REGULAR, 9.5, "right", limit=0.7)
    where = " · ".join(filter(None, (header.date, header.place)))
    sheet.cell((x + side, top - 18.5 * MM, wide - side, 5 * MM), where, REGULAR, 8.5, "right", SOFT)
    sheet.rule(x, top - 22 * MM, x + wide, top - 22 * MM, 1.2, INK)
    row, (box_wide, box_tall) = 20 * MM, (20 * MM, 15 * MM)
    for index, (name, club) in enumerate(((board.white, board.white_club), (board.black, board.black_club))):
        low = top - 22 * MM - (index + 1) * row
        _player(sheet, (x, low + 2 * MM, wide - box_wide - 5 * MM, row - 4 * MM), name, club, index == 0, 15)
        sheet.box(x + wide - box_wide, low + (row - box_tall) / 2, box_wide, box_tall, 0.9)
        sheet.rule(x, low, x + wide, low, 0.35, HAIR)
    half = (wide - 8 * MM) / 2
    for index, words in enumerate((_("signature white"), _("signature black"))):
        left = x + index * (wide + 8 * MM) / 2
        sheet.rule(left, y + 4.5 * MM, left + half, y + 4.5 * MM, 0.5, INK)
        sheet.cell((left, y, half, 4 * MM), words, REGULAR, 7.5, grey=SOFT)
