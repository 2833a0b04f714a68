"""The fields of the form of a list: texts as typed, what is wrong with them, and how numbers are read and written."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from engine.results import exact
from kompitie_web.i18n import _
from kompitie_web.score_texts import decimal_text

YES = "1"


@dataclass
class Form:
    """The fields as texts, and what is wrong with them by field. ``values`` also holds ``reason-…`` for each reason, and the fields of
    every system as ``keizer-…``; a tick is ``1`` or ''.
    """

    values: dict[str, str]
    sessions: Sequence[str] = ()
    columns: Sequence[str] = ()
    fewer_games_first: bool = True
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def has_reason_errors(self) -> bool:
        """Whether something is wrong with what absences pay, so that the form must show it."""
        return any(name.startswith("reason-") for name in self.errors)

    def is_ticked(self, name: str) -> bool:
        """Whether a tick stands."""
        return self.values.get(name) == YES


def number_text(value: Fraction) -> str:
    """An exact number as the form shows and reads it: 2, 1½, 0,3 or 1/3."""
    return decimal_text(value) or str(value)


def tick(on: bool) -> str:
    """A tick as text."""
    return YES if on else ""


def points(form: Form, name: str) -> Fraction:
    """An exact number of points; an empty field is 0."""
    return _exact(form, name, form.values[name]) if form.values[name] else Fraction(0)


def needed_number(form: Form, name: str) -> Fraction:
    """An exact number that must be filled in."""
    text = form.values[name]
    if not text:
        form.errors[name] = _("Please fill in a number.")
        return Fraction(0)
    return _exact(form, name, text)


def _exact(form: Form, name: str, text: str) -> Fraction:
    try:
        return exact(text)
    except ValueError:
        form.errors[name] = _("“%(text)s” is not a number. Write for instance 1, ½, 0,5 or 1/3.", text=text)
        return Fraction(0)


def whole(form: Form, name: str, lowest: int, highest: int = 999) -> int | None:
    """A whole number, None for an empty field."""
    text = form.values[name]
    if not text:
        return None
    if not (text.isascii() and text.isdecimal()) or not lowest <= int(text) <= highest:
        message = _("“%(text)s” is not a whole number from %(lowest)s to %(highest)s.", text=text, lowest=lowest, highest=highest)
        form.errors[name] = message
        return None
    return int(text)


def needed_whole(form: Form, name: str, lowest: int, highest: int) -> int:
    """A whole number that must be filled in."""
    if not form.values[name]:
        form.errors[name] = _("Please fill in a number.")
    return whole(form, name, lowest, highest) or lowest


def chosen(form: Form, name: str, allowed: Sequence[str]) -> str:
    """One of some choices; anything else is named."""
    value = form.values[name]
    if value not in allowed:
        form.errors[name] = _("“%(value)s” is not one of the choices.", value=value)
        return allowed[0]
    return value
