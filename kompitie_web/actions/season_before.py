"""What a person brings into the season: how many games were played before, and whether list A may name him (spec 24 Season list)."""

from collections.abc import Iterable
from dataclasses import dataclass

from kompitie_web.actions.errors import ActionError
from kompitie_web.exchange.names import sort_key
from kompitie_web.store import current, models

MOST_GAMES = 9999


@dataclass(frozen=True)
class Before:
    """A person as the season began: ``games`` in total, those of the ``previous`` season among them; ``listed``: national or member."""

    person: int
    name: str
    games: int
    previous: int
    listed: bool


def games_before() -> list[Before]:
    """Everybody of the file, by name."""
    found = [
        Before(row.id, row.name, row.games_total, row.games_season, bool(row.is_national or row.is_member))
        for row in models.Person.select()
    ]
    return sorted(found, key=lambda one: sort_key(one.name))


def set_games_before(wanted: Iterable[Before]) -> None:
    """Keep what persons bring into the season, as one action of the file; names are not changed.

    ActionError ``season_games_unlikely`` for the field ``previous-…``: fewer than none, or more than in total; ``player_gone``.
    """
    with current().action("season_games_changed"):
        for one in wanted:
            row = models.Person.get_or_none(models.Person.id == one.person)
            if row is None:
                raise ActionError("player_gone")
            if not 0 <= one.previous <= one.games <= MOST_GAMES:
                raise ActionError("season_games_unlikely", f"previous-{one.person}", total=one.games)
            row.games_total, row.games_season = one.games, one.previous
            if bool(row.is_national or row.is_member) != one.listed:
                row.is_national = row.is_member = one.listed
            if row.dirty_fields:
                row.save()
