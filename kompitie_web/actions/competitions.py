"""Changing and deleting competitions, their forbidden pairs and category names, and the file's own name (spec 10)."""

from collections.abc import Mapping
from typing import Any

from kompitie_web.actions import list_presets, pairing_list, presets
from kompitie_web.actions.common import choice, competition_row, competitor_row, forget_people, iso_date, rounds_of, whole
from kompitie_web.actions.creation import DOCUMENT_TEXTS, MOST_ROUNDS, NewCompetition, create_competition, text_of
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.example import create_example
from kompitie_web.actions.pairing_list import Wanted
from kompitie_web.actions.pairings import KINDS
from kompitie_web.actions.planned import fix_planned_rounds
from kompitie_web.actions.reasons import add_reason, reasons_of, remove_reason
from kompitie_web.actions.sessions import following
from kompitie_web.store import current, mapping, models

__all__ = [
    "NewCompetition",
    "add_reason",
    "allow_pair",
    "create_competition",
    "create_example",
    "delete_competition",
    "forbid_pair",
    "has_results",
    "reasons_of",
    "remove_reason",
    "rename_file",
    "set_category_name",
    "update_competition",
    "update_pairing_options",
]


def has_results(cid: int) -> bool:
    """Whether any game of the competition has a result, or a player one of his own."""
    games = models.Game.select().join(models.Round).where((models.Round.competition == cid) & (models.Game.result != ""))
    singles = models.SingleEntry.select().join(models.Round)
    return bool(games.exists() or singles.where((models.Round.competition == cid) & (models.SingleEntry.result != "")).exists())


def _plan_rounds(row: models.Competition, rounds: int) -> None:
    """Make or remove planned rounds at the end. ActionError ``rounds_in_use`` names the last round that holds something."""
    if rounds != row.planned_rounds:
        fix_planned_rounds(row.id)
    existing = rounds_of(row.id)
    for number in range(len(existing) + 1, rounds + 1):
        models.Round.create(competition=row.id, number=number, session=following(row.id, number))
    for last in reversed(existing[rounds:]):
        games = models.Game.select().where(models.Game.round == last.id).exists()
        entries = models.SingleEntry.select().where(models.SingleEntry.round == last.id).exists()
        if last.state != "planned" or games or entries:
            raise ActionError("rounds_in_use", "planned_rounds", round=last.number)
        last.delete_instance()
    row.planned_rounds = rounds


def update_competition(
    cid: int, changes: Mapping[str, Any], confirmed: bool = False, wanted: Wanted | None = None, agreed: bool = False
) -> None:
    """Change facts of a competition; only the named ones.

    Keys: name, sport, kind, pairing, planned_rounds, first_date, language, carry_presence, counts_for_rating, organiser, arbiter,
    place, documents (merged into what is there). ActionError as in ``create_competition``, and ``rounds_in_use``.
    NeedsConfirmation ``change_pairing``: another system while there are results. Who goes over to the pairing by list names the list
    (``wanted``): ``choose_pairing_list`` asks for it, ``pairing_list_doubtful`` (breaks, fields) is asked unless ``agreed``.
    """
    if set(changes) == {"documents"}:
        with current().action("paper_changed", scope=cid):
            _change(competition_row(cid), changes)
        return
    with current().action("competition_changed", scope=cid):
        row = competition_row(cid)
        before = row.pairing
        _change(row, changes, wanted)
        if row.pairing != before and KINDS[row.pairing].by_list:
            _go_over(cid, wanted, agreed)
        if row.pairing != before and not confirmed and has_results(cid):
            raise NeedsConfirmation("change_pairing")


def _go_over(cid: int, wanted: Wanted | None, agreed: bool) -> None:
    """The list pairs from now on (inside an action)."""
    if wanted is None:
        raise NeedsConfirmation("choose_pairing_list", pairing_list.FIELD)
    _ask_about_choice(cid, wanted, agreed)
    pairing_list.pair_by(cid, wanted)


def _ask_about_choice(cid: int, wanted: Wanted, agreed: bool) -> None:
    """NeedsConfirmation ``pairing_list_doubtful`` when it is odd to pair by this list."""
    found = pairing_list.doubts(cid, wanted)
    if found and not agreed:
        told = [[f"list_{one.code}", dict(one.arguments)] for one in found]
        raise NeedsConfirmation("pairing_list_doubtful", pairing_list.FIELD, breaks=told, fields=[one.field for one in found])


def _change(row: models.Competition, changes: Mapping[str, Any], wanted: Wanted | None = None) -> None:
    for key, value in changes.items():
        if key == "documents":
            row.documents = {**row.documents, **value}
        elif key in DOCUMENT_TEXTS:
            row.documents = {**row.documents, key: text_of(value, key)}
        elif key == "planned_rounds":
            _plan_rounds(row, whole(value, key, 1, MOST_ROUNDS))
        elif key == "pairing":
            _change_pairing(row, choice(value, presets.PAIRINGS, key), wanted)
        else:
            setattr(row, key, _fact(key, value))
    row.save()


def _fact(key: str, value: Any) -> Any:
    if key == "name":
        return text_of(value, key, needed=True)
    if key == "first_date":
        return iso_date(value, key)
    if key in ("carry_presence", "counts_for_rating"):
        return bool(value)
    allowed = {"sport": presets.SPORTS, "kind": presets.KINDS, "language": presets.LANGUAGES}
    if key not in allowed:
        raise ActionError("choice_unknown", key, value=key)
    return choice(value, allowed[key], key)


