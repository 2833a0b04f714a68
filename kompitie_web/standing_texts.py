"""Explanations of standings in words: what each part of a number is, the rule behind it, and why somebody stands where he stands."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.competition import Competition
from engine.explain import AVERAGE, SCORE, SERIES, Explanation, Step, Tie
from engine.results import Side
from engine.terms import Term
from kompitie_web import i18n
from kompitie_web.i18n import N_, _
from kompitie_web.score_texts import exact_text, score_text
from kompitie_web.tiebreak_texts import TIEBREAKS

SYSTEMS = {
    "normal": N_("normal system"),
    "swiss": N_("Swiss system"),
    "keizer": N_("Keizer system"),
    "moyenne": N_("moyenne system"),
    "rating": N_("rating system"),
    "attendance": N_("attendance championship"),
}
#: One sentence for each system, for the form.
SYSTEM_HELP = {
    "normal": N_("The points decide; with equal points the player with fewer games comes first, then the tie-breaks."),
    "swiss": N_("The points decide, then the tie-breaks; the number of games plays no part."),
    "keizer": N_("A win pays what the opponent is worth on the list of that moment; who stays away gets a share of the own value."),
    "moyenne": N_("The own average counts with the average of the opponents: how well somebody plays, however often."),
    "rating": N_("The results against these opponents as a rating: a performance, or a rating that runs along with the games."),
    "attendance": N_("Rating points, score and presence over all evenings of two clubs together, in one formula."),
}
SCALES = {
    "draughts": N_("draughts 2-1-0"),
    "chess": N_("chess 1-½-0"),
    "three_points": N_("three points for a win 3-1-0"),
    "delft_two": N_("Delft on the 2-scale 2-1½-1-½-0"),
    "delft_old": N_("Delft old 4-3-2-1-0"),
    "delft_renewed": N_("Delft renewed 5-3-2-1-0"),
    "kndb": N_("KNDB 2-1-0 with plus and minus draws as tie-break"),
    "free": N_("free scores, such as 12-0"),
    "own": N_("own values"),
}
UNPLAYED = {
    "self": N_("as a draw against yourself (KNDB)"),
    "fmjd": N_("a bye counts for nothing, the opponent of a forfeit counts (FMJD)"),
}
#: What the parts of a standing are called where keys are named.
KEYS = {
    SCORE: N_("points"),
    "games": N_("fewer games"),
    "minimum": N_("minimum number of games"),
    "barrage": N_("play-off (barrage)"),
    "lot": N_("lot number"),
    "entry": N_("order of entry"),
    "previous": N_("place on the list before"),
}
_GAMES = {
    Side.WIN: N_("win against %(name)s"),
    Side.PLUS: N_("plus draw with %(name)s"),
    Side.DRAW: N_("draw with %(name)s"),
    Side.MINUS: N_("minus draw with %(name)s"),
    Side.LOSS: N_("loss against %(name)s"),
    Side.FORFEIT_WIN: N_("win by forfeit against %(name)s"),
    Side.FORFEIT_LOSS: N_("loss by forfeit against %(name)s"),
}
_RULES = {
    SCORE: N_("The points of all games, byes and absences of these rounds, added up."),
    "1": N_("The rating with which the player takes part in this competition."),
    "2": N_(
        "The ratings of the opponents in games that were played, divided by their number. Opponents without a rating are left out."
    ),
    "3": N_("The number of games won, forfeits included."),
    "4": N_("The points that all opponents have now, added up."),
    "5": N_("The points that all opponents have now, without the lowest number."),
    "6": N_("The points that all opponents have now, without the lowest and the highest number."),
    "7": N_(
        "The points of each opponent who was beaten, half of them after a draw, three quarters after a plus draw, a quarter after a minus draw."
    ),
    "m": N_("The points of the tied players in the games among themselves. It only counts when all of them met each other."),
    "p": N_("The number of plus draws less the number of minus draws."),
    "t": N_("Resistance points without the lowest number; when that is equal without the two lowest, and so on."),
    "s": N_("The resistance points of all opponents, added up."),
    "c": N_("The points after each round, added up: points won early count more often."),
    "b": N_("The number of games played with black; more comes first."),
    "k": N_("The points on the boards as the results were written, added up."),
    "l": N_("The lot number; the lower one comes first."),
}
_UNPLAYED_RULES = {
    ("self", False): N_(
        "A bye, a forfeited game and an entered absence count as a draw against yourself: with the player's own points."
    ),
    ("self", True): N_(
        "A bye, a forfeited game and an entered absence count as a draw against yourself: half of the player's own points."
    ),
    ("fmjd", False): N_("A bye and an absence count for nothing; the opponent of a forfeited game counts."),
    ("fmjd", True): N_("A bye and an absence count for nothing; a win by forfeit counts as a win."),
}
_VALUE_HEADS = {
    "2": N_("rating"),
    "4": N_("points of the opponent"),
    "5": N_("points of the opponent"),
    "6": N_("points of the opponent"),
    "t": N_("points of the opponent"),
    "s": N_("resistance of the opponent"),
    "c": N_("points after the round"),
    "3": N_("counts"),
    "p": N_("counts"),
    "b": N_("counts"),
}


#: Names a reason by its key.
Reasons = Callable[[str], str]


@dataclass(frozen=True)
class Part:
    """A line of an explanation: round, colour, what happened, remark, sum and what it gave. ``counts`` False: left out of the total."""

    round: int | None
    colour: str
    text: str
    remark: str
    sum: str
    amount: str
    counts: bool


@dataclass(frozen=True)
class PartTable:
    """The terms of a number as a table with their total; ``sum_head``: over the calculation of each part, '' = it has none."""

    parts: Sequence[Part]
    value_head: str
    foot_name: str
    foot: str
    title: str = ""
    sum_head: str = ""

    @property
    def has_sums(self) -> bool:
        """Whether the parts have a calculation of their own (share × value)."""
        return any(part.sum for part in self.parts)


@dataclass(frozen=True)
class FormulaLine:
    """A line of a calculation: its letter or name, what it is, the formula with its numbers, the value, and which rule applied."""

    name: str
    meaning: str
    filled: str
    value: str
    remark: str = ""


@dataclass(frozen=True)
class ScoreTold:
    """A score in words."""

    tables: Sequence[PartTable]
    formulas: Sequence[FormulaLine]
    rules: Sequence[str]


def name_of(what: str) -> str:
    """What a number is called: points, resistance points, …"""
    if what in TIEBREAKS:
        return _(TIEBREAKS[what][1])
    return _(KEYS[what]) if what in KEYS else what


def head_of(code: str) -> str:
    """The short head of a tie-break column."""
    return _(TIEBREAKS[code][0]) if code in TIEBREAKS else code


def figure(value: Fraction | None, what: str = SCORE, system: str = "") -> str:
    """A number as the standing writes it: averages of ratings are whole, a score as its system has it, – where it does not apply."""
    if value is None:
        return "–"
    if what == SCORE:
        return score_text(value, system)
    return i18n.number(value, 0) if what in ("1", "2") else i18n.number(value)


def value_head(what: str) -> str:
    """The head over the amounts of an explanation."""
    return _(_VALUE_HEADS.get(what, KEYS[SCORE]))


def parts(told: Explanation, competition: Competition, reason: Callable[[str], str]) -> list[Part]:
    """The terms of an explanation as lines. ``reason`` names a reason by its key."""
    return [_part(told, term, competition, reason) for term in told.terms if term.kind != "player"]


def _part(told: Explanation, term: Term, competition: Competition, reason: Callable[[str], str]) -> Part:
    calculation = f"{figure(term.share)} × {figure(term.value)}" if term.share is not None and term.value is not None else ""
    return Part(
        round=term.round,
        colour=term.colour if term.kind == "game" else "",
        text=happened(term, competition, reason),
        remark=_remark(told, term),
        sum=calculation,
        amount=figure(term.amount, told.what),
        counts=term.counts,
    )


def happened(term: Term, competition: Competition, reason: Callable[[str], str]) -> str:
    """What a term is about: a game, a bye, an absence, or just a round."""
    if term.kind == "round":
        return _("after round %(number)s", number=term.round)
    if term.opponent is not None and term.side in _GAMES:
        return _(_GAMES[term.side], name=competition.names[term.opponent])
    why = reason(term.reason)
    if not (why and term.opponent_name):
        return why or term.opponent_name
    return _("%(reason)s: %(name)s", reason=why, name=term.opponent_name)


def _remark(told: Explanation, term: Term) -> str:
    """What is special about a part: left out, or not the opponent's value."""
    if not term.counts:
        if told.method == AVERAGE:
            return _("no rating: left out")
        left = [one for one in told.terms if not one.counts]
        highest = told.what == "6" and len(left) > 1 and term is max(left, key=lambda one: (one.amount or 0, one.round or 0))
        return _("the highest: left out") if highest else _("the lowest: left out")
    if term.basis == "own":
        return _("not played: own resistance") if told.what == "s" else _("not played: own points")
    return _("not played: counts for nothing") if term.basis == "nothing" else ""


