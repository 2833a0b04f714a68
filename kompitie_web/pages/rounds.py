"""The rounds screen: from planned to published, changes by hand, and why (spec 00 rows 5 and 6, 31 "What the arbiter gets").

Each form is an ordinary one; a question about it comes back on the same page with a form that sends the same fields and a yes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from engine.competition import CLOSED, PUBLISHED
from kompitie_web import result_texts
from kompitie_web.actions import rounds as actions
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.result_codes import allows_free_scores
from kompitie_web.i18n import _
from kompitie_web.messages import error_text
from kompitie_web.pages import choosing, rounds_page, rounds_selection
from kompitie_web.pages.common import competition_or_404, current_round, done, engine_competition, refusal, see_other
from kompitie_web.pages.round_screen import Question
from kompitie_web.pages.rounds_page import View
from kompitie_web.security import TOKEN_FIELD
from kompitie_web.store import models

blueprint = Blueprint("rounds", __name__)
BASE = "/c/<int:cid>/rounds/<int:number>"


@blueprint.get("/c/<int:cid>/rounds")
@blueprint.get(BASE)
def page(cid: int, number: int | None = None) -> Response:
    """A round, without a number the one of the day. ``panel``: what is opened, ``pick``: players picked up, ``why``: a game or ``bye``."""
    if number is None:
        competition_or_404(cid)
        return see_other(url_for("rounds.page", cid=cid, number=current_round(engine_competition(cid))))
    view = _view(cid, number)
    view.open_panel(request.args.get("panel", ""))
    view.pick(rounds_selection.picked(request.args.getlist("pick"), view.table))
    view.explain(request.args.get("why", ""))
    return _show(view)


def _row(cid: int, number: int) -> models.Round:
    row: models.Round | None = models.Round.get_or_none((models.Round.competition == cid) & (models.Round.number == number))
    if row is None:
        abort(404)
    return row


def _view(cid: int, number: int) -> View:
    competition = competition_or_404(cid)
    return rounds_page.load(competition, _row(cid, number))


def _show(view: View, status: int = 200) -> Response:
    return make_response(render_template("rounds/page.html", view=view), status)


@blueprint.get(f"{BASE}/why")
def why(cid: int, number: int) -> Response:
    """One explanation for the script, as a row to put under the pair."""
    view = rounds_page.bare(competition_or_404(cid), _row(cid, number))
    view.explain(request.args.get("game", ""))
    if view.explanation is None:
        abort(404)
    return make_response(render_template("rounds/why.html", view=view))


@blueprint.get(f"{BASE}/selection")
def selection(cid: int, number: int) -> Response:
    """The bar of the players picked up, for the script."""
    view = rounds_page.bare(competition_or_404(cid), _row(cid, number))
    view.pick(rounds_selection.picked(request.args.getlist("pick"), view.table))
    return make_response(render_template("rounds/selection.html", view=view))


# ── doing something, asking first where needed ───────────────────────────────


@dataclass
class Doing:
    """An action of a form: the call (with the yes, when it was given), what the toast says, the panel it was sent from, and the page
    that follows [the round].
    """

    call: Callable[[bool], object]
    message: Callable[[], str]
    panel: str = ""
    location: Callable[[], str] | None = None


def _do(cid: int, number: int, doing: Doing) -> Response:
    """Carry it out; a refusal stands at its field, a question on the page with the same fields."""
    competition_or_404(cid)
    _row(cid, number)
    try:
        doing.call("confirmed" in request.form)
    except NeedsConfirmation as question:
        return _ask(cid, number, error_text(question), "allow_incomplete" if question.code == "no_complete_pairing" else "")
    except ActionError as error:
        view = _view(cid, number)
        if doing.panel:
            view.open_panel(doing.panel, request.form.to_dict())
        view.errors = refusal(error)
        _lift(view)
        return _show(view, 422)
    return done(doing.message(), doing.location() if doing.location else url_for("rounds.page", cid=cid, number=number))


def _lift(view: View) -> None:
    """A refusal about a field that the page does not show stands above the page."""
    shown = {"new": ("white", "black", "in_round", "date", "result"), "bye": ("player",), "date": ("date", "session")}
    shown["schedule"] = ("from_round", "table", "swapped")
    fields = shown.get(view.panel, ())
    hidden = [name for name in view.errors if name and name not in fields]
    for name in hidden:
        view.errors[""] = view.errors.pop(name)


def _ask(cid: int, number: int, text: str, extra: str = "") -> Response:
    """The page with a question; the form of the yes sends the same fields, and ``extra`` when the yes means more."""
    view = _view(cid, number)
    values = [(name, value) for name, value in request.form.items(multi=True) if name not in (TOKEN_FIELD, "confirmed", extra)]
    if extra:
        values.append((extra, "1"))
    view.question = Question(text, request.path, values)
    return _show(view)


def _picked() -> list[int]:
    return [int(one) for one in request.form.getlist("pick") if one.isdecimal()]


def _published_question(cid: int, number: int) -> str:
    """A published pairing is changed with care only; '' when no question is needed."""
    if "confirmed" in request.form or _row(cid, number).state not in (PUBLISHED, CLOSED):
        return ""
    return _("Round %(number)s is published: the players may already know their game. Change it all the same?", number=number)


@blueprint.post(f"{BASE}/draft")
def draft(cid: int, number: int) -> Response:
    """Pair the round, or pair again what is not locked."""
    incomplete = "allow_incomplete" in request.form
    return _do(
        cid,
        number,
        Doing(
            lambda confirmed: actions.draft_round(cid, number, allow_incomplete=incomplete, confirmed=confirmed),
            lambda: _("Round %(number)s is paired as a draft. Look at it, then publish it.", number=number),
        ),
    )


@blueprint.post(f"{BASE}/publish")
def publish(cid: int, number: int) -> Response:
    """Make the draft public."""
    return _do(
        cid,
        number,
        Doing(
            lambda confirmed: actions.publish_round(cid, number, confirmed=confirmed),
            lambda: _("Round %(number)s is published.", number=number),
        ),
    )


@blueprint.post(f"{BASE}/discard")
def discard(cid: int, number: int) -> Response:
    """Throw the draft away."""
    message = _("The draft of round %(number)s is thrown away.", number=number)
    return _do(cid, number, Doing(lambda _confirmed: actions.discard_draft(cid, number), lambda: message))


@blueprint.post(f"{BASE}/close")
def close(cid: int, number: int) -> Response:
    """The round is over."""
    message = _("Round %(number)s is closed.", number=number)
    return _do(cid, number, Doing(lambda confirmed: actions.close_round(cid, number, confirmed=confirmed), lambda: message))


@blueprint.post(f"{BASE}/reopen")
def reopen(cid: int, number: int) -> Response:
    """The round may be changed again."""
    message = _("Round %(number)s is open again.", number=number)
    return _do(cid, number, Doing(lambda _confirmed: actions.reopen_round(cid, number), lambda: message))


@blueprint.post(f"{BASE}/change")
def change(cid: int, number: int) -> Response:
    """Date and session of the round."""
    form = request.form
    message = _("Date and session of round %(number)s are saved.", number=number)
    return _do(
        cid,
        number,
        Doing(
            lambda _confirmed: actions.set_round(cid, number, form.get("date", ""), form.get("session", "")),
            lambda: message,
            "date",
        ),
    )


@blueprint.post(f"{BASE}/delete")
def delete(cid: int, number: int) -> Response:
    """Delete the round. The panel asked already what becomes of the results, so its answer is the yes."""
    keep = request.form.get("keep_results", "1") != "0"
    message = _("Round %(number)s is deleted.", number=number)
    return _do(
        cid,
        number,
        Doing(
            lambda _confirmed: actions.delete_round(cid, number, keep_results=keep, confirmed=True),
            lambda: message,
            "delete",
            lambda: url_for("rounds.page", cid=cid, number=max(1, number - 1)),
        ),
    )


@blueprint.post("/c/<int:cid>/rounds/add")
def add_round(cid: int) -> Response:
    """Plan one round more."""
    competition_or_404(cid)
    number = current_round(engine_competition(cid))
    made: list[int] = []
    return _do(
        cid,
        number,
        Doing(
            lambda _confirmed: made.append(actions.add_round(cid)),
            lambda: _("Round %(number)s is added.", number=made[0]),
            location=lambda: url_for("rounds.page", cid=cid, number=made[0]),
        ),
    )


@blueprint.post(f"{BASE}/schedule")
def schedule(cid: int, number: int) -> Response:
    """Write the whole schedule of a round robin."""
    form = request.form
    start = form.get("from_round", "").strip()

    def make(confirmed: bool) -> None:
        if start and not start.isdecimal():
            raise ActionError("number_unknown", "from_round", value=start)
        actions.make_schedule(
            cid,
            from_round=int(start) if start else None,
            double=form.get("double") == "1",
            swapped=form.get("swapped") == "1",
            table=form.get("table", "berger"),
            seam=form.get("seam") == "1",
            confirmed=confirmed,
        )

    first = int(start) if start.isdecimal() and int(start) else number
    return _do(
        cid,
        number,
        Doing(
            make,
            lambda: _("The schedule is made and published."),
            "schedule",
            lambda: url_for("rounds.page", cid=cid, number=first),
        ),
    )


# ── by hand ──────────────────────────────────────────────────────────────────


@blueprint.post(f"{BASE}/swap")
def swap(cid: int, number: int) -> Response:
    """The two players picked up change places."""
    players = _picked()
    if len(players) != rounds_selection.MOST:
        return see_other(url_for("rounds.page", cid=cid, number=number))
    question = _published_question(cid, number)
    if question:
        competition_or_404(cid)
        return _ask(cid, number, question)
    names = engine_competition(cid).names
    message = _("%(first)s and %(second)s changed places.", first=names.get(players[0], ""), second=names.get(players[1], ""))
    return _do(
        cid,
        number,
        Doing(lambda confirmed: actions.swap_players(cid, number, players[0], players[1], confirmed=confirmed), lambda: message),
    )


def _on_games(cid: int, number: int, act: Callable[[list[int], bool], object], message: Callable[[str], str]) -> Response:
    """Do something with the games of the players picked up."""
    view = _view(cid, number)
    players = set(_picked())
    games = [game for game in view.table.games if players & {game.white_id, game.black_id}]
    if not games:
        return see_other(view.base)
    named = " · ".join(_("%(white)s – %(black)s", white=game.white, black=game.black) for game in games)

    ids = [game.id for game in games]
    return _do(cid, number, Doing(lambda confirmed: act(ids, confirmed), lambda: message(named)))


@blueprint.post(f"{BASE}/colours")
def colours(cid: int, number: int) -> Response:
    """White becomes black in the games of the players picked up."""
    question = _published_question(cid, number)
    if question:
        competition_or_404(cid)
        return _ask(cid, number, question)
    return _on_games(
        cid,
        number,
        lambda games, confirmed: actions.reverse_colours_of(games, confirmed=confirmed),
        lambda games: _("Colours reversed: %(games)s.", games=games),
    )


@blueprint.post(f"{BASE}/unpair")
def unpair(cid: int, number: int) -> Response:
    """Take the games of the players picked up apart."""
    question = _published_question(cid, number)
    if question:
        competition_or_404(cid)
        return _ask(cid, number, question)
    return _on_games(
        cid, number, lambda games, _confirmed: actions.unpair_games(games), lambda games: _("Taken apart: %(games)s.", games=games)
    )


@blueprint.post(f"{BASE}/lock")
def lock(cid: int, number: int) -> Response:
    """Lock the games of the players picked up, or unlock them."""
    on = request.form.get("on", "1") == "1"
    return _on_games(
        cid,
        number,
        lambda games, _confirmed: actions.lock_games(games, on),
        lambda games: _("Locked: %(games)s.", games=games) if on else _("Unlocked: %(games)s.", games=games),
    )


@blueprint.post(f"{BASE}/game")
def add_game(cid: int, number: int) -> Response:
    """A game by hand, in this round or the one chosen, with a date and result of its own."""
    competition = competition_or_404(cid)
    form = request.form
    picked = _picked()
    players = choosing.choices(cid)
    names = engine_competition(cid).names
    errors: dict[str, str] = {}
    if len(picked) == rounds_selection.MOST:
        sides = {"white": picked[0], "black": picked[1]}
    else:
        sides = _sides(form, players, errors)
    target = form.get("in_round", number, type=int)
    code = ""
    try:
        code = result_texts.read(form.get("result", ""), competition.sport, allows_free_scores(cid))
    except ValueError:
        errors["result"] = _("“%(text)s” is not a result.", text=form.get("result", "").strip())
    if errors:
        view = _view(cid, number)
        view.open_panel("new", form.to_dict())
        view.errors = errors
        return _show(view, 422)
    words = {"white": names.get(sides["white"], ""), "black": names.get(sides["black"], ""), "number": target}
    return _do(
        cid,
        number,
        Doing(
            lambda confirmed: actions.add_game(
                cid, target, sides["white"], sides["black"], form.get("date") or None, code, confirmed=confirmed
            ),
            lambda: _("Added to round %(number)s: %(white)s – %(black)s.", **words),
            "new",
            lambda: url_for("rounds.page", cid=cid, number=target),
        ),
    )


def _sides(form: MultiDict[str, str], players: Sequence[choosing.Choice], errors: dict[str, str]) -> dict[str, int]:
    sides = {}
    for side in ("white", "black"):
        player = choosing.chosen(form.get(side, ""), players)
        if player is None:
            errors[side] = choosing.unknown(form.get(side, ""))
        else:
            sides[side] = player
    return sides


@blueprint.post(f"{BASE}/bye")
def bye(cid: int, number: int) -> Response:
    """Give the bye to the player picked up or typed."""
    competition_or_404(cid)
    picked = _picked()
    players = choosing.choices(cid)
    player = picked[0] if picked else choosing.chosen(request.form.get("player", ""), players)
    if player is None:
        view = _view(cid, number)
        view.open_panel("bye", request.form.to_dict())
        view.errors = {"player": choosing.unknown(request.form.get("player", ""))}
        return _show(view, 422)
    name = engine_competition(cid).names.get(player, "")
    return _do(
        cid,
        number,
        Doing(
            lambda confirmed: actions.give_bye(cid, number, player, confirmed=confirmed),
            lambda: _("%(player)s has the bye of round %(number)s.", player=name, number=number),
            "" if picked else "bye",
        ),
    )


@blueprint.post(f"{BASE}/bye/take")
def take_bye(cid: int, number: int) -> Response:
    """Take the bye of the player picked up away."""
    competition_or_404(cid)
    players = _picked()
    if not players:
        return see_other(url_for("rounds.page", cid=cid, number=number))
    name = engine_competition(cid).names.get(players[0], "")
    return _do(
        cid,
        number,
        Doing(
            lambda _confirmed: actions.take_bye(cid, number, players[0]),
            lambda: _("%(player)s no longer has the bye of round %(number)s.", player=name, number=number),
        ),
    )
