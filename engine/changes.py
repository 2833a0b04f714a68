"""What changed between two states of a competition, as facts: for a round or a list that was made from the earlier one (spec 10, 60)."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.competition import BYE, Competition, Game, Player, SingleEntry
from engine.pairing.draft import Fact, Value, fact

#: A game of ``player`` (white) and ``opponent_player`` in ``round``: its result was ``before`` and is ``after`` (codes, '' = open).
RESULT = "changed_result"
#: It was played by others, with other colours, annulled or moved to another round: ``before_player`` – ``before_opponent_player`` before.
GAME = "changed_game"
#: It was annulled (or counts again).
ANNULLED = "changed_annulled"
COUNTS_AGAIN = "changed_counts_again"
#: It came later; it is gone.
GAME_ADDED = "changed_game_added"
GAME_GONE = "changed_game_gone"
#: A bye, absence or own result of ``player`` in ``round``: it came later, is another one now, is gone. ``reason``, ``before``: reason keys.
ENTRY_ADDED = "changed_entry_added"
ENTRY = "changed_entry"
ENTRY_GONE = "changed_entry_gone"
#: ``player`` had the rating (lot number) ``before`` and has ``after`` ('' = none).
RATING = "changed_rating"
LOT = "changed_lot"
#: ``player`` was added later, is no longer there, takes part in ``round`` now, does not any more; is on (off) the standings.
PLAYER_ADDED = "changed_player_added"
PLAYER_GONE = "changed_player_gone"
JOINED = "changed_joined"
WITHDREW = "changed_withdrew"
LISTED = "changed_listed"
NOT_LISTED = "changed_not_listed"
#: Something else of ``player`` that the rules look at: club, family, categories, play-off number.
PLAYER = "changed_player"
#: The date or session of ``round``.
ROUND = "changed_round"
#: The pair may no longer meet (may meet again). ``player``, ``opponent_player``.
FORBIDDEN = "changed_forbidden"
ALLOWED = "changed_allowed"


def before_pairing(before: Competition, after: Competition, number: int) -> tuple[Fact, ...]:
    """What a pairing of round ``number`` would see otherwise: games and entries of the rounds before, players, bans."""
    earlier, later = (_only(one, range(1, number)) for one in (before, after))

    def schedule(player: Player) -> bool:
        return player.in_schedule(number)

    return (
        *_games(earlier, later),
        *_entries(earlier, later),
        *_rounds(before, after, range(1, number)),
        *_players(before, after, number, (schedule, JOINED, WITHDREW)),
        *_bans(before, after),
    )


def before_list(before: Competition, after: Competition, last_round: int) -> tuple[Fact, ...]:
    """What a list after a round would see otherwise: games and entries up to that round, players."""
    earlier, later = (_only(one, range(1, last_round + 1)) for one in (before, after))

    def listed(player: Player) -> bool:
        return player.in_standings(max(last_round, 1))

    return (
        *_games(earlier, later),
        *_entries(earlier, later),
        *_rounds(before, after, range(1, last_round + 1)),
        *_players(before, after, last_round, (listed, LISTED, NOT_LISTED)),
    )


def _only(competition: Competition, rounds: range) -> Competition:
    return replace(
        competition,
        games=tuple(game for game in competition.games if game.round in rounds),
        entries=tuple(entry for entry in competition.entries if entry.round in rounds),
    )


def _games(before: Competition, after: Competition) -> Iterator[Fact]:
    known = {game.id: game for game in before.games}
    now = {game.id: game for game in after.games}
    for identity in sorted(known.keys() | now.keys(), key=lambda one: ((known.get(one) or now[one]).round, one)):
        earlier, later = known.get(identity), now.get(identity)
        if earlier is None or later is None:
            game = now[identity] if earlier is None else earlier
            yield _of_game(GAME_ADDED if earlier is None else GAME_GONE, game, after=game.result)
        else:
            yield from _of_one(earlier, later)


def _of_one(earlier: Game, later: Game) -> Iterator[Fact]:
    if (earlier.white, earlier.black, earlier.round) != (later.white, later.black, later.round):
        yield _of_game(GAME, later, before_player=earlier.white, before_opponent_player=earlier.black)
    if earlier.result != later.result:
        yield _of_game(RESULT, later, before=earlier.result, after=later.result)
    if earlier.annulled != later.annulled:
        yield _of_game(ANNULLED if later.annulled else COUNTS_AGAIN, later)


def _of_game(code: str, game: Game, **more: Value) -> Fact:
    return fact(code, player=game.white, opponent_player=game.black, round=game.round, table=game.table or 0, **more)


def _entries(before: Competition, after: Competition) -> Iterator[Fact]:
    known = {entry.id: entry for entry in before.entries}
    now = {entry.id: entry for entry in after.entries}
    for identity in sorted(known.keys() | now.keys(), key=lambda one: ((known.get(one) or now[one]).round, one)):
        earlier, later = known.get(identity), now.get(identity)
        if earlier == later:
            continue
        entry = later or earlier
        assert entry is not None
        code = ENTRY_ADDED if earlier is None else ENTRY_GONE if later is None else ENTRY
        yield _of_entry(code, entry, earlier)


def _of_entry(code: str, entry: SingleEntry, earlier: SingleEntry | None) -> Fact:
    before = "" if earlier is None else earlier.reason
    return fact(code, player=entry.player, round=entry.round, reason=entry.reason or BYE, before=before)


def _rounds(before: Competition, after: Competition, numbers: range) -> Iterator[Fact]:
    known = {one.number: (one.date, one.session) for one in before.rounds}
    for one in after.rounds:
        if one.number in numbers and known.get(one.number, ("", "")) != (one.date, one.session):
            yield fact(ROUND, round=one.number)


def _players(
    before: Competition, after: Competition, number: int, part: tuple[Callable[[Player], bool], str, str]
) -> Iterator[Fact]:
    """``part``: whether somebody takes part (in the pairing, in the list), and the codes of somebody who does now or does no longer."""
    takes_part, came, went = part
    for player in after.players:
        earlier = before.by_id.get(player.id)
        if earlier is None:
            if takes_part(player):
                yield fact(PLAYER_ADDED, player=player.id)
            continue
        if takes_part(player) != takes_part(earlier):
            yield fact(came if takes_part(player) else went, player=player.id, round=number)
        for code, old, new in ((RATING, earlier.rating, player.rating), (LOT, earlier.lot, player.lot)):
            if old != new:
                yield fact(code, player=player.id, before=_text(old), after=_text(new))
        if _other(earlier) != _other(player):
            yield fact(PLAYER, player=player.id)
    for player in before.players:
        if player.id not in after.by_id and takes_part(player):
            yield fact(PLAYER_GONE, player=player.id)


def _other(player: Player) -> tuple[object, ...]:
    return player.club, player.family, player.categories, player.barrage


def _text(value: int | None) -> str:
    return "" if value is None else str(value)


def _bans(before: Competition, after: Competition) -> Iterator[Fact]:
    for code, pairs in ((FORBIDDEN, after.forbidden - before.forbidden), (ALLOWED, before.forbidden - after.forbidden)):
        for one, other in sorted(pairs):
            yield fact(code, player=one, opponent_player=other)
