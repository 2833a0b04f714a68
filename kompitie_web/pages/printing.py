"""Paper: the series of the round by one button, every document with its options and its page as it will be, the header (spec 61 Print)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, flash, make_response, render_template, request, send_from_directory, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from kompitie_web import documents
from kompitie_web.actions import competitions as actions
from kompitie_web.actions.errors import ActionError
from kompitie_web.documents import CATALOGUE, DEFAULT_SERIES, SERIES, Entry, NothingToPrint, Options
from kompitie_web.documents.catalogue import CHOICES, MOST_LETTERS, MOST_LINES, PAPERS
from kompitie_web.documents.columns import DEFAULT, offered
from kompitie_web.documents.facts import TEXTS, Facts, View
from kompitie_web.documents.fontfiles import FILES, FOLDER
from kompitie_web.exchange.names import sort_key
from kompitie_web.i18n import LANGUAGES, N_, _, current_language, date
from kompitie_web.pages.common import competition_or_404, document_answer, done, is_partial, refusal, see_other
from kompitie_web.store import models

blueprint = Blueprint("printing", __name__)

BASE = "/c/<int:cid>/print"
#: What to say, and where to go, when a document would be empty.
EMPTY = {
    "no_games": (N_("Nothing has been paired yet, so there is no round to print."), "rounds", N_("To the rounds")),
    "no_players": (N_("There are no players yet."), "players", N_("To the players")),
    "no_results": (N_("There are no results yet. This document shows results."), "results", N_("To the results")),
    "too_many_players": (
        N_("This table has a column for each opponent, which is too much for so many players. Take the cross table by round."),
        "standings",
        N_("To the standings"),
    ),
}
_WEEK = 7 * 24 * 3600


@dataclass(frozen=True)
class Shown:
    """The document in hand: its options, its page as a picture or the code of why there is none."""

    entry: Entry
    options: Options
    picture: Markup = field(default_factory=Markup)
    page: int = 1
    pages: int = 0
    empty: str = ""


@blueprint.get(BASE)
def page(cid: int) -> Response:
    """The print page with one document in hand; only its picture when htmx asks."""
    row = competition_or_404(cid)
    facts = documents.read_facts(cid)
    shown = _shown(row, facts)
    if is_partial():
        return make_response(render_template("print/_preview.html", cid=cid, shown=shown, address=_address, empty=EMPTY))
    return _render(row, facts, shown)


def _render(
    row: models.Competition,
    facts: Facts,
    shown: Shown,
    status: int = 200,
    errors: Mapping[str, str] | None = None,
    typed: Mapping[str, str] | None = None,
) -> Response:
    """The whole page. ``typed``: the fields of a header form that was refused, kept as they were."""
    language = language_of(row)
    number = facts.sensible_round()
    view = facts.view(shown.options.classifications[0] if shown.options.classifications else None)
    counts = documents.sheets(SERIES, row.id, Options(round=number, form=facts.form or "4"), language)
    answer = render_template(
        "print/page.html",
        cid=row.id,
        shown=shown,
        catalogue=CATALOGUE.values(),
        choices=CHOICES,
        rounds=_rounds(facts, shown.entry.needs),
        views=facts.views,
        columns=_columns(shown.options, view),
        chosen_views={one.id for one in facts.views if one.id in shown.options.classifications} or {view.id},
        has_categories=any(player.categories for player in facts.competition.players),
        number=number,
        players=[("", _("everybody, a card each")), *_players(facts)],
        has_players=bool(facts.competition.players),
        series=[(name, CATALOGUE[name].title, counts[name], name in series_of(facts)) for name in SERIES],
        form=facts.form or "4",
        header=typed or _header(row, facts),
        paper_choices=[(name, name) for name in PAPERS],
        view_names=[(one.id, one.name or _("Standings")) for one in facts.views],
        option_texts=lambda option: [(value, _(text)) for value, text in option.choices],
        languages=[("", _("As the screen")), *LANGUAGES.items()],
        lead=_("%(paper)s paper · documents in %(language)s", paper=facts.paper, language=LANGUAGES[language]),
        address=_address,
        empty=EMPTY,
        errors=errors or {},
    )
    return make_response(answer, status)


def language_of(row: models.Competition) -> str:
    """The language of a competition's documents: its own, else that of the screen."""
    return row.language if row.language in LANGUAGES else current_language()


def series_of(facts: Facts) -> tuple[str, ...]:
    """The chosen documents of the button "print the round"."""
    return DEFAULT_SERIES if facts.series is None else tuple(name for name in SERIES if name in facts.series)


def _now() -> str:
    return datetime.now().isoformat(timespec="seconds")


def _options(facts: Facts) -> Options:
    """The options of the address; cards as they were printed last unless it says otherwise."""
    values = {key: request.args.getlist(key) for key in request.args}
    return Options.read({"form": [facts.form], **values})


def _shown(row: models.Competition, facts: Facts) -> Shown:
    """The document of the address with its page."""
    name = request.args.get("document", "")
    entry = CATALOGUE.get(name) or CATALOGUE["round_tables" if facts.sensible_round() else "presence"]
    options = _options(facts)
    wanted = request.args.get("page", "1")
    at = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 6 else 1
    try:
        found = documents.preview(entry.name, row.id, options, _now(), language_of(row), at)
    except NothingToPrint as refused:
        return Shown(entry, options, empty=refused.code)
    return Shown(entry, options, Markup(found.picture), found.page, found.pages)  # noqa: S704 - our own drawing, its texts are escaped


