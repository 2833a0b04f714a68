"""One player as typed on one line, the proposed code and the hints (spec 00 row 3, 10 Code, 70 traps 23 and 28)."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kompitie_web.exchange.errors import ActionError
from kompitie_web.exchange.names import clean_name, plain, sort_key, split_name

RATING_LIMIT = 4000
NAME_LENGTH = 100
CODE_LENGTH = 6
_SEPARATORS = ("\t", ";")


@dataclass(frozen=True)
class PlayerInput:
    """A player to enter; only the name is needed. ``categories`` is a string of letters, '' code and None lot = proposed.

    ``person`` is the id of a person of the file who is entered again (chosen by the user), None = a new person.
    """

    name: str
    rating: int | None = None
    club: str = ""
    categories: str = ""
    code: str = ""
    title: str = ""
    lot: int | None = None
    town: str = ""
    barrage: int = 0
    federation_id: str = ""
    family: str = ""
    birth_year: int | None = None
    person: int | None = None


@dataclass(frozen=True)
class Hint:
    """Something worth a look, never a refusal: ``no_rating``, ``same_name``, ``code_twice`` with arguments for the sentence."""

    code: str
    arguments: dict[str, Any] = field(default_factory=dict)


def parse_line(text: str) -> PlayerInput:
    """A player from ``name; rating; club; categories`` (or the same with tabs, as pasted from a spreadsheet).

    Only the name is needed. ActionError: ``name_missing``, ``name_too_long``, ``line_too_many_parts``, and those of ``parse_rating``.
    """
    separator = next((sign for sign in _SEPARATORS if sign in text), None)
    parts = [clean_name(part) for part in (text.split(separator) if separator else [text])]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    if len(parts) > 4:
        raise ActionError("line_too_many_parts", "line", count=len(parts))
    name, rating, club, categories = [*parts, "", "", ""][:4]
    if not name:
        raise ActionError("name_missing", "line")
    return PlayerInput(check_name(name), parse_rating(rating), club, parse_categories(categories))


def parse_rating(text: str) -> int | None:
    """A rating of 0 … 4000, or None for an empty text, ``-`` or ``0``. ActionError ``rating_not_number`` or ``rating_range``."""
    cleaned = clean_name(text)
    if cleaned in ("", "-", "–", "?"):
        return None
    match = re.fullmatch(r"(\d{1,7})(?:[.,]0+)?", cleaned)
    if match is None:
        raise ActionError("rating_not_number", "rating", value=cleaned)
    return check_rating(int(match[1])) or None


def check_rating(rating: int | None) -> int | None:
    """The rating itself when it is possible. ActionError ``rating_range`` names the limits (trap 23)."""
    if rating is not None and not 0 <= rating <= RATING_LIMIT:
        raise ActionError("rating_range", "rating", value=rating, lowest=0, highest=RATING_LIMIT)
    return rating


def parse_categories(text: str) -> str:
    """Letters of categories, each once, in the order typed; spaces and commas between them do not count.

    ActionError ``category_not_letter`` for any other sign.
    """
    letters = ""
    for sign in text:
        if sign in " ,;/+\t":
            continue
        if not sign.isalnum():
            raise ActionError("category_not_letter", "categories", value=sign)
        if sign not in letters:
            letters += sign
    return letters


def check_name(text: str) -> str:
    """The cleaned name. ActionError ``name_missing`` or ``name_too_long``."""
    name = clean_name(text)
    if not name:
        raise ActionError("name_missing", "name")
    if len(name) > NAME_LENGTH:
        raise ActionError("name_too_long", "name", highest=NAME_LENGTH)
    return name


def check_code(text: str, taken: Iterable[str]) -> str:
    """The code in lower case. ActionError ``code_form`` (1-6 letters and digits, at least one letter) or ``code_taken``."""
    code = "".join(text.split()).lower()
    if not code.isalnum() or code.isdigit() or len(code) > CODE_LENGTH:
        raise ActionError("code_form", "code", value=text, highest=CODE_LENGTH)
    if code in taken:
        raise ActionError("code_taken", "code", value=code)
    return code


def _letters(text: str) -> str:
    return "".join(sign for sign in plain(text) if sign.isalnum())


def propose_code(name: str, taken: Iterable[str]) -> str:
    """A free code: first letter of the first name and first two of the surname without particles.

    A collision takes the next letters of the surname, then a digit: Jan de Vries ``jvr``, ``jvi``, ``jve``, ``jvs``, ``jv2`` …
    """
    used = set(taken)
    parts = split_name(name)
    first, surname = _letters(parts.first), _letters(parts.surname)
    word = (first[:1] + surname) if surname else first
    if not word or word.isdigit():
        word = "x" + word
    head, rest = word[:2], word[2:] or word[1:]
    proposals = [head + sign for sign in rest] if len(word) > 2 else [word]
    for code in proposals:
        if code not in used and not code.isdigit():
            return code
    number = 2
    while True:
        code = word[: max(1, 3 - len(str(number)))] + str(number)
        if code not in used and not code.isdigit():
            return code
        number += 1


def hints(players: Sequence[PlayerInput], others: Iterable[PlayerInput] = ()) -> list[list[Hint]]:
    """For each player what is worth a look: no rating, the same name as another of the players or of ``others``, a code twice."""
    everybody = [*others, *players]
    by_name: dict[tuple[str, str, str], list[PlayerInput]] = {}
    for one in everybody:
        by_name.setdefault(sort_key(one.name), []).append(one)
    codes = Counter(one.code for one in everybody if one.code)
    return [_hints(player, by_name[sort_key(player.name)], codes) for player in players]


def _hints(player: PlayerInput, named: Sequence[PlayerInput], codes: Mapping[str, int]) -> list[Hint]:
    found = []
    if player.rating is None:
        found.append(Hint("no_rating"))
    twin = next((other for other in named if other is not player), None)
    if twin is not None:
        found.append(Hint("same_name", {"name": twin.name, "club": twin.club}))
    if codes.get(player.code, 0) > 1:
        found.append(Hint("code_twice", {"code": player.code}))
    return found
