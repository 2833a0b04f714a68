"""Between the rows of the file and the engine's frozen values. Reads raw rows: a competition of 400 players is wanted on every page."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any, TypeVar

import peewee as pw

from engine import competition as facts
from engine.classification import Settings
from engine.results import Scale, exact
from kompitie_web.store import models
from kompitie_web.store.file import current
from kompitie_web.store.models import database

_POINTS = tuple(one.name for one in fields(Scale) if one.name != "free")
_SETTINGS = tuple(one.name for one in fields(Settings))
_PLAYER, _ROUND, _GAME, _ENTRY = (
    tuple(one.name for one in fields(kind)) for kind in (facts.Player, facts.Round, facts.Game, facts.SingleEntry)
)
_FRACTION = "fraction"

Value = TypeVar("Value", facts.Player, facts.Round, facts.Game, facts.SingleEntry)


#: Answers a question in SQL about a competition: of the open file, or of an earlier state of it (``store.earlier``).
Rows = Callable[[str, int], list[tuple[Any, ...]]]


def competition(cid: int) -> facts.Competition:
    """A competition whole: players, rounds, games, single entries, forbidden pairs. Kept until the file changes.

    ``models.Competition.DoesNotExist`` when there is none with this id. A competitor without any interval of a kind is never in the
    schedule (or the standings): every interval is a row.
    """
    return current().cached(("competition", cid), lambda: _read(cid))


def _read(cid: int) -> facts.Competition:
    with current().connection(), database.atomic():  # One transaction: all tables of the same moment.
        return read(cid, _rows)


def read(cid: int, rows: Rows) -> facts.Competition:
    """A competition whole from the answers of ``rows``. ``models.Competition.DoesNotExist`` when there is none with this id."""
    head = rows("SELECT name, sport, planned_rounds FROM competition WHERE id = ?", cid)
    if not head:
        raise _missing(models.Competition, f"competition {cid}")
    name, sport, planned = head[0]
    pairs = rows("SELECT first_id, second_id FROM forbidden_pair WHERE competition_id = ?", cid)
    return facts.Competition(
        players=_players(cid, rows),
        rounds=_rounds(cid, rows),
        games=_games(cid, rows),
        entries=_entries(cid, rows),
        planned_rounds=planned,
        sport=sport,
        forbidden=frozenset((min(pair), max(pair)) for pair in pairs),
        id=cid,
        name=name,
    )


def _missing(model: type[pw.Model], what: str) -> Exception:
    """Peewee's error for a row that is not there; each model has its own, made when its class is."""
    error: type[pw.DoesNotExist] = getattr(model, "DoesNotExist")  # noqa: B009  # Unknown to the stubs.
    return error(what)


def _rows(sql: str, cid: int) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = database.execute_sql(sql, (cid,)).fetchall()
    return rows


def _made(kind: type[Value], names: tuple[str, ...], rows: Iterable[Iterable[Any]]) -> Iterator[Value]:
    """Frozen values straight from rows: their own constructors set each field in a call of its own, which takes half of the time."""
    for row in rows:
        value = object.__new__(kind)
        value.__dict__.update(zip(names, row, strict=True))
        yield value


def _players(cid: int, ask: Rows) -> tuple[facts.Player, ...]:
    intervals: dict[tuple[int, str], list[facts.Interval]] = {}
    for owner, what, first, last in ask(
        "SELECT p.competitor_id, p.what, p.first, p.last FROM participation p JOIN competitor c ON c.id = p.competitor_id"
        " WHERE c.competition_id = ? ORDER BY p.competitor_id, p.first",
        cid,
    ):
        interval = facts.ALWAYS[0] if first == 1 and last is None else facts.Interval(first, last)
        intervals.setdefault((owner, what), []).append(interval)
    rows = ask(
        "SELECT id, lot, name, code, rating, title, club, family, place, categories, barrage, position FROM competitor"
        " WHERE competition_id = ? ORDER BY position, id",
        cid,
    )
    whole = (
        (*row[:9], tuple(row[9]), *row[10:], *(tuple(intervals.get((row[0], what), ())) for what in ("schedule", "standings")))
        for row in rows
    )
    return tuple(_made(facts.Player, _PLAYER, whole))


def _rounds(cid: int, ask: Rows) -> tuple[facts.Round, ...]:
    rows = ask("SELECT number, state, date, session FROM round WHERE competition_id = ? ORDER BY number", cid)
    return tuple(_made(facts.Round, _ROUND, rows))


