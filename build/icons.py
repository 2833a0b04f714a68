"""The pictures of the program's icon, from the drawing kompitie_web/static/icon.svg: ``python build/icons.py`` (needs Chromium).

Writes kompitie.png (Linux), kompitie.ico (Windows) and kompitie.icns (macOS) into build/desktop.
"""

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
DRAWING = ROOT / "kompitie_web" / "static" / "icon.svg"
FOLDER = ROOT / "build" / "desktop"
CHROMIUM = "/usr/bin/chromium"
#: Each size is drawn by itself and not shrunk from a larger one, so that the small ones are sharp.
SIZES = (16, 24, 32, 48, 64, 128, 256)


def drawn() -> dict[int, Image.Image]:
    """The drawing at each size, on nothing."""
    picture = DRAWING.read_text(encoding="utf-8")
    found = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>*{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}</style>{picture}")
            found[size] = Image.open(BytesIO(page.screenshot(omit_background=True)))
            page.close()
        browser.close()
    return found


def main() -> None:
    """Write the three files."""
    pictures = drawn()
    largest, others = pictures[256], [pictures[size] for size in SIZES[:-1]]
    largest.save(FOLDER / "kompitie.png", optimize=True)
    largest.save(FOLDER / "kompitie.ico", append_images=others, sizes=[(size, size) for size in SIZES])
    largest.save(FOLDER / "kompitie.icns", append_images=others)


if __name__ == "__main__":
    main()
