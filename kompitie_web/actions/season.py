"""The season rating list over the competitions of the file, and next season's ratings written to the persons (spec 24)."""

from collections.abc import Collection
from dataclasses import dataclass

from engine.ratings.season import Person, Result, SeasonList, SeasonRow, collect, season_list
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.exchange.names import sort_key
from kompitie_web.store import current, mapping, models


@dataclass(frozen=True)
class Counted:
    """A competition of the file: whether it counts for the list, and how many games of it do."""

    id: int
    name: str
    counts: bool
    games: int


@dataclass(frozen=True)
class Season:
    """The competitions of the file and the list over those that count."""

    competitions: tuple[Counted, ...]
    list: SeasonList

    @property
    def changed(self) -> tuple[SeasonRow, ...]:
        """Everybody who played, in the order of the names."""
        return tuple(row for row in self.list.by_name if row.games)


def season() -> Season:
    """The list as it is now; kept until the file changes."""
    return current().cached(("season",), _season)


def _season() -> Season:
    results: list[Result] = []
    competitions = []
    for row in models.Competition.select().order_by(models.Competition.id):
        entries = models.Competitor.select().where(
            (models.Competitor.competition == row.id) & models.Competitor.person.is_null(False)
        )
        collected = collect(mapping.competition(row.id), {one.id: int(one.person_id or 0) for one in entries})
        # A game of the competition stands there once for each of its two players, an outside game once.
        inside = sum(1 for one in collected if one.opponent is not None)
        competitions.append(Counted(row.id, row.name, bool(row.counts_for_rating), len(collected) - inside // 2))
        results += collected if row.counts_for_rating else []
    return Season(tuple(competitions), season_list([_person(row) for row in models.Person.select()], results))


def _person(row: models.Person) -> Person:
    """A person as he started the season; ``games_season`` are the games of the season before."""
    return Person(
        key=int(row.id),
        name=row.name,
        rating=row.rating,
        games=row.games_total,
        previous_games=row.games_season,
        eligible=bool(row.is_national or row.is_member),
        sort_key=sort_key(row.name),
    )


def set_counting(competition_ids: Collection[int]) -> None:
    """These competitions count for the list, the others do not. ActionError ``competition_gone``."""
    with current().action("season_competitions_chosen"):
        rows = list(models.Competition.select())
        if not {row.id for row in rows}.issuperset(competition_ids):
            raise ActionError("competition_gone")
        for row in rows:
            if bool(row.counts_for_rating) != (row.id in competition_ids):
                row.counts_for_rating = row.id in competition_ids
                row.save()


def write_ratings(confirmed: bool = False) -> int:
    """Next season's ratings and numbers of games go to the persons; the competitions that counted have been counted then.

    One action of the file. Gives how many persons played. ActionError ``season_empty`` without games; NeedsConfirmation
    ``season_write``. Ratings in running competitions stay as they were entered there.
    """
    found = season()
    if not found.changed:
        raise ActionError("season_empty")
    if not confirmed:
        raise NeedsConfirmation("season_write", count=len(found.changed))
    current().snapshot("season")
    with current().action("season_ratings_written", count=len(found.changed)):
        for row in found.list.rows:
            after = row.next_season
            person = models.Person.get_by_id(row.person.key)
            if (person.rating, person.games_total, person.games_season) != (after.rating, after.games, after.previous_games):
                person.rating, person.games_total, person.games_season = after.rating, after.games, after.previous_games
                person.save()
        set_counting(())
    return len(found.changed)
