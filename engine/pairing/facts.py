"""Every fact code that a pairing may state, with its arguments (spec 31 "What the arbiter gets").

The engine states facts; the screens make sentences of them (``Fact(code, arguments)`` of ``engine.pairing.draft``). Arguments whose name
is ``player`` or ends in ``_player`` are player ids, those that end in ``players`` are tuples of ids; ``points`` and ``balance`` are exact
numbers; ``round`` is a round number.
"""

# ---- Pair.why: how the two were brought together. The first fact of a pair is one of these.
#: First round by the chosen method. ``method``: neighbours, halves, outside_in, random; ``player``, ``opponent_player``; ``place`` and
#: ``opponent_place``: their places in the list that was used (1, 2 …).
FIRST_ROUND = "first_round"
#: First round, but his opponent by the method was not allowed or was taken. Arguments as ``first_round``.
FIRST_ROUND_NEXT = "first_round_next"
#: Second round: who had black (or no game) in round 1 takes the first possible player who had white. ``player`` (had black),
#: ``opponent_player`` (had white), ``points``: the score group.
EVEN_AGAINST_ODD = "even_against_odd"
#: ``player``, the highest still to be paired of his group, takes ``opponent_player``, the lowest he may meet. ``points``: the player's own
#: points; ``group``: points of the score group; ``resistance``: the player's first tie-break value (WP unless the order was changed).
LOWEST_OPPONENT = "lowest_opponent"
#: The only two players of the group (or the last two left in it): ``player``, ``opponent_player``, ``points``, ``group``, ``resistance``.
LAST_TWO = "last_two"
#: Pairing by list, from the top: ``player``, the highest still to be paired, takes ``opponent_player``, the nearest lower one he may meet.
#: ``place`` and ``opponent_place``: their places in the list (1, 2 …).
NEAREST_ALLOWED = "nearest_allowed"
#: Pairing by list, balanced: the pair belongs to the set with the smallest sum of squared distances. Arguments as ``nearest_allowed``.
BALANCED_PAIR = "balanced_pair"
#: The pair stood already: made or locked by the arbiter, has a result, is adjourned. Arguments: ``player`` (white), ``opponent_player``.
KEPT_BY_HAND = "kept_by_hand"
KEPT_LOCKED = "kept_locked"
KEPT_RESULT = "kept_result"
KEPT_ADJOURNED = "kept_adjourned"

# ---- Pair.why: who was passed over, lowest first (higher-ranked players than the chosen opponent are never named).
#: They met already. ``player``: who was passed over; ``round``: when they last met.
SKIPPED_MET = "skipped_met"
#: The arbiter forbids the pair. ``player``.
SKIPPED_FORBIDDEN = "skipped_forbidden"
#: No colouring keeps both within the colour limit. ``player``; ``balance``: of the player passed over; ``limit``.
SKIPPED_COLOUR = "skipped_colour"
#: The others could not all be paired any more. ``player``.
SKIPPED_REST = "skipped_rest"
#: First round: he, the opponent by the method, was taken by a player higher in the list. ``player``.
SKIPPED_TAKEN = "skipped_taken"

# ---- Pair.why of a pairing by list: who was passed over, nearest first (only players between the two in the list).
#: They met only ``rounds`` rounds from here, in ``round``. ``player``.
SKIPPED_RECENT = "skipped_recent"
#: They met only ``days`` days from here, in ``round``. ``player``.
SKIPPED_DAYS = "skipped_days"
#: They met the maximum number of times: ``count``. ``player``.
SKIPPED_MEETINGS = "skipped_meetings"
#: Same club, same family, which the options forbid. ``player``.
SKIPPED_CLUB = "skipped_club"
SKIPPED_FAMILY = "skipped_family"
#: No choice of colours keeps the limits. ``player``; ``balance``: his KL; ``streak``: his AL, positive for white.
SKIPPED_COLOURS = "skipped_colours"
#: He plays at a table that was fixed before. ``player``.
SKIPPED_FIXED = "skipped_fixed"
#: He has the bye. ``player``.
SKIPPED_BYE = "skipped_bye"
#: Balanced: with him the sum over all pairs would not be the smallest. ``player``.
SKIPPED_SUM = "skipped_sum"

