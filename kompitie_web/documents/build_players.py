"""Lists of players: for reference, and to tick who is present."""

from collections.abc import Callable, Sequence

from engine.classification import by_lot
from engine.competition import DRAFT, PLANNED, Player
from kompitie_web.documents.build_standings import category_name, dimensions
from kompitie_web.documents.facts import Reason
from kompitie_web.documents.job import Job, NothingToPrint
from kompitie_web.documents.model import Column, Group, Row, Table
from kompitie_web.documents.words import reason, round_name
from kompitie_web.exchange.names import sort_key
from kompitie_web.i18n import _

Order = Callable[[Player], tuple[object, ...]]
_ONE_COLUMN = 36


def _by_name(player: Player) -> tuple[object, ...]:
    return (*sort_key(player.name), player.order)


def _by_rating(player: Player) -> tuple[object, ...]:
    return (-(player.rating or 0), *_by_name(player))


def players(job: Job) -> Table:
    """The list of players in the chosen order."""
    order, everybody = job.options.order, _everybody(job)
    columns = (
        Column("lot", _("no."), "figure", soft=True),
        Column("name", _("player"), flex=2, bold=True),
        Column("code", _("code"), soft=True),
        Column("title", _("title")),
        Column("rating", _("rating"), "figure"),
        Column("club", _("club"), flex=1),
        Column("town", _("town"), flex=1),
        Column("categories", _("cat."), align="centre"),
    )
    rows: list[Row | Group] = []
    for heading, members in _groups(job, everybody) if order == "category" else [("", _sorted(everybody, order))]:
        rows += [Group(heading)] if heading else []
        rows += [_line(player) for player in members]
    kept = [index for index in range(len(columns)) if index < 2 or any(isinstance(row, tuple) and row[index] for row in rows)]
    body = tuple(row if isinstance(row, Group) else tuple(row[index] for index in kept) for row in rows)
    titles = {
        "name": _("Players by name"),
        "rating": _("Players by rating"),
        "lot": _("Players by lot number"),
        "category": _("Players by category"),
    }
    return Table(titles[order], job.header(), tuple(columns[index] for index in kept), body, "", *dimensions(len(body)))


def _everybody(job: Job) -> Sequence[Player]:
    """All players by lot number. NothingToPrint when there are none."""
    everybody = by_lot(job.facts.competition)
    if not everybody:
        raise NothingToPrint("no_players")
    return everybody


def _sorted(everybody: Sequence[Player], order: str) -> Sequence[Player]:
    """In the order of the option; by lot they are already."""
    keys: dict[str, Order] = {"name": _by_name, "rating": _by_rating}
    return sorted(everybody, key=keys[order]) if order in keys else everybody


def _groups(job: Job, everybody: Sequence[Player]) -> list[tuple[str, Sequence[Player]]]:
    """Players under their categories, by name; those of several stand in each."""
    letters = sorted({letter for player in everybody for letter in player.categories})
    by_name = sorted(everybody, key=_by_name)
    groups: list[tuple[str, Sequence[Player]]] = [
        (category_name(job, letter), [player for player in by_name if letter in player.categories]) for letter in letters
    ]
    rest = [player for player in by_name if not player.categories]
    return [*groups, (_("Without a category"), rest)] if rest and letters else groups or [("", by_name)]


def _line(player: Player) -> Row:
    rating = "" if player.rating is None else str(player.rating)
    letters = "".join(player.categories)
    return (str(player.lot), player.name, player.code, player.title, rating, player.club, player.place, letters)


def presence(job: Job) -> Table:
    """Everybody in the schedule of the next round, by name, with a box to tick and what is known already."""
    competition = job.facts.competition
    coming = [one.number for one in competition.rounds if one.state in (PLANNED, DRAFT)]
    known = {one.number for one in competition.rounds}
    wanted = job.options.round
    number = wanted if wanted in known else min(coming, default=max(known, default=1))
    entered = {entry.player: entry.reason for entry in competition.entries if entry.round == number}
    people = [player for player in sorted(_everybody(job), key=_by_name) if player.in_schedule(number)]
    rows = []
    for player in people:
        key = entered.get(player.id, "")
        remark = reason(key, job.facts.reasons.get(key, Reason()).names) if key else ""
        rows.append(("", player.name, player.code, remark))
    columns = (
        Column("tick", "", "tick"),
        Column("name", _("player"), flex=2, bold=True),
        Column("code", _("code"), soft=True),
        Column("remark", _("remark"), flex=1, soft=True, width=22),
    )
    two = len(rows) > _ONE_COLUMN
    title = _("Who is here – %(round)s", round=round_name(number))
    return Table(title, job.header(number), columns, tuple(rows), size=10, height=(6.2, 7.4), newspaper=2 if two else 1)
