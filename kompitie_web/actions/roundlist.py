"""The list of rounds: dates, closing, adding and deleting (spec 10 Round; 70 traps 10 and 16)."""

from dataclasses import dataclass, field
from typing import Any

from engine.pairing import outlook
from kompitie_web.actions import list_presets, pairings, participation
from kompitie_web.actions.common import competition_row, competitors_of, games_of, has_result, iso_date, round_row, rounds_of
from kompitie_web.actions.creation import MOST_ROUNDS, text_of
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.late import latecomers
from kompitie_web.actions.planned import fix_planned_rounds
from kompitie_web.actions.request import fact_words, request_for
from kompitie_web.actions.roundstate import open_games, show, table_number
from kompitie_web.actions.sessions import following
from kompitie_web.store import current, mapping, models


@dataclass(frozen=True)
class Notice:
    """Something to know before going on; ``code`` and arguments for a sentence."""

    code: str
    arguments: dict[str, Any] = field(default_factory=dict)


def set_round(cid: int, number: int, date: str | None = None, session: str | None = None) -> None:
    """Change the date (ISO, '' = none) or the session label of a round; None leaves it. ActionError ``date_unknown``."""
    day = None if date is None else iso_date(date)
    with current().action("round_changed", scope=cid, round=number, date=day, session=session):
        row = round_row(cid, number)
        row.date = row.date if day is None else day
        label = row.session if session is None else text_of(session, "session")
        if label != row.session:
            fix_planned_rounds(cid)
            row.session = label
        row.save()


def close_round(cid: int, number: int, confirmed: bool = False) -> None:
    """A published round is over: it counts, also without a result. NeedsConfirmation ``open_games_close`` (count)."""
    with current().action("round_closed", scope=cid, round=number):
        row = round_row(cid, number)
        if row.state != "published":
            raise ActionError("round_not_published", round=number)
        unplayed = [game for game in games_of(row.id) if not has_result(game)]
        if unplayed and not confirmed:
            raise NeedsConfirmation("open_games_close", round=number, count=len(unplayed))
        row.state = "closed"
        row.save()


def reopen_round(cid: int, number: int) -> None:
    """A closed round may be changed again. ActionError ``round_not_closed``."""
    with current().action("round_reopened", scope=cid, round=number):
        row = round_row(cid, number)
        if row.state != "closed":
            raise ActionError("round_not_closed", round=number)
        row.state = "published"
        row.save()


def add_round(cid: int) -> int:
    """Plan one round more; gives its number. Absences of the round before carry over when the competition says so."""
    competition = competition_row(cid)
    number = int(competition.planned_rounds) + 1
    if number > MOST_ROUNDS:
        raise ActionError("number_range", "planned_rounds", value=number, lowest=1, highest=MOST_ROUNDS)
    with current().action("round_added", scope=cid, round=number):
        fix_planned_rounds(cid)
        row = models.Round.create(competition=cid, number=number, session=following(cid, number))
        competition = competition_row(cid)
        competition.planned_rounds = number
        competition.save()
        if competition.carry_presence:
            _carry(round_row(cid, number - 1), row)
    return number


def _carry(before: models.Round, row: models.Round) -> None:
    """Absences of the round before are entered for the new one (inside an action)."""
    from kompitie_web.actions.presence import ONE_ROUND

    for entry in models.SingleEntry.select().where(models.SingleEntry.round == before.id):
        if entry.reason not in ONE_ROUND and not entry.result:
            models.SingleEntry.create(round=row.id, competitor=entry.competitor_id, reason=entry.reason)


def delete_round(cid: int, number: int, keep_results: bool = True, confirmed: bool = False) -> None:
    """Delete a round, after a copy. Games and external results move to the round before (of the first round: to the next one);
    unplayed pairs, byes and absences go; later rounds move down. A round in which something stood makes room for a planned round at
    the end; an empty planned round only makes the competition shorter.

    ``keep_results`` False deletes the results too, always asked about (``delete_results``, count). NeedsConfirmation ``delete_round``
    (count, target) otherwise, unless the round is empty. ActionError ``only_round_with_results``, ``last_round_left``.
    """
    with current().action("round_deleted", scope=cid, round=number, kept=keep_results):
        row = round_row(cid, number)
        empty = _is_empty(row)
        target = _target(cid, row, keep_results)
        if not empty and not confirmed:
            raise _deletion_question(row, keep_results, target)
        current().snapshot("delete_round")
        fix_planned_rounds(cid)
        if target is not None:
            _move_results(row, target)
        for table in (models.Game, models.SingleEntry, models.PairingRecord):
            table.delete().where(table.round == row.id).execute()
        row.delete_instance()
        for later in rounds_of(cid):
            if later.number > number:
                later.number -= 1
                later.save()
        participation.renumber(cid, number)
        _refill(cid, empty)


