"""The results screen by its plain forms and by the rows that its script asks for (spec 00 rows 8 and 10)."""

import re
from typing import TYPE_CHECKING, Any

import pytest

from kompitie_web import result_texts
from kompitie_web.actions import competitions, players, results, rounds
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.pages.results import outside_opponent
from kompitie_web.store import current, models

if TYPE_CHECKING:
    from kompitie_web.state import State
    from tests.conftest import Client

NAMES = ("Ankie Bos", "Bert <b>Smit</b>", "Carla de Wit", "Dirk O'Neill", "Els Łódź", "Frans Vos")
ROW = {"HX-Request": "true"}


@pytest.fixture
def cid(file: Any) -> int:
    """Six players, round 1 published: three games."""
    made = competitions.create_competition(competitions.NewCompetition("Hall", rounds=5))
    players.add_players(made, [PlayerInput(name) for name in NAMES])
    play(made, 1)
    return made


def play(cid: int, number: int) -> None:
    rounds.draft_round(cid, number, confirmed=True)
    rounds.publish_round(cid, number)


def games(cid: int, number: int = 1) -> list[models.Game]:
    found = models.Game.select().join(models.Round).where((models.Round.competition == cid) & (models.Round.number == number))
    return list(found.order_by(models.Game.table_number))


def result(game: int) -> str:
    return str(models.Game.get_by_id(game).result)


def send(client: "Client", cid: int, game: int, typed: str, before: str = "", number: int = 1, **more: str) -> Any:
    """One row, as the script sends it."""
    return client.post_form(f"/c/{cid}/results/{number}", {"game": game, "typed": typed, "before": before, **more}, headers=ROW)


def text(answer: Any) -> str:
    return str(answer.get_data(as_text=True))


@pytest.mark.parametrize(
    "typed, sport, code",
    [
        ("2", "draughts", "2-0"),
        ("1", "draughts", "1-1"),
        ("0", "draughts", "0-2"),
        ("1", "chess", "2-0"),  # white's points as the sport writes them
        ("5", "chess", "1-1"),
        ("=", "chess", "1-1"),
        ("=", "draughts", "1-1"),
        ("+", "draughts", "+1-1"),
        ("-", "draughts", "1-1+"),
        ("a", "draughts", "adj"),
        ("adjourned", "draughts", "adj"),
        ("½-½", "draughts", "1-1"),  # both notations are accepted
        ("1-0", "draughts", "2-0"),
        ("0-2 F", "draughts", "0-2F"),
        ("", "draughts", ""),
    ],
)
def test_what_is_typed_is_read_as_the_sport_writes_it(typed: str, sport: str, code: str) -> None:
    assert result_texts.read(typed, sport) == code


@pytest.mark.parametrize("typed", ["5", "3-0", "x", "2-", "12-0"])
def test_what_is_no_result_is_refused(typed: str) -> None:
    with pytest.raises(ValueError):
        result_texts.read(typed, "draughts")


def test_the_key_f_goes_through_the_three_forfeits() -> None:
    seen = ["2-0F"]
    while len(seen) < 4:
        seen.append(result_texts.read("f", "draughts", current=seen[-1]))
    assert seen == ["2-0F", "0-2F", "0-0F", "2-0F"]


def test_a_free_scale_takes_any_two_scores_and_no_single_digits() -> None:
    assert result_texts.read("12-0", "draughts", free=True) == "=12-0"
    with pytest.raises(ValueError):
        result_texts.read("2", "draughts", free=True)


@pytest.mark.parametrize(
    "typed, name, rating",
    [
        ("−1453", "", 1453),  # Kompitie's minus sign
        ("-1453", "", 1453),
        ("1453", "", 1453),
        ("Jansen -1453", "Jansen", 1453),
        ("Jansen", "Jansen", None),
        ("Jean-Pierre", "Jean-Pierre", None),
        ("", "", None),
    ],
)
def test_an_outside_opponent_is_a_name_a_rating_or_both(typed: str, name: str, rating: int | None) -> None:
    assert outside_opponent(typed) == (name, rating)


def test_open_games_stand_on_top_and_the_first_is_in_hand(client: "Client", cid: int) -> None:
    first, second, third = games(cid)
    results.enter_result(first.id, "2-0")
    page = text(client.get(f"/c/{cid}/results/1"))
    assert page.index(f'id="game-{second.id}"') < page.index(f'id="game-{third.id}"') < page.index(f'id="game-{first.id}"')
    assert re.search(rf'id="game-{second.id}"[^>]* class="now"', page)
    assert "of 3 still open" in page
    assert "Bert &lt;b&gt;Smit&lt;/b&gt;" in page


