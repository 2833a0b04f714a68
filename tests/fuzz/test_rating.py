"""At least 5,000 random rounds against the slow reading of the regulation, in blocks that can run side by side."""

import pytest

from tests.fuzz import rating

BLOCKS, ROUNDS = 10, 550


@pytest.mark.fuzz
@pytest.mark.parametrize("block", range(BLOCKS))
def test_rating_agrees_with_the_slow_reading(block: int) -> None:
    assert rating.main(["--rounds", str(ROUNDS), "--seed", str(1_000_000 * (block + 1)), "--largest", "12"]) == 0
