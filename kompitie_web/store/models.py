"""The tables of a ``.kompitie`` file (spec 10). Names are the code's names; exact numbers and JSON are stored as text.

Every table but the journal's is watched by the journal's triggers (``store.journal``): a row changes only inside an action.
"""

import json
from typing import Any

import peewee as pw

from kompitie_web.store.sqlite import Pool

database = Pool(None, autoconnect=False)


class JSONField(pw.TextField):
    """A JSON value as text with sorted keys, the same in SQLite and PostgreSQL."""

    def db_value(self, value: Any) -> str | None:
        """Python value to text."""
        return None if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    def python_value(self, value: str | None) -> Any:
        """Text to Python value."""
        return None if value is None else json.loads(value)


class NeverReusedField(pw.AutoField):
    """A primary key that is never given out twice, also after its row is gone (SQLite must be told; PostgreSQL always does so)."""

    def ddl(self, ctx: Any) -> Any:
        """The column's definition."""
        column = super().ddl(ctx)
        return (
            pw.NodeList((column, pw.SQL("AUTOINCREMENT"))) if isinstance(self.model._meta.database, pw.SqliteDatabase) else column
        )


class Base(pw.Model):
    """Common ground: ids are never used twice."""

    id = NeverReusedField()

    class Meta:
        database = database
        legacy_table_names = False


class FileInfo(Base):
    """One row: the file's own name (club or event), its identity and when it was made (ISO, local time)."""

    name = pw.TextField(default="")
    uuid = pw.TextField()
    created = pw.TextField()


class Person(Base):
    """Somebody, file-wide: shared by the competitions of the file."""

    name = pw.TextField()
    title = pw.TextField(default="")
    federation_ids = JSONField(default=dict)
    rating = pw.IntegerField(null=True)
    rating_world = pw.IntegerField(null=True)
    games_total = pw.IntegerField(default=0)
    games_season = pw.IntegerField(default=0)
    birth_year = pw.IntegerField(null=True)
    town = pw.TextField(default="")
    club = pw.TextField(default="")
    family = pw.TextField(default="")
    is_national = pw.BooleanField(default=True)
    is_member = pw.BooleanField(default=True)


#: The ways of pairing that a competition can have.
PAIRINGS = ("resistance", "rating", "list", "round_robin", "none")


class Competition(Base):
    """A competition: its facts and what its screens and documents need.

    ``pairing``: one of ``PAIRINGS``. ``pairing_options``: JSON of the options of spec 30-32. ``documents``: JSON of header texts and
    chosen series (organiser, arbiter, place, fixed text, paper). ``language``: of the documents, '' = as the screen. ``carry_presence``: absences carry over to the next round (Kompitie's way).
    """

    previous_id: int | None
    name = pw.TextField()
    sport = pw.TextField(default="draughts")
    kind = pw.TextField(default="tournament")
    pairing = pw.TextField(default="resistance")
    pairing_options = JSONField(default=dict)
    planned_rounds = pw.IntegerField(default=7)
    first_date = pw.TextField(default="")
    language = pw.TextField(default="")
    documents = JSONField(default=dict)
    carry_presence = pw.BooleanField(default=False)
    counts_for_rating = pw.BooleanField(default=True)
    previous = pw.ForeignKeyField("self", null=True, on_delete="SET NULL")
    created = pw.TextField(default="")


class Category(Base):
    """A category letter of a competition and its full name ('' = the letter is printed)."""

    competition_id: int
    competition = pw.ForeignKeyField(Competition, backref="categories", on_delete="CASCADE")
    letter = pw.TextField()
    name = pw.TextField(default="")


class Reason(Base):
    """A reason of a single entry: key (stable), letter on the presence screen, names by language ({} = the program's own)."""

    competition_id: int
    competition = pw.ForeignKeyField(Competition, backref="reasons", on_delete="CASCADE")
    key = pw.TextField()
    letter = pw.TextField(default="")
    names = JSONField(default=dict)
    position = pw.IntegerField(default=0)


