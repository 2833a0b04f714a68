"""Changing a round by hand: swap, turn colours, unpair, lock, add, give the bye (spec 00 row 6, 31). Rule breaks are named and allowed
after a yes; whatever was touched is locked.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.competition import BYE
from engine.pairing import hand
from engine.pairing.draft import Fact, Request
from engine.pairing.ranking import hand as list_hand
from engine.results import reversed_code
from kompitie_web.actions.common import (
    competitor_row,
    entry_of,
    game_of,
    game_row,
    has_result,
    iso_date,
    round_row,
)
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.pairing_record import note_change
from kompitie_web.actions.pairings import kind_of
from kompitie_web.actions.request import ask_about, request_for
from kompitie_web.actions.result_codes import check_result
from kompitie_web.actions.roundstate import game_number, show, table_number
from kompitie_web.store import current, models


@dataclass(frozen=True)
class Slot:
    """Where a player stands in a round: a game and his colour there, the bye, or nowhere (all empty)."""

    game: models.Game | None = None
    colour: str = ""
    bye: models.SingleEntry | None = None


def _slot(row: models.Round, player: models.Competitor) -> Slot:
    """ActionError ``game_has_result`` for a game that was played, ``player_absent`` for somebody who is away."""
    game = game_of(row.id, player.id)
    if game is not None:
        if has_result(game):
            raise ActionError("game_has_result", white=game.white.name, black=game.black.name, table=game.table_number)
        return Slot(game, "white" if game.white_id == player.id else "black")
    entry = entry_of(row.id, player.id)
    if entry is not None and entry.reason != BYE:
        raise ActionError("player_absent", player=player.name, round=row.number)
    return Slot(bye=entry)


def _touch(game: models.Game) -> None:
    game.locked, game.origin = True, "hand"
    game.save()


def swap_players(cid: int, number: int, a: int, b: int, confirmed: bool = False) -> None:
    """Two players take each other's place: in a game, with the bye, or without a game. Opponents of each other change colours.

    ActionError: ``same_player``, ``game_has_result``, ``player_absent``, ``both_without_game``. NeedsConfirmation ``rule_breaks``.
    """
    if a == b:
        raise ActionError("same_player", "player")
    one, other = competitor_row(a, cid), competitor_row(b, cid)
    with current().action("players_swapped", scope=cid, round=number, first=one.name, second=other.name):
        row = round_row(cid, number)
        mine, theirs = _slot(row, one), _slot(row, other)
        if mine.game is None and theirs.game is None and mine.bye is None and theirs.bye is None:
            raise ActionError("both_without_game", first=one.name, second=other.name)
        if mine.game is not None and theirs.game is not None and mine.game.id == theirs.game.id:
            _reverse(mine.game)
        else:
            _exchange(row, mine, theirs, one, other, confirmed)
        note_change(row.id, "swap", players=[a, b])


def _exchange(
    row: models.Round, mine: Slot, theirs: Slot, one: models.Competitor, other: models.Competitor, confirmed: bool
) -> None:
    """Put each in the other's place (inside an action)."""
    for slot, player in ((mine, other), (theirs, one)):
        if slot.game is not None:
            setattr(slot.game, slot.colour, player.id)
        elif slot.bye is not None:
            slot.bye.competitor, slot.bye.origin = player.id, "hand"
    games = [slot.game for slot in (mine, theirs) if slot.game is not None]
    byes = [slot.bye for slot in (mine, theirs) if slot.bye is not None]
    touched = [game.id for game in games]
    breaks: list[Fact] = []
    for game in games:
        breaks += pair_breaks(row, game.white_id, game.black_id, touched, [entry.id for entry in byes])
    for entry in byes:
        breaks += bye_breaks(row, entry.competitor_id, touched, [entry.id])
    ask_about(breaks, confirmed)
    for game in games:
        _touch(game)
    for entry in byes:
        entry.save()


def pair_breaks(
    row: models.Round, white: int, black: int, without_games: Collection[int] = (), without_entries: Collection[int] = ()
) -> list[Fact]:
    """The rules that a pair breaks; the named games and entries of the round are not looked at."""
    request = request_for(row.competition_id, row.number, without_games, without_entries)
    if kind_of(row.competition_id).by_list:
        return list(list_hand.pair_breaks(request, white, black))
    found = list(hand.pair_breaks(request, white, black))
    return found if white == black else [*found, *_beyond_colours(request, row.competition_id, white, black)]


