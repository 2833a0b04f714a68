"""Sentences for the reasons of a Swiss on rating (spec 32): one for every code that only this pairing states."""

from engine.pairing import facts
from kompitie_web.i18n import N_

TEXTS: dict[str, str] = {
    facts.RATING_DOWN: N_(
        "%(player)s (score %(points)s) was moved down and takes the highest possible player of the group with score %(group)s: "
        "%(opponent_player)s."
    ),
    facts.RATING_INTO_S1: N_(
        "%(player)s went from the lower to the upper half in exchange, because of the colours or the floaters."
    ),
    facts.RATING_OUT_OF_S1: N_(
        "%(player)s went from the upper to the lower half in exchange, because of the colours or the floaters."
    ),
    facts.RATING_STAYED_NEEDED: N_("%(player)s stands lower but stayed: otherwise the others could not all be paired."),
    facts.RATING_STAYED_NEXT: N_("%(player)s stands lower but stayed: there would be no opponent in the next group."),
    facts.RATING_STAYED_COLOUR: N_("%(player)s stands lower but stayed: somebody who wants %(colour)s is needed in the group."),
    facts.RATING_STAYED_DOWNFLOAT: N_("%(player)s stands lower but stayed, having moved down in round %(round)s already."),
    facts.RATING_STAYED_REST: N_("%(player)s stands lower but stayed: otherwise the pairs of the group would be less good."),
    facts.RATING_COLOUR_BOTH: N_("Colours: %(player)s has white; nobody of the two wants it otherwise."),
    facts.RATING_COLOUR_STRONGER: N_(
        "Colours: both want the same, and %(ranked_player)s has the stronger claim: %(player)s has white."
    ),
    facts.RATING_COLOUR_RANK: N_(
        "Colours: both want the same equally strongly, so %(ranked_player)s, the higher of the two, gets it: %(player)s has white."
    ),
    facts.RATING_COLOUR_LOT: N_(
        "Colours: neither has played yet, so the lot decides for odd and even numbers (the higher of the two is number %(place)s): "
        "%(player)s has white."
    ),
    facts.RATING_COLOUR_DRAWN: N_("Number 1 drew %(colour)s; the number of the draw is %(seed)s."),
    facts.RATING_LAST_ROUND: N_(
        "Last round: the rules about colours and moving twice in the same direction do not apply to those with more than half of the "
        "points: %(players)s."
    ),
    facts.RATING_FEWER_PAIRS: N_("In the group with score %(group)s only %(pairs)s pairs were possible, with %(size)s players."),
    facts.RATING_MORE_COLOURS: N_(
        "In the group with score %(group)s more pairs than unavoidable want the same colour (%(count)s more)."
    ),
    facts.RATING_UPFLOAT_AGAIN: N_(
        "In the group with score %(group)s somebody meets a higher score again sooner than the rule wants."
    ),
    facts.RATING_DOWNFLOAT_AGAIN: N_("From the group with score %(group)s somebody moves down again sooner than the rule wants."),
    facts.RATING_NEXT_TOO_FEW: N_(
        "Not everybody who moves down from the group with score %(group)s finds an opponent in the next group, whoever moves down."
    ),
    facts.RATING_B2_GIVEN_UP: N_(
        "No complete pairing was possible with the rule about colours, so it was left aside in this round, as you asked."
    ),
    facts.RATING_B2_PREVENTS: N_(
        "Without the rule about colours everybody could be paired; in the settings you can let it be given up."
    ),
}
#: How a pair of the two halves came about, by the argument ``key``.
PAIRED: dict[str, str] = {
    "first": N_(
        "Upper half against lower half of the group with score %(group)s: %(player)s, number %(place)s, meets number "
        "%(opponent_place)s, %(opponent_player)s."
    ),
    "8": N_(
        "Upper half against lower half of the group with score %(group)s, after an exchange between the two: %(player)s, number "
        "%(place)s, meets number %(opponent_place)s, %(opponent_player)s."
    ),
    "9": N_(
        "Upper half against lower half of the group with score %(group)s, the lower half in another order: %(player)s, number "
        "%(place)s, meets number %(opponent_place)s, %(opponent_player)s."
    ),
}
#: Why somebody moved down, by the argument ``key``.
MOVED: dict[str, str] = {
    "c1": N_("%(player)s moved down from the group with score %(group)s: no possible opponent in it."),
    "all": N_("%(player)s moved down with the whole group with score %(group)s."),
    "pairs": N_("%(player)s moved down from the group with score %(group)s: no more pairs were possible there."),
    "odd": N_("%(player)s moved down from the group with score %(group)s, the last of an odd number."),
    "chosen": N_("%(player)s moved down from the group with score %(group)s, whose number was odd."),
}
SKIPPED: dict[str, str] = {
    facts.RATING_SKIPPED_ABSOLUTE: N_("%(player)s (both must have %(colour)s)"),
    facts.RATING_SKIPPED_COLOUR: N_("%(player)s (both want %(colour)s)"),
    facts.RATING_SKIPPED_UPFLOAT: N_("%(player)s (met a higher score in round %(round)s already)"),
    facts.RATING_SKIPPED_REST: N_("%(player)s (the others could not be paired as well)"),
}
CHIPS: dict[str, str] = {facts.RATING_MOVED: N_("moved down")}
