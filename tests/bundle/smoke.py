"""The smoke test of a built program, and of the source: a whole day with it, and the rough treatment that it gets at a club.

``python -m tests.bundle.smoke [PROGRAM] [--wine] [--only CHECK …]`` tries the file that a user double-clicks; without one, the source. It
prints a line for each check and the seconds to the first page.
"""

import argparse
import os
import re
import shutil
import socket
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from tests.bundle.artefact import Artefact, Desk, seconds_to_first_page, wait_until
from tests.bundle.browsing import Browser, Page

HOME = "Łódź & été ½"
NAMES = "Aïcha Ørsted;Bořivoj Łoś;Chloë d’Hondt;Daan van der Sluis;Élodie Noël;Fjodor Дамкин;Gül Yılmaz;Hannes Köhl".split(";")
USUAL_PORTS = (8421, 8422, 8423)
NOBODY = 65534
STARTS = 7


def the_day(desk: Desk) -> None:
    """A tournament from New to Stop: players, pairing, results, undo, every page, every paper, every language."""
    program = desk.start(home=desk.folder / HOME)
    address = program.address()
    wait_until(desk.addresses, "the browser")
    assert desk.addresses() == [address]
    browser = program.browser()
    cid = make_tournament(browser, "Toernooi Łódź ½")
    page = play_round(browser, cid, 1)
    assert [name for name in NAMES if name in browser.get(f"/c/{cid}/standings").text] == NAMES

    browser.submit(page, "/undo")
    assert browser.get(f"/c/{cid}/results/1").form("results").fields[1][1] == "", "undo takes the results back"
    browser.submit(browser.get(f"/c/{cid}/results/1"), "/redo")
    play_round(browser, cid, 2)
    assert "Bořivoj" in browser.get(f"/c/{cid}/rounds/2").text

    browser.submit(browser.get(f"/c/{cid}/history"), "/history/snapshot")
    copy = browser.get(f"/c/{cid}/history/file")
    assert copy.body.startswith(b"SQLite format 3")
    look_at_everything(browser, cid)
    every_paper(browser, cid)
    for code in ("nl", "fr", "en"):
        browser.submit(browser.get("/"), "/language", language=code)
        page = browser.get(f"/c/{cid}/standings")
        assert f'lang="{code}"' in page.text
        assert browser.get("/quick-start.pdf").body.startswith(b"%PDF")
    program.stop(browser)
    sound(desk.folder / HOME)


def every_system(desk: Desk) -> None:
    """One competition of each system pairs a first round."""
    program = desk.start("--no-browser", home=desk.folder / HOME)
    browser = program.browser()
    form = browser.get("/new").form("new")
    kinds = {"keizer": "club", "moyenne": "club", "attendance": "club", "round_robin": "round_robin"}
    for pairing in form.choices["pairing"]:
        rounds = "7" if pairing == "round_robin" else "3"
        cid = make_tournament(browser, f"Met {pairing}", pairing=pairing, kind=kinds.get(pairing, "tournament"), rounds=rounds)
        page = browser.get(f"/c/{cid}/rounds/1")
        ends = [form.action.rpartition("/")[2] for form in page.forms]
        if "draft" in ends:
            page = browser.submit(page, "/draft")
            assert any(form.action.endswith("/publish") for form in page.forms), f"{pairing} paired nothing"
        browser.crawl(f"/c/{cid}/standings", most=30)
    program.stop(browser)


def second_start(desk: Desk) -> None:
    """A second start lets the first one open the browser, and leaves with 0."""
    first = desk.start("--no-browser", home=desk.folder / HOME)
    address = first.address()
    assert desk.start(home=first.home).wait() == 0
    wait_until(desk.addresses, "the browser of the first")
    assert desk.addresses() == [address]
    first.stop(first.browser())


