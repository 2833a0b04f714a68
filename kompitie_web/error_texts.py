"""The texts of refusals, questions, broken rules, hints and warnings, by code (``kompitie_web.messages`` fills them)."""

from collections.abc import Callable, Mapping

from engine.pairing.facts import RATING_B2_PREVENTS
from kompitie_web import ranking_texts, rating_texts
from kompitie_web.i18n import N_, _, ngettext

#: A sentence that depends on a number: called with the number and the words.
Plural = Callable[[int, Mapping[str, str]], str]

TEXTS: dict[str, str] = {
    # Things that are gone
    "competition_gone": N_("This competition is no longer there."),
    "player_gone": N_("This player is no longer there."),
    "round_gone": N_("There is no round %(round)s."),
    "game_gone": N_("This game is no longer there. Perhaps the round was paired again."),
    "entry_gone": N_("This entry is no longer there."),
    "classification_gone": N_("These standings are no longer there."),
    # Values of forms
    "choice_unknown": N_("“%(value)s” is not one of the choices."),
    "date_unknown": N_("“%(value)s” is not a date."),
    "number_unknown": N_("“%(value)s” is not a whole number."),
    "schedule_too_long": N_(
        "A round robin of %(count)s players would go on to round %(rounds)s; a competition can have %(most)s rounds. Play it in groups, or choose a Swiss system."
    ),
    "number_range": N_("%(value)s is not possible here: choose a number from %(lowest)s to %(highest)s."),
    "text_too_long": N_("This text is too long: at most %(highest)s characters."),
    "name_missing": N_("Please fill in a name."),
    "name_too_long": N_("This name is too long: at most %(highest)s characters."),
    "name_taken": N_("There are already standings with the name “%(value)s”."),
    "line_too_many_parts": N_("This line has too many parts. Write: name; rating; club; categories."),
    "rating_not_number": N_("“%(value)s” is not a rating. Fill in a whole number, or leave it empty."),
    "rating_range": N_("A rating of %(value)s is not possible: it lies between %(lowest)s and %(highest)s."),
    "category_not_letter": N_("“%(value)s” is not a category. Categories are single letters or digits, for example “jv”."),
    "category_unknown": N_("There is no category “%(value)s”."),
    "code_form": N_("“%(value)s” cannot be a code: use 1 to %(highest)s letters and digits, with at least one letter."),
    "code_taken": N_("The code “%(value)s” already belongs to another player."),
    "tiebreak_unknown": N_("“%(value)s” is not a tie-break. You can use: %(allowed)s."),
    "tiebreak_twice": N_("The tie-break “%(value)s” is there twice."),
    "points_negative": N_("Points cannot be negative (%(value)s)."),
    "points_order": N_("This way %(worse)s would give more points than %(better)s."),
    "settings_impossible": N_("The list cannot be computed like this."),
    "settings_doubtful": N_("Save the list all the same?"),
    "rounds_reversed": N_("The last round (%(last)s) comes before the first (%(first)s)."),
    "list_empty": N_("There is nothing in the list."),
    "same_player": N_("Choose two different players."),
    # Reasons
    "reason_unknown": N_("This reason cannot be entered here."),
    "reason_letter_form": N_("The letter of a reason is one letter or digit."),
    "reason_letter_taken": N_("The letter “%(value)s” already belongs to another reason."),
    "reason_name_missing": N_("Give the reason a name in at least one language."),
    "reason_in_use": N_("This reason has been used, so it cannot be removed."),
    "reason_needed": N_("The program needs this reason, so it cannot be removed."),
    "reason_pay_negative": N_("What an absence pays cannot be below zero."),
    "reason_pay_too_high": N_("This is more than a round that was played gives (1)."),
    "reason_pay_beats_draw": N_(
        "Who stays away with this reason (%(reason)s) gets more than who plays a draw. Save it all the same?"
    ),
    # Season list
    "season_without_competition": N_("Make a competition in this file first: what you choose here is kept with it."),
    "season_games_unlikely": N_("These are among the games in total, so there can be at most %(total)s."),
    "season_file_unknown": N_("One of the files is no longer on the list. Look at the list again and choose anew."),
    "season_empty": N_("No game of the competitions that count can be used for ratings yet."),
    # Lists and files
    "file_too_large": N_("This file is too large: at most %(megabytes)s MB."),
    "file_empty": N_("There is nothing in this list."),
    "file_binary": N_("This is not a text file. Save the list as CSV first."),
    "encoding_wrong": N_("The file cannot be read as %(value)s. Choose another encoding."),
    "table_unreadable": N_("This list cannot be read: perhaps a quotation mark is missing."),
    "table_too_wide": N_(
        "The list has more than %(highest)s columns, so it is no list of players. Check the sign between the columns, or choose another file."
    ),
    "table_too_long": N_("This list is too long: at most %(highest)s lines."),
    "cell_too_long": N_("There is a text in line %(line)s that is much too long. Perhaps a quotation mark is missing."),
    "column_twice": N_("Two columns have the same meaning. Each may be chosen once."),
    "name_column_missing": N_("Choose the column with the names."),
    "not_a_standing": N_("This file does not hold standings written by this program."),
    # Players
    "nobody_has_bye": N_("Nobody has the bye in round %(round)s."),
    "no_other_latecomer": N_("There is no other player without a game in round %(round)s."),
    "opponent_choose": N_("Choose the opponent: %(players)s."),
    "player_has_game": N_("%(player)s already has a game in round %(round)s. Take the pair apart first, or enter a result."),
    "player_absent": N_("%(player)s is absent in round %(round)s."),
    "player_has_no_bye": N_("%(player)s does not have the bye in round %(round)s."),
    "entry_result_stays": N_("There is a result for %(player)s in round %(round)s. Remove that result first."),
    "entry_has_result": N_("There is already a result for %(player)s in round %(round)s. Continue all the same?"),
    "opponent_choice": N_(
        "%(player)s stands in a published game without a result (round %(rounds)s, against %(opponents)s). What should happen with the opponent: "
        "a bye, or a new opponent that you choose?"
    ),
    # Rounds
    "no_automatic_pairing": N_("This competition is not paired round by round. Make a schedule, or add the games by hand."),
    "earlier_round_not_published": N_("Round %(earlier)s is not published yet. Publish it before round %(round)s."),
    "later_round_published": N_("Round %(later)s is already published, so round %(round)s cannot be paired again."),
    "round_closed": N_("Round %(round)s is closed. Open it again first."),
    "round_not_closed": N_("Round %(round)s is not closed."),
    "round_not_draft": N_("Round %(round)s is not a draft."),
    "result_changed": N_("The result of %(white)s – %(black)s was changed in another window meanwhile. Nothing was overwritten."),
    "round_is_draft": N_("Round %(round)s is still a draft. Publish it first, then enter results."),
    "round_not_published": N_("Round %(round)s is not published yet."),
    "round_empty": N_("There is nothing in round %(round)s yet. Pair it first, or add games."),
    "round_has_results": N_("Round %(round)s already has results, so no schedule can be written over it. Start after it."),
    "nobody_present": N_("Nobody is present in round %(round)s, so no round is made. Look at Presence first."),
    "only_round_with_results": N_("Round %(round)s is the only round with results, so it cannot be deleted."),
    "last_round_left": N_("A competition has at least one round."),
    "rounds_in_use": N_("Round %(round)s already holds something. Delete that round first, then make the competition shorter."),
    "no_complete_pairing": N_(
        "Not everybody can be paired without breaking a rule. Without an opponent: %(players)s. Pair the others all the same?"
    ),
    "nobody_can_be_paired": N_(
        "Nobody can be paired in round %(round)s without breaking a rule: those present have met each other already, or may not meet."
        " Let two players meet more often in the settings, or add the games by hand."
    ),
    "players_without_game": N_("These players have no game in round %(round)s: %(players)s. Publish it all the same?"),
    "list_problems": N_("These rules cannot be kept in all rounds with these players. Save them all the same?"),
    "evenings_alike": N_("Both evenings are called “%(value)s”. Give them different names."),
    "rule_breaks": N_("Do it all the same?"),
    # Games and results
    "game_has_result": N_("The game %(white)s – %(black)s already has a result. Remove the result first."),
    "result_unknown": N_("“%(value)s” is not a result."),
    "table_taken": N_("There is already a game at table %(table)s."),
    "both_without_game": N_("%(first)s and %(second)s both have no game. Add a game for them instead."),
    "game_annulled": N_("The game %(white)s – %(black)s is annulled and counts for nobody. Change its result all the same?"),
    "remove_game_result": N_(
        "The game %(white)s – %(black)s in round %(round)s has a result (%(result)s). Remove game and result?"
    ),
    "reverse_with_result": N_("The game %(white)s – %(black)s already has a result. Exchange the colours? Both keep their points."),
    "player_plays_too": N_("%(player)s also plays a game in round %(round)s. Enter this as well?"),
    "standing_empty": N_("There is nobody in these standings yet."),
    "pairing_classification_needed": N_("The rounds are paired by these standings, so they cannot be deleted."),
    "choose_pairing_list": N_(
        "From now on every round is paired in the order of a list. By which list? Rounds that were published stay as they are."
    ),
    "pairing_list_doubtful": N_("Pair by this list all the same?"),
    "change_pairing": N_(
        "This competition already has results. They stay, but the rounds that follow are made by the other system. Change the system "
        "all the same?"
    ),
    "delete_competition": N_("Delete “%(name)s” with all its players, rounds and games? A copy is made first."),
}

