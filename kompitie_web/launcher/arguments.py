"""The command line (spec 50, commands)."""

import argparse
from pathlib import Path

from kompitie_web import __version__

#: Commands of their own, found in kompitie_web.commands; anything else is the program itself, perhaps with a file.
COMMANDS = ("check", "simulate", "export")


def parser() -> argparse.ArgumentParser:
    """The options of the program itself."""
    made = argparse.ArgumentParser(
        prog="kompitie",
        description="Pairings, results and standings of draughts and chess competitions, in the browser of this computer.",
        epilog="Other commands: kompitie check FILE… (pair and compute everything once more and compare), kompitie simulate (random tournaments), kompitie export FILE (papers and lists).",
    )
    made.add_argument("file", nargs="?", type=Path, help="a .kompitie file to open")
    made.add_argument(
        "--port", type=_port, help="the port to listen on; 0 is any free one (usually 8421, 8422, 8423 or any free one)"
    )
    made.add_argument("--no-browser", action="store_true", help="do not open the browser; the address is printed")
    made.add_argument(
        "--data", type=Path, metavar="DIR", help="keep the files and all else in this folder instead of the user's own ones"
    )
    made.add_argument("--version", action="version", version=f"Kompitie {__version__}")
    return made


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return port
