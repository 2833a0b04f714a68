"""One player: all fields, withdraw and come back, late entry, remove (spec 00 rows 11 and 12, 61 Players; 70 traps 11-13)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from engine.competition import BYE, NOT_JOINED, WITH_NOTICE, Competition, Player
from kompitie_web import messages
from kompitie_web.actions import late, leaving
from kompitie_web.actions import players as actions
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.reasons import reasons_of
from kompitie_web.exchange.lines import check_name, parse_categories, parse_rating
from kompitie_web.i18n import N_, _
from kompitie_web.pages import players_list
from kompitie_web.pages.common import competition_or_404, done, engine_competition, refusal
from kompitie_web.store import models

blueprint = Blueprint("one", __name__)

BASE = "/c/<int:cid>/players/<int:competitor>"
FIELDS = (
    "name",
    "title",
    "rating",
    "code",
    "lot",
    "club",
    "town",
    "family",
    "categories",
    "barrage",
    "federation_id",
    "birth_year",
)
_READERS: Mapping[str, Callable[[str], Any]] = {"name": check_name, "rating": parse_rating, "categories": parse_categories}

#: What a tick says when it was switched: (what, on) → sentence.
_SWITCHED = {
    ("schedule", True): N_("%(name)s is in the schedule from round %(number)s."),
    ("schedule", False): N_("%(name)s is no longer in the schedule from round %(number)s."),
    ("standings", True): N_("%(name)s is in the standings from round %(number)s."),
    ("standings", False): N_("%(name)s is no longer in the standings from round %(number)s."),
}


@dataclass(frozen=True)
class Late:
    """A published round in which the player has no game, and who could be his opponent there."""

    number: int
    bye_players: tuple[models.Competitor, ...]
    latecomers: tuple[models.Competitor, ...]


@dataclass(frozen=True)
class Question:
    """A question that is asked in place: the part of the page it belongs to, its sentence, the fields that are sent again, the answers
    (name, value, text) and a tick (name, text) that is set beforehand.
    """

    part: str
    sentence: str
    action: str
    fields: tuple[tuple[str, str], ...]
    answers: tuple[tuple[str, str, str], ...]
    tick: tuple[str, str] | None = None


@dataclass(frozen=True)
class Card:
    """What the page of a player shows. ``names``: of everybody, by id; ``number``: the next round; ``numbers``: the rounds from which a change can count."""

    player: Player
    names: Mapping[int, str]
    values: Mapping[str, Any]
    number: int
    numbers: tuple[int, ...]
    status: str
    status_round: int
    late: Late | None
    has_results: bool
    errors: Mapping[str, str] = field(default_factory=dict)
    question: Question | None = None


def competitor_or_404(cid: int, competitor: int) -> models.Competitor:
    """The competitor of this competition; 404 when there is none such."""
    found: models.Competitor | None = models.Competitor.get_or_none(
        (models.Competitor.id == competitor) & (models.Competitor.competition == cid)
    )
    if found is None:
        abort(404)
    return found


def read_fields(typed: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """The changes that were typed and, by field, what is wrong with them; every field is looked at, not only the first bad one."""
    changes: dict[str, Any] = {}
    errors: dict[str, str] = {}
    for key, text in typed.items():
        try:
            changes[key] = _READERS[key](text) if key in _READERS else text.strip()
        except ActionError as error:
            errors[key] = messages.error_text(error)
    return changes, errors


def switch(competitor: models.Competitor, what: str, number: int, on: bool) -> str:
    """Switch a tick from a round on; gives the sentence for the toast. NeedsConfirmation as ``actions.leaving.withdraw``."""
    change = actions.set_in_schedule if what == "schedule" else actions.set_in_standings
    change(competitor.id, number, on)
    return _(_SWITCHED[what, on], name=competitor.name, number=number)


def url(cid: int, competitor: int, part: str = "") -> str:
    """The address of a player's page, at one of its parts."""
    return url_for("players.one.page", cid=cid, competitor=competitor) + (f"#{part}" if part else "")


def show(cid: int, competitor: int, status: int = 200, **more: Any) -> Response:
    """The page of a player. ``more``: fields of ``Card`` (values as typed, errors, question)."""
    row = competitor_or_404(cid, competitor)
    competition = engine_competition(cid)
    player = competition.by_id[competitor]
    number = players_list.next_round(competition)
    shown = {key: "" if value is None else value for key, value in vars(actions.as_input(row)).items()}
    told, told_round = players_list.status(player, number)
    card = Card(
        player=player,
        names=competition.names,
        values={**shown, "lot": row.lot, **more.pop("values", {})},
        number=number,
        numbers=tuple(range(1, max(competition.planned_rounds, number) + 1)),
        status=told,
        status_round=told_round,
        late=_late(cid, competition, competitor),
        has_results=_has_results(competitor),
        **more,
    )
    answer = render_template("players/one.html", cid=cid, card=card, reasons=_reasons(cid), clubs=_clubs(competition))
    return make_response(answer, status)


def _reasons(cid: int) -> list[tuple[str, str]]:
    return [(one.key, messages.reason_text(one)) for one in reasons_of(cid) if one.key not in (BYE, NOT_JOINED)]


def _clubs(competition: Competition) -> list[str]:
    return sorted({player.club for player in competition.players if player.club})


def _has_results(competitor: int) -> bool:
    games = leaving.involvement(competitor)
    return bool(games.scored or games.adjourned)


