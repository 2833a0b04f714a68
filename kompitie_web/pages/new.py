"""A new competition in three questions: what, how many, which system; everything else folded out, with its default (spec 00 row 2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from kompitie_web import known_files
from kompitie_web.i18n import N_, _, current_language, ngettext
from kompitie_web.pages.common import done, refusal, state
from kompitie_web.pages.fresh import fresh_file

if TYPE_CHECKING:
    from kompitie_web.actions.competitions import NewCompetition

blueprint = Blueprint("new", __name__)
MOST_PLAYERS = 2000

#: What is it: key, name, sentence, the system and the number of rounds that it proposes.
KINDS = (
    ("club", N_("Club season"), N_("Evenings all through the season; who is there plays."), "keizer", "30"),
    ("tournament", N_("Tournament"), N_("A day, a weekend or a week, with a fixed number of rounds."), "resistance", "7"),
    ("round_robin", N_("Round robin"), N_("A small group in which everybody meets everybody."), "round_robin", ""),
)
#: Which system: key, name, sentence. Keizer, moyenne and attendance are paired by their own list.
SYSTEMS = (
    (
        "resistance",
        N_("Swiss on resistance points"),
        N_("Each round, players with about equal points meet; nobody meets the same player twice."),
    ),
    (
        "rating",
        N_("Swiss on rating"),
        N_("Each round, players with equal points meet, the upper half by rating against the lower half, with balanced colours."),
    ),
    (
        "keizer",
        N_("Keizer club"),
        N_("Whoever is there meets a neighbour on the list; a win over a player high on the list pays more."),
    ),
    (
        "moyenne",
        N_("Moyenne"),
        N_("The average of each player and of the opponents counts; who is there meets a neighbour on the list."),
    ),
    (
        "attendance",
        N_("Attendance (two evenings)"),
        N_(
            "One championship over two club evenings a week: strong opponents and being there count; each evening has its own standing too."
        ),
    ),
    ("round_robin", N_("Round robin"), N_("Everybody meets everybody, once or twice; the whole schedule is known from the start.")),
    ("none", N_("No schedule"), N_("You enter each game as it is played; the program keeps the standings.")),
)
SPORTS = (("draughts", N_("Draughts")), ("chess", N_("Chess")))
#: The preset scales (engine.results.PRESETS) in words; '' = what the sport proposes.
SCALES = (
    ("", N_("As the sport has it")),
    ("draughts", N_("Draughts: 2 – 1 – 0")),
    ("chess", N_("Chess: 1 – ½ – 0")),
    ("three_points", N_("3 – 1 – 0")),
    ("kndb", N_("2 – 1 – 0, plus draws decide first")),
    ("delft_two", N_("Delft, on two points: 2 – 1½ – 1 – ½ – 0")),
    ("delft_old", N_("Delft, old: 4 – 3 – 2 – 1 – 0")),
    ("delft_renewed", N_("Delft, renewed: 5 – 3 – 2 – 1 – 0")),
    ("free", N_("Free score, such as 12 – 0")),
)
#: The presets of Keizer by name (engine.systems.keizer_options).
KEIZER = (
    ("kompitie", N_("Kompitie original: own value counts, absence pays a third")),
    ("kompitie_variant", N_("Kompitie variant: 90 and 10 percent, absence pays 40 percent")),
    ("club_article", N_("Club article: three rounds by lot, each reason pays its own share")),
)
TEXTS = ("name", "first_date", "tiebreaks", "organiser", "arbiter", "place", "evening_1", "evening_2")
#: What stands in the details; when one of them is wrong they are open.
DETAILS = (*TEXTS[1:], "scale", "language", "preset")


@dataclass(frozen=True)
class Misfit:
    """Rounds and players that do not fit: what is wrong, and the round robin that would fit (rounds)."""

    text: str
    rounds: int
    can_stay: bool = True


@blueprint.get("/new")
def page() -> ResponseReturnValue:
    """The three questions, with what is proposed."""
    return _form(_proposed(request.args), {})


@blueprint.post("/new")
def create() -> ResponseReturnValue:
    """Make the competition, in a file of its own or in the open one."""
    from kompitie_web.actions.errors import ActionError

    values = {**_proposed(request.form), **{key: request.form.get(key, "") for key in _fields()}}
    if request.form.get("make") == "round_robin":
        values |= {"kind": "round_robin", "pairing": "round_robin", "rounds": ""}
    errors = _problems(values)
    if errors:
        return _form(values, errors), 422
    misfit = find_misfit(values)
    if misfit is not None and not (misfit.can_stay and request.form.get("confirmed")):
        return _form(values, {}, misfit), 422
    try:
        cid = _created(values)
    except ActionError as error:
        return _form(values, refusal(error)), 422
    text = _("%(name)s is ready. Now enter the players.", name=values["name"].strip())
    return done(text, url_for("players.page", cid=cid), undo=False)


def _fields() -> tuple[str, ...]:
    return (*TEXTS, "kind", "sport", "pairing", "players", "rounds", "scale", "preset", "double", "language", "into")


def _proposed(given: Mapping[str, str]) -> dict[str, str]:
    values = dict.fromkeys(_fields(), "")
    values |= {"kind": "tournament", "sport": "draughts", "pairing": "resistance", "rounds": "7"}
    values |= {"evening_1": _("Monday"), "evening_2": _("Friday")}
    values["first_date"] = state().now().date().isoformat()
    values["into"] = "file" if given.get("into") == "file" and g.file is not None else "new"
    return values


def _form(values: Mapping[str, str], errors: Mapping[str, str], misfit: Misfit | None = None) -> str:
    return render_template(
        "new/page.html",
        values=values,
        errors=errors,
        misfit=misfit,
        kinds=KINDS,
        systems=SYSTEMS,
        sports=SPORTS,
        scale_choices=[(key, _(name)) for key, name in SCALES],
        most_players=MOST_PLAYERS,
        presets=[(key, _(name)) for key, name in KEIZER],
        details_open=bool(set(errors).intersection(DETAILS)),
    )


def _problems(values: Mapping[str, str]) -> dict[str, str]:
    """What is wrong with the numbers and the name, by field; the rest is for the action to judge."""
    errors = {}
    if not values["name"].strip():
        errors["name"] = _("Give the competition a name, for instance Club championship 2026.")
    for key, lowest, highest in (("players", 2, MOST_PLAYERS), ("rounds", 1, 200)):
        text = values[key].strip()
        if text and not (text.isascii() and text.isdigit() and lowest <= int(text) <= highest):
            errors[key] = _("Type a number from %(lowest)s to %(highest)s, or leave it empty.", lowest=lowest, highest=highest)
    return errors


def _whole(text: str) -> int:
    """A number of the form in which ``_problems`` found nothing wrong; 0 when it was left empty."""
    return int(text.strip() or 0)


def find_misfit(values: Mapping[str, str]) -> Misfit | None:
    """Whether rounds and players do not fit together (trap 16); None when they do or one of them is not known yet."""
    from kompitie_web.actions.presets import round_robin_rounds

    players = _whole(values["players"])
    rounds = _whole(values["rounds"])
    if not players or not rounds or values["pairing"] not in ("resistance", "rating", "round_robin"):
        return None
    needed = round_robin_rounds(players, bool(values["double"]))
    if values["pairing"] == "round_robin":
        if rounds == needed:
            return None
        text = ngettext(
            "A round robin of %(players)s players takes %(n)s round, not %(rounds)s.",
            "A round robin of %(players)s players takes %(n)s rounds, not %(rounds)s.",
            needed,
            players=players,
            rounds=rounds,
        )
        return Misfit(text, needed, can_stay=False)
    single = round_robin_rounds(players)
    if values["kind"] == "club" or rounds < single:
        # In a club season nobody comes every evening, and the pairing may let players meet twice.
        return None
    if rounds > single:
        text = _("With %(players)s players nobody has a new opponent after %(rounds)s rounds.", players=players, rounds=single)
    else:
        text = _(
            "With %(players)s players, %(rounds)s rounds of a Swiss are as many as a round robin has; the last rounds often cannot be paired.",
            players=players,
            rounds=rounds,
        )
    return Misfit(text, single)


def _wanted(values: Mapping[str, str]) -> "NewCompetition":
    from kompitie_web.actions.competitions import NewCompetition
    from kompitie_web.actions.list_presets import SYSTEMS as LISTS
    from kompitie_web.actions.presets import round_robin_rounds

    by_list = values["pairing"] in LISTS
    rounds, players = _whole(values["rounds"]) or None, _whole(values["players"])
    if rounds is None and values["pairing"] == "round_robin" and players:
        rounds = round_robin_rounds(players, bool(values["double"]))
    return NewCompetition(
        name=values["name"],
        kind=values["kind"],
        sport=values["sport"],
        pairing="list" if by_list else values["pairing"],
        system=values["pairing"] if by_list else "",
        preset=values["preset"],
        players=players,
        evenings=(values["evening_1"], values["evening_2"]),
        rounds=rounds,
        first_date=values["first_date"],
        scale=values["scale"],
        tiebreaks=values["tiebreaks"].strip() or None,
        double=bool(values["double"]),
        language=values["language"],
        organiser=values["organiser"],
        arbiter=values["arbiter"],
        place=values["place"],
        letters=current_language(),
    )


def _created(values: Mapping[str, str]) -> int:
    """The id of the new competition. A new file that turns out not to be wanted (ActionError) does not stay behind."""
    from kompitie_web.actions import competitions

    if values["into"] == "file" and g.file is not None:
        return competitions.create_competition(_wanted(values))
    path = known_files.free_path(state().folders.documents, values["name"])
    with fresh_file(path, values["name"].strip()):
        return competitions.create_competition(_wanted(values))