def killed(desk: Desk) -> None:
    """After a kill everything that was answered is there, and the next start goes on."""
    first = desk.start("--no-browser", home=desk.folder / HOME)
    browser = first.browser()
    cid = make_tournament(browser, "Stroomuitval")
    play_round(browser, cid, 1)
    before = rows(first.home)
    first.kill()
    assert rows(first.home) == before
    again = desk.start("--no-browser", home=first.home)
    browser = again.browser()
    page = browser.get("/")
    assert "Stroomuitval" in page.text
    browser.submit(page, "/open")
    assert NAMES[0] in browser.get(f"/c/{cid}/standings").text
    again.stop(browser)


def portable(desk: Desk) -> None:
    """A folder Kompitie-data beside the program keeps everything there (a stick)."""
    stick = desk.folder / "Stick é"
    stick.mkdir()
    brought = desk.artefact.copied_to(stick)
    home = brought.beside / "Kompitie-data"
    home.mkdir()
    program = desk.start("--no-browser", home=home, is_told=False, artefact=brought)
    browser = program.browser()
    browser.submit(browser.get("/"), "/example")
    program.stop(browser)
    assert list(home.glob("*.kompitie"))


def file_argument(desk: Desk) -> None:
    """A double click on a file opens it, by a first start and by one while the program runs already."""
    maker = desk.start("--no-browser", home=desk.folder / "maker")
    browser = maker.browser()
    browser.submit(browser.get("/"), "/example")
    maker.stop(browser)
    (made,) = maker.home.glob("*.kompitie")
    files = [desk.folder / "Été.kompitie", desk.folder / "Łódź 2.kompitie"]
    shutil.copy(made, files[0])
    made.rename(files[1])

    program = desk.start(desk.artefact.named(files[0]), home=desk.folder / HOME)
    browser = program.browser()
    wait_until(desk.addresses, "the browser")
    assert desk.start(desk.artefact.named(files[1]), home=program.home).wait() == 0
    wait_until(lambda: len(desk.addresses()) == 2, "the browser for the second file")
    for address in desk.addresses():
        assert re.search(r"/c/\d+/", browser.get(address).url), f"{address} opened no competition"
    assert desk.start(desk.artefact.named(desk.folder / "weg.kompitie"), home=program.home).wait() == 0
    wait_until(lambda: len(desk.addresses()) == 3, "the browser for the missing file")
    assert "weg.kompitie" in browser.get(desk.addresses()[2], 409).text
    program.stop(browser)


def busy_ports(desk: Desk) -> None:
    """With the usual ports taken it finds another."""
    with taken(USUAL_PORTS):
        program = desk.start("--no-browser", home=desk.folder / HOME)
        browser = program.browser()
        assert int(program.address().rstrip("/").rpartition(":")[2]) not in USUAL_PORTS
        program.stop(browser)


def read_only_folder(desk: Desk) -> None:
    """The program's own folder may be read-only, and belong to somebody else."""
    program_folder = desk.folder / "programs"
    program_folder.mkdir()
    brought = desk.artefact.copied_to(program_folder)
    for place in [program_folder, *program_folder.rglob("*")]:
        place.chmod(0o555)
    home = desk.folder / HOME
    home.mkdir()
    user = None
    if os.geteuid() == 0:  # root may write everywhere
        user = NOBODY
        os.chown(home, user, user)
    program = desk.start("--no-browser", home=home, artefact=brought, user=user)
    browser = program.browser()
    make_tournament(browser, "Alleen lezen")
    program.stop(browser)
    for place in [program_folder, *program_folder.rglob("*")]:
        place.chmod(0o755)


def failed_start(desk: Desk) -> None:
    """A data folder that cannot be made: a message box that names it, and an exit code that says so."""
    (desk.folder / "file é").write_text("x", encoding="utf-8")
    program = desk.start("--no-browser", home=desk.folder / "file é" / "home")
    if desk.artefact.kind != "source" or desk.artefact.is_windows:
        said = desk.message()
        assert "Kompitie" in said, said
        assert "file é" in said, said
    code = program.wait()
    assert code == 1, f"ended with {code}"


