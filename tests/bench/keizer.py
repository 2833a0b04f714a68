"""Milliseconds for a Keizer season with optimise, 255 players and 40 rounds in process: one figure a line, ``name value unit``.

The season is random and the same every time: everybody plays or is absent, the stronger wins more often. ``replay``: the lists of all rounds
when nothing is known of the season; ``one_round_more``: when the list of the round before is known. ``standing``: the same with everything
around it, from reading the games to the rows.
"""

import random
from collections.abc import Callable
from dataclasses import replace

from engine.classification import Settings, standing
from engine.competition import BYE, CLOSED, WITH_NOTICE, Competition, Game, Player, Round, SingleEntry
from engine.results import BLACK_WINS, DRAW, WHITE_WINS
from engine.systems import keizer, keizer_passes
from engine.systems.basis import Basis, basis
from engine.systems.keizer_options import PRESETS
from tests.bench._measure import figure, seconds

PLAYERS, ROUNDS, RUNS = 255, 40, 8


def season(players: int, rounds: int, seed: int) -> Competition:
    """A random season; a tenth of the players is absent each round."""
    chance = random.Random(seed)
    strength = {one: chance.gauss(1200, 220) for one in range(1, players + 1)}
    games: list[Game] = []
    entries: list[SingleEntry] = []
    for number in range(1, rounds + 1):
        present = []
        for one in strength:
            if chance.random() < 0.9:
                present.append(one)
            else:
                entries.append(SingleEntry(number, one, WITH_NOTICE, id=len(entries) + 1))
        chance.shuffle(present)
        if len(present) % 2:
            entries.append(SingleEntry(number, present.pop(), BYE, id=len(entries) + 1))
        for white, black in zip(present[::2], present[1::2], strict=True):
            expected = 1 / (1 + 10 ** ((strength[black] - strength[white]) / 400))
            drawn = chance.random()
            result = WHITE_WINS if drawn < expected - 0.15 else BLACK_WINS if drawn > expected + 0.15 else DRAW
            games.append(Game(number, white, black, result, id=len(games) + 1))
    everybody = tuple(Player(one, one, f"Player {one}", rating=int(rating), order=one) for one, rating in strength.items())
    return Competition(everybody, tuple(Round(number, CLOSED) for number in range(1, rounds + 1)), tuple(games), tuple(entries))


def figures(name: str, played: Competition, settings: Settings) -> None:
    """The figures of one choice of options."""
    ledger = [basis(played, settings, number) for number in (ROUNDS - 1, ROUNDS)]

    def lists(ground: Basis) -> None:
        ground.kept.clear()
        keizer.scores(ground)

    def prepared(before: Callable[[], object] | None = None) -> Callable[[], None]:
        def prepare() -> None:
            keizer_passes.forget()
            if before is not None:
                before()

        return prepare

    def shown(rounds: int) -> Callable[[], object]:
        return lambda: standing(played, settings, rounds)

    times = {
        f"replay_{PLAYERS}_players_{ROUNDS}_rounds": seconds(lambda: lists(ledger[1]), RUNS, prepared()),
        "one_round_more": seconds(lambda: lists(ledger[1]), RUNS, prepared(lambda: lists(ledger[0]))),
        f"standing_{PLAYERS}_players_{ROUNDS}_rounds": seconds(shown(ROUNDS), RUNS, prepared()),
        "standing_one_round_more": seconds(shown(ROUNDS), RUNS, prepared(shown(ROUNDS - 1))),
    }
    for what, value in times.items():
        figure(f"keizer_{name}_{what}", 1000 * value, "ms")


def main() -> None:
    """Print the figures."""
    played = season(PLAYERS, ROUNDS, seed=1)
    for name, options in {"kompitie_optimised": replace(PRESETS["kompitie"], optimise=True), **PRESETS}.items():
        figures(name, played, Settings(system="keizer", options=options.as_json()))


if __name__ == "__main__":
    main()
