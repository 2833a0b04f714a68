"""A new competition in three questions: what, how many, which system; everything else folded out, with its default (spec 00 row 2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from kompitie_web import known_files
from kompitie_web.i18n import N_, _, ngettext
from kompitie_web.pages import frame
from kompitie_web.pages.common import done, refusal, state

if TYPE_CHECKING:
    from kompitie_web.actions.competitions import NewCompetition

blueprint = Blueprint("new", __name__)
MOST_PLAYERS = 2000

#: What is it: key, name, sentence, the system and the number of rounds that it proposes.
KINDS = (
    ("club", N_("Club season"), N_("Evenings all through the season; who is there plays."), "resistance", "30"),
    ("tournament", N_("Tournament"), N_("A day, a weekend or a week, with a fixed number of rounds."), "resistance", "7"),
    ("round_robin", N_("Round robin"), N_("A small group in which everybody meets everybody."), "round_robin", ""),
)
#: Which system: key, name, sentence.
SYSTEMS = (
    (
        "resistance",
        N_("Swiss on resistance points"),
        N_("Each round, players with about equal points meet; nobody meets the same player twice."),
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
TEXTS = ("name", "first_date", "tiebreaks", "organiser", "arbiter", "place")


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
    return (*TEXTS, "kind", "sport", "pairing", "players", "rounds", "scale", "double", "language", "into")


def _proposed(given: Mapping[str, str]) -> dict[str, str]:
    values = dict.fromkeys(_fields(), "")
    values |= {"kind": "tournament", "sport": "draughts", "pairing": "resistance", "rounds": "7"}
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
        details_open=bool(set(errors) & {"first_date", "tiebreaks", "scale", "organiser", "arbiter", "place", "language"}),
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


def find_misfit(values: Mapping[str, str]) -> Misfit | None:
    """Whether rounds and players do not fit together (trap 16); None when they do or one of them is not known yet."""
    from kompitie_web.actions.presets import round_robin_rounds

    players = int(values["players"] or 0)
    rounds = int(values["rounds"] or 0)
    if not players or not rounds or values["pairing"] == "none":
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
    from kompitie_web.actions.presets import round_robin_rounds

    rounds = int(values["rounds"]) if values["rounds"].strip() else None
    if rounds is None and values["pairing"] == "round_robin" and values["players"].strip():
        rounds = round_robin_rounds(int(values["players"]), bool(values["double"]))
    return NewCompetition(
        name=values["name"],
        kind=values["kind"],
        sport=values["sport"],
        pairing=values["pairing"],
        rounds=rounds,
        first_date=values["first_date"],
        scale=values["scale"],
        tiebreaks=values["tiebreaks"].strip() or None,
        double=bool(values["double"]),
        language=values["language"],
        organiser=values["organiser"],
        arbiter=values["arbiter"],
        place=values["place"],
    )


def _created(values: Mapping[str, str]) -> int:
    """The id of the new competition. A new file that turns out not to be wanted (ActionError) does not stay behind."""
    from kompitie_web.actions import competitions
    from kompitie_web.actions.errors import ActionError
    from kompitie_web.store import KompitieFile

    if values["into"] == "file" and g.file is not None:
        return competitions.create_competition(_wanted(values))
    program = state()
    before = g.file.path if g.file is not None else None
    path = known_files.free_path(program.folders.documents, values["name"])
    frame.close_connection()
    made = KompitieFile.create(path, values["name"].strip(), program.folders.data)
    frame.reopen_connection()
    try:
        return competitions.create_competition(_wanted(values))
    except ActionError:
        frame.close_connection()
        made.close()
        path.unlink()
        if before is not None:
            KompitieFile.open(before, program.folders.data)
        frame.reopen_connection()
        raise
