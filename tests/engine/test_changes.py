"""What changed between two states of a competition, told for the round or the list that it matters to."""

from dataclasses import replace

from engine import changes
from engine.competition import BYE, WITH_NOTICE, Competition, Game, Interval, Player, Round, SingleEntry
from engine.pairing.draft import Fact

BEFORE = Competition(
    players=tuple(Player(lot, lot, rating=1500) for lot in (1, 2, 3, 4)),
    rounds=(Round(1), Round(2)),
    games=(Game(1, 1, 2, "2-0", id=1, table=1), Game(1, 3, 4, "", id=2, table=2), Game(2, 1, 3, "2-0", id=3, table=1)),
    entries=(SingleEntry(1, 4, BYE, id=1), SingleEntry(2, 4, BYE, id=2)),
)


def game(identity: int, **values: object) -> Competition:
    """The competition with one game changed."""
    games = (replace(one, **values) if one.id == identity else one for one in BEFORE.games)  # type: ignore[arg-type]
    return replace(BEFORE, games=tuple(games))


def player(identity: int, **values: object) -> Competition:
    """The competition with one player changed."""
    players = (replace(one, **values) if one.id == identity else one for one in BEFORE.players)  # type: ignore[arg-type]
    return replace(BEFORE, players=tuple(players))


def told(after: Competition, number: int = 2) -> list[tuple[str, object]]:
    """Code and player of everything that a pairing of the round would see otherwise."""
    return [(one.code, one.arguments["player"]) for one in changes.before_pairing(BEFORE, after, number)]


def test_nothing_changed() -> None:
    assert changes.before_pairing(BEFORE, BEFORE, 2) == ()
    assert changes.before_list(BEFORE, BEFORE, 2) == ()


def test_a_result_with_what_it_was() -> None:
    (found,) = changes.before_pairing(BEFORE, game(1, result="0-2"), 2)
    assert found == Fact(
        changes.RESULT, {"player": 1, "opponent_player": 2, "round": 1, "table": 1, "before": "2-0", "after": "0-2"}
    )


def test_a_result_of_the_round_itself_matters_to_its_list_only() -> None:
    after = game(3, result="1-1")
    assert told(after) == []
    assert [one.code for one in changes.before_list(BEFORE, after, 2)] == [changes.RESULT]
    assert changes.before_list(BEFORE, after, 1) == ()


def test_games_that_are_others_annulled_new_or_gone() -> None:
    assert told(game(1, white=2, black=1)) == [(changes.GAME, 2)]
    assert told(game(1, annulled=True)) == [(changes.ANNULLED, 1)]
    assert [one.code for one in changes.before_list(game(1, annulled=True), BEFORE, 1)] == [changes.COUNTS_AGAIN]
    assert told(replace(BEFORE, games=BEFORE.games[1:])) == [(changes.GAME_GONE, 1)]
    assert told(replace(BEFORE, games=(*BEFORE.games, Game(1, 2, 3, "1-1", id=9)))) == [(changes.GAME_ADDED, 2)]


def test_entries() -> None:
    first, second = BEFORE.entries
    assert told(replace(BEFORE, entries=(replace(first, reason=WITH_NOTICE), second))) == [(changes.ENTRY, 4)]
    assert told(replace(BEFORE, entries=(second,))) == [(changes.ENTRY_GONE, 4)]
    assert told(replace(BEFORE, entries=(first,))) == []
    assert told(replace(BEFORE, entries=(*BEFORE.entries, SingleEntry(1, 3, WITH_NOTICE, id=9)))) == [(changes.ENTRY_ADDED, 3)]


def test_players() -> None:
    assert told(player(1, rating=None)) == [(changes.RATING, 1)]
    assert told(player(1, lot=7)) == [(changes.LOT, 1)]
    assert told(player(1, club="DC")) == [(changes.PLAYER, 1)]
    assert told(player(1, name="Somebody")) == []
    assert told(player(1, schedule=(Interval(1, 1),))) == [(changes.WITHDREW, 1)]
    assert [one.code for one in changes.before_pairing(player(1, schedule=(Interval(3),)), BEFORE, 2)] == [changes.JOINED]
    assert told(replace(BEFORE, players=BEFORE.players[1:])) == [(changes.PLAYER_GONE, 1)]
    assert told(replace(BEFORE, players=(*BEFORE.players, Player(9, 9)))) == [(changes.PLAYER_ADDED, 9)]
    assert told(replace(BEFORE, players=(*BEFORE.players, Player(9, 9, schedule=(Interval(3),))))) == []


def test_who_is_listed_matters_to_the_list() -> None:
    after = player(1, standings=())
    assert told(after) == []
    assert [one.code for one in changes.before_list(BEFORE, after, 1)] == [changes.NOT_LISTED]
    assert [one.code for one in changes.before_list(after, BEFORE, 1)] == [changes.LISTED]


def test_rounds() -> None:
    moved = replace(BEFORE, rounds=(Round(1, date="2026-01-05"), Round(2, session="Friday")))
    assert [(one.code, one.arguments["round"]) for one in changes.before_list(BEFORE, moved, 2)] == [
        (changes.ROUND, 1),
        (changes.ROUND, 2),
    ]
    assert [one.arguments["round"] for one in changes.before_pairing(BEFORE, moved, 2)] == [1]


def test_bans() -> None:
    banned = replace(BEFORE, forbidden=frozenset([(1, 4)]))
    assert told(banned) == [(changes.FORBIDDEN, 1)]
    assert [one.code for one in changes.before_pairing(banned, BEFORE, 2)] == [changes.ALLOWED]
