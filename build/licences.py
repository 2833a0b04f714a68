"""The licences of everything that a bundle of the program carries: the list of the page About, and all texts in one file.

``python build/licences.py`` writes kompitie_web/static/licences.json and licences.txt anew after the requirement files changed;
``--check`` tells whether they still belong to those files. Texts of packages come with the packages; those of what lies below Python
are in build/licences.
"""

import json
import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "kompitie_web" / "static"
TEXTS = ROOT / "build" / "licences"
LIST, FULL = STATIC / "licences.json", STATIC / "licences.txt"
#: In the requirement file, and not in a bundle: the first builds, the second is an unused companion of rustworkx, the others of ReportLab.
NOT_BUNDLED = {"setuptools", "numpy", "pillow", "charset-normalizer"}
#: Where a package does not name its licence by its short name.
SHORT = {
    "blinker": "MIT",
    "itsdangerous": "BSD-3-Clause",
    "jinja2": "BSD-3-Clause",
    "peewee": "MIT",
    "reportlab": "BSD-3-Clause",
    "waitress": "ZPL-2.1",
}
#: What lies below: name, licence, the file with its text ('' = none is needed). Their versions are those of the Python that is bundled.
BELOW = (
    ("Python", "PSF-2.0", "python.txt"),
    ("SQLite", "public domain", ""),
    ("zlib", "Zlib", "zlib.txt"),
    ("libffi", "MIT", "libffi.txt"),
    ("libgcc, in the files for Linux", "GPL-3.0 with the GCC runtime library exception", ""),
    ("Microsoft Visual C++ runtime, in the files for Windows", "as redistributed with Python", ""),
    ("PyInstaller, the loader of the file", "GPL-2.0 with an exception for the programs that it loads", ""),
)


class Part(NamedTuple):
    """A part of the program. ``version`` '' = that of the Python in the bundle."""

    name: str
    version: str
    licence: str
    text: str


def main() -> int:
    """Write the two files, or check them."""
    parts = list(_parts())
    lines = ",\n".join(json.dumps([one.name, one.version, one.licence], ensure_ascii=False) for one in parts)
    listed = f"[\n{lines}\n]\n"
    if sys.argv[1:] == ["--check"]:
        is_same = LIST.read_text(encoding="utf-8") == listed
        print(f"licences of {len(parts)} parts" if is_same else "the list of licences is old; do: python build/licences.py")
        return 0 if is_same else 1
    LIST.write_text(listed, encoding="utf-8")
    FULL.write_text(_full(parts), encoding="utf-8")
    return 0


def _parts() -> Iterator[Part]:
    """The packages of the requirement file, then what lies below them."""
    locked = re.findall(r"^([A-Za-z0-9_.-]+)==(\S+)", (ROOT / "requirements.txt").read_text(encoding="utf-8"), re.M)
    for name, version in sorted(locked):
        if name not in NOT_BUNDLED:
            yield _package(name, version)
    for name, licence, file in BELOW:
        text = (TEXTS / file).read_text(encoding="utf-8") if file else ""
        yield Part(name, "", licence, text)


def _package(name: str, version: str) -> Part:
    """An installed package; it must be the one of the requirement file."""
    found = metadata.distribution(name)
    if found.version != version:
        raise SystemExit(f"{name} is installed as {found.version} and should be {version}")
    licence = SHORT.get(name) or found.metadata.get("License-Expression")
    texts = [
        file for file in found.files or () if re.search(r"licen[cs]e|notice|copying", file.name, re.I) and "dist-info" in str(file)
    ]
    if not licence or not texts:
        raise SystemExit(f"{name} tells no licence; look it up and add it to this script")
    return Part(found.metadata["Name"], version, licence, "\n".join(file.read_text(encoding="utf-8") for file in texts))


def _full(parts: list[Part]) -> str:
    """All texts, each under its name; what the program carries as files of its own comes first."""
    carried = json.loads((STATIC / "vendor.json").read_text(encoding="utf-8"))
    named = [("Kompitie", "MIT", (ROOT / "LICENSE").read_text(encoding="utf-8"))]
    named += [
        (f"{one['name']} {one['version']}", one["licence"], (STATIC / one["licence_file"]).read_text(encoding="utf-8"))
        for one in carried
    ]
    named += [(f"{one.name} {one.version}".strip(), one.licence, one.text) for one in parts]
    line = "=" * 78
    return "\n".join(f"{line}\n{name} – {licence}\n{line}\n\n{text.strip()}\n" for name, licence, text in named)


if __name__ == "__main__":
    sys.exit(main())
