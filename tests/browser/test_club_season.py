"""A club season of two evenings with four lists over the same games; its last evenings are played by keyboard and mouse (seed 003)."""

import random
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader

from engine.classification import Row, Settings, Standing, standing
from engine.competition import Competition, Game
from engine.results import BLACK_WINS, DRAW, WHITE_WINS
from engine.systems.keizer_options import PRESETS
from kompitie_web import i18n
from kompitie_web.actions import classifications, players, presence, results, rounds
from kompitie_web.actions.competitions import NewCompetition, create_competition
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.store import KompitieFile, mapping
from tests.browser.arbiter import Arbiter

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser
PLAYERS, ROUNDS, PLAYED = 40, 30, 27
FIRST = "Anna Bram Cora Dirk Els Fred Greet Huib Ineke Joop Kees Lies Mies Nico Olga Piet Rosa Sjef Toos Wim".split()
NAMES = [f"{first} {last}" for last in ("Bakker", "Visser") for first in FIRST]
#: Decimals of the scores of each system on screen and paper.
PLACES = {"attendance": 1, "keizer": 1, "normal": None}
#: Why somebody is not there; the matches of the club's teams fall on its own evenings.
AWAY = ("with_notice", "with_notice", "ill", "without_notice", "external", "external_evening")
LATE, GONE = 36, 11


