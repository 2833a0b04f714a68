"""The attendance championship of two club evenings (spec 23; seed 003)."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from oracles import oracle
from short_tournament import tournament
from workings import check_workings

from engine.classification import Settings, progress, standing
from engine.competition import CLOSED, DRAFT, PLANNED, PUBLISHED, Competition, Game, Interval, Player, Round, SingleEntry
from engine.crosstable import cross_by_round
from engine.explain import FORMULA, explain
from engine.results import CODES, PRESETS, Side
from engine.systems import system
from engine.systems.attendance import rounds_to_fix
from engine.systems.attendance_formula import Numbers, Options, outcome
from engine.systems.basis import basis

ATTENDANCE = Settings(system="attendance")
ORACLE = oracle("attendance.json")
HALF = Fraction(1, 2)


def season(rounds, played, score, rating, own, planned=None, absent=()):
    """Player 1 plays the last ``played`` rounds, those in ``absent`` excepted, against players of one rating; 3 and 4 play every round."""
    rounds_played = [number for number in range(rounds, 0, -1) if number not in absent][:played]
    codes = ["2-0"] * int(score) + ["1-1"] * (score.denominator - 1)
    codes += ["0-2"] * (played - len(codes))
    games = [Game(number, 1, 2, code) for number, code in zip(sorted(rounds_played), codes, strict=True)]
    games += [Game(number, 3, 4, "1-1") for number in range(1, rounds + 1)]
    players = (Player(1, 1, rating=own), Player(2, 2, rating=rating), Player(3, 3, rating=1000), Player(4, 4, rating=1000))
    return Competition(players, tuple(map(Round, range(1, rounds + 1))), tuple(games), planned_rounds=planned or 2 * rounds)


def opening(text, players, about=None):
    """The first rounds of a long season, so that no balance is set to 0 yet."""
    return replace(tournament(text, players, about), planned_rounds=40)


def row_of(competition, player=1, settings=ATTENDANCE, last=99):
    """A player's row."""
    return next(row for row in standing(competition, settings, last).rows if row.player == player)


def saldo(competition, player=1, settings=ATTENDANCE, last=99):
    """A player's balance, as the column shows it."""
    return dict(row_of(competition, player, settings, last).figures)["saldo"]


def statuses(competition, player=1, settings=ATTENDANCE):
    """What each round was for a player's balance, by round."""
    terms = explain(competition, settings, 99, player).terms
    return [(term.round, term.basis, term.amount) for term in terms if term.kind == "credit"]


# The published numbers


@pytest.mark.parametrize("case", ORACLE["cases"], ids=[one["case"] for one in ORACLE["cases"]])
def test_oracle_formulas(case):
    games, score = case["games"], Fraction(case["score"])
    saldo_of = Fraction(case["saldo"])
    numbers = Numbers(case["rounds"], games, score, games * case["average_opponent_rating"], case["own_rating"], saldo_of)
    found = outcome(numbers, Options())
    assert found.points == Fraction(case["points"])
    assert found.missing == Fraction(case["missing_rounds"])


@pytest.mark.parametrize("case", ORACLE["cases"], ids=[one["case"] for one in ORACLE["cases"]])
def test_oracle_from_the_games(case):
    rating = case["average_opponent_rating"]
    played = season(case["rounds"], case["games"], Fraction(case["score"]), rating, case["own_rating"])
    row = row_of(played)
    assert row.score == Fraction(case["points"])
    assert dict(row.figures) == {"saldo": Fraction(case["saldo"])}
    assert row.games == case["games"]
    told = explain(played, ATTENDANCE, 99, 1)
    assert {line.name: line.value for line in told.workings}["d"] == Fraction(case["missing_rounds"])
    check_workings(told)


def test_oracle_after_the_reset():
    """36 rounds, the balance set to 0 after round 30 of 36, 30 games with 20 points, then absent six times."""
    played = season(36, 30, Fraction(20), 1600, 1500, planned=36, absent=range(31, 37))
    case = ORACLE["after_reset"]
    assert saldo(played) == Fraction(case["saldo"])
    assert row_of(played).score == Fraction(case["points"])
    told = explain(played, ATTENDANCE, 99, 1)
    assert {line.name: line.value for line in told.workings}["d"] == Fraction(case["missing_rounds"])
    assert [(term.round, term.amount) for term in told.terms if term.kind == "reset"] == [(30, -30)]
    assert sum(term.amount for term in told.terms if term.kind in ("credit", "reset")) == Fraction(case["saldo"])


