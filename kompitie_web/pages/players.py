"""The players: entry line, list with ticks and edit in place, lot numbers and categories (spec 00 row 3, 61 Players).

The page of one player is in ``player_page``, lists from elsewhere in ``players_import``; both hang on this blueprint.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, abort, current_app, make_response, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from kompitie_web import messages
from kompitie_web.actions import competitions as competition_actions
from kompitie_web.actions import players as actions
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.exchange.lines import parse_line, propose_code
from kompitie_web.exchange.names import clean_name, sort_key
from kompitie_web.i18n import _, current_language
from kompitie_web.pages import player_page, players_import, players_list
from kompitie_web.pages.common import competition_or_404, done, engine_competition, is_partial, refusal
from kompitie_web.pages.frame import partial
from kompitie_web.store import models

blueprint = Blueprint("players", __name__)
blueprint.register_blueprint(players_import.blueprint)
blueprint.register_blueprint(player_page.blueprint)

BASE = "/c/<int:cid>/players"
#: The fields of a row that is edited in place.
ROW_FIELDS = ("lot", "code", "name", "rating", "club", "categories")


@dataclass(frozen=True)
class Editing:
    """The row that is being edited: its fields as typed and what is wrong with them."""

    id: int
    values: Mapping[str, Any]
    errors: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Head:
    """A column's head: the sort it asks for and how it is sorted now (``ascending``, ``descending`` or '')."""

    next: str
    direction: str


@dataclass(frozen=True)
class View:
    """What the list page shows. ``number``: the round from which a tick counts. ``here``: the address of the list as it is sorted."""

    lines: Sequence[players_list.Row]
    count: int
    hint_count: int
    number: int
    started: bool
    sort: str
    only_hints: bool
    heads: Mapping[str, Head]
    caption: str
    base: str
    here: str
    clubs: Sequence[str]
    others: bool
    new: frozenset[int] = frozenset()
    editing: Editing | None = None
    line: str = ""
    line_error: str = ""

    def row_html(self, line: players_list.Row) -> Markup:
        """A row of the list, not in edit."""
        return row_html(line, self.base, line.player.id in self.new, current_language())

    def rows_html(self) -> Markup:
        """All rows of the list."""
        return Markup("\n").join([self.row_html(line) for line in self.lines])


@lru_cache(maxsize=1024)
def row_html(line: players_list.Row, base: str, is_new: bool, language: str) -> Markup:
    """A row of the list as HTML. The same content gives the same row, so that a change only costs the rows that it changes: a list of
    400 players is shown after each of them is entered.
    """
    rows: Any = current_app.jinja_env.get_template("players/_row.html").module
    made: Markup = rows.row(line, base, is_new)
    return made


def category_names(cid: int) -> dict[str, str]:
    """The full names of the categories by letter."""
    return {row.letter: row.name for row in models.Category.select().where(models.Category.competition == cid)}


def make_view(cid: int, **more: Any) -> View:
    """The list as the address asks for it; ``more`` fills further fields."""
    competition = engine_competition(cid)
    lines = players_list.rows(competition, category_names(cid))
    started = players_list.has_started(competition)
    sort = request.args.get("sort") or ("lot" if started else players_list.NEWEST_FIRST)
    only_hints = bool(request.args.get("hints"))
    base = url_for("players.page", cid=cid)
    asked: dict[str, Any] = {
        key: value for key, value in (("sort", request.args.get("sort")), ("hints", request.args.get("hints"))) if value
    }
    others = models.Competition.select().where(models.Competition.id != cid).exists()
    view = View(
        lines=players_list.ordered([line for line in lines if line.has_hint] if only_hints else lines, sort),
        count=len(lines),
        hint_count=sum(1 for line in lines if line.has_hint),
        number=players_list.next_round(competition),
        started=started,
        sort=sort,
        only_hints=only_hints,
        heads=_heads(sort),
        caption=_caption(sort),
        base=base,
        here=url_for("players.page", cid=cid, **asked),
        clubs=sorted({player.club for player in competition.players if player.club}),
        others=others,
        new=frozenset(int(one) for one in request.args.get("new", "").split("-") if one.isdecimal()),
    )
    view = replace(view, **more)
    # Who was just added is seen at once, wherever the list is sorted.
    return replace(view, lines=sorted(view.lines, key=lambda line: line.player.id not in view.new)) if view.new else view


def _heads(sort: str) -> dict[str, Head]:
    column, down = players_list.column_of(sort)
    now = "descending" if down else "ascending"
    return {key: Head(players_list.next_sort(key, sort), now if key == column else "") for key in players_list.SORTS}


