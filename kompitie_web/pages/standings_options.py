"""The fields of the systems with options of their own: moyenne, rating, attendance (spec 22-24); Keizer has a module for itself."""

from collections.abc import Callable, Mapping, Sequence

from werkzeug.datastructures import MultiDict

from engine.classification import Settings
from engine.competition import BYE, Competition
from engine.ratings import table
from engine.systems import moyenne, rating
from engine.systems.attendance_formula import Options as AttendanceOptions
from engine.systems.keizer_options import KeizerOptions
from engine.systems.options import OptionError, Problem
from kompitie_web.i18n import N_, _
from kompitie_web.pages import standings_keizer
from kompitie_web.pages.standings_fields import Form, chosen, needed_number, needed_whole, number_text, points, tick, whole
from kompitie_web.store import mapping

WEIGHTS = {"": N_("every game counts the same"), "1": N_("who played more games counts more (sum of points / sum of games)")}
MODES = {
    rating.PERFORMANCE: N_("performance: what the results against these opponents are worth"),
    rating.OWN_START: N_("progressive: everybody starts with the own rating"),
    rating.FIXED_START: N_("progressive: everybody starts with the same rating"),
}
OPPONENTS = {"1": N_("with their rating of that moment"), "": N_("with the rating with which they take part")}
EXTREMES = {str(one): str(one) for one in table.EXTREMES}
_MOST = 4000
_FIELDS: dict[str, tuple[str, ...]] = {
    "moyenne": ("own", "opponents", "weighted"),
    "rating": ("mode", "factor", "start_rating", "running_opponents", "extreme"),
    "attendance": ("threshold", "factor", "offset", "sure_games", "reset_after", "planned_rounds", "start_rating"),
}
#: A field that is always sent with a system: without it the form was written without this system.
_ALWAYS = {"keizer": "keizer-step", "moyenne": "moyenne-own", "rating": "rating-factor", "attendance": "attendance-factor"}


def names(system: str, reasons: Sequence[str]) -> list[str]:
    """The names of the fields of a system."""
    if system == "keizer":
        return standings_keizer.names(reasons)
    own = [f"credit-{key}" for key in (BYE, *reasons)] if system == "attendance" else []
    return [f"{system}-{name}" for name in (*_FIELDS[system], *own)]


def filled(settings: Settings, reasons: Sequence[str], competition: Competition) -> dict[str, str]:
    """The fields of all systems: of the own one as stored, of the others as they begin."""
    found: dict[str, str] = {}
    for system in _ALWAYS:
        stored = settings.options if system == settings.system else {}
        try:
            found |= _filled(system, stored, reasons, competition)
        except OptionError:  # Named by the check of the settings; the form begins again with what is usual.
            found |= _filled(system, {}, reasons, competition)
    return found


def _filled(system: str, stored: Mapping[str, object], reasons: Sequence[str], competition: Competition) -> dict[str, str]:
    if system == "keizer":
        return standings_keizer.filled(KeizerOptions.read(stored), reasons, competition)
    makers: dict[str, Callable[[Mapping[str, object], Sequence[str]], dict[str, str]]] = {
        "moyenne": _moyenne,
        "rating": _rating,
        "attendance": _attendance,
    }
    return {f"{system}-{name}": text for name, text in makers[system](stored, reasons).items()}


def _moyenne(stored: Mapping[str, object], _reasons: Sequence[str]) -> dict[str, str]:
    options = moyenne.Options.read(stored)
    return {"own": number_text(options.own), "opponents": number_text(options.opponents), "weighted": tick(options.weighted)}


def _rating(stored: Mapping[str, object], _reasons: Sequence[str]) -> dict[str, str]:
    options = rating.Options.read(stored)
    return {
        "mode": options.mode,
        "factor": number_text(options.factor),
        "start_rating": str(options.start_rating),
        "running_opponents": tick(options.running_opponents),
        "extreme": str(options.extreme),
    }


