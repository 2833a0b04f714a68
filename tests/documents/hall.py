"""Invented competitions for the tests of the documents, and the reader that checks a PDF against what was drawn."""

from collections import defaultdict
from dataclasses import replace
from io import BytesIO

import pdfplumber

from engine.classification import Settings
from engine.competition import CLOSED, PLANNED, PUBLISHED, Competition, Game, Player, Round, SingleEntry
from engine.pairing import round_robin
from engine.results import PRESETS
from kompitie_web import i18n
from kompitie_web.documents import layout, pdf
from kompitie_web.documents.catalogue import Options
from kompitie_web.documents.facts import Facts, Reason, View
from kompitie_web.documents.job import Job
from kompitie_web.documents.model import Model
from kompitie_web.documents.produce import build
from kompitie_web.documents.sheet import Page, Text

#: Names of trap 25 and others that are hard on paper.
STRANGE = (
    "Wolvenschleghelsteijnhausen-van den Kuijlenstierna, Maximili",
    "Donaudampfschiffahrtselektrizitatenhauptbetriebswerkbauunterb",
    "O'Mahony, Siân",
    "Łukasiewicz, Paweł z Łodzi",
    "Иванова-Щеглова, Екатерина",
    "Παπαδοπούλου, Ελένη",
    "Roux 🚀, Maëlle",
    "<b>Vet</b> & <img src=x>",
    "=SUM(1)",
    '"Quote"; semi;colon',
    "  Space,   Two  ",
    "Jansen, J.",
    "Jansen, J.",
    "Jan de Vries",
    "Noël-Châtelain, François-Xavier",
    "王小明",
)
USUAL = (
    "Bakker, Annelies|Zeeman, Lodewijk|Vries, Jurriaan de|Mulder, Pietertje|Lefèvre, Aurélien|Škrabálek, Ondřej|Çelik, Gülşen|"
    "Berg, Daan van den|Dupré, Éloïse|Hoekstra, Sjoerd|Élbert-Müller, Jürgen|Postma, Ytsje|Graaf, Cornelis van der|Öztürk, Işıl|"
    "Broussard, Thérèse|Wiersma, Hilbrand|Groot, Ans de|Desmoulins, Benoît|Veenstra, Harmen|Kuijpers, Ignatius|Håkansson, Björn|"
    "Claeys, Godelieve|Terpstra, Wiepkje|Meer, Teunis van der|Bos, Ko|Jansma, Renske|Lemaître, Gaëtan|Visser, Rinze"
).split("|")
CLUBS = ("Damclub De Vier Hoeken", "Le Pion d’Or", "Ons Genoegen", "DV Scheveningen-Noord", "Schuifspel & Zn. <1922>", "")
TEXTS = {
    "organiser": "Damclub De Vier Hoeken",
    "arbiter": "mevr. T. Wiersma",
    "place": "Dorpshuis De Spil",
    "fixed": "Speeltempo 80 minuten plus één minuut per zet.",
}
PRINTED = "2026-12-12T14:05:00"


def names(count: int, strange: bool) -> list[str]:
    """So many names, the strange ones first when wanted."""
    first = list(STRANGE) if strange else []
    return [*first, *(f"{USUAL[i % len(USUAL)]}{'' if i < len(USUAL) else f' {i}'}" for i in range(count))][:count]


def players(count: int, strange: bool = False) -> tuple[Player, ...]:
    """Players with ratings, clubs and categories."""
    return tuple(
        Player(
            id=100 + i,
            lot=i + 1,
            name=name,
            code=f"c{i:02}",
            rating=None if i % 9 == 8 else 1400 - 7 * i,
            club=CLUBS[i * 5 % 6],
            categories=(("S",), ("J",), ("D", "J"), ())[i % 4],
            order=i,
        )
        for i, name in enumerate(names(count, strange))
    )


def swiss(count: int, rounds: int, strange: bool = False, sport: str = "draughts") -> Competition:
    """A tournament with byes, an absentee, plus draws, forfeits and open games in the last round; one more round is planned."""
    people = players(count, strange)
    points, met = dict.fromkeys((player.id for player in people), 0), set()
    games, entries = [], []
    for number in range(1, rounds + 1):
        free = sorted(points, key=lambda player: (-points[player], player))
        entries.append(SingleEntry(number, free.pop(), "with_notice", id=900 + number))
        if len(free) % 2:
            bye = free.pop()
            points[bye] += 2
            entries.append(SingleEntry(number, bye, "bye", id=950 + number))
        table = 0
        while free:
            one = free.pop(0)
            other = next((player for player in free if (one, player) not in met), free[0])
            free.remove(other)
            met |= {(one, other), (other, one)}
            table += 1
            code = ("2-0", "1-1", "2-0", "0-2", "+1-1", "1-1+", "0-2", "2-0F")[(one * 5 + other * 11 + number * 7) % 8]
            if number == rounds and table % 3 == 0:
                code = "adj" if table % 2 else ""
            white, black = (one, other) if (one + number) % 2 else (other, one)
            games.append(Game(number, white, black, code, len(games) + 1, table, len(games) + 1))
            if code not in ("", "adj"):
                points[white] += int(code.strip("+F")[0])
                points[black] += int(code.strip("+F")[-1])
    made = [Round(number, CLOSED if number < rounds else PUBLISHED, f"2026-12-{number:02}") for number in range(1, rounds + 1)]
    return Competition(
        people,
        (*made, Round(rounds + 1, PLANNED)),
        tuple(games),
        tuple(entries),
        rounds + 1,
        sport,
        id=1,
        name="Open kampioenschap",
    )


