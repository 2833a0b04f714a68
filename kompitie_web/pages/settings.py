"""Settings of a competition: facts, pairing, header on paper, pairs that may not meet, the file's name (spec 61).

Points and the order with equal points belong to a standing; this page shows those of the pairing and leads to its form. Every part
is a form of its own, so that a mistake in one never holds up another.
"""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from kompitie_web import standing_texts
from kompitie_web.actions import competitions, list_presets, pairing_list
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.pairings import KINDS
from kompitie_web.exchange.names import sort_key
from kompitie_web.i18n import LANGUAGES, N_, _, number
from kompitie_web.messages import error_text, fact_text
from kompitie_web.pages.common import competition_or_404, done, engine_competition, refusal
from kompitie_web.pages.standings_options import default_names
from kompitie_web.store import mapping, models

blueprint = Blueprint("settings", __name__)
BASE = "/c/<int:cid>/settings"

#: What may be chosen, with its words; the keys are those of ``actions.presets``.
SYSTEMS = (
    ("resistance", N_("Swiss on resistance points")),
    ("rating", N_("Swiss on rating")),
    ("list", N_("By the list (Keizer, moyenne, attendance)")),
    ("round_robin", N_("Round robin")),
    ("none", N_("No schedule")),
)
SPORTS = (("draughts", N_("Draughts")), ("chess", N_("Chess")))
FIRST_ROUNDS = (
    ("neighbours", N_("Neighbours: 1 – 2, 3 – 4, 5 – 6 …")),
    ("halves", N_("Halves: the first of the upper half against the first of the lower half")),
    ("outside_in", N_("From outside in: the first against the last")),
    ("random", N_("Drawn by lot")),
)
BYES = (("keys", N_("By the rules of the waiting room")), ("lowest", N_("Always the lowest who may have it")))
SEARCHES = (
    ("from_top", N_("From the top: each takes the nearest lower player who is allowed")),
    ("balanced", N_("Balanced: all pairs together as close as possible")),
)
LIST_BYES = (
    ("lowest", N_("The lowest of the list among those with the fewest byes")),
    ("whoever_is_left", N_("Whoever is left over")),
)
WHITES = (
    ("higher", N_("The higher of the list")),
    ("lower", N_("The lower of the list")),
    ("lot", N_("Drawn by lot")),
)
INITIAL_COLOURS = (("", N_("Drawn by lot")), ("white", N_("White")), ("black", N_("Black")))
TABLES = (("berger", N_("Berger (FIDE)")), ("youth", N_("KNDB youth table, ten players")))
#: The fields of each form: facts, those of each pairing, header.
FACTS = ("name", "sport", "planned_rounds", "first_date", "pairing", "carry_presence")
SWISS = ("first_round", "second_round_even_odd", "maximum_meetings", "maximum_colour_balance", "bye", "order_keys")
ROUND_ROBIN = ("table", "double", "seam")
LIST = list_presets.OPTIONS
RATING = ("maximum_meetings", "initial_colour", "give_up_colours")
FIELDS = {"resistance": SWISS, "rating": RATING, "round_robin": ROUND_ROBIN, "list": LIST}
HEADER = ("organiser", "arbiter", "place", "language")
#: Longer numbers are no ids of this program.
_LONGEST_ID = 15
#: Before the system of a list that is still to be made.
_NEW = "new:"
TICKS = ("carry_presence", "second_round_even_odd", "double", "seam", "give_up_colours", *list_presets.TICKS)


@blueprint.get(BASE)
def page(cid: int) -> ResponseReturnValue:
    """All parts with what is stored."""
    return _page(cid)


def _page(
    cid: int, part: str = "", errors: Mapping[str, str] | None = None, typed: Mapping[str, Any] | None = None, question: str = ""
) -> str:
    """The page; the form ``part`` shows what was typed and what is wrong with it."""
    row = competition_or_404(cid)
    stored = _stored(row)
    return render_template(
        "settings/page.html",
        cid=cid,
        row=row,
        part=part,
        errors=errors or {},
        values={**stored, **(typed or {})},
        question=question,
        systems=_words(SYSTEMS),
        sports=_words(SPORTS),
        first_rounds=_words(FIRST_ROUNDS),
        byes=_words(LIST_BYES if KINDS[row.pairing].by_list else BYES),
        searches=_words(SEARCHES),
        whites=_words(WHITES),
        initial_colours=_words(INITIAL_COLOURS),
        lists=_lists(cid),
        pairs_by=_pairs_by(row),
        tables=_words(TABLES),
        languages=[("", _("The same as on the screen")), *LANGUAGES.items()],
        forbidden=_forbidden(cid),
        players=sorted(engine_competition(cid).names.items(), key=lambda one: sort_key(one[1])),
        standing=_standing(cid),
        file_name=models.FileInfo.get().name,
    )


