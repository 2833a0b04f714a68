"""The rounds screen by its plain forms: draft with reasons, changes by hand, publishing, schedules (spec 00 rows 5 and 6, 31)."""

import re
from typing import TYPE_CHECKING, Any

import pytest

from engine.pairing import facts
from engine.pairing.draft import Fact
from kompitie_web import messages, pairing_texts
from kompitie_web.actions import byhand, competitions, players, presence, results, rounds
from kompitie_web.actions.late import late_entry
from kompitie_web.error_texts import NOTICE_PLURALS, NOTICES
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.store import current, models

if TYPE_CHECKING:
    from tests.conftest import Client

NAMES = ("Ankie Bos", "Bert <b>Smit</b>", "Carla de Wit", "Dirk O'Neill", "Els Łódź", "Frans Vos", "Gé Bakker")


@pytest.fixture
def cid(file: Any) -> int:
    """Seven players, five rounds, nothing paired."""
    made = competitions.create_competition(competitions.NewCompetition("Hall", rounds=5))
    players.add_players(made, [PlayerInput(name) for name in NAMES])
    return made


def text(answer: Any) -> str:
    return str(answer.get_data(as_text=True))


def post(client: "Client", cid: int, number: int, what: str, **data: Any) -> Any:
    return client.post_form(f"/c/{cid}/rounds/{number}/{what}", data)


def state(cid: int, number: int) -> str:
    return str(models.Round.get((models.Round.competition == cid) & (models.Round.number == number)).state)


def games(cid: int, number: int = 1) -> list[models.Game]:
    found = models.Game.select().join(models.Round).where((models.Round.competition == cid) & (models.Round.number == number))
    return list(found.order_by(models.Game.table_number))


def pairs(cid: int, number: int = 1) -> list[tuple[int, int]]:
    return [(game.white_id, game.black_id) for game in games(cid, number)]


def player(cid: int, name: str) -> int:
    return int(models.Competitor.get((models.Competitor.competition == cid) & (models.Competitor.name == name)).id)


def bye(cid: int, number: int = 1) -> list[int]:
    entries = models.SingleEntry.select().join(models.Round)
    return [one.competitor_id for one in entries.where((models.Round.number == number) & (models.SingleEntry.reason == "bye"))]


def played(cid: int, number: int) -> None:
    rounds.draft_round(cid, number, confirmed=True)
    rounds.publish_round(cid, number)
    for game in games(cid, number):
        results.enter_result(game.id, "2-0")


# ── from planned to published ────────────────────────────────────────────────


def test_a_planned_round_says_who_is_there_and_offers_to_pair(client: "Client", cid: int) -> None:
    presence.set_absent(cid, 1, [player(cid, "Frans Vos")], "ill")
    page = text(client.get(f"/c/{cid}/rounds/1"))
    assert "<b>6</b> present" in page
    assert "even: nobody has the bye" in page
    assert "Pair round 1" in page
    assert re.search(r"Frans Vos <small>ill", page)


def test_a_later_round_points_to_the_one_that_comes_first(client: "Client", cid: int) -> None:
    assert "Round 1 comes first" in text(client.get(f"/c/{cid}/rounds/3"))


def test_one_button_makes_a_draft_and_one_publishes_it(client: "Client", cid: int) -> None:
    assert post(client, cid, 1, "draft").status_code == 303
    page = text(client.get(f"/c/{cid}/rounds/1"))
    assert state(cid, 1) == "draft"
    assert "Publish round 1" in page
    assert "Gé Bakker" in page
    assert post(client, cid, 1, "publish").status_code == 303
    assert state(cid, 1) == "published"
    assert "3 results to enter" in text(client.get(f"/c/{cid}/rounds/1"))


def test_pressing_pair_twice_makes_one_set_of_games(client: "Client", cid: int) -> None:
    """Trap 9: also in two tabs."""
    post(client, cid, 1, "draft")
    post(client, cid, 1, "draft")
    assert len(games(cid)) == 3
    assert len(bye(cid)) == 1


