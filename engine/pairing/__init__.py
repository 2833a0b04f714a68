"""Pairings: who meets whom, with the reasons. One module a system; all take a ``Request`` and give a ``Draft``."""
