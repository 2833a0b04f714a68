"""The tie-break codes that the arbiter types as one field (spec 20)."""

from engine.tiebreaks import TiebreakError, parse
from kompitie_web.actions.errors import ActionError


def check_tiebreaks(text: str, field: str = "tiebreaks") -> str:
    """The codes without spaces and commas. ActionError ``tiebreak_unknown`` names the allowed ones, ``tiebreak_twice`` a repeated one."""
    try:
        return "".join(parse(text))
    except TiebreakError as error:
        if error.repeated:
            raise ActionError("tiebreak_twice", field, value=error.code) from error
        raise ActionError("tiebreak_unknown", field, value=error.code, allowed=" ".join(error.allowed)) from error
