"""The rounds screen as a whole: state, the one next step, tools, panels and warnings of a round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flask import url_for

from engine.competition import CLOSED, DRAFT, PLANNED, PUBLISHED
from engine.pairing import round_robin
from kompitie_web import i18n, messages
from kompitie_web.actions import rounds as actions
from kompitie_web.actions import sessions
from kompitie_web.actions.presets import round_by_round
from kompitie_web.i18n import _, ngettext
from kompitie_web.pages import choosing, results_view, rounds_selection
from kompitie_web.pages.common import next_step
from kompitie_web.pages.round_screen import Notice, Question, RoundView
from kompitie_web.pages.rounds_selection import Selection
from kompitie_web.pages.rounds_view import Absence, ByeRow, PairRow, Seat, Table
from kompitie_web.pairing_texts import Explanation
from kompitie_web.store import models

PUBLIC = (PUBLISHED, CLOSED)
PANELS = ("new", "bye", "date", "delete", "schedule", "discard", "close", "reopen", "add", "again")
_ICONS = {PLANNED: "clock", DRAFT: "result", PUBLISHED: "check", CLOSED: "lock"}
_KINDS = {PLANNED: "", DRAFT: "warn", PUBLISHED: "ok", CLOSED: "pen"}


@dataclass(frozen=True)
class Tab:
    """A round in the tabs."""

    number: int
    word: str
    icon: str


@dataclass(frozen=True)
class Step:
    """The big button: a link, a form that is sent, or the button of the form ``form`` on the page."""

    text: str = ""
    url: str = ""
    is_post: bool = False
    form: str = ""


@dataclass(frozen=True)
class Tool:
    """A button above the table, or a line of the menu beside it."""

    text: str
    url: str
    icon: str = ""
    key: str = ""
    is_post: bool = False


@dataclass(frozen=True)
class Schedule:
    """What the panel of the round-robin schedule proposes."""

    text: str
    from_round: int
    table: str
    tables: Sequence[tuple[str, str]]
    double: bool
    seam: bool
    button: str


@dataclass
class View(RoundView):
    """Everything the templates of the rounds screen show."""

    SCREEN = "rounds"
    PARTS = "rounds/_parts.html"

    state: str
    pairing: str
    table: Table
    row: models.Round
    competition: models.Competition
    tabs: list[Tab] = field(default_factory=list)
    lead: str = ""
    next: Step = field(default_factory=Step)
    tools: list[Tool] = field(default_factory=list)
    menu: list[Tool] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    pairs: list[PairRow] = field(default_factory=list)
    byes: list[ByeRow] = field(default_factory=list)
    absent: list[Absence] = field(default_factory=list)
    unpaired: list[Seat] = field(default_factory=list)
    present: list[Seat] = field(default_factory=list)
    picked: list[int] = field(default_factory=list)
    selection: Selection | None = None
    why_game: int | str = ""
    explanation: Explanation | None = None
    panel: str = ""
    form: Mapping[str, str] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    errors: dict[str, str] = field(default_factory=dict)
    question: Question | None = None
    schedule: Schedule | None = None

    @cached_property
    def why_url(self) -> str:
        """Where a script asks for one explanation."""
        return url_for("rounds.why", cid=self.cid, number=self.number)

    @cached_property
    def selection_url(self) -> str:
        """Where a script asks for the bar of the players picked up."""
        return url_for("rounds.selection", cid=self.cid, number=self.number)

    @property
    def is_planned(self) -> bool:
        """Whether nothing was made of the round yet."""
        return self.state == PLANNED

    @property
    def is_public(self) -> bool:
        """Whether the round is published or closed."""
        return self.state in PUBLIC

    @property
    def state_word(self) -> str:
        """The state of the round in a word."""
        return state_word(self.state)

    @property
    def state_kind(self) -> str:
        """The colour of the state."""
        return _KINDS[self.state]

    @property
    def state_icon(self) -> str:
        """The sign of the state."""
        return _ICONS[self.state]

    @property
    def caption(self) -> str:
        """The name of the table for those who hear the page."""
        return _("Pairs of round %(number)s, %(state)s", number=self.number, state=self.state_word)

    @property
    def in_turn(self) -> bool:
        """Whether each round is paired after the results of the one before."""
        return round_by_round(self.pairing)

    @property
    def can_pair_again(self) -> bool:
        """Whether the draft can be paired again."""
        return self.state == DRAFT and self.in_turn

    @property
    def bye_expected(self) -> bool:
        """Whether one of those present will have no game."""
        return len(self.present) % 2 == 1

    @property
    def bye_leaves_one(self) -> bool:
        """Whether the number of players is even, so that with a bye by hand somebody else has no game either."""
        return bool(self.table.games or self.present) and len(self.present or self.unpaired) % 2 == 0 and not self.byes

    @property
    def unpaired_text(self) -> str:
        """What can be done with players without a game."""
        if self.state in PUBLIC:
            return _("pick two to pair them; a late player gets his place on the page of the player")
        return _("pick two to pair them, or pick one and swap with somebody in a game")

    @property
    def date(self) -> str:
        """The date of the round, ISO."""
        return str(self.row.date)

    @property
    def session(self) -> str:
        """The session label of the round."""
        return str(self.row.session)

    @property
    def sessions(self) -> list[str]:
        """The labels of the evenings, and those that other rounds have."""
        return sessions.offered(self.cid)

    @property
    def round_choices(self) -> list[tuple[int, str]]:
        """The rounds that a game by hand can go to."""
        open_rounds = [one for one in self.table.competition.rounds if one.state != CLOSED or one.number == self.number]
        return [(one.number, f"{one.number} · {state_word(one.state)}") for one in open_rounds]

    @property
    def entered(self) -> int:
        """How many results the round holds."""
        return sum(1 for game in self.table.games if game.result or game.annulled) + sum(
            1 for line in self.table.entries if line.result
        )

    @property
    def neighbour(self) -> int:
        """Where the results go when the round is deleted; 0 = nowhere."""
        if self.number > 1:
            return self.number - 1
        return 2 if len(self.tabs) > 1 else 0

    def is_in_hand(self, row: PairRow) -> bool:
        """Whether a player of this pair is picked up, or its explanation is open."""
        return row.id == self.why_game or row.white.id in self.picked or row.black.id in self.picked

    def open_panel(self, panel: str, form: Mapping[str, str] | None = None) -> None:
        """Open a panel, with what was typed in it."""
        if panel not in PANELS:
            return
        self.panel, self.form = panel, form or {}
        if panel in ("new", "bye"):
            self.names = [one.label for one in choosing.choices(self.cid)]
        if panel == "schedule":
            self.schedule = _schedule(self)

    def pick(self, players: Sequence[int]) -> None:
        """Take up players."""
        self.picked = list(players)
        self.selection = rounds_selection.of(self.table, self.row, players) if players else None

    def explain(self, key: str) -> None:
        """Open the explanation of a game, or of the bye."""
        self.explanation = self.table.explanation(key)
        if self.explanation is not None:
            self.why_game = int(key) if key.isdecimal() else key


def state_word(state: str) -> str:
    """A round's state in a word."""
    words = {PLANNED: _("planned"), DRAFT: _("draft"), PUBLISHED: _("published"), CLOSED: _("closed")}
    return words[state]


