"""A result that is being entered in a program in which that never comes to its end."""

import contextlib
import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.program import PATIENCE, Program
from tests.faults.tournament import looking, open_again
from tests.fuzz.damage import Hall

#: ``body``: what is done before it hangs; a file says that it does.
_PRELUDE = """
import threading
from pathlib import Path
from kompitie_web.actions import results
def hang(*arguments, **more):
    {body}
    Path({sign!r}).touch()
    threading.Event().wait()
results.enter_result = hang
"""


@contextmanager
def hanging(played: Hall, path: Path, body: str = "pass", before: str = "") -> Iterator[Program]:
    """The program, started beside the file, which hangs in entering a result; it must end within the block."""
    with looking(path) as connection:
        game = connection.execute("SELECT MIN(id) FROM game WHERE result = ''").fetchone()[0]
    sign = path.parent / "began"
    program = Program(path.parent, prelude=before + _PRELUDE.format(body=body, sign=str(sign)))
    visitor = program.visitor()
    assert open_again(visitor, path.name).status == 303
    visitor.forget_page()

    def ask() -> None:
        with contextlib.suppress(OSError, http.client.HTTPException):
            visitor.post(f"/c/{played.cid}/results/3", {"game": game, "typed": "2-0", "before": ""}, partial=True)

    asking = threading.Thread(target=ask)
    asking.start()
    while not sign.exists():
        assert asking.is_alive()
    yield program
    asking.join(PATIENCE)
    visitor.close()
