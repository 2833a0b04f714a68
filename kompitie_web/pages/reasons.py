"""The reasons of absence in one list: letter, names, and what each list makes of them; everything is edited in place (spec 20, 61)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flask import Blueprint, Response, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from engine.competition import BYE, NOT_JOINED
from engine.results import exact
from engine.systems.attendance_formula import Options as AttendanceOptions
from kompitie_web import i18n
from kompitie_web.actions import reason_list, reason_pay
from kompitie_web.actions import reasons as actions
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.reason_pay import CREDIT, NOTHING, POINTS, SHARE, Pay
from kompitie_web.i18n import LANGUAGES, N_, _
from kompitie_web.messages import REASONS, error_text, reason_text
from kompitie_web.pages.common import competition_or_404, done, refusal
from kompitie_web.pages.standings_form import number_text
from kompitie_web.store import mapping, models

blueprint = Blueprint("reasons", __name__)
BASE = "/c/<int:cid>/reasons"

#: What the numbers of a list are, under its name.
MEANINGS = {
    POINTS: N_("points"),
    SHARE: N_("share of the player’s own value"),
    CREDIT: N_("credit of the balance; empty: the round counts as missed"),
    NOTHING: N_("absences play no part"),
}
_EXTERNAL = ("external", "external_evening")
_MOST_TIMES = 999


@dataclass(frozen=True)
class ListColumn:
    """A list as a column: what its numbers are, and the share that it pays for every absence alike ('' = each reason its own)."""

    id: int
    name: str
    kind: str
    meaning: str
    one_share: str
    missed: str


@dataclass(frozen=True)
class Cell:
    """What a list makes of a reason, as fields. ``shows``: which of amount, fixed, maximum and pays_result the cell has."""

    list: int
    name: str
    amount: str
    maximum: str
    fixed: bool
    pays_result: bool
    shows: Sequence[str]


@dataclass(frozen=True)
class ReasonRow:
    """A reason: its key, its name on the screen, the fields of its letter and names, what the lists make of it."""

    key: str
    title: str
    letter: str
    names: Mapping[str, str]
    usual: Mapping[str, str]
    has_letter: bool
    is_own: bool
    cells: Sequence[Cell]


@blueprint.get(BASE)
def page(cid: int) -> Response:
    """The list as it is stored."""
    return _show(cid)


def _show(cid: int, status: int = 200, errors: Mapping[str, str] | None = None, question: str = "") -> Response:
    """The page; what was sent stays in the fields."""
    competition_or_404(cid)
    typed = request.form if request.method == "POST" else None
    lists = mapping.classifications(cid)
    answer = render_template(
        "reasons/page.html",
        cid=cid,
        columns=[_column(row) for row in lists],
        rows=[_row(reason, lists, typed) for reason in actions.reasons_of(cid)],
        languages=LANGUAGES,
        new=typed or {},
        errors=errors or {},
        question=question,
        sent=[(name, value) for name, value in typed.items(multi=True) if name != "confirmed"] if typed else [],
    )
    return make_response(answer, status)


def _column(row: models.Classification) -> ListColumn:
    settings = mapping.settings(row)
    kind, share = reason_pay.kind_of(settings), reason_pay.one_share(settings)
    missed = i18n.number(AttendanceOptions.read(settings.options).absent) if kind == CREDIT else ""
    name = row.name or _("Standings")
    return ListColumn(row.id, name, kind, _(MEANINGS[kind]), "" if share is None else _written(share), missed)


def _row(reason: models.Reason, lists: Sequence[models.Classification], typed: Mapping[str, str] | None) -> ReasonRow:
    """A reason as it is stored, or as it was sent."""
    key = str(reason.key)
    names = {code: str(reason.names.get(code, "")) for code in LANGUAGES}
    letter = str(reason.letter)
    if typed is not None and f"letter-{key}" in typed:
        letter = typed[f"letter-{key}"]
        names = {code: typed.get(f"name-{key}-{code}", "") for code in LANGUAGES}
    return ReasonRow(
        key=key,
        title=reason_text(reason),
        letter=letter,
        names=names,
        usual={code: _usual(key, code) for code in LANGUAGES},
        has_letter=key != NOT_JOINED,
        is_own=key.startswith("own"),
        cells=[_cell(row, key, typed) for row in lists],
    )


def _usual(key: str, language: str) -> str:
    """The program's own name of a reason in a language."""
    with i18n.language(language):
        return _(REASONS[key]) if key in REASONS else ""


