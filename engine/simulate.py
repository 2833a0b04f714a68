"""Random but plausible tournaments, the same for the same seed, and what they tell about a system (``kompitie simulate``; spec 60).

Players have a rating around a club's average and a true strength near it; the stronger wins more often, equals draw more often. Some miss
a round with or without notice, come in late, withdraw or forfeit a game. The rounds are paired by the system itself, so that every state
is one that a real tournament could reach.
"""

from engine.simulation.caselist import cases
from engine.simulation.figures import Figures, RoundFigures, Summary, figures, summary
from engine.simulation.plan import Plan, Simulation
from engine.simulation.tournament import Pairing, tournament

__all__ = [
    "Figures",
    "Pairing",
    "Plan",
    "RoundFigures",
    "Simulation",
    "Summary",
    "cases",
    "figures",
    "summary",
    "tournament",
]
