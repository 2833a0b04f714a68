"""Seconds from ``kompitie --no-browser`` to its first page, from source: ``first_page_seconds``, the median of several starts."""

import contextlib
import http.client
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

STARTS = 7
PATIENCE = 30.0


def main() -> None:
    """Print the figure."""
    figures = [seconds_to_first_page() for _ in range(STARTS + 1)][1:]  # the first one fills the disk's memory
    print(f"first_page_seconds {statistics.median(figures):.3f} s")


def seconds_to_first_page() -> float:
    """One start, in a new folder."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        command = [sys.executable, "-m", "kompitie_web", "--no-browser", "--port", "0", "--data", folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parent.parent.parent)
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline().rstrip("/\n").rpartition(":")[2])
            while time.perf_counter() < began + PATIENCE:
                with contextlib.suppress(ConnectionError):
                    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
                    connection.request("GET", "/")
                    if connection.getresponse().read():
                        return time.perf_counter() - began
            raise SystemExit("the program did not answer")
        finally:
            process.terminate()
            process.wait(10)


if __name__ == "__main__":
    main()