def bare(competition: models.Competition, row: models.Round) -> View:
    """The round without what only the whole screen shows."""
    table = Table.of(competition.id, row, competition.sport)
    return View(competition.id, row.number, row.state, competition.pairing, table, row, competition)


def load(competition: models.Competition, row: models.Round) -> View:
    """The whole screen of a round."""
    view = bare(competition, row)
    table = view.table
    view.tabs = [
        Tab(one.number, state_word(one.state), "" if one.state == PLANNED else _ICONS[one.state])
        for one in table.competition.rounds
    ]
    view.pairs, view.byes, view.absent = table.pairs(), table.byes(), table.absent()
    free = table.free()
    if view.is_planned and not view.pairs:
        view.present = table.seats(free)
    elif competition.pairing != "none":
        view.unpaired = table.seats(free)
    view.remarks = table.remarks()
    view.lead = _lead(view)
    view.next = _next(view)
    view.tools, view.menu = _tools(view), _menu(view)
    view.notices = _notices(view)
    if view.pairing == "round_robin" and view.is_planned and not view.pairs:
        view.open_panel("schedule")
    return view


def _lead(view: View) -> str:
    parts = [i18n.date(view.date) if view.date else _("no date yet"), view.session]
    if view.pairs:
        parts.append(ngettext("%(n)s game", "%(n)s games", len(view.pairs)))
        names = " · ".join(bye.seat.name for bye in view.byes)
        parts.append(_("bye: %(players)s", players=names) if names else _("nobody has the bye"))
        if view.absent:
            parts.append(ngettext("%(n)s absent", "%(n)s absent", len(view.absent)))
    if view.state in PUBLIC and view.row.published:
        parts.append(_("published at %(time)s", time=i18n.time(view.row.published)))
    return " · ".join(part for part in parts if part)


def _first_open(view: View) -> int:
    """The first round that is not public yet."""
    return min((one.number for one in view.table.competition.rounds if one.state not in PUBLIC), default=0)


