"""A pairing with a mistake in it: the mistake is found and the rule that it breaks is named, in every system."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from engine import casefile
from engine.check import Outcome, check
from engine.competition import Competition, Game, Player, Round
from engine.judging import EXPECTED, FOUND, NEITHER, Answer, judge, rules
from engine.pairing import facts, registry
from engine.pairing.draft import Draft, Pair, Request
from tests.engine.doctored import all_of, another_bye, answer, exchanged, turned

FOLDER = Path(__file__).parents[1] / "data" / "simulated"
#: Two rounds of a Swiss on rating in which a whole group moves down (key 2, p = 0).
CASES = FOLDER.parent / "judging_cases.json"
Doctor = Callable[[Draft], Iterator[Answer]]

#: A stored tournament, the round, which small change of its pairing, the rule that it breaks, and who or what the rule is about.
MISTAKES = (
    ("swiss_resistance-14", 1, exchanged, 0, rules.FIRST_ROUND, {"player": 2, "chosen_player": 3, "other_player": 5}),
    ("swiss_resistance-14", 1, another_bye, 0, rules.LAST_BYE, {"chosen_player": 14, "other_player": 2}),
    ("swiss_resistance-14", 1, turned, 0, facts.COLOUR_METHOD, {"player": 2, "opponent_player": 3}),
    ("swiss_resistance-14", 2, exchanged, 3, rules.CROSSING, {"chosen": 1, "other": 0}),
    ("swiss_resistance-14", 2, exchanged, 0, rules.CROSSING_ORDER, {"player": 14, "chosen_player": 2, "other_player": 6}),
    ("swiss_resistance-14", 2, exchanged, 14, rules.CROSSING_NOBODY, {"player": 3, "chosen_player": 11}),
    ("swiss_resistance-14", 2, exchanged, 2, facts.HAND_MET, {"player": 3, "opponent_player": 2, "round": 1}),
    ("swiss_resistance-14", 2, another_bye, 0, facts.BYE_NOT_AGAIN, {"player": 14, "round": 1}),
    ("swiss_resistance-14", 2, exchanged, 10, rules.WAITING, {"chosen": 0, "other": 2}),
    ("swiss_resistance-14", 3, another_bye, 9, rules.WAITING_CARRIED, {"chosen": 0, "other": 1}),
    ("swiss_resistance-14", 3, another_bye, 8, rules.WAITING_ORDER, {"chosen_player": 10, "other_player": 9}),
    ("swiss_resistance-14", 2, exchanged, 18, rules.LOWEST, {"player": 5, "chosen_player": 12, "other_player": 10}),
    ("swiss_resistance-14", 2, turned, 3, facts.COLOUR_BALANCE, {"player": 5, "opponent_player": 12}),
    ("swiss_resistance-14", 4, turned, 3, facts.COLOUR_ALTERNATES, {"player": 12, "opponent_player": 7, "round": 2}),
    ("swiss_rating-14", 2, another_bye, 4, rules.MOVED_PAIRED, {"chosen": 1, "other": 0}),
    ("swiss_rating-14", 2, exchanged, 5, rules.PAIRS, {"chosen": 2, "other": 1}),
    ("swiss_rating-14", 2, exchanged, 1, rules.SAME_COLOUR, {"group": Fraction(2), "chosen": 0, "other": 1}),
    ("swiss_rating-14", 4, exchanged, 3, rules.UPFLOATS, {"group": Fraction(3)}),
    ("swiss_rating-14", 2, another_bye, 5, rules.HIGHEST, {"player": 12, "chosen_player": 1, "other_player": 9}),
    ("swiss_rating-14", 3, exchanged, 18, rules.DOWNFLOATS, {"group": Fraction(2)}),
    ("swiss_rating-14", 1, exchanged, 0, rules.EXCHANGE, {"group": Fraction(0)}),
    ("swiss_rating-14", 1, exchanged, 1, rules.TRANSPOSITION, {"player": 2, "chosen_player": 8, "other_player": 9}),
    ("swiss_rating-14", 2, exchanged, 4, facts.HAND_MET, {"player": 8, "opponent_player": 2, "round": 1}),
    ("swiss_rating-14", 4, another_bye, 0, facts.BYE_NOT_AGAIN, {"player": 9, "round": 2}),
    ("swiss_rating-14", 4, turned, 4, facts.RATING_COLOUR_STRONGER, {"ranked_player": 6}),
    ("ranking-14", 1, exchanged, 0, rules.NEAREST, {"player": 1, "chosen_player": 3, "other_player": 5}),
    ("ranking-14", 2, exchanged, 3, facts.BROKEN_DISTANCE, {"player": 4, "opponent_player": 5, "round": 1}),
    ("ranking-14", 3, another_bye, 8, rules.FEWEST_BYES, {"chosen_player": 12, "other_player": 14}),
    ("ranking-14", 1, another_bye, 0, rules.LIST_BYE, {"chosen_player": 14, "other_player": 1}),
    ("ranking-14", 3, turned, 1, facts.COLOUR_STREAK, {"player": 2, "opponent_player": 11}),
    ("ranking-35", 1, exchanged, 0, rules.SUM, {"chosen": 15, "other": 23}),
    ("ranking-35", 1, another_bye, 28, rules.SUM_BYE, {"chosen_player": 35, "other_player": 32}),
    ("round_robin-14", 1, exchanged, 0, rules.TABLE, {"player": 1, "opponent_player": 13, "round": 13}),
    ("round_robin-14", 1, turned, 0, rules.TABLE_COLOURS, {"player": 1, "opponent_player": 14}),
)


@cache
def stored(name: str, number: int) -> tuple[casefile.Case, Draft]:
    """A round of a stored tournament with its pairing."""
    case = casefile.read((FOLDER / f"{name}.json").read_text(encoding="utf-8"))[number - 1]
    return case, registry.pair(case.system, case.request)


@pytest.mark.parametrize("name, number, doctor, which, rule, about", MISTAKES)
def test_the_rule_that_decided_is_named(
    name: str, number: int, doctor: Doctor, which: int, rule: str, about: dict[str, object]
) -> None:
    case, draft = stored(name, number)
    wrong = list(doctor(draft))[which]
    outcome = check("wrong", case.system, case.request, wrong.pairs, wrong.bye)
    (difference,) = outcome.differences
    assert difference.verdict.rule.code == rule
    assert about.items() <= difference.verdict.rule.arguments.items()
    assert difference.verdict.better == FOUND
    made = {(pair.white, pair.black) for pair in draft.pairs}
    assert set(difference.missing) == wrong.pairs - made
    assert {(pair.white, pair.black) for pair in difference.found} == made - wrong.pairs


@pytest.mark.parametrize("name", ["swiss_resistance-14", "swiss_rating-14", "ranking-14", "round_robin-9"])
def test_no_small_change_makes_a_better_pairing(name: str) -> None:
    """An independent proof that what was made is the best by its keys, as far as small changes reach."""
    for number in range(1, 8):
        case, draft = stored(name, number)
        for wrong in all_of(draft):
            found = judge(case.system, case.request, wrong, draft)
            assert found
            assert [one.verdict for one in found if one.verdict.better != FOUND] == []


@pytest.mark.parametrize("case", casefile.read(CASES.read_text(encoding="utf-8")), ids=lambda case: case.id)
def test_who_moved_down_together_and_met_further_on_is_not_taken_for_a_pair_of_the_group(case: casefile.Case) -> None:
    draft = registry.pair(case.system, case.request)
    assert answer(draft) == Answer(case.pairs, case.bye)
    found = [one for wrong in all_of(draft) for one in judge(case.system, case.request, wrong, draft)]
    assert {one.verdict.better for one in found} == {FOUND}


def test_mistakes_that_do_not_touch_each_other_are_told_apart() -> None:
    case, draft = stored("swiss_resistance-14", 1)
    first, second, *_ = draft.pairs
    pairs = answer(draft).pairs - {(first.white, first.black), (second.white, second.black)}
    wrong = Answer(pairs | {(first.black, first.white), (second.black, second.white)}, draft.bye)
    found = judge(case.system, case.request, wrong, draft)
    assert [one.missing for one in found] == [((first.black, first.white),), ((second.black, second.white),)]


# --- what every pairing keeps


def outcome_of(change: Callable[[set[tuple[int, int]], Draft], int | None]) -> Outcome:
    """The check of the first round of a stored tournament after a change of its pairs; the change gives the bye."""
    case, draft = stored("swiss_resistance-14", 1)
    pairs = set(answer(draft).pairs)
    bye = change(pairs, draft)
    return check("wrong", case.system, case.request, pairs, bye)


def test_somebody_without_a_place_is_named() -> None:
    def change(pairs: set[tuple[int, int]], draft: Draft) -> int | None:
        pairs.remove((draft.pairs[0].white, draft.pairs[0].black))
        return draft.bye

    (one,) = outcome_of(change).differences
    assert one.verdict.rule.code == rules.WITHOUT_GAME


def test_somebody_with_two_places_is_named() -> None:
    def change(pairs: set[tuple[int, int]], draft: Draft) -> int | None:
        pairs.add((draft.pairs[0].white, draft.pairs[1].black))
        return draft.bye

    (one,) = outcome_of(change).differences
    assert one.verdict.rule.code == rules.TWICE


def test_somebody_who_was_not_there_is_named() -> None:
    def change(pairs: set[tuple[int, int]], draft: Draft) -> int | None:
        pairs.remove((draft.pairs[0].white, draft.pairs[0].black))
        pairs.add((draft.pairs[0].white, 1))
        return draft.bye

    case, _ = stored("swiss_resistance-14", 1)
    assert 1 not in case.request.present
    (one,) = outcome_of(change).differences
    assert one.verdict.rule.code == rules.NOT_PRESENT
    assert one.verdict.rule.arguments == {"player": 1}


def small(count: int, games: tuple[Game, ...] = (), number: int = 1, **more: object) -> Request:
    """A round of a few players with lot numbers 1 … count."""
    competition = Competition(
        players=tuple(Player(lot, lot, rating=2000 - lot) for lot in range(1, count + 1)),
        rounds=tuple(Round(one) for one in range(1, number + 1)),
        games=games,
        planned_rounds=9,
    )
    request = Request(competition, number, tuple(range(1, count + 1)))
    return replace(request, **more)  # type: ignore[arg-type]  # the fields of a request by name


def verdict_of(system: str, request: Request, pairs: set[tuple[int, int]], bye: int | None = None) -> tuple[str, object]:
    (one,) = judge(system, request, Answer(frozenset(pairs), bye), registry.pair(system, request))
    return one.verdict.rule.code, one.verdict.rule.arguments


def test_a_game_that_stood_already_stays() -> None:
    request = small(4, (Game(1, 1, 4, by_hand=True, locked=True),))
    assert verdict_of("swiss_resistance", request, {(1, 2), (3, 4)}) == (rules.KEPT, {"player": 1, "opponent_player": 4})


def test_a_pair_that_is_forbidden() -> None:
    request = small(4)
    request = replace(request, competition=replace(request.competition, forbidden=frozenset([(1, 2)])))
    code, _ = verdict_of("swiss_resistance", request, {(1, 2), (3, 4)})
    assert code == facts.HAND_FORBIDDEN


@pytest.mark.parametrize("system", ["swiss_resistance", "swiss_rating", "ranking"])
def test_no_complete_pairing(system: str) -> None:
    request = small(2)
    request = replace(request, competition=replace(request.competition, forbidden=frozenset([(1, 2)])))
    code, _ = verdict_of(system, request, {(1, 2)})
    assert code == facts.NO_COMPLETE_PAIRING


def test_who_is_left_out_when_not_everybody_can_be_paired() -> None:
    request = small(4, allow_incomplete=True)
    bans = frozenset((one, 4) for one in (1, 2, 3)) | {(1, 2)}
    request = replace(request, competition=replace(request.competition, forbidden=bans))
    code, arguments = verdict_of("swiss_resistance", request, {(2, 4), (1, 3)})
    assert code == rules.LEFT_OUT
    assert arguments == {"players": registry.pair("swiss_resistance", request).unpaired}


def test_two_who_must_both_have_the_same_colour() -> None:
    games = (Game(1, 1, 3, "1-1"), Game(1, 2, 4, "1-1"), Game(2, 1, 4, "1-1"), Game(2, 2, 3, "1-1"))
    code, arguments = verdict_of("swiss_rating", small(8, games, 3), {(1, 2), (5, 3), (6, 4), (7, 8)})
    assert code == rules.ABSOLUTE
    assert arguments == {"player": 1, "opponent_player": 2}


def test_the_colour_limit() -> None:
    games = (Game(1, 1, 3, "1-1"), Game(1, 2, 4, "1-1"))
    request = small(4, games, 3, options={"maximum_colour_balance": 1})
    code, arguments = verdict_of("swiss_resistance", request, {(1, 2), (3, 4)})
    assert code == rules.COLOUR_LIMIT
    assert arguments == {"group": 1, "chosen": 0, "other": 2}


def test_what_no_key_tells_apart_is_said() -> None:
    """Two pairings by list with the same sum of squares (75), also weighed by place (151)."""
    request = small(10, options={"search": "balanced"})
    one, other = {(1, 4), (2, 5), (3, 10), (6, 8), (7, 9)}, {(1, 3), (2, 9), (4, 6), (5, 8), (7, 10)}
    made = Draft(pairs=tuple(Pair(white, black) for white, black in sorted(one)))
    (difference,) = judge("ranking", request, Answer(frozenset(other)), made)
    assert (difference.verdict.rule.code, difference.verdict.better) == (rules.FIXED_ORDER, NEITHER)


def test_a_pairing_that_is_better_by_its_keys_is_told_as_such() -> None:
    """What the program made is never the worse one; if it were, the check would say so."""
    request = small(4)
    best = registry.pair("swiss_resistance", request)
    worse = replace(best, pairs=(Pair(1, 3), Pair(2, 4)))
    (difference,) = judge("swiss_resistance", request, answer(best), worse)
    assert (difference.verdict.rule.code, difference.verdict.better) == (rules.FIRST_ROUND, EXPECTED)


def test_an_unknown_system_is_an_error() -> None:
    with pytest.raises(ValueError, match="lottery"):
        check("case", "lottery", small(4), (), None)
