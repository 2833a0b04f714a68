"""The published tournament of 68 players, entered through actions: its standing in the engine, on the screen and on paper (spec 20 Oracle)."""

import re
from collections.abc import Iterator
from io import BytesIO

import fmjd68
import pytest
from pypdf import PdfReader

from engine.classification import standing
from kompitie_web.app import create_app
from kompitie_web.state import State, folders_in
from kompitie_web.store import KompitieFile, mapping

PUBLISHED = sorted(fmjd68.ORACLE["players"], key=lambda player: player["place"])
NAMES = [fmjd68.name_of(player["lot"]) for player in PUBLISHED]


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[KompitieFile, int, State]]:
    """The open file, the competition's id and a program on it; built once."""
    home = tmp_path_factory.mktemp("worldcup")
    state = State.load(folders_in(home))
    state.preferences.language = "en"
    file = KompitieFile.create(home / "Cup.kompitie", "World Cup", state.folders.data)
    with file.connection():
        yield file, fmjd68.build(file), state
    file.close()


def test_the_standing_has_the_published_order_points_and_values(tournament: tuple[KompitieFile, int, State]) -> None:
    _, cid, _ = tournament
    competition = mapping.competition(cid)
    assert len(competition.players) == 68
    assert len(competition.games) == 34 * 9
    shown = standing(competition, mapping.settings(mapping.pairing_classification(cid)), 9)
    assert [competition.by_id[row.player].lot for row in shown.rows] == [player["lot"] for player in PUBLISHED]
    assert [row.score for row in shown.rows] == [player["points"] for player in PUBLISHED]
    assert [row.tiebreaks[0][1] for row in shown.rows] == [player["short_truncated_solkoff"] for player in PUBLISHED]
    assert sum(game.result == "0-0F" for game in competition.games) == 2


def test_the_standings_page_shows_the_published_order_and_values(tournament: tuple[KompitieFile, int, State]) -> None:
    _, cid, state = tournament
    html = create_app(state).test_client().get(f"/c/{cid}/standings").get_data(as_text=True)
    rows = [re.sub(r"<[^>]+>", " ", row).split() for row in re.findall(r"<tr[ >].*?</tr>", html[html.index("<tbody") :], re.S)]
    texts = [" ".join(row) for row in rows]
    assert [name for text in texts for name in NAMES if name in text] == NAMES
    for text, player in zip(texts, PUBLISHED, strict=True):
        assert re.search(rf"\b{player['points']} {player['short_truncated_solkoff']}\b", text), text


def test_the_standing_on_paper_has_the_published_order_and_values(tournament: tuple[KompitieFile, int, State]) -> None:
    _, cid, state = tournament
    answer = create_app(state).test_client().get(f"/c/{cid}/print/standings.pdf")
    text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.data)).pages)
    assert re.findall("|".join(map(re.escape, NAMES)), text) == NAMES
    numbers = re.findall(r"\d+", text)
    assert all(str(player["short_truncated_solkoff"]) in numbers for player in PUBLISHED)
