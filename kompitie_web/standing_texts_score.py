"""Scores of the systems in words: tables of terms, formulas with the numbers filled in, and the rule (spec 20 Explain).

Keizer stands in ``standing_texts_keizer``; points of the normal and Swiss systems in ``standing_texts``.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from engine.classification import Settings
from engine.competition import Competition
from engine.explain import Explanation
from engine.systems import attendance, attendance_formula
from engine.systems.rating import PERFORMANCE
from engine.terms import Term, Working
from kompitie_web import i18n
from kompitie_web.i18n import N_, _
from kompitie_web.score_texts import decimal_text, exact_text, formula_text, rounded, score_text
from kompitie_web.standing_texts import FormulaLine, Part, PartTable, Reasons, ScoreTold, part, plain
from kompitie_web.standing_texts_keizer import keizer


def told_score(found: Explanation, settings: Settings, competition: Competition, reason: Reasons) -> ScoreTold:
    """The explanation of a score by its system."""
    tellers: dict[str, Callable[[Explanation, Settings, Competition, Reasons], ScoreTold]] = {
        "keizer": keizer,
        "moyenne": _moyenne,
        "rating": _rating,
        "attendance": _attendance,
    }
    tell = tellers.get(settings.system)
    return tell(found, settings, competition, reason) if tell else plain(found, competition, reason)


def _without_score(lines: Sequence[Part], sentence: str) -> ScoreTold:
    """Nobody has a score by rounds that do not count; they are named all the same."""
    return ScoreTold([PartTable(lines, _("Points"), _("Together"), "–")] if lines else [], [], [sentence])


def formula_line(working: Working, name: str, meaning: str, places: int, remark: str = "") -> FormulaLine:
    """A working with its numbers written exactly, and its value exactly and rounded."""
    return FormulaLine(name, meaning, working.filled(formula_text), value_text(working.value, places), remark)


def value_text(value: Fraction | None, places: int) -> str:
    """A value as exactly as it can be read: 1,667 (5/3 is 1⅔), a whole or short decimal number as it is."""
    if value is None:
        return "–"
    text = decimal_text(value)
    if text:
        return text
    exact = exact_text(value)
    return exact if exact.startswith("≈") else f"{exact} ≈ {i18n.number(value, places)}"


def _signed(value: Fraction) -> str:
    text = decimal_text(value) or exact_text(value)
    return f"+{text}" if value > 0 else text


def _rating_text(value: Fraction) -> str:
    """A rating that runs along: halves with decimals too, as they stand below others."""
    places = next((one for one in range(4) if rounded(value, one) == value), None)
    return exact_text(value) if places is None else i18n.number(value, places)


def rating_change(value: Fraction) -> str:
    """What a game changed, with its sign."""
    return f"+{_rating_text(value)}" if value > 0 else _rating_text(value)


# Moyenne


def _moyenne(found: Explanation, settings: Settings, competition: Competition, reason: Reasons) -> ScoreTold:
    """Game by game the own points and the opponent's average; then both averages and the score."""
    lines = [_moyenne_part(term, competition, reason) for term in found.terms]
    if found.total is None:
        return _without_score(lines, _("No game was played yet, so there is no score: such players stand at the bottom."))
    own, others, score = found.workings
    points = dict(own.numbers)["points"]
    table = PartTable(
        lines, _("Points"), _("Together"), decimal_text(points) or exact_text(points), sum_head=_("Opponent’s average")
    )
    formulas = [
        formula_line(own, _("own average"), _("points / games"), 3),
        formula_line(others, _("opponents’ average"), _(_WEIGHTS[others.rule]), 3),
        formula_line(score, _("score"), _("weight × own average + weight × opponents’ average"), 3),
    ]
    sentences = [_("Only games that were played count; the opponents’ averages are those of now.")]
    return ScoreTold([table], formulas, sentences)


_WEIGHTS = {
    "weighted": N_("points of all opponents together / their games together"),
    "unweighted": N_("the opponents’ averages added up / games"),
}


def _moyenne_part(term: Term, competition: Competition, reason: Reasons) -> Part:
    if not term.counts or term.amount is None:
        return part(term, competition, reason, "–", remark=_("not played: does not count"))
    numbers = dict(term.numbers)
    average = term.value or Fraction(0)
    calculation = f"{formula_text(numbers['points'])} / {numbers['games']} = {i18n.number(average, 3)}"
    return part(term, competition, reason, decimal_text(term.amount) or exact_text(term.amount), calculation)


# Ratings


def _rating(found: Explanation, settings: Settings, competition: Competition, reason: Reasons) -> ScoreTold:
    if settings.options.get("mode", PERFORMANCE) == PERFORMANCE:
        return _performance(found, competition, reason)
    return _progressive(found, settings, competition, reason)


def _performance(found: Explanation, competition: Competition, reason: Reasons) -> ScoreTold:
    """The opponents' ratings and what was scored; average, percentage, difference of the table, performance."""
    lines = [_performance_part(term, competition, reason) for term in found.terms]
    if found.total is None:
        return _without_score(lines, _("No game that counts for ratings was played yet, so there is no performance."))
    average, percentage, difference, score = found.workings
    points = dict(percentage.numbers)["points"]
    table = PartTable(lines, _("Points"), _("Together"), i18n.number(points), sum_head=_("Opponent’s rating"))
    whole = dict(difference.numbers)["percentage"]
    looked_up = _("from the table, for %(percentage)s %%", percentage=whole)
    if difference.rule == "bound":
        looked_up = _("for %(percentage)s %% the table has no number: this is only a bound", percentage=whole)
    formulas = [
        formula_line(average, _("average rating of the opponents"), "", 1),
        formula_line(percentage, _("percentage"), _("a draw counts half"), 1),
        FormulaLine(_("difference"), looked_up, "", _signed(difference.value or Fraction(0))),
        formula_line(score, _("performance"), _("average + difference"), 1),
    ]
    sentences = [_("Forfeits and byes never count; opponents without a rating count with the start rating.")]
    if found.mark:
        text = score_text(found.total, "rating", found.mark)
        sentences.append(_("Everything or nothing was won, so the performance is only known as %(bound)s.", bound=text))
    return ScoreTold([table], formulas, sentences)


