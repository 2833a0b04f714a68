"""Players from elsewhere: a pasted list, a file, an earlier competition; always with a preview first (spec 00 row 3, 61 Players)."""

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from engine.competition import Competition
from kompitie_web import messages
from kompitie_web.actions import players as actions
from kompitie_web.actions.errors import ActionError
from kompitie_web.exchange import columns as kinds
from kompitie_web.exchange import players_csv
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.exchange.names import sort_key
from kompitie_web.exchange.table import DELIMITERS
from kompitie_web.i18n import N_, _, ngettext
from kompitie_web.pages.common import competition_or_404, done, engine_competition, refusal
from kompitie_web.store import models

blueprint = Blueprint("imports", __name__)

BASE = "/c/<int:cid>/players"
#: A list of players is small; what is larger is some other file. The page carries the bytes until the choice is made.
LARGEST_FILE = 1024 * 1024

#: What each kind of column is called.
COLUMN_NAMES = {
    kinds.IGNORE: N_("not used"),
    "name": N_("full name"),
    "last_name": N_("surname"),
    "first_name": N_("first name"),
    "infix": N_("particle (van, de, du)"),
    "rating": N_("rating"),
    "club": N_("club"),
    "categories": N_("categories"),
    "title": N_("title"),
    "code": N_("short name"),
    "lot": N_("lot number"),
    "town": N_("town"),
    "federation_id": N_("federation number"),
    "birth_year": N_("year of birth"),
    "family": N_("family"),
    "barrage": N_("play-off"),
}
ENCODING_NAMES = {
    "utf-8": N_("UTF-8 (most programs of today)"),
    "windows-1252": N_("Windows, Western Europe"),
    "utf-16": N_("UTF-16 (Unicode text of Excel)"),
    "iso-8859-2": N_("Central Europe"),
    "windows-1251": N_("Windows, Cyrillic"),
    "mac-roman": N_("Macintosh"),
}
DELIMITER_NAMES = {";": N_("semicolon ;"), "\t": N_("tab"), ",": N_("comma ,")}


@dataclass(frozen=True)
class Row:
    """A row of the preview: the player it gives or the sentence of what is wrong; ``chosen``: it will be added."""

    number: int
    cells: Sequence[str]
    player: PlayerInput | None
    error: str
    is_here: bool
    chosen: bool


@dataclass(frozen=True)
class View:
    """What the preview shows; every choice can be changed and sent again."""

    source: Mapping[str, str]
    is_file: bool
    preview: players_csv.Preview | None = None
    rows: Sequence[Row] = ()
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def chosen(self) -> int:
        """How many players will be added."""
        return sum(1 for row in self.rows if row.chosen)

    @property
    def is_guessed(self) -> bool:
        """Whether the letters of the file are a guess: no Unicode, and nobody chose them. Even a likely guess is said."""
        return bool(
            self.is_file and self.preview and not self.preview.encoding.startswith("utf") and not request.form.get("encoding")
        )

    @property
    def refused(self) -> int:
        """How many rows cannot be understood."""
        return sum(1 for row in self.rows if row.error)

    @property
    def here(self) -> int:
        """How many stand in the competition already."""
        return sum(1 for row in self.rows if row.is_here)


def show(cid: int, view: View, status: int = 200) -> Response:
    """The page: where the list comes from, and below it how it is understood."""
    names = {
        "columns": [(key, _(text)) for key, text in COLUMN_NAMES.items()],
        "encodings": [(key, _(text)) for key, text in ENCODING_NAMES.items()],
        "delimiters": [(_sign_name(key), _(DELIMITER_NAMES[key])) for key in DELIMITERS],
    }
    return make_response(render_template("players/import.html", cid=cid, view=view, names=names, sign_name=_sign_name), status)


def _sign_name(delimiter: str) -> str:
    """A tab does not survive in every form field."""
    return "tab" if delimiter == "\t" else delimiter


@blueprint.route(f"{BASE}/paste", methods=["GET", "POST"])
def paste(cid: int) -> AnyResponse:
    """A list from a spreadsheet or a text, pasted."""
    competition_or_404(cid)
    text = request.form.get("list", "")
    return _read(cid, text, {"list": text}, is_file=False)


@blueprint.route(f"{BASE}/file", methods=["GET", "POST"])
def file(cid: int) -> AnyResponse:
    """A file with a list; the page carries its bytes until the choices are made."""
    competition_or_404(cid)
    upload = request.files.get("file")
    if upload is not None and upload.filename:
        content = upload.read(LARGEST_FILE + 1)
        name = upload.filename
    else:
        try:
            content = base64.b64decode(request.form.get("content", ""), validate=True)
        except binascii.Error:
            content = b""
        name = request.form.get("file_name", "")
    if len(content) > LARGEST_FILE:
        sentence = _("This file is too large for a list of players. Choose a text or CSV file of at most 1 megabyte.")
        return show(cid, View({}, True, errors={"file": sentence}), 422)
    source = {"content": base64.b64encode(content).decode("ascii"), "file_name": name}
    if request.method == "POST" and not content:
        sentence = _("This file is empty.") if name else _("Choose a file first.")
        return show(cid, View({}, True, errors={"file": sentence}), 422)
    if content.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        sentence = _(
            "This is a workbook. Save the sheet with the players as CSV in your spreadsheet program, or copy the cells and paste them."
        )
        return show(cid, View({}, True, errors={"file": sentence}), 422)
    return _read(cid, content, source, is_file=True)


