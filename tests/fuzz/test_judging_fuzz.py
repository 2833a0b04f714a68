"""Small changes of many random pairings, a block a system: none is judged to be better than what was made."""

import pytest

from engine.pairing.registry import PAIRINGS
from tests.fuzz import judging


@pytest.mark.fuzz
@pytest.mark.parametrize("system", sorted(PAIRINGS))
def test_no_small_change_is_judged_better(system: str) -> None:
    assert judging.main(["--system", system, "--tournaments", "400", "--seed", "5000"]) == 0
