"""A simulated tournament as a competition of the open file, made as a user would make it, so that every round has its pairing record."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from engine.competition import Game, Player
from engine.pairing import ranking
from engine.simulate import Simulation
from kompitie_web.actions import classifications, competitions, drafts, leaving, list_presets, presence, presets, results, roundlist
from kompitie_web.actions import schedule as schedules
from kompitie_web.actions.common import games_of, round_row
from kompitie_web.actions.creation import NewCompetition, create_competition
from kompitie_web.actions.players import add_players
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.store import current, mapping, models

#: The competition's pairing by the system of the engine.
PAIRINGS = {engine: pairing for pairing, engine in presets.ENGINES.items()} | {"round_robin": "round_robin"}
#: Options of a schedule; the other pairings keep theirs with the competition.
_SCHEDULE = ("table", "double", "swapped", "seam")


class AnotherRound(Exception):
    """The program paired a round otherwise than the simulation did: the one of the two is wrong."""

    def __init__(self, number: int) -> None:
        super().__init__(f"round {number} was paired otherwise than in the simulation")
        self.number = number


def store_simulation(
    made: Simulation,
    name: str,
    evenings: Sequence[str] = ("Monday", "Friday"),
    told: Callable[[int], object] = lambda number: None,
) -> int:
    """Make a competition with these players and play its rounds; gives its id. AnotherRound when a round is paired otherwise.

    Meant for a new file, where the players get the ids of the simulation: what is drawn by lot depends on them. ``evenings``: the labels
    of an attendance championship. ``told`` gets the number of each round that is done.
    """
    plan = made.plan
    with current().action("competition_created", name=name):
        cid = _competition(made, name, evenings)
        ids = add_players(cid, [PlayerInput(one.name, one.rating, lot=one.lot) for one in made.competition.players])
        who = {one.id: identity for one, identity in zip(made.competition.players, ids, strict=True)}
        for one in made.competition.players:
            if one.schedule[0].first > 1:
                leaving.withdraw(who[one.id], 1)
                leaving.come_back(who[one.id], one.schedule[0].first)
    if plan.system == "round_robin" and made.drafts:
        schedules.make_schedule(cid, **{key: plan.options[key] for key in _SCHEDULE if key in plan.options})
    for number in range(1, len(made.drafts) + 1):
        if plan.system != "round_robin":
            _pair(cid, made, number, who)
        _play(cid, number, _expected(made, number, who))
        _leave(made.competition.players, number, who)
        told(number)
    return cid


def _competition(made: Simulation, name: str, evenings: Sequence[str]) -> int:
    """The competition without players: its pairing with the options of the plan, and the classification (inside an action)."""
    plan, pairing = made.plan, PAIRINGS[made.plan.system]
    settings = plan.standing
    cid = create_competition(
        NewCompetition(
            name,
            kind={"list": "club", "round_robin": "round_robin"}.get(pairing, "tournament"),
            pairing=pairing,
            rounds=plan.rounds,
            first_date=plan.date(1),
            system=settings.system if settings.system in list_presets.SYSTEMS else "",
            evenings=tuple(evenings),
        )
    )
    row = mapping.pairing_classification(cid)
    classifications.edit_classification(row.id, settings, confirmed=True)
    if pairing != "round_robin":
        competitions.update_pairing_options(cid, _options(made, pairing), confirmed=True)
    for number in range(1, plan.rounds + 1):
        roundlist.set_round(cid, number, date=plan.date(number))
    return cid


def _options(made: Simulation, pairing: str) -> Mapping[str, Any]:
    """The options of the pairing: those of the plan, otherwise the engine's own ones."""
    if pairing == "list":
        return {**asdict(ranking.Options()), **made.plan.options}
    if pairing == "rating":
        return {**presets.RATING_OPTIONS, **made.plan.options}
    return {**presets.SWISS_OPTIONS, **made.plan.options, "order_keys": made.plan.order_keys}


def _pair(cid: int, made: Simulation, number: int, who: Mapping[int, int]) -> None:
    """Enter who is away, pair and publish."""
    entries = [entry for entry in made.requests[number - 1].competition.entries if entry.round == number]
    for reason in sorted({entry.reason for entry in entries}):
        presence.set_absent(cid, number, [who[entry.player] for entry in entries if entry.reason == reason], reason)
    drafts.draft_round(cid, number, confirmed=True, seed=made.plan.seed)
    drafts.publish_round(cid, number)


def _expected(made: Simulation, number: int, who: Mapping[int, int]) -> dict[tuple[int, int], Game]:
    """The games of a round by (white, black)."""
    return {(who[game.white], who[game.black]): game for game in made.competition.games if game.round == number}


def _play(cid: int, number: int, expected: Mapping[tuple[int, int], Game]) -> None:
    """Enter the results of a round. AnotherRound when its games are others."""
    games: list[models.Game] = games_of(round_row(cid, number).id)
    if {(game.white_id, game.black_id) for game in games} != set(expected):
        raise AnotherRound(number)
    for game in games:
        result = expected[game.white_id, game.black_id].result
        if game.result != result:
            results.enter_result(game.id, result)


def _leave(players: Sequence[Player], number: int, who: Mapping[int, int]) -> None:
    """Those for whom this was the last round withdraw."""
    for one in players:
        if one.schedule[0].last == number:
            leaving.withdraw(who[one.id], number + 1, unplayed="forfeit")