def _deletion_question(row: models.Round, keep_results: bool, target: models.Round | None) -> NeedsConfirmation:
    results = len(_scored(row)) + len(_own_results(row))
    if not keep_results and results:
        return NeedsConfirmation("delete_results", round=row.number, count=results)
    return NeedsConfirmation("delete_round", round=row.number, count=results, target=target.number if target is not None else 0)


def _is_empty(row: models.Round) -> bool:
    entries = models.SingleEntry.select().where(models.SingleEntry.round == row.id)
    return row.state == "planned" and not games_of(row.id) and not entries.exists()


def _scored(row: models.Round) -> list[models.Game]:
    return [game for game in games_of(row.id) if has_result(game)]


def _own_results(row: models.Round) -> list[models.SingleEntry]:
    return list(models.SingleEntry.select().where((models.SingleEntry.round == row.id) & (models.SingleEntry.result != "")))


def _target(cid: int, row: models.Round, keep_results: bool) -> models.Round | None:
    """Where the results of a round go, or None when there are none to keep. ActionError when there is no place for them."""
    others = {other.number: other for other in rounds_of(cid) if other.id != row.id}
    if not others:
        raise ActionError("last_round_left", round=row.number)
    if not keep_results or not (_scored(row) or _own_results(row)):
        return None
    if not any(_scored(other) or _own_results(other) for other in others.values()):
        raise ActionError("only_round_with_results", round=row.number)
    return others[row.number - 1] if row.number > 1 else others[2]


def _move_results(row: models.Round, target: models.Round) -> None:
    """Games with a result and results of their own move; they keep their date and running number (inside an action)."""
    for game in _scored(row):
        game.date = game.date or row.date
        game.table_number = table_number(target.id)
        game.round = target.id
        game.locked, game.origin = True, "hand"
        game.save()
    for entry in _own_results(row):
        entry.round = target.id
        entry.save()
    if target.state in ("planned", "draft"):
        show(target)


def _refill(cid: int, shorter: bool) -> None:
    """The rounds 1 … planned exist again: one fewer planned, or a new one at the end (inside an action)."""
    competition = competition_row(cid)
    count = len(rounds_of(cid))
    if shorter:
        competition.planned_rounds = count
        competition.save()
    else:
        for number in range(count + 1, competition.planned_rounds + 1):
            models.Round.create(competition=cid, number=number, session=following(cid, number))


def next_round(cid: int) -> int | None:
    """The first round that is planned or a draft, or None when all are public."""
    return next((int(row.number) for row in rounds_of(cid) if row.state in ("planned", "draft")), None)


def _outlook(cid: int) -> list[Notice]:
    """Whether the rounds to come can all be paired: before the first pairing by numbers alone, later by who has met whom."""
    number, competition = next_round(cid), competition_row(cid)
    if number is None:
        return []
    planned = competition.planned_rounds
    if pairings.kind_of(cid).by_list:
        return _list_outlook(cid) if number == 1 else []
    request = request_for(cid, number)
    found = outlook.at_setup(len(request.present), planned) if number == 1 else outlook.remaining(request, planned - number + 1)
    return [Notice(fact.code, fact_words(fact)) for fact in found]


def _list_outlook(cid: int) -> list[Notice]:
    """What the options of a pairing by list ask that these players cannot do, before the first round."""
    row, players = competition_row(cid), mapping.competition(cid).players
    found = list_presets.problems(row.pairing_options, players, row.planned_rounds)
    return [Notice(f"list_{one.code}", dict(one.arguments)) for one in found]


def warnings(cid: int) -> list[Notice]:
    """What the arbiter should know: too many rounds for the field (round robin offered, trap 16), open games of published rounds,
    players without a game in the last published round.
    """
    found = []
    competition, players = competition_row(cid), competitors_of(cid)
    in_turn = pairings.kind_of(cid).round_by_round
    if in_turn and len(players) >= 2:
        found += _outlook(cid)
    unfinished = open_games(cid, next_round(cid) or competition.planned_rounds + 1)
    if unfinished:
        found.append(Notice("games_open", {"count": len(unfinished)}))
    last = max((int(row.number) for row in rounds_of(cid) if row.state == "published"), default=0)
    waiting = latecomers(cid, last) if last and in_turn else []
    if waiting:
        words = {"count": len(waiting), "round": last, "players": [player.name for player in waiting]}
        found.append(Notice("players_waiting", words))
    return found
