"""What several screens need: the competition of an address, the sensible round, the one next step, and answers after an action."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flask import Response, abort, current_app, flash, g, make_response, redirect, request, url_for

from engine.competition import DRAFT, PLANNED, Competition
from engine.results import OPEN
from kompitie_web.steps import step_text

if TYPE_CHECKING:
    from kompitie_web.actions.errors import ActionError
    from kompitie_web.documents import Document
    from kompitie_web.state import State
    from kompitie_web.store import models


def state() -> "State":
    """The running program."""
    found: State = current_app.extensions["kompitie"]
    return found


def file_needed() -> None:
    """NoFileOpen for a screen of a file when none is open, as in a tab from before the program was started again."""
    if g.get("file") is None:
        from kompitie_web.store import NoFileOpen

        raise NoFileOpen


def competition_or_404(cid: int) -> "models.Competition":
    """The stored competition of this address, which also becomes the one of the frame; 404 when this file has none such. NoFileOpen."""
    file_needed()
    from kompitie_web.store import models

    found: models.Competition | None = models.Competition.get_or_none(models.Competition.id == cid)
    if found is None:
        abort(404)
    g.competition = found
    return found


def engine_competition(cid: int) -> Competition:
    """The competition as the engine's values, from the cache of this version of the file."""
    from kompitie_web.store import mapping

    return mapping.competition(cid)


@dataclass(frozen=True)
class NextStep:
    """The one sensible next step: a key, its numbers and the page where it is done."""

    key: str
    arguments: Mapping[str, int] = field(default_factory=dict)
    url: str = ""

    @property
    def label(self) -> str:
        """What the big button says."""
        return step_text(self.key, self.arguments)


def next_step(cid: int) -> NextStep:
    """What a sensible arbiter does now: players → pair → publish → results → publish the standings → pair the next round …"""
    competition = engine_competition(cid)
    if len(competition.players) < 2:
        return NextStep("players", url=url_for("players.page", cid=cid))
    if number := first_draft(competition):
        return NextStep("publish", {"number": number}, url_for("rounds.page", cid=cid, number=number))
    counts = open_games(competition)
    if counts:
        number = min(counts)
        return NextStep("results", {"number": number, "open": counts[number]}, url_for("results.page", cid=cid, number=number))
    played = last_shown(competition)
    if played and not _standing_is_published(cid, played):
        return NextStep("standing", {"number": played}, url_for("standings.page", cid=cid))
    planned = first_planned(competition)
    if planned and not _is_paired_by_round(cid):
        return NextStep("round", {"number": planned}, url_for("rounds.page", cid=cid, number=planned))
    if planned:
        return NextStep("pair", {"number": planned}, url_for("rounds.page", cid=cid, number=planned))
    return NextStep("finished", url=url_for("standings.page", cid=cid))


def _is_paired_by_round(cid: int) -> bool:
    """Whether the program pairs each round; a round robin has its schedule, and games may also come by hand only."""
    from kompitie_web.actions import presets
    from kompitie_web.store import models

    return presets.round_by_round(models.Competition.get_by_id(cid).pairing)


def first_draft(competition: Competition) -> int:
    """The first round that waits as a draft, 0 = none."""
    return min((one.number for one in competition.rounds if one.state == DRAFT), default=0)


def first_planned(competition: Competition) -> int:
    """The first round that is still to be paired, 0 = none."""
    return min((one.number for one in competition.rounds if one.state == PLANNED), default=0)


def last_shown(competition: Competition) -> int:
    """The last round that is published or closed, 0 = none."""
    return max((one.number for one in competition.rounds if one.state not in (PLANNED, DRAFT)), default=0)


def open_games(competition: Competition) -> dict[int, int]:
    """How many games of each published round have no result yet; rounds without open games are left out."""
    shown = {one.number for one in competition.rounds if one.state not in (PLANNED, DRAFT)}
    counts: dict[int, int] = {}
    for game in competition.games:
        if game.result == OPEN and game.round in shown and not game.annulled:
            counts[game.round] = counts.get(game.round, 0) + 1
    return counts


def pairing_round(competition: Competition) -> int:
    """The round that presence and pairing are about: the draft, else the next planned one, else the last one; at least 1."""
    return first_draft(competition) or first_planned(competition) or max((one.number for one in competition.rounds), default=1)


def results_round(competition: Competition) -> int:
    """The round whose results are to be entered: the first with open games, else the last one that was published; at least 1."""
    return min(open_games(competition), default=0) or last_shown(competition) or 1


def current_round(competition: Competition) -> int:
    """The round that the day is about: the draft, else the one with open games, else the next planned one, else the last one."""
    return first_draft(competition) or min(open_games(competition), default=0) or pairing_round(competition)


def _standing_is_published(cid: int, last_round: int) -> bool:
    """Whether the standing by which is paired was published; a list of the youth or of a period does not stand for it."""
    from kompitie_web.store import mapping, models

    published = models.Publication
    here = (published.classification == mapping.pairing_classification(cid).id) & (published.last_round >= last_round)
    return bool(published.select().where(here & ~published.withdrawn).exists())


def done(message: str, location: str | None = None, undo: bool = True, kind: str = "") -> Response:
    """After a successful action: the message as a toast (with Undo) on the page that follows, and the way there (303).

    ``location`` None: back to the page on which the form stood. ``kind``: undo, redo or plain, the button beside the message.
    """
    flash(message, kind or ("undo" if undo else "plain"))
    return see_other(location or back())


def see_other(location: str) -> Response:
    """Go on with a page of ours after a form."""
    answer = redirect(location, 303)
    assert isinstance(answer, Response)
    return answer


def back(fallback: str = "/") -> str:
    """The page of ours from which a form was sent: its field ``back``, else the referring page, else ``fallback``."""
    wanted = request.form.get("back") or request.args.get("back") or referring_page()
    return wanted if is_ours(wanted) else fallback


def referring_page() -> str:
    """The page of ours on which the browser was before, '' when it does not say or it was not ours."""
    if request.referrer and request.referrer.startswith(request.host_url):
        return "/" + request.referrer[len(request.host_url) :]
    return ""


def is_ours(location: str) -> bool:
    """Whether an address is a path of this program and nothing that leads elsewhere."""
    return location.startswith("/") and not location.startswith(("//", "/\\")) and not any(ord(sign) < 32 for sign in location)


def refusal(error: "ActionError") -> dict[str, str]:
    """The sentence of a refused action by the field it is about ('' = the whole form), for the macro ``field``."""
    from kompitie_web import messages

    return {error.field or "": messages.error_text(error)}


def is_partial() -> bool:
    """Whether htmx asks for a part of the page only."""
    return request.headers.get("HX-Request") == "true" and request.headers.get("HX-Boosted") != "true"


def document_answer(made: "Document", how: str = "inline") -> Response:
    """A finished document as an answer, to look at (``inline``) or to be saved (``attachment``)."""
    answer = make_response(made.content)
    answer.mimetype = made.mimetype
    answer.headers["Content-Disposition"] = f'{how}; filename="{made.filename}"'
    return answer
