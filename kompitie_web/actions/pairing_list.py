"""By which classification a competition is paired that is paired by its list: the choice, what is odd about it, a new one (spec 20, 21)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.systems.options import Problem
from kompitie_web.actions import list_presets
from kompitie_web.actions.classifications import add_classification, set_pairing_classification
from kompitie_web.actions.common import choice
from kompitie_web.actions.errors import ActionError
from kompitie_web.store import mapping, models

FIELD = "pairing_list"


@dataclass(frozen=True)
class NewList:
    """A list that is still to be made: its system (``list_presets.SYSTEMS``) and its name."""

    system: str
    name: str


#: A list that is to pair: a classification's id, or a new one.
Wanted = int | NewList


def system_of(cid: int, wanted: Wanted) -> str:
    """The system of the list. ActionError ``choice_unknown``, ``classification_gone``."""
    if isinstance(wanted, NewList):
        return choice(wanted.system, list_presets.SYSTEMS, FIELD)
    return str(_row(cid, wanted).system)


def _row(cid: int, identity: int) -> models.Classification:
    row: models.Classification | None = models.Classification.get_or_none(models.Classification.id == identity)
    if row is None or row.competition_id != cid:
        raise ActionError("classification_gone", FIELD)
    return row


def proposed(cid: int) -> int | None:
    """The list that is offered first: the one by which is paired, else another one that suits; None = a new one should be made."""
    rows = sorted(mapping.classifications(cid), key=lambda row: not row.is_pairing)
    return next((int(row.id) for row in rows if not doubts(cid, int(row.id))), None)


def doubts(cid: int, wanted: Wanted) -> Sequence[Problem]:
    """What is odd about pairing by a list: ``not_for_pairing`` (another system than Keizer, moyenne and attendance), ``of_a_period`` and
    ``of_an_evening`` (results of later rounds, or of the other evening, would move nobody). ActionError as ``system_of``.
    """
    system = system_of(cid, wanted)
    if isinstance(wanted, NewList):
        return ()
    settings = mapping.settings(_row(cid, wanted))
    found = [] if system in list_presets.SYSTEMS else [Problem("not_for_pairing", FIELD)]
    if settings.last_round is not None:
        found.append(Problem("of_a_period", FIELD, (("first", str(settings.first_round)), ("last", str(settings.last_round)))))
    if settings.sessions:
        found.append(Problem("of_an_evening", FIELD, (("evenings", ", ".join(settings.sessions)),)))
    return found


def pair_by(cid: int, wanted: Wanted) -> None:
    """The order of this list pairs from now on; a new one is made first (inside an action). ActionError also of ``add_classification``."""
    identity = _made(cid, wanted) if isinstance(wanted, NewList) else int(_row(cid, wanted).id)
    if mapping.pairing_classification(cid).id != identity:
        set_pairing_classification(identity)


def _made(cid: int, wanted: NewList) -> int:
    """A new list as a new club would get it, with the points of the list that paired before."""
    scale = mapping.settings(mapping.pairing_classification(cid)).scale
    preset = list_presets.KEIZER_PRESETS[0]
    settings, columns = list_presets.classifications(system_of(cid, wanted), preset, scale, None, ())[0]
    return add_classification(cid, replace(settings, name=wanted.name), columns, confirmed=True)
