"""The form of a list: texts as typed, and the settings they make (spec 20 "Points", "Order of a standing")."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction

from werkzeug.datastructures import MultiDict

from engine.classification import Settings
from engine.results import PRESETS, Scale, exact
from kompitie_web.i18n import N_, _, number

OWN = "own"
#: The points of a list in the order of the form; the first five are the scale's values of a game.
POINTS = {
    "win": N_("win"),
    "plus": N_("plus draw"),
    "draw": N_("draw"),
    "minus": N_("minus draw"),
    "loss": N_("loss"),
    "bye": N_("bye"),
    "forfeit_win": N_("win by forfeit"),
    "forfeit_loss": N_("loss by forfeit"),
}
_TEXTS = (
    "name",
    "system",
    "preset",
    "shown_preset",
    "tiebreaks",
    "unplayed",
    "first_round",
    "last_round",
    "category",
    "minimum_games",
)


@dataclass
class Form:
    """The fields as texts, and what is wrong with them by field. ``values`` also holds ``reason-…`` for each reason."""

    values: dict[str, str]
    sessions: Sequence[str] = ()
    columns: Sequence[str] = ()
    fewer_games_first: bool = True
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def has_reason_errors(self) -> bool:
        """Whether something is wrong with what absences pay, so that the form must show it."""
        return any(name.startswith("reason-") for name in self.errors)


def preset_of(scale: Scale) -> str:
    """The preset that a scale is in its game values, ``own`` when it is none. KNDB differs from draughts only in its tie-breaks."""
    games = ("win", "plus", "draw", "minus", "loss", "free")
    same = (
        key
        for key, preset in PRESETS.items()
        if key != "kndb" and all(getattr(preset, one) == getattr(scale, one) for one in games)
    )
    return next(same, OWN)


def filled(settings: Settings, columns: Sequence[str], reasons: Sequence[str]) -> Form:
    """The form of stored settings."""
    preset = preset_of(settings.scale)
    values = {
        "name": settings.name,
        "system": settings.system,
        "preset": preset,
        "shown_preset": preset,
        "tiebreaks": settings.tiebreaks,
        "unplayed": settings.unplayed,
        "first_round": str(settings.first_round),
        "last_round": "" if settings.last_round is None else str(settings.last_round),
        "category": settings.category,
        "minimum_games": str(settings.minimum_games),
        **{key: number_text(getattr(settings.scale, key)) for key in POINTS},
        **{f"reason-{key}": number_text(settings.reason_points.get(key, Fraction(0))) for key in reasons},
    }
    return Form(values, settings.sessions, columns, settings.fewer_games_first)


def typed(form: MultiDict[str, str], reasons: Sequence[str]) -> Form:
    """The form as it was sent."""
    names = (*_TEXTS, *POINTS, *(f"reason-{key}" for key in reasons))
    return Form(
        values={name: form.get(name, "").strip() for name in names},
        sessions=tuple(form.getlist("sessions")),
        columns=tuple(form.getlist("columns")),
        fewer_games_first=form.get("fewer_games_first") == "1",
    )


def number_text(value: Fraction) -> str:
    """An exact number as the form shows and reads it: 2, 1½, 0,3 or 1/3."""
    shown = number(value)
    return shown if _is_same(shown, value) else str(value)


def _is_same(text: str, value: Fraction) -> bool:
    return exact(text) == value


def read(form: Form, before: Settings, reasons: Sequence[str]) -> Settings:
    """The settings that a sent form makes of ``before``; what cannot be read stands in ``form.errors`` afterwards."""
    values = form.values
    chosen = values["preset"]
    points = {key: _points(form, key) for key in POINTS}
    if chosen in PRESETS and chosen != values["shown_preset"]:
        # Another scale was chosen and nothing filled its values in: take the scale's own.
        scale = PRESETS[chosen]
        values.update({key: number_text(getattr(scale, key)) for key in POINTS}, shown_preset=chosen)
        if chosen == "kndb" and "p" not in values["tiebreaks"].lower():
            values["tiebreaks"] = "p" + values["tiebreaks"]
        for key in POINTS:
            form.errors.pop(key, None)
    else:
        scale = Scale(**points, free=chosen == "free")
    pays = {key: _points(form, f"reason-{key}") for key in reasons}
    return replace(
        before,
        name=values["name"],
        system=values["system"],
        scale=scale,
        tiebreaks=values["tiebreaks"],
        fewer_games_first=form.fewer_games_first,
        unplayed=values["unplayed"],
        reason_points={key: worth for key, worth in pays.items() if worth},
        first_round=_whole(form, "first_round", 1) or 1,
        last_round=_whole(form, "last_round", 1),
        sessions=tuple(form.sessions),
        category=values["category"],
        minimum_games=_whole(form, "minimum_games", 0) or 0,
    )


def _points(form: Form, name: str) -> Fraction:
    """An exact number of points; an empty field is 0."""
    text = form.values[name]
    try:
        return exact(text) if text else Fraction(0)
    except ValueError:
        form.errors[name] = _("“%(text)s” is not a number. Write for instance 1, ½, 0,5 or 1/3.", text=text)
        return Fraction(0)


def _whole(form: Form, name: str, lowest: int) -> int | None:
    """A whole number, None for an empty field."""
    text = form.values[name]
    if not text:
        return None
    if not text.isdecimal() or not lowest <= int(text) <= 999:
        form.errors[name] = _("“%(text)s” is not a whole number from %(lowest)s to 999.", text=text, lowest=lowest)
        return None
    return int(text)


def preset_values() -> Mapping[str, Mapping[str, str]]:
    """The values of each preset as the form shows them, for the script that fills them in."""
    names = [one.name for one in fields(Scale) if one.name != "free"]
    return {key: {name: number_text(getattr(scale, name)) for name in names} for key, scale in PRESETS.items()}
