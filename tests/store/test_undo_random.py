"""Whatever was done, in whatever order: all of it can be taken back, and done again, to the last byte of each row."""

import random

import peewee as pw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kompitie_web.store import ActionLine, KompitieFile, UndoBlocked, models
from kompitie_web.store.models import database
from tests.store.rows import content, small

TEXTS = ("", "Jan", "d'Ôrnano", "Łódź 🙂", '{"a": "1/2"}', "null", "0", "\x00\t\n", "=1+1", "x" * 300)


def pick(choice: random.Random, model: type[pw.Model]) -> int | None:
    ids = [row[0] for row in database.execute_sql(f"SELECT id FROM {model._meta.table_name} ORDER BY id").fetchall()]
    return choice.choice(ids) if ids else None


def change(choice: random.Random) -> None:
    """One random change; foreign keys may forbid it."""
    kind = choice.choice(
        ("game", "result", "remove", "player", "edit", "round", "entry", "person", "classification", "competition", "json")
    )
    text = choice.choice(TEXTS)
    cid, player, other = pick(choice, models.Competition), pick(choice, models.Competitor), pick(choice, models.Competitor)
    held, person = pick(choice, models.Round), pick(choice, models.Person)
    if kind == "game" and held and player and other:
        boards = choice.choice((None, {"1": text}))
        models.Game.create(round=held, white=player, black=other, table_number=choice.choice((None, 3)), boards=boards)
    elif kind == "result":
        models.Game.update(result=text, locked=choice.random() < 0.5).where(models.Game.id == pick(choice, models.Game)).execute()
    elif kind == "remove":
        model = choice.choice(
            (models.Game, models.Competitor, models.Round, models.Person, models.Competition, models.Classification)
        )
        if model is not models.Competition or choice.random() < 0.3:
            model.delete().where(model.id == pick(choice, model)).execute()
    elif kind == "player" and cid:
        number = choice.randrange(1000)
        models.Competitor.create(competition=cid, person=person, name=text, lot=number, code=text, position=number)
    elif kind == "edit" and player:
        models.Competitor.update(name=text, rating=choice.choice((None, 1200))).where(models.Competitor.id == player).execute()
        models.Participation.create(competitor=player, what="schedule", first=2, last=choice.choice((None, 5)))
    elif kind == "round" and cid:
        models.Round.create(competition=cid, number=choice.randrange(9), session=text)
    elif kind == "entry" and held and player:
        models.SingleEntry.create(round=held, competitor=player, reason=text, opponent_rating=choice.choice((None, 1)))
    elif kind == "person":
        models.Person.create(name=text, rating=choice.choice((None, 900)), is_member=choice.random() < 0.5)
    elif kind == "classification" and cid:
        models.Classification.create(competition=cid, name=text, settings={"scale": {"win": "1/2"}, text: None})
    elif kind == "competition":
        models.Competition.create(name=text, previous=cid)
    elif kind == "json":
        models.Competition.update(documents={"arbiter": text, "list": [1, None, True]}).execute()


def act(file: KompitieFile, choice: random.Random, scopes: tuple[int | None, ...]) -> None:
    """An action of some changes, or some undoing and redoing."""
    scope = choice.choice(scopes)
    doing = choice.random()
    try:
        if doing < 0.7:
            with file.action("random", scope=scope):
                for _ in range(choice.randrange(1, 5)):
                    change(choice)
        elif doing < 0.88 and file.can_undo(scope):
            file.undo(scope)
        elif file.can_redo(scope):
            file.redo(scope)
    except (pw.IntegrityError, UndoBlocked):
        pass  # What the rows forbid is not done, as a whole; the comparison at the end proves it.


def standing_lines(file: KompitieFile, scopes: tuple[int | None, ...]) -> list[ActionLine]:
    lines = [line for scope in scopes for line in file.history(scope, 1000)]
    return sorted((line for line in lines if not line.undone), key=lambda line: line.id)


@pytest.mark.parametrize("seed", range(12))
def test_all_can_be_taken_back_and_done_again(file: KompitieFile, seed: int) -> None:
    choice = random.Random(seed)
    database.execute_sql("PRAGMA synchronous = off")
    start = content()
    first, second = small(file, name="One"), small(file, name="Two")
    scopes = (None, first.cid, second.cid)
    for _ in range(60):
        act(file, choice, scopes)
    end = content()
    done = standing_lines(file, scopes)
    for line in reversed(done):
        file.undo(line.scope)
    assert content() == start
    for line in done:
        file.redo(line.scope)
    assert content() == end
    assert database.execute_sql("PRAGMA foreign_key_check").fetchall() == []
    assert database.execute_sql("SELECT action, replaying FROM journal_state").fetchone() == (None, 0)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=200), number=st.none() | st.integers(-(2**62), 2**62))
def test_any_value_comes_back_as_it_was(file: KompitieFile, text: str, number: int | None) -> None:
    database.execute_sql("PRAGMA synchronous = off")
    with file.action("person"):
        who = models.Person.create(name=text, rating=number, federation_ids={"k": text}).id
    with file.action("person_changed"):
        models.Person.update(name="other", rating=0, federation_ids={}).where(models.Person.id == who).execute()
    file.undo(None)
    row = models.Person.get_by_id(who)
    assert (row.name, row.rating, row.federation_ids) == (text, number, {"k": text})
    file.undo(None)
    file.redo(None)
    row = models.Person.get_by_id(who)
    assert (row.name, row.rating, row.federation_ids) == (text, number, {"k": text})