def robin(count: int, double: bool = False, played: int = 3) -> Competition:
    """A round robin of which the first rounds are played."""
    people = players(count)
    games, entries, made = [], [], []
    for number, pairs in enumerate(round_robin.schedule(count, double=double), 1):
        made.append(Round(number, PUBLISHED, f"2026-{1 + number // 28:02}-{1 + number % 28:02}"))
        for table, (white, black) in enumerate(pairs, 1):
            if 0 in (white, black):
                entries.append(SingleEntry(number, people[max(white, black) - 1].id, "bye", id=900 + number))
                continue
            result = ("2-0", "1-1", "0-2")[(white + black) % 3] if number <= played else ""
            games.append(Game(number, people[white - 1].id, people[black - 1].id, result, len(games) + 1, table, len(games) + 1))
    return Competition(people, tuple(made), tuple(games), tuple(entries), len(made), id=2, name="Clubkampioenschap 2026–2027")


def facts(competition: Competition, tiebreaks: str = "47", **changes: object) -> Facts:
    """The facts of a competition with one classification."""
    settings = Settings(system="swiss", scale=PRESETS["draughts"], tiebreaks=tiebreaks)
    found = Facts(
        competition=competition,
        views=(View(7, "", settings, is_pairing=True),),
        texts=TEXTS,
        categories={"J": "Jeugd"},
        reasons={"bye": Reason("v"), "with_notice": Reason("a"), "ill": Reason("l")},
    )
    return replace(found, **changes)  # type: ignore[arg-type]


def models(name: str, found: Facts, options: Options | None = None, language: str = "nl") -> list[Model]:
    """The models of a document."""
    with i18n.language(language):
        return build(name, Job(found, options or Options(), "12 dec 2026 14:05"))


def written(made: list[Model], language: str = "nl") -> tuple[list[Page], bytes]:
    """The drawn pages and the PDF of some models."""
    with i18n.language(language):
        pages = layout.pages(made)
        return pages, pdf.write(pages, pdf.Properties(made[0].title, TEXTS["organiser"], "Open kampioenschap", language))


def text_of(content: bytes) -> str:
    """All text of a PDF, page after page."""
    with pdfplumber.open(BytesIO(content)) as document:
        return "\n".join(page.extract_text() or "" for page in document.pages)


def faults(pages: list[Page], content: bytes) -> list[str]:
    """What is wrong on paper: text outside its box or not as it was meant, letters over each other or within 4 mm of the edge."""
    found: list[str] = []
    with pdfplumber.open(BytesIO(content)) as document:
        assert len(document.pages) == len(pages)
        for number, (drawn, page) in enumerate(zip(pages, document.pages, strict=True), 1):
            signs = [sign for sign in page.chars if sign["text"].strip()]
            found += [
                f"page {number}: {fault}" for fault in (*_outside(page, signs), *_cells(drawn, page, signs), *_overprint(signs))
            ]
    return found


def _outside(page: pdfplumber.page.Page, signs: list[dict]) -> list[str]:
    """Letters within 4 mm of the paper's edge."""
    edge = 11.3
    return [
        f"{sign['text']!r} in the margin"
        for sign in signs
        if sign["x0"] < edge or sign["x1"] > page.width - edge or sign["top"] < edge or sign["bottom"] > page.height - edge
    ]


def _boxes(drawn: Page) -> dict[tuple[float, ...], str]:
    """What each box must read; boxes after a turn lie on their heads."""
    boxes: dict[tuple[float, ...], str] = {}
    turned = False
    for mark in drawn.marks:
        if not isinstance(mark, Text):
            turned = turned or type(mark).__name__ == "Turn"
            continue
        x, y, w, h = mark.cell
        if turned:
            x, y = drawn.size[0] - x - w, drawn.size[1] - y - h
        boxes[x, y, w, h] = boxes.get((x, y, w, h), "") + mark.text
    return boxes


def _cells(drawn: Page, page: pdfplumber.page.Page, signs: list[dict]) -> list[str]:
    """Boxes that do not hold exactly their text."""
    found = []
    rows: dict[int, list[tuple[float, dict]]] = defaultdict(list)
    for sign in signs:
        middle = page.height - (sign["top"] + sign["bottom"]) / 2
        rows[int(middle // 8)].append((middle, sign))
    for (x, y, w, h), text in _boxes(drawn).items():
        near = [one for row in range(int((y - 1) // 8), int((y + h + 1) // 8) + 1) for one in rows.get(row, ())]
        inside = [
            sign["text"]
            for middle, sign in near
            if y - 0.1 <= middle <= y + h + 0.1 and x - 0.7 <= sign["x0"] and sign["x1"] <= x + w + 0.7
        ]
        if _squeezed("".join(inside)) != _squeezed(text):
            found.append(f"{text!r} reads {''.join(inside)!r}")
    return found


def _overprint(signs: list[dict]) -> list[str]:
    """Letters that stand on each other."""
    found = []
    ink = sorted(((s["x0"], s["x1"], (s["top"] + s["bottom"]) / 2, s["size"], s["text"]) for s in signs), key=lambda sign: sign[0])
    for index, one in enumerate(ink):
        for other in ink[index + 1 :]:
            if other[0] > one[1] - 0.9:
                break
            if abs(one[2] - other[2]) < 0.36 * (one[3] + other[3]):
                found.append(f"{one[4]!r} and {other[4]!r} overprint at {one[0]:.0f}, {one[2]:.0f}")
    return found


def _squeezed(text: str) -> str:
    return "".join(sorted(text.replace(" ", "").replace("\u00a0", "")))


def texts(page: Page) -> list[Text]:
    """The texts of a drawn page."""
    return [mark for mark in page.marks if isinstance(mark, Text)]


def widened(mark: object) -> object:
    """Text as if it had never been fitted into its box."""
    return mark._replace(size=mark.size * 1.5) if isinstance(mark, Text) else mark