def test_nobody_present_makes_no_round(client: "Client", cid: int) -> None:
    """Trap 6."""
    presence.set_all(cid, 1, present=False)
    answer = post(client, cid, 1, "draft")
    assert answer.status_code == 422
    assert 'role="alert"' in text(answer)
    assert state(cid, 1) == "planned"


def test_open_games_of_an_earlier_round_are_asked_about(client: "Client", cid: int) -> None:
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    assert "Round 1 still has 3 open games." in text(client.get(f"/c/{cid}/rounds/2"))
    answer = post(client, cid, 2, "draft")
    assert 'name="confirmed" value="1"' in text(answer)
    assert state(cid, 2) == "planned"
    post(client, cid, 2, "draft", confirmed="1")
    assert state(cid, 2) == "draft"


def test_a_round_that_cannot_be_completed_is_paired_as_far_as_possible_after_a_yes(client: "Client", file: Any) -> None:
    cid = competitions.create_competition(competitions.NewCompetition("Four", rounds=4))
    ids = players.add_players(cid, [PlayerInput(name) for name in ("A", "B", "C", "D")])
    for other in ids[1:]:
        competitions.forbid_pair(cid, ids[0], other)
    answer = post(client, cid, 1, "draft")
    assert 'name="allow_incomplete" value="1"' in text(answer)
    post(client, cid, 1, "draft", confirmed="1", allow_incomplete="1")
    assert (state(cid, 1), len(games(cid))) == ("draft", 1)
    assert "Not paired" in text(client.get(f"/c/{cid}/rounds/1"))


def test_a_round_in_which_nobody_can_be_paired_is_refused_with_the_ways_out(client: "Client", file: Any) -> None:
    cid = competitions.create_competition(competitions.NewCompetition("Four", rounds=4))
    players.add_players(cid, [PlayerInput(name) for name in ("A", "B", "C", "D")])
    for number in (1, 2, 3):
        played(cid, number)
    answer = post(client, cid, 4, "draft")
    assert answer.status_code == 422
    assert "Nobody can be paired in round 4" in text(answer)
    assert "allow_incomplete" not in text(answer)
    assert state(cid, 4) == "planned"


def test_throwing_the_draft_away(client: "Client", cid: int) -> None:
    post(client, cid, 1, "draft")
    assert "Throw the draft away?" in text(client.get(f"/c/{cid}/rounds/1?panel=discard"))
    post(client, cid, 1, "discard")
    assert state(cid, 1) == "planned"
    assert not games(cid)


def test_closing_asks_about_open_games_and_opening_again(client: "Client", cid: int) -> None:
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    assert 'name="confirmed"' in text(post(client, cid, 1, "close"))
    post(client, cid, 1, "close", confirmed="1")
    assert state(cid, 1) == "closed"
    post(client, cid, 1, "reopen")
    assert state(cid, 1) == "published"


# ── why ──────────────────────────────────────────────────────────────────────


def test_every_fact_of_the_engine_has_a_sentence() -> None:
    stated = {code for name, code in vars(facts).items() if name.isupper()}
    assert stated <= pairing_texts.known_codes() | set(NOTICES) | set(NOTICE_PLURALS)


def test_why_opens_under_its_pair(client: "Client", cid: int) -> None:
    played(cid, 1)
    played(cid, 2)
    rounds.draft_round(cid, 3)
    for game in games(cid, 3):
        page = text(client.get(f"/c/{cid}/rounds/3?why={game.id}"))
        assert f'id="why-row-{game.id}"' in page
        assert "has white" in page
        part = text(client.get(f"/c/{cid}/rounds/3/why?game={game.id}"))
        assert part.strip().startswith('<tr class="why"')
        assert "&lt;b&gt;" in part or "<b>" not in part
    assert "has the bye" in text(client.get(f"/c/{cid}/rounds/3/why?game=bye"))
    assert client.get(f"/c/{cid}/rounds/3/why?game=99999").status_code == 404


