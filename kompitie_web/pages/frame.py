"""The frame around every page: the open file of a request, the rail of steps with its counts, saved time, undo and redo."""

import sys
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, get_flashed_messages, render_template, request, url_for
from flask import g as request_values

from engine.competition import Competition
from kompitie_web import security
from kompitie_web.pages import common
from kompitie_web.preferences import RecentFile
from kompitie_web.steps import Frame, Step, rail

if TYPE_CHECKING:
    from kompitie_web.store import KompitieFile, models
    from kompitie_web.store.journal import ActionLine

#: Screens that belong to a step without being the step's own.
PART_OF = {"reasons": "presence", "compare": "standings", "round_check": "rounds"}
#: The screens that also work when the open file cannot be read any more.
WITHOUT_FILE = ("start", "new", "simulation", "system")
NEED_FILE = ("system.undo", "system.redo", "system.find")


def configure(app: Flask) -> None:
    """Let the templates ask for the frame."""
    app.jinja_env.globals.update(frame=frame, toasts=toasts, here=here)


def open_file() -> "KompitieFile | None":
    """The open file, None when there is none. The store is dear to load: as long as nobody did, no file can be open."""
    if "kompitie_web.store" not in sys.modules:
        return None
    from kompitie_web.store import NoFileOpen, current

    try:
        return current()
    except NoFileOpen:
        return None


def open_connection() -> None:
    """The open file and a connection to it for this request."""
    request_values.file = None
    file = open_file()
    if file is None:
        return
    from kompitie_web.store import StoreError

    stack = ExitStack()
    try:
        stack.enter_context(file.connection())
    except StoreError:
        # When the file is gone, the way to another one (or to Stop) must stay open.
        if request.blueprint not in WITHOUT_FILE or request.endpoint in NEED_FILE:
            raise
        return
    request_values.file, request_values.connection = file, stack


class OtherFile(Exception):
    """A page of one file wants a change while another one is open, or none. ``file_id``: the file of the page."""

    def __init__(self, file_id: str) -> None:
        super().__init__("a page of another file")
        self.file_id = file_id


def check_file() -> None:
    """Competitions of all files have the same addresses: a page that was left open, in a second window or over a restart, never
    changes another file than its own. OtherFile then."""
    if request.method in security.SAFE_METHODS:
        return
    about_file = request.blueprint not in WITHOUT_FILE or request.endpoint in NEED_FILE or request.form.get("into") == "file"
    wanted = security.made_for()
    if about_file and wanted and wanted != security.open_file_id():
        raise OtherFile(wanted)


def close_connection(error: BaseException | None = None) -> None:
    """Let go of the connection; also before another file is opened."""
    stack: ExitStack | None = request_values.pop("connection", None)
    if stack is not None:
        stack.close()


def reopen_connection() -> None:
    """After another file was opened in this request."""
    close_connection()
    open_connection()


def here() -> str:
    """The address of the page being shown, for forms that come back to it."""
    if request.method in ("GET", "HEAD"):
        return request.full_path.rstrip("?")
    # Not from the form: it may be the very thing that could not be read.
    return common.referring_page() or "/"


def toasts() -> list[tuple[str, str]]:
    """The messages for this page: (kind, text); kind ``undo`` offers Undo, ``redo`` Redo, ``plain`` neither."""
    flashed: list[Any] = get_flashed_messages(with_categories=True)
    return [(kind, text) for kind, text in flashed]


def frame() -> Frame:
    """The frame of this page; computed once."""
    if "frame" not in request_values:
        request_values.frame = _frame()
    made: Frame = request_values.frame
    return made


def _frame(counts: Mapping[str, str] | None = None) -> Frame:
    file = request_values.get("file")
    if file is None:
        return Frame(rail(current=_current_steps()))
    from kompitie_web.store import models

    row = request_values.get("competition")
    cid = row.id if row is not None else None
    info = models.FileInfo.get_or_none()
    undo = file.can_undo(cid)
    all_of_file = models.Competition.select(models.Competition.id, models.Competition.name).order_by(models.Competition.id)
    return Frame(
        steps=_steps(cid, counts) if cid is not None else rail(current=_current_steps()),
        file_name=info.name if info is not None else file.path.stem,
        competition_id=cid,
        competition_name=row.name if row is not None else "",
        competitions=tuple((one.id, one.name) for one in all_of_file),
        saved=saved_time(file),
        scope="" if cid is None else str(cid),
        undo=_sentence(undo),
        redo=_sentence(file.can_redo(cid)),
        is_restored=undo is None and file.is_restored(cid),
    )


def _sentence(line: "ActionLine | None") -> str:
    if line is None:
        return ""
    from kompitie_web import messages

    return messages.label_text(line)


