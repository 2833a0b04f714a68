"""The bar for the players picked up on the rounds screen: what can be done with them, and what a swap would break."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import url_for

from engine.competition import BYE
from engine.pairing.draft import Fact
from kompitie_web import pairing_texts
from kompitie_web.actions import byhand
from kompitie_web.i18n import _
from kompitie_web.pages.results_view import EntryLine, GameLine
from kompitie_web.pages.rounds_view import Table
from kompitie_web.store import models

MOST = 2


@dataclass(frozen=True)
class Line:
    """A line of the bar; ``is_break``: it names a rule that would be broken."""

    text: str
    is_break: bool = False


@dataclass(frozen=True)
class Act:
    """A button of the bar."""

    text: str
    url: str
    key: str = ""
    name: str = ""
    value: str = ""


@dataclass(frozen=True)
class Selection:
    """The bar for one or two players."""

    title: str
    lines: tuple[Line, ...]
    actions: tuple[Act, ...]
    link: Act | None = None


@dataclass(frozen=True)
class _Place:
    """Where a picked player stands: in a game, with the bye, or without a game."""

    player: int
    game: GameLine | None = None
    entry: EntryLine | None = None

    @property
    def is_free(self) -> bool:
        return self.game is None and self.entry is None


def picked(sent: Sequence[str], table: Table) -> list[int]:
    """The players picked up: one that is sent twice is let go, of more than two the oldest lets go, unknown ones are dropped."""
    found: list[int] = []
    for text in sent:
        player = int(text) if text.isdecimal() else 0
        if player in found:
            found.remove(player)
        elif player in table.competition.by_id:
            found.append(player)
    return found[-MOST:]


def of(table: Table, row: models.Round, players: Sequence[int]) -> Selection:
    """The bar for the players picked up (one or two)."""
    places = [_place(table, player) for player in players]
    names = [table.name(player) for player in players]
    if len(players) == 1:
        lines = [Line(_("Pick one more player to swap the two."))]
        late = places[0].is_free and row.state in ("published", "closed")
        address = url_for("players.one.page", cid=table.competition.id, competitor=players[0])
        link = Act(_("To the page of the player"), address) if late else None
        return Selection(
            _("%(player)s picked up", player=names[0]), (*lines, *_care(row)), tuple(_actions(table, row, places)), link
        )
    title = _("%(first)s and %(second)s picked up", first=names[0], second=names[1])
    return Selection(title, (*_preview(table, row, places), *_care(row)), tuple(_actions(table, row, places)))


def _care(row: models.Round) -> list[Line]:
    if row.state == "draft" or row.state == "planned":
        return []
    return [Line(_("This round is published: the players may already know their game."), True)]


def _place(table: Table, player: int) -> _Place:
    game = next((game for game in table.games if player in (game.white_id, game.black_id)), None)
    entry = next((entry for entry in table.entries if entry.player_id == player), None) if game is None else None
    return _Place(player, game, entry)


def _actions(table: Table, row: models.Round, places: list[_Place]) -> list[Act]:
    cid = table.competition.id

    def url(what: str) -> str:
        return url_for(f"rounds.{what}", cid=cid, number=table.number)

    games = {place.game.id: place.game for place in places if place.game is not None}
    found = []
    if len(places) == MOST and not all(place.is_free for place in places):
        found.append(Act(_("Swap"), url("swap"), "w"))
    if len(places) == MOST and all(place.is_free for place in places):
        found.append(Act(_("Pair these two"), url("add_game"), "n"))
    if games:
        locked = all(game.locked for game in games.values())
        found.append(Act(_("Colours"), url("colours"), "k"))
        found.append(Act(_("Unpair"), url("unpair"), "l"))
        found.append(Act(_("Unlock") if locked else _("Lock"), url("lock"), "v", "on", "0" if locked else "1"))
    if len(places) == 1:
        entry = places[0].entry
        if entry is not None and entry.reason == BYE:
            found.append(Act(_("Take the bye away"), url("take_bye"), "l"))
        elif places[0].is_free and not any(entry.reason == BYE for entry in table.entries):
            found.append(Act(_("Give the bye"), url("bye")))
    return found


def _preview(table: Table, row: models.Round, places: list[_Place]) -> list[Line]:
    """What a swap would make of the games, and the rules that it would break."""
    one, other = places
    if one.is_free and other.is_free:
        return _named(table, byhand.pair_breaks(row, one.player, other.player)) or [
            Line(_("No rule is broken by pairing these two."))
        ]
    if one.game is not None and one.game is other.game:
        return [Line(_("They play each other: swapping reverses the colours."))]
    moved = {one.player: other.player, other.player: one.player}
    touched = [place.game.id for place in places if place.game is not None]
    entries = [place.entry.id for place in places if place.entry is not None]
    pairs: list[str] = []
    broken: list[Fact] = []
    for place in places:
        if place.game is not None:
            white, black = moved.get(place.game.white_id, place.game.white_id), moved.get(place.game.black_id, place.game.black_id)
            pairs.append(_("%(white)s – %(black)s", white=table.name(white), black=table.name(black)))
            broken += byhand.pair_breaks(row, white, black, touched, entries)
        elif place.entry is not None and place.entry.reason == BYE:
            pairs.append(_("%(player)s has the bye", player=table.name(moved[place.player])))
            broken += byhand.bye_breaks(row, moved[place.player], touched, entries)
    if not pairs:
        return []
    lines = [Line(_("After swapping: %(pairs)s.", pairs=" · ".join(pairs)))]
    return [*lines, *(_named(table, broken) or [Line(_("No rule is broken."))])]


def _named(table: Table, broken: Sequence[Fact]) -> list[Line]:
    return [Line(pairing_texts.sentence(fact, table.name), True) for fact in broken]
