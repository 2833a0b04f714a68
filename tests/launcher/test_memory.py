"""All threads of the program use one pool of the system's allocator."""

import platform
import subprocess
import sys

import pytest

# Many threads that each take and hold memory at the same time: by default glibc makes a pool for each of them.
PROBE = """
import ctypes, threading
from kompitie_web.launcher import memory
if {shared}:
    assert memory.share_one_pool()
pools = ctypes.CDLL(None)
meet = threading.Barrier(6)
def work():
    held = [bytes(2000) for _ in range(50)]
    meet.wait()
    meet.wait()
threads = [threading.Thread(target=work, daemon=True) for _ in range(5)]
for thread in threads:
    thread.start()
meet.wait()
pools.malloc_stats()
meet.wait()
"""


def pools(shared: bool) -> int:
    """How many pools a program with five busy threads has, by glibc's own statistics."""
    said = subprocess.run([sys.executable, "-c", PROBE.format(shared=shared)], capture_output=True, text=True, check=True)
    return said.stderr.count("Arena ")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the allocator of another C library")
def test_threads_share_one_pool() -> None:
    assert pools(shared=False) > 1
    assert pools(shared=True) == 1
