"""Results as typed or chosen, checked against the competition (spec 20 Result codes)."""

from engine.results import CODES, free_score, parse
from kompitie_web.actions.common import competition_row
from kompitie_web.actions.errors import ActionError
from kompitie_web.store import mapping


def allows_free_scores(cid: int) -> bool:
    """Whether results may be any two scores: the scale of the pairing classification is free."""
    return mapping.settings(mapping.pairing_classification(cid)).scale.free


def check_result(cid: int, text: str) -> str:
    """The result code of a code or of a typed result (2-0, ½-½, 12-0 when scores are free). ActionError ``result_unknown``."""
    if text in CODES:
        return text
    free = allows_free_scores(cid)
    if free and free_score(text) is not None:
        return text
    try:
        code = parse(text, competition_row(cid).sport, free)
    except ValueError as error:
        raise ActionError("result_unknown", "result", value=text) from error
    if code not in CODES and free_score(code) is None:
        raise ActionError("result_unknown", "result", value=text)
    return code
