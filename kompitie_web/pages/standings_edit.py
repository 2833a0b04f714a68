"""Making, changing and deleting a list: a view over the same games with a scale, tie-breaks and filters of its own (spec 20)."""

from dataclasses import replace

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from engine.classification import Settings
from engine.competition import BYE, NOT_JOINED
from engine.systems import SYSTEMS
from engine.tiebreaks import KEYS
from kompitie_web.actions import classifications as actions
from kompitie_web.actions.errors import ActionError
from kompitie_web.actions.reasons import reasons_of
from kompitie_web.actions.tiebreak_codes import check_tiebreaks
from kompitie_web.documents.columns import COLUMNS, DEFAULT
from kompitie_web.i18n import _
from kompitie_web.pages import standings_form, standings_view
from kompitie_web.pages.common import competition_or_404, done, engine_competition, refusal
from kompitie_web.pages.standings_form import Form
from kompitie_web.standing_texts import SCALES, SYSTEM_HELP, UNPLAYED, name_of
from kompitie_web.standing_texts import SYSTEMS as SYSTEM_NAMES
from kompitie_web.store import mapping, models

BASE = "/c/<int:cid>/standings"


def add_to(blueprint: Blueprint) -> None:
    """Hang the forms on the blueprint of the standings."""
    blueprint.add_url_rule(f"{BASE}/new", "new", new, methods=["GET"])
    blueprint.add_url_rule(f"{BASE}/new", "add", add, methods=["POST"])
    blueprint.add_url_rule(f"{BASE}/<int:list>/edit", "edit", edit, methods=["GET"])
    blueprint.add_url_rule(f"{BASE}/<int:list>/edit", "save", save, methods=["POST"])
    blueprint.add_url_rule(f"{BASE}/<int:list>/delete", "delete", delete, methods=["POST"])


def _payable(cid: int) -> list[str]:
    """The reasons whose points a list can set; the bye has a field of the scale, *not yet joined* only counts in other systems."""
    return [str(reason.key) for reason in reasons_of(cid) if reason.key not in (BYE, NOT_JOINED)]


def _show(cid: int, form: Form, row: models.Classification | None, status: int = 200, question: str = "") -> Response:
    """The form, for a new list when ``row`` is None."""
    competition = engine_competition(cid)
    reason = standings_view.reason_namer(cid)
    answer = render_template(
        "standings/edit.html",
        cid=cid,
        row=row,
        form=form,
        systems=[(key, _(SYSTEM_NAMES.get(key, key)), _(SYSTEM_HELP.get(key, ""))) for key in SYSTEMS],
        presets=[(key, _(text)) for key, text in SCALES.items()],
        preset_values=standings_form.preset_values(),
        points={key: _(text) for key, text in standings_form.POINTS.items()},
        unplayed=[(key, _(text)) for key, text in UNPLAYED.items()],
        codes=[(code, name_of(code)) for code in KEYS],
        defaults={key: system.default_tiebreaks for key, system in SYSTEMS.items()},
        reasons=[(key, reason(key)) for key in _payable(cid)],
        rounds=max([competition.planned_rounds, *(one.number for one in competition.rounds)]),
        filters=standings_view.filters(competition),
        categories=standings_view.category_names(cid),
        columns=[(key, _(choice.label) if choice else _("all tie-breaks")) for key, choice in COLUMNS.items()],
        question=question,
    )
    return make_response(answer, status)


def _row_or_404(cid: int, identity: int) -> models.Classification:
    """The list, which must be of this competition."""
    competition_or_404(cid)
    row: models.Classification | None = models.Classification.get_or_none(models.Classification.id == identity)
    if row is None or row.competition_id != cid:
        abort(404)
    return row


def new(cid: int) -> Response:
    """The form of a new list: like the one named, with the filters of the address, else like the one by which is paired."""
    competition_or_404(cid)
    wanted = standings_view.asked(cid, engine_competition(cid), request.args.get("like", type=int))
    if wanted is None:
        abort(404)
    settings = replace(wanted.settings, name="")
    return _show(cid, standings_form.filled(settings, standings_view.columns_of(wanted.row), _payable(cid)), None)


def add(cid: int) -> AnyResponse:
    """Make the list."""
    competition_or_404(cid)
    form = standings_form.typed(request.form, _payable(cid))
    settings = _read(cid, form, Settings())
    if not form.errors:
        try:
            identity = actions.add_classification(cid, settings, _columns(form))
        except ActionError as error:
            form.errors.update(refusal(error))
        else:
            return done(_("List “%(name)s” added.", name=settings.name), url_for("standings.page", cid=cid, list=identity))
    return _show(cid, form, None, 422)


def edit(cid: int, list: int) -> Response:
    """The form of a stored list."""
    row = _row_or_404(cid, list)
    form = standings_form.filled(mapping.settings(row), standings_view.columns_of(row), _payable(cid))
    return _show(cid, form, row)


def save(cid: int, list: int) -> AnyResponse:
    """Change the list; no game changes by it."""
    row = _row_or_404(cid, list)
    form = standings_form.typed(request.form, _payable(cid))
    settings = _read(cid, form, mapping.settings(row))
    if not form.errors:
        try:
            actions.edit_classification(list, settings, _columns(form))
        except ActionError as error:
            form.errors.update(refusal(error))
        else:
            name = settings.name or _("Standings")
            return done(_("List “%(name)s” changed.", name=name), url_for("standings.page", cid=cid, list=list))
    return _show(cid, form, row, 422)


def _read(cid: int, form: Form, before: Settings) -> Settings:
    """The settings of a sent form; errors stand in it, the tie-breaks' with the codes that exist."""
    settings = standings_form.read(form, before, _payable(cid))
    try:
        check_tiebreaks(settings.tiebreaks)
    except ActionError as error:
        form.errors.update(refusal(error))
    return settings


def _columns(form: Form) -> list[str]:
    """The chosen columns in their order; place, name and points always."""
    picked = {*form.columns, "place", "name", "points"}
    return [key for key in COLUMNS if key in picked] if form.columns else [*DEFAULT]


def delete(cid: int, list: int) -> AnyResponse:
    """Delete the list after a yes; the games stay."""
    row = _row_or_404(cid, list)
    form = standings_form.filled(mapping.settings(row), standings_view.columns_of(row), _payable(cid))
    if request.form.get("confirmed") != "1":
        count = models.Publication.select().where(models.Publication.classification == list).count()
        question = _("Delete the list “%(name)s” with what was published of it? The games and all other lists stay.", name=row.name)
        if not count:
            question = _("Delete the list “%(name)s”? The games and all other lists stay.", name=row.name)
        return _show(cid, form, row, question=question)
    try:
        actions.delete_classification(list)
    except ActionError as error:
        form.errors.update(refusal(error))
        return _show(cid, form, row, 422)
    return done(_("List “%(name)s” deleted.", name=row.name), url_for("standings.page", cid=cid))