def _beyond_colours(request: Request, cid: int, white: int, black: int) -> tuple[Fact, ...]:
    """Who would go beyond the colours of a Swiss on rating (spec 32 B2)."""
    if not kind_of(cid).needs_ratings:
        return ()
    return list_hand.colour_breaks(
        replace(request, options={"maximum_colour_balance": 2, "not_three_in_a_row": True}), white, black
    )


def _colour_breaks(cid: int, number: int, game_id: int, white: int, black: int) -> tuple[Fact, ...]:
    """What other colours of a game break."""
    request = request_for(cid, number, [game_id])
    if kind_of(cid).by_list:
        return list_hand.colour_breaks(request, white, black)
    return *hand.colour_breaks(request, white, black), *_beyond_colours(request, cid, white, black)


def bye_breaks(
    row: models.Round, player: int, without_games: Collection[int] = (), without_entries: Collection[int] = ()
) -> list[Fact]:
    """The rules that a bye breaks."""
    judge = list_hand.bye_breaks if kind_of(row.competition_id).by_list else hand.bye_breaks
    return list(judge(request_for(row.competition_id, row.number, without_games, without_entries), player))


def _reverse(game: models.Game) -> None:
    game.white_id, game.black_id = game.black_id, game.white_id
    if game.result:
        game.result = reversed_code(game.result)
    _touch(game)


def reverse_colours(game_id: int, confirmed: bool = False) -> None:
    """White becomes black. NeedsConfirmation: ``reverse_with_result`` (each keeps his own points) and ``rule_breaks`` (colour limit)."""
    row = game_row(game_id)
    cid = row.round.competition_id
    white, black = row.white.name, row.black.name
    with current().action("colours_reversed", scope=cid, round=row.round.number, white=white, black=black):
        game = game_row(game_id)
        if game.result and not confirmed:
            raise NeedsConfirmation("reverse_with_result", white=white, black=black)
        ask_about(_colour_breaks(cid, game.round.number, game.id, game.black_id, game.white_id), confirmed)
        _reverse(game)
        note_change(game.round_id, "reverse", players=[game.white_id, game.black_id])


def unpair(game_id: int) -> None:
    """Take a pair apart, after a copy; both are without a game. ActionError ``game_has_result``: a result is never lost."""
    game = game_row(game_id)
    _refuse_result(game)
    words: dict[str, Any] = {"round": game.round.number, "white": game.white.name, "black": game.black.name}
    with current().action("pair_removed", scope=game.round.competition_id, **words):
        game = game_row(game_id)
        _refuse_result(game)
        current().snapshot("unpairing")
        note_change(game.round_id, "unpair", players=[game.white_id, game.black_id])
        game.delete_instance()


def _refuse_result(game: models.Game) -> None:
    if has_result(game):
        raise ActionError("game_has_result", white=game.white.name, black=game.black.name, table=game.table_number)


def reverse_colours_of(game_ids: Sequence[int], confirmed: bool = False) -> None:
    """``reverse_colours`` for one or two games, as one action."""
    _as_one("colours_reversed", game_ids, lambda game: reverse_colours(game, confirmed))


def unpair_games(game_ids: Sequence[int]) -> None:
    """``unpair`` for one or two games, as one action."""
    _as_one("pair_removed", game_ids, unpair)


def lock_games(game_ids: Sequence[int], on: bool) -> None:
    """``set_locked`` for one or two games, as one action."""
    _as_one("pair_locked" if on else "pair_unlocked", game_ids, lambda game: set_locked(game, on))


def _as_one(label: str, game_ids: Sequence[int], each: Callable[[int], None]) -> None:
    """Do something with each game; two are one line of the journal, so that one undo takes both back."""
    if len(game_ids) == 1:
        each(game_ids[0])
        return
    first, second = (game_row(one) for one in game_ids)
    words: dict[str, Any] = {"round": first.round.number, "white": first.white.name, "black": first.black.name}
    words |= {"second_white": second.white.name, "second_black": second.black.name}
    with current().action(label, scope=first.round.competition_id, **words):
        for one in game_ids:
            each(one)


