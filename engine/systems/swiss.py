"""Swiss system: points decide, then resistance and SB; never the number of games (spec 20, 31; seed 000 "Zwitsers systeem")."""

from engine.systems import points
from engine.systems.basis import System

SYSTEM = System(
    key="swiss",
    default_tiebreaks="47",
    fewer_games_first=False,
    scores=points.scores,
    progress=points.progress,
    terms=points.terms,
)
