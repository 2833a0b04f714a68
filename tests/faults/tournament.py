"""A scripted tournament over HTTP that goes on for ever: import, pairing, results, undo, copies, putting back, deleting rounds.

What comes next is looked up in the file itself (read only, from another process than the program's), and so is what is in it afterwards.
"""

import hashlib
import json
import random
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kompitie_web.store.sqlite import uri
from tests.faults.program import Answer, Visitor
from tests.store.rows import content_of

#: Results that a volunteer enters with one key.
RESULTS = ("2-0", "1-1", "0-2", "2-0F")
PLAYERS = 8


@contextmanager
def looking(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that only reads."""
    connection = sqlite3.connect(uri(path, "ro"), uri=True, isolation_level=None, timeout=20)
    try:
        yield connection
    finally:
        connection.close()


@dataclass(frozen=True)
class Content:
    """What a file holds: how often it was changed, and its rows as a short text."""

    changes: int
    rows: str

    @classmethod
    def of(cls, path: Path) -> "Content":
        """Of a file, read in one transaction."""
        with looking(path) as connection:
            connection.execute("BEGIN")
            (changes,) = connection.execute("SELECT changes FROM journal_state").fetchone()
            rows = json.dumps(content_of(connection.execute), sort_keys=True)
        return cls(int(changes), hashlib.sha256(rows.encode()).hexdigest()[:16])


def one(path: Path, sql: str, *values: object) -> tuple[int | str, ...] | None:
    """One row of a file."""
    with looking(path) as connection:
        found: tuple[int | str, ...] | None = connection.execute(sql, values).fetchone()
        return found


@dataclass
class Tournament:
    """A visitor at work in one file. ``doing``: what was asked last (for when no answer comes)."""

    visitor: Visitor
    path: Path
    choice: random.Random
    doing: str = ""

    def step(self) -> str:
        """One thing that an arbiter does; gives its name. AssertionError when the program does not do what it was asked."""
        doing = self.choice.random()
        if self.cid() is None:
            return self._new()
        for share, act in (
            (0.07, self.undo),
            (0.04, self.redo),
            (0.03, self._snapshot),
            (0.03, self._put_back),
            (0.03, self._delete_round),
            (0.03, self._stick),
            (0.05, self._correct),
            (0.02, self._language),
            (0.02, self._look),
        ):
            doing -= share
            if doing < 0:
                return act()
        return self._go_on()

    def cid(self) -> int | None:
        """The competition that is played."""
        found = one(self.path, "SELECT MAX(id) FROM competition")
        return int(found[0]) if found and found[0] is not None else None

    def base(self) -> str:
        """The beginning of its addresses."""
        return f"/c/{self.cid()}"

    def _ask(self, name: str, act: Callable[[], Answer], *expected: int) -> Answer:
        self.doing = name
        answer = act()
        assert answer.status in expected, f"{name}: {answer.status} {answer.heading}\n{answer.text[-3000:]}"
        return answer

    def _new(self) -> str:
        self.visitor.forget_page()
        fields = {"name": f"Open {self.choice.randrange(1000)}", "kind": "tournament", "sport": "draughts", "pairing": "resistance"}
        fields |= {"rounds": "4", "players": "", "into": "file", "first_date": "2026-11-29"}
        self._ask("new", lambda: self.visitor.post("/new", fields), 303)
        return "new"

    def _go_on(self) -> str:
        cid = self.cid()
        (players,) = one(self.path, "SELECT COUNT(*) FROM competitor WHERE competition_id = ?", cid) or (0,)
        if int(players) < PLAYERS:
            return self._import(int(players))
        game = one(
            self.path,
            "SELECT game.id, round.number FROM game JOIN round ON round.id = game.round_id WHERE round.competition_id = ?"
            " AND round.state = 'published' AND game.result = '' ORDER BY round.number, game.id",
            cid,
        )
        if game is not None:
            return self._enter(int(game[0]), int(game[1]), "", self.choice.choice(RESULTS))
        waiting = one(
            self.path,
            "SELECT number, state FROM round WHERE competition_id = ? AND state IN ('planned', 'draft') ORDER BY number",
            cid,
        )
        if waiting is None:
            return self._new()
        if waiting[1] == "planned":
            return self._pair(int(waiting[0]))
        return self._publish(int(waiting[0])) if self.choice.random() < 0.8 else self._discard(int(waiting[0]))

    def _import(self, there: int) -> str:
        lines = [f"Player {there + n} {self.choice.randrange(10**6)};{800 + n};Łódź" for n in range(PLAYERS + 2)]
        content = ("Name;Rating;Club\n" + "\n".join(lines)).encode()
        address = f"{self.base()}/players/file"
        self._ask("import", lambda: self.visitor.upload(address, "file", "list.csv", content, {"step": "add"}), 303)
        self._is("SELECT COUNT(*) FROM competitor WHERE competition_id = ?", self.cid(), there + PLAYERS + 2)
        return "import"

    def _pair(self, number: int) -> str:
        fields = {"confirmed": "1", "allow_incomplete": "1"}
        self._ask("pair", lambda: self.visitor.post(f"{self.base()}/rounds/{number}/draft", fields), 303)
        self._round_is(number, "draft")
        return "pair"

    def _publish(self, number: int) -> str:
        self._ask("publish", lambda: self.visitor.post(f"{self.base()}/rounds/{number}/publish", {"confirmed": "1"}), 303)
        self._round_is(number, "published")
        return "publish"

    def _discard(self, number: int) -> str:
        self._ask("discard", lambda: self.visitor.post(f"{self.base()}/rounds/{number}/discard"), 303)
        self._round_is(number, "planned")
        return "discard"

    def _enter(self, game: int, number: int, before: str, result: str) -> str:
        fields = {"game": game, "typed": result, "before": before, "confirmed": "1"}
        address = f"{self.base()}/results/{number}"
        self._ask("result", lambda: self.visitor.post(address, fields, partial=True), 200)
        self._is("SELECT result FROM game WHERE id = ?", game, result)
        return "result"

    def _correct(self) -> str:
        game = one(
            self.path,
            "SELECT game.id, round.number, game.result FROM game JOIN round ON round.id = game.round_id"
            " WHERE round.competition_id = ? AND round.state = 'published' AND game.result <> '' ORDER BY random() LIMIT 1",
            self.cid(),
        )
        if game is None:
            return self._go_on()
        other = self.choice.choice([result for result in RESULTS if result != game[2]])
        return self._enter(int(game[0]), int(game[1]), str(game[2]), other)

    def undo(self) -> str:
        """Take the last thing of the competition back."""
        self._ask("undo", lambda: self.visitor.post("/undo", {"scope": self.cid()}), 303)
        return "undo"

    def redo(self) -> str:
        """Do it again."""
        self._ask("redo", lambda: self.visitor.post("/redo", {"scope": self.cid()}), 303)
        return "redo"

    def _snapshot(self) -> str:
        self._ask("copy", lambda: self.visitor.post(f"{self.base()}/history/snapshot"), 303)
        return "copy"

    def _put_back(self) -> str:
        page = self._ask("history", lambda: self.visitor.get(f"{self.base()}/history"), 200)
        copies = re.findall(r'name="copy" value="([^"]+)"', page.text)[:4]
        if not copies:
            return self._snapshot()
        fields = {"copy": self.choice.choice(copies), "confirmed": "1"}
        self._ask(f"put back {fields['copy']}", lambda: self.visitor.post(f"{self.base()}/history/restore", fields), 303)
        return "put back"

    def _delete_round(self) -> str:
        number = one(self.path, "SELECT MAX(number) FROM round WHERE competition_id = ? AND state <> 'planned'", self.cid())
        if not number or not number[0]:
            return self._go_on()
        fields = {"keep_results": self.choice.choice("01"), "confirmed": "1"}
        self._ask("delete round", lambda: self.visitor.post(f"{self.base()}/rounds/{number[0]}/delete", fields), 303, 422)
        return "delete round"

    def _stick(self) -> str:
        page = self._ask("history", lambda: self.visitor.get(f"{self.base()}/history"), 200)
        drive = re.search(r'name="drive" value="([^"]+)"', page.text)
        if drive is None:
            return self._look()
        self._ask("stick", lambda: self.visitor.post(f"{self.base()}/history/stick", {"drive": drive[1]}), 303)
        return "stick"

    def _language(self) -> str:
        code = self.choice.choice(("nl", "fr", "en"))
        self._ask("language", lambda: self.visitor.post("/language", {"language": code}), 303)
        return "language"

    def _look(self) -> str:
        page = self.choice.choice(("players", "presence", "rounds", "results", "standings", "print", "settings", "history"))
        self._ask("look", lambda: self.visitor.get(f"{self.base()}/{page}"), 200)
        return "look"

    def _round_is(self, number: int, state: str) -> None:
        with looking(self.path) as connection:
            found = connection.execute(
                "SELECT state FROM round WHERE competition_id = ? AND number = ?", (self.cid(), number)
            ).fetchone()
        assert found == (state,), f"round {number} is {found}, not {state}"

    def _is(self, sql: str, key: object, expected: object) -> None:
        found = one(self.path, sql, key)
        assert found == (expected,), f"{self.doing}: {found} instead of {expected}"


def begin(visitor: Visitor, home: Path, seed: int) -> Tournament:
    """Make a file with a competition over HTTP and give the tournament in it."""
    visitor.get("/")
    fields = {"name": "Club", "kind": "tournament", "sport": "draughts", "pairing": "resistance", "rounds": "4", "players": ""}
    answer = visitor.post("/new", {**fields, "first_date": "2026-11-29"})
    assert answer.status == 303, answer.text
    visitor.forget_page()
    return Tournament(visitor, home / "Club.kompitie", random.Random(seed))


def open_again(visitor: Visitor, name: str) -> Answer:
    """Open a file of the list by its name, as a user does."""
    visitor.forget_page()
    page = visitor.get("/open")
    assert page.status == 200, page.heading
    forms = re.findall(r'<form[^>]*action="/open">.*?</form>', page.text, re.DOTALL)
    mine = [form for form in forms if f"<small>{name} ·" in form and 'name="copy"' not in form]  # Not its copy on a stick.
    assert len(mine) == 1, page.text
    found = re.search(r'name="file" value="([^"]+)"', mine[0])
    assert found
    return visitor.post("/open", {"file": found[1]})
