"""The lists as CSV files to be saved (see ``csv_lists``)."""

from flask import Blueprint, Response

from kompitie_web import csv_lists
from kompitie_web.pages import standings_view
from kompitie_web.pages.common import competition_or_404, document_answer, engine_competition
from kompitie_web.pages.standings import asked_or_404

blueprint = Blueprint("tables", __name__)


@blueprint.get("/c/<int:cid>/players.csv")
def players(cid: int) -> Response:
    """Everybody with all details."""
    competition_or_404(cid)
    return document_answer(csv_lists.players(engine_competition(cid)), "attachment")


@blueprint.get("/c/<int:cid>/standings/<int:list>.csv")
def standing(cid: int, list: int) -> Response:
    """A list with the filters of its address."""
    wanted, competition = asked_or_404(cid, list), engine_competition(cid)
    shown = standings_view.shown_standing(competition, wanted)
    return document_answer(csv_lists.standing(competition, shown, wanted.row.name, wanted.round), "attachment")
