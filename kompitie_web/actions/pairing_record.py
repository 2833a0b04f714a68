"""How a round was paired, as JSON and back: the request with the facts it saw, and the draft with its reasons (spec 10).

Exact numbers are text fractions. Players, rounds, games and entries are rows of values in the order of their fields, since a record
holds all games before its round.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from engine.competition import Competition, Game, Interval, Player, Round, SingleEntry
from engine.pairing.draft import Draft, Fact, OrderLine, Pair, Request
from engine.results import Scale, exact
from kompitie_web.actions.common import now, round_row
from kompitie_web.store import models

FORMAT = 1


@dataclass(frozen=True)
class Record:
    """A pairing record: what was asked, what came out, and the changes by hand since ({what, time, …})."""

    request: Request
    draft: Draft
    changes: tuple[dict[str, Any], ...]
    time: str


def _value(value: Any) -> Any:
    """A fraction as {"f": text}, a tuple as a list, everything else as it is."""
    if isinstance(value, Fraction):
        return {"f": str(value)}
    if isinstance(value, tuple | list):
        return [_value(one) for one in value]
    if isinstance(value, Interval):
        return [value.first, value.last]
    return value


def _back(value: Any) -> Any:
    if isinstance(value, dict):
        return Fraction(value["f"])
    return tuple(_back(one) for one in value) if isinstance(value, list) else value


def _row(value: Any, names: tuple[str, ...]) -> list[Any]:
    return [_value(getattr(value, name)) for name in names]


_PLAYER = tuple(field.name for field in fields(Player))
_ROUND = tuple(field.name for field in fields(Round))
_GAME = tuple(field.name for field in fields(Game))
_ENTRY = tuple(field.name for field in fields(SingleEntry))
_SCALE = tuple(field.name for field in fields(Scale))


def _competition_json(competition: Competition) -> dict[str, Any]:
    return {
        "players": [_row(player, _PLAYER) for player in competition.players],
        "rounds": [_row(one, _ROUND) for one in competition.rounds],
        "games": [_row(game, _GAME) for game in competition.games],
        "entries": [_row(entry, _ENTRY) for entry in competition.entries],
        "planned_rounds": competition.planned_rounds,
        "sport": competition.sport,
        "forbidden": sorted(list(pair) for pair in competition.forbidden),
        "id": competition.id,
        "name": competition.name,
    }


def _player(row: list[Any]) -> Player:
    values = dict(zip(_PLAYER, row, strict=True))
    values["categories"] = tuple(values["categories"])
    for what in ("schedule", "standings"):
        values[what] = tuple(Interval(first, last) for first, last in values[what])
    return Player(**values)


def _competition(data: Mapping[str, Any]) -> Competition:
    return Competition(
        players=tuple(_player(row) for row in data["players"]),
        rounds=tuple(Round(*row) for row in data["rounds"]),
        games=tuple(Game(*row) for row in data["games"]),
        entries=tuple(SingleEntry(*row) for row in data["entries"]),
        planned_rounds=data["planned_rounds"],
        sport=data["sport"],
        forbidden=frozenset((a, b) for a, b in data["forbidden"]),
        id=data["id"],
        name=data["name"],
    )


def request_json(request: Request) -> dict[str, Any]:
    """A request as JSON values; ``request_from`` gives an equal one back."""
    return {
        "competition": _competition_json(request.competition),
        "round": request.round,
        "present": list(request.present),
        "scale": {name: _value(getattr(request.scale, name)) for name in _SCALE},
        "reason_points": {key: str(points) for key, points in request.reason_points.items()},
        "order_keys": request.order_keys,
        "unplayed_opponents": request.unplayed_opponents,
        "options": {key: _value(value) for key, value in request.options.items()},
        "seed": request.seed,
        "allow_incomplete": request.allow_incomplete,
        "order": list(request.order),
    }


def request_from(data: Mapping[str, Any]) -> Request:
    """The request of ``request_json``."""
    return Request(
        competition=_competition(data["competition"]),
        round=data["round"],
        present=tuple(data["present"]),
        scale=Scale(**{key: _back(value) for key, value in data["scale"].items()}),
        reason_points={key: exact(points) for key, points in data["reason_points"].items()},
        order_keys=data["order_keys"],
        unplayed_opponents=data["unplayed_opponents"],
        options={key: _back(value) for key, value in data["options"].items()},
        seed=data["seed"],
        allow_incomplete=data["allow_incomplete"],
        order=tuple(data.get("order", ())),
    )


def _facts_json(facts: tuple[Fact, ...]) -> list[Any]:
    return [[fact.code, {key: _value(value) for key, value in fact.arguments.items()}] for fact in facts]


def _facts(rows: list[Any]) -> tuple[Fact, ...]:
    return tuple(Fact(code, {key: _back(value) for key, value in arguments.items()}) for code, arguments in rows)


def draft_json(draft: Draft) -> dict[str, Any]:
    """A draft with its reasons as JSON values; ``draft_from`` gives an equal one back."""
    return {
        "pairs": [[one.white, one.black, _facts_json(one.why), _facts_json(one.remarks), one.kept] for one in draft.pairs],
        "bye": draft.bye,
        "bye_why": _facts_json(draft.bye_why),
        "unpaired": list(draft.unpaired),
        "remarks": _facts_json(draft.remarks),
        "order": [[line.player, [str(key) for key in line.keys], line.balance] for line in draft.order],
        "key_names": list(draft.key_names),
        "seed": draft.seed,
        "rules": draft.rules,
    }


def draft_from(data: Mapping[str, Any]) -> Draft:
    """The draft of ``draft_json``."""
    return Draft(
        pairs=tuple(Pair(white, black, _facts(why), _facts(remarks), kept) for white, black, why, remarks, kept in data["pairs"]),
        bye=data["bye"],
        bye_why=_facts(data["bye_why"]),
        unpaired=tuple(data["unpaired"]),
        remarks=_facts(data["remarks"]),
        order=tuple(OrderLine(player, tuple(exact(key) for key in keys), balance) for player, keys, balance in data["order"]),
        key_names=tuple(data["key_names"]),
        seed=data["seed"],
        rules=data["rules"],
    )


def store_record(round_id: int, request: Request, draft: Draft) -> None:
    """Keep how a round was paired, in place of what was kept before (inside an action)."""
    models.PairingRecord.delete().where(models.PairingRecord.round == round_id).execute()
    content = {"format": FORMAT, "request": request_json(request), "draft": draft_json(draft)}
    models.PairingRecord.create(round=round_id, time=now(), rules=draft.rules, content=content)


def _row_of(round_id: int) -> models.PairingRecord | None:
    return (
        models.PairingRecord.select().where(models.PairingRecord.round == round_id).order_by(models.PairingRecord.id.desc()).first()
    )


def seed_for(cid: int, number: int) -> int:
    """The seed for what a round draws by lot: that of the first round, or of the draft that is there, when they drew; else a new one.

    A draw is made once: pairing again, for somebody who came late, turns no colours, and two latecomers of a later round get the colour
    that was drawn for round 1 (spec 32, Colours). Who wants another draw throws the draft away first.
    """
    mine = (models.Round.competition == cid) & models.Round.number.in_((1, number))
    for row in models.PairingRecord.select().join(models.Round).where(mine).order_by(models.Round.number):
        seed = row.content["draft"]["seed"]
        if seed is not None:
            return int(seed)
    return secrets.randbelow(900_000) + 100_000


def note_change(round_id: int, what: str, **arguments: Any) -> None:
    """Add a change by hand to the record of a round, when it has one (inside an action)."""
    row = _row_of(round_id)
    if row is not None:
        row.changes = [*row.changes, {"what": what, "time": now(), **arguments}]
        row.save(only=["changes"])


def record_of(cid: int, number: int) -> Record | None:
    """How a round was paired, or None when it was made by hand or from a schedule."""
    row = _row_of(round_row(cid, number).id)
    if row is None:
        return None
    return Record(request_from(row.content["request"]), draft_from(row.content["draft"]), tuple(row.changes), row.time)
