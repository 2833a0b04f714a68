"""The web application: languages, locks, the open file around each request, the pages, and the pages for when something goes wrong."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from flask import Flask, current_app, request
from jinja2 import FileSystemBytecodeCache, pass_eval_context
from jinja2.bccache import Bucket
from jinja2.nodes import EvalContext
from markupsafe import Markup

from kompitie_web import __version__, i18n, pages, security
from kompitie_web.pages import errors, frame
from kompitie_web.state import State

TEMPLATES = Path(__file__).parent.parent / "templates"


class CompiledTemplates(FileSystemBytecodeCache):
    """Keeps compiled templates beside the templates, as Python does with its modules; a folder that cannot be written is no trouble."""

    def __init__(self) -> None:
        folder = TEMPLATES / "__pycache__"
        with suppress(OSError):
            folder.mkdir(exist_ok=True)
        super().__init__(str(folder))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write one template; when that cannot be done it is compiled again at the next start."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def create_app(state: State, screens: Sequence[str] = pages.NAMES) -> Flask:
    """The application of one running program, with all its screens or some of them."""
    app = Flask("kompitie_web", template_folder=str(TEMPLATES))
    app.extensions["kompitie"] = state
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 86400
    app.url_defaults(_version_of_static)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    # A file that belongs to the program does not change while it runs.
    app.jinja_env.auto_reload = False
    app.jinja_env.bytecode_cache = CompiledTemplates()
    security.configure(app, state)
    app.before_request(choose_language)
    app.before_request(frame.open_connection)
    app.before_request(frame.check_file)
    app.after_request(frame.remember_file)
    app.teardown_request(frame.close_connection)
    _install_texts(app)
    frame.configure(app)
    errors.register(app)
    pages.register(app, screens)
    return app


def choose_language() -> None:
    """The language chosen in the program; until then the first of the browser's languages that we speak."""
    state: State = current_app.extensions["kompitie"]
    code = state.preferences.language
    if code not in i18n.LANGUAGES:
        wished = (tag.partition("-")[0].lower() for tag in request.accept_languages.values())
        code = next((one for one in wished if one in i18n.LANGUAGES), i18n.DEFAULT)
    i18n.set_language(code)


def _version_of_static(endpoint: str, values: dict[str, Any]) -> None:
    """A newer version of the program asks for its own files, not for those that the browser remembers."""
    if endpoint == "static":
        values["v"] = __version__


def _install_texts(app: Flask) -> None:
    """Give the templates the texts, numbers and dates of ``i18n``; values put into a text are escaped like any other."""

    @pass_eval_context
    def gettext(context: EvalContext, msgid: str, /, **values: Any) -> str:
        return _filled(context, i18n.translate(msgid), values)

    @pass_eval_context
    def ngettext(context: EvalContext, singular: str, plural: str, n: int, /, **values: Any) -> str:
        return _filled(context, i18n.translate_plural(singular, plural, n), {"n": n, **values})

    app.jinja_env.globals.update(
        _=gettext,
        gettext=gettext,
        ngettext=ngettext,
        number=i18n.number,
        date=i18n.date,
        time=i18n.time,
        language=i18n.current_language,
        LANGUAGES=i18n.LANGUAGES,
    )


def _filled(context: EvalContext, text: str, values: Mapping[str, Any]) -> str:
    if not values and "%" not in text:
        return Markup(text) if context.autoescape else text  # noqa: S704 - our own catalogue
    return (Markup(text) if context.autoescape else text) % values  # noqa: S704 - our own catalogue, values are escaped
