"""A simulated tournament from the first round to the last, paired by the system itself."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.classification import standing
from engine.competition import BYE, PLANNED, Competition, Round, SingleEntry
from engine.pairing import registry
from engine.pairing.draft import Draft, Request
from engine.simulation.chance import ROUND_ROBIN, absences, field_of, games, withdrawals
from engine.simulation.plan import Plan, Simulation

#: How a round is paired: by the name of the system and the request.
Pairing = Callable[[str, Request], Draft]


def tournament(plan: Plan, pair: Pairing = registry.pair) -> Simulation:
    """Simulate a tournament. ValueError for an unknown system or option.

    ``pair`` makes the draft of each round; a caller who wants to know how long that takes, or to stop in between, gives his own.
    """
    chance = random.Random(plan.seed)
    field = field_of(plan, chance)
    competition = Competition(players=field.players, planned_rounds=plan.rounds)
    requests: list[Request] = []
    drafts: list[Draft] = []
    for number in range(1, plan.rounds + 1):
        request = _request(plan, competition, number)
        away = absences(plan, request.present, chance)
        request = _with_absences(plan, request, away)
        draft = pair(plan.system, request)
        if draft.unpaired:
            return Simulation(plan, competition, tuple(requests), tuple(drafts), number, field.strength)
        if not draft.pairs and draft.bye is None:
            break  # nobody is left, or the schedule of a round robin is complete
        requests.append(request)
        drafts.append(draft)
        missing = _missing(competition, number, away) if plan.system == ROUND_ROBIN else frozenset()
        played = games(plan, number, draft.pairs, missing, field.strength, chance)
        competition = replace(
            request.competition,
            rounds=(*competition.rounds, Round(number, date=plan.date(number))),
            games=competition.games + tuple(played),
            entries=(*request.competition.entries, *_bye(competition, draft, number)),
        )
        competition = withdrawals(plan, competition, number, chance)
    return Simulation(plan, competition, tuple(requests), tuple(drafts), strength=field.strength)


def _request(plan: Plan, competition: Competition, number: int) -> Request:
    """What is asked for a round, as long as everybody in the schedule is there."""
    settings = plan.standing
    return Request(
        competition=replace(competition, rounds=(*competition.rounds, Round(number, PLANNED, plan.date(number)))),
        round=number,
        present=tuple(player.id for player in competition.players if player.in_schedule(number)),
        scale=settings.scale,
        reason_points=settings.reason_points,
        order_keys=plan.order_keys,
        unplayed_opponents=settings.unplayed,
        options=plan.options,
        seed=plan.seed,
        order=_listed(plan, competition, number),
    )


def _listed(plan: Plan, competition: Competition, number: int) -> tuple[int, ...]:
    """The list of that moment for a pairing by list: the classification after the round before (spec 21)."""
    if plan.system != "ranking":
        return ()
    everybody = replace(plan.standing, category="", minimum_games=0)
    return tuple(row.player for row in standing(competition, everybody, number - 1).rows)


def _with_absences(plan: Plan, request: Request, away: Mapping[int, str]) -> Request:
    """The request with the absences entered; the schedule of a round robin takes no notice of them."""
    if plan.system == ROUND_ROBIN:
        return request
    entries = tuple(SingleEntry(request.round, player, reason) for player, reason in sorted(away.items()))
    return replace(
        request,
        competition=replace(request.competition, entries=request.competition.entries + entries),
        present=tuple(player for player in request.present if player not in away),
    )


def _missing(competition: Competition, number: int, away: Mapping[int, str]) -> frozenset[int]:
    """Who does not come to the board in a round robin: those away and those who have withdrawn."""
    return frozenset(away).union(player.id for player in competition.players if not player.in_schedule(number))


def _bye(competition: Competition, draft: Draft, number: int) -> tuple[SingleEntry, ...]:
    """The bye of a draft; who has withdrawn from a round robin has none any more."""
    if draft.bye is None or not competition.by_id[draft.bye].in_schedule(number):
        return ()
    return (SingleEntry(number, draft.bye, BYE),)
