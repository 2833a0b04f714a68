"""Rows for the tests of the store, and the content of a file as a value that can be compared."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kompitie_web.store import KompitieFile, models
from kompitie_web.store.models import WATCHED, columns, database


@dataclass(frozen=True)
class Small:
    """Ids of a small competition."""

    cid: int
    players: tuple[int, ...]
    rounds: tuple[int, ...]
    games: tuple[int, ...]


def small(file: KompitieFile, players: int = 4, rounds: int = 2, name: str = "Autumn") -> Small:
    """A competition with its players (action 1) and the games of its first round (action 2, in its own scope)."""
    with file.action("competition_created", name=name):
        cid = models.Competition.create(name=name, planned_rounds=rounds).id
        ids = [
            models.Competitor.create(competition=cid, name=f"Player {n}", lot=n, code=f"p{n}", position=n).id
            for n in range(1, players + 1)
        ]
        for what in ("schedule", "standings"):
            models.Participation.insert_many([{"competitor": one, "what": what} for one in ids]).execute()
        held = [models.Round.create(competition=cid, number=n).id for n in range(1, rounds + 1)]
    with file.action("round_published", scope=cid, round=1):
        games = [
            models.Game.create(round=held[0], white=ids[at], black=ids[at + 1], table_number=at // 2 + 1).id
            for at in range(0, players - 1, 2)
        ]
        models.Round.update(state="published").where(models.Round.id == held[0]).execute()
    return Small(cid, tuple(ids), tuple(held), tuple(games))


def enter(file: KompitieFile, cid: int | None, game: int, result: str) -> int:
    """One result, as an action."""
    with file.action("result_entered", scope=cid, game=game, result=result) as action:
        models.Game.update(result=result).where(models.Game.id == game).execute()
    return action


def result_of(game: int) -> str:
    """The stored result of a game."""
    return str(models.Game.get_by_id(game).result)


def content() -> dict[str, list[tuple[object, ...]]]:
    """Every watched row of the open file."""
    return content_of(database.execute_sql)


def content_of(execute: Callable[[str], Any]) -> dict[str, list[tuple[object, ...]]]:
    """Every watched row of the file that a connection's ``execute`` reads."""
    found = {}
    for model in WATCHED:
        listed = ", ".join(f'"{name}"' for name in columns(model))
        found[model._meta.table_name] = execute(f"SELECT {listed} FROM {model._meta.table_name} ORDER BY id").fetchall()
    return found


def fingerprint() -> str:
    """The content as a short text."""
    return hashlib.sha256(json.dumps(content(), sort_keys=True).encode()).hexdigest()[:16]
