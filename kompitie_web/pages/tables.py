"""Lists as CSV, for a spreadsheet or another program; each can be read back without loss (spec 50 Security, 70 trap 27)."""

from flask import Blueprint, Response

from kompitie_web.actions.common import competitors_of
from kompitie_web.actions.players import as_input
from kompitie_web.documents.produce import Document, filename
from kompitie_web.exchange.players_csv import write_players
from kompitie_web.exchange.standings_csv import lines_of, write_standing
from kompitie_web.i18n import _, current_language
from kompitie_web.pages import standings_view
from kompitie_web.pages.common import competition_or_404, document_answer, engine_competition
from kompitie_web.pages.standings import asked_or_404
from kompitie_web.standing_texts import name_of
from kompitie_web.tiebreak_texts import TIEBREAKS

blueprint = Blueprint("tables", __name__)


@blueprint.get("/c/<int:cid>/players.csv")
def players(cid: int) -> Response:
    """Everybody with all details, in the order of the lot numbers, as the import of a list reads it."""
    name = str(competition_or_404(cid).name)
    rows = sorted((as_input(row) for row in competitors_of(cid)), key=lambda one: one.lot or 0)
    return _csv(name, _("Players"), write_players(rows, current_language()))


@blueprint.get("/c/<int:cid>/standings/<int:list>.csv")
def standing(cid: int, list: int) -> Response:
    """A list with the filters of its address; every number exact."""
    wanted, competition = asked_or_404(cid, list), engine_competition(cid)
    lines = lines_of(standings_view.shown_standing(competition, wanted), competition)
    names = {code: name_of(code) for code in TIEBREAKS}
    title = f"{wanted.row.name or _('Standings')} {wanted.round}"
    return _csv(competition.name, title, write_standing(lines, current_language(), names))


def _csv(competition: str, title: str, content: bytes) -> Response:
    return document_answer(Document(filename(competition, title, "csv"), "text/csv", content), "attachment")