def test_without_a_number_the_page_opens_the_round_with_open_games(client: "Client", cid: int) -> None:
    assert client.get(f"/c/{cid}/results").headers["Location"].endswith(f"/c/{cid}/results/1")
    assert client.get(f"/c/{cid}/results/99").status_code == 404


def test_a_row_comes_back_finished_with_counter_toast_and_saved_time(client: "Client", cid: int) -> None:
    game = games(cid)[0]
    answer = send(client, cid, game.id, "2")
    assert answer.status_code == 200
    assert result(game.id) == "2-0"
    page = text(answer)
    assert f'<tr id="game-{game.id}"' in page
    assert 'class="done"' in page
    for part in ('id="progress" hx-swap-oob', 'id="toast"', 'id="frame-state"'):
        assert part in page
    assert '<span class="count">2</span>' in page
    assert "2-0." in page


def test_the_answer_comes_after_the_disk(client: "Client", cid: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the action fails, the row comes back as a field, and nothing says that it was saved."""
    from kompitie_web.actions.errors import ActionError

    def refuse(*_arguments: object, **_more: object) -> None:
        raise ActionError("game_gone")

    monkeypatch.setattr("kompitie_web.pages.results.actions.enter_result", refuse)
    answer = send(client, cid, games(cid)[0].id, "2")
    assert answer.status_code == 422
    assert "<input" in text(answer)
    assert "toast" not in text(answer)


def test_what_is_no_result_stays_in_its_field_with_the_reason(client: "Client", cid: int) -> None:
    game = games(cid)[0]
    answer = send(client, cid, game.id, "7-3")
    assert answer.status_code == 422
    assert 'value="7-3"' in text(answer)
    assert "is not a result" in text(answer)
    assert result(game.id) == ""


def test_a_result_of_another_window_is_shown_and_never_overwritten(client: "Client", cid: int) -> None:
    game = games(cid)[0]
    results.enter_result(game.id, "2-0")
    answer = send(client, cid, game.id, "0", before="")
    assert answer.status_code == 422
    assert result(game.id) == "2-0"
    assert "Meanwhile 2-0 was entered" in text(answer)
    assert f'name="b{game.id}" value="2-0"' in text(answer)
    assert send(client, cid, game.id, "0", before="2-0", confirmed="1").status_code == 200
    assert result(game.id) == "0-2"


def test_a_result_that_changes_at_the_same_moment_is_not_overwritten_either(
    client: "Client", cid: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games(cid)[0]
    real = results.enter_result

    def slow(game_id: int, code: str, **more: Any) -> Any:
        monkeypatch.undo()
        real(game_id, "2-0")
        return real(game_id, code, **more)

    monkeypatch.setattr("kompitie_web.pages.results.actions.enter_result", slow)
    answer = send(client, cid, game.id, "0")
    assert answer.status_code == 422
    assert "Meanwhile 2-0 was entered" in text(answer)
    assert f'name="b{game.id}" value="2-0"' in text(answer)
    assert result(game.id) == "2-0"


def test_the_same_result_from_another_window_is_no_conflict(client: "Client", cid: int) -> None:
    game = games(cid)[0]
    results.enter_result(game.id, "2-0")
    lines = len(current().history(cid, 50))
    assert send(client, cid, game.id, "2", before="").status_code == 200
    assert len(current().history(cid, 50)) == lines


def test_a_game_that_was_removed_says_so(client: "Client", cid: int) -> None:
    game = games(cid)[0].id
    results.remove_game(game)
    answer = send(client, cid, game, "2")
    assert answer.status_code == 409
    assert "not in this round any more" in text(answer)


def test_the_last_result_brings_the_next_step(client: "Client", cid: int) -> None:
    for game in games(cid):
        answer = send(client, cid, game.id, "1")
    assert 'id="next" hx-swap-oob' in text(answer)
    assert "To the standings after round 1" in text(answer)


def test_a_correction_two_rounds_back_names_who_changes_place(client: "Client", cid: int) -> None:
    for number in (1, 2, 3):
        if number > 1:
            play(cid, number)
        for game in games(cid, number):
            results.enter_result(game.id, "2-0")
    game = games(cid, 1)[0]
    before = [(one.id, one.white_id, one.black_id) for one in games(cid, 3)]
    answer = send(client, cid, game.id, "0", before="2-0")
    assert "(was 2-0)" in text(answer)
    assert "Places:" in text(answer)
    assert "→" in text(answer)
    assert [(one.id, one.white_id, one.black_id) for one in games(cid, 3)] == before


# ── without a script ─────────────────────────────────────────────────────────


def test_a_plain_form_saves_every_filled_field_and_goes_to_the_next_open_game(client: "Client", cid: int) -> None:
    first, second, third = games(cid)
    sent = {f"r{first.id}": "2-0", f"b{first.id}": "", f"r{second.id}": "1", f"b{second.id}": "", f"r{third.id}": ""}
    answer = client.post_form(f"/c/{cid}/results/1", sent)
    assert answer.status_code == 303
    assert answer.headers["Location"].endswith(f"?at={third.id}")
    assert (result(first.id), result(second.id), result(third.id)) == ("2-0", "1-1", "")


def test_a_plain_key_saves_the_row_in_hand(client: "Client", cid: int) -> None:
    game = games(cid)[1]
    client.post_form(f"/c/{cid}/results/1", {"key": f"{game.id}:+", f"r{game.id}": "", f"b{game.id}": ""})
    assert result(game.id) == "+1-1"


def test_a_plain_form_keeps_what_was_refused(client: "Client", cid: int) -> None:
    first, second, _third = games(cid)
    sent = {f"r{first.id}": "9-9", f"b{first.id}": "", f"r{second.id}": "1-1", f"b{second.id}": ""}
    answer = client.post_form(f"/c/{cid}/results/1", sent)
    assert answer.status_code == 422
    assert 'value="9-9"' in text(answer)
    assert "“9-9” is not a result." in text(answer)
    assert result(second.id) == "1-1"


def test_a_plain_form_asks_about_a_result_of_another_window(client: "Client", cid: int) -> None:
    game = games(cid)[0]
    results.enter_result(game.id, "2-0")
    answer = client.post_form(f"/c/{cid}/results/1", {f"r{game.id}": "0-2", f"b{game.id}": ""})
    assert answer.status_code == 422
    assert f'name="yes" value="{game.id}:0-2"' in text(answer)
    client.post_form(f"/c/{cid}/results/1", {f"r{game.id}": "0-2", f"b{game.id}": "2-0", "yes": f"{game.id}:0-2"})
    assert result(game.id) == "0-2"


def test_a_jump_finds_a_table_a_code_or_a_name(client: "Client", cid: int) -> None:
    first, second, _third = games(cid)
    assert client.get(f"/c/{cid}/results/1?find=2").headers["Location"].endswith(f"?at={second.id}")
    assert client.get(f"/c/{cid}/results/1?find={first.white.code.upper()}").headers["Location"].endswith(f"?at={first.id}")
    assert client.get(f"/c/{cid}/results/1?find=ankie").headers["Location"].endswith(f"?at={first.id}")
    assert "Nothing found for “77”" in text(client.get(f"/c/{cid}/results/1?find=77"))


# ── check pass ───────────────────────────────────────────────────────────────


def test_the_check_pass_hides_the_results(client: "Client", cid: int) -> None:
    game = games(cid)[0]
    results.enter_result(game.id, "+1-1")
    page = text(client.get(f"/c/{cid}/results/1?check=1"))
    assert f'id="r{game.id}"' in page
    assert not re.search(rf'id="r{game.id}"[^>]* value="[^"]', page)
    assert "of 1 typed again" in page


def test_the_check_pass_shows_a_difference_and_changes_nothing_until_a_yes(client: "Client", cid: int) -> None:
    first, second, _third = games(cid)
    results.enter_result(first.id, "2-0")
    results.enter_result(second.id, "1-1")
    address = f"/c/{cid}/results/1/check"
    sent = {f"r{first.id}": "2", f"b{first.id}": "2-0", f"r{second.id}": "0-2", f"b{second.id}": "1-1"}
    page = text(client.post_form(address, sent))
    assert "stored is 1-1, typed now is 0-2" in page
    assert "1 difference" in page
    assert 'class="done agreed"' in page
    assert result(second.id) == "1-1"
    client.post_form(address, {**sent, "yes": f"{second.id}:0-2"})
    assert result(second.id) == "0-2"


def test_one_row_of_the_check_pass(client: "Client", cid: int) -> None:
    game = games(cid)[0]
    results.enter_result(game.id, "2-0")
    address = f"/c/{cid}/results/1/check"
    same = client.post_form(address, {"game": game.id, "typed": "2", "before": "2-0"}, headers=ROW)
    assert same.status_code == 200
    assert "agreed" in text(same)
    other = client.post_form(address, {"game": game.id, "typed": "1", "before": "2-0"}, headers=ROW)
    assert other.status_code == 422
    assert "Different" in text(other)
    assert result(game.id) == "2-0"


# ── other fields of a game ───────────────────────────────────────────────────


def test_an_annulled_game_stands_in_brackets(client: "Client", cid: int) -> None:
    game = games(cid)[0]
    results.enter_result(game.id, "2-0")
    client.post_form(f"/c/{cid}/results/1/game/{game.id}", {"do": "annul"})
    assert models.Game.get_by_id(game.id).annulled
    other = games(cid)[1].id
    assert ">(2-0)</a>" in text(client.get(f"/c/{cid}/results/1?at={other}"))
    client.post_form(f"/c/{cid}/results/1/game/{game.id}", {"do": "count"})
    assert not models.Game.get_by_id(game.id).annulled


def test_removing_a_game_with_a_result_asks_first(client: "Client", cid: int) -> None:
    game = games(cid)[0]
    results.enter_result(game.id, "2-0")
    address = f"/c/{cid}/results/1/game/{game.id}"
    answer = client.post_form(address, {"do": "remove"})
    assert 'name="confirmed" value="1"' in text(answer)
    assert models.Game.get_or_none(models.Game.id == game.id) is not None
    client.post_form(address, {"do": "remove", "confirmed": "1"})
    assert models.Game.get_or_none(models.Game.id == game.id) is None


def test_date_and_table_of_a_game(client: "Client", cid: int) -> None:
    game = games(cid)[0]
    address = f"/c/{cid}/results/1/game/{game.id}"
    client.post_form(address, {"do": "save", "date": "2026-03-05", "table": "9"})
    changed = models.Game.get_by_id(game.id)
    assert (changed.date, changed.table_number) == ("2026-03-05", 9)
    refused = client.post_form(address, {"do": "save", "date": "2026-03-05", "table": "2"})
    assert refused.status_code == 422
    assert models.Game.get_by_id(game.id).table_number == 9


# ── rounds of one player ─────────────────────────────────────────────────────


def single(client: "Client", cid: int, number: int = 2, **fields: str) -> Any:
    sent = {"player": "Ankie Bos", "reason": "external", "opponent": "", "result": "", "colour": ""} | fields
    return client.post_form(f"/c/{cid}/results/{number}/single", sent)


def test_an_outside_game_with_the_rating_of_the_opponent(client: "Client", cid: int) -> None:
    assert single(client, cid, opponent="−1453", result="2", colour="w").status_code == 303
    entry = models.SingleEntry.get()
    assert (entry.opponent_rating, entry.result, entry.colour, entry.reason) == (1453, "2-0", "w", "external")
    page = text(client.get(f"/c/{cid}/results/2"))
    assert "−1453" in page
    assert "external match" in page


def test_a_single_entry_that_is_refused_keeps_what_was_typed(client: "Client", cid: int) -> None:
    answer = single(client, cid, player="nobody", opponent="Jansen −12000", result="7-7")
    assert answer.status_code == 422
    page = text(answer)
    assert "“nobody” is not one player" in page
    assert "“7-7” is not a result." in page
    assert 'value="Jansen −12000"' in page


def test_a_rating_of_12000_is_refused_beside_the_opponent(client: "Client", cid: int) -> None:
    page = text(single(client, cid, opponent="-12000"))
    assert 'id="opponent-problem"' in page
    assert not models.SingleEntry.select().exists()


def test_a_single_entry_is_changed_and_removed(client: "Client", cid: int) -> None:
    single(client, cid)
    entry = models.SingleEntry.get()
    page = text(client.get(f"/c/{cid}/results/2?entry={entry.id}"))
    assert f'name="entry" value="{entry.id}"' in page
    single(client, cid, reason="ill")
    assert models.SingleEntry.get().reason == "ill"
    client.post_form(f"/c/{cid}/results/2/single/remove", {"entry": str(entry.id)})
    assert not models.SingleEntry.select().exists()


def test_a_draft_says_that_it_must_be_published_first(client: "Client", cid: int) -> None:
    for game in games(cid):
        results.enter_result(game.id, "1-1")
    rounds.draft_round(cid, 2)
    assert "still a draft" in text(client.get(f"/c/{cid}/results/2"))
    game = games(cid, 2)[0]
    answer = send(client, cid, game.id, "2", number=2)
    assert answer.status_code == 422
    assert result(game.id) == ""


def test_a_planned_round_says_that_the_first_result_publishes_it(client: "Client", cid: int) -> None:
    first = games(cid)[0]
    game = rounds.add_game(cid, 2, first.white_id, first.black_id, confirmed=True)
    sentence = "Round 2 is not published yet; the first result that you enter publishes it."
    assert sentence in text(client.get(f"/c/{cid}/results/2"))
    assert send(client, cid, game, "2", number=2).status_code == 200
    assert sentence not in text(client.get(f"/c/{cid}/results/2"))
    assert models.Round.get((models.Round.competition == cid) & (models.Round.number == 2)).state == "published"


def test_two_of_the_same_name_are_told_apart_in_what_was_stored(client: "Client", cid: int) -> None:
    one, other = (game.white for game in games(cid)[:2])
    for player in (one, other):
        players.edit_player(player.id, {"name": "Jansen, Piet"})
    answer = text(send(client, cid, games(cid)[0].id, "2"))
    assert f"Jansen, Piet ({one.code}) – " in answer


def test_a_free_scale_on_the_page(client: "Client", file: Any) -> None:
    cid = competitions.create_competition(competitions.NewCompetition("Free", rounds=3, scale="free"))
    players.add_players(cid, [PlayerInput(name) for name in NAMES])
    play(cid, 1)
    page = text(client.get(f"/c/{cid}/results/1"))
    assert 'data-free="1"' in page
    assert "white wins" not in page
    game = games(cid)[0]
    assert send(client, cid, game.id, "12-0").status_code == 200
    assert result(game.id) == "=12-0"
    assert ">12-0</a>" in text(client.get(f"/c/{cid}/results/1"))
    assert send(client, cid, game.id, "2", before="=12-0").status_code == 422
    assert send(client, cid, game.id, "a", before="=12-0").status_code == 200
    assert result(game.id) == "adj"


def test_chess_is_typed_and_shown_as_chess(client: "Client", file: Any) -> None:
    cid = competitions.create_competition(competitions.NewCompetition("Chess", rounds=3, sport="chess"))
    players.add_players(cid, [PlayerInput(name) for name in NAMES])
    play(cid, 1)
    game = games(cid)[0]
    assert send(client, cid, game.id, "5").status_code == 200
    assert result(game.id) == "1-1"
    assert ">½-½</a>" in text(client.get(f"/c/{cid}/results/1"))


def test_earlier_rounds_with_open_games_are_named(client: "Client", cid: int) -> None:
    play(cid, 2)
    assert "Round 1 still has 3 open games." in text(client.get(f"/c/{cid}/results/2"))
    play(cid, 3)
    page = text(client.get(f"/c/{cid}/results/3"))
    assert "Earlier rounds still have 6 open games." in page
    assert page.count("still ha") == 1


@pytest.mark.parametrize("code", ["nl", "fr"])
def test_the_page_comes_in_every_language(client: "Client", cid: int, state: Any, code: str) -> None:
    state.preferences.language = code
    assert client.get(f"/c/{cid}/results/1").status_code == 200
    assert client.get(f"/c/{cid}/results/1?check=1").status_code == 200
    assert client.get(f"/c/{cid}/results/1?entry=new").status_code == 200


def test_the_start_page_knows_how_far_it_is_after_every_result(client: "Client", cid: int, state: "State") -> None:
    client.get(f"/c/{cid}/results/1")
    for left, game in zip((2, 1), games(cid), strict=False):
        send(client, cid, game.id, "2")
        assert state.preferences.recent[0].step_arguments == {"number": 1, "open": left}
    answer = send(client, cid, games(cid)[2].id, "2")
    assert state.preferences.recent[0].step == "standing"
    assert 'id="tab-icon"' in text(answer)
    assert "#i-check" in text(answer).split('id="tab-icon"')[1].split("</span>")[0]