def _read(cid: int, content: bytes | str, source: Mapping[str, str], is_file: bool) -> AnyResponse:
    """The empty form, the preview, or the players themselves, depending on the button."""
    view = View(source, is_file)
    if request.method == "GET":
        return show(cid, view)
    try:
        preview = _preview(cid, content)
    except ActionError as error:
        return show(cid, replace(view, errors=refusal(error)), 422)
    view = replace(view, preview=preview, rows=_rows(cid, preview))
    if request.form.get("step") != "add":
        return show(cid, view)
    players = actions.recognised(cid, [row.player for row in view.rows if row.chosen and row.player is not None])
    if not players:
        return show(cid, replace(view, errors={"": _("No player is chosen. Tick the players that are to be added.")}), 422)
    try:
        return _add(cid, players, view.refused)
    except ActionError as error:
        return show(cid, replace(view, errors={"": messages.error_text(error)}), 422)


def _preview(cid: int, content: bytes | str) -> players_csv.Preview:
    """The list with the choices of the form. A choice that no longer fits (other delimiter, other columns) is guessed anew."""
    form = request.form
    existing = _existing(engine_competition(cid))
    delimiter = "\t" if form.get("delimiter") == "tab" else form.get("delimiter") or None
    heading = {"1": True, "0": False}.get(form.get("heading", ""))
    first = players_csv.preview(content, form.get("encoding") or None, delimiter, heading, None, existing)
    columns = [form[f"column-{at}"] for at in range(len(first.columns)) if f"column-{at}" in form]
    if len(columns) != len(first.columns) or form.get("changed") in ("delimiter", "encoding"):
        return first
    return players_csv.preview(content, first.encoding or None, first.delimiter, first.heading, columns, existing)


def _existing(competition: Competition) -> list[PlayerInput]:
    return [PlayerInput(name=player.name, rating=player.rating, code=player.code) for player in competition.players]


def _rows(cid: int, preview: players_csv.Preview) -> list[Row]:
    """The rows with their ticks: as chosen in the form, at first all but those that stand here already."""
    competition = engine_competition(cid)
    here = {sort_key(player.name) for player in competition.players}
    taken = {player.code for player in competition.players}
    ticked = set(request.form.getlist("row")) if request.form.get("ticks") else None
    rows = []
    for line in preview.lines:
        player = line.player
        if player is not None and player.code in taken:
            player = replace(player, code="")
        is_here = player is not None and sort_key(player.name) in here
        chosen = player is not None and (not is_here if ticked is None else str(line.number) in ticked)
        rows.append(Row(line.number, line.cells, player, messages.error_text(line.error) if line.error else "", is_here, chosen))
    return rows


def _add(cid: int, players: Sequence[PlayerInput], refused: int = 0) -> AnyResponse:
    """Add them and show the list with the new ones, and say how many rows were left out because they could not be understood.

    ActionError as ``actions.add_players``.
    """
    ids = actions.add_players(cid, players)
    message = ngettext("%(n)s player added.", "%(n)s players added.", len(ids))
    if refused:
        message += " " + ngettext(
            "%(n)s row could not be used and was left out.", "%(n)s rows could not be used and were left out.", refused
        )
    new = "-".join(str(one) for one in ids) if len(ids) <= 60 else None
    return done(message, url_for("players.page", cid=cid, new=new))


@blueprint.route(f"{BASE}/earlier", methods=["GET", "POST"])
def earlier(cid: int) -> AnyResponse:
    """Players of another competition of this file."""
    competition_or_404(cid)
    others = list(models.Competition.select().where(models.Competition.id != cid).order_by(models.Competition.id.desc()))
    wanted = request.values.get("other", type=int)
    other = next((one for one in others if one.id == wanted), others[0] if others else None)
    found = actions.earlier_players(cid, other.id) if other is not None else []
    here = {sort_key(player.name) for player in engine_competition(cid).players}
    errors: dict[str, str] = {}
    if request.method == "POST":
        ticked = {int(one) for one in request.form.getlist("row") if one.isdecimal()}
        players = [player for at, player in enumerate(found) if at in ticked]
        if players:
            try:
                return _add(cid, players)
            except ActionError as error:
                errors = refusal(error)
        else:
            errors[""] = _("No player is chosen. Tick the players that are to be added.")
    context: dict[str, Any] = {
        "others": others,
        "other": other,
        "found": found,
        "entered": [sort_key(one.name) in here for one in found],
    }
    return make_response(render_template("players/earlier.html", cid=cid, errors=errors, **context), 422 if errors else 200)
