"""A round from nothing to published: draft, publish, discard (spec 10, 31 "What the arbiter gets"; traps 2, 6, 9, 14)."""

from dataclasses import replace

from engine.competition import BYE
from engine.pairing import facts, registry
from engine.pairing.draft import Draft, Request
from kompitie_web.actions.common import competition_row, games_of, names_of, round_row, rounds_of
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.late import latecomers
from kompitie_web.actions.pairing_record import seed_for, store_record
from kompitie_web.actions.pairings import kind_of
from kompitie_web.actions.request import fact_words, request_for, with_order
from kompitie_web.actions.roundstate import is_kept, number_games, open_games, show
from kompitie_web.store import current, models

#: The remarks of a draft that tell why no complete pairing exists.
_WHY_INCOMPLETE = (
    facts.NO_OPPONENT,
    facts.TOO_FEW_OPPONENTS,
    facts.NO_BYE_POSSIBLE,
    facts.ODD_AFTER_BYE,
    facts.RATING_B2_PREVENTS,
)


def draft_round(cid: int, number: int, allow_incomplete: bool = False, confirmed: bool = False, seed: int | None = None) -> None:
    """Pair a round as a draft, after a copy. Kept games and what the arbiter entered stay; only the rest is paired, so that pressing
    twice, or in two tabs, makes one set of games (trap 9). ``seed``: of what is drawn by lot [``seed_for``].

    ActionError: ``no_automatic_pairing``, ``earlier_round_not_published``, ``later_round_published``, ``round_closed``,
    ``nobody_present`` (no round is made, trap 6), ``nobody_can_be_paired``. NeedsConfirmation: ``open_games`` of earlier rounds and
    ``pair_published_round``, ``ratings_missing`` (call with ``confirmed``), ``no_complete_pairing`` (call with ``allow_incomplete``).
    """
    with current().action("round_drafted", scope=cid, round=number):
        row = _check_order(cid, number, confirmed)
        games = games_of(row.id)
        replaced = [game.id for game in games if not is_kept(game)]
        mine = (models.SingleEntry.round == row.id) & (models.SingleEntry.origin == "paired")
        entries = [entry.id for entry in models.SingleEntry.select().where(mine)]
        drawn = seed_for(cid, number) if seed is None else seed
        request = request_for(cid, number, replaced, entries, allow_incomplete, drawn)
        _check_presence(request, number)
        _check_ratings(request, cid, confirmed)
        request = with_order(request, cid)
        engine = kind_of(cid).engine
        draft = registry.pair(engine, request)
        _check_draft(draft, request, engine)
        current().snapshot("pairing")
        models.Game.delete().where(models.Game.id.in_(replaced)).execute()
        models.SingleEntry.delete().where(models.SingleEntry.id.in_(entries)).execute()
        _write_draft(row, draft)
        store_record(row.id, request, draft)


def _check_order(cid: int, number: int, confirmed: bool) -> models.Round:
    """The round, when it may be paired now."""
    competition, row = competition_row(cid), round_row(cid, number)
    if not kind_of(cid).round_by_round:
        raise ActionError("no_automatic_pairing", pairing=competition.pairing)
    if row.state == "closed":
        raise ActionError("round_closed", round=number)
    for other in rounds_of(cid):
        if other.number < number and other.state in ("planned", "draft"):
            raise ActionError("earlier_round_not_published", round=number, earlier=other.number)
        if other.number > number and other.state not in ("planned", "draft"):
            raise ActionError("later_round_published", round=number, later=other.number)
    if row.state == "published" and not confirmed:
        raise NeedsConfirmation("pair_published_round", round=number, count=sum(is_kept(game) for game in games_of(row.id)))
    unfinished = open_games(cid, number)
    if unfinished and not confirmed:
        raise NeedsConfirmation("open_games", count=len(unfinished), rounds=sorted({game.round.number for game in unfinished}))
    return row


def _check_presence(request: Request, number: int) -> None:
    """Refuse a round without players (trap 6) and one in which everybody has his place already."""
    busy = {player for game in request.competition.games if game.round == number for player in (game.white, game.black)}
    away = {entry.player for entry in request.competition.entries if entry.round == number}
    if set(request.present) <= away and not busy:
        raise ActionError("nobody_present", round=number)


