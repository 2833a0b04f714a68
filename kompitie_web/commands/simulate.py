"""``kompitie simulate``: a random but plausible tournament as a case file, the same for the same seed."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from engine import simulate
from engine.pairing.registry import PAIRINGS


def main(argv: Sequence[str] | None = None) -> int:
    """Simulate what the command line asks for; 1 when not all rounds could be paired, 2 when the file cannot be written."""
    chosen = _parser().parse_args(argv)
    made = simulate.tournament(simulate.Plan(system=chosen.system, players=chosen.players, rounds=chosen.rounds, seed=chosen.seed))
    content = json.dumps(simulate.cases(made), ensure_ascii=False, separators=(",", ":")) + "\n"
    if chosen.out is None:
        sys.stdout.write(content)
    else:
        try:
            chosen.out.write_text(content, encoding="utf-8")
        except OSError as error:
            print(f"{chosen.out}: {error.strerror}", file=sys.stderr)
            return 2
        games = len(made.competition.games)
        print(f"{chosen.out}: {chosen.players} players, {len(made.drafts)} rounds, {games} games")
    if made.impossible is not None:
        print(f"round {made.impossible} has no complete pairing: the tournament stops there", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kompitie simulate",
        description="A random tournament with late entries, absences, withdrawals and forfeits, paired round by round.",
    )
    parser.add_argument("--system", choices=sorted(PAIRINGS), default="swiss_resistance", help="how is paired [%(default)s]")
    parser.add_argument("--players", type=_from(2), default=24, metavar="N", help="how many players [%(default)s]")
    parser.add_argument("--rounds", type=_from(1), default=7, metavar="N", help="how many rounds [%(default)s]")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same tournament [%(default)s]")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the case file to write [the screen]")
    return parser


def _from(least: int) -> Callable[[str], int]:
    """The type of an argument that is a whole number of at least so much."""

    def number(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"at least {least}")
        return value

    return number
