"""A Keizer score in words: own value, games and rounds without a game, share × value each; and lists that do not come to rest (spec 21)."""

from collections.abc import Sequence
from fractions import Fraction

from engine.classification import Settings
from engine.competition import Competition
from engine.explain import Explanation
from engine.systems.keizer import Oscillation
from engine.systems.keizer_options import WITHDRAWN, KeizerOptions
from engine.terms import Term
from kompitie_web import i18n
from kompitie_web.i18n import _, ngettext
from kompitie_web.score_texts import LARGEST_DENOMINATOR, PLACES, exact_text, rounded_adds_up, score_text
from kompitie_web.standing_texts import Part, PartTable, Reasons, ScoreTold, part

_DECIMALS = PLACES["keizer"]
#: Decimals of parts whose fractions nobody can read: as few as add up.
_MORE = range(_DECIMALS + 1, 9)


def keizer(found: Explanation, settings: Settings, competition: Competition, reason: Reasons) -> ScoreTold:
    """Part by part share × value = points; fractions, or more decimals, where the rounded points would not add up."""
    if found.total is None or not found.terms:
        return ScoreTold([], [], [_("There is no list yet: the first round gives one.")])
    options = KeizerOptions.read(settings.options)
    counted = [term.amount for term in found.terms if term.counts and term.amount is not None]
    places = _decimals(counted, found.total)
    lines = [_part(term, competition, reason, options, places) for term in found.terms]
    foot = score_text(found.total, "keizer")
    if places != _DECIMALS:
        foot = f"{_points(found.total, places)} ≈ {foot}"
    table = PartTable(lines, _("Points"), _("Together"), foot, sum_head=_("Share × value"))
    return ScoreTold([table], [], _rules(options, places))


def _decimals(parts: Sequence[Fraction], total: Fraction) -> int | None:
    """With how many decimals the points are written so that they add up; None: as exact fractions."""
    if rounded_adds_up(parts, total, _DECIMALS):
        return _DECIMALS
    if all(value.denominator <= LARGEST_DENOMINATOR for value in (*parts, total)):
        return None
    return next((places for places in _MORE if rounded_adds_up(parts, total, places)), _MORE[-1])


def _points(amount: Fraction, places: int | None) -> str:
    return exact_text(amount) if places is None else i18n.number(amount, places)


def _part(term: Term, competition: Competition, reason: Reasons, options: KeizerOptions, places: int | None) -> Part:
    """A line: what happened, share × value, and the points."""
    amount = term.amount or Fraction(0)
    shown = _points(amount, places)
    calculation = "" if term.share is None or term.value is None else f"{_short(term.share)} × {_short(term.value)}"
    if term.kind == "own":
        return part(term, competition, reason, shown, _short(term.value or amount), text=_("own value"))
    name = _("after a withdrawal") if term.reason == WITHDRAWN else reason(term.reason) if term.reason else ""
    remark = _("no game and nothing entered") if term.kind == "missing" else ""
    if not term.counts:
        most = options.reason(term.reason).maximum or 0
        remark = ngettext("only paid %(n)s time, so nothing", "only paid %(n)s times, so nothing", most)
    return part(term, competition, reason, shown, calculation, remark, name if term.kind == "missing" else "")


def _short(value: Fraction) -> str:
    """A share or a value: exact when it can be read, else with two decimals."""
    text = exact_text(value)
    return f"≈ {i18n.number(value, 2)}" if text.startswith("≈") else text


def _rules(options: KeizerOptions, places: int | None) -> list[str]:
    """How the score came about."""
    sentences = [_("A game pays a share of what the opponent is worth, a round without a game a share of the own value.")]
    if options.optimise:
        sentences.append(_("The values are those of the last calculation: it was repeated until the order no longer changed."))
    elif options.passes > 1:
        sentences.append(
            _("The values are those of the last of %(n)s calculations; all rounds count again with them.", n=options.passes)
        )
    else:
        sentences.append(_("The values are those of the list before this round; all rounds count again with them."))
    if places is None:
        sentences.append(_("Rounded numbers would not add up here; that is why the parts are exact fractions."))
    elif places != _DECIMALS:
        sentences.append(_("With fewer decimals the parts would not add up here; their fractions are too long to write."))
    return sentences


def oscillation_text(found: Sequence[Oscillation], last: int, competition: Competition) -> list[str]:
    """What the arbiter is told when an optimised list does not come to rest."""
    sentences = []
    now = next((one for one in found if one.round == last), None)
    if now and now.unsettled:
        sentences.append(_("This list did not come to rest: the calculation was stopped, and the last order is shown."))
    elif now:
        first = ngettext(
            "This list does not come to rest: %(n)s order follows another without end.",
            "This list does not come to rest: %(n)s orders follow each other without end.",
            len(now.orders),
        )
        moving = [one for one in now.kept if len({order.index(one) for order in now.orders}) > 1]
        names = ", ".join(competition.names[one] for one in moving[:6])
        more = " …" if len(moving) > 6 else ""
        second = _("Shown is the order nearest to the list before. Who changes place: %(names)s.", names=names + more)
        sentences.append(f"{first} {second}")
    earlier = [str(one.round) for one in found if one.round != last]
    if earlier:
        sentences.append(_("Earlier lists that did not come to rest: after round %(rounds)s.", rounds=", ".join(earlier)))
    return sentences
