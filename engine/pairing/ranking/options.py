"""The settings of the pairing by list, and what is wrong with them before a round is paired (spec 21 "Pairing", 23)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.competition import Player
from engine.systems.options import Problem, choice_of, flag_of, whole_of

FROM_TOP, BALANCED = "from_top", "balanced"
SEARCHES = (FROM_TOP, BALANCED)
BYE_LOWEST, BYE_LEFT = "lowest", "whoever_is_left"
BYES = (BYE_LOWEST, BYE_LEFT)
WHITE_HIGHER, WHITE_LOWER, WHITE_LOT = "higher", "lower", "lot"
WHITES = (WHITE_HIGHER, WHITE_LOWER, WHITE_LOT)

# ---- Problem.code; the arguments are numbers as text
#: A number is below what is possible. ``value``, ``least``.
TOO_SMALL = "too_small"
#: ``players`` players who meet at most ``value`` times cannot fill ``rounds`` rounds; ``least`` is what it takes.
MEETINGS_TOO_FEW = "meetings_too_few"
#: With ``players`` players a distance of ``value`` cannot be kept for ``rounds`` rounds; ``most`` can.
DISTANCE_TOO_LARGE = "distance_too_large"
#: ``count`` of the ``players`` players belong to the same club (family) ``name``: they cannot all have an opponent from another.
GROUP_TOO_LARGE = "group_too_large"
#: Fewest repeats first is a rule of the balanced search; from the top it decides nothing.
NO_EFFECT = "no_effect"


@dataclass(frozen=True)
class Options:
    """How a list is paired.

    ``search``: from_top | balanced; ``fewest_repeats``: balanced, after as few repeated pairs as possible. ``lot_rounds``: rounds 1 … n
    follow a drawn order. A pair is allowed when the rounds since the last meeting are more than ``rematch_distance``, the days more than
    ``rematch_days`` (None: dates do not matter), the meetings fewer than ``maximum_meetings``, neither club nor family is shared where
    that is forbidden, and the colours allow it: afterwards nobody is further from balance than ``maximum_colour_balance`` (None: no
    limit; who is beyond it may come back towards it) or, with ``not_three_in_a_row``, has a third game in a row of one colour.
    ``bye``: lowest | whoever_is_left. ``white``: who has white when nothing else decides: higher | lower (on the list) | lot.
    """

    search: str = FROM_TOP
    fewest_repeats: bool = False
    lot_rounds: int = 0
    rematch_distance: int = 6
    rematch_days: int | None = None
    maximum_meetings: int = 2
    maximum_colour_balance: int | None = None
    not_three_in_a_row: bool = False
    forbid_same_club: bool = False
    forbid_same_family: bool = False
    bye: str = BYE_LOWEST
    white: str = WHITE_HIGHER

    @property
    def limits_colours(self) -> bool:
        """Whether colours can forbid a pair."""
        return self.maximum_colour_balance is not None or self.not_three_in_a_row


def read(stored: Mapping[str, object]) -> Options:
    """The options of a request; what is missing or None has its default, names of other systems play no part.

    OptionError for a value that cannot be read. Numbers that cannot work are for ``problems``.
    """
    known = {name: value for name, value in stored.items() if value is not None}
    plain = Options()
    return Options(
        search=choice_of(known, "search", SEARCHES),
        fewest_repeats=flag_of(known, "fewest_repeats", plain.fewest_repeats),
        lot_rounds=whole_of(known, "lot_rounds", plain.lot_rounds),
        rematch_distance=whole_of(known, "rematch_distance", plain.rematch_distance),
        rematch_days=_whole_or_none(known, "rematch_days"),
        maximum_meetings=whole_of(known, "maximum_meetings", plain.maximum_meetings),
        maximum_colour_balance=_whole_or_none(known, "maximum_colour_balance"),
        not_three_in_a_row=flag_of(known, "not_three_in_a_row", plain.not_three_in_a_row),
        forbid_same_club=flag_of(known, "forbid_same_club", plain.forbid_same_club),
        forbid_same_family=flag_of(known, "forbid_same_family", plain.forbid_same_family),
        bye=choice_of(known, "bye", BYES),
        white=choice_of(known, "white", WHITES),
    )


def _whole_or_none(known: Mapping[str, object], name: str) -> int | None:
    return whole_of(known, name, 0) if name in known else None


def problems(options: Options, players: Sequence[Player], rounds: int) -> tuple[Problem, ...]:
    """What cannot work with these players and so many rounds, everybody present in all of them; nothing is changed."""
    small = _too_small(options)
    if small:
        return small
    found = [*_too_few_meetings(options, len(players), rounds), *_too_far(options, len(players), rounds)]
    if options.forbid_same_club:
        found.extend(_too_many_alike("forbid_same_club", [player.club for player in players]))
    if options.forbid_same_family:
        found.extend(_too_many_alike("forbid_same_family", [player.family for player in players]))
    if options.fewest_repeats and options.search != BALANCED:
        found.append(_problem(NO_EFFECT, "fewest_repeats"))
    return tuple(found)


_LEAST = {"lot_rounds": 0, "rematch_distance": 0, "rematch_days": 0, "maximum_meetings": 1, "maximum_colour_balance": 1}


def _problem(code: str, option: str, **arguments: int | str) -> Problem:
    return Problem(code, option, tuple((name, str(value)) for name, value in arguments.items()))


def _too_small(options: Options) -> tuple[Problem, ...]:
    values = {name: getattr(options, name) for name in _LEAST}
    return tuple(
        _problem(TOO_SMALL, name, value=value, least=_LEAST[name])
        for name, value in values.items()
        if value is not None and value < _LEAST[name]
    )


def _different_opponents(players: int) -> int:
    """In how many rounds everybody can have a new opponent; with an odd number each has the bye in one of them."""
    return players - 1 if players % 2 == 0 else players


def _too_few_meetings(options: Options, players: int, rounds: int) -> list[Problem]:
    if players < 2:
        return []
    least = -(-rounds // _different_opponents(players))
    value = options.maximum_meetings
    if value >= least:
        return []
    return [_problem(MEETINGS_TOO_FEW, "maximum_meetings", value=value, least=least, players=players, rounds=rounds)]


def _too_far(options: Options, players: int, rounds: int) -> list[Problem]:
    """Of distance + 1 rounds in a row each must bring a new opponent."""
    if players < 2:
        return []
    possible = _different_opponents(players)
    value = options.rematch_distance
    if min(rounds, value + 1) <= possible:
        return []
    return [_problem(DISTANCE_TOO_LARGE, "rematch_distance", value=value, most=possible - 1, players=players, rounds=rounds)]


def _too_many_alike(option: str, names: Sequence[str]) -> list[Problem]:
    """A club or family with more members than there are others, the bye counted."""
    counts = Counter(alike(name) for name in names if alike(name))
    if not counts:
        return []
    known, count = counts.most_common(1)[0]
    if count <= len(names) - count + len(names) % 2:
        return []
    name = next(name for name in names if alike(name) == known)
    return [_problem(GROUP_TOO_LARGE, option, name=name.strip(), count=count, players=len(names))]


def alike(name: str) -> str:
    """A club's or family's name as it is compared: capitals and spaces do not matter; '' = none."""
    return " ".join(name.split()).casefold()
