"""Two tabs, buttons pressed twice, pages of yesterday: one thing is done once (spec 70 traps 9 and 29)."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask

from kompitie_web.actions import players, rounds
from kompitie_web.actions.competitions import NewCompetition, create_competition
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.security import TOKEN_FIELD
from kompitie_web.state import State
from kompitie_web.store import KompitieFile, models

THREADS = 8


@pytest.fixture
def cid(tmp_path: Path, state: State) -> Iterator[int]:
    """A Swiss whose first round is published; every request has a connection of its own, as in the program."""
    file = KompitieFile.create(tmp_path / "Tabs.kompitie", "Tabs", state.folders.data)
    with file.connection():
        made = create_competition(NewCompetition("Tabs", pairing="resistance", rounds=5))
        players.add_players(made, [PlayerInput(f"Player {chr(65 + n)}", 1500 - n) for n in range(8)])
        rounds.draft_round(made, 1)
        rounds.publish_round(made, 1)
    yield made
    file.close()


def at_once(app: Flask, url: str, data: dict[str, str], times: int = THREADS) -> list[int]:
    """The same form, sent by so many tabs of one browser at the same moment; the answers."""
    first = app.test_client()
    found = re.search(r'name="csrf-token" content="([^"]+)"', first.get("/").text)
    assert found
    cookie = first.get_cookie("kompitie_0")
    assert cookie is not None

    def send(_: int) -> int:
        tab = app.test_client()
        tab.set_cookie("kompitie_0", cookie.value)
        with tab.post(url, data={TOKEN_FIELD: found[1], **data}) as answer:
            return answer.status_code

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(send, range(times)))


def lines(label: str) -> int:
    """How often this was done, by the history."""
    return int(models.JournalAction.select().where(models.JournalAction.label == label).count())


def test_a_result_that_is_sent_eight_times_is_entered_once(app: Flask, cid: int) -> None:
    from kompitie_web.store import current

    with current().connection():
        game = models.Game.select().order_by(models.Game.id).get()
    answers = at_once(app, f"/c/{cid}/results/1", {f"r{game.id}": "2-0", f"b{game.id}": ""})
    assert set(answers) <= {200, 303, 409, 422}
    with current().connection():
        assert models.Game.get_by_id(game.id).result == "2-0"
        assert lines("result_entered") == 1


def test_two_tabs_with_different_results_never_overwrite_each_other_unseen(app: Flask, cid: int) -> None:
    from kompitie_web.store import current

    with current().connection():
        game = models.Game.select().order_by(models.Game.id).get()
    assert at_once(app, f"/c/{cid}/results/1", {f"r{game.id}": "2-0", f"b{game.id}": ""}, 1) == [303]
    assert at_once(app, f"/c/{cid}/results/1", {f"r{game.id}": "0-2", f"b{game.id}": ""}, 1) == [422]
    with current().connection():
        assert models.Game.get_by_id(game.id).result == "2-0"


def test_the_button_pair_pressed_eight_times_makes_one_draft(app: Flask, cid: int) -> None:
    from kompitie_web.store import current

    answers = at_once(app, f"/c/{cid}/rounds/2/draft", {"confirmed": "1", "allow_incomplete": "1"})
    assert set(answers) <= {200, 303, 409, 422}
    with current().connection():
        row = models.Round.get((models.Round.competition == cid) & (models.Round.number == 2))
        assert row.state == "draft"
        seated = [who for game in models.Game.select().where(models.Game.round == row) for who in (game.white_id, game.black_id)]
        assert len(seated) == len(set(seated)) == 8
        assert models.PairingRecord.select().where(models.PairingRecord.round == row).count() == 1


@pytest.mark.parametrize("step", ["publish", "discard"])
def test_a_form_of_a_page_that_is_past_does_nothing_twice(app: Flask, cid: int, step: str) -> None:
    from kompitie_web.store import current

    assert at_once(app, f"/c/{cid}/rounds/2/draft", {"confirmed": "1"}, 1) == [303]
    answers = at_once(app, f"/c/{cid}/rounds/2/{step}", {"confirmed": "1"})
    assert set(answers) <= {200, 303, 409, 422}
    with current().connection():
        row = models.Round.get((models.Round.competition == cid) & (models.Round.number == 2))
        assert row.state == ("published" if step == "publish" else "planned")
        games = models.Game.select().where(models.Game.round == row).count()
        assert games == (4 if step == "publish" else 0)


def test_a_player_that_is_typed_in_eight_tabs_leaves_a_sound_list(app: Flask, cid: int) -> None:
    from kompitie_web.store import current

    answers = at_once(app, f"/c/{cid}/players", {"line": "Twin, Tom; 1200"})
    assert set(answers) <= {200, 303, 409, 422}
    with current().connection():
        rows = list(models.Competitor.select().where(models.Competitor.competition == cid))
        assert len({row.lot for row in rows}) == len(rows)
        assert len({row.code for row in rows}) == len(rows)


def test_undo_in_eight_tabs_takes_back_one_thing_each(app: Flask, cid: int) -> None:
    from kompitie_web.store import current

    with current().connection():
        before = models.JournalAction.select().where((models.JournalAction.scope == cid) & ~models.JournalAction.undone).count()
    answers = at_once(app, "/undo", {"scope": str(cid)})
    assert set(answers) == {303}
    with current().connection():
        after = models.JournalAction.select().where((models.JournalAction.scope == cid) & ~models.JournalAction.undone).count()
        assert after == max(0, before - THREADS)
