"""Making, changing and deleting a list: a view over the same games with a scale, tie-breaks and filters of its own (spec 20)."""

from collections.abc import Callable
from dataclasses import replace

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from engine.classification import Settings
from engine.competition import BYE, NOT_JOINED
from engine.systems import SYSTEMS
from engine.systems.keizer_options import WITHDRAWN
from engine.systems.options import Problem
from engine.tiebreaks import KEYS
from kompitie_web import messages
from kompitie_web.actions import classifications as actions
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.reasons import reasons_of
from kompitie_web.actions.tiebreak_codes import check_tiebreaks
from kompitie_web.documents.columns import COLUMNS, FURTHER, usual
from kompitie_web.i18n import _
from kompitie_web.pages import standings_form, standings_keizer, standings_options, standings_view
from kompitie_web.pages.common import competition_or_404, done, engine_competition, refusal
from kompitie_web.pages.standings_fields import Form
from kompitie_web.standing_texts import SCALES, SYSTEM_HELP, UNPLAYED, name_of
from kompitie_web.standing_texts import SYSTEMS as SYSTEM_NAMES
from kompitie_web.store import mapping, models
from kompitie_web.system_help import HELP

BASE = "/c/<int:cid>/standings"


def add_to(blueprint: Blueprint) -> None:
    """Hang the forms on the blueprint of the standings."""
    blueprint.add_url_rule(f"{BASE}/new", "new", new, methods=["GET"])
    blueprint.add_url_rule(f"{BASE}/new", "add", add, methods=["POST"])
    blueprint.add_url_rule(f"{BASE}/preview", "preview", preview, methods=["POST"])
    blueprint.add_url_rule(f"{BASE}/<int:list>/edit", "edit", edit, methods=["GET"])
    blueprint.add_url_rule(f"{BASE}/<int:list>/edit", "save", save, methods=["POST"])
    blueprint.add_url_rule(f"{BASE}/<int:list>/delete", "delete", delete, methods=["POST"])


def _payable(cid: int) -> list[str]:
    """The reasons whose points a list can set; the bye has a field of the scale, *not yet joined* only counts in other systems."""
    return [str(reason.key) for reason in reasons_of(cid) if reason.key not in (BYE, NOT_JOINED)]


def _show(
    cid: int, form: Form, row: models.Classification | None, status: int = 200, question: str = "", doubt: str = ""
) -> Response:
    """The form, for a new list when ``row`` is None. ``doubt``: what is odd about the settings, with a button to save them all the same."""
    competition, payable = engine_competition(cid), _payable(cid)
    reason = standings_view.reason_namer(cid)
    answer = render_template(
        "standings/edit.html",
        cid=cid,
        row=row,
        form=form,
        systems=[(key, _(SYSTEM_NAMES.get(key, key)), _(SYSTEM_HELP.get(key, ""))) for key in SYSTEMS],
        help={key: [_(text) for text in texts] for key, texts in HELP.items()},
        presets=[(key, _(text)) for key, text in SCALES.items()],
        preset_values=standings_form.preset_values(),
        points={key: _(text) for key, text in standings_form.POINTS.items()},
        unplayed=[(key, _(text)) for key, text in UNPLAYED.items()],
        codes=[(code, name_of(code)) for code in KEYS],
        defaults={key: system.default_tiebreaks for key, system in SYSTEMS.items()},
        further=FURTHER,
        names=standings_options.default_names(cid),
        reasons=[(key, reason(key)) for key in payable],
        bye=reason(BYE),
        keizer=_keizer(cid, form, payable),
        choices=_choices(),
        scaled=sorted(standings_form.SCALED),
        paid=sorted(standings_form.PAID),
        rounds=max([competition.planned_rounds, *(one.number for one in competition.rounds)]),
        filters=standings_view.filters(competition),
        categories=standings_view.category_names(cid),
        columns=[
            (key, _(choice.label) if choice else _("all tie-breaks"), " ".join(choice.systems) if choice else "")
            for key, choice in COLUMNS.items()
        ],
        question=question,
        doubt=doubt,
    )
    return make_response(answer, status)


