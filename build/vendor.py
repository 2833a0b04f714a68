"""The files of others that the program carries: what they are, under which licence, and that nobody changed them.

``python build/vendor.py`` writes kompitie_web/static/vendor.json anew after such a file was replaced; ``--check`` tells whether every
file still is what that list says, and whether a file is missing from it.
"""

import hashlib
import json
import sys
from pathlib import Path

STATIC = Path(__file__).parent.parent / "kompitie_web" / "static"
LIST = STATIC / "vendor.json"

#: name, version, licence, file of the licence, where it came from, the files.
COMPONENTS = (
    ("htmx", "2.0.11", "0BSD", "vendor/htmx-LICENSE.txt", "package htmx.org of the npm registry", ("vendor/htmx.min.js",)),
    (
        "Pico CSS",
        "2.1.1",
        "MIT",
        "vendor/pico-LICENSE.md",
        "package @picocss/pico of the npm registry",
        ("vendor/pico.conditional.min.css",),
    ),
    (
        "Atkinson Hyperlegible Next",
        "2.001",
        "OFL-1.1",
        "fonts/atkinson-hyperlegible-next-OFL.txt",
        "latin and latin-ext subsets of the font of the Braille Institute",
        tuple(
            f"fonts/atkinson-hyperlegible-next-latin-{part}.woff2"
            for part in ("400-italic", "400-normal", "600-normal", "700-normal")
        )
        + tuple(f"fonts/atkinson-hyperlegible-next-latin-ext-{part}.woff2" for part in ("400-normal", "600-normal", "700-normal")),
    ),
    (
        "DejaVu Sans (Greek and Cyrillic)",
        "2.37",
        "Bitstream-Vera",
        "fonts/dejavu-LICENSE.txt",
        "pyftsubset of Debian's fonts-dejavu-core: U+0370-052F, U+1F00-1FFF, U+2DE0-2DFF, U+A640-A69F, without hinting",
        ("fonts/dejavu-sans-greek-cyrillic-400.woff2", "fonts/dejavu-sans-greek-cyrillic-700.woff2"),
    ),
)


def sha256(name: str) -> str:
    """The checksum of a file under static."""
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()


def described() -> list[dict[str, object]]:
    """The list as it should be now."""
    return [
        {
            "name": name,
            "version": version,
            "licence": licence,
            "licence_file": licence_file,
            "source": source,
            "files": {file: sha256(file) for file in files},
        }
        for name, version, licence, licence_file, source, files in COMPONENTS
    ]


def main() -> int:
    """Write or check the list; 1 when the check fails."""
    listed = json.dumps(described(), ensure_ascii=False, indent=1) + "\n"
    if "--check" not in sys.argv[1:]:
        LIST.write_text(listed, encoding="utf-8")
        return 0
    known = {file for *_rest, files in COMPONENTS for file in files} | {component[3] for component in COMPONENTS}
    there = {path.relative_to(STATIC).as_posix() for folder in ("vendor", "fonts") for path in (STATIC / folder).iterdir()}
    problems = [f"not in the list: {name}" for name in sorted(there - known)]
    if LIST.read_text(encoding="utf-8") != listed:
        problems.append("a vendored file is not what vendor.json says; replaced on purpose? then run build/vendor.py")
    print("\n".join(problems) or "vendored files are as listed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
