"""Withdrawing, coming back and removing a player (spec 00 row 12, 30; 70 traps 12, 13 and 20)."""

from dataclasses import dataclass

from engine.competition import BYE
from engine.results import ADJOURNED, FORFEIT_BLACK, FORFEIT_WHITE
from kompitie_web.actions import participation
from kompitie_web.actions.common import competition_row, competitor_row, entry_of, forget_people, game_of
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.pairings import KINDS
from kompitie_web.store import current, models

UNPLAYED = ("remove", "forfeit")
OPPONENT = ("bye", "free")


@dataclass(frozen=True)
class Involvement:
    """What a player has to do with the rounds: his games with a result, and those without one, by state of their round."""

    scored: tuple[models.Game, ...]
    adjourned: tuple[models.Game, ...]
    open: tuple[models.Game, ...]
    drafted: tuple[models.Game, ...]


def involvement(competitor_id: int) -> Involvement:
    """The games of a player, sorted out. ``drafted`` are unplayed ones of rounds that are only a draft."""
    mine = (models.Game.white == competitor_id) | (models.Game.black == competitor_id)
    games = list(
        models.Game.select(models.Game, models.Round).join(models.Round).where(mine).order_by(models.Round.number, models.Game.id)
    )
    unplayed = [game for game in games if not game.result and not game.annulled]
    return Involvement(
        tuple(game for game in games if (game.result and game.result != ADJOURNED) or game.annulled),
        tuple(game for game in games if game.result == ADJOURNED and not game.annulled),
        tuple(game for game in unplayed if game.round.state != "draft"),
        tuple(game for game in unplayed if game.round.state == "draft"),
    )


def _opponent(game: models.Game, competitor_id: int) -> int:
    return int(game.black_id if game.white_id == competitor_id else game.white_id)


def _free_opponent(game: models.Game, competitor_id: int, with_bye: bool) -> None:
    """Take an unplayed game away; the opponent gets a bye when asked and when he has nothing else in that round (inside an action)."""
    opponent, round_id = _opponent(game, competitor_id), game.round_id
    game.delete_instance()
    if with_bye and game_of(round_id, opponent) is None and entry_of(round_id, opponent) is None:
        models.SingleEntry.create(round=round_id, competitor=opponent, reason=BYE)


def _clear_ahead(competitor_id: int, from_round: int) -> None:
    """Byes and absences of a player in rounds that are not published, and the byes of a schedule, lose their sense; a result of his own
    stays (inside an action).
    """
    query = models.SingleEntry.select(models.SingleEntry, models.Round).join(models.Round)
    for entry in query.where((models.SingleEntry.competitor == competitor_id) & (models.Round.number >= from_round)):
        if not entry.result and (entry.round.state in ("planned", "draft") or entry.origin == "paired"):
            entry.delete_instance()


def withdraw(competitor_id: int, from_round: int, unplayed: str | None = None, annul: bool = False) -> None:
    """The player is no longer paired from a round on; his games stay in history and standings (trap 12).

    ``unplayed``: what becomes of his published games without a result from that round on: ``remove`` (the opponent gets a bye) or
    ``forfeit`` (the opponent wins). Asked for by NeedsConfirmation ``withdraw_games`` (player, count, rounds, played, total, proposal)
    when there are such games. ``annul``: his played games are shown in brackets and count for nobody (round robin, trap 20).
    """
    row = competitor_row(competitor_id)
    check_round(row.competition_id, from_round)
    if unplayed not in (None, *UNPLAYED):
        raise ActionError("choice_unknown", "unplayed", value=str(unplayed))
    with current().action("player_withdrawn", scope=row.competition_id, player=row.name, round=from_round, annulled=annul):
        games = involvement(competitor_id)
        ahead = [game for game in games.open if game.round.number >= from_round]
        if ahead and unplayed is None:
            raise withdraw_question(row, games, ahead)
        for game in games.drafted:
            if game.round.number >= from_round:
                game.delete_instance()
        for game in ahead:
            if unplayed == "remove":
                _free_opponent(game, competitor_id, with_bye=True)
            else:
                game.result = FORFEIT_BLACK if game.white_id == competitor_id else FORFEIT_WHITE
                game.locked = True
                game.save()
        if annul:
            for game in games.scored:
                game.annulled = True
                game.save()
        _clear_ahead(competitor_id, from_round)
        participation.switch(competitor_id, participation.SCHEDULE, from_round, on=False)


