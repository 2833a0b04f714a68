"""The catalogues of kompitie_web/translations: texts found in code and templates, their translations, and what the program reads.

``python build/catalogues.py``            brings the .po files up to date with the code and compiles the .mo files
``python build/catalogues.py --check``    tells what is untranslated, stale or wrong; exit code 1 when anything is
``… --merge FILE.json …``                 fills in translations: {"msgid": {"nl": "…", "fr": "…"}}, plurals with "plural" and lists

English is complete by itself: its texts are those of the code. The files are the same bytes whoever makes them.
"""

import argparse
import io
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "kompitie_web" / "translations"
LANGUAGES = {"nl": "Dutch", "fr": "French", "en": "English"}
PLURALS = {
    "nl": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "en": "nplurals=2; plural=(n != 1);",
}
SOURCES = (("kompitie_web", "*.py", "python"), ("templates", "*.html", "jinja2"))
KEYWORDS = {"_": None, "gettext": None, "N_": None, "ngettext": (1, 2)}
PLACE = re.compile(r"%\(\w+\)\w|%%|</?\w+>")
#: No clock in the files: whoever makes them gets the same bytes.
FIXED = datetime(2026, 1, 1, tzinfo=UTC)

Key = str | tuple[str, str]


@dataclass(frozen=True)
class Wish:
    """A translation asked for by a JSON file."""

    plural: str | None
    texts: dict[str, str | list[str]]