def test_the_texts_of_the_article():
    """20 of 30 is as good as 24 of 36; 5 of 10 after 45 rounds counts as 5 of 15."""
    assert row_of(season(36, 30, Fraction(20), 1600, 1500)).score == row_of(season(36, 36, Fraction(24), 1600, 1500)).score
    percentage = {line.name: line for line in explain(season(45, 10, Fraction(5), 1600, 1500), ATTENDANCE, 99, 1).workings}["S"]
    assert (percentage.value, percentage.rule) == (Fraction(100, 3), "short")
    assert percentage.filled(str) == "100 × 5 / (10 + 5)"
    lowest = {line.name: line for line in explain(season(45, 5, Fraction(4), 1600, 1500), ATTENDANCE, 99, 1).workings}["S"]
    assert (lowest.value, lowest.rule) == (40, "very_short")


# Credits


def test_each_kind_of_round():
    """Played, bye, external on the evening, absences and a round without anything."""
    played = opening(
        """
        1-2 2-0, 3-4 1-1
        1 bye, 3-4 1-1
        1 external_evening 0-2, 3-4 1-1
        1 with_notice, 3-4 1-1
        1 external 2-0, 3-4 1-1
        3-4 1-1
        1-2 2-0F, 3-4 1-1
        1-2 0-2F, 3-4 1-1
        1-2 0-0F, 3-4 1-1
        1-2 adj, 3-4 1-1
        1-2, 3-4 1-1
        1-2 2-0 x, 3-4 1-1
        """,
        4,
    )
    assert statuses(played) == [
        (1, "played", 1),
        (2, "present", 1),
        (3, "present", 1),
        (4, "absent", -HALF),
        (5, "absent", -HALF),
        (6, "absent", -HALF),
        (7, "forfeit", 1),
        (8, "absent", -HALF),
        (9, "absent", -HALF),
        (10, "open", 0),
        (11, "open", 0),
        (12, "open", 0),
    ]
    assert saldo(played) == Fraction(3, 2)
    assert row_of(played).games == 1  # a forfeit is not in G
    assert [term.reason for term in explain(played, ATTENDANCE, 99, 1).terms if term.kind == "credit"][:4] == [
        "",
        "bye",
        "external_evening",
        "with_notice",
    ]


def test_once_a_round_however_many_games_while_each_game_counts():
    played = opening("1-2 2-0, 1-3 2-0, 1-4 0-2F\n1-2 1-1, 3-4 adj, 3-1 0-2F", 4)
    assert saldo(played) == 2
    assert row_of(played).games == 3
    assert statuses(played, 3) == [(1, "played", 1), (2, "open", 0)]


def test_a_draw_is_half_and_ratings_of_all_games_are_averaged():
    played = tournament("1-2 +1-1, 3-4 1-1\n1-3 2-0\n1-2 1-1+\n1-2 1-1\n1-3 0-2", 4, {2: {"rating": 1300}, 3: {"rating": 1500}})
    told = {line.name: line.value for line in explain(played, ATTENDANCE, 99, 1).workings}
    assert (told["G"], told["P"], told["Rt"], told["S"]) == (5, Fraction(5, 2), 1380, 50)
    assert told["score"] == 5 * (Fraction(1380, 100) + 10 - 10)


def test_players_without_a_rating_count_with_the_start_rating():
    played = tournament("1-2 1-1", 3, {1: {"rating": 1200}})
    chosen = Settings(system="attendance", options={"start_rating": 1000})
    assert row_of(played, 1, chosen).score == 1 * (Fraction(1000 + 4 * 1200, 500) + 20 * HALF - 10)
    assert row_of(played, 3, chosen).score == 1 * (Fraction(1000, 100) + 20 * HALF - 10)


def test_a_round_counts_once_published_with_a_result_or_closed():
    states = (PUBLISHED, PUBLISHED, CLOSED, DRAFT, PLANNED)
    played = tournament("1-2 2-0\n1-2\n3 with_notice\n1-2\n3 bye", 3, rounds=tuple(map(Round, range(1, 6), states)))
    assert [number for number, _, _ in statuses(played, 3)] == [1, 3]
    assert saldo(played, 1) == 1 - HALF
    assert explain(played, ATTENDANCE, 99, 1).workings[0].value == 2
    shown = standing(played, ATTENDANCE, 5)
    steps = progress(played, shown)
    assert steps.rounds == (1, 2, 3)
    assert all(steps.scores[row.player][-1] == row.score for row in shown.rows)


