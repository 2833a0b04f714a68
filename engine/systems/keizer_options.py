"""The options of the Keizer system and the presets by name (spec 21; seed 000 "Keizersysteem", seed 004)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from engine.competition import BYE, NOT_JOINED, WITHOUT_NOTICE
from engine.results import Side
from engine.systems.options import OptionError, choice_of, flag_of, fraction_of, whole_of

#: Nobody repeats the calculation more often, whatever the options ask (spec 21).
MOST_PASSES = 1000
#: What decides between equal scores: the order of the list before, or the lot number.
PREVIOUS, LOT = "previous", "lot"
#: Where the list before the first round comes from: lot numbers, ratings, or a list given by hand (last season's final list).
BY_RATING, GIVEN = "rating", "list"
#: A round after a withdrawal; it pays as the default reason unless it is given a share of its own.
WITHDRAWN = "withdrawn"
#: Rounds without a game that are nobody's fault or a service to the club; they may pay more than a draw.
EXCUSED = frozenset((BYE, "external", "external_evening", "not_played", "duty"))

_NUMBER, _FACTOR, _NEXT = "number", "factor", "n+1"
_HALF, _ONE, _NONE = Fraction(1, 2), Fraction(1), Fraction(0)


@dataclass(frozen=True)
class Top:
    """The value of place 1: a ``number``, a ``factor`` times the number of players rounded up, or ``n+1``."""

    kind: str = _FACTOR
    number: Fraction = Fraction(3, 2)

    def of(self, n: int) -> Fraction:
        """The value of place 1 among ``n`` players."""
        if self.kind == _NEXT:
            return Fraction(n + 1)
        return self.number if self.kind == _NUMBER else Fraction(math.ceil(self.number * n))

    @classmethod
    def read(cls, stored: object) -> "Top":
        """From ``60``, ``{"factor": "3/2"}`` or ``"n+1"``. OptionError."""
        if stored == _NEXT:
            return cls(_NEXT, _ONE)
        if isinstance(stored, Mapping):
            if set(stored) != {_FACTOR}:
                raise OptionError("top", stored)
            return cls(_FACTOR, fraction_of({"top": stored[_FACTOR]}, "top", _ONE))
        return cls(_NUMBER, fraction_of({"top": stored}, "top", _ONE))

    def as_json(self) -> object:
        """The stored form."""
        if self.kind == _NEXT:
            return _NEXT
        return str(self.number) if self.kind == _NUMBER else {_FACTOR: str(self.number)}


@dataclass(frozen=True)
class Reason:
    """What a round without a game pays: a share of the own value, at most ``maximum`` times [always].

    ``pays_result``: an entry with a result of its own pays the share of that result, times the own value; one without pays ``share``.
    """

    share: Fraction = _NONE
    maximum: int | None = None
    pays_result: bool = False

    @classmethod
    def read(cls, name: str, stored: object) -> "Reason":
        """From ``"3/10"`` or ``{"share": "1", "max": 2, "pays_result": true}``. OptionError."""
        if not isinstance(stored, Mapping):
            return cls(fraction_of({name: stored}, name, _NONE))
        known = {f"{name}.{key}": value for key, value in stored.items()}
        limited = stored.get("max") is not None
        limit = whole_of(known, f"{name}.max", 0) if limited else None
        if limit is not None and limit < 0:
            raise OptionError(f"{name}.max", limit)
        share = fraction_of(known, f"{name}.share", _NONE)
        return cls(share, limit, flag_of(known, f"{name}.pays_result", default=False))

    def as_json(self) -> object:
        """The stored form, the shortest there is."""
        if self.maximum is None and not self.pays_result:
            return str(self.share)
        stored: dict[str, object] = {"share": str(self.share)}
        if self.maximum is not None:
            stored["max"] = self.maximum
        if self.pays_result:
            stored["pays_result"] = True
        return stored


_NOTHING = Reason()


@dataclass(frozen=True)
class KeizerOptions:
    """Everything that can be chosen; the defaults are Kompitie's original system (seed 000).

    ``step``: how much a value is below the one above it; 0 = in proportion to the points. ``own_value_counted``: everybody's own value is
    part of his score. ``win`` … ``loss``: shares of the opponent's value, forfeits too. ``unplayed``: one share of the own value for
    every round without a game, or what each reason pays (a reason that is not named pays nothing). ``default_reason``: for a round
    with neither game nor entry. ``passes``: how many times a list is computed from itself before it stands. ``optimise``: from equal
    values until the order no longer changes; ``passes`` plays no part then. ``initial_list``: player ids, for ``initial`` = ``list``;
    players who are not on it follow by lot number.
    """

    top: Top = field(default_factory=Top)
    n_frozen: bool = False
    step: Fraction = _ONE
    own_value_counted: bool = True
    win: Fraction = _ONE
    plus: Fraction = _HALF
    draw: Fraction = _HALF
    minus: Fraction = _HALF
    loss: Fraction = _NONE
    unplayed: Fraction | Mapping[str, Reason] = Fraction(1, 3)
    default_reason: str = WITHOUT_NOTICE
    equal_points_equal_value: bool = False
    passes: int = 1
    optimise: bool = False
    ties: str = PREVIOUS
    initial: str = LOT
    initial_list: tuple[int, ...] = ()

    @classmethod
    def read(cls, stored: Mapping[str, object]) -> "KeizerOptions":
        """From ``Settings.options``; what is missing has its default, keys of other systems play no part. OptionError."""
        plain = cls()
        default = stored.get("default_reason", plain.default_reason)
        if not isinstance(default, str) or not default:
            raise OptionError("default_reason", default)
        passes = whole_of(stored, "passes", plain.passes)
        if not 1 <= passes <= MOST_PASSES:
            raise OptionError("passes", passes)
        return cls(
            top=Top.read(stored["top"]) if "top" in stored else plain.top,
            n_frozen=flag_of(stored, "n_frozen", plain.n_frozen),
            step=fraction_of(stored, "step", plain.step),
            own_value_counted=flag_of(stored, "own_value_counted", plain.own_value_counted),
            win=fraction_of(stored, "win", plain.win),
            plus=fraction_of(stored, "plus", plain.plus),
            draw=fraction_of(stored, "draw", plain.draw),
            minus=fraction_of(stored, "minus", plain.minus),
            loss=fraction_of(stored, "loss", plain.loss),
            unplayed=_unplayed(stored["unplayed"]) if "unplayed" in stored else plain.unplayed,
            default_reason=default,
            equal_points_equal_value=flag_of(stored, "equal_points_equal_value", plain.equal_points_equal_value),
            passes=passes,
            optimise=flag_of(stored, "optimise", plain.optimise),
            ties=choice_of(stored, "ties", (PREVIOUS, LOT)),
            initial=choice_of(stored, "initial", (LOT, BY_RATING, GIVEN)),
            initial_list=_ids(stored.get("initial_list", ())),
        )

    def as_json(self) -> dict[str, object]:
        """The stored form; ``read`` gives the same options back."""
        unplayed = self.unplayed
        return {
            "top": self.top.as_json(),
            "n_frozen": self.n_frozen,
            "step": str(self.step),
            "own_value_counted": self.own_value_counted,
            **{name: str(getattr(self, name)) for name in ("win", "plus", "draw", "minus", "loss")},
            "unplayed": str(unplayed) if isinstance(unplayed, Fraction) else {key: one.as_json() for key, one in unplayed.items()},
            "default_reason": self.default_reason,
            "equal_points_equal_value": self.equal_points_equal_value,
            "passes": self.passes,
            "optimise": self.optimise,
            "ties": self.ties,
            "initial": self.initial,
            "initial_list": list(self.initial_list),
        }

    def reason(self, key: str) -> Reason:
        """What a reason pays."""
        return self.unplayed.get(key, _NOTHING) if isinstance(self.unplayed, Mapping) else self._for_all

    @cached_property
    def _for_all(self) -> Reason:
        """What every reason pays where there is one share for all."""
        return _NOTHING if isinstance(self.unplayed, Mapping) else Reason(self.unplayed)

    def missing(self, has_joined: bool, in_schedule: bool) -> str:
        """The reason of a round with neither game nor entry. A withdrawal is the default reason where it has no share of its own."""
        if not has_joined:
            return NOT_JOINED
        own = isinstance(self.unplayed, Fraction) or WITHDRAWN in self.unplayed
        return WITHDRAWN if own and not in_schedule else self.default_reason

    @cached_property
    def shares(self) -> Mapping[Side, Fraction]:
        """The share of the opponent's value that each side of a result pays; a forfeit is a game too, an unfinished one pays nothing."""
        return {
            Side.WIN: self.win,
            Side.FORFEIT_WIN: self.win,
            Side.PLUS: self.plus,
            Side.DRAW: self.draw,
            Side.MINUS: self.minus,
            Side.LOSS: self.loss,
            Side.FORFEIT_LOSS: self.loss,
            Side.OPEN: _NONE,
            Side.ADJOURNED: _NONE,
        }


