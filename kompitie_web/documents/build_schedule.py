"""The schedule: every round that has been made, for a round robin the whole of it."""

from engine.classification import by_lot
from engine.competition import BYE
from kompitie_web import i18n
from kompitie_web.documents.job import Job, NothingToPrint
from kompitie_web.documents.model import Schedule, ScheduleRound
from kompitie_web.documents.words import round_name
from kompitie_web.i18n import _


def schedule(job: Job) -> Schedule:
    """All rounds with their pairs and the numbered players. NothingToPrint before the first pairing."""
    competition = job.facts.competition
    numbers = job.facts.rounds_with_games()
    if not numbers:
        raise NothingToPrint("no_games")
    order = by_lot(competition)
    lots = [player.lot for player in order]
    number_of = {player.id: player.lot if len(set(lots)) == len(lots) else place for place, player in enumerate(order, 1)}
    rounds = []
    for number in numbers:
        games = sorted(
            (game for game in competition.games if game.round == number), key=lambda game: (game.table or 10**6, game.id)
        )
        free = [entry.player for entry in competition.entries if entry.round == number and entry.reason == BYE]
        date = job.facts.round(number).date
        pairs = tuple((number_of[game.white], number_of[game.black]) for game in games)
        short = i18n.date(date, "short") if date else ""
        rounds.append(ScheduleRound(round_name(number), short, pairs, tuple(number_of[player] for player in free)))
    players = tuple(sorted((number_of[player.id], competition.names[player.id]) for player in order))
    return Schedule(_("Schedule"), job.header(), players, tuple(rounds), job.options.pairs == "numbers")
