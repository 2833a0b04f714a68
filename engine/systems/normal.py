"""Normal system: points decide, then fewer games, mutual result and SB (spec 20 "Normal system"; seed 000 "Normaal")."""

from engine.systems import points
from engine.systems.basis import System

SYSTEM = System(
    key="normal",
    default_tiebreaks="m7",
    fewer_games_first=True,
    scores=points.scores,
    progress=points.progress,
    terms=points.terms,
)
