"""A published tournament as a ``.kompitie`` file made through the actions that the pages call: 68 players, 9 rounds (spec 20 Oracle).

``build(file)`` makes it in the open file: the players by CSV import with invented names, every round by hand, published, with its results.
"""

import json
from pathlib import Path
from typing import Any

from engine.results import BLACK_WINS, DRAW, FORFEIT_BOTH, WHITE_WINS
from kompitie_web.actions import classifications, players, results, rounds
from kompitie_web.actions.competitions import NewCompetition, create_competition
from kompitie_web.exchange.players_csv import preview
from kompitie_web.store import KompitieFile, mapping, models

ORACLE: dict[str, Any] = json.loads((Path(__file__).parent / "data/oracles/fmjd_swiss_68x9.json").read_text(encoding="utf-8"))

_SURNAMES = (
    "Aalbers Baptiste Cornelisse Delacroix Eekhof Fournier Geerts Hamon Iwema Joly Kooistra Lacroix Meulen Noël Oosterhof Perrin Quist "
    "Renard Steenbeek Tessier Uiterwijk Vasseur Westra Xavier Ypma Zijlstra Arnoux Bijl Carpentier Dekker Estève Faber Guérin Hofman "
    "Imbert Jonker Klein Leclerc Maas Nijhof Olivier Pool Quesnel Roos Sauvage Terpstra Ubink Verhoef Wouters Yver Zuidema Aubert Brouwer "
    "Collin Driessen Evrard Fokkema Gaillard Hendriks Isaac Jacquet Kuiper Langlois Molenaar Nicolas Otten Prévost Rietveld"
).split()
_FIRST = "Anke Bruno Cécile Dirk Emma Félix Greet Henri Ilse Jules Karin Léon Marijke Noé Olga Paul Roos".split()
_CODES = {2: WHITE_WINS, 1: DRAW, 0: BLACK_WINS, None: FORFEIT_BOTH}


def name_of(lot: int) -> str:
    """The invented name of the player with this lot number."""
    return f"{_SURNAMES[lot - 1]}, {_FIRST[(lot * 5) % len(_FIRST)]}"


def player_list() -> bytes:
    """The players as a CSV file, as a federation would send it."""
    by_lot = sorted(ORACLE["players"], key=lambda player: player["lot"])
    lines = ["Lotingnummer;Naam;Rating"]
    lines += [f"{player['lot']};{name_of(player['lot'])};{player['rating'] or ''}" for player in by_lot]
    return "\r\n".join(lines).encode("windows-1252")


def pairs_of(number: int) -> list[tuple[int, int, str]]:
    """The games of a round as (place of white, place of black, result code)."""
    pairs = []
    for player in ORACLE["players"]:
        opponent, colour, points = player["games"][number - 1]
        if colour == "w":
            pairs.append((player["place"], opponent, _CODES[points]))
    return pairs


def build(file: KompitieFile) -> int:
    """Make the tournament in the open file (inside a connection); gives the competition's id."""
    cid = create_competition(NewCompetition("World Cup 2022", rounds=9, first_date="2022-10-03", tiebreaks="5s"))
    row = mapping.pairing_classification(cid)
    settings = mapping.settings(row)
    classifications.edit_classification(row.id, type(settings)(**{**vars(settings), "unplayed": "fmjd"}))
    players.add_players(cid, preview(player_list()).players)
    lots = {player["place"]: player["lot"] for player in ORACLE["players"]}
    ids = {player.lot: player.id for player in models.Competitor.select().where(models.Competitor.competition == cid)}
    for number in range(1, 10):
        with file.action("round_published", scope=cid, round=number):  # One transaction a round, for the patience of the tests.
            entered = []
            for white, black, code in pairs_of(number):
                entered.append((rounds.add_game(cid, number, ids[lots[white]], ids[lots[black]]), code))
            rounds.publish_round(cid, number)
            for game, code in entered:
                results.enter_result(game, code)
    return cid
