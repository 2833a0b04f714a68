"""Where the fonts of the paper are. Their metrics are in ``fonts``, which is dear to import."""

from pathlib import Path

REGULAR, BOLD = "Kompitie", "Kompitie-Bold"
FILES = {REGULAR: "DejaVuSansCondensed.ttf", BOLD: "DejaVuSansCondensed-Bold.ttf"}
FOLDER = Path(__file__).parent / "fonts"
