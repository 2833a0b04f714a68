"""Lists of players and case files full of rubbish: each is read, or refused with a sentence, at once and with little memory.

python -m tests.fuzz.imports --files 2500 --seed 1
"""

import argparse
import contextlib
import io
import json
import random
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kompitie_web import i18n, messages
from kompitie_web.commands import check
from kompitie_web.exchange import players_csv, standings_csv
from kompitie_web.exchange.errors import ActionError
from kompitie_web.exchange.lines import parse_line, propose_code
from kompitie_web.exchange.table import DELIMITERS
from kompitie_web.exchange.text import ENCODINGS
from tests.fuzz import nasty

HEADINGS = [
    "Naam",
    "Rating",
    "Club",
    "Titel",
    "Categorie",
    "Code",
    "Lot",
    "Prénom",
    "Town",
    "Barrage",
    "Nr",
    "Year of birth",
    "",
    "?",
]
#: How a case file begins; the rest is rubbish of the right and of the wrong form.
CASES = sorted((Path(__file__).parent.parent / "data" / "oracles").rglob("*_cases.json"))


def table(choice: random.Random) -> bytes:
    """A list with headings or none, in any letters, with rows of any length."""
    sign = choice.choice((*DELIMITERS, "|", ""))
    width, rows = choice.randint(1, 9), []
    if choice.random() < 0.5:
        rows.append(sign.join(choice.choice(HEADINGS) for _ in range(width)))
    for _ in range(choice.randint(0, 12)):
        cells = [nasty.value(choice)[: choice.choice((5, 50, 3000))] for _ in range(width + choice.choice((-1, 0, 0, 0, 3)))]
        rows.append(sign.join(f'"{cell}"' if choice.random() < 0.2 else cell for cell in cells))
    text = choice.choice(("\n", "\r\n", "\r")).join(rows)
    body = text.encode(choice.choice(("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "windows-1252", "utf-32")), "replace")
    return broken(body, choice) if choice.random() < 0.3 else body


def broken(body: bytes, choice: random.Random) -> bytes:
    """Some bytes changed, left out or added."""
    spoiled = bytearray(body or b"x")
    for _ in range(choice.randint(1, 8)):
        at = choice.randrange(len(spoiled) or 1)
        spoiled[at : at + choice.choice((0, 1, 1, 4))] = choice.choice(
            (b"", b"\0", b"\xff\xfe", b'"', b";", bytes([choice.randrange(256)]))
        )
    return bytes(spoiled)


def read(body: bytes, choice: random.Random) -> str:
    """Read a list in every way that the screens do; what became of it."""
    text = body.decode("utf-8", "replace")
    columns = [choice.choice(HEADINGS + list(players_csv.FIELDS)) for _ in range(choice.randint(1, 9))]
    ways: list[Any] = [
        lambda: players_csv.preview(body),
        lambda: players_csv.preview(text),
        lambda: players_csv.preview(
            body, choice.choice((*ENCODINGS, "rot13", "")), choice.choice((*DELIMITERS, "x")), choice.choice((True, False))
        ),
        lambda: players_csv.preview(body, columns=columns),
        lambda: parse_line(text),
        lambda: standings_csv.read_standing(body),
    ]
    found = choice.choice(ways)
    try:
        result = found()
    except ActionError as error:
        return f"refused: {error.code}{'' if messages.error_text(error) else ' without a word'}"
    if isinstance(result, players_csv.Preview):
        for line in result.errors:
            assert line.error is not None
            assert messages.error_text(line.error)
        for player in result.players:
            propose_code(player.name, ())
        again = players_csv.preview(players_csv.write_players(result.players)).players if result.players else []
        assert [one.name for one in again] == [one.name for one in result.players]
    return "read"


def mutated(value: Any, choice: random.Random) -> Any:
    """A JSON value with something else somewhere in it."""
    if choice.random() < 0.0005:
        return choice.choice((None, True, -1, 1.5, 10**30, "x", "1e9999999", [], {}, [[]], {"a": {}}, nasty.value(choice)[:200]))
    if isinstance(value, dict):
        kept = [(key, mutated(inner, choice)) for key, inner in value.items() if choice.random() > 0.0005]
        return dict(kept)
    if isinstance(value, list):
        return [mutated(inner, choice) for inner in value if choice.random() > 0.0005]
    return value


def check_case(folder: Path, choice: random.Random) -> str:
    """Give a case file that was tampered with to ``kompitie check``; what became of it."""
    path = folder / "case.json"
    if CASES and choice.random() < 0.8:
        content = json.loads(choice.choice(CASES).read_text("utf-8"))
        cases = content if isinstance(content, list) else content["cases"]
        body = json.dumps(mutated(choice.sample(cases, 2), choice)).encode()
    else:
        body = table(choice)
    path.write_bytes(broken(body, choice) if choice.random() < 0.2 else body)
    said, complained = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained):
        code = check.main([str(path), "--quiet"])
    assert code in (0, 1, 2)
    assert code != 2 or str(path) in complained.getvalue()
    assert "Traceback" not in complained.getvalue()
    return f"check {code}"


def main(argv: Sequence[str] | None = None) -> int:
    """Read so many files; AssertionError or any other exception at the first that is not survived."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=float, default=0.1, help="which part of them are case files")
    chosen = parser.parse_args(argv)
    print(f"seed {chosen.seed}", flush=True)
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="kompitie-fuzz-") as folder, i18n.language("nl"):
        for number in range(chosen.files):
            choice = random.Random(f"{chosen.seed}/{number}")
            try:
                if choice.random() < chosen.cases:
                    outcomes[check_case(Path(folder), choice)] += 1
                else:
                    outcomes[read(table(choice), choice)] += 1
            except Exception:
                print(f"broken by --seed {chosen.seed}, file {number}")
                raise
    print(", ".join(f"{what}: {count}" for what, count in sorted(outcomes.items())))
    return int(any("without a word" in what for what in outcomes))


if __name__ == "__main__":
    raise SystemExit(main())
