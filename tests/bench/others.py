"""Seconds that py4swiss needs to pair round 6 of 9: one figure a line, ``name value unit``. Run by ``make bench-others``.

It is there for the size of the job, not for equal pairings: py4swiss follows the FIDE Dutch rules of today. Its own rounds 1 to 5 and
results drawn by rating make the state. 1000 players take minutes and are only measured with ``--large``.
"""

import argparse
import random
from importlib.metadata import version

from _measure import figure, seconds
from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

SIZES, LARGE = (20, 100, 400), 1000
ROUNDS, PLAYED = 9, 5
TENTHS = {ResultToken.WIN: 10, ResultToken.DRAW: 5, ResultToken.LOSS: 0, ResultToken.PAIRING_ALLOCATED_BYE: 10}


def tournament(players: int, seed: int = 1) -> ParsedTrf:
    """A tournament of nine rounds after five of them."""
    chance = random.Random(seed)
    ratings = sorted((round(chance.gauss(1800, 220)) for _ in range(players)), reverse=True)
    made = ParsedTrf(
        player_sections=[
            PlayerSection(code=PlayerCode.PLAYER, starting_number=one, rank=one, fide_rating=rating, points_times_ten=0)
            for one, rating in enumerate(ratings, start=1)
        ],
        x_section=XSection(number_of_rounds=ROUNDS),
    )
    for _ in range(PLAYED):
        play(made, chance)
    return made


def play(made: ParsedTrf, chance: random.Random) -> None:
    """Pair a round and draw its results."""
    sections = {one.starting_number: one for one in made.player_sections}
    for pairing in DutchEngine.generate_pairings(made):
        white, black = sections.get(pairing.white), sections.get(pairing.black)
        if white is None or black is None:
            enter(white or black, 0, ColorToken.BYE_OR_NOT_PAIRED, ResultToken.PAIRING_ALLOCATED_BYE)
            continue
        expected = 1 / (1 + 10 ** (((black.fide_rating or 0) - (white.fide_rating or 0)) / 400))
        lead = expected - chance.random()
        own, other = ResultToken.DRAW, ResultToken.DRAW
        if abs(lead) > 0.2:
            own, other = (ResultToken.WIN, ResultToken.LOSS) if lead > 0 else (ResultToken.LOSS, ResultToken.WIN)
        enter(white, pairing.black, ColorToken.WHITE, own)
        enter(black, pairing.white, ColorToken.BLACK, other)


def enter(section: PlayerSection | None, opponent: int, colour: ColorToken, result: ResultToken) -> None:
    """Write a result down for one player."""
    if section is None:
        raise ValueError("a pairing without players")
    section.results.append(RoundResult(id=opponent, color=colour, result=result))
    section.points_times_ten += TENTHS[result]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help=f"{LARGE} players too")
    sizes = (*SIZES, LARGE) if parser.parse_args().large else SIZES
    for players in sizes:
        made = tournament(players)
        shortest = seconds(lambda state=made: DutchEngine.generate_pairings(state), max(1, 300 // players))  # type: ignore[misc]  # The default binds the value of this turn.
        figure(f"py4swiss_{version('py4swiss')}_round_6_of_9_{players}_players", shortest)


if __name__ == "__main__":
    main()