def _games(cid: int, ask: Rows) -> tuple[facts.Game, ...]:
    """In the order of rounds, then tables (games without a table last)."""
    rows = ask(
        "SELECT r.number, g.white_id, g.black_id, g.result, g.id, g.table_number, g.number, g.date, g.origin, g.locked, g.annulled"
        " FROM round r JOIN game g ON g.round_id = r.id WHERE r.competition_id = ?",
        cid,
    )
    rows.sort(key=lambda row: (row[0], row[5] is None, row[5] or 0, row[4]))
    whole = ((*row[:8], row[8] == "hand", row[9] == 1, row[10] == 1) for row in rows)
    return tuple(_made(facts.Game, _GAME, whole))


def _entries(cid: int, ask: Rows) -> tuple[facts.SingleEntry, ...]:
    rows = ask(
        "SELECT r.number, e.competitor_id, e.reason, e.result, e.opponent_rating, e.opponent_name, e.colour, e.id"
        " FROM round r JOIN single_entry e ON e.round_id = r.id WHERE r.competition_id = ?",
        cid,
    )
    rows.sort(key=lambda row: (row[0], row[7]))
    return tuple(_made(facts.SingleEntry, _ENTRY, rows))


def round_row(cid: int, number: int) -> models.Round:
    """The row of a round. ``models.Round.DoesNotExist``."""
    found: models.Round = models.Round.get((models.Round.competition == cid) & (models.Round.number == number))
    return found


def classifications(cid: int) -> list[models.Classification]:
    """The classifications of a competition in their order."""
    chosen = models.Classification.select().where(models.Classification.competition == cid)
    return list(chosen.order_by(models.Classification.position, models.Classification.id))


def pairing_classification(cid: int) -> models.Classification:
    """The classification by which is paired: the one that is marked so, else the first. ``models.Classification.DoesNotExist``."""
    rows = classifications(cid)
    if not rows:
        raise _missing(models.Classification, f"competition {cid}")
    return next((row for row in rows if row.is_pairing), rows[0])


def settings(row: models.Classification) -> Settings:
    """The settings of a stored classification; what an older version did not know has its default."""
    stored: Mapping[str, Any] = row.settings
    known = {name: stored[name] for name in _SETTINGS if name in stored}
    known["name"], known["system"] = str(row.name), str(row.system)
    if "scale" in known:
        known["scale"] = scale(known["scale"])
    if "reason_points" in known:
        known["reason_points"] = {key: exact(points) for key, points in known["reason_points"].items()}
    for name in ("sessions", "fixed_reasons"):
        if name in known:
            known[name] = tuple(known[name])
    if "options" in known:
        known["options"] = _from_json(known["options"])
    return Settings(**known)


def settings_json(chosen: Settings) -> dict[str, Any]:
    """Settings as the JSON of a classification's row; exact numbers as text (``1/2``)."""
    plain = {name: getattr(chosen, name) for name in _SETTINGS if name not in ("name", "system")}
    plain["scale"] = scale_json(chosen.scale)
    plain["reason_points"] = {key: str(points) for key, points in chosen.reason_points.items()}
    plain["sessions"], plain["fixed_reasons"] = list(chosen.sessions), list(chosen.fixed_reasons)
    plain["options"] = _to_json(chosen.options)
    return plain


def scale(stored: Mapping[str, Any]) -> Scale:
    """A scale from its JSON."""
    points = {name: exact(stored[name]) for name in _POINTS if name in stored}
    return Scale(**points, free=bool(stored.get("free", False)))


def scale_json(chosen: Scale) -> dict[str, Any]:
    """A scale as JSON, exact numbers as text."""
    return {**{name: str(getattr(chosen, name)) for name in _POINTS}, "free": chosen.free}


def _to_json(value: object) -> Any:
    """Options of any system: fractions inside become ``{"fraction": "1/2"}``, so that they come back as fractions."""
    if isinstance(value, Fraction):
        return {_FRACTION: str(value)}
    if isinstance(value, Mapping):
        return {str(key): _to_json(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [_to_json(inner) for inner in value]
    return value


def _from_json(value: Any) -> Any:
    if isinstance(value, dict):
        return Fraction(value[_FRACTION]) if set(value) == {_FRACTION} else {key: _from_json(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return tuple(_from_json(inner) for inner in value)
    return value
