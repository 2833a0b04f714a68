"""The form and the standings of every scoring system: fields, presets, what a choice pays, explanations, the same number everywhere."""

import re
import time
from fractions import Fraction
from html import unescape

import pytest

from engine.classification import Settings, standing
from engine.systems import SYSTEMS
from engine.systems.keizer_options import PRESETS, KeizerOptions, Reason, Top
from kompitie_web import documents, i18n
from kompitie_web.actions import classifications, players, results
from kompitie_web.actions.byhand import add_game, give_bye
from kompitie_web.actions.creation import NewCompetition, create_competition
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.documents.build_standings import progress_table, standings
from kompitie_web.documents.catalogue import Options
from kompitie_web.documents.job import Job
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.pages import standings as standings_page
from kompitie_web.score_texts import exact_text, formula_text, rounded_adds_up, row_score
from kompitie_web.standing_texts_score import rating_change
from kompitie_web.store import mapping, models
from tests.engine import keizer_seasons
from tests.engine.oracles import oracle
from tests.web.test_standings import form_of, id_of, publish, texts

NAMES = ("Bakker, A.", "Çelik, O.", "Dijk, P.", "Evers, W.", "Faber, K.")
WITH_OPTIONS = ("keizer", "moyenne", "rating", "attendance")


@pytest.fixture
def cid(file):
    """Five players and three rounds: a win, two draws, a forfeit, a bye, an external win and rounds that were missed."""
    made = create_competition(NewCompetition(name="Club", rounds=6))
    ids = players.add_players(made, [PlayerInput(name=name, rating=1000 + 70 * index) for index, name in enumerate(NAMES)])
    rounds = (
        (1, [(0, 1, "2-0"), (2, 3, "1-1")]),
        (2, [(0, 2, "1-1"), (3, 1, "2-0F")]),
        (3, [(4, 0, "2-0"), (1, 2, "0-2")]),
    )
    for number, games in rounds:
        for white, black, result in games:
            add_game(made, number, ids[white], ids[black], result=result, confirmed=True)
        publish(made, number)
    give_bye(made, 1, ids[4], confirmed=True)
    results.enter_single(made, 3, ids[3], "external", "2-0", 1200, "Guest", "")
    return made


@pytest.fixture
def base(cid):
    """The address of the page."""
    return f"/c/{cid}/standings"


def add(client, base, system, **fields):
    """A list of a system made through its form; gives the address of the list."""
    form = form_of(client.get(f"{base}/new?system={system}").text) | {"name": f"List {system}", **fields}
    answer = client.post_form(f"{base}/new", form)
    assert answer.status_code == 303, re.findall(r'class="problem"[^>]*>(.*?)</span>', answer.text)
    return answer.location


def made(system):
    """The settings of the list that ``add`` made."""
    return mapping.settings(models.Classification.get(models.Classification.name == f"List {system}"))


