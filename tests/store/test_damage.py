"""Damaged files: told, never made worse, the newest sound copy offered and put in place."""

import random
from contextlib import suppress
from pathlib import Path

import peewee as pw
import pytest

from kompitie_web.store import (
    FileDamaged,
    FileTooNew,
    KompitieFile,
    NotAKompitieFile,
    SnapshotMissing,
    StoreError,
    check,
    explained,
    models,
    triggers,
    with_copies,
)
from kompitie_web.store.models import database
from kompitie_web.store.sqlite import plain
from tests.store import elsewhere
from tests.store.rows import content, enter, small


@pytest.fixture
def closed(file: KompitieFile) -> Path:
    """A closed file with two snapshots, of which the newest holds the result."""
    held = small(file, players=20, rounds=5)
    file.snapshot("pairing")
    enter(file, held.cid, held.games[0], "2-0")
    file.snapshot("result")
    file.close()
    return file.path


def damage(path: Path, *changes: tuple[int, bytes]) -> bytes:
    raw = bytearray(path.read_bytes())
    for at, new in changes:
        raw[at : at + len(new)] = new
    path.write_bytes(raw)
    return bytes(raw)


def refused(path: Path, data: Path) -> FileDamaged:
    before = path.read_bytes()
    with pytest.raises(FileDamaged) as caught:
        KompitieFile.open(path, data)
    assert path.read_bytes() == before
    return caught.value


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param([(0, b"XXXX")], id="first words"),
        pytest.param([(60, b"\xff\xff\xff\xff")], id="version"),
        pytest.param([(100, b"\xff" * 200)], id="table of tables"),
        pytest.param([(4096, b"\xff" * 4096)], id="a page"),
    ],
)
def test_damage_is_told_with_the_sound_copies(closed: Path, data: Path, changes: list[tuple[int, bytes]]) -> None:
    damage(closed, *changes)
    error = refused(closed, data)
    assert [one.why for one in error.snapshots] == ["result", "pairing"]


def test_a_file_that_was_cut_off(closed: Path, data: Path) -> None:
    closed.write_bytes(closed.read_bytes()[:-8192])
    assert refused(closed, data).detail == "cut off"


def test_an_index_that_lies_is_told(closed: Path, data: Path) -> None:
    """An index that says there are no rows: each screen would look as if nothing had been entered."""
    with plain(closed) as connection:
        sql = "SELECT rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name = 'competitor'"
        (page,) = connection.execute(sql).fetchone()
    damage(closed, ((page - 1) * 4096 + 3, b"\0\0"))
    assert [one.why for one in refused(closed, data).snapshots] == ["result", "pairing"]


@pytest.mark.parametrize(
    ("sql", "detail"),
    [
        ("UPDATE competition SET documents = '{half'", "values in competition"),
        ("UPDATE game SET table_number = 'three'", "values in game"),
        ("UPDATE competitor SET name = CAST(x'fffe41' AS TEXT)", "decode"),
        ("PRAGMA foreign_keys = 0; DELETE FROM competitor", "parents of"),
        ("DELETE FROM journal_state", "journal state"),
        ("UPDATE journal_state SET changes = 'swiss'", "values in the journal state"),
        ("UPDATE journal_state SET closed = 'x'", "values in the journal state"),
    ],
)
def test_values_that_no_screen_could_show(closed: Path, data: Path, sql: str, detail: str) -> None:
    with plain(closed) as connection:
        connection.execute("BEGIN")
        triggers.drop(connection)
        connection.execute("COMMIT")
        for statement in sql.split("; "):
            connection.execute(statement)
    assert detail in refused(closed, data).detail


def test_damaged_copies_are_not_offered(closed: Path, data: Path) -> None:
    newest = max((data / "copies").rglob("*.kompitie"))
    damage(newest, (4096, b"\xff" * 8192))
    damage(closed, (4096, b"\xff" * 4096))
    assert [one.why for one in refused(closed, data).snapshots] == ["pairing"]


