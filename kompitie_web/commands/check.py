"""``kompitie check FILE…``: pair every round of case files and ``.kompitie`` files again and tell what differs.

Exit code 0 = all agree, 1 = something differs, 2 = a file could not be read.
"""

import argparse
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from engine import casefile
from engine.check import Outcome, check_cases, check_draft
from engine.pairing.draft import Fact
from kompitie_web.i18n import language
from kompitie_web.pairing_texts import sentence

Who = Callable[[int], str]
#: The pairing system of the engine by the rules that a record names ("ranking 1"). The competition may have gone over to another since.
SYSTEMS = {"resistance": "swiss_resistance", "rating": "swiss_rating", "ranking": "ranking", "round robin": "round_robin"}


def main(argv: Sequence[str] | None = None) -> int:
    """Check the files named on the command line."""
    parser = argparse.ArgumentParser(prog="kompitie check", description="Pair every round again and tell what differs.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a case file (JSON) or a .kompitie file")
    parser.add_argument("--quiet", action="store_true", help="print the last line only")
    chosen = parser.parse_args(argv)
    checked = agreeing = 0
    unreadable = False
    with language("en"):
        for path in chosen.files:
            try:
                for outcome, who in _outcomes(path):
                    checked += 1
                    agreeing += outcome.agrees
                    if not outcome.agrees and not chosen.quiet:
                        print("\n".join(_told(outcome, who)))
            except (OSError, ValueError, UnreadableFile) as error:
                print(f"{path}: {error}", file=sys.stderr)
                unreadable = True
    print(f"{agreeing} of {checked} agree")
    return 2 if unreadable else int(agreeing != checked)


class UnreadableFile(Exception):
    """The file is neither a case file nor a ``.kompitie`` file that can be opened."""


def _outcomes(path: Path) -> Iterator[tuple[Outcome, Who]]:
    """The rounds of a file, checked, each with how its players are called."""
    if path.suffix.lower() == ".kompitie":
        yield from _stored(path)
        return
    for outcome in check_cases(casefile.read(path.read_text(encoding="utf-8-sig"))):
        yield outcome, str


def _stored(path: Path) -> Iterator[tuple[Outcome, Who]]:
    """The rounds of a ``.kompitie`` file that have a pairing record, from the state that was seen when they were paired.

    A copy is read, so that the file may be open in the program and is never changed.
    """
    from kompitie_web.store import KompitieFile, StoreError

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.kompitie"
        _copy(path, copy)
        try:
            file = KompitieFile.open(copy, Path(folder) / "data")
        except StoreError as error:
            raise UnreadableFile(f"cannot be opened ({type(error).__name__})") from error
        try:
            with file.connection():
                yield from _recorded()
        finally:
            file.close()


def _copy(path: Path, copy: Path) -> None:
    """A copy of a file that another program may be writing. UnreadableFile when it is no database."""
    if not path.is_file():
        raise UnreadableFile("there is no such file")
    try:
        with (
            closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
    except sqlite3.Error as error:
        raise UnreadableFile(str(error)) from error


def _recorded() -> Iterator[tuple[Outcome, Who]]:
    """Every pairing record of the open file, checked."""
    from kompitie_web.actions.pairing_record import record_of
    from kompitie_web.store import models

    for row in models.Competition.select().order_by(models.Competition.id):
        rounds = models.Round.select().where(models.Round.competition == row).order_by(models.Round.number)
        for one in rounds:
            record = record_of(row.id, one.number)
            system = None if record is None else SYSTEMS.get(record.draft.rules.rpartition(" ")[0])
            if record is None or system is None:
                continue
            names = {player.id: player.name for player in record.request.competition.players}
            name = f"{row.name}, round {one.number}"
            yield check_draft(name, system, record.request, record.draft), names.__getitem__


def _told(outcome: Outcome, who: Who) -> Iterator[str]:
    """A difference in lines: what was expected, what came out, and why."""
    yield f"{outcome.id}: round {outcome.round} differs"
    for white, black in outcome.missing:
        yield f"  expected {who(white)} - {who(black)}"
    for pair in outcome.found:
        yield f"  paired   {who(pair.white)} - {who(pair.black)}"
        yield from _sentences((*pair.why, *pair.remarks), who)
    if outcome.bye != outcome.expected_bye:
        expected, found = (who(player) if player is not None else "nobody" for player in (outcome.expected_bye, outcome.bye))
        yield f"  expected a bye for {expected}, given to {found}"
        yield from _sentences(outcome.bye_why, who)


def _sentences(facts: Sequence[Fact], who: Who) -> Iterator[str]:
    for one in facts:
        skipped = "skipped " if one.code.startswith("skipped") else ""
        yield f"           {skipped}{sentence(one, who)}"
