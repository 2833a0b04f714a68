"""Which published list gives the previous places, and whether a list changed since it was published (spec 10 Publication, 20)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.classification import Standing


@dataclass(frozen=True)
class Published:
    """A list as it was published: after which round, of which category ('' = all), places and scores by player id.

    ``corrects``: published as a correction only. ``withdrawn``: its publishing was undone; the paper exists, but nothing follows from it.
    """

    last_round: int
    places: Mapping[int, int]
    scores: Mapping[int, Fraction | None]
    corrects: bool = False
    category: str = ""
    withdrawn: bool = False


def previous_list(published: Sequence[Published], last_round: int, category: str = "") -> Published | None:
    """The list whose places are the previous places of the standing after ``last_round`` (*vorige notering*; seed 000 Uitvoer).

    ``published`` from old to new. It is the newest list of an earlier round; once the round itself was published, the list before that
    one, so that its own publication and corrections of it do not move the previous places. Published twice without *correction only*,
    the second list has the first one as previous.
    """
    earlier = _of(published, last_round, category)
    if not earlier or earlier[-1].last_round < last_round:
        return earlier[-1] if earlier else None
    own = len(earlier) - 1
    while own and earlier[own].corrects:
        own -= 1
    return earlier[own - 1] if own else None


def published_list(published: Sequence[Published], last_round: int, category: str = "") -> Published | None:
    """The newest published list after exactly this round, None when there is none."""
    earlier = _of(published, last_round, category)
    return earlier[-1] if earlier and earlier[-1].last_round == last_round else None


def differs(list_: Published, standing: Standing) -> bool:
    """Whether a standing has other players, places or scores than a published list: it was corrected since."""
    places = {row.player: row.place for row in standing.rows}
    scores = {row.player: row.score for row in standing.rows}
    return places != dict(list_.places) or scores != dict(list_.scores)


def _of(published: Sequence[Published], last_round: int, category: str) -> list[Published]:
    """The lists of a category up to a round that were not taken back."""
    return [one for one in published if one.category == category and not one.withdrawn and one.last_round <= last_round]
