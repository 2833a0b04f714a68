"""History: what I did, with undo and redo to any line; dated copies to put back; a copy on a stick (spec 10 Journal, 50 Copies)."""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from flask import Blueprint, g, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue

from kompitie_web import messages
from kompitie_web.drives import removable_drives
from kompitie_web.i18n import _, date, ngettext, time, when
from kompitie_web.known_files import shown
from kompitie_web.pages.common import competition_or_404, done, state
from kompitie_web.store.errors import NothingToUndo, UndoBlocked

if TYPE_CHECKING:
    from kompitie_web.store.journal import ActionLine

blueprint = Blueprint("history", __name__)
#: Lines at first; "older lines" shows twice as many each time, up to all that the journal keeps.
SHOWN, MOST = 100, 10_000


@dataclass(frozen=True)
class Line:
    """One line of the list: the sentence, its time in words, and what can be done with it (undo, redo or '')."""

    id: int
    text: str
    clock: str
    state: str
    step: str


@dataclass(frozen=True)
class CopyLine:
    """A dated copy: when (also as it stands inside a sentence) and why it was made."""

    id: str
    moment: str
    inside: str
    why: str


@blueprint.get("/c/<int:cid>/history")
def page(cid: int) -> ResponseReturnValue:
    """What was done in this competition, or with the file as a whole (``?scope=file``), and the copies."""
    competition_or_404(cid)
    return _page(cid)


def _page(cid: int, asked: str = "") -> str:
    scope = None if request.values.get("scope") == "file" else cid
    shown_lines = min(max(request.values.get("lines", SHOWN, type=int), SHOWN), MOST)
    lines = g.file.history(scope, shown_lines + 1)
    return render_template(
        "history/page.html",
        cid=cid,
        of_file=scope is None,
        days=_by_day(lines[:shown_lines]),
        is_cut=len(lines) > shown_lines,
        shown=shown_lines,
        copies=_copies(),
        asked=asked,
        drives=[(state().file_id(drive), drive.name or str(drive)) for drive in removable_drives()],
        reminder=_reminder(),
    )


def _by_day(lines: list["ActionLine"]) -> list[tuple[str, list[Line]]]:
    """The lines under the day on which they were done, newest first."""
    days: dict[str, list[Line]] = {}
    for line in lines:
        days.setdefault(line.time[:10], []).append(_line(line))
    return [(_day(day), found) for day, found in days.items()]


def _day(iso: str) -> str:
    return when(iso, state().now().date()) or date(iso)


def _line(line: "ActionLine") -> Line:
    done_state, step = "", "undo"
    if line.dropped:
        done_state, step = _("undone, for good"), ""
    elif line.undone:
        done_state, step = _("undone"), "redo"
    if line.note or line.closed:
        step = ""
    return Line(line.id, messages.label_text(line), time(line.time, True), done_state, step)


def _copies() -> list[CopyLine]:
    today = state().now().date()
    return [
        CopyLine(one.id, when(one.time, today), when(one.time, today, inside=True), messages.snapshot_text(one.why))
        for one in g.file.snapshots()
    ]


def content_text(counts: Mapping[str, int]) -> str:
    """What is in a copy, in words (``store.snapshots.counts``)."""
    players = ngettext("%(n)s player", "%(n)s players", counts["players"])
    rounds = ngettext("%(n)s round", "%(n)s rounds", counts["rounds"])
    results = ngettext("%(n)s result", "%(n)s results", counts["results"])
    return _("%(players)s, %(rounds)s, %(results)s", players=players, rounds=rounds, results=results)


def _reminder() -> str:
    """A friendly word when two rounds or more have no copy elsewhere ('' = none needed)."""
    since = g.file.elsewhere().rounds_since
    if since < 2:
        return ""
    return ngettext(
        "%(n)s round has no copy outside this computer yet.", "%(n)s rounds have no copy outside this computer yet.", since
    )


