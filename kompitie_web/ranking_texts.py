"""Sentences for the reasons of a pairing by list (spec 21 "Pairing"): one for every code that only this pairing states."""

from engine.pairing import facts
from engine.pairing.ranking import options
from kompitie_web.i18n import N_, _

TEXTS: dict[str, str] = {
    facts.NEAREST_ALLOWED: N_(
        "%(player)s (place %(place)s) takes the nearest lower player of the list who is allowed: %(opponent_player)s (place "
        "%(opponent_place)s)."
    ),
    facts.BALANCED_PAIR: N_(
        "%(player)s (place %(place)s) and %(opponent_player)s (place %(opponent_place)s): all pairs together lie closest to each other "
        "in the list this way."
    ),
    facts.BROKEN_DISTANCE: N_("%(player)s and %(opponent_player)s met in round %(round)s already, sooner than the rule allows."),
    facts.BROKEN_DAYS: N_("%(player)s and %(opponent_player)s meet again sooner than the rule allows; days between: %(days)s."),
    facts.BROKEN_MEETINGS: N_("%(player)s and %(opponent_player)s met more often than the rule allows; times so far: %(count)s."),
    facts.BROKEN_COLOUR: N_("%(player)s goes beyond the colour limit: balance %(balance)s, last colours %(streak)s."),
    facts.COLOUR_STREAK: N_(
        "Colours: the balance is equal, the last colours are %(streak)s against %(opponent_streak)s for %(opponent_player)s: "
        "%(player)s has white."
    ),
    facts.COLOUR_REVERSED: N_(
        "Colours: balance and last colours are equal, so those of their game in round %(round)s are reversed: %(player)s has white."
    ),
    facts.COLOUR_HIGHER: N_("Colours: nothing else decides, so %(player)s, the higher of the list, has white."),
    facts.COLOUR_LOWER: N_("Colours: nothing else decides, so %(player)s, the lower of the list, has white."),
    facts.COLOUR_LOT: N_("Colours: nothing else decides, so they were drawn by lot: %(player)s has white."),
    facts.COLOUR_LIMITS: N_("Colours: only this way the colour limits are kept: %(player)s has white."),
    facts.BYE_FEWEST: N_("%(player)s has the bye: the lowest of the list among those with the fewest byes (%(byes)s)."),
    facts.BYE_LEFT: N_("%(player)s has the bye: no opponent was left for this player."),
    facts.BYE_BALANCED: N_("%(player)s has the bye: all pairs together lie closest to each other in the list this way."),
    facts.BYE_MORE_BYES: N_("%(player)s is lower, but has had more byes (%(byes)s)."),
    facts.RELAXED_COLOUR: N_("No complete pairing was possible within the colour limits, so they were left aside in this round."),
    facts.RELAXED_DISTANCE: N_(
        "No complete pairing was possible, so in this round players may meet again after more than %(used)s rounds in place of "
        "%(distance)s."
    ),
    facts.RELAXED_DAYS: N_(
        "No complete pairing was possible, so in this round players may meet again from %(least)s days on; the rule is more than "
        "%(days)s."
    ),
    facts.RELAXED_MEETINGS: N_(
        "No complete pairing was possible, so in this round the maximum number of meetings is %(used)s in place of %(meetings)s."
    ),
    facts.RELAXED_BYES: N_(
        "The others cannot be paired without those who have had the fewest byes, so players with up to %(byes)s could have it too."
    ),
}
SKIPPED: dict[str, str] = {
    facts.SKIPPED_RECENT: N_("%(player)s (met in round %(round)s, too recently)"),
    facts.SKIPPED_DAYS: N_("%(player)s (met too recently, days between: %(days)s)"),
    facts.SKIPPED_MEETINGS: N_("%(player)s (met as often as allowed: %(count)s)"),
    facts.SKIPPED_CLUB: N_("%(player)s (same club)"),
    facts.SKIPPED_FAMILY: N_("%(player)s (same family)"),
    facts.SKIPPED_COLOURS: N_("%(player)s (colour limit: balance %(balance)s, last colours %(streak)s)"),
    facts.SKIPPED_FIXED: N_("%(player)s (plays at a fixed table)"),
    facts.SKIPPED_BYE: N_("%(player)s (has the bye)"),
    facts.SKIPPED_SUM: N_("%(player)s (all pairs together would lie further apart)"),
}
#: What cannot work with the players and rounds there are (``engine.pairing.ranking.options``), by code.
PROBLEMS: dict[str, str] = {
    options.TOO_SMALL: N_("%(value)s is not possible here: it must be at least %(least)s."),
    options.MEETINGS_TOO_FEW: N_(
        "%(players)s players who meet at most %(value)s times cannot fill %(rounds)s rounds: it takes %(least)s times."
    ),
    options.DISTANCE_TOO_LARGE: N_(
        "With %(players)s players a rematch distance of %(value)s cannot be kept for %(rounds)s rounds; %(most)s can."
    ),
    options.GROUP_TOO_LARGE: N_(
        "%(count)s of the %(players)s players belong to “%(name)s”: they cannot all have an opponent from elsewhere."
    ),
    options.NO_EFFECT: N_("“Fewest repeats first” belongs to the balanced search; from the top it decides nothing."),
}
CHIPS: dict[str, str] = {
    facts.BROKEN_DISTANCE: N_("met recently"),
    facts.BROKEN_DAYS: N_("met recently"),
    facts.BROKEN_MEETINGS: N_("met too often"),
    facts.BROKEN_COLOUR: N_("colour limit"),
}


def last_colours(streak: int) -> str:
    """AL as the list shows it: ``2W``, ``1B``, and a dash before the first game. ``streak`` is positive for white."""
    if not streak:
        return "–"
    return _("%(number)sW", number=streak) if streak > 0 else _("%(number)sB", number=-streak)