def _caption(sort: str) -> str:
    return _("The newest stands on top.") if players_list.column_of(sort) == ("entry", True) else ""


def show(cid: int, view: View, status: int = 200) -> Response:
    """The whole page."""
    return make_response(render_template("players/page.html", cid=cid, view=view), status)


def show_part(cid: int, view: View, message: str = "", row: int | None = None) -> str:
    """For htmx: the list (or one row of it) and everything else that changed."""
    body = render_template(
        "players/part.html", cid=cid, view=view, row=next((one for one in view.lines if one.player.id == row), None)
    )
    return partial(body, message) if message else body


@blueprint.get(BASE)
def page(cid: int) -> Response | str:
    """The list, with a row in edit when ``edit`` names one."""
    competition_or_404(cid)
    editing = request.args.get("edit", type=int)
    if editing is None:
        return show(cid, make_view(cid))
    view = make_view(cid, editing=Editing(editing, row_values(cid, editing)))
    return show_part(cid, view, row=editing) if is_partial() else show(cid, view)


def row_values(cid: int, competitor: int) -> dict[str, Any]:
    """The fields of a row as they are stored."""
    row = competitor_or_404(cid, competitor)
    return {key: "" if getattr(row, key) is None else getattr(row, key) for key in ROW_FIELDS}


def competitor_or_404(cid: int, competitor: int) -> models.Competitor:
    """The competitor of this competition; 404 when there is none such."""
    return player_page.competitor_or_404(cid, competitor)


@blueprint.post(BASE)
def add(cid: int) -> AnyResponse | tuple[str, int] | str:
    """Add the player of the entry line."""
    competition_or_404(cid)
    line = request.form.get("line", "")
    try:
        competitor = actions.add_player(cid, actions.recognised(cid, [parse_line(line)])[0])
    except ActionError as error:
        sentence = messages.error_text(error)
        if is_partial():
            return render_template("players/refused_line.html", sentence=sentence), 422
        return show(cid, make_view(cid, line=line, line_error=sentence), 422)
    row = competitor_or_404(cid, competitor)
    message = _("%(name)s added, code %(code)s.", name=row.name, code=row.code)
    if is_partial():
        return show_part(cid, make_view(cid, new=frozenset((competitor,))), message)
    return done(message, _list_url(cid, new=competitor))


def _list_url(cid: int, **more: Any) -> str:
    kept: dict[str, Any] = {key: value for key in ("sort", "hints") if (value := request.args.get(key))}
    return url_for("players.page", cid=cid, **kept, **more)


@blueprint.get(f"{BASE}/preview")
def preview(cid: int) -> str:
    """How the line in the entry field is understood, before it is added."""
    competition_or_404(cid)
    line = request.args.get("line", "")
    if not line.strip(" ;\t"):
        return ""
    competition = engine_competition(cid)
    try:
        player = actions.recognised(cid, [parse_line(line)])[0]
    except ActionError as error:
        return render_template("players/preview.html", error=messages.error_text(error))
    taken = [one.code for one in competition.players]
    key = sort_key(clean_name(player.name))
    return render_template(
        "players/preview.html",
        player=player,
        code=propose_code(player.name, taken),
        categories=players_list.category_text(player.categories, category_names(cid)),
        twins=[one for one in competition.players if sort_key(one.name) == key],
    )


@blueprint.post(f"{BASE}/<int:competitor>/row")
def row(cid: int, competitor: int) -> AnyResponse | tuple[str, int] | str:
    """Save a row that was edited in place."""
    competition_or_404(cid)
    before = competitor_or_404(cid, competitor)
    typed = {key: request.form[key] for key in ROW_FIELDS if key in request.form}
    changes, errors = player_page.read_fields(typed)
    if not errors and changes.get("rating", before.rating) != before.rating:
        question = player_page.follow_question(cid, competitor, typed)
        if question is not None:
            return _whole_page() or player_page.show(cid, competitor, values=typed, question=question)
    if not errors:
        try:
            actions.edit_player(competitor, changes)
        except ActionError as error:
            errors = refusal(error)
    if errors:
        view = make_view(cid, editing=Editing(competitor, {**row_values(cid, competitor), **typed}, errors))
        return (show_part(cid, view, row=competitor), 422) if is_partial() else show(cid, view, 422)
    message = _("%(name)s changed.", name=changes.get("name") or before.name)
    if is_partial():
        return show_part(cid, make_view(cid), message)
    return done(message, _list_url(cid) + f"#p{competitor}")