# ---- Pair.remarks of a pairing by list: the rule that this pair could not keep. ``player`` has white, ``opponent_player`` black.
#: They met ``rounds`` rounds from here, in ``round``.
BROKEN_DISTANCE = "broken_distance"
#: They met ``days`` days from here, in ``round``.
BROKEN_DAYS = "broken_days"
#: They met ``count`` times already.
BROKEN_MEETINGS = "broken_meetings"
#: ``player`` gets KL ``balance`` and AL ``streak`` (positive for white), beyond a colour limit.
BROKEN_COLOUR = "broken_colour"

# ---- Pair.remarks and Draft.bye_why: who came from a higher score group, and why he of all.
#: ``player`` with ``points`` plays in the score group ``group`` (floater). First fact of a floater.
FLOATS = "floats"
#: ``player`` could not be paired in the group ``group`` (points) and waited. ``size``: how many waited there; ``key``: what decided that it
#: was he: ``all`` (the whole group waited), ``only`` (no other choice leaves all pairable), ``colour`` (key 3), ``carried`` (key 4: others
#: had waited before), ``float_again`` (key 5), ``order`` (key 6: highest resistance), ``last`` (second round: last in lot-number order).
WAITED = "waited"
#: Somebody with a better claim to wait stayed in the group, because … ``player``: who stayed; ``group``: points of the group.
STAYED_REST = "stayed_rest"  # … otherwise the others could not all be paired (key 1)
STAYED_BYE = "stayed_bye"  # … he may not have the bye again (rule 2)
STAYED_COLOUR = "stayed_colour"  # … otherwise the colour limit would be broken (key 3)
STAYED_CARRIED = "stayed_carried"  # … he had already waited in the group above (key 4)
STAYED_FLOAT = "stayed_float"  # … he has met everybody he could play in the next group (key 5)

# ---- Pair.why, last fact: the colours. ``player`` has white, ``opponent_player`` black.
#: First or second round: by the method (neighbours: first named; second round: who had black).
COLOUR_METHOD = "colour_method"
#: a. White had the lower balance. ``balance``, ``opponent_balance``.
COLOUR_BALANCE = "colour_balance"
#: b. Equal balance: both alternate with ``round``, the last in which they had different colours.
COLOUR_ALTERNATES = "colour_alternates"
#: c. Equal balance, always the same colours: white to the higher-ranked when it is negative, else to the lower-ranked. ``balance``.
COLOUR_RANK = "colour_rank"
#: d. Balance 0: the higher-ranked alternates with his previous game. ``ranked_player``: the higher-ranked; ``round``: that game.
COLOUR_PREVIOUS = "colour_previous"
#: d. No game yet: the higher-ranked has white.
COLOUR_FIRST = "colour_first"

#: Pairing by list: equal KL, white to the longer black streak or the shorter white one. ``streak``, ``opponent_streak``: AL, positive for
#: white, negative for black.
COLOUR_STREAK = "colour_streak"
#: Pairing by list: equal KL and AL, the colours of their last game, in ``round``, are reversed.
COLOUR_REVERSED = "colour_reversed"
#: Pairing by list, nothing else decides: white to the higher on the list, to the lower, or drawn.
COLOUR_HIGHER = "colour_higher"
COLOUR_LOWER = "colour_lower"
COLOUR_LOT = "colour_lot"
#: Pairing by list: only these colours keep the limits.
COLOUR_LIMITS = "colour_limits"

# ---- Draft.bye_why. The first fact is one of these; ``waited`` and ``stayed_…`` may follow.
#: ``player`` has the bye by the keys of the last group. ``points``.
BYE_KEYS = "bye_keys"
#: ``player`` is the lowest in the order who may have it (option ``bye`` = lowest). ``points``.
BYE_LOWEST = "bye_lowest"
#: First round: ``player`` is the last of the list.
BYE_LAST = "bye_last"
#: Pairing by list: ``player`` is the lowest on the list of those with the fewest byes, ``byes``, without whom the rest can be paired.
BYE_FEWEST = "bye_fewest"
#: Pairing by list, from the top: ``player`` is left over.
BYE_LEFT = "bye_left"
#: Pairing by list, balanced: with the bye for ``player`` the sum over the pairs is the smallest.
BYE_BALANCED = "bye_balanced"
#: The arbiter gave it. ``player``.
BYE_KEPT = "bye_kept"
#: A lower player may not have it: ``player``, ``round``: he had a bye, a forfeit win or an absence that paid points.
BYE_NOT_AGAIN = "bye_not_again"
#: Pairing by list: a lower player was passed over because he has had more byes. ``player``, ``byes``.
BYE_MORE_BYES = "bye_more_byes"
#: A lower player was passed over because the others could not be paired without him. ``player``.
BYE_REST = "bye_rest"