@blueprint.post("/c/<int:cid>/history/undo/<int:line_id>")
def undo_to(cid: int, line_id: int) -> ResponseReturnValue:
    """Take back this line and everything after it."""
    return _step(cid, line_id, "undo")


@blueprint.post("/c/<int:cid>/history/redo/<int:line_id>")
def redo_to(cid: int, line_id: int) -> ResponseReturnValue:
    """Do this undone line, and the undone ones before it, again."""
    return _step(cid, line_id, "redo")


def _step(cid: int, line_id: int, direction: str) -> ResponseReturnValue:
    competition_or_404(cid)
    location = _address(cid)
    try:
        lines = g.file.undo_to(line_id) if direction == "undo" else g.file.redo_to(line_id)
    except UndoBlocked as error:
        if error.line is None:
            return done(_("This cannot be undone now: something newer builds on it."), location, undo=False)
        text = _("This cannot be undone yet: first undo “%(action)s”.", action=messages.label_text(error.line))
        return done(text, location, undo=False)
    except NothingToUndo:
        lines = []
    if not lines:
        return done(_("That was done already; look at the list again."), location, undo=False)
    if direction == "undo":
        text = ngettext(
            "%(n)s action undone. Nothing is lost: you can redo it.",
            "%(n)s actions undone. Nothing is lost: you can redo them.",
            len(lines),
        )
    else:
        text = ngettext("%(n)s action done again.", "%(n)s actions done again.", len(lines))
    return done(text, location if _exists(cid) else url_for("start.page"), undo=False)


def _address(cid: int) -> str:
    return url_for("history.page", cid=cid, scope="file" if request.form.get("scope") == "file" else None)


def _exists(cid: int) -> bool:
    from kompitie_web.store import models

    return bool(models.Competition.select().where(models.Competition.id == cid).exists())


@blueprint.post("/c/<int:cid>/history/restore")
def restore(cid: int) -> ResponseReturnValue:
    """Put a dated copy back in place of what is open now, after a yes; what is open now becomes a copy first."""
    competition_or_404(cid)
    wanted = next((one for one in g.file.snapshots() if one.id == request.form.get("copy")), None)
    if wanted is None:
        return done(_("That copy is not there any more; the others are below."), url_for("history.page", cid=cid), undo=False)
    if not request.form.get("confirmed"):
        return _page(cid, asked=wanted.id)
    g.file.restore(wanted.id)
    moment = when(wanted.time, state().now().date(), inside=True)
    text = _("The copy of %(moment)s is back in place. What was here before it is the newest copy in the list.", moment=moment)
    return done(text, url_for("history.page", cid=cid) if _exists(cid) else url_for("start.page"), undo=False)


@blueprint.post("/c/<int:cid>/history/snapshot")
def snapshot(cid: int) -> ResponseReturnValue:
    """Make a dated copy now."""
    competition_or_404(cid)
    g.file.snapshot("by_hand")
    return done(_("A dated copy was made."), url_for("history.page", cid=cid), undo=False)


@blueprint.post("/c/<int:cid>/history/stick")
def stick(cid: int) -> ResponseReturnValue:
    """Copy the file to a stick, read it back there, and say what is on it."""
    competition_or_404(cid)
    folder = next((one for one in removable_drives() if state().file_id(one) == request.form.get("drive")), None)
    if folder is None:
        return done(_("That stick is not there any more. Put it in and try again."), url_for("history.page", cid=cid), undo=False)
    made = g.file.copy_to(folder)
    words = content_text(made.counts)
    text = _("%(name)s is on the stick and was read back: %(content)s.", name=shown(made.path), content=words)
    return done(text, url_for("history.page", cid=cid), undo=False)


@blueprint.get("/c/<int:cid>/history/file")
def download(cid: int) -> ResponseReturnValue:
    """The whole file as a download: a checked copy, never the file that is being worked in."""
    competition_or_404(cid)
    content = g.file.snapshot("download").path.read_bytes()
    return send_file(BytesIO(content), "application/octet-stream", as_attachment=True, download_name=shown(g.file.path))
