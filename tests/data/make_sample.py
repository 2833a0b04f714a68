"""Makes ``version_N.kompitie``, the sample file of today's version, through the actions. Run once for each released version:

    python -m tests.data.make_sample

A sample of a released version is never made again: it stands for the files that users have.
"""

import shutil
import socket
import sys
import tempfile
from pathlib import Path

from kompitie_web.actions import classifications, competitions, leaving, players, presence, results, rounds
from kompitie_web.actions.creation import NewCompetition, create_competition
from kompitie_web.exchange.lines import PlayerInput
from kompitie_web.store import KompitieFile, mapping, migrations, models

HERE = Path(__file__).parent
PLAYERS = (
    PlayerInput("Jansen, Jan", 1201, "DC Ons Genoegen", "V"),
    PlayerInput("Łódź-d'Ôrnano, «Zoé»", None, "Damier lillois"),
    PlayerInput("de Vries, Anna", 1340, "DC Ons Genoegen", "J", title="MI", town="Den Haag"),
    PlayerInput("Иванов, Иван", 1288, "Москва"),
    PlayerInput("van der Berg, Piet", 1100, barrage=1),
    PlayerInput("O'Neill; Sean", 1150, "=SUM(1)"),
    PlayerInput("Smit, Kees", 1050, "Dam Mee", "JV"),
    PlayerInput("🙂 <b>Bakker</b>", 990),
)
CODES = ("2-0", "1-1", "0-2", "2-0F", "1-1+", "2-0", "0-2", "1-1")


def fill() -> None:
    """A Swiss of five rounds in the middle of its fourth: everything that a file of this version can hold."""
    cid = create_competition(
        NewCompetition("Voorbeeld", rounds=5, organiser="Damclub", arbiter="J. de Wit", place="Zaal", first_date="2026-01-05")
    )
    ids = players.add_players(cid, PLAYERS)
    competitions.set_category_name(cid, "J", "Jeugd")
    competitions.forbid_pair(cid, ids[0], ids[2])
    code = iter(CODES * 3)
    for number in (1, 2, 3):
        if number == 2:
            presence.set_absent(cid, 2, [ids[7]], "with_notice")
        if number == 3:
            leaving.withdraw(ids[6], 3)
        rounds.draft_round(cid, number, allow_incomplete=True, confirmed=True)
        rounds.publish_round(cid, number, confirmed=True)
        for game in models.Game.select().join(models.Round).where(models.Round.number == number).order_by(models.Game.id):
            results.enter_result(game.id, next(code))
    classifications.publish_standing(mapping.pairing_classification(cid).id, 3)
    rounds.close_round(cid, 1)
    rounds.draft_round(cid, 4, allow_incomplete=True, confirmed=True)
    rounds.publish_round(cid, 4, confirmed=True)
    game = models.Game.select().join(models.Round).where(models.Round.number == 4).order_by(models.Game.id).first()
    results.enter_result(game.id, "adj")


def main() -> None:
    """Make the sample, unless there is one."""
    target = HERE / f"version_{migrations.VERSION}.kompitie"
    if target.exists():
        sys.exit(f"{target.name} is there already; it stands for the files that users have")
    socket.gethostname = lambda: "laptop"  # The journal names the computer; the sample is nobody's.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / target.name
        file = KompitieFile.create(path, "Damclub Voorbeeld", Path(folder) / "data")
        with file.connection():
            fill()
        file.close()
        shutil.copy(path, target)
    print(target)


if __name__ == "__main__":
    main()
