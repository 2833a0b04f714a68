"""Compare systems by simulation: what each would do with so many players and rounds, over many invented tournaments."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from engine.simulate import Plan, Summary
from kompitie_web.actions import presets
from kompitie_web.i18n import N_, _, number
from kompitie_web.pages import new
from kompitie_web.pages.common import competition_or_404, engine_competition, is_partial
from kompitie_web.simulation_job import Column, Desk, Job, Phase
from kompitie_web.simulation_plans import SYSTEMS, Habits, plan_for, plan_like
from kompitie_web.store import mapping

blueprint = Blueprint("simulation", __name__)
HERE, IN = "/simulation", "/c/<int:cid>/simulation"
#: The rules of the competition in which the page is open.
OWN = "own"
#: Whole numbers of the form: lowest, highest and what is proposed.
NUMBERS = {
    "players": (2, 200, 24),
    "rounds": (1, 60, 7),
    "count": (1, 500, 50),
    "seed": (1, 999_999, 1),
    "absent": (0, 90, 3),
    "draws": (0, 100, 45),
}
#: So many places at a board in all, a few minutes of work.
MOST_PLACES = 4_000_000
_PROPOSED = ("resistance", "rating")


@dataclass(frozen=True)
class Form:
    """The form as it is shown: values as text, the chosen systems, and what is wrong by field."""

    values: Mapping[str, str]
    systems: tuple[str, ...]
    errors: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Line:
    """A line of the comparison: what is measured, what that means, and the figure of each system."""

    name: str
    help: str
    figures: tuple[str, ...]


@blueprint.get(HERE, defaults={"cid": None})
@blueprint.get(IN)
def page(cid: int | None) -> ResponseReturnValue:
    """The form, with what is being simulated or came of it; htmx asks for that part alone."""
    choices = _choices(cid)
    job = _desk().job(request.args.get("job", type=int))
    if is_partial():
        return _part(cid, choices, job)
    shown = Form(**job.wanted) if job is not None else _proposed(cid)
    return _page(cid, choices, shown, job)


@blueprint.post(HERE, defaults={"cid": None})
@blueprint.post(IN)
def start(cid: int | None) -> ResponseReturnValue:
    """Simulate what the form asks for."""
    choices = _choices(cid)
    asked = _asked(request.form, choices)
    plans = {} if asked.errors else _plans(cid, asked)
    if not asked.errors:
        asked = _bounded(asked, plans)
    if asked.errors:
        return _page(cid, choices, asked, None), 422
    wanted = {"values": asked.values, "systems": asked.systems}
    job = _desk().start(plans, int(asked.values["count"]), int(asked.values["seed"]), wanted)
    return redirect(_address(cid, job), 303)


@blueprint.post(f"{HERE}/stop", defaults={"cid": None})
@blueprint.post(f"{IN}/stop")
def stop(cid: int | None) -> ResponseReturnValue:
    """Simulate no more; what is done is shown."""
    _choices(cid)
    job = _desk().job(request.form.get("job", type=int))
    if job is not None:
        job.stop()
    return redirect(_address(cid, job), 303)


def _desk() -> Desk:
    found: Desk = current_app.extensions.setdefault("simulation", Desk())
    return found


def _address(cid: int | None, job: Job | None) -> str:
    return url_for("simulation.page", cid=cid, job=None if job is None else job.number)


def _choices(cid: int | None) -> list[tuple[str, str]]:
    """The systems that can be compared: key and name; 404 when there is no such competition."""
    names = {key: _(name) for key, name, _sentence in new.SYSTEMS}
    known = [(key, names[key]) for key in SYSTEMS]
    if cid is None or competition_or_404(cid).pairing == "none":
        return known
    return [(OWN, _("The rules of this competition")), *known]


def _proposed(cid: int | None) -> Form:
    """What the form proposes: a tournament, or one as large as the competition."""
    values = {key: str(usual) for key, (_lowest, _highest, usual) in NUMBERS.items()}
    if cid is None:
        return Form(values, _PROPOSED)
    competition = engine_competition(cid)
    sizes = {"players": len(competition.players), "rounds": competition.planned_rounds}
    for key, size in sizes.items():
        lowest, highest, usual = NUMBERS[key]
        values[key] = str(min(max(size or usual, lowest), highest))
    row = competition_or_404(cid)
    other = tuple(key for key in _PROPOSED if key != row.pairing)
    return Form(values, _PROPOSED if row.pairing == "none" else (OWN, *other))


def _asked(given: "MultiDict[str, str]", choices: list[tuple[str, str]]) -> Form:
    """What was typed, with what is wrong with it."""
    values = {key: given.get(key, "").strip() for key in NUMBERS}
    known = [key for key, _name in choices]
    systems = tuple(key for key in known if key in given.getlist("systems"))
    errors = {}
    for key, (lowest, highest, _usual) in NUMBERS.items():
        text = values[key]
        if not (text.isascii() and text.isdigit() and len(text) < 9 and lowest <= int(text) <= highest):
            errors[key] = _("Type a whole number from %(lowest)s to %(highest)s.", lowest=lowest, highest=highest)
    if len(systems) < 2:
        errors["systems"] = _("Choose at least two systems to compare.")
    return Form(values, systems, errors)


def _bounded(asked: Form, plans: Mapping[str, Plan]) -> Form:
    """The form, refused when it asks for hours of work."""
    each = sum(plan.players * plan.rounds for plan in plans.values())
    most = max(1, MOST_PLACES // each)
    if int(asked.values["count"]) <= most:
        return asked
    text = _("With so many players, rounds and systems at most %(most)s tournaments at a time.", most=most)
    return Form(asked.values, asked.systems, {"count": text})


def _plans(cid: int | None, asked: Form) -> dict[str, Plan]:
    """What to simulate, by system."""
    players, rounds = int(asked.values["players"]), int(asked.values["rounds"])
    habits = Habits(absent=int(asked.values["absent"]) / 100, draws=int(asked.values["draws"]) / 100)
    plans = {key: plan_for(key, players, rounds, habits) for key in asked.systems if key != OWN}
    if OWN not in asked.systems or cid is None:
        return plans
    row = competition_or_404(cid)
    options = {**presets.pairing_options(row.pairing), **row.pairing_options}
    settings = mapping.settings(mapping.pairing_classification(cid))
    return {OWN: plan_like(row.pairing, options, settings, players, rounds, habits), **plans}


def _page(cid: int | None, choices: list[tuple[str, str]], shown: Form, job: Job | None) -> str:
    return render_template(
        "simulation/page.html", cid=cid, choices=choices, form=shown, forgotten=_forgotten(job), **_outcome(cid, choices, job)
    )


def _part(cid: int | None, choices: list[tuple[str, str]], job: Job | None) -> Response:
    """The progress alone; when there is none any more, the whole outcome takes its place."""
    if job is not None and job.phase is Phase.RUNNING:
        return make_response(render_template("simulation/_progress.html", **_outcome(cid, choices, job)))
    answer = make_response(
        render_template("simulation/_outcome.html", cid=cid, forgotten=_forgotten(job), **_outcome(cid, choices, job))
    )
    answer.headers["HX-Retarget"] = "#outcome"
    answer.headers["HX-Reswap"] = "outerHTML"
    return answer


def _forgotten(job: Job | None) -> bool:
    """Whether the address names a comparison that is no longer here: another one was started, or the program was."""
    return job is None and "job" in request.args


def _outcome(cid: int | None, choices: list[tuple[str, str]], job: Job | None) -> dict[str, Any]:
    """What the templates show of a job."""
    if job is None:
        return {"job": None}
    phase = job.phase
    columns = () if phase is Phase.RUNNING else job.columns()
    names = dict(choices)
    played = columns[0].summary.tournaments if columns else 0
    return {
        "job": job,
        "phase": phase.value,
        "progress_url": url_for("simulation.page", cid=cid, job=job.number),
        "heads": [names.get(column.key, _("The rules of the competition")) for column in columns],
        "lines": [*_lines(columns)] if played else [],
        "played": played,
    }


def _lines(columns: tuple[Column, ...]) -> list[Line]:
    """The comparison line by line."""
    lines = [Line(_("Rounds"), _("A round robin takes as many as everybody needs to meet everybody."), _rounds(columns))]
    gives_way = any(column.plan.system == "ranking" or column.summary.relaxed for column in columns)
    for name, explained, figure in _MEASURES:
        if figure is _relaxed and not gives_way:
            continue  # no rule of these systems ever gives way
        lines.append(Line(_(name), _(explained), tuple(figure(column.summary) for column in columns)))
    lines.append(Line(_("Time to pair a round"), _("On this computer."), tuple(_time(column) for column in columns)))
    return lines


def _rounds(columns: tuple[Column, ...]) -> tuple[str, ...]:
    return tuple(str(column.plan.rounds) for column in columns)


def _of(part: int, whole: int) -> str:
    return _("%(part)s of %(whole)s", part=part, whole=whole)


def _percent(share: Fraction) -> str:
    return _("%(share)s %%", share=number(share * 100, 0))


def _time(column: Column) -> str:
    if not column.summary.paired:
        return "–"
    milliseconds = round(column.seconds * 1000 / column.summary.paired)
    if milliseconds < 1:
        return _("less than 1 ms")
    return _("%(n)s ms", n=milliseconds)


def _not_paired(one: Summary) -> str:
    return _of(one.not_paired, one.paired + one.not_paired)


def _relaxed(one: Summary) -> str:
    return _of(one.relaxed, one.paired)


def _floating(one: Summary) -> str:
    return _percent(one.floating)


def _floats(one: Summary) -> str:
    return _("%(down)s down, %(up)s up", down=number(one.down_a_round, 1), up=number(one.up_a_round, 1))


def _balanced(one: Summary) -> str:
    return _percent(one.share_within(1))


def _correlation(one: Summary) -> str:
    return "–" if one.correlation is None else number(one.correlation, 2)


def _won(one: Summary) -> str:
    return _percent(Fraction(one.strongest_won, one.tournaments))


def _largest_balance(one: Summary) -> str:
    return str(one.largest_balance)


def _longest_row(one: Summary) -> str:
    return str(one.longest_row)


def _most_byes(one: Summary) -> str:
    return str(one.most_byes)


def _rematches(one: Summary) -> str:
    return number(one.rematches_each, 1 if one.rematches else None)


#: What is measured: name, what it means, and the figure.
_MEASURES: tuple[tuple[str, str, Callable[[Summary], str]], ...] = (
    (
        N_("Rounds that could not be paired"),
        N_("Not everybody had an opponent left whom he had not met; the tournament stopped there."),
        _not_paired,
    ),
    (
        N_("Rounds in which a rule had to give way"),
        N_("Such as the rounds between two games of the same players. The pairing by list then relaxes the rule and says so."),
        _relaxed,
    ),
    (
        N_("Players who met somebody with other points"),
        N_("This is called a float. The fewer, the more a win is a win against an equal."),
        _floating,
    ),
    (
        N_("Floats in a round"),
        N_("Down: the opponent has fewer points, or the player is free. Up: the opponent has more."),
        _floats,
    ),
    (
        N_("Players with colours in balance"),
        N_("At the end as many games with white as with black, or one more of either."),
        _balanced,
    ),
    (
        N_("Largest difference of colours"),
        N_("Games with white minus games with black, of the player who fared worst in all tournaments."),
        _largest_balance,
    ),
    (N_("Longest row of the same colour"), N_("Games in a row, in all tournaments."), _longest_row),
    (N_("Most byes for one player"), N_("Rounds in which he was free because the number was odd."), _most_byes),
    (
        N_("Games between players who had met before"),
        N_("In a tournament, on average."),
        _rematches,
    ),
    (
        N_("How well the final order follows the strength"),
        N_(
            "The rank correlation: 1 when the final standing is exactly the order of true strength, 0 when it has nothing to do with it. More rounds bring it nearer to 1."
        ),
        _correlation,
    ),
    (N_("The strongest player ends first"), N_("Alone or with others, in so many of the tournaments."), _won),
)
