"""Files made to do harm: a ``.kompitie`` with parts of its own, values that cannot be, and uploads of every other kind."""

import sqlite3
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest

from kompitie_web.state import State
from kompitie_web.store import FileDamaged, KompitieFile, NotAKompitieFile, is_open, models
from kompitie_web.store.models import database
from tests.conftest import Client
from tests.fuzz.furnished import furnished
from tests.store.rows import content

EVIL = "evil"


@pytest.fixture
def sound(tmp_path: Path, data: Path) -> Path:
    """A file with something of everything, closed."""
    file = furnished(tmp_path / "Sound.kompitie", data)
    file.close()
    return file.path


def spoil(path: Path, *statements: str) -> None:
    """Write into a file as its maker might, without our rules."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f'DROP TRIGGER "{name}"')
        for statement in statements:
            connection.execute(statement)


PARTS = {
    "view": ["CREATE VIEW evil AS SELECT 1"],
    "endless view": ["CREATE VIEW evil AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"],
    "view in the place of a table": [
        "ALTER TABLE person RENAME TO hidden",
        "CREATE VIEW person AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id FROM n",
    ],
    "table": ["CREATE TABLE evil (x)"],
    "table that looks like ours": ['CREATE TABLE "competition\'; DROP TABLE game; --" (x)'],
    "table of a module": ["CREATE VIRTUAL TABLE evil USING fts5(x)"],
    "index": ["CREATE INDEX evil ON person (name)"],
    "index of an expression": ["CREATE INDEX evil ON person (length(name) + random_is_not_allowed)"],
    "computed column": ["ALTER TABLE person ADD COLUMN evil GENERATED ALWAYS AS (hex(zeroblob(1000000000))) VIRTUAL"],
    "column": ["ALTER TABLE person ADD COLUMN evil TEXT"],
    "missing column": ["ALTER TABLE person DROP COLUMN family"],
    "missing table": ["DROP TABLE pairing_record"],
    "statistics": ["ANALYZE"],
}


@pytest.mark.parametrize("kind", [kind for kind in PARTS if kind != "index of an expression"])
def test_a_file_with_parts_of_its_own_is_refused_and_left_alone(sound: Path, data: Path, kind: str) -> None:
    spoil(sound, *PARTS[kind])
    before = sound.read_bytes()
    with pytest.raises((NotAKompitieFile, FileDamaged)):
        KompitieFile.open(sound, data)
    assert sound.read_bytes() == before
    assert not is_open()
    assert "evil" not in str(sorted(sound.parent.iterdir()))


TRIGGER = """CREATE TRIGGER {name} {when} ON {table} BEGIN
    UPDATE person SET name = 'taken over'; DELETE FROM game; SELECT hex(zeroblob(1)) FROM sqlite_master; END"""


@pytest.mark.parametrize(
    ("name", "when", "table"),
    [
        ("evil", "AFTER UPDATE", "journal_state"),
        ("evil", "BEFORE INSERT", "journal_action"),
        ("evil", "AFTER DELETE", "journal_action"),
        ("evil", "AFTER INSERT", "journal_image"),
        ("evil", "AFTER INSERT", "person"),
        ("guard_person_insert", "AFTER UPDATE", "game"),
        ("journal_game_update", "AFTER UPDATE", "game"),
        ('"evil"" ; DROP TABLE game; --"', "AFTER UPDATE", "journal_state"),
        ('"a\'b"', "AFTER UPDATE", "person"),
    ],
)
def test_no_trigger_of_a_stranger_ever_runs(sound: Path, data: Path, name: str, when: str, table: str) -> None:
    file = KompitieFile.open(sound, data)
    with file.connection():
        before = content()
    file.close()
    spoil(sound, TRIGGER.format(name=name, when=when, table=table))
    file = KompitieFile.open(sound, data)
    try:
        with file.connection():
            assert content() == before
            triggers = {row[0] for row in database.execute_sql("SELECT sql FROM sqlite_master WHERE type = 'trigger'")}
            assert not [sql for sql in triggers if "taken over" in sql]
            with file.action("file_renamed", name="New"):
                models.FileInfo.update(name="New").execute()
            file.snapshot("test")
            file.undo(None)
            assert content() == before
    finally:
        file.close()


VALUES = {
    "blob for a name": "UPDATE person SET name = x'00ff'",
    "huge blob": "UPDATE person SET name = zeroblob(50000000) WHERE id = 1",
    "number for a name": "UPDATE competitor SET name = CAST(1 AS BLOB)",
    "letters that are none": "UPDATE competitor SET name = CAST(x'fffe41' AS TEXT)",
    "text for a rating": "UPDATE competitor SET rating = 'abc'",
    "fraction for a round": "UPDATE round SET number = 1.5",
    "no JSON": "UPDATE classification SET settings = '{'",
    "no parent": "UPDATE game SET white_id = 99999",
    "two files in one": "INSERT INTO file_info (name, uuid, created) VALUES ('x', 'y', 'z')",
    "no file": "DELETE FROM file_info",
    "history of rubbish": "UPDATE journal_action SET arguments = '['",
    "two states of the journal": "INSERT INTO journal_state (action, replaying, changes, closed) VALUES (NULL, 0, 0, 0)",
    "unknown pairing": "UPDATE competition SET pairing = 'evil'",
    "unknown state": "UPDATE round SET state = 'lost'",
    "endless season": "UPDATE competition SET planned_rounds = 1000000000",
    "endless round number": "UPDATE round SET number = 1000000000 + id",
    "endless interval": "UPDATE participation SET last = 9000000000000000000",
    "unknown system": "UPDATE classification SET system = 'evil', settings = '{\"system\": \"evil\"}'",
    "settings of another form": "UPDATE classification SET settings = '[1, 2]'",
    "deep settings": "UPDATE classification SET settings = replace(printf('%0900d', 0), '0', '[') || replace(printf('%0900d', 0), '0', ']')",
    "unknown result": "UPDATE game SET result = '<script>'",
    "unknown reason": "UPDATE single_entry SET reason = 'evil'",
    "columns of another form": "UPDATE classification SET columns = '{\"a\": 1}'",
    "options of another form": "UPDATE competition SET pairing_options = '\"x\"'",
    "documents of another form": "UPDATE competition SET documents = '[]'",
    "a player against himself": "UPDATE game SET black_id = white_id",
    "record of another form": "UPDATE pairing_record SET content = '[]'",
    "publication of another form": "INSERT INTO publication (classification_id, last_round, time, corrects, category, rows, withdrawn) VALUES (1, 1, 'x', 0, '', '{\"x\": []}', 0)",
    "dates of another form": "UPDATE competition SET first_date = 'tomorrow', created = 'x'",
    "date of rounds": "UPDATE round SET date = '0000-99-99'",
    "language of nobody": "UPDATE competition SET language = '../../x'",
    "huge numbers": "UPDATE competitor SET rating = 9000000000000000000, lot = -9000000000000000000, barrage = 9000000000000000000",
    "huge table numbers": "UPDATE game SET table_number = 9000000000000000000",
}  # fmt: skip
PAGES = (
    "players",
    "presence/1",
    "rounds/1",
    "rounds/3",
    "results/1",
    "standings",
    "print",
    "settings",
    "history",
    "compare",
    "reasons",
)


@pytest.mark.parametrize("kind", list(VALUES))
def test_values_that_cannot_be_are_refused_or_shown_but_never_hang(client: Client, state: State, sound: Path, kind: str) -> None:
    spoil(sound, VALUES[kind])
    file_id = state.offer(sound)
    before = sound.read_bytes()
    client.application.testing = False  # As in the program: what fails becomes a page.
    answer = client.get(f"/open/{file_id}")
    assert answer.status_code in (303, 409), answer.text
    if answer.status_code == 409:
        assert sound.read_bytes() == before
        assert not is_open()
        return
    for cid in (1, 4):
        for page in PAGES:
            assert client.get(f"/c/{cid}/{page}").status_code in (200, 303, 404), (cid, page)


def upload(client: Client, body: bytes, name: str = "x.kompitie", url: str = "/open/upload", field: str = "upload") -> int:
    """Send a file by the form for it; gives the status."""
    form = {field: (BytesIO(body), name)}
    with client.post_form(url, form, content_type="multipart/form-data") as answer:
        answer.request.input_stream.close()
        return answer.status_code
