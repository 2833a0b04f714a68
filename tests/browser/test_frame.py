"""The frame by keyboard: the big button, steps, find, key help, undo and redo, languages, lists, Stop."""

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.fixture
def example(page: "Page") -> "Page":
    """The example tournament, opened from the first start by its one big button."""
    with page.expect_navigation():
        page.keyboard.press("Control+Enter")
    assert re.search(r"/c/\d+/players$", page.url)
    return page


def go(page: "Page", *keys: str) -> None:
    """Strike keys that lead to another page."""
    with page.expect_navigation():
        for key in keys:
            page.keyboard.press(key)


def add(page: "Page", line: str) -> None:
    """Add a player and wait until the toast says so."""
    page.locator("#line").fill(line)
    page.keyboard.press("Enter")
    page.locator("#toast", has_text=line.partition(",")[0]).wait_for()


def test_the_first_start_leads_to_the_example_by_one_key(example: "Page") -> None:
    assert example.locator("#count-players").inner_text() == "24"


def test_g_and_a_letter_go_to_a_step(example: "Page") -> None:
    example.keyboard.press("Escape")
    for letter, step in (("r", "rounds"), ("t", "standings"), ("h", "history"), ("p", "players")):
        example.evaluate("document.activeElement.blur()")
        go(example, "g", letter)
        assert f"/{step}" in example.url


def test_letters_in_a_field_are_letters(example: "Page") -> None:
    example.locator("#line").press_sequentially("g?/u")
    assert example.locator("#line").input_value() == "g?/u"
    assert example.url.endswith("/players")


def test_the_question_mark_shows_all_keys_and_escape_leads_back(example: "Page") -> None:
    example.evaluate("document.activeElement.blur()")
    before = example.url
    go(example, "Shift+?")
    assert example.locator("h1").inner_text() == "All keys"
    go(example, "Escape")
    assert example.url == before


def test_undo_and_redo_by_keys(example: "Page") -> None:
    add(example, "Wouden, Daniël van der; 1042")
    assert example.locator("#count-players").inner_text() == "25"
    example.evaluate("document.activeElement.blur()")
    go(example, "Control+z")
    assert example.locator("#count-players").inner_text() == "24"
    example.evaluate("document.activeElement.blur()")
    go(example, "Control+y")
    assert example.locator("#count-players").inner_text() == "25"


def test_the_toast_hides_no_row_and_carries_undo(example: "Page") -> None:
    add(example, "Mulder, Piet")
    toast = example.locator("#toast").bounding_box()
    keys = example.locator("footer.keys").bounding_box()
    assert toast is not None
    assert keys is not None
    assert toast["y"] + toast["height"] <= keys["y"] + 1
    example.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    last = example.locator("tbody tr").last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= toast["y"]
    with example.expect_navigation():
        example.locator("#toast button").click()
    assert example.locator("#count-players").inner_text() == "24"


def test_another_language_keeps_the_page(example: "Page") -> None:
    before = example.url
    example.locator(".menu.lang summary").click()
    with example.expect_navigation():
        example.get_by_role("button", name="Nederlands").first.click()
    assert example.url == before
    assert example.locator("h1").inner_text() == "Spelers"


def test_find_from_anywhere_by_slash(example: "Page") -> None:
    example.goto(example.url.replace("players", "settings"))
    go(example, "/")
    assert "/find" in example.url
    example.keyboard.type("bakker")
    go(example, "Enter")
    assert "Bakker" in example.locator("table.found").inner_text()


def test_a_list_is_one_tab_stop_and_arrows_move_in_it(example: "Page") -> None:
    example.goto("/")
    assert example.locator(".files [data-cell][tabindex='0']").count() == 1
    example.goto("/keys")
    example.goto("/new")
    example.locator("#name").fill("Second")
    go(example, "Control+Enter")
    example.goto("/")
    cards = example.locator(".files [data-cell]")
    assert cards.count() == 2
    cards.first.focus()
    example.keyboard.press("ArrowDown")
    assert example.evaluate("document.activeElement.innerText").startswith("Example tournament")
    assert example.locator(".files [data-cell][tabindex='0']").count() == 1
    go(example, "Enter")
    assert "/c/" in example.url


