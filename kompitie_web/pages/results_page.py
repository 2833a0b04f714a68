"""The results screen as a whole: which rows are typed in, which stand below, what the big button says, and its sentences."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from flask import url_for

from engine import results as codes
from kompitie_web import i18n, result_texts
from kompitie_web.actions.reasons import reasons_of
from kompitie_web.actions.result_codes import allows_free_scores
from kompitie_web.i18n import _, ngettext
from kompitie_web.messages import reason_text
from kompitie_web.pages import choosing, results_view
from kompitie_web.pages.common import NextStep, next_step
from kompitie_web.pages.results_view import EntryLine, GameLine, Progress, RoundTab, Typed
from kompitie_web.pages.round_screen import Notice, Question, RoundView
from kompitie_web.store import models

if TYPE_CHECKING:
    from kompitie_web.actions.results import Change

PUBLIC = ("published", "closed")
_NAMED = 4


@dataclass
class EntryForm:
    """The form of a single entry as shown or sent."""

    player: str = ""
    reason: str = "external"
    opponent: str = ""
    result: str = ""
    colour: str = ""
    id: int = 0
    question: str = ""
    errors: dict[str, str] = field(default_factory=dict)

    @classmethod
    def sent(cls, form: Mapping[str, str]) -> "EntryForm":
        """What a form sent."""
        player, reason, opponent = (form.get(name, "") for name in ("player", "reason", "opponent"))
        entry = form.get("entry", "")
        return cls(player, reason, opponent, form.get("result", ""), form.get("colour", ""), int(entry) if entry.isdecimal() else 0)


@dataclass
class View(RoundView):
    """Everything the templates of the results screen show. ``rows`` have a field, ``shown_below`` stand below as finished."""

    SCREEN = "results"
    PARTS = "results/_row.html"

    round_id: int
    sport: str
    free: bool
    check: bool = False
    lead: str = ""
    lines: list[GameLine] = field(default_factory=list)
    rows: list[GameLine] = field(default_factory=list)
    shown_below: list[GameLine] = field(default_factory=list)
    tabs: list[RoundTab] = field(default_factory=list)
    progress: Progress = field(default_factory=lambda: Progress(0, 0))
    notices: list[Notice] = field(default_factory=list)
    entries: list[EntryLine] = field(default_factory=list)
    typed: dict[int, Typed] = field(default_factory=dict)
    agreed: set[int] = field(default_factory=set)
    errors: dict[str, str] = field(default_factory=dict)
    now: int = 0
    more: bool = False
    entry: EntryForm | None = None
    names: list[str] = field(default_factory=list)
    reasons: list[tuple[str, str]] = field(default_factory=list)
    reason_names: Mapping[str, str] = field(default_factory=dict)
    question: Question | None = None
    find: str = ""
    find_error: str = ""
    next_url: str = ""
    next_text: str = ""
    step: NextStep | None = None
    state: str = ""

    @property
    def manner(self) -> bool:
        """The rows of the check pass are others."""
        return self.check

    @property
    def save_url(self) -> str:
        """Where the form of the table goes."""
        return url_for("results.check" if self.check else "results.enter", cid=self.cid, number=self.number)

    @cached_property
    def row_url(self) -> str:
        """Where a script asks for one row."""
        return url_for("results.row", cid=self.cid, number=self.number)

    @property
    def has_games(self) -> bool:
        """Whether there is anything to enter at all."""
        return bool(self.lines)

    @property
    def finished(self) -> bool:
        """Whether any result is in, so that a check pass makes sense."""
        return self.progress.entered > 0

    @property
    def entering(self) -> bool:
        """Whether the big button saves a row."""
        return bool(self.now) or self.progress.open > 0

    @property
    def checked(self) -> int:
        """How many results were typed a second time."""
        return len(self.agreed) + self.differences

    @property
    def differences(self) -> int:
        """How many of them differ."""
        return sum(1 for typed in self.typed.values() if typed.question)

    @property
    def keypad(self) -> list[tuple[str, str, str]]:
        """The buttons under the row in hand."""
        return result_texts.keypad(self.sport, self.free)

    @property
    def key_codes(self) -> dict[str, str]:
        """The keys that mean a result."""
        return result_texts.key_codes(self.sport, self.free)

    @property
    def spellings(self) -> dict[str, str]:
        """Results written in full."""
        return result_texts.spellings(self.sport)

    @property
    def forfeits(self) -> list[str]:
        """The forfeits in the order in which f goes through them."""
        return list(codes.FORFEITS)

    @property
    def texts(self) -> dict[str, str]:
        """How each result stands in its field."""
        return {code: result_texts.text(code, self.sport) for code in codes.CODES}

    @property
    def point_keys(self) -> list[str]:
        """The keys named at the foot of the page."""
        return ["12-0"] if self.free else [key for key in self.key_codes if key.isdigit()]

    @property
    def point_text(self) -> str:
        """What those keys are."""
        return _("both scores") if self.free else _("points of white")

    @property
    def keys_text(self) -> str:
        """The keys in one sentence."""
        if self.free:
            return _("Type both scores, such as 12-0; = draw, f forfeit, a adjourned.")
        if self.sport == "chess":
            return _("1 won, 5 draw, 0 lost; + and - plus and minus draw, f forfeit, a adjourned.")
        return _("2 won, 1 draw, 0 lost; + and - plus and minus draw, f forfeit, a adjourned.")

    def arrange(self, at: int | None) -> None:
        """Divide the games over the two tables and take one in hand."""
        if self.check:
            self.rows = [line for line in self.lines if line.result and not line.annulled and line.id not in self.agreed]
            self.shown_below = [line for line in self.lines if line.id in self.agreed]
        else:
            self.rows = [line for line in self.lines if line.is_open]
            self.shown_below = [line for line in self.lines if not line.is_open]
        self.take_in_hand(at)

    def take_in_hand(self, at: int | None) -> None:
        """The game that is typed in first: the one asked for, else the first that still needs something."""
        known = {line.id for line in (self.rows if self.check else self.lines)}
        untouched = [line.id for line in self.rows if line.id not in self.typed]
        self.now = at if at in known else next(iter([*untouched, *(line.id for line in self.rows)]), 0)

    def find_next_step(self) -> None:
        """What the big button does when every result of this round is in."""
        self.step = next_step(self.cid)
        self.next_url, self.next_text = self.step.url, self.step.label

    def fill_entry(self, entry: EntryForm) -> None:
        """Open the form of a single entry with its choices."""
        self.entry = entry
        self.names = [one.label for one in choosing.choices(self.cid)]
        self.reasons = [(key, name) for key, name in self.reason_names.items() if key != "not_joined"]

    def open_entry(self, asked: str) -> None:
        """The form for a new single entry, or for the one with this id."""
        line = next((line for line in self.entries if str(line.id) == asked), None)
        if line is None:
            self.fill_entry(EntryForm())
        else:
            self.fill_entry(EntryForm(line.code or line.player, line.reason, line.opponent, line.text, line.colour, line.id))


def brief(competition: models.Competition, row: models.Round) -> View:
    """The little that one row needs."""
    cid: int = competition.id
    return View(cid, row.number, row.id, competition.sport, allows_free_scores(cid), state=row.state)


def load(competition: models.Competition, row: models.Round, check: bool, at: int | None, more: bool = False) -> View:
    """The whole screen of a round."""
    view = brief(competition, row)
    view.check, view.more = check, more
    view.lines = results_view.game_lines(row.id, view.sport)
    view.entries = results_view.entry_lines(row.id, view.sport)
    view.tabs = results_view.tabs(view.cid)
    view.reason_names = {row.key: reason_text(row) for row in reasons_of(view.cid)}
    tab = next(tab for tab in view.tabs if tab.number == view.number)
    view.progress = Progress(tab.open, tab.games, tab.adjourned)
    view.arrange(at)
    view.more = more and bool(view.now)
    view.lead = _lead(row)
    view.notices = list(_notices(view, row))
    if not view.entering:
        view.find_next_step()
    return view


def _lead(row: models.Round) -> str:
    parts = [i18n.date(row.date), row.session]
    if row.state in PUBLIC and row.published:
        parts.append(_("published at %(time)s", time=i18n.time(row.published)))
    if row.state == "closed":
        parts.append(_("closed"))
    return " · ".join(part for part in parts if part)


def _notices(view: View, row: models.Round) -> list[Notice]:
    address = url_for("rounds.page", cid=view.cid, number=view.number)
    found = []
    if row.state == "draft":
        text = _("Round %(number)s is still a draft. Publish it before you enter results.", number=view.number)
        found.append(Notice(text, address, _("To the draft"), "warn"))
    elif not view.lines:
        text = _("There are no games in round %(number)s yet.", number=view.number)
        found.append(Notice(text, address, _("To round %(number)s", number=view.number)))
    elif row.state not in PUBLIC:
        text = _("Round %(number)s is not published yet; the first result that you enter publishes it.", number=view.number)
        found.append(Notice(text, address, _("To round %(number)s", number=view.number)))
    earlier = [tab for tab in view.tabs if tab.number < view.number and tab.open and tab.state in PUBLIC and row.state in PUBLIC]
    if earlier:
        found.append(_still_open(view.cid, earlier))
    return found


def _still_open(cid: int, earlier: list[RoundTab]) -> Notice:
    """Earlier rounds have open games: one sentence, however many rounds of a schedule these are, and the way to the first."""
    first, count = earlier[0].number, sum(tab.open for tab in earlier)
    if len(earlier) == 1:
        text = ngettext(
            "Round %(number)s still has %(n)s open game.", "Round %(number)s still has %(n)s open games.", count, number=first
        )
    else:
        text = ngettext("Earlier rounds still have %(n)s open game.", "Earlier rounds still have %(n)s open games.", count)
    link = _("To the results of round %(number)s", number=first)
    return Notice(text, url_for("results.page", cid=cid, number=first), link, "warn")


# ── sentences ────────────────────────────────────────────────────────────────


def nothing_found(wanted: str) -> str:
    """No game of this table, code or name."""
    return _("Nothing found for “%(text)s” in this round. Type a table number, a code or the beginning of a name.", text=wanted)


def game_gone() -> str:
    """The game is not there any more."""
    return _("This game is not in this round any more; it was removed or moved in another window.")


def not_a_result(typed: str, view: View) -> str:
    """What was typed is no result."""
    return _("“%(text)s” is not a result.", text=typed.strip()) + " " + view.keys_text


def changed_meanwhile(line: GameLine, code: str, sport: str) -> Typed:
    """Another window stored something else since this page was shown."""
    stored, wanted = line.typed, result_texts.text(code, sport)
    if stored:
        question = _("Meanwhile %(stored)s was entered for this game, in another window. Nothing was overwritten.", stored=stored)
    else:
        question = _("Meanwhile the result of this game was cleared, in another window. Nothing was overwritten.")
    keep = _("Keep %(stored)s", stored=stored) if stored else _("Leave it open")
    yes = _("Change it to %(wanted)s", wanted=wanted) if wanted else _("Clear it")
    return Typed(wanted, question=question, code=code, yes=yes, no=keep)


def difference(line: GameLine, code: str, sport: str) -> Typed:
    """The check pass found something else than what is stored."""
    stored, typed = line.typed, result_texts.text(code, sport)
    question = _("Different: stored is %(stored)s, typed now is %(typed)s. Look at the slip.", stored=stored, typed=typed)
    return Typed(
        typed,
        question=question,
        code=code,
        yes=_("Change it to %(wanted)s", wanted=typed),
        no=_("Keep %(stored)s", stored=stored),
    )


def change_text(change: "Change", sport: str) -> str:
    """What entering a result did, with who changes place when an earlier round was corrected."""
    words: dict[str, object] = {"table": change.table or "–", "white": change.white, "black": change.black}
    words |= {"result": result_texts.text(change.after, sport), "before": result_texts.text(change.before, sport)}
    if not change.after:
        text = _("Table %(table)s: %(white)s – %(black)s is open again (was %(before)s).", **words)
    elif change.before:
        text = _("Table %(table)s: %(white)s – %(black)s %(result)s (was %(before)s).", **words)
    else:
        text = _("Table %(table)s: %(white)s – %(black)s %(result)s.", **words)
    moved = [_moved(one.name, one.before, one.after) for one in change.places[:_NAMED]]
    if len(change.places) > _NAMED:
        rest = len(change.places) - _NAMED
        moved.append(ngettext("and %(n)s more", "and %(n)s more", rest))
    if not moved:
        return text
    places = _("Places: %(list)s.", list=" · ".join(moved))
    return f"{text} {places}"


def _moved(name: str, before: int | None, after: int | None) -> str:
    return _("%(name)s %(before)s → %(after)s", name=name, before=before or "–", after=after or "–")


def annulled_text(line: GameLine, on: bool) -> str:
    """A game was put in brackets, or counts again."""
    if on:
        return _("%(white)s – %(black)s is annulled: shown in brackets, it counts for nobody.", white=line.white, black=line.black)
    return _("%(white)s – %(black)s counts again.", white=line.white, black=line.black)
