"""The list of players as the screen shows it: sorted rows, hints and the two ticks of the next round (spec 61 Players)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.competition import DRAFT, PLANNED, PUBLISHED, Competition, Player
from kompitie_web.actions.pairings import kind_of
from kompitie_web.exchange.names import plain, sort_key

#: The columns that sort, with the direction of their first press: names from a, ratings and numbers of entry from the top.
SORTS = {
    "lot": False,
    "code": False,
    "name": False,
    "rating": True,
    "club": False,
    "categories": False,
    "schedule": True,
    "standings": True,
    "entry": True,
}
NEWEST_FIRST = "-entry"


@dataclass(frozen=True, slots=True)
class Row:
    """A player in the list. ``twins``: others with the same name. ``status`` and its round: ``since`` (joined later), ``withdrawn``
    (after that round), ``joins`` (in a later round) or '' for the usual.

    ``missing_round``: the published round in which he plays no game and has no entry (a latecomer), 0 = none.
    """

    player: Player
    categories: str
    in_schedule: bool
    in_standings: bool
    no_rating: bool
    code_twice: bool
    twins: tuple[Player, ...]
    status: str
    status_round: int
    missing_round: int

    @property
    def has_hint(self) -> bool:
        """Whether there is something to look at."""
        return bool(self.no_rating or self.code_twice or self.twins or self.missing_round)


def next_round(competition: Competition) -> int:
    """The first round that is not published yet, of a schedule (published whole) the first without a result; one after the last when
    there is none.
    """
    if kind_of(competition.id).has_schedule:
        begun = {game.round for game in competition.games if game.result}
        open_rounds = [one.number for one in competition.rounds if one.number not in begun]
    else:
        open_rounds = [one.number for one in competition.rounds if one.state in (PLANNED, DRAFT)]
    return min(open_rounds) if open_rounds else max((one.number for one in competition.rounds), default=0) + 1


def latest_published(competition: Competition) -> int:
    """The last round that is published and not closed, 0 when there is none: the one a latecomer can still enter."""
    return max((one.number for one in competition.rounds if one.state == PUBLISHED), default=0)


def has_started(competition: Competition) -> bool:
    """Whether a round was ever paired."""
    return any(one.state != PLANNED for one in competition.rounds)


def rows(competition: Competition, category_names: Mapping[str, str]) -> list[Row]:
    """All players with what the screen says about each, in the order of entry."""
    number = next_round(competition)
    late = latest_published(competition)
    placed = _placed(competition, late)
    is_going_on = any(game.round == late and not game.result for game in competition.games)
    codes = Counter(player.code for player in competition.players)
    same: dict[tuple[str, str, str], list[Player]] = {}
    for player in competition.players:
        same.setdefault(sort_key(player.name), []).append(player)
    return [
        Row(
            player,
            category_text(player.categories, category_names),
            player.in_schedule(number),
            player.in_standings(number),
            player.rating is None,
            codes[player.code] > 1,
            tuple(other for other in same[sort_key(player.name)] if other is not player),
            *status(player, number),
            late if player.id not in placed and _could_play(player, late, number, is_going_on) else 0,
        )
        for player in sorted(competition.players, key=lambda one: one.order)
    ]


def category_text(letters: Sequence[str], names: Mapping[str, str]) -> str:
    """The categories by their full names, a letter without a name as it is."""
    return ", ".join(names.get(letter) or letter for letter in letters)


def _could_play(player: Player, late: int, number: int, is_going_on: bool) -> bool:
    """Whether a place in the last published round is still to be thought of: for who belongs in it, and for who came during it."""
    if not late or not player.in_schedule(number):
        return False
    return player.in_schedule(late) or (is_going_on and not player.has_joined(late))


def _placed(competition: Competition, number: int) -> set[int]:
    """Who has a game or an entry in this round."""
    placed = {entry.player for entry in competition.entries if entry.round == number}
    for game in competition.games:
        if game.round == number:
            placed.update((game.white, game.black))
    return placed


def status(player: Player, number: int) -> tuple[str, int]:
    """What is to be told about the rounds of a player, seen from this round (see ``Row``)."""
    current = next((interval for interval in player.schedule if number in interval), None)
    if current is not None:
        return ("since", current.first) if current.first > 1 else ("", 0)
    later = [interval.first for interval in player.schedule if interval.first > number and interval.first in interval]
    if later:
        return "joins", min(later)
    return "withdrawn", max((interval.last for interval in player.schedule if interval.last is not None), default=0)


_KEYS: Mapping[str, Callable[[Row], Any]] = {
    "lot": lambda row: row.player.lot,
    "code": lambda row: plain(row.player.code),
    "name": lambda row: sort_key(row.player.name),
    "rating": lambda row: row.player.rating or 0,
    "club": lambda row: plain(row.player.club),
    "categories": lambda row: plain(row.categories),
    "schedule": lambda row: row.in_schedule,
    "standings": lambda row: row.in_standings,
    "entry": lambda row: row.player.order,
}


def column_of(sort: str) -> tuple[str, bool]:
    """The column and whether it runs down, of a sort as it stands in the address (``rating``, ``-name``)."""
    column = sort.removeprefix("-")
    return (column, sort.startswith("-")) if column in SORTS else ("entry", True)


def ordered(lines: list[Row], sort: str) -> list[Row]:
    """The rows by one column (``-`` in front: from high to low); equal ones stay in the order of entry, empty cells come last."""
    column, down = column_of(sort)
    key = _KEYS[column]
    found = sorted(lines, key=key, reverse=down)
    if column in ("rating", "club", "categories"):
        found.sort(key=lambda row: not key(row))
    return found


def next_sort(column: str, sort: str) -> str:
    """The sort that a press on a column's head asks for: its usual direction first, then the other one."""
    now, down = column_of(sort)
    wanted = not down if now == column else SORTS[column]
    return f"-{column}" if wanted else column