def evenings() -> Iterator[str]:
    """The dates of the rounds: Monday and Friday of each week."""
    monday = date(2025, 9, 1)
    for number in range(ROUNDS):
        yield (monday + timedelta(days=7 * (number // 2) + 4 * (number % 2))).isoformat()


def make_season(file: KompitieFile) -> None:
    """The championship with its three lists, Keizer beside them, and the rounds that are already played."""
    drawn = random.Random(3)
    plan = NewCompetition(
        "Club championship",
        kind="club",
        sport="chess",
        pairing="list",
        system="attendance",
        rounds=ROUNDS,
        players=PLAYERS,
        evenings=("Monday", "Friday"),
    )
    with file.action("season", scope=None):
        cid = create_competition(plan)
        ids = players.add_players(cid, [PlayerInput(name, 2000 - 23 * at) for at, name in enumerate(NAMES)])
        columns = ["place", "name", "games", "points", "value", "balance", "streak"]
        keizer = Settings(name="Keizer", system="keizer", options=PRESETS["club_article"].as_json())
        classifications.add_classification(cid, keizer, columns, confirmed=True)
        for number, day in enumerate(evenings(), start=1):
            rounds.set_round(cid, number, day, ("Friday", "Monday")[number % 2])
        players.set_in_schedule(ids[LATE], 1, False)
        players.come_back(ids[LATE], 9)
    for number in range(1, PLAYED + 1):
        with file.action("evening", scope=None):
            if number == 20:
                players.withdraw(ids[GONE], number)
            play(cid, number, ids, drawn)


def play(cid: int, number: int, ids: Sequence[int], drawn: random.Random) -> None:
    """One evening: who is away and why, the pairing, the results."""
    there = [line.competitor for line in presence.presence(cid, number) if line.state == presence.PRESENT]
    for player in drawn.sample(there, drawn.randint(8, 17)):
        reason = drawn.choice(AWAY)
        if reason.startswith("external"):
            results.enter_single(cid, number, player, reason, drawn.choice((WHITE_WINS, DRAW, BLACK_WINS)), 1600, "Guest", "w")
        else:
            presence.set_absent(cid, number, [player], reason)
    rounds.draft_round(cid, number)
    rounds.publish_round(cid, number)
    for game in [game for game in mapping.competition(cid).games if game.round == number]:
        results.enter_result(game.id, drawn.choice((WHITE_WINS, WHITE_WINS, DRAW, BLACK_WINS, BLACK_WINS, "2-0F")))


# ── the last evenings, by keyboard and mouse ─────────────────────────────────


@dataclass(frozen=True)
class Evening:
    """What happens on an evening in the browser: who is away and how that is entered, the external match, the keys of the results."""

    number: int
    session: str
    clicked: str
    reason_chosen: str
    by_code: str
    external: str
    keys: str


EVENINGS = (
    Evening(28, "Friday", "Bram Bakker", "without_notice", "cba", "Dirk Visser", "1=00=11"),
    Evening(29, "Monday", "Cora Visser", "ill", "hba", "Bram Bakker", "01=f1=0"),
    Evening(30, "Friday", "Toos Visser", "external", "eba", "Anna Bakker", "=10=1f01"),
)
#: Away on all three evenings, entered at once on the first of them.
AHEAD = ("Sjef Bakker", "Wim Bakker")


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """A file in the documents of the program that will run, with the season up to the last evenings."""
    home = tmp_path / "home"
    (home / "data").mkdir(parents=True)
    made = KompitieFile.create(home / "Club.kompitie", "Club", home / "data")
    with made.connection():
        make_season(made)
    path = made.path
    made.close()
    return path


def row_of(page: "Page", name: str) -> "Locator":
    """The row of a player in the presence grid."""
    return page.locator("#grid li", has=page.get_by_text(name, exact=True))


def enter_absences(arbiter: Arbiter, evening: Evening) -> dict[str, str]:
    """Absences by mouse, by letter and by code; gives who is away and why."""
    page = arbiter.page
    row_of(page, evening.clicked).locator(".name").click()
    row = row_of(page, evening.clicked)
    row.locator("select").select_option(evening.reason_chosen)
    page.wait_for_selector(f'#grid li.away option[value="{evening.reason_chosen}"][selected]', state="attached")
    page.locator("#code").click()
    arbiter.key("/")
    assert not page.locator("#code").input_value()
    arbiter.key("ArrowDown", *["ArrowDown"] * (evening.number % 7))
    by_key = page.evaluate("document.activeElement.closest('li').querySelector('.name').firstChild.textContent.trim()")
    arbiter.key("l")
    arbiter.wait_until("document.activeElement.closest('li')?.classList.contains('away')")
    arbiter.key("/")
    arbiter.type(evening.by_code)
    arbiter.key("Space")
    code = page.locator(f'#grid li[data-code="{evening.by_code}"]')
    page.wait_for_selector(f'#grid li.away[data-code="{evening.by_code}"]')
    named = code.locator(".name").inner_text().split(" also")[0].strip()
    return {evening.clicked: evening.reason_chosen, by_key: "ill", named: "with_notice"}


def absent_ahead(arbiter: Arbiter, last: int) -> None:
    """Two players at once, for this evening and the next ones."""
    page = arbiter.page
    page.get_by_text("Several players or rounds at once").click()
    form = page.locator("form.bulk")
    for name in AHEAD:
        form.locator("label", has_text=name).click()
    form.locator("select[name=last]").select_option(str(last))
    arbiter.click_to_next_page(form.get_by_role("button", name="Make absent"))


def external_match(arbiter: Arbiter, name: str) -> None:
    """A match for the club on its own evening, won against 1453."""
    page = arbiter.page
    page.get_by_text("A match outside the club, with its result").click()
    form = page.locator("form.external")
    form.locator("select[name=player]").select_option(label=name)
    form.locator("input[name=opponent]").fill("Jansen -1453")
    form.locator("input[name=result]").fill("1-0")
    form.locator("select[name=colour]").select_option("b")
    arbiter.click_to_next_page(form.get_by_role("button", name="Save the match"))
    row = page.locator("#grid li", has_text=name).bounding_box()
    assert row is not None
    assert row["height"] < 100, "the reason leaves no room for the name"


def play_evening(arbiter: Arbiter, evening: Evening) -> dict[str, str]:
    """One evening from the first absence to the last result; gives who was away and why."""
    page = arbiter.page
    arbiter.go("e")
    assert f"round {evening.number}" in arbiter.heading()
    assert evening.session in page.locator("header.page p").first.inner_text()
    if evening is EVENINGS[0]:
        absent_ahead(arbiter, EVENINGS[-1].number)
    away = enter_absences(arbiter, evening)
    external_match(arbiter, evening.external)
    arbiter.go("e")
    assert int(page.locator("#tally b").nth(1).inner_text()) == len(away) + len(AHEAD) + 1
    arbiter.big_button()
    assert "draft" in arbiter.heading()
    assert "KL" in page.locator("#grid").inner_text()
    arbiter.big_button()
    assert "published" in arbiter.heading()
    arbiter.go("s")
    games = int(page.locator("#progress").get_attribute("data-open") or 0)
    assert games >= 15
    for at in range(games):
        arbiter.key(evening.keys[at % len(evening.keys)], "Enter")
    page.wait_for_selector('#progress[data-open="0"]', timeout=20000)
    return away


# ── what the screens and the paper must say ──────────────────────────────────


@contextmanager
def stored(path: Path, to: Path) -> Iterator[None]:
    """A copy of the file of the running program, opened here."""
    (to / "data").mkdir(parents=True)
    with sqlite3.connect(path) as source, sqlite3.connect(to / path.name) as copy:
        source.backup(copy)
    copy.close()
    source.close()
    file = KompitieFile.open(to / path.name, to / "data")
    with file.connection():
        yield
    file.close()


@dataclass(frozen=True)
class Expected:
    """A list as the engine has it: id, name, standing, and its lines as the screen writes them (player, name, score)."""

    id: int
    name: str
    shown: Standing
    lines: tuple[tuple[int, str, str], ...]


def expected() -> list[Expected]:
    """The four lists of the engine."""
    competition = mapping.competition(1)
    lists = []
    for row in mapping.classifications(1):
        settings = mapping.settings(row)
        shown = standing(competition, settings, ROUNDS)
        lines = [(one.player, competition.by_id[one.player].name, written(one, settings.system)) for one in shown.rows]
        lists.append(Expected(row.id, row.name, shown, tuple(lines)))
    return lists


def written(row: Row, system: str) -> str:
    """The score with the decimals of its system."""
    return "–" if row.score is None else i18n.number(row.score, PLACES[system])


def on_screen(page: "Page") -> list[tuple[int, str, str]]:
    """The lines of the standing that is shown."""
    lines = page.evaluate(
        "[...document.querySelectorAll('table.standing tbody tr')].map(row => { const score = row.querySelector('a[href$=\".score\"]');"
        " return [new URL(score.href).searchParams.get('why'), row.querySelector('th').innerText.trim(), score.innerText.trim()]; })"
    )
    return [(int(why.split(".")[0]), name, score) for why, name, score in lines]


def exact(text: str) -> Fraction:
    """A number as formulas write it: 7, 1½, −0.3, (10/9)."""
    cleaned = text.strip("()").replace("−", "-")
    for sign, value in {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3"}.items():
        if sign in cleaned:
            whole = Fraction(cleaned.replace(sign, "") or 0)
            return whole + Fraction(value)
    return Fraction(cleaned)


def points_of(game: Game, player: int) -> Fraction:
    """1, ½ or 0 for a player of a game; a forfeit is won or lost as well."""
    win = game.result[:3] == (WHITE_WINS if player == game.white else BLACK_WINS)
    return Fraction(1) if win else Fraction(game.result == DRAW, 2)


def check_by_the_seed(competition: Competition, lists: Sequence[Expected]) -> None:
    """The lists of the evenings, and of the whole season for who came often enough, worked out anew from the text of the seed."""
    overall, *evenings = lists[:3]
    often = 0
    for row in overall.shown.rows:
        games = [one for one in competition.games if row.player in (one.white, one.black) and not one.result.endswith("F")]
        if len(games) < 5 or dict(row.figures)["saldo"] < 0:
            continue
        often += 1
        others = [competition.by_id[one.black if row.player == one.white else one.white].rating or 0 for one in games]
        share = sum((points_of(one, row.player) for one in games), Fraction(0)) / len(games)
        assert row.score == ROUNDS * (Fraction(sum(others), 100 * len(games)) + 20 * share - 10)
    assert often >= PLAYERS // 2
    for evening in evenings:
        numbers = {one.number for one in competition.rounds if one.session == evening.name}
        for row in evening.shown.rows:
            mine = [one for one in competition.games if one.round in numbers and row.player in (one.white, one.black)]
            paid = [one for one in competition.entries if one.round in numbers and one.player == row.player]
            unplayed = sum(one.reason in ("bye", "external_evening") for one in paid)
            assert row.score == sum((points_of(one, row.player) for one in mine), Fraction(unplayed))


def drawer(page: "Page", player: int) -> "Locator":
    """The explanation of a player's score, once it is there."""
    found = page.locator(f'.drawer[data-why="{player}.score"]')
    found.wait_for()
    return found


def check_keizer_explained(arbiter: Arbiter, line: tuple[int, str, str]) -> None:
    """The parts of a Keizer score add up to the number of the list; opened by key."""
    player, name, score = line
    for key, wanted in (("ArrowDown", f"why={player}."), ("ArrowRight", f"why={player}.score")):
        for _ in NAMES:
            if wanted in arbiter.page.evaluate("document.activeElement.search"):
                break
            arbiter.key(key)
    arbiter.key("u")
    opened = drawer(arbiter.page, player)
    assert name in opened.locator("h2").inner_text()
    assert opened.locator(".big").inner_text().startswith(score)
    parts = [exact(text) for text in opened.locator("table:not(.compare) tbody tr td:last-child").all_inner_texts()]
    assert len(parts) == ROUNDS
    assert i18n.number(sum(parts, Fraction(0)), 1) == score == opened.locator("tfoot td").last.inner_text()
    arbiter.key("Escape")


def check_attendance_explained(arbiter: Arbiter, line: tuple[int, str, str], row: Row) -> None:
    """The formula of an attendance score, worked out from the numbers filled in, gives the number of the list; opened by mouse."""
    player, name, score = line
    arbiter.page.locator(f'.standing a[href$="={player}.score"]').click()
    opened = drawer(arbiter.page, player)
    assert name in opened.locator("h2").inner_text()
    assert opened.locator(".big").inner_text().startswith(score)
    formula = opened.locator(".formulas .decider dd").inner_text().split(" = ")[0]
    numbers = re.fullmatch(r"(\S+) × \((\S+) \+ (\S+) × (\S+) − (\S+)\)", formula)
    assert numbers, formula
    rounds_, rating, factor, share, offset = map(exact, numbers.groups())
    assert rounds_ * (rating + factor * share - offset) == row.score
    assert i18n.number(row.score, 1) == score


def on_paper(arbiter: Arbiter, wanted: Expected) -> list[tuple[str, str]]:
    """Names and scores of a list as its PDF has them; what stands in a row is read by the heads above it."""
    answer = arbiter.page.request.get(f"{arbiter.base}/print/standings.pdf", params={"classification": wanted.id, "round": ROUNDS})
    assert answer.headers["content-type"] == "application/pdf", answer.text()[:500]
    text = "\n".join(page.extract_text(extraction_mode="layout") for page in PdfReader(BytesIO(answer.body())).pages)
    assert f"Standings after round {ROUNDS}{wanted.name and ' – '}{wanted.name}" in text
    heads = next(line for line in text.splitlines() if line.split()[:1] == ["player"]).split()[1:]
    rows = re.findall(rf"({'|'.join(NAMES)}) +(.+)", text)
    assert {len(cells.split()) for _name, cells in rows} == {len(heads)}, (heads, rows)
    return [(name, cells.split()[heads.index("points")]) for name, cells in rows]


def test_a_season_of_two_evenings_with_four_lists(season: Path, page: "Page", tmp_path: Path) -> None:
    arbiter = Arbiter(page)
    page.goto("/open")
    page.locator("main button", has_text="Club").first.click()
    page.wait_for_url("**/c/1/**")
    away = {evening.number: play_evening(arbiter, evening) for evening in EVENINGS}

    with stored(season, tmp_path / "copy"):
        competition = mapping.competition(1)
        names = {player.id: player.name for player in competition.players}
        for evening in EVENINGS:
            entries = {names[entry.player]: entry for entry in competition.entries if entry.round == evening.number}
            assert {name: entries[name].reason for name in away[evening.number]} == away[evening.number]
            assert {entries[name].reason for name in AHEAD} == {"with_notice"}
            match = entries[evening.external]
            assert (match.reason, match.result, match.opponent_rating) == ("external_evening", WHITE_WINS, 1453)
        assert all(game.result for game in competition.games)
        lists = expected()
        check_by_the_seed(competition, lists)
    assert [one.name for one in lists] == ["", "Monday", "Friday", "Keizer"]

    arbiter.go("t")
    for at, one in enumerate(lists):
        if at:
            arbiter.to_next_page("]")
        assert f"round {ROUNDS}" in arbiter.heading()
        assert on_screen(page) == list(one.lines)
    arbiter.tab_into(".standing a.num")
    for line in (lists[-1].lines[0], lists[-1].lines[-1]):
        check_keizer_explained(arbiter, line)
    for one in lists:
        assert on_paper(arbiter, one) == [(name, score) for _player, name, score in one.lines]
    for _ in lists[1:]:
        arbiter.to_next_page("[")
    for at in (0, -1):
        check_attendance_explained(arbiter, lists[0].lines[at], lists[0].shown.rows[at])