def set_locked(game_id: int, on: bool) -> None:
    """Lock a pair against pairing again, or let it go; unlocked it counts as paired, also when it was made by hand."""
    game = game_row(game_id)
    words: dict[str, Any] = {"round": game.round.number, "white": game.white.name, "black": game.black.name}
    with current().action("pair_locked" if on else "pair_unlocked", scope=game.round.competition_id, **words):
        game.locked = on
        game.origin = game.origin if on else "paired"
        game.save()


def add_game(
    cid: int, number: int, white: int, black: int, date: str | None = None, result: str = "", confirmed: bool = False
) -> int:
    """Add a game by hand to any round, with a date and result of its own; gives its id. It is locked.

    A bye or absence of the two in that round goes. ActionError: ``same_player``, ``date_unknown``, ``result_unknown``, ``round_closed``.
    NeedsConfirmation ``rule_breaks``: met before, forbidden, colour limit, plays already, is absent or not in the schedule.
    """
    if white == black:
        raise ActionError("same_player", "black")
    one, other = competitor_row(white, cid), competitor_row(black, cid)
    day, code = iso_date(date), check_result(cid, result)
    words: dict[str, Any] = {
        "round": number,
        "white": one.name,
        "black": other.name,
        "result": code,
        "sport": one.competition.sport,
    }
    with current().action("game_added", scope=cid, **words):
        row = round_row(cid, number)
        if row.state == "closed":
            raise ActionError("round_closed", round=number)
        free_play = kind_of(cid).is_free
        if not free_play:
            ask_about(pair_breaks(row, white, black), confirmed)
        _clear_entries(row, (white, black), confirmed)
        public = row.state == "published"
        game = models.Game.create(
            round=row.id,
            white=white,
            black=black,
            result=code,
            date=day,
            origin="hand",
            locked=True,
            table_number=table_number(row.id),
            number=game_number(cid) if public or free_play else None,
        )
        if free_play and not public:
            show(row)
        note_change(row.id, "add", players=[white, black])
    return int(game.id)


def _clear_entries(row: models.Round, players: tuple[int, int], confirmed: bool) -> None:
    """A bye or absence goes when the player has a game after all; a result of his own is asked about (inside an action)."""
    for player in players:
        entry = entry_of(row.id, player)
        if entry is None:
            continue
        if entry.result and not confirmed:
            raise NeedsConfirmation("entry_has_result", player=entry.competitor.name, round=row.number)
        if not entry.result:
            entry.delete_instance()


def give_bye(cid: int, number: int, competitor_id: int, confirmed: bool = False) -> None:
    """The arbiter gives the bye, before or after pairing; the rest is paired around it (traps 2 and 14).

    A pair of his in the draft falls apart. ActionError ``player_has_game`` in a published round. NeedsConfirmation ``rule_breaks``:
    he had a bye before, somebody else has it.
    """
    player = competitor_row(competitor_id, cid)
    with current().action("bye_given", scope=cid, player=player.name, round=number):
        row = round_row(cid, number)
        game = game_of(row.id, competitor_id)
        if game is not None and (row.state in ("published", "closed") or has_result(game)):
            raise ActionError("player_has_game", player=player.name, round=number)
        entry = entry_of(row.id, competitor_id)
        if entry is not None and entry.result:
            raise ActionError("entry_result_stays", player=player.name, round=number)
        ask_about(bye_breaks(row, competitor_id, [game.id] if game else [], [entry.id] if entry else []), confirmed)
        if game is not None:
            game.delete_instance()
        if entry is None:
            models.SingleEntry.create(round=row.id, competitor=competitor_id, reason=BYE)
        else:
            entry.reason, entry.origin = BYE, "hand"
            entry.save()
        note_change(row.id, "bye", players=[competitor_id])


def take_bye(cid: int, number: int, competitor_id: int) -> None:
    """Take the bye away again: the player is without a game. ActionError ``player_has_no_bye``."""
    player = competitor_row(competitor_id, cid)
    with current().action("bye_taken", scope=cid, player=player.name, round=number):
        row = round_row(cid, number)
        entry = entry_of(row.id, competitor_id)
        if entry is None or entry.reason != BYE:
            raise ActionError("player_has_no_bye", player=player.name, round=number)
        entry.delete_instance()
        note_change(row.id, "take_bye", players=[competitor_id])
