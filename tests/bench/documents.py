"""Seconds to make the large documents: ``name value unit``, one a line (spec 40: a 100-player standing well under a second)."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "documents"))

import hall

from kompitie_web.documents.catalogue import Options

ROUNDS = 9


def best(make: Callable[[], object], times: int = 3) -> float:
    """The best of a few runs: the machine may be busy."""
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        make()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def main() -> None:
    """Measure and print."""
    hundred = hall.facts(hall.swiss(100, ROUNDS))
    thousand = hall.facts(hall.swiss(1000, 1))
    for name, found, document, options in (
        ("standings_pdf_100", hundred, "standings", Options()),
        ("round_sheet_pdf_100", hundred, "round_tables", Options()),
        ("cross_table_pdf_100", hundred, "cross_rounds", Options()),
        ("cards_500", thousand, "cards", Options()),
        ("slips_500", thousand, "slips", Options()),
    ):
        print(f"{name} {best(lambda: hall.written(hall.models(document, found, options))):.3f} s")  # noqa: B023


if __name__ == "__main__":
    main()