def _address(shown: Shown, number: int) -> str:
    """The fields of the address of a page of the document in hand."""
    return urlencode([("document", shown.entry.name), *shown.options.query(), ("page", str(number))])


def _rounds(facts: Facts, needs: str) -> list[tuple[int, str]]:
    """The rounds to choose from: those with games, or for the presence list all of them."""
    numbers = facts.rounds_with_games() if needs in ("round", "standing") else [one.number for one in facts.competition.rounds]
    return [(number, _named(number, facts.round(number).date)) for number in reversed(numbers)]


def _named(number: int, iso: str) -> str:
    """4 · Friday 12 December."""
    return " · ".join(filter(None, (str(number), date(iso, "day"))))


def _players(facts: Facts) -> list[tuple[int, str]]:
    """The players by name."""
    return [(player.id, player.name) for player in sorted(facts.competition.players, key=lambda player: sort_key(player.name))]


def _columns(options: Options, view: View) -> list[tuple[str, str, bool]]:
    """The columns of a standing to tick: key, name, whether it is chosen."""
    chosen = options.columns or view.columns or DEFAULT
    return [
        (key, _(choice.label) if choice else _("all tie-breaks"), key in chosen)
        for key, choice in offered(view.settings.system).items()
    ]


def _header(row: models.Competition, facts: Facts) -> dict[str, str]:
    """The fields of the header form as they are stored."""
    return {**facts.texts, "paper": facts.paper, "language": row.language}


@blueprint.post(f"{BASE}/header")
def save_header(cid: int) -> AnyResponse:
    """Keep the texts of the header, the paper and the language of the documents."""
    row = competition_or_404(cid)
    typed = {key: request.form.get(key, "").strip() for key in (*TEXTS, "paper", "language")}
    typed["fixed"] = typed["fixed"].replace("\r\n", "\n")
    errors: dict[str, str] = {}
    if len(typed["fixed"]) > MOST_LETTERS:
        errors = {"fixed": _("This text is too long: at most %(n)s letters.", n=MOST_LETTERS)}
    elif typed["fixed"].count("\n") >= MOST_LINES:
        errors = {"fixed": _("This text is too long: at most %(n)s lines.", n=MOST_LINES)}
    if not errors:
        kept = {"fixed": typed["fixed"], "paper": "Letter" if typed["paper"] == "Letter" else "A4"}
        texts = {key: typed[key] for key in ("organiser", "arbiter", "place", "language")}
        try:
            actions.update_competition(cid, {**texts, "documents": kept})
        except ActionError as error:
            errors = refusal(error)
    if errors:
        facts = documents.read_facts(cid)
        return _render(row, facts, _shown(row, facts), 422, errors, typed)
    return done(_("The header of the documents is saved."), url_for("printing.page", cid=cid))


@blueprint.post(f"{BASE}/series")
def print_series(cid: int) -> AnyResponse:
    """Remember the chosen series and go on to its PDF."""
    row = competition_or_404(cid)
    facts = documents.read_facts(cid)
    chosen = [name for name in SERIES if name in request.form.getlist("document")]
    if not chosen:
        return _render(row, facts, _shown(row, facts), 422, {"series": _("Choose at least one document to print.")})
    form = request.form.get("form", "4")
    if tuple(chosen) != series_of(facts) or form != (facts.form or "4"):
        actions.update_competition(cid, {"documents": {"series": chosen, "form": form}})
    fields = [("document", name) for name in chosen]
    fields += [(key, request.form.get(key, "").strip()) for key in ("round", "form", "variable")]
    return see_other(f"{url_for('printing.series_file', cid=cid)}?{urlencode([pair for pair in fields if pair[1]])}")


@blueprint.get(f"{BASE}/series.pdf")
def series_file(cid: int) -> AnyResponse:
    """The chosen documents of a round in one PDF."""
    row = competition_or_404(cid)
    options = _options(documents.read_facts(cid))
    chosen = [(name, options) for name in SERIES if name in request.args.getlist("document")]
    return _file(row, chosen)


@blueprint.get(f"{BASE}/<name>.pdf")
def file(cid: int, name: str) -> AnyResponse:
    """One document as a PDF; with ``download`` to be saved, else to be looked at and printed."""
    row = competition_or_404(cid)
    if name not in CATALOGUE:
        abort(404)
    return _file(row, [(name, _options(documents.read_facts(cid)))])


def _file(row: models.Competition, chosen: Sequence[tuple[str, Options]]) -> AnyResponse:
    """A PDF as an answer; when there is nothing to print the print page, which says why."""
    try:
        made = documents.render_series(chosen, row.id, _now(), language_of(row))
    except NothingToPrint as refused:
        flash(_(EMPTY[refused.code][0]), "plain")
        return see_other(url_for("printing.page", cid=row.id))
    return document_answer(made, "attachment" if request.args.get("download") else "inline")


@blueprint.get("/print/fonts/<name>")
def font(name: str) -> Response:
    """The fonts of the paper, for the pictures of its pages."""
    if name not in FILES.values():
        abort(404)
    return send_from_directory(FOLDER, name, max_age=_WEEK)
