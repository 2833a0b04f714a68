"""Every form of the program sent with rubbish in it: nothing may break, nothing may be lost, and all of it can be undone.

The pages themselves say which forms and fields there are, and the map of addresses says which ones take a form, so that a new one is
never forgotten. A session is a file with competitions of all kinds that gets some hundred forms; then the file must be sound, every
page must answer, and undoing everything must give the empty file back.

    python -m tests.fuzz.forms --posts 10000 --seed 1
"""

import argparse
import logging
import random
import re
import resource
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask import Flask
from werkzeug.datastructures import MultiDict

from kompitie_web.app import create_app
from kompitie_web.security import TOKEN_FIELD
from kompitie_web.state import State, folders_in
from kompitie_web.store import KompitieFile, NothingToUndo, UndoBlocked, current, is_open, mapping, models
from kompitie_web.store.models import database
from tests.fuzz import nasty
from tests.fuzz.furnished import empty, furnished
from tests.fuzz.html_forms import Form, read_page
from tests.store.rows import content

log = logging.getLogger("fuzz")
ALLOWED = frozenset((200, 303, 400, 403, 404, 405, 409, 410, 413, 415, 421, 422))
#: Where a form goes that ends a session of the browser or the program; sent like the others, but never more often than this.
SELDOM = {"system.stop": 0.02, "history.restore": 0.02, "start.example": 0.1, "new.create": 0.3}
IDS = ("cid", "number", "competitor", "game", "list", "line_id")
PER_SESSION = 250


class Broken(AssertionError):
    """A request that the program did not survive, with all that is needed to send it again."""


@dataclass
class Report:
    """What was sent and answered."""

    posts: int = 0
    gets: int = 0
    sessions: int = 0
    undone: int = 0
    answers: Counter[int] = field(default_factory=Counter)
    endpoints: Counter[str] = field(default_factory=Counter)
    fields: dict[str, set[str]] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        shown = ", ".join(f"{code}: {count}" for code, count in sorted(self.answers.items()))
        names = sum(len(names) for names in self.fields.values())
        return (
            f"{self.posts} forms ({len(self.endpoints)} addresses, {names} fields) and {self.gets} pages in {self.sessions} sessions; "
            f"answers {shown}; {len(self.broken)} faults; {self.undone} sessions undone to the empty file; "
            f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB at most"
        )


class Ear(logging.Handler):
    """Hears what the program writes into its log as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one line."""
        self.heard.append(record.getMessage())


@contextmanager
def listening() -> Iterator[Ear]:
    """An ear on the logs of the program and of Flask."""
    ear = Ear()
    logs = [logging.getLogger(name) for name in ("kompitie", "kompitie_web")]
    for log in logs:
        log.addHandler(ear)
    try:
        yield ear
    finally:
        for log in logs:
            log.removeHandler(ear)


# One session