class Competitor(Base):
    """A person's entry in a competition (later also a team: ``kind`` team, person empty).

    ``rating`` is frozen in this competition; ``categories`` is a string of letters; ``position`` the order of entry.
    """

    competition_id: int
    person_id: int | None
    competition = pw.ForeignKeyField(Competition, backref="competitors", on_delete="CASCADE")
    kind = pw.TextField(default="person")
    person = pw.ForeignKeyField(Person, null=True, backref="entries", on_delete="RESTRICT")
    name = pw.TextField()
    lot = pw.IntegerField()
    code = pw.TextField()
    rating = pw.IntegerField(null=True)
    title = pw.TextField(default="")
    club = pw.TextField(default="")
    family = pw.TextField(default="")
    place = pw.TextField(default="")
    categories = pw.TextField(default="")
    barrage = pw.IntegerField(default=0)
    position = pw.IntegerField()


class TeamMember(Base):
    """A member of a team competitor, in the order of the team list."""

    team_id: int
    person_id: int
    team = pw.ForeignKeyField(Competitor, backref="members", on_delete="CASCADE")
    person = pw.ForeignKeyField(Person, on_delete="RESTRICT")
    board = pw.IntegerField()


class Participation(Base):
    """An interval of rounds of a competitor: ``what`` schedule or standings, first … last round number (last empty = open end)."""

    competitor_id: int
    competitor = pw.ForeignKeyField(Competitor, backref="participation", on_delete="CASCADE")
    what = pw.TextField()
    first = pw.IntegerField(default=1)
    last = pw.IntegerField(null=True)


class ForbiddenPair(Base):
    """Two competitors who may never meet."""

    competition_id: int
    first_id: int
    second_id: int
    competition = pw.ForeignKeyField(Competition, backref="forbidden_pairs", on_delete="CASCADE")
    first = pw.ForeignKeyField(Competitor, on_delete="CASCADE")
    second = pw.ForeignKeyField(Competitor, on_delete="CASCADE")


class Round(Base):
    """A round: stable id, order number, date (ISO), session label, state planned/draft/published/closed."""

    competition_id: int
    competition = pw.ForeignKeyField(Competition, backref="rounds", on_delete="CASCADE")
    number = pw.IntegerField()
    date = pw.TextField(default="")
    session = pw.TextField(default="")
    state = pw.TextField(default="planned")
    published = pw.TextField(default="")


class Game(Base):
    """A game of a round. ``result`` is a code of ``engine.results``; ``origin`` paired or hand; ``boards`` and ``lineup`` for teams."""

    round_id: int
    white_id: int
    black_id: int
    round = pw.ForeignKeyField(Round, backref="games", on_delete="CASCADE")
    white = pw.ForeignKeyField(Competitor, backref="+", on_delete="NO ACTION")
    black = pw.ForeignKeyField(Competitor, backref="+", on_delete="NO ACTION")
    result = pw.TextField(default="")
    date = pw.TextField(default="")
    origin = pw.TextField(default="paired")
    locked = pw.BooleanField(default=False)
    table_number = pw.IntegerField(null=True)
    number = pw.IntegerField(null=True)
    annulled = pw.BooleanField(default=False)
    boards = JSONField(null=True)
    lineup = JSONField(null=True)


class SingleEntry(Base):
    """A competitor's round without a game: reason key, own result (own points first), external opponent, colour ('w', 'b', '')."""

    round_id: int
    competitor_id: int
    round = pw.ForeignKeyField(Round, backref="entries", on_delete="CASCADE")
    competitor = pw.ForeignKeyField(Competitor, backref="entries", on_delete="CASCADE")
    reason = pw.TextField()
    result = pw.TextField(default="")
    opponent_rating = pw.IntegerField(null=True)
    opponent_name = pw.TextField(default="")
    colour = pw.TextField(default="")
    origin = pw.TextField(default="hand")


