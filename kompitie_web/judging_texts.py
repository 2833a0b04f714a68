"""Sentences for the rules by which one pairing of a round is better than another: one for every code of ``engine.judging.rules``.

``pairing_texts`` fills them in. "otherwise": as the other pairing has it.
"""

from engine.judging import rules
from kompitie_web.i18n import N_

TEXTS: dict[str, str] = {
    rules.TWICE: N_("%(player)s has more than one place in this round."),
    rules.NOT_PRESENT: N_("%(player)s was not among those to be paired."),
    rules.WITHOUT_GAME: N_("%(player)s has neither a game nor the bye."),
    rules.KEPT: N_("%(player)s – %(opponent_player)s stood already and stays."),
    rules.LEFT_OUT: N_("A complete pairing is not possible. With as many games as can be, these stay without one: %(players)s."),
    rules.FIXED_ORDER: N_("No rule tells the two apart: a fixed order of the program decides."),
    # Swiss on resistance
    rules.FIRST_ROUND: N_(
        "First round: %(player)s takes the first possible opponent by the list, %(chosen_player)s and not %(other_player)s."
    ),
    rules.LAST_BYE: N_("The bye goes to the last who may have it: %(chosen_player)s and not %(other_player)s."),
    rules.CROSSING: N_(
        "Round 2: as many pairs as possible of one who had black and one who had white in the group with score %(group)s (%(chosen)s, "
        "otherwise %(other)s)."
    ),
    rules.CROSSING_ORDER: N_(
        "Round 2: %(player)s takes the first possible opponent in lot-number order, %(chosen_player)s and not %(other_player)s."
    ),
    rules.CROSSING_NOBODY: N_(
        "Round 2: %(player)s had black and takes the first possible player who had white: %(chosen_player)s."
    ),
    rules.WAITING: N_(
        "Key 2: as few players as possible wait in the group with score %(group)s (%(chosen)s, otherwise %(other)s)."
    ),
    rules.WAITING_COLOUR: N_("Key 3: those who stay in the group with score %(group)s can be paired within the colour limit."),
    rules.WAITING_CARRIED: N_(
        "Key 4: as few as possible of those who waited before wait again in the group with score %(group)s (%(chosen)s, otherwise "
        "%(other)s)."
    ),
    rules.WAITING_AGAIN: N_(
        "Key 5: as few as possible of those who wait in the group with score %(group)s find nobody in the next one (%(chosen)s, "
        "otherwise %(other)s)."
    ),
    rules.WAITING_ORDER: N_(
        "Key 6: in the group with score %(group)s those with the highest resistance wait or have the bye, %(chosen_player)s and not "
        "%(other_player)s."
    ),
    rules.COLOUR_LIMIT: N_("The pairs of the group with score %(group)s keep the colour limit."),
    rules.LOWEST: N_(
        "%(player)s takes the lowest possible opponent of the group with score %(group)s: %(chosen_player)s and not %(other_player)s."
    ),
    # Swiss on rating
    rules.ABSOLUTE: N_("Rule B2: %(player)s and %(opponent_player)s must both have the same colour, so they may not meet."),
    rules.MOVED_PAIRED: N_(
        "Key 2: as many as possible of those who moved down are paired in the group with score %(group)s (%(chosen)s, otherwise "
        "%(other)s)."
    ),
    rules.PAIRS: N_("Key 2: as many pairs as possible in the group with score %(group)s (%(chosen)s, otherwise %(other)s)."),
    rules.NEXT_GROUP: N_("Key 3: all who move down from the group with score %(group)s can be paired in the next one."),
    rules.SAME_COLOUR: N_(
        "Key 4: as few pairs as possible of two who want the same colour in the group with score %(group)s (beyond the unavoidable "
        "ones: %(chosen)s, otherwise %(other)s)."
    ),
    rules.UPFLOATS: N_("Key 5: in the group with score %(group)s nobody meets a higher score again so soon."),
    rules.HIGHEST: N_(
        "Key 6: %(player)s, who moved down, takes the highest possible opponent, %(chosen_player)s and not %(other_player)s."
    ),
    rules.DOWNFLOATS: N_("Key 7: in the group with score %(group)s nobody moves down or meets a lower score again so soon."),
    rules.EXCHANGE: N_("Key 8: as few and as small exchanges as possible between the halves of the group with score %(group)s."),
    rules.TRANSPOSITION: N_(
        "Key 9: %(player)s takes the highest possible opponent of the lower half, %(chosen_player)s and not %(other_player)s."
    ),
    # By list
    rules.FEWEST_BYES: N_("The bye goes to somebody with the fewest byes: %(chosen_player)s and not %(other_player)s."),
    rules.RELAXED: N_("The rules are relaxed as little as possible."),
    rules.LIST_BYE: N_("The bye goes to the lowest of the list who may have it: %(chosen_player)s and not %(other_player)s."),
    rules.NEAREST: N_(
        "%(player)s takes the nearest lower player of the list who is allowed: %(chosen_player)s and not %(other_player)s."
    ),
    rules.NEAREST_NOBODY: N_(
        "%(player)s takes the nearest lower player of the list who is allowed, and not the bye: %(chosen_player)s."
    ),
    rules.REPEATS: N_("As few pairs as possible meet again (%(chosen)s, otherwise %(other)s)."),
    rules.SUM: N_(
        "All pairs together lie closest to each other in the list (sum of the squared distances %(chosen)s, otherwise %(other)s)."
    ),
    rules.SUM_BYE: N_("The distances are equal, so the lower player has the bye: %(chosen_player)s and not %(other_player)s."),
    rules.SUM_HIGHER: N_("The distances are equal, so the higher players have the nearer opponents."),
    # Round robin
    rules.TABLE: N_("By the table %(player)s and %(opponent_player)s meet in round %(round)s."),
    rules.TABLE_COLOURS: N_("By the table %(player)s has white against %(opponent_player)s."),
    rules.TABLE_BYE: N_("By the table %(player)s has no game in this round."),
}
