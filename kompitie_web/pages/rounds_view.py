"""What the rounds screen shows: the pairs with their remarks, byes and absences, who has no game, and why a pair was made.

Games and entries come straight from the tables, players from the competition that the frame holds in its cache anyway; the reasons
come from the pairing record of the round.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from engine.competition import BYE, Competition, Player
from engine.pairing import facts
from engine.pairing.draft import Draft, Fact
from engine.pairing.ranking import listing as ranking
from engine.results import exact
from kompitie_web import i18n, messages, pairing_texts, ranking_texts
from kompitie_web.actions.pairing_record import draft_from
from kompitie_web.actions.reasons import reasons_of
from kompitie_web.i18n import N_, _
from kompitie_web.pages import results_view
from kompitie_web.pages.common import engine_competition
from kompitie_web.pages.results_view import EntryLine, GameLine
from kompitie_web.pairing_texts import Explanation
from kompitie_web.store import current, models

BYE_KEY = "bye"
#: Remarks of a pairing about players who are left over.
_ABOUT_WAITING = (
    facts.NOBODY_PRESENT,
    facts.NO_COMPLETE_PAIRING,
    facts.NO_OPPONENT,
    facts.TOO_FEW_OPPONENTS,
    facts.NO_BYE_POSSIBLE,
    facts.ODD_AFTER_BYE,
    facts.INCOMPLETE,
)
#: Remarks that somebody came from a higher group.
_MOVED = (facts.FLOATS, facts.RATING_MOVED)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player as he stands in the table; ``note``: his place in the pairing order and his score, or his lot number."""

    id: int
    name: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class PairRow:
    """A game as a row; ``chips``: (kind, icon, word)."""

    id: int
    table: int
    white: Seat
    black: Seat
    chips: tuple[tuple[str, str, str], ...] = ()
    result: str = ""


@dataclass(frozen=True, slots=True)
class ByeRow:
    """A bye as a row. ``earlier``: the rounds before in which the player had it too."""

    entry: int
    seat: Seat
    reason: str
    by_hand: bool
    has_why: bool
    earlier: str


@dataclass(frozen=True, slots=True)
class Absence:
    """Somebody who is away, and why."""

    name: str
    reason: str