def test_names_in_reasons_are_escaped() -> None:
    fact = Fact(facts.LAST_TWO, {"player": 1, "opponent_player": 2, "group": 3})
    skipped = Fact(facts.SKIPPED_MET, {"player": 1, "round": 2})
    shown = pairing_texts.explain([fact, skipped], lambda player: f"<i>{player}</i>")
    assert shown is not None
    assert "<strong>&lt;i&gt;1&lt;/i&gt;</strong>" in shown.main
    assert "&lt;i&gt;1&lt;/i&gt; (met in round 2)" in shown.more[0]


def test_turned_colours_are_part_of_the_reason(client: "Client", cid: int) -> None:
    rounds.draft_round(cid, 1)
    game = games(cid)[0]
    rounds.reverse_colours(game.id)
    assert "reversed by hand" in text(client.get(f"/c/{cid}/rounds/1/why?game={game.id}"))


# ── by hand ──────────────────────────────────────────────────────────────────


def test_the_bar_shows_what_a_swap_makes_and_breaks(client: "Client", cid: int) -> None:
    played(cid, 1)
    rounds.draft_round(cid, 2)
    first, second = games(cid, 2)[:2]
    page = text(client.get(f"/c/{cid}/rounds/2?pick={first.white_id}&pick={second.white_id}"))
    assert "After swapping:" in page
    for key in "wklv":
        assert f'data-key="{key}"' in page
    part = text(client.get(f"/c/{cid}/rounds/2/selection?pick={first.white_id}"))
    assert "picked up" in part
    assert "Swap" not in part


def test_picking_a_player_twice_lets_him_go_and_the_oldest_of_three_goes(client: "Client", cid: int) -> None:
    rounds.draft_round(cid, 1)
    first, second = games(cid)[:2]
    twice = text(client.get(f"/c/{cid}/rounds/1?pick={first.white_id}&pick={first.white_id}"))
    assert 'aria-pressed="true"' not in twice
    three = text(client.get(f"/c/{cid}/rounds/1?pick={first.white_id}&pick={first.black_id}&pick={second.white_id}"))
    assert three.count('aria-pressed="true"') == 2


def test_a_swap_that_breaks_nothing_is_done_at_once(client: "Client", cid: int) -> None:
    rounds.draft_round(cid, 1)
    first, second = games(cid)[:2]
    answer = post(client, cid, 1, "swap", pick=[first.black_id, second.black_id])
    assert answer.status_code == 303
    assert pairs(cid)[:2] == [(first.white_id, second.black_id), (second.white_id, first.black_id)]


def test_a_rule_break_is_named_and_allowed_after_a_yes(client: "Client", cid: int) -> None:
    played(cid, 1)
    rounds.draft_round(cid, 2)
    one, other = pairs(cid, 1)[0]
    game = next(game for game in games(cid, 2) if one in (game.white_id, game.black_id))
    opponent = game.black_id if game.white_id == one else game.white_id
    answer = post(client, cid, 2, "swap", pick=[opponent, other])
    assert "already met in round 1" in text(answer)
    assert pairs(cid, 2) == [(game.white_id, game.black_id) for game in games(cid, 2)]
    assert not any({one, other} == set(pair) for pair in pairs(cid, 2))
    post(client, cid, 2, "swap", pick=[opponent, other], confirmed="1")
    assert any({one, other} == set(pair) for pair in pairs(cid, 2))


def test_colours_lock_and_unpair(client: "Client", cid: int) -> None:
    rounds.draft_round(cid, 1)
    game = games(cid)[0]
    post(client, cid, 1, "colours", pick=game.white_id)
    assert pairs(cid)[0] == (game.black_id, game.white_id)
    post(client, cid, 1, "lock", pick=game.white_id, on="0")
    assert not models.Game.get_by_id(game.id).locked
    post(client, cid, 1, "lock", pick=game.white_id, on="1")
    assert models.Game.get_by_id(game.id).locked
    post(client, cid, 1, "unpair", pick=game.white_id)
    page = text(client.get(f"/c/{cid}/rounds/1"))
    assert len(games(cid)) == 2
    assert "Not paired" in page
    assert page.count('class="unpaired"') == 1