def test_a_late_joiner_starts_at_zero_while_n_stays():
    played = opening("\n".join(["2-3 1-1"] * 6 + ["1-2 2-0"] * 2), 3, {1: {"schedule": (Interval(7),)}})
    assert saldo(played) == 2
    assert explain(played, ATTENDANCE, 99, 1).workings[0].value == 8
    assert statuses(played)[:2] == [(1, "away", 0), (2, "away", 0)]
    assert saldo(played, last=6) == 0


def test_no_credits_after_a_withdrawal_until_he_comes_back():
    rounds = ["1-2 2-0"] * 2 + ["2-3 1-1, 1 with_notice", "2-3 1-1, 1 bye"] + ["2-3 1-1"] * 2
    gone = opening("\n".join(rounds), 3, {1: {"schedule": (Interval(1, 2), Interval(6))}})
    assert [(number, amount) for number, _, amount in statuses(gone)] == [(1, 1), (2, 1), (3, 0), (4, 0), (5, 0), (6, -HALF)]
    assert saldo(gone) == Fraction(3, 2)


# The reset


@pytest.mark.parametrize("planned, after", [(36, 30), (12, 10), (10, 9), (7, 6), (1, 1)])
def test_positive_balances_are_set_to_zero_once(planned, after):
    """After round ⌈5T/6⌉; before it and later nothing is taken away, and negative balances stay."""
    rounds = "\n".join(["1-2 2-0"] * planned)
    played = tournament(rounds, 3)
    assert saldo(played, last=after - 1) == after - 1
    assert saldo(played, last=after) == 0
    assert saldo(played) == planned - after
    assert saldo(played, 3) == -HALF * planned


def test_the_reset_waits_until_its_round_counts():
    rounds = tuple(Round(number, PUBLISHED if number < 6 else PLANNED) for number in range(1, 7))
    played = tournament("\n".join(["1-2 2-0"] * 4 + ["1-2"]), 2, rounds=rounds)
    assert saldo(played) == 4
    assert rounds_to_fix(basis(played, ATTENDANCE, 99)) is None
    done = tournament("\n".join(["1-2 2-0"] * 5), 2, rounds=rounds)
    assert saldo(done) == 0
    assert rounds_to_fix(basis(done, ATTENDANCE, 99)) == 6


def test_the_number_of_rounds_is_fixed_from_the_reset_on():
    """A round added later moves nothing when the number is kept."""
    played = replace(tournament("\n".join(["1-2 2-0"] * 7), 2), planned_rounds=12)
    fixed = Settings(system="attendance", options=Options(planned_rounds=6).as_json())
    assert (saldo(played), saldo(played, settings=fixed)) == (7, 2)
    assert rounds_to_fix(basis(played, fixed, 99)) is None


def test_a_period_and_its_evenings_have_their_own_number_of_rounds():
    rounds = tuple(Round(number, session="Monday" if number % 2 else "Friday") for number in range(1, 13))
    played = tournament("\n".join(["1-2 2-0"] * 12), 2, rounds=rounds)
    monday = replace(ATTENDANCE, sessions=("Monday",))
    assert explain(played, monday, 99, 1).workings[0].value == 6
    assert (saldo(played, settings=monday, last=7), saldo(played, settings=monday)) == (4, 1)  # after the fifth Monday
    late = replace(ATTENDANCE, first_round=7)
    assert (saldo(played, settings=late, last=10), saldo(played, settings=late)) == (4, 1)


# Settings


def test_thresholds_and_factor_are_settings():
    played = opening("\n".join(["1-2 2-0"] * 2 + ["2-3 1-1"] * 2), 3)
    half = Settings(system="attendance", options={"threshold": "1/2", "sure_games": 0, "factor": "10", "offset": "5"})
    assert saldo(played, settings=half) == 0  # two of four: −1 for a round missed
    assert row_of(played, settings=half).score == 4 * (Fraction(1000, 100) + 10 - 5)
    assert saldo(played, 3, half) == 0
    stricter = replace(half, options={**half.options, "threshold": "2/3"})
    told = {line.name: line.value for line in explain(played, stricter, 99, 1).workings}
    assert told["d"] == Fraction(2, 3) * 4 - 2
    assert row_of(tournament("1 bye", 1), settings=half).score == 0


