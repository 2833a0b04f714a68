"""The screens: one module each, with its routes and forms (spec 60, 61). They show what the store holds and call the actions."""

from importlib import import_module

from flask import Flask

#: The modules of the screens, in the order of the steps of the day.
NAMES = ("start", "new", "players", "presence", "rounds", "results", "standings", "printing", "settings", "history", "system")


def register(app: Flask) -> None:
    """Give the application all its screens."""
    for name in NAMES:
        try:
            module = import_module(f"kompitie_web.pages.{name}")
        except ImportError as error:
            print("SCREEN MISSING", name, error)
            continue
        app.register_blueprint(module.blueprint)
