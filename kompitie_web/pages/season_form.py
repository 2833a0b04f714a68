"""The form of the factors and rules of the season list: fields, presets by name, what is wrong with them (spec 24)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from werkzeug.datastructures import MultiDict

from engine.ratings.season import PRESETS, Rules
from engine.ratings.table import EXTREMES
from engine.systems.options import Problem
from kompitie_web import messages
from kompitie_web.actions.season_before import MOST_GAMES, Before, games_before
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
_MOST_RATING = 4000
_MOST_FACTOR, _FINEST_FACTOR = 1000, 10_000


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
        return needed_whole(form, name, 0, MOST_GAMES)

    return Rules(
        settled_games=games("settled_games"),
        experienced_games=games("experienced_games"),
        factor_up_to=_factor(form, "factor_up_to"),
        factor_above=_factor(form, "factor_above"),
        factor_deviates=_factor(form, "factor_deviates"),
        deviation=needed_whole(form, "deviation", 0, _MOST_RATING),
        listed_games=games("listed_games"),
        active_games=games("active_games"),
        start_rating=whole(form, "start_rating", 0, _MOST_RATING),
        extreme=int(chosen(form, "extreme", [str(one) for one in EXTREMES])),
    )


def _factor(form: Form, name: str) -> Fraction:
    """A factor of a size that means something; below zero is named by the rules themselves."""
    factor = needed_number(form, name)
    if factor > _MOST_FACTOR or factor.denominator > _FINEST_FACTOR:
        form.errors[name] = _("A factor is a short number of at most %(highest)s.", highest=_MOST_FACTOR)
        return Fraction(0)
    return factor


def mark(form: Form, problems: Sequence[Problem]) -> None:
    """Put what is wrong beside its field."""
    for problem in problems:
        form.errors.setdefault(problem.field, messages.problem_text(problem.code, dict(problem.arguments)))


def factor_texts(rules: Rules) -> Mapping[str, str]:
    """The factors as the help text writes them."""
    return {"few": number(rules.factor_up_to), "many": number(rules.factor_above), "other": number(rules.factor_deviates)}


@dataclass(frozen=True)
class BeforeLine:
    """A person in the form of the games from before the season, as stored or as typed."""

    person: int
    name: str
    games: str
    previous: str
    listed: bool


def before_lines(sent: MultiDict[str, str] | None = None) -> list[BeforeLine]:
    """The lines of that form; ``sent``: what was typed in those that were shown."""
    shown = set() if sent is None else set(sent.getlist("person"))
    lines = []
    for one in games_before():
        key = str(one.person)
        if sent is not None and key in shown:
            games, previous = sent.get(f"games-{key}", "").strip(), sent.get(f"previous-{key}", "").strip()
            lines.append(BeforeLine(one.person, one.name, games, previous, f"listed-{key}" in sent))
        else:
            lines.append(BeforeLine(one.person, one.name, str(one.games), str(one.previous), one.listed))
    return lines


def read_before(lines: Sequence[BeforeLine]) -> tuple[list[Before], Mapping[str, str]]:
    """What the lines say, an empty field is no games; and what cannot be read, by field."""
    form = Form({f"{name}-{one.person}": getattr(one, name) for one in lines for name in ("games", "previous")})
    found = []
    for one in lines:
        games, previous = (whole(form, f"{name}-{one.person}", 0, MOST_GAMES) or 0 for name in ("games", "previous"))
        found.append(Before(one.person, one.name, games, previous, one.listed))
    return found, form.errors


def choices() -> Mapping[str, list[tuple[str, str]]]:
    """What the selects offer."""
    return {
        "presets": [(key, _(name)) for key, name in PRESET_NAMES.items()],
        "extremes": [(str(one), str(one)) for one in EXTREMES],
    }