def _choices() -> dict[str, list[tuple[str, str]]]:
    """The choices of the fields of the systems, translated."""
    known = {
        "keizer_presets": standings_keizer.PRESET_NAMES,
        "tops": standings_keizer.TOPS,
        "ties": standings_keizer.TIES,
        "initials": standings_keizer.INITIALS,
        "weights": standings_options.WEIGHTS,
        "modes": standings_options.MODES,
        "opponents": standings_options.OPPONENTS,
        "extremes": standings_options.EXTREMES,
    }
    return {name: [(key, _(text)) for key, text in texts.items()] for name, texts in known.items()}


def _keizer(cid: int, form: Form, payable: list[str]) -> dict[str, object]:
    """What the Keizer part needs besides its fields: the reasons by name, the presets' values, what the present choice pays."""
    reason = _keizer_reason(cid)
    return {
        "reasons": [(key, reason(key)) for key in standings_keizer.keys(payable)],
        "defaults": [(key, reason(key)) for key in standings_keizer.default_reasons(payable)],
        "presets": standings_keizer.preset_values(payable),
        **_pays(cid, form, payable),
    }


def _keizer_reason(cid: int) -> Callable[[str], str]:
    """Names reasons, also the one of rounds after a withdrawal."""
    reason = standings_view.reason_namer(cid)
    return lambda key: _("after a withdrawal (empty: as the default reason)") if key == WITHDRAWN else reason(key)


def _pays(cid: int, form: Form, payable: list[str]) -> dict[str, object]:
    """The table of what the Keizer fields of a form pay, and what is odd about them."""
    if form.values["system"] != "keizer":
        return {"pays": None, "problems": ()}
    competition, reason = engine_competition(cid), standings_view.reason_namer(cid)
    tried = Form(dict(form.values))
    first = form.values["first_round"]
    options = standings_keizer.read(tried, payable, competition)
    wrong = [sentence for name, sentence in tried.errors.items() if name != "keizer-initial_list"]
    if wrong:
        return {"pays": None, "problems": list(dict.fromkeys(wrong))}
    settings = Settings(system="keizer", options=options.as_json())
    found = actions.settings_problems(cid, settings)
    named = [(key, reason(key)) for key in (BYE, *payable)]
    return {
        "pays": standings_keizer.pays(options, competition, int(first) if first.isdecimal() and first.isascii() else 1, named),
        "problems": list(dict.fromkeys(_sentence(cid, one) for one in found)),
    }


def preview(cid: int) -> str:
    """What the Keizer fields as they are typed would pay; nothing is kept."""
    competition_or_404(cid)
    payable = _payable(cid)
    form = standings_form.typed(request.form, payable, engine_competition(cid))
    return render_template("standings/_pays.html", keizer=_pays(cid, form, payable), form=form)


def _sentence(cid: int, problem: Problem) -> str:
    """What is wrong or odd, in words."""
    words = dict(problem.arguments)
    if "reason" in words:
        words["reason"] = standings_view.reason_namer(cid)(words["reason"])
    return messages.problem_text(problem.code, words)


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
    form = standings_form.filled(settings, standings_view.columns_of(wanted.row), _payable(cid), engine_competition(cid))
    system = request.args.get("system", "")
    if system in SYSTEMS and system != settings.system:
        form.values |= {"system": system, "shown_system": system, "tiebreaks": SYSTEMS[system].default_tiebreaks}
        form.values["name"] = standings_options.default_names(cid)[system]
        form.columns = usual(system)
    return _show(cid, form, None)


