"""The web application: languages, locks, the open file around each request, the pages, and the pages for when something goes wrong."""

from typing import Any

from flask import Flask, current_app, request

from kompitie_web import __version__, i18n, pages, security, static_files, templating
from kompitie_web.pages import errors, frame
from kompitie_web.state import State


def create_app(state: State) -> Flask:
    """The application of one running program, with all its screens."""
    app = Flask("kompitie_web", template_folder=None, static_folder=None)
    app.extensions["kompitie"] = state
    app.add_url_rule(f"{static_files.ADDRESS}<path:filename>", "static", build_only=True)
    app.url_defaults(_version_of_static)
    app.wsgi_app = static_files.StaticFiles(app.wsgi_app, lambda: state.port)  # type: ignore[method-assign]  # Flask's own way to put something around an application; mypy takes it for a slip.
    templating.configure(app.jinja_env)
    security.configure(app, state)
    app.before_request(choose_language)
    app.before_request(frame.open_connection)
    app.before_request(frame.check_file)
    app.after_request(frame.remember_file)
    app.teardown_request(frame.close_connection)
    frame.configure(app)
    errors.register(app)
    pages.register(app)
    return app


def choose_language() -> None:
    """The language of the screens."""
    state: State = current_app.extensions["kompitie"]
    i18n.set_language(state.preferences.language_for(request.headers.get("Accept-Language", "")))


def _version_of_static(endpoint: str, values: dict[str, Any]) -> None:
    """A newer version of the program asks for its own files, not for those that the browser remembers."""
    if endpoint == "static":
        values["v"] = __version__
