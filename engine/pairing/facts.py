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
#: They met only ``days`` days from here. ``player``.
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
#: They met ``days`` days from here.
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

# ---- Swiss on rating (spec 32), Pair.why: how the two were brought together; one of the first two is the first fact of a pair.
#: ``player``, who was moved down, takes the highest possible ``opponent_player``. ``points``: his own; ``group``: points of the group.
#: ``key``: what decided that it was not the highest of S2: ``first`` (it was), ``6`` (those above could not or may not, see below).
RATING_DOWN = "rating_down"
#: ``player`` of S1, with number ``place`` in his group or remainder of ``size`` pairs, meets ``opponent_player``, number ``opponent_place``
#: (S2). ``points``: of the higher; ``group``: points of the group. ``key``: ``first`` (S1 and S2 in order), ``8`` (one of the two was
#: exchanged), ``9`` (S2 was transposed).
RATING_PAIR = "rating_pair"
#: ``player``, one of S2, plays in S1 in exchange (key 8).
RATING_INTO_S1 = "rating_into_s1"
#: ``player``, one of S1, plays in S2 in exchange (key 8).
RATING_OUT_OF_S1 = "rating_out_of_s1"
#: ``player`` was skipped (as ``skipped_…``, but highest first): both must have the colour ``colour`` ("w", "b"; B2).
RATING_SKIPPED_ABSOLUTE = "rating_skipped_absolute"
#: … both prefer the colour ``colour``, and more of such pairs than are unavoidable would come about (key 4).
RATING_SKIPPED_COLOUR = "rating_skipped_colour"
#: … he had an upfloat in ``round`` and would have one again (key 5).
RATING_SKIPPED_UPFLOAT = "rating_skipped_upfloat"
#: … with him the others could not be paired as well by the keys that go before (1-8).
RATING_SKIPPED_REST = "rating_skipped_rest"

# ---- Swiss on rating, Pair.remarks and Draft.bye_why: who moved down, and why he.
#: ``player`` moved down from the group ``group`` (points); ``size`` moved down in all. ``key``: ``c1`` (nobody in the group whom he may
#: meet), ``all`` (none of those moved down could be paired: the whole group), ``pairs`` (no more pairs were possible), ``odd`` (the number
#: was odd and he is the last of the order), ``chosen`` (the number was odd; why those below him stayed follows as
#: ``rating_stayed_…``).
RATING_MOVED = "rating_moved"
#: ``player``, who stands lower, stayed: he may not have the bye again, or the others could not be paired without him (key 1).
RATING_STAYED_NEEDED = "rating_stayed_needed"
#: … he would find no opponent in the next group (key 3).
RATING_STAYED_NEXT = "rating_stayed_next"
#: … his colour is needed in the group (key 4). ``colour``.
RATING_STAYED_COLOUR = "rating_stayed_colour"
#: … he had a downfloat in ``round`` and would have one again (key 7).
RATING_STAYED_DOWNFLOAT = "rating_stayed_downfloat"
#: … with him gone the pairs would not be as good by the other keys.
RATING_STAYED_REST = "rating_stayed_rest"

# ---- Swiss on rating, Pair.why, last fact: the colours. ``player`` has white, ``opponent_player`` black.
#: E1: both have the colour they prefer (or the only one of the two who prefers one).
RATING_COLOUR_BOTH = "rating_colour_both"
#: E2: both prefer the same; the preference of ``ranked_player`` is the stronger.
RATING_COLOUR_STRONGER = "rating_colour_stronger"
#: E4: both prefer the same, equally strongly: ``ranked_player``, the higher-ranked, has what he prefers. (E3 is ``colour_alternates``.)
RATING_COLOUR_RANK = "rating_colour_rank"
#: Neither has played: by lot, odd numbers the drawn colour, even ones the other. ``place``: the number of the higher-ranked.
RATING_COLOUR_LOT = "rating_colour_lot"

# ---- Swiss on rating, Draft.remarks. ``group``: points of the score group.
#: The colour of number 1 was drawn: ``colour`` (white, black), ``seed``.
RATING_COLOUR_DRAWN = "rating_colour_drawn"
#: Last round: the ``players`` have more than 50 %; B2, B5 and B6 do not apply to them.
RATING_LAST_ROUND = "rating_last_round"
#: In ``group`` fewer pairs were possible than its size allows: ``pairs``; ``size``: its players.
RATING_FEWER_PAIRS = "rating_fewer_pairs"
#: In ``group`` ``count`` pairs more than unavoidable may hold two who prefer the same colour (k of key 4).
RATING_MORE_COLOURS = "rating_more_colours"
#: In ``group`` a player floats up as he did two rounds before (``rounds`` 2), or one round before (``rounds`` 1): key 5 given up so far.
RATING_UPFLOAT_AGAIN = "rating_upfloat_again"
#: The same for those who float down (key 7).
RATING_DOWNFLOAT_AGAIN = "rating_downfloat_again"
#: Not all who move down from ``group`` can be paired in the next group, whoever they are (key 3).
RATING_NEXT_TOO_FEW = "rating_next_too_few"
#: B2 (colours) was given up in this round because the arbiter asked for it: no complete pairing exists with it.
RATING_B2_GIVEN_UP = "rating_b2_given_up"
#: Without B2 (colours) a complete pairing exists: the arbiter may give it up.
RATING_B2_PREVENTS = "rating_b2_prevents"

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
#: Pairing by list: ``player`` had ``byes`` byes already, others fewer.
HAND_MORE_BYES = "hand_more_byes"
#: Pairing by list: same club, same family, which the options forbid. ``player``, ``opponent_player``.
HAND_CLUB = "hand_club"
HAND_FAMILY = "hand_family"
#: A player cannot meet himself.
HAND_HIMSELF = "hand_himself"

# ---- engine.pairing.outlook: warnings (trap 16).
#: Set-up: with ``players`` players (a number) at most ``possible`` rounds are certain, ``rounds`` are planned.
TOO_MANY_ROUNDS = "too_many_rounds"
#: Now: the ``rounds`` remaining rounds can become impossible; ``certain`` of them are certain.
ROUNDS_CAN_FAIL = "rounds_can_fail"
#: Now: the ``rounds`` remaining rounds are impossible: ``player`` has only ``count`` players left to meet.
ROUNDS_IMPOSSIBLE = "rounds_impossible"
