"""Several lists beside each other over the same games, stored ones and "what if" ones that are only computed (spec 20, 61 Standings)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from engine.classification import Row, Settings, Standing, standing
from engine.competition import Competition
from engine.explain import SCORE, explain
from kompitie_web.actions import classifications as actions
from kompitie_web.actions.errors import ActionError
from kompitie_web.documents.columns import usual
from kompitie_web.exchange.names import sort_key
from kompitie_web.i18n import _
from kompitie_web.pages import standings_view
from kompitie_web.pages.common import competition_or_404, done, engine_competition, refusal
from kompitie_web.pages.standings_why import Told
from kompitie_web.score_texts import head_text, row_score
from kompitie_web.standing_texts_score import told_score
from kompitie_web.store import current, mapping, models
from kompitie_web.what_if import WHAT_IFS, WhatIf

blueprint = Blueprint("compare", __name__)
BASE = "/c/<int:cid>/compare"
#: More do not fit beside each other.
MOST = 5
#: What a single list is set beside until something is chosen.
_FIRST_WHAT_IF = "keizer"


@dataclass(frozen=True)
class Side:
    """A list of the comparison. ``list``: its id, None = only computed. ``key``: of the what-if."""

    name: str
    settings: Settings
    shown: Standing
    list: int | None
    key: str = ""

    @property
    def head(self) -> str:
        """The head over its scores."""
        return head_text(self.settings)


@dataclass(frozen=True)
class Entry:
    """A player on one of the lists. ``shift``: how many places higher than on the first list; None = not on both."""

    place: int | None
    score: str
    shift: int | None
    short: bool


@dataclass(frozen=True)
class Line:
    """A player on all lists."""

    player: int
    name: str
    entries: Sequence[Entry]


@dataclass(frozen=True)
class Wanted:
    """What the address asks for: ids of lists, keys of what-ifs, the round, and by which of the lists the players are ordered."""

    lists: Sequence[int]
    keys: Sequence[str]
    round: int
    by: int

    def query(self, **changes: int | str) -> str:
        """The fields of the address, with something changed."""
        fields: list[tuple[str, str | int]] = [("list", one) for one in self.lists] + [("with", key) for key in self.keys]
        single: dict[str, int | str] = {"round": self.round, "by": self.by, **changes}
        return urlencode([*fields, *single.items()])


@blueprint.get(BASE)
def page(cid: int) -> Response:
    """The lists that the address names beside each other; without any all stored ones."""
    competition_or_404(cid)
    return _show(cid)


def _show(cid: int, status: int = 200, errors: Mapping[str, str] | None = None) -> Response:
    competition = engine_competition(cid)
    rows = mapping.classifications(cid)
    wanted = _wanted(competition, rows)
    sides = _sides(competition, rows, wanted) if wanted.round else []
    wanted = replace(wanted, by=wanted.by if wanted.by < len(sides) else 0)
    answer = render_template(
        "compare/page.html",
        cid=cid,
        wanted=wanted,
        sides=sides,
        lines=_lines(competition, sides, wanted.by),
        rounds=standings_view.choosable_rounds(competition, wanted.round),
        stored=[(row.id, row.name or _("Standings")) for row in rows],
        what_ifs=[(one.key, _(one.name)) for one in WHAT_IFS.values()],
        most=MOST,
        left_out=max(0, len(wanted.lists) + len(wanted.keys) - MOST),
        told=_told(competition, sides, request.args.get("why", "")),
        errors=errors or {},
    )
    return make_response(answer, status)


def _told(competition: Competition, sides: Sequence[Side], why: str) -> Told | None:
    """The explanation of a score: the number of the list, a dot and the player; None when it names nothing that stands here."""
    index, _dot, player = why.partition(".")
    if not (index.isdecimal() and player.isdecimal() and int(index) < len(sides)):
        return None
    side = sides[int(index)]
    row = next((one for one in side.shown.rows if one.player == int(player)), None)
    if row is None:
        return None
    found = explain(competition, side.settings, side.shown.last, row.player)
    words = told_score(found, side.settings, competition, standings_view.reason_namer(competition.id))
    return Told(
        player=row.player,
        what=SCORE,
        name=competition.names[row.player],
        figure=row_score(row, side.settings.system),
        caption=_("%(list)s, place %(place)s", list=side.name, place=row.place),
        tables=words.tables,
        formulas=words.formulas,
        rules=tuple(words.rules),
    )


def _wanted(competition: Competition, rows: Sequence[models.Classification]) -> Wanted:
    """The comparison of the address or of the form."""
    values = request.values
    known = {row.id for row in rows}
    lists = [one for one in dict.fromkeys(values.getlist("list", type=int)) if one in known]
    keys = [key for key in dict.fromkeys(values.getlist("with")) if key in WHAT_IFS]
    if not lists and not keys:
        lists = [row.id for row in rows][:MOST]
    if len(lists) + len(keys) < 2 and "list" not in values:
        keys = [*keys, _FIRST_WHAT_IF] if _FIRST_WHAT_IF not in keys else keys
    last = standings_view.last_round(competition)
    number = values.get("round", last, type=int)
    by = values.get("by", 0, type=int)
    return Wanted(lists, keys, number if number in standings_view.shown_rounds(competition) else last, max(by, 0))


def _sides(competition: Competition, rows: Sequence[models.Classification], wanted: Wanted) -> list[Side]:
    """The standings, the stored lists first; kept until the file changes."""
    by_id = {row.id: row for row in rows}
    sides = []
    for identity in wanted.lists:
        settings = mapping.settings(by_id[identity])
        name = settings.name or _("Standings")
        sides.append(Side(name, settings, _standing(competition, settings, wanted.round, str(identity)), identity))
    for key in wanted.keys:
        settings = _settings(competition.id, WHAT_IFS[key])
        name = _("What if: %(name)s", name=_(WHAT_IFS[key].name))
        sides.append(Side(name, settings, _standing(competition, settings, wanted.round, key), None, key))
    return sides[:MOST]


def _settings(cid: int, what_if: WhatIf) -> Settings:
    """A what-if with the rounds, evenings and scale of the list by which is paired; everybody is on it."""
    like = mapping.settings(mapping.pairing_classification(cid))
    return replace(what_if.make(like), name="", category="", minimum_games=0)


def _standing(competition: Competition, settings: Settings, number: int, key: str) -> Standing:
    return current().cached(("compared", competition.id, key, number), lambda: standing(competition, settings, number))


def _lines(competition: Competition, sides: Sequence[Side], by: int) -> list[Line]:
    """A line for each player who is on a list, in the order of the chosen one; who is not on it follows by name."""
    found = [{row.player: row for row in side.shown.rows} for side in sides]
    order = list(found[by]) if found else []
    rest = {player for rows in found for player in rows} - set(order)
    order += sorted(rest, key=lambda player: sort_key(competition.by_id[player].name))
    return [_line(competition, sides, found, player) for player in order]


def _line(competition: Competition, sides: Sequence[Side], found: Sequence[Mapping[int, Row]], player: int) -> Line:
    entries = []
    first: int | None = None
    for index, (side, rows) in enumerate(zip(sides, found, strict=True)):
        row = rows.get(player)
        place = None if row is None else row.place
        first = place if not index else first
        shift = first - place if index and first is not None and place is not None else None
        score = "" if row is None else row_score(row, side.settings.system)
        entries.append(Entry(place, score, shift, row is not None and row.below_minimum))
    return Line(player, competition.names[player], entries)


@blueprint.post(f"{BASE}/keep")
def keep(cid: int) -> AnyResponse:
    """Make a list of the competition out of a what-if."""
    competition_or_404(cid)
    what_if = WHAT_IFS.get(request.form.get("key", ""))
    if what_if is None:
        abort(404)
    taken = {row.name for row in mapping.classifications(cid)}
    plain = _(what_if.name)
    name = next(one for one in (plain, *(f"{plain} {number}" for number in range(2, len(taken) + 3))) if one not in taken)
    settings = replace(_settings(cid, what_if), name=name)
    try:
        identity = actions.add_classification(cid, settings, usual(settings.system))
    except ActionError as error:
        return _show(cid, 422, {"": " ".join(refusal(error).values())})
    return done(_("List “%(name)s” added.", name=name), url_for("standings.page", cid=cid, list=identity))
