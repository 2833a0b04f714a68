"""Classifications: further standings over the same games, and their published lists (spec 10 Publication, 20)."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from engine.classification import Settings, standing
from engine.systems import SYSTEMS
from engine.systems.options import Problem
from kompitie_web.actions.common import choice, competition_row, now, round_row
from kompitie_web.actions.creation import text_of
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.presets import COLUMNS
from kompitie_web.actions.tiebreak_codes import check_tiebreaks
from kompitie_web.store import current, mapping, models

COUNTING = ("self", "fmjd")
#: What makes a list impossible to compute; anything else may be meant so and is only asked about.
IMPOSSIBLE = frozenset(("unreadable", "negative", "not_below_one", "above_one", "extreme_unknown"))


def classification_row(classification_id: int) -> models.Classification:
    """The classification. ActionError ``classification_gone``."""
    row = models.Classification.get_or_none(models.Classification.id == classification_id)
    if row is None:
        raise ActionError("classification_gone")
    return row


def check_settings(cid: int, settings: Settings) -> Settings:
    """Settings that can be computed. ActionError: ``choice_unknown``, ``tiebreak_unknown``, ``rounds_reversed``, ``number_range``,
    ``category_unknown``, ``points_negative``, ``points_order`` (a win must not pay less than a draw, nor a draw less than a loss),
    ``settings_impossible`` (what the system says of its options; ``settings_problems`` gives all of them).
    """
    choice(settings.system, SYSTEMS, "system")
    choice(settings.unplayed, COUNTING, "unplayed")
    if settings.first_round < 1 or (settings.last_round is not None and settings.last_round < settings.first_round):
        raise ActionError("rounds_reversed", "first_round", first=settings.first_round, last=settings.last_round)
    if settings.minimum_games < 0:
        raise ActionError("number_range", "minimum_games", value=settings.minimum_games, lowest=0, highest=999)
    letters = {row.letter for row in models.Category.select().where(models.Category.competition == cid)}
    if settings.category and settings.category not in letters:
        raise ActionError("category_unknown", "category", value=settings.category)
    _check_points(settings)
    impossible = [one for one in settings_problems(cid, settings) if one.code in IMPOSSIBLE]
    if impossible:
        raise ActionError("settings_impossible", impossible[0].field, problems=_plain(impossible))
    return replace(settings, name=text_of(settings.name, "name"), tiebreaks=check_tiebreaks(settings.tiebreaks))


def settings_problems(cid: int, settings: Settings) -> tuple[Problem, ...]:
    """Everything that the system of the settings finds wrong with its options in this competition; nothing is ever changed silently."""
    known = SYSTEMS.get(settings.system)
    return () if known is None else known.problems(mapping.competition(cid), settings)


def _ask(cid: int, settings: Settings, confirmed: bool) -> None:
    """Settings that can be computed and are probably not meant. NeedsConfirmation ``settings_doubtful``."""
    doubtful = () if confirmed else settings_problems(cid, settings)
    if doubtful:
        raise NeedsConfirmation("settings_doubtful", doubtful[0].field, problems=_plain(doubtful))


def _plain(problems: Sequence[Problem]) -> list[list[Any]]:
    """Problems as plain values for their sentences."""
    return [[one.code, one.field, dict(one.arguments)] for one in problems]


def _check_points(settings: Settings) -> None:
    """No negative points, and no bad result that pays more than a better one."""
    scale = settings.scale
    named = {"win": scale.win, "plus": scale.plus, "draw": scale.draw, "minus": scale.minus, "loss": scale.loss}
    single = {"bye": scale.bye, "forfeit_win": scale.forfeit_win, "forfeit_loss": scale.forfeit_loss}
    for key, points in {**named, **single, **settings.reason_points}.items():
        if points < Fraction(0):
            raise ActionError("points_negative", key, value=str(points))
    steps = list(named.items())
    for (better, high), (worse, low) in pairwise(steps):
        if high < low:
            raise ActionError("points_order", better, better=better, worse=worse)


def add_classification(cid: int, settings: Settings, columns: Sequence[str] = (), confirmed: bool = False) -> int:
    """Add a standing over the same games; gives its id. ActionError as ``check_settings``, and ``name_missing``, ``name_taken``.

    NeedsConfirmation ``settings_doubtful`` when the options of the system are odd.
    """
    with current().action("classification_added", scope=cid, name=settings.name):
        competition_row(cid)
        checked = check_settings(cid, settings)
        _check_name(cid, checked.name, None)
        _ask(cid, checked, confirmed)
        position = models.Classification.select().where(models.Classification.competition == cid).count()
        row = models.Classification.create(
            competition=cid,
            name=checked.name,
            system=checked.system,
            settings=mapping.settings_json(checked),
            columns=list(columns) or list(COLUMNS),
            position=position,
        )
    return int(row.id)


def _check_name(cid: int, name: str, own: int | None) -> None:
    """Every further standing has a name of its own; only the first one may do without."""
    others = models.Classification.select().where(models.Classification.competition == cid)
    if not name and not (own is not None and classification_row(own).is_pairing):
        raise ActionError("name_missing", "name")
    if any(row.name == name and row.id != own for row in others):
        raise ActionError("name_taken", "name", value=name)


def edit_classification(
    classification_id: int, settings: Settings, columns: Sequence[str] | None = None, confirmed: bool = False
) -> None:
    """Change the settings, and the columns unless None. No stored game ever changes by it. ActionError as ``add_classification``.

    Settings that stay as they were are not asked about again.
    """
    row = classification_row(classification_id)
    with current().action("classification_changed", scope=row.competition_id, name=settings.name):
        row = classification_row(classification_id)
        checked = check_settings(row.competition_id, settings)
        _check_name(row.competition_id, checked.name, classification_id)
        _ask(row.competition_id, checked, confirmed or _computes_as(mapping.settings(row), checked))
        row.name, row.system, row.settings = checked.name, checked.system, mapping.settings_json(checked)
        if columns is not None:
            row.columns = list(columns)
        row.save()


def _computes_as(before: Settings, after: Settings) -> bool:
    """Whether the system and its options stay as they are."""
    return before.system == after.system and mapping.settings_json(before)["options"] == mapping.settings_json(after)["options"]


def set_pairing_classification(classification_id: int) -> None:
    """The scale and reasons of this classification are used for pairing from now on."""
    row = classification_row(classification_id)
    with current().action("pairing_classification_chosen", scope=row.competition_id, name=row.name):
        for other in models.Classification.select().where(models.Classification.competition == row.competition_id):
            if bool(other.is_pairing) != (other.id == classification_id):
                other.is_pairing = other.id == classification_id
                other.save()


def delete_classification(classification_id: int) -> None:
    """Delete a classification with its published lists; games stay. ActionError ``pairing_classification_needed``."""
    row = classification_row(classification_id)
    if row.is_pairing:
        raise ActionError("pairing_classification_needed")
    with current().action("classification_deleted", scope=row.competition_id, name=row.name):
        models.Publication.delete().where(models.Publication.classification == classification_id).execute()
        row.delete_instance()


def publish_standing(classification_id: int, last_round: int, corrects: bool = False) -> int:
    """Keep a standing as it is published: places, names and scores. ``corrects``: the previous places do not move. Gives its id.

    The publication stays in the list also when what it shows is undone. ActionError ``round_gone``, ``standing_empty``.
    """
    row = classification_row(classification_id)
    round_row(row.competition_id, last_round)
    settings = mapping.settings(row)
    competition = mapping.competition(row.competition_id)
    shown = standing(competition, settings, last_round)
    if not shown.rows:
        raise ActionError("standing_empty")
    lines: list[dict[str, Any]] = [
        {
            "competitor": line.player,
            "name": competition.names[line.player],
            "place": line.place,
            "score": None if line.score is None else str(line.score),
            "games": line.games,
            "tiebreaks": [[code, None if value is None else str(value)] for code, value in line.tiebreaks],
        }
        for line in shown.rows
    ]
    words: dict[str, Any] = {"name": row.name, "round": last_round, "corrects": corrects}
    with current().action("standing_published", scope=row.competition_id, **words):
        publication = models.Publication.create(
            classification=classification_id,
            last_round=last_round,
            time=now(),
            corrects=corrects,
            category=settings.category,
            rows=lines,
        )
    return int(publication.id)