@dataclass
class Table:
    """The games, byes, absences and players without a game of one round."""

    competition: Competition
    round_id: int
    number: int
    games: list[GameLine]
    entries: list[EntryLine]
    draft: Mapping[str, Any] | None
    reasons: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, cid: int, row: models.Round, sport: str) -> "Table":
        """Everything of a round, read once."""
        return cls(
            engine_competition(cid),
            row.id,
            row.number,
            results_view.game_lines(row.id, sport),
            results_view.entry_lines(row.id, sport),
            stored_draft(row.id),
            reason_names(cid),
        )

    def name(self, player: int) -> str:
        """A player's name; '' for somebody who is gone."""
        return self.competition.names.get(player, "")

    @cached_property
    def note(self) -> Callable[[int], str]:
        """From a player to the small text beside his name: his place in the pairing order and his score, or his lot number."""
        if self.draft is None:
            lot = i18n.translate(N_("lot %(lot)s"))
            lots = {player.id: lot % {"lot": player.lot} for player in self.competition.players}
            return lambda player: lots.get(player, "")
        lines = enumerate(self.draft["order"], 1)
        if tuple(self.draft["key_names"]) == ranking.KEY_NAMES:
            notes = {line[0]: _list_note(place, line[1]) for place, line in lines}
            return lambda player: notes.get(player, "")
        text, score = i18n.translate(N_("no. %(place)s · %(points)s")), lru_cache(_score)
        notes = {line[0]: text % {"place": place, "points": score(line[1][0] if line[1] else "0")} for place, line in lines}
        return lambda player: notes.get(player, "")

    def pairs(self) -> list[PairRow]:
        """The rows of the table."""
        note = self.note
        words = self._chip_words()
        return [
            PairRow(
                game.id,
                game.table,
                Seat(game.white_id, game.white, note(game.white_id)),
                Seat(game.black_id, game.black, note(game.black_id)),
                tuple(_chips(game, words.get(frozenset((game.white_id, game.black_id)), ()))),
                game.text,
            )
            for game in self.games
        ]

    def _chip_words(self) -> Mapping[frozenset[int], Sequence[tuple[str, str]]]:
        """The remarks of the pairs as (sign, word), by their players: somebody moved down, a rule that had to be relaxed."""
        if self.draft is None:
            return {}
        found: dict[frozenset[int], list[tuple[str, str]]] = {}
        for one in self.draft["pairs"]:
            words = (("down" if code in _MOVED else "warn", pairing_texts.chip(Fact(code))) for code, _arguments in one[3])
            found[frozenset((one[0], one[1]))] = list(dict.fromkeys(word for word in words if word[1]))
        return found

    def byes(self) -> list[ByeRow]:
        """Who has the bye, also when the arbiter gave it."""
        note = self.note
        return [
            ByeRow(
                entry.id,
                Seat(entry.player_id, entry.player, note(entry.player_id)),
                self.reasons.get(BYE, BYE),
                entry.origin == "hand",
                entry.origin == "hand" or self.draft is not None,
                self._earlier_byes(entry.player_id),
            )
            for entry in self.entries
            if entry.reason == BYE
        ]

    def _earlier_byes(self, player: int) -> str:
        entries = self.competition.entries
        return ", ".join(
            str(one.round) for one in entries if one.player == player and one.reason == BYE and one.round < self.number
        )

    def absent(self) -> list[Absence]:
        """Who is away, with the reason and what he did elsewhere."""
        return [
            Absence(
                entry.player,
                ", ".join(part for part in (self.reasons.get(entry.reason, entry.reason), entry.opponent, entry.text) if part),
            )
            for entry in self.entries
            if entry.reason != BYE
        ]

    def free(self) -> list[Player]:
        """Who takes part in the round and has neither a game nor an entry, by lot number."""
        busy = {player for game in self.games for player in (game.white_id, game.black_id)}
        busy |= {entry.player_id for entry in self.entries}
        found = [player for player in self.competition.players if player.in_schedule(self.number) and player.id not in busy]
        return sorted(found, key=lambda player: (player.lot, player.order))

    def seats(self, players: Sequence[Player]) -> list[Seat]:
        """Players as seats."""
        note = self.note
        return [Seat(player.id, self.name(player.id), note(player.id) or _("lot %(lot)s", lot=player.lot)) for player in players]

    def explanation(self, key: str) -> Explanation | None:
        """Why a pair meets (``key`` = its game) or why somebody has the bye (``bye``); None when there is no such pair."""
        if key == BYE_KEY:
            return self._why_bye()
        game = next((game for game in self.games if str(game.id) == key), None)
        return None if game is None else pairing_texts.explain(self._why(game), self.name)

    def _why(self, game: GameLine) -> list[Fact]:
        wanted = {game.white_id, game.black_id}
        draft = self._draft()
        pair = next((one for one in draft.pairs if {one.white, one.black} == wanted), None) if draft is not None else None
        if pair is None or not pair.why:
            code = facts.KEPT_BY_HAND if game.origin == "hand" else pairing_texts.SCHEDULE
            return [Fact(code, {"player": game.white_id, "opponent_player": game.black_id})]
        turned = [Fact(pairing_texts.REVERSED, {"player": game.white_id})] if pair.white != game.white_id else []
        if len(pair.why) == 1:
            return [*pair.why, *pair.remarks, *turned]
        return [*pair.why[:-1], *pair.remarks, pair.why[-1], *turned]

    def _why_bye(self) -> Explanation | None:
        entry = next((entry for entry in self.entries if entry.reason == BYE), None)
        if entry is None:
            return None
        draft = self._draft()
        if draft is not None and draft.bye == entry.player_id and draft.bye_why:
            return pairing_texts.explain(draft.bye_why, self.name)
        return pairing_texts.explain([Fact(facts.BYE_KEPT, {"player": entry.player_id})], self.name)

    def _draft(self) -> Draft | None:
        return draft_from(self.draft) if self.draft is not None else None

    def remarks(self) -> list[str]:
        """What is to be said about the pairing as a whole."""
        draft = self._draft_remarks()
        return [pairing_texts.markup(fact, self.name) for fact in draft]

    def _draft_remarks(self) -> Sequence[Fact]:
        """Those of the record that still hold: why somebody is left over is told only as long as he is."""
        if self.draft is None or not self.draft["remarks"]:
            return ()
        waiting = {player.id for player in self.free()}
        found = draft_from({**self.draft, "pairs": [], "order": []}).remarks
        return [fact for fact in found if fact.code not in _ABOUT_WAITING or (waiting and self._waits(fact, waiting))]

    def _waits(self, fact: Fact, waiting: set[int]) -> bool:
        """Whether those named by a remark about players without a game have none now either."""
        if fact.code == facts.NO_OPPONENT:
            return fact.arguments["player"] in waiting
        if fact.code == facts.INCOMPLETE:
            named = fact.arguments["players"]
            return isinstance(named, tuple) and waiting.issuperset(named)
        if fact.code == facts.ODD_AFTER_BYE:
            return any(entry.reason == BYE for entry in self.entries)
        return True


def stored_draft(round_id: int) -> Mapping[str, Any] | None:
    """How the round was paired, as stored; kept until the file changes, because it holds every reason of every pair."""

    def read() -> Mapping[str, Any] | None:
        record = models.PairingRecord
        row = record.select(record.content).where(record.round == round_id).order_by(record.id.desc()).first()
        return row.content["draft"] if row is not None else None

    return current().cached(("pairing draft", round_id), read)


def reason_names(cid: int) -> dict[str, str]:
    """The reasons' names on the screen by key, in the order of the list."""
    return {row.key: messages.reason_text(row) for row in reasons_of(cid)}


def _score(stored: str) -> str:
    return i18n.number(exact(stored))


def _list_note(place: int, keys: Sequence[str]) -> str:
    """The small text of a pairing by list: place, KL and AL."""
    balance, streak = (int(key) for key in keys)
    signed = i18n.number(balance) if balance <= 0 else f"+{i18n.number(balance)}"
    return _(
        "no. %(place)s · KL %(balance)s · AL %(streak)s", place=place, balance=signed, streak=ranking_texts.last_colours(streak)
    )


def _chips(game: GameLine, words: Sequence[tuple[str, str]]) -> list[tuple[str, str, str]]:
    found = []
    if game.locked:
        found.append(("pen", "lock", _("locked")))
    elif game.origin == "hand":
        found.append(("pen", "lock", _("by hand")))
    found += [("warn", sign, word) for sign, word in words]
    if game.date:
        found.append(("", "clock", i18n.date(game.date, "short")))
    return found