def withdraw_question(row: models.Competitor, games: Involvement, ahead: list[models.Game]) -> NeedsConfirmation:
    """The question what becomes of the unplayed games, with a proposal: below half of a round robin they are removed and the rest annulled."""
    played = len(games.scored)
    total = played + len(games.adjourned) + len(games.open) + len(games.drafted)
    below_half = 2 * played < total
    round_robin = KINDS[row.competition.pairing].has_schedule
    return NeedsConfirmation(
        "withdraw_games",
        player=row.name,
        count=len(ahead),
        rounds=sorted({game.round.number for game in ahead}),
        played=played,
        total=total,
        proposal="remove" if round_robin and below_half else "forfeit",
        annul=round_robin and below_half,
    )


def check_round(cid: int, number: int) -> None:
    """A round of the competition or the one after the last. ActionError ``round_gone``."""
    if not 1 <= number <= competition_row(cid).planned_rounds + 1:
        raise ActionError("round_gone", "round", round=number)


def come_back(competitor_id: int, from_round: int) -> None:
    """The player is paired again from a round on; the rounds between stay as they were."""
    row = competitor_row(competitor_id)
    check_round(row.competition_id, from_round)
    with current().action("player_back", scope=row.competition_id, player=row.name, round=from_round):
        participation.switch(competitor_id, participation.SCHEDULE, from_round, on=True)


def set_in_schedule(competitor_id: int, from_round: int, on: bool, unplayed: str | None = None, annul: bool = False) -> None:
    """The tick *in schedule*: come back or withdraw (with its questions) from a round on."""
    if on:
        come_back(competitor_id, from_round)
    else:
        withdraw(competitor_id, from_round, unplayed, annul)


def set_in_standings(competitor_id: int, from_round: int, on: bool) -> None:
    """The tick *in standings*: listed, or not, from a round on; his games count for the others all the same."""
    row = competitor_row(competitor_id)
    check_round(row.competition_id, from_round)
    with current().action(
        "player_listed" if on else "player_unlisted", scope=row.competition_id, player=row.name, round=from_round
    ):
        participation.switch(competitor_id, participation.STANDINGS, from_round, on)


def remove_player(competitor_id: int, opponent: str | None = None) -> None:
    """Take a player out of the competition, after a copy; only without results (else ActionError ``player_has_results``: withdraw him).

    NeedsConfirmation ``opponent_choice`` (player, opponents, rounds) when he stands in a published game without a result: call again
    with ``opponent`` = ``bye`` (the opponent gets a bye) or ``free`` (the opponent is to be paired by hand). Trap 13.
    """
    row = competitor_row(competitor_id)
    if opponent not in (None, *OPPONENT):
        raise ActionError("choice_unknown", "opponent", value=str(opponent))
    _refuse_with_results(row)
    games = involvement(competitor_id)
    if games.open and opponent is None:
        others = [game.black.name if game.white_id == competitor_id else game.white.name for game in games.open]
        raise NeedsConfirmation(
            "opponent_choice", player=row.name, opponents=others, rounds=sorted({game.round.number for game in games.open})
        )
    with current().action("player_removed", scope=row.competition_id, player=row.name):
        _refuse_with_results(row)
        current().snapshot("remove_player")
        games = involvement(competitor_id)
        for game in (*games.open, *games.drafted):
            _free_opponent(game, competitor_id, with_bye=opponent == "bye" and game.round.state != "draft")
        models.SingleEntry.delete().where(models.SingleEntry.competitor == competitor_id).execute()
        models.Participation.delete().where(models.Participation.competitor == competitor_id).execute()
        pairs = (models.ForbiddenPair.first == competitor_id) | (models.ForbiddenPair.second == competitor_id)
        models.ForbiddenPair.delete().where(pairs).execute()
        person = row.person_id
        row.delete_instance()
        forget_people([person])


def _refuse_with_results(row: models.Competitor) -> None:
    """ActionError ``player_has_results`` when he has a game with a result, a result of his own, or a bye in a published round."""
    games = involvement(row.id)
    count = len(games.scored) + len(games.adjourned)
    bye = (models.SingleEntry.reason == BYE) & models.Round.state.in_(("published", "closed"))
    own = (models.SingleEntry.competitor == row.id) & ((models.SingleEntry.result != "") | bye)
    count += models.SingleEntry.select().join(models.Round).where(own).count()
    if count:
        raise ActionError("player_has_results", player=row.name, count=count)