def _late(cid: int, competition: Competition, competitor: int) -> Late | None:
    """The last published round, when the player has no game and no bye in it."""
    number = players_list.latest_published(competition)
    if not number:
        return None
    plays = any(game.round == number and competitor in (game.white, game.black) for game in competition.games)
    has_bye = any(one.round == number and one.player == competitor and one.reason == BYE for one in competition.entries)
    if plays or has_bye:
        return None
    others = tuple(one for one in late.latecomers(cid, number) if one.id != competitor)
    return Late(number, tuple(late.bye_players(cid, number)), others)


@blueprint.get(BASE)
def page(cid: int, competitor: int) -> Response:
    """The page itself."""
    competition_or_404(cid)
    return show(cid, competitor)


@blueprint.post(BASE)
def save(cid: int, competitor: int) -> AnyResponse:
    """Save the fields; a new rating asks whether the other running competitions of this person follow."""
    competition_or_404(cid)
    before = competitor_or_404(cid, competitor)
    typed = {key: request.form[key] for key in FIELDS if key in request.form}
    changes, errors = read_fields(typed)
    follow = request.form.get("running")
    if not errors and follow is None and changes.get("rating", before.rating) != before.rating:
        question = follow_question(cid, competitor, typed)
        if question is not None:
            return show(cid, competitor, values=typed, question=question)
    if not errors:
        try:
            actions.edit_player(competitor, changes, running=follow == "1")
        except ActionError as error:
            errors = refusal(error)
    if errors:
        return show(cid, competitor, 422, values=typed, errors=errors)
    return done(_("%(name)s changed.", name=changes.get("name") or before.name), url(cid, competitor))


def follow_question(cid: int, competitor: int, typed: Mapping[str, str]) -> Question | None:
    """Whether running competitions follow a new rating; None when there are none."""
    running = actions.running_elsewhere(competitor)
    if not running:
        return None
    names = ", ".join(sorted({one.competition.name for one in running}))
    return Question(
        "details",
        _("This player also takes part in: %(names)s. Does the new rating count there too?", names=names),
        url(cid, competitor),
        tuple(typed.items()),
        (("running", "1", _("Yes, there too")), ("running", "0", _("No, only in this competition"))),
    )


@blueprint.post(f"{BASE}/participation")
def participation(cid: int, competitor: int) -> AnyResponse:
    """Withdraw, come back, or switch the standings, from a chosen round on."""
    competition_or_404(cid)
    row = competitor_or_404(cid, competitor)
    what, on = request.form.get("what", ""), request.form.get("on") == "1"
    number = request.form.get("round", type=int) or players_list.next_round(engine_competition(cid))
    if what not in ("schedule", "standings"):
        abort(400)
    unplayed, annul = request.form.get("unplayed") or None, request.form.get("annul") == "1"
    try:
        if what == "schedule" and not on:
            actions.withdraw(competitor, number, unplayed, annul)
            return done(_(_SWITCHED[what, on], name=row.name, number=number), url(cid, competitor))
        return done(switch(row, what, number, on), url(cid, competitor))
    except NeedsConfirmation as error:
        return show(cid, competitor, question=withdraw_question(cid, competitor, number, error))
    except ActionError as error:
        return show(cid, competitor, 422, errors={f"participation-{key}": text for key, text in refusal(error).items()})


def withdraw_question(cid: int, competitor: int, number: int, error: NeedsConfirmation) -> Question:
    """What becomes of the games that are published and not played."""
    answers = [
        ("unplayed", "forfeit", _("The opponents win by forfeit")),
        ("unplayed", "remove", _("The games go, the opponents are free")),
    ]
    if error.arguments.get("proposal") == "remove":
        answers.reverse()
    annul = (
        ("annul", _("The games played so far count for nobody and are shown in brackets")) if error.arguments.get("annul") else None
    )
    return Question(
        "participation",
        messages.error_text(error),
        url_for("players.one.participation", cid=cid, competitor=competitor),
        (("what", "schedule"), ("on", "0"), ("round", str(number))),
        tuple(answers),
        annul,
    )


@blueprint.post(f"{BASE}/late")
def late_entry(cid: int, competitor: int) -> AnyResponse:
    """Give a late player his place in a published round: ``how`` is ``bye_opponent:12``, ``latecomer:9``, ``bye`` or ``absent``."""
    competition_or_404(cid)
    row = competitor_or_404(cid, competitor)
    how, _sign, opponent = request.form.get("how", "").partition(":")
    number = request.form.get("round", 0, type=int)
    if not how:
        return show(cid, competitor, 422, errors={"late": _("Choose what this player does in round %(number)s.", number=number)})
    reason = request.form.get("reason", WITH_NOTICE)
    try:
        actions.late_entry(cid, number, competitor, how, int(opponent) if opponent.isdecimal() else None, reason)
    except ActionError as error:
        return show(cid, competitor, 422, errors={"late": messages.error_text(error)})
    return done(_("%(name)s has a place in round %(number)s.", name=row.name, number=number), url_for("players.page", cid=cid))


@blueprint.post(f"{BASE}/remove")
def remove(cid: int, competitor: int) -> AnyResponse:
    """Take the player out; with results only withdrawing is possible, a published game asks what becomes of the opponent."""
    competition_or_404(cid)
    row = competitor_or_404(cid, competitor)
    try:
        actions.remove_player(competitor, request.form.get("opponent") or None)
    except NeedsConfirmation as error:
        question = Question(
            "remove",
            messages.error_text(error),
            url_for("players.one.remove", cid=cid, competitor=competitor),
            (),
            (("opponent", "bye", _("The opponent gets a bye")), ("opponent", "free", _("I pair the opponent by hand"))),
        )
        return show(cid, competitor, question=question)
    except ActionError as error:
        return show(cid, competitor, 422, errors={"remove": messages.error_text(error)})
    return done(_("%(name)s removed.", name=row.name), url_for("players.page", cid=cid))