def test_the_copy_takes_its_place_and_the_damaged_one_is_kept(closed: Path, data: Path) -> None:
    raw = damage(closed, (4096, b"\xff" * 4096))
    error = refused(closed, data)
    opened = KompitieFile.rescue(closed, error.snapshots[0].id, data)
    with opened.connection():
        assert len(content()["competitor"]) == 20
        assert any(row[4] == "2-0" for row in content()["game"])
    opened.close()
    kept = next(closed.parent.glob("Club (damaged *).kompitie"))
    assert kept.read_bytes() == raw


def test_a_stale_journal_does_not_spoil_the_copy(closed: Path, data: Path) -> None:
    closed.with_name(closed.name + "-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\xff" * 600)
    damage(closed, (100, b"\xff" * 8000))
    with pytest.raises(FileDamaged) as caught:
        KompitieFile.open(closed, data)
    opened = KompitieFile.rescue(closed, caught.value.snapshots[0].id, data)
    with opened.connection():
        assert len(content()["competitor"]) == 20
    opened.close()


def test_only_an_offered_copy_can_take_its_place(closed: Path, data: Path) -> None:
    raw = damage(closed, (4096, b"\xff" * 4096))
    with pytest.raises(SnapshotMissing):
        KompitieFile.rescue(closed, "../../etc/passwd", data)
    assert closed.read_bytes() == raw


def test_without_copies_it_is_still_told(closed: Path, data: Path, tmp_path: Path) -> None:
    damage(closed, (4096, b"\xff" * 4096))
    with pytest.raises(FileDamaged) as caught:
        KompitieFile.open(closed, tmp_path / "another data folder")
    assert caught.value.snapshots == ()


def opened_or_told(path: Path, data: Path) -> KompitieFile | FileDamaged | None:
    """The file, or the message; None for one that is not recognised as ours any more."""
    try:
        return KompitieFile.open(path, data)
    except FileDamaged as error:
        return error
    except (FileTooNew, NotAKompitieFile):
        return None


def test_flipped_bytes_give_a_message_or_a_file_that_reads(closed: Path, data: Path) -> None:
    """A changed letter in a name cannot be noticed by anybody; everything else is told, and nothing else ever comes out."""
    whole = closed.read_bytes()
    told = 0
    for seed in range(40):
        choice = random.Random(seed)
        closed.write_bytes(whole)
        damage(
            closed, *((choice.randrange(len(whole)), bytes([choice.randrange(256)])) for _ in range(choice.choice((1, 3, 30, 300))))
        )
        found = opened_or_told(closed, data)
        if isinstance(found, FileDamaged):
            told += 1
            assert found.snapshots
            assert check.sound(found.snapshots[0].path)
        elif found:
            with found.connection():
                assert set(content()) >= {"game", "competitor"}
                for scope in (None, 1):
                    with suppress(StoreError):  # An image in the journal was hit: told, nothing changed.
                        found.undo(scope)
            found.close()
    assert told >= 15


def test_damage_that_is_met_while_reading_can_be_explained(file: KompitieFile) -> None:
    held = small(file, players=20)
    file.snapshot("pairing")
    with plain(file.path) as other:
        other.execute("PRAGMA writable_schema = 1")
        (page,) = other.execute("SELECT rootpage FROM sqlite_master WHERE name = 'competitor'").fetchone()
    database.forget()
    raw = bytearray(file.path.read_bytes())
    raw[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    elsewhere.overwrite(file.path, bytes(raw))
    database.execute_sql("PRAGMA cache_size = 0")
    with pytest.raises(pw.DatabaseError) as caught:
        list(models.Competitor.select())
    found = explained(caught.value)
    assert isinstance(found, FileDamaged)
    assert [one.why for one in with_copies(found).snapshots] == ["pairing"]
    assert isinstance(explained(ValueError("a value that no screen can use")), FileDamaged)
    assert held.cid


def test_a_damaged_count_of_changes_of_the_open_file_is_told(file: KompitieFile) -> None:
    with plain(file.path) as other:
        other.execute("UPDATE journal_state SET changes = 'swiss'")
    with pytest.raises(FileDamaged) as caught, file.action("result_entered"):
        pass
    assert caught.value.detail == "journal state"


def test_a_mistake_of_the_program_is_no_damage(file: KompitieFile) -> None:
    small(file)
    assert explained(ValueError("a mistake")) is None
