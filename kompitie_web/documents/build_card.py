"""Player cards: one player's games and rounds, what each gave by the chosen list, and what they did to his rating (spec 20 Explain, 40)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine import systems
from engine.classification import Row, Settings, Standing, standing
from engine.competition import Player
from engine.results import Side
from engine.systems import rating
from engine.systems.basis import Basis, basis
from engine.terms import Term, Working
from kompitie_web import i18n
from kompitie_web.documents import columns as known
from kompitie_web.documents.facts import Reason, View
from kompitie_web.documents.job import Job
from kompitie_web.documents.model import Column, Group, Table
from kompitie_web.documents.model import Row as Cells
from kompitie_web.documents.words import reason
from kompitie_web.exchange.names import sort_key
from kompitie_web.i18n import N_, _
from kompitie_web.score_texts import exact_text, head_text, row_score, score_text

_RESULTS = {
    Side.WIN: N_("won"),
    Side.PLUS: N_("plus draw"),
    Side.DRAW: N_("draw"),
    Side.MINUS: N_("minus draw"),
    Side.LOSS: N_("lost"),
    Side.FORFEIT_WIN: N_("won by forfeit"),
    Side.FORFEIT_LOSS: N_("lost by forfeit"),
}
_NOTES = {
    "normal": N_("Every game, bye and absence with the points that it gave."),
    "swiss": N_("Every game, bye and absence with the points that it gave."),
    "keizer": N_(
        "Each contribution is a share times a value: that of the opponent on the list of the round before, or in a round without a game the player’s own."
    ),
    "moyenne": N_("The own average and the average of the opponents make the score; games that were not played do not count."),
    "performance": N_("The average rating of the opponents, and what the score against them is worth by the table."),
    "progressive": N_("Each change is the factor times the percentage scored less the percentage expected."),
    "attendance": N_("Games make rating and score; every round counts in the balance of rounds played and missed."),
}
_WORKINGS = {
    "own_average": N_("own average"),
    "opponents": N_("average of the opponents"),
    "average": N_("average rating of the opponents"),
    "percentage": N_("percentage"),
    "difference": N_("difference by the table"),
    "score": N_("score"),
}
_PLAIN = frozenset(("game", "forfeit", "entry", "missing", "own", "player"))


@dataclass(frozen=True)
class _Figure:
    """A column of numbers of a card: its head, and its cell from a term and the sum so far (None = there is no sum)."""

    key: str
    head: str
    text: Callable[[Term, Fraction], str]
    bold: bool = False
    soft: bool = False
    right: bool = False


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
    """The card of one player."""
    system = systems.system(ground.view.settings.system)
    terms, figures = system.terms(ground.basis, player.id), _figures(ground)
    body = _body(ground, player, terms, figures)
    row = ground.rows.get(player.id)
    total = row_score(row, system.key) if row else score_text(system.scores(ground.basis)[player.id], system.key)
    words = _("%(head)s after round %(number)s", head=_capital(_head(ground)), number=ground.shown.last)
    closing: Cells = ("", "", "", words, "", *([""] * (len(figures) - 1)), total)
    workings = _calculation(system.workings(ground.basis, player.id))
    return Table(
        player.name,
        ground.job.header(ground.shown.last or None),
        (
            Column("round", _("round"), "figure", bold=True),
            Column("date", _("date"), soft=True),
            Column("colour", "", "disc"),
            Column("opponent", _("opponent or reason"), flex=1),
            Column("result", _("result")),
            *(_column(one) for one in figures),
        ),
        (*body, closing),
        "\n".join([" ".join(_notes(ground)), *workings]),
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


def _column(figure: _Figure) -> Column:
    if figure.right:
        return Column(figure.key, _(figure.head), align="right", soft=figure.soft)
    return Column(figure.key, _(figure.head), "figure", bold=figure.bold, soft=figure.soft)


def _figures(ground: _Ground) -> list[_Figure]:
    """The columns of numbers of a system; the last one carries the total."""
    system = ground.view.settings.system

    def summed(_term: Term, total: Fraction) -> str:
        return score_text(total, system)

    value = _Figure("value", N_("× value"), lambda term, _total: _exact(term.value))
    points = _Figure("points", N_("points"), lambda term, _total: _exact(term.amount) if term.counts else "–", bold=True)
    against = _Figure("against", N_("rating"), lambda term, _total: _whole(_opponent_rating(ground, term)), soft=True)
    together = _Figure("together", N_("together"), summed, soft=True)
    blank = _Figure("total", "", lambda _term, _total: "")
    return {
        "keizer": [
            _Figure("share", N_("share"), lambda term, _total: _exact(term.share), right=True),
            value,
            replace(points, key="part", head=N_("= contribution")),
            together,
        ],
        "moyenne": [
            _Figure(
                "average", N_("opponent’s average"), lambda term, _total: score_text(term.value, "moyenne") if term.counts else ""
            ),
            points,
            blank,
        ],
        "performance": [against, _Figure("scored", N_("scored"), lambda term, _total: _percent(term, "scored"), bold=True), blank],
        "progressive": [
            against,
            _Figure("expected", N_("expected"), lambda term, _total: _percent(term, "expected")),
            _Figure("change", "±", lambda term, _total: _signed(term) if term.counts else "–", bold=True),
            together,
        ],
        "attendance": [against, points, _Figure("balance", N_("balance"), lambda _term, _total: "", soft=True)],
    }.get(ground.kind, [against, points, together])


def _exact(value: Fraction | None) -> str:
    return "" if value is None else exact_text(value)


def _whole(value: Fraction | int | None) -> str:
    return "" if value is None else i18n.number(value, 0)


def _percent(term: Term, key: str) -> str:
    """A percentage of a game."""
    value = dict(term.numbers).get(key)
    return "" if value is None else f"{_whole(value)} %"


def _signed(term: Term) -> str:
    """A change of a rating with its sign, one decimal."""
    if term.amount is None or term.kind == "player":
        return ""
    text = i18n.number(term.amount, 1)
    return f"+{text}" if term.amount > 0 else text


def _opponent_rating(ground: _Ground, term: Term) -> Fraction | int | None:
    """The rating against which was played."""
    if ground.kind in ("performance", "progressive", "attendance"):
        return term.value if ground.kind != "performance" else term.amount if term.counts else None
    if term.opponent is not None:
        return ground.job.facts.competition.by_id[term.opponent].rating
    entries = ground.job.facts.competition.entries
    return next((one.opponent_rating for one in entries if one.id == term.entry), None) if term.entry else None


def _body(ground: _Ground, player: Player, terms: Sequence[Term], figures: Sequence[_Figure]) -> list[Cells | Group]:
    """A line for each term; of the attendance system the credits under a heading of their own."""
    body: list[Cells | Group] = []
    total = Fraction(0)
    balance = [term for term in terms if term.kind in ("credit", "reset")]
    for term in terms:
        if term.kind in _PLAIN:
            total += term.amount or 0 if term.counts else 0
            body.append((*_told(ground, player, term), *(one.text(term, total) for one in figures)))
    if balance:
        body.append(Group(_("Balance of rounds played and missed")))
        saldo = Fraction(0)
        for term in balance:
            saldo += term.amount or 0
            blank = [""] * (len(figures) - 2)
            body.append((*_told(ground, player, term), *blank, _signed(term), i18n.number(saldo)))
    return body


def _told(ground: _Ground, player: Player, term: Term) -> tuple[str, str, str, str, str]:
    """Round, date, colour, opponent or reason, result."""
    iso = ground.job.facts.round(term.round).date if term.round else ""
    date = i18n.date(iso, "short") if iso else ""
    result = _(_RESULTS[term.side]) if term.side in _RESULTS else ""
    colour = term.colour if term.kind == "game" else ""
    return str(term.round or ""), date, colour, _who(ground, player, term), result


def _who(ground: _Ground, player: Player, term: Term) -> str:
    """The opponent, or what the round was."""
    if term.kind == "own":
        row = ground.rows.get(player.id)
        return _("own value (place %(place)s)", place=row.place) if row else _("own value")
    if term.kind == "player":
        return _("rating at the start")
    if term.kind == "reset":
        return _("positive balance set to 0")
    if term.opponent is not None:
        return ground.job.facts.competition.names[term.opponent]
    names = ground.job.facts.reasons
    words = reason(term.reason, names.get(term.reason, Reason()).names) if term.reason else _absence(term)
    return ": ".join(part for part in (words, term.opponent_name) if part)


def _absence(term: Term) -> str:
    """A round of the balance without a game or an entry."""
    return {"absent": _("absent"), "away": _("not in the schedule"), "open": _("not finished")}.get(term.basis, "")


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


def _notes(ground: _Ground) -> list[str]:
    """How the numbers come about."""
    notes = [_(_NOTES[ground.kind])]
    if ground.rating_name:
        if ground.kind != "progressive":
            notes.append(_("Rating: by the list “%(name)s”.", name=ground.rating_name))
    else:
        notes.append(_("Rating: from the rating at the start, 5 points for a match point more or less than expected."))
    return notes


def _calculation(lines: Sequence[Working]) -> list[str]:
    """The calculation: what was counted on one line, then each formula with its numbers: 100 × 7 / (9 + 1) = 70."""
    known_lines = [one for one in lines if one.value is not None]
    counted = [f"{_named(one)} = {_number(one.value)}" for one in known_lines if not one.formula and one.value is not None]
    told = [
        f"{_named(one)} = {one.filled(_number)} = {_number(one.value)}"
        for one in known_lines
        if one.formula and one.value is not None
    ]
    return [*([" · ".join(counted)] if counted else []), *told]


def _named(one: Working) -> str:
    return _(_WORKINGS[one.name]) if one.name in _WORKINGS else one.name


def _number(value: Fraction) -> str:
    """A number of a calculation; three decimals where halves and quarters do not do."""
    return i18n.number(value, None if value.denominator in (1, 2, 4) else 3)
