"""The start page, opening files, and a new competition in three questions."""

import io
import re
import shutil
from datetime import datetime
from pathlib import Path

import pytest

from kompitie_web import known_files
from kompitie_web.pages.new import find_misfit
from kompitie_web.start_page import greeting
from kompitie_web.state import State
from kompitie_web.store import KompitieFile, current, models
from tests.conftest import Client

WANTED = {"name": "Open Łódź", "kind": "tournament", "sport": "draughts", "pairing": "resistance", "players": "24", "rounds": "7"}


def new(client: Client, **changes: str) -> str:
    """Answer the three questions; gives the address that follows."""
    answer = client.post_form("/new", {**WANTED, **changes})
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def problem(page: str, field: str) -> str:
    """The sentence beside a field."""
    return page.split(f'id="{field}-problem">')[1].split("</span>")[0].rpartition(">")[2]


def test_the_first_start_says_five_sentences_and_has_one_big_button(client: Client) -> None:
    page = client.get("/").text
    assert page.count("<li>") >= 5
    assert page.index("The first time here?") < page.index('class="doors"')
    assert page.count("Ctrl ⏎") == 1
    assert "Used last" not in page


@pytest.mark.parametrize(
    ("hour", "words"), [(5, "Good evening"), (9, "Good morning"), (12, "Good afternoon"), (20, "Good evening")]
)
def test_the_greeting_follows_the_clock(hour: int, words: str) -> None:
    assert greeting(hour) == words


def test_a_new_competition_gets_a_file_of_its_own_under_its_name(client: Client, state: State) -> None:
    location = new(client)
    assert location.endswith("/players")
    assert (state.folders.documents / "Open Łódź.kompitie").exists()
    assert current().path.name == "Open Łódź.kompitie"
    assert "Open Łódź is ready" in client.get(location).text


def test_a_tab_of_before_leads_back_to_its_file(client: Client) -> None:
    location = new(client)
    client.get(location)
    current().close()
    answer = client.get(location)
    assert answer.status_code == 409
    assert "No file is open now" in answer.text
    button = re.search(r'name="file" value="([^"]+)"><button[^>]*>.*?Open Open Łódź<', answer.text, re.DOTALL)
    assert button
    assert client.post_form("/open", {"file": button[1]}).status_code == 303
    assert client.get(location).status_code == 200


def test_a_second_one_of_the_same_name_takes_no_file_away(client: Client, state: State) -> None:
    new(client)
    new(client)
    assert {one.name for one in state.folders.documents.glob("*.kompitie")} == {"Open Łódź.kompitie", "Open Łódź 2.kompitie"}


def test_a_club_file_takes_a_further_competition(client: Client, state: State) -> None:
    new(client)
    new(client, name="Rapid", into="file")
    with current().connection():
        assert [row.name for row in models.Competition.select()] == ["Open Łódź", "Rapid"]
    assert len(list(state.folders.documents.glob("*.kompitie"))) == 1


def test_everything_typed_arrives(client: Client) -> None:
    details = {
        "sport": "chess",
        "scale": "three_points",
        "tiebreaks": "57",
        "organiser": "Club",
        "arbiter": "Ann",
        "place": "Spa",
        "language": "fr",
    }
    new(client, first_date="2026-03-07", **details)
    with current().connection():
        row = models.Competition.get()
        assert (row.sport, row.language, row.first_date, row.planned_rounds) == ("chess", "fr", "2026-03-07", 7)
        assert row.documents == {"organiser": "Club", "arbiter": "Ann", "place": "Spa"}
        assert models.Classification.get().settings["tiebreaks"] == "57"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "  "),
        ("rounds", "many"),
        ("rounds", "0"),
        ("rounds", "٣"),
        ("players", "1"),
        ("players", "-4"),
        ("tiebreaks", "x9"),
        ("first_date", "soon"),
    ],
)
def test_bad_input_is_answered_beside_the_field_and_what_was_typed_stays(
    client: Client, state: State, field: str, value: str
) -> None:
    answer = client.post_form("/new", {**WANTED, "arbiter": "Łoś <b>", field: value})
    assert answer.status_code == 422
    assert problem(answer.text, field).strip()
    assert "Łoś &lt;b&gt;" in answer.text
    assert list(state.folders.documents.glob("*.kompitie")) == []


def test_a_refused_competition_leaves_the_open_file_open(client: Client) -> None:
    new(client)
    before = current().path
    assert client.post_form("/new", {**WANTED, "tiebreaks": "x9"}).status_code == 422
    assert current().path == before


@pytest.mark.parametrize("field", ["players", "rounds"])
def test_a_number_of_blanks_is_an_empty_one(client: Client, field: str) -> None:
    assert client.post_form("/new", {**WANTED, field: "  "}).status_code == 303


