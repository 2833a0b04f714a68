"""kill −9 at random moments of result entry and pairing: nothing acknowledged is lost, nothing half is there (a sample; see tests.fuzz)."""

from pathlib import Path

from tests.fuzz import kill


def test_ten_kills_lose_nothing(tmp_path: Path) -> None:
    report = kill.run(10, 1000, tmp_path)
    assert report.kills == 10
    assert report.acknowledged >= 10