def _performance_part(term: Term, competition: Competition, reason: Reasons) -> Part:
    if not term.counts or term.amount is None:
        return part(term, competition, reason, "–", remark=_("does not count for ratings"))
    scored = dict(term.numbers)["scored"] / 100
    return part(term, competition, reason, i18n.number(scored), i18n.number(term.amount))


def _progressive(found: Explanation, settings: Settings, competition: Competition, reason: Reasons) -> ScoreTold:
    """The start, then what each game changed; the calculation of each change stands under it."""
    lines = [_change_part(term, competition, reason) for term in found.terms]
    total = found.total or Fraction(0)
    foot = _rating_text(total)
    shown = score_text(total, "rating")
    table = PartTable(lines, _("Change of the rating"), _("Rating now"), foot if foot == shown else f"{foot} ≈ {shown}")
    sentences = [
        _("Each game changes the rating by factor × (scored − expected) / 100; expected comes from the table for the difference."),
        _("All games of a round count against the ratings before that round. Forfeits and byes never count."),
    ]
    return ScoreTold([table], [], sentences)


def _change_part(term: Term, competition: Competition, reason: Reasons) -> Part:
    if term.kind == "player":
        amount = term.amount or Fraction(0)
        return part(term, competition, reason, _rating_text(amount), text=_("rating at the start"))
    if not term.counts or term.amount is None:
        return part(term, competition, reason, "–", remark=_("does not count for ratings"))
    numbers = {key: formula_text(value) for key, value in term.numbers}
    sentence = _(
        "%(own)s against %(opponent)s: expected %(expected)s %%, scored %(scored)s %%, so %(factor)s × (%(scored)s − %(expected)s) / 100",
        **numbers,
    )
    return part(term, competition, reason, rating_change(term.amount), remark=sentence)


# Attendance


_LETTERS = {
    "N": N_("rounds of the competition"),
    "G": N_("games played"),
    "P": N_("wins and half of the draws"),
    "saldo": N_("balance of rounds played and missed"),
    "d": N_("missing rounds"),
    "Rt": N_("average rating of the opponents"),
    "S": N_("score in percent"),
    "RD": N_("rating part"),
    "SD": N_("score part"),
    "score": N_("points"),
}
_RULES = {
    ("d", attendance_formula.ENOUGH): N_("enough rounds were played"),
    ("S", attendance_formula.ENOUGH): N_("enough rounds were played: divided by the games"),
    ("S", attendance_formula.SHORT): N_("rounds are missing: divided by games and missing rounds"),
    ("S", attendance_formula.VERY_SHORT): N_("more rounds are missing than were played: half of the score"),
    ("RD", "few_games"): N_("few games: the own rating fills up"),
    ("SD", "few_games"): N_("few games: 50 %% fills up"),
    ("RD", "no_games"): N_("no games: the own rating"),
    ("SD", "no_games"): N_("no games: 50 %%"),
}
_BALANCE = {
    attendance.PLAYED: N_("played"),
    attendance.FORFEIT: N_("won by forfeit: present"),
    attendance.OPEN: N_("no result yet: nothing"),
    attendance.ABSENT: N_("missed"),
    attendance.AWAY: N_("not taking part: nothing"),
}


def _attendance(found: Explanation, _settings: Settings, competition: Competition, reason: Reasons) -> ScoreTold:
    """The games with the opponents' ratings, the balance round by round, and the formulas with the numbers filled in."""
    games = [term for term in found.terms if term.kind not in ("credit", "reset")]
    balance = [term for term in found.terms if term.kind in ("credit", "reset")]
    named = {working.name: working.value for working in found.workings}
    tables = []
    if games:
        lines = [
            part(term, competition, reason, i18n.number(term.amount or 0), "" if term.value is None else i18n.number(term.value))
            for term in games
        ]
        score = named.get("P") or Fraction(0)
        tables.append(PartTable(lines, _("Points"), _("Together"), i18n.number(score), _("Games"), sum_head=_("Opponent’s rating")))
    if balance:
        lines = [_balance_part(term, competition, reason) for term in balance]
        saldo = named.get("saldo") or Fraction(0)
        tables.append(PartTable(lines, _("Balance"), _("Together"), _signed(saldo), _("Balance, round by round")))
    formulas = [
        formula_line(
            working,
            _("points") if working.name == "score" else _("balance") if working.name == "saldo" else working.name,
            "" if working.name == "score" else _(_LETTERS[working.name]),
            1,
            _(_RULES.get((working.name, working.rule), "")),
        )
        for working in found.workings
    ]
    return ScoreTold(tables, formulas, [])


def _balance_part(term: Term, competition: Competition, reason: Reasons) -> Part:
    amount = _signed(term.amount or Fraction(0))
    if term.kind == "reset":
        return part(term, competition, reason, amount, text=_("positive balance set to 0"))
    if term.basis == attendance.PRESENT:
        return part(term, competition, reason, amount, text=reason(term.reason))
    text = _(_BALANCE[term.basis])
    return part(term, competition, reason, amount, text=text, remark=reason(term.reason) if term.reason else "")
