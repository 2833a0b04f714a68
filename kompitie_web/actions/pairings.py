"""What each way of pairing is, in one table; actions ask it instead of comparing names (spec 10, 21 Pairing, 30-32)."""

from collections.abc import Mapping
from dataclasses import dataclass

from kompitie_web.actions.common import competition_row
from kompitie_web.store.models import PAIRINGS


@dataclass(frozen=True)
class Kind:
    """A way of pairing.

    ``engine``: the pairing system (``engine.pairing.registry``) that makes a draft of each round after the results of the one before; '' =
    none does. ``by_list``: in the order of the pairing classification's list. ``needs_ratings``: the start order goes by rating, and the
    colours of its players have a limit. ``has_schedule``: all rounds are made at once. ``is_free``: games come by hand only.
    """

    engine: str = ""
    by_list: bool = False
    needs_ratings: bool = False
    has_schedule: bool = False
    is_free: bool = False

    @property
    def round_by_round(self) -> bool:
        """Whether each round is paired after the results of the one before."""
        return bool(self.engine)

    @property
    def engine_gives_colours(self) -> bool:
        """Whether two players who meet by hand get the colours that the engine would give them."""
        return self.by_list or self.needs_ratings


KINDS: Mapping[str, Kind] = {
    "resistance": Kind("swiss_resistance"),
    "rating": Kind("swiss_rating", needs_ratings=True),
    "list": Kind("ranking", by_list=True),
    "round_robin": Kind(has_schedule=True),
    "none": Kind(is_free=True),
}
assert set(KINDS) == set(PAIRINGS)


def kind_of(cid: int) -> Kind:
    """How a competition is paired. ActionError when there is no such competition."""
    return KINDS[competition_row(cid).pairing]
