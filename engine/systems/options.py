"""Reading the options of a system from a classification's settings, and what is wrong with them (spec 20, 22-24).

``Settings.options`` holds whole numbers, texts, yes/no and exact numbers as text (``1/3``). A key that is missing has its default; a
value that cannot be read is an OptionError and never silently replaced.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from engine.results import exact


@dataclass(frozen=True)
class Problem:
    """A setting that must not be saved as it is: a code, the option it is about, and numbers or names for the sentence."""

    code: str
    field: str
    arguments: tuple[tuple[str, str], ...] = ()


class OptionError(ValueError):
    """A value of an option that cannot be read."""

    def __init__(self, field: str, value: object) -> None:
        self.field, self.value = field, value
        super().__init__(f"{field}: {value!r}")


def fraction_of(options: Mapping[str, object], field: str, default: Fraction) -> Fraction:
    """An exact number."""
    return _exact(field, options[field]) if field in options else default


def fractions_of(options: Mapping[str, object], field: str, default: Mapping[str, Fraction]) -> Mapping[str, Fraction]:
    """Exact numbers by name."""
    if field not in options:
        return default
    stored = options[field]
    if not isinstance(stored, Mapping):
        raise OptionError(field, stored)
    return {str(name): _exact(field, value) for name, value in stored.items()}


def whole_of(options: Mapping[str, object], field: str, default: int) -> int:
    """A whole number."""
    number = fraction_of(options, field, Fraction(default))
    if number.denominator != 1:
        raise OptionError(field, options[field])
    return int(number)


def flag_of(options: Mapping[str, object], field: str, default: bool) -> bool:
    """Yes or no."""
    value = options.get(field, default)
    if not isinstance(value, bool):
        raise OptionError(field, value)
    return value


def choice_of(options: Mapping[str, object], field: str, allowed: tuple[str, ...]) -> str:
    """One of some keys; the first one is the default."""
    value = options.get(field, allowed[0])
    if not isinstance(value, str) or value not in allowed:
        raise OptionError(field, value)
    return value


def _exact(field: str, value: object) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, str | int | Fraction):
        raise OptionError(field, value)
    try:
        return exact(value)
    except ValueError as error:
        raise OptionError(field, value) from error


class Checked(Protocol):
    """Options that know what is wrong with them."""

    def problems(self) -> tuple[Problem, ...]:
        """What must not be saved as it is."""


def problems_of(read: Callable[[Mapping[str, object]], Checked], options: Mapping[str, object]) -> tuple[Problem, ...]:
    """The problems of stored options: the first value that cannot be read, else what the options say of themselves."""
    try:
        return read(options).problems()
    except OptionError as error:
        return (Problem("unreadable", error.field, (("value", str(error.value)),)),)


def negative(**numbers: Fraction | int) -> tuple[Problem, ...]:
    """A problem for each number below zero."""
    return tuple(Problem("negative", field, (("value", str(number)),)) for field, number in numbers.items() if number < 0)
