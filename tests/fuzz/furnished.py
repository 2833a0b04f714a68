"""A file with something of everything: competitions of all kinds, in all states that a round can have."""

import tempfile
from pathlib import Path
from typing import Any

from kompitie_web.actions import players, results, rounds
from kompitie_web.actions.competitions import NewCompetition, create_competition
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.store import KompitieFile, mapping
from tests.store.rows import content


def furnish() -> None:
    """Competitions of all kinds in the open file, in all states that a round can have."""
    swiss = _competition("Swiss", 8, pairing="resistance", rounds=4)
    for number in (1, 2):
        _play(swiss, number)
    rounds.close_round(swiss, 1)
    rounds.draft_round(swiss, 3)
    chess = _competition("Rating", 7, sport="chess", pairing="rating", rounds=4)
    _play(chess, 1)
    _competition("Round robin", 5, kind="round_robin", pairing="round_robin", rounds=5)
    for system in ("keizer", "moyenne", "attendance"):
        club = _competition(
            system, 6, kind="club", sport="chess", pairing="list", system=system, rounds=4, evenings=("Monday", "Friday")
        )
        _play(club, 1)
    _competition("By hand", 3, pairing="none", scale="free", rounds=2)


_made: dict[str, Any] = {}


def furnished(path: Path, data: Path) -> KompitieFile:
    """A file at this path with all that, made once and copied; open."""
    if not _made:
        with tempfile.TemporaryDirectory(prefix="kompitie-fuzz-") as folder:
            file = KompitieFile.create(Path(folder) / "Club.kompitie", "Club", Path(folder) / "data")
            with file.connection():
                _made["empty"] = content()
                furnish()
            file.close()
            _made["bytes"] = file.path.read_bytes()
    path.write_bytes(_made["bytes"])
    return KompitieFile.open(path, data)


def empty() -> dict[str, list[tuple[object, ...]]]:
    """What was in that file before anything was put in."""
    found: dict[str, list[tuple[object, ...]]] = _made["empty"]
    return found


def _competition(name: str, count: int, **facts: Any) -> int:
    cid = create_competition(NewCompetition(name, **facts))
    clubs = ("Dam", "Chess & Co", "")
    lines = [PlayerInput(f"{name} {chr(64 + n)}, P", 1000 + 37 * n, clubs[n % 3], "ab"[n % 2]) for n in range(1, count + 1)]
    players.add_players(cid, lines)
    return cid


def _play(cid: int, number: int) -> None:
    rounds.draft_round(cid, number, allow_incomplete=True, confirmed=True)
    rounds.publish_round(cid, number, confirmed=True)
    codes = ("2-0", "1-1", "0-2", "2-0F", "")
    for at, game in enumerate(one for one in mapping.competition(cid).games if one.round == number):
        results.enter_result(game.id, codes[at % len(codes)])
