"""``kompitie simulate``: random but plausible tournaments, the same for the same seed.

One tournament becomes a case file or a ``.kompitie`` file; with ``--count`` many are simulated on all cores and summed up. Exit code 0 =
all rounds were paired, 1 = some could not be, 2 = the arguments or a file do not do, 130 = stopped with Ctrl+C.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from engine import simulate
from engine.pairing import registry, round_robin
from engine.simulate import Plan
from kompitie_web.actions import list_presets, presets
from kompitie_web.actions.errors import ActionError
from kompitie_web.actions.simulated import PAIRINGS, store_simulation
from kompitie_web.commands.simulate_many import Progress, case_text, run_many
from kompitie_web.simulation_plans import SYSTEMS, Habits, plan_for

#: The first Monday of a year: rounds are a week apart, so that options about days have something to count.
_FIRST_DATE = "2026-01-05"
_SHARES = (
    ("absent", "a player misses a round with notice"),
    ("without_notice", "a player misses a round without notice"),
    ("late", "a player comes in when the tournament is under way"),
    ("withdraws", "a player stops after a round"),
    ("forfeits", "a game is forfeited"),
    ("draws", "a game between equal players is a draw"),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Simulate what the command line asks for; gives the exit code."""
    parser = _parser()
    chosen = parser.parse_args(argv)
    stored = chosen.out is not None and chosen.out.suffix.lower() == ".kompitie"
    if stored and chosen.count is not None:
        parser.error("--count: a .kompitie file holds one tournament; leave --count out")
    try:
        plan = _plan(chosen)
    except ActionError as error:
        parser.error(_told(error))
    except ValueError as error:
        parser.error(f"--option: {error}")
    try:
        if chosen.count is not None:
            return run_many(plan, chosen.count, chosen.jobs, chosen.out)
        return _one(plan, chosen.out, stored)
    except OSError as error:
        print(f"{chosen.out or parser.prog}: {error.strerror}", file=sys.stderr)
        return 2


def _one(plan: Plan, out: Path | None, stored: bool) -> int:
    """One tournament to a file or to the screen."""
    made = simulate.tournament(plan)
    if out is None:
        sys.stdout.write(case_text(simulate.cases(made)))
    else:
        if stored:
            _store(made, out)
        else:
            out.write_text(case_text(simulate.cases(made)), encoding="utf-8")
        games = len(made.competition.games)
        print(f"{out}: {plan.players} players, {len(made.drafts)} rounds, {games} games")
    if made.impossible is not None:
        print(f"round {made.impossible} has no complete pairing: the tournament stops there", file=sys.stderr)
        return 1
    return 0


def _store(made: simulate.Simulation, out: Path) -> None:
    """A ``.kompitie`` file with the tournament. OSError, also when there is such a file already: it may be a club's own."""
    from kompitie_web.store import KompitieFile, StoreError

    if out.exists():
        raise FileExistsError(0, "there is such a file already")
    try:
        with tempfile.TemporaryDirectory() as folder:
            file = KompitieFile.create(out, out.stem, Path(folder))
            try:
                with file.connection(), Progress(sys.stderr, max(1, len(made.drafts))) as progress:
                    store_simulation(made, out.stem, told=progress.show)
            finally:
                file.close()
    except StoreError as error:
        raise OSError(0, f"cannot be written ({type(error).__name__})") from error


def _plan(chosen: argparse.Namespace) -> Plan:
    """What to simulate. ActionError or ValueError for an option of the pairing that does not exist or cannot have that value."""
    key = _key(chosen)
    pairing = "list" if key in list_presets.SYSTEMS else key
    habits = Habits(**{name: getattr(chosen, name) for name, _ in _SHARES})
    rounds = chosen.rounds or presets.ROUNDS["tournament"]
    plan = plan_for(key, chosen.players, rounds, habits, chosen.keizer)
    options = dict(plan.options)
    for text in chosen.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"{text!r} is not NAME=VALUE")
        if name not in options:
            raise ValueError(f"{name!r} is none of {', '.join(sorted(options))}")
        options[name] = presets.check_option(name, value, pairing)
    if pairing == "round_robin":
        if options["table"] not in round_robin.tables(chosen.players):
            raise ValueError(f"there is no {options['table']} table for {chosen.players} players")
        rounds = chosen.rounds or round_robin.rounds(chosen.players, options["double"])
    return replace(plan, options=options, rounds=rounds, seed=chosen.seed, first_date=_FIRST_DATE)


def _key(chosen: argparse.Namespace) -> str:
    """Which of ``SYSTEMS`` is meant: by its own name, or by that of the pairing in case files."""
    if chosen.system in SYSTEMS:
        return str(chosen.system)
    pairing = PAIRINGS[chosen.system]
    return str(chosen.list) if pairing == "list" else pairing


def _told(error: ActionError) -> str:
    """What is wrong with an option."""
    from kompitie_web.i18n import language
    from kompitie_web.messages import error_text

    with language("en"):
        return f"--option {error.field}: {error_text(error)}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kompitie simulate",
        description="Random tournaments with late entries, absences, withdrawals and forfeits, paired round by round.",
    )
    parser.add_argument(
        "--system",
        choices=sorted({*SYSTEMS, *registry.PAIRINGS}),
        default="swiss_resistance",
        help="how is paired, by its own name or by that of case files [%(default)s]",
    )
    parser.add_argument("--players", type=_from(2), default=24, metavar="N", help="how many players [%(default)s]")
    parser.add_argument("--rounds", type=_from(1), metavar="N", help="how many rounds [7; round robin: all it takes]")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same tournament [%(default)s]")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the case file, or the .kompitie file, to write [the screen]")
    many = parser.add_argument_group("many tournaments")
    many.add_argument("--count", type=_from(1), metavar="N", help="so many, with the seeds from --seed on, and a summary of them")
    many.add_argument(
        "--jobs", type=_from(1), default=os.cpu_count() or 1, metavar="N", help="on so many cores at once [%(default)s]"
    )
    rules = parser.add_argument_group("the pairing")
    rules.add_argument(
        "--list", choices=list_presets.SYSTEMS, default=list_presets.SYSTEMS[0], help="ranking: the list that pairs [%(default)s]"
    )
    rules.add_argument(
        "--keizer", choices=list_presets.KEIZER_PRESETS, default=list_presets.KEIZER_PRESETS[0], help="its values [%(default)s]"
    )
    rules.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the pairing, as often as needed"
    )
    happens = parser.add_argument_group("how often it happens, as 0.03 or 3%")
    for name, text in _SHARES:
        flag = "--" + name.replace("_", "-")
        happens.add_argument(flag, type=_share, default=getattr(Habits, name), metavar="SHARE", help=f"{text} [%(default)s]")
    return parser


def _share(text: str) -> float:
    """The type of an argument that is a share."""
    value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError("from 0 to 1, or from 0% to 100%")
    return value


def _from(least: int) -> Callable[[str], int]:
    """The type of an argument that is a whole number of at least so much."""

    def number(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"at least {least}")
        return value

    return number