PLURALS: dict[str, Plural] = {
    "season_write": lambda n, words: ngettext(
        "Write the rating of the next season for %(n)s player? The competitions that count have then been counted. A copy is made first.",
        "Write the ratings of the next season for %(n)s players? The competitions that count have then been counted. A copy is made first.",
        n,
        **words,
    ),
    "player_has_results": lambda n, words: ngettext(
        "%(player)s has %(n)s result and cannot be removed. Withdraw the player instead.",
        "%(player)s has %(n)s results and cannot be removed. Withdraw the player instead.",
        n,
        **words,
    ),
    "too_few_players": lambda n, words: ngettext(
        "A schedule needs at least two players; there is %(n)s.",
        "A schedule needs at least two players; there are %(n)s.",
        n,
        **words,
    ),
    "ratings_missing": lambda n, words: ngettext(
        "%(n)s player has no rating (%(players)s) and would be ranked below the others with the same score. Pair all the same?",
        "%(n)s players have no rating (%(players)s) and would be ranked below the others with the same score. Pair all the same?",
        n,
        **words,
    ),
    "table_not_possible": lambda n, words: ngettext(
        "This table does not exist for %(n)s player.", "This table does not exist for %(n)s players.", n, **words
    ),
    "withdraw_games": lambda n, words: ngettext(
        "%(player)s still has %(n)s game without a result (round %(rounds)s; %(played)s of %(total)s games were played). Remove it, or "
        "give the opponent a win by forfeit?",
        "%(player)s still has %(n)s games without a result (rounds %(rounds)s; %(played)s of %(total)s games were played). Remove them, "
        "or give the opponents a win by forfeit?",
        n,
        **words,
    ),
    "open_games": lambda n, words: ngettext(
        "%(n)s game of an earlier round has no result yet (round %(rounds)s). For this pairing it counts as a draw. Pair all the same?",
        "%(n)s games of earlier rounds have no result yet (round %(rounds)s). For this pairing they count as draws. Pair all the same?",
        n,
        **words,
    ),
    "open_games_close": lambda n, words: ngettext(
        "%(n)s game of round %(round)s has no result yet. Close the round all the same?",
        "%(n)s games of round %(round)s have no result yet. Close the round all the same?",
        n,
        **words,
    ),
    "pair_published_round": lambda n, words: ngettext(
        "Round %(round)s is already published. Pair it again? %(n)s game stays as it is.",
        "Round %(round)s is already published. Pair it again? %(n)s games stay as they are.",
        n,
        **words,
    ),
    "schedule_absences": lambda n, words: ngettext(
        "%(n)s absence or bye entered for these rounds would be removed. Make the schedule?",
        "%(n)s absences and byes entered for these rounds would be removed. Make the schedule?",
        n,
        **words,
    ),
    "delete_results": lambda n, words: ngettext(
        "Delete round %(round)s together with %(n)s result? A copy is made first.",
        "Delete round %(round)s together with %(n)s results? A copy is made first.",
        n,
        **words,
    ),
    "delete_round": lambda n, words: (
        ngettext(
            "Delete round %(round)s? %(n)s game with its result moves to round %(target)s; the rest of the round goes.",
            "Delete round %(round)s? %(n)s games with their results move to round %(target)s; the rest of the round goes.",
            n,
            **words,
        )
        if n
        else _("Delete round %(round)s with everything in it?", **words)
    ),
}

