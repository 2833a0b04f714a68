"""The season rating list of the file: which competitions count, lists A and B, every rating explained, next season's ratings written (spec 24)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, g, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from engine.ratings.season import ABOVE, BY_FACTOR, BY_PERFORMANCE, DEVIATES, UP_TO, SeasonGame, SeasonRow
from kompitie_web import i18n
from kompitie_web.actions import season as actions
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.i18n import N_, _, ngettext
from kompitie_web.messages import error_text
from kompitie_web.pages.common import done, refusal

blueprint = Blueprint("season", __name__)

#: Why a factor was taken.
FACTORS = {
    UP_TO: N_("up to 125 games in total"),
    ABOVE: N_("more than 125 games in total"),
    DEVIATES: N_("the performance of this season differs more than 100 from the old rating"),
}
_POINTS = {2: N_("won"), 1: N_("draw"), 0: N_("lost")}


@dataclass(frozen=True)
class Line:
    """A player on a list, as texts. ``shift``: new less old, 0 without one of them."""

    key: int
    place: str
    name: str
    old: str
    new: str
    shift: int
    games: int
    total: int
    score: str
    deviation: str
    factor: str


@dataclass(frozen=True)
class GameLine:
    """A game in an explanation."""

    where: str
    opponent: str
    rating: str
    result: str
    expected: str
    counts: bool


@dataclass(frozen=True)
class Why:
    """How a new rating came about: the games and the rule in sentences."""

    key: int
    name: str
    rating: str
    games: Sequence[GameLine]
    rules: Sequence[str]


@blueprint.get("/season")
def page() -> Response:
    """Both lists, with ``why`` the explanation of a rating."""
    return _show()


def _show(status: int = 200, errors: Mapping[str, str] | None = None, question: str = "") -> Response:
    if g.get("file") is None:
        abort(404)
    found = actions.season()
    shown = {
        "a": [_line(row) for row in found.list.by_rating],
        "b": [_line(row) for row in found.list.by_name],
    }
    answer = render_template(
        "season/page.html",
        competitions=found.competitions,
        lists=shown,
        played=len(found.changed),
        why=_why(found, request.args.get("why", type=int)),
        errors=errors or {},
        question=question,
    )
    return make_response(answer, status)


def _line(row: SeasonRow) -> Line:
    old, new = row.person.rating, row.rating
    return Line(
        key=int(row.person.key),
        place="" if row.place is None else str(row.place),
        name=row.person.name,
        old="" if old is None else str(old),
        new="–" if new is None else str(new),
        shift=new - old if new is not None and old is not None else 0,
        games=row.games,
        total=row.total,
        score=f"{row.match_points}/{2 * row.games}" if row.games else "",
        deviation=_deviation(row),
        factor="" if row.factor is None else i18n.number(row.factor),
    )


def _deviation(row: SeasonRow) -> str:
    """The performance less the old rating, with its sign."""
    if row.performance is None or row.person.rating is None:
        return ""
    text = i18n.number(row.performance.rating - row.person.rating, 0)
    return f"+{text}" if row.performance.rating > row.person.rating else text


def _why(found: actions.Season, key: int | None) -> Why | None:
    """The explanation of somebody's new rating."""
    row = next((one for one in found.list.rows if one.person.key == key), None)
    if row is None:
        return None
    names = {one.person.key: one.person.name for one in found.list.rows}
    games = [_game(one, names) for one in row.played]
    return Why(int(row.person.key), row.person.name, "–" if row.rating is None else str(row.rating), games, _rules(row))


def _game(one: SeasonGame, names: Mapping[int | str, str]) -> GameLine:
    result = one.result
    opponent = names.get(result.opponent, "") if result.opponent is not None else ""
    where = f"{result.competition} {result.round}" if result.round else result.competition
    return GameLine(
        where=where,
        opponent=opponent or result.opponent_name or _("opponent from outside"),
        rating=_("no rating: left out") if one.rating is None else str(one.rating),
        result=_(_POINTS[result.match_points]),
        expected="" if one.expected is None else i18n.number(one.expected, 2),
        counts=one.rating is not None,
    )


def _rules(row: SeasonRow) -> list[str]:
    """The rule with its numbers filled in."""
    if row.rule == BY_FACTOR and row.factor is not None and row.expected is not None and row.exact is not None:
        numbers = {
            "old": row.person.rating,
            "factor": i18n.number(row.factor),
            "points": row.match_points,
            "expected": i18n.number(row.expected, 2),
            "new": i18n.number(row.exact, 2),
        }
        return [
            _("Factor %(factor)s: %(why)s.", factor=numbers["factor"], why=_(FACTORS[row.factor_rule])),
            _("%(old)s + %(factor)s × (%(points)s match points − %(expected)s expected) = %(new)s.", **numbers),
        ]
    if row.rule == BY_PERFORMANCE:
        return [
            _("Fewer than 25 games before, or no rating: the new rating is the performance over the games that were collected.")
        ]
    return [_("No games that count: the rating stays as it is.")]


@blueprint.post("/season/competitions")
def competitions() -> AnyResponse:
    """Which competitions count."""
    try:
        actions.set_counting({int(one) for one in request.form.getlist("competition") if one.isdecimal()})
    except ActionError as error:
        return _show(422, {"competition": " ".join(refusal(error).values())})
    return done(_("The competitions that count were changed."), url_for("season.page"))


@blueprint.post("/season/write")
def write() -> AnyResponse:
    """Write next season's ratings, after a yes."""
    try:
        count = actions.write_ratings(confirmed=request.form.get("confirmed") == "1")
    except NeedsConfirmation as ask:
        return _show(422, question=error_text(ask))
    except ActionError as error:
        return _show(422, refusal(error))
    text = ngettext(
        "The rating of %(n)s player for the next season is written.",
        "The ratings of %(n)s players for the next season are written.",
        count,
    )
    return done(text, url_for("season.page"))
