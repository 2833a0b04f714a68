"""One printing: the facts of the competition, the chosen options, the time; and what every document takes from them."""

from dataclasses import dataclass

from engine.classification import Standing, standing
from engine.competition import DRAFT
from engine.publications import previous_list
from kompitie_web import i18n
from kompitie_web.documents.catalogue import Options
from kompitie_web.documents.facts import Facts, View
from kompitie_web.documents.model import Header
from kompitie_web.documents.words import round_name
from kompitie_web.i18n import _


class NothingToPrint(Exception):
    """The document would be empty or senseless. ``code``: no_games, no_players, no_results, too_many_players."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Job:
    """What a builder reads. ``printed``: the time as it stands in the foot."""

    facts: Facts
    options: Options
    printed: str = ""

    def header(self, number: int | None = None, corrected: bool = False) -> Header:
        """The header of a sheet about a round, or about the whole competition."""
        texts, iso = self.facts.texts, self.facts.round(number).date if number else ""
        return Header(
            competition=self.facts.competition.name,
            round=round_name(number) if number else "",
            date=i18n.date(iso) if iso else "",
            place=texts.get("place", ""),
            organiser=texts.get("organiser", ""),
            arbiter=texts.get("arbiter", ""),
            fixed=texts.get("fixed", ""),
            variable=self.options.variable,
            printed=self.printed,
            corrected=corrected,
            paper=self.options.paper or self.facts.paper,
        )

    def round(self) -> int:
        """The round of a round document. NothingToPrint when it holds no games."""
        numbers = self.facts.rounds_with_games()
        number = self.options.round if self.options.round in numbers else self.facts.sensible_round()
        if number is None:
            raise NothingToPrint("no_games")
        return number

    def last_round(self) -> int:
        """The last round of a standing: the chosen one, else the last one with results."""
        wanted = self.options.round
        if wanted is not None and any(one.number == wanted for one in self.facts.competition.rounds):
            return wanted
        return self.facts.competition.last_round_with_results()

    def title(self, words: str, number: int) -> str:
        """The title of a round document; a draft says that it is one."""
        return _("%(title)s – draft", title=words) if self.facts.round(number).state == DRAFT else words

    def standing(self, view: View, last: int) -> Standing:
        """A classification after a round, with the places of the list published before it."""
        if not self.facts.competition.players:
            raise NothingToPrint("no_players")
        known = self.facts.standings
        if (view.id, last) not in known:
            before = previous_list(view.published, last, view.settings.category)
            known[view.id, last] = standing(self.facts.competition, view.settings, last, before.places if before else None)
        return known[view.id, last]