def _next(view: View) -> Step:
    """The one sensible next step of this round."""
    if view.state == DRAFT:
        return Step(
            _("Publish round %(number)s", number=view.number), url_for("rounds.publish", cid=view.cid, number=view.number), True
        )
    if view.is_planned:
        return _next_planned(view)
    waiting = sum(1 for game in view.table.games if game.is_open)
    if waiting:
        text = ngettext("%(n)s result to enter", "%(n)s results to enter", waiting)
        return Step(text, url_for("results.page", cid=view.cid, number=view.number))
    step = next_step(view.cid)
    return Step(step.label, step.url)


def _next_planned(view: View) -> Step:
    if len(view.table.competition.players) < 2:
        return Step(_("Enter the players"), url_for("players.page", cid=view.cid))
    if view.in_turn:
        first = _first_open(view)
        if first != view.number:
            return Step(_("Round %(number)s comes first", number=first), url_for("rounds.page", cid=view.cid, number=first))
        return Step(_("Pair round %(number)s", number=view.number), url_for("rounds.draft", cid=view.cid, number=view.number), True)
    if view.pairs:
        return Step(
            _("Publish round %(number)s", number=view.number), url_for("rounds.publish", cid=view.cid, number=view.number), True
        )
    if view.pairing == "round_robin":
        return Step(_("Make the schedule"), form="schedule")
    return Step(_("New game by hand"), f"{view.base}?panel=new")


def _tools(view: View) -> list[Tool]:
    found = []
    if view.can_pair_again:
        address = url_for("rounds.draft", cid=view.cid, number=view.number)
        found.append(Tool(_("Pair again"), address, "swap", "o", True))
    if view.state != CLOSED:
        found.append(Tool(_("New game"), f"{view.base}?panel=new", "plus", "n"))
    if view.state in (PLANNED, DRAFT) and view.pairing != "none" and not view.byes:
        found.append(Tool(_("Give the bye"), f"{view.base}?panel=bye"))
    if view.pairs:
        found.append(Tool(_("Print"), url_for("printing.page", cid=view.cid), "print"))
    return found


def _menu(view: View) -> list[Tool]:
    found = [Tool(_("Date and session"), f"{view.base}?panel=date", "clock")]
    if view.pairing == "round_robin" and view.state != CLOSED:
        found.append(Tool(_("Round-robin schedule"), f"{view.base}?panel=schedule", "standing"))
    if view.state == DRAFT:
        found.append(Tool(_("Throw the draft away"), f"{view.base}?panel=discard", "remove"))
    if view.state == PUBLISHED:
        if view.in_turn:
            found.append(Tool(_("Pair again what is unplayed"), f"{view.base}?panel=again", "swap"))
        found.append(Tool(_("Close the round"), f"{view.base}?panel=close", "lock"))
    if view.state == CLOSED:
        found.append(Tool(_("Open the round again"), f"{view.base}?panel=reopen", "key"))
    found.append(Tool(_("Add a round"), f"{view.base}?panel=add", "plus"))
    found.append(Tool(_("Delete the round"), f"{view.base}?panel=delete", "remove"))
    return found


def _notices(view: View) -> list[Notice]:
    """Open games of earlier rounds, and whether so many rounds can be paired at all."""
    if view.state in PUBLIC:
        return []
    found = [
        Notice(messages.notice_text(notice), kind="warn")
        for notice in actions.warnings(view.cid)
        if notice.code != "games_open" and view.number == _first_open(view)
    ]
    for tab in results_view.tabs(view.cid):
        if tab.number < view.number and tab.open and tab.state in PUBLIC and view.in_turn:
            text = ngettext(
                "Round %(number)s still has %(n)s open game.",
                "Round %(number)s still has %(n)s open games.",
                tab.open,
                number=tab.number,
            )
            link = _("To the results of round %(number)s", number=tab.number)
            found.append(Notice(text, url_for("results.page", cid=view.cid, number=tab.number), link, "warn"))
    return found


def _schedule(view: View) -> Schedule:
    options = view.competition.pairing_options
    first = actions.first_free_round(view.cid)
    players = sum(1 for player in view.table.competition.players if player.in_schedule(first))
    names = {"berger": _("Berger (FIDE)"), "youth": _("Youth table for ten (KNDB)")}
    tables = [(key, names[key]) for key in round_robin.tables(players)]
    chosen = options.get("table", "berger")
    count = round_robin.rounds(players)
    text = ngettext(
        "With %(n)s player a single round robin takes %(rounds)s rounds; unplayed games in these rounds are replaced, games with a result "
        "never.",
        "With %(n)s players a single round robin takes %(rounds)s rounds; unplayed games in these rounds are replaced, games with a result "
        "never.",
        players,
        rounds=count,
    )
    return Schedule(
        text=text,
        from_round=first,
        table=chosen if chosen in dict(tables) else tables[0][0],
        tables=tables,
        double=bool(options.get("double")),
        seam=bool(options.get("seam")),
        button="" if view.is_planned and not view.pairs else _("Make the schedule"),
    )
