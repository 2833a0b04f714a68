"""The rounds in which a competitor is paired (*in schedule*) and listed (*in standings*), as intervals (spec 10)."""

from kompitie_web.store import models

SCHEDULE, STANDINGS = "schedule", "standings"


def intervals(competitor_id: int, what: str) -> list[tuple[int, int | None]]:
    """The intervals first … last (None = open end), in order."""
    mine = (models.Participation.competitor == competitor_id) & (models.Participation.what == what)
    return [(row.first, row.last) for row in models.Participation.select().where(mine).order_by(models.Participation.first)]


def is_on(competitor_id: int, what: str, number: int) -> bool:
    """Whether the competitor takes part in this round."""
    return any(first <= number and (last is None or number <= last) for first, last in intervals(competitor_id, what))


def _write(competitor_id: int, what: str, wanted: list[tuple[int, int | None]]) -> None:
    """Store the intervals with as few changed rows as possible (inside an action)."""
    mine = (models.Participation.competitor == competitor_id) & (models.Participation.what == what)
    rows = list(models.Participation.select().where(mine).order_by(models.Participation.first))
    for row, (first, last) in zip(rows, wanted, strict=False):
        if (row.first, row.last) != (first, last):
            row.first, row.last = first, last
            row.save()
    for row in rows[len(wanted) :]:
        row.delete_instance()
    for first, last in wanted[len(rows) :]:
        models.Participation.create(competitor=competitor_id, what=what, first=first, last=last)


def switch(competitor_id: int, what: str, from_round: int, on: bool) -> None:
    """Take part from a round on, or no longer from that round on; earlier rounds stay as they were (inside an action).

    Somebody who stops before his first round keeps an empty interval, so that *withdrawn* and *not yet joined* stay different.
    """
    before: list[tuple[int, int | None]] = []
    for first, last in intervals(competitor_id, what):
        end = from_round - 1 if last is None else min(last, from_round - 1)
        if first <= end:
            before.append((first, end))
    if on and before and before[-1][1] == from_round - 1:
        before[-1] = (before[-1][0], None)
    elif on:
        before.append((from_round, None))
    elif not before:
        before.append((from_round, from_round - 1))
    _write(competitor_id, what, before)


def join(competitor_id: int, from_round: int) -> None:
    """A new competitor takes part from a round on, in both senses (inside an action)."""
    for what in (SCHEDULE, STANDINGS):
        _write(competitor_id, what, [(from_round, None)])


def renumber(cid: int, deleted: int) -> None:
    """A round was deleted and the later ones moved down: the intervals move along (inside an action)."""
    rows = models.Participation.select().join(models.Competitor).where(models.Competitor.competition == cid)
    for row in rows:
        first = row.first - 1 if row.first > deleted else row.first
        last = row.last - 1 if row.last is not None and row.last >= deleted else row.last
        if (first, last) != (row.first, row.last):
            row.first, row.last = first, last
            row.save()