def main() -> int:
    """Do what the command line asks."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true")
    options.add_argument("--merge", nargs="+", type=Path, default=[], metavar="FILE")
    chosen = options.parse_args()
    found = extracted()
    if chosen.check:
        problems = [problem for code in LANGUAGES for problem in check(code, found)]
        print("\n".join(problems) or f"{len(found)} texts, complete in {', '.join(LANGUAGES)}")
        return 1 if problems else 0
    wishes = read_wishes(chosen.merge)
    for code in LANGUAGES:
        catalogue = brought_up_to_date(code, found)
        fill_in(catalogue, code, wishes)
        write(code, catalogue)
    for msgid in sorted(set(wishes) - {key if isinstance(key, str) else key[0] for key in found}):
        print(f"not in the program (any more): {msgid!r}")
    missing = {code: sum(1 for problem in check(code, found) if "untranslated" in problem) for code in LANGUAGES}
    print(f"{len(found)} texts; untranslated: {missing}")
    return 0


def extracted() -> dict[Key, list[str]]:
    """Every text of the program and the files that use it, in a fixed order."""
    found: dict[Key, set[str]] = {}
    for folder, pattern, method in SOURCES:
        for path in sorted((ROOT / folder).rglob(pattern)):
            for _line, msgid, _comments, _context in extract_from_file(
                method, path, KEYWORDS, options={"encoding": "utf-8", "silent": "false"}
            ):
                key = msgid if isinstance(msgid, str) else (msgid[0], msgid[1])
                if key not in ("", None):
                    found.setdefault(key, set()).add(path.relative_to(ROOT).as_posix())
    return {key: sorted(found[key]) for key in sorted(found, key=str)}


def path_of(code: str, kind: str) -> Path:
    """The catalogue file of a language: ``po`` or ``mo``."""
    return FOLDER / code / "LC_MESSAGES" / f"kompitie.{kind}"


def read(code: str) -> Catalog:
    """The catalogue as it is now; empty when there is none yet."""
    path = path_of(code, "po")
    if not path.exists():
        return Catalog(locale=code)
    with path.open("rb") as file:
        return read_po(file, locale=code)


def brought_up_to_date(code: str, found: dict[Key, list[str]]) -> Catalog:
    """The catalogue with exactly the texts of the program, known translations kept."""
    before = read(code)
    # The plural forms are named here: Babel's own change with its version (French has three of them in some).
    head = f'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"Plural-Forms: {PLURALS[code]}\\n"\n'
    made = read_po(io.BytesIO(head.encode()), locale=code)
    made.project, made.version, made.creation_date, made.revision_date, made.fuzzy = "Kompitie", "8", FIXED, FIXED, False
    made.header_comment = f"# Texts of Kompitie in {LANGUAGES[code]}; made by build/catalogues.py."
    made.last_translator = "Kompitie"
    made.language_team = LANGUAGES[code]
    made.msgid_bugs_address = "the project's issues"
    for key, files in found.items():
        known = before.get(key if isinstance(key, str) else key[0])
        keeps = known is not None and known.id == key
        text = known.string if keeps and known is not None else ("" if isinstance(key, str) else ("", ""))
        if code == "en":
            text = key
        made.add(key, text, locations=[(file, None) for file in files], flags=["python-format"] if _places(key) else [])
    return made


def fill_in(catalogue: Catalog, code: str, wishes: dict[str, Wish]) -> None:
    """Put the wished translations into a catalogue; texts that the program does not have are left out."""
    for message in _messages(catalogue):
        singular = message.id if isinstance(message.id, str) else message.id[0]
        wish = wishes.get(singular)
        if wish is not None and code in wish.texts:
            text = wish.texts[code]
            message.string = text if isinstance(text, str) else tuple(text)
        if code == "fr":
            message.string = _tied(message.string) if isinstance(message.string, str) else tuple(map(_tied, message.string))


def _tied(text: str) -> str:
    """A French text with its signs tied to their words, so that no line begins with a colon."""
    return re.sub(r"(?<=\S) (?=[:;!?»])|(?<=«) ", "\u00a0", text)


def read_wishes(paths: list[Path]) -> dict[str, Wish]:
    """The translations of the JSON files; where two differ, the first counts and the other is named."""
    wishes: dict[str, Wish] = {}
    for path in paths:
        for msgid, content in json.loads(path.read_text(encoding="utf-8")).items():
            wish = Wish(content.get("plural"), {code: content[code] for code in LANGUAGES if code in content})
            known = wishes.setdefault(msgid, wish)
            if known != wish:
                print(f"{path.name}: {msgid!r} is translated otherwise elsewhere: {wish.texts} / {known.texts}")
    return wishes


def write(code: str, catalogue: Catalog) -> None:
    """Write the .po and the .mo file of a language."""
    path_of(code, "po").parent.mkdir(parents=True, exist_ok=True)
    with path_of(code, "po").open("wb") as file:
        write_po(file, catalogue, width=130, include_lineno=False)
    path_of(code, "mo").write_bytes(compiled(catalogue))


def compiled(catalogue: Catalog) -> bytes:
    """The .mo file of a catalogue."""
    content = io.BytesIO()
    write_mo(content, catalogue)
    return content.getvalue()


def check(code: str, found: dict[Key, list[str]]) -> Iterator[str]:
    """What is wrong with a language's catalogue, one sentence each."""
    catalogue = read(code)
    there = {
        message.id if isinstance(message.id, str) else (message.id[0], message.id[1]): message for message in _messages(catalogue)
    }
    for key, files in found.items():
        message = there.get(key)
        if message is None or not _is_translated(message):
            yield f"{code}: untranslated: {key!r} ({files[0]})"
        elif message.fuzzy:
            yield f"{code}: fuzzy: {key!r}"
        else:
            yield from (f"{code}: {problem}" for problem in _wrong_places(message))
    for key in there:
        if key not in found:
            yield f"{code}: stale: {key!r}"
    path = path_of(code, "mo")
    if not path.exists() or path.read_bytes() != compiled(catalogue):
        yield f"{code}: the .mo file is not that of the .po file; run build/catalogues.py"


def _messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def _is_translated(message: Message) -> bool:
    return bool(message.string) if isinstance(message.string, str) else bool(message.string) and all(message.string)


def _places(text: Key) -> set[str]:
    """What must be the same in every language: places, percent signs and tags."""
    return set(PLACE.findall(text if isinstance(text, str) else " ".join(text)))


def _wrong_places(message: Message) -> Iterator[str]:
    texts = [message.string] if isinstance(message.string, str) else list(message.string)
    wanted = _places(message.id)
    for text in texts:
        # A singular may say "one" instead of the number itself.
        if (_places(text) ^ wanted) - ({"%(n)s"} if len(texts) > 1 else set()):
            yield f"other places than {sorted(wanted)}: {text!r}"
        if re.search(r"%(?!\(\w+\)s)", text.replace("%%", "")):
            yield f"a lone percent sign (write %%): {text!r}"


if __name__ == "__main__":
    sys.exit(main())
