"""A club that pairs by its list on the screens: the new competition, the options, the draft with its reasons, in three languages."""

import re
from typing import TYPE_CHECKING, Any

import pytest

from engine import simulate
from engine.pairing import facts
from engine.pairing.draft import Fact
from kompitie_web import i18n, pairing_texts, ranking_texts, rating_texts
from kompitie_web.actions import competitions, list_presets, players, results, rounds
from kompitie_web.actions.competitions import NewCompetition
from kompitie_web.error_texts import NOTICE_PLURALS, NOTICES
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.pages import new, settings
from kompitie_web.store import mapping, models

if TYPE_CHECKING:
    from kompitie_web.store import KompitieFile
    from tests.conftest import Client

WANTED = {"name": "Winter", "kind": "club", "sport": "draughts", "players": "8", "rounds": "10", "into": "file"}
LIST = {
    "search": "balanced",
    "fewest_repeats": "1",
    "lot_rounds": "2",
    "rematch_distance": "3",
    "rematch_days": "",
    "maximum_meetings": "2",
    "maximum_colour_balance": "2",
    "not_three_in_a_row": "1",
    "bye": "whoever_is_left",
    "white": "lot",
}
NAMES = ("Ankie Bos", "Bert <b>Smit</b>", "Carla de Wit", "Dirk O'Neill", "Els Łódź", "Frans Vos", "Gé Bakker", "Hein Mol")


@pytest.fixture
def cid(file: "KompitieFile") -> int:
    """A Keizer club of eight, six rounds, nothing paired."""
    made = competitions.create_competition(NewCompetition("Club", kind="club", rounds=6))
    players.add_players(made, [PlayerInput(name) for name in NAMES])
    return made


def text(answer: Any) -> str:
    return str(answer.get_data(as_text=True))


def played(cid: int, number: int, code: str = "2-0") -> None:
    rounds.draft_round(cid, number)
    rounds.publish_round(cid, number)
    for game in models.Game.select().join(models.Round).where(models.Round.number == number):
        results.enter_result(game.id, code)


# ── the new competition ──────────────────────────────────────────────────────


@pytest.mark.parametrize("language", ["nl", "fr", "en"])
def test_the_three_lists_are_offered_with_a_sentence_each(client: "Client", file: "KompitieFile", language: str) -> None:
    client.post_form("/language", {"language": language})
    page = text(client.get("/new"))
    for key in list_presets.SYSTEMS:
        assert re.search(rf'name="pairing" value="{key}"><strong>[^<]+</strong><small>[^<]+', page)
    assert 'value="club" data-pairing="keizer"' in page
    assert {key for key, _ in new.KEIZER} == set(list_presets.KEIZER_PRESETS)


@pytest.mark.parametrize("system", list_presets.SYSTEMS)
def test_each_list_makes_its_competition(client: "Client", file: "KompitieFile", system: str) -> None:
    answer = client.post_form("/new", {**WANTED, "pairing": system, "evening_1": "Tuesday", "evening_2": "Thursday"})
    assert answer.status_code == 303
    row = models.Competition.get()
    assert (row.pairing, mapping.pairing_classification(row.id).system) == ("list", system)
    evenings = {"Tuesday", "Thursday"} if system == "attendance" else {""}
    assert {one.session for one in mapping.competition(row.id).rounds} == evenings
    for what in ("players", "presence", "rounds", "standings", "settings", "history"):
        assert client.get(f"/c/{row.id}/{what}", follow_redirects=True).status_code == 200


def test_a_preset_of_keizer_is_chosen_in_the_details(client: "Client", file: "KompitieFile") -> None:
    client.post_form("/new", {**WANTED, "pairing": "keizer", "preset": "club_article"})
    assert models.Competition.get().pairing_options["lot_rounds"] == 3


def test_two_evenings_with_one_name_stand_beside_their_field(client: "Client", file: "KompitieFile") -> None:
    answer = client.post_form("/new", {**WANTED, "pairing": "attendance", "evening_1": "Monday", "evening_2": "Monday"})
    assert answer.status_code == 422
    assert 'id="evening_2-problem"' in text(answer)
    assert not models.Competition.select().exists()


# ── the options ──────────────────────────────────────────────────────────────