def _unplayed(stored: object) -> Fraction | Mapping[str, Reason]:
    """One share for all, or what each reason pays."""
    if isinstance(stored, Mapping):
        return {str(key): Reason.read(f"unplayed.{key}", value) for key, value in stored.items()}
    return fraction_of({"unplayed": stored}, "unplayed", _NONE)


def _ids(stored: object) -> tuple[int, ...]:
    """Player ids, each once."""
    if not isinstance(stored, list | tuple) or not all(isinstance(one, int) and not isinstance(one, bool) for one in stored):
        raise OptionError("initial_list", stored)
    if len(set(stored)) < len(stored):
        raise OptionError("initial_list", stored)
    return tuple(stored)


def _tenths(**shares: int) -> Mapping[str, Reason]:
    return {key: Reason(Fraction(tenths, 10)) for key, tenths in shares.items()}


#: Kompitie's original and its variant (seed 000); the club article, where an evening without a game that is nobody's fault pays all (seed 004).
PRESETS: dict[str, KeizerOptions] = {
    "kompitie": KeizerOptions(),
    "kompitie_variant": KeizerOptions(
        win=Fraction(9, 10), loss=Fraction(1, 10), unplayed=Fraction(2, 5), equal_points_equal_value=True, optimise=True
    ),
    "club_article": KeizerOptions(
        top=Top(_NEXT, _ONE),
        own_value_counted=False,
        unplayed=_tenths(
            bye=10,
            not_played=10,
            duty=10,
            external=6,
            external_evening=6,
            with_notice=3,
            ill=3,
            without_notice=0,
            not_joined=0,
        ),
    ),
}