def test_reasons_have_their_own_credit():
    played = opening("1 duty, 2-3 1-1\n1 bye, 2-3 1-1\n1 ill, 2-3 1-1", 3)
    chosen = Settings(system="attendance", options={"credits": {"duty": "1", "bye": "1/3", "ill": "0"}})
    assert [amount for _, _, amount in statuses(played, settings=chosen)] == [1, Fraction(1, 3), 0]


def test_options_come_back_from_their_stored_form():
    chosen = Options(Fraction(2, 7), Fraction(12), Fraction(6), 4, {"duty": Fraction(1, 2)}, Fraction(3, 4), 30, 1100)
    assert Options.read(chosen.as_json()) == chosen
    assert Options.read({}) == Options()
    assert Options.read(Options().as_json()) == Options()


@pytest.mark.parametrize(
    "options, code, field",
    [
        ({"threshold": "1"}, "not_below_one", "threshold"),
        ({"threshold": "-1/3"}, "negative", "threshold"),
        ({"reset_after": "7/6"}, "above_one", "reset_after"),
        ({"credits": {"ill": "3/2"}}, "credit_too_high", "credits"),
        ({"credits": "all"}, "unreadable", "credits"),
        ({"sure_games": "1/2"}, "unreadable", "sure_games"),
        ({"planned_rounds": -3}, "negative", "planned_rounds"),
    ],
)
def test_bad_options_are_named(options, code, field):
    found = system("attendance").problems(Competition(), Settings(system="attendance", options=options))
    assert [(one.code, one.field) for one in found] == [(code, field)]


# The evenings


EVENINGS = tournament(
    """
    1-2 2-0, 3 bye, 4 external_evening 0-2
    1-3 1-1, 2 with_notice, 4 external_evening
    2-3 0-2, 1-4 2-0F
    """,
    4,
    {one: {"rating": 1000} for one in range(1, 5)},
    rounds=(Round(1, session="Monday"), Round(2, session="Friday"), Round(3, session="Monday")),
)
SIMPLE = Settings(
    scale=PRESETS["chess"], reason_points={"external_evening": Fraction(1)}, fixed_reasons=("external_evening",), tiebreaks=""
)


def test_each_evening_has_a_simple_classification_of_its_own():
    """Win 1, draw ½, loss 0, bye 1, external on the club evening 1 whatever the result, absent 0."""
    monday, friday = (
        {row.player: row.score for row in standing(EVENINGS, replace(SIMPLE, sessions=(one,)), 3).rows}
        for one in ("Monday", "Friday")
    )
    assert monday == {1: 2, 2: 0, 3: 2, 4: 1}
    assert friday == {1: HALF, 2: 0, 3: HALF, 4: 1}
    shown = standing(EVENINGS, replace(SIMPLE, sessions=("Monday",)), 3)
    cells = {one.player: one.cells for one in cross_by_round(EVENINGS, shown).rows}
    assert cells[4][0][0].points == 1
    assert cells[4][0][0].side is Side.LOSS


def test_the_championship_uses_all_evenings():
    assert explain(EVENINGS, ATTENDANCE, 3, 1).workings[0].value == 3
    assert saldo(EVENINGS, 4, last=2) == 2
    assert explain(EVENINGS, ATTENDANCE, 3, 1).method == FORMULA


# Properties


@st.composite
def seasons(draw):
    """Any games and entries of a few players, some of whom come late or leave."""
    count, rounds = draw(st.integers(2, 5)), draw(st.integers(1, 7))
    pair = st.lists(st.integers(1, count), min_size=2, max_size=2, unique=True)
    drawn = draw(st.lists(st.tuples(st.integers(1, rounds), pair, st.sampled_from(CODES)), max_size=14))
    games = tuple(Game(number, *two, code, id=index) for index, (number, two, code) in enumerate(drawn, start=1))
    reasons = st.sampled_from(["bye", "external_evening", "with_notice", "ill"])
    absences = draw(st.lists(st.tuples(st.integers(1, rounds), st.integers(1, count), reasons), max_size=6))
    entries = tuple(SingleEntry(*one, id=index) for index, one in enumerate(absences, start=1))
    states = draw(st.lists(st.sampled_from([PUBLISHED, CLOSED]), min_size=rounds, max_size=rounds))
    spans = st.sampled_from([(Interval(),), (Interval(3),), (Interval(1, 2),), (Interval(1, 1), Interval(4))])
    players = tuple(
        Player(one, one, rating=draw(st.one_of(st.none(), st.integers(800, 1600))), schedule=draw(spans))
        for one in range(1, count + 1)
    )
    planned = draw(st.integers(rounds, 9))
    return Competition(players, tuple(map(Round, range(1, rounds + 1), states)), games, entries, planned_rounds=planned)


