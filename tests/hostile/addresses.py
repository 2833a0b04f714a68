"""Every address of the program, from its own map, so that a new one is attacked as soon as it is there."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from flask import Flask

from kompitie_web.store import models
from tests.store.rows import content

#: What stands for the parts of an address that are no numbers.
WORDS = {"key": "with_notice", "name": "cross", "file_id": "none", "filename": "style.css"}
#: Not ours to send in a test: it would stop the program that is tested. It answers to the same locks, which come before it.
STOP = "system.stop"


@dataclass(frozen=True)
class Address:
    """An address with one of its methods."""

    url: str
    method: str
    endpoint: str


def filled(rule: str, numbers: dict[str, int]) -> str:
    """An address of a rule, of the competition with these ids."""
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda part: str(numbers.get(part[1], WORDS.get(part[1], "1"))), rule)


def numbers_of(cid: int) -> dict[str, int]:
    """Ids of a player, a game and a list of a competition, and a round that has games."""
    game = models.Game.select().join(models.Round).where(models.Round.competition == cid).order_by(models.Game.id).get()
    return {
        "cid": cid,
        "number": game.round.number,
        "competitor": game.white_id,
        "game": game.id,
        "list": models.Classification.get(models.Classification.competition == cid).id,
        "line_id": models.JournalAction.select(models.JournalAction.id).scalar(),
    }


def every(app: Flask, numbers: dict[str, int], *methods: str) -> Iterator[Address]:
    """All addresses with those of their methods that are asked for."""
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) & set(methods)):
            yield Address(filled(rule.rule, numbers), method, rule.endpoint)


def first_competition() -> int:
    """The competition of which most tests are about."""
    return int(models.Competition.select(models.Competition.id).order_by(models.Competition.id).scalar())


def whole() -> str:
    """All that is in the open file, and how it came there."""
    history = list(models.JournalAction.select().order_by(models.JournalAction.id).tuples())
    return repr((content(), history))
