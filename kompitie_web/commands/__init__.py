"""The commands of the command line besides the program itself: ``kompitie check``, ``simulate`` and ``export``."""

import sys
from collections.abc import Sequence
from importlib import import_module


def run(name: str, arguments: Sequence[str]) -> int:
    """Run a command with its arguments; gives the exit code, 130 after Ctrl+C. Only the command that is asked for is loaded."""
    try:
        code: int = import_module(f"kompitie_web.commands.{name}").main(arguments)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    return code
