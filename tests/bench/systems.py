"""Seconds for the classifications of a season of 255 players and 40 rounds in process: one figure a line, ``name value unit``.

The competition is read and in memory. The season
has games, forfeits and absences in every round, on two evenings, and players without a rating.
"""

import gc
import random

from engine.classification import Settings, progress, standing
from engine.competition import Competition, Game, Player, Round, SingleEntry
from engine.ratings.season import Person, collect, season_list
from tests.bench._measure import figure, seconds

PLAYERS, ROUNDS, RUNS = 255, 40, 8
CLASSIFICATIONS = {
    "normal": Settings(tiebreaks="m7"),
    "swiss": Settings(system="swiss", tiebreaks="47"),
    "moyenne": Settings(system="moyenne"),
    "moyenne_weighted": Settings(system="moyenne", options={"weighted": True}),
    "rating_performance": Settings(system="rating"),
    "rating_own_start": Settings(system="rating", options={"mode": "own"}),
    "rating_fixed_start": Settings(system="rating", options={"mode": "fixed", "factor": "25"}),
    "attendance": Settings(system="attendance"),
}


def season(players: int = PLAYERS, rounds: int = ROUNDS, seed: int = 1) -> Competition:
    """A season in which a tenth of the players is absent every round and some games are forfeited."""
    drawn = random.Random(seed)
    games: list[Game] = []
    entries: list[SingleEntry] = []
    for number in range(1, rounds + 1):
        order = drawn.sample(range(1, players + 1), players)
        absent, present = order[: players // 10], order[players // 10 :]
        entries += (SingleEntry(number, one, drawn.choice(("with_notice", "ill", "external_evening"))) for one in absent)
        pairs = zip(present[::2], present[1::2], strict=False)
        games += (Game(number, *pair, drawn.choice(("2-0", "1-1", "0-2", "2-0", "0-2", "2-0F"))) for pair in pairs)
    field = tuple(Player(one, one, rating=drawn.choice((None, *range(900, 1600)))) for one in range(1, players + 1))
    evenings = tuple(Round(number, session=("Monday", "Friday")[number % 2]) for number in range(1, rounds + 1))
    return Competition(field, evenings, tuple(games), tuple(entries), planned_rounds=rounds)


def main() -> None:
    """Print the figures."""
    played = season()
    persons = [Person(one.id, one.name, one.rating, one.id) for one in played.players]
    keys: dict[int, int | str] = {one.id: one.id for one in played.players}
    gc.collect()
    gc.freeze()  # The season itself is not looked through again and again.
    for name, settings in CLASSIFICATIONS.items():
        shown = standing(played, settings, ROUNDS)
        figure(f"{name}_{PLAYERS}x{ROUNDS}", seconds(lambda chosen=settings: standing(played, chosen, ROUNDS), RUNS))  # type: ignore[misc]  # The default binds the value of this turn.
        figure(f"{name}_progress_{PLAYERS}x{ROUNDS}", seconds(lambda one=shown: progress(played, one), RUNS))  # type: ignore[misc]  # The default binds the value of this turn.
    figure(f"season_list_{PLAYERS}x{ROUNDS}", seconds(lambda: season_list(persons, collect(played, keys)), RUNS))


if __name__ == "__main__":
    main()
