"""Dated copies in the data folder: made, thinned, put back (spec 50, Copies)."""

from datetime import date, datetime, timedelta
from pathlib import Path

import peewee as pw
import pytest

from kompitie_web.store import FileDamaged, KompitieFile, SnapshotMissing, models, snapshots
from kompitie_web.store.errors import NothingToUndo
from kompitie_web.store.models import database
from kompitie_web.store.snapshots import Snapshot, thinned
from kompitie_web.store.sqlite import plain
from tests.store.rows import content, enter, result_of, small


def test_a_snapshot_tells_when_why_and_how_much(file: KompitieFile, data: Path) -> None:
    held = small(file)
    enter(file, held.cid, held.games[0], "2-0")
    made = file.snapshot("pairing")
    assert made == file.snapshots()[0]
    assert made.why == "pairing"
    assert datetime.fromisoformat(made.time) <= datetime.now()
    assert made.counts == {"competitions": 1, "players": 4, "rounds": 1, "games": 2, "results": 1}
    assert made.path.is_relative_to(data / "copies")


def test_the_newest_comes_first_whatever_the_clock_says(file: KompitieFile, tmp_path: Path) -> None:
    held = small(file)
    where = tmp_path / "copies"
    early = snapshots.take(database.connection(), where, "pairing", 5, datetime(2026, 3, 1, 20, 0))
    late = snapshots.take(database.connection(), where, "pairing", 6, datetime(2026, 3, 1, 19, 0))
    assert snapshots.listed(where) == [late, early]
    assert held.cid


def test_no_half_copy_is_listed(file: KompitieFile) -> None:
    file.snapshot("pairing")
    where = file.snapshots()[0].path.parent
    (where / "2026-01-01 10.00.00 0000001 pairing.kompitie.part").write_bytes(b"half")
    (where / "something else.kompitie").write_bytes(b"")
    assert len(file.snapshots()) == 1


def test_inside_an_action_the_state_before_it_is_copied(file: KompitieFile) -> None:
    held = small(file)
    with file.action("delete_round", scope=held.cid):
        models.Game.delete().execute()
        made = file.snapshot("delete_round")
    assert made.counts["games"] == 2


def test_copies_are_found_again_after_renaming_the_file(file: KompitieFile, data: Path) -> None:
    file.snapshot("pairing")
    file.close()
    moved = file.path.rename(file.path.with_name("Another name.kompitie"))
    opened = KompitieFile.open(moved, data)
    assert len(opened.snapshots()) == 1
    opened.close()


def test_a_copy_that_is_used_by_itself_has_copies_of_its_own(file: KompitieFile, data: Path) -> None:
    """Last season's file, copied in the file manager as the start of the next one, still tells the same identity."""
    file.snapshot("pairing")
    older = file.path
    file.close()
    again = [older.with_name("Next season.kompitie"), data.parent / "stick" / older.name]
    again[1].parent.mkdir()
    for path in again:
        path.write_bytes(older.read_bytes())
        opened = KompitieFile.open(path, data)
        assert opened.snapshots() == []
        opened.snapshot("pairing")
        assert len(opened.snapshots()) == 1
        opened.close()
    for path in [older, *again]:
        opened = KompitieFile.open(path, data)
        assert len(opened.snapshots()) == 1
        opened.close()


# Thinning


def shot(moment: datetime, changes: int) -> Snapshot:
    return Snapshot(changes, moment.isoformat(timespec="seconds"), str(changes), "pairing", Path())


def test_all_of_today_and_yesterday_stay() -> None:
    today = datetime(2026, 3, 14, 23, 50)
    made = [shot(today - timedelta(minutes=10 * n), 1000 - n) for n in range(140)]
    assert thinned(made, date(2026, 3, 15)) == []


def newer(count: int = snapshots.ALWAYS_KEPT) -> list[Snapshot]:
    """Copies that are newer than those of a test, by changes; what the clock said then is no matter."""
    return [shot(datetime(2026, 3, 14, 20, 0), 1000 + n) for n in range(count)]


def test_of_older_days_the_last_stays_and_of_older_months_too() -> None:
    today = date(2026, 3, 14)
    made = [
        *newer(),
        shot(datetime(2026, 3, 10, 20, 0), 50),
        shot(datetime(2026, 3, 10, 21, 0), 51),
        shot(datetime(2026, 3, 11, 20, 0), 52),
        shot(datetime(2025, 11, 3, 20, 0), 10),
        shot(datetime(2025, 11, 20, 20, 0), 11),
        shot(datetime(2025, 12, 1, 20, 0), 12),
    ]
    assert {one.changes for one in thinned(made, today)} == {50, 10}


def test_a_clock_that_jumped_ahead_throws_away_none_of_the_newest(file: KompitieFile, tmp_path: Path) -> None:
    """The battery of the clock is empty: today is ten years later, then today again, then long ago."""
    where = tmp_path / "copies"
    for minute in range(10):
        snapshots.take(database.connection(), where, "pairing", minute, datetime(2026, 3, 8, 19, minute))
    for changes, moment in ((20, datetime(2036, 1, 1)), (21, datetime(2026, 3, 8, 20)), (22, datetime(2000, 1, 1))):
        snapshots.take(database.connection(), where, "pairing", changes, moment)
    assert [one.changes for one in snapshots.listed(where)] == [22, 21, 20, *range(9, -1, -1)]


