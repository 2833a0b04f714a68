"""The pictures of the README, taken from the running program: ``python build/screenshots.py`` (needs Chromium).

A small tournament is played through the same actions as the screens call; the draws of its results are fixed, so that the pictures
change only when the program does.
"""

import random
import sys
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from waitress import create_server

from kompitie_web.actions import classifications, competitions, results, rounds
from kompitie_web.app import create_app
from kompitie_web.state import State, folders_in
from kompitie_web.store import KompitieFile, mapping

FOLDER = Path(__file__).parent / "pictures"
CHROMIUM = "/usr/bin/chromium"
CODES = ("2-0", "1-1", "0-2", "2-0", "1-1", "+1-1")


def play(language: str) -> int:
    """The example tournament: two rounds played and published, the third with some results, the competition's id."""
    chance = random.Random(7)
    cid = competitions.create_example(language)
    for number in (1, 2, 3):
        rounds.draft_round(cid, number)
        rounds.publish_round(cid, number)
        games = [game for game in mapping.competition(cid).games if game.round == number]
        for game in games[: len(games) if number < 3 else 5]:
            results.enter_result(game.id, chance.choice(CODES))
        if number < 3:
            classifications.publish_standing(mapping.pairing_classification(cid).id, number)
    return cid


def finish(cid: int) -> None:
    """The rest of round 3, and the draft of round 4."""
    for game in mapping.competition(cid).games:
        if not game.result:
            results.enter_result(game.id, "1-1")
    rounds.draft_round(cid, 4)


def take(page: Page, name: str) -> None:
    """One picture."""
    page.wait_for_timeout(400)
    page.screenshot(path=FOLDER / f"{name}.png")


def main() -> None:
    """Play, serve, look."""
    language = sys.argv[1] if len(sys.argv) > 1 else "nl"
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        state = State.load(folders_in(Path(home)))
        state.preferences.language = language
        file = KompitieFile.create(Path(home) / "Club.kompitie", "Damclub Het Witte Veld", state.folders.data)
        with file.connection():
            cid = play(language)
        server = create_server(create_app(state), host="127.0.0.1", port=0, threads=4)
        threading.Thread(target=server.run, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 800}, base_url=f"http://127.0.0.1:{server.effective_port}")
        page.goto(f"/c/{cid}/results/3")
        take(page, "results")
        with file.connection():
            finish(cid)
        page.goto(f"/c/{cid}/rounds/4")
        page.locator(".whybutton").first.click()
        take(page, "round")
        page.goto(f"/c/{cid}/standings")
        page.locator(".standing tbody tr").nth(1).locator("a.num").first.click()
        take(page, "standings")
        page.goto(f"/c/{cid}/print")
        take(page, "print")
        browser.close()
        server.close()
        file.close()


if __name__ == "__main__":
    main()
