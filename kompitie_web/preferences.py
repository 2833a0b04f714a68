"""What the program remembers between two starts: the language and the files used last. Kept as JSON in the data folder.

Nothing of a competition lives here: losing this file loses no result. A damaged file counts as an empty one.
"""

import json
import threading
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from kompitie_web import i18n

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
            found.recent = tuple(_recent(one) for one in content.get("recent", []))
        except (OSError, ValueError, TypeError, AttributeError):
            return cls(folder)
        return found

    def language_for(self, header: str) -> str:
        """The language chosen in the program; until then the first of the browser's languages (Accept-Language) that we speak."""
        return self.language if self.language in i18n.LANGUAGES else i18n.of_browser(header)

    def choose_language(self, code: str) -> None:
        """Remember the language of the screens."""
        with self._lock:
            self.language = code
            self._save()

    def remember(self, used: RecentFile) -> None:
        """Put a file on top of the files used last; nothing is written when only the seconds differ."""
        with self._lock:
            if self.recent and replace(self.recent[0], used=self.recent[0].used[:16]) == replace(used, used=used.used[:16]):
                return
            others = [one for one in self.recent if one.path != used.path]
            self.recent = (used, *others)[:MOST_RECENT]
            self._save()

    def _save(self) -> None:
        content = {"language": self.language, "recent": [asdict(one) for one in self.recent]}
        part = self.folder / f"{NAME}.part"
        self.folder.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")
        part.replace(self.folder / NAME)


def _recent(content: dict[str, Any]) -> RecentFile:
    known = {one.name for one in fields(RecentFile)}
    return RecentFile(**{key: value for key, value in content.items() if key in known})
