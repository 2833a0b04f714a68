"""The screens: one module each, with its routes and forms (spec 60, 61). They show what the store holds and call the actions."""

from importlib import import_module

from flask import Flask

#: The modules of the screens, in the order of the steps of the day.
NAMES = (
    "start",
    "new",
    "players",
    "presence",
    "reasons",
    "rounds",
    "round_check",
    "results",
    "standings",
    "compare",
    "tables",
    "printing",
    "settings",
    "history",
    "season",
    "simulation",
    "system",
)


def register(app: Flask) -> None:
    """Give the application its screens."""
    for name in NAMES:
        app.register_blueprint(import_module(f"kompitie_web.pages.{name}").blueprint)
