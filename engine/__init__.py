"""The rules of draughts and chess competitions.

Pure: no clock, no files, no network, no web framework, no database. The same input always gives the same output. Functions take
frozen values (``engine.competition``) and return frozen values with codes and exact numbers, never sentences: the screens and
documents translate.
"""