def rules(told: Explanation) -> list[str]:
    """The rule behind a number in sentences; unplayed games are explained where there are any (spec 70, trap 17)."""
    sentences = [_(_RULES[told.what])]
    if any(term.basis in ("own", "nothing") or (term.basis and term.kind == "forfeit") for term in told.terms):
        sentences.append(_(_UNPLAYED_RULES[told.unplayed, told.what == "7"]))
    if told.method == SERIES and len(told.series) > 1:
        series = " · ".join(figure(value) for value in told.series)
        sentences.append(_("Without the lowest, without the two lowest, and so on: %(series)s.", series=series))
    return sentences


def plain(found: Explanation, competition: Competition, reason: Reasons) -> ScoreTold:
    """A number that is its terms added up, averaged or counted."""
    lines = parts(found, competition, reason)
    name = _("Average") if found.method == "average" else _("Together")
    table = PartTable(lines, value_head(found.what), name, figure(found.total, found.what), sum_head=_("Sum"))
    return ScoreTold([table] if lines else [], [], rules(found))


def part(
    term: Term, competition: Competition, reason: Reasons, amount: str, calculation: str = "", remark: str = "", text: str = ""
) -> Part:
    """A term as a line."""
    return Part(
        round=term.round,
        colour=term.colour if term.kind == "game" else "",
        text=text or happened(term, competition, reason),
        remark=remark,
        sum=calculation,
        amount=amount,
        counts=term.counts,
    )