def test_two_players_without_a_game_are_paired_by_hand(client: "Client", cid: int) -> None:
    rounds.draft_round(cid, 1)
    game = games(cid)[0]
    post(client, cid, 1, "unpair", pick=game.white_id)
    page = text(client.get(f"/c/{cid}/rounds/1?pick={game.black_id}&pick={game.white_id}"))
    assert "Pair these two" in page
    post(client, cid, 1, "game", pick=[game.black_id, game.white_id])
    assert (game.black_id, game.white_id) in pairs(cid)


@pytest.mark.parametrize("what", ["colours", "lock", "unpair"])
def test_two_games_at_once_are_one_line_and_one_undo(client: "Client", cid: int, what: str) -> None:
    rounds.draft_round(cid, 1)
    before, lines = [(game.white_id, game.locked) for game in games(cid)], len(current().history(cid))
    first, second, *_rest = games(cid)
    post(client, cid, 1, what, pick=[first.white_id, second.black_id])
    assert len(current().history(cid)) == lines + 1
    sentence = messages.label_text(current().history(cid)[0])
    assert first.white.name in sentence
    assert second.black.name in sentence
    current().undo(cid)
    assert [(game.white_id, game.locked) for game in games(cid)] == before


def test_a_published_pair_is_taken_apart_only_after_a_yes(client: "Client", cid: int) -> None:
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    game = games(cid)[0]
    for what in ("unpair", "colours"):
        assert "may already know their game" in text(post(client, cid, 1, what, pick=game.white_id))
    assert len(games(cid)) == 3
    post(client, cid, 1, "unpair", pick=game.white_id, confirmed="1")
    assert len(games(cid)) == 2


def test_a_game_with_a_result_is_never_taken_apart(client: "Client", cid: int) -> None:
    played(cid, 1)
    game = games(cid)[0]
    answer = post(client, cid, 1, "unpair", pick=game.white_id, confirmed="1")
    assert answer.status_code == 422
    assert len(games(cid)) == 3


def test_a_new_game_by_codes_in_any_round_with_a_date_and_a_result(client: "Client", cid: int) -> None:
    codes = {row.name: row.code for row in models.Competitor.select()}
    sent = {"white": codes["Ankie Bos"].upper(), "black": "els", "in_round": "4", "date": "2026-02-03", "result": "1"}
    answer = post(client, cid, 1, "game", **sent)
    assert answer.status_code == 303
    assert answer.headers["Location"].endswith("/rounds/4")
    game = games(cid, 4)[0]
    assert (game.date, game.result, game.white.name, game.black.name) == ("2026-02-03", "1-1", "Ankie Bos", "Els Łódź")


def test_a_new_game_keeps_what_was_typed_when_it_is_refused(client: "Client", cid: int) -> None:
    answer = post(client, cid, 1, "game", white="zzz", black="Frans Vos", in_round="1", date="", result="8")
    page = text(answer)
    assert answer.status_code == 422
    assert "“zzz” is not one player" in page
    assert "“8” is not a result." in page
    assert 'value="Frans Vos"' in page


def test_a_bye_by_hand_with_an_even_number_warns(client: "Client", cid: int) -> None:
    warning = "one more player stays without a game"
    assert warning not in text(client.get(f"/c/{cid}/rounds/1?panel=bye"))
    presence.set_absent(cid, 1, [models.Competitor.get(name="Frans Vos").id])
    assert warning in text(client.get(f"/c/{cid}/rounds/1?panel=bye"))
    rounds.draft_round(cid, 1)
    assert warning in text(client.get(f"/c/{cid}/rounds/1?panel=bye"))