def test_trap_16_too_many_rounds_for_the_field_are_warned_of_at_set_up(client: Client, state: State) -> None:
    answer = client.post_form("/new", {**WANTED, "players": "8"})
    assert answer.status_code == 422
    assert "With 8 players, 7 rounds of a Swiss" in answer.text
    assert "Make it a round robin of 7 rounds" in answer.text
    assert list(state.folders.documents.glob("*.kompitie")) == []


def test_trap_16_a_yes_or_the_round_robin_is_taken(client: Client) -> None:
    new(client, players="8", confirmed="1")
    with current().connection():
        assert models.Competition.get().pairing == "resistance"
    new(client, players="8", make="round_robin")
    with current().connection():
        row = models.Competition.get()
        assert (row.pairing, row.kind, row.planned_rounds) == ("round_robin", "round_robin", 7)


@pytest.mark.parametrize(
    ("changes", "rounds"),
    [
        ({"players": "8", "rounds": "6"}, None),
        ({"players": "8", "rounds": "7"}, 7),
        ({"players": "7", "rounds": "7"}, 7),
        ({"players": "8", "rounds": "9"}, 7),
        ({"players": "", "rounds": "9"}, None),
        ({"players": "8", "rounds": "30", "kind": "club"}, None),
        ({"players": "7", "rounds": "7", "pairing": "round_robin"}, None),
        ({"players": "7", "rounds": "6", "pairing": "round_robin"}, 7),
        ({"players": "7", "rounds": "14", "pairing": "round_robin", "double": "1"}, None),
        ({"players": "4", "rounds": "9", "pairing": "none"}, None),
    ],
)
def test_what_fits(changes: dict[str, str], rounds: int | None) -> None:
    misfit = find_misfit({**WANTED, "double": "", **changes})
    assert (misfit.rounds if misfit else None) == rounds


def test_the_rounds_of_a_round_robin_follow_from_its_players(client: Client) -> None:
    new(client, kind="round_robin", pairing="round_robin", players="7", rounds="", double="1")
    with current().connection():
        assert models.Competition.get().planned_rounds == 14


def test_the_example_has_24_players_and_says_that_it_is_one(client: Client) -> None:
    answer = client.post_form("/example")
    page = client.get(answer.location).text
    assert '<b id="count-players">24</b>' in page
    assert "This is an example" in page


def test_files_used_before_are_cards_that_say_what_is_next(client: Client, state: State) -> None:
    state.now = lambda: datetime(2026, 3, 7, 20, 14, 7)
    client.get(client.post_form("/example").location)
    client.get(new(client, name="Cup"))
    page = client.get("/").text
    assert page.index("Cup") < page.index("Example tournament")
    assert "Today 20:14 · no players yet" in page
    assert "Enter the players" in page
    assert "24 players" in page
    assert "Pair round 1" in page
    assert "Go on with Cup" in page


def test_a_card_opens_its_file_at_its_next_step(client: Client, state: State) -> None:
    client.get(client.post_form("/example").location)
    example = current().path
    client.get(new(client, name="Cup"))
    answer = client.post_form("/open", {"file": state.file_id(example)})
    assert answer.location == "/c/1/rounds/1"
    assert current().path == example


def test_a_file_that_is_gone_is_no_card_any_more(client: Client) -> None:
    client.get(new(client, name="Cup"))
    path = current().path
    current().close()
    path.unlink()
    assert "Cup" not in client.get("/").text


def test_open_lists_the_files_of_the_folder_also_those_never_used(client: Client, state: State) -> None:
    client.get(new(client, name="Cup"))
    shutil.copy(current().path, state.folders.documents / "Brought.kompitie")
    page = client.get("/open").text
    assert "Brought.kompitie" in page
    assert "Cup.kompitie" in page


def test_a_file_brought_along_becomes_a_copy_and_the_page_says_so(client: Client, state: State, tmp_path: Path, data: Path) -> None:
    made = KompitieFile.create(tmp_path / "stick.kompitie", "Stick", data)
    made.close()
    content = (tmp_path / "stick.kompitie").read_bytes()
    (tmp_path / "stick.kompitie").unlink()
    upload = (io.BytesIO(content), "..\\..\\Ons Genoegen.kompitie")
    answer = client.post_form("/open/upload", {"upload": upload}, content_type="multipart/form-data")
    assert answer.status_code == 303
    assert current().path == state.folders.documents / "Ons Genoegen.kompitie"
    assert "This is a copy of the file that you chose." in client.get(answer.location).text


