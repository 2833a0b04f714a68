"""The reasons of single entries of a competition: letters and names (spec 20, Result codes)."""

from collections.abc import Mapping

from engine.competition import BYE, DEFAULT_REASONS, NOT_JOINED
from kompitie_web.actions.common import competition_row
from kompitie_web.actions.errors import ActionError
from kompitie_web.actions.presets import LANGUAGES, REASON_LETTERS
from kompitie_web.exchange.names import clean_name
from kompitie_web.store import current, models


def make_reasons(cid: int, language: str = "") -> None:
    """The default reasons of a new competition (inside an action), with the letters of a language; '' = those of Kompitie, in Dutch."""
    letters = REASON_LETTERS[language or "nl"]
    for position, key in enumerate(DEFAULT_REASONS):
        models.Reason.create(competition=cid, key=key, letter=letters[key], position=position)


def reasons_of(cid: int) -> list[models.Reason]:
    """The reasons in their order."""
    return list(models.Reason.select().where(models.Reason.competition == cid).order_by(models.Reason.position))


def check_reason(cid: int, key: str) -> str:
    """A reason that can be entered. ActionError ``reason_unknown``; *not yet joined* follows from participation and is refused too."""
    known = {reason.key for reason in reasons_of(cid)}
    if key not in known or key == NOT_JOINED:
        raise ActionError("reason_unknown", "reason", value=key)
    return key


def clean_letter(letter: str, field: str = "letter") -> str:
    """A letter as it is stored, '' for none. ActionError ``reason_letter_form`` for the field."""
    cleaned = "".join(letter.split()).lower()
    if len(cleaned) > 1 or (cleaned and not cleaned.isalnum()):
        raise ActionError("reason_letter_form", field, value=letter)
    return cleaned


def _free_letter(cid: int, letter: str) -> str:
    """The letter of a new reason. ActionError also ``reason_letter_taken``."""
    cleaned = clean_letter(letter)
    if cleaned and any(one.letter == cleaned for one in reasons_of(cid)):
        raise ActionError("reason_letter_taken", "letter", value=cleaned)
    return cleaned


def clean_names(names: Mapping[str, str]) -> dict[str, str]:
    """Names by language, cleaned, without the empty ones."""
    cleaned = {language: clean_name(text) for language, text in names.items() if language in LANGUAGES[1:]}
    return {language: text for language, text in cleaned.items() if text}


def add_reason(cid: int, letter: str, names: Mapping[str, str]) -> str:
    """A reason of the arbiter's own; its key is ``own1``, ``own2`` … ActionError: ``reason_name_missing`` and those of the letter."""
    cleaned = clean_names(names)
    if not cleaned:
        raise ActionError("reason_name_missing", "names")
    with current().action("reason_added", scope=cid, name=next(iter(cleaned.values()))):
        competition_row(cid)
        known = {reason.key for reason in reasons_of(cid)}
        number = next(number for number in range(1, len(known) + 2) if f"own{number}" not in known)
        key = f"own{number}"
        models.Reason.create(competition=cid, key=key, letter=_free_letter(cid, letter), names=cleaned, position=len(known))
    return key


def remove_reason(cid: int, key: str) -> None:
    """Take a reason off the list. ActionError ``reason_in_use``; ``reason_needed`` for the bye and *not yet joined*."""
    if key in (BYE, NOT_JOINED):
        raise ActionError("reason_needed", "reason")
    with current().action("reason_removed", scope=cid, reason=key):
        row = models.Reason.get_or_none((models.Reason.competition == cid) & (models.Reason.key == key))
        if row is None:
            raise ActionError("reason_unknown", "reason", value=key)
        uses = (
            models.SingleEntry.select()
            .join(models.Round)
            .where((models.Round.competition == cid) & (models.SingleEntry.reason == key))
        )
        if uses.exists():
            raise ActionError("reason_in_use", "reason")
        row.delete_instance()