class Session:
    """A program with its own folder and file, and a browser that sends it rubbish."""

    def __init__(self, folder: Path, seed: int, report: Report) -> None:
        self.choice, self.report, self.folder = random.Random(seed), report, folder
        self.state = State.load(folders_in(folder))
        self.state.preferences.choose_language(self.choice.choice(("en", "nl", "fr")))
        self.state.open_browser = lambda address: None
        self.app: Flask = create_app(self.state)
        self.app.config["PROPAGATE_EXCEPTIONS"] = True
        self.client = self.app.test_client()
        self.file = furnished(folder / "Club.kompitie", self.state.folders.data)
        self.links: list[str] = []
        self.restored = False
        self.token = ""
        rules = list(self.app.url_map.iter_rules())
        self.pages = [rule for rule in rules if "GET" in (rule.methods or ()) and rule.endpoint not in ("static", "printing.font")]
        self.posts = [rule for rule in rules if "POST" in (rule.methods or ())]

    def address(self, rule: Any, strange: float = 0.08) -> str:
        """An address of a rule; mostly of something that is there."""
        pick = self.choice
        with self.file.connection():
            cid = pick.choice([row.id for row in models.Competition.select()] or [1])
            values: dict[str, Any] = {"cid": cid, "number": pick.randint(1, 4)}
            tables = {"competitor": models.Competitor, "list": models.Classification}
            for key, table in tables.items():
                found = [row.id for row in table.select().where(table.competition == cid)]
                values[key] = pick.choice(found or [1])
            games = [row.id for row in models.Game.select().join(models.Round).where(models.Round.competition == cid)]
            values |= {
                "game": pick.choice(games or [1]),
                "line_id": pick.randint(1, 60),
                "key": pick.choice(("with_notice", "bye", "x")),
            }
        values |= {"file_id": "x", "name": pick.choice(("cross", "standings", "players", "cards", "pairings")), "filename": "x"}
        text = str(rule.rule)
        for name in rule.arguments:
            wild = pick.random() < strange
            value = quote(nasty.value(pick)[:300], safe="") if wild else str(values[name])
            if wild and name in IDS and pick.random() < 0.7:
                value = pick.choice(("0", "1", "99", "9223372036854775807", "9223372036854775808", "9" * 40))
            text = re.sub(rf"<(?:\w+:)?{name}>", value.replace("\\", r"\\"), text)
        return text

    def get(self, url: str) -> str:
        """A page; its forms and links become known."""
        answer = self.request("GET", url)
        if answer.status_code != 200 or answer.mimetype != "text/html":
            return ""
        text: str = answer.text
        found = re.search(r'name="csrf-token" content="([^"]+)"', text)
        self.token = found[1] if found else self.token
        return text

    def request(self, method: str, url: str, **sent: Any) -> Any:
        """One request; Broken when the answer is none that may be given."""
        files = {}
        if "files" in sent:
            files = sent.pop("files")
            sent["data"] = MultiDict([*sent["data"], *((name, (BytesIO(body), title)) for name, (title, body) in files.items())])
            sent["content_type"] = "multipart/form-data"
        elif "data" in sent:
            sent["data"] = MultiDict(sent["data"])
        told = f"{method} {url[:400]} {str(sent)[:1500]} {[title for title, _ in files.values()]}"
        if self.choice.random() < 0.2:
            sent["headers"] = {"HX-Request": "true"}
        with listening() as ear:
            try:
                answer = self.client.open(url, method=method, **sent)
            except Exception as error:
                raise Broken(f"{told_error(error)}\n{told}") from error
        self.report.answers[answer.status_code] += 1
        allowed = ALLOWED | ({301, 302, 308} if method == "GET" else set())
        if answer.status_code not in allowed or ear.heard:
            raise Broken(f"answer {answer.status_code}, log {ear.heard}\n{told}")
        if answer.is_streamed:
            answer.close()
        return answer

    def step(self) -> None:
        """One page and some of its forms, or a form out of nowhere."""
        pick = self.choice
        if pick.random() < 0.25:
            self.send_from_nowhere()
            return
        rule = pick.choice(self.pages)
        url = pick.choice(self.links) if self.links and pick.random() < 0.4 else self.address(rule)
        if pick.random() < 0.15:
            url += ("&" if "?" in url else "?") + "&".join(
                f"{name}={quote(nasty.value(pick)[:2000], safe='')}"
                for name in pick.choices(
                    ("q", "why", "find", "at", "entry", "scope", "page", "sort", "new", "line", "list", "round"), k=2
                )
            )
        self.report.gets += 1
        text = self.get(url)
        if not text:
            return
        page = read_page(text)
        self.links = (page.links and pick.sample(page.links, min(5, len(page.links)))) + self.links[:60]
        for form in pick.sample(page.forms, min(3, len(page.forms))):
            self.send(form)

    def send_from_nowhere(self, rule: Any = None) -> None:
        """A form to an address that takes one, or to any, with fields that some form of it has had, and others."""
        pick = self.choice
        url = self.address(rule, 0) if rule else self.address(pick.choice(self.posts))
        known = sorted(self.report.fields.get(self.endpoint(url), ()))
        names = pick.sample(known, min(len(known), pick.randint(0, 8))) + pick.choices(
            ("x", "confirmed", "player", "game", "result", "name", "pick"), k=2
        )
        form = Form(url, "post", [(name, nasty.value(pick)) for name in names])
        self.send(form)

    def send(self, form: Form) -> None:
        """A form as it is, or with something wrong in it."""
        pick = self.choice
        url, fields = form.action, list(form.fields)
        for name, values in form.choices.items():
            if pick.random() < 0.4:
                fields.append((name, pick.choice(values)))
        if form.buttons:
            name, value, elsewhere = pick.choice(form.buttons)
            fields += [(name, value)] if name else []
            url = elsewhere or url
        endpoint = self.endpoint(url)
        if pick.random() > SELDOM.get(endpoint, 1):
            return
        self.report.fields.setdefault(endpoint, set()).update(name for name, _ in (*fields, *form.fields) if name != TOKEN_FIELD)
        if pick.random() < 0.75:
            fields = self.spoil(fields)
        if pick.random() < 0.3:
            fields.append(("confirmed", "1"))
        if pick.random() > 0.02:
            fields = [(name, value) for name, value in fields if name != TOKEN_FIELD] + [(TOKEN_FIELD, self.token)]
        more: dict[str, Any] = {}
        if form.files or endpoint in ("start.upload", "players.imports.file"):
            more["files"] = {name: pick.choice(nasty.FILES) for name in form.files or ("upload", "file")}
        self.report.posts += 1
        self.report.endpoints[endpoint] += 1
        if endpoint == "system.activate":
            fields = [(name, value) for name, value in fields if name != TOKEN_FIELD]
        answer = self.request("POST", url, data=fields, **more)
        self.restored |= endpoint == "history.restore" and answer.status_code == 303
        self.come_back()

    def endpoint(self, url: str) -> str:
        """Which view an address leads to, '' = none."""
        try:
            found, _ = self.app.url_map.bind("localhost").match(url.split("?")[0], method="POST")
        except Exception:
            return ""
        return str(found)

    def spoil(self, fields: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Some fields with another value, missing, twice, or with one another's value; and sometimes one more."""
        pick = self.choice
        spoiled = []
        for name, value in fields:
            doing = pick.random()
            if doing < 0.3:
                value = nasty.value(pick)
            elif doing < 0.35 and fields:
                value = pick.choice(fields)[1]
            elif doing < 0.40 and value.isascii() and value.isdigit() and len(value) < 20:
                value = str(int(value) + pick.choice((-1, 1, 1000)))
            if doing < 0.95:
                spoiled.append((name, value))
            if doing > 0.9:
                spoiled += [(name, value), (name, nasty.value(pick))]
        if pick.random() < 0.2:
            spoiled.append((nasty.value(pick)[:50], nasty.value(pick)))
        return spoiled

    def come_back(self) -> None:
        """When a form opened another file, or closed ours, ours is opened again."""
        if not is_open() or current().path != self.file.path:
            self.file = KompitieFile.open(self.file.path, self.state.folders.data)
        elif current() is not self.file:
            self.file = current()

    # After it

    def check(self) -> None:
        """The file is sound, every competition can be read, every page answers, and undoing everything gives the empty file."""
        with self.file.connection():
            said = database.execute_sql("PRAGMA integrity_check").fetchall()
            assert said == [("ok",)], said
            assert not database.execute_sql("PRAGMA foreign_key_check").fetchall()
            cids = [row.id for row in models.Competition.select()]
            for cid in cids:
                mapping.competition(cid)
        for cid in cids:
            self.every_page(cid)
        if not self.restored:
            with self.file.connection():
                undo_all(self.file)
                assert content() == empty(), "undoing everything did not give the empty file back"
            self.report.undone += 1

    def every_page(self, cid: int) -> None:
        """All pages of a competition that stand on the rail, its lists and its papers."""
        with self.file.connection():
            lists = [row.id for row in models.Classification.select().where(models.Classification.competition == cid)]
            numbers = [row.number for row in models.Round.select().where(models.Round.competition == cid)][:6]
        base = f"/c/{cid}"
        urls = [f"{base}/{step}" for step in ("players", "reasons", "print", "settings", "history", "compare")]
        urls += [f"{base}/{step}/{number}" for step in ("presence", "rounds", "results") for number in numbers]
        urls += [f"{base}/standings/{one}" for one in lists] + ["/", "/season", "/new"]
        for url in urls:
            answer = self.request("GET", url)
            if answer.status_code != 200:
                raise Broken(f"page {url} answers {answer.status_code}")


def told_error(error: BaseException) -> str:
    """An exception with the way through our own code that led to it; its first line names the kind of fault."""
    own = [one for one in traceback.extract_tb(error.__traceback__) if "/site-packages/" not in one.filename]
    way = "\n".join(f"  {one.filename}:{one.lineno} {one.line}" for one in own)
    return f"{type(error).__name__} at {own[-1].filename}:{own[-1].lineno}\n{way}\n{str(error)[:300]}"


def undo_all(file: KompitieFile) -> None:
    """Take everything back, of the file and of its competitions, the newest first."""
    while True:
        scopes: list[int | None] = [None, *(row.id for row in models.Competition.select())]
        waiting = [(line.id, scope) for scope in scopes if (line := file.can_undo(scope)) is not None]
        if not waiting:
            return
        for _, scope in sorted(waiting, key=lambda one: -one[0]):
            try:
                file.undo(scope)
                break
            except (NothingToUndo, UndoBlocked):
                continue
        else:
            raise Broken(f"nothing of {waiting} can be undone")


def run(posts: int, seed: int, keep_going: bool = False) -> Report:
    """So many forms, in sessions; Broken at the first that is not survived, or with ``keep_going`` all of them in the report."""
    report = Report()
    while report.posts < posts:
        own = seed + report.sessions
        session_posts = min(posts, report.posts + PER_SESSION)
        with tempfile.TemporaryDirectory(prefix="kompitie-fuzz-") as folder:
            session = Session(Path(folder), own, report)
            try:
                # None is left out, also when no page leads to it yet.
                for rule in session.posts if not report.sessions else ():
                    _guarded(partial(session.send_from_nowhere, rule), own, report, keep_going)
                while report.posts < session_posts:
                    _guarded(session.step, own, report, keep_going)
                _guarded(session.check, own, report, keep_going)
            finally:
                if is_open():
                    current().close()
        report.sessions += 1
        log.info("%s", report)
    return report


def _guarded(step: Any, seed: int, report: Report, keep_going: bool) -> None:
    try:
        step()
    except AssertionError as error:
        text = f"seed {seed}, after {report.posts} forms: {error}"
        if not keep_going:
            raise Broken(text) from error
        report.broken.setdefault(str(error).splitlines()[0], text)


def untouched(app: Flask, report: Report) -> Mapping[str, str]:
    """The addresses for forms that none of the forms went to."""
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    return {rule.endpoint: rule.rule for rule in rules if rule.endpoint not in report.endpoints}


def main(argv: list[str] | None = None) -> int:
    """Send the forms and tell; 1 when something broke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep-going", action="store_true", help="go on after a fault and print each kind once")
    chosen = parser.parse_args(argv)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    logging.getLogger("kompitie").setLevel(logging.ERROR)
    print(f"seed {chosen.seed}", flush=True)
    began = time.process_time()
    report = run(chosen.posts, chosen.seed, chosen.keep_going)
    for text in report.broken.values():
        print("---\n" + text)
    print(f"{report}; {time.process_time() - began:.0f} s of processor time")
    return int(bool(report.broken))


if __name__ == "__main__":
    raise SystemExit(main())
