"""Ratings: the table, performances and the season list (spec 24)."""

#: How much higher a player's FMJD rating is than his KNDB rating (seed 000 "Rating").
FMJD_ABOVE_KNDB = 837


def kndb_of(fmjd: int) -> int:
    """The KNDB rating of an FMJD rating."""
    return fmjd - FMJD_ABOVE_KNDB


def fmjd_of(kndb: int) -> int:
    """The FMJD rating of a KNDB rating."""
    return kndb + FMJD_ABOVE_KNDB
