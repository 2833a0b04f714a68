"""What a new competition starts with: kinds, reasons, scales and tie-breaks (spec 00 row 2, 20 Default reasons, Tie-break codes)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from engine.classification import Settings
from engine.competition import DEFAULT_REASONS, NOT_JOINED
from engine.results import PRESETS
from kompitie_web.actions import list_presets, pairings
from kompitie_web.actions.common import TICKED, choice, whole
from kompitie_web.actions.errors import ActionError
from kompitie_web.actions.tiebreak_codes import check_tiebreaks

KINDS = ("club", "tournament", "round_robin")
PAIRINGS = tuple(pairings.KINDS)
#: The pairing system of the engine (``engine.pairing.registry``) that makes the drafts of a competition.
ENGINES = {key: kind.engine for key, kind in pairings.KINDS.items() if kind.round_by_round}
SPORTS = ("draughts", "chess")
LANGUAGES = ("", "nl", "fr", "en")

#: Letters of the reasons on the presence screen, by the language whose words they begin; the arbiter may change them. ``not_joined``
#: follows from participation and is never typed.
_REASONS_WITH_LETTERS = tuple(key for key in DEFAULT_REASONS if key != NOT_JOINED)
REASON_LETTERS = {
    language: {NOT_JOINED: "", **dict(zip(_REASONS_WITH_LETTERS, letters, strict=True))}
    for language, letters in (("nl", "vazlexnd"), ("fr", "eanmxsjr"), ("en", "bauiexnd"))
}

#: How many rounds a kind proposes.
ROUNDS = {"club": 30, "tournament": 7, "round_robin": 7}

#: The options of the Swiss on resistance (spec 31) with their defaults.
SWISS_OPTIONS: dict[str, Any] = {
    "first_round": "neighbours",
    "second_round_even_odd": True,
    "maximum_meetings": 1,
    "maximum_colour_balance": None,
    "bye": "keys",
    "order_keys": "47",
}
#: The options of the Swiss on rating (spec 32).
RATING_OPTIONS: dict[str, Any] = {"maximum_meetings": 1, "initial_colour": "", "give_up_colours": False}
#: The options of a round robin (spec 30).
ROUND_ROBIN_OPTIONS: dict[str, Any] = {"table": "berger", "double": False, "seam": False}

#: The columns of a standing, by system.
COLUMNS = ["place", "previous", "name", "club", "games", "won", "plus", "draw", "minus", "lost", "points", "tiebreaks"]


def default_pairing(kind: str) -> str:
    """The pairing that a kind proposes."""
    return {"club": "list", "tournament": "resistance", "round_robin": "round_robin"}[kind]


def round_by_round(pairing: str) -> bool:
    """Whether each round is paired after the results of the one before."""
    return pairing in ENGINES


def default_scale(sport: str) -> str:
    """The scale preset of a sport."""
    return "chess" if sport == "chess" else "draughts"


def default_tiebreaks(pairing: str, scale: str) -> str:
    """47 for the Swiss on resistance, 2 (average rating of the opponents) for that on rating, m7 for the normal system; the KNDB scale
    puts the plus-minus balance first.
    """
    codes = {"resistance": "47", "rating": "2"}.get(pairing, "m7")
    return "p" + codes if scale == "kndb" else codes


def default_settings(pairing: str, scale: str, tiebreaks: str) -> Settings:
    """The settings of the first classification, which is also the pairing classification.

    In a round robin a bye pays nothing: everybody has as many of them. Otherwise it pays what a win pays.
    """
    points = PRESETS[scale]
    if pairing == "round_robin":
        points = replace(points, bye=Fraction(0))
    return Settings(system="swiss" if pairing in ("resistance", "rating") else "normal", scale=points, tiebreaks=tiebreaks)


def pairing_options(pairing: str, double: bool = False, sport: str = "draughts") -> dict[str, Any]:
    """The options that a new competition starts with."""
    if pairing == "resistance":
        return dict(SWISS_OPTIONS)
    if pairing == "rating":
        return dict(RATING_OPTIONS)
    if pairing == "round_robin":
        return {**ROUND_ROBIN_OPTIONS, "double": double}
    return list_presets.pairing_options(sport=sport) if pairing == "list" else {}


def options_after_change(before: str, after: str, options: Mapping[str, Any], fresh: Mapping[str, Any]) -> dict[str, Any]:
    """The options when the pairing changes from what it begins with (``fresh``): what the new one does not know stays for when it is chosen
    again, and what both know keeps its value, unless it means something else there (``list_presets.OWN_MEANING``).
    """
    kept = dict(options)
    if before != after and (pairings.KINDS[before].by_list or pairings.KINDS[after].by_list):
        for key in list_presets.OWN_MEANING:
            kept.pop(key, None)
    return {**fresh, **kept}


def round_robin_rounds(players: int, double: bool = False) -> int:
    """How many rounds a round robin of so many players takes."""
    single = max(1, players - 1 if players % 2 == 0 else players)
    return 2 * single if double else single


#: Allowed values of the options that are a choice.
OPTION_CHOICES: dict[str, tuple[Any, ...]] = {
    "first_round": ("neighbours", "halves", "outside_in", "random"),
    "bye": ("keys", "lowest"),
    "table": ("berger", "youth"),
    "initial_colour": ("", "white", "black"),
}


def check_option(key: str, value: Any, pairing: str = "resistance") -> Any:
    """A pairing option in its stored form. ActionError ``choice_unknown``, ``number_range``, ``tiebreak_unknown``."""
    if pairings.KINDS[pairing].by_list:
        return list_presets.check_option(key, value)
    if key in OPTION_CHOICES:
        return choice(value, OPTION_CHOICES[key], key)
    if key == "order_keys":
        return check_tiebreaks(str(value), key)
    if key == "maximum_meetings":
        return whole(value, key, 1, 20)
    if key == "maximum_colour_balance":
        return None if value in (None, "", "none") else whole(value, key, 1, 20)
    if key in ("second_round_even_odd", "double", "seam", "give_up_colours"):
        return value in TICKED
    raise ActionError("choice_unknown", key, value=key)
