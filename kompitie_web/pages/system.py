"""The program itself: language, undo and redo, finding anything, key help, about, Stop, and the door for a second start."""

import json
import os
import threading
import unicodedata
from functools import cache
from hmac import compare_digest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, current_app, g, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from kompitie_web import __version__, i18n
from kompitie_web.i18n import _
from kompitie_web.known_files import shown
from kompitie_web.pages.common import (
    back,
    competition_or_404,
    document_answer,
    done,
    engine_competition,
    file_needed,
    results_round,
    see_other,
    state,
)
from kompitie_web.pages.key_help import sections

if TYPE_CHECKING:
    from engine.competition import Competition, Game, Player

blueprint = Blueprint("system", __name__)
#: Time for the goodbye page to reach the browser before the server closes.
LAST_WORDS = 0.2
STATIC = Path(__file__).parent.parent / "static"


@blueprint.post("/language")
def choose_language() -> ResponseReturnValue:
    """Another language for the screens, and back to the same page."""
    code = request.form.get("language", "")
    if code not in i18n.LANGUAGES:
        abort(400)
    if state().preferences.choose_language(code):
        return see_other(back())
    i18n.set_language(code)
    text = _("The language is changed until you stop. It cannot be remembered: the disk is full or protected.")
    return done(text, undo=False)


@blueprint.post("/undo")
def undo() -> ResponseReturnValue:
    """Take back the last action of the competition (or of the file)."""
    return _step_in_history("undo")


@blueprint.post("/redo")
def redo() -> ResponseReturnValue:
    """Do again what was taken back last."""
    return _step_in_history("redo")


def _step_in_history(direction: str) -> Response:
    from kompitie_web import messages
    from kompitie_web.store.errors import NothingToUndo, UndoBlocked

    file_needed()
    file = g.file
    scope = request.form.get("scope", type=int)
    try:
        line = getattr(file, direction)(scope)
    except NothingToUndo:
        if direction == "undo" and file.is_restored(scope):
            return done(restored_text(), kind="history")
        text = _("There is nothing to undo.") if direction == "undo" else _("There is nothing to redo.")
        return done(text, undo=False)
    except UndoBlocked as error:
        if error.line is None:
            return done(_("This cannot be undone now: something newer builds on it."), undo=False)
        return done(_("This cannot be undone yet: first undo “%(action)s”.", action=messages.label_text(error.line)), undo=False)
    sentence = messages.label_text(line)
    location = _what_is_left(back())
    if direction == "undo":
        return done(_("Undone: %(action)s", action=sentence), location, kind="redo")
    return done(_("Done again: %(action)s", action=sentence), location)


def restored_text() -> str:
    """Why there is nothing to undo after a copy was put back, and what to do instead."""
    return _("A copy was put back, which Undo does not take back. To go back, put back the newest copy of the list in History.")


def _what_is_left(location: str) -> str:
    """An address after undo or redo: without what these took away, the main page of the step or the start page."""
    from kompitie_web.store import models

    path = location.split("?")[0]
    try:
        _endpoint, named = current_app.url_map.bind("").match(path, method="GET")
    except HTTPException:
        return location
    cid = named.get("cid")
    if cid is None:
        return location
    if not models.Competition.select().where(models.Competition.id == cid).exists():
        return url_for("start.page")
    inside = {"list": models.Classification.id, "competitor": models.Competitor.id, "number": models.Round.number}
    # The first address of the standings has no list: None is asked for by nobody.
    for key, column in [(key, column) for key, column in inside.items() if named.get(key) is not None]:
        if not column.model.select().where(column == named[key], column.model.competition == cid).exists():
            return "/".join(path.split("/")[:4])
    return location


@blueprint.get("/keys")
def keys() -> ResponseReturnValue:
    """All keys."""
    return render_template("system/keys.html", sections=sections(), return_to=back())


