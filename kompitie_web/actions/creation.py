"""Making a competition out of the answers to three questions (spec 00 row 2)."""

from dataclasses import dataclass
from typing import Any

from engine.results import PRESETS
from kompitie_web.actions import presets
from kompitie_web.actions.common import choice, iso_date, now, whole
from kompitie_web.actions.errors import ActionError
from kompitie_web.actions.reasons import make_reasons
from kompitie_web.actions.tiebreak_codes import check_tiebreaks
from kompitie_web.exchange.names import clean_name
from kompitie_web.store import current, mapping, models

MOST_ROUNDS = 200
TEXT_LENGTH = 200
DOCUMENT_TEXTS = ("organiser", "arbiter", "place")


@dataclass(frozen=True)
class NewCompetition:
    """The answers to the three questions and the details; None and '' = what the kind and the sport propose (``actions.presets``).

    ``scale``: a key of ``engine.results.PRESETS``. ``tiebreaks``: codes; None = the default of the pairing. ``double``: every pair
    meets twice (round robin). ``previous``: the competition from which it continues.
    """

    name: str
    kind: str = "tournament"
    sport: str = "draughts"
    pairing: str = ""
    rounds: int | None = None
    first_date: str = ""
    scale: str = ""
    tiebreaks: str | None = None
    double: bool = False
    language: str = ""
    organiser: str = ""
    arbiter: str = ""
    place: str = ""
    previous: int | None = None


def text_of(value: Any, field: str, needed: bool = False) -> str:
    cleaned = clean_name(str(value or ""))
    if needed and not cleaned:
        raise ActionError("name_missing", field)
    if len(cleaned) > TEXT_LENGTH:
        raise ActionError("text_too_long", field, highest=TEXT_LENGTH)
    return cleaned


def create_competition(new: NewCompetition) -> int:
    """Make a competition with its reasons, rounds and first classification; gives its id.

    ActionError: ``name_missing``, ``text_too_long``, ``choice_unknown``, ``number_range``, ``date_unknown``, ``tiebreak_unknown``.
    """
    name = text_of(new.name, "name", needed=True)
    kind = choice(new.kind, presets.KINDS, "kind")
    sport = choice(new.sport, presets.SPORTS, "sport")
    pairing = choice(new.pairing or presets.default_pairing(kind), presets.PAIRINGS, "pairing")
    scale = choice(new.scale or presets.default_scale(sport), PRESETS, "scale")
    rounds = whole(presets.ROUNDS[kind] if new.rounds is None else new.rounds, "rounds", 1, MOST_ROUNDS)
    codes = presets.default_tiebreaks(pairing, scale) if new.tiebreaks is None else check_tiebreaks(new.tiebreaks)
    settings = presets.default_settings(pairing, scale, codes)
    documents = {key: text for key in DOCUMENT_TEXTS if (text := text_of(getattr(new, key), key))}
    first_date = iso_date(new.first_date, "first_date")
    with current().action("competition_created", name=name):
        row = models.Competition.create(
            name=name,
            sport=sport,
            kind=kind,
            pairing=pairing,
            pairing_options=presets.pairing_options(pairing, new.double),
            planned_rounds=rounds,
            first_date=first_date,
            language=choice(new.language, presets.LANGUAGES, "language"),
            documents=documents,
            previous=new.previous,
            created=now(),
        )
        make_reasons(row.id)
        for number in range(1, rounds + 1):
            models.Round.create(competition=row.id, number=number, date=first_date if number == 1 else "")
        models.Classification.create(
            competition=row.id,
            system=settings.system,
            settings=mapping.settings_json(settings),
            columns=list(presets.COLUMNS),
            is_pairing=True,
        )
    return int(row.id)