def plain(html):
    """A part of a page without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split()).replace("&#39;", "'").replace("&lt;", "<").replace("&gt;", ">")


def why(client, address, player, what="score", query=""):
    """The explanation of a number as text."""
    return plain(client.get(f"{address}?{query}why={player}.{what}", headers={"HX-Request": "true"}).text)


# The form


def test_every_system_is_offered_with_help_and_only_its_own_fields_show(client, base):
    for system in SYSTEMS:
        html = client.get(f"{base}/new?system={system}").text
        assert f'name="system" value="{system}" checked' in html
        shown = [part for part in re.findall(r'data-for="([^"]*)"( hidden)?', html) if not part[1]]
        assert all(system in part[0].split() for part in shown)
        assert len([part for part in shown if part[0] == system]) >= 1
    assert html.count("How this system counts") == len(SYSTEMS)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_list_as_it_is_proposed_has_the_usual_options_and_a_name(client, base, system):
    form = form_of(client.get(f"{base}/new?system={system}").text)
    assert system == "swiss" or form["name"][0]
    add(client, base, system)
    chosen = made(system)
    assert chosen.system == system
    assert chosen.tiebreaks == SYSTEMS[system].default_tiebreaks
    if system == "keizer":
        assert KeizerOptions.read(chosen.options) == KeizerOptions()
    row = models.Classification.get(models.Classification.name == f"List {system}")
    assert {"keizer": "value", "attendance": "saldo", "rating": "average"}.get(system, "points") in row.columns


def test_a_second_list_of_a_system_gets_another_name(client, base):
    form = form_of(client.get(f"{base}/new?system=keizer").text)
    assert client.post_form(f"{base}/new", form).status_code == 303
    assert form_of(client.get(f"{base}/new?system=keizer").text)["name"] == ["Keizer 2"]


@pytest.mark.parametrize("system", WITH_OPTIONS)
def test_saving_unchanged_changes_nothing(client, base, system):
    address = add(client, base, system)
    before = made(system)
    form = form_of(client.get(f"{address}/edit").text)
    assert client.post_form(f"{address}/edit", form).status_code == 303
    assert made(system) == before


def test_keizer_keeps_every_option(client, base):
    fields = {
        "keizer-top_kind": "number",
        "keizer-top": "60",
        "keizer-step": "1½",
        "keizer-win": "9/10",
        "keizer-loss": "0,1",
        "keizer-unplayed_kind": "each",
        "keizer-share-with_notice": "0,3",
        "keizer-max-with_notice": "2",
        "keizer-share-external": "6/10",
        "keizer-result-external": "1",
        "keizer-share-withdrawn": "0",
        "keizer-optimise": "1",
        "keizer-equal_points_equal_value": "1",
        "keizer-ties": "lot",
        "keizer-initial": "list",
        "keizer-initial_list": "Faber, K.\n Bakker, A. ",
    }
    add(client, base, "keizer", **fields)
    read = KeizerOptions.read(made("keizer").options)
    assert read.top == Top("number", Fraction(60))
    assert (read.step, read.win, read.loss, read.draw) == (Fraction(3, 2), Fraction(9, 10), Fraction(1, 10), Fraction(1, 2))
    assert read.reason("with_notice") == Reason(Fraction(3, 10), 2)
    assert read.reason("external") == Reason(Fraction(3, 5), None, True)
    assert "withdrawn" in read.unplayed
    assert read.optimise
    assert read.equal_points_equal_value
    assert (read.ties, read.initial, len(read.initial_list)) == ("lot", "list", 2)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_kind_of_keizer_brings_its_values_without_a_script(client, base, preset):
    address = add(client, base, "keizer", **{"keizer-preset": preset})
    read, known = KeizerOptions.read(made("keizer").options), PRESETS[preset]
    assert (read.top, read.win, read.loss, read.optimise) == (known.top, known.win, known.loss, known.optimise)
    assert all(read.reason(key) == known.reason(key) for key in ("bye", "with_notice", "external", "duty", "without_notice"))
    assert form_of(client.get(f"{address}/edit").text)["keizer-preset"] == [preset]


@pytest.mark.parametrize(
    ("system", "field", "text", "said"),
    [
        ("keizer", "keizer-win", "much", "is not a number"),
        ("keizer", "keizer-step", "", "Please fill in a number"),
        ("keizer", "keizer-passes", "0", "is not a whole number from 1 to 1000"),
        ("keizer", "keizer-top_kind", "x", "is not one of the choices"),
        ("keizer", "keizer-loss", "-1", "A number below zero (−1) is not possible"),
        ("moyenne", "moyenne-own", "two", "is not a number"),
        ("moyenne", "moyenne-opponents", "-1", "below zero"),
        ("rating", "rating-factor", "", "Please fill in a number"),
        ("rating", "rating-start_rating", "9999", "is not a whole number from 0 to 4000"),
        ("attendance", "attendance-threshold", "1", "must be less than 1"),
        ("attendance", "attendance-reset_after", "6/5", "at most 1"),
        ("attendance", "attendance-credit-ill", "x", "is not a number"),
    ],
)
def test_mistakes_stand_beside_their_field_and_what_was_typed_is_kept(client, base, system, field, text, said):
    form = form_of(client.get(f"{base}/new?system={system}").text) | {"name": "List", field: text}
    answer = client.post_form(f"{base}/new", form)
    assert answer.status_code == 422
    assert said in plain(answer.text)
    assert f'id="{field}-problem"' in answer.text
    assert field == "keizer-top_kind" or not text or f'value="{text}"' in answer.text
    assert models.Classification.select().count() == 1


def test_mistakes_in_the_fields_of_other_systems_play_no_part(client, base):
    add(client, base, "moyenne", **{"keizer-win": "much", "rating-factor": ""})
    assert made("moyenne").system == "moyenne"


@pytest.mark.parametrize(
    ("system", "fields", "marked", "said"),
    [
        ("keizer", {"keizer-loss": "1"}, "keizer-minus", "a loss would pay more than a minus draw"),
        ("keizer", {"keizer-top_kind": "number", "keizer-top": "3"}, "keizer-top", "lower than the number of players (5)"),
        ("keizer", {"keizer-step": "3"}, "keizer-step", "worth less than nothing"),
        ("keizer", {"keizer-unplayed_kind": "each", "keizer-share-ill": "0,6"}, "keizer-share-ill", "Who stays away would get"),
        ("moyenne", {"moyenne-own": "0"}, "moyenne-own", "would count for nothing"),
        ("rating", {"rating-mode": "own", "rating-factor": "0"}, "rating-factor", "no rating ever changes"),
        ("attendance", {"attendance-credit-ill": "2"}, "attendance-credit-ill", "than a game that was played"),
    ],
)
def test_odd_settings_are_named_first_and_saved_after_a_yes(client, base, system, fields, marked, said):
    form = form_of(client.get(f"{base}/new?system={system}").text) | {"name": "Odd", **fields}
    answer = client.post_form(f"{base}/new", form)
    assert answer.status_code == 422
    assert said in plain(answer.text)
    assert f'id="{marked}-problem"' in answer.text
    assert "Save the list all the same?" in answer.text
    assert models.Classification.select().count() == 1
    assert client.post_form(f"{base}/new", form | {"confirmed": "1"}).status_code == 303
    row = models.Classification.get(models.Classification.name == "Odd")
    shown = client.post_form(f"{base}/{row.id}/columns", {"columns": ["rating"]})
    assert shown.status_code == 303, "settings that stay as they are are not asked about again"


def test_the_actions_refuse_what_cannot_be_computed_and_ask_about_the_rest(cid):
    with pytest.raises(ActionError) as refused:
        classifications.add_classification(cid, Settings(name="A", system="keizer", options={"win": "much"}))
    assert (refused.value.code, refused.value.field) == ("settings_impossible", "win")
    with pytest.raises(NeedsConfirmation):
        classifications.add_classification(cid, Settings(name="A", system="keizer", options={"top": "1"}))
    assert classifications.add_classification(cid, Settings(name="A", system="keizer", options={"top": "1"}), confirmed=True)


def test_what_a_choice_pays_follows_the_form_without_saving(client, base):
    form = form_of(client.get(f"{base}/new?system=keizer").text)
    rows = plain(client.post_form(f"{base}/preview", form).text)
    assert "place 1 value 8.0 place 3 value 6.0 place 5 value 4.0" in rows
    assert "win against the player there 8.0 6.0 4.0" in rows
    assert "bye 2.7 2.0 1.3" in rows
    rows = plain(client.post_form(f"{base}/preview", form | {"keizer-win": "9/10", "keizer-unplayed_kind": "each"}).text)
    assert "win against the player there 7.2 5.4 3.6" in rows
    assert "“x” is not a number" in plain(client.post_form(f"{base}/preview", form | {"keizer-win": "x"}).text)
    assert "lower than the number of players" in client.post_form(
        f"{base}/preview", form | {"keizer-top_kind": "number", "keizer-top": "2"}
    ).text.replace("&#39;", "'")
    assert models.Classification.select().count() == 1


def test_without_a_script_a_button_shows_the_fields_and_keeps_what_was_typed(client, base):
    form = form_of(client.get(f"{base}/new").text) | {"system": "keizer", "keizer-win": "0,8", "recalculate": "1"}
    html = client.post_form(f"{base}/new", form).text
    assert 'data-for="keizer" hidden' not in html
    assert 'value="0,8"' in html
    assert "6.4 4.8 3.2" in plain(html)
    assert form_of(html)["name"] == ["Keizer"]
    assert form_of(html)["tiebreaks"] == [""]
    assert models.Classification.select().count() == 1


def test_points_of_reasons_and_those_that_always_pay_the_same(client, base):
    address = add(client, base, "normal", **{"reason-external_evening": "1", "fixed-external_evening": "1"})
    chosen = made("normal")
    assert chosen.reason_points == {"external_evening": 1}
    assert chosen.fixed_reasons == ("external_evening",)
    assert form_of(client.get(f"{address}/edit").text)["fixed-external_evening"] == ["1"]


# Numbers and explanations


def rows_of(cid, system):
    """The rows of the list as the engine gives them."""
    return standing(mapping.competition(cid), made(system), 3).rows


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_same_number_on_screen_paper_and_in_the_explanation(client, state, cid, base, system, language):
    address = add(client, base, system)
    state.preferences.language = language
    row = models.Classification.get(models.Classification.name == f"List {system}")
    with i18n.language(language):
        shown = [row_score(one, system) for one in rows_of(cid, system)]
        job = Job(documents.read_facts(cid), Options(classifications=(row.id,), round=3))
        (table,) = standings(job)
        at = [column.key for column in table.columns].index("points")
        assert [line[at] for line in table.rows] == shown
    html = client.get(address, headers={"Accept-Language": language}).text
    cells = re.findall(r'href="\?why=(\d+)\.score">([^<]*(?:&lt;[^<]*)?)</a>', html)
    assert [text.replace("&lt;", "<").replace("&gt;", ">") for _player, text in cells] == shown
    for player, text in cells:
        told = client.get(f"{address}?why={player}.score", headers={"HX-Request": "true"}).text
        assert f'<p class="big">{text} <small>' in told


@pytest.mark.parametrize("system", SYSTEMS)
def test_progress_ends_with_the_score_and_each_opens(client, cid, base, system):
    address = add(client, base, system)
    html = client.get(f"{address}?show=progress").text
    ends = {row.player: row_score(row, system) for row in rows_of(cid, system)}
    for line in re.findall(r"<tr>(.*?)</tr>", html[html.index("<tbody") :], re.S):
        found = re.findall(r'href="([^"]+)why=(\d+)\.score">([^<]+)<', line)
        assert unescape(found[-1][2]) == ends[int(found[-1][1])]
    assert "<aside" in client.get(f"{address}?round=1&why={found[0][1]}.score", headers={"HX-Request": "true"}).text


def test_what_is_only_a_bound_is_marked_in_the_progress_table_on_paper_and_in_the_explanation(client, cid, base):
    address = add(client, base, "rating")
    html = client.get(f"{address}?show=progress").text
    cells = [unescape(text) for text in re.findall(r'\.score">([^<]+)<', html)]
    assert any(text.startswith(">") for text in cells)
    assert any(text.startswith("<") for text in cells)
    assert "only known to be more or less" in html
    shown = next(text for text in cells if text.startswith(">"))
    link = unescape(re.search(r'href="([^"]+why=\d+\.score)">&gt;', html)[1])
    assert shown in unescape(client.get(link, headers={"HX-Request": "true"}).text)
    row = models.Classification.get(models.Classification.name == "List rating")
    (sheet,) = progress_table(Job(documents.read_facts(cid), Options(classifications=(row.id,), round=3)))
    assert [text for row in sheet.rows for text in row[2:]] == cells
    assert "only known to be more or less" in sheet.notes


@pytest.mark.parametrize("system", SYSTEMS)
def test_previous_places_work_for_every_system(client, cid, base, system):
    address = add(client, base, system)
    assert client.post_form(f"{address}/publish", {"round": "2"}).status_code == 303
    assert 'class="move' in client.get(address).text


def test_a_keizer_score_opens_game_by_game(client, cid, base):
    address = add(client, base, "keizer")
    told = why(client, address, id_of(cid, "Bakker"))
    assert "own value" in told
    assert re.search(r"win against Çelik, O\. 1 × \d+ \d+\.0", told)
    assert re.search(r"draw with Dijk, P\. ½ × \d+", told)
    assert "bye" in why(client, address, id_of(cid, "Faber"))
    assert "absent without notice no game and nothing entered" in why(client, address, id_of(cid, "Faber"))
    assert "external match: Guest" in why(client, address, id_of(cid, "Evers"))
    html = client.get(address).text
    assert all(f"k-{column}" in html for column in ("value", "balance", "streak"))


@pytest.mark.parametrize(("system", "name"), [("moyenne", "score"), ("rating", "performance")])
def test_what_a_system_calls_its_score_stands_in_the_comparison_too(client, cid, base, system, name):
    address = add(client, base, system)
    compared = [why(client, address, player.id, "place") for player in mapping.competition(cid).players]
    decided = [text for text in compared if f"What decided: {name}" in text]
    assert decided
    assert all(" points " not in text.partition("What decided")[2] for text in decided)


def test_a_keizer_reason_that_was_paid_often_enough_is_named(client, cid, base):
    address = add(client, base, "keizer", **{"keizer-unplayed_kind": "each", "keizer-share-bye": "1", "keizer-max-bye": "0"})
    assert "only paid 0 times, so nothing" in why(client, address, id_of(cid, "Faber"))


def test_exact_fractions_stand_where_rounded_terms_would_not_add_up(client, cid, base):
    shares = {"win": "1/7", "draw": "1/9", "plus": "1/8", "minus": "1/9", "unplayed": "1/11"}
    address = add(client, base, "keizer", **{f"keizer-{key}": share for key, share in shares.items()})
    told = [why(client, address, row.player) for row in rows_of(cid, "keizer")]
    exact = [text for text in told if "that is why the parts are exact fractions" in text]
    assert exact
    assert all(re.search(r"\d/\d+", text) for text in exact)


def test_parts_whose_fractions_are_too_long_have_as_many_decimals_as_add_up(client, cid, base):
    shares = {"win": "1/7", "draw": "1/9", "plus": "1/8", "minus": "1/9", "unplayed": "1/11"}
    fields = {f"keizer-{key}": share for key, share in shares.items()} | {"keizer-step": "0", "keizer-passes": "4"}
    address = add(client, base, "keizer", **fields)
    found = 0
    for row in rows_of(cid, "keizer"):
        html = client.get(f"{address}?why={row.player}.score", headers={"HX-Request": "true"}).text
        if "their fractions are too long to write" not in html:
            continue
        found += 1
        body, foot = html.partition("<tfoot")[::2]
        parts = [Fraction(text) for text in re.findall(r'<td class="n">(-?\d+\.\d+)</td>\s*</tr>', body)]
        total, shown = re.search(r"(\d+\.\d+) ≈ (\d+\.\d)\b", foot).groups()
        assert sum(parts) == Fraction(total)
        assert re.search(rf"\b{re.escape(shown)}\b", body)
    assert found


def test_a_list_that_does_not_come_to_rest_is_told(client, cid, base, monkeypatch):
    """A season of the oracles whose optimised list after round 1 goes round and round."""
    case = next(case for case in oracle("keizer_cases.json") if case["id"] == "001-1000016")
    played, _ids = keizer_seasons.competition(case)
    options = keizer_seasons.settings(case).options
    identity = classifications.add_classification(cid, Settings(name="Optimised", system="keizer", options=options), confirmed=True)
    monkeypatch.setattr(standings_page, "engine_competition", lambda _cid: played)
    html = plain(client.get(f"{base}/{identity}?round=1").text)
    assert re.search(r"This list does not come to rest: \d orders follow each other without end.", html)
    assert "Who changes place" in html
    assert "Earlier lists that did not come to rest: after round 1." in plain(client.get(f"{base}/{identity}?round=3").text)


def test_a_keizer_list_with_a_minimum_number_of_games_warns(client, base):
    address = add(client, base, "keizer", minimum_games="2")
    assert "misleads before the end of the season" in client.get(address).text


def test_moyenne_shows_both_averages_and_who_has_no_score(client, cid, base):
    address = add(client, base, "moyenne")
    told = why(client, address, id_of(cid, "Bakker"))
    assert "own average" in told
    assert "3 / 3 = 1" in told
    assert "not played: does not count" in why(client, address, id_of(cid, "Evers"))
    line = next(line for line in texts(client.get(f"{address}?round=1").text) if "Faber" in line)
    assert line.startswith("5 Faber, K. – 0")
    assert "there is no score" in why(client, address, id_of(cid, "Faber"), query="round=1&")


def test_a_performance_names_average_percentage_and_difference(client, cid, base):
    address = add(client, base, "rating")
    told = why(client, address, id_of(cid, "Bakker"))
    assert "percentage a draw counts half 100 × 1½ / 3 = 50" in told
    assert "from the table, for 50 %" in told
    assert "1200" in why(client, address, id_of(cid, "Evers")), "the external opponent counts"
    assert "this is only a bound" in why(client, address, id_of(cid, "Faber"))
    assert "> " in plain(client.get(address).text)


def test_a_progressive_rating_tells_the_change_of_each_game(client, cid, base):
    address = add(client, base, "rating", **{"rating-mode": "own", "rating-factor": "25"})
    told = why(client, address, id_of(cid, "Bakker"))
    assert "rating at the start 1000" in told
    assert "1000 against 1070: expected 40 %, scored 100 %, so 25 × (100 − 40) / 100 +15" in told
    assert "does not count for ratings" in why(client, address, id_of(cid, "Evers"))


def test_attendance_fills_the_formula_in(client, cid, base):
    address = add(client, base, "attendance")
    told = why(client, address, id_of(cid, "Bakker"))
    assert "Balance, round by round" in told
    assert "few games: the own rating fills up" in told
    assert re.search(r"points 3 × \(\S+ \+ 20 × \S+ − 10\) =", told)
    assert "missed" in why(client, address, id_of(cid, "Faber"))
    assert "k-saldo" in client.get(address).text


def test_how_numbers_are_written():
    assert exact_text(Fraction(58, 3)) == "19⅓"
    assert exact_text(Fraction(68, 9)) == "7 5/9"
    assert exact_text(Fraction(-1, 3)) == "−⅓"
    assert exact_text(Fraction(1, 1009)).startswith("≈ 0.00099")
    assert [formula_text(Fraction(one)) for one in ("7", "3/2", "3/10", "10/9", "1/3")] == ["7", "1½", "0.3", "(10/9)", "⅓"]
    changes = [rating_change(Fraction(one)) for one in ("7/2", "-7/2", "1", "47/10", "0", "1/3")]
    assert changes == ["+3.5", "−3.5", "+1", "+4.7", "0", "+⅓"]
    assert rounded_adds_up([Fraction(1, 3), Fraction(1, 3)], Fraction(2, 3), 1) is False
    assert rounded_adds_up([Fraction(1, 2), Fraction(1, 5)], Fraction(7, 10), 1)


# Speed


def test_forty_players_and_thirty_rounds_are_quick(client, file):
    """At most 50 ms on a quiet machine for a page and for the preview; in processor time, with room for a busy one."""
    large = create_competition(NewCompetition(name="Season", rounds=30))
    ids = players.add_players(large, [PlayerInput(name=f"Player {index:02d}", rating=1000 + index) for index in range(40)])
    with file.action("round_published", scope=large, round=30):
        for row in models.Round.select().where(models.Round.competition == large):
            row.state = "published"
            row.save()
            pairs = [(index, 20 + (index + row.number) % 20) for index in range(18)]
            games = [
                {"round": row.id, "white": ids[a], "black": ids[b], "result": ("2-0", "1-1", "0-2")[(a + row.number) % 3]}
                for a, b in pairs
            ]
            models.Game.insert_many(games).execute()
    base = f"/c/{large}/standings"
    forms = form_of(client.get(f"{base}/new?system=keizer").text)
    figures = {"preview": [], "form": []}
    for index in range(8):
        start = time.thread_time()
        client.post_form(f"{base}/preview", forms | {"keizer-win": f"0,{9 - index % 3}"})
        figures["preview"].append(time.thread_time() - start)
        start = time.thread_time()
        client.get(f"{base}/new?system=keizer")
        figures["form"].append(time.thread_time() - start)
    for system in WITH_OPTIONS:
        address = add(client, base, system)
        figures[system], figures[f"{system} why"] = [], []
        for number in range(23, 31):
            start = time.thread_time()
            assert client.get(f"{address}?round={number}").status_code == 200
            figures[system].append(time.thread_time() - start)
            start = time.thread_time()
            client.get(f"{address}?round={number}&why={ids[0]}.score", headers={"HX-Request": "true"})
            figures[f"{system} why"].append(time.thread_time() - start)
    print({name: f"{sorted(times)[len(times) // 2] * 1000:.0f} ms" for name, times in figures.items()})
    assert all(sorted(times)[len(times) // 2] < 0.1 for times in figures.values())