def test_summer_time_ends_and_an_hour_comes_twice(file: KompitieFile, tmp_path: Path) -> None:
    where = tmp_path / "copies"
    made = [
        snapshots.take(database.connection(), where, "pairing", changes, datetime(2026, 10, 25, 2, minute))
        for changes, minute in ((1, 30), (2, 50), (3, 10), (4, 30))
    ]
    assert snapshots.listed(where) == made[::-1]


def test_a_new_snapshot_thins_the_old_ones(file: KompitieFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "ALWAYS_KEPT", 1)
    where = tmp_path / "copies"
    for hour in (19, 20, 21):
        snapshots.take(database.connection(), where, "pairing", hour, datetime(2026, 3, 1, hour, 0))
    snapshots.take(database.connection(), where, "pairing", 30, datetime(2026, 3, 8, 19, 0))
    assert [one.changes for one in snapshots.listed(where)] == [30, 21]


# Putting back


def test_a_restored_copy_is_the_state_of_then(file: KompitieFile) -> None:
    held = small(file)
    enter(file, held.cid, held.games[0], "2-0")
    then = content()
    made = file.snapshot("pairing")
    enter(file, held.cid, held.games[0], "0-2")
    version = file.version
    file.restore(made.id)
    assert content() == then
    assert file.version > version
    assert file.cached("r", lambda: result_of(held.games[0])) == "2-0"


def test_the_state_before_restoring_is_copied_first(file: KompitieFile) -> None:
    held = small(file)
    made = file.snapshot("pairing")
    enter(file, held.cid, held.games[0], "0-2")
    before = content()
    file.restore(made.id)
    newest = file.snapshots()[0]
    assert newest.why == "restore"
    file.restore(newest.id)
    assert content() == before


def test_the_history_goes_on_with_a_note(file: KompitieFile, data: Path) -> None:
    held = small(file)
    enter(file, held.cid, held.games[0], "2-0")
    made = file.snapshot("pairing")
    enter(file, held.cid, held.games[0], "0-2")
    assert not file.is_restored(held.cid)
    file.restore(made.id)
    note, line, *_ = file.history(held.cid)
    assert (note.label, note.note, note.arguments["why"]) == ("snapshot_restored", True, "pairing")
    assert file.history(None)[0].label == "snapshot_restored"
    assert line.closed


def test_undo_never_reaches_behind_a_copy_that_was_put_back(file: KompitieFile) -> None:
    held = small(file)
    enter(file, held.cid, held.games[0], "2-0")
    made = file.snapshot("pairing")
    then = content()
    file.restore(made.id)
    assert file.is_restored(held.cid)
    assert file.can_undo(held.cid) is None
    with pytest.raises(NothingToUndo):
        file.undo(held.cid)
    enter(file, held.cid, held.games[0], "0-2")
    assert not file.is_restored(held.cid)
    file.undo(held.cid)
    assert content() == then
    assert file.is_restored(held.cid)


def test_ids_given_after_the_copy_are_not_used_again(file: KompitieFile) -> None:
    held = small(file)
    made = file.snapshot("pairing")
    with file.action("game_added", scope=held.cid) as action:
        game = models.Game.create(round=held.rounds[1], white=held.players[0], black=held.players[1]).id
        person = models.Person.create(name="Jan").id
    file.restore(made.id)
    with file.action("game_added", scope=held.cid) as next_action:
        assert models.Game.create(round=held.rounds[1], white=held.players[0], black=held.players[1]).id > game
        assert models.Person.create(name="Piet").id > person
    assert next_action > action


def test_the_rules_hold_after_restoring(file: KompitieFile) -> None:
    held = small(file)
    made = file.snapshot("pairing")
    file.restore(made.id)
    with pytest.raises(pw.IntegrityError, match="outside an action"):
        models.Game.update(result="2-0").execute()
    enter(file, held.cid, held.games[0], "2-0")
    assert file.history(held.cid)[0].label == "result_entered"


def test_only_a_listed_copy_can_be_put_back(file: KompitieFile) -> None:
    file.snapshot("pairing")
    for wrong in ("", "../Club", "2026-01-01 10.00.00 0000001 pairing", str(file.path)):
        with pytest.raises(SnapshotMissing):
            file.restore(wrong)


def test_a_damaged_copy_changes_nothing(file: KompitieFile) -> None:
    held = small(file)
    made = file.snapshot("pairing")
    enter(file, held.cid, held.games[0], "2-0")
    before = content()
    raw = bytearray(made.path.read_bytes())
    raw[4096:] = b"\xff" * (len(raw) - 4096)
    made.path.write_bytes(raw)
    with pytest.raises(FileDamaged):
        file.restore(made.id)
    assert content() == before
    assert made.counts in ({}, made.counts)


def test_restoring_leaves_other_connections_able_to_read(file: KompitieFile) -> None:
    held = small(file)
    made = file.snapshot("pairing")
    with plain(file.path, "ro") as reader:
        assert reader.execute("SELECT COUNT(*) FROM game").fetchone() == (2,)
        with file.action("x", scope=held.cid):
            models.Game.delete().execute()
        file.restore(made.id)
        assert reader.execute("SELECT COUNT(*) FROM game").fetchone() == (2,)