#: Broken rules and what stands in the way of a pairing (``engine.pairing.facts``).
FACTS: dict[str, str] = {
    "hand_met": N_("%(player)s and %(opponent_player)s already met in round %(round)s."),
    "hand_forbidden": N_("%(player)s and %(opponent_player)s may not meet: you forbade this pair."),
    "hand_colour": N_("%(player)s would get the colour balance %(balance)s, more than the limit of %(limit)s."),
    "hand_second_bye": N_("%(player)s already had a bye or a free win in round %(round)s."),
    "hand_two_byes": N_("%(player)s already has the bye in this round."),
    "hand_taken": N_("%(player)s already has a game, a bye or an absence in this round."),
    "hand_not_in_schedule": N_("%(player)s does not take part in this round."),
    "hand_more_byes": N_("%(player)s already had byes (%(byes)s), and others had fewer."),
    "hand_club": N_("%(player)s and %(opponent_player)s belong to the same club, and members of one club do not meet here."),
    "hand_family": N_("%(player)s and %(opponent_player)s belong to the same family, and relatives do not meet here."),
    "hand_himself": N_("Nobody can play against himself."),
    "no_opponent": N_("%(player)s has no possible opponent among those present."),
    "no_opponents": N_("No possible opponent among those present: %(players)s."),
    "too_few_opponents": N_("%(players)s could only play against %(opponent_players)s, and those are too few."),
    "no_bye_possible": N_("Nobody who may have the bye can be missed (%(players)s)."),
    "odd_after_bye": N_("The bye is already given and an odd number of players is left."),
}
#: What is odd about a list that is to pair (``actions.pairing_list``).
FACTS |= {
    "list_not_for_pairing": N_(
        "This is no Keizer, moyenne or attendance list: who has the same points is paired in the order of its ties."
    ),
    "list_of_a_period": N_("This list only counts the rounds %(first)s–%(last)s; results of later rounds would move nobody."),
    "list_of_an_evening": N_("This list only counts one evening (%(evenings)s); results of the other would move nobody."),
}
#: What cannot work in a pairing by list.
LIST_PROBLEMS = {f"list_{code}": text for code, text in ranking_texts.PROBLEMS.items()}
FACTS[RATING_B2_PREVENTS] = rating_texts.TEXTS[RATING_B2_PREVENTS]
FACTS |= LIST_PROBLEMS | {code: ranking_texts.TEXTS[code] for code in ranking_texts.CHIPS}
FACT_PLURALS: dict[str, Plural] = {}

