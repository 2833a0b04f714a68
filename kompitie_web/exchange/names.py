"""Names of people: which part is the surname, how a name sorts, when two names are the same (spec 10 Code, 70 trap 25).

A name is kept as it was typed. Three ways of writing are understood: ``Vries, Jan de``, ``Jan de Vries`` and ``DE VRIES Jan``.
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

#: Small words that belong to a surname but are skipped when it is sorted or shortened.
PARTICLES = frozenset(
    [
        "van",
        "von",
        "vom",
        "zu",
        "zum",
        "zur",
        "de",
        "den",
        "der",
        "des",
        "du",
        "di",
        "da",
        "dal",
        "del",
        "della",
        "dos",
        "das",
        "do",
        "la",
        "le",
        "les",
        "l'",
        "d'",
        "het",
        "'t",
        "te",
        "ten",
        "ter",
        "tot",
        "op",
        "in",
        "in't",
        "aan",
        "bij",
        "onder",
        "over",
        "uit",
        "uijt",
        "voor",
        "af",
        "al",
        "el",
        "ibn",
        "ben",
        "bin",
    ]
)

#: Letters that do not come apart into a Latin letter and an accent.
_LETTERS = str.maketrans(
    dict(
        pair.split(":")
        for pair in [
            "ł:l",
            "ø:o",
            "đ:d",
            "ð:d",
            "ı:i",
            "þ:th",
            "ħ:h",
            "ŋ:n",
            "ß:ss",
            "æ:ae",
            "œ:oe",
            "ĳ:ij",
            "а:a",
            "б:b",
            "в:v",
            "г:g",
            "д:d",
            "е:e",
            "ё:e",
            "ж:zh",
            "з:z",
            "и:i",
            "й:y",
            "к:k",
            "л:l",
            "м:m",
            "н:n",
            "о:o",
            "п:p",
            "р:r",
            "с:s",
            "т:t",
            "у:u",
            "ф:f",
            "х:kh",
            "ц:ts",
            "ч:ch",
            "ш:sh",
            "щ:shch",
            "ъ:",
            "ы:y",
            "ь:",
            "э:e",
            "ю:yu",
            "я:ya",
            "і:i",
            "ї:i",
            "є:ye",
            "ґ:g",
            "ў:u",
            "α:a",
            "β:v",
            "γ:g",
            "δ:d",
            "ε:e",
            "ζ:z",
            "η:i",
            "θ:th",
            "ι:i",
            "κ:k",
            "λ:l",
            "μ:m",
            "ν:n",
            "ξ:x",
            "ο:o",
            "π:p",
            "ρ:r",
            "σ:s",
            "ς:s",
            "τ:t",
            "υ:y",
            "φ:f",
            "χ:ch",
            "ψ:ps",
            "ω:o",
        ]
    )
)


@dataclass(frozen=True)
class NameParts:
    """A name in parts; ``surname`` without its particles. ``first`` is empty for a single name."""

    first: str
    particles: str
    surname: str


def clean_name(text: str) -> str:
    """The text without control characters, with single spaces and nothing around it."""
    kept = "".join(" " if unicodedata.category(sign) in ("Cc", "Zl", "Zp") else sign for sign in text)
    return " ".join(unicodedata.normalize("NFC", kept).split())


def plain(text: str) -> str:
    """Lower case in Latin letters: accents taken off, Cyrillic and Greek written in Latin letters; other signs stay."""
    parts = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    bare = "".join(sign for sign in parts if not unicodedata.combining(sign))
    return bare.translate(_LETTERS)


def _is_particle(word: str) -> bool:
    return plain(word).replace("’", "'") in PARTICLES


def _is_capitals(word: str) -> bool:
    letters = [sign for sign in word if sign.isalpha()]
    return len(letters) > 1 and all(sign.isupper() for sign in letters) and not word.endswith(".")


def _without_particles(words: list[str]) -> tuple[list[str], list[str]]:
    """The particles at the front and the rest; at least one word always stays."""
    count = 0
    while count < len(words) - 1 and _is_particle(words[count]):
        count += 1
    return words[:count], words[count:]


def split_name(name: str) -> NameParts:
    """The parts of a name written in any of the three ways."""
    if "," in name:
        last, _, rest = name.partition(",")
        before, surname = _without_particles(last.split())
        words = rest.replace(",", " ").split()
        after = [word for word in words if _is_particle(word) and len(words) > 1]
        first = [word for word in words if word not in after]
        return NameParts(" ".join(first), " ".join([*after, *before]), " ".join(surname))
    words = name.split()
    if len(words) < 2:
        return NameParts("", "", name.strip())
    capitals = 0
    while capitals < len(words) and (_is_capitals(words[capitals]) or _is_particle(words[capitals])):
        capitals += 1
    if 0 < capitals < len(words) and any(_is_capitals(word) for word in words[:capitals]):
        particles, surname = _without_particles(words[:capitals])
        return NameParts(" ".join(words[capitals:]), " ".join(particles), " ".join(surname))
    at = next((index for index in range(1, len(words) - 1) if _is_particle(words[index])), len(words) - 1)
    particles, surname = _without_particles(words[at:])
    return NameParts(" ".join(words[:at]), " ".join(particles), " ".join(surname))


@lru_cache(maxsize=8192)
def sort_key(name: str) -> tuple[str, str, str]:
    """Sorts names as a list of surnames does: surname, first name, particles, without accents and capitals."""
    parts = split_name(name)
    return plain(parts.surname), plain(parts.first), plain(parts.particles)


def same_name(one: str, other: str) -> bool:
    """Whether two names are the same person's name, however they were written."""
    return one == other or sort_key(one) == sort_key(other)
