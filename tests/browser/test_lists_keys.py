"""Reasons, comparison and season list by keyboard only: what they pay, what is only computed, factors, ratings written and undone."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.classification import Settings
from engine.systems.keizer_options import PRESETS
from kompitie_web.actions import classifications, competitions, players, results, rounds
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.store import KompitieFile, mapping, models
from kompitie_web.store.sqlite import plain
from tests.browser.arbiter import Arbiter

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
NAMES = ("Ann Bakker", "Bob Visser", "Cor Mulder", "Dirk Smit")


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A Swiss of two rounds that white won, with a Keizer list beside it; everybody's rating is settled. Another file lies beside it."""
    home = tmp_path / "home"
    (home / "data").mkdir(parents=True)
    for name in ("North", "Club"):
        made = KompitieFile.create(home / f"{name}.kompitie", name, home / "data")
        with made.connection():
            fill(made, f"{name} championship")
        path = made.path
        made.close()
    return path


def fill(file: KompitieFile, name: str) -> None:
    cid = competitions.create_competition(competitions.NewCompetition(name, rounds=3))
    players.add_players(cid, [PlayerInput(one, 1200 - 40 * at) for at, one in enumerate(NAMES)])
    keizer = Settings(name="Keizer", system="keizer", options=PRESETS["club_article"].as_json())
    classifications.add_classification(cid, keizer, confirmed=True)
    for number in (1, 2):
        rounds.draft_round(cid, number)
        rounds.publish_round(cid, number)
        for game in mapping.competition(cid).games:
            if game.round == number:
                results.enter_result(game.id, "2-0")
    with file.action("player_changed", player="all"):
        models.Person.update(games_total=60, games_season=10).execute()


@pytest.fixture
def arbiter(club: Path, page: "Page") -> Arbiter:
    """The club's file is open; from now on only keys."""
    page.goto("/open")
    made = Arbiter(page)
    made.click_to_next_page(page.locator("li, tr, form").filter(has_text="Club.kompitie").get_by_role("button").first)
    return made


@contextmanager
def stored(path: Path) -> Iterator[object]:
    """The file as it is on the disk."""
    with plain(path, "ro") as connection:
        yield connection


def ask(path: Path, sql: str) -> list[tuple[object, ...]]:
    with stored(path) as connection:
        return connection.execute(sql).fetchall()  # type: ignore[attr-defined]  # A connection of sqlite3.


def to(arbiter: Arbiter, address: str) -> None:
    """Type an address, as a bookmark does."""
    arbiter.page.goto(address)


def test_a_reason_is_added_edited_and_paid_by_keyboard(arbiter: Arbiter, club: Path) -> None:
    to(arbiter, "/c/1/reasons")
    arbiter.key("n")
    assert arbiter.page.evaluate("document.activeElement.name") == "new_letter"
    arbiter.type("w")
    arbiter.key("Tab", "Tab", "Tab")
    assert arbiter.page.evaluate("document.activeElement.name") == "new_name_en"
    arbiter.type("Wedding")
    arbiter.big_button()
    assert "The reasons of absence are saved" in arbiter.toast()
    assert ask(club, "SELECT letter FROM reason WHERE key = 'own1'") == [("w",)]
    # Its letter, and what each list pays for it.
    arbiter.tab_into("[name=letter-own1]")
    arbiter.key("Control+a")
    arbiter.type("h")
    arbiter.tab_into("[name=pay-1-own1]", most=150)
    arbiter.key("Control+a")
    arbiter.type("½")
    arbiter.tab_into("[name=pay-2-own1]", most=20)
    arbiter.key("Control+a")
    arbiter.type("much")
    arbiter.to_next_page("Control+Enter")
    assert "is not a number" in arbiter.page.locator("#pay-2-own1-problem").inner_text()
    assert arbiter.page.locator("[name=pay-1-own1]").input_value() == "½"
    arbiter.tab_into("[name=pay-2-own1]", most=150)
    arbiter.key("Control+a")
    arbiter.type("3/10")
    arbiter.key("Tab")
    arbiter.type("2")
    arbiter.big_button()
    assert ask(club, "SELECT letter FROM reason WHERE key = 'own1'") == [("h",)]
    points, keizer = (row[0] for row in ask(club, "SELECT settings FROM classification ORDER BY id"))
    assert '"own1":"1/2"' in str(points)
    assert re.search(r'"own1":\{[^}]*"3/10"', str(keizer))
    # One step back takes all of it back, another one the reason itself.
    arbiter.to_next_page("Control+z")
    assert ask(club, "SELECT letter FROM reason WHERE key = 'own1'") == [("w",)]
    arbiter.to_next_page("Control+z")
    assert ask(club, "SELECT letter FROM reason WHERE key = 'own1'") == []


