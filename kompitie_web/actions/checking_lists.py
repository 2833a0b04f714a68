"""Published lists computed again from the games as they were when they were published, and as they are now (spec 10 Publication).

Nothing here changes anything.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine import changes
from engine.check import GAMES, PLACE, SCORE, Line, ListOutcome, check_list
from engine.competition import Competition
from engine.pairing.draft import Fact
from engine.results import exact
from kompitie_web.store import mapping, models
from kompitie_web.store.earlier import Earlier, earlier


@dataclass(frozen=True)
class ListCheck:
    """One published list. ``then``: against the games and settings of that moment, None when the history does not reach back so far;
    ``now``: against those of today. ``since``: what changed in between. ``settings_changed``: the list is computed otherwise now.

    ``names``: what everybody is, or was on the list, called; ``system``: by which its scores are written.
    """

    name: str
    last_round: int
    time: str
    category: str
    system: str
    names: Mapping[int, str]
    then: ListOutcome | None
    now: ListOutcome
    since: tuple[Fact, ...] = ()
    settings_changed: bool = False

    @property
    def outcome(self) -> ListOutcome:
        """What decides whether the list was right."""
        return self.then or self.now

    @property
    def agrees(self) -> bool:
        """Whether the list was right when it was published, or, when that cannot be told, is right now."""
        return self.outcome.agrees


def check_lists(cid: int) -> list[ListCheck]:
    """Every published list of a competition that was not taken back, oldest first."""
    published = models.Publication
    rows = list(
        published.select()
        .join(models.Classification)
        .where((models.Classification.competition == cid) & ~published.withdrawn)
        .order_by(published.id)
    )
    if not rows:
        return []
    with earlier() as past:
        moments = {row.id: past.published(row.id) for row in rows}
        # Back in time only: the newest list first, those of an unknown moment before all.
        newest_first = sorted(rows, key=lambda row: (moments[row.id] is not None, -(moments[row.id] or 0)))
        checked = {row.id: _check(row, past, moments[row.id]) for row in newest_first}
    return [checked[row.id] for row in rows]


def _check(row: models.Publication, past: Earlier, moment: int | None) -> ListCheck:
    classification = row.classification
    cid, last = int(classification.competition_id), int(row.last_round)
    here = mapping.competition(cid)
    lines = list(_lines(row.rows))
    settings = mapping.settings(classification)
    label = f"{here.name}, {classification.name or 'standings'} after round {last}"
    now = check_list(label, here, settings, last, lines)
    then: ListOutcome | None = None
    since: tuple[Fact, ...] = ()
    changed = False
    if moment is not None:
        past.go_back(moment)
        stored = past.classification(classification.id)
        if stored is not None:
            before = past.competition(cid)
            then = check_list(label, before, mapping.settings(stored), last, lines)
            since = changes.before_list(before, here, last)
            changed = mapping.settings(stored) != settings
    return ListCheck(
        name=str(classification.name),
        last_round=last,
        time=str(row.time),
        category=str(row.category),
        system=str(classification.system),
        names=_names(row.rows, here),
        then=then,
        now=now,
        since=since,
        settings_changed=changed,
    )


def _names(rows: list[dict[str, Any]], here: Competition) -> dict[int, str]:
    return {**{int(one["competitor"]): str(one.get("name", "")) for one in rows}, **here.names}


def _lines(rows: list[dict[str, Any]]) -> Iterator[Line]:
    """The list as it was printed."""
    for one in rows:
        values = {SCORE: one["score"], PLACE: one["place"], GAMES: one.get("games"), **dict(one.get("tiebreaks", ()))}
        known = {column: value for column, value in values.items() if column != GAMES or value is not None}
        shown = {column: None if value is None else exact(str(value)) for column, value in known.items()}
        yield Line(int(one["competitor"]), {PLACE: shown.pop(PLACE), **shown})
