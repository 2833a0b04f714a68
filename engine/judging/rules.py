"""The codes of the rules by which one pairing of a round is better than another, with their arguments (spec 21, 30, 31, 32).

``chosen_player`` and ``other_player``: whom the pairing made here takes, and whom the other one took; ``chosen`` and ``other``: the same
for numbers. ``group``: points of the score group. Where a rule of ``engine.pairing.facts`` says it already (they met, colours, a second
bye), that fact is the rule.
"""

# ---- what every pairing keeps
#: ``player`` stands in the round twice.
TWICE = "judged_twice"
#: ``player`` was not among those to be paired.
NOT_PRESENT = "judged_not_present"
#: ``player`` has neither a game nor the bye.
WITHOUT_GAME = "judged_without_game"
#: The game of ``player`` (white) and ``opponent_player`` stood already and is missing.
KEPT = "judged_kept"
#: The ``players`` cannot be paired in this round: as many games as possible, the lowest are left out.
LEFT_OUT = "judged_left_out"
#: No key tells the two pairings apart: a fixed order of the program decides.
FIXED_ORDER = "judged_fixed_order"

# ---- Swiss on resistance (spec 31)
#: First round: ``player`` takes the first possible opponent by the list.
FIRST_ROUND = "judged_first_round"
#: The bye goes to the last of the list, or the lowest, who may have it.
LAST_BYE = "judged_last_bye"
#: Round 2: as many pairs of even against odd as possible.
CROSSING = "judged_crossing"
#: Round 2: ``player``, of the even, takes the earliest possible of the odd; in the other pairing he meets none of them.
CROSSING_ORDER = "judged_crossing_order"
CROSSING_NOBODY = "judged_crossing_nobody"
#: Key 2: fewest players wait.
WAITING = "judged_waiting"
#: Key 3: the others can be paired within the colour limit.
WAITING_COLOUR = "judged_waiting_colour"
#: Key 4: fewest who had waited before.
WAITING_CARRIED = "judged_waiting_carried"
#: Key 5: fewest who have to float again.
WAITING_AGAIN = "judged_waiting_again"
#: Key 6: the highest by resistance wait (or have the bye).
WAITING_ORDER = "judged_waiting_order"
#: The pairs of the group keep the colour limit.
COLOUR_LIMIT = "judged_colour_limit"
#: ``player``, the highest left, takes the lowest possible opponent.
LOWEST = "judged_lowest"

# ---- Swiss on rating (spec 32)
#: B2: ``player`` and ``opponent_player`` must both have ``colour``.
ABSOLUTE = "judged_absolute"
#: Key 2: most of those moved down are paired.
MOVED_PAIRED = "judged_moved_paired"
#: Key 2: most pairs.
PAIRS = "judged_pairs"
#: Key 3: all who move down can be paired in the next group.
NEXT_GROUP = "judged_next_group"
#: Key 4: fewest pairs beyond the unavoidable ones in which both prefer the same colour.
SAME_COLOUR = "judged_same_colour"
#: Keys 5 and 7: nobody floats up (down) again.
UPFLOATS = "judged_upfloats"
DOWNFLOATS = "judged_downfloats"
#: Key 6: ``player``, moved down, takes the highest possible opponent.
HIGHEST = "judged_highest"
#: Key 8: fewest and smallest exchanges between the halves.
EXCHANGE = "judged_exchange"
#: Key 9: ``player`` of the upper half takes the highest possible of the lower half.
TRANSPOSITION = "judged_transposition"

# ---- pairing by list (spec 21)
#: The bye goes to one of those with the fewest byes.
FEWEST_BYES = "judged_fewest_byes"
#: Rules are relaxed in their order and as little as possible.
RELAXED = "judged_relaxed"
#: The bye goes to the lowest of the list who may have it.
LIST_BYE = "judged_list_bye"
#: ``player`` takes the nearest lower player allowed; in the other pairing he has the bye.
NEAREST = "judged_nearest"
NEAREST_NOBODY = "judged_nearest_nobody"
#: Balanced: fewest repeated pairs; smallest sum of squares; lowest bye; nearer opponents for the higher players.
REPEATS = "judged_repeats"
SUM = "judged_sum"
SUM_BYE = "judged_sum_bye"
SUM_HIGHER = "judged_sum_higher"

# ---- round robin (spec 30)
#: ``player`` and ``opponent_player`` meet in round ``round`` of the table.
TABLE = "judged_table"
#: The table has ``player`` with white against ``opponent_player`` in this round.
TABLE_COLOURS = "judged_table_colours"
#: The table has no game for ``player`` in this round.
TABLE_BYE = "judged_table_bye"

#: What a rule about opponents is when the other pairing gives the player none (there is no ``other_player`` then).
WITHOUT_OTHER = {CROSSING_ORDER: CROSSING_NOBODY, NEAREST: NEAREST_NOBODY}
