"""A program in this process with a tournament under way, for tests of what can go wrong with its file."""

from collections.abc import Iterator

import pytest

from tests.fuzz.damage import Hall


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Made once for a module: three rounds paired, two of them with results."""
    made = Hall(tmp_path_factory.mktemp("hall"))
    yield made
    made.reset()


@pytest.fixture
def hall(played: Hall) -> Iterator[Hall]:
    """The same folder for each test, with the file open."""
    played.reset()
    played.state.preferences.language = "en"
    answer = played.open()
    assert answer.status_code == 303, answer.text
    yield played
    played.reset()
