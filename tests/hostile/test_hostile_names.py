"""Names that are HTML, formulas, templates or markup of documents, in every field that takes a text: shown as typed, in every output."""

import csv
import io
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path

import pytest
from pypdf import PdfReader

from kompitie_web import i18n
from kompitie_web.actions import competitions, players, results, rounds
from kompitie_web.documents.catalogue import CATALOGUE
from kompitie_web.exchange import players_csv
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.exchange.names import clean_name
from kompitie_web.exchange.table import guard
from kompitie_web.state import State
from kompitie_web.store import KompitieFile, mapping, models
from tests.conftest import Client

HOSTILE = [
    *("<img src=x onerror=alert(1)>", "<script>alert(2)</script>", '"><svg onload=alert(3)>', "' autofocus onfocus=alert(4) x='"),
    *("<unk>lost</unk>", "<b>Bold</b>", "<para>P</para>", "&lt;b&gt; &amp; &#60;", "]]><x>", "<!-- gone -->", "<![CDATA[ in ]]>"),
    *("{{7*7}}", "{% raw %}", "${7*7}", "%s %d", "%(name)s", "100%", "{0.__class__}", "=HYPERLINK(evil)", "+1+cmd", "-2", "@SUM(1)"),
    *("{\\rtf1 \\b x}", "\\u8364?", "a\\'e9", "javascript:alert(5)", "</title><script>alert(6)</script>", "</textarea><b>", "; DROP TABLE"),
    *("e\u0301\u0323 marks", "\u202egnp.exe", "\u200f\u05d0\u05d1\u05d2", "🙂🏳️‍🌈", "\u200bzero", "\ufeffmark", "\uffff", "Zalgo" + "\u0335" * 20),
]  # fmt: skip
PLAIN = [f"Plain{n:02d}, Name" for n in range(len(HOSTILE))]
#: What a document must show letter by letter (letters that fonts draw without shaping).
ON_PAPER = [
    "<unk>lost</unk>",
    "<b>Bold</b>",
    "{{7*7}}",
    "%(name)s",
    "=HYPERLINK(evil)",
    "&lt;b&gt; &amp; &#60;",
    "<img src=x onerror=alert(1)>",
    "]]><x>",
]


