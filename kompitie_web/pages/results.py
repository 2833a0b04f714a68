"""The results screen: one key a result, open games first; corrections, a check pass, and rounds of one player (spec 00 rows 8 and 10).

A key press travels: results.js → ``enter`` → ``actions.results.enter_result`` → the journal's triggers → the row, the counter and the
toast come back. The browser says which result it showed; when the stored one is another meanwhile, nothing is overwritten.
"""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for

from kompitie_web import result_texts
from kompitie_web.actions import results as actions
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.i18n import _
from kompitie_web.messages import error_text
from kompitie_web.pages import choosing, results_page, results_view
from kompitie_web.pages.common import NextStep, competition_or_404, done, is_ours, refusal, see_other
from kompitie_web.pages.frame import partial
from kompitie_web.pages.results_page import EntryForm, View
from kompitie_web.pages.results_view import GameLine, Typed
from kompitie_web.pages.round_screen import Question
from kompitie_web.store import models

if TYPE_CHECKING:
    from kompitie_web.actions.results import Change

blueprint = Blueprint("results", __name__)
_RATING = re.compile(r"(?:^|\s)[-−–](\d{1,5})$|^(\d{1,5})$")


@blueprint.get("/c/<int:cid>/results")
@blueprint.get("/c/<int:cid>/results/<int:number>")
def page(cid: int, number: int | None = None) -> Response:
    """The results of a round, without a number of the round whose results come next. ``at``: the game in hand, ``find``: a table or code to jump to, ``check``: the check pass, ``more``: the
    other fields of the game in hand, ``entry``: the form of a single entry.
    """
    if number is None:
        competition_or_404(cid)
        return see_other(url_for("results.page", cid=cid, number=results_view.sensible_round(results_view.tabs(cid))))
    view = _view(cid, number)
    wanted = request.args.get("find", "")
    if wanted:
        line = results_view.find(view.lines, wanted)
        if line is not None:
            return see_other(f"{view.base}?{'check=1&' if view.check else ''}at={line.id}")
        view.find, view.find_error = wanted, results_page.nothing_found(wanted)
    asked = request.args.get("entry", "")
    if asked:
        view.open_entry(asked)
    return show(view)


def _competition_and_round(cid: int, number: int) -> tuple[models.Competition, models.Round]:
    competition = competition_or_404(cid)
    row: models.Round | None = models.Round.get_or_none((models.Round.competition == cid) & (models.Round.number == number))
    if row is None:
        abort(404)
    return competition, row


def _view(cid: int, number: int, check: bool | None = None) -> View:
    competition, row = _competition_and_round(cid, number)
    args = request.args
    at = args.get("at", type=int) if request.method == "GET" else None
    checking = "check" in args if check is None else check
    return results_page.load(competition, row, checking, at, more="more" in args and request.method == "GET")


def show(view: View, status: int = 200) -> Response:
    """The whole page."""
    return make_response(render_template("results/page.html", view=view), status)


# ── entering ─────────────────────────────────────────────────────────────────


@blueprint.post("/c/<int:cid>/results/<int:number>")
def enter(cid: int, number: int) -> Response:
    """Store results: one row for a script (``game``, ``typed``, ``before``), or every filled field of the form."""
    if "game" in request.form:
        return _enter_row(cid, number)
    view = _view(cid, number, check=False)
    by_id = {line.id: line for line in view.lines}
    changes: list[Change] = []
    last = 0
    for game, typed, confirmed in _sent(view):
        line = by_id.get(game)
        if line is None:
            view.errors[""] = results_page.game_gone()
            continue
        last = game
        outcome = _store(view, line, typed, request.form.get(f"b{game}", line.result), confirmed)
        if isinstance(outcome, Typed):
            view.typed[game] = outcome
        elif outcome is not None:
            changes.append(outcome)
    if view.typed or view.errors:
        kept, errors = view.typed, view.errors
        view = _view(cid, number, check=False)
        view.typed, view.errors = kept, errors
        view.take_in_hand(next(iter(kept), 0))
        return show(view, 422)
    following = _following(view, last, {change.game for change in changes})
    location = f"{view.base}?at={following}" if following else view.base
    if not changes:
        return see_other(location)
    return done(" ".join(results_page.change_text(change, view.sport) for change in changes[:3]), location)


