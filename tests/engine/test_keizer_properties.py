"""What holds for every Keizer season: the slow reading of spec 21 gives the same, the order of entry plays no part, a replay is the list that stood."""

import random
from dataclasses import replace
from fractions import Fraction

import brute_keizer
import keizer_seasons
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from oracles import oracle

from engine.classification import progress, standing
from engine.competition import Competition
from engine.explain import explain
from engine.systems import keizer, keizer_passes
from engine.systems.basis import basis
from engine.systems.keizer_options import PRESETS, KeizerOptions

CASES = oracle("keizer_cases.json")
RESULTS = ("2-0", "2-0", "1-1", "0-2", "+1-1", "1-1+", "2-0F", "0-0F")
#: Own reasons of a round without a game; None: nothing is entered.
ABSENCES = ("absent_with_notice", "absent_without_notice", "ill", "bye", "external", None)
shares = st.sampled_from(("0", "1/10", "1/3", "2/5", "1/2", "9/10", "1", "-1/4"))
reasons = st.one_of(
    shares,
    st.fixed_dictionaries({"share": shares}, optional={"max": st.integers(0, 3), "pays_result": st.booleans()}),
)
options = st.fixed_dictionaries(
    {
        "top": st.one_of(
            st.integers(1, 90), st.just("n+1"), st.builds(lambda factor: {"factor": factor}, st.sampled_from(("3/2", "5/4", "2")))
        ),
        "n_frozen": st.booleans(),
        "step": st.sampled_from(("1", "1", "0", "2", "1/2")),
        "own_value_counted": st.booleans(),
        **dict.fromkeys(("win", "plus", "draw", "minus", "loss"), shares),
        "equal_points_equal_value": st.booleans(),
        "passes": st.integers(1, 3),
        "optimise": st.booleans(),
        "ties": st.sampled_from(("previous", "lot")),
        "unplayed": st.one_of(
            shares,
            st.fixed_dictionaries({}, optional=dict.fromkeys((*(one for one in ABSENCES if one), "not_yet_joined"), reasons)),
        ),
        "default_reason": st.sampled_from(("absent_with_notice", "absent_without_notice")),
    }
)


@st.composite
def cases(draw):
    """A random season in the form of the oracle."""
    n, rounds = draw(st.integers(2, 9)), draw(st.integers(1, 5))
    chance = random.Random(draw(st.integers(0, 10**6)))
    players = list(range(1, n + 1))
    joined = {str(one): chance.randint(2, 3) for one in players if chance.random() < 0.15}
    made = []
    for number in range(1, rounds + 1):
        there = [one for one in players if joined.get(str(one), 1) <= number]
        chance.shuffle(there)
        happened = []
        while there:
            first = there.pop()
            if there and chance.random() < 0.8:
                happened += [[first, there[-1], chance.choice(RESULTS)] for _ in range(chance.choice((1, 1, 1, 2)))]
                there.pop()
                continue
            reason = chance.choice(ABSENCES)
            if reason:
                happened.append([first, reason, *([chance.choice(RESULTS[:6])] if reason == "external" else [])])
        made.append(happened)
    order = chance.sample(players, n)
    return {"settings": draw(options), "initial_order": order, "rounds": made, "joined": joined}


def lists(competition, settings, last):
    """The list of a fresh replay after each round: (player, score) in order."""
    keizer_passes.forget()
    made = keizer.lists(basis(competition, settings, last))
    return [[(player, one.scores[player]) for player in one.order] for one in made]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_slow_reading_agrees_with_the_known_answers(case):
    made = brute_keizer.Season(case).after
    assert [[[one, str(score)] for one, score in listed] for listed, _ in made] == case["standings_after"]
    assert [oscillates for _, oscillates in made] == case["oscillates"]


