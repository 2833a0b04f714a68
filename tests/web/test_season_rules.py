"""The factors and rules of the season list: their form, presets by name, what is wrong beside its field, undo (spec 24)."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from engine.ratings.season import BY_FACTOR, BY_PERFORMANCE, PRESETS, Rules
from engine.systems.options import OptionError
from kompitie_web.actions import season, season_choices
from kompitie_web.actions.errors import ActionError
from kompitie_web.messages import label_text
from kompitie_web.pages import season_form
from kompitie_web.store import models
from tests.web.test_season_page import cid
from tests.web.test_standings import form_of

if TYPE_CHECKING:
    from kompitie_web.store import KompitieFile
    from tests.conftest import Client

__all__ = ["cid"]
FIELDS = ("factor_up_to", "factor_above", "factor_deviates", "settled_games", "experienced_games", "deviation", "listed_games")


def fields(client: "Client") -> dict[str, object]:
    """The form of the rules as the page shows it."""
    page = client.get("/season").get_data(as_text=True)
    return form_of(page.replace('action="/season/rules#rules"', 'id="list-form"'))


def rating(name: str) -> int | None:
    return next(row.rating for row in season.season().list.rows if row.person.name == name)


def test_unchanged_the_rules_are_those_of_the_kndb(client: "Client", cid: int) -> None:
    assert season_choices.rules() == Rules() == PRESETS["kndb"]
    assert client.post_form("/season/rules", fields(client)).status_code == 303
    assert season_choices.rules() == Rules()
    assert season_form.preset_of(Rules()) == "kndb"


def test_every_rule_is_in_the_form_and_goes_through_it(client: "Client", cid: int) -> None:
    wanted = Rules(7, 40, Fraction(13, 2), Fraction(1, 3), Fraction(12), 90, 8, 3, 1000, 800)
    season_choices.set_rules(wanted)
    assert season_form.preset_of(wanted) == "own"
    assert client.post_form("/season/rules", fields(client)).status_code == 303
    assert season_choices.rules() == wanted
    assert Rules.read(wanted.as_json()) == wanted


def test_a_factor_changes_the_list_and_is_undone(file: "KompitieFile", client: "Client", cid: int) -> None:
    before = rating("Ann Bakker")
    sent = fields(client) | {"factor_up_to": "0", "factor_above": "0", "factor_deviates": "½"}
    assert client.post_form("/season/rules", sent).status_code == 303
    assert rating("Ann Bakker") != before
    line = file.can_undo(None)
    assert line is not None
    assert "rules" in label_text(line)
    file.undo(None)
    assert rating("Ann Bakker") == before


def test_games_before_a_rating_is_settled_change_the_rule(client: "Client", cid: int) -> None:
    def rule() -> str:
        return next(row.rule for row in season.season().list.rows if row.person.name == "Ann Bakker")

    assert rule() == BY_FACTOR
    client.post_form("/season/rules", fields(client) | {"settled_games": "61"})
    assert rule() == BY_PERFORMANCE
    ann = models.Person.get(models.Person.name == "Ann Bakker").id
    assert "Fewer than 61 games before" in client.get(f"/season?why={ann}").get_data(as_text=True)


def test_list_a_asks_what_the_form_says(client: "Client", cid: int) -> None:
    assert season.season().list.by_rating
    client.post_form("/season/rules", fields(client) | {"listed_games": "63", "active_games": "13"})
    assert not season.season().list.by_rating
    page = client.get("/season").get_data(as_text=True)
    assert "at least 63 games in total, and 13 in this" in page


def test_a_preset_by_name_fills_in_its_numbers(client: "Client", cid: int) -> None:
    client.post_form("/season/rules", fields(client) | {"settled_games": "3"})
    assert season_form.preset_of(season_choices.rules()) == "own"
    client.post_form("/season/rules", fields(client) | {"preset": "one_factor", "settled_games": "99"})
    assert season_choices.rules() == PRESETS["one_factor"]
    assert 'value="one_factor" selected' in client.get("/season").get_data(as_text=True)
    client.post_form("/season/rules", fields(client) | {"preset": "kndb"})
    assert season_choices.rules() == Rules()


@pytest.mark.parametrize(
    ("name", "text", "word"),
    [
        ("factor_up_to", "much", "is not a number"),
        ("factor_above", "-1", "below zero"),
        ("factor_deviates", "", "fill in a number"),
        ("settled_games", "2,5", "whole number"),
        ("experienced_games", "", "fill in a number"),
        ("deviation", "99999", "whole number"),
        ("listed_games", "-3", "whole number"),
        ("active_games", "x", "whole number"),
        ("start_rating", "12000", "whole number"),
        ("extreme", "900", "not one of the choices"),
    ],
)
def test_a_bad_number_is_named_beside_its_field_and_stays_typed(
    client: "Client", cid: int, name: str, text: str, word: str
) -> None:
    answer = client.post_form(
        "/season/rules", fields(client) | {name: text, "active_games" if name == "deviation" else "deviation": "7"}
    )
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    problem = re.search(rf'id="{name}-problem">(.*?)</span>', page, re.S)
    assert problem is not None
    assert word in problem[1]
    if name != "extreme":
        assert f'name="{name}" type="text" value="{text}"' in page
    assert 'value="7"' in page
    assert '<details class="more-of" id="rules" data-screen open' in page
    assert season_choices.rules() == Rules()


def test_factors_with_which_no_rating_would_change_are_refused(client: "Client", cid: int) -> None:
    answer = client.post_form("/season/rules", fields(client) | dict.fromkeys(FIELDS[:3], "0"))
    assert answer.status_code == 422
    assert 'id="factor_up_to-problem"' in answer.get_data(as_text=True)
    with pytest.raises(ActionError, check=lambda error: error.code == "settings_impossible"):
        season_choices.set_rules(replace(Rules(), extreme=900))


def test_rules_that_cannot_be_read_are_never_replaced_silently(cid: int, file: "KompitieFile") -> None:
    with file.action("season_rules_changed"):
        row = models.Competition.get_by_id(cid)
        row.documents = {**row.documents, "season": {"rules": {"deviation": "much"}}}
        row.save()
    with pytest.raises(OptionError):
        season_choices.rules()