def _attendance(stored: Mapping[str, object], reasons: Sequence[str]) -> dict[str, str]:
    options = AttendanceOptions.read(stored)
    numbers = {name: number_text(getattr(options, name)) for name in ("threshold", "factor", "offset", "reset_after")}
    return {
        **numbers,
        "sure_games": str(options.sure_games),
        "start_rating": str(options.start_rating),
        "planned_rounds": "" if options.planned_rounds is None else str(options.planned_rounds),
        **{f"credit-{key}": number_text(options.credits[key]) if key in options.credits else "" for key in (BYE, *reasons)},
    }


def typed(sent: MultiDict[str, str], reasons: Sequence[str], competition: Competition) -> dict[str, str]:
    """The fields as they were sent; of a system that was not sent at all as they begin."""
    found: dict[str, str] = {}
    for system, always in _ALWAYS.items():
        if always in sent:
            found |= {name: sent.get(name, "").strip() for name in names(system, reasons)}
        else:
            found |= _filled(system, {}, reasons, competition)
    return found


def read(form: Form, reasons: Sequence[str], competition: Competition, before: Settings) -> Mapping[str, object]:
    """The options of the chosen system; what cannot be read stands in ``form.errors`` afterwards."""
    system = form.values["system"]
    if system == "keizer":
        return standings_keizer.read(form, reasons, competition).as_json()
    if system == "moyenne":
        return _read_moyenne(form).as_json()
    if system == "rating":
        return _read_rating(form).as_json()
    if system == "attendance":
        return _read_attendance(form, reasons).as_json()
    return before.options if before.system == system else {}


def _read_moyenne(form: Form) -> moyenne.Options:
    return moyenne.Options(
        own=needed_number(form, "moyenne-own"),
        opponents=needed_number(form, "moyenne-opponents"),
        weighted=form.is_ticked("moyenne-weighted"),
    )


def _read_rating(form: Form) -> rating.Options:
    return rating.Options(
        mode=chosen(form, "rating-mode", rating.MODES),
        factor=needed_number(form, "rating-factor"),
        start_rating=needed_whole(form, "rating-start_rating", 0, _MOST),
        running_opponents=form.is_ticked("rating-running_opponents"),
        extreme=int(chosen(form, "rating-extreme", tuple(EXTREMES))),
    )


def _read_attendance(form: Form, reasons: Sequence[str]) -> AttendanceOptions:
    credits = {key: points(form, f"attendance-credit-{key}") for key in (BYE, *reasons) if form.values[f"attendance-credit-{key}"]}
    return AttendanceOptions(
        **{name: needed_number(form, f"attendance-{name}") for name in ("threshold", "factor", "offset", "reset_after")},
        sure_games=needed_whole(form, "attendance-sure_games", 0, 99),
        credits=credits,
        planned_rounds=whole(form, "attendance-planned_rounds", 1),
        start_rating=needed_whole(form, "attendance-start_rating", 0, _MOST),
    )


def field_of(system: str, problem: Problem) -> str:
    """The field of the form that a problem is about."""
    option = problem.field
    if system == "keizer" and option.startswith("unplayed."):
        key, _dot, part = option.removeprefix("unplayed.").partition(".")
        return f"keizer-{'max' if part == 'max' else 'share'}-{key}"
    if system == "attendance" and option == "credits":
        return f"attendance-credit-{dict(problem.arguments).get('reason', BYE)}"
    return f"{system}-{option}"


#: What a list of a system is called when nobody thinks of a better name.
NAMES = {
    "normal": N_("Points"),
    "swiss": N_("Swiss"),
    "keizer": N_("Keizer"),
    "moyenne": N_("Moyenne"),
    "rating": N_("Ratings"),
    "attendance": N_("Attendance championship"),
}


def default_names(cid: int) -> dict[str, str]:
    """A free name for a list of each system."""
    taken = {str(row.name) for row in mapping.classifications(cid)}
    return {system: _free(_(name), taken) for system, name in NAMES.items()}


def _free(name: str, taken: set[str]) -> str:
    numbered = (f"{name} {number}" for number in range(2, len(taken) + 3))
    return name if name not in taken else next(one for one in numbered if one not in taken)
