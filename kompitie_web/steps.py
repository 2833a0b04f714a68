"""The steps of the day on the rail of every page, the frame around a page, and the one sensible next step in words."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from kompitie_web.i18n import N_, _, current_language, ngettext

#: The steps of the day: key of the blueprint, name, icon; the last two stand apart.
STEPS = (
    ("players", N_("Players"), "players"),
    ("presence", N_("Presence"), "present"),
    ("rounds", N_("Rounds"), "round"),
    ("results", N_("Results"), "result"),
    ("standings", N_("Standings"), "standing"),
    ("printing", N_("Print"), "print"),
    ("settings", N_("Settings"), "settings"),
    ("history", N_("History"), "history"),
)
#: The letter after ``g`` that goes to a step, by language: the first free letter of its name.
STEP_LETTERS = {"nl": "saruopig", "fr": "jpraceih", "en": "perstnih"}
#: The steps that do not fit on the bar of a telephone and stand under "More" there.
LATE = ("printing", "settings", "history")


@dataclass(frozen=True)
class Step:
    """A step on the rail."""

    key: str
    label: str
    icon: str
    letter: str
    url: str
    count: str
    is_current: bool
    is_late: bool


@dataclass(frozen=True)
class Frame:
    """What base.html shows around the page. ``scope``: the competition whose actions Undo takes back, '' = the file's own.

    ``is_restored``: a copy was put back and nothing was done since, so that Undo only tells the way back. The values by default are
    those of a page without an open file.
    """

    steps: tuple[Step, ...]
    file_name: str = ""
    competition_id: int | None = None
    competition_name: str = ""
    competitions: tuple[tuple[int, str], ...] = ()
    saved: str = ""
    scope: str = ""
    undo: str = ""
    redo: str = ""
    is_restored: bool = False


def rail(
    address: Callable[[str], str] = lambda key: "",
    counts: Mapping[str, str] | None = None,
    current: Collection[str] = (),
    only: Collection[str] | None = None,
) -> tuple[Step, ...]:
    """The steps with their addresses and figures; without an address a step cannot be pressed. ``only``: no others than these."""
    letters = list(STEP_LETTERS[current_language()])
    return tuple(
        Step(
            key=key,
            label=_(name),
            icon=icon,
            letter=letter,
            url=address(key),
            count=(counts or {}).get(key, ""),
            is_current=key in current,
            is_late=key in LATE,
        )
        for (key, name, icon), letter in zip(STEPS, letters, strict=True)
        if only is None or key in only
    )


def step_text(key: str, arguments: Mapping[str, int]) -> str:
    """The sentence of a next step; also for files that are not open now."""
    number = arguments.get("number", 0)
    if key == "pair":
        return _("Pair round %(number)s", number=number)
    if key == "round":
        return _("To round %(number)s", number=number)
    if key == "publish":
        return _("Publish round %(number)s", number=number)
    if key == "results":
        count = arguments.get("open", 0)
        return ngettext(
            "%(n)s result to enter in round %(number)s", "%(n)s results to enter in round %(number)s", count, number=number
        )
    if key == "standing":
        return _("To the standings after round %(number)s", number=number)
    if key == "finished":
        return _("See the final standings")
    return _("Enter the players")
