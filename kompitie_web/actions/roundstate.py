"""States of rounds and their games: kept, open, public; table numbers and running game numbers (spec 10 Round, Tables, Game)."""

from datetime import date

from peewee import fn

from kompitie_web.actions.common import games_of, has_result, now, rounds_of
from kompitie_web.actions.pairings import kind_of
from kompitie_web.store import models


def table_number(round_id: int) -> int:
    """The next free table of a round: after the last one."""
    last = models.Game.select(fn.MAX(models.Game.table_number)).where(models.Game.round == round_id).scalar()
    return (last or 0) + 1


def game_number(cid: int) -> int:
    """The next running game number of a competition."""
    games = models.Game.select(fn.MAX(models.Game.number)).join(models.Round)
    return (games.where(models.Round.competition == cid).scalar() or 0) + 1


def is_kept(game: models.Game) -> bool:
    """Whether a game stays when its round is paired again: made, touched or locked by hand, or with a result."""
    return has_result(game) or bool(game.locked) or game.origin == "hand"


def open_games(cid: int, before: int) -> list[models.Game]:
    """Games of earlier rounds without a result; adjourned ones have been dealt with."""
    games = models.Game.select(models.Game, models.Round).join(models.Round)
    unplayed = (models.Game.result == "") & (models.Game.annulled == False)  # noqa: E712 - an SQL expression
    return list(games.where((models.Round.competition == cid) & (models.Round.number < before) & unplayed))


def number_games(cid: int, games: list[models.Game]) -> None:
    """Fix the tables and running numbers of games that have none (inside an action)."""
    table = max((game.table_number or 0 for game in games), default=0)
    running = game_number(cid)
    for game in games:
        changed = False
        if game.table_number is None:
            table += 1
            game.table_number, changed = table, True
        if game.number is None:
            game.number, changed = running, True
            running += 1
        if changed:
            game.save(only=["table_number", "number"])


def show(row: models.Round, dated: bool = True) -> None:
    """A round becomes public; ``dated``: on today's date when it has none (inside an action)."""
    row.state = "published"
    row.published = row.published or now()
    if dated:
        row.date = row.date or date.today().isoformat()
    row.save()


def first_free_round(cid: int) -> int:
    """The first round without results: where a schedule starts unless told otherwise."""
    last = 0
    for row in rounds_of(cid):
        if any(has_result(game) for game in games_of(row.id)):
            last = row.number
    return last + 1


def joining_round(cid: int) -> int:
    """The round from which a new player takes part: the first that is not published; with a schedule the first without results (the
    schedule may be made again); in free play the last one that is public.
    """
    kind = kind_of(cid)
    if kind.has_schedule:
        return first_free_round(cid)
    public = [int(row.number) for row in rounds_of(cid) if row.state in ("published", "closed")]
    if kind.is_free:
        return max(public, default=1)
    return next((int(row.number) for row in rounds_of(cid) if row.number not in public), len(public) + 1)