def _change_pairing(row: models.Competition, pairing: str, wanted: Wanted | None) -> None:
    """Another pairing takes its own options along; those that both know keep their value."""
    if pairing != row.pairing:
        fresh = presets.pairing_options(pairing, sport=row.sport)
        if wanted is not None and KINDS[pairing].by_list:
            players = models.Competitor.select().where(models.Competitor.competition == row.id).count()
            system, preset = pairing_list.system_of(row.id, wanted), list_presets.KEIZER_PRESETS[0]
            fresh = list_presets.pairing_options(system, preset, row.sport, players, row.planned_rounds)
        row.pairing_options = presets.options_after_change(row.pairing, pairing, row.pairing_options, fresh)
        row.pairing = pairing


def update_pairing_options(cid: int, changes: Mapping[str, Any], confirmed: bool = False, wanted: Wanted | None = None) -> None:
    """Change options of the pairing (spec 21, 30, 31; keys and values in ``actions.presets`` and ``actions.list_presets``);
    ``wanted``: the list that pairs from now on.

    ActionError: ``choice_unknown``, ``number_unknown``, ``number_range``, ``tiebreak_unknown``, ``classification_gone``.
    NeedsConfirmation ``list_problems`` and ``pairing_list_doubtful`` (breaks: [code, arguments] and fields: the option of each) name what
    cannot work in a pairing by list, and what is odd about the list.
    """
    pairing = competition_row(cid).pairing
    cleaned = {key: presets.check_option(key, value, pairing) for key, value in changes.items()}
    with current().action("pairing_options_changed", scope=cid):
        row = competition_row(cid)
        row.pairing_options = {**row.pairing_options, **cleaned}
        by_list = KINDS[pairing].by_list
        if by_list and not confirmed:
            _ask_about_list(row)
        row.save()
        if by_list and wanted is not None and wanted != mapping.pairing_classification(cid).id:
            _ask_about_choice(cid, wanted, confirmed)
            pairing_list.pair_by(cid, wanted)


def _ask_about_list(row: models.Competition) -> None:
    """NeedsConfirmation ``list_problems`` when the players cannot be paired by these options in all rounds."""
    players = mapping.competition(row.id).players
    found = list_presets.problems(row.pairing_options, players, row.planned_rounds)
    if found:
        told = [[f"list_{one.code}", dict(one.arguments)] for one in found]
        raise NeedsConfirmation("list_problems", breaks=told, fields=[one.field for one in found])


def delete_competition(cid: int, confirmed: bool = False) -> None:
    """Delete a competition with all its players, rounds and games, after a copy. Always asks first (``delete_competition``)."""
    row = competition_row(cid)
    if not confirmed:
        raise NeedsConfirmation("delete_competition", name=row.name, has_results=has_results(cid))
    with current().action("competition_deleted", name=row.name):
        current().snapshot("delete_competition")
        people = [one.person_id for one in models.Competitor.select().where(models.Competitor.competition == cid)]
        for one in rounds_of(cid):
            for table in (models.Game, models.SingleEntry, models.PairingRecord):
                table.delete().where(table.round == one.id).execute()
        models.ForbiddenPair.delete().where(models.ForbiddenPair.competition == cid).execute()
        row.delete_instance(recursive=True, delete_nullable=False)
        forget_people(people)


def rename_file(name: str) -> None:
    """Change the file's own name (club or event)."""
    cleaned = text_of(name, "name", needed=True)
    with current().action("file_renamed", name=cleaned):
        models.FileInfo.update(name=cleaned).execute()


def set_category_name(cid: int, letter: str, name: str) -> None:
    """Give a category letter a full name ('' = the letter is printed). ActionError ``category_not_letter``."""
    cleaned = letter.strip()
    if len(cleaned) != 1 or not cleaned.isalnum():
        raise ActionError("category_not_letter", "letter", value=letter)
    with current().action("category_named", scope=cid, letter=cleaned, name=text_of(name, "name")):
        competition_row(cid)
        row, _ = models.Category.get_or_create(competition=cid, letter=cleaned)
        row.name = text_of(name, "name")
        row.save()


def set_category_names(cid: int, names: Mapping[str, str]) -> None:
    """Name several categories in one action. ActionError ``category_not_letter``, ``text_too_long``."""
    with current().action("categories_named", scope=cid, letters=sorted(names)):
        for letter, name in names.items():
            set_category_name(cid, letter, name)


def forbid_pair(cid: int, a: int, b: int) -> None:
    """These two players may never meet. ActionError ``same_player``, ``player_gone``."""
    if a == b:
        raise ActionError("same_player", "player")
    with current().action("pair_forbidden", scope=cid, first=competitor_row(a, cid).name, second=competitor_row(b, cid).name):
        models.ForbiddenPair.get_or_create(competition=cid, first=min(a, b), second=max(a, b))


def allow_pair(cid: int, a: int, b: int) -> None:
    """Take a forbidden pair off the list."""
    with current().action("pair_allowed", scope=cid, first=competitor_row(a, cid).name, second=competitor_row(b, cid).name):
        pair = (models.ForbiddenPair.first == min(a, b)) & (models.ForbiddenPair.second == max(a, b))
        models.ForbiddenPair.delete().where((models.ForbiddenPair.competition == cid) & pair).execute()
