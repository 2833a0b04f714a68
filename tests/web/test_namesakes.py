"""Two players with the same name are told apart by their code wherever a name stands alone; the stored name never changes."""

from typing import TYPE_CHECKING, Any

import pytest

from engine.competition import told_apart
from kompitie_web import documents
from kompitie_web.actions import competitions, players, results, rounds
from kompitie_web.documents.catalogue import Options
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.exchange.standings_csv import lines_of
from kompitie_web.store import current, mapping, models

if TYPE_CHECKING:
    from tests.conftest import Client


@pytest.fixture
def cid(file: Any) -> int:
    """Two namesakes and two others; round 1 is published with all results."""
    made = competitions.create_competition(competitions.NewCompetition("Hall", rounds=3))
    players.add_players(made, [PlayerInput(name) for name in ("Jansen, Piet", "Bos, Ankie", "Jansen, Piet", "Vos, Frans")])
    rounds.draft_round(made, 1, confirmed=True)
    rounds.publish_round(made, 1)
    for game in models.Game.select():
        results.enter_result(game.id, "2-0")
    return made


def test_only_namesakes_carry_their_code() -> None:
    people = [(1, "Jansen, Piet", "pja"), (2, "jansen,  piet", "pjb"), (3, "Jansen, Piet", ""), (4, "Bos", "bos")]
    assert told_apart(people) == {1: "Jansen, Piet (pja)", 2: "jansen,  piet (pjb)", 3: "Jansen, Piet", 4: "Bos"}


def test_screens_name_them(client: "Client", cid: int) -> None:
    codes = [row.code for row in models.Competitor.select().where(models.Competitor.name == "Jansen, Piet")]
    for page in ("rounds/1", "results/1", "standings", "settings"):
        shown = client.get(f"/c/{cid}/{page}").get_data(as_text=True)
        for code in codes:
            assert f"Jansen, Piet ({code})" in shown, page


def test_paper_names_them_and_exports_do_not(cid: int) -> None:
    codes = [row.code for row in models.Competitor.select().where(models.Competitor.name == "Jansen, Piet")]
    for name in ("round_tables", "slips", "standings", "cross_places"):
        drawn = documents.preview(name, cid, Options(), "2026-12-12T14:05:00", "en", 1)
        for code in codes:
            assert f"({code})" in str(drawn), name
    competition = mapping.competition(cid)
    standing = results.current_standing(cid)
    assert sorted(line.name for line in lines_of(standing, competition)).count("Jansen, Piet") == 2
    assert current().can_undo(cid) is not None
