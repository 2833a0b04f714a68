"""Languages of screens and documents: texts, numbers, dates and times in Dutch, French and English.

Free of Flask, so that documents are written in a language of their own: ``with language("fr"): …``. The language is kept for each
thread and task apart. Texts are English sentences with ``%(name)s`` places; a percent sign is written ``%%``.
"""

import gettext as stdlib_gettext
import locale
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import date as Date
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction  # only its two whole numbers are used, and the first page need not wait for it

#: The languages by code, each in its own words.
LANGUAGES = {"nl": "Nederlands", "fr": "Français", "en": "English"}
DEFAULT = "en"
DOMAIN = "kompitie"
FOLDER = Path(__file__).parent / "translations"

_current: ContextVar[str] = ContextVar("language", default=DEFAULT)

_DAYS = {
    "nl": ("maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag"),
    "fr": ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}
_MONTHS = {
    "nl": "januari februari maart april mei juni juli augustus september oktober november december".split(),
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(),
    "en": "January February March April May June July August September October November December".split(),
}
_SHORT_MONTHS = {
    "nl": "jan feb mrt apr mei jun jul aug sep okt nov dec".split(),
    "fr": "janv. févr. mars avr. mai juin juill. août sept. oct. nov. déc.".split(),
    "en": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(),
}
_VULGAR = {(1, 2): "½", (1, 4): "¼", (3, 4): "¾"}
MINUS = "\N{MINUS SIGN}"


def current_language() -> str:
    """The language code in force: nl, fr or en."""
    return _current.get()


def set_language(code: str) -> None:
    """Choose the language of this thread from here on. ValueError for a language that the program does not know."""
    if code not in LANGUAGES:
        raise ValueError(f"unknown language {code!r}")
    _current.set(code)


def of_browser(header: str) -> str:
    """The first language that a browser wishes (its header Accept-Language) and we speak, else our usual one."""
    wished = []
    for line in header.split(","):
        tag, _, weight = line.partition(";")
        with suppress(ValueError):
            wished.append((float(weight.strip().removeprefix("q=") or 1), tag.strip().partition("-")[0].lower()))
    wished.sort(key=lambda one: -one[0])
    return next((code for weight, code in wished if code in LANGUAGES and weight > 0), DEFAULT)


@contextmanager
def language(code: str) -> Iterator[None]:
    """Everything inside is in this language; '' keeps the language as it is."""
    if code and code not in LANGUAGES:
        raise ValueError(f"unknown language {code!r}")
    token = _current.set(code or _current.get())
    try:
        yield
    finally:
        _current.reset(token)


@lru_cache(maxsize=8)
def catalogue(code: str) -> stdlib_gettext.NullTranslations:
    """The texts of a language; English falls back on the texts of the code itself."""
    return stdlib_gettext.translation(DOMAIN, FOLDER, [code], fallback=True)


def system_language() -> str:
    """The language of the system when the program speaks it; for what is said before or without a page."""
    code = (locale.getlocale()[0] or os.environ.get("LANG") or "")[:2].lower()
    return code if code in LANGUAGES else DEFAULT


def translate(msgid: str) -> str:
    """The text in the current language, its places still empty."""
    return catalogue(_current.get()).gettext(msgid) if msgid else ""


def translate_plural(singular: str, plural: str, n: int) -> str:
    """The text for n of something in the current language, its places still empty."""
    return catalogue(_current.get()).ngettext(singular, plural, n)


def _(msgid: str, /, **values: object) -> str:
    """The text in the current language, with its places filled: ``_("Round %(number)s", number=4)``."""
    return translate(msgid) % values


def ngettext(singular: str, plural: str, n: int, /, **values: object) -> str:
    """The text for n of something, n itself at ``%(n)s``: ``ngettext("%(n)s player", "%(n)s players", 24)``."""
    return translate_plural(singular, plural, n) % {"n": n, **values}


def N_(msgid: str) -> str:  # noqa: N802 - the name by which every catalogue tool knows it
    """Marks a text that is translated later by ``_``; gives it back as it is."""
    return msgid


def number(value: "Fraction | int", places: int | None = None) -> str:
    """A number as people of this language write it: 7, 7½, 2,33.

    ``places`` None: whole numbers, quarters and halves exactly, anything else with two decimals; otherwise that many decimals.
    Rounded half away from zero, computed exactly.
    """
    if value.denominator == 1 and not places:
        return f"{MINUS if value < 0 else ''}{abs(value.numerator)}"
    size, below = abs(value.numerator), value.denominator
    sign = MINUS if value < 0 else ""
    if places is None:
        whole, rest = divmod(size, below)
        if (rest, below) in _VULGAR:
            return f"{sign}{whole or ''}{_VULGAR[rest, below]}"
        places = 2
    scaled = (2 * size * 10**places + below) // (2 * below)
    if not scaled:
        sign = ""
    whole_digits, decimals = divmod(scaled, 10**places)
    if not places:
        return f"{sign}{whole_digits}"
    point = "." if _current.get() == "en" else ","
    return f"{sign}{whole_digits}{point}{decimals:0{places}d}"


def parse_date(iso: str) -> Date | None:
    """The day of an ISO date or time, None when there is none or it is no date."""
    try:
        return Date.fromisoformat(iso[:10])
    except ValueError:
        return None


def date(iso: str, style: str = "long") -> str:
    """An ISO date in words: ``long`` Friday 12 December 2025, ``day`` Friday 12 December, ``short`` 12 Dec 2025; '' stays ''."""
    day = parse_date(iso)
    if day is None:
        return iso
    code = _current.get()
    in_month = "1er" if code == "fr" and day.day == 1 else str(day.day)
    if style == "short":
        return f"{in_month} {_SHORT_MONTHS[code][day.month - 1]} {day.year}"
    words = f"{_DAYS[code][day.weekday()]} {in_month} {_MONTHS[code][day.month - 1]}"
    return words if style == "day" else f"{words} {day.year}"


def time(iso: str, seconds: bool = False) -> str:
    """The time of day of an ISO time: 19:58, with seconds 19:58:12; '' when it has none."""
    return iso[11 : 19 if seconds else 16]


def when(iso: str, today: Date, inside: bool = False) -> str:
    """A moment as people say it: "Today 19:58", "Yesterday 21:10", else the day (with the year when it is another one).

    ``inside``: it stands in the middle of a sentence: "today 19:58".
    """
    day = parse_date(iso)
    if day is None:
        return ""
    if day == today:
        return _begun(_("Today %(time)s", time=time(iso)) if time(iso) else _("Today"), inside)
    if day == today - timedelta(days=1):
        return _begun(_("Yesterday %(time)s", time=time(iso)) if time(iso) else _("Yesterday"), inside)
    words = date(iso, "day" if day.year == today.year else "long")
    return words if inside else words[:1].upper() + words[1:]


def _begun(words: str, inside: bool) -> str:
    """Words that begin with a capital, in small letters when they stand inside a sentence."""
    return words[:1].lower() + words[1:] if inside else words
