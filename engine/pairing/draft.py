"""What a pairing is asked and what it answers: the request, the draft, and the reasons as data (spec 10, 31)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from engine.competition import Competition
from engine.results import Scale

#: Values that the arguments of a fact may have; player ids are ints under names that end in ``player`` or ``players``.
Value = int | str | Fraction | tuple[int, ...]


@dataclass(frozen=True)
class Fact:
    """One statement as a code with arguments; the screens make a sentence of it (``skipped_met`` {player: 7, round: 3})."""

    code: str
    arguments: Mapping[str, Value] = field(default_factory=dict)


def fact(code: str, **arguments: Value) -> Fact:
    """A fact with its arguments by name."""
    return Fact(code, arguments)


@dataclass(frozen=True)
class Pair:
    """Two players and why they meet. ``kept``: it stood already (by hand, with a result, adjourned) and was not chosen here."""

    white: int
    black: int
    why: tuple[Fact, ...] = ()
    remarks: tuple[Fact, ...] = ()
    kept: bool = False


class OrderLine(NamedTuple):
    """A player's place in the order in which was paired, with the keys that put him there (points, WP, SB … as exact numbers)."""

    player: int
    keys: tuple[Fraction, ...]
    balance: int = 0


@dataclass(frozen=True)
class Draft:
    """A proposed round. ``pairs`` in table order (kept pairs included). ``unpaired`` is only filled when no complete pairing exists.

    ``remarks`` are about the whole round (relaxed rules, no complete pairing, nobody present). ``order`` with ``key_names`` is the
    pairing order. ``seed`` is the seed of a draw by lot, when one was used. ``rules`` is the version of the rules.
    """

    pairs: tuple[Pair, ...] = ()
    bye: int | None = None
    bye_why: tuple[Fact, ...] = ()
    unpaired: tuple[int, ...] = ()
    remarks: tuple[Fact, ...] = ()
    order: tuple[OrderLine, ...] = ()
    key_names: tuple[str, ...] = ()
    seed: int | None = None
    rules: str = ""


@dataclass(frozen=True)
class Request:
    """A round to pair.

    ``present``: ids of everybody who must be paired or get the bye; players in a game of ``round`` that ``competition`` already holds
    (kept pairs) or with a single entry in it (bye or absence given by the arbiter) are left out by the pairing itself.
    ``order_keys``: tie-break codes of the pairing order after points (47 = WP, SB). ``options``: see each system. ``order``: the players
    in the order of the list of that moment, for the pairing by list [empty: by points, as a Swiss].
    """

    competition: Competition
    round: int
    present: tuple[int, ...]
    scale: Scale = field(default_factory=Scale)
    reason_points: Mapping[str, Fraction] = field(default_factory=dict)
    order_keys: str = "47"
    unplayed_opponents: str = "self"
    options: Mapping[str, Value | bool | None] = field(default_factory=dict)
    seed: int = 0
    allow_incomplete: bool = False
    order: tuple[int, ...] = ()

    def number(self, option: str) -> int | None:
        """An option that is a whole number, None when it is not set."""
        value = self.options.get(option)
        return None if value is None else int(str(value))

    @property
    def maximum_meetings(self) -> int:
        """How often two players may meet [1]."""
        return self.number("maximum_meetings") or 1
