"""Who is there: absences with a reason, for this round and ahead (spec 00 row 4, 10 Presence)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.competition import BYE, WITH_NOTICE
from kompitie_web.actions.common import competition_row, competitors_of, game_of, has_result, names_of, round_row, rounds_of
from kompitie_web.actions.errors import ActionError
from kompitie_web.actions.reasons import check_reason
from kompitie_web.store import current, mapping, models

PRESENT, ABSENT, NOT_JOINED, WITHDRAWN = "present", "absent", "not_joined", "withdrawn"


@dataclass(frozen=True)
class PresenceLine:
    """A player's state in a round: ``present``, ``absent`` (with the reason key; also the bye and external games), ``not_joined`` or
    ``withdrawn``. ``game``: the id of his game in the round. ``ahead``: later rounds in which an absence is entered.
    """

    competitor: int
    name: str
    code: str
    lot: int
    rating: int | None
    state: str
    reason: str = ""
    result: str = ""
    opponent_rating: int | None = None
    opponent_name: str = ""
    game: int | None = None
    ahead: tuple[int, ...] = ()


def presence(cid: int, number: int) -> list[PresenceLine]:
    """The state of every player in a round, in the order of entry."""
    competition = mapping.competition(cid)
    entries = {entry.player: entry for entry in competition.entries if entry.round == number}
    games = {player: game.id for game in competition.games if game.round == number for player in (game.white, game.black)}
    ahead: dict[int, list[int]] = {}
    for later in sorted(competition.entries, key=lambda entry: entry.round):
        if later.round > number and later.reason != BYE:
            ahead.setdefault(later.player, []).append(later.round)
    lines = []
    for player in sorted(competition.players, key=lambda player: player.order):
        entry = entries.get(player.id)
        if entry is not None:
            state = ABSENT
        elif player.in_schedule(number) or player.id in games:
            state = PRESENT
        else:
            state = WITHDRAWN if player.has_joined(number) else NOT_JOINED
        lines.append(
            PresenceLine(
                player.id,
                player.name,
                player.code,
                player.lot,
                player.rating,
                state,
                entry.reason if entry else "",
                entry.result if entry else "",
                entry.opponent_rating if entry else None,
                entry.opponent_name if entry else "",
                games.get(player.id),
                tuple(ahead.get(player.id, ())),
            )
        )
    return lines


#: Reasons that belong to one evening and never carry over to the next round.
ONE_ROUND = (BYE, "external", "external_evening", "not_played")


def _rounds(cid: int, number: int, until: int | None, carries: bool = True) -> list[models.Round]:
    """The rounds that a change reaches: ``number`` … ``until``; with *carries over* all later rounds that are not published."""
    first = round_row(cid, number)
    rows = [row for row in rounds_of(cid) if row.number > number]
    if until is not None:
        if until < number or until > number + len(rows):
            raise ActionError("round_gone", "until", round=until)
        return [first, *(row for row in rows if row.number <= until)]
    carries = carries and competition_row(cid).carry_presence
    return [first, *(row for row in rows if carries and row.state in ("planned", "draft"))]


def _release(row: models.Round, competitor_id: int) -> None:
    """An unplayed pair of a draft falls apart when one of the two is absent. ActionError ``player_has_game`` for any other game."""
    game = game_of(row.id, competitor_id)
    while game is not None:
        if row.state not in ("draft", "planned") or has_result(game):
            raise ActionError("player_has_game", player=names_of([competitor_id])[0], round=row.number)
        game.delete_instance()
        game = game_of(row.id, competitor_id)


def _mark(row: models.Round, competitor_id: int, reason: str) -> None:
    """Enter the absence, or change the reason of the one that is there (inside an action)."""
    mine = (models.SingleEntry.round == row.id) & (models.SingleEntry.competitor == competitor_id)
    entry = models.SingleEntry.get_or_none(mine)
    if entry is None:
        _release(row, competitor_id)
        models.SingleEntry.create(round=row.id, competitor=competitor_id, reason=reason)
    elif entry.reason != reason or entry.origin != "hand":
        entry.reason, entry.origin = reason, "hand"
        entry.save()


def set_absent(cid: int, number: int, competitor_ids: Sequence[int], reason: str = WITH_NOTICE, until: int | None = None) -> None:
    """These players are absent in a round (until another one, both included), with a reason; a second reason replaces the first.

    A pair in a draft falls apart; a published game does not: ActionError ``player_has_game``. Also ``reason_unknown``, ``round_gone``.
    """
    check_reason(cid, reason)
    names = names_of(competitor_ids)
    with current().action("marked_absent", scope=cid, round=number, until=until, players=names, reason=reason):
        _check_ids(cid, competitor_ids)
        for row in _rounds(cid, number, until, carries=reason not in ONE_ROUND):
            for competitor_id in competitor_ids:
                _mark(row, competitor_id, reason)


def set_present(cid: int, number: int, competitor_ids: Sequence[int], until: int | None = None) -> None:
    """These players are there: their absence in the round goes. A result of their own stays: ActionError ``entry_result_stays``."""
    with current().action("marked_present", scope=cid, round=number, players=names_of(competitor_ids)):
        _check_ids(cid, competitor_ids)
        for row in _rounds(cid, number, until):
            query = models.SingleEntry.select().where(models.SingleEntry.round == row.id)
            for entry in query.where(models.SingleEntry.competitor.in_(list(competitor_ids))):
                if entry.result:
                    raise ActionError("entry_result_stays", player=names_of([entry.competitor_id])[0], round=row.number)
                entry.delete_instance()


def set_presence(cid: int, number: int, wanted: Mapping[int, str | None]) -> None:
    """The whole list of a round at once: None = there, else the reason of the absence. What already is so stays untouched.

    ActionError as ``set_absent`` and ``set_present``.
    """
    with current().action("presence_entered", scope=cid, round=number):
        now = {line.competitor: line.reason if line.state == ABSENT else None for line in presence(cid, number)}
        groups: dict[str | None, list[int]] = {}
        for competitor_id, reason in wanted.items():
            if now.get(competitor_id) != reason:
                groups.setdefault(reason, []).append(competitor_id)
        for reason, ids in groups.items():
            if reason is None:
                set_present(cid, number, ids)
            else:
                set_absent(cid, number, ids, reason)


def set_all(cid: int, number: int, present: bool) -> None:
    """Everybody who takes part is there, or nobody. Byes, results of their own and players in a published game are left alone."""
    row = round_row(cid, number)
    with current().action("marked_all", scope=cid, round=number, present=present):
        competition = mapping.competition(cid)
        taking_part = [player.id for player in competition.players if player.in_schedule(number)]
        if present:
            entries = models.SingleEntry.select().where(models.SingleEntry.round == row.id)
            for entry in entries.where((models.SingleEntry.result == "") & (models.SingleEntry.reason != BYE)):
                entry.delete_instance()
            return
        taken = {entry.competitor_id for entry in models.SingleEntry.select().where(models.SingleEntry.round == row.id)}
        for game in models.Game.select().where(models.Game.round == row.id):
            if row.state == "published" or row.state == "closed" or has_result(game):
                taken |= {game.white_id, game.black_id}
        for competitor_id in taking_part:
            if competitor_id not in taken:
                _mark(row, competitor_id, WITH_NOTICE)


def _check_ids(cid: int, competitor_ids: Sequence[int]) -> None:
    known = {row.id for row in competitors_of(cid)}
    if not known.issuperset(competitor_ids):
        raise ActionError("player_gone")
