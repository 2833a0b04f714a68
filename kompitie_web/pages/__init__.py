"""The screens: one module each, with its routes and forms (spec 60, 61). They show what the store holds and call the actions."""

from collections.abc import Iterable
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
    "results",
    "standings",
    "compare",
    "printing",
    "settings",
    "history",
    "season",
    "system",
)
#: Those that the start page needs; they do not load the store.
FIRST = ("start", "new", "system")


def register(app: Flask, names: Iterable[str]) -> None:
    """Give the application these screens."""
    for name in names:
        app.register_blueprint(import_module(f"kompitie_web.pages.{name}").blueprint)
