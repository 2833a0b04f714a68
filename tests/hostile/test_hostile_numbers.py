"""Numbers and results that are typed to do harm: they are refused, and never read as another number."""

import pytest

from engine.results import exact, parse, sides


@pytest.mark.parametrize(
    "text",
    [
        "1e9",
        "1e999999999",
        "-1E5",
        "1e5½",
        "1_000",
        "nan",
        "inf",
        "1/0",
        "0/0",
        "1/2/3",
        "1..2",
        "",
        "½½",
        "0x10",
        "²",
        "٣",
        "9" * 5000,
        "--1",
    ],
)
def test_what_is_no_plain_number_is_refused_at_once(text: str) -> None:
    with pytest.raises(ValueError):
        exact(text)


@pytest.mark.parametrize(
    "text", ["1/0-1", "0-1/0", "0/0-0/0", "1..2-1", "//-/", "1.-1", ".5-1", "1/2/3-1", "½½-1", "²-1", "٣-1", "1,2,3-4", "-1-2", "1e9-1", "9" * 5000 + "-1"]
)  # fmt: skip
def test_a_free_score_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse(text, free=True)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2½-1", "=5/2-1"),
        ("10.5-1.5", "=10.5-1.5"),
        ("10,5-0,5", "=10.5-1/2"),
        ("½-½", "=1/2-1/2"),
        ("1/3-2/3", "=1/3-2/3"),
        ("12-0", "=12-0"),
    ],
)
def test_a_free_score_is_the_number_that_was_typed(text: str, code: str) -> None:
    assert parse(text, free=True) == code
    sides(code)
