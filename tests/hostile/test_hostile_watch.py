"""No path from the browser reaches a file outside the data folder, and nothing that is sent takes much memory or time."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kompitie_web.state import State
from kompitie_web.store import KompitieFile
from tests.conftest import Client

CANARY = b"canary of the test"


def watched(what: str, folder: Path) -> Any:
    """What the child tells that is sent these things."""
    outside = folder / "outside"
    outside.mkdir()
    for name in ("canary.kompitie", "secret", "preferences.json"):
        (outside / name).write_bytes(CANARY)
    before = {path: path.stat().st_mtime_ns for path in [outside, *outside.iterdir()]}
    child = [sys.executable, "-m", "tests.hostile.watched", what, str(folder)]
    found = subprocess.run(child, capture_output=True, text=True, check=False, cwd=Path(__file__).parent.parent.parent)
    assert found.returncode == 0, found.stderr[-3000:]
    assert {path: path.stat().st_mtime_ns for path in [outside, *outside.iterdir()]} == before
    assert {path.name for path in folder.iterdir()} == {"outside", "home"}
    return json.loads(found.stdout.splitlines()[-1])


@pytest.mark.skipif(sys.platform == "win32", reason="the places that may be read are those of Linux")
def test_no_path_in_any_field_leaves_the_data_folder(tmp_path: Path) -> None:
    told = watched("paths", tmp_path)
    assert told["strays"] == []
    assert told["posts"] >= 120
    assert told["addresses"] > 25
    assert told["opened"] > 20


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limits of this kind")
def test_what_grows_is_refused_with_little_memory(tmp_path: Path) -> None:
    told = watched("uploads", tmp_path)
    statuses = {what: status for what, (status, _) in told["answers"].items()}
    assert not [what for what, (_, shown) in told["answers"].items() if shown], "a file of the disk was shown"
    assert set(statuses.values()) <= {200, 303, 400, 403, 404, 409, 413, 422}, statuses
    for what, status in statuses.items():
        if what.startswith("100 MB"):
            assert status == 413, what
        elif what.endswith("/open/upload"):
            assert status in (409, 422), what
    assert statuses["too long text"] == statuses["many parts"] == 413
    for name in (
        "bomb.xlsx",
        "columns.csv",
        "filled-columns.csv",
        "rows.csv",
        "binary.csv",
        "empty.csv",
        "nul.csv",
        "too-large.csv",
    ):
        assert statuses[f"{name} to /c/1/players/file"] == 422, name
    assert told["grown"] < 300, "megabytes"
    assert told["strays"] == []


def test_a_link_that_leads_nowhere_makes_no_file_there(client: Client, state: State, tmp_path: Path) -> None:
    if os.name == "nt":
        pytest.skip("links need rights there")
    target = tmp_path / "outside.kompitie"
    for name in ("Winter.kompitie", "Winter.kompitie.part"):
        (state.folders.documents / name).symlink_to(target)
    answer = client.post_form(
        "/new", {"name": "Winter", "kind": "tournament", "sport": "chess", "pairing": "resistance", "rounds": "3"}
    )
    assert answer.status_code in (303, 409)
    assert not target.exists()


@pytest.mark.parametrize(
    "path", ["../../etc/passwd", "..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/secret", "....//secret", "%00", "\\\\evil\\x", "C:\\boot.ini", "CON", "a" * 4000]
)  # fmt: skip
def test_no_address_with_a_path_in_it_gives_a_file(client: Client, file: KompitieFile, path: str) -> None:
    for place in ("/static", "/print/fonts", "/open", "/c/1/print", "/c/1/reasons"):
        answer = client.get(f"{place}/{path}", follow_redirects=True)
        assert answer.status_code in (404, 405), place
        assert b"root:" not in answer.data
