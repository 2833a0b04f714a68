"""Player cards: one player's games and rounds, what each gave by the chosen list, and what they did to his rating (spec 20 Explain, 40)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.classification import Row, Settings, Standing, standing
from engine.competition import Player
from engine.explain import SUM, Explanation, explain_score
from engine.systems import rating
from engine.systems.basis import Basis, basis
from engine.terms import Term
from kompitie_web import i18n
from kompitie_web.documents import columns as known
from kompitie_web.documents.facts import Reason, View
from kompitie_web.documents.job import Job
from kompitie_web.documents.model import Column, Group, Table
from kompitie_web.documents.model import Row as Cells
from kompitie_web.documents.words import reason
from kompitie_web.exchange.names import sort_key
from kompitie_web.i18n import _
from kompitie_web.score_texts import exact_text, head_text, row_score, score_text
from kompitie_web.standing_texts import FormulaLine, Part, PartTable, ScoreTold
from kompitie_web.standing_texts_score import told_score

#: The terms of the attendance balance, under a heading of their own.
_BALANCE = ("credit", "reset")


@dataclass(frozen=True)
class _Ground:
    """What all cards of a printing share. ``ratings``: rating after the games by player; ``rating_name``: by which list, '' = by the usual factor."""

    job: Job
    view: View
    basis: Basis
    shown: Standing
    rows: Mapping[int, Row]
    ratings: Mapping[int, Fraction]
    rating_settings: Settings
    rating_name: str

    def reason(self, key: str) -> str:
        """The name of a reason."""
        return reason(key, self.job.facts.reasons.get(key, Reason()).names)

    @property
    def kind(self) -> str:
        """The system, ratings by their mode."""
        settings = self.view.settings
        if settings.system != "rating":
            return settings.system
        return "performance" if rating.Options.read(settings.options).mode == rating.PERFORMANCE else "progressive"


def cards(job: Job) -> list[Table]:
    """The card of the chosen player, or of everybody on the list by name. NothingToPrint without players."""
    view = job.facts.view(job.options.classifications[0] if job.options.classifications else None)
    last = job.last_round()
    shown = job.standing(view, last)
    ground = _ground(job, view, shown, last)
    competition = job.facts.competition
    wanted = competition.by_id.get(job.options.player or 0)
    everybody = [competition.by_id[row.player] for row in shown.rows] or list(competition.players)
    chosen = [wanted] if wanted else sorted(everybody, key=lambda player: (*sort_key(player.name), player.order))
    return [_card(ground, player) for player in chosen]


def _ground(job: Job, view: View, shown: Standing, last: int) -> _Ground:
    settings, name = _rating_list(job, view)
    ratings = standing(job.facts.competition, settings, last).rows
    return _Ground(
        job,
        view,
        basis(job.facts.competition, view.settings, last),
        shown,
        {row.player: row for row in shown.rows},
        {row.player: row.score for row in ratings if row.score is not None},
        settings,
        name,
    )


def _rating_list(job: Job, view: View) -> tuple[Settings, str]:
    """The list by which ratings change: the chosen one, else the first progressive one, else from the own rating by the usual factor."""
    for one in (view, *job.facts.views):
        if one.settings.system == "rating" and rating.Options.read(one.settings.options).mode != rating.PERFORMANCE:
            return replace(one.settings, category="", minimum_games=0), one.name or _("Standings")
    plain = Settings(system="rating", first_round=view.settings.first_round, last_round=view.settings.last_round)
    return replace(plain, options=rating.Options(mode=rating.OWN_START).as_json()), ""


def _card(ground: _Ground, player: Player) -> Table:
    """The card of one player: the terms of his score in the words of the screen, each with what it gave."""
    found = explain_score(ground.basis, player.id)
    told = told_score(found, ground.view.settings, ground.job.facts.competition, ground.reason)
    figures = _figures(ground, found, told)
    row = ground.rows.get(player.id)
    words = _("%(head)s after round %(number)s", head=_capital(_head(ground)), number=ground.shown.last)
    closing: Cells = (
        "",
        "",
        "",
        words,
        *([""] * (len(figures) - 1)),
        score_text(found.total, ground.view.settings.system, found.mark),
    )
    return Table(
        player.name,
        ground.job.header(ground.shown.last or None),
        (
            Column("round", _("round"), "figure", bold=True),
            Column("date", _("date"), soft=True),
            Column("colour", "", "disc"),
            Column("told", _("game or reason"), flex=1),
            *(one.column for one in figures),
        ),
        (*_body(ground, found, told, figures), closing),
        "\n".join([" ".join([*told.rules, *_rating_notes(ground)]), *map(_formula, told.formulas)]),
        size=10,
        height=(5.2, 8.0),
        every=0,
        band=tuple(_band(ground, player, row)),
        totals=1,
    )


def _head(ground: _Ground) -> str:
    """What the score is called."""
    return _("Keizer score") if ground.kind == "keizer" else head_text(ground.view.settings)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _small(text: str) -> str:
    """A head of a column; Elo is a name."""
    return text if text.startswith("Elo") else text[:1].lower() + text[1:]


@dataclass(frozen=True)
class _Line:
    """A line of a card: a term, its words, and the sum of the terms so far."""

    term: Term
    part: Part
    total: Fraction


@dataclass(frozen=True)
class _Figure:
    """A column of numbers and its cell of a line."""

    column: Column
    text: Callable[[_Line], str]


def _figures(ground: _Ground, found: Explanation, told: ScoreTold) -> list[_Figure]:
    """The columns of numbers; the last one carries the total."""
    games = told.tables[0] if told.tables else PartTable((), _("Points"), "", "")
    figures = []
    if not games.has_sums:
        against = Column("against", _("rating"), "figure", soft=True)
        figures.append(_Figure(against, lambda line: _whole(_opponent_rating(ground, line.term))))
    if ground.kind == "progressive":
        expected = Column("expected", _("expected"), "figure")
        figures.append(_Figure(expected, lambda line: _percent(line.term, "expected")))
    if games.has_sums:
        figures.append(_Figure(Column("sum", _small(games.sum_head), align="right"), lambda line: line.part.sum))
    figures.append(_Figure(Column("points", _small(games.value_head), align="right", bold=True), lambda line: line.part.amount))
    if ground.kind == "attendance":
        balance = Column("balance", _("balance"), "figure", soft=True)
        return [*figures, _Figure(balance, lambda line: i18n.number(line.total) if line.term.kind in _BALANCE else "")]
    if found.method == SUM:
        system = ground.view.settings.system
        return [
            *figures,
            _Figure(Column("together", _("together"), "figure", soft=True), lambda line: score_text(line.total, system)),
        ]
    return [*figures, _Figure(Column("total", "", "figure"), lambda _line: "")]


def _whole(value: Fraction | int | None) -> str:
    return "" if value is None else i18n.number(value, 0)


def _percent(term: Term, key: str) -> str:
    """A percentage of a game."""
    value = dict(term.numbers).get(key)
    return "" if value is None else f"{_whole(value)} %"


def _opponent_rating(ground: _Ground, term: Term) -> Fraction | int | None:
    """The rating against which was played."""
    if ground.kind == "progressive":
        return term.value
    if term.opponent is not None:
        return ground.job.facts.competition.by_id[term.opponent].rating
    entries = ground.job.facts.competition.entries
    return next((one.opponent_rating for one in entries if one.id == term.entry), None) if term.entry else None


def _body(ground: _Ground, found: Explanation, told: ScoreTold, figures: Sequence[_Figure]) -> list[Cells | Group]:
    """A line for each term; of the attendance system the credits under a heading of their own."""
    body: list[Cells | Group] = []
    waiting = iter(
        [term for term in found.terms if term.kind not in _BALANCE] + [term for term in found.terms if term.kind in _BALANCE]
    )
    for index, table in enumerate(told.tables):
        body += [Group(table.title)] if index else []
        total = Fraction(0)
        for part in table.parts:
            term = next(waiting)
            total += term.amount or 0 if term.counts else 0
            line = _Line(term, part, total)
            iso = ground.job.facts.round(part.round).date if part.round else ""
            date = i18n.date(iso, "short") if iso else ""
            body.append((str(part.round or ""), date, part.colour, _happened(ground, line), *(one.text(line) for one in figures)))
    return body


def _happened(ground: _Ground, line: _Line) -> str:
    """The words of a line; the calculation of a progressive change stands in columns here."""
    is_calculated = ground.kind == "progressive" and line.term.counts
    return line.part.text if is_calculated or not line.part.remark else f"{line.part.text} – {line.part.remark}"


def _formula(line: FormulaLine) -> str:
    """A line of the calculation: what it is, the numbers filled in, the value, and which rule applied."""
    name = f"{line.name} ({line.meaning})" if line.meaning else line.name
    told = " = ".join(text for text in (name, line.filled, line.value) if text)
    return f"{told} – {line.remark}" if line.remark else told


def _band(ground: _Ground, player: Player, row: Row | None) -> list[tuple[str, str]]:
    """The figures over the list: place, score, value, games, rating, colours."""
    facts = ground.job.facts
    rated = _rating_change(ground, player)
    if row is None:
        return [(_("rating"), rated)] if rated else []
    figures = known.Ground(facts.competition, ground.shown)
    band = [(_("place"), str(row.place)), (_head(ground), row_score(row, ground.view.settings.system))]
    value = dict(row.figures).get("value")
    if value is not None:
        band.append((_("value"), exact_text(value) if value.denominator == 1 else i18n.number(value, 1)))
    band.append((_("games"), str(row.games)))
    if rated:
        band.append((_("rating"), rated))
    colours = [_cell(key, row, player, figures) for key in ("balance", "streak")]
    if colours[1]:
        band.append((_("colour"), " · ".join(colours)))
    return band


def _cell(key: str, row: Row, player: Player, ground: known.Ground) -> str:
    choice = known.COLUMNS[key]
    return "" if choice is None else choice.value(row, player, ground)


def _rating_change(ground: _Ground, player: Player) -> str:
    """Old → new, '' for a player without a rating."""
    options = rating.Options.read(ground.rating_settings.options)
    old = options.start_rating if options.mode == rating.FIXED_START else player.rating
    new = ground.ratings.get(player.id)
    return "" if old is None or new is None else f"{old} → {i18n.number(new, 0)}"


def _rating_notes(ground: _Ground) -> list[str]:
    """By which list the rating over the games changes."""
    if not ground.rating_name:
        return [_("Rating: from the rating at the start, 5 points for a match point more or less than expected.")]
    return [] if ground.kind == "progressive" else [_("Rating: by the list “%(name)s”.", name=ground.rating_name)]