def saved_time(file: "KompitieFile") -> str:
    """When the file last changed (ISO): everything is on the disk since then."""
    state = common.state()
    key = (str(file.path), file.version)
    if state.saved[0] != key:
        state.saved = (key, _last_action_time() if state.saved[0][0] != key[0] else state.now().isoformat(timespec="seconds"))
    return state.saved[1] or state.now().isoformat(timespec="seconds")


def _last_action_time() -> str:
    from kompitie_web.store import models

    last = models.JournalAction.select(models.JournalAction.time).order_by(models.JournalAction.id.desc()).first()
    return str(last.time) if last is not None else ""


def _steps(cid: int, counts: Mapping[str, str] | None = None) -> tuple[Step, ...]:
    """The rail of a competition; only the steps of ``counts`` when a page knows which ones changed."""
    return rail(
        lambda key: url_for(f"{key}.page", cid=cid),
        _counts(common.engine_competition(cid)) if counts is None else counts,
        _current_steps(),
        counts,
    )


def _current_steps() -> tuple[str, ...]:
    return (*request.blueprints, PART_OF.get(request.blueprint or "", ""))


def _counts(competition: Competition) -> dict[str, str]:
    """The figures beside the steps: players, how many are there, the round of the day, results entered of the games."""
    if not competition.players:
        return {}
    number = common.pairing_round(competition)
    away = {entry.player for entry in competition.entries if entry.round == number and entry.reason != "bye"}
    there = [player for player in competition.players if player.in_schedule(number) and player.id not in away]
    entering = common.results_round(competition)
    games = [game for game in competition.games if game.round == entering and not game.annulled]
    entered = sum(1 for game in games if game.result)
    return {
        "players": str(len(competition.players)),
        "presence": str(len(there)),
        "rounds": str(common.current_round(competition)),
        "results": f"{entered}/{len(games)}" if games and common.last_shown(competition) else "",
    }


def partial(
    body: str,
    message: str = "",
    undo: bool = True,
    counts: Mapping[str, str] | None = None,
    step: common.NextStep | None = None,
) -> str:
    """A part of a page for htmx, followed by the parts of the frame that change with it: toast, saved time, undo, counts.

    ``counts``: the figures of the steps that changed, by a page that knows them without reading the whole competition again;
    ``step``: the next step that it knows with them, for the start page.
    """
    request_values.is_counted, request_values.step = counts is not None, step
    request_values.pop("frame", None)
    if counts is not None:
        request_values.frame = _frame(counts)
    shown = [("undo" if undo else "plain", message)] if message else []
    # Both are finished HTML; as Markup the second would escape the first.
    return str(body) + render_template("frame_parts.html", messages=shown)


def remember_file(response: Response) -> Response:
    """After a page of a competition, or a change by a part of one: keep for the start page where the user is."""
    row = request_values.get("competition")
    file = request_values.get("file")
    if row is None or file is None or response.status_code != 200:
        return response
    state = common.state()
    if common.is_partial() and (request.method != "POST" or request_values.get("is_counted", True)):
        _remember_step(file, request_values.get("step"))
        return response
    if state.remembered == (file.path, file.version, row.id):
        return response
    state.remembered = (file.path, file.version, row.id)
    state.preferences.remember(summary(file, row))
    return response


def _remember_step(file: "KompitieFile", step: common.NextStep | None) -> None:
    """A new next step of the file used last, without reading the competition: the program may be killed before its next page."""
    preferences = common.state().preferences
    if step is None or not preferences.recent or preferences.recent[0].path != str(file.path):
        return
    known = preferences.recent[0]
    if known.step == step.key == "results" and known.step_arguments.get("number", 0) < step.arguments["number"]:
        return  # An earlier round still waits for results: that one comes first.
    used = common.state().now().isoformat(timespec="seconds")
    preferences.remember(replace(known, used=used, step=step.key, step_arguments=dict(step.arguments)))


def empty_summary(file: "KompitieFile") -> RecentFile:
    """What the start page says about a file without a competition."""
    from kompitie_web.store import models

    info = models.FileInfo.get_or_none()
    name = info.name if info is not None else file.path.stem
    return RecentFile(path=str(file.path), name=name, used=common.state().now().isoformat(timespec="seconds"))


def summary(file: "KompitieFile", row: "models.Competition") -> RecentFile:
    """What the start page says about a file: its competition, players, round and next step."""
    competition = common.engine_competition(row.id)
    step = common.next_step(row.id)
    return replace(
        empty_summary(file),
        competition=row.id,
        competition_name=row.name,
        players=len(competition.players),
        round=common.last_shown(competition),
        rounds=competition.planned_rounds,
        step=step.key,
        step_arguments=dict(step.arguments),
    )
