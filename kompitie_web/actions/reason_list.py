"""The whole list of reasons changed at once: letters, names and what each pays in every list (spec 20 Default reasons)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kompitie_web.actions.classifications import check_settings
from kompitie_web.actions.common import competition_row
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.reason_pay import Pay, problems, with_pays
from kompitie_web.actions.reasons import add_reason, clean_letter, clean_names, reasons_of
from kompitie_web.store import current, mapping, models

#: A problem that the arbiter may want all the same, after a yes.
MAY_BE_MEANT = ("absence_beats_draw",)


@dataclass(frozen=True)
class ReasonTexts:
    """The letter of a reason ('' = none) and its own names by language; an empty name gives back the program's own."""

    letter: str = ""
    names: Mapping[str, str] = field(default_factory=dict)


def change_reasons(
    cid: int,
    texts: Mapping[str, ReasonTexts],
    pays: Mapping[int, Mapping[str, Pay]] | None = None,
    added: ReasonTexts | None = None,
    confirmed: bool = False,
) -> None:
    """Change letters and names by reason key, what reasons pay by list and reason key, and add a reason, as one action.

    What is not named stays; ``added`` without letter and names is nothing. ActionError with the field ``letter-…`` (``reason_letter_form``,
    ``reason_letter_taken``), ``new_letter`` or ``new_names`` (those of ``add_reason``), or ``pay-list-…`` (``reason_pay_negative``,
    ``reason_pay_too_high``); NeedsConfirmation ``reason_pay_beats_draw`` when who stays away would get more than who draws.
    """
    with current().action("reasons_changed", scope=cid):
        competition_row(cid)
        _change_texts(cid, texts)
        if added is not None and (added.letter.strip() or any(name.strip() for name in added.names.values())):
            _add(cid, added)
        for row in mapping.classifications(cid):
            if pays and row.id in pays:
                _change_pays(cid, row, pays[row.id], confirmed)


def _add(cid: int, added: ReasonTexts) -> None:
    """A new reason; what is wrong with it belongs to the fields of the new line."""
    try:
        add_reason(cid, added.letter, added.names)
    except ActionError as error:
        error.field = f"new_{error.field}"
        raise


def _change_texts(cid: int, texts: Mapping[str, ReasonTexts]) -> None:
    """Letters may change places among each other, so they are compared after all of them are known."""
    taken: dict[str, str] = {}
    for row in reasons_of(cid):
        if row.key in texts:
            row.letter = clean_letter(texts[row.key].letter, f"letter-{row.key}")
            row.names = clean_names(texts[row.key].names)
        if row.letter and row.letter in taken:
            raise ActionError("reason_letter_taken", f"letter-{row.key}", value=row.letter)
        taken[row.letter] = row.key
        row.save()


def _change_pays(cid: int, row: models.Classification, pays: Mapping[str, Pay], confirmed: bool) -> None:
    before = mapping.settings(row)
    settings = with_pays(before, pays)
    if settings == before:
        return
    competition = mapping.competition(cid)
    known = problems(competition, before)
    for key, problem in problems(competition, settings).items():
        name = f"pay-{row.id}-{key}"
        if problem.code == "negative":
            raise ActionError("reason_pay_negative", name)
        if problem.code not in MAY_BE_MEANT:
            raise ActionError("reason_pay_too_high", name)
        if problem != known.get(key) and not confirmed:
            raise NeedsConfirmation("reason_pay_beats_draw", name, reason=key, list=row.name)
    row.settings = mapping.settings_json(check_settings(cid, settings))
    row.save()
