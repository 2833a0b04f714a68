"""Spec 31, "Colours of a pair" (rules a-d) and "Colour limit"."""

import pytest

from engine.pairing import facts
from engine.pairing.colours import History, colours, history, limit_masks, within_limit
from engine.record import ledger
from engine.results import Scale
from tests.engine.short_tournament import tournament


def played(text: str) -> History:
    """A history from one letter a round: w, b or - for no game."""
    whites = sum(1 << number for number, one in enumerate(text, start=1) if one == "w")
    blacks = sum(1 << number for number, one in enumerate(text, start=1) if one == "b")
    return History(text.count("w") - text.count("b"), whites, blacks)


@pytest.mark.parametrize(
    ("higher", "lower", "white", "code"),
    [
        ("wb", "ww", "higher", facts.COLOUR_BALANCE),  # a: 0 against +2
        ("w", "b", "lower", facts.COLOUR_BALANCE),  # a: +1 against -1
        ("wb", "bw", "higher", facts.COLOUR_ALTERNATES),  # b: the higher had black in round 2
        ("wbw", "bww", "higher", facts.COLOUR_ALTERNATES),
        ("w-b", "bw-", "lower", facts.COLOUR_ALTERNATES),  # b: round 1 is the only one that both played
        ("bb", "bb", "higher", facts.COLOUR_RANK),  # c: balance negative
        ("ww", "ww", "lower", facts.COLOUR_RANK),  # c: balance positive
        ("wb", "wb", "higher", facts.COLOUR_PREVIOUS),  # d: the higher had black
        ("bw", "bw", "lower", facts.COLOUR_PREVIOUS),  # d: the higher had white
        ("", "", "higher", facts.COLOUR_FIRST),  # d: no game yet
        ("--", "wb", "higher", facts.COLOUR_FIRST),
    ],
)
def test_rules_a_to_d(higher: str, lower: str, white: str, code: str) -> None:
    first, second, fact = colours(1, 2, played(higher), played(lower))
    assert fact.code == code
    assert (first, second) == ((1, 2) if white == "higher" else (2, 1))


def test_rule_b_names_the_latest_round_with_different_colours() -> None:
    _, _, fact = colours(1, 2, played("wwbb"), played("bbww"))
    assert fact.arguments["round"] == 4


def test_forfeits_and_byes_count_for_no_colour() -> None:
    records = ledger(tournament("1-2 2-0F, 3 bye\n3-1 1-1", 3), Scale(), 2).records
    assert history(records[2]) == History()
    assert history(records[1]) == History(-1, 0, 1 << 2)


def test_adjourned_games_count_for_the_colour() -> None:
    records = ledger(tournament("1-2 adj", 2), Scale(), 1, for_pairing=True).records
    assert history(records[1]).last == "w"


@pytest.mark.parametrize(
    ("one", "other", "limit", "allowed"),
    [(1, 1, 1, False), (1, -1, 1, True), (1, 0, 1, True), (0, 0, 1, True), (1, 1, 2, True), (2, 2, 2, False), (3, -1, 1, False)],
)
def test_colour_limit(one: int, other: int, limit: int, allowed: bool) -> None:
    assert within_limit(one, other, limit) is allowed
    assert within_limit(other, one, limit) is allowed
    assert within_limit(-one, -other, limit) is allowed


def test_limit_masks_agree_with_the_rule_for_every_pair() -> None:
    balances = [-2, -1, 0, 1, 2, 1, 0, -1]
    for one, mask in zip(balances, limit_masks(balances, 1), strict=True):
        assert [bool(mask >> place & 1) for place in range(len(balances))] == [within_limit(one, other, 1) for other in balances]
