"""The published tournament, entered through actions, gives the published standing (spec 20 Oracle)."""

import fmjd68

from engine.classification import standing
from kompitie_web.store import mapping


def test_published_tournament_gives_the_published_places(file):
    cid = fmjd68.build(file)
    competition = mapping.competition(cid)
    assert len(competition.players) == 68
    assert len(competition.games) == 34 * 9
    shown = standing(competition, mapping.settings(mapping.pairing_classification(cid)), 9)
    published = sorted(fmjd68.ORACLE["players"], key=lambda player: player["place"])
    assert [competition.by_id[row.player].lot for row in shown.rows] == [player["lot"] for player in published]
    assert [row.score for row in shown.rows] == [player["points"] for player in published]
    assert [row.tiebreaks[0][1] for row in shown.rows] == [player["short_truncated_solkoff"] for player in published]
    assert sum(game.result == "0-0F" for game in competition.games) == 2
