"""Whether a round as it stands keeps the absolute rules, system by system."""

from dataclasses import replace

import pytest

from engine.competition import BYE, WITH_NOTICE, Competition, Game, Player, Round, SingleEntry
from engine.judging import rules
from engine.judging.legal import breaks
from engine.pairing import facts
from engine.pairing.draft import Fact, Request

SWISS = ("swiss_resistance", "swiss_rating", "ranking")


def broken(
    system: str,
    games: tuple[Game, ...],
    entries: tuple[SingleEntry, ...] = (),
    number: int = 2,
    options: dict[str, object] | None = None,
    forbidden: frozenset[tuple[int, int]] = frozenset(),
    clubs: dict[int, str] | None = None,
) -> list[Fact]:
    """What a round of four players breaks."""
    competition = Competition(
        players=tuple(Player(lot, lot, rating=1500, club=(clubs or {}).get(lot, "")) for lot in (1, 2, 3, 4)),
        rounds=tuple(Round(one) for one in range(1, number + 1)),
        games=games,
        entries=entries,
        planned_rounds=9,
        forbidden=forbidden,
    )
    request = replace(Request(competition, number, (1, 2, 3, 4)), options=options or {})
    return list(breaks(system, request))


def codes(found: list[Fact]) -> list[str]:
    return [one.code for one in found]


FIRST = (Game(1, 1, 2, "2-0"), Game(1, 3, 4, "2-0"))


@pytest.mark.parametrize("system", SWISS)
def test_a_round_that_keeps_the_rules(system: str) -> None:
    assert broken(system, (*FIRST, Game(2, 4, 1), Game(2, 2, 3))) == []


@pytest.mark.parametrize("system, code", [*((one, facts.HAND_MET) for one in SWISS[:2]), ("ranking", facts.BROKEN_DISTANCE)])
def test_two_who_met(system: str, code: str) -> None:
    found = broken(system, (*FIRST, Game(2, 2, 1), Game(2, 4, 3)))
    assert codes(found) == [code, code]
    assert found[0].arguments["round"] == 1


@pytest.mark.parametrize("system", (*SWISS, "round_robin"))
def test_a_pair_that_is_forbidden(system: str) -> None:
    found = broken(system, (*FIRST, Game(2, 4, 1), Game(2, 2, 3)), forbidden=frozenset([(1, 4)]))
    assert codes(found) == [facts.HAND_FORBIDDEN]


@pytest.mark.parametrize("system", SWISS)
def test_a_place_for_everybody_and_only_one(system: str) -> None:
    found = broken(system, (*FIRST, Game(2, 4, 1), Game(2, 1, 3)))
    assert [(one.code, one.arguments["player"]) for one in found[:2]] == [(rules.TWICE, 1), (rules.WITHOUT_GAME, 2)]
    absent = (SingleEntry(2, 2, WITH_NOTICE), SingleEntry(2, 3, WITH_NOTICE))
    assert broken(system, (*FIRST, Game(2, 4, 1)), absent) == []


@pytest.mark.parametrize("system, code", [*((one, facts.BYE_NOT_AGAIN) for one in SWISS[:2]), ("ranking", facts.HAND_MORE_BYES)])
def test_a_second_bye(system: str, code: str) -> None:
    entries = (SingleEntry(1, 4, BYE), SingleEntry(2, 4, BYE))
    found = broken(system, (Game(1, 1, 2, "2-0"), Game(2, 3, 1), Game(2, 2, 2)), entries)
    assert code in codes(found)


def test_three_times_the_same_colour() -> None:
    games = (Game(1, 1, 2, "1-1"), Game(1, 3, 4, "1-1"), Game(2, 1, 4, "1-1"), Game(2, 3, 2, "1-1"), Game(3, 1, 3), Game(3, 2, 4))
    assert codes(broken("swiss_rating", games, number=3)) == [rules.ABSOLUTE, rules.ABSOLUTE]
    assert (
        codes(broken("ranking", games, number=3, options={"not_three_in_a_row": True, "rematch_distance": 0}))
        == [facts.BROKEN_COLOUR] * 2
    )


def test_the_colour_limit_of_a_swiss_on_resistance() -> None:
    found = broken("swiss_resistance", (*FIRST, Game(2, 1, 3), Game(2, 2, 4)), options={"maximum_colour_balance": 1})
    assert [(one.code, one.arguments["player"]) for one in found] == [(facts.HAND_COLOUR, 1), (facts.HAND_COLOUR, 4)]


def test_members_of_one_club() -> None:
    found = broken("ranking", (*FIRST, Game(2, 4, 1), Game(2, 2, 3)), options={"forbid_same_club": True}, clubs={1: "DC", 4: "dc"})
    assert codes(found) == [facts.HAND_CLUB]


def test_a_double_round_robin_meets_twice() -> None:
    games = (*FIRST, Game(2, 2, 1), Game(2, 4, 3))
    assert codes(broken("round_robin", games)) == [facts.HAND_MET] * 2
    assert broken("round_robin", games, options={"double": True}) == []


def test_a_round_without_anything() -> None:
    assert codes(broken("swiss_resistance", FIRST)) == [rules.WITHOUT_GAME] * 4
