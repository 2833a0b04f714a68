"""The texts of the history: what was done, by journal label (``kompitie_web.messages`` fills them)."""

from collections.abc import Mapping
from typing import Any

from kompitie_web.error_texts import Plural
from kompitie_web.i18n import N_, ngettext

TEXTS: dict[str, str] = {
    # Competitions
    "competition_created": N_("Competition “%(name)s” made"),
    "example_created": N_("Example tournament “%(name)s” made"),
    "competition_changed": N_("Settings of the competition changed"),
    "paper_changed": N_("Choice of what to print changed"),
    "competition_deleted": N_("Competition “%(name)s” deleted"),
    "pairing_options_changed": N_("Pairing options changed"),
    "snapshot_restored": N_("Copy of %(time)s put back (%(why)s)"),
    "file_renamed": N_("File named “%(name)s”"),
    "category_named": N_("Category %(letter)s named “%(name)s”"),
    "categories_named": N_("Categories named"),
    "category_named.none": N_("Name of category %(letter)s removed"),
    "reason_added": N_("Reason “%(name)s” added"),
    "reasons_changed": N_("Reasons of absence changed"),
    "reason_removed": N_("Reason “%(reason)s” removed"),
    "pair_forbidden": N_("%(first)s and %(second)s may no longer meet"),
    "pair_allowed": N_("%(first)s and %(second)s may meet again"),
    # Players
    "player_added": N_("%(player)s entered"),
    "player_changed": N_("%(player)s changed"),
    "player_changed.rating": N_("Rating of %(player)s: %(before)s → %(after)s"),
    "player_removed": N_("%(player)s removed"),
    "player_withdrawn": N_("%(player)s withdrawn from round %(round)s"),
    "player_withdrawn.annulled": N_("%(player)s withdrawn from round %(round)s, games annulled"),
    "player_back": N_("%(player)s back from round %(round)s"),
    "player_listed": N_("%(player)s in the standings from round %(round)s"),
    "player_unlisted": N_("%(player)s not in the standings from round %(round)s"),
    "late_entry": N_("%(player)s came late in round %(round)s"),
    "late_entry.bye": N_("%(player)s came late in round %(round)s: bye"),
    "late_entry.absent": N_("%(player)s came late in round %(round)s: absent"),
    "lots_given": N_("Lot numbers in order of entry"),
    "lots_given.hand": N_("Lot numbers by hand"),
    "lots_given.rating": N_("Lot numbers by rating"),
    "lots_given.title": N_("Lot numbers by title and rating"),
    "lots_given.draw": N_("Lot numbers drawn (seed %(seed)s)"),
    # Presence
    "marked_absent": N_("Round %(round)s, %(reason)s: %(players)s"),
    "marked_absent.until": N_("Rounds %(round)s to %(until)s, %(reason)s: %(players)s"),
    "presence_entered": N_("Presence of round %(round)s entered"),
    "marked_present": N_("Round %(round)s, present: %(players)s"),
    "marked_all": N_("Round %(round)s: everybody absent"),
    "marked_all.present": N_("Round %(round)s: everybody present"),
    "single_entered": N_("Round %(round)s, %(player)s: %(reason)s"),
    "single_entered.result": N_("Round %(round)s, %(player)s: %(reason)s, %(result)s"),
    "single_entered.opponent": N_("Round %(round)s, %(player)s: %(reason)s, %(result)s against %(opponent)s"),
    "single_removed": N_("Round %(round)s, entry of %(player)s removed"),
    # Rounds
    "round_drafted": N_("Round %(round)s paired"),
    "round_published": N_("Round %(round)s published"),
    "draft_discarded": N_("Draft of round %(round)s thrown away"),
    "round_changed": N_("Date or name of round %(round)s changed"),
    "round_closed": N_("Round %(round)s closed"),
    "round_reopened": N_("Round %(round)s opened again"),
    "round_added": N_("Round %(round)s added"),
    "round_deleted": N_("Round %(round)s deleted, results kept"),
    "round_deleted.all": N_("Round %(round)s deleted with its results"),
    "players_swapped": N_("Round %(round)s: %(first)s and %(second)s swapped"),
    "colours_reversed": N_("Round %(round)s, %(white)s – %(black)s: colours exchanged"),
    "pair_removed": N_("Round %(round)s, %(white)s – %(black)s taken apart"),
    "pair_locked": N_("Round %(round)s, %(white)s – %(black)s locked"),
    "pair_unlocked": N_("Round %(round)s, %(white)s – %(black)s unlocked"),
    "colours_reversed.two": N_("Round %(round)s, %(white)s – %(black)s and %(second_white)s – %(second_black)s: colours exchanged"),
    "pair_removed.two": N_("Round %(round)s, %(white)s – %(black)s and %(second_white)s – %(second_black)s taken apart"),
    "pair_locked.two": N_("Round %(round)s, %(white)s – %(black)s and %(second_white)s – %(second_black)s locked"),
    "pair_unlocked.two": N_("Round %(round)s, %(white)s – %(black)s and %(second_white)s – %(second_black)s unlocked"),
    "bye_given": N_("Round %(round)s: bye for %(player)s"),
    "bye_taken": N_("Round %(round)s: bye of %(player)s removed"),
    # Games and results
    "game_added": N_("Round %(round)s, %(white)s – %(black)s added"),
    "game_added.result": N_("Round %(round)s, %(white)s – %(black)s added: %(result)s"),
    "game_changed": N_("Round %(round)s, %(white)s – %(black)s: date, table or round changed"),
    "game_removed": N_("Round %(round)s, %(white)s – %(black)s removed"),
    "game_removed.result": N_("Round %(round)s, %(white)s – %(black)s removed (%(result)s)"),
    "result_entered": N_("Round %(round)s, %(white)s – %(black)s: %(after)s"),
    "result_entered.changed": N_("Round %(round)s, %(white)s – %(black)s: %(before)s → %(after)s"),
    "result_entered.table": N_("Round %(round)s, table %(table)s, %(white)s – %(black)s: %(after)s"),
    "result_entered.table_changed": N_("Round %(round)s, table %(table)s, %(white)s – %(black)s: %(before)s → %(after)s"),
    # Standings
    "classification_added": N_("Standings “%(name)s” added"),
    "classification_changed": N_("Standings “%(name)s” changed"),
    "classification_changed.first": N_("Settings of the standings changed"),
    "classification_deleted": N_("Standings “%(name)s” deleted"),
    "pairing_classification_chosen": N_("Pairing by the standings “%(name)s”"),
    "pairing_classification_chosen.first": N_("Pairing by the first standings"),
    "standing_published": N_("Standings “%(name)s” after round %(round)s published"),
    "standing_published.first": N_("Standings after round %(round)s published"),
    "standing_published.corrects": N_("Corrected standings “%(name)s” after round %(round)s published"),
    "standing_published.corrects_first": N_("Corrected standings after round %(round)s published"),
    "season_games_changed": N_("Games from before the season changed"),
    "season_rules_changed": N_("Factors and rules of the season list changed"),
    "season_files_chosen": N_("Other files for the season list: %(files)s"),
    "season_files_chosen.none": N_("No other files for the season list"),
    "season_competitions_chosen": N_("Competitions that count for the season list chosen"),
}

