"""Milliseconds of the store with 400 players and 11 rounds: reading all as the engine's values, a dated copy; ``name value unit``."""

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from kompitie_web.store import KompitieFile, mapping, models
from tests.store.rows import enter, small


def median_of(times: int, prepare: Callable[[int], object], run: Callable[[], object]) -> float:
    """The median of some runs, in milliseconds; what is prepared before each is not counted."""
    taken = []
    for number in range(times):
        prepare(number)
        start = time.perf_counter()
        run()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken) * 1000


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        file = KompitieFile.create(Path(folder) / "Club.kompitie", "Club", data)
        with file.connection():
            held = small(file, players=400, rounds=11)
            ids = held.players
            with file.action("games", scope=held.cid):
                for number in held.rounds[1:]:
                    pairs = [{"round": number, "white": ids[at], "black": ids[399 - at], "result": "2-0"} for at in range(200)]
                    models.Game.insert_many(pairs).execute()

            def change(number: int) -> None:
                enter(file, held.cid, held.games[0], ("2-0", "1-1")[number % 2])

            print(f"read_400x11 {median_of(15, change, lambda: mapping.competition(held.cid)):.1f} ms")
            print(f"dated_copy_400x11 {median_of(9, change, lambda: file.snapshot('by_hand')):.1f} ms")
        file.close()


if __name__ == "__main__":
    main()