def test_what_was_typed_in_new_stays_when_something_is_wrong(page: "Page") -> None:
    page.goto("/new")
    page.locator("#rounds").fill("many")
    page.locator("#name").fill("Łódź")
    go(page, "Control+Enter")
    assert page.locator("#rounds-problem").is_visible()
    assert page.locator("#name").input_value() == "Łódź"
    assert page.locator("#rounds").input_value() == "many"


IN_SIGHT = "(() => { const at = %s.getBoundingClientRect(); return at.top > 0 && at.bottom < innerHeight; })()"


def test_what_is_wrong_far_down_comes_into_sight_and_takes_the_focus(page: "Page") -> None:
    go(page, "n")
    page.fill("#name", "Open")
    page.locator("summary", has_text="Details").click()
    page.fill("#tiebreaks", "4?")
    page.evaluate("scrollTo(0, 0)")
    go(page, "Control+Enter")
    page.wait_for_function("document.activeElement.id === 'tiebreaks' && " + IN_SIGHT % "document.activeElement")
    page.fill("#tiebreaks", "")
    page.fill("#players", "8")
    page.fill("#rounds", "9")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    go(page, "Control+Enter")
    page.wait_for_function(IN_SIGHT % "document.querySelector('.question')")


def test_the_kind_proposes_system_and_rounds_until_they_are_chosen(page: "Page") -> None:
    page.goto("/new")
    page.locator("[name=kind][value=round_robin]").check()
    assert page.locator("[name=pairing][value=round_robin]").is_checked()
    assert page.locator("#rounds").input_value() == ""
    page.locator("[name=kind][value=club]").check()
    assert page.locator("[name=pairing][value=keizer]").is_checked()
    assert page.locator("#rounds").input_value() == "30"
    page.locator("#rounds").fill("12")
    page.locator("[name=kind][value=tournament]").check()
    assert page.locator("#rounds").input_value() == "12"


@pytest.mark.parametrize("width", [390, 820, 1280])
def test_no_page_is_wider_than_its_window(example: "Page", width: int) -> None:
    example.set_viewport_size({"width": width, "height": 844})
    add(example, "Lange, Jan; 1200; Damvereniging Rijnlust en Omstreken te Bodegraven aan den Rijn")
    for url in ("/", "/new", "/open", "/keys", "/about", example.url):
        example.goto(url)
        assert example.evaluate("document.documentElement.scrollWidth") <= width, url


def test_on_a_telephone_stop_and_languages_are_under_more(example: "Page") -> None:
    example.set_viewport_size({"width": 390, "height": 844})
    assert not example.locator(".top .stop button").is_visible()
    example.locator(".steps .more summary").click()
    assert example.locator(".steps .more").get_by_role("button", name="Français").is_visible()
    with example.expect_navigation():
        example.locator(".steps .more").get_by_role("button", name="Stop Kompitie").click()
    assert example.locator("h1").inner_text() == "Kompitie has stopped"


def test_greek_and_cyrillic_names_have_letters_of_our_own(example: "Page") -> None:
    add(example, "Ιωάννου, Γιώργος; 1042")
    add(example, "Шварцман, Александр; 2200")
    assert example.evaluate("document.fonts.check('16px HyperlegibleMore', 'Шω')")
    assert "HyperlegibleMore" in example.evaluate(
        "[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family).join()"
    )


def test_another_site_can_neither_post_nor_frame_nor_read(example: "Page") -> None:
    host = re.match(r"http://127\.0\.0\.1:\d+", example.url)
    assert host
    other = example.context.new_page()
    other.route("http://evil.example/**", lambda route: route.fulfill(body="<h1>evil</h1>", content_type="text/html"))
    other.goto("http://evil.example/")
    answer = other.evaluate(f"fetch('{host[0]}/', {{credentials: 'include'}}).then(r => r.text()).catch(e => 'refused')")
    assert answer == "refused"
    other.evaluate(
        f"""() => {{ const form = document.createElement('form'); form.method = 'post'; form.action = '{host[0]}/language';
        form.innerHTML = '<input name=language value=fr>'; document.body.append(form); form.submit(); }}"""
    )
    other.wait_for_load_state()
    other.locator("h1", has_text=re.compile("This did not come from Kompitie|still open from before")).wait_for()
    assert other.locator("form input[value=fr]").count() == 0
    other.close()
    example.reload()
    assert example.locator("h1").inner_text() == "Players"