def _check_ratings(request: Request, cid: int, confirmed: bool) -> None:
    """Ask for missing ratings before the first pairing of a Swiss on rating (spec 10)."""
    if not kind_of(cid).needs_ratings or request.round > 1 or confirmed:
        return
    known = request.competition.by_id
    without = [known[player].name for player in request.present if known[player].rating is None]
    if without:
        raise NeedsConfirmation("ratings_missing", count=len(without), players=without)


def _check_draft(draft: Draft, request: Request, engine: str) -> None:
    """Ask when somebody stays without an opponent; named are those left out when the others are paired all the same. When there are no
    others there is nothing to ask: the round is refused, with the ways out.
    """
    if not draft.unpaired or request.allow_incomplete:
        return
    why = [fact for fact in draft.remarks if fact.code in _WHY_INCOMPLETE]
    alone = [fact for fact in why if fact.code == facts.NO_OPPONENT]
    others = [[fact.code, fact_words(fact)] for fact in why if fact not in alone]
    rest = registry.pair(engine, replace(request, allow_incomplete=True))
    if len(rest.unpaired) > 1 and rest.bye is None and all(pair.kept for pair in rest.pairs):
        raise ActionError("nobody_can_be_paired", round=request.round, breaks=others)
    if len(alone) > 1:  # one sentence, however many they are
        others = [["no_opponents", {"players": names_of([int(str(fact.arguments["player"])) for fact in alone])}], *others]
    elif alone:
        others = [[alone[0].code, fact_words(alone[0])], *others]
    raise NeedsConfirmation("no_complete_pairing", players=names_of(rest.unpaired), breaks=others)


def _write_draft(row: models.Round, draft: Draft) -> None:
    """The games and the bye of a draft. Tables follow the pairing order; those of a round that was published before stay."""
    existing = {(game.white_id, game.black_id): game for game in reversed(games_of(row.id))}
    fixed = {game.table_number for game in existing.values() if row.published and game.table_number}
    free = iter([table for table in range(1, len(draft.pairs) + len(fixed) + 1) if table not in fixed])
    for pair in draft.pairs:
        game = existing.get((pair.white, pair.black))
        if game is None:
            models.Game.create(round=row.id, white=pair.white, black=pair.black, date="", table_number=next(free))
        elif game.table_number not in fixed:
            game.table_number = next(free)
            game.save()
    if draft.bye is not None:
        mine = (models.SingleEntry.round == row.id) & (models.SingleEntry.competitor == draft.bye)
        if not models.SingleEntry.select().where(mine).exists():
            models.SingleEntry.create(round=row.id, competitor=draft.bye, reason=BYE, origin="paired")
    row.state = "draft"
    row.save()


def publish_round(cid: int, number: int, confirmed: bool = False) -> None:
    """Make a draft (or a round made by hand) public: tables and game numbers are fixed, the date is today unless it was set.

    Nothing happens to a round that is public already. ActionError: ``round_empty``, ``earlier_round_not_published``.
    NeedsConfirmation ``players_without_game`` names who has neither a game nor an entry.
    """
    row = round_row(cid, number)
    if row.state in ("published", "closed"):
        return
    with current().action("round_published", scope=cid, round=number):
        row = round_row(cid, number)
        if kind_of(cid).round_by_round:
            for other in rounds_of(cid):
                if other.number < number and other.state in ("planned", "draft"):
                    raise ActionError("earlier_round_not_published", round=number, earlier=other.number)
        games = games_of(row.id)
        if not games and not models.SingleEntry.select().where(models.SingleEntry.round == row.id).exists():
            raise ActionError("round_empty", round=number)
        missing = latecomers(cid, number) if not kind_of(cid).is_free else []
        if missing and not confirmed:
            raise NeedsConfirmation("players_without_game", round=number, players=[player.name for player in missing])
        number_games(cid, games)
        show(row)


def discard_draft(cid: int, number: int) -> None:
    """Throw a draft away, after a copy; what was made by hand or has a result stays. ActionError ``round_not_draft``."""
    with current().action("draft_discarded", scope=cid, round=number):
        row = round_row(cid, number)
        if row.state != "draft":
            raise ActionError("round_not_draft", round=number)
        current().snapshot("unpairing")
        for game in games_of(row.id):
            if not is_kept(game):
                game.delete_instance()
        mine = (models.SingleEntry.round == row.id) & (models.SingleEntry.origin == "paired")
        models.SingleEntry.delete().where(mine).execute()
        models.PairingRecord.delete().where(models.PairingRecord.round == row.id).execute()
        row.state = "published" if row.published else "planned"
        row.save()
