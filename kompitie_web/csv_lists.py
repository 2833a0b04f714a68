"""The lists of a competition as CSV files, for a spreadsheet or another program (spec 50 Security, 70 trap 27); no web."""

from engine.classification import Standing
from engine.competition import Competition
from kompitie_web.actions.common import competitors_of
from kompitie_web.actions.players import as_input
from kompitie_web.documents.produce import Document, filename
from kompitie_web.exchange.players_csv import write_players
from kompitie_web.exchange.standings_csv import lines_of, write_standing
from kompitie_web.i18n import _, current_language
from kompitie_web.standing_texts import name_of
from kompitie_web.tiebreak_texts import TIEBREAKS

CSV = "text/csv"


def players(competition: Competition) -> Document:
    """Everybody with all details, in the order of the lot numbers, as the import of a list reads it."""
    rows = sorted((as_input(row) for row in competitors_of(competition.id)), key=lambda one: one.lot or 0)
    return Document(filename(competition.name, _("Players"), "csv"), CSV, write_players(rows, current_language()))


def standing(competition: Competition, shown: Standing, name: str, number: int) -> Document:
    """A list after a round with every number exact. ``name``: of the list, '' = the standings."""
    names = {code: name_of(code) for code in TIEBREAKS}
    content = write_standing(lines_of(shown, competition), current_language(), names)
    return Document(filename(competition.name, f"{name or _('Standings')} {number}", "csv"), CSV, content)
