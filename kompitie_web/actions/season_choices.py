"""What the season list remembers in this file: its rules, and the other files whose games count (spec 24).

It belongs to the file, not to one competition: every competition of the file keeps it, so that any of them may be deleted.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.ratings.season import Rules
from engine.systems.options import Problem
from kompitie_web.actions.errors import ActionError
from kompitie_web.store import current, models

_KEY = "season"


@dataclass(frozen=True)
class Chosen:
    """Another file that counts: its own number, by which it is found again, the name of its club, the name of the file as it was.

    ``left_out``: ids of its competitions that do not count.
    """

    uuid: str
    name: str
    file: str
    left_out: frozenset[int] = frozenset()


def rules() -> Rules:
    """The rules of the season list [those of the KNDB]. OptionError when they cannot be read."""
    return Rules.read(_stored().get("rules", {}))


def chosen_files() -> tuple[Chosen, ...]:
    """The other files that count, in the order in which they were chosen."""
    stored = _stored().get("files", ())
    return tuple(Chosen(one["uuid"], one["name"], one["file"], frozenset(one["left_out"])) for one in stored)


def _stored() -> Mapping[str, Any]:
    rows = models.Competition.select(models.Competition.documents).order_by(models.Competition.id)
    return next((row.documents[_KEY] for row in rows if _KEY in row.documents), {})


def _store(**changes: object) -> None:
    """Keep something with every competition (inside an action). ActionError ``season_without_competition``."""
    whole = {**_stored(), **changes}
    rows = list(models.Competition.select())
    if not rows:
        raise ActionError("season_without_competition")
    for row in rows:
        if row.documents.get(_KEY) != whole:
            row.documents = {**row.documents, _KEY: whole}
            row.save()


def rules_problems(wanted: Rules) -> tuple[Problem, ...]:
    """Everything that is wrong with some rules, to be named before they are saved."""
    return wanted.problems()


def set_rules(wanted: Rules) -> None:
    """Other rules for the season list. ActionError ``settings_impossible`` (problems), ``season_without_competition``."""
    problems = rules_problems(wanted)
    if problems:
        told = [[one.code, one.field, dict(one.arguments)] for one in problems]
        raise ActionError("settings_impossible", problems[0].field, problems=told)
    with current().action("season_rules_changed"):
        _store(rules=wanted.as_json())


def choose_files(files: Iterable[Chosen]) -> None:
    """These other files count from now on, and no others; nothing is ever written to them. ActionError ``season_without_competition``."""
    wanted = list(files)
    with current().action("season_files_chosen", files=", ".join(one.name or one.file for one in wanted)):
        _store(files=[{"uuid": one.uuid, "name": one.name, "file": one.file, "left_out": sorted(one.left_out)} for one in wanted])
