"""``kompitie [FILE]``, ``kompitie check …``, ``kompitie simulate …``, ``kompitie export …``: what each start asks for."""

import gc
import sys
from collections.abc import Sequence

#: Options that only print something.
TELLING = ("--version", "--help", "-h")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program or one of its commands; gives the exit code."""
    if getattr(sys, "frozen", False):
        # A process of a simulation starts the program's own file again: here it does its work and ends.
        from multiprocessing import freeze_support

        freeze_support()
    from kompitie_web.launcher import runtime

    lock = runtime.claim()
    try:
        return _run(list(sys.argv[1:] if arguments is None else arguments))
    finally:
        if lock is not None:
            lock.release()


def _run(given: list[str]) -> int:
    from kompitie_web.launcher.arguments import COMMANDS, parser

    if given and given[0] in (*COMMANDS, *TELLING):
        from kompitie_web.launcher import desktop

        desktop.borrow_console()
    if given and given[0] in COMMANDS:
        from kompitie_web import commands

        return commands.run(given[0], given[1:])
    options = parser().parse_args(given)
    # What a start makes stays: to look for rubbish in it, again and again, would only delay the first page. On again with the whole program.
    gc.disable()

    from kompitie_web.launcher.serve import run

    return run(options)


if __name__ == "__main__":
    sys.exit(main())