def _sent(view: View) -> list[tuple[int, str, bool]]:
    """What a form without scripts sends: (game, text, confirmed) of each field that differs from what is stored."""
    form = request.form
    if answer := form.get("yes", ""):
        game, _colon, code = answer.partition(":")
        return [(int(game), result_texts.text(code, view.sport), True)] if game.isdecimal() else []
    sent = []
    key_game, _colon, key = form.get("key", "").partition(":")
    for name, text in form.items():
        if not re.fullmatch(r"r\d+", name) or name[1:] in (key_game, form.get("no", "")):
            continue
        before = form.get(f"b{name[1:]}", "")
        if text.strip() != result_texts.text(before, view.sport):
            sent.append((int(name[1:]), text, False))
    if key and key_game.isdecimal():
        sent.append((int(key_game), key, False))
    return sent


def _following(view: View, last: int, entered: set[int]) -> int:
    """The open game after the last one that was stored, else the first open one, else 0."""
    waiting = [line for line in view.lines if line.is_open and line.id not in entered]
    if not last or not waiting:
        return 0
    place = next((line.table for line in view.lines if line.id == last), 0)
    return next((line.id for line in waiting if line.table > place), waiting[0].id)


def _store(view: View, line: GameLine, typed: str, before: str, confirmed: bool) -> "Change | Typed | None":
    """Store one typed result; what has to be said or asked when that is not possible. None: it is what is stored already."""
    try:
        code = result_texts.read(typed, view.sport, view.free, before)
    except ValueError:
        return Typed(typed, message=results_page.not_a_result(typed, view))
    if code == line.result:
        return None
    if before != line.result:
        return results_page.changed_meanwhile(line, code, view.sport)
    try:
        change = actions.enter_result(line.id, code, confirmed=confirmed, expected=line.result)
        return replace(change, white=line.white, black=line.black)  # with the codes of two of the same name, as the rows show them
    except NeedsConfirmation as question:
        yes = _("Yes, save %(result)s", result=result_texts.text(code, view.sport) or "–")
        return Typed(typed, question=error_text(question), code=code, yes=yes, no=_("No, leave it"))
    except ActionError as error:
        fresh = results_view.game_line(view.round_id, line.id, view.sport) if error.code == "result_changed" else None
        return results_page.changed_meanwhile(fresh, code, view.sport) if fresh else Typed(typed, message=error_text(error))


def _enter_row(cid: int, number: int) -> Response:
    """One row for the script: stored and on the disk when the answer is 200; else the row with what to say about it."""
    competition, row = _competition_and_round(cid, number)
    form = request.form
    game = form.get("game", type=int) or 0
    line = results_view.game_line(row.id, game, competition.sport)
    if line is None:
        return make_response(render_template("results/gone.html", game=game, text=results_page.game_gone()), 409)
    view = results_page.brief(competition, row)
    outcome = _store(view, line, form.get("typed", ""), form.get("before", ""), "confirmed" in form)
    if isinstance(outcome, Typed):
        line = results_view.game_line(row.id, game, competition.sport) or line
        return make_response(render_template("results/row.html", view=view, line=line, typed=outcome), 422)
    if outcome is None:
        return make_response(render_template("results/row.html", view=view, line=line, typed=None))
    stored = results_view.game_line(row.id, game, competition.sport)
    view.progress = results_view.progress(row.id)
    if not view.progress.open:
        view.find_next_step()
    body = render_template("results/row.html", view=view, line=stored, typed=None, stored=True)
    text = results_page.change_text(outcome, competition.sport)
    step = view.step or NextStep("results", {"number": number, "open": view.progress.open})
    return make_response(partial(body, text, counts={"results": results_view.entered_text(cid)}, step=step))


