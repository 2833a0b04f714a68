"""Files of every version open (spec 50, Migrations)."""

import re
import shutil
import sqlite3
from pathlib import Path

import peewee as pw
import pytest
from playhouse.migrate import SqliteMigrator, migrate
from playhouse.schema_diff import diff_models

from kompitie_web.store import FileDamaged, KompitieFile, NothingToUndo, migrations, models
from kompitie_web.store.models import ALL, database
from kompitie_web.store.sqlite import plain
from kompitie_web.store.triggers import triggers
from tests.store.rows import content, enter, result_of, small

SAMPLES = sorted((Path(__file__).parent.parent / "data").glob("version_*.kompitie"))


def schema(execute: "pw.SqliteDatabase | sqlite3.Connection") -> set[str]:
    run = execute.execute_sql if isinstance(execute, pw.SqliteDatabase) else execute.execute
    rows = run("SELECT sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL").fetchall()
    return {re.sub(r"\(\s+", "(", re.sub(r"\s+", " ", row[0])).replace(" )", ")") for row in rows}


def test_the_steps_lead_to_what_the_models_ask(file: KompitieFile) -> None:
    assert str(diff_models(database, ALL)) == ""


def test_also_kinds_of_columns_and_foreign_keys(file: KompitieFile) -> None:
    fresh = pw.SqliteDatabase(":memory:")
    with fresh.bind_ctx(ALL):
        fresh.create_tables(ALL)
    assert schema(database) == schema(fresh)
    fresh.close()


def test_there_is_a_sample_of_every_version() -> None:
    assert [int(path.stem.removeprefix("version_")) for path in SAMPLES] == list(range(1, migrations.VERSION + 1))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_a_file_of_every_version_opens_with_all_it_holds(sample: Path, tmp_path: Path, data: Path) -> None:
    path = tmp_path / "old.kompitie"
    shutil.copy(sample, path)
    opened = KompitieFile.open(path, data)
    with opened.connection():
        assert str(diff_models(database, ALL)) == ""
        assert models.Competition.select().count() == 1
        assert models.Competitor.select().count() == 8
        assert models.Game.select().where(models.Game.result != "").count() >= 8
        line = opened.can_undo(models.Competition.get().id)
        assert line is not None
        before = content()
        opened.undo(line.scope)
        opened.redo(line.scope)
        assert content() == before
    opened.close()


# A later version, played


def add_colour(db: pw.SqliteDatabase) -> None:
    migrator = SqliteMigrator(db)
    migrate(migrator.add_column("person", "colour", pw.TextField(default="")))


def broken(db: pw.SqliteDatabase) -> None:
    add_colour(db)
    raise RuntimeError("boom")


def orphaning(db: pw.SqliteDatabase) -> None:
    db.execute_sql("DELETE FROM competitor")


def state(path: Path) -> tuple[int, set[str], set[str]]:
    with plain(path) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()}
        return version, {row[1] for row in connection.execute("PRAGMA table_info(person)").fetchall()}, names


def test_a_step_keeps_rows_and_triggers(file: KompitieFile) -> None:
    small(file)
    path = file.path
    file.close()
    assert migrations.upgrade(path, [*migrations.STEPS, add_colour]) == 1
    version, columns, names = state(path)
    assert version == 2
    assert "colour" in columns
    assert names == set(triggers())


@pytest.mark.parametrize("step", [broken, orphaning])
def test_a_step_that_fails_changes_nothing(file: KompitieFile, step: migrations.Step) -> None:
    small(file)
    path = file.path
    file.close()
    before = state(path)
    with pytest.raises((RuntimeError, pw.IntegrityError)):
        migrations.upgrade(path, [*migrations.STEPS, step])
    assert state(path) == before


def test_an_older_file_is_copied_before_it_is_converted(file: KompitieFile, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The step changes nothing that the models would miss, so that the file can be opened here."""
    held = small(file)
    path = file.path
    file.close()
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, migrations.close_history))
    monkeypatch.setattr(migrations, "VERSION", 2)
    monkeypatch.setattr("kompitie_web.store.check.VERSION", 2)
    opened = KompitieFile.open(path, data)
    with opened.connection():
        assert [one.why for one in opened.snapshots()] == ["migration"]
        with pytest.raises(NothingToUndo):
            opened.undo(held.cid)
        assert opened.history(held.cid)[0].closed
        enter(opened, held.cid, held.games[0], "2-0")
        opened.undo(held.cid)
        opened.restore(opened.snapshots()[0].id)  # A copy of the older version is converted on its way back.
        assert result_of(held.games[0]) == ""
        assert state(path)[0] == 2
    opened.close()


def test_a_damaged_older_file_is_not_converted(file: KompitieFile, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = file.path
    file.close()
    raw = bytearray(path.read_bytes())
    raw[4096 : 4096 * 3] = b"\xff" * (4096 * 2)
    path.write_bytes(raw)
    monkeypatch.setattr(migrations, "VERSION", 2)
    monkeypatch.setattr("kompitie_web.store.check.VERSION", 2)
    with pytest.raises(FileDamaged):
        KompitieFile.open(path, data)
    assert path.read_bytes() == bytes(raw)
