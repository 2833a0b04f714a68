"""Which column of a list is what: by its heading in four languages, else by what stands in it, always with the reason (traps 26, 28)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kompitie_web.exchange.names import plain

IGNORE = "ignore"
#: What a column can be. Three name parts make one name: ``last_name, first_name infix``.
FIELDS = (
    "name",
    "first_name",
    "infix",
    "last_name",
    "rating",
    "club",
    "categories",
    "code",
    "title",
    "lot",
    "town",
    "barrage",
    "federation_id",
    "family",
    "birth_year",
    IGNORE,
)

#: Headings of our own lists by language; read back as well.
HEADINGS: dict[str, dict[str, str]] = {
    "nl": {
        "name": "Naam",
        "rating": "Rating",
        "club": "Club",
        "categories": "Categorieën",
        "code": "Korte naam",
        "title": "Titel",
        "lot": "Lotingnummer",
        "town": "Plaats (woonplaats)",
        "barrage": "Barrage",
        "federation_id": "Bondsnummer",
        "family": "Familie",
        "birth_year": "Geboortejaar",
    },
    "fr": {
        "name": "Nom",
        "rating": "Classement Elo",
        "club": "Club",
        "categories": "Catégories",
        "code": "Code",
        "title": "Titre",
        "lot": "Numéro de tirage",
        "town": "Ville",
        "barrage": "Barrage",
        "federation_id": "Numéro de licence",
        "family": "Famille",
        "birth_year": "Année de naissance",
    },
    "en": {
        "name": "Name",
        "rating": "Rating",
        "club": "Club",
        "categories": "Categories",
        "code": "Code",
        "title": "Title",
        "lot": "Lot number",
        "town": "Town",
        "barrage": "Play-off",
        "federation_id": "Federation number",
        "family": "Family",
        "birth_year": "Year of birth",
    },
}

_WORDS: dict[str, str] = {
    "name": "naam speler joueur nom player name spelersnaam volledigenaam fullname nomcomplet nometprenom nomprenom spieler deelnemer participant",
    "first_name": "voornaam prenom firstname givenname vorname roepnaam",
    "infix": "tussenvoegsel tussenvoegsels tv voorvoegsel particule infix",
    "last_name": "achternaam nomdefamille lastname surname familyname nachname familienaam",
    "rating": "rating elo rtg kndbrating fmjdrating classementelo classement nationalerating elofmjd ratingkndb",
    "club": "club vereniging verein damclub schaakclub clubnaam association",
    "categories": "categorie categorieen categories cat cats kategorie groep leeftijdscategorie category",
    "code": "code kortenaam korte afkorting abrege abreviation short shortname",
    "title": "titel titre title titels",
    "lot": "lotingnummer lotnummer loting lot nr nummer no num numero numerodetirage tirage lotnumber number startnummer",
    "town": "plaatswoonplaats woonplaats ville town city stad localite residence ort",
    "barrage": "barrage playoff",
    "federation_id": "bondsnummer kndbnummer lidnummer relatienummer licence numerodelicence federationnumber fmjdid fideid knsbnummer id licencenumber",
    "family": "familie famille family gezin",
    "birth_year": "geboortejaar jaar anneedenaissance annee yearofbirth birthyear born geboren jahrgang",
    IGNORE: "plaats place rang rank pt ptn punten points score gespeeld joues games gewonnen wins gagnes remise draws nuls verloren losses perdus wp sb",
}
_BY_WORD = {word: field for field, words in _WORDS.items() for word in words.split()}
#: Titles of draughts and chess; one-letter ones (``m``) prove nothing by themselves.
_TITLES = frozenset(
    [
        "gmi",
        "gm",
        "igm",
        "mig",
        "mi",
        "im",
        "mf",
        "fm",
        "ngm",
        "gmn",
        "nm",
        "mn",
        "km",
        "cm",
        "wgm",
        "wim",
        "wfm",
        "wcm",
        "gmif",
        "mif",
        "mff",
        "cmf",
        "dgm",
        "dmi",
        "cmk",
        "kmk",
        "gmif",
        "wgmi",
        "wmi",
        "wmf",
    ]
)


#: Headings of a place in the standings, or of a town when no numbers stand below them.
_PLACES = ("plaats", "place")


@dataclass(frozen=True)
class Column:
    """A column of a list: its heading ('' without), what it is taken for, and why.

    ``reason``: ``heading``, ``values`` (what stands in it), ``only_text``, ``order`` (counts 1, 2, 3 …), ``chosen`` (by the user) or
    ``unknown``. ``sure`` False: worth a look.
    """

    heading: str
    field: str
    reason: str
    sure: bool
    samples: tuple[str, ...]


def _key(heading: str) -> str:
    return re.sub(r"[^a-z]", "", plain(heading))


def field_of_heading(heading: str) -> str | None:
    """The field that a heading names, in any of the languages, or None."""
    return _BY_WORD.get(_key(heading))


def has_heading(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row is a heading: it names fields, or it alone has words where the rest has numbers."""
    first, rest = rows[0], rows[1:]
    filled = [cell for cell in first if cell]
    if any(re.fullmatch(r"\d+([.,]\d+)?", cell) for cell in filled):
        return False
    known = sum(field_of_heading(cell) is not None for cell in filled)
    if 2 * known >= len(filled) and known:
        return True
    if not rest:
        return False
    numeric = [
        at
        for at, cell in enumerate(first)
        if cell and all(row[at].isdigit() for row in rest if row[at]) and any(r[at] for r in rest)
    ]
    return bool(numeric)


