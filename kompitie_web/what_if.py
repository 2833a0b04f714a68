"""Lists that are not stored: what the standings would be by another system, computed over the same games (spec 20 "what if")."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine import systems
from engine.classification import Settings
from engine.results import PRESETS as SCALES
from engine.systems import moyenne, rating
from engine.systems.keizer_options import PRESETS as KEIZER
from kompitie_web.i18n import N_


@dataclass(frozen=True)
class WhatIf:
    """A system with its usual settings. ``key``: its name in addresses; ``make``: the settings, with the rounds and the scale of a list."""

    key: str
    name: str
    make: Callable[[Settings], Settings]


def _other(
    system: str, options: dict[str, object] | None = None, scale: str = "", tiebreaks: str | None = None
) -> Callable[[Settings], Settings]:
    """Another system over the rounds of a list; the tie-breaks are the system's own."""

    def make(like: Settings) -> Settings:
        codes = systems.system(system).default_tiebreaks if tiebreaks is None else tiebreaks
        points = SCALES[scale] if scale else like.scale
        return replace(like, system=system, options=options or {}, scale=points, tiebreaks=codes, fewer_games_first=True)

    return make


def _keizer(preset: str) -> Callable[[Settings], Settings]:
    return _other("keizer", KEIZER[preset].as_json())


def _rating(mode: str) -> Callable[[Settings], Settings]:
    return _other("rating", rating.Options(mode=mode).as_json())


def _moyenne(weighted: bool) -> Callable[[Settings], Settings]:
    return _other("moyenne", moyenne.Options(weighted=weighted).as_json())


WHAT_IFS: dict[str, WhatIf] = {
    one.key: one
    for one in (
        WhatIf("normal", N_("Points 2-1-0"), _other("normal", scale="draughts")),
        WhatIf("three-points", N_("Points 3-1-0"), _other("normal", scale="three_points")),
        WhatIf("swiss", N_("Points, then resistance"), _other("swiss", tiebreaks="47")),
        WhatIf("keizer", N_("Keizer, Kompitie original"), _keizer("kompitie")),
        WhatIf("keizer-variant", N_("Keizer, Kompitie variant"), _keizer("kompitie_variant")),
        WhatIf("keizer-club", N_("Keizer, club article"), _keizer("club_article")),
        WhatIf("moyenne", N_("Moyenne"), _moyenne(weighted=False)),
        WhatIf("moyenne-weighted", N_("Moyenne, weighted"), _moyenne(weighted=True)),
        WhatIf("performance", N_("Rating performance"), _rating(rating.PERFORMANCE)),
        WhatIf("progressive", N_("Rating, from the own rating"), _rating(rating.OWN_START)),
        WhatIf("progressive-fixed", N_("Rating, all from the same start"), _rating(rating.FIXED_START)),
        WhatIf("attendance", N_("Attendance"), _other("attendance")),
    )
}
