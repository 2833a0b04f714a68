"""Which rules are broken by hand (spec 31): pairs, byes and colours."""

from fractions import Fraction
from typing import Any

import pytest

from engine.competition import BYE, WITH_NOTICE, Game, Interval, SingleEntry
from engine.pairing import facts
from engine.pairing.draft import Request
from engine.pairing.hand import bye_breaks, colour_breaks, pair_breaks
from tests.engine.pairing_states import codes, keep, request

ROUNDS = "1-2 2-0, 3-4 2-0F, 5 bye\n1-3 2-0, 2-4 1-1, 5 with_notice"


def asked(**changes: Any) -> Request:
    return request(ROUNDS, 6, **changes)


def test_a_pair_that_breaks_nothing() -> None:
    assert pair_breaks(asked(), 1, 4) == ()


def test_a_second_meeting_names_the_round() -> None:
    (broken,) = pair_breaks(asked(), 3, 1)
    assert broken.code == facts.HAND_MET
    assert broken.arguments == {"player": 3, "opponent_player": 1, "round": 2}


def test_a_forfeited_game_was_no_meeting() -> None:
    assert pair_breaks(asked(), 3, 4) == ()


def test_more_meetings_when_the_option_allows_them() -> None:
    assert pair_breaks(asked(options={"maximum_meetings": 2}), 1, 2) == ()


def test_a_forbidden_pair() -> None:
    assert codes(pair_breaks(asked(forbidden={(1, 4)}), 4, 1)) == [facts.HAND_FORBIDDEN]


@pytest.mark.parametrize(("white", "black", "expected"), [(1, 4, [{"player": 1, "balance": 3, "limit": 2}]), (4, 1, [])])
def test_colour_limit(white: int, black: int, expected: list[dict[str, int]]) -> None:
    limited = asked(options={"maximum_colour_balance": 2})
    assert [dict(one.arguments) for one in colour_breaks(limited, white, black)] == expected
    assert colour_breaks(asked(), white, black) == ()


def test_nobody_plays_himself() -> None:
    assert codes(pair_breaks(asked(), 2, 2)) == [facts.HAND_HIMSELF]


def test_players_who_play_already() -> None:
    taken = keep(asked(), Game(3, 1, 6), entries=[SingleEntry(3, 4, WITH_NOTICE)])
    assert codes(pair_breaks(taken, 1, 4)) == [facts.HAND_TAKEN, facts.HAND_TAKEN]


def test_players_who_are_not_in_the_schedule() -> None:
    about = {6: {"schedule": (Interval(1, 2),)}}
    assert codes(pair_breaks(asked(about=about), 6, 1)) == [facts.HAND_NOT_IN_SCHEDULE]


@pytest.mark.parametrize(("player", "number"), [(5, 1), (3, 1)])
def test_a_second_bye_names_the_round(player: int, number: int) -> None:
    """A bye and a forfeit win both bar from the bye."""
    (broken,) = bye_breaks(asked(), player)
    assert broken.code == facts.HAND_SECOND_BYE
    assert broken.arguments["round"] == number


def test_a_paid_absence_bars_from_the_bye() -> None:
    (broken,) = bye_breaks(asked(reason_points={WITH_NOTICE: Fraction(1)}), 5)
    assert broken.arguments["round"] == 2


def test_a_bye_that_breaks_nothing() -> None:
    assert bye_breaks(asked(), 2) == ()


def test_two_byes_in_one_round() -> None:
    assert codes(bye_breaks(keep(asked(), entries=[SingleEntry(3, 6, BYE)]), 2)) == [facts.HAND_TWO_BYES]
