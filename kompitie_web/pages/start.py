"""The start page: the files used last, new, open, example; and opening a file, also one that is damaged or brought along."""

import shutil
from io import BytesIO
from pathlib import Path
from typing import IO

from flask import Blueprint, abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from kompitie_web import known_files, start_page
from kompitie_web.i18n import _, current_language, when
from kompitie_web.pages import frame
from kompitie_web.pages.common import done, next_step, see_other, state
from kompitie_web.pages.fresh import fresh_file, throw_away
from kompitie_web.state import SUFFIX

blueprint = Blueprint("start", __name__)


@blueprint.get("/")
def page() -> ResponseReturnValue:
    """Where do we go on?"""
    return render_template(start_page.TEMPLATE, **start_page.values(state()))


@blueprint.get("/open")
def choose() -> ResponseReturnValue:
    """All files that can be opened, and one that was brought along."""
    program = state()
    files = known_files.all_files(program)
    today = program.now().date()
    lines = [(one, one.name, when(one.changed, today)) for one in files]
    return render_template("start/open.html", lines=lines, folder=program.folders.documents, errors={})


@blueprint.post("/open")
def open_file() -> ResponseReturnValue:
    """Open a file of the list, or with ``copy`` a copy of it in the user's folder (a stick may be taken out, a share may be gone)."""
    program = state()
    path = known_files.path_of(program, request.form.get("file", ""))
    if path is None:
        abort(404)
    if not request.form.get("copy"):
        return see_other(opened(path))
    return _copy_of(path)


def _copy_of(path: Path) -> ResponseReturnValue:
    from kompitie_web.store import local_copy

    if g.file is not None and g.file.path == path:
        # Never the bytes of a file that is being worked in.
        return _copied(BytesIO(g.file.snapshot("download").path.read_bytes()), path.stem)
    return _open_copy(local_copy(path, known_files.free_path(state().folders.documents, path.stem)))


@blueprint.get("/open/<file_id>")
def open_named(file_id: str) -> ResponseReturnValue:
    """Open a file that was double-clicked. Its id cannot be guessed, and only the launcher adds to this list."""
    path = next((one for one in state().offered if state().file_id(one) == file_id), None)
    if path is None:
        abort(404)
    return see_other(opened(path))


def opened(path: Path) -> str:
    """Open a file; gives the address where its user goes on. Errors of ``store.errors`` become pages of their own."""
    from kompitie_web.store import KompitieFile

    frame.close_connection()
    KompitieFile.open(path, state().folders.data)
    frame.reopen_connection()
    return where_it_goes_on()


def where_it_goes_on() -> str:
    """The address of the open file's next step: of the competition used last, else of its newest one."""
    from kompitie_web.store import models

    remembered = next((one.competition for one in state().preferences.recent if one.path == str(g.file.path)), None)
    known = [row.id for row in models.Competition.select(models.Competition.id).order_by(models.Competition.id)]
    if not known:
        state().preferences.remember(frame.empty_summary(g.file))
        return url_for("new.page", into="file")
    return next_step(remembered if remembered is not None and remembered in known else known[-1]).url


@blueprint.post("/open/upload")
def upload() -> ResponseReturnValue:
    """A file that was brought along: it becomes a copy in the user's folder, which is opened."""
    sent = request.files.get("upload")
    if sent is None or not sent.filename:
        return _refused(_("Choose a file first."))
    start = sent.stream.read(len(known_files.SQLITE_HEADER))
    if start != known_files.SQLITE_HEADER:
        return _refused(_("This is not a file of Kompitie: its name ends in .kompitie. Choose another one."))
    sent.stream.seek(0)
    return _copied(sent.stream, sent.filename.replace("\\", "/").rpartition("/")[2].removesuffix(SUFFIX))


def _copied(source: IO[bytes], name: str) -> ResponseReturnValue:
    """Copy a file into the user's folder and open the copy."""
    from kompitie_web.store.disk import disk

    path = known_files.free_path(state().folders.documents, name)
    part = path.with_name(path.name + ".part")
    try:
        with disk(path):
            with part.open("xb") as copy:
                shutil.copyfileobj(source, copy)
            part.rename(path)
    finally:
        throw_away(part)
    return _open_copy(path)


def _open_copy(path: Path) -> ResponseReturnValue:
    try:
        location = opened(path)
    except Exception:
        # What cannot be opened does not stay behind in the user's folder; its own page tells him why.
        throw_away(path)
        raise
    text = _("This is a copy of the file that you chose. It is called %(name)s and stands in your own folder.", name=path.name)
    return done(text, location, undo=False)


def _refused(text: str) -> ResponseReturnValue:
    program = state()
    today = program.now().date()
    lines = [(one, one.name, when(one.changed, today)) for one in known_files.all_files(program)]
    return render_template("start/open.html", lines=lines, folder=program.folders.documents, errors={"upload": text}), 422


@blueprint.post("/rescue")
def rescue() -> ResponseReturnValue:
    """Open a dated copy in the place of a damaged file, or of one that is gone; in the user's own folder when that folder is gone too."""
    from kompitie_web.store import KompitieFile

    program = state()
    path = known_files.path_of(program, request.form.get("file", ""))
    if path is None:
        abort(404)
    was_there = path.exists()
    frame.close_connection()
    instead = known_files.free_path(program.folders.documents, path.stem)
    KompitieFile.rescue(path, request.form.get("snapshot", ""), program.folders.data, instead)
    frame.reopen_connection()
    text = _("The copy is open now, as the file %(name)s.", name=known_files.shown(g.file.path))
    if was_there:
        text = _("The copy is open now. The damaged file was kept beside it, under another name.")
    return done(text, where_it_goes_on(), undo=False)


@blueprint.post("/example")
def example() -> ResponseReturnValue:
    """A tournament to try things with, in a file of its own."""
    from kompitie_web.actions import competitions

    path = known_files.free_path(state().folders.documents, _("Example tournament"))
    with fresh_file(path, path.stem):
        cid = competitions.create_example(current_language())
    text = _("This is an example to try everything with. Nothing can be broken here.")
    return done(text, url_for("players.page", cid=cid), undo=False)
