"""Choosing a player by typing: a code, a name, or what the list of suggestions filled in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kompitie_web.exchange.names import sort_key
from kompitie_web.i18n import _
from kompitie_web.store import models


@dataclass(frozen=True, slots=True)
class Choice:
    """A player who can be typed."""

    id: int
    code: str
    name: str

    @property
    def label(self) -> str:
        """As the list of suggestions fills it in."""
        return f"{self.name} ({self.code})" if self.code else self.name


def choices(cid: int) -> list[Choice]:
    """All players of a competition by name."""
    player = models.Competitor
    query: Any = player.select(player.id, player.code, player.name).where(player.competition == cid)
    return [Choice(*row) for row in sorted(query.tuples(), key=lambda row: sort_key(row[2]))]


def chosen(typed: str, players: Sequence[Choice]) -> int | None:
    """The player meant by a code, a suggestion, a name or its unique beginning; None when it is nobody, or more than one."""
    wanted = " ".join(typed.split()).casefold()
    if not wanted:
        return None
    ways = [
        [one.id for one in players if one.code.casefold() == wanted],
        [one.id for one in players if one.label.casefold() == wanted],
        [one.id for one in players if one.name.casefold() == wanted],
        [one.id for one in players if one.name.casefold().startswith(wanted)],
    ]
    found = next((way for way in ways if way), [])
    return found[0] if len(found) == 1 else None


def unknown(typed: str) -> str:
    """What to say when nobody, or more than one, was meant."""
    if not typed.strip():
        return _("Type a player's code or name.")
    return _(
        "“%(text)s” is not one player here: nobody is meant, or more than one. Type a code, or the whole name as it is on the list.",
        text=typed.strip(),
    )
