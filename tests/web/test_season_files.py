"""Games of other files on the season list: chosen by an opaque id, read from a copy, players matched, remembered and undone (spec 24)."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kompitie_web.actions import competitions, players, season, season_choices
from kompitie_web.actions.byhand import add_game
from kompitie_web.actions.errors import ActionError
from kompitie_web.actions.season_matching import BY_CODE, BY_NAME, BY_NUMBER, match
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.messages import label_text
from kompitie_web.pages import season_view
from kompitie_web.state import State
from kompitie_web.store import FileMissing, KompitieFile, mapping, models, other_file
from kompitie_web.store.other_file import OtherPerson

if TYPE_CHECKING:
    from tests.conftest import Client

ANN = PlayerInput("Ann Bakker", 1200, federation_id="10 001")
BOB, COR, DIRK = PlayerInput("Bob Visser", 1150), PlayerInput("Cor Mulder", 1100), PlayerInput("Dirk Smit", 1000)


def tournament(name: str, people: list[PlayerInput], games: list[tuple[int, int, str]]) -> int:
    """A competition in the open file with some games in its first round."""
    cid = competitions.create_competition(competitions.NewCompetition(name, pairing="none", rounds=3))
    ids = players.add_players(cid, people)
    for white, black, result in games:
        add_game(cid, 1, ids[white], ids[black], result=result, confirmed=True)
    return cid


@pytest.fixture
def lille(tmp_path: Path, data: Path) -> Path:
    """The file of another club: Ann under another name with her number, Bob by name, Zoé whom nobody knows; two competitions."""
    path = tmp_path / "Lille.kompitie"
    other = KompitieFile.create(path, "Damier lillois", data)
    with other.connection():
        people = [
            PlayerInput("Bakker-Jansen, A.", 1210, federation_id="10001"),
            PlayerInput("VISSER Bob", 1160),
            PlayerInput("Zoé", 1300),
        ]
        tournament("Automne", people, [(0, 2, "2-0"), (1, 2, "1-1"), (0, 1, "2-0")])
        tournament("Blitz", people, [(2, 1, "2-0")])
    other.close()
    return path


@pytest.fixture
def file(lille: Path, file: KompitieFile) -> KompitieFile:
    """The open file, opened after the other one was made."""
    return file


@pytest.fixture
def cid(file: KompitieFile) -> int:
    """The open file: three players with settled ratings and one game, and Dirk who has none."""
    made = tournament("Winter", [ANN, BOB, COR, DIRK], [(0, 1, "2-0")])
    with file.action("player_changed", player="all"):
        models.Person.update(games_total=60, games_season=10).execute()
    return made


@pytest.fixture
def places(tmp_path: Path, cid: int) -> Callable[[], list[Path]]:
    return lambda: sorted(tmp_path.glob("*.kompitie"))


def games_of(name: str, places: list[Path]) -> int:
    return next(row.games for row in season.season(places).list.rows if row.person.name == name)


def page_of(client: "Client") -> str:
    return client.get("/season").get_data(as_text=True)


def test_games_of_another_file_count_and_its_players_are_found(lille: Path, places: Callable[[], list[Path]]) -> None:
    before = lille.read_bytes()
    assert games_of("Ann Bakker", places()) == 1
    season.choose([lille], {})
    found = season.season(places())
    (other,) = found.others
    assert [(one.name, one.games, one.counts) for one in other.competitions] == [("Automne", 3, True), ("Blitz", 1, True)]
    assert {one.other.name: one.how for one in other.matches} == {"Bakker-Jansen, A.": BY_NUMBER, "VISSER Bob": BY_NAME, "Zoé": ""}
    assert (games_of("Ann Bakker", places()), games_of("Bob Visser", places())) == (3, 4)
    row = next(row for row in found.list.rows if row.person.name == "Ann Bakker")
    # Bob counts with his rating here, Zoé with the one that she has there.
    assert sorted(one.rating for one in row.played) == [1150, 1150, 1300]
    assert {one.result.competition for one in row.played} == {"Winter", "Automne (Damier lillois)"}
    assert lille.read_bytes() == before
    assert not list(lille.parent.glob("Lille*journal"))


def test_a_competition_of_the_other_file_is_left_out(lille: Path, places: Callable[[], list[Path]]) -> None:
    season.choose([lille], {lille: {2}})
    (other,) = season.season(places()).others
    assert [one.counts for one in other.competitions] == [True, False]
    assert games_of("Bob Visser", places()) == 3


def test_the_choice_is_a_line_of_the_history_and_is_undone(
    file: KompitieFile, lille: Path, places: Callable[[], list[Path]]
) -> None:
    season.choose([lille], {})
    line = file.can_undo(None)
    assert line is not None
    assert "Damier lillois" in label_text(line)
    file.undo(None)
    assert not season_choices.chosen_files()
    assert games_of("Ann Bakker", places()) == 1
    file.redo(None)
    assert games_of("Ann Bakker", places()) == 3
    season.choose([], {})
    line = file.can_undo(None)
    assert line is not None
    assert "%" not in label_text(line)
    assert not season.season(places()).others


def test_the_choice_stays_when_competitions_come_and_go(lille: Path, cid: int, places: Callable[[], list[Path]]) -> None:
    later = tournament("Spring", [COR, DIRK], [(0, 1, "1-1")])
    season.choose([lille], {})
    competitions.delete_competition(cid, confirmed=True)
    assert [one.name for one in season_choices.chosen_files()] == ["Damier lillois"]
    competitions.update_competition(later, {"documents": {"paper": "Letter"}})
    assert season_choices.chosen_files()


def test_a_file_that_was_renamed_is_found_again(lille: Path, places: Callable[[], list[Path]]) -> None:
    season.choose([lille], {})
    lille.rename(lille.with_name("Nord.kompitie"))
    assert not season.season(places()).missing
    assert games_of("Ann Bakker", places()) == 3


def test_games_that_are_entered_there_later_count(
    lille: Path, file: KompitieFile, places: Callable[[], list[Path]], data: Path
) -> None:
    season.choose([lille], {})
    assert games_of("Ann Bakker", places()) == 3
    elsewhere = lille.with_name("elsewhere.kompitie")
    shutil.copy(lille, elsewhere)
    with other_program(elsewhere) as connection:
        connection.execute("UPDATE journal_state SET replaying = 1")
        connection.execute("DELETE FROM game WHERE id = 1")
        connection.execute("UPDATE journal_state SET replaying = 0")
    elsewhere.replace(lille)
    assert games_of("Ann Bakker", places()) == 2


def other_program(path: Path):  # type: ignore[no-untyped-def]  # The context manager of the store, as it is.
    """A connection of somebody else."""
    from kompitie_web.store.sqlite import plain

    return plain(path)


@pytest.mark.parametrize(
    ("spoil", "code", "word"),
    [
        (lambda path: path.unlink(), "file_missing", "not there any more"),
        (lambda path: path.write_bytes(path.read_bytes()[:5000]), "file_damaged", "damaged"),
        (lambda path: path.write_bytes(b"hello " * 100), "not_a_kompitie_file", "not a file of this program"),
        (lambda path: spoiled(path, 60, (99).to_bytes(4, "big")), "file_too_new", "newer version"),
        (lambda path: spoiled(path, 4096, b"\xff" * 3000), "file_damaged", "damaged"),
    ],
    ids=["gone", "cut off", "something else", "too new", "bad pages"],
)
def test_a_file_that_cannot_be_counted_is_told_and_the_list_is_computed_without_it(
    client: "Client", lille: Path, places: Callable[[], list[Path]], spoil: Callable[[Path], object], code: str, word: str
) -> None:
    season.choose([lille], {})
    spoil(lille)
    found = season.season(places())
    assert [one.trouble for one in found.others] == [code]
    assert games_of("Ann Bakker", places()) == 1
    page = page_of(client)
    assert word in page
    assert "computed without it" in page
    # It stays chosen as long as its tick stands, and goes with it.
    uuid = season_choices.chosen_files()[0].uuid
    client.post_form("/season/files", {"keep": uuid})
    assert [one.uuid for one in season_choices.chosen_files()] == [uuid]
    client.post_form("/season/files", {})
    assert not season_choices.chosen_files()


def spoiled(path: Path, at: int, content: bytes) -> None:
    whole = bytearray(path.read_bytes())
    whole[at : at + len(content)] = content
    path.write_bytes(whole)


def test_a_copy_of_the_open_file_or_of_a_chosen_one_is_never_counted_twice(
    file: KompitieFile, lille: Path, places: Callable[[], list[Path]]
) -> None:
    shutil.copy(lille, lille.with_name("Lille (copy).kompitie"))
    shutil.copy(file.path, lille.with_name("Club (copy).kompitie"))
    season.choose([lille], {})
    troubles = {one.path.name: one.trouble for one in season.offers(places())}
    assert troubles == {"Club (copy).kompitie": "copy", "Lille (copy).kompitie": "copy", "Lille.kompitie": ""}
    with pytest.raises(ActionError, check=lambda error: error.code == "season_file_unknown"):
        season.choose([lille.with_name("Club (copy).kompitie")], {})
    assert games_of("Ann Bakker", places()) == 3


def test_writing_counts_the_other_files_as_done_and_can_be_undone(
    file: KompitieFile, client: "Client", lille: Path, places: Callable[[], list[Path]]
) -> None:
    season.choose([lille], {})
    before = lille.read_bytes()
    assert client.post_form("/season/write", {"confirmed": "1"}).status_code == 303
    assert models.Person.get(models.Person.name == "Ann Bakker").games_total == 63
    assert not season.season(places()).changed
    assert lille.read_bytes() == before
    file.undo(None)
    assert games_of("Ann Bakker", places()) == 3


def test_a_file_that_was_missing_at_the_writing_stays_chosen(
    client: "Client", lille: Path, places: Callable[[], list[Path]]
) -> None:
    season.choose([lille], {})
    lille.unlink()
    client.post_form("/season/write", {"confirmed": "1"})
    assert models.Person.get(models.Person.name == "Ann Bakker").games_total == 61
    assert [one.name for one in season_choices.chosen_files()] == ["Damier lillois"]


# The page


def test_the_page_offers_files_by_ids_and_shows_who_was_found(client: "Client", state: State, lille: Path, cid: int) -> None:
    page = page_of(client)
    key = state.file_id(lille)
    assert f'name="file" value="{key}"' in page
    assert str(lille.parent) not in page
    assert client.post_form("/season/files", {"file": key}).status_code == 303
    page = page_of(client)
    assert "Bakker-Jansen, A.: by the federation number, here Ann Bakker" in page
    assert "VISSER Bob: by name, here Bob Visser" in page
    assert re.search(r"1 player is not in this file.*?Zoé", page, re.S)
    shown = re.findall(rf'name="shown-{key}" value="(\d+)"', page)
    assert shown == ["1", "2"]
    client.post_form("/season/files", {"file": key, f"shown-{key}": shown, f"counts-{key}": "2"})
    assert season_choices.chosen_files()[0].left_out == {1}
    ann = models.Person.get(models.Person.name == "Ann Bakker").id
    assert client.get(f"/season?why={ann}").status_code == 200


@pytest.mark.parametrize("key", ["nothing", "../Lille.kompitie"])
def test_a_file_that_is_not_on_the_list_is_refused(client: "Client", cid: int, key: str) -> None:
    answer = client.post_form("/season/files", {"file": key})
    assert answer.status_code == 422
    assert 'id="file-problem"' in answer.get_data(as_text=True)
    assert not season_choices.chosen_files()


def test_without_a_competition_nothing_can_be_kept(file: KompitieFile, lille: Path) -> None:
    with pytest.raises(ActionError, check=lambda error: error.code == "season_without_competition"):
        season.choose([lille], {})


def test_every_trouble_has_its_words() -> None:
    assert season_view.trouble_text("") == ""
    for code in (*season_view.TROUBLES, "file_in_use"):
        assert season_view.trouble_text(code)


# Who is who


def person(identity: int, name: str, number: str = "", code: str = "", cid: int = 1, federation: str = "kndb") -> OtherPerson:
    return OtherPerson(identity, name, {federation: number} if number else {}, frozenset({code} - {""}), frozenset({cid}))


def found(own: list[OtherPerson], others: list[OtherPerson]) -> dict[int, tuple[int | None, str]]:
    return {one.other.id: (one.person.id if one.person else None, one.how) for one in match(own, others)}


def test_the_number_goes_before_the_name() -> None:
    own = [person(1, "Ann Bakker", "7"), person(2, "Ann Smit", "8")]
    assert found(own, [person(5, "Ann Bakker", "8"), person(6, "Ann Smit", "7")]) == {5: (2, BY_NUMBER), 6: (1, BY_NUMBER)}


def test_the_same_name_with_another_number_is_somebody_else() -> None:
    assert found([person(1, "Ann Bakker", "7")], [person(5, "Ann Bakker", "9")]) == {5: (None, "")}
    assert found([person(1, "Ann Bakker", "7")], [person(5, "Ann Bakker", "9", federation="fmjd")]) == {5: (1, BY_NAME)}
    assert found([person(1, "Ann Bakker", "7")], [person(5, "BAKKER Ann")]) == {5: (1, BY_NAME)}


def test_of_two_with_the_same_name_the_code_tells_who_it_is_and_otherwise_nothing_does() -> None:
    own = [person(1, "Jan de Vries", "", "jvr"), person(2, "Jan de Vries", "", "jvi")]
    assert found(own, [person(5, "Vries, Jan de", "", "jvi")]) == {5: (2, BY_CODE)}
    assert found(own, [person(5, "Vries, Jan de", "", "xyz")]) == {5: (None, "")}
    assert found(own[:1], [person(5, "Jan de Vries"), person(6, "Jan de Vries")]) == {5: (None, ""), 6: (None, "")}


def test_who_was_entered_anew_for_each_competition_is_one_person() -> None:
    own = [person(1, "Ann Bakker")]
    twice = [person(5, "Ann Bakker", cid=1), person(6, "Bakker, Ann", cid=2)]
    assert found(own, twice) == {5: (1, BY_NAME), 6: (1, BY_NAME)}
    again = [person(1, "Ann Bakker", cid=1), person(2, "Ann Bakker", cid=2)]
    assert found(again, twice) == {5: (1, BY_NAME), 6: (1, BY_NAME)}
    together = [person(1, "Ann Bakker", cid=1), person(2, "Ann Bakker", cid=1)]
    assert found(together, twice) == {5: (None, ""), 6: (None, "")}
    differ = [person(5, "Ann Bakker", "7", cid=1), person(6, "Ann Bakker", "8", cid=2)]
    assert found(own, differ) == {5: (None, ""), 6: (None, "")}


def test_a_code_alone_is_nobody() -> None:
    assert found([person(1, "Ann Bakker", "", "aba")], [person(5, "Arie Bakema", "", "aba")]) == {5: (None, "")}


# Reading


def test_a_file_is_read_whole_and_only_read(lille: Path) -> None:
    before = lille.stat()
    read = other_file.read(other_file.look(lille))
    assert read.identity == other_file.identity(other_file.look(lille))
    assert [(one.competition.name, len(one.competition.games), one.counts) for one in read.competitions] == [
        ("Automne", 3, True),
        ("Blitz", 1, True),
    ]
    assert read.persons[0].numbers == {"kndb": "10001"}
    assert (lille.stat().st_mtime_ns, lille.stat().st_size) == (before.st_mtime_ns, before.st_size)
    lille.unlink()
    with pytest.raises(FileMissing):
        other_file.look(lille)


def test_a_sample_of_every_released_version_is_read() -> None:
    for sample in sorted((Path(__file__).parent.parent / "data").glob("version_*.kompitie")):
        read = other_file.read(other_file.look(sample))
        assert [len(one.competition.players) for one in read.competitions] == [8]
        assert len(read.persons) == 8


def test_the_open_competition_is_read_as_its_own_file_reads_it(lille: Path, file: KompitieFile, data: Path) -> None:
    read = other_file.read(other_file.look(lille))
    file.close()
    opened = KompitieFile.open(lille, data)
    with opened.connection():
        assert [one.competition for one in read.competitions] == [mapping.competition(one) for one in (1, 2)]
    opened.close()