PLURALS: dict[str, Plural] = {
    "season_ratings_written": lambda n, words: ngettext(
        "Rating of %(n)s player for the next season written", "Ratings of %(n)s players for the next season written", n, **words
    ),
    "players_added": lambda n, words: ngettext(
        "%(n)s player entered: %(first)s", "%(n)s players entered: %(first)s and others", n, **words
    ),
    "schedule_made": lambda n, words: ngettext(
        "Schedule for %(n)s player made: rounds %(first)s to %(last)s",
        "Schedule for %(n)s players made: rounds %(first)s to %(last)s",
        n,
        **words,
    ),
    "marked_absent.many": lambda n, words: ngettext(
        "Round %(round)s, %(reason)s: %(n)s player", "Round %(round)s, %(reason)s: %(n)s players", n, **words
    ),
    "marked_present.many": lambda n, words: ngettext(
        "Round %(round)s, present: %(n)s player", "Round %(round)s, present: %(n)s players", n, **words
    ),
    "games_annulled": lambda n, words: ngettext(
        "Game %(white)s – %(black)s annulled", "%(n)s games annulled, among them %(white)s – %(black)s", n, **words
    ),
    "games_counted": lambda n, words: ngettext(
        "Game %(white)s – %(black)s counts again", "%(n)s games count again, among them %(white)s – %(black)s", n, **words
    ),
}


#: Labels with a list of players, which is counted when it is long.
LISTS = ("marked_absent", "marked_present")
_MANY = 4


def variant(label: str, values: Mapping[str, Any]) -> str:
    """The text that suits the arguments of a line: ``result_entered.changed`` when there was a result before, and so on."""
    suffix = _SUFFIXES[label](values) if label in _SUFFIXES else ""
    return f"{label}.{suffix}" if suffix else label


def _result(values: Mapping[str, Any]) -> str:
    changed = "changed" if values.get("before") else ""
    return "_".join(part for part in ("table" if values.get("table") else "", changed) if part)


def _late(values: Mapping[str, Any]) -> str:
    return str(values["how"]) if values.get("how") in ("bye", "absent") else ""


def _lots(values: Mapping[str, Any]) -> str:
    return str(values["method"]) if values.get("method") in ("rating", "title", "draw", "hand") else ""


def _single(values: Mapping[str, Any]) -> str:
    if not values.get("result"):
        return ""
    return "opponent" if values.get("opponent") else "result"


def _first(values: Mapping[str, Any]) -> str:
    return "" if values.get("name") else "first"


def _published(values: Mapping[str, Any]) -> str:
    return "_".join(part for part in ("corrects" if values.get("corrects") else "", _first(values)) if part)


def _if(key: str, suffix: str, absent: bool = False) -> Any:
    """A rule: the suffix when the argument is there and true (``absent``: when it is not)."""
    return lambda values: suffix if bool(values.get(key)) != absent else ""


def _absent(values: Mapping[str, Any]) -> str:
    return _if_many(values) or ("until" if values.get("until") else "")


def _if_many(values: Mapping[str, Any]) -> str:
    return "many" if len(values["players"]) > _MANY else ""


_SUFFIXES = {
    "result_entered": _result,
    "late_entry": _late,
    "lots_given": _lots,
    "single_entered": _single,
    "classification_changed": _first,
    "pairing_classification_chosen": _first,
    "category_named": _if("name", "none", absent=True),
    "player_changed": _if("after", "rating"),
    "player_withdrawn": _if("annulled", "annulled"),
    "marked_absent": _absent,
    "marked_present": _if_many,
    "marked_all": _if("present", "present"),
    "colours_reversed": _if("second_white", "two"),
    "pair_removed": _if("second_white", "two"),
    "pair_locked": _if("second_white", "two"),
    "pair_unlocked": _if("second_white", "two"),
    "round_deleted": _if("kept", "all", absent=True),
    "game_added": _if("result", "result"),
    "game_removed": _if("result", "result"),
    "standing_published": _published,
    "season_files_chosen": _if("files", "none", absent=True),
}
