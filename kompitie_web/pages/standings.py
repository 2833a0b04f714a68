"""The standings: lists over the same games, their views, the explanation of every number, publishing (spec 20, 61 Standings)."""

from collections.abc import Callable

from flask import Blueprint, Response, abort, g, make_response, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from engine.classification import Settings
from engine.competition import DRAFT, PLANNED, Competition
from engine.results import ADJOURNED, OPEN
from engine.systems import keizer
from engine.systems.basis import basis
from kompitie_web.actions import classifications as actions
from kompitie_web.actions.errors import ActionError
from kompitie_web.documents.columns import COLUMNS, offered
from kompitie_web.i18n import _, ngettext
from kompitie_web.pages import standings_edit, standings_other, standings_view, standings_why
from kompitie_web.pages.common import back, competition_or_404, done, engine_competition, is_partial, next_step, refusal
from kompitie_web.pages.standings_view import Asked, asked
from kompitie_web.standing_texts import SYSTEMS
from kompitie_web.standing_texts_keizer import oscillation_text
from kompitie_web.store import current, mapping

blueprint = Blueprint("standings", __name__)
standings_edit.add_to(blueprint)

BASE = "/c/<int:cid>/standings"
ONE = f"{BASE}/<int:list>"


@blueprint.get(BASE, defaults={"list": None})
@blueprint.get(ONE)
def page(cid: int, list: int | None) -> Response:
    """A list in one of its views; with ``why`` the explanation of a number beside it (only that, when htmx asks)."""
    competition_or_404(cid)
    competition = engine_competition(cid)
    wanted = asked(cid, competition, list)
    if wanted is None:
        abort(404)
    told = standings_why.told(competition, wanted, request.args.get("why", ""))
    if is_partial():
        return make_response(render_template("standings/_why.html", told=told, close=wanted.url()))
    return show(competition, wanted, told=told)


def show(
    competition: Competition,
    wanted: Asked,
    status: int = 200,
    told: standings_why.Told | None = None,
    errors: dict[str, str] | None = None,
) -> Response:
    """The whole page."""
    cid, has_rounds = int(wanted.row.competition_id), bool(standings_view.last_round(competition))
    corrected = standings_view.is_corrected(competition, wanted) if has_rounds and wanted.is_stored else None
    answer = render_template(
        "standings/page.html",
        cid=cid,
        asked=wanted,
        tabs=_tabs(cid, wanted),
        lead=_lead(competition, wanted),
        views=standings_view.VIEWS,
        rounds=standings_view.choosable_rounds(competition, wanted.round),
        filters=standings_view.filters(competition),
        categories=standings_view.category_names(cid),
        columns=_column_choices(wanted),
        body=_body(competition, wanted) if has_rounds else "",
        corrected=corrected,
        can_publish=has_rounds and wanted.is_stored and corrected is not False,
        missing=standings_view.missing_results(competition, wanted),
        publications=standings_view.publication_lines(wanted.id),
        step=next_step(cid),
        told=told,
        notices=[*_unpublished(competition, wanted), *_notices(competition, wanted)] if has_rounds else (),
        errors=errors,
    )
    return make_response(answer, status)


def _tabs(cid: int, wanted: Asked) -> list[tuple[int, str, str, str]]:
    """The lists of the competition: id, name, what is special about it, address."""
    return [
        (row.id, list_name(row.name), _about(mapping.settings(row)), wanted.url_of(row.id)) for row in mapping.classifications(cid)
    ]


def list_name(name: str) -> str:
    """A list's name; the first one may have none."""
    return name or _("Standings")


def _about(settings: Settings) -> str:
    """The period of a list, for its tab."""
    if settings.last_round is not None:
        return _("rounds %(first)s–%(last)s", first=settings.first_round, last=settings.last_round)
    return _("from round %(first)s", first=settings.first_round) if settings.first_round > 1 else ""


def _lead(competition: Competition, wanted: Asked) -> str:
    """The line under the heading: system, players, what is still open."""
    settings = wanted.settings
    parts = [_(SYSTEMS.get(settings.system, settings.system))]
    if standings_view.last_round(competition):
        shown = standings_view.shown_standing(competition, wanted)
        parts.append(ngettext("%(n)s player", "%(n)s players", len(shown.rows)))
        missing = standings_view.missing_results(competition, wanted)
        if missing:
            parts.append(ngettext("%(n)s result is still missing", "%(n)s results are still missing", missing))
        inside = [game for game in competition.games if shown.first <= game.round <= shown.last and not game.annulled]
        for game in [game for game in inside if game.result == "adj"][:2]:
            white, black = competition.names[game.white], competition.names[game.black]
            parts.append(_("adjourned: %(white)s – %(black)s", white=white, black=black))
    return " · ".join(parts)


