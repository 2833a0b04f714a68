"""The scoring systems by key: a new system is one file here and one line in ``SYSTEMS`` (spec 60)."""

from engine.systems import attendance, keizer, moyenne, normal, rating, swiss
from engine.systems.basis import Basis, System

SYSTEMS: dict[str, System] = {
    normal.SYSTEM.key: normal.SYSTEM,
    swiss.SYSTEM.key: swiss.SYSTEM,
    keizer.SYSTEM.key: keizer.SYSTEM,
    moyenne.SYSTEM.key: moyenne.SYSTEM,
    rating.SYSTEM.key: rating.SYSTEM,
    attendance.SYSTEM.key: attendance.SYSTEM,
}

__all__ = ["SYSTEMS", "Basis", "System", "system"]


def system(key: str) -> System:
    """The system of a key. ValueError that names the known ones."""
    known = SYSTEMS.get(key)
    if known is None:
        raise ValueError(f"unknown system {key!r}; known are {', '.join(SYSTEMS)}")
    return known
