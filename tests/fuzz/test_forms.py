"""Ten thousand forms with rubbish in them, in blocks that can run side by side; and ten thousand files that are imported."""

import pytest

from tests.fuzz import forms, imports

BLOCKS, POSTS = 10, 1000


@pytest.mark.fuzz
@pytest.mark.parametrize("block", range(BLOCKS))
def test_a_thousand_forms(block: int) -> None:
    report = forms.run(POSTS, 1_000_000 * (block + 1))
    assert report.undone
    assert len(report.endpoints) > 60


@pytest.mark.fuzz
@pytest.mark.parametrize("block", range(4))
def test_files_that_are_imported(block: int) -> None:
    assert imports.main(["--files", "2500", "--seed", str(1_000_000 * (block + 1))]) == 0
