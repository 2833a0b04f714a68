"""What the reasons pay in a list, read from its settings and put back into them, whatever its system (spec 20, 21, 23)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.classification import Settings
from engine.competition import BYE, NOT_JOINED, Competition
from engine.systems import SYSTEMS
from engine.systems.attendance_formula import Options as AttendanceOptions
from engine.systems.keizer_options import EXCUSED, KeizerOptions, Reason
from engine.systems.options import Problem

#: The kinds of what a list makes of a reason: points, a share of the own value, a credit of the balance, or nothing.
POINTS, SHARE, CREDIT, NOTHING = "points", "share", "credit", "nothing"
_KINDS = {"normal": POINTS, "swiss": POINTS, "keizer": SHARE, "attendance": CREDIT}


@dataclass(frozen=True)
class Pay:
    """What a reason pays in a list.

    ``amount``: points, share of the own value or credit; None = a credit that is not named: the round counts as missed. ``fixed``: (points)
    paid whatever the own result of the entry. ``maximum`` and ``pays_result``: (share) how many times at most, and whether an entry with a
    result of its own pays the share of that result.
    """

    amount: Fraction | None = Fraction(0)
    fixed: bool = False
    maximum: int | None = None
    pays_result: bool = False


def kind_of(settings: Settings) -> str:
    """What kind of thing a list makes of a reason."""
    return _KINDS.get(settings.system, NOTHING)


def is_payable(settings: Settings, key: str) -> bool:
    """Whether a list can pay something for a reason: *not yet joined* only counts for Keizer."""
    kind = kind_of(settings)
    return kind == SHARE or (kind != NOTHING and key != NOT_JOINED)


def pay_of(settings: Settings, key: str) -> Pay:
    """What a reason pays in a list. OptionError when its options cannot be read."""
    kind = kind_of(settings)
    if kind == POINTS:
        amount = settings.scale.bye if key == BYE else settings.reason_points.get(key, Fraction(0))
        return Pay(amount, fixed=key in settings.fixed_reasons)
    if kind == SHARE:
        reason = KeizerOptions.read(settings.options).reason(key)
        return Pay(reason.share, maximum=reason.maximum, pays_result=reason.pays_result)
    if kind == CREDIT:
        return Pay(AttendanceOptions.read(settings.options).credits.get(key))
    return Pay()


def with_pays(settings: Settings, pays: Mapping[str, Pay]) -> Settings:
    """The settings in which the reasons pay this. One share for every absence of Keizer stays one as long as no reason differs from it."""
    changed = {key: pay for key, pay in pays.items() if pay != pay_of(settings, key)}
    if not changed:
        return settings
    kind = kind_of(settings)
    if kind == POINTS:
        return _with_points(settings, changed)
    if kind == SHARE:
        known = KeizerOptions.read(settings.options)
        before = known.unplayed
        shares = {key: Reason(before) for key in pays} if isinstance(before, Fraction) else dict(before)
        shares |= {key: Reason(pay.amount or Fraction(0), pay.maximum, pay.pays_result) for key, pay in changed.items()}
        return replace(settings, options={**settings.options, "unplayed": {key: one.as_json() for key, one in shares.items()}})
    credits = {**AttendanceOptions.read(settings.options).credits}
    for key, pay in changed.items():
        credits.pop(key, None)
        if pay.amount is not None:
            credits[key] = pay.amount
    return replace(settings, options={**settings.options, "credits": {key: str(credit) for key, credit in credits.items()}})


def _with_points(settings: Settings, changed: Mapping[str, Pay]) -> Settings:
    points, fixed, scale = dict(settings.reason_points), set(settings.fixed_reasons), settings.scale
    for key, pay in changed.items():
        amount = pay.amount or Fraction(0)
        if key == BYE:
            scale = replace(scale, bye=amount)
            continue
        points[key] = amount
        fixed.discard(key)
        if pay.fixed:
            fixed.add(key)
    kept = {key: worth for key, worth in points.items() if worth or key in fixed}
    return replace(settings, scale=scale, reason_points=kept, fixed_reasons=tuple(sorted(fixed)))


def one_share(settings: Settings) -> Fraction | None:
    """The share that Keizer pays for every absence alike; None when each reason has its own, and in other systems."""
    if kind_of(settings) != SHARE:
        return None
    unplayed = KeizerOptions.read(settings.options).unplayed
    return unplayed if isinstance(unplayed, Fraction) else None


def problems(competition: Competition, settings: Settings) -> dict[str, Problem]:
    """What is wrong with what the reasons pay, by reason; ``absence_beats_draw`` may be meant so, ``negative`` and others may not."""
    if kind_of(settings) == POINTS:
        return _points_problems(settings)
    found: dict[str, Problem] = {}
    for problem in SYSTEMS[settings.system].problems(competition, settings):
        name, _dot, key = problem.field.partition(".")
        if name == "unplayed" and key:
            found.setdefault(key.partition(".")[0], problem)
        elif problem.code == "credit_too_high":
            found.setdefault(dict(problem.arguments)["reason"], problem)
    return found


def _points_problems(settings: Settings) -> dict[str, Problem]:
    """Absences of the player's own that pay more points than a draw."""
    scale = settings.scale
    least = min(scale.plus, scale.draw, scale.minus)
    numbers = {key: (("share", str(worth)), ("draw", str(least))) for key, worth in settings.reason_points.items() if worth > least}
    found = {key: Problem("absence_beats_draw", key, words) for key, words in numbers.items() if key not in EXCUSED}
    return found | {key: Problem("negative", key) for key, worth in settings.reason_points.items() if worth < 0}