def guess(rows: Sequence[Sequence[str]], heading: bool) -> tuple[Column, ...]:
    """What each column is; each field at most once."""
    first = rows[0] if heading else [""] * len(rows[0])
    body = rows[1:] if heading else rows
    values = [[row[at] for row in body if row[at]] for at in range(len(first))]
    found: dict[int, tuple[str, str, bool]] = {}
    used: set[str] = set()
    for at, title in enumerate(first):
        field = field_of_heading(title) if title else None
        if field == IGNORE and _key(title) in _PLACES and not _whole(values[at]):
            field = "town"
        if field is not None and (field == IGNORE or field not in used):
            found[at] = (field, "heading", True)
            used.add(field)
    if {"first_name", "name"} <= used and "last_name" not in used:
        at = next(at for at, (field, _, _) in found.items() if field == "name")
        found[at] = ("last_name", "heading", True)
        used.add("last_name")
    _by_values(values, found, used, len(body))
    samples = [tuple(cells[:3]) for cells in values]
    none = (IGNORE, "unknown", True)
    return tuple(Column(title, *found.get(at, none), samples[at]) for at, title in enumerate(first))


def _by_values(values: list[list[str]], found: dict[int, tuple[str, str, bool]], used: set[str], count: int) -> None:
    """Fill in the columns that no heading explained, the surest kinds first."""
    open_columns = [at for at in range(len(values)) if at not in found and values[at]]
    named = bool({"name", "last_name"} & used)
    for rule in (_order, _identity, _rating, _year, _title, _code, _categories):
        for at in open_columns:
            if at in found:
                continue
            answer = rule(values[at], count)
            if answer is not None and answer[0] not in used:
                found[at] = answer
                used.add(answer[0])
    texts = [at for at in open_columns if at not in found and any(any(sign.isalpha() for sign in cell) for cell in values[at])]
    if texts and not named:
        at = max(texts, key=lambda one: (_name_likeness(values[one]), -one))
        found[at] = ("name", "only_text" if len(texts) == 1 else "values", len(texts) == 1 or _name_likeness(values[at]) > 0.5)
        texts.remove(at)
    for at in texts:
        if "club" not in used:
            found[at] = ("club", "values", False)
            used.add("club")


def _whole(cells: list[str]) -> list[int] | None:
    if all(re.fullmatch(r"\d{1,9}([.,]0+)?", cell) for cell in cells):
        return [int(re.split("[.,]", cell)[0]) for cell in cells]
    return None


Answer = tuple[str, str, bool] | None


def _order(cells: list[str], count: int) -> Answer:
    numbers = _whole(cells)
    return ("lot", "order", True) if numbers and count > 1 and numbers == list(range(1, count + 1)) else None


def _identity(cells: list[str], count: int) -> Answer:
    numbers = _whole(cells)
    return ("federation_id", "values", True) if numbers and min(numbers) > 9999 and len(set(numbers)) == len(numbers) else None


def _rating(cells: list[str], count: int) -> Answer:
    numbers = _whole(cells)
    if not numbers or max(numbers) > 9999:
        return None
    rated = [number for number in numbers if number]
    if not rated or sum(number >= 300 for number in rated) < 0.8 * len(rated):
        return None
    return "rating", "values", not all(1920 <= number <= 2025 for number in rated)


def _year(cells: list[str], count: int) -> Answer:
    numbers = _whole(cells)
    return ("birth_year", "values", False) if numbers and all(1900 <= number <= 2030 for number in numbers) else None


def _title(cells: list[str], count: int) -> Answer:
    """Only when a title of two letters proves it: a lone ``m`` may as well be a category."""
    keys = [plain(cell) for cell in cells]
    if all(key in _TITLES or key in ("m", "k") for key in keys) and any(key in _TITLES for key in keys):
        return "title", "values", True
    return None


def _code(cells: list[str], count: int) -> Answer:
    short = all(re.fullmatch(r"[a-zà-ÿ][a-zà-ÿ0-9]{1,4}", cell) for cell in cells)
    if (
        short
        and count > 2
        and len(cells) == count
        and len(set(cells)) == count
        and sum(len(cell) == 3 for cell in cells) > 0.8 * count
    ):
        return "code", "values", True
    return None


def _categories(cells: list[str], count: int) -> Answer:
    if not all(re.fullmatch(r"[^\W\d_]([ ,/]?[^\W\d_]){0,2}", cell) and len(set(cell)) == len(cell) for cell in cells):
        return None
    letters = {sign for cell in cells for sign in cell if sign.isalpha()}
    if len(letters) > 8:
        return None
    doubtful = all(plain(cell) in ("m", "k", "f", "g") for cell in cells)
    return "categories", "values", not doubtful


def _name_likeness(cells: list[str]) -> float:
    """How much a column looks like names: several words, mostly different."""
    several = sum(len(re.split(r"[ ,]+", cell)) > 1 for cell in cells) / len(cells)
    return several * 0.5 + len(set(cells)) / len(cells) * 0.5
