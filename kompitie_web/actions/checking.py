"""A round paired again from its record, and held against what is stored now: what the arbiter and ``kompitie check`` are told (spec 60).

Nothing here changes anything. What is told in words stands in ``kompitie_web.check_texts``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine import changes
from engine.check import Outcome, check_draft
from engine.competition import BYE, Competition, Game, told_apart
from engine.judging import Answer, Difference, judge
from engine.judging.legal import breaks
from engine.pairing import registry
from engine.pairing.draft import Draft, Fact, Pair, Request
from kompitie_web.actions.common import round_row, rounds_of
from kompitie_web.actions.pairing_record import Record, record_of
from kompitie_web.actions.pairings import kind_of
from kompitie_web.actions.request import request_for, with_order
from kompitie_web.store import mapping, models

#: The pairing system of the engine by the rules that a record names ("ranking 1"). The competition may have gone over to another since.
ROUND_ROBIN = "round_robin"
SYSTEMS = {"resistance": "swiss_resistance", "rating": "swiss_rating", "ranking": "ranking", "round robin": ROUND_ROBIN}
#: Why a round cannot be paired again: nothing is in it; made by hand, or come from elsewhere; from a schedule; by rules of another version.
EMPTY, BY_HAND, SCHEDULE, OTHER_RULES = "empty", "by_hand", "schedule", "other_rules"
#: The options of the pairing that changed, when nothing else tells it: settings of the competition or of the list by which is paired.
SETTINGS = "changed_settings"
#: The list by which is paired has another order, and nothing else tells why.
ORDER = "changed_order"


@dataclass(frozen=True)
class Touched:
    """What the arbiter changed by hand after the pairing. ``steps``: {what, time, players} as they were noted; ``gone`` and ``came``: pairs
    (white, black) of the draft that are not in the round, and games of the round that are not in the draft. ``bye``: who has it now.
    """

    steps: tuple[Mapping[str, Any], ...] = ()
    gone: tuple[tuple[int, int], ...] = ()
    came: tuple[Game, ...] = ()
    drafted_bye: int | None = None
    bye: int | None = None

    @property
    def is_any(self) -> bool:
        """Whether the round is not as it was drafted, or something was noted."""
        return bool(self.steps or self.gone or self.came or self.drafted_bye != self.bye)


@dataclass(frozen=True)
class Today:
    """What changed since the round was paired, and the pairing that would come out now, when it differs from the draft.

    ``differences`` are between the draft of then (expected) and that of now (found); ``remarks`` say why none comes out.
    """

    since: tuple[Fact, ...] = ()
    differences: tuple[Difference, ...] = ()
    remarks: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class RoundCheck:
    """One round of a competition, checked. ``obstacle``: why it cannot be paired again ('' = it was); then ``outcome`` is None.

    ``kept``: games that stood already when it was paired. ``names``: what everybody is or was called.
    """

    number: int
    names: Mapping[int, str]
    obstacle: str = ""
    system: str = ""
    time: str = ""
    outcome: Outcome | None = None
    kept: tuple[Pair, ...] = ()
    touched: Touched = Touched()

    @property
    def agrees(self) -> bool:
        """Whether the same came out; a round that cannot be checked neither agrees nor differs."""
        return self.outcome is not None and self.outcome.agrees


def check_round(cid: int, number: int) -> RoundCheck:
    """Pair a round again from the state that was seen when it was paired. ActionError ``round_gone``."""
    record = record_of(cid, number)
    here = mapping.competition(cid)
    if record is None:
        return RoundCheck(number, here.names, _obstacle(cid, here, number))
    names = {**_names_of(record), **here.names}
    system = SYSTEMS.get(record.draft.rules.rpartition(" ")[0])
    touched = _touched(here, number, record)
    if system is None:
        return RoundCheck(number, names, OTHER_RULES, time=record.time, touched=touched)
    name = f"{here.name}, round {number}"
    outcome = check_draft(name, system, record.request, record.draft)
    kept = tuple(pair for pair in record.draft.pairs if pair.kept)
    return RoundCheck(number, names, "", system, record.time, outcome, kept, touched)


def check_rounds(cid: int) -> list[RoundCheck]:
    """Every round of a competition that holds something."""
    checked = (check_round(cid, row.number) for row in rounds_of(cid))
    return [one for one in checked if one.obstacle != EMPTY]


def _names_of(record: Record) -> dict[int, str]:
    players = record.request.competition.players
    return told_apart((player.id, player.name, player.code) for player in players)


def _obstacle(cid: int, here: Competition, number: int) -> str:
    """Why a round without a record has none."""
    games = [game for game in here.games if game.round == number]
    if not games and not any(entry.round == number for entry in here.entries):
        return EMPTY
    has_schedule = kind_of(cid).has_schedule
    if not games and not has_schedule:
        return EMPTY
    scheduled = has_schedule and not all(game.by_hand for game in games)
    return SCHEDULE if scheduled else BY_HAND


def _touched(here: Competition, number: int, record: Record) -> Touched:
    """The round as it is, against its draft."""
    games = [game for game in here.games if game.round == number]
    drafted = [(pair.white, pair.black) for pair in record.draft.pairs]
    now = [(game.white, game.black) for game in games]
    entries = models.SingleEntry.select().where(
        (models.SingleEntry.round == round_row(here.id, number).id) & (models.SingleEntry.reason == BYE)
    )
    byes = [int(row.competitor_id) for row in entries]
    bye = record.draft.bye if record.draft.bye in byes else next(iter(byes), None)
    return Touched(
        steps=record.changes,
        gone=tuple(pair for pair in drafted if pair not in now),
        came=tuple(game for game in games if (game.white, game.black) not in drafted),
        drafted_bye=record.draft.bye,
        bye=bye,
    )


def today(cid: int, number: int) -> Today:
    """What the program would see otherwise if the round were paired now, and what would come out. Nothing for a round without a record."""
    record = record_of(cid, number)
    if record is None:
        return Today()
    request = _request_now(cid, number, record.request)
    since = list(changes.before_pairing(record.request.competition, request.competition, number))
    system = kind_of(cid).engine
    if not system:
        return Today(tuple(since))
    if _settings(record.request) != _settings(request) or system != SYSTEMS.get(record.draft.rules.rpartition(" ")[0]):
        since.append(Fact(SETTINGS))
    if not since and _order(record.request) != _order(request):
        since.append(Fact(ORDER))
    if not since:
        return Today()
    draft = registry.pair(system, request)
    if draft.unpaired and not draft.pairs:
        return Today(tuple(since), (), draft.remarks)
    return Today(tuple(since), judge(system, request, _answer(record.draft), draft))


def _answer(draft: Draft) -> Answer:
    return Answer(frozenset((pair.white, pair.black) for pair in draft.pairs), draft.bye)


def _settings(request: Request) -> tuple[Any, ...]:
    """What a pairing depends on beside the facts; an option that is not set is as good as none."""
    options = {name: value for name, value in request.options.items() if value is not None}
    pays = {reason: points for reason, points in request.reason_points.items() if points}
    return request.scale, pays, request.order_keys, request.unplayed_opponents, options, request.competition.planned_rounds


def _order(request: Request) -> list[int]:
    """The list by which is paired, of those who are there."""
    return [player for player in request.order if player in request.present]


def _request_now(cid: int, number: int, then: Request) -> Request:
    """The request of now for a round that stands already: without what was made of it then, and without later rounds that came since."""
    known_games = {game.id for game in then.competition.games}
    known_entries = {entry.id for entry in then.competition.entries}
    here = mapping.competition(cid)
    games = [game.id for game in here.games if game.round >= number and game.id not in known_games]
    entries = [
        entry.id
        for entry in here.entries
        if entry.id not in known_entries and (entry.round > number or (entry.round == number and entry.reason == BYE))
    ]
    request = request_for(cid, number, games, entries, then.allow_incomplete, then.seed)
    return with_order(request, cid)


def illegal(cid: int, number: int) -> tuple[Fact, ...]:
    """Which absolute rules the round breaks as it stands now, whoever made it so. Nothing for games that are not paired at all."""
    kind = kind_of(cid)
    if kind.is_free:
        return ()
    request = request_for(cid, number)
    here = request.competition
    until = replace(
        here,
        games=tuple(game for game in here.games if game.round <= number),
        entries=tuple(entry for entry in here.entries if entry.round <= number),
    )
    return breaks(kind.engine or ROUND_ROBIN, with_order(replace(request, competition=until), cid))
