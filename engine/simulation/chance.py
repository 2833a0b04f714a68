"""What happens to the players of a simulated tournament: who they are, who is there, who wins, who stops."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.competition import WITH_NOTICE, WITHOUT_NOTICE, Competition, Game, Interval, Player
from engine.pairing.draft import Pair
from engine.results import BLACK_WINS, DRAW, FORFEIT_BLACK, FORFEIT_BOTH, FORFEIT_WHITE, PLUS_BLACK, PLUS_WHITE, WHITE_WINS
from engine.simulation.plan import Plan

_AVERAGE, _LOWEST = 1200, 300
#: Where everybody knows the whole schedule from the start.
ROUND_ROBIN = "round_robin"


@dataclass(frozen=True)
class Field:
    """The players with their ratings and how strong each really is, by id."""

    players: tuple[Player, ...]
    strength: Mapping[int, int]


def field_of(plan: Plan, chance: random.Random) -> Field:
    """Players by rating, strongest first, which gives them their lot numbers; some join when the tournament is under way."""
    ratings = sorted((max(_LOWEST, round(chance.gauss(_AVERAGE, plan.spread))) for _ in range(plan.players)), reverse=True)
    players, strength = [], {}
    for lot, rating in enumerate(ratings, start=1):
        joins = _joins(plan, chance)
        players.append(Player(lot, lot, f"Player {lot}", rating=rating, order=lot, schedule=(Interval(joins),)))
        strength[lot] = rating + round(chance.gauss(0, plan.form))
    return Field(tuple(players), strength)


def _joins(plan: Plan, chance: random.Random) -> int:
    """The round from which a player takes part: the first, or for late entries one of the first third."""
    if plan.system == ROUND_ROBIN or plan.rounds <= 3 or chance.random() >= plan.late:
        return 1
    return chance.randint(2, max(3, plan.rounds // 3))


def absences(plan: Plan, present: Iterable[int], chance: random.Random) -> dict[int, str]:
    """Who misses a round, with the reason."""
    away = {}
    for player in present:
        luck = chance.random()
        if luck < plan.absent:
            away[player] = WITH_NOTICE
        elif luck < plan.absent + plan.without_notice:
            away[player] = WITHOUT_NOTICE
    return away


def games(
    plan: Plan, number: int, pairs: Sequence[Pair], away: Iterable[int], strength: Mapping[int, int], chance: random.Random
) -> list[Game]:
    """The games of a round with their results; who is away although he stands in the schedule loses by forfeit."""
    missing = frozenset(away)
    played = []
    for pair in pairs:
        result = _result(plan, strength[pair.white] - strength[pair.black], chance)
        if pair.white in missing or pair.black in missing:
            result = _forfeit(pair.white in missing, pair.black in missing)
        played.append(Game(number, pair.white, pair.black, result))
    return played


def _forfeit(white_missing: bool, black_missing: bool) -> str:
    if white_missing and black_missing:
        return FORFEIT_BOTH
    return FORFEIT_BLACK if white_missing else FORFEIT_WHITE


def _result(plan: Plan, lead: int, chance: random.Random) -> str:
    """A result by the difference in strength of white and black: expected score by the logistic curve, draws most likely between equals."""
    if chance.random() < plan.forfeits:
        return chance.choices((FORFEIT_WHITE, FORFEIT_BLACK, FORFEIT_BOTH), (5, 5, 1))[0]
    expected = 1 / (1 + 10 ** (-lead / 400))
    draw = plan.draws * 4 * expected * (1 - expected)
    luck = chance.random()
    if luck < draw:
        return chance.choice((PLUS_WHITE, PLUS_BLACK)) if chance.random() < plan.plus else DRAW
    return WHITE_WINS if luck - draw < max(expected - draw / 2, 0) else BLACK_WINS


def withdrawals(plan: Plan, competition: Competition, number: int, chance: random.Random) -> Competition:
    """The competition when some of those in the schedule stop after the round."""
    players = tuple(
        replace(player, schedule=(Interval(player.schedule[0].first, max(number, player.schedule[0].first)),))
        if player.in_schedule(number + 1) and chance.random() < plan.withdraws
        else player
        for player in competition.players
    )
    return replace(competition, players=players)
