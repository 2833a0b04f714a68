"""From rows to the engine's values and back."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import competition as facts
from engine.classification import Settings
from engine.results import PRESETS, Scale
from kompitie_web.store import KompitieFile, mapping, models
from tests.store.rows import enter, small


def test_a_competition_whole(file: KompitieFile) -> None:
    with file.action("all"):
        cid = models.Competition.create(name="Autumn", sport="chess", planned_rounds=9).id
        person = models.Person.create(name="Jan Jansen")
        words = {"title": "MI", "club": "DC", "family": "J", "place": "Den Haag", "categories": "AV", "barrage": 2}
        jan = models.Competitor.create(
            competition=cid, person=person, name="Jan", lot=7, code="jja", rating=1201, position=2, **words
        ).id
        piet = models.Competitor.create(competition=cid, name="Piet", lot=7, code="pie", position=1).id
        models.Participation.create(competitor=jan, what="schedule", first=5)
        models.Participation.create(competitor=jan, what="schedule", first=1, last=3)
        models.Participation.create(competitor=jan, what="standings")
        models.ForbiddenPair.create(competition=cid, first=jan, second=piet)
        second = models.Round.create(competition=cid, number=2, date="2026-03-08", session="Friday").id
        first = models.Round.create(competition=cid, number=1, state="closed").id
        late = models.Game.create(
            round=second, white=piet, black=jan, origin="hand", locked=True, annulled=True, date="2026-03-01"
        ).id
        early = models.Game.create(round=first, white=jan, black=piet, result="+1-1", table_number=1, number=12).id
        entry = models.SingleEntry.create(
            round=second, competitor=jan, reason="external", result="2-0", opponent_rating=1300, opponent_name="X", colour="w"
        ).id
    found = mapping.competition(cid)
    assert found == facts.Competition(
        players=(
            facts.Player(piet, 7, "Piet", "pie", None, order=1, schedule=(), standings=()),
            facts.Player(
                *(jan, 7, "Jan", "jja", 1201, "MI", "DC", "J", "Den Haag", ("A", "V"), 2, 2),
                schedule=(facts.Interval(1, 3), facts.Interval(5)),
                standings=facts.ALWAYS,
            ),
        ),
        rounds=(facts.Round(1, "closed"), facts.Round(2, "planned", "2026-03-08", "Friday")),
        games=(
            facts.Game(1, jan, piet, "+1-1", early, 1, 12),
            facts.Game(2, piet, jan, "", late, None, None, "2026-03-01", True, True, True),
        ),
        entries=(facts.SingleEntry(2, jan, "external", "2-0", 1300, "X", "w", entry),),
        planned_rounds=9,
        sport="chess",
        forbidden=frozenset({(jan, piet)}) if jan < piet else frozenset({(piet, jan)}),
        id=cid,
        name="Autumn",
    )
    assert found.games[1].locked is True
    assert found.games[0].by_hand is False
    assert hash(found) == hash(mapping.competition(cid))


def test_values_made_from_rows_are_like_any_other(file: KompitieFile) -> None:
    held = small(file)
    game = mapping.competition(held.cid).games[0]
    assert replace(game, result="2-0").result == "2-0"
    with pytest.raises(AttributeError):
        game.result = "2-0"  # type: ignore[misc]


def test_games_come_by_round_and_table(file: KompitieFile) -> None:
    held = small(file, players=8)
    with file.action("tables", scope=held.cid):
        for table, game in zip((3, 1, None, 2), held.games, strict=True):
            models.Game.update(table_number=table).where(models.Game.id == game).execute()
    assert [game.table for game in mapping.competition(held.cid).games] == [1, 2, 3, None]


def test_it_is_read_once_until_something_changes(file: KompitieFile) -> None:
    held = small(file)
    first = mapping.competition(held.cid)
    assert mapping.competition(held.cid) is first
    enter(file, held.cid, held.games[0], "2-0")
    assert mapping.competition(held.cid).games[0].result == "2-0"
    file.undo(held.cid)
    assert mapping.competition(held.cid) == first


def test_inside_an_action_its_own_changes_are_seen(file: KompitieFile) -> None:
    held = small(file)
    with file.action("x", scope=held.cid):
        assert mapping.competition(held.cid).games[0].result == ""
        models.Game.update(result="1-1").execute()
        assert mapping.competition(held.cid).games[0].result == "1-1"
        models.Game.update(result="0-2").execute()
        assert mapping.competition(held.cid).games[0].result == "0-2"


def test_an_unknown_competition(file: KompitieFile) -> None:
    with pytest.raises(models.Competition.DoesNotExist):
        mapping.competition(99)
    with pytest.raises(models.Round.DoesNotExist):
        mapping.round_row(99, 1)
    with pytest.raises(models.Classification.DoesNotExist):
        mapping.pairing_classification(99)


# Classifications


def test_the_pairing_classification_is_the_marked_one_else_the_first(file: KompitieFile) -> None:
    held = small(file)
    with file.action("classifications", scope=held.cid):
        second = models.Classification.create(competition=held.cid, name="B", position=2)
        first = models.Classification.create(competition=held.cid, name="A", position=1)
    assert mapping.classifications(held.cid) == [first, second]
    assert mapping.pairing_classification(held.cid) == first
    with file.action("choose", scope=held.cid):
        models.Classification.update(is_pairing=True).where(models.Classification.id == second.id).execute()
    assert mapping.pairing_classification(held.cid) == second


def test_a_row_without_settings_has_the_defaults(file: KompitieFile) -> None:
    row = models.Classification(name="A", system="normal", settings={})
    assert mapping.settings(row) == Settings(name="A")


EXACT = st.fractions(max_denominator=1000)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | EXACT,
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
SCALES = st.sampled_from(list(PRESETS.values())) | st.builds(Scale, *([EXACT] * 8), st.booleans())
SETTINGS = st.builds(
    Settings,
    name=st.text(),
    system=st.sampled_from(["normal", "keizer"]),
    scale=SCALES,
    tiebreaks=st.text(),
    fewer_games_first=st.booleans(),
    unplayed=st.sampled_from(["self", "fmjd"]),
    reason_points=st.dictionaries(st.text(), EXACT),
    first_round=st.integers(1, 20),
    last_round=st.none() | st.integers(1, 20),
    sessions=st.lists(st.text()).map(tuple),
    category=st.text(max_size=1),
    minimum_games=st.integers(0, 9),
    options=st.dictionaries(st.text(), VALUES, max_size=4),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(chosen=SETTINGS)
def test_settings_come_back_exactly(chosen: Settings) -> None:
    field = models.Classification.settings
    stored = field.python_value(field.db_value(mapping.settings_json(chosen)))
    row = models.Classification(name=chosen.name, system=chosen.system, settings=stored)
    assert mapping.settings(row) == chosen


def test_exact_numbers_are_stored_as_text() -> None:
    stored = mapping.settings_json(Settings(scale=PRESETS["chess"], reason_points={"bye": Fraction(1, 3)}))
    assert stored["scale"]["draw"] == "1/2"
    assert stored["reason_points"] == {"bye": "1/3"}
