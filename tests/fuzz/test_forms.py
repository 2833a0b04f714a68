"""Ten thousand forms with rubbish in them, in blocks that can run side by side; and ten thousand files that are imported."""

import pytest

from kompitie_web.app import create_app
from kompitie_web.state import State, folders_in
from tests.fuzz import forms, imports

BLOCKS, POSTS = 10, 1000


@pytest.mark.fuzz
@pytest.mark.parametrize("block", range(BLOCKS))
def test_a_thousand_forms(block: int, tmp_path: "forms.Path") -> None:
    report = forms.run(POSTS, 1_000_000 * (block + 1))
    assert report.undone
    untouched = forms.untouched(create_app(State.load(folders_in(tmp_path))), report)
    # What is sent seldom, to leave the session going, may not have its turn in a single block.
    assert set(untouched) <= set(forms.SELDOM), untouched


@pytest.mark.fuzz
@pytest.mark.parametrize("block", range(4))
def test_files_that_are_imported(block: int) -> None:
    assert imports.main(["--files", "2500", "--seed", str(1_000_000 * (block + 1))]) == 0