def _words(choices: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    return [(key, _(text)) for key, text in choices]


def _stored(row: models.Competition) -> dict[str, Any]:
    stored = {key: "" if value is None else value for key, value in row.pairing_options.items()}
    options = {
        **dict.fromkeys((*SWISS, *ROUND_ROBIN, *RATING, *LIST), ""),
        **stored,
        "pairing_list": mapping.pairing_classification(row.id).id,
    }
    facts = {key: getattr(row, key) for key in (*FACTS, "language")}
    return {**options, **facts, **{key: row.documents.get(key, "") for key in HEADER if key != "language"}}


def _forbidden(cid: int) -> list[tuple[int, int, str, str]]:
    competition = engine_competition(cid)
    return [(a, b, competition.names[a], competition.names[b]) for a, b in sorted(competition.forbidden)]


def _standing(cid: int) -> tuple[int, str, str, str]:
    """The standing that the pairing goes by: id, its points ('' = its system has others) and tie-breaks in words, its system."""
    row = mapping.pairing_classification(cid)
    settings = mapping.settings(row)
    points = " – ".join(number(value) for value in (settings.scale.win, settings.scale.draw, settings.scale.loss))
    own_points = settings.system in ("normal", "swiss", "moyenne")
    ties = ", ".join(standing_texts.name_of(code) for code in settings.tiebreaks)
    return row.id, points if own_points else "", ties, _(standing_texts.SYSTEMS[settings.system])


def _lists(cid: int) -> list[tuple[str, str]]:
    """The lists by which can be paired, and those that can be made for it."""
    known = [
        (str(row.id), _("%(name)s (%(system)s)", name=_list_name(row), system=_(standing_texts.SYSTEMS[row.system])))
        for row in mapping.classifications(cid)
    ]
    new = [(f"{_NEW}{key}", _("a new list: %(system)s", system=_(standing_texts.SYSTEMS[key]))) for key in list_presets.SYSTEMS]
    return [*known, *new]


def _list_name(row: models.Classification) -> str:
    return str(row.name) or _("The first standings")


def _pairs_by(row: models.Competition) -> str:
    """The name of the list that pairs; '' when no list does."""
    return _list_name(mapping.pairing_classification(row.id)) if KINDS[row.pairing].by_list else ""


def _proposed(cid: int) -> str:
    """The list that is offered first."""
    found = pairing_list.proposed(cid)
    return f"{_NEW}{list_presets.SYSTEMS[0]}" if found is None else str(found)


def _wanted(cid: int, text: str) -> pairing_list.Wanted:
    """The list that was chosen. ActionError ``choice_unknown``."""
    if text.isascii() and text.isdecimal() and len(text) <= _LONGEST_ID:
        return int(text)
    system = text.removeprefix(_NEW)
    if not text.startswith(_NEW) or system not in list_presets.SYSTEMS:
        raise ActionError("choice_unknown", pairing_list.FIELD, value=text)
    return pairing_list.NewList(system, default_names(cid)[system])


def _typed(keys: tuple[str, ...]) -> dict[str, Any]:
    """What the form holds; a tick that is not sent is off."""
    return {key: (key in request.form) if key in TICKS else request.form.get(key, "") for key in keys}


def _saved(cid: int, part: str, typed: Mapping[str, Any], act: Callable[[], object], text: str) -> ResponseReturnValue:
    """Do it and say so, or show the form again with what is wrong."""
    competition_or_404(cid)
    try:
        act()
    except NeedsConfirmation as ask:
        return _page(cid, part, {}, typed, error_text(ask)), 422
    except ActionError as error:
        return _page(cid, part, refusal(error), typed), 422
    return done(text, url_for("settings.page", cid=cid))


@blueprint.post(f"{BASE}/facts")
def facts(cid: int) -> ResponseReturnValue:
    """Name, sport, rounds, system, dates."""
    competition_or_404(cid)
    typed = _typed(FACTS)
    confirmed, chosen = bool(request.form.get("confirmed")), request.form.get(pairing_list.FIELD, "")
    try:
        wanted = _wanted(cid, chosen) if chosen else None
        agreed = request.form.get("agreed") == chosen
        competitions.update_competition(cid, typed, confirmed, wanted, agreed)
    except NeedsConfirmation as ask:
        return _asked(cid, typed, chosen, ask), 422
    except ActionError as error:
        return _page(cid, "facts", refusal(error), typed | ({pairing_list.FIELD: chosen} if chosen else {})), 422
    return done(_("The competition was changed."), url_for("settings.page", cid=cid))


def _asked(cid: int, typed: Mapping[str, Any], chosen: str, ask: NeedsConfirmation) -> str:
    """The facts with a question; who goes over to the list chooses it there."""
    if ask.field != pairing_list.FIELD:
        kept = {pairing_list.FIELD: chosen, "choosing": True, "agreed": chosen} if chosen else {}
        return _page(cid, "facts", {}, {**typed, **kept}, error_text(ask))
    problems, question = _told(ask) if chosen else {}, error_text(NeedsConfirmation(ask.code))
    if competitions.has_results(cid):
        question = f"{question} {error_text(NeedsConfirmation('change_pairing'))}"
    return _page(
        cid,
        "facts",
        problems,
        {**typed, pairing_list.FIELD: chosen or _proposed(cid), "choosing": True, "agreed": chosen},
        question,
    )


def _told(ask: NeedsConfirmation) -> dict[str, str]:
    """What is wrong or odd, beside the fields it is about."""
    found: dict[str, str] = {}
    for field, (code, words) in zip(ask.arguments["fields"], ask.arguments["breaks"], strict=True):
        found[field] = " ".join(text for text in (found.get(field, ""), fact_text(code, words)) if text)
    return found


@blueprint.post(f"{BASE}/pairing")
def pairing(cid: int) -> ResponseReturnValue:
    """The options of the pairing."""
    row = competition_or_404(cid)
    typed = _typed(FIELDS.get(row.pairing, ()))
    confirmed, chosen = bool(request.form.get("confirmed")), request.form.get(pairing_list.FIELD, "")
    kept = {**typed, pairing_list.FIELD: chosen} if chosen else typed
    try:
        competitions.update_pairing_options(cid, typed, confirmed, _wanted(cid, chosen) if chosen else None)
    except NeedsConfirmation as ask:
        return _page(cid, "pairing", _told(ask), kept, error_text(NeedsConfirmation(ask.code))), 422
    except ActionError as error:
        return _page(cid, "pairing", refusal(error), kept), 422
    return done(_("The pairing rules were changed. Published rounds stay as they are."), url_for("settings.page", cid=cid))


@blueprint.post(f"{BASE}/header")
def header(cid: int) -> ResponseReturnValue:
    """What stands at the head of every print."""
    typed = _typed(HEADER)
    return _saved(cid, "header", typed, lambda: competitions.update_competition(cid, typed), _("The header was changed."))


@blueprint.post(f"{BASE}/forbid")
def forbid(cid: int) -> ResponseReturnValue:
    """Two players may not meet, or may again."""
    first, second = request.form.get("first", type=int), request.form.get("second", type=int)
    typed = {"first": first, "second": second}
    if not first or not second:
        competition_or_404(cid)
        return _page(cid, "forbid", {"second": _("Choose two players.")}, typed), 422
    if request.form.get("do") == "allow":
        return _saved(cid, "forbid", typed, lambda: competitions.allow_pair(cid, first, second), _("These two may meet again."))
    return _saved(cid, "forbid", typed, lambda: competitions.forbid_pair(cid, first, second), _("These two will not be paired."))


@blueprint.post(f"{BASE}/file")
def file(cid: int) -> ResponseReturnValue:
    """The name of the club or event."""
    typed = {"file_name": request.form.get("name", "")}
    return _saved(cid, "file", typed, lambda: competitions.rename_file(typed["file_name"]), _("The name was changed."))


@blueprint.post(f"{BASE}/delete")
def delete(cid: int) -> ResponseReturnValue:
    """Delete the competition, after a yes; a dated copy is made first."""
    name = competition_or_404(cid).name
    try:
        competitions.delete_competition(cid, confirmed=bool(request.form.get("confirmed")))
    except NeedsConfirmation as ask:
        return _page(cid, "delete", question=error_text(ask)), 422
    text = _("%(name)s was deleted. A dated copy of it is kept on this computer.", name=name)
    return done(text, url_for("start.page"))
