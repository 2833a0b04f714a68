"""The form of the factors and rules of the season list: fields, presets by name, what is wrong with them (spec 24)."""

from collections.abc import Mapping, Sequence

from werkzeug.datastructures import MultiDict

from engine.ratings.season import PRESETS, Rules
from engine.ratings.table import EXTREMES
from engine.systems.options import Problem
from kompitie_web import messages
from kompitie_web.i18n import N_, _, number
from kompitie_web.pages.standings_fields import Form, chosen, needed_number, needed_whole, number_text, whole

OWN = "own"
PRESET_NAMES = {
    "kndb": N_("KNDB: 7½, 5 and 10 for each match point"),
    "one_factor": N_("the same factor 5 for everybody"),
    OWN: N_("own settings"),
}
_FACTORS = ("factor_up_to", "factor_above", "factor_deviates")
_WHOLE = ("settled_games", "experienced_games", "deviation", "listed_games", "active_games")
_NAMES = ("preset", "shown_preset", *_FACTORS, *_WHOLE, "start_rating", "extreme")
_MOST_GAMES, _MOST_RATING = 9999, 4000


def preset_of(rules: Rules) -> str:
    """The preset that the rules are."""
    return next((key for key, preset in PRESETS.items() if preset == rules), OWN)


def filled(rules: Rules) -> Form:
    """The fields of some rules."""
    known = preset_of(rules)
    return Form({"preset": known, "shown_preset": known, **_numbers(rules)})


def _numbers(rules: Rules) -> dict[str, str]:
    return {
        **{name: number_text(getattr(rules, name)) for name in _FACTORS},
        **{name: str(getattr(rules, name)) for name in (*_WHOLE, "extreme")},
        "start_rating": "" if rules.start_rating is None else str(rules.start_rating),
    }


def typed(sent: MultiDict[str, str]) -> Form:
    """The fields as they were sent; another preset than was shown fills in its numbers."""
    form = Form({name: sent.get(name, "").strip() for name in _NAMES})
    wanted = form.values["preset"]
    if wanted in PRESETS and wanted != form.values["shown_preset"]:
        form.values |= _numbers(PRESETS[wanted])
    return form


def read(form: Form) -> Rules:
    """The rules; what cannot be read stands in ``form.errors`` afterwards."""

    def games(name: str) -> int:
        return needed_whole(form, name, 0, _MOST_GAMES)

    return Rules(
        settled_games=games("settled_games"),
        experienced_games=games("experienced_games"),
        factor_up_to=needed_number(form, "factor_up_to"),
        factor_above=needed_number(form, "factor_above"),
        factor_deviates=needed_number(form, "factor_deviates"),
        deviation=needed_whole(form, "deviation", 0, _MOST_RATING),
        listed_games=games("listed_games"),
        active_games=games("active_games"),
        start_rating=whole(form, "start_rating", 0, _MOST_RATING),
        extreme=int(chosen(form, "extreme", [str(one) for one in EXTREMES])),
    )


def mark(form: Form, problems: Sequence[Problem]) -> None:
    """Put what is wrong beside its field."""
    for problem in problems:
        form.errors.setdefault(problem.field, messages.problem_text(problem.code, dict(problem.arguments)))


def factor_texts(rules: Rules) -> Mapping[str, str]:
    """The factors as the help text writes them."""
    return {"few": number(rules.factor_up_to), "many": number(rules.factor_above), "other": number(rules.factor_deviates)}


def choices() -> Mapping[str, list[tuple[str, str]]]:
    """What the selects offer."""
    return {
        "presets": [(key, _(name)) for key, name in PRESET_NAMES.items()],
        "extremes": [(str(one), str(one)) for one in EXTREMES],
    }