def _cell(row: models.Classification, key: str, typed: Mapping[str, str] | None) -> Cell:
    settings = mapping.settings(row)
    name = f"pay-{row.id}-{key}"
    if not reason_pay.is_payable(settings, key):
        return Cell(row.id, name, "", "", False, False, ())
    pay, kind = reason_pay.pay_of(settings, key), reason_pay.kind_of(settings)
    shows = ["amount"]
    if kind == POINTS and key != BYE and (pay.fixed or _may_have_result(key)):
        shows.append("fixed")
    if kind == SHARE:
        shows += ["maximum", *(["pays_result"] if pay.pays_result or _may_have_result(key) else [])]
    if typed is not None and name in typed:
        texts = (typed[name], typed.get(f"{name}-maximum", ""))
        return Cell(row.id, name, *texts, f"{name}-fixed" in typed, f"{name}-pays_result" in typed, shows)
    amount = "" if pay.amount is None else _written(pay.amount)
    return Cell(row.id, name, amount, "" if pay.maximum is None else str(pay.maximum), pay.fixed, pay.pays_result, shows)


def _may_have_result(key: str) -> bool:
    """Whether an entry with this reason usually has a result of its own: a match elsewhere, or a reason of the arbiter's."""
    return key in _EXTERNAL or key.startswith("own")


def _written(value: Fraction) -> str:
    """An exact number as short as the form reads it: 1½, 0,3, 1/3."""
    text = number_text(value)
    return text.rstrip("0") if "," in text or "." in text else text


@blueprint.post(BASE)
def save(cid: int) -> AnyResponse:
    """Change the whole list, and add a reason when its line was filled in."""
    competition_or_404(cid)
    errors: dict[str, str] = {}
    reasons = actions.reasons_of(cid)
    texts = {
        reason.key: reason_list.ReasonTexts(
            request.form.get(f"letter-{reason.key}", ""),
            {code: request.form.get(f"name-{reason.key}-{code}", "") for code in LANGUAGES},
        )
        for reason in reasons
        if f"letter-{reason.key}" in request.form
    }
    pays = {row.id: _pays(row, [reason.key for reason in reasons], errors) for row in mapping.classifications(cid)}
    added = reason_list.ReasonTexts(
        request.form.get("new_letter", ""), {code: request.form.get(f"new_name_{code}", "") for code in LANGUAGES}
    )
    if not errors:
        try:
            reason_list.change_reasons(cid, texts, pays, confirmed=request.form.get("confirmed") == "1", added=added)
        except NeedsConfirmation as ask:
            return _show(cid, 422, {ask.field or "": _("Look at this one.")}, error_text(ask))
        except ActionError as error:
            errors.update(refusal(error))
    if errors:
        return _show(cid, 422, errors)
    return done(_("The reasons of absence are saved."), url_for("reasons.page", cid=cid))


def _pays(row: models.Classification, keys: Sequence[str], errors: dict[str, str]) -> dict[str, Pay]:
    """What the form says that the reasons pay in a list; what cannot be read stands in ``errors``."""
    settings = mapping.settings(row)
    pays = {}
    for key in keys:
        name = f"pay-{row.id}-{key}"
        if name in request.form and reason_pay.is_payable(settings, key):
            pays[key] = Pay(
                amount=_amount(name, reason_pay.kind_of(settings), errors),
                fixed=f"{name}-fixed" in request.form,
                maximum=_times(f"{name}-maximum", errors),
                pays_result=f"{name}-pays_result" in request.form,
            )
    return pays


def _amount(name: str, kind: str, errors: dict[str, str]) -> Fraction | None:
    """An exact number; an empty field is 0, or for a credit: not named."""
    text = request.form[name].strip()
    if not text:
        return None if kind == CREDIT else Fraction(0)
    try:
        amount = exact(text)
    except ValueError:
        errors[name] = _("“%(text)s” is not a number. Write for instance 1, ½, 0,5 or 1/3.", text=text)
        return Fraction(0)
    if amount < 0 and kind != CREDIT:
        errors[name] = _("What an absence pays cannot be below zero.")
    return amount


def _times(name: str, errors: dict[str, str]) -> int | None:
    """How many times at most; an empty field is always."""
    text = request.form.get(name, "").strip()
    if not text:
        return None
    if not text.isdecimal() or int(text) > _MOST_TIMES:
        errors[name] = _("“%(text)s” is not a whole number from %(lowest)s to 999.", text=text, lowest=0)
        return None
    return int(text)


@blueprint.post(f"{BASE}/<key>/remove")
def remove(cid: int, key: str) -> AnyResponse:
    """Take a reason of the arbiter's own off the list."""
    competition_or_404(cid)
    try:
        actions.remove_reason(cid, key)
    except ActionError as error:
        return _show(cid, 422, {f"letter-{key}": error_text(error)})
    return done(_("The reason was removed."), url_for("reasons.page", cid=cid))
