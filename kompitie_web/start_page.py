"""What the start page says. Free of Flask, which is dear to load: this page is the first one."""

from datetime import date as Date
from typing import Any

from kompitie_web import known_files
from kompitie_web.i18n import _, date, ngettext, when
from kompitie_web.preferences import RecentFile
from kompitie_web.state import State
from kompitie_web.steps import step_text

TEMPLATE = "start/page.html"
#: How many files the start page shows; the others are behind "Open".
CARDS = 6


def values(program: State) -> dict[str, Any]:
    """The values of the template."""
    files = known_files.recent_files(program)[:CARDS]
    now = program.now()
    return {
        "cards": [(one, *card_texts(one.recent, now.date())) for one in files if one.recent],
        "greeting": greeting(now.hour),
        "today": date(now.isoformat()),
        "first_time": not files,
        "goes_on": _goes_on(files[0].recent) if files and files[0].recent else "",
    }


def greeting(hour: int) -> str:
    """Good morning, afternoon or evening."""
    if hour < 6 or hour >= 18:
        return _("Good evening")
    return _("Good morning") if hour < 12 else _("Good afternoon")


def card_texts(recent: RecentFile, today: Date) -> tuple[str, str]:
    """The small line of a card (when, how many players, how far) and what is next."""
    parts = [when(recent.used, today)]
    if recent.competition is None:
        return parts[0], _("Open")
    parts.append(ngettext("%(n)s player", "%(n)s players", recent.players) if recent.players else _("no players yet"))
    if recent.step == "finished":
        parts.append(_("finished"))
    elif recent.round:
        parts.append(_("round %(number)s of %(rounds)s", number=recent.round, rounds=max(recent.rounds, recent.round)))
    return " · ".join(parts), step_text(recent.step, recent.step_arguments)


def _goes_on(recent: RecentFile) -> str:
    return _("Go on with %(name)s", name=recent.competition_name or recent.name)
