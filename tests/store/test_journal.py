"""The journal: no change is forgotten, everything can be taken back and done again (spec 10 and 50, Journal)."""

import contextlib
from collections.abc import Callable
from pathlib import Path

import peewee as pw
import pytest

from kompitie_web.store import KompitieFile, NothingToRedo, NothingToUndo, UndoBlocked, journal, models
from kompitie_web.store.models import WATCHED, database
from kompitie_web.store.sqlite import plain
from kompitie_web.store.triggers import triggers
from tests.store.rows import content, enter, fingerprint, result_of, small

STRANGE = "  Łódź «<b>» \"quotes\" 'apostrophe'; =SUM(1) \\ \x00 \x07 \n\t Ж 🙂 " + "x" * 5000


# Nothing changes unseen


@pytest.mark.parametrize("model", WATCHED, ids=lambda model: model.__name__)
def test_every_watched_table_has_its_triggers(file: KompitieFile, model: type[pw.Model]) -> None:
    there = {row[0] for row in database.execute_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()}
    table = model._meta.table_name
    assert {f"{kind}_{table}_{event}" for kind in ("guard", "journal") for event in ("insert", "update", "delete")} <= there


def test_a_change_outside_an_action_is_refused(file: KompitieFile) -> None:
    held = small(file)
    before = fingerprint()
    for change in (
        lambda: models.Game.update(result="2-0").execute(),
        lambda: models.Game.delete().execute(),
        lambda: models.Person.create(name="X"),
        lambda: models.Person.insert(id=1, name="X").on_conflict_replace().execute(),
        lambda: database.execute_sql("DELETE FROM competition WHERE id = ?", (held.cid,)),
    ):
        with pytest.raises(pw.IntegrityError, match="outside an action"):
            change()
    assert fingerprint() == before


def test_an_id_never_changes(file: KompitieFile) -> None:
    small(file)
    with pytest.raises(pw.IntegrityError, match="an id never changes"), file.action("trick"):
        database.execute_sql("UPDATE game SET id = id + 100")


def test_another_programs_change_is_refused_too(file: KompitieFile) -> None:
    small(file)
    with plain(file.path) as other, pytest.raises(Exception, match="outside an action"):
        other.execute("UPDATE game SET result = '2-0'")


