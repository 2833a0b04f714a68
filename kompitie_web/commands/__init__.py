"""The commands of the command line besides the program itself: ``kompitie check`` and ``kompitie simulate``."""

from collections.abc import Sequence
from importlib import import_module


def run(name: str, arguments: Sequence[str]) -> int:
    """Run a command with its arguments; gives the exit code. Only the command that is asked for is loaded."""
    code: int = import_module(f"kompitie_web.commands.{name}").main(arguments)
    return code
