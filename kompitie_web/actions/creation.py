"""Making a competition out of the answers to three questions (spec 00 row 2)."""

from dataclasses import dataclass
from typing import Any

from engine.classification import Settings
from engine.results import PRESETS
from kompitie_web.actions import list_presets, presets
from kompitie_web.actions.common import choice, iso_date, now, whole
from kompitie_web.actions.errors import ActionError
from kompitie_web.actions.pairings import KINDS
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
    meets twice (round robin). ``previous``: the competition from which it continues. Of a pairing by list: ``system``: whose list
    (keizer, moyenne, attendance); ``preset``: of Keizer, by name; ``players``: about how many; ``evenings``: the two session labels of
    an attendance championship, which the rounds bear in turn. ``letters``: the language that gives the reasons of absence their letters.
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
    system: str = ""
    preset: str = ""
    players: int = 0
    evenings: tuple[str, ...] = ()
    letters: str = ""


def text_of(value: Any, field: str, needed: bool = False) -> str:
    cleaned = clean_name(str(value or ""))
    if needed and not cleaned:
        raise ActionError("name_missing", field)
    if len(cleaned) > TEXT_LENGTH:
        raise ActionError("text_too_long", field, highest=TEXT_LENGTH)
    return cleaned


def create_competition(new: NewCompetition) -> int:
    """Make a competition with its reasons, rounds and classifications; gives its id.

    ActionError: ``name_missing``, ``text_too_long``, ``choice_unknown``, ``number_range``, ``date_unknown``, ``tiebreak_unknown``,
    ``evenings_alike``.
    """
    name = text_of(new.name, "name", needed=True)
    kind = choice(new.kind, presets.KINDS, "kind")
    sport = choice(new.sport, presets.SPORTS, "sport")
    pairing = choice(new.pairing or presets.default_pairing(kind), presets.PAIRINGS, "pairing")
    rounds = whole(presets.ROUNDS[kind] if new.rounds is None else new.rounds, "rounds", 1, MOST_ROUNDS)
    evenings = _evenings(new) if KINDS[pairing].by_list else ()
    lists = _classifications(new, pairing, evenings)
    documents = {key: text for key in DOCUMENT_TEXTS if (text := text_of(getattr(new, key), key))}
    first_date = iso_date(new.first_date, "first_date")
    with current().action("competition_created", name=name):
        row = models.Competition.create(
            name=name,
            sport=sport,
            kind=kind,
            pairing=pairing,
            pairing_options=_options(new, pairing, rounds),
            planned_rounds=rounds,
            first_date=first_date,
            language=choice(new.language, presets.LANGUAGES, "language"),
            documents=documents,
            previous=new.previous,
            created=now(),
        )
        make_reasons(row.id, choice(new.letters, presets.LANGUAGES, "letters"))
        for number in range(1, rounds + 1):
            session = evenings[(number - 1) % len(evenings)] if evenings else ""
            models.Round.create(competition=row.id, number=number, date=first_date if number == 1 else "", session=session)
        for position, (settings, columns) in enumerate(lists):
            models.Classification.create(
                competition=row.id,
                name=settings.name,
                system=settings.system,
                settings=mapping.settings_json(settings),
                columns=columns,
                is_pairing=position == 0,
                position=position,
            )
    return int(row.id)


def _list_system(new: NewCompetition) -> tuple[str, str]:
    """Whose list pairs, and the preset of Keizer."""
    key = choice(new.system or list_presets.SYSTEMS[0], list_presets.SYSTEMS, "system")
    return key, choice(new.preset or list_presets.KEIZER_PRESETS[0], list_presets.KEIZER_PRESETS, "preset")


def _evenings(new: NewCompetition) -> tuple[str, ...]:
    """The labels of the two evenings; none for the other systems. ActionError ``evenings_alike``, ``name_missing``."""
    if _list_system(new)[0] != "attendance":
        return ()
    labels = tuple(text_of(label, f"evening_{number}", needed=True) for number, label in enumerate(new.evenings, 1))
    if len({label.casefold() for label in labels}) < len(labels):
        raise ActionError("evenings_alike", "evening_2", value=labels[-1])
    return labels


def _classifications(new: NewCompetition, pairing: str, evenings: tuple[str, ...]) -> list[tuple[Settings, list[str]]]:
    """The classifications with their columns, the one that pairs first."""
    scale = choice(new.scale or presets.default_scale(new.sport), PRESETS, "scale")
    codes = None if new.tiebreaks is None else check_tiebreaks(new.tiebreaks)
    if KINDS[pairing].by_list:
        return list_presets.classifications(*_list_system(new), PRESETS[scale], codes, evenings)
    codes = presets.default_tiebreaks(pairing, scale) if codes is None else codes
    return [(presets.default_settings(pairing, scale, codes), list(presets.COLUMNS))]


def _options(new: NewCompetition, pairing: str, rounds: int) -> dict[str, Any]:
    """The options of the pairing."""
    if KINDS[pairing].by_list:
        return list_presets.pairing_options(*_list_system(new), new.sport, new.players, rounds)
    return presets.pairing_options(pairing, new.double)