@blueprint.get("/c/<int:cid>/results/<int:number>/row")
def row(cid: int, number: int) -> Response:
    """One row for the script: as a field (``edit``) or as it stands."""
    competition, found = _competition_and_round(cid, number)
    line = results_view.game_line(found.id, request.args.get("game", 0, type=int), competition.sport)
    if line is None:
        abort(404)
    typed = Typed(line.typed) if "edit" in request.args else None
    return make_response(render_template("results/row.html", view=results_page.brief(competition, found), line=line, typed=typed))


# ── the check pass ───────────────────────────────────────────────────────────


@blueprint.post("/c/<int:cid>/results/<int:number>/check")
def check(cid: int, number: int) -> Response:
    """Compare results that are typed a second time with the stored ones. Only a yes to a difference stores anything."""
    view = _view(cid, number, check=True)
    form = request.form
    by_id = {line.id: line for line in view.lines}
    answered = _answer(view, by_id)
    if answered is not None:
        return answered
    one = form.get("game", type=int)
    key_game, _colon, key = form.get("key", "").partition(":")
    dropped = form.get("no", "")
    sent = {int(name[1:]): text for name, text in form.items() if re.fullmatch(r"r\d+", name) and name[1:] != dropped}
    if key and key_game.isdecimal():
        sent[int(key_game)] = key
    if one is not None:
        sent = {one: form.get("typed", "")}
    if dropped.isdecimal() and int(dropped) in by_id:
        view.agreed.add(int(dropped))
    for game, text in sent.items():
        line = by_id.get(game)
        if line is not None and text.strip():
            _compare(view, line, text)
    view.arrange(None)
    if one is None:
        return show(view)
    if one not in by_id:
        return make_response(render_template("results/gone.html", game=one, text=results_page.game_gone()), 409)
    typed = view.typed.get(one)
    body = render_template("results/row.html", view=view, line=by_id[one], typed=typed, agreed=one in view.agreed)
    return make_response(body, 422 if typed else 200)


def _compare(view: View, line: GameLine, text: str) -> None:
    """Put a game with those that agree, or note the difference."""
    try:
        code = result_texts.read(text, view.sport, view.free, line.result)
    except ValueError:
        view.typed[line.id] = Typed(text, message=results_page.not_a_result(text, view))
        return
    if code == line.result:
        view.agreed.add(line.id)
    else:
        view.typed[line.id] = results_page.difference(line, code, view.sport)


def _answer(view: View, by_id: dict[int, GameLine]) -> Response | None:
    """A yes to a difference: store what was typed now."""
    game, _colon, code = request.form.get("yes", "").partition(":")
    line = by_id.get(int(game)) if game.isdecimal() else None
    if line is None:
        return None
    outcome = _store(view, line, result_texts.text(code, view.sport), request.form.get(f"b{game}", line.result), True)
    alone = "game" in request.form
    if isinstance(outcome, Typed):
        view.typed[line.id] = outcome
        view.arrange(None)
        body = render_template("results/row.html", view=view, line=line, typed=outcome) if alone else ""
        return make_response(body, 422) if alone else show(view, 422)
    text = results_page.change_text(outcome, view.sport) if outcome is not None else ""
    if not alone:
        return done(text, f"{view.base}?check=1")
    fresh = results_view.game_line(view.round_id, line.id, view.sport)
    return make_response(partial(render_template("results/row.html", view=view, line=fresh, typed=None, agreed=True), text))


# ── the other fields of a game ───────────────────────────────────────────────


