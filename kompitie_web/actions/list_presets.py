"""What a club that pairs by its list starts with: Keizer, moyenne or the attendance championship of two evenings (spec 21-23)."""

from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from engine.classification import Settings
from engine.competition import Player
from engine.pairing import ranking
from engine.pairing.ranking.options import BYES, SEARCHES, WHITES
from engine.results import PRESETS, Scale
from engine.systems import attendance_formula, moyenne, system
from engine.systems.keizer_options import PRESETS as KEIZER
from engine.systems.options import Problem
from kompitie_web.actions.common import TICKED, choice, whole
from kompitie_web.actions.errors import ActionError

#: The scoring systems of a club whose list pairs it; the first is what a club is offered.
SYSTEMS = ("keizer", "moyenne", "attendance")
#: The presets of Keizer by name; the first is what a club is offered.
KEIZER_PRESETS = tuple(KEIZER)
#: Options that other pairings know too, but with other values or another default.
OWN_MEANING = ("bye", "maximum_meetings")
#: Chess players mind the colours, draughts players do not (spec 21 "Pairing").
_CHESS_BALANCE = 2
#: Two evenings of a week: two rounds and seven days (spec 23).
_EVENINGS = {"rematch_distance": 2, "rematch_days": 7}
#: The program of the club article: three rounds by lot, no rematch in the next round, whoever is left has the bye (seed 004).
_ARTICLE = {"lot_rounds": 3, "rematch_distance": 1, "bye": "whoever_is_left"}

_CHOICES: dict[str, tuple[str, ...]] = {"search": SEARCHES, "bye": BYES, "white": WHITES}
#: Lowest and highest of the numbers; those of ``_MAY_BE_EMPTY`` may be None, no limit.
_NUMBERS = {
    "lot_rounds": (0, 200),
    "rematch_distance": (0, 200),
    "rematch_days": (0, 1000),
    "maximum_meetings": (1, 100),
    "maximum_colour_balance": (1, 20),
}
_MAY_BE_EMPTY = ("rematch_days", "maximum_colour_balance")
#: Yes or no.
TICKS = ("fewest_repeats", "not_three_in_a_row", "forbid_same_club", "forbid_same_family")
OPTIONS = (*_CHOICES, *_NUMBERS, *TICKS)


def pairing_options(
    system_key: str = "keizer", preset: str = "kompitie", sport: str = "draughts", players: int = 0, rounds: int = 0
) -> dict[str, Any]:
    """The options that a club starts with. With about so many ``players`` and ``rounds`` (0 = not known) the maximum number of meetings
    is high enough for all rounds and the rematch distance can be kept.
    """
    options = asdict(ranking.Options())
    if sport == "chess":
        options["maximum_colour_balance"] = _CHESS_BALANCE
    if system_key == "attendance":
        options |= _EVENINGS
    elif system_key == "keizer" and preset == "club_article":
        options |= _ARTICLE
    if players >= 2:
        different = players - 1 if players % 2 == 0 else players
        options["maximum_meetings"] = max(options["maximum_meetings"], -(-rounds // different))
        options["rematch_distance"] = min(options["rematch_distance"], different - 1)
    return options


def classifications(
    system_key: str, preset: str, scale: Scale, tiebreaks: str | None, evenings: Sequence[str]
) -> list[tuple[Settings, list[str]]]:
    """The classifications with their columns, the one that pairs first. ``evenings``: the session labels of an attendance championship."""
    codes = system(system_key).default_tiebreaks if tiebreaks is None else tiebreaks
    columns = ["place", "previous", "name", "club", "games", "won", "draw", "lost"]
    if system_key == "keizer":
        options = KEIZER[preset].as_json()
        return [
            (
                Settings(system="keizer", scale=scale, tiebreaks=codes, options=options),
                [*columns, "points", "value", "balance", "streak"],
            )
        ]
    if system_key == "moyenne":
        options = moyenne.Options().as_json()
        return [(Settings(system="moyenne", scale=scale, tiebreaks=codes, options=options), [*columns, "points", "tiebreaks"])]
    options = attendance_formula.Options().as_json()
    whole_season = Settings(system="attendance", scale=PRESETS["chess"], tiebreaks=codes, options=options)
    return [
        (whole_season, [*columns, "rating", "saldo", "points"]),
        *((_evening(label), [*columns, "points", "tiebreaks"]) for label in evenings),
    ]


def _evening(label: str) -> Settings:
    """The simple classification of one evening: 1, ½, 0, and 1 for a bye and an external match on the club evening (spec 23).

    Who plays an external match elsewhere is absent: it pays nothing, won or lost.
    """
    return Settings(
        name=label,
        system="normal",
        scale=PRESETS["chess"],
        tiebreaks=system("normal").default_tiebreaks,
        sessions=(label,),
        reason_points={"external_evening": Fraction(1)},
        fixed_reasons=("external", "external_evening"),
    )


def check_option(key: str, value: Any) -> Any:
    """An option in its stored form. ActionError ``choice_unknown``, ``number_unknown``, ``number_range``."""
    if key in _CHOICES:
        return choice(value, _CHOICES[key], key)
    if key in _NUMBERS:
        return None if key in _MAY_BE_EMPTY and value in (None, "") else whole(value, key, *_NUMBERS[key])
    if key in TICKS:
        return value in TICKED
    raise ActionError("choice_unknown", key, value=key)


def problems(options: dict[str, Any], players: Sequence[Player], rounds: int) -> tuple[Problem, ...]:
    """What cannot work with these players in so many rounds."""
    return ranking.problems(ranking.read(options), players, rounds)