@blueprint.get("/about")
def about() -> ResponseReturnValue:
    """Version, where the data lives, and the licences of everything that is built in."""
    folders = state().folders
    return render_template("system/about.html", version=__version__, folders=folders, components=components(), packages=packages())


@cache
def components() -> list[dict[str, Any]]:
    """The vendored files with their licences (static/vendor.json)."""
    found: list[dict[str, Any]] = json.loads((STATIC / "vendor.json").read_text(encoding="utf-8"))
    return found


@cache
def packages() -> list[tuple[str, str, str]]:
    """The libraries that the program runs on, and what lies below them: name, version, licence (static/licences.json)."""
    import platform
    import sqlite3

    below = {"Python": platform.python_version(), "SQLite": sqlite3.sqlite_version}
    found = json.loads((STATIC / "licences.json").read_text(encoding="utf-8"))
    return [(name, number or below.get(name, ""), licence) for name, number, licence in found]


@blueprint.get("/quick-start.pdf")
def quick_start() -> Response:
    """The sheet for whoever uses the program for the first time, to read or to print."""
    from kompitie_web.documents import quick_start as sheet

    return document_answer(sheet.render(__version__, i18n.current_language()))


@blueprint.get("/c/<int:cid>/find")
def find(cid: int) -> ResponseReturnValue:
    """A player by name, code or lot number, or a table of the round of the day, from anywhere."""
    competition_or_404(cid)
    wanted = request.args.get("q", "").strip()
    competition = engine_competition(cid)
    number = results_round(competition)
    games = _games_of_round(competition, number)
    hits = [(player, games.get(player.id)) for player in _players_like(competition, wanted)] if wanted else []
    table = next((game for game in games.values() if wanted.isdecimal() and game.table == int(wanted)), None)
    return render_template(
        "system/find.html", cid=cid, wanted=wanted, hits=hits, table=table, number=number, names=competition.names
    )


def _players_like(competition: "Competition", wanted: str) -> list["Player"]:
    """The players whose name holds these letters (accents do not matter), or whose code or lot number this is; at most 50."""
    plain = _plain(wanted)
    exact = [one for one in competition.players if _plain(one.code) == plain or str(one.lot) == wanted]
    named = [one for one in competition.players if plain in _plain(one.name) and one not in exact]
    return (exact + named)[:50]


def _plain(text: str) -> str:
    """Small letters without accents."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(sign))


def _games_of_round(competition: "Competition", number: int) -> dict[int, "Game"]:
    """The game of each player in this round."""
    games = [game for game in competition.games if game.round == number]
    return {player: game for game in games for player in (game.white, game.black)}


@blueprint.post("/stop")
def stop() -> ResponseReturnValue:
    """The goodbye page; the program leaves right after it."""
    program = state()
    copied, copy_time = _last_copy()
    page = render_template(
        "system/goodbye.html", file=g.file, name=shown(g.file.path) if g.file else "", copied=copied, copy_time=copy_time
    )
    program.leaving = True
    threading.Timer(LAST_WORDS, program.stop.set).start()
    return page


def _last_copy() -> tuple[bool, str]:
    """Whether the open file has a copy, and when the newest was made (ISO)."""
    if g.file is None:
        return False, ""
    newest = max((one.time for one in g.file.snapshots()), default="")
    return bool(newest), newest


@blueprint.post("/activate")
def activate() -> ResponseReturnValue:
    """A second start of the program asks this one to open the browser, perhaps with a file; known by the token of the instance file."""
    program = state()
    if not compare_digest(request.headers.get("X-Token", "").encode(), program.token.encode()):
        abort(403)
    if program.leaving:
        abort(503)  # It takes the place of this one in a moment.
    wanted = request.form.get("file", "")
    location = url_for("start.page")
    if wanted:
        location = url_for("start.open_named", file_id=program.offer(Path(wanted)))
    program.open_browser(program.address.rstrip("/") + location)
    return {"pid": os.getpid()}