def test_the_options_are_saved_and_undone(client: "Client", file: "KompitieFile", cid: int) -> None:
    before = models.Competition.get_by_id(cid).pairing_options
    assert client.post_form(f"/c/{cid}/settings/pairing", LIST).status_code == 303
    stored = models.Competition.get_by_id(cid).pairing_options
    assert stored == {
        "search": "balanced",
        "fewest_repeats": True,
        "lot_rounds": 2,
        "rematch_distance": 3,
        "rematch_days": None,
        "maximum_meetings": 2,
        "maximum_colour_balance": 2,
        "not_three_in_a_row": True,
        "forbid_same_club": False,
        "forbid_same_family": False,
        "bye": "whoever_is_left",
        "white": "lot",
    }
    file.undo(cid)
    assert models.Competition.get_by_id(cid).pairing_options == before


@pytest.mark.parametrize(
    ("field", "value"),
    [("lot_rounds", "many"), ("rematch_distance", "-1"), ("maximum_meetings", "0"), ("maximum_colour_balance", "½")],
)
def test_a_wrong_number_stands_beside_its_field_and_stays_typed(client: "Client", cid: int, field: str, value: str) -> None:
    answer = client.post_form(f"/c/{cid}/settings/pairing", {**LIST, field: value})
    assert answer.status_code == 422
    assert f'id="{field}-problem"' in text(answer)
    assert f'value="{value}"' in text(answer)


def test_what_cannot_work_is_named_and_saved_after_a_yes(client: "Client", cid: int) -> None:
    competitions.update_competition(cid, {"planned_rounds": 20})
    page = client.post_form(f"/c/{cid}/settings/pairing", LIST)
    assert page.status_code == 422
    assert "8 players who meet at most 2 times cannot fill 20 rounds" in text(page)
    assert 'name="confirmed" value="1"' in text(page)
    assert client.post_form(f"/c/{cid}/settings/pairing", {**LIST, "confirmed": "1"}).status_code == 303
    assert models.Competition.get_by_id(cid).pairing_options["lot_rounds"] == 2
    assert "cannot fill 20 rounds" in text(client.get(f"/c/{cid}/rounds/1"))


def test_the_list_that_pairs_is_chosen(client: "Client", file: "KompitieFile") -> None:
    made = competitions.create_competition(
        NewCompetition("Two", pairing="list", system="attendance", evenings=("Monday", "Friday"))
    )
    monday = mapping.classifications(made)[1].id
    assert "The list that pairs" in text(client.get(f"/c/{made}/settings"))
    answer = client.post_form(f"/c/{made}/settings/pairing", {**LIST, "pairing_list": monday})
    assert answer.status_code == 422
    assert 'id="pairing_list-problem"' in text(answer)
    assert "only counts one evening (Monday)" in text(answer)
    assert f'<option value="{monday}" selected>' in text(answer)
    client.post_form(f"/c/{made}/settings/pairing", {**LIST, "pairing_list": monday, "confirmed": "1"})
    assert mapping.pairing_classification(made).id == monday


FACTS = {"name": "Swiss", "sport": "draughts", "planned_rounds": "7", "first_date": "", "pairing": "list"}


def test_who_goes_over_to_the_list_is_told_and_chooses_before_anything_is_saved(client: "Client", file: "KompitieFile") -> None:
    made = competitions.create_competition(NewCompetition("Swiss"))
    points = mapping.pairing_classification(made).id
    answer = client.post_form(f"/c/{made}/settings/facts", {**FACTS, "name": "Club night"})
    assert answer.status_code == 422
    assert "paired in the order of a list. By which list?" in text(answer)
    assert '<option value="new:keizer" selected>' in text(answer)
    assert 'value="Club night"' in text(answer)
    assert models.Competition.get_by_id(made).pairing == "resistance"
    # An odd choice is named beside the field, and may be meant.
    odd = {**FACTS, "pairing_list": points, "agreed": "", "confirmed": "1"}
    answer = client.post_form(f"/c/{made}/settings/facts", odd)
    assert answer.status_code == 422
    assert "no Keizer, moyenne or attendance list" in text(answer)
    assert f'name="agreed" value="{points}"' in text(answer)
    # Another choice in its place is looked at anew.
    sent = {**FACTS, "pairing_list": "new:attendance", "agreed": points, "confirmed": "1"}
    assert client.post_form(f"/c/{made}/settings/facts", sent).status_code == 303
    assert mapping.pairing_classification(made).system == "attendance"
    assert models.Competition.get_by_id(made).pairing_options["rematch_days"] == 7
    assert "Attendance championship" in text(client.get(f"/c/{made}/settings"))
    file.undo(made)
    assert models.Competition.get_by_id(made).pairing == "resistance"
    assert client.post_form(f"/c/{made}/settings/facts", {**odd, "agreed": points}).status_code == 303
    assert mapping.pairing_classification(made).id == points