def test_missing_triggers_come_back_when_the_file_is_opened(file: KompitieFile, data: Path) -> None:
    path = file.path
    file.close()
    with plain(path) as connection:
        connection.execute("DROP TRIGGER guard_game_update")
        connection.execute("DROP TRIGGER journal_game_update")
    opened = KompitieFile.open(path, data)
    there = dict(database.execute_sql("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall())
    assert there == triggers()
    opened.close()


# Actions


def failing(file: KompitieFile, cid: int, game: int, result: str, look: Callable[[], None] = lambda: None) -> None:
    """An action that changes a result, looks at it and then fails."""
    with contextlib.suppress(ZeroDivisionError), file.action("result_entered", scope=cid):
        models.Game.update(result=result).where(models.Game.id == game).execute()
        assert result_of(game) == result
        look()
        raise ZeroDivisionError


def test_an_action_is_a_line_of_the_history(file: KompitieFile) -> None:
    held = small(file)
    action = enter(file, held.cid, held.games[0], "2-0")
    line = file.history(held.cid)[0]
    assert (line.id, line.label, line.scope) == (action, "result_entered", held.cid)
    assert line.arguments == {"game": held.games[0], "result": "2-0"}
    assert "T" in line.time
    assert not line.undone
    assert not line.dropped


def test_what_is_known_at_the_end_can_be_added(file: KompitieFile) -> None:
    held = small(file)
    with file.action("result_entered", scope=held.cid, table=1):
        models.Game.update(result="2-0").execute()
        file.describe(before="", after="2-0")
    assert file.history(held.cid)[0].arguments == {"table": 1, "before": "", "after": "2-0"}


def test_an_action_that_fails_leaves_nothing(file: KompitieFile) -> None:
    held = small(file)
    before, version, lines = fingerprint(), file.version, file.history(held.cid)
    failing(file, held.cid, held.games[0], "2-0")
    assert fingerprint() == before
    assert file.version == version
    assert file.history(held.cid) == lines


def test_an_action_without_a_change_leaves_no_line(file: KompitieFile) -> None:
    held = small(file)
    lines, version = file.history(held.cid), file.version
    with file.action("result_entered", scope=held.cid):
        pass
    with file.action("result_entered", scope=held.cid):
        models.Game.update(result="").execute()
    assert file.history(held.cid) == lines
    assert file.version == version


def test_an_action_inside_another_joins_it(file: KompitieFile) -> None:
    held = small(file)
    with file.action("outer", scope=held.cid) as outer:
        models.Game.update(result="1-1").where(models.Game.id == held.games[0]).execute()
        with file.action("inner") as inner:
            models.Game.update(result="2-0").where(models.Game.id == held.games[1]).execute()
        assert inner == outer
    assert file.history(held.cid)[0].label == "outer"
    file.undo(held.cid)
    assert [result_of(game) for game in held.games] == ["", ""]


def test_an_inner_action_that_fails_takes_only_itself_back(file: KompitieFile) -> None:
    held = small(file)
    with file.action("outer", scope=held.cid):
        models.Game.update(result="1-1").where(models.Game.id == held.games[0]).execute()
        failing(file, held.cid, held.games[1], "2-0")
    assert [result_of(game) for game in held.games] == ["1-1", ""]


def test_the_version_rises_with_every_change(file: KompitieFile) -> None:
    held = small(file)
    seen = [file.version]
    enter(file, held.cid, held.games[0], "2-0")
    seen.append(file.version)
    file.undo(held.cid)
    seen.append(file.version)
    file.redo(held.cid)
    seen.append(file.version)
    assert seen == sorted(set(seen))


def test_the_version_inside_an_action_is_of_that_moment_only(file: KompitieFile) -> None:
    held = small(file)
    before = file.version
    seen = []

    def look() -> None:
        seen.append(file.version)
        seen.append(file.cached("result", lambda: result_of(held.games[0])))

    failing(file, held.cid, held.games[0], "2-0", look)
    inside, result = seen
    assert inside > before
    assert result == "2-0"
    assert file.version == before
    assert file.cached("result", lambda: result_of(held.games[0])) == ""
    enter(file, held.cid, held.games[0], "1-1")
    assert file.version > inside


# Undo and redo


def test_undo_and_redo_of_every_kind_of_change(file: KompitieFile) -> None:
    held = small(file)
    start = content()
    with file.action("much", scope=held.cid):
        models.Game.update(result="2-0", locked=True, boards={"1": "2-0"}).where(models.Game.id == held.games[0]).execute()
        models.Game.delete().where(models.Game.id == held.games[1]).execute()
        models.Game.create(round=held.rounds[1], white=held.players[3], black=held.players[0], table_number=None)
        models.Competitor.update(rating=None, name=STRANGE).where(models.Competitor.id == held.players[0]).execute()
        models.Competition.update(pairing_options={"a": [1, None, "ő"], "b": {"c": True}}).execute()
    end = content()
    file.undo(held.cid)
    assert content() == start
    file.redo(held.cid)
    assert content() == end
    assert models.Competitor.get_by_id(held.players[0]).name == STRANGE
    assert models.Competition.get_by_id(held.cid).pairing_options == {"a": [1, None, "ő"], "b": {"c": True}}


def test_replace_is_seen_as_what_it_does(file: KompitieFile) -> None:
    with file.action("person"):
        one = models.Person.create(name="Old", club="A").id
    start = content()
    with file.action("person_again"):
        row = models.Person.select().where(models.Person.id == one).dicts().get()
        models.Person.insert({**row, "name": "New"}).on_conflict_replace().execute()
    assert models.Person.get().name == "New"
    file.undo(None)
    assert content() == start


def test_what_a_delete_takes_along_comes_back(file: KompitieFile) -> None:
    held = small(file)
    with file.action("next_season"):
        models.Competition.create(name="Next", previous=held.cid)
    enter(file, held.cid, held.games[0], "2-0")
    start = content()
    with file.action("competition_deleted"):
        models.Competition.delete().where(models.Competition.id == held.cid).execute()
    assert models.Game.select().count() == 0
    assert models.Competition.get().previous is None
    end = content()
    file.undo(None)
    assert content() == start
    file.redo(None)
    assert content() == end


def test_several_steps_back_and_forth(file: KompitieFile) -> None:
    held = small(file)
    states = [content()]
    for result in ("2-0", "1-1", "0-2", "adj", ""):
        enter(file, held.cid, held.games[0], result)
        states.append(content())
    for state in reversed(states[:-1]):
        file.undo(held.cid)
        assert content() == state
    for state in states[1:]:
        file.redo(held.cid)
        assert content() == state


def test_undo_survives_a_restart(file: KompitieFile, data: Path) -> None:
    held = small(file)
    start = content()
    enter(file, held.cid, held.games[0], "2-0")
    end = content()
    opened = KompitieFile.open(file.path, data)
    opened.undo(held.cid)
    assert content() == start
    opened = KompitieFile.open(file.path, data)
    opened.redo(held.cid)
    assert content() == end
    opened.close()


def test_a_thousand_actions_can_be_taken_back(file: KompitieFile) -> None:
    database.execute_sql("PRAGMA synchronous = off")  # The test is about the number, not about the disk.
    held = small(file)
    start = content()
    for number in range(1000):
        enter(file, held.cid, held.games[number % 2], ("2-0", "1-1", "0-2")[number % 3])
    end = content()
    first = file.history(held.cid, 1000)[-1]
    assert len(file.undo_to(first.id)) == 1000
    assert content() == start
    last = file.history(held.cid, 1)[0]
    assert len(file.redo_to(last.id)) == 1000
    assert content() == end
    database.execute_sql("PRAGMA synchronous = extra")


def test_the_line_tells_what_became_of_it(file: KompitieFile) -> None:
    held = small(file)
    action = enter(file, held.cid, held.games[0], "2-0")
    assert file.can_undo(held.cid).id == action
    undone = file.undo(held.cid)
    assert (undone.id, undone.undone) == (action, True)
    assert file.can_redo(held.cid).id == action
    assert file.can_undo(held.cid).label == "round_published"
    enter(file, held.cid, held.games[0], "1-1")
    assert file.can_redo(held.cid) is None
    dropped = next(line for line in file.history(held.cid) if line.id == action)
    assert (dropped.undone, dropped.dropped) == (True, True)


def test_nothing_to_undo(file: KompitieFile) -> None:
    with pytest.raises(NothingToUndo):
        file.undo(None)
    with pytest.raises(NothingToRedo):
        file.redo(None)
    assert file.can_undo(None) is None


def test_undo_to_takes_back_that_action_and_all_later_ones(file: KompitieFile) -> None:
    held = small(file)
    start = content()
    first = enter(file, held.cid, held.games[0], "2-0")
    enter(file, held.cid, held.games[0], "1-1")
    last = enter(file, held.cid, held.games[1], "0-2")
    end = content()
    assert [line.id for line in file.undo_to(first)] == [last, last - 1, first]
    assert content() == start
    assert file.undo_to(first) == []
    assert len(file.redo_to(last)) == 3
    assert content() == end


def test_ids_are_not_used_again(file: KompitieFile) -> None:
    held = small(file)
    with file.action("game_added", scope=held.cid):
        taken = models.Game.create(round=held.rounds[1], white=held.players[0], black=held.players[1]).id
    file.undo(held.cid)
    with file.action("game_added", scope=held.cid):
        fresh = models.Game.create(round=held.rounds[1], white=held.players[0], black=held.players[1]).id
    assert fresh > taken


def test_undo_inside_an_action_is_a_mistake(file: KompitieFile) -> None:
    held = small(file)
    with pytest.raises(RuntimeError), file.action("x"):
        file.undo(held.cid)


def test_foreign_keys_are_on_again_after_undo(file: KompitieFile) -> None:
    held = small(file)
    file.undo(held.cid)
    assert database.execute_sql("PRAGMA foreign_keys").fetchone() == (1,)
    with pytest.raises(pw.IntegrityError), file.action("wrong", scope=held.cid):
        models.Game.create(round=999, white=held.players[0], black=held.players[1])


# Several scopes


def test_scopes_are_undone_apart(file: KompitieFile) -> None:
    one, two = small(file, name="One"), small(file, name="Two")
    enter(file, one.cid, one.games[0], "2-0")
    enter(file, two.cid, two.games[0], "0-2")
    file.undo(one.cid)
    assert result_of(one.games[0]) == ""
    assert result_of(two.games[0]) == "0-2"
    file.redo(one.cid)
    assert result_of(one.games[0]) == "2-0"


def test_a_later_change_of_the_same_row_elsewhere_goes_first(file: KompitieFile) -> None:
    one, two = small(file, name="One"), small(file, name="Two")
    with file.action("person", scope=one.cid):
        who = models.Person.create(name="Jan", rating=1000).id
    with file.action("rating", scope=one.cid):
        models.Person.update(rating=1100).where(models.Person.id == who).execute()
    with file.action("rating", scope=two.cid) as later:
        models.Person.update(rating=1200).where(models.Person.id == who).execute()
    before = content()
    with pytest.raises(UndoBlocked) as caught:
        file.undo(one.cid)
    assert (caught.value.line.id, caught.value.line.scope) == (later, two.cid)
    assert content() == before
    file.undo(two.cid)
    file.undo(one.cid)
    assert models.Person.get_by_id(who).rating == 1000


def test_changed_there_and_back_again_also_goes_first(file: KompitieFile) -> None:
    one, two = small(file, name="One"), small(file, name="Two")
    enter(file, one.cid, one.games[0], "2-0")
    enter(file, two.cid, one.games[0], "1-1")
    back = enter(file, two.cid, one.games[0], "2-0")
    with pytest.raises(UndoBlocked) as caught:
        file.undo(one.cid)
    assert caught.value.line.id == back


def test_an_earlier_change_that_was_taken_back_is_redone_first(file: KompitieFile) -> None:
    one, two = small(file, name="One"), small(file, name="Two")
    game = one.games[0]
    earlier = enter(file, two.cid, game, "2-0")
    enter(file, one.cid, game, "1-1")
    file.undo(one.cid)
    file.undo(two.cid)
    with pytest.raises(UndoBlocked) as caught:
        file.redo(one.cid)
    assert (caught.value.line.id, caught.value.line.undone) == (earlier, True)
    file.redo(two.cid)
    file.redo(one.cid)
    assert result_of(game) == "1-1"


def test_a_row_that_hangs_on_another_waits_for_that_one(file: KompitieFile) -> None:
    held = small(file)
    with file.action("person") as person:
        who = models.Person.create(name="Jan").id
    with file.action("entry", scope=held.cid):
        models.Competitor.create(competition=held.cid, person=who, name="Jan", lot=9, code="jan", position=9)
    file.undo(held.cid)
    file.undo(None)
    with pytest.raises(UndoBlocked) as caught:
        file.redo(held.cid)
    assert (caught.value.line.id, caught.value.line.undone) == (person, True)


def test_a_row_that_others_hang_on_is_not_taken_away(file: KompitieFile) -> None:
    held = small(file)
    before = content()
    with pytest.raises(UndoBlocked) as caught:
        file.undo(None)
    assert caught.value.line.label == "round_published"
    assert content() == before
    file.undo(held.cid)
    file.undo(None)
    assert models.Competition.select().count() == 0


def test_undo_to_is_all_or_nothing(file: KompitieFile) -> None:
    one, two = small(file, name="One"), small(file, name="Two")
    first = enter(file, one.cid, one.games[0], "2-0")
    enter(file, two.cid, one.games[0], "1-1")
    enter(file, one.cid, one.games[1], "0-2")
    before = content()
    with pytest.raises(UndoBlocked):
        file.undo_to(first)
    assert content() == before
    assert not file.history(one.cid)[0].undone


# Publications stay: the paper hangs on the wall


def published(file: KompitieFile, cid: int) -> models.Publication:
    with file.action("classification_added", scope=cid):
        row = models.Classification.create(competition=cid, name="A")
    with file.action("standing_published", scope=cid):
        return models.Publication.create(classification=row, last_round=1, time="2026-01-01T12:00:00", rows=[[1, "2"]])


def test_an_undone_publication_stays_marked(file: KompitieFile) -> None:
    held = small(file)
    publication = published(file, held.cid)
    end = content()
    file.undo(held.cid)
    assert models.Publication.get_by_id(publication.id).withdrawn
    file.redo(held.cid)
    assert content() == end


def test_it_goes_only_with_its_classification(file: KompitieFile) -> None:
    held = small(file)
    start = content()
    published(file, held.cid)
    end = content()
    file.undo(held.cid)
    file.undo(held.cid)
    assert content() == start
    file.redo(held.cid)
    file.redo(held.cid)
    assert content() == end


def test_a_deleted_publication_is_deleted_again_by_redo(file: KompitieFile) -> None:
    held = small(file)
    publication = published(file, held.cid)
    with file.action("publication_removed", scope=held.cid):
        models.Publication.delete().where(models.Publication.id == publication.id).execute()
    file.undo(held.cid)
    assert not models.Publication.get_by_id(publication.id).withdrawn
    file.redo(held.cid)
    assert models.Publication.select().count() == 0


# A long life


def test_old_images_go_and_their_lines_stay(file: KompitieFile, data: Path) -> None:
    held = small(file)
    for number in range(30):
        enter(file, held.cid, held.games[0], ("2-0", "1-1")[number % 2])
    path = file.path
    file.close()
    with plain(path) as connection:
        assert journal.trim(connection, keep=10)
        assert not journal.trim(connection, keep=10)
    opened = KompitieFile.open(path, data)
    for _ in range(10):
        opened.undo(held.cid)
    with pytest.raises(NothingToUndo):
        opened.undo(held.cid)
    assert len(opened.history(held.cid)) == 31
    assert [line.closed for line in opened.history(held.cid)].count(True) == 21
    opened.close()