class Seen(HTMLParser):
    """Which elements with which attributes a page has, and all that it says."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: Counter[tuple[str, ...]] = Counter()
        self.text = ""
        self.values: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements[(tag, *sorted({name for name, _ in attrs}))] += 1
        self.values += [value or "" for _, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


def seen(html: str) -> Seen:
    """A page as a browser sees it."""
    reader = Seen()
    reader.feed(html)
    return reader


def furnish(texts: list[str]) -> int:
    """A competition in the open file in which every text is one of these."""
    pick = iter(texts * 4)
    cid = competitions.create_competition(
        competitions.NewCompetition(
            next(pick), pairing="resistance", rounds=3, organiser=next(pick), arbiter=next(pick), place=next(pick)
        )
    )
    competitions.rename_file(next(pick))
    competitions.set_category_name(cid, "a", next(pick))
    competitions.add_reason(cid, "q", dict.fromkeys(("nl", "fr", "en"), texts[8]))
    lines = [
        PlayerInput(name, 1500 - 7 * n, club=next(pick)[:60], categories="a", title=next(pick)[:20], town=next(pick)[:60])
        for n, name in enumerate(texts)
    ]
    ids = players.add_players(cid, lines)
    rounds.set_round(cid, 1, "2026-01-02", texts[0][:60])
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    games = [game for game in mapping.competition(cid).games if game.round == 1]
    for game in games[1:]:
        results.enter_result(game.id, "2-0")
    competitions.forbid_pair(cid, ids[0], ids[1])
    players.withdraw(ids[-1], 2)
    return cid


@pytest.fixture(scope="module")
def plain_pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Counter[tuple[str, ...]]]:
    """What every page consists of when the names are those of people."""
    folder = tmp_path_factory.mktemp("plain")
    from kompitie_web.app import create_app
    from kompitie_web.state import folders_in

    state = State.load(folders_in(folder))
    state.preferences.choose_language("en")
    client = create_app(state).test_client()
    file = KompitieFile.create(folder / "Plain.kompitie", "Plain", state.folders.data)
    with i18n.language("en"), file.connection():
        cid = furnish(PLAIN)
        found = {url: seen(client.get(url).text).elements for url in pages(cid)}
    file.close()
    return found


_made: dict[str, tuple[bytes, int]] = {}


@contextmanager
def copied(texts: list[str], kind: str, path: Path, state: State) -> Iterator[int]:
    """A competition with these texts in a file that is made once and copied; open."""
    if kind not in _made:
        with tempfile.TemporaryDirectory(prefix="kompitie-") as folder:
            made = KompitieFile.create(Path(folder) / "Names.kompitie", "Names", Path(folder) / "data")
            with made.connection():
                cid = furnish(texts)
            made.close()
            _made[kind] = made.path.read_bytes(), cid
    path.write_bytes(_made[kind][0])
    file = KompitieFile.open(path, state.folders.data)
    with file.connection():
        yield _made[kind][1]
    file.close()


@pytest.fixture
def cid(tmp_path: Path, state: State) -> Iterator[int]:
    """The same competition with hostile texts everywhere."""
    with copied(HOSTILE, "hostile", tmp_path / "Names.kompitie", state) as made:
        yield made


def pages(cid: int) -> list[str]:
    """Every page about it."""
    player, games = models.Competitor.get(), models.Classification.get()
    base = f"/c/{cid}"
    return [
        *("/", "/open", "/new", "/season", "/about", "/keys"),
        *(
            f"{base}/{page}"
            for page in ("players", f"players/{player.id}", "players/lots", "players/categories", "players/earlier")
        ),
        *(f"{base}/{page}" for page in ("presence/1", "presence/2", "rounds/1", "rounds/2", "results/1", "results/1?check=1")),
        *(
            f"{base}/{page}"
            for page in (f"standings/{games.id}", f"standings/{games.id}/edit", "standings/new", "compare", "reasons")
        ),
        *(f"{base}/{page}" for page in ("settings", "history", "history?scope=file", "find?q=a", f"standings?why={player.id}")),
    ]


def test_no_page_takes_a_name_for_its_own_words(client: Client, cid: int, plain_pages: dict[str, Counter[tuple[str, ...]]]) -> None:
    for url in pages(cid):
        page = seen(client.get(url).text)
        new = {element for element in page.elements if element not in plain_pages.get(url, page.elements)}
        assert not [one for one in new if one[0] in ("img", "svg", "b", "x", "unk", "para")], (url, new)
        assert not [name for element in page.elements for name in element[1:] if name.startswith("on")], url
        scripts = [element for element in page.elements if element[0] == "script"]
        assert all("src" in element for element in scripts), url


def test_the_pages_show_every_name_as_it_was_typed(client: Client, cid: int) -> None:
    stored = [clean_name(name) for name in HOSTILE]
    for url in (f"/c/{cid}/players", f"/c/{cid}/presence/2", f"/c/{cid}/standings", f"/c/{cid}/rounds/1", f"/c/{cid}/results/1"):
        page = seen(client.get(url, follow_redirects=True).text)
        shown = page.text + "\n" + "\n".join(page.values)
        away = stored[-1:] if "presence/2" in url else []
        missing = [name for name in stored if name not in shown and name not in away]
        assert not missing, (url, missing)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_typed_on_a_page_comes_back_in_the_toast_the_history_and_the_field(client: Client, cid: int, name: str) -> None:
    wanted = clean_name(name)
    typed = {"line": f"{name.replace(';', ',')}", "name": name}
    competition = f"/c/{cid}"
    answer = client.post_form(f"{competition}/settings/file", {"name": f"Club {name}"}, follow_redirects=True)
    page = seen(answer.text)
    assert f"Club {wanted}" in page.text + "".join(page.values)
    added = client.post_form(f"{competition}/players", typed, follow_redirects=True)
    assert added.status_code in (200, 422)
    back = seen(added.text)
    assert clean_name(typed["line"]) in back.text + "\n".join(back.values)
    history = seen(client.get(f"{competition}/history?scope=file").text)
    assert f"Club {wanted}" in history.text
    refused = client.post_form(f"{competition}/players", {"line": f"{typed['line']}; {typed['line']}"})
    assert refused.status_code == 422
    again = seen(refused.text)
    assert clean_name(typed["line"]) in clean_name(again.text + "\n".join(again.values))
    assert not [name for element in again.elements for name in element[1:] if name.startswith("on")]


@pytest.mark.parametrize("name", ["x" * 10_000, "<b>" * 3000, "é" * 101, "🙂" * 101])
def test_a_name_that_is_too_long_is_refused_with_a_sentence(client: Client, cid: int, name: str) -> None:
    before = models.Competitor.select().count()
    answer = client.post_form(f"/c/{cid}/players", {"line": name})
    assert answer.status_code == 422
    assert models.Competitor.select().count() == before
    assert 'role="alert"' in answer.text or "problem" in answer.text


def paper(client: Client, url: str) -> str:
    """The text of a PDF, as a reader selects it; the glyphs of fonts are read back, spaces at line ends do not count."""
    answer = client.get(url)
    assert answer.status_code == 200, url
    assert answer.mimetype == "application/pdf", url
    reader = PdfReader(io.BytesIO(answer.data))
    assert "/JavaScript" not in str(reader.trailer), url
    for sheet in reader.pages:
        assert not sheet.images, url
        for note in sheet.get("/Annots", []):
            assert "evil" not in str(note.get_object()), url
    return "".join(sheet.extract_text() for sheet in reader.pages)


@pytest.mark.parametrize("document", list(CATALOGUE))
def test_every_paper_shows_the_names_as_they_were_typed(client: Client, tmp_path: Path, state: State, document: str) -> None:
    texts = [*ON_PAPER, "Plain, Pete", "Plain, Ann"]
    with copied(texts, "paper", tmp_path / "Names.kompitie", state) as cid:
        found = "".join(paper(client, f"/c/{cid}/print/{document}.pdf?round=1").split())
    lost = [name for name in ON_PAPER if name.replace(" ", "")[:14] not in found]
    assert not lost, found[:2000]


def test_the_picture_of_a_paper_is_no_page_of_its_own(client: Client, cid: int) -> None:
    for document in CATALOGUE:
        page = seen(client.get(f"/c/{cid}/print?document={document}").text)
        bad = [one for one in page.elements if one[0] in ("img", "unk", "para", "foreignobject") or one == ("b",)]
        assert not bad, (document, bad)
        assert not [name for element in page.elements for name in element[1:] if name.startswith("on")], document
        assert all("src" in one for one in page.elements if one[0] == "script"), document


def test_a_spreadsheet_takes_no_name_for_a_formula() -> None:
    lines = [PlayerInput(clean_name(name), club=clean_name(name), title=clean_name(name)) for name in HOSTILE]
    written = players_csv.write_players(lines)
    cells = [cell for row in csv.reader(io.StringIO(written.decode("utf-8-sig")), delimiter=";") for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert [one.name for one in players_csv.preview(written).players] == [one.name for one in lines]
    assert guard("=x") == "'=x"


def test_the_file_of_a_hostile_competition_stays_in_its_folder(client: Client, state: State, tmp_path: Path) -> None:
    outside = set(tmp_path.parent.iterdir())
    for name in (*HOSTILE, "../../up", "/etc/passwd", "C:\\x", "con", "a/b", "..", ".", "x" * 300, "nul\0byte", "a\nb"):
        facts = {"name": name, "rounds": "3", "pairing": "resistance", "kind": "tournament", "sport": "chess", "into": "new"}
        answer = client.post_form("/new", facts)
        assert answer.status_code in (303, 422), name
    assert set(tmp_path.parent.iterdir()) == outside
    made = list(state.folders.documents.glob("*.kompitie"))
    assert len(made) > 30
    for path in made:
        assert len(path.name.encode()) < 256
        assert not set('<>:"/\\|?*') & set(path.name)