def test_a_remark_about_somebody_left_over_goes_when_he_has_a_game(client: "Client", cid: int) -> None:
    presence.set_absent(cid, 1, [models.Competitor.get(name="Frans Vos").id])
    chosen = models.Competitor.get(name="Ankie Bos").id
    post(client, cid, 1, "bye", player="Ankie Bos")
    rounds.draft_round(cid, 1, allow_incomplete=True, confirmed=True)
    remark = "The bye is already given"
    assert remark in text(client.get(f"/c/{cid}/rounds/1"))
    rounds.publish_round(cid, 1, confirmed=True)
    late = players.add_player(cid, PlayerInput("Late, Lo"))
    late_entry(cid, 1, late, "bye_opponent", chosen)
    assert remark not in text(client.get(f"/c/{cid}/rounds/1"))


def test_the_bye_is_given_before_pairing_and_no_second_one_is_added(client: "Client", cid: int) -> None:
    """Traps 2 and 14."""
    chosen = player(cid, "Ankie Bos")
    post(client, cid, 1, "bye", player="Ankie Bos")
    assert state(cid, 1) == "planned"
    assert bye(cid) == [chosen]
    page = text(client.get(f"/c/{cid}/rounds/1"))
    assert "even: nobody has the bye" in page
    post(client, cid, 1, "draft")
    assert bye(cid) == [chosen]
    assert len(games(cid)) == 3
    post(client, cid, 1, "bye/take", pick=chosen)
    assert bye(cid) == []


def test_earlier_byes_stand_beside_the_bye_of_a_draft(client: "Client", cid: int) -> None:
    chosen = player(cid, "Ankie Bos")
    for number in (1, 2):
        byhand.give_bye(cid, number, chosen, confirmed=True)
        rounds.draft_round(cid, number, confirmed=True)
        page = text(client.get(f"/c/{cid}/rounds/{number}"))
        assert ("also had the bye in round 1" in page) is (number == 2)
        rounds.publish_round(cid, number)
        for game in games(cid, number):
            results.enter_result(game.id, "2-0")


# ── the list of rounds ───────────────────────────────────────────────────────


def test_date_and_session(client: "Client", cid: int) -> None:
    post(client, cid, 2, "change", date="2026-03-06", session="Friday")
    page = text(client.get(f"/c/{cid}/rounds/2"))
    assert "Friday 6 March 2026 · Friday" in page
    refused = post(client, cid, 2, "change", date="6 maart", session="Friday")
    assert refused.status_code == 422
    assert 'id="date-problem"' in text(refused)


def test_deleting_a_round_asks_what_becomes_of_the_results(client: "Client", cid: int) -> None:
    """Trap 10: they move to the round before, or are undone, as the arbiter chooses."""
    played(cid, 1)
    played(cid, 2)
    panel = text(client.get(f"/c/{cid}/rounds/2?panel=delete"))
    assert "What happens to the 3 results of this round?" in panel
    assert "the games move to round 1" in panel
    moved = pairs(cid, 2)
    post(client, cid, 2, "delete", keep_results="1")
    assert set(moved) <= set(pairs(cid, 1))
    assert len(games(cid, 1)) == 6


def test_deleting_a_round_with_its_results(client: "Client", cid: int) -> None:
    played(cid, 1)
    played(cid, 2)
    post(client, cid, 2, "delete", keep_results="0")
    assert len(games(cid, 1)) == 3
    assert games(cid, 2) == []


def test_the_only_round_with_results_is_not_deleted(client: "Client", cid: int) -> None:
    played(cid, 1)
    assert post(client, cid, 1, "delete", keep_results="1").status_code == 422
    assert len(games(cid, 1)) == 3


def test_adding_a_round(client: "Client", cid: int) -> None:
    answer = client.post_form(f"/c/{cid}/rounds/add", {})
    assert answer.headers["Location"].endswith("/rounds/6")
    assert state(cid, 6) == "planned"


def test_unknown_rounds_and_competitions(client: "Client", cid: int) -> None:
    assert client.get(f"/c/{cid}/rounds").headers["Location"].endswith("/rounds/1")
    assert client.get(f"/c/{cid}/rounds/77").status_code == 404
    assert client.get("/c/99/rounds/1").status_code == 404


