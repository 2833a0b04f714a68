"""The project itself: locks without addresses, vendored files as listed, names that are used as the screens need them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kompitie_web import i18n
from kompitie_web.steps import STEP_LETTERS, STEPS

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_the_locks_have_hashes_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert not re.search(r"index-url|find-links|https?://", text)
    pinned = re.findall(r"^[A-Za-z0-9._-]+==\S+", text, re.MULTILINE)
    assert len(pinned) > 10
    assert text.count("--hash=sha256:") >= len(pinned)


def test_the_vendored_files_are_those_of_the_list() -> None:
    checked = subprocess.run([sys.executable, ROOT / "build" / "vendor.py", "--check"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_every_language_has_a_letter_of_its_own_for_each_step() -> None:
    assert set(STEP_LETTERS) == set(i18n.LANGUAGES)
    for letters in STEP_LETTERS.values():
        assert len(letters) == len(set(letters)) == len(STEPS)


def test_every_icon_that_a_page_asks_for_is_drawn() -> None:
    drawn = set(re.findall(r'<symbol id="i-([a-z]+)"', (ROOT / "templates" / "sprite.html").read_text(encoding="utf-8")))
    asked = set()
    for path in (ROOT / "templates").rglob("*.html"):
        asked |= set(re.findall(r'icon\("([a-z]+)"\)|#i-([a-z]+)"', path.read_text(encoding="utf-8")))
    assert {name for pair in asked for name in pair if name} <= drawn
