"""Who is there: one tall row a player, a reason for each absentee, any round ahead (spec 00 row 4, 10 Presence, 61 Presence)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, abort, current_app, make_response, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from engine.competition import BYE, CLOSED, DRAFT, NOT_JOINED, PUBLISHED, WITH_NOTICE
from kompitie_web import messages
from kompitie_web.actions import presence as actions
from kompitie_web.actions import presets
from kompitie_web.actions.errors import ActionError
from kompitie_web.actions.reasons import reasons_of
from kompitie_web.exchange.names import sort_key
from kompitie_web.i18n import N_, _, current_language, ngettext
from kompitie_web.pages.common import competition_or_404, done, engine_competition, is_partial, pairing_round
from kompitie_web.pages.frame import partial
from kompitie_web.store import models

blueprint = Blueprint("presence", __name__)

BASE = "/c/<int:cid>/presence"

#: Short names of the program's own reasons: everybody in the list is absent, so that word can be left out.
SHORT = {
    "bye": N_("bye"),
    "with_notice": N_("notice given"),
    "without_notice": N_("no notice"),
    "ill": N_("ill, away"),
    "external": N_("external"),
    "external_evening": N_("external, club evening"),
    "not_played": N_("not played"),
    "duty": N_("on duty"),
}


@dataclass(frozen=True)
class Choice:
    """A reason to choose from: key, letter on the keyboard and a short name for the small box of a row."""

    key: str
    letter: str
    name: str


@dataclass(frozen=True)
class Tally:
    """The figures above the grid. ``state``: ``even``, ``odd`` (one player has the bye) or ``nobody``."""

    present: int
    absent: int
    byes: int
    state: str


@dataclass(frozen=True)
class View:
    """What the page of a round shows. ``lines`` take part, ``outside`` do not (withdrawn or not joined yet)."""

    number: int
    row: models.Round
    rounds: Sequence[models.Round]
    lines: Sequence[actions.PresenceLine]
    outside: Sequence[actions.PresenceLine]
    reasons: Sequence[Choice]
    names: dict[str, str]
    tally: Tally
    carries: bool
    is_shown: bool
    is_draft: bool
    can_pair: bool
    by_hand: bool
    errors: dict[int, str] = field(default_factory=dict)

    def row_html(self, line: actions.PresenceLine) -> Markup:
        """A row of the grid."""
        own = self.names.get(line.reason, "") if line.result else ""
        return row_html(line, tuple(self.reasons), own, self.is_shown, self.errors.get(line.competitor, ""), current_language())

    def rows_html(self) -> Markup:
        """All rows of the grid."""
        return Markup("\n").join([self.row_html(line) for line in self.lines])


@lru_cache(maxsize=1024)
def row_html(
    line: actions.PresenceLine, reasons: tuple[Choice, ...], own_reason: str, is_shown: bool, error: str, language: str
) -> Markup:
    """A row of the grid as HTML; the same content gives the same row, so that a change only costs the row that it changes."""
    rows: Any = current_app.jinja_env.get_template("presence/_row.html").module
    made: Markup = rows.row(line, reasons, own_reason, is_shown, error)
    return made


def choices(cid: int) -> tuple[list[Choice], dict[str, str]]:
    """The reasons that can be chosen on this page, and the names of all."""
    rows = reasons_of(cid)
    names = {row.key: messages.reason_text(row) for row in rows}
    usual = [Choice(row.key, row.letter, _short(row, names[row.key])) for row in rows if row.key != NOT_JOINED]
    return usual, names


def _short(reason: models.Reason, name: str) -> str:
    return _(SHORT[reason.key]) if reason.key in SHORT and not reason.names else name


def make_view(cid: int, number: int, errors: dict[int, str] | None = None) -> View:
    """The page of a round; 404 for a round that the competition does not have."""
    competition = engine_competition(cid)
    rounds = list(models.Round.select().where(models.Round.competition == cid).order_by(models.Round.number))
    row = next((one for one in rounds if one.number == number), None)
    if row is None:
        abort(404)
    lines = sorted(actions.presence(cid, number), key=lambda line: (sort_key(line.name), line.lot))
    taking_part = [line for line in lines if line.state in (actions.PRESENT, actions.ABSENT)]
    reasons, names = choices(cid)
    count = tally(taking_part)
    stored = models.Competition.get_by_id(cid)
    is_open = row.state not in (PUBLISHED, CLOSED)
    return View(
        number=number,
        row=row,
        rounds=rounds,
        lines=taking_part,
        outside=[line for line in lines if line.state not in (actions.PRESENT, actions.ABSENT)],
        reasons=reasons,
        names=names,
        tally=count,
        carries=bool(stored.carry_presence),
        is_shown=row.state in (PUBLISHED, CLOSED),
        is_draft=row.state == DRAFT,
        can_pair=presets.round_by_round(stored.pairing) and number == pairing_round(competition) and is_open and count.present > 1,
        by_hand=not presets.round_by_round(stored.pairing) and is_open and count.present > 1,
        errors=errors or {},
    )


def tally(lines: Sequence[actions.PresenceLine]) -> Tally:
    """How many are there to be paired, how many are not; a bye given beforehand is told apart."""
    present = sum(1 for line in lines if line.state == actions.PRESENT)
    byes = sum(1 for line in lines if line.state == actions.ABSENT and line.reason == BYE)
    state = "nobody" if not present else "odd" if present % 2 else "even"
    return Tally(present, len(lines) - present - byes, byes, state)


def show(cid: int, view: View, status: int = 200, ahead: dict[str, str] | None = None) -> Response:
    """The whole page. ``ahead``: what is wrong with the form for several rounds."""
    return make_response(render_template("presence/page.html", cid=cid, view=view, ahead=ahead or {}, typed=request.form), status)


def answer(cid: int, number: int, competitor: int | None, message: str) -> AnyResponse | str:
    """After a change: for htmx the row (or the grid) and the figures, otherwise back to the page."""
    if not is_partial():
        return done(message, url_for("presence.page", cid=cid, number=number) + (f"#p{competitor}" if competitor else ""))
    view = make_view(cid, number)
    return partial(part(cid, view, competitor), message)


def part(cid: int, view: View, competitor: int | None) -> str:
    """The row of one player, or the whole grid, with the figures."""
    line = next((one for one in view.lines if one.competitor == competitor), None)
    return render_template("presence/part.html", cid=cid, view=view, line=line)


@blueprint.get(BASE)
@blueprint.get(f"{BASE}/<int:number>")
def page(cid: int, number: int | None = None) -> Response:
    """The presence of a round; without a number, of the one that is to be paired."""
    competition_or_404(cid)
    return show(cid, make_view(cid, pairing_round(engine_competition(cid)) if number is None else number))


@blueprint.post(f"{BASE}/<int:number>")
def save(cid: int, number: int) -> AnyResponse:
    """The whole form at once: ``present`` holds the ids that are ticked, ``reason-12`` the reason of an absentee."""
    competition_or_404(cid)
    view = make_view(cid, number)
    ticked = set(_ids(request.form.getlist("present")))
    shown = set(_ids(request.form.get("shown", "").split(",")))
    wanted = {
        line.competitor: None
        if line.competitor in ticked
        else request.form.get(f"reason-{line.competitor}") or line.reason or WITH_NOTICE
        for line in view.lines
        if line.competitor in shown
    }
    try:
        actions.set_presence(cid, number, wanted)
    except ActionError as error:
        return show(cid, make_view(cid, number, {0: messages.error_text(error)}), 422)
    return done(_("Presence of round %(number)s saved.", number=number), _url(cid, number))


def _ids(texts: Iterable[str]) -> list[int]:
    return [int(one) for one in texts if one.isdecimal()]


def _url(cid: int, number: int) -> str:
    return url_for("presence.page", cid=cid, number=number)


@blueprint.post(f"{BASE}/<int:number>/<int:competitor>")
def change(cid: int, number: int, competitor: int) -> AnyResponse | str:
    """One player: there (``present`` 1), or absent with a reason."""
    competition_or_404(cid)
    name = _name(cid, competitor)
    try:
        if request.form.get("present") == "1":
            actions.set_present(cid, number, [competitor])
            message = _("%(name)s is present in round %(number)s.", name=name, number=number)
        else:
            reason = request.form.get("reason") or WITH_NOTICE
            actions.set_absent(cid, number, [competitor], reason)
            names = choices(cid)[1]
            message = _("%(name)s: %(reason)s in round %(number)s.", name=name, reason=names[reason], number=number)
    except ActionError as error:
        return _refused(cid, number, competitor, error)
    return answer(cid, number, competitor, message)


def _name(cid: int, competitor: int) -> str:
    name = engine_competition(cid).names.get(competitor)
    if name is None:
        abort(404)
    return name


def _refused(cid: int, number: int, competitor: int, error: ActionError) -> AnyResponse | str:
    """The row as it stays, with the reason beside it."""
    view = make_view(cid, number, {competitor: messages.error_text(error)})
    return make_response(part(cid, view, competitor), 422) if is_partial() else show(cid, view, 422)


@blueprint.post(f"{BASE}/<int:number>/all")
def change_all(cid: int, number: int) -> AnyResponse | str:
    """Everybody or nobody."""
    competition_or_404(cid)
    present = request.form.get("present") == "1"
    try:
        actions.set_all(cid, number, present)
    except ActionError as error:
        return show(cid, make_view(cid, number, {0: messages.error_text(error)}), 422)
    if present:
        return answer(cid, number, None, _("Everybody is present in round %(number)s.", number=number))
    return answer(cid, number, None, _("Nobody is present in round %(number)s.", number=number))


@blueprint.post(f"{BASE}/<int:number>/ahead")
def ahead(cid: int, number: int) -> AnyResponse:
    """Players absent in several rounds, or present again: ``player`` (several), ``first``, ``last`` and ``reason`` or ``present``."""
    competition_or_404(cid)
    competitors = list(dict.fromkeys(_ids(request.form.getlist("player"))))
    first, last = request.form.get("first", number, type=int), request.form.get("last", number, type=int)
    back = request.form.get("present") == "1"
    errors: dict[str, str] = {}
    if not competitors or any(one not in engine_competition(cid).by_id for one in competitors):
        errors["player"] = _("Choose a player.")
    elif last < first:
        errors["last"] = _("The last round comes before the first.")
    else:
        try:
            if back:
                actions.set_present(cid, first, competitors, last)
            else:
                actions.set_absent(cid, first, competitors, request.form.get("reason") or WITH_NOTICE, last)
        except ActionError as error:
            errors["player"] = messages.error_text(error)
    if errors:
        return show(cid, make_view(cid, number), 422, ahead=errors)
    return done(_ahead_message(cid, competitors, first, last, back), _url(cid, number))


def _ahead_message(cid: int, competitors: Sequence[int], first: int, last: int, back: bool) -> str:
    """What was done to one player or to several."""
    words = {"first": first, "last": last}
    if len(competitors) > 1:
        if back:
            return ngettext(
                "%(n)s player is present from round %(first)s to round %(last)s.",
                "%(n)s players are present from round %(first)s to round %(last)s.",
                len(competitors),
                **words,
            )
        return ngettext(
            "%(n)s player is absent from round %(first)s to round %(last)s.",
            "%(n)s players are absent from round %(first)s to round %(last)s.",
            len(competitors),
            **words,
        )
    name = _name(cid, competitors[0])
    if back:
        return _("%(name)s is present from round %(first)s to round %(last)s.", name=name, **words)
    return _("%(name)s is absent from round %(first)s to round %(last)s.", name=name, **words)
