"""Kompitie: the competition program for draughts and chess clubs, as a local web application."""

__version__ = "8.0.0"
