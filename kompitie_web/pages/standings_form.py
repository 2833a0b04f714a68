"""The form of a list: texts as typed, and the settings they make (spec 20 "Points", "Order of a standing")."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from fractions import Fraction

from werkzeug.datastructures import MultiDict

from engine.classification import Settings
from engine.competition import BYE, Competition
from engine.results import PRESETS, Scale
from engine.systems import SYSTEMS
from kompitie_web.documents.columns import FURTHER
from kompitie_web.i18n import N_
from kompitie_web.pages import standings_options
from kompitie_web.pages.standings_fields import Form, points, tick, whole
from kompitie_web.pages.standings_fields import number_text as number_text

OWN = "own"
#: The systems that count the points of a scale, and those that count what absences pay.
SCALED = frozenset(("normal", "swiss", "moyenne"))
PAID = frozenset(("normal", "swiss"))
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
    "shown_system",
    "preset",
    "shown_preset",
    "tiebreaks",
    "unplayed",
    "first_round",
    "last_round",
    "category",
    "minimum_games",
)


def preset_of(scale: Scale) -> str:
    """The preset that a scale is in its game values, ``own`` when it is none. KNDB differs from draughts only in its tie-breaks."""
    games = ("win", "plus", "draw", "minus", "loss", "free")
    same = (
        key
        for key, preset in PRESETS.items()
        if key != "kndb" and all(getattr(preset, one) == getattr(scale, one) for one in games)
    )
    return next(same, OWN)


def filled(settings: Settings, columns: Sequence[str], reasons: Sequence[str], competition: Competition) -> Form:
    """The form of stored settings. ``reasons``: those that can be entered besides the bye."""
    preset = preset_of(settings.scale)
    values = {
        "name": settings.name,
        "system": settings.system,
        "shown_system": settings.system,
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
        **{f"fixed-{key}": tick(key in settings.fixed_reasons) for key in reasons},
        **standings_options.filled(settings, reasons, competition),
    }
    return Form(values, settings.sessions, columns, settings.fewer_games_first)


def typed(sent: MultiDict[str, str], reasons: Sequence[str], competition: Competition) -> Form:
    """The form as it was sent. Another system brings its usual tie-breaks and columns, unless others were chosen."""
    names = (*_TEXTS, *POINTS, *(f"{what}-{key}" for what in ("reason", "fixed") for key in reasons))
    form = Form(
        values={
            **{name: sent.get(name, "").strip() for name in names},
            **standings_options.typed(sent, reasons, competition),
        },
        sessions=tuple(sent.getlist("sessions")),
        columns=tuple(sent.getlist("columns")),
        fewer_games_first=sent.get("fewer_games_first") == "1",
    )
    before, system = form.values["shown_system"], form.values["system"]
    if before and before != system and before in SYSTEMS and system in SYSTEMS:
        if form.values["tiebreaks"] == SYSTEMS[before].default_tiebreaks:
            form.values["tiebreaks"] = SYSTEMS[system].default_tiebreaks
        if form.columns:
            kept = (key for key in form.columns if key not in FURTHER.get(before, ()))
            form.columns = (*kept, *FURTHER.get(system, ()))
        form.values["shown_system"] = system
    return form


def read(form: Form, before: Settings, reasons: Sequence[str], competition: Competition) -> Settings:
    """The settings that a sent form makes of ``before``; what cannot be read stands in ``form.errors`` afterwards.

    What the chosen system does not use stays as it was, and so do the options of the other systems.
    """
    values = form.values
    system = values["system"]
    made = replace(
        before,
        name=values["name"],
        system=system,
        fewer_games_first=form.fewer_games_first,
        unplayed=values["unplayed"],
        first_round=whole(form, "first_round", 1) or 1,
        last_round=whole(form, "last_round", 1),
        sessions=tuple(form.sessions),
        category=values["category"],
        minimum_games=whole(form, "minimum_games", 0) or 0,
        options=standings_options.read(form, reasons, competition, before),
    )
    if system in SCALED:
        made = replace(made, scale=_scale(form))
    if system in PAID:
        pays = {key: points(form, f"reason-{key}") for key in reasons}
        fixed = tuple(key for key in reasons if form.is_ticked(f"fixed-{key}"))
        kept = {key: worth for key, worth in before.reason_points.items() if key == BYE}
        made = replace(made, reason_points={**kept, **{key: worth for key, worth in pays.items() if worth}}, fixed_reasons=fixed)
    return replace(made, tiebreaks=values["tiebreaks"])


def _scale(form: Form) -> Scale:
    """The points of the form, or those of another scale that was chosen without its values."""
    values = form.values
    chosen = values["preset"]
    if chosen not in PRESETS or chosen == values["shown_preset"]:
        return Scale(**{key: points(form, key) for key in POINTS}, free=chosen == "free")
    scale = PRESETS[chosen]
    values.update({key: number_text(getattr(scale, key)) for key in POINTS}, shown_preset=chosen)
    if chosen == "kndb" and "p" not in values["tiebreaks"].lower():
        values["tiebreaks"] = "p" + values["tiebreaks"]
    return scale


def preset_values() -> Mapping[str, Mapping[str, str]]:
    """The values of each preset as the form shows them, for the script that fills them in."""
    names = [one.name for one in fields(Scale) if one.name != "free"]
    return {key: {name: number_text(getattr(scale, name)) for name in names} for key, scale in PRESETS.items()}
