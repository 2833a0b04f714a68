"""``kompitie export FILE --format …``: the papers and lists of a ``.kompitie`` file, without the browser (spec 50 Process).

Exit code 0 = something was written, 1 = there is nothing to write, 2 = the arguments or a file do not do.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from kompitie_web import i18n
from kompitie_web.commands.reading import UnreadableFile, opened_copy
from kompitie_web.documents.catalogue import CATALOGUE, Options

if TYPE_CHECKING:
    from kompitie_web.documents.produce import Document
    from kompitie_web.store import models

FORMATS = ("pdf", "csv")


def main(argv: Sequence[str] | None = None) -> int:
    """Write what the command line asks for; gives the exit code."""
    chosen = _parser().parse_args(argv)
    taken: set[str] = set()
    try:
        with opened_copy(chosen.file):
            for document in _documents(chosen):
                name = _free(document.filename, taken)
                _write(chosen.out / name, document.content)
                print(chosen.out / name)
    except (OSError, UnreadableFile) as error:
        print(f"{getattr(error, 'filename', None) or chosen.file}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return 2
    if not taken:
        print(f"{chosen.file}: there is nothing to write", file=sys.stderr)
    return int(not taken)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kompitie export", description="Write the papers (pdf) or the lists (csv) of a .kompitie file, which is only read."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a .kompitie file; it may be open in the program")
    parser.add_argument("--format", choices=FORMATS, required=True, help="what is written")
    parser.add_argument(
        "--out", type=Path, default=Path(), metavar="DIR", help="where to; what was written there before is replaced [here]"
    )
    parser.add_argument("--competition", metavar="NAME", help="only this one [all of the file]")
    parser.add_argument(
        "--document",
        choices=sorted(CATALOGUE),
        action="append",
        help="pdf: only this paper, as often as needed [all that hold something]",
    )
    parser.add_argument("--round", type=int, metavar="N", help="of this round, or after it [the sensible one]")
    parser.add_argument(
        "--language", choices=tuple(i18n.LANGUAGES), help="[that of the competition's documents, else of the system]"
    )
    return parser


def _documents(chosen: argparse.Namespace) -> "Iterator[Document]":
    """Everything that was asked for. UnreadableFile when there is no such competition."""
    from kompitie_web.store import models

    rows = list(models.Competition.select().order_by(models.Competition.id))
    wanted = [row for row in rows if chosen.competition in (None, row.name)]
    if chosen.competition is not None and not wanted:
        raise UnreadableFile(
            f"holds no competition {chosen.competition!r}; it has: {', '.join(row.name for row in rows) or 'none'}"
        )
    for row in wanted:
        language = chosen.language or row.language
        with i18n.language(language if language in i18n.LANGUAGES else i18n.system_language()):
            yield from _lists(row.id, chosen.round) if chosen.format == "csv" else _papers(row, chosen)


def _papers(row: "models.Competition", chosen: argparse.Namespace) -> "Iterator[Document]":
    """The papers that hold something, the standings with all lists."""
    from kompitie_web.documents.job import NothingToPrint
    from kompitie_web.documents.produce import filename, render
    from kompitie_web.store import mapping

    options = Options(round=chosen.round)
    every = tuple(one.id for one in mapping.classifications(row.id))
    for name in chosen.document or CATALOGUE:
        asked = replace(options, classifications=every) if name == "standings" else options
        try:
            made = render(name, row.id, asked, datetime.now().isoformat(timespec="seconds"), i18n.current_language())
        except NothingToPrint:
            continue
        title = i18n.translate(CATALOGUE[name].title)
        yield replace(made, filename=filename(row.name, title if chosen.round is None else f"{title} {chosen.round}"))


def _lists(cid: int, number: int | None) -> "Iterator[Document]":
    """The players, and every list after the round."""
    from engine.classification import standing
    from kompitie_web import csv_lists
    from kompitie_web.store import mapping

    competition = mapping.competition(cid)
    if competition.players:
        yield csv_lists.players(competition)
    last = number or competition.last_round_with_results()
    for one in mapping.classifications(cid) if last else ():
        yield csv_lists.standing(competition, standing(competition, mapping.settings(one), last), one.name, last)


def _free(name: str, taken: set[str]) -> str:
    """A name that no other file of this run has: competitions and lists may be called the same."""
    stem, _, ending = name.rpartition(".")
    number, found = 1, name
    while found.lower() in taken:
        number += 1
        found = f"{stem}-{number}.{ending}"
    taken.add(found.lower())
    return found


def _write(path: Path, content: bytes) -> None:
    """A whole file or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
