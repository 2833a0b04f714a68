"""What a choice of Keizer options comes to: what is wrong with it, and what it pays (spec 21 Values; settings are named, never changed)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from engine.competition import BYE
from engine.systems.keizer_options import EXCUSED, KeizerOptions, Reason
from engine.systems.options import Problem, negative


def problems(options: KeizerOptions, n: int, frozen_n: int | None = None) -> tuple[Problem, ...]:
    """What should not be saved without being seen, for ``n`` players of whom ``frozen_n`` [all] have been there from round 1.

    ``negative``: a number below zero. ``worse_pays_more``: a bad result pays more than a better one. ``absence_beats_draw``: an absence
    that is the player's own affair pays more of a value than a draw does. ``top_below_n``: the top is lower than the number of players.
    ``value_negative``: the last places have a value below zero.
    """
    return (*_negative(options), *_shares(options), *_absences(options), *_values(options, n, frozen_n))


def _negative(options: KeizerOptions) -> tuple[Problem, ...]:
    numbers = {name: getattr(options, name) for name in ("win", "plus", "draw", "minus", "loss", "step")}
    return negative(top=options.top.number, **numbers, **{f: one.share for f, one in _reasons(options).items()})


def _reasons(options: KeizerOptions) -> Mapping[str, Reason]:
    """What the reasons pay, by the name of the option."""
    unplayed = options.unplayed
    if isinstance(unplayed, Fraction):
        return {"unplayed": Reason(unplayed)}
    return {f"unplayed.{key}": one for key, one in unplayed.items()}


def _shares(options: KeizerOptions) -> tuple[Problem, ...]:
    """From the best result to the worst no share may rise."""
    names = ("win", "plus", "draw", "minus", "loss")
    return tuple(
        Problem("worse_pays_more", better, (("better", better), ("worse", worse)))
        for better, worse in pairwise(names)
        if getattr(options, better) < getattr(options, worse)
    )


def _absences(options: KeizerOptions) -> tuple[Problem, ...]:
    """Absences of the player's own that pay more than a draw against an equal."""
    least = min(options.plus, options.draw, options.minus)
    return tuple(
        Problem("absence_beats_draw", name, (("share", str(one.share)), ("draw", str(least))))
        for name, one in _reasons(options).items()
        if one.share > least and name.rpartition(".")[2] not in EXCUSED
    )


def _values(options: KeizerOptions, n: int, frozen_n: int | None) -> tuple[Problem, ...]:
    """Whether the values last until the last place."""
    if not n:
        return ()
    top, last = _value(options, 1, n, frozen_n), _value(options, n, n, frozen_n)
    found = []
    if top < n:
        found.append(Problem("top_below_n", "top", (("top", str(top)), ("n", str(n)))))
    if last < 0:
        found.append(Problem("value_negative", "step" if options.step > 1 else "top", (("value", str(last)), ("n", str(n)))))
    return tuple(found)


def _value(options: KeizerOptions, place: int, n: int, frozen_n: int | None) -> Fraction:
    """The value of a place among ``n``; with step 0 as if the points were spread evenly from the top to the bottom."""
    counted = frozen_n if options.n_frozen and frozen_n is not None else n
    step = options.step or Fraction(counted - 1, max(n - 1, 1))
    return options.top.of(counted) - step * (place - 1)


@dataclass(frozen=True)
class Preview:
    """What a place is worth: a game against the player who stands there, a round without a game for himself.

    ``own``: what his own value adds to his score. ``reasons``: by key; None = as the result of that game, on his own value.
    """

    place: int
    value: Fraction
    own: Fraction
    win: Fraction
    plus: Fraction
    draw: Fraction
    minus: Fraction
    loss: Fraction
    reasons: Mapping[str, Fraction | None]


def preview(options: KeizerOptions, n: int, reasons: tuple[str, ...] = (), frozen_n: int | None = None) -> tuple[Preview, ...]:
    """What results and reasons pay for places 1, middle and last of ``n`` players, of whom ``frozen_n`` [all] have been there from round 1.

    ``reasons``: the keys to show [the bye and those that the options name].
    """
    keys = reasons or _named(options)
    places = sorted({1, (n + 1) // 2, n}) if n > 0 else []
    return tuple(_row(options, place, _value(options, place, n, frozen_n), keys) for place in places)


def _row(options: KeizerOptions, place: int, value: Fraction, keys: tuple[str, ...]) -> Preview:
    """What a place of this value is worth."""
    reasons = {key: options.reason(key) for key in keys}
    return Preview(
        place=place,
        value=value,
        own=value if options.own_value_counted else Fraction(0),
        win=options.win * value,
        plus=options.plus * value,
        draw=options.draw * value,
        minus=options.minus * value,
        loss=options.loss * value,
        reasons={key: None if pays.pays_result else pays.share * value for key, pays in reasons.items()},
    )


def _named(options: KeizerOptions) -> tuple[str, ...]:
    """The bye first, then every reason that the options name."""
    return (BYE, *(() if isinstance(options.unplayed, Fraction) else (key for key in options.unplayed if key != BYE)))