@pytest.mark.parametrize("choice", ["999", "9" * 40, "new:swiss", "keizer", "²"])
def test_a_list_that_does_not_exist_is_named(client: "Client", file: "KompitieFile", choice: str) -> None:
    made = competitions.create_competition(NewCompetition("Swiss"))
    answer = client.post_form(f"/c/{made}/settings/facts", {**FACTS, "pairing_list": choice, "confirmed": "1"})
    assert answer.status_code == 422
    assert models.Competition.get_by_id(made).pairing == "resistance"


def test_a_new_list_can_be_made_where_the_pairing_is_set(client: "Client", cid: int) -> None:
    client.post_form(f"/c/{cid}/settings/pairing", {**LIST, "pairing_list": "new:moyenne"})
    assert mapping.pairing_classification(cid).system == "moyenne"
    assert client.post_form(f"/c/{cid}/settings/pairing", {**LIST, "pairing_list": "new:swiss"}).status_code == 422


@pytest.mark.parametrize("language", ["nl", "fr", "en"])
def test_the_options_open_in_each_language(client: "Client", cid: int, language: str) -> None:
    client.post_form("/language", {"language": language})
    page = text(client.get(f"/c/{cid}/settings"))
    for name in list_presets.OPTIONS:
        assert f'name="{name}"' in page


def test_every_choice_has_its_words() -> None:
    assert [key for key, _ in settings.SEARCHES] == list(list_presets.SEARCHES)
    assert [key for key, _ in settings.LIST_BYES] == list(list_presets.BYES)
    assert [key for key, _ in settings.WHITES] == list(list_presets.WHITES)


# ── the rounds ───────────────────────────────────────────────────────────────


def test_a_round_is_paired_and_explained(client: "Client", cid: int) -> None:
    assert "Pair round 1" in text(client.get(f"/c/{cid}/rounds/1"))
    client.post_form(f"/c/{cid}/rounds/1/draft")
    page = text(client.get(f"/c/{cid}/rounds/1"))
    assert "no. 1 · KL 0 · AL –" in page
    assert "Pair again" in page
    game = models.Game.select().order_by(models.Game.table_number).get()
    why = text(client.get(f"/c/{cid}/rounds/1?why={game.id}"))
    assert "takes the nearest lower player of the list who is allowed" in why
    assert "<b>Smit</b>" not in why


def test_who_was_passed_over_and_why_is_told(client: "Client", cid: int) -> None:
    played(cid, 1, "1-1")
    rounds.draft_round(cid, 2)
    page = text(client.get(f"/c/{cid}/rounds/2"))
    assert "KL +1 · AL 1W" in page
    whys = [text(client.get(f"/c/{cid}/rounds/2?why={game.id}")) for game in models.Game.select() if game.round.number == 2]
    assert any("Passed over, nearest first" in why for why in whys)


def test_a_relaxation_is_named_above_the_draft_and_at_its_pairs(client: "Client", file: "KompitieFile") -> None:
    made = competitions.create_competition(NewCompetition("Few", kind="club", rounds=6))
    players.add_players(made, [PlayerInput(name) for name in NAMES[:4]])
    for number in (1, 2, 3):
        played(made, number)
    rounds.draft_round(made, 4)
    page = text(client.get(f"/c/{made}/rounds/4"))
    assert "No complete pairing was possible, so in this round players may meet again after more than" in page
    assert "met recently" in page


def test_a_lot_round_shows_its_number(client: "Client", cid: int) -> None:
    competitions.update_pairing_options(cid, {"lot_rounds": 1})
    rounds.draft_round(cid, 1)
    assert re.search(r"the number of the draw is \d{6}", text(client.get(f"/c/{cid}/rounds/1")))


def test_the_evenings_are_offered_as_sessions(client: "Client", file: "KompitieFile") -> None:
    made = competitions.create_competition(
        NewCompetition("Two", pairing="list", system="attendance", rounds=1, evenings=("Monday", "Friday"))
    )
    page = text(client.get(f"/c/{made}/rounds/1?panel=date"))
    assert re.search(r'<datalist id="sessions"><option value="Monday"><option value="Friday">', page)


