"""At least 4,000 random rounds against the slow reading of the rules, in blocks that can run side by side."""

import pytest

from tests.fuzz import ranking

BLOCKS, ROUNDS = 8, 500


@pytest.mark.fuzz
@pytest.mark.parametrize("block", range(BLOCKS))
def test_ranking_agrees_with_the_slow_reading(block: int) -> None:
    assert ranking.main(["--rounds", str(ROUNDS), "--seed", str(1_000_000 * (block + 1)), "--largest", "10"]) == 0