class Classification(Base):
    """A view over the games: ``settings`` is the JSON of ``engine.classification.Settings`` (``store.mapping``)."""

    competition_id: int
    competition = pw.ForeignKeyField(Competition, backref="classifications", on_delete="CASCADE")
    name = pw.TextField(default="")
    system = pw.TextField(default="normal")
    settings = JSONField(default=dict)
    columns = JSONField(default=list)
    is_pairing = pw.BooleanField(default=False)
    position = pw.IntegerField(default=0)


class Publication(Base):
    """A published list: places and scores as printed. ``corrects``: correction only, the previous place does not move.

    ``withdrawn``: its publishing was undone. Paper cannot be taken back, so the row stays in the list, marked; previous places come from
    the others.
    """

    classification_id: int
    classification = pw.ForeignKeyField(Classification, backref="publications", on_delete="CASCADE")
    last_round = pw.IntegerField()
    time = pw.TextField()
    corrects = pw.BooleanField(default=False)
    category = pw.TextField(default="")
    rows = JSONField(default=list)
    withdrawn = pw.BooleanField(default=False)


class PairingRecord(Base):
    """How a round was paired: the request, the draft with its reasons, and the changes by hand; read by the checker and by *why*."""

    round_id: int
    round = pw.ForeignKeyField(Round, backref="records", on_delete="CASCADE")
    time = pw.TextField()
    rules = pw.TextField(default="")
    content = JSONField(default=dict)
    changes = JSONField(default=list)


#: The tables that the journal watches, parents before children.
WATCHED = (
    FileInfo,
    Person,
    Competition,
    Category,
    Reason,
    Competitor,
    TeamMember,
    Participation,
    ForbiddenPair,
    Round,
    Game,
    SingleEntry,
    Classification,
    Publication,
    PairingRecord,
)


class JournalAction(Base):
    """One thing that a user did: label key and arguments (the screens make a sentence), time, scope (empty = the file), station.

    ``undone``: taken back, can be redone. ``dropped``: taken back and then overtaken by another action; stays in the list. ``note``: a
    line of the history without images (a copy put back), never undone itself.
    """

    scope = pw.IntegerField(null=True, index=True)
    label = pw.TextField()
    arguments = JSONField(default=dict)
    time = pw.TextField()
    station = pw.TextField(default="")
    undone = pw.BooleanField(default=False)
    dropped = pw.BooleanField(default=False)
    note = pw.BooleanField(default=False)


class JournalImage(Base):
    """A row before and after a change, as JSON of the changed columns; written by the triggers only. Empty = the row was not there."""

    action_id: int
    action = pw.ForeignKeyField(JournalAction, backref="images", on_delete="CASCADE")
    table_name = pw.TextField()
    row = pw.IntegerField()
    before = pw.TextField(null=True)
    after = pw.TextField(null=True)

    class Meta:
        indexes = ((("table_name", "row"), False),)


class JournalState(Base):
    """One row: the action under way (empty = none: every change of a watched table is refused) and whether images are replayed.

    ``changes`` counts what was done, undone and redone. ``closed``: actions up to this id can no longer be undone.
    """

    action = pw.IntegerField(null=True)
    replaying = pw.BooleanField(default=False)
    changes = pw.IntegerField(default=0)
    closed = pw.IntegerField(default=0)


JOURNAL = (JournalAction, JournalImage, JournalState)
ALL = (*WATCHED, *JOURNAL)


def columns(model: type[pw.Model]) -> list[str]:
    """The column names of a table, in order."""
    return [field.column_name for field in model._meta.sorted_fields]


def kinds(model: type[pw.Model]) -> dict[str, tuple[type, ...]]:
    """What each column of a table may hold."""
    found: dict[str, tuple[type, ...]] = {}
    for field in model._meta.sorted_fields:
        kind = int if isinstance(field, pw.IntegerField | pw.BooleanField | pw.ForeignKeyField) else str
        found[field.column_name] = (kind, type(None)) if field.null else (kind,)
    return found