# ── a sentence for every reason ──────────────────────────────────────────────


def fact_of(code: str) -> Fact:
    """A fact with every argument that any sentence of a pairing by list or a Swiss on rating asks for."""
    names = ("player", "opponent_player", "ranked_player")
    numbers = (
        "place",
        "opponent_place",
        "round",
        "rounds",
        "days",
        "used",
        "distance",
        "least",
        "meetings",
        "byes",
        "seed",
        "size",
    )
    more = ("count", "balance", "opponent_balance", "streak", "opponent_streak", "points", "group", "pairs", "limit")
    arguments: dict[str, Any] = {**dict.fromkeys(names, 1), **dict.fromkeys((*numbers, *more), 2)}
    return Fact(code, {**arguments, "colour": "w", "key": "9" if code == facts.RATING_PAIR else "c1", "players": (1, 2)})


CODES = sorted(
    {code for name, code in vars(facts).items() if name.startswith("RATING_")}
    | set(ranking_texts.TEXTS)
    | set(ranking_texts.SKIPPED)
    | {facts.HAND_CLUB, facts.HAND_FAMILY, facts.HAND_MORE_BYES}
)


def test_every_code_of_the_engine_has_a_sentence() -> None:
    stated = {code for name, code in vars(facts).items() if name.isupper() and isinstance(code, str)}
    assert stated <= pairing_texts.known_codes() | set(NOTICES) | set(NOTICE_PLURALS)
    assert set(rating_texts.PAIRED) == {"first", "8", "9"}
    assert set(rating_texts.MOVED) == {"c1", "all", "pairs", "odd", "chosen"}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("language", ["nl", "fr", "en"])
def test_the_sentence_fits_its_arguments(code: str, language: str) -> None:
    with i18n.language(language):
        told = pairing_texts.sentence(fact_of(code), lambda player: NAMES[player])
    assert told
    assert "%(" not in told


@pytest.mark.parametrize("system", ["ranking", "swiss_rating"])
def test_every_pair_of_a_simulated_tournament_is_explained(system: str) -> None:
    made = simulate.tournament(simulate.Plan(system=system, players=17, rounds=7, seed=4))
    names = {player.id: f"P{player.id}" for player in made.competition.players}
    for draft in made.drafts:
        told = [pairing_texts.explain((*pair.why, *pair.remarks), names.__getitem__) for pair in draft.pairs]
        told += [pairing_texts.explain(draft.bye_why, names.__getitem__)] if draft.bye is not None else []
        assert all(one is not None and str(one.main) for one in told)
        assert all(pairing_texts.sentence(fact, names.__getitem__) for fact in draft.remarks)


# ── the Swiss on rating ──────────────────────────────────────────────────────


@pytest.mark.parametrize("language", ["nl", "fr", "en"])
def test_a_swiss_on_rating_is_offered_set_and_paired(client: "Client", file: "KompitieFile", language: str) -> None:
    client.post_form("/language", {"language": language})
    client.post_form("/new", {**WANTED, "kind": "tournament", "pairing": "rating", "rounds": "5"})
    made = models.Competition.get().id
    players.add_players(made, [PlayerInput(name, 1500) for name in NAMES])
    page = text(client.get(f"/c/{made}/settings"))
    assert 'name="initial_colour"' in page
    values = {"maximum_meetings": "1", "initial_colour": "black", "give_up_colours": "1"}
    assert client.post_form(f"/c/{made}/settings/pairing", values).status_code == 303
    assert models.Competition.get().pairing_options == {"maximum_meetings": 1, "initial_colour": "black", "give_up_colours": True}
    client.post_form(f"/c/{made}/rounds/1/draft")
    game = models.Game.select().get()
    assert f'id="why-row-{game.id}"' in text(client.get(f"/c/{made}/rounds/1?why={game.id}"))


def test_missing_ratings_are_asked_about_on_the_screen(client: "Client", file: "KompitieFile") -> None:
    made = competitions.create_competition(NewCompetition("Elo", pairing="rating"))
    players.add_players(made, [PlayerInput(name) for name in NAMES])
    page = text(client.post_form(f"/c/{made}/rounds/1/draft", follow_redirects=True))
    assert "8 players have no rating" in page
    client.post_form(f"/c/{made}/rounds/1/draft", {"confirmed": "1"})
    assert models.Game.select().count() == 4
