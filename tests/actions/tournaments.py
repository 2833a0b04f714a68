"""Small tournaments in the open file, and what its content is: for the tests of actions."""

from engine.results import WHITE_WINS
from kompitie_web.actions import players, results, rounds
from kompitie_web.actions.competitions import NewCompetition, create_competition
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.store import mapping
from kompitie_web.store.models import WATCHED


def swiss(count=8, total=5, **facts):
    """A Swiss on resistance with players 1 … count by lot; gives the competition's id and their ids."""
    cid = create_competition(NewCompetition(name="Swiss", rounds=total, **facts))
    names = [f"Player {chr(64 + number)}{number}" for number in range(1, count + 1)]
    return cid, players.add_players(cid, [PlayerInput(name, 1500 - number) for number, name in enumerate(names)])


def play(cid, number, code=WHITE_WINS):
    """Pair and publish a round and give every game the same result."""
    rounds.draft_round(cid, number)
    rounds.publish_round(cid, number)
    finish(cid, number, code)


def finish(cid, number, code=WHITE_WINS):
    """Give every open game of a round the same result."""
    for game in games(cid, number):
        if not game.result:
            results.enter_result(game.id, code)


def games(cid, number):
    """The games of a round by table."""
    return [game for game in mapping.competition(cid).games if game.round == number]


def entries(cid, number):
    """The single entries of a round as (player, reason)."""
    return sorted((entry.player, entry.reason) for entry in mapping.competition(cid).entries if entry.round == number)


def pairs(cid, number):
    """The pairs of a round as (white, black)."""
    return [(game.white, game.black) for game in games(cid, number)]


def content():
    """Every row of every watched table, for comparing before and after."""
    return {
        table.__name__: sorted((tuple(sorted(row.items(), key=str)) for row in table.select().dicts()), key=str)
        for table in WATCHED
    }
