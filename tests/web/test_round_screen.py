"""The rows that are drawn once: they change with what they show, with the language, and with the manner in which they are asked."""

import pytest

from kompitie_web import i18n, result_texts
from kompitie_web.actions import competitions, players, results, rounds
from kompitie_web.actions.competitions import NewCompetition
from kompitie_web.exchange.lines import parse_line
from kompitie_web.pages import round_screen
from kompitie_web.state import State
from kompitie_web.store import KompitieFile, models
from tests.conftest import Client


@pytest.fixture
def cid(file: KompitieFile) -> int:
    """Twelve players, the first round published, one result in."""
    made = competitions.create_competition(NewCompetition(name="Cup", rounds=3))
    players.add_players(made, [parse_line(f"Player {n:02}, Ann; {1200 - n}") for n in range(12)])
    rounds.draft_round(made, 1)
    rounds.publish_round(made, 1)
    results.enter_result(models.Game.get().id, "2-0")
    return made


PAGES = ("rounds", "results")


def body(client: Client, url: str) -> str:
    """The page without its frame, whose time of saving and Undo change by themselves."""
    return client.get(url).text.split('<main id="main">')[1].split("</main>")[0]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_the_same_with_rows_drawn_before_and_drawn_now(client: Client, cid: int, page: str) -> None:
    first = body(client, f"/c/{cid}/{page}/1")
    assert round_screen._drawn
    assert body(client, f"/c/{cid}/{page}/1") == first
    round_screen._drawn.clear()
    assert body(client, f"/c/{cid}/{page}/1") == first


@pytest.mark.parametrize("page", PAGES)
def test_a_row_is_drawn_in_the_language_of_the_screen(client: Client, state: State, cid: int, page: str) -> None:
    msgid = {"rounds": "Why table %(table)s?", "results": "Result of table %(table)s: %(result)s. Change"}[page]
    seen = {}
    for language in ("en", "nl", "fr", "en"):
        state.preferences.language = language
        with i18n.language(language):
            seen[language] = i18n._(msgid, table=1, result=result_texts.words("2-0"))
        assert f'aria-label="{seen[language]}"' in body(client, f"/c/{cid}/{page}/1")
    assert len(set(seen.values())) == 3


@pytest.mark.parametrize("page", PAGES)
def test_a_row_follows_what_it_shows(client: Client, cid: int, page: str) -> None:
    body(client, f"/c/{cid}/{page}/1")
    game = models.Game.select().order_by(models.Game.id.desc()).get()
    players.edit_player(game.white_id, {"name": "Changed, Zoe"})
    results.enter_result(game.id, "0-2")
    row = body(client, f"/c/{cid}/{page}/1").split(f'id="game-{game.id}"')[1].split("</tr>")[0]
    assert "Changed, Zoe" in row
    assert "0-2" in row


def test_a_row_of_the_check_pass_does_not_tell_the_result(client: Client, cid: int) -> None:
    game = models.Game.get()
    field = f'name="r{game.id}" value='
    body(client, f"/c/{cid}/results/1?check=1")
    results.enter_result(models.Game.select().order_by(models.Game.id.desc()).get().id, "1-1")
    shown = body(client, f"/c/{cid}/results/1?check=1")
    assert f'{field}""' in shown
    assert f'{field}"2-0"' in body(client, f"/c/{cid}/results/1?at={game.id}")


def test_a_pair_in_hand_is_shown_so_and_let_go_again(client: Client, cid: int) -> None:
    plain = body(client, f"/c/{cid}/rounds/1")
    player = models.Game.get().white_id
    picked = body(client, f"/c/{cid}/rounds/1?pick={player}")
    assert picked.count('aria-pressed="true"') == 1
    assert 'class="explained"' in body(client, f"/c/{cid}/rounds/1?why={models.Game.get().id}")
    assert body(client, f"/c/{cid}/rounds/1") == plain


def test_no_more_rows_are_kept_than_that(client: Client, cid: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_screen, "MOST_DRAWN", 4)
    round_screen._drawn.clear()
    first = body(client, f"/c/{cid}/rounds/1")
    assert 0 < len(round_screen._drawn) <= 4
    assert body(client, f"/c/{cid}/rounds/1") == first