def test_a_file_on_a_stick_is_offered_as_a_copy_first(
    client: Client, state: State, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    KompitieFile.create(stick / "Ons Genoegen.kompitie", "Stick", data).close()
    monkeypatch.setattr(known_files, "removable_drives", lambda: [stick])
    page = client.get("/open").text
    assert "Copy and open" in page.split("</ul>")[-2]
    assert "Open it on the stick itself" in page
    file_id = state.file_id(stick / "Ons Genoegen.kompitie")
    assert client.post_form("/open", {"file": file_id, "copy": "1"}).status_code == 303
    assert current().path == state.folders.documents / "Ons Genoegen.kompitie"
    assert client.post_form("/open", {"file": file_id}).status_code == 303
    assert current().path == stick / "Ons Genoegen.kompitie"


@pytest.mark.parametrize("content", [b"", b"name;rating\r\n", b"PK\x03\x04" + b"x" * 100])
def test_another_kind_of_file_is_refused_beside_the_field(client: Client, state: State, content: bytes) -> None:
    upload = (io.BytesIO(content), "list.csv")
    answer = client.post_form("/open/upload", {"upload": upload}, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert "This is not a file of Kompitie" in problem(answer.text, "upload")
    assert list(state.folders.documents.glob("list*")) == []


def test_another_sqlite_file_gets_a_page_and_leaves_nothing_behind(client: Client, state: State) -> None:
    upload = (io.BytesIO(b"SQLite format 3\x00" + b"\x00" * 4000), "other.kompitie")
    answer = client.post_form("/open/upload", {"upload": upload}, content_type="multipart/form-data")
    assert answer.status_code == 409
    assert "Nothing" in answer.text or "left as it is" in answer.text
    assert list(state.folders.documents.glob("other*")) == []


def test_a_damaged_file_offers_its_newest_copy(client: Client, state: State) -> None:
    client.get(client.post_form("/example").location)
    path = current().path
    current().snapshot("pairing")
    current().close()
    content = bytearray(path.read_bytes())
    content[5000:20000] = b"\xa5" * 15000
    path.write_bytes(content)
    answer = client.post_form("/open", {"file": state.file_id(path)})
    assert answer.status_code == 409
    assert "is damaged" in answer.text
    assert "Open the newest copy" in answer.text
    snapshot = answer.text.split('name="snapshot" value="')[1].split('"')[0]
    rescued = client.post_form("/rescue", {"file": state.file_id(path), "snapshot": snapshot})
    assert rescued.status_code == 303
    assert '<b id="count-players">24</b>' in client.get(rescued.location).text


def test_trap_30_a_file_open_in_another_program_says_by_whom(client: Client, state: State) -> None:
    from kompitie_web.store.lock import OpenLock

    client.get(new(client, name="Cup"))
    path = current().path
    current().close()
    lock = OpenLock.take(path)
    try:
        answer = client.post_form("/open", {"file": state.file_id(path)})
    finally:
        lock.release()
    assert answer.status_code == 409
    assert "is open elsewhere" in answer.text
    assert "has it open on the computer" in answer.text


def test_trap_29_a_file_renamed_while_open_is_offered_under_its_new_name(client: Client, state: State) -> None:
    location = new(client, name="Cup")
    path = current().path
    path.rename(path.with_name("Other.kompitie"))
    answer = client.get(location)
    assert answer.status_code == 409
    assert "The file Cup.kompitie was renamed" in answer.text
    found = answer.text.split('name="file" value="')[1].split('"')[0]
    opened = client.post_form("/open", {"file": found})
    assert opened.status_code == 303, opened.text
    assert current().path.name == "Other.kompitie"


def test_trap_29_a_stick_taken_out_says_so_and_tries_again(client: Client, state: State, tmp_path: Path) -> None:
    location = new(client, name="Cup")
    path = current().path
    (tmp_path / "away").mkdir()
    away = shutil.move(path, tmp_path / "away" / "Cup.kompitie")
    answer = client.get(location)
    assert answer.status_code == 409
    assert "is not there any more" in answer.text
    shutil.move(away, path)
    assert client.post_form("/open", {"file": state.file_id(path)}).status_code == 303


def test_a_double_clicked_file_opens_by_its_id_only(client: Client, state: State, tmp_path: Path, data: Path) -> None:
    KompitieFile.create(tmp_path / "clicked.kompitie", "Clicked", data).close()
    assert client.get(f"/open/{state.file_id(tmp_path / 'clicked.kompitie')}").status_code == 404
    file_id = state.offer(tmp_path / "clicked.kompitie")
    assert client.get(f"/open/{file_id}").status_code == 303
    assert current().path == tmp_path / "clicked.kompitie"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Club/../x", "Club .. x"),
        ("  a:b*c?  ", "a b c"),
        ("con", "Kompitie con"),
        ("...", "Kompitie"),
        ("Ł" * 200, "Ł" * 80),
        ("tab\tnew\nline", "tab new line"),
    ],
)
def test_file_names_that_every_system_takes(name: str, expected: str) -> None:
    assert known_files.file_name(name) == expected