@examples(max_examples=120, deadline=None)
@given(cases())
def test_the_slow_reading_gives_the_same(case):
    played, ids = keizer_seasons.competition(case)
    settings = keizer_seasons.settings(case)
    ground = basis(played, settings, len(case["rounds"]))
    told = {one.round for one in keizer.oscillations(ground)}
    for made, (listed, oscillates) in zip(keizer.lists(ground)[1:], brute_keizer.Season(case).after, strict=True):
        assert [(player, made.scores[player]) for player in made.order] == [(ids[one], score) for one, score in listed]
        assert (made.round in told) == oscillates


@examples(max_examples=60, deadline=None)
@given(cases(), st.randoms(use_true_random=False))
def test_the_order_of_entry_and_the_colours_change_nothing(case, chance):
    played, _ = keizer_seasons.competition(case)
    settings = keizer_seasons.settings(case)
    games = [turned(game) if chance.random() < 0.5 else game for game in chance.sample(played.games, len(played.games))]
    entries = chance.sample(played.entries, len(played.entries))
    players = chance.sample(played.players, len(played.players))
    other = replace(played, games=tuple(games), entries=tuple(entries), players=tuple(players))
    last = len(case["rounds"])
    assert lists(other, settings, last) == lists(played, settings, last)


def turned(game):
    """The same game with the colours exchanged."""
    sides = {"2-0": "0-2", "0-2": "2-0", "+1-1": "1-1+", "1-1+": "+1-1", "2-0F": "0-2F", "0-2F": "2-0F"}
    return replace(game, white=game.black, black=game.white, result=sides.get(game.result, game.result))


@examples(max_examples=60, deadline=None)
@given(cases())
def test_a_replay_equals_the_lists_made_round_by_round(case):
    played, _ = keizer_seasons.competition(case)
    settings, last = keizer_seasons.settings(case), len(case["rounds"])
    whole = lists(played, settings, last)
    keizer_passes.forget()
    for number in range(1, last + 1):
        shown = standing(until(played, number), settings, number)
        assert [(row.player, row.score) for row in shown.rows] == whole[number]
    table = progress(played, standing(played, settings, last))
    assert table.rounds == tuple(range(1, last + 1))
    assert {player: table.scores[player][-1] for player in table.scores} == dict(whole[-1])


def until(played: Competition, number):
    """The competition as it was after a round."""
    return replace(
        played,
        rounds=played.rounds[:number],
        games=tuple(game for game in played.games if game.round <= number),
        entries=tuple(entry for entry in played.entries if entry.round <= number),
    )


@examples(max_examples=60, deadline=None)
@given(cases(), st.randoms(use_true_random=False))
def test_a_correction_gives_the_list_that_would_have_stood(case, chance):
    """What was known of the season before the correction plays no part."""
    played, _ = keizer_seasons.competition(case)
    settings, last = keizer_seasons.settings(case), len(case["rounds"])
    if not played.games:
        return
    at = chance.randrange(len(played.games))
    changed = [replace(game, result=chance.choice(RESULTS)) if index == at else game for index, game in enumerate(played.games)]
    corrected = replace(played, games=tuple(changed))
    fresh = lists(corrected, settings, last)[-1]
    for one in (played, corrected):
        shown = standing(one, settings, last)
    assert [(row.player, row.score) for row in shown.rows] == fresh


@examples(max_examples=60, deadline=None)
@given(cases())
def test_the_terms_add_up_to_the_exact_score(case):
    played, _ = keizer_seasons.competition(case)
    settings, last = keizer_seasons.settings(case), len(case["rounds"])
    for row in standing(played, settings, last).rows:
        told = explain(played, settings, last, row.player)
        assert isinstance(row.score, Fraction)
        assert sum((term.amount for term in told.terms if term.counts), Fraction(0)) == told.total == row.score
        assert all(term.share * term.value == term.amount for term in told.terms)


@given(options)
def test_options_come_back_as_they_were_stored(stored):
    read = KeizerOptions.read(stored)
    assert KeizerOptions.read(read.as_json()) == read


@pytest.mark.parametrize("name", PRESETS)
def test_presets_come_back_too(name):
    assert KeizerOptions.read(PRESETS[name].as_json()) == PRESETS[name]
