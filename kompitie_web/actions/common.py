"""What several actions need: rows by id, names for the journal, checks of dates and choices, participation intervals."""

from collections.abc import Collection, Iterable
from datetime import date, datetime
from typing import Any

from kompitie_web.actions.errors import ActionError
from kompitie_web.store import models

#: What a tick of a form, or yes as a value, looks like.
TICKED = (True, "1", "on", "true", "yes")


def now() -> str:
    """The local time to the second, ISO."""
    return datetime.now().isoformat(timespec="seconds")


def competition_row(cid: int) -> models.Competition:
    """The competition. ActionError ``competition_gone``."""
    row = models.Competition.get_or_none(models.Competition.id == cid)
    if row is None:
        raise ActionError("competition_gone")
    return row


def competitor_row(competitor_id: int, cid: int | None = None) -> models.Competitor:
    """The competitor (of this competition, when one is given). ActionError ``player_gone``."""
    row = models.Competitor.get_or_none(models.Competitor.id == competitor_id)
    if row is None or (cid is not None and row.competition_id != cid):
        raise ActionError("player_gone")
    return row


def round_row(cid: int, number: int) -> models.Round:
    """The round. ActionError ``round_gone`` when the competition has no such round."""
    row = models.Round.get_or_none((models.Round.competition == cid) & (models.Round.number == number))
    if row is None:
        raise ActionError("round_gone", round=number)
    return row


def game_row(game_id: int) -> models.Game:
    """The game with its round and players. ActionError ``game_gone``."""
    row = models.Game.get_or_none(models.Game.id == game_id)
    if row is None:
        raise ActionError("game_gone")
    return row


def competitors_of(cid: int) -> list[models.Competitor]:
    """All competitors in the order of entry."""
    query = models.Competitor.select().where(models.Competitor.competition == cid)
    return list(query.order_by(models.Competitor.position, models.Competitor.id))


def rounds_of(cid: int) -> list[models.Round]:
    """All rounds in order."""
    return list(models.Round.select().where(models.Round.competition == cid).order_by(models.Round.number))


def games_of(round_id: int) -> list[models.Game]:
    """The games of a round by table number."""
    query = models.Game.select().where(models.Game.round == round_id)
    return sorted(query, key=lambda game: (game.table_number is None, game.table_number or 0, game.id))


def game_of(round_id: int, competitor_id: int) -> models.Game | None:
    """The first game of a competitor in a round."""
    mine = (models.Game.white == competitor_id) | (models.Game.black == competitor_id)
    return models.Game.select().where((models.Game.round == round_id) & mine).order_by(models.Game.id).first()


def entry_of(round_id: int, competitor_id: int) -> models.SingleEntry | None:
    """The single entry of a competitor in a round."""
    mine = (models.SingleEntry.round == round_id) & (models.SingleEntry.competitor == competitor_id)
    return models.SingleEntry.select().where(mine).order_by(models.SingleEntry.id).first()


def names_of(competitor_ids: Iterable[int]) -> list[str]:
    """The names in the order asked."""
    wanted = list(competitor_ids)
    query = models.Competitor.select(models.Competitor.id, models.Competitor.name).where(models.Competitor.id.in_(wanted))
    names = {row.id: row.name for row in query}
    return [names[one] for one in wanted if one in names]


def has_result(game: models.Game) -> bool:
    """Whether something was entered for the game: a result, adjourned, or annulled after a result."""
    return bool(game.result) or bool(game.annulled)


def choice(value: Any, allowed: Collection[Any], field: str) -> Any:
    """The value itself when it is one of the allowed. ActionError ``choice_unknown``."""
    if value not in allowed:
        raise ActionError("choice_unknown", field, value=str(value))
    return value


def iso_date(text: str | None, field: str = "date") -> str:
    """An ISO date, or '' for none. ActionError ``date_unknown``."""
    cleaned = (text or "").strip()
    if not cleaned:
        return ""
    try:
        return date.fromisoformat(cleaned).isoformat()
    except ValueError as error:
        raise ActionError("date_unknown", field, value=cleaned) from error


def whole(value: Any, field: str, lowest: int, highest: int) -> int:
    """A whole number within limits, from a number or a text. ActionError ``number_unknown`` or ``number_range``."""
    try:
        number = int(str(value).strip())
    except ValueError as error:
        raise ActionError("number_unknown", field, value=str(value)) from error
    if not lowest <= number <= highest:
        raise ActionError("number_range", field, value=number, lowest=lowest, highest=highest)
    return number


def forget_people(person_ids: Iterable[int | None]) -> None:
    """Remove people of whom no competition of the file knows anything any more (inside an action)."""
    for person_id in {one for one in person_ids if one is not None}:
        if not models.Competitor.select().where(models.Competitor.person == person_id).exists():
            models.Person.delete().where(models.Person.id == person_id).execute()
