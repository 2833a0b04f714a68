"""What is in a file beside the open one, for the season list: read from a copy in memory, the file itself never changes (spec 24)."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.competition import Competition
from kompitie_web.store import check, copies, mapping
from kompitie_web.store.disk import disk
from kompitie_web.store.errors import FileMissing
from kompitie_web.store.sqlite import damaged, examined, plain

#: A file as it was: its path, when it was written (nanoseconds) and how large it is.
Look = tuple[Path, int, int]


@dataclass(frozen=True)
class OtherPerson:
    """Somebody of another file. ``numbers``: his federation numbers by federation; ``competitions`` and ``codes``: where he plays, as what."""

    id: int
    name: str
    numbers: Mapping[str, str]
    codes: frozenset[str] = frozenset()
    competitions: frozenset[int] = frozenset()


def person_of(identity: int, name: str, numbers: Mapping[str, str], entries: Iterable[tuple[int, str]]) -> OtherPerson:
    """Somebody with his entries: competition and code."""
    known = tuple(entries)
    return OtherPerson(identity, name, numbers, frozenset(code for _cid, code in known), frozenset(cid for cid, _code in known))


@dataclass(frozen=True)
class OtherCompetition:
    """A competition of another file. ``persons``: who its players are; ``counts``: whether it counts for ratings there."""

    competition: Competition
    counts: bool
    persons: Mapping[int, int]


@dataclass(frozen=True)
class Identity:
    """Who a file is: its own number, and the name of its club or event."""

    uuid: str
    name: str


@dataclass(frozen=True)
class OtherFile:
    """Everything of another file that the season list needs."""

    identity: Identity
    persons: tuple[OtherPerson, ...]
    competitions: tuple[OtherCompetition, ...]


def look(path: Path) -> Look:
    """How a file is now. FileMissing, DiskTrouble."""
    if not path.is_file():
        raise FileMissing(path)
    with disk(path):
        seen = path.stat()
    return path, seen.st_mtime_ns, seen.st_size


@lru_cache(maxsize=256)
def identity(seen: Look) -> Identity:
    """Who a file is, which this process must not have open. The errors of ``copies.content_of``, and FileInUse."""
    path = seen[0]
    with disk(path), examined(path):
        check.version_in_header(path)
        with plain(path, "ro") as connection:
            return _identity(connection.execute("SELECT uuid, name FROM file_info").fetchone())


def _identity(row: tuple[Any, ...] | None) -> Identity:
    if row is None:
        raise damaged("no identity")
    return Identity(str(row[0]), str(row[1]))


@lru_cache(maxsize=8)
def read(seen: Look) -> OtherFile:
    """The whole content, kept as long as the file stays as it was seen. Errors as ``identity``."""
    path = seen[0]
    with disk(path), examined(path), copies.content_of(path) as connection:

        def rows(sql: str, *values: int) -> list[tuple[Any, ...]]:
            return connection.execute(sql, values).fetchall()

        entries: dict[int, list[tuple[int, str]]] = {}
        players: dict[int, dict[int, int]] = {}
        for player, cid, person, code in rows(
            "SELECT id, competition_id, person_id, code FROM competitor WHERE person_id IS NOT NULL ORDER BY id"
        ):
            entries.setdefault(person, []).append((cid, code))
            players.setdefault(cid, {})[player] = person
        return OtherFile(
            identity=_identity(connection.execute("SELECT uuid, name FROM file_info").fetchone()),
            persons=tuple(
                person_of(person, name, json.loads(numbers), entries.get(person, ()))
                for person, name, numbers in rows("SELECT id, name, federation_ids FROM person ORDER BY id")
            ),
            competitions=tuple(
                OtherCompetition(mapping.read(cid, rows), bool(counts), players.get(cid, {}))
                for cid, counts in rows("SELECT id, counts_for_rating FROM competition ORDER BY id")
            ),
        )