def _unpublished(competition: Competition, wanted: Asked) -> list[str]:
    """The rounds of the list that hold results and are not published: what of them counts already, and what does not."""
    shown = standings_view.shown_standing(competition, wanted)
    scored = {game.round for game in competition.games if game.result not in (OPEN, ADJOURNED) and not game.annulled}
    scored |= {entry.round for entry in competition.entries if entry.result}
    labels = wanted.settings.sessions
    return [
        _(
            "Round %(number)s is not published yet: its games with a result count already; byes, absences and matches elsewhere count as soon as it is published.",
            number=one.number,
        )
        for one in competition.rounds
        if one.state in (PLANNED, DRAFT)
        and one.number in scored
        and shown.first <= one.number <= shown.last
        and (not labels or one.session in labels)
    ]


def _notices(competition: Competition, wanted: Asked) -> list[str]:
    """What the arbiter must know about a Keizer list: it does not come to rest, or it misleads."""
    settings = wanted.settings
    if settings.system != "keizer":
        return []

    def find() -> list[str]:
        ground = basis(competition, settings, wanted.round)
        rounds = keizer.rounds(ground)
        return oscillation_text(keizer.oscillations(ground), rounds[-1] if rounds else 0, competition)

    optimised = settings.options.get("optimise") is True
    notices: list[str] = list(current().cached(("oscillations", *wanted.key()), find)) if optimised else []
    if settings.minimum_games:
        notices.append(_("A Keizer list with a minimum number of games misleads before the end of the season."))
    return notices


def _column_choices(wanted: Asked) -> list[tuple[str, str, bool, bool]]:
    """The columns to choose: key, name, whether shown, whether it is always there."""
    chosen = set(standings_view.columns_of(wanted.row))
    always = {"place", "name", "points"}
    return [
        (key, _(choice.label) if choice else _("all tie-breaks"), key in chosen or key in always, key in always)
        for key, choice in offered(wanted.settings.system).items()
    ]


def _body(competition: Competition, wanted: Asked) -> Markup:
    """The table of the view as HTML, kept until the file changes."""
    build: dict[str, Callable[[Competition, Asked], object]] = {
        "standing": standings_view.standing_table,
        "progress": standings_other.progress_table,
        "rounds": standings_other.round_table,
        "places": standings_other.place_table,
    }
    template = "cross" if wanted.show in ("rounds", "places") else wanted.show

    def render() -> Markup:
        table = build[wanted.show](competition, wanted)
        text = render_template(f"standings/_{template}.html", asked=wanted, table=table)
        return Markup(text)  # noqa: S704 - our own template, values are escaped there

    return current().cached(("standings page", wanted.show, wanted.url(), *wanted.key()), render)


def asked_or_404(cid: int, list: int) -> Asked:
    """The list of an address for a form; 404 when it is not of this competition."""
    competition_or_404(cid)
    wanted = asked(cid, engine_competition(cid), list)
    if wanted is None:
        abort(404)
    return wanted


@blueprint.post(f"{ONE}/publish")
def publish(cid: int, list: int) -> AnyResponse:
    """Keep the list as it is printed and hung on the wall; the next list shows its places as previous places."""
    wanted = asked_or_404(cid, list)
    number = request.form.get("round", 0, type=int) or wanted.round
    corrects = request.form.get("corrects") == "1"
    try:
        actions.publish_standing(list, number, corrects)
    except ActionError as error:
        return show(engine_competition(cid), wanted, 422, errors=refusal(error))
    g.competition = wanted.row.competition
    name = list_name(wanted.row.name)
    if corrects:
        return done(
            _("Correction of “%(name)s” after round %(number)s published.", name=name, number=number), wanted.url(round=number)
        )
    return done(_("“%(name)s” after round %(number)s published.", name=name, number=number), wanted.url(round=number))


@blueprint.post(f"{ONE}/columns")
def choose_columns(cid: int, list: int) -> AnyResponse:
    """Other columns for this list, on the screen and on paper."""
    wanted = asked_or_404(cid, list)
    picked = set(request.form.getlist("columns")) | {"place", "name", "points"}
    try:
        actions.edit_classification(list, mapping.settings(wanted.row), [key for key in COLUMNS if key in picked])
    except ActionError as error:
        return show(engine_competition(cid), wanted, 422, errors=refusal(error))
    message = _("Columns of “%(name)s” changed.", name=list_name(wanted.row.name))
    return done(message, back(url_for("standings.page", cid=cid, list=list)))
