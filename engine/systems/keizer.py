"""Keizer system: a game pays a share of what the opponent is worth on the list before, and the list decides what everybody is worth (spec 21).

Sources: seed 000 "Keizersysteem" (Kompitie's original and its variant), seed 004 (a club's article).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.competition import Competition
from engine.systems import keizer_preview, keizer_terms
from engine.systems.basis import Basis, Extras, System, TieOrder
from engine.systems.keizer_facts import joined_from, season
from engine.systems.keizer_options import LOT, KeizerOptions
from engine.systems.keizer_passes import Listing
from engine.systems.options import OptionError, Problem
from engine.terms import Term

if TYPE_CHECKING:
    from engine.classification import Settings


@dataclass(frozen=True)
class KeizerList:
    """The list after a round (0 = the initial list): the players in order, their scores, and what they are worth.

    ``counted``: the values with which these scores were computed; ``values``: those that this list gives.
    """

    round: int
    order: tuple[int, ...]
    scores: Mapping[int, Fraction]
    counted: Mapping[int, Fraction]
    values: Mapping[int, Fraction]
    passes: int


@dataclass(frozen=True)
class Oscillation:
    """An optimised list that does not come to rest. ``orders``: those that follow each other, ``kept`` the one that stands.

    ``unsettled``: no order came back within the most passes there are; the last one stands and ``orders`` is empty.
    """

    round: int
    orders: tuple[tuple[int, ...], ...]
    kept: tuple[int, ...]
    unsettled: bool


def scores(basis: Basis) -> Mapping[int, Fraction]:
    """Everybody's score after the last round; 0 before the first one."""
    found = season(basis)
    return _by_player(found.players, found.listings[-1])


def progress(basis: Basis) -> Mapping[int, tuple[Fraction, ...]]:
    """The scores after each round that gave a list."""
    found = season(basis)
    columns = [_by_player(found.players, listing) for listing in found.listings[1:]]
    return {player: tuple(column[player] for column in columns) for player in found.players}


def rounds(basis: Basis) -> tuple[int, ...]:
    """The rounds that gave a list."""
    return season(basis).numbers


def lists(basis: Basis) -> tuple[KeizerList, ...]:
    """The initial list and the list after each round."""
    found = season(basis)
    made = []
    for number, listing in zip((0, *found.numbers), found.listings, strict=True):
        given = found.given(listing)
        made.append(
            KeizerList(
                round=number,
                order=tuple(found.players[place] for place in listing.order),
                scores=_by_player(found.players, listing),
                counted={player: listing.values.exact(place) for place, player in enumerate(found.players)},
                values={player: given.exact(place) for place, player in enumerate(found.players)},
                passes=listing.passes,
            )
        )
    return tuple(made)


def oscillations(basis: Basis) -> tuple[Oscillation, ...]:
    """The rounds after which the list did not come to rest; the arbiter is told (spec 21 optimise)."""
    found = season(basis)

    def named(order: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(found.players[place] for place in order)

    return tuple(
        Oscillation(number, tuple(named(order) for order in one.cycle), named(one.order), one.unsettled)
        for number, one in zip(found.numbers, found.listings[1:], strict=True)
        if one.cycle or one.unsettled
    )


def terms(basis: Basis, player: int) -> tuple[Term, ...]:
    """The own value, game by game and round by round what it paid."""
    return keizer_terms.terms(season(basis), player)


def ties(basis: Basis) -> TieOrder | None:
    """Equal scores keep the order of the list before; None = the lot number decides. Who is worth the same shares the place."""
    found = season(basis)
    if found.options.ties == LOT:
        return None
    places = {found.players[player]: place for place, player in enumerate(found.listings[-1].ties, start=1)}
    return TieOrder("previous", places, shares_place=found.options.equal_points_equal_value)


def extras(basis: Basis) -> Mapping[int, Extras]:
    """The value that the list gives each player, for the next round."""
    found = season(basis)
    given = found.given(found.listings[-1])
    return {player: Extras((("value", given.exact(place)),)) for place, player in enumerate(found.players)}


def problems(competition: Competition, settings: "Settings") -> tuple[Problem, ...]:
    """What is wrong with the options in this competition."""
    try:
        options = KeizerOptions.read(settings.options)
    except OptionError as error:
        return (Problem("unreadable", error.field, (("value", str(error.value)),)),)
    return keizer_preview.problems(options, len(competition.players), joined_from(competition, settings.first_round))


def _by_player(players: tuple[int, ...], listing: Listing) -> Mapping[int, Fraction]:
    return {player: Fraction(score, listing.unit) for player, score in zip(players, listing.scores, strict=True)}


SYSTEM = System(
    key="keizer",
    default_tiebreaks="",
    fewer_games_first=False,
    scores=scores,
    progress=progress,
    terms=terms,
    extras=extras,
    rounds=rounds,
    problems=problems,
    ties=ties,
)
