"""Check a round, or everything: paired again from the record, what was changed by hand, what changed since, and whether it is allowed
(spec 60 "check"). The pages only look; nothing changes by opening them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from engine.judging import Difference
from engine.pairing.draft import Fact
from kompitie_web import check_texts, i18n
from kompitie_web.actions import checking, checking_lists
from kompitie_web.actions.checking import RoundCheck
from kompitie_web.actions.checking_lists import ListCheck
from kompitie_web.actions.pairings import KINDS
from kompitie_web.i18n import _, ngettext
from kompitie_web.pages.common import competition_or_404, engine_competition, state
from kompitie_web.pages.rounds_view import reason_names
from kompitie_web.pairing_texts import Explanation, Who, explain, markup
from kompitie_web.store import models

blueprint = Blueprint("round_check", __name__)


@dataclass(frozen=True)
class Part:
    """A difference: pairs on the left, pairs on the right with why they were made, and the rule that decided."""

    left: Sequence[str]
    right: Sequence[tuple[str, Explanation | None]]
    rule: Markup
    doubt: str


@dataclass
class RoundView:
    """What the page of one round shows."""

    cid: int
    number: int
    rounds: Sequence[int]
    summary: str
    kind: str = ""
    paired: str = ""
    parts: Sequence[Part] = ()
    broken: Sequence[Markup] = ()
    is_judged: bool = True
    kept: Sequence[str] = ()
    touched: Sequence[tuple[str, str]] = ()
    is_recorded: bool = False
    since: Sequence[str] = ()
    today: Sequence[Part] = ()
    different: int = 0
    today_remarks: Sequence[Markup] = ()

    @property
    def today_text(self) -> str:
        """What would come out now."""
        if self.today_remarks:
            return _("Paired now, no complete pairing would come out:")
        if not self.today:
            return _("Paired now, the same games would come out.")
        return ngettext(
            "Paired now, %(n)s game or bye would come out otherwise. The round itself stays as it is.",
            "Paired now, %(n)s games or byes would come out otherwise. The round itself stays as it is.",
            self.different,
        )


@blueprint.get("/c/<int:cid>/rounds/<int:number>/check")
def page(cid: int, number: int) -> ResponseReturnValue:
    """One round: paired again, by hand, changed since, allowed."""
    competition = competition_or_404(cid)
    here = engine_competition(cid)
    if all(one.number != number for one in here.rounds):
        abort(404)
    check = checking.check_round(cid, number)
    who = check_texts.who_of(check.names)
    view = RoundView(cid, number, [one.number for one in here.rounds], check_texts.summary(check), _kind(check))
    view.is_recorded = check.outcome is not None
    view.paired = i18n.when(check.time, state().now().date(), inside=True)
    view.broken = [markup(one, who) for one in checking.illegal(cid, number)] if check.obstacle != checking.EMPTY else []
    view.is_judged = check.obstacle != checking.EMPTY and not KINDS[str(competition.pairing)].is_free
    view.kept = [_pair(pair.white, pair.black, who) for pair in check.kept]
    view.touched = [(i18n.when(time, state().now().date()), text) for time, text in check_texts.touched(check.touched, who)]
    if check.outcome is not None:
        view.parts = _parts(check.outcome.differences, check.outcome.bye_why, who)
        _add_today(view, competition, who)
    return render_template("checks/round.html", view=view)


def _kind(check: RoundCheck) -> str:
    """The colour of the outcome."""
    if check.outcome is None:
        return ""
    return "ok" if check.agrees else "warn"


def _add_today(view: RoundView, competition: models.Competition, who: Who) -> None:
    now = checking.today(view.cid, view.number)
    reasons = reason_names(view.cid)
    view.since = [check_texts.changed(one, who, str(competition.sport), lambda key: reasons.get(key, key)) for one in now.since]
    view.today = _parts(now.differences, (), who)
    view.different = check_texts.different(now.differences)
    view.today_remarks = [markup(one, who) for one in now.remarks]


def _pair(white: int, black: int, who: Who) -> str:
    return _("%(white)s – %(black)s", white=who(white), black=who(black))


def _parts(differences: Iterable[Difference], bye_why: Sequence[Fact], who: Who) -> list[Part]:
    """Differences as they are shown; the bye is one of the pairs."""
    found = []
    for one in differences:
        left = [_pair(white, black, who) for white, black in one.missing]
        right = [(_pair(pair.white, pair.black, who), explain((*pair.why, *pair.remarks), who)) for pair in one.found]
        if one.bye != one.expected_bye:
            left.append(_("bye: %(player)s", player=who(one.expected_bye or 0)))
            right.append((_("bye: %(player)s", player=who(one.bye or 0)), explain(bye_why, who)))
        found.append(Part(left, right, markup(one.verdict.rule, who), check_texts.doubt(one.verdict)))
    return found


@dataclass(frozen=True)
class RoundLine:
    """A round in the list of everything."""

    number: int
    kind: str
    word: str
    text: str
    broken: int
    by_hand: bool


@dataclass(frozen=True)
class ListLine:
    """A published list in the list of everything. ``cells``: what differs; ``since``: what changed after it was published."""

    name: str
    last_round: int
    published: str
    kind: str
    word: str
    text: str
    cells: Sequence[str] = ()
    since: Sequence[str] = ()


@blueprint.get("/c/<int:cid>/check")
def everything(cid: int) -> ResponseReturnValue:
    """All rounds and all published lists."""
    competition = competition_or_404(cid)
    checks = checking.check_rounds(cid)
    lists = checking_lists.check_lists(cid)
    rounds = [_round_line(cid, check) for check in checks]
    checked = [check.agrees for check in checks if check.outcome is not None] + [one.agrees for one in lists]
    return render_template(
        "checks/everything.html",
        cid=cid,
        rounds=rounds,
        lists=[_list_line(cid, one, str(competition.sport)) for one in lists],
        agreeing=sum(checked),
        checked=len(checked),
    )


def _round_line(cid: int, check: RoundCheck) -> RoundLine:
    kind = _kind(check)
    word = {"ok": _("agrees"), "warn": _("differs"), "": _("not checkable")}[kind]
    broken = len(checking.illegal(cid, check.number))
    return RoundLine(check.number, kind, word, check_texts.summary(check), broken, check.touched.is_any)


def _list_line(cid: int, check: ListCheck, sport: str) -> ListLine:
    who = check_texts.who_of(check.names)
    reasons = reason_names(cid)
    cells = check.outcome.cells or check.now.cells
    since = [check_texts.changed(one, who, sport, lambda key: reasons.get(key, key)) for one in check.since]
    if check.settings_changed:
        since.append(_("The settings of the list were changed."))
    if not check.agrees:
        kind, word, text = "warn", _("differs"), _("Computed again, these values come out otherwise:")
    elif not check.now.agrees:
        kind, word = "pen", _("corrected since")
        text = _("It was right when it was published. With the games and settings of now these values are otherwise:")
    else:
        kind, word, text = "ok", _("agrees"), _("Computed again: the same places, scores and tie-breaks.")
    name = check.name or _("Standings")
    published = i18n.when(check.time, state().now().date())
    told = [check_texts.cell(cell, who, check.system) for cell in cells]
    return ListLine(name, check.last_round, published, kind, word, text, told, since if cells else ())