def slow(competition, player):
    """Points and balance of a player, straight from spec 23."""
    rating = {one.id: one.rating or 1000 for one in competition.players}
    reset = -(-5 * competition.planned_rounds // 6)
    total, balance, games, score, ratings = 0, Fraction(0), 0, Fraction(0), 0
    last = max((one.number for one in competition.rounds), default=0)
    counted = []
    for one in competition.rounds:
        results = [game.result for game in competition.games if game.round == one.number]
        if one.state == CLOSED or any(code not in ("", "adj") for code in results):
            counted.append(one.number)
    for number in range(1, last + 1):
        mine = [game for game in competition.games if game.round == number and player in (game.white, game.black)]
        points = {"2-0": 1, "0-2": 0, "1-1": HALF, "+1-1": HALF, "1-1+": HALF}
        for game in mine:
            if game.result in points:
                white = game.white == player
                games, ratings = games + 1, ratings + rating[game.black if white else game.white]
                score += points[game.result] if white else 1 - points[game.result]
        if number in counted:
            total += 1
            won_by_forfeit = any((game.result, player) in (("2-0F", game.white), ("0-2F", game.black)) for game in mine)
            reasons = {one.reason for one in competition.entries if (one.round, one.player) == (number, player)}
            if any(game.result in points for game in mine) or won_by_forfeit:
                balance += 1
            elif not competition.by_id[player].in_schedule(number):
                pass
            elif reasons & {"bye", "external_evening"}:
                balance += 1
            elif not any(game.result in ("", "adj") for game in mine):
                balance -= HALF
        if number == reset and any(one >= reset for one in counted):
            balance = min(balance, Fraction(0))
    missing = max(Fraction(0), -Fraction(2, 3) * balance)
    rd, sd = Fraction(rating[player], 100), HALF
    if games:
        percent = 100 * score / (games if not missing else games + missing if missing <= games else 2 * games)
        weight = min(games, 5)
        rd = (weight * Fraction(ratings, games) + (5 - weight) * rating[player]) / 500
        sd = (weight * percent + (5 - weight) * 50) / 500
    return total * (rd + 20 * sd - 10), balance


@examples(max_examples=150, deadline=None)
@given(seasons())
def test_points_and_balance_are_the_definition(competition):
    shown = standing(competition, ATTENDANCE, 99)
    steps = progress(competition, shown)
    for row in shown.rows:
        assert (row.score, dict(row.figures)["saldo"]) == slow(competition, row.player)
        assert not steps.rounds or steps.scores[row.player][-1] == row.score
        told = explain(competition, ATTENDANCE, 99, row.player)
        check_workings(told)
        balance = [term.amount for term in told.terms if term.kind in ("credit", "reset")]
        assert sum(balance) == dict(row.figures)["saldo"]
        assert sum(term.amount for term in told.terms if term.kind == "game") == {one.name: one.value for one in told.workings}["P"]


@examples(max_examples=60, deadline=None)
@given(seasons(), st.integers(1, 7))
def test_progress_is_the_standing_after_each_round(competition, last):
    """The list after a round is what the table says of it: later rounds change nothing before them."""
    shown = standing(competition, ATTENDANCE, 99)
    steps = progress(competition, shown)
    if last in steps.rounds:
        then = {row.player: row.score for row in standing(competition, ATTENDANCE, last).rows}
        assert {player: scores[steps.rounds.index(last)] for player, scores in steps.scores.items()} == then


@examples(max_examples=60, deadline=None)
@given(seasons(), st.randoms(use_true_random=False))
def test_the_order_in_which_games_were_entered_changes_nothing(competition, random):
    games, entries = list(competition.games), list(competition.entries)
    random.shuffle(games)
    random.shuffle(entries)
    other = replace(competition, games=tuple(games), entries=tuple(entries))
    assert standing(other, ATTENDANCE, 99).rows == standing(competition, ATTENDANCE, 99).rows
