"""Languages: texts, numbers, dates; and the catalogues that hold them."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date as day
from fractions import Fraction
from pathlib import Path

import pytest

from kompitie_web import i18n
from kompitie_web.i18n import _, language, ngettext

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize(("code", "text"), [("nl", "Ronde 4"), ("fr", "Ronde 4"), ("en", "Round 4")])
def test_a_text_with_a_place(code: str, text: str) -> None:
    with language(code):
        assert _("Round %(number)s", number=4) == text


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ("nl", ["0 spelers", "1 speler", "2 spelers"]),
        ("fr", ["0 joueur", "1 joueur", "2 joueurs"]),
        ("en", ["0 players", "1 player", "2 players"]),
    ],
)
def test_the_plural_is_that_of_the_language(code: str, texts: list[str]) -> None:
    with language(code):
        assert [ngettext("%(n)s player", "%(n)s players", n) for n in range(3)] == texts


def test_the_language_goes_back_and_each_thread_has_its_own() -> None:
    with language("nl"):
        with language("fr"):
            assert i18n.current_language() == "fr"
        with language(""):
            assert i18n.current_language() == "nl"
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(i18n.current_language).result() == i18n.DEFAULT
        assert i18n.current_language() == "nl"


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(ValueError), language("de"):
        pass
    with pytest.raises(ValueError):
        i18n.set_language("")


@pytest.mark.parametrize(
    ("value", "places", "nl", "en"),
    [
        (7, None, "7", "7"),
        (Fraction(15, 2), None, "7½", "7½"),
        (Fraction(1, 2), None, "½", "½"),
        (Fraction(-1, 2), None, "−½", "−½"),
        (Fraction(7, 3), None, "2,33", "2.33"),
        (Fraction(9, 4), None, "2¼", "2¼"),
        (Fraction(2, 3), None, "0,67", "0.67"),
        (Fraction(7, 3), 1, "2,3", "2.3"),
        (Fraction(5, 2), 0, "3", "3"),
        (Fraction(98), 1, "98,0", "98.0"),
        (Fraction(-7, 2), 1, "−3,5", "−3.5"),
        (Fraction(-1, 1000), 2, "0,00", "0.00"),
        (Fraction(10**20) + Fraction(1, 2), 1, "100000000000000000000,5", "100000000000000000000.5"),
    ],
)
def test_numbers(value: Fraction, places: int | None, nl: str, en: str) -> None:
    with language("nl"):
        assert i18n.number(value, places) == nl
    assert i18n.number(value, places) == en


@pytest.mark.parametrize(
    ("code", "long", "short"),
    [
        ("nl", "vrijdag 12 december 2025", "12 dec 2025"),
        ("fr", "vendredi 12 décembre 2025", "12 déc. 2025"),
        ("en", "Friday 12 December 2025", "12 Dec 2025"),
    ],
)
def test_dates(code: str, long: str, short: str) -> None:
    with language(code):
        assert i18n.date("2025-12-12") == long
        assert i18n.date("2025-12-12T19:58:12", "short") == short
        assert i18n.date("2025-12-12", "day") == long.rpartition(" ")[0]


def test_the_first_of_a_month_in_french() -> None:
    with language("fr"):
        assert i18n.date("2026-05-01") == "vendredi 1er mai 2026"


def test_what_is_no_date_stays_as_it_is() -> None:
    assert i18n.date("") == ""
    assert i18n.date("after Easter") == "after Easter"


def test_times() -> None:
    assert i18n.time("2025-12-12T19:58:12+01:00") == "19:58"
    assert i18n.time("2025-12-12T19:58:12", seconds=True) == "19:58:12"
    assert i18n.time("2025-12-12") == ""


@pytest.mark.parametrize(
    ("iso", "words"),
    [
        ("2025-12-12T19:58:00", "Today 19:58"),
        ("2025-12-11T07:00:00", "Yesterday 07:00"),
        ("2025-12-06", "Saturday 6 December"),
        ("2024-11-15", "Friday 15 November 2024"),
        ("", ""),
    ],
)
def test_moments_as_people_say_them(iso: str, words: str) -> None:
    assert i18n.when(iso, day(2025, 12, 12)) == words


def test_the_catalogues_are_complete_and_compiled() -> None:
    checked = subprocess.run(
        [sys.executable, ROOT / "build" / "catalogues.py", "--check"], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout[-3000:]
