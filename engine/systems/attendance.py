"""Attendance championship of two club evenings: the balance of rounds played and missed, and the points (spec 23; seed 003)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from engine.competition import Competition
from engine.record import Line
from engine.results import ADJOURNED, Side
from engine.results import OPEN as NOT_PLAYED
from engine.systems.attendance_formula import Numbers, Options, parts, points, total, workings
from engine.systems.basis import Basis, Extras, System, counting_rounds, is_played
from engine.systems.options import Problem, problems_of
from engine.terms import Term, Working, of_line

if TYPE_CHECKING:
    from engine.classification import Settings

SALDO = "saldo"
#: What a round was for a player's balance: played, won by forfeit, present by a reason, an open game, absent, not in the schedule.
PLAYED, FORFEIT, PRESENT, OPEN, ABSENT, AWAY = "played", "forfeit", "present", "open", "absent", "away"
UNDECIDED = (NOT_PLAYED, ADJOURNED)
#: Any draw is ½; in half points.
_HALF_POINTS = {Side.WIN: 2, Side.PLUS: 1, Side.DRAW: 1, Side.MINUS: 1, Side.LOSS: 0}


def planned_rounds(basis: Basis) -> int:
    """T: the planned rounds of the period and its evenings."""
    competition, settings = basis.competition, basis.settings
    last = settings.last_round
    if settings.first_round == 1 and last is None and not settings.sessions:
        return competition.planned_rounds or len(competition.rounds)
    labels = settings.sessions
    chosen = (one for one in competition.rounds if settings.first_round <= one.number and (last is None or one.number <= last))
    return sum(1 for one in chosen if not labels or one.session in labels)


class Credit(NamedTuple):
    """What a round does to a balance: in units of the book, and why. One value stands for all rounds of a kind."""

    amount: int
    status: str


@dataclass(slots=True)
class Account:
    """What the formulas need of one player after the rounds so far; the balance in units of the book."""

    own_rating: int
    rounds: int = 0
    games: int = 0
    half_points: int = 0
    ratings: int = 0
    saldo: int = 0

    def add(self, lines: Iterable[Line], ratings: Mapping[int, int]) -> None:
        """Count the games among some lines that were played."""
        games, half_points, total = self.games, self.half_points, self.ratings
        for line in lines:
            if line.is_played and line.opponent is not None and line.side is not None:
                games += 1
                half_points += _HALF_POINTS[line.side]
                total += ratings[line.opponent]
        self.games, self.half_points, self.ratings = games, half_points, total


class Book:
    """The balances and games of all players. ``rounds``: of the progress table; ``counting``: those of them that count, the N rounds."""

    def __init__(self, basis: Basis, options: Options) -> None:
        self.basis, self.options = basis, options
        self.counting = frozenset(counting_rounds(basis))
        last = max([*basis.view.rounds, *self.counting], default=0)
        self.rounds = tuple(sorted(number for number in basis.ledger.rounds if number <= last))
        self._counting = tuple(number for number in self.rounds if number in self.counting)
        self.reset_round = self._reset_round()
        self.ratings = {one.id: options.start_rating if one.rating is None else one.rating for one in basis.competition.players}
        self.unit = lcm(options.absent.denominator, *(credit.denominator for credit in options.credits.values()))
        self._open: dict[int, set[int]] = defaultdict(set)
        for game in basis.competition.games:
            if game.annulled or game.result in UNDECIDED:
                self._open[game.white].add(game.round)
                self._open[game.black].add(game.round)
        self._played, self._forfeit = Credit(self.unit, PLAYED), Credit(self.unit, FORFEIT)
        self._absent, self._waiting, self._away = Credit(self._units(options.absent), ABSENT), Credit(0, OPEN), Credit(0, AWAY)
        self._reasons = {reason: Credit(self._units(credit), PRESENT) for reason, credit in options.credits.items()}

    def _units(self, credit: Fraction) -> int:
        return credit.numerator * (self.unit // credit.denominator)

    def _reset_round(self) -> int | None:
        """The number of the round after which positive balances become 0; None = it is not among the rounds so far."""
        position = self.options.reset_round(planned_rounds(self.basis))
        numbers = sorted(self.basis.ledger.rounds)
        reached = 0 < position <= len(numbers) and numbers[position - 1] <= max(self.counting, default=0)
        return numbers[position - 1] if reached else None

    def credit_of(self, line: Line) -> Credit:
        """What one line gives: a forfeit win is presence without a game, a forfeit loss absence."""
        if line.is_played:
            return self._played
        if line.entry is None:
            return self._forfeit if line.side is Side.FORFEIT_WIN else self._absent
        return self._reasons.get(line.entry.reason, self._absent)

    def credits(self, player: int) -> Mapping[int, Credit]:
        """What each round that counts gives to a player: once, however many games he played in it.

        An open, adjourned or annulled game is neither presence nor absence. Out of the schedule (not joined yet, withdrawn) only games
        count.
        """
        played, forfeit, absent = self._played, self._forfeit, self._absent
        best: dict[int, Credit] = {}
        for line in self.basis.ledger.records[player].lines:
            number, credit = line.round, played if line.is_played else self.credit_of(line)
            if number not in best or credit.amount > best[number].amount:
                best[number] = credit
        found: dict[int, Credit] = {}
        who, waiting = self.basis.competition.by_id[player], self._open.get(player, ())
        for number in self._counting:
            credit = best.get(number, absent)
            if credit is not played and credit is not forfeit:
                if not who.in_schedule(number):
                    credit = self._away
                elif credit is absent and number in waiting:
                    credit = self._waiting
            found[number] = credit
        return found

    def account(self, player: int) -> Account:
        """A player's numbers after the last round."""
        credits, reset = self.credits(player), self.reset_round or 0
        account = Account(self.ratings[player], len(credits))
        account.add(self.basis.ledger.records[player].lines, self.ratings)
        before = sum([credit.amount for number, credit in credits.items() if number <= reset])
        account.saldo = min(before, 0) + sum([credit.amount for number, credit in credits.items() if number > reset])
        return account

    def replay(self, player: int) -> Iterator[Account]:
        """The same account round by round, as it stood after each of them."""
        played: dict[int, list[Line]] = defaultdict(list)
        for line in self.basis.ledger.records[player].lines:
            if line.is_played:
                played[line.round].append(line)
        credits, ratings, reset = self.credits(player), self.ratings, self.reset_round
        account = Account(ratings[player])
        for number in self.rounds:
            if number in played:
                account.add(played[number], ratings)
            if number in credits:
                account.rounds += 1
                account.saldo += credits[number].amount
            if number == reset:
                account.saldo = min(account.saldo, 0)
            yield account

    def numbers(self, account: Account) -> Numbers:
        """An account as the formulas take it."""
        score, saldo = Fraction(account.half_points, 2), Fraction(account.saldo, self.unit)
        return Numbers(account.rounds, account.games, score, account.ratings, account.own_rating, saldo)

    @cached_property
    def finals(self) -> Mapping[int, Numbers]:
        """Everybody's numbers after the last round."""
        return {player: self.numbers(self.account(player)) for player in self.basis.ledger.records}


