"""The number of rounds of an attendance championship is fixed once positive balances became 0 (spec 23)."""

from dataclasses import replace

from engine.systems import attendance
from engine.systems.basis import basis
from engine.systems.options import OptionError
from kompitie_web.store import mapping


def fix_planned_rounds(cid: int) -> None:
    """Keep the number with the lists whose balances were set to 0 (inside an action, before rounds come, go or change evening).

    Otherwise a round more would move the reset to a later round, and points that were published long ago with it.
    """
    competition = mapping.competition(cid)
    last = max((one.number for one in competition.rounds), default=0)
    for row in mapping.classifications(cid):
        settings = mapping.settings(row)
        if settings.system != attendance.SYSTEM.key:
            continue
        try:
            number = attendance.rounds_to_fix(basis(competition, settings, last))
        except OptionError:  # Such a list cannot be computed at all; its own page says so.
            continue
        if number is not None:
            row.settings = mapping.settings_json(replace(settings, options={**settings.options, "planned_rounds": number}))
            row.save()
