"""From a document's name to a file: read the facts, build the models, lay them out, write them.

The modules that measure and write import ReportLab, which takes a noticeable part of a second; so they are imported at the first
printing and not when the program starts.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from kompitie_web import i18n
from kompitie_web.documents import build_card, build_cross, build_players, build_round, build_schedule, build_standings, facts
from kompitie_web.documents.catalogue import CATALOGUE, Options
from kompitie_web.documents.job import Job, NothingToPrint
from kompitie_web.documents.model import Model
from kompitie_web.i18n import _
from kompitie_web.store import current

if TYPE_CHECKING:
    from kompitie_web.documents.sheet import Page

PDF = "application/pdf"


@dataclass(frozen=True)
class Document:
    """A finished file."""

    filename: str
    mimetype: str
    content: bytes


_BUILDERS: Mapping[str, Callable[[Job], Model | Sequence[Model]]] = {
    "round_tables": build_round.round_tables,
    "round_names": build_round.round_names,
    "round_wall": build_round.round_wall,
    "slips": build_round.slips,
    "cards": build_round.cards,
    "standings": build_standings.standings,
    "progress": build_standings.progress_table,
    "player_cards": build_card.cards,
    "cross_places": build_cross.by_place,
    "cross_rounds": build_cross.by_round,
    "schedule": build_schedule.schedule,
    "players": build_players.players,
    "presence": build_players.presence,
}
assert set(_BUILDERS) == set(CATALOGUE)


def build(name: str, job: Job) -> list[Model]:
    """The models of a document in the language in force. KeyError for an unknown name, NothingToPrint when it would be empty."""
    built = _BUILDERS[name](job)
    return list(built) if isinstance(built, Sequence) else [built]


def render(name: str, cid: int, options: Options, printed: str, language: str) -> Document:
    """One document as a PDF.

    ``printed``: the time in the foot (ISO, local). ``language``: of the document. KeyError for an unknown name, NothingToPrint (with a
    code) when the document would be empty.
    """
    return render_series([(name, options)], cid, printed, language)


def render_series(chosen: Sequence[tuple[str, Options]], cid: int, printed: str, language: str) -> Document:
    """Several documents in one PDF; those that would be empty are left out. NothingToPrint when all of them are."""
    from kompitie_web.documents import pdf

    with i18n.language(language):
        found = facts.read(cid)
        models, first_refusal = [], None
        for name, options in chosen:
            try:
                models += build(name, Job(found, options, time_printed(printed)))
            except NothingToPrint as refusal:
                first_refusal = first_refusal or refusal
        if not models:
            raise first_refusal or NothingToPrint("no_games")
        title = models[0].title if len(chosen) == 1 else _("Round %(number)s", number=Job(found, chosen[0][1]).round())
        competition = found.competition.name
        properties = pdf.Properties(
            f"{competition} – {title}", found.texts.get("organiser", ""), competition, i18n.current_language()
        )
        return Document(filename(competition, title), PDF, pdf.write(_laid_out(models), properties))


def _laid_out(models: Iterable[Model]) -> "list[Page]":
    from kompitie_web.documents import layout

    return layout.pages(models)


def time_printed(iso: str) -> str:
    """Day and time of printing as people write them."""
    return " ".join(filter(None, (i18n.date(iso, "short"), i18n.time(iso)))) if iso else ""


def filename(competition: str, title: str, ending: str = "pdf") -> str:
    """A file name that every system takes: the words of competition and title in plain letters."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", f"{competition} {title}") if not unicodedata.combining(sign))
    words = re.findall(r"[A-Za-z0-9]+", plain)
    return ("-".join(words)[:80].strip("-") or "kompitie") + f".{ending}"


@dataclass(frozen=True)
class Preview:
    """A page as a picture for the screen, and how many pages there are."""

    picture: str
    page: int
    pages: int


def preview(name: str, cid: int, options: Options, printed: str, language: str, page: int = 1) -> Preview:
    """One page of a document, drawn by the same hand as the PDF. Pages that do not exist give the last one."""
    from kompitie_web.documents import svg

    with i18n.language(language):
        minute = time_printed(printed)
        key = ("pages", name, cid, options, minute, language)
        pages = current().cached(key, lambda: _laid_out(build(name, Job(facts.read(cid), options, minute))))
        at = min(max(page, 1), len(pages))
        label = _("Page %(page)s of %(pages)s", page=at, pages=len(pages))
        return Preview(svg.write(pages[at - 1], label), at, len(pages))


def sheets(names: Iterable[str], cid: int, options: Options, language: str) -> dict[str, int]:
    """How many sheets of paper each document takes, remembered until the file changes; 0 for those that would be empty."""
    file = current()
    return {
        name: file.cached(("sheets", name, cid, options, language), partial(_count, name, cid, options, language)) for name in names
    }


def _count(name: str, cid: int, options: Options, language: str) -> int:
    """The number of sheets of a document."""
    from kompitie_web.documents import layout

    with i18n.language(language):
        try:
            return sum(layout.count(model) for model in build(name, Job(facts.read(cid), options)))
        except NothingToPrint:
            return 0