def _book(basis: Basis) -> Book:
    """The book of a basis, made once."""
    if SYSTEM.key not in basis.kept:
        basis.kept[SYSTEM.key] = Book(basis, Options.read(basis.settings.options))
    book: Book = basis.kept[SYSTEM.key]
    return book


def _rounds(basis: Basis) -> tuple[int, ...]:
    """The rounds of the progress table: up to the last one that was scored or counts."""
    return _book(basis).rounds


def _scores(basis: Basis) -> Mapping[int, Fraction]:
    """The points by formula (II)."""
    book = _book(basis)
    return {player: points(numbers, book.options) for player, numbers in book.finals.items()}


def _progress(basis: Basis) -> Mapping[int, tuple[Fraction, ...]]:
    """The points after each round."""
    book = _book(basis)
    return {player: tuple(_course(book, player)) for player in basis.ledger.records}


def _course(book: Book, player: int) -> Iterator[Fraction]:
    """A player's points after each round: as by ``points``, in whole numbers, since there are thousands of them."""
    weights, sure_games = book.options.weights, book.options.sure_games
    share, share_of = (1 - book.options.threshold).as_integer_ratio()
    of = share_of * book.unit
    for one in book.replay(player):
        missing = (-share * one.saldo if one.saldo < 0 else 0, of)
        found = parts(one.games, (one.half_points, 2), missing, (one.ratings, one.own_rating), sure_games)
        yield total(one.rounds, found, weights)


def _extras(basis: Basis) -> Mapping[int, Extras]:
    """The column of balances."""
    return {player: Extras(((SALDO, numbers.saldo),)) for player, numbers in _book(basis).finals.items()}


def _terms(basis: Basis, player: int) -> tuple[Term, ...]:
    """The games with the opponents' ratings, then round by round the credits that make the balance, and its reset."""
    book = _book(basis)
    lines = basis.ledger.records[player].lines
    games = [_game_term(line, book) for line in lines if line.is_played]
    balance: list[Term] = []
    credits, total = book.credits(player), 0
    for number in book.rounds:
        if number in credits:
            balance.append(_credit_term(number, credits[number], book, [line for line in lines if line.round == number]))
            total += credits[number].amount
        if number == book.reset_round and total > 0:
            balance.append(Term("reset", Fraction(-total, book.unit), round=number))
            total = 0
    return (*games, *balance)


def _game_term(line: Line, book: Book) -> Term:
    """A game: what was scored, against which rating."""
    gained = Fraction(_HALF_POINTS[line.side], 2) if line.side else None
    rating = None if line.opponent is None else Fraction(book.ratings[line.opponent])
    return of_line(line, gained, value=rating, basis="opponent")


def _credit_term(number: int, credit: Credit, book: Book, lines: Sequence[Line]) -> Term:
    """What a round did to the balance, and by which game or entry."""
    amount = Fraction(credit.amount, book.unit)
    source = next((line for line in lines if book.credit_of(line) is credit), None)
    if source is None:
        return Term("credit", amount, round=number, basis=credit.status)
    return replace(of_line(source, amount, basis=credit.status), kind="credit")


def _workings(basis: Basis, player: int) -> tuple[Working, ...]:
    """The formulas with the player's numbers filled in."""
    book = _book(basis)
    return workings(book.finals[player], book.options)


def rounds_to_fix(basis: Basis) -> int | None:
    """T, once positive balances were set to 0 and the options do not hold it yet: from then on it must not change any more (spec 23).

    The number belongs into the option ``planned_rounds``, before the planned rounds of the competition are changed.
    """
    book = _book(basis)
    return planned_rounds(basis) if book.reset_round is not None and book.options.planned_rounds is None else None


def _problems(_competition: Competition, settings: "Settings") -> tuple[Problem, ...]:
    """What the options say of themselves."""
    return problems_of(Options.read, settings.options)


SYSTEM = System(
    key="attendance",
    default_tiebreaks="",
    fewer_games_first=False,
    scores=_scores,
    progress=_progress,
    terms=_terms,
    counts=is_played,
    extras=_extras,
    workings=_workings,
    rounds=_rounds,
    problems=_problems,
)