# ---- Draft.remarks: about the whole round.
#: Nobody to pair: everybody is withdrawn, absent or already in a pair.
NOBODY_PRESENT = "nobody_present"
#: Everybody present has had a bye or a paid free round: those with the fewest (``count``) may have another.
BYES_SPREAD = "byes_spread"
#: No complete pairing exists. ``count``: how many players must stay without an opponent.
NO_COMPLETE_PAIRING = "no_complete_pairing"
#: ``player`` may meet nobody of those present.
NO_OPPONENT = "no_opponent"
#: The ``players`` can together only play against ``opponent_players``, who are too few.
TOO_FEW_OPPONENTS = "too_few_opponents"
#: Odd number, but the only players who may have the bye cannot be missed. ``players``: who may have it.
NO_BYE_POSSIBLE = "no_bye_possible"
#: The arbiter gave the bye already and an odd number is left: a second bye is never added.
ODD_AFTER_BYE = "odd_after_bye"
#: Paired as far as possible because the arbiter asked for it; ``players`` have no game.
INCOMPLETE = "incomplete"
#: The colour limit was given up in the group ``group`` (points), so that nobody more has to wait. ``limit``.
COLOUR_LIMIT_GIVEN_UP = "colour_limit_given_up"
#: Pairing by list: rules that had to be relaxed, whole or in part. Colours:
RELAXED_COLOUR = "relaxed_colour"
#: … rounds since the last meeting: more than ``used`` in place of more than ``distance``.
RELAXED_DISTANCE = "relaxed_distance"
#: … days since the last meeting: ``least`` or more in place of more than ``days``.
RELAXED_DAYS = "relaxed_days"
#: … meetings: ``used`` in place of ``meetings``.
RELAXED_MEETINGS = "relaxed_meetings"
#: Pairing by list: without those with the fewest byes the others cannot be paired, so that players with ``byes`` byes may have it too.
RELAXED_BYES = "relaxed_byes"
#: The order of the round was drawn. ``seed``.
DRAWN = "drawn"
#: ``count`` games of earlier rounds are open or adjourned: they count as a draw here.
OPEN_GAMES = "open_games"

# ---- engine.pairing.hand: what a pair or bye made by hand breaks.
#: They met in ``round`` already. ``player``, ``opponent_player``, ``round``.
HAND_MET = "hand_met"
#: The arbiter forbids the pair. ``player``, ``opponent_player``.
HAND_FORBIDDEN = "hand_forbidden"
#: ``player`` would get the balance ``balance``, beyond ``limit``.
HAND_COLOUR = "hand_colour"
#: ``player`` had a bye (or forfeit win, or paid absence) in ``round`` already.
HAND_SECOND_BYE = "hand_second_bye"
#: Somebody else has the bye of this round already. ``player``: who.
HAND_TWO_BYES = "hand_two_byes"
#: ``player`` already plays (or has a bye or absence) in this round.
HAND_TAKEN = "hand_taken"
#: ``player`` is not in the schedule of this round (withdrawn, not joined yet).
HAND_NOT_IN_SCHEDULE = "hand_not_in_schedule"
#: A player cannot meet himself.
HAND_HIMSELF = "hand_himself"

# ---- engine.pairing.outlook: warnings (trap 16).
#: Set-up: with ``players`` players (a number) at most ``possible`` rounds are certain, ``rounds`` are planned.
TOO_MANY_ROUNDS = "too_many_rounds"
#: Now: the ``rounds`` remaining rounds can become impossible; ``certain`` of them are certain.
ROUNDS_CAN_FAIL = "rounds_can_fail"
#: Now: the ``rounds`` remaining rounds are impossible: ``player`` has only ``count`` players left to meet.
ROUNDS_IMPOSSIBLE = "rounds_impossible"