@blueprint.post(f"{BASE}/tick")
def tick(cid: int) -> AnyResponse | str:
    """Switch one of the two ticks from the next round on: ``tick`` is ``schedule:12:0`` (what, who, on)."""
    competition_or_404(cid)
    what, _sign, rest = request.form.get("tick", "").partition(":")
    who, _sign, on = rest.partition(":")
    if what not in ("schedule", "standings") or not who.isdecimal() or on not in ("0", "1"):
        abort(400)
    competitor = competitor_or_404(cid, int(who))
    number = players_list.next_round(engine_competition(cid))
    try:
        message = player_page.switch(competitor, what, number, on == "1")
    except NeedsConfirmation as error:
        return _whole_page() or player_page.show(
            cid, competitor.id, question=player_page.withdraw_question(cid, competitor.id, number, error)
        )
    except ActionError as error:
        return _whole_page() or player_page.show(cid, competitor.id, 422, errors={"participation": messages.error_text(error)})
    if is_partial():
        return show_part(cid, make_view(cid), message, row=competitor.id)
    return done(message, _list_url(cid) + f"#p{competitor.id}")


def _whole_page() -> Response | None:
    """Tells the script to send the same form as a plain one, because the answer is a question on a page of its own."""
    return make_response("", 409) if is_partial() else None


@blueprint.route(f"{BASE}/lots", methods=["GET", "POST"])
def lots(cid: int) -> AnyResponse | str:
    """Give lot numbers by a rule, or type them in."""
    competition = competition_or_404(cid)
    players = sorted(engine_competition(cid).players, key=lambda one: (one.lot, one.order))
    errors: dict[str, str] = {}
    if request.method == "POST":
        try:
            message = _give_lots(cid, request.form.get("method", ""), request.form.get("seed", ""))
            return done(message, url_for("players.page", cid=cid, sort="lot"))
        except ActionError as error:
            errors = refusal(error)
    answer = render_template(
        "players/lots.html",
        cid=cid,
        players=players,
        errors=errors,
        method=request.form.get("method", "rating"),
        seed=request.form.get("seed", ""),
        last_seed=competition.pairing_options.get("lot_seed"),
        typed=request.form,
        started=players_list.has_started(engine_competition(cid)),
    )
    return make_response(answer, 422 if errors else 200)


def _give_lots(cid: int, method: str, seed: str) -> str:
    """Give the numbers; the sentence says how. ActionError ``number_unknown`` for a seed that is no number."""
    if method == "hand":
        return _lots_by_hand(cid)
    wanted = seed.strip()
    if method == "draw" and wanted and not (wanted.isdecimal() and len(wanted) <= 9):
        raise ActionError("number_unknown", "seed", value=wanted)
    used = actions.set_lots(cid, method, int(wanted) if method == "draw" and wanted else None)
    if method == "draw":
        return _("Lot numbers drawn; the number of this draw is %(seed)s.", seed=used)
    return _("Lot numbers given.")


def _lots_by_hand(cid: int) -> str:
    typed = {player.id: request.form.get(f"lot-{player.id}", "").strip() for player in engine_competition(cid).players}
    actions.set_lots_by_hand(cid, {key: text for key, text in typed.items() if text})
    return _("Lot numbers saved.")


@blueprint.route(f"{BASE}/categories", methods=["GET", "POST"])
def categories(cid: int) -> AnyResponse | str:
    """The full names of the categories; a new letter may be added."""
    competition_or_404(cid)
    errors: dict[str, str] = {}
    names = category_names(cid)
    if request.method == "POST":
        typed = {letter: request.form.get(f"name-{letter}", name) for letter, name in names.items()}
        if new := request.form.get("letter", "").strip():
            typed[new] = request.form.get("name", "")
        try:
            competition_actions.set_category_names(
                cid, {key: name for key, name in typed.items() if names.get(key) != clean_name(name)}
            )
        except ActionError as error:
            errors = refusal(error)
        if not errors:
            return done(_("Categories saved."), url_for("players.categories", cid=cid))
    competition = engine_competition(cid)
    users = {
        letter: [competition.names[one.id] for one in competition.players if letter in one.categories]
        for letter in category_names(cid)
    }
    answer = render_template(
        "players/categories.html", cid=cid, names=category_names(cid), users=users, errors=errors, typed=request.form
    )
    return make_response(answer, 422 if errors else 200)
