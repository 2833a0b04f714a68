"""The pages for when something goes wrong: what happened, that nothing was lost, and what to do now."""

import logging
import sys
from dataclasses import dataclass

from flask import Flask, Response, g, make_response, render_template, request
from werkzeug.exceptions import HTTPException, InternalServerError

from kompitie_web import known_files
from kompitie_web.i18n import _
from kompitie_web.pages.common import state
from kompitie_web.pages.frame import OtherFile
from kompitie_web.security import TOKEN_FIELD, ForeignRequest, StaleToken, made_for

log = logging.getLogger("kompitie")


@dataclass(frozen=True)
class Trouble:
    """What an error page says."""

    heading: str
    what: str
    now: str


def register(app: Flask) -> None:
    """Give the application its error pages."""
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(ForeignRequest, foreign_request)
    app.register_error_handler(StaleToken, stale_token)
    app.register_error_handler(OtherFile, other_file)
    app.register_error_handler(Exception, other_error)


def trouble_page(trouble: Trouble, status: int, **more: object) -> Response:
    """An error page. It asks nothing of the open file, so that it also appears when that is the trouble."""
    g.file = None
    g.pop("frame", None)
    g.pop("competition", None)
    return make_response(render_template("errors/trouble.html", trouble=trouble, **more), status)


def http_error(error: HTTPException) -> Response:
    """The page of an HTTP error; redirects pass."""
    code = error.code or 500
    if code < 400:
        return make_response(error.get_response())
    if code == 500:
        original = error.original_exception if isinstance(error, InternalServerError) else None
        log.error("%s %s failed", request.method, request.path, exc_info=original or error)
    return trouble_page(http_trouble(code), code)


def http_trouble(code: int) -> Trouble:
    """What the page of an HTTP error says."""
    kept = _("Nothing was lost: everything that you entered before is on the disk.")
    if code == 404:
        return Trouble(
            _("This page is not there"),
            _("Perhaps it belongs to another file, or what it showed was removed or undone.") + " " + kept,
            _("Go to the start page and open the competition there."),
        )
    if code == 405:
        return Trouble(
            _("This page cannot be opened like that"),
            _("It only answers to a button of the program.") + " " + kept,
            _("Go back to the page before and use the button there."),
        )
    if code == 413:
        return Trouble(
            _("That is too large"),
            _("The program takes files of at most 8 megabytes and typed text of at most 2 megabytes.") + " " + kept,
            _("Go back and choose a smaller file, for instance only the sheet with the players."),
        )
    if code == 421:
        return Trouble(
            _("This is not the address of Kompitie"),
            _("For your safety the program only answers on this computer, under its own name.") + " " + kept,
            _("Open the address %(address)s in the browser.", address=state().address),
        )
    if code == 500:
        return Trouble(
            _("Something went wrong in the program"),
            _("This was not your fault.")
            + " "
            + _("Nothing was lost: what was asked last was not done, everything before is on the disk."),
            _("Go back and try it once more. Does it happen again? Then send the file %(log)s to the makers.", log=log_place()),
        )
    return Trouble(
        _("The program did not understand this"),
        _("The browser sent something that does not belong to this page.") + " " + kept,
        _("Go back to the page before and try it once more."),
    )


def other_error(error: Exception) -> Response:
    """The trouble of a file has its page; anything else goes on and becomes a 500."""
    if is_impossible_number(error):
        return trouble_page(http_trouble(400), 400)
    # As long as nobody loaded the store, no error can be one of its own.
    if "kompitie_web.store" in sys.modules:
        from kompitie_web.pages import file_errors
        from kompitie_web.store import StoreError, explained

        known = error if isinstance(error, StoreError) else explained(error)
        if known is not None:
            return file_errors.file_error(known)
    raise error


def is_impossible_number(error: Exception) -> bool:
    """Whether the browser sent a number that no row can hold, or of thousands of figures; what was under way was rolled back."""
    too_long = isinstance(error, ValueError) and str(error).startswith("Exceeds the limit (")
    return too_long or (isinstance(error, OverflowError) and "SQLite INTEGER" in str(error))


def log_place() -> str:
    """Where the log file is."""
    return str(state().folders.data / "kompitie.log")


def foreign_request(error: ForeignRequest) -> Response:
    """A form that another site tried to send."""
    trouble = Trouble(
        _("This did not come from Kompitie"),
        _("Another page in your browser tried to change something here. The program refused it; nothing was changed."),
        _("Go to the start page. If you did press a button of Kompitie yourself, press it again there."),
    )
    return trouble_page(trouble, 403)


def stale_token(error: StaleToken) -> Response:
    """A form of a page that is older than this run of the program: what was typed is kept and can be sent again."""
    trouble = Trouble(
        _("This page was still open from before"),
        _(
            "The program was started again in the meantime, so it asks you to confirm once. What you typed is still here; nothing was lost."
        ),
        _("Press the button to send it again."),
    )
    g.made_for = made_for()
    # Only a form of our own may be offered again: else a strange page could have its wish confirmed with one click.
    fields = [(key, value) for key, value in request.form.items(multi=True) if key != TOKEN_FIELD] if error.trusted else []
    return trouble_page(trouble, 403, again=error.trusted, fields=fields, files=bool(request.files))


def other_file(error: OtherFile) -> Response:
    """A change asked by a page of a file that is not the open one: that file can be opened with one button."""
    path = known_files.path_of(state(), error.file_id)
    kept = _("Nothing was changed and nothing was lost.")
    if path is None:
        what = _("Its file is not open now: another one was opened in another window, or the program was started again.")
        return trouble_page(
            Trouble(_("This page belongs to another file"), f"{what} {kept}", _("Open that file on the start page.")), 410
        )
    trouble = Trouble(
        _("This page belongs to another file"),
        _(
            "The file %(name)s is not open now: another one was opened in another window, or the program was started again.",
            name=path.stem,
        )
        + f" {kept}",
        _("Open it, then do it once more."),
    )
    return trouble_page(trouble, 410, opens=[(error.file_id, _("Open %(name)s", name=path.stem))])
