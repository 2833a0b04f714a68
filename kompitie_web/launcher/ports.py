"""A socket of our own on this computer only, on the usual ports or any free one."""

import socket
import sys
from collections.abc import Iterable

HOST = "127.0.0.1"
USUAL = (8421, 8422, 8423, 0)


def listen(ports: Iterable[int] = USUAL) -> socket.socket:
    """A bound socket on the first of these ports that is free (0 = any). OSError when none is."""
    trouble = OSError("no port to try")
    for port in ports:
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            if sys.platform == "win32":
                # Without this, Windows lets another program take the same port away.
                made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind((HOST, port))
            made.listen(128)
            return made
        except OSError as error:
            made.close()
            trouble = error
    raise trouble
