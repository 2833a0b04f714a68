"""Result codes, notations, keys and scales (spec 20 "Result codes", "Points"; spec 00 row 8)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.results import (
    CODES,
    FORFEITS,
    PRESETS,
    SB_SHARES,
    Scale,
    Side,
    exact,
    free_score,
    from_key,
    notation,
    parse,
    reversed_code,
    sides,
)


@pytest.mark.parametrize(
    "code, white, black",
    [
        ("2-0", Side.WIN, Side.LOSS),
        ("1-1", Side.DRAW, Side.DRAW),
        ("0-2", Side.LOSS, Side.WIN),
        ("+1-1", Side.PLUS, Side.MINUS),
        ("1-1+", Side.MINUS, Side.PLUS),
        ("2-0F", Side.FORFEIT_WIN, Side.FORFEIT_LOSS),
        ("0-2F", Side.FORFEIT_LOSS, Side.FORFEIT_WIN),
        ("0-0F", Side.FORFEIT_LOSS, Side.FORFEIT_LOSS),
        ("adj", Side.ADJOURNED, Side.ADJOURNED),
        ("", Side.OPEN, Side.OPEN),
        ("=12-0", Side.WIN, Side.LOSS),
        ("=3-3", Side.DRAW, Side.DRAW),
        ("=2-9", Side.LOSS, Side.WIN),
    ],
)
def test_sides_of_a_code(code, white, black):
    assert sides(code) == (white, black)


def test_unknown_codes_are_refused():
    with pytest.raises(ValueError, match="unknown result code"):
        sides("3-0")


@pytest.mark.parametrize("code", [*CODES, "=12-0", "=1/2-3"])
def test_turning_the_colours_twice_gives_the_same_code(code):
    assert reversed_code(reversed_code(code)) == code
    assert sides(reversed_code(code)) == tuple(reversed(sides(code)))


def test_trap_24_forfeits_and_unfinished_games_were_not_played():
    """Only games played at the board have colours and meetings."""
    assert {side for side in Side if side.is_played} == {Side.WIN, Side.PLUS, Side.DRAW, Side.MINUS, Side.LOSS}
    assert not any(side.is_played for code in FORFEITS for side in sides(code))
    assert {side for side in Side if not side.is_scored} == {Side.OPEN, Side.ADJOURNED}


@pytest.mark.parametrize(
    "key, win, plus, draw, minus, loss",
    [
        ("draughts", 2, 1, 1, 1, 0),
        ("chess", 1, Fraction(1, 2), Fraction(1, 2), Fraction(1, 2), 0),
        ("three_points", 3, 1, 1, 1, 0),
        ("delft_two", 2, Fraction(3, 2), 1, Fraction(1, 2), 0),
        ("delft_old", 4, 3, 2, 1, 0),
        ("delft_renewed", 5, 3, 2, 1, 0),
        ("kndb", 2, 1, 1, 1, 0),
        ("free", 2, 1, 1, 1, 0),
    ],
)
def test_scale_presets(key, win, plus, draw, minus, loss):
    scale = PRESETS[key]
    assert scale.points("2-0") == (win, loss)
    assert scale.points("+1-1") == (plus, minus)
    assert scale.points("1-1") == (draw, draw)
    assert scale.points("0-2F") == (loss, win)
    assert scale.points("0-0F") == (loss, loss)
    assert scale.points("adj") == scale.points("") == (0, 0)
    assert scale.bye == win
    assert scale.free == (key == "free")


def test_free_scores_count_as_they_stand():
    assert PRESETS["free"].points("=12-0") == (12, 0)
    assert PRESETS["free"].points("=2.5-1/3") == (Fraction(5, 2), Fraction(1, 3))
    assert free_score("2-0") is None


def test_points_of_byes_and_forfeits_are_settings():
    scale = Scale(bye=Fraction(1), forfeit_win=Fraction(3, 2), forfeit_loss=Fraction(-1))
    assert scale.points("2-0F") == (Fraction(3, 2), -1)
    assert scale.points("0-0F") == (-1, -1)


def test_sb_shares_of_both_sides_add_up():
    for code in ("2-0", "1-1", "0-2", "+1-1", "1-1+"):
        assert sum(SB_SHARES[side] for side in sides(code)) == 1


@pytest.mark.parametrize(
    "text, value",
    [
        ("1/2", Fraction(1, 2)),
        ("1½", Fraction(3, 2)),
        ("½", Fraction(1, 2)),
        ("0,5", Fraction(1, 2)),
        ("2.25", Fraction(9, 4)),
        (" 3 ", Fraction(3)),
        ("-½", Fraction(-1, 2)),
        ("-1½", Fraction(-3, 2)),
    ],
)
def test_exact_numbers(text, value):
    assert exact(text) == value


@pytest.mark.parametrize("text", ["", "a", "1/0", "1//2", "½½"])
def test_no_numbers(text):
    with pytest.raises(ValueError):
        exact(text)


@given(st.fractions())
def test_an_exact_number_survives_as_text(value):
    assert exact(str(value)) == value


@pytest.mark.parametrize(
    "text, code",
    [
        ("2-0", "2-0"),
        ("2 - 0", "2-0"),
        ("1-0", "2-0"),
        ("0–1", "0-2"),
        ("½-½", "1-1"),
        ("1/2-1/2", "1-1"),
        ("0,5-0,5", "1-1"),
        ("=", "1-1"),
        ("+1-1", "+1-1"),
        ("1-1+", "1-1+"),
        ("+½-½", "+1-1"),
        ("2-0f", "2-0F"),
        ("2-0FF", "2-0F"),
        ("0-1F", "0-2F"),
        ("0-0F", "0-0F"),
        ("adj", "adj"),
        ("ADJ", "adj"),
        ("", ""),
    ],
)
def test_both_notations_are_read(text, code):
    assert parse(text) == parse(text, "chess") == code


@pytest.mark.parametrize("text", ["3-0", "2-2", "win", "2-", "0-0", "12-0"])
def test_what_is_no_result_is_refused(text):
    with pytest.raises(ValueError):
        parse(text)


def test_any_score_is_read_when_scores_are_free():
    assert parse("12-0", free=True) == "=12-0"
    assert parse("2-0", free=True) == "=2-0"
    assert parse("2-0F", free=True) == "2-0F"


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("sport", ["draughts", "chess"])
def test_what_is_written_is_read_back(code, sport):
    assert parse(notation(code, sport), sport) == code


@pytest.mark.parametrize(
    "sport, keys",
    [("draughts", {"2": "2-0", "1": "1-1", "0": "0-2"}), ("chess", {"1": "2-0", "5": "1-1", "0": "0-2"})],
)
def test_keys_are_the_points_of_white_as_the_sport_writes_them(sport, keys):
    assert {key: from_key(key, sport) for key in keys} == keys
    common = {"=": "1-1", "+": "+1-1", "-": "1-1+", "a": "adj", "Backspace": ""}
    assert {key: from_key(key, sport) for key in common} == common
    assert from_key("7", sport) is None


def test_f_cycles_the_forfeits():
    seen = [from_key("f", current="1-1")]
    for _ in range(3):
        seen.append(from_key("f", current=seen[-1]))
    assert seen == ["2-0F", "0-2F", "0-0F", "2-0F"]