def test_two_lists_and_a_what_if_are_compared_without_saving(arbiter: Arbiter, club: Path) -> None:
    before = club.read_bytes()
    to(arbiter, "/c/1/standings")
    arbiter.to_next_page("v")
    assert arbiter.heading().startswith("Compare lists")
    arbiter.key("k")
    arbiter.wait_until("document.querySelector('.chosen details').open")
    arbiter.tab_into("[name=with][value=moyenne]")
    arbiter.key("Space")
    arbiter.tab_to("Compare")
    arbiter.to_next_page("Enter")
    heads = [text.strip() for text in arbiter.page.locator("table.compared thead tr").first.locator("a").all_inner_texts()]
    assert heads == ["Standings", "Keizer", "What if: Moyenne"]
    assert arbiter.page.locator("table.compared tbody tr").count() == len(NAMES)
    # A score opens to its terms.
    arbiter.tab_into("table.compared [data-cell]")
    arbiter.key("ArrowDown")
    arbiter.wait_until("document.activeElement.matches('table.compared tbody a.num')")
    arbiter.to_next_page("u")
    assert arbiter.page.locator("#why table").count() >= 1
    arbiter.key("k")
    arbiter.tab_into("[name=list][value='1']")
    arbiter.key("Space")
    arbiter.tab_to("Compare")
    arbiter.to_next_page("Enter")
    assert arbiter.page.locator("table.compared thead tr").first.locator("a").count() == 2
    assert club.read_bytes() == before


def ratings(path: Path) -> list[tuple[object, ...]]:
    return ask(path, "SELECT name, rating, games_total FROM person ORDER BY name")


def shown(arbiter: Arbiter) -> dict[str, str]:
    """The new ratings of list B by name."""
    table = arbiter.page.locator("table.standing").last
    return dict(
        zip(table.locator("th[scope=row]").all_inner_texts(), table.locator("td.k-points a").all_inner_texts(), strict=True)
    )


def test_factors_other_files_and_the_ratings_of_the_next_season(arbiter: Arbiter, club: Path) -> None:
    north = club.with_name("North.kompitie").read_bytes()
    to(arbiter, "/season")
    first = shown(arbiter)
    # A factor: bad first, then good.
    arbiter.key("f")
    arbiter.wait_until("document.querySelector('#rules').open")
    arbiter.tab_into("#rules [name=factor_deviates]")
    arbiter.key("Control+a")
    arbiter.type("plenty")
    arbiter.to_next_page("Enter")
    assert "is not a number" in arbiter.page.locator("#factor_deviates-problem").inner_text()
    arbiter.tab_into("#rules [name=factor_deviates]", most=80)
    arbiter.key("Control+a")
    arbiter.type("2½")
    arbiter.to_next_page("Enter")
    assert "factors and rules" in arbiter.toast()
    second = shown(arbiter)
    assert second != first
    # The games of the other file.
    arbiter.key("o")
    arbiter.wait_until("document.querySelector('#files').open")
    arbiter.tab_into("#files [name=file]")
    arbiter.key("Space")
    arbiter.tab_to("Save which files count")
    arbiter.to_next_page("Enter")
    assert "4 players of this file" in arbiter.page.locator("#files").inner_text()
    third = shown(arbiter)
    assert third != second
    # Written after a yes, and only then.
    before = ratings(club)
    arbiter.big_button()
    assert ratings(club) == before
    assert "Write the ratings of the next season" in arbiter.page.locator(".question").inner_text()
    arbiter.to_next_page("Escape")
    assert ratings(club) == before
    arbiter.big_button()
    arbiter.to_next_page("Enter")
    assert "are written" in arbiter.toast()
    assert [(name, str(rating)) for name, rating, _games in ratings(club)] == sorted(third.items())
    assert {games for _name, _rating, games in ratings(club)} == {64}
    # Undone step by step: the ratings, the file, the factor.
    for expected in (third, second, first):
        arbiter.to_next_page("Control+z")
        assert ratings(club) == before
        assert shown(arbiter) == expected
    assert club.with_name("North.kompitie").read_bytes() == north
