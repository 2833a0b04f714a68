"""The explanation of a number beside a standing (spec 20 Explain, 61 Standings)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from flask import url_for

from engine.classification import Row, Standing
from engine.competition import Competition
from engine.explain import SCORE, explain, tie
from engine.tiebreaks import MUTUAL
from kompitie_web import standing_texts
from kompitie_web.i18n import _
from kompitie_web.pages.standings_view import Asked, reason_namer, shown_standing
from kompitie_web.score_texts import row_score, score_head
from kompitie_web.standing_texts import FormulaLine, PartTable, plain
from kompitie_web.standing_texts_score import told_score

PLACE = "place"


@dataclass(frozen=True)
class Comparison:
    """Why a player stands below the one above him: a sentence and the keys with both values, the last one decided."""

    above: str
    below: str
    text: str
    steps: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Told:
    """What the drawer shows. ``what``: place, score or a tie-break code; ``others``: the player's other numbers (what, name, value, address).

    ``card``: the address of the score as a card on paper, '' = there is none.
    """

    player: int
    what: str
    name: str
    figure: str
    caption: str
    tables: Sequence[PartTable] = ()
    formulas: Sequence[FormulaLine] = ()
    rules: tuple[str, ...] = ()
    comparison: Comparison | None = None
    is_first: bool = False
    others: tuple[tuple[str, str, str, str], ...] = field(default=())
    card: str = ""


def told(competition: Competition, wanted: Asked, why: str) -> Told | None:
    """The explanation that ``why`` names: a player id, a dot and what; None when it names nothing that stands on this list."""
    identity, _dot, what = why.partition(".")
    if not identity.isdecimal():
        return None
    shown = shown_standing(competition, wanted)
    row = next((one for one in shown.rows if one.player == int(identity)), None)
    codes = [code for code, _value in row.tiebreaks] if row else []
    if row is None or what not in (PLACE, SCORE, *codes):
        return None
    others = _others(wanted, row, what)
    return _place(competition, shown, row, others) if what == PLACE else _number(competition, wanted, shown, row, what, others)


def _others(wanted: Asked, row: Row, what: str) -> tuple[tuple[str, str, str, str], ...]:
    """The other numbers of the row, each with its address."""
    settings = wanted.settings
    numbers = [(PLACE, _("place"), str(row.place)), (SCORE, _(score_head(settings)[1]), row_score(row, settings.system))]
    numbers += [(code, standing_texts.head_of(code), standing_texts.figure(value, code)) for code, value in row.tiebreaks]
    return tuple((key, name, value, wanted.url(why=f"{row.player}.{key}")) for key, name, value in numbers if key != what)


def _place(competition: Competition, shown: Standing, row: Row, others: tuple[tuple[str, str, str, str], ...]) -> Told:
    """The place: the comparison with the player above."""
    comparison = _comparison(competition, shown, row)
    name = competition.names[row.player]
    rules = () if comparison else (_("Nobody stands above this player."),)
    return Told(
        row.player,
        PLACE,
        name,
        str(row.place),
        _("place"),
        rules=rules,
        comparison=comparison,
        is_first=not comparison,
        others=others,
    )


def _number(
    competition: Competition, wanted: Asked, shown: Standing, row: Row, what: str, others: tuple[tuple[str, str, str, str], ...]
) -> Told:
    """A score or a tie-break with its terms; the comparison too when this number decided the place."""
    reason = reason_namer(int(wanted.row.competition_id))
    settings = wanted.settings
    found = explain(competition, settings, shown.last, row.player, what)
    if what == SCORE:
        words, name, text = (
            told_score(found, settings, competition, reason),
            _(score_head(settings)[1]),
            row_score(row, settings.system),
        )
    else:
        words, name, text = (
            plain(found, competition, reason),
            standing_texts.name_of(what),
            standing_texts.figure(found.total, what),
        )
    rules = [*words.rules, *([standing_texts.mutual_text(found, competition)] if what == MUTUAL else [])]
    return Told(
        player=row.player,
        what=what,
        name=competition.names[row.player],
        figure=text,
        caption=_("%(number)s, place %(place)s", number=name, place=row.place),
        tables=words.tables,
        formulas=words.formulas,
        rules=tuple(rules),
        comparison=_comparison(competition, shown, row) if what == row.decided_by else None,
        others=others,
        card=_card(wanted, shown, row) if what == SCORE else "",
    )


def _card(wanted: Asked, shown: Standing, row: Row) -> str:
    """The address of the player's card by this list, as it is stored."""
    document = {"classification": wanted.id, "player": row.player, "round": shown.last}
    return f"{url_for('printing.file', cid=wanted.row.competition_id, name='player_cards')}?{urlencode(document)}"


def _comparison(competition: Competition, shown: Standing, row: Row) -> Comparison | None:
    """The comparison with the player above, None for the first."""
    found = tie(competition, shown, row.player)
    if found is None:
        return None
    places = {one.player: one.place for one in shown.rows}
    score_name = _(score_head(shown.settings)[1])
    shared = places[found.above] == places[found.below]
    return Comparison(
        above=competition.names[found.above],
        below=competition.names[found.below],
        text=standing_texts.tie_text(found, competition, shared, score_name),
        steps=tuple(
            (standing_texts.step_name(step, score_name), *standing_texts.step_values(step, shown.settings.system))
            for step in found.steps
        ),
    )
