"""Everything that the documents of one competition are made of, read from the store at once."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.classification import Settings, Standing
from engine.competition import DRAFT, Competition, Round
from engine.publications import Published
from engine.results import exact
from kompitie_web.store import current, mapping, models

#: Keys of the header texts that a competition remembers.
TEXTS = ("organiser", "arbiter", "place", "fixed")


@dataclass(frozen=True)
class Reason:
    """A reason of a single entry: its letter and the arbiter's own names by language."""

    letter: str = ""
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class View:
    """A classification as the documents need it; ``published`` from old to new."""

    id: int
    name: str
    settings: Settings
    columns: tuple[str, ...] = ()
    is_pairing: bool = False
    published: tuple[Published, ...] = ()


@dataclass(frozen=True)
class Facts:
    """A competition with its texts.

    ``series``: the documents of the button "print the round" and ``form`` the cards on a sheet in it, None and '' = never chosen.
    ``standings``: those that were computed for a document, by view and last round, for the next document.
    """

    competition: Competition
    views: tuple[View, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    paper: str = "A4"
    series: tuple[str, ...] | None = None
    form: str = ""
    categories: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, Reason] = field(default_factory=dict)
    language: str = ""
    standings: dict[tuple[int, int], Standing] = field(default_factory=dict, compare=False, repr=False)

    @property
    def pairing_view(self) -> View:
        """The classification by which is paired."""
        return next((view for view in self.views if view.is_pairing), self.views[0] if self.views else View(0, "", Settings()))

    def view(self, identity: int | None) -> View:
        """A classification by id; the pairing one when there is none such."""
        return next((view for view in self.views if view.id == identity), self.pairing_view)

    def round(self, number: int) -> Round:
        """A round by its number; an empty planned one when it does not exist."""
        return next((one for one in self.competition.rounds if one.number == number), Round(number, "planned"))

    def rounds_with_games(self) -> tuple[int, ...]:
        """The numbers of the rounds that hold a game."""
        return tuple(sorted({game.round for game in self.competition.games}))

    def sensible_round(self) -> int | None:
        """The round that one prints now: the draft, else the first with open games, else the last one; None when nothing is paired."""
        numbers = self.rounds_with_games()
        drafts = [number for number in numbers if self.round(number).state == DRAFT]
        open_games = [game.round for game in self.competition.games if not game.result and not game.annulled]
        return min(drafts or open_games or numbers[-1:], default=None)


def read(cid: int) -> Facts:
    """The facts of a stored competition, kept until the file changes."""
    return current().cached(("facts of the documents", cid), lambda: _read(cid))


def _read(cid: int) -> Facts:
    row = models.Competition.get_by_id(cid)
    documents = row.documents or {}
    series = documents.get("series")
    return Facts(
        competition=mapping.competition(cid),
        views=tuple(_view(one) for one in mapping.classifications(cid)),
        texts={key: str(documents.get(key, "")) for key in TEXTS},
        paper="Letter" if documents.get("paper") == "Letter" else "A4",
        series=tuple(series) if isinstance(series, list) else None,
        form=str(documents.get("form", "")),
        categories={one.letter: one.name for one in models.Category.select().where(models.Category.competition == cid) if one.name},
        reasons={
            one.key: Reason(one.letter, one.names or {}) for one in models.Reason.select().where(models.Reason.competition == cid)
        },
        language=row.language,
    )


def _view(row: models.Classification) -> View:
    """A stored classification."""
    return View(
        id=row.id,
        name=row.name,
        settings=mapping.settings(row),
        columns=tuple(row.columns or ()),
        is_pairing=row.is_pairing,
        published=published(row.id),
    )


def published(identity: int) -> tuple[Published, ...]:
    """The published lists of a classification, from old to new."""
    rows = models.Publication.select().where(models.Publication.classification == identity).order_by(models.Publication.id)
    return tuple(_published(row) for row in rows)


def _published(row: models.Publication) -> Published:
    """A stored publication."""
    places = {int(line["competitor"]): int(line["place"]) for line in row.rows}
    scores = {int(line["competitor"]): None if line["score"] is None else exact(line["score"]) for line in row.rows}
    return Published(row.last_round, places, scores, row.corrects, row.category, row.withdrawn)
