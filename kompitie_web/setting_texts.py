"""What can be wrong or odd with the options of a system, by code (spec 20-24; filled in by ``kompitie_web.messages``)."""

from engine.results import exact
from kompitie_web.i18n import N_
from kompitie_web.score_texts import decimal_text, exact_text

PROBLEMS: dict[str, str] = {
    "unreadable": N_("“%(value)s” cannot be read here."),
    "negative": N_("A number below zero (%(value)s) is not possible here."),
    "worse_pays_more": N_("This way %(worse)s would pay more than %(better)s."),
    "absence_beats_draw": N_("Who stays away would get %(share)s of a value, more than the %(draw)s of a draw."),
    "top_below_n": N_("The highest value (%(top)s) is lower than the number of players (%(n)s)."),
    "value_negative": N_("The last place would be worth less than nothing (%(value)s) with %(n)s players."),
    "own_counts_nothing": N_("The own average would count for nothing."),
    "factor_zero": N_("With a factor of 0 no rating ever changes."),
    "extreme_unknown": N_("The table knows 736 or 800 here, not %(value)s."),
    "not_below_one": N_("The share of the rounds that everybody is asked to play must be less than 1 (now %(value)s)."),
    "above_one": N_("This is a share of all rounds: at most 1 (now %(value)s)."),
    "credit_too_high": N_("“%(reason)s” would give more (%(value)s) than a game that was played."),
}
_NUMBERS = frozenset(("value", "share", "draw", "top", "n"))


def figure(key: str, value: str) -> str:
    """A value of a problem as it is written: exact numbers as people write them, a text as it is."""
    if key not in _NUMBERS:
        return value
    try:
        found = exact(value)
    except ValueError:
        return value
    return decimal_text(found) or exact_text(found)
