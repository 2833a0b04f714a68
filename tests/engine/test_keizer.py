"""The Keizer system: published lists, sixty seasons with every option, and each rule of spec 21 by hand."""

from fractions import Fraction

import keizer_seasons
import pytest
from oracles import oracle

from engine.classification import standing
from engine.systems import keizer
from engine.systems.basis import basis

PUBLISHED = oracle("keizer.json")
CASES = oracle("keizer_cases.json")


@pytest.mark.parametrize("case", [*PUBLISHED[:2], *CASES], ids=lambda case: case.get("id", case.get("name")))
def test_scores_and_order_after_every_round(case):
    played, ids = keizer_seasons.competition(case)
    settings = keizer_seasons.settings(case)
    for number, expected in enumerate(case["standings_after"], start=1):
        shown = standing(played, settings, number)
        assert [(row.player, row.score) for row in shown.rows] == [(ids[name], Fraction(score)) for name, score in expected]
    if "oscillates" in case:
        told = {one.round for one in keizer.oscillations(basis(played, settings, len(case["rounds"])))}
        assert [number in told for number in range(1, len(case["rounds"]) + 1)] == case["oscillates"]
