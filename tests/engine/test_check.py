"""A difference is told pair by pair."""

from dataclasses import replace

from engine import casefile
from engine.check import check_cases, check_draft
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
