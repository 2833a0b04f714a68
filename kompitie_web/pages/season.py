"""The season rating list of the file: what counts, lists A and B, every rating explained, next season's ratings written (spec 24)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Response, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from kompitie_web import known_files
from kompitie_web.actions import season as actions
from kompitie_web.actions import season_before, season_choices
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.i18n import _, ngettext
from kompitie_web.messages import error_text
from kompitie_web.pages import season_form, season_view
from kompitie_web.pages.common import done, file_needed, refusal, state
from kompitie_web.pages.standings_fields import Form

blueprint = Blueprint("season", __name__)


@dataclass(frozen=True)
class Answer:
    """What a refused form adds to the page. ``part``: the form that was sent: competitions, files, rules or games."""

    part: str = ""
    errors: Mapping[str, str] | None = None
    question: str = ""
    form: Form | None = None
    before: Sequence[season_form.BeforeLine] | None = None


@blueprint.get("/season")
def page() -> Response:
    """Both lists, with ``why`` the explanation of a rating."""
    return _show(Answer())


def _places() -> list[Path]:
    """The files that the program offers to open; the browser only knows their ids."""
    return [one.path for one in known_files.all_files(state())]


def _show(answer: Answer, status: int = 200) -> Response:
    file_needed()
    places, rules = _places(), season_choices.rules()
    found = actions.season(places)
    text = render_template(
        "season/page.html",
        competitions=found.competitions,
        lists={
            "a": [season_view.line(row) for row in found.list.by_rating],
            "b": [season_view.line(row) for row in found.list.by_name],
        },
        played=len(found.changed),
        why=season_view.why(found, request.args.get("why", type=int), rules),
        files=season_view.files(actions.offers(places), found.others, state().file_id),
        missing=[
            (one.chosen.name or one.chosen.file, season_view.trouble_text(one.trouble)) for one in found.others if one.trouble
        ],
        rules=rules,
        rules_texts=season_form.factor_texts(rules),
        form=answer.form or season_form.filled(rules),
        choices=season_form.choices(),
        before=answer.before or season_form.before_lines(),
        part=answer.part,
        errors=answer.errors or {},
        question=answer.question,
    )
    return make_response(text, status)


@blueprint.post("/season/competitions")
def competitions() -> AnyResponse:
    """Which competitions count."""
    try:
        actions.set_counting({int(one) for one in request.form.getlist("competition") if one.isdecimal()})
    except ActionError as error:
        return _show(Answer("competitions", {"competition": error_text(error)}), 422)
    return done(_("The competitions that count were changed."), url_for("season.page"))


@blueprint.post("/season/files")
def files() -> AnyResponse:
    """Which other files count, and which of their competitions."""
    file_needed()
    by_id = {state().file_id(path): path for path in _places()}
    ticked = request.form.getlist("file")
    if any(key not in by_id for key in ticked):
        return _show(Answer("files", {"file": error_text(ActionError("season_file_unknown"))}), 422)
    left_out = {by_id[key]: _left_out(key) for key in ticked}
    try:
        actions.choose(list(left_out), left_out, request.form.getlist("keep"))
    except ActionError as error:
        return _show(Answer("files", {"file": error_text(error)}), 422)
    return done(_("The other files that count were changed."), url_for("season.page") + "#files")


def _left_out(key: str) -> set[int]:
    """The competitions of a file that were shown and are not ticked; of a file that was not shown yet all count."""
    shown, counts = ({int(one) for one in request.form.getlist(f"{name}-{key}") if one.isdecimal()} for name in ("shown", "counts"))
    return shown - counts


@blueprint.post("/season/rules")
def rules() -> AnyResponse:
    """Other factors and rules."""
    file_needed()
    form = season_form.typed(request.form)
    wanted = season_form.read(form)
    if not form.errors:
        season_form.mark(form, season_choices.rules_problems(wanted))
    if not form.errors:
        try:
            season_choices.set_rules(wanted)
        except ActionError as error:
            form.errors.update(refusal(error))
        else:
            return done(_("The factors and rules of the season list were changed."), url_for("season.page") + "#rules")
    return _show(Answer("rules", form.errors, form=form), 422)


@blueprint.post("/season/games")
def games() -> AnyResponse:
    """How many games everybody played before the season, and who may stand on list A."""
    file_needed()
    lines = season_form.before_lines(request.form)
    wanted, errors = season_form.read_before(lines)
    if not errors:
        try:
            season_before.set_games_before(wanted)
        except ActionError as error:
            errors = refusal(error)
        else:
            return done(_("The games from before the season are saved."), url_for("season.page") + "#games")
    return _show(Answer("games", errors, before=lines), 422)


@blueprint.post("/season/write")
def write() -> AnyResponse:
    """Write next season's ratings, after a yes."""
    file_needed()
    try:
        count = actions.write_ratings(request.form.get("confirmed") == "1", _places())
    except NeedsConfirmation as ask:
        return _show(Answer(question=error_text(ask)), 422)
    except ActionError as error:
        return _show(Answer(errors=refusal(error)), 422)
    text = ngettext(
        "The rating of %(n)s player for the next season is written.",
        "The ratings of %(n)s players for the next season are written.",
        count,
    )
    return done(text, url_for("season.page"))
