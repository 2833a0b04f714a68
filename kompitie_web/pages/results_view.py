"""What the results screen shows of a round: its games, its single entries, and how many games of every round are still open.

Read straight from the tables, a query each: this page is asked again after every result and must not wait for the whole competition.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from peewee import Case, fn

from engine import results
from engine.competition import told_apart
from kompitie_web import result_texts
from kompitie_web.store import current, models


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game as a row. ``table`` falls back on the place in the list for games without a table number of their own."""

    id: int
    table: int
    white: str
    black: str
    white_code: str
    black_code: str
    result: str
    annulled: bool
    date: str
    white_id: int
    black_id: int
    locked: bool
    origin: str
    table_number: int | None
    sport: str

    @property
    def is_open(self) -> bool:
        """Nothing was entered yet and something should be."""
        return not self.result and not self.annulled

    @property
    def text(self) -> str:
        """The result as it stands in the table, in brackets when annulled."""
        shown = result_texts.text(self.result, self.sport)
        return f"({shown or '–'})" if self.annulled else shown

    @property
    def words(self) -> str:
        """The result in words, for those who hear the page."""
        return result_texts.words(self.result)

    @property
    def typed(self) -> str:
        """The result as the field takes it."""
        return result_texts.text(self.result, self.sport)


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One single entry as a row: a bye, an absence, or a game against somebody outside the competition."""

    id: int
    player_id: int
    player: str
    code: str
    reason: str
    result: str
    opponent_rating: int | None
    opponent_name: str
    colour: str
    origin: str
    sport: str

    @property
    def opponent(self) -> str:
        """The outside opponent as the field takes it: a name, a rating with a minus sign, or both."""
        rating = f"−{self.opponent_rating}" if self.opponent_rating is not None else ""
        return " ".join(part for part in (self.opponent_name, rating) if part)

    @property
    def text(self) -> str:
        """His own result, own points first."""
        return result_texts.text(self.result, self.sport)


@dataclass(frozen=True, slots=True)
class RoundTab:
    """A round in the tabs: how many games it has and how many of them are open or adjourned."""

    number: int
    state: str
    games: int = 0
    open: int = 0
    adjourned: int = 0


@dataclass(frozen=True)
class Progress:
    """The counter of a round."""

    open: int
    total: int
    adjourned: int = 0

    @property
    def entered(self) -> int:
        """Games that need nothing any more."""
        return self.total - self.open


@dataclass
class Typed:
    """What the form sent for one game, kept when it is refused. ``message``, or a ``question`` with its two answers, stands under the
    row; ``code`` is what a yes stores.
    """

    text: str
    message: str = ""
    question: str = ""
    code: str = ""
    yes: str = ""
    no: str = ""


def names(round_id: int) -> Mapping[int, str]:
    """What everybody in the competition of a round is called (``engine.competition.told_apart``)."""

    def read() -> Mapping[int, str]:
        player = models.Competitor
        here = models.Round.select(models.Round.competition).where(models.Round.id == round_id)
        query: Any = player.select(player.id, player.name, player.code).where(player.competition == here)
        return told_apart(query.tuples())

    return current().cached(("names in a round", round_id), read)


def game_line(round_id: int, game: int, sport: str) -> GameLine | None:
    """One game of a round, None when it is not (or no longer) there."""
    return next(iter(_read_games(round_id, sport, game)), None)


def game_lines(round_id: int, sport: str) -> list[GameLine]:
    """The games of a round by table."""
    return list(current().cached(("games of a round", round_id, sport), lambda: _read_games(round_id, sport)))


def _read_games(round_id: int, sport: str, only: int | None = None) -> list[GameLine]:
    white, black = models.Competitor.alias(), models.Competitor.alias()
    game = models.Game
    query: Any = (
        game.select(
            game.id,
            game.table_number,
            white.code,
            black.code,
            game.result,
            game.annulled,
            game.date,
            game.white,
            game.black,
            game.locked,
            game.origin,
        )
        .join(white, on=game.white == white.id)
        .switch(game)
        .join(black, on=game.black == black.id)
        .where(game.round == round_id)
        .tuples()
    )
    if only is not None:
        query = query.where(game.id == only)
    rows: list[Any] = sorted(query, key=lambda row: (row[1] is None, row[1] or 0, row[0]))
    called = names(round_id)
    return [
        GameLine(
            id=row[0],
            table=row[1] or place,
            white=called[row[7]],
            black=called[row[8]],
            white_code=row[2],
            black_code=row[3],
            result=row[4],
            annulled=bool(row[5]),
            date=row[6],
            white_id=row[7],
            black_id=row[8],
            locked=bool(row[9]),
            origin=row[10],
            table_number=row[1],
            sport=sport,
        )
        for place, row in enumerate(rows, 1)
    ]


def entry_lines(round_id: int, sport: str) -> list[EntryLine]:
    """The single entries of a round by name."""
    entry, player = models.SingleEntry, models.Competitor
    query: Any = (
        entry.select(
            entry.id,
            player.id,
            player.name,
            player.code,
            entry.reason,
            entry.result,
            entry.opponent_rating,
            entry.opponent_name,
            entry.colour,
            entry.origin,
        )
        .join(player)
        .where(entry.round == round_id)
        .order_by(player.name, entry.id)
        .tuples()
    )
    called = names(round_id)
    rows: list[Any] = [(*row[:2], called[row[1]], *row[3:], sport) for row in query]
    return [EntryLine(*row) for row in rows]


def tabs(cid: int) -> list[RoundTab]:
    """All rounds with their counts, in order."""
    game = models.Game
    waiting = (game.result == "") & (game.annulled == False)  # noqa: E712 - an SQL expression
    query: Any = (
        game.select(
            game.round,
            fn.COUNT(game.id),
            fn.SUM(Case(None, [(waiting, 1)], 0)),
            fn.SUM(Case(None, [(game.result == results.ADJOURNED, 1)], 0)),
        )
        .join(models.Round)
        .where(models.Round.competition == cid)
        .group_by(game.round)
        .tuples()
    )
    counts = {row[0]: row[1:] for row in query}
    rounds: Any = models.Round.select(models.Round.id, models.Round.number, models.Round.state).where(
        models.Round.competition == cid
    )
    return [
        RoundTab(number, state, *counts.get(key, (0, 0, 0))) for key, number, state in rounds.order_by(models.Round.number).tuples()
    ]


def progress(round_id: int) -> Progress:
    """The counter of a round, from the table itself."""
    rows: list[Any] = list(
        models.Game.select(models.Game.result, models.Game.annulled).where(models.Game.round == round_id).tuples()
    )
    still = sum(1 for result, annulled in rows if not result and not annulled)
    return Progress(still, len(rows), sum(1 for result, _annulled in rows if result == results.ADJOURNED))


def entered_text(cid: int) -> str:
    """The figure beside the step Results: entered of all games, of the first public round with open games, else of the last one."""
    public = models.Round.state.in_(("published", "closed"))
    rounds = models.Round.select(models.Round.id).where((models.Round.competition == cid) & public).order_by(models.Round.number)
    waiting = (models.Game.result == "") & (models.Game.annulled == False)  # noqa: E712 - an SQL expression
    chosen = rounds.join(models.Game).where(waiting).first() or rounds.order_by(models.Round.number.desc()).first()
    if chosen is None:
        return ""
    counted = progress(chosen.id)
    return f"{counted.entered}/{counted.total}"


def sensible_round(shown: list[RoundTab]) -> int:
    """The round whose results come next: the first public one with open games, else the last public one, else the first."""
    published = [tab for tab in shown if tab.state in ("published", "closed")]
    waiting = [tab for tab in published if tab.open]
    return waiting[0].number if waiting else (published or shown[:1])[-1].number if shown else 1


def find(lines: list[GameLine], wanted: str) -> GameLine | None:
    """The game of a table number, a player's code, or the beginning of a name."""
    cleaned = wanted.strip().lstrip("/").strip().casefold()
    if not cleaned:
        return None
    if cleaned.isdecimal():
        return next((line for line in lines if line.table == int(cleaned)), None)
    by_code = [line for line in lines if cleaned in (line.white_code.casefold(), line.black_code.casefold())]
    by_name = [line for line in lines if line.white.casefold().startswith(cleaned) or line.black.casefold().startswith(cleaned)]
    waiting = [line for line in (*by_code, *by_name) if line.is_open]
    return next(iter([*waiting, *by_code, *by_name]), None)
