"""Results in words and as keys: what the screens write for a code, and which code a person typed (spec 00 row 8, 20 Result codes)."""

from engine import results
from kompitie_web.i18n import N_, _

#: The words of each result code, in the order of the keypad.
WORDS = {
    results.WHITE_WINS: N_("white wins"),
    results.DRAW: N_("draw"),
    results.BLACK_WINS: N_("black wins"),
    results.PLUS_WHITE: N_("plus draw for white"),
    results.PLUS_BLACK: N_("plus draw for black"),
    results.FORFEIT_WHITE: N_("white wins by forfeit"),
    results.FORFEIT_BLACK: N_("black wins by forfeit"),
    results.FORFEIT_BOTH: N_("both lose by forfeit"),
    results.ADJOURNED: N_("adjourned"),
    results.OPEN: N_("not played yet"),
}
#: The keys in the order of the keypad, with the short word on the button.
KEYPAD = {
    "win": N_("white wins"),
    "draw": N_("draw"),
    "loss": N_("black wins"),
    "+": N_("plus white"),
    "-": N_("plus black"),
    "f": N_("forfeit"),
    "a": N_("adjourned"),
}
_POINT_KEYS = {"draughts": ("2", "1", "0"), "chess": ("1", "5", "0")}
_SINGLE_KEYS = frozenset("2150=+-fa")


def text(code: str, sport: str) -> str:
    """A result as it stands in a table: the sport's notation, the word for adjourned, '' for an open game."""
    return _("adjourned") if code == results.ADJOURNED else results.notation(code, sport)


def words(code: str) -> str:
    """A result in words; a free score is its own words."""
    return _(WORDS[code]) if code in WORDS else code.removeprefix("=")


def keypad(sport: str, free: bool = False) -> list[tuple[str, str, str]]:
    """The buttons as (key, code, word). A free scale has no point keys: digits are typed as they are."""
    win, draw, loss = _POINT_KEYS.get(sport, _POINT_KEYS["draughts"])
    keys = {"win": win, "draw": "=" if free else draw, "loss": loss}
    shown = [(keys.get(name, name), word) for name, word in KEYPAD.items() if not (free and name in ("win", "loss", "+", "-"))]
    return [(key, results.from_key(key, sport) or "", _(word)) for key, word in shown]


def key_codes(sport: str, free: bool = False) -> dict[str, str]:
    """Every key that means a result, with its code; ``f`` is not here: it cycles through the forfeits."""
    keys = "=a" if free else "".join(_POINT_KEYS.get(sport, _POINT_KEYS["draughts"])) + "=+-a"
    return {key: code for key in keys if (code := results.from_key(key, sport)) is not None}


def spellings(sport: str) -> dict[str, str]:
    """Every result written in full, as typed in lower case, with its code: what the keyboard may be on its way to."""
    codes = [code for code in results.CODES if code not in (results.OPEN, results.ADJOURNED)]
    return {results.notation(code, sport).lower(): code for code in codes}


def read(typed: str, sport: str, free: bool = False, current: str = results.OPEN) -> str:
    """The code of what somebody typed: one key, a result in full, or a word of this page. ValueError when it is none of these."""
    cleaned = typed.strip()
    lowered = cleaned.lower()
    if not cleaned:
        return results.OPEN
    if lowered in (results.ADJOURNED, _("adjourned").lower()):
        return results.ADJOURNED
    if lowered in _SINGLE_KEYS and not (free and lowered.isdigit()):
        code = results.from_key(lowered, sport, current)
        if code is not None:
            return code
    if results.free_score(cleaned) is not None and free:
        return cleaned
    return results.parse(cleaned, sport, free)
