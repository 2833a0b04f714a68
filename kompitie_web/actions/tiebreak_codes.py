"""The tie-break codes that the arbiter types as one field (spec 20)."""

from kompitie_web.actions.errors import ActionError

#: Every code that a standing can use; ``k`` (board points) belongs to teams and is 0 for players.
ALLOWED = "1234567mptscbkl"


def check_tiebreaks(text: str, field: str = "tiebreaks") -> str:
    """The codes without spaces and commas. ActionError ``tiebreak_unknown`` names the allowed ones, ``tiebreak_twice`` a repeated one."""
    codes = "".join(sign for sign in text.lower() if sign not in " ,;-")
    for at, code in enumerate(codes):
        if code not in ALLOWED:
            raise ActionError("tiebreak_unknown", field, value=code, allowed=" ".join(ALLOWED))
        if code in codes[:at]:
            raise ActionError("tiebreak_twice", field, value=code)
    return codes
