"""The smoke test as tests: some of it with the source always, all of it with a built program when KOMPITIE_BUNDLE names one."""

import os
from pathlib import Path

import pytest

from tests.bundle import smoke
from tests.bundle.artefact import Artefact

SAMPLE = (smoke.the_day, smoke.file_argument, smoke.nowhere_to_print)


@pytest.mark.parametrize("check", SAMPLE, ids=lambda check: check.__name__)
def test_the_source(check: smoke.Check) -> None:
    smoke.perform(check, Artefact.of(None))


@pytest.mark.bundle
@pytest.mark.parametrize("check", smoke.CHECKS, ids=lambda check: check.__name__)
def test_the_bundle(check: smoke.Check) -> None:
    program = os.environ.get("KOMPITIE_BUNDLE")
    if not program:
        pytest.skip("KOMPITIE_BUNDLE names no program")
    artefact = Artefact.of(Path(program), wine=program.endswith(".exe") and os.name != "nt")
    reason = smoke.reason_to_skip(check, artefact)
    if reason:
        pytest.skip(reason)
    smoke.perform(check, artefact)
