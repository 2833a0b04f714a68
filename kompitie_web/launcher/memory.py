"""What the system's allocator keeps of the memory that the program let go.

The C library of most Linux systems gives each thread a pool of its own, and what was freed in one is of no use to the others; large
blocks that were freed make it keep still larger ones. In a program that serves for days the pools grow far beyond what is in use.
"""

import sys

#: Names of glibc's malloc.h for ``mallopt``.
MMAP_THRESHOLD, ARENA_MAX = -3, -8
#: Bytes: blocks from this size on go back to the system as soon as they are freed. glibc's own value, which it else raises by itself.
LARGE = 128 * 1024


def share_one_pool() -> bool:
    """Let all threads use one pool. To be called before there are any; False where the allocator is another one."""
    if not sys.platform.startswith("linux"):
        return False
    import ctypes

    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return False
    return bool(mallopt(ARENA_MAX, 1) and mallopt(MMAP_THRESHOLD, LARGE))
