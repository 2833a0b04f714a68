"""Milliseconds of the pages of a competition of 400 players and 11 rounds, and of entering a result: one figure a line, ``name value unit``.

Aim: a page ≤ 50 ms for 95 of 100 requests, a result ≤ 15 ms on the disk (issue of the whole tournament).
"""

import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from flask.testing import FlaskClient

from kompitie_web.actions import competitions, players, results, rounds
from kompitie_web.actions.competitions import NewCompetition
from kompitie_web.app import create_app
from kompitie_web.exchange.lines import parse_line
from kompitie_web.state import State, folders_in
from kompitie_web.store import KompitieFile, models

PLAYERS, ROUNDS = 400, 11
REQUESTS = 60
PAGES = {
    "players": "/c/{cid}/players",
    "presence": "/c/{cid}/presence/{round}",
    "rounds": "/c/{cid}/rounds/{round}",
    "results": "/c/{cid}/results/{round}",
    "standings": "/c/{cid}/standings",
    "print": "/c/{cid}/print",
    "settings": "/c/{cid}/settings",
    "history": "/c/{cid}/history",
    "start": "/",
}


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        state = State.load(folders_in(Path(folder)))
        file = KompitieFile.create(Path(folder) / "Large.kompitie", "Large", state.folders.data)
        with file.connection():
            cid = tournament()
        client = create_app(state).test_client()
        client.get("/")
        for name, url in PAGES.items():
            show(name, url.format(cid=cid, round=ROUNDS), client)
        enter(file, cid)
        file.close()


def tournament() -> int:
    """400 players, 11 rounds published, the results of ten of them entered."""
    chance = random.Random(11)
    cid = competitions.create_competition(NewCompetition(name="Large", rounds=ROUNDS))
    players.add_players(cid, [parse_line(f"Player {n:03}, Number; {900 + n}; Club {n % 20}") for n in range(PLAYERS)])
    for number in range(1, ROUNDS + 1):
        rounds.draft_round(cid, number)
        rounds.publish_round(cid, number)
        if number < ROUNDS:
            for game in models.Game.select().join(models.Round).where(models.Round.number == number):
                results.enter_result(game.id, chance.choice(("2-0", "1-1", "0-2")))
    return cid


def show(name: str, url: str, client: FlaskClient) -> None:
    """The time of a page, 95 of 100 requests, with everything in memory that is there after the first one; and the processor's time,
    which other programs on the machine lengthen less.
    """
    assert client.get(url, follow_redirects=True).status_code == 200, url
    began = time.process_time()
    times = timed(lambda: client.get(url, follow_redirects=True).status_code, REQUESTS)
    busy = (time.process_time() - began) * 1000 / REQUESTS
    print(f"page_{name}_p95 {percentile(times):.1f} ms", flush=True)
    print(f"page_{name}_processor {busy:.1f} ms", flush=True)


def enter(file: KompitieFile, cid: int) -> None:
    """The time of a result, from the call to the disk; and of the whole request of the page."""
    with file.connection():
        games = [
            row.id
            for row in models.Game.select().join(models.Round).where((models.Round.number == ROUNDS) & (models.Game.result == ""))
        ]
        waiting = iter(games)
        times = timed(lambda: results.enter_result(next(waiting), "2-0"), REQUESTS)
        print(f"result_on_disk_p95 {percentile(times):.1f} ms")
        print(f"result_on_disk_median {statistics.median(times):.1f} ms")


def timed(do: Callable[[], object], times: int) -> list[float]:
    """Milliseconds of each call."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        do()
        found.append((time.perf_counter() - began) * 1000)
    return found


def percentile(times: list[float]) -> float:
    """What 95 of 100 do not exceed."""
    return statistics.quantiles(times, n=20)[-1]


if __name__ == "__main__":
    main()
