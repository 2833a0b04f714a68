"""The schedule of a round robin, written at once (spec 30; 70 trap 22)."""

from dataclasses import dataclass

from engine.competition import BYE
from engine.pairing import round_robin
from kompitie_web.actions.common import choice, competition_row, competitors_of, games_of, has_result, rounds_of
from kompitie_web.actions.creation import MOST_ROUNDS
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.participation import SCHEDULE, is_on
from kompitie_web.actions.roundstate import first_free_round, number_games, show
from kompitie_web.store import current, models

TABLES = ("berger", "youth")


@dataclass(frozen=True)
class Plan:
    """What a schedule would be: players in the order of their numbers 1 … n, and the pairs of numbers a round ((number, 0) = bye)."""

    players: tuple[int, ...]
    rounds: tuple[tuple[tuple[int, int], ...], ...]


def plan(cid: int, from_round: int, double: bool, swapped: bool, table: str, seam: bool) -> Plan:
    """The schedule of everybody who is in it from that round on, by lot number.

    ActionError ``too_few_players``, ``schedule_too_long`` (more rounds than a competition can have), ``table_not_possible``.
    """
    choice(table, TABLES, "table")
    rows = [row for row in competitors_of(cid) if is_on(row.id, SCHEDULE, from_round)]
    ids = tuple(row.id for row in sorted(rows, key=lambda row: (row.lot, row.position)))
    if len(ids) < 2:
        raise ActionError("too_few_players", count=len(ids))
    needed = (len(ids) - 1 + len(ids) % 2) * (2 if double else 1)
    if from_round - 1 + needed > MOST_ROUNDS:
        raise ActionError("schedule_too_long", count=len(ids), rounds=from_round - 1 + needed, most=MOST_ROUNDS)
    try:
        pairs = round_robin.schedule(len(ids), table, swapped, double, seam)
    except ValueError as error:
        raise ActionError("table_not_possible", "table", count=len(ids)) from error
    return Plan(ids, tuple(tuple(one) for one in pairs))


def make_schedule(
    cid: int,
    from_round: int | None = None,
    double: bool = False,
    swapped: bool = False,
    table: str = "berger",
    seam: bool = False,
    confirmed: bool = False,
) -> None:
    """Write and publish the rounds of a round robin from a round on [the first without results], after a copy.

    Unplayed games of those rounds go; a round with results is refused (``round_has_results`` names it). Rounds are added when there
    are too few. The second half of a double one may be made in a second action with ``swapped``. In an odd field everybody in turn
    has a bye. ActionError also: ``too_few_players``, ``table_not_possible``. NeedsConfirmation ``schedule_absences``: absences
    entered ahead in these rounds would go.
    """
    start = first_free_round(cid) if from_round is None else from_round
    schedule = plan(cid, start, double, swapped, table, seam)
    last = start + len(schedule.rounds) - 1
    with current().action("schedule_made", scope=cid, first=start, last=last, count=len(schedule.players)):
        _check(cid, start, last, confirmed)
        current().snapshot("pairing")
        competition = competition_row(cid)
        if competition.planned_rounds < last:
            for number in range(competition.planned_rounds + 1, last + 1):
                models.Round.create(competition=cid, number=number)
            competition.planned_rounds = last
        options = {"table": table, "double": double, "seam": seam}
        competition.pairing_options = {**competition.pairing_options, **options}
        competition.save()
        rows = {row.number: row for row in rounds_of(cid)}
        for offset, pairs in enumerate(schedule.rounds):
            _write_round(rows[start + offset], pairs, schedule.players)


def _check(cid: int, first: int, last: int, confirmed: bool) -> None:
    """No round to be written holds a result; absences in them are asked about."""
    absences = 0
    for row in rounds_of(cid):
        if first <= row.number <= last:
            entries = list(models.SingleEntry.select().where(models.SingleEntry.round == row.id))
            if any(has_result(game) for game in games_of(row.id)) or any(entry.result for entry in entries):
                raise ActionError("round_has_results", "from_round", round=row.number)
            absences += sum(entry.origin == "hand" for entry in entries)
    if absences and not confirmed:
        raise NeedsConfirmation("schedule_absences", count=absences)


def _write_round(row: models.Round, pairs: tuple[tuple[int, int], ...], players: tuple[int, ...]) -> None:
    """One round of the schedule in place of what was there (inside an action)."""
    models.Game.delete().where(models.Game.round == row.id).execute()
    models.SingleEntry.delete().where(models.SingleEntry.round == row.id).execute()
    models.PairingRecord.delete().where(models.PairingRecord.round == row.id).execute()
    games = []
    for white, black in pairs:
        if black == 0:
            models.SingleEntry.create(round=row.id, competitor=players[white - 1], reason=BYE, origin="paired")
        else:
            games.append(models.Game.create(round=row.id, white=players[white - 1], black=players[black - 1]))
    number_games(row.competition_id, games)
    show(row, dated=False)
