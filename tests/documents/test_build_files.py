"""What lies ready for a bundle belongs to this version of the program: pictures, version, licences."""

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

from PIL import Image

from kompitie_web import __version__

ROOT = Path(__file__).parents[2]
DESKTOP = ROOT / "build" / "desktop"


def test_the_version_of_the_windows_file_is_that_of_the_program() -> None:
    text = (DESKTOP / "version_info.txt").read_text(encoding="utf-8")
    numbers = tuple(int(part) for part in __version__.split("."))
    assert f"filevers=({', '.join(map(str, numbers))}, 0)" in text
    assert text.count(f"'{__version__}'") == 2


def test_the_icons_have_the_sizes_that_the_systems_ask_for() -> None:
    with Image.open(DESKTOP / "kompitie.ico") as icon:
        assert {16, 32, 48, 256} <= {wide for wide, _tall in icon.info["sizes"]}
    with Image.open(DESKTOP / "kompitie.png") as picture:
        assert picture.size == (256, 256)
    with Image.open(DESKTOP / "kompitie.icns") as picture:
        assert max(picture.info["sizes"])[0] >= 256


def test_the_file_type_of_the_menu_entry_is_the_one_that_is_declared() -> None:
    entry = (DESKTOP / "kompitie.desktop").read_text(encoding="utf-8")
    declared = ET.parse(DESKTOP / "kompitie.xml").getroot()[0]
    assert f"MimeType={declared.attrib['type']};" in entry
    assert "Exec=kompitie %f" in entry


def test_installing_the_menu_entry_names_the_program_where_it_lies(tmp_path: Path) -> None:
    place = tmp_path / 'a "strange" %folder'
    place.mkdir()
    for file in DESKTOP.iterdir():
        (place / file.name).write_bytes(file.read_bytes())
    environment = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    subprocess.run(["/bin/sh", str(place / "install.sh")], env=environment, check=True, capture_output=True)
    made = tmp_path / ".local" / "share" / "applications" / "kompitie.desktop"
    line = next(line for line in made.read_text(encoding="utf-8").splitlines() if line.startswith("Exec="))
    inside = line.removeprefix('Exec="').removesuffix('" %f').replace("\\\\", "\\")
    assert inside.replace('\\"', '"').replace("%%", "%") == f"{place}/kompitie"
    subprocess.run(["/bin/sh", str(place / "install.sh"), "--remove"], env=environment, check=True, capture_output=True)
    assert not made.exists()


def test_every_bundled_package_is_on_the_list_of_licences() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "build" / "licences.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    full = (ROOT / "kompitie_web" / "static" / "licences.txt").read_text(encoding="utf-8")
    for name in ("Kompitie", "htmx", "Pico CSS", "Flask", "reportlab", "rustworkx", "Python", "libffi"):
        assert f"\n{name}" in full
