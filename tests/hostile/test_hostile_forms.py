"""A sample of ``tests.fuzz.forms``: every form with rubbish in it; the full search is ``make fuzz``."""

import pytest
from flask import Flask

from tests.fuzz import forms, imports

SEED = 20261129


@pytest.fixture(scope="module")
def report() -> forms.Report:
    """Some three hundred forms from a fixed seed."""
    return forms.run(300, SEED)


def test_every_form_is_survived_and_undone(report: forms.Report) -> None:
    assert report.posts >= 300
    assert report.undone == report.sessions
    assert set(report.answers) <= forms.ALLOWED | {301, 302, 308}


def test_no_address_that_takes_a_form_is_left_out(report: forms.Report, app: Flask) -> None:
    assert set(forms.untouched(app, report)) <= set(forms.SELDOM)
    assert sum(len(names) for names in report.fields.values()) > 150


def test_a_sample_of_the_files_that_are_imported_is_survived(capsys: pytest.CaptureFixture[str]) -> None:
    assert imports.main(["--files", "120", "--seed", str(SEED)]) == 0
    assert "refused" in capsys.readouterr().out