@blueprint.post("/c/<int:cid>/results/<int:number>/game/<int:game>")
def game(cid: int, number: int, game: int) -> Response:
    """Date and table of a game, brackets, removal. ``do``: save, annul, count, remove."""
    view = _view(cid, number, check=False)
    back = f"{view.base}?at={game}"
    what = request.form.get("do", "")
    line = next((line for line in view.lines if line.id == game), None)
    if line is None:
        view.errors[""] = results_page.game_gone()
        return show(view, 409)
    try:
        if what == "remove":
            actions.remove_game(game, confirmed="confirmed" in request.form)
            return done(_("%(white)s – %(black)s was removed.", white=line.white, black=line.black), view.base)
        if what in ("annul", "count"):
            actions.annul([game], on=what == "annul")
            return done(results_page.annulled_text(line, what == "annul"), back)
        changes = {key: request.form[key] for key in ("date", "table") if key in request.form}
        if not changes.get("table"):
            changes.pop("table", None)
        actions.edit_game(game, changes)
        return done(_("The date and table of %(white)s – %(black)s are saved.", white=line.white, black=line.black), back)
    except NeedsConfirmation as question:
        view.question = Question(error_text(question), url_for("results.game", cid=cid, number=number, game=game), [("do", what)])
    except ActionError as error:
        view.errors.update(refusal(error))
    view.take_in_hand(game)
    view.more = True
    return show(view, 422)


# ── rounds of one player ─────────────────────────────────────────────────────


@blueprint.post("/c/<int:cid>/results/<int:number>/single")
def single(cid: int, number: int) -> Response:
    """A bye, an absence or a game against somebody from outside; the opponent as a name, as −1453, or both."""
    view = _view(cid, number, check=False)
    form = request.form
    entry = EntryForm.sent(form)
    players = choosing.choices(cid)
    player = choosing.chosen(entry.player, players)
    if player is None:
        entry.errors["player"] = choosing.unknown(entry.player)
    name, rating = outside_opponent(entry.opponent)
    code = ""
    try:
        code = result_texts.read(entry.result, view.sport, view.free)
    except ValueError:
        entry.errors["result"] = results_page.not_a_result(entry.result, view)
    if not entry.errors and player is not None:
        try:
            actions.enter_single(cid, number, player, entry.reason, code, rating, name, entry.colour, confirmed="confirmed" in form)
            shown = results_view.names(view.round_id)[player]
            wanted = form.get("back", "")
            return done(_saved(shown, number, code, view.sport), wanted if is_ours(wanted) else f"{view.base}#entries")
        except NeedsConfirmation as question:
            entry.question = error_text(question)
        except ActionError as error:
            key = "opponent" if error.field in ("rating", "opponent_rating", "opponent_name") else error.field or ""
            entry.errors[key] = error_text(error)
    view.fill_entry(entry)
    return show(view, 422)


def _saved(player: str, number: int, code: str, sport: str) -> str:
    """What was saved of a player, with the own result when there is one."""
    if not code:
        return _("The line of %(player)s in round %(number)s is saved.", player=player, number=number)
    result = result_texts.text(code, sport)
    return _("The match of %(player)s in round %(number)s is saved: %(result)s.", player=player, number=number, result=result)


def outside_opponent(typed: str) -> tuple[str, int | None]:
    """Name and rating of an opponent as typed: ``−1453`` (Kompitie's way), ``1453``, ``Jansen −1453`` or ``Jansen``."""
    cleaned = " ".join(typed.split())
    match = _RATING.search(cleaned)
    if match is None:
        return cleaned, None
    return cleaned[: match.start()].strip(), int(match[1] or match[2])


@blueprint.post("/c/<int:cid>/results/<int:number>/single/remove")
def remove_single(cid: int, number: int) -> Response:
    """Take a single entry away."""
    view = _view(cid, number, check=False)
    entry = request.form.get("entry", 0, type=int)
    line = next((line for line in view.entries if line.id == entry), None)
    try:
        actions.remove_single(entry, confirmed="confirmed" in request.form)
    except NeedsConfirmation as question:
        address = url_for("results.remove_single", cid=cid, number=number)
        view.question = Question(error_text(question), address, [("entry", str(entry))])
        return show(view, 422)
    except ActionError as error:
        view.errors.update(refusal(error))
        return show(view, 422)
    name = line.player if line is not None else ""
    return done(_("The line of %(player)s in round %(number)s is removed.", player=name, number=number), f"{view.base}#entries")