def nowhere_to_print(desk: Desk) -> None:
    """Started by a desktop that closed its outputs; what it has to say is in the log."""
    program = desk.start(home=desk.folder / HOME, outputs=False)
    browser = program.browser()
    browser.submit(browser.get("/"), "/example")
    program.stop(browser)
    assert program.log().count("Kompitie stops") == 1


def commands(desk: Desk) -> None:
    """The commands of the command line are in it too."""
    named = desk.artefact.named
    made, lists = desk.folder / "Été.kompitie", desk.folder / "lists"
    assert desk.run("--version") == 0
    assert desk.run("simulate", "--players", "10", "--rounds", "3", "--seed", "5", "--out", named(made)) == 0
    assert desk.run("check", named(made)) == 0
    for kind in ("csv", "pdf"):
        assert desk.run("export", named(made), "--format", kind, "--out", named(lists)) == 0
        assert list(lists.glob(f"*.{kind}"))


def left_behind(desk: Desk) -> None:
    """What a killed program unpacked is cleared away by the next start; what a running one unpacked is not."""
    before = unpacked_folders(desk)
    running = desk.start("--no-browser", home=desk.folder / "running")
    running.address()
    victim = desk.start("--no-browser", home=desk.folder / HOME)
    victim.address()
    unpacked = unpacked_folders(desk) - before
    victim.kill()
    assert len(unpacked & unpacked_folders(desk)) == 2
    for place in unpacked:
        os.utime(place / "kompitie.lock", (0, 0))  # not as young as one that nobody had time to take
    again = desk.start("--no-browser", home=victim.home)
    again.address()
    assert len(unpacked & unpacked_folders(desk)) == 1
    browser = running.browser()
    look_at_everything(browser, None)
    running.stop(browser)
    again.stop(again.browser())
    wait_until(lambda: unpacked_folders(desk) <= before, "the folders to go")


def unpacked_folders(desk: Desk) -> set[Path]:
    """The folders into which programs unpacked themselves."""
    return set(desk.temporary.glob("_MEI*"))


def make_tournament(browser: Browser, name: str, **answers: str) -> int:
    """A competition of eight players; gives its id."""
    page = browser.submit(
        browser.get("/new"), "new", **{"name": name, "players": "8", "rounds": "3", "pairing": "resistance", **answers}
    )
    cid = int(page.path.split("/")[2])
    for number, player in enumerate(NAMES):
        page = browser.submit(page, "entry", line=f'{player}; {1100 + 37 * number}; Dam\'club "Łódź"')
    missing = [player for player in NAMES if player.replace("'", "&#39;") not in page.text]
    assert not missing, f"not entered: {missing}"
    return cid


def play_round(browser: Browser, cid: int, number: int) -> Page:
    """Pair, publish and give every game a result."""
    page = browser.submit(browser.get(f"/c/{cid}/rounds/{number}"), "/draft")
    browser.submit(page, "/publish")
    page = browser.get(f"/c/{cid}/results/{number}")
    open_games = [name for name, _ in page.form("results").fields if re.fullmatch(r"r\d+", name)]
    assert len(open_games) == 4
    page = browser.submit(page, "results", **dict(zip(open_games, ("2-0", "1-1", "0-2", "2-0"), strict=True)))
    assert not [name for name, _ in browser.get(f"/c/{cid}/results/{number}").form("results").fields if name.startswith("r")]
    return page


def look_at_everything(browser: Browser, cid: int | None) -> None:
    """Follow the links of all pages: each must answer."""
    pages = browser.crawl("/" if cid is None else f"/c/{cid}/players")
    kinds = {page.kind for page in pages}
    expected = {"text/html", "text/css", "text/javascript", "font/woff2", *(() if cid is None else ("text/csv",))}
    assert expected <= kinds, kinds