def test_without_a_schedule_games_are_entered_as_they_are_played(client: "Client", file: Any) -> None:
    cid = competitions.create_competition(competitions.NewCompetition("Ladder", kind="club", pairing="none", rounds=3))
    players.add_players(cid, [PlayerInput(name) for name in NAMES])
    assert "New game by hand" in text(client.get(f"/c/{cid}/rounds/1"))
    post(client, cid, 1, "game", white="Ankie Bos", black="Frans Vos", in_round="1", date="", result="2")
    post(client, cid, 1, "game", white="Ankie Bos", black="Els Łódź", in_round="1", date="", result="")
    page = text(client.get(f"/c/{cid}/rounds/1"))
    assert len(games(cid)) == 2
    assert "1 result to enter" in page
    assert "Not paired</h2>" not in page


def test_a_late_player_is_led_to_his_own_page(client: "Client", cid: int) -> None:
    rounds.draft_round(cid, 1)
    rounds.publish_round(cid, 1)
    late = players.add_player(cid, PlayerInput("Late Comer"))
    page = text(client.get(f"/c/{cid}/rounds/1?pick={late}"))
    assert "Not paired" in page
    assert f'href="/c/{cid}/players/{late}"' in page


# ── round robin ──────────────────────────────────────────────────────────────


@pytest.fixture
def robin(file: Any) -> int:
    """Seven players in a round robin."""
    made = competitions.create_competition(competitions.NewCompetition("Robin", kind="round_robin", rounds=7))
    players.add_players(made, [PlayerInput(name) for name in NAMES])
    return made


def test_one_action_makes_a_double_schedule(client: "Client", robin: int) -> None:
    page = text(client.get(f"/c/{robin}/rounds/1"))
    assert "Make the schedule" in page
    assert "a single round robin takes 7 rounds" in page
    answer = post(client, robin, 1, "schedule", from_round="1", double="1", swapped="0", table="berger")
    assert answer.status_code == 303
    met = [pair for number in range(1, 15) for pair in pairs(robin, number)]
    assert len(met) == 42
    assert len(set(met)) == 42
    assert all((black, white) in met for white, black in met)


def test_the_second_cycle_in_a_second_action(client: "Client", robin: int) -> None:
    """Kompitie's way: from round 8 with the colours swapped."""
    post(client, robin, 1, "schedule", from_round="1", swapped="0", table="berger")
    post(client, robin, 1, "schedule", from_round="8", swapped="1", table="berger")
    assert [(black, white) for white, black in pairs(robin, 1)] == pairs(robin, 8)


def test_a_schedule_never_replaces_results(client: "Client", robin: int) -> None:
    post(client, robin, 1, "schedule", from_round="1", table="berger")
    results.enter_result(games(robin, 2)[0].id, "2-0")
    answer = post(client, robin, 1, "schedule", from_round="1", table="berger")
    assert answer.status_code == 422
    assert 'id="from_round-problem"' in text(answer)
    assert games(robin, 2)[0].result == "2-0"


def test_the_bye_of_a_round_robin_is_a_bye(client: "Client", robin: int) -> None:
    """Trap 22: none looks like an open game."""
    post(client, robin, 1, "schedule", from_round="1", table="berger")
    page = text(client.get(f"/c/{robin}/rounds/1"))
    assert 'class="byerow"' in page
    assert "3 results to enter" in page


@pytest.mark.parametrize("code", ["nl", "fr"])
def test_the_page_comes_in_every_language(client: "Client", cid: int, state: Any, code: str) -> None:
    state.preferences.language = code
    played(cid, 1)
    played(cid, 2)
    rounds.draft_round(cid, 3)
    for address in (
        "rounds/3",
        "rounds/4",
        "rounds/2",
        *(f"rounds/3?panel={panel}" for panel in ("new", "bye", "date", "delete", "discard")),
    ):
        assert client.get(f"/c/{cid}/{address}").status_code == 200
    for game in games(cid, 3):
        assert client.get(f"/c/{cid}/rounds/3/why?game={game.id}").status_code == 200
