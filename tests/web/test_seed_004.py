"""The worked example of the club article (seed 004), entered screen by screen: its published lists come out after every round."""

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from engine.classification import standing
from kompitie_web import i18n
from kompitie_web.store import current, mapping
from tests.engine.oracles import oracle

if TYPE_CHECKING:
    from tests.conftest import Client

ARTICLE: dict[str, Any] = oracle("keizer.json")[0]
NAMES: list[str] = ARTICLE["initial_order"]
#: What the three questions and the details are answered with; the article's club plays chess.
CLUB = {
    "name": "Club article",
    "kind": "club",
    "sport": "chess",
    "players": "4",
    "rounds": "3",
    "pairing": "keizer",
    "preset": "club_article",
    "into": "new",
}
#: The example leaves the rounds by lot out; everything else stays as the preset has it.
NO_LOTS = {
    "search": "from_top",
    "lot_rounds": "0",
    "rematch_distance": "1",
    "maximum_meetings": "2",
    "maximum_colour_balance": "2",
    "bye": "whoever_is_left",
    "white": "higher",
}
REASONS = {"bye": "bye", "absent_with_notice": "with_notice"}

#: Points of rounds 1, 2 and 3 in the article's last table, against the values of the list after round 2.
TABLE = {
    "Alex": ("3.0", "2.0", "0.0"),
    "Bert": ("0.0", "2.0", "0.9"),
    "Charlie": ("2.0", "0.0", "5.0"),
    "Dennis": ("1.0", "2.5", "4.0"),
}


def plain(html: str) -> str:
    """A part of a page without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def happened(number: int) -> tuple[list[tuple[str, str, str]], dict[str, str]]:
    """The games of a round of the article (white, black, result), and who had none with the reason."""
    games = [(one[0], one[1], one[2]) for one in ARTICLE["rounds"][number - 1] if len(one) == 3]
    return games, {one[0]: one[1] for one in ARTICLE["rounds"][number - 1] if len(one) == 2}


def published(number: int) -> list[tuple[str, str]]:
    """Names and points of the article's list after a round, as the screen writes points."""
    return [(name, i18n.number(Fraction(score), 1)) for name, score in ARTICLE["standings_after"][number - 1]]


def exact(number: int) -> list[tuple[str, Fraction | None]]:
    """Names and exact points of what is stored, as the engine has them."""
    with current().connection():
        competition, settings = mapping.competition(1), mapping.settings(mapping.pairing_classification(1))
        return [(competition.by_id[row.player].name, row.score) for row in standing(competition, settings, number).rows]


def shown(client: "Client", query: str = "") -> list[tuple[str, str]]:
    """Names and points of the list on the standings page."""
    html = client.get(f"/c/1/standings{query}").text
    body = html[html.index("<tbody") : html.index("</table>")]
    found = []
    for row in re.findall(r"<tr.*?</tr>", body, re.S):
        name = re.search(r'<th scope="row"[^>]*>(.*?)</th>', row, re.S)
        points = re.search(r'href="[^"]*\.score">([^<]*)</a>', row)
        assert name is not None
        assert points is not None
        found.append((plain(name[1]), points[1]))
    return found


def post(client: "Client", url: str, **fields: str) -> None:
    """Send a form that must be accepted."""
    answer = client.post_form(url, fields)
    assert answer.status_code == 303, plain(answer.text)


@pytest.fixture
def club(client: "Client") -> "Client":
    """A client on the new competition with its four players."""
    post(client, "/new", **CLUB)
    for name in NAMES:
        post(client, "/c/1/players", line=name)
    return client


def identity(client: "Client", name: str, number: int) -> str:
    """The number of a player in the forms, as the presence page has it."""
    rows = re.findall(r'<li id="p(\d+)".*?<span class="name">([^<]*)', client.get(f"/c/1/presence/{number}").text, re.S)
    return next(str(one) for one, shown_name in rows if shown_name.strip() == name)


def pairs(client: "Client", number: int) -> list[tuple[str, str]]:
    """White and black of the games of a round in the order of the tables, as the results page has them."""
    return [(white, black) for _game, white, black in fields(client, number)]