def every_paper(browser: Browser, cid: int) -> None:
    """Each kind of paper of the print page, as PDF and whatever else the page offers for it."""
    page = browser.get(f"/c/{cid}/print")
    kinds = {found[1] for link in page.links if (found := re.search(r"[?&]document=(\w+)", link))}
    assert len(kinds) >= 10, kinds
    for kind in sorted(kinds):
        paper = browser.get(f"/c/{cid}/print?document={kind}")
        links = {link for link in paper.links if re.search(rf"/print/{kind}\.\w+", link)} or {f"/c/{cid}/print/{kind}.pdf"}
        for link in links:
            written = browser.get(link)
            assert written.body, link
            assert not link.partition("?")[0].endswith(".pdf") or written.body.startswith(b"%PDF"), link


def sound(home: Path) -> None:
    """The files of a home are whole."""
    for path in home.glob("*.kompitie"):
        with closing(sqlite3.connect(path)) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def rows(home: Path) -> list[tuple[str, list[tuple[object, ...]]]]:
    """All rows of the only file of a home, as they are on the disk."""
    (path,) = home.glob("*.kompitie")
    with closing(sqlite3.connect(path)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return [(name, database.execute(f'SELECT * FROM "{name}"').fetchall()) for name in tables]


@contextmanager
def taken(numbers: Sequence[int]) -> Iterator[None]:
    """Take these ports as other programs would; one that somebody has already is as good."""
    sockets = []
    for number in numbers:
        made = socket.socket()
        if sys.platform != "win32":  # there it would take a port away from another program
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(OSError):
            made.bind(("127.0.0.1", number))
            made.listen()
        sockets.append(made)
    try:
        yield
    finally:
        for made in sockets:
            made.close()


Check = Callable[[Desk], None]
CHECKS: tuple[Check, ...] = (
    the_day,
    every_system,
    second_start,
    killed,
    portable,
    file_argument,
    busy_ports,
    read_only_folder,
    failed_start,
    nowhere_to_print,
    commands,
    left_behind,
)


def reason_to_skip(check: Check, artefact: Artefact) -> str:
    """Why a check makes no sense for this artefact, '' when it does."""
    if check in (portable, read_only_folder) and artefact.kind == "source":
        return "the source has no folder of its own"
    if check is left_behind and artefact.kind != "file":
        return "it unpacks nothing"
    if check in (read_only_folder, nowhere_to_print) and artefact.is_windows:
        return "users and outputs are not those of Windows"
    return ""


def perform(check: Check, artefact: Artefact) -> None:
    """One check in a folder of its own, which everybody may enter."""
    with tempfile.TemporaryDirectory(prefix="kompitie ") as name:
        folder = Path(name)
        folder.chmod(0o755)
        desk = Desk(artefact, folder)
        try:
            check(desk)
        finally:
            desk.close()


def figures(artefact: Artefact) -> None:
    """Print the seconds to the first page: cold, and the best and the median of some warm starts."""
    with tempfile.TemporaryDirectory(prefix="kompitie ") as name:
        cold = seconds_to_first_page(artefact, Path(name), cold=True)
        warm = [seconds_to_first_page(artefact, Path(name)) for _ in range(STARTS)]
    print(f"first_page_cold_seconds {cold:.2f} s")
    print(f"first_page_warm_seconds {min(warm):.2f} s (median {statistics.median(warm):.2f})", flush=True)


def main() -> int:
    """Run the checks on the program named on the command line."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("program", nargs="?", type=Path)
    options.add_argument("--wine", action="store_true", help="a program of Windows, under Wine")
    options.add_argument("--only", nargs="*", choices=[check.__name__ for check in CHECKS])
    given = options.parse_args()
    artefact = Artefact.of(given.program, given.wine)
    print(f"== smoke test of {given.program or 'the source'} ({artefact.kind})", flush=True)
    passed = 0
    for check in CHECKS:
        if given.only and check.__name__ not in given.only:
            continue
        began = time.monotonic()
        reason = reason_to_skip(check, artefact)
        if not reason:
            perform(check, artefact)
            passed += 1
        print(f"{check.__name__:18} {reason or f'{time.monotonic() - began:.1f} s'}", flush=True)
    if not given.only:
        figures(artefact)
    print(f"{passed} passed, 0 failed", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
