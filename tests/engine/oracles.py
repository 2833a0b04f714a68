"""The known right answers in tests/data/oracles."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "data" / "oracles"


def oracle(name: str) -> Any:
    """The content of an oracle file."""
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))