#: Hints at players.
HINTS: dict[str, str] = {
    "no_rating": N_("no rating"),
    "same_name": N_("same name as %(name)s"),
    "code_twice": N_("code %(code)s twice"),
}

#: Warnings about a competition.
NOTICES: dict[str, str] = {
    "too_many_rounds": N_(
        "%(rounds)s rounds are many for %(players)s players: only %(possible)s are certain to be possible. A round robin may suit better."
    ),
    "rounds_can_fail": N_(
        "It is not certain that all %(rounds)s remaining rounds can be paired (%(certain)s are). A round robin may suit better."
    ),
}
NOTICES |= LIST_PROBLEMS
NOTICE_PLURALS: dict[str, Plural] = {
    "players_waiting": lambda n, words: ngettext(
        "%(n)s player has no game in round %(round)s: %(players)s.",
        "%(n)s players have no game in round %(round)s: %(players)s.",
        n,
        **words,
    ),
    "rounds_impossible": lambda n, words: (
        ngettext(
            "The %(rounds)s remaining rounds cannot all be paired: %(player)s can only meet %(n)s more player."
            " A round robin may suit better.",
            "The %(rounds)s remaining rounds cannot all be paired: %(player)s can only meet %(n)s more players."
            " A round robin may suit better.",
            n,
            **words,
        )
        if n
        else _(
            "No more rounds can be paired by the rules: %(player)s has nobody left to meet. A round robin may suit better.", **words
        )
    ),
    "games_open": lambda n, words: ngettext("%(n)s game has no result yet.", "%(n)s games have no result yet.", n, **words),
}
