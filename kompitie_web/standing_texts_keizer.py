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
from kompitie_web.score_texts import PLACES, exact_text, rounded_adds_up, score_text
from kompitie_web.standing_texts import Part, PartTable, Reasons, ScoreTold, part

_DECIMALS = PLACES["keizer"]


def keizer(found: Explanation, settings: Settings, competition: Competition, reason: Reasons) -> ScoreTold:
    """Part by part share × value = points; exact fractions where the rounded points would not add up."""
    if found.total is None or not found.terms:
        return ScoreTold([], [], [_("There is no list yet: the first round gives one.")])
    options = KeizerOptions.read(settings.options)
    counted = [term.amount for term in found.terms if term.counts and term.amount is not None]
    is_exact = not rounded_adds_up(counted, found.total, _DECIMALS)
    lines = [_part(term, competition, reason, options, is_exact) for term in found.terms]
    shown = score_text(found.total, "keizer")
    foot = exact_text(found.total) if is_exact else shown
    if is_exact:
        foot = shown if foot.startswith("≈") else f"{foot} ≈ {shown}"
    table = PartTable(lines, _("Points"), _("Together"), foot, sum_head=_("Share × value"))
    return ScoreTold([table], [], _rules(options, is_exact))


def _part(term: Term, competition: Competition, reason: Reasons, options: KeizerOptions, is_exact: bool) -> Part:
    """A line: what happened, share × value, and the points."""
    amount = term.amount or Fraction(0)
    shown = exact_text(amount) if is_exact else i18n.number(amount, _DECIMALS)
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


def _rules(options: KeizerOptions, is_exact: bool) -> list[str]:
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
    if is_exact:
        sentences.append(_("Rounded numbers would not add up here; that is why the parts are exact fractions."))
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