def mutual_text(told: Explanation, competition: Competition) -> str:
    """Who is tied, and who of them did not meet."""
    names = ", ".join(competition.names[player] for player in told.group)
    if len(told.group) < 2:
        return _("Nobody else is equal so far, so there is nothing to compare.")
    if told.not_met:
        first, second = (competition.names[player] for player in told.not_met)
        return _(
            "Equal so far: %(names)s. %(first)s and %(second)s did not meet, so it does not count.",
            names=names,
            first=first,
            second=second,
        )
    return _("Equal so far: %(names)s.", names=names)


def step_name(step: Step, score_name: str = "") -> str:
    """A key in a comparison; for truncated resistance how many numbers were left out. ``score_name``: what the system calls its score."""
    if step.key == SCORE and score_name:
        return score_name
    if step.left_out > 1:
        return _("resistance points without the %(n)s lowest", n=step.left_out)
    return name_of(step.key)


def step_values(step: Step, system: str = "") -> tuple[str, str]:
    """Both values of a comparison; exactly where they only seem to be equal."""
    above, below = figure(step.above, step.key, system), figure(step.below, step.key, system)
    if above == below and step.above != step.below and step.above is not None and step.below is not None:
        return exact_text(step.above), exact_text(step.below)
    return above, below


def tie_text(tie: Tie, competition: Competition, shared: bool, score_name: str = "") -> str:
    """What the comparison comes to."""
    above = competition.names[tie.above]
    if shared:
        if tie.decided_by == "entry":
            return _("Shares the place with %(name)s: equal in everything. The list follows the order of entry.", name=above)
        return _("Shares the place with %(name)s: equal in everything. The list follows the lot numbers.", name=above)
    if tie.decided_by == "minimum":
        return _("Stands below %(name)s because fewer games were played than this list asks for.", name=above)
    return _("Stands below %(name)s. What decided: %(key)s.", name=above, key=step_name(tie.steps[-1], score_name))