def add(cid: int) -> AnyResponse:
    """Make the list."""
    competition_or_404(cid)
    form = standings_form.typed(request.form, _payable(cid), engine_competition(cid))
    settings = _read(cid, form, Settings())
    if _only_shows(form):
        form.values["name"] = form.values["name"] or standings_options.default_names(cid).get(settings.system, "")
        return _show(cid, form, None)
    doubt = ""
    if not form.errors:
        try:
            identity = actions.add_classification(cid, settings, _columns(form), _is_confirmed())
        except NeedsConfirmation as error:
            doubt = _doubt(cid, form, settings, error)
        except ActionError as error:
            form.errors.update(_refused(cid, form, settings, error))
        else:
            return done(_("List “%(name)s” added.", name=settings.name), url_for("standings.page", cid=cid, list=identity))
    return _show(cid, form, None, 422, doubt=doubt)


def _only_shows(form: Form) -> bool:
    """Whether only the fields of another system or the table of what is paid were asked for; nothing is named or kept yet."""
    if "recalculate" not in request.form:
        return False
    form.errors.clear()
    return True


def _is_confirmed() -> bool:
    """Whether odd settings are meant."""
    return request.form.get("confirmed") == "1"


def _mark(cid: int, form: Form, settings: Settings) -> None:
    """Put what is wrong or odd with the options beside their fields."""
    for problem in actions.settings_problems(cid, settings):
        form.errors.setdefault(standings_options.field_of(settings.system, problem), _sentence(cid, problem))


def _doubt(cid: int, form: Form, settings: Settings, error: NeedsConfirmation) -> str:
    """What is odd, beside the fields and as a question above the form."""
    _mark(cid, form, settings)
    sentences = dict.fromkeys(_sentence(cid, one) for one in actions.settings_problems(cid, settings))
    return " ".join([*sentences, messages.error_text(NeedsConfirmation(error.code))])


def _refused(cid: int, form: Form, settings: Settings, error: ActionError) -> dict[str, str]:
    """A refusal by its field; one about the options stands beside each of them."""
    if error.code != "settings_impossible":
        return refusal(error)
    _mark(cid, form, settings)
    return {}


def edit(cid: int, list: int) -> Response:
    """The form of a stored list."""
    row = _row_or_404(cid, list)
    form = standings_form.filled(mapping.settings(row), standings_view.columns_of(row), _payable(cid), engine_competition(cid))
    return _show(cid, form, row)


def save(cid: int, list: int) -> AnyResponse:
    """Change the list; no game changes by it."""
    row = _row_or_404(cid, list)
    form = standings_form.typed(request.form, _payable(cid), engine_competition(cid))
    settings = _read(cid, form, mapping.settings(row))
    if _only_shows(form):
        return _show(cid, form, row)
    doubt = ""
    if not form.errors:
        try:
            actions.edit_classification(list, settings, _columns(form), _is_confirmed())
        except NeedsConfirmation as error:
            doubt = _doubt(cid, form, settings, error)
        except ActionError as error:
            form.errors.update(_refused(cid, form, settings, error))
        else:
            name = settings.name or _("Standings")
            return done(_("List “%(name)s” changed.", name=name), url_for("standings.page", cid=cid, list=list))
    return _show(cid, form, row, 422, doubt=doubt)


def _read(cid: int, form: Form, before: Settings) -> Settings:
    """The settings of a sent form; errors stand in it, the tie-breaks' with the codes that exist."""
    settings = standings_form.read(form, before, _payable(cid), engine_competition(cid))
    try:
        check_tiebreaks(settings.tiebreaks)
    except ActionError as error:
        form.errors.update(refusal(error))
    return settings


def _columns(form: Form) -> list[str]:
    """The chosen columns in their order; place, name and points always."""
    picked = {*form.columns, "place", "name", "points"}
    return [key for key in COLUMNS if key in picked] if form.columns else usual(form.values["system"])


def delete(cid: int, list: int) -> AnyResponse:
    """Delete the list after a yes; the games stay."""
    row = _row_or_404(cid, list)
    form = standings_form.filled(mapping.settings(row), standings_view.columns_of(row), _payable(cid), engine_competition(cid))
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