def fields(client: "Client", number: int) -> list[tuple[str, str, str]]:
    """The game number, white and black of each row of the results page."""
    html = client.get(f"/c/1/results/{number}").text
    found = []
    for row in re.findall(r"<tr[^>]*data-table.*?</tr>", html, re.S):
        field = re.search(r'name="b(\d+)"', row)
        names = [name for name in re.findall(r"[A-Z][a-z]+", plain(row)) if name in NAMES]
        assert field is not None
        found.append((field[1], names[0], names[1]))
    return found


def enter_results(client: "Client", number: int) -> None:
    """Fill the fields of the results page as a page without scripts sends them."""
    results = {(white, black): result for white, black, result in happened(number)[0]}
    form: dict[str, str] = {}
    for game, white, black in fields(client, number):
        form |= {f"r{game}": results[white, black], f"b{game}": ""}
    post(client, f"/c/1/results/{number}", **form)


def test_the_preset_has_the_values_of_the_article(club: "Client") -> None:
    html = club.get("/c/1/standings/1/edit").text
    assert re.search(r'value="club_article"[^>]*(selected|checked)', html)
    settings = club.get("/c/1/settings").text
    assert re.search(r'name="lot_rounds"[^>]*value="3"', settings)
    assert re.search(r'name="rematch_distance"[^>]*value="1"', settings)


def test_paired_round_by_round_the_lists_are_those_of_the_article(club: "Client") -> None:
    post(club, "/c/1/settings/pairing", **NO_LOTS)
    for number in (1, 2, 3):
        games, without = happened(number)
        for name, reason in without.items():
            if reason != "bye":
                post(club, f"/c/1/presence/{number}/{identity(club, name, number)}", present="0", reason=REASONS[reason])
        post(club, f"/c/1/rounds/{number}/draft")
        post(club, f"/c/1/rounds/{number}/publish")
        assert pairs(club, number) == [(white, black) for white, black, _result in games]
        page = plain(club.get(f"/c/1/rounds/{number}").text)
        assert all(name in page and ("bye" not in reason or "bye" in page) for name, reason in without.items())
        enter_results(club, number)
        assert shown(club) == published(number)
    for number in (1, 2, 3):
        assert shown(club, f"?round={number}") == published(number)
        assert exact(number) == [(name, Fraction(score)) for name, score in ARTICLE["standings_after"][number - 1]]


def by_hand(client: "Client", number: int) -> None:
    """A round without the pairing: absences, bye and games are typed, then the round is published and its results are entered."""
    games, without = happened(number)
    for name, reason in without.items():
        if reason == "bye":
            post(client, f"/c/1/rounds/{number}/bye", player=name)
        else:
            post(client, f"/c/1/presence/{number}/{identity(client, name, number)}", present="0", reason=REASONS[reason])
    for white, black, _result in games:
        post(client, f"/c/1/rounds/{number}/game", white=white, black=black, in_round=str(number), date="", result="")
    post(client, f"/c/1/rounds/{number}/publish")
    enter_results(client, number)


def test_with_every_game_by_hand_the_lists_are_those_of_the_article(club: "Client") -> None:
    for number in (1, 2, 3):
        by_hand(club, number)
        assert shown(club) == published(number)
        assert exact(number) == [(name, Fraction(score)) for name, score in ARTICLE["standings_after"][number - 1]]


def test_the_last_list_is_explained_as_in_the_table_of_the_article(club: "Client") -> None:
    for number in (1, 2, 3):
        by_hand(club, number)
    for name, points in TABLE.items():
        page = club.get(f"/c/1/standings?why={identity(club, name, 3)}.score").text
        drawer = page[page.index('<aside class="drawer"') : page.index("</aside>")]
        terms = drawer[drawer.index("<tbody>") : drawer.index("</tbody>")]
        cells = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.S) for row in re.findall(r"<tr[^>]*>(.*?)</tr>", terms, re.S)]
        assert [plain(row[0]) for row in cells] == ["1", "2", "3"], (name, plain(drawer))
        assert [plain(row[-1]) for row in cells] == list(points), (name, plain(drawer))
        assert dict(shown(club))[name] == i18n.number(sum(map(Fraction, points), Fraction(0)), 1)
