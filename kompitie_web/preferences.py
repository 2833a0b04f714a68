"""What the program remembers between two starts: the language and the files used last. Kept as JSON in the data folder.

Nothing of a competition lives here: losing this file loses no result. A damaged file counts as an empty one, and a disk that refuses
to keep it stops nobody: what was chosen holds until the program ends, and is written with the next change.
"""

import json
import logging
import threading
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from kompitie_web import i18n

log = logging.getLogger("kompitie")
NAME = "preferences.json"
MOST_RECENT = 12


@dataclass(frozen=True)
class RecentFile:
    """A file used before: where, its name, when it was last used (ISO, local time) and what was next, as codes with arguments."""

    path: str
    name: str = ""
    used: str = ""
    competition: int | None = None
    competition_name: str = ""
    players: int = 0
    round: int = 0
    rounds: int = 0
    step: str = ""
    step_arguments: dict[str, int] = field(default_factory=dict)


@dataclass
class Preferences:
    """The preferences of one data folder. Changing methods write at once; reading never touches the disk."""

    folder: Path
    language: str = ""
    recent: tuple[RecentFile, ...] = ()
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @classmethod
    def load(cls, folder: Path) -> "Preferences":
        """The preferences of a data folder; empty when there are none yet or they cannot be read."""
        found = cls(folder)
        try:
            content = json.loads((folder / NAME).read_text(encoding="utf-8"))
            found.language = str(content.get("language", ""))
            read = [_recent(one) for one in content.get("recent", [])]
        except (OSError, ValueError, TypeError, AttributeError, RecursionError):
            return cls(folder)
        found.recent = tuple(one for one in read if one is not None)[:MOST_RECENT]
        return found

    def language_for(self, header: str) -> str:
        """The language chosen in the program; until then the first of the browser's languages (Accept-Language) that we speak."""
        return self.language if self.language in i18n.LANGUAGES else i18n.of_browser(header)

    def choose_language(self, code: str) -> bool:
        """Remember the language of the screens; False when the disk refused and it holds for this run only."""
        with self._lock:
            self.language = code
            return self._save()

    def remember(self, used: RecentFile) -> None:
        """Put a file on top of the files used last; nothing is written when only the seconds differ."""
        with self._lock:
            if self.recent and replace(self.recent[0], used=self.recent[0].used[:16]) == replace(used, used=used.used[:16]):
                return
            others = [one for one in self.recent if one.path != used.path]
            self.recent = (used, *others)[:MOST_RECENT]
            self._save()

    def _save(self) -> bool:
        content = {"language": self.language, "recent": [asdict(one) for one in self.recent]}
        part = self.folder / f"{NAME}.part"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            part.write_text(json.dumps(content, indent=1), encoding="utf-8")
            part.replace(self.folder / NAME)
        except OSError as error:
            log.warning("the preferences are not kept: %s", error)
            with suppress(OSError):
                part.unlink(missing_ok=True)
            return False
        return True


def _recent(content: Any) -> RecentFile | None:
    """A file used before, as it was written; None when that is not what this program writes."""
    if not isinstance(content, dict):
        return None
    known = {one.name for one in fields(RecentFile)}
    values = {key: value for key, value in content.items() if key in known}
    is_right = all(_fits(key, value) for key, value in values.items())
    return RecentFile(**values) if is_right and values.get("path") else None


def _fits(key: str, value: Any) -> bool:
    if key == "step_arguments":
        return isinstance(value, dict) and all(_is_number(one) for one in value.values())
    if key in ("players", "round", "rounds"):
        return _is_number(value)
    if key == "competition":
        return value is None or _is_number(value)
    if not isinstance(value, str) or "\0" in value:
        return False
    try:
        # Only a path may hold bytes that are no letters; what is shown may not.
        value.encode("utf-8", "surrogateescape" if key == "path" else "strict")
    except UnicodeEncodeError:
        return False
    return True


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and 0 <= value < 2**31
