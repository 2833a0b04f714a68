"""Sentences for what actions refuse, ask and did: errors, questions, lines of the history, hints, reasons, copies.

The codes are raised in ``actions`` and ``exchange``; the texts stand in ``error_texts`` and ``label_texts``, one entry a code.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.results import ADJOURNED, OPEN, notation
from kompitie_web import error_texts, label_texts, ranking_texts, setting_texts
from kompitie_web.i18n import N_, _, current_language, date, time
from kompitie_web.store.models import Reason

#: The program's own names of the reasons (spec 20 Default reasons).
REASONS = {
    "bye": N_("bye"),
    "with_notice": N_("absent with notice"),
    "without_notice": N_("absent without notice"),
    "ill": N_("ill or away for longer"),
    "external": N_("external match"),
    "external_evening": N_("external match on the club evening"),
    "not_played": N_("not played, nobody’s fault"),
    "not_joined": N_("not yet joined"),
    "duty": N_("arbiter duty"),
}
#: What kinds of points are called.
POINTS = {
    "win": N_("a win"),
    "plus": N_("a plus draw"),
    "draw": N_("a draw"),
    "minus": N_("a minus draw"),
    "loss": N_("a loss"),
    "bye": N_("a bye"),
    "forfeit_win": N_("a win by forfeit"),
    "forfeit_loss": N_("a loss by forfeit"),
}
#: Why a copy was made.
COPIES = {
    "pairing": N_("before pairing"),
    "unpairing": N_("before taking pairs apart"),
    "import": N_("before entering a list of players"),
    "delete_competition": N_("before deleting a competition"),
    "delete_round": N_("before deleting a round"),
    "remove_player": N_("before removing a player"),
    "remove_game": N_("before removing a game"),
    "migration": N_("before converting the file"),
    "file_gone": N_("when the file was gone"),
    "restore": N_("before putting back a copy"),
    "season": N_("before writing the ratings of the next season"),
    "by_hand": N_("made by hand"),
    "download": N_("for a download"),
}


def reason_text(reason: "Reason | str") -> str:
    """The name of a reason in the current language: the arbiter's own when he gave one, else the program's."""
    if isinstance(reason, str):
        return _(REASONS[reason]) if reason in REASONS else reason
    own = reason.names.get(current_language()) or next(iter(reason.names.values()), "")
    return str(own) if own else reason_text(str(reason.key))


def snapshot_text(why: str) -> str:
    """Why a copy was made."""
    return _(COPIES[why]) if why in COPIES else why


def result_text(code: str, sport: str = "draughts") -> str:
    """A result code in a sentence."""
    return {OPEN: _("no result"), ADJOURNED: _("adjourned")}.get(code) or notation(code, sport)


def error_text(error: Exception) -> str:
    """The sentence (or sentences) of a refusal or question; of the refused line too when it was one of a list."""
    code, values = str(getattr(error, "code", "")), dict(getattr(error, "arguments", {}))
    sentence = _sentence(error_texts.TEXTS, error_texts.PLURALS, code, values)
    breaks = [fact_text(one, words) for one, words in values.get("breaks", ())]
    problems = [problem_text(one, words) for one, _field, words in values.get("problems", ())]
    whole = " ".join([*breaks, *dict.fromkeys(problems), sentence])
    return (
        _("Line %(line)s: %(error)s", line=values["line"], error=whole) if "line" in values and code != "cell_too_long" else whole
    )


def fact_text(code: str, words: Mapping[str, Any]) -> str:
    """The sentence of a broken rule or of what stands in the way of a pairing (``engine.pairing.facts``)."""
    return _sentence(error_texts.FACTS, error_texts.FACT_PLURALS, code, words)


def problem_text(code: str, words: Mapping[str, str]) -> str:
    """The sentence of a setting of a system that is wrong or odd (``engine.systems.options.Problem``)."""
    return _sentence(setting_texts.PROBLEMS, {}, code, {key: setting_texts.figure(key, value) for key, value in words.items()})


def label_text(line: Any) -> str:
    """What was done, as a sentence for the history and for *Undo*; ``line`` is a ``store.ActionLine``."""
    label, values = str(line.label), dict(line.arguments)
    if label in label_texts.LISTS:
        values["count"] = len(values["players"])
    return _sentence(label_texts.TEXTS, label_texts.PLURALS, label_texts.variant(label, values), values)


def hint_text(hint: Any) -> str:
    """The text of a hint at a player (``exchange.lines.Hint``)."""
    return _sentence(error_texts.HINTS, {}, hint.code, hint.arguments)


def notice_text(notice: Any) -> str:
    """The sentence of a warning about a competition (``actions.roundlist.Notice``)."""
    return _sentence(error_texts.NOTICES, error_texts.NOTICE_PLURALS, notice.code, notice.arguments)


def _sentence(texts: Mapping[str, str], plurals: Mapping[str, error_texts.Plural], code: str, values: Mapping[str, Any]) -> str:
    """The text of a code with its values in words. KeyError for an unknown code: a test keeps the tables complete."""
    words = {key: _word(key, value, values) for key, value in values.items() if key not in ("breaks", "problems")}
    if code in plurals:
        return plurals[code](int(values.get("count", 0)), words)
    return _(texts[code], **words)


def _word(key: str, value: Any, values: Mapping[str, Any]) -> str:
    """A value as it stands in a sentence."""
    if value is None:
        return "–"
    if key in ("result", "before", "after") and "sport" in values:
        return result_text(str(value), str(values["sport"]))
    if key == "reason":
        return reason_text(str(value))
    if key == "streak":
        return ranking_texts.last_colours(int(value))
    if key in ("better", "worse"):
        return _(POINTS[str(value)])
    if key == "why":
        return snapshot_text(str(value))
    if key == "time":
        return f"{date(str(value), 'short')} {time(str(value))}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        parts = [str(one) for one in value]
        return ("; " if any("," in part for part in parts) else ", ").join(parts)
    return str(value)
