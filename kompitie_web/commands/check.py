"""``kompitie check FILE…``: pair every round of case files and ``.kompitie`` files again, compute their lists again, and tell what differs.

A published list is held against the games as they were when it was published; what was corrected since is told, and is no difference.
Rounds without a pairing record (made by hand, from a schedule) are named and not counted.

Exit code 0 = all agree, 1 = something differs, 2 = a file could not be read.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine import casefile
from engine.check import ListOutcome, Outcome, check_cases, check_standings
from engine.judging import Difference
from engine.pairing.draft import Fact
from kompitie_web import check_texts
from kompitie_web.commands.reading import UnreadableFile, opened_copy
from kompitie_web.i18n import language
from kompitie_web.messages import reason_text
from kompitie_web.pairing_texts import sentence

Who = Callable[[int], str]


@dataclass(frozen=True)
class Told:
    """One checked thing: whether it agrees (None: it cannot be checked), the lines about it."""

    agrees: bool | None
    lines: tuple[str, ...] = ()


#: What the rules fall over when a case is no tournament: players that are not there, text for numbers, no end of brackets.
_IMPOSSIBLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError)


def main(argv: Sequence[str] | None = None) -> int:
    """Check the files named on the command line."""
    parser = argparse.ArgumentParser(
        prog="kompitie check", description="Pair every round and compute every published list again, and tell what differs."
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a case file (JSON) or a .kompitie file")
    parser.add_argument("--quiet", action="store_true", help="print the last line only")
    chosen = parser.parse_args(argv)
    verdicts: list[bool | None] = []
    unreadable = False
    with language("en"):
        for path in chosen.files:
            try:
                for told in _checked(path):
                    verdicts.append(told.agrees)
                    if told.lines and not chosen.quiet:
                        print("\n".join(told.lines))
            except (OSError, ValueError, UnreadableFile) as error:
                print(f"{path}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
                unreadable = True
    skipped, agreeing, checked = verdicts.count(None), verdicts.count(True), len(verdicts) - verdicts.count(None)
    if skipped and not chosen.quiet:
        print(f"{skipped} {'round' if skipped == 1 else 'rounds'} not checkable")
    print(f"{agreeing} of {checked} agree")
    return 2 if unreadable else int(agreeing != checked)


def _checked(path: Path) -> Iterator[Told]:
    """Everything in a file that can be checked."""
    if path.suffix.lower() == ".kompitie":
        with opened_copy(path):
            yield from _competitions()
        return
    text = path.read_text(encoding="utf-8-sig")
    try:
        for outcome in check_cases(casefile.read(text)):
            yield Told(outcome.agrees, tuple(_of_round(outcome, str)))
        for listed in check_standings(casefile.standings(text)):
            yield Told(listed.agrees, tuple(_of_list(listed, str, "")))
    except _IMPOSSIBLE as error:
        raise UnreadableFile(f"holds something that cannot be ({type(error).__name__}: {error})") from error


def _competitions() -> Iterator[Told]:
    """Every round and every published list of the open file."""
    from kompitie_web.actions import checking, checking_lists
    from kompitie_web.store import models

    for row in models.Competition.select().order_by(models.Competition.id):
        for check in checking.check_rounds(row.id):
            who = check_texts.who_of(check.names)
            name = f"{row.name}, round {check.number}"
            by_hand = [text for _time, text in check_texts.touched(check.touched, who)]
            notes = [f"{name} was changed by hand after the pairing:", *(f"  {text}" for text in by_hand)] if by_hand else []
            if check.outcome is None:
                yield Told(None, (f"{name} is not checkable: {check_texts.obstacle(check)}", *notes))
            else:
                yield Told(check.agrees, (*_of_round(check.outcome, who), *notes))
        for listed in checking_lists.check_lists(row.id):
            who = check_texts.who_of(listed.names)
            lines = list(_of_list(listed.outcome, who, listed.system))
            if not lines and not listed.now.agrees:
                lines.append(f"{listed.now.id} was right when it was published; it is another list now:")
                lines.extend(f"  {check_texts.cell(cell, who, listed.system)}" for cell in listed.now.cells)
            if lines and listed.settings_changed:
                lines.append("  its settings were changed after publication")
            if lines:
                told = (check_texts.changed(fact, who, row.sport, reason_text) for fact in listed.since)
                lines.extend(f"  changed after publication: {text}" for text in told)
            yield Told(listed.agrees, tuple(lines))


def _of_round(outcome: Outcome, who: Who) -> Iterator[str]:
    """The differences of a round in lines: what was expected, what came out and why, and the rule that decided."""
    if outcome.agrees:
        return
    yield f"{outcome.id}: round {outcome.round} differs"
    named = _named(who)
    for difference in outcome.differences:
        yield from _of_difference(difference, named)
        if difference.bye != difference.expected_bye:
            expected, found = (named(player or 0) for player in (difference.expected_bye, difference.bye))
            yield f"  expected a bye for {expected}, given to {found}"
            yield from _sentences(outcome.bye_why, named)
        yield f"  decided  {check_texts.verdict(difference.verdict, named)}"


def _named(who: Who) -> Who:
    """Everybody by name, nobody as nobody."""
    return lambda player: who(player) if player else "nobody"


def _of_difference(difference: Difference, who: Who) -> Iterator[str]:
    for white, black in difference.missing:
        yield f"  expected {who(white)} - {who(black)}"
    for pair in difference.found:
        yield f"  paired   {who(pair.white)} - {who(pair.black)}"
        yield from _sentences((*pair.why, *pair.remarks), who)


def _sentences(facts: Sequence[Fact], who: Who) -> Iterator[str]:
    for one in facts:
        skipped = "skipped " if one.code.removeprefix("rating_").startswith("skipped") else ""
        yield f"           {skipped}{sentence(one, who)}"


def _of_list(outcome: ListOutcome, who: Who, system: str) -> Iterator[str]:
    """The differences of a list, player by player."""
    if outcome.agrees:
        return
    yield f"{outcome.id} differs"
    for cell in outcome.cells:
        yield f"  {check_texts.cell(cell, who, system)}"
