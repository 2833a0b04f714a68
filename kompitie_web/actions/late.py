"""A player who arrives after the publication of a round (spec 00 row 11; 70 trap 11): the published games do not move."""

from engine.competition import BYE, WITH_NOTICE
from kompitie_web.actions import participation
from kompitie_web.actions.common import competitor_row, competitors_of, entry_of, game_of, round_row
from kompitie_web.actions.errors import ActionError
from kompitie_web.actions.reasons import check_reason
from kompitie_web.actions.request import colours_for
from kompitie_web.actions.roundstate import game_number, table_number
from kompitie_web.store import current, models

WAYS = ("bye_opponent", "latecomer", "bye", "absent")


def latecomers(cid: int, number: int) -> list[models.Competitor]:
    """Players without a game or entry in a round although they take part in it or arrived for it."""
    row = round_row(cid, number)
    busy = {one for game in models.Game.select().where(models.Game.round == row.id) for one in (game.white_id, game.black_id)}
    busy |= {entry.competitor_id for entry in models.SingleEntry.select().where(models.SingleEntry.round == row.id)}
    return [
        one for one in competitors_of(cid) if one.id not in busy and participation.is_on(one.id, participation.SCHEDULE, number)
    ]


def bye_players(cid: int, number: int) -> list[models.Competitor]:
    """Who has the bye of a round."""
    query = models.SingleEntry.select().where(
        (models.SingleEntry.round == round_row(cid, number).id) & (models.SingleEntry.reason == BYE)
    )
    return [entry.competitor for entry in query.order_by(models.SingleEntry.id)]


def late_entry(
    cid: int, round_number: int, competitor_id: int, how: str, opponent: int | None = None, reason: str = WITH_NOTICE
) -> int | None:
    """Give a late player his place in a published round; gives the id of the game when one is made.

    ``how``: ``bye_opponent`` (against the player with the bye), ``latecomer`` (against another late player), ``bye`` or ``absent``
    (with ``reason``). ``opponent`` chooses when there are several. He takes part from this round on. ActionError:
    ``round_not_published``, ``player_has_game``, ``nobody_has_bye``, ``no_other_latecomer``, ``opponent_choose``, ``choice_unknown``.
    """
    player = competitor_row(competitor_id, cid)
    row = round_row(cid, round_number)
    if how not in WAYS:
        raise ActionError("choice_unknown", "how", value=how)
    if row.state not in ("published", "closed"):
        raise ActionError("round_not_published", round=round_number)
    with current().action("late_entry", scope=cid, player=player.name, round=round_number, how=how):
        if game_of(row.id, competitor_id) is not None:
            raise ActionError("player_has_game", player=player.name, round=round_number)
        _join(competitor_id, round_number)
        old = entry_of(row.id, competitor_id)
        if old is not None and old.result:
            raise ActionError("entry_result_stays", player=player.name, round=round_number)
        if old is not None:
            old.delete_instance()
        if how in ("bye", "absent"):
            key = BYE if how == "bye" else check_reason(cid, reason)
            models.SingleEntry.create(round=row.id, competitor=competitor_id, reason=key)
            return None
        other = _opponent(cid, round_number, competitor_id, how, opponent)
        bye = entry_of(row.id, other)
        if bye is not None:
            bye.delete_instance()
        white, black = colours_for(cid, round_number, competitor_id, other)
        game = models.Game.create(
            round=row.id,
            white=white,
            black=black,
            origin="hand",
            locked=True,
            table_number=table_number(row.id),
            number=game_number(cid),
        )
    return int(game.id)


def _join(competitor_id: int, number: int) -> None:
    """He takes part from this round on (inside an action)."""
    for what in (participation.SCHEDULE, participation.STANDINGS):
        if not participation.is_on(competitor_id, what, number):
            participation.switch(competitor_id, what, number, on=True)


def _opponent(cid: int, number: int, competitor_id: int, how: str, chosen: int | None) -> int:
    """Who it is against. ActionError when nobody can be, or when there is a choice to make."""
    found = bye_players(cid, number) if how == "bye_opponent" else latecomers(cid, number)
    ids = [one.id for one in found if one.id != competitor_id]
    if chosen is not None and chosen in ids:
        return chosen
    if not ids or chosen is not None:
        raise ActionError("nobody_has_bye" if how == "bye_opponent" else "no_other_latecomer", "opponent", round=number)
    if len(ids) > 1:
        raise ActionError("opponent_choose", "opponent", players=[one.name for one in found if one.id in ids])
    return int(ids[0])
