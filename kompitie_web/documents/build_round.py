"""Documents of one round: sheets by table, by name and for the wall, table cards, result slips."""

from collections.abc import Mapping, Sequence
from typing import get_args

from engine.competition import BYE, Game, SingleEntry
from engine.results import ADJOURNED, notation
from kompitie_web.documents.facts import Reason
from kompitie_web.documents.job import Job
from kompitie_web.documents.model import Board, CardForm, Cards, Column, Slips, Table
from kompitie_web.documents.words import reason, round_name
from kompitie_web.exchange.names import sort_key
from kompitie_web.i18n import _, ngettext
from kompitie_web.score_texts import row_score

#: Above so many names the list by name takes two newspaper columns.
_ONE_COLUMN = 60
#: So many absentees are named under the sheet by table; more of them stand on the sheet by name only.
_NAMED = 30
#: So few names are printed larger.
_FEW = 28


def round_tables(job: Job) -> Table:
    """The round sheet in the order of the tables."""
    number = job.round()
    columns, rows = _pairs(job, number)
    title = job.title(round_name(number), number)
    return Table(title, job.header(number), columns, rows, _absent(job, number), size=12, height=(8.2, 11))


def round_wall(job: Job) -> Table:
    """The round sheet in large type: sheets to hang side by side, each with its range of tables."""
    number = job.round()
    columns, rows = _pairs(job, number)
    title = job.title(round_name(number), number)
    scale = float(job.options.distance)
    span = _("Table %(first)s – %(last)s", first="{0}", last="{1}")
    return Table(
        title, job.header(number), columns, rows, size=13, height=(8.2, 9.6), every=0, scale=scale, landscape=True, span=span
    )


def round_names(job: Job) -> Table:
    """Everybody by name: table, colour, opponent."""
    number = job.round()
    competition = job.facts.competition
    lines: list[tuple[int, tuple[str, str, str, str]]] = []
    for game in _games(job, number):
        for own, other, colour in ((game.white, game.black, "w"), (game.black, game.white, "b")):
            name = competition.names[own]
            lines.append((own, (name, _table(game), colour, competition.names[other])))
    for entry in _entries(job, number):
        lines.append((entry.player, (competition.names[entry.player], "", "", _entry_words(job, entry))))
    lines.sort(key=lambda line: (*sort_key(competition.names[line[0]]), competition.by_id[line[0]].order))
    rows = tuple(row for _player, row in lines)
    columns = (
        Column("name", _("player"), flex=1, bold=True),
        Column("table", _("table"), align="right", size=1.25, bold=True),
        Column("colour", "", "disc"),
        Column("opponent", _("opponent"), flex=1, soft=True),
    )
    two, few = len(rows) > _ONE_COLUMN, len(rows) <= _FEW
    title = job.title(_("Round %(number)s – by name", number=number), number)
    header = job.header(number)
    size, height = (8.4, (5.2, 6.4)) if two else (11.0, (6.4, 8.4)) if few else (9.5, (5.2, 6.4))
    return Table(title, header, columns, rows, size=size, height=height, newspaper=2 if two else 1)


def cards(job: Job) -> Cards:
    """A card for each table."""
    number = job.round()
    form: CardForm = next((one for one in get_args(CardForm) if one == job.options.form), "4")
    return Cards(_("Table cards of round %(number)s", number=number), job.header(number), _boards(job, number), form)


def slips(job: Job) -> Slips:
    """A result slip for each table."""
    number = job.round()
    return Slips(_("Result slips of round %(number)s", number=number), job.header(number), _boards(job, number))


def _games(job: Job, number: int) -> list[Game]:
    """The games of a round in the order of the tables; games without a table at the end."""
    games = [game for game in job.facts.competition.games if game.round == number]
    return sorted(games, key=lambda game: (game.table is None, game.table or 0, game.number or 0, game.id))


def _entries(job: Job, number: int) -> list[SingleEntry]:
    """Who has an entry of his own in the round and no game, byes first, then by name."""
    competition = job.facts.competition
    playing = {player for game in competition.games if game.round == number for player in (game.white, game.black)}
    entries = [entry for entry in competition.entries if entry.round == number and entry.player not in playing]
    return sorted(entries, key=lambda entry: (entry.reason != BYE, sort_key(competition.names[entry.player])))


def _table(game: Game) -> str:
    return "" if game.table is None else str(game.table)


def _entry_words(job: Job, entry: SingleEntry) -> str:
    """The reason in words, with the opponent of an external match."""
    known = job.facts.reasons.get(entry.reason, Reason())
    words = reason(entry.reason, known.names)
    return f"{words} ({entry.opponent_name})" if entry.opponent_name else words


def _boards(job: Job, number: int) -> tuple[Board, ...]:
    """The tables of a round for cards and slips."""
    people, names = job.facts.competition.by_id, job.facts.competition.names
    return tuple(
        Board(_table(game), names[game.white], names[game.black], people[game.white].club, people[game.black].club)
        for game in _games(job, number)
    )


def _pairs(job: Job, number: int) -> tuple[tuple[Column, ...], tuple[tuple[str, ...], ...]]:
    """Columns and rows of a sheet by table; byes come last."""
    beside = job.options.beside if number > 1 else "nothing"
    standing = _before(job, number) if beside != "nothing" else {}
    names, sport = job.facts.competition.names, job.facts.competition.sport

    def side(player: int) -> tuple[str, ...]:
        place, points = standing.get(player, ("", ""))
        return {"both": (names[player], place, points), "points": (names[player], points)}.get(beside, (names[player],))

    rows = []
    for game in _games(job, number):
        result = _("adj.") if game.result == ADJOURNED else notation(game.result, sport)
        result = f"({result})" if game.annulled and result else result
        rows.append((_table(game), "w", *side(game.white), result, "b", *side(game.black)))
    blank = {"both": 3, "points": 2}.get(beside, 1)
    for entry in _entries(job, number):
        if entry.reason == BYE:
            rows.append(("", "", *side(entry.player), _entry_words(job, entry), "", *[""] * blank))
    return _pair_columns(beside), tuple(rows)


def _pair_columns(beside: str) -> tuple[Column, ...]:
    """The columns of a sheet by table."""
    place = [Column("place", _("pl."), "figure", soft=True)] if beside == "both" else []
    points = [Column("points", _("pts"), "figure", soft=True)] if beside != "nothing" else []
    return (
        Column("table", _("table"), align="right", bold=True, size=1.5, width=10),
        Column("white disc", "", "disc"),
        Column("white", _("White").lower(), flex=1),
        *place,
        *points,
        Column("result", _("result"), "result"),
        Column("black disc", "", "disc"),
        Column("black", _("Black").lower(), flex=1),
        *place,
        *points,
    )


def _before(job: Job, number: int) -> Mapping[int, tuple[str, str]]:
    """Place and points of everybody before the round, by the pairing classification."""
    standing = job.standing(job.facts.pairing_view, number - 1)
    return {row.player: (str(row.place), row_score(row, standing.settings.system)) for row in standing.rows}


def _absent(job: Job, number: int) -> str:
    """Who is not playing, with the reason, as a note under the sheet."""
    people = job.facts.competition.names
    entries = [entry for entry in _entries(job, number) if entry.reason != BYE]
    if len(entries) > _NAMED:
        return ngettext("%(n)s player does not play.", "%(n)s players do not play.", len(entries))
    names: Sequence[str] = [f"{people[entry.player]} ({_entry_words(job, entry)})" for entry in entries]
    return _("Not playing: %(names)s", names="; ".join(names)) if names else ""
