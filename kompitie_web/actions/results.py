"""Results: entering, correcting, moving, annulling, and rounds of one player (spec 00 rows 8 and 10, 20 Result codes)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.classification import Standing, standing
from engine.competition import BYE
from engine.results import ADJOURNED
from kompitie_web.actions.common import (
    competitor_row,
    entry_of,
    game_of,
    game_row,
    has_result,
    iso_date,
    round_row,
    rounds_of,
    whole,
)
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.pairing_record import note_change
from kompitie_web.actions.reasons import check_reason
from kompitie_web.actions.result_codes import check_result
from kompitie_web.actions.roundstate import is_kept, show, table_number
from kompitie_web.exchange.lines import check_rating
from kompitie_web.exchange.names import clean_name
from kompitie_web.store import current, mapping, models


@dataclass(frozen=True)
class PlaceChange:
    """A player whose place in the standing is another after a correction; None = not listed."""

    player: int
    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True)
class Change:
    """What entering a result did: the game, the codes before and after, and who changes place when it corrected an earlier round."""

    game: int
    round: int
    table: int | None
    white: str
    black: str
    before: str
    after: str
    places: tuple[PlaceChange, ...] = ()


def current_standing(cid: int) -> Standing:
    """The standing of the pairing classification after the last round with results."""
    competition = mapping.competition(cid)
    settings = mapping.settings(mapping.pairing_classification(cid))
    return standing(competition, settings, competition.last_round_with_results())


def places_changed(cid: int, before: Standing, after: Standing) -> tuple[PlaceChange, ...]:
    """Who has another place, in the order of the new standing."""
    old = {row.player: row.place for row in before.rows}
    new = {row.player: row.place for row in after.rows}
    moved = [player for player in [*new, *(one for one in old if one not in new)] if old.get(player) != new.get(player)]
    names = mapping.competition(cid).names
    return tuple(PlaceChange(player, names.get(player, ""), old.get(player), new.get(player)) for player in moved)


def enter_result(game_id: int, code: str, confirmed: bool = False, expected: str | None = None) -> Change:
    """Enter, change or clear ('') the result of a game; a code, or the result as typed (2-0, ½-½, 12-0 when scores are free).

    When a result of an earlier round than the last is corrected, the answer names who changes place; later pairings stay.
    ``expected``: the result that the user saw; when another one is stored meanwhile nothing is changed (ActionError ``result_changed``).
    ActionError: ``game_gone``, ``result_unknown``, ``round_is_draft`` (publish first). NeedsConfirmation ``game_annulled``.
    """
    game = _whole_game(game_id)
    row, white, black = game.round, game.white.name, game.black.name
    cid, before, after = row.competition_id, game.result, check_result(row.competition_id, code)
    if row.state == "draft" and not is_kept(game):
        raise ActionError("round_is_draft", round=row.number)
    if game.annulled and not confirmed:
        raise NeedsConfirmation("game_annulled", white=white, black=black)
    corrects = before not in ("", ADJOURNED) and before != after and _is_earlier(cid, row.number)
    old = current_standing(cid) if corrects else None
    words: dict[str, Any] = {
        "round": row.number,
        "table": game.table_number,
        "white": white,
        "black": black,
        "before": before,
        "after": after,
        "sport": row.competition.sport,
    }
    with current().action("result_entered", scope=cid, **words):
        mine = models.Game.id == game_id
        seen = mine if expected is None else mine & (models.Game.result == expected)
        if not models.Game.update(result=after).where(seen).execute():
            raise ActionError("result_changed", white=white, black=black)
        if row.state == "planned" and after:
            show(round_row(cid, row.number))
    places = places_changed(cid, old, current_standing(cid)) if old is not None else ()
    return Change(game_id, row.number, game.table_number, white, black, before, after, places)


def _whole_game(game_id: int) -> models.Game:
    """A game with its round, competition and players in one query: a result is entered in the time of a key press."""
    white, black = models.Competitor.alias(), models.Competitor.alias()
    query = (
        models.Game.select(
            models.Game, models.Round, models.Competition.id, models.Competition.sport, white.id, white.name, black.id, black.name
        )
        .join_from(models.Game, models.Round)
        .join(models.Competition)
        .join_from(models.Game, white, on=(models.Game.white == white.id), attr="white")
        .join_from(models.Game, black, on=(models.Game.black == black.id), attr="black")
    )
    found: models.Game | None = query.where(models.Game.id == game_id).first()
    if found is None:
        raise ActionError("game_gone")
    return found


def _is_earlier(cid: int, number: int) -> bool:
    """Whether a later round is public already."""
    return any(row.number > number and row.state in ("published", "closed") for row in rounds_of(cid))


def edit_game(game_id: int, changes: Mapping[str, Any]) -> None:
    """Change the date (ISO), the table number or the round of a game. It is locked from then on, unless only its date changed.

    ActionError: ``date_unknown``, ``number_range``, ``table_taken``, ``round_gone``, ``choice_unknown``.
    """
    game = game_row(game_id)
    words: dict[str, Any] = {
        "round": game.round.number,
        "white": game.white.name,
        "black": game.black.name,
        "fields": sorted(changes),
    }
    with current().action("game_changed", scope=game.round.competition_id, **words):
        game = game_row(game_id)
        for key, value in changes.items():
            if key == "date":
                game.date = iso_date(value)
            elif key in ("table", "table_number"):
                _set_table(game, whole(value, "table", 1, 9999))
            elif key == "round":
                _set_round(game, whole(value, "round", 1, 9999))
            else:
                raise ActionError("choice_unknown", key, value=key)
        if set(changes) - {"date"}:
            game.locked = True
        game.save()


def _set_table(game: models.Game, table: int) -> None:
    taken = (models.Game.round == game.round_id) & (models.Game.table_number == table) & (models.Game.id != game.id)
    if models.Game.select().where(taken).exists():
        raise ActionError("table_taken", "table", table=table)
    game.table_number = table


def _set_round(game: models.Game, number: int) -> None:
    """Move a game to another round; a round that gets a result becomes public (inside an action)."""
    row = round_row(game.round.competition_id, number)
    if row.id == game.round_id:
        return
    game.table_number = table_number(row.id)
    game.round = row.id
    game.origin = "hand"
    if game.result and row.state == "planned":
        show(row)


def remove_game(game_id: int, confirmed: bool = False) -> None:
    """Delete a game, after a copy. NeedsConfirmation ``remove_game_result`` when it has a result."""
    game = game_row(game_id)
    words: dict[str, Any] = {"round": game.round.number, "white": game.white.name, "black": game.black.name, "result": game.result}
    words["sport"] = game.round.competition.sport
    with current().action("game_removed", scope=game.round.competition_id, **words):
        game = game_row(game_id)
        if has_result(game) and not confirmed:
            raise NeedsConfirmation("remove_game_result", **{**words, "result": game.result})
        current().snapshot("remove_game")
        note_change(game.round_id, "remove", players=[game.white_id, game.black_id])
        game.delete_instance()


def annul(game_ids: Sequence[int], on: bool = True) -> None:
    """Annul games (shown in brackets, they count for nobody) or let them count again (spec 10 Annulled)."""
    games = [game_row(one) for one in game_ids]
    if not games:
        raise ActionError("list_empty", "games")
    words: dict[str, Any] = {"count": len(games), "white": games[0].white.name, "black": games[0].black.name}
    with current().action("games_annulled" if on else "games_counted", scope=games[0].round.competition_id, **words):
        for game in games:
            game.annulled = on
            game.save(only=["annulled"])


def rating_of(value: int | str | None) -> int | None:
    """The rating of an external opponent; Kompitie's minus sign is accepted (−1453 = 1453). ActionError as for a player's rating."""
    if value is None or value == "":
        return None
    if isinstance(value, int):
        return check_rating(abs(value))
    digits = clean_name(value).lstrip("-−–").strip()
    if not digits.isdecimal() or len(digits) > 7:
        raise ActionError("rating_not_number", "opponent_rating", value=value)
    return check_rating(int(digits))


def enter_single(
    cid: int,
    number: int,
    competitor_id: int,
    reason: str,
    result: str = "",
    opponent_rating: int | str | None = None,
    opponent_name: str = "",
    colour: str = "",
    confirmed: bool = False,
) -> int:
    """A round of one player without a game here: bye, absence, external opponent with his own result (own points first).

    A second one for the same round replaces the first. Gives the id. ActionError: ``reason_unknown``, ``result_unknown``,
    ``rating_range``, ``rating_not_number``, ``choice_unknown``, ``player_has_game`` (unplayed; unpair it first). NeedsConfirmation
    ``player_plays_too`` when he has a played game in the round, ``entry_has_result`` when his result there would be cleared.
    """
    player = competitor_row(competitor_id, cid)
    values = {
        "reason": check_reason(cid, reason),
        "result": check_result(cid, result) if result != ADJOURNED else "",
        "opponent_rating": rating_of(opponent_rating),
        "opponent_name": clean_name(opponent_name)[:100],
        "colour": _colour(colour),
    }
    words: dict[str, Any] = {"player": player.name, "round": number, "reason": reason, "result": values["result"]}
    words["sport"] = player.competition.sport
    with current().action("single_entered", scope=cid, opponent=values["opponent_name"], **words):
        row = round_row(cid, number)
        game = game_of(row.id, competitor_id)
        if game is not None and not has_result(game):
            raise ActionError("player_has_game", player=player.name, round=number)
        if game is not None and not confirmed:
            raise NeedsConfirmation("player_plays_too", player=player.name, round=number)
        entry = entry_of(row.id, competitor_id)
        if entry is not None and entry.result and not values["result"] and not confirmed:
            raise NeedsConfirmation("entry_has_result", player=player.name, round=number)
        if entry is None:
            entry = models.SingleEntry.create(round=row.id, competitor=competitor_id, **values)
        else:
            entry.origin = "hand"
            for key, value in values.items():
                setattr(entry, key, value)
            entry.save()
    return int(entry.id)


def _colour(text: str) -> str:
    if text not in ("", "w", "b"):
        raise ActionError("choice_unknown", "colour", value=text)
    return text


def remove_single(entry_id: int, confirmed: bool = False) -> None:
    """Take a bye, absence or external result away. NeedsConfirmation ``entry_has_result`` when it holds a result."""
    entry = models.SingleEntry.get_or_none(models.SingleEntry.id == entry_id)
    if entry is None:
        raise ActionError("entry_gone")
    words: dict[str, Any] = {"player": entry.competitor.name, "round": entry.round.number}
    if entry.result and not confirmed:
        raise NeedsConfirmation("entry_has_result", **words)
    label = "bye_taken" if entry.reason == BYE else "single_removed"
    with current().action(label, scope=entry.round.competition_id, **words):
        entry.delete_instance()
