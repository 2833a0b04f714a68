"""A difference is told pair by pair."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from engine import casefile
from engine.check import LISTED, PLACE, Cell, Line, check_cases, check_draft, check_list, check_standings
from engine.pairing import facts
from engine.simulate import Plan, cases, tournament


def test_a_wrong_pair_and_a_wrong_bye_are_named_with_reasons() -> None:
    made = tournament(Plan(players=7, rounds=3, seed=6, absent=0, withdraws=0, late=0, forfeits=0))
    case = casefile.case(cases(made)[2])
    draft = made.drafts[2]
    assert draft.bye is not None
    first = draft.pairs[0]
    wrong = (case.pairs - {(first.white, first.black)}) | {(first.black, first.white)}
    (outcome,) = check_cases([replace(case, pairs=wrong, bye=None)])
    assert not outcome.agrees
    assert outcome.missing == ((first.black, first.white),)
    assert [(one.white, one.black) for one in outcome.found] == [(first.white, first.black)]
    assert outcome.found[0].why
    assert (outcome.expected_bye, outcome.bye) == (None, draft.bye)
    assert outcome.bye_why[0].code == facts.BYE_KEYS


def test_a_stored_draft_is_compared_with_what_comes_out_now() -> None:
    made = tournament(Plan(players=10, rounds=4, seed=1))
    assert check_draft("round 4", "swiss_resistance", made.requests[3], made.drafts[3]).agrees
    other = replace(made.drafts[3], pairs=made.drafts[3].pairs[1:])
    assert not check_draft("round 4", "swiss_resistance", made.requests[3], other).agrees


WHOLE = """{"id": "club", "system": "swiss_resistance", "settings": {"win": "2", "draw": "1", "loss": "0", "bye": "2"},
"players": [{"lot": 1, "club": "DC"}, {"lot": 2}, {"lot": 3}], "rounds": [
{"games": [{"white": 1, "black": 2, "result": "2-0"}], "bye": 3, "absent": [], "present": [1, 2, 3]},
{"games": [{"white": 3, "black": 1, "result": "1-1"}], "bye": 2, "absent": [], "present": [1, 2, 3]}],
"standings": [{"system": "swiss", "tiebreaks": "4", "rows": [
{"lot": 1, "place": 2, "score": "3", "games": 2}, {"lot": 3, "place": 1, "score": "3", "tiebreaks": {"4": "6"}}, {"lot": 2, "place": 3}]},
{"after": 1, "system": "swiss", "rows": [{"lot": 1, "place": 1}, {"lot": 3, "place": 2}]}]}"""


def test_every_round_of_a_whole_tournament_is_a_case() -> None:
    first, second = casefile.read(WHOLE)
    assert (first.id, second.id) == ("club-r1", "club-r2")
    assert (first.request.round, second.request.round) == (1, 2)
    assert first.request.competition.games == ()
    assert second.pairs == {(3, 1)}
    assert second.bye == 2
    assert second.request.competition.planned_rounds == 2
    assert second.request.competition.by_id[1].club == "DC"
    assert all(one.agrees for one in check_cases([first, second]))


def test_an_answer_of_its_own_goes_before_the_games() -> None:
    case = json.loads(WHOLE)
    case["rounds"][1]["expected"] = {"pairs": [[1, 3]], "bye": 2}
    assert casefile.read(json.dumps(case))[1].pairs == {(1, 3)}


def test_expected_standings_are_computed_again() -> None:
    last, first = check_standings(casefile.standings(WHOLE))
    assert (last.id, last.last_round, first.last_round) == ("club-standing-2", 2, 1)
    assert last.cells == ()
    assert [(cell.player, cell.column, cell.expected, cell.found) for cell in first.cells] == [
        (3, PLACE, 2, 1),
        (2, LISTED, None, 1),
    ]


def test_without_standings_there_is_nothing_to_compute() -> None:
    case = json.loads(WHOLE)
    del case["standings"]
    assert casefile.standings(json.dumps([case])) == []
    case["standings"] = [{"rows": []}]
    with pytest.raises(casefile.CaseError):
        casefile.standings(json.dumps(case))


def test_a_player_who_is_not_in_the_standing_is_told() -> None:
    (listed, _) = casefile.standings(WHOLE)
    found = check_list("list", listed.competition, listed.settings, 2, [Line(9, {PLACE: Fraction(1)})])
    assert found.cells[0] == Cell(9, LISTED, Fraction(1), None)
    assert not found.agrees
