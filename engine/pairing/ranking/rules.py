"""Which meetings bar a pair, and how the rules are relaxed step by step (spec 21 "Allowed", "If nothing is possible")."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.pairing import facts
from engine.pairing.draft import Fact, fact
from engine.pairing.ranking.options import Options


class Meeting(NamedTuple):
    """How often two players met (or will, in games that stand in later rounds); the round of the nearest of these games and the rounds
    between it and the one to pair; the fewest days between, None where dates are missing.
    """

    times: int
    round: int
    rounds: int
    days: int | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules in force for a round: rounds and days must be more than ``distance`` and ``days`` (−1: the same day is possible), meetings
    fewer than ``meetings``. ``coloured``: the colour limits bar pairs.
    """

    distance: int
    days: int | None
    meetings: int
    coloured: bool

    def bars(self, meeting: Meeting) -> bool:
        """Whether two who met may not meet now."""
        return self.too_often(meeting) or self.too_soon(meeting) or self.too_few_days(meeting)

    def too_often(self, meeting: Meeting) -> bool:
        """Maximum meetings."""
        return meeting.times >= self.meetings

    def too_soon(self, meeting: Meeting) -> bool:
        """Rematch distance in rounds."""
        return meeting.rounds <= self.distance

    def too_few_days(self, meeting: Meeting) -> bool:
        """Rematch distance in days."""
        return self.days is not None and meeting.days is not None and meeting.days <= self.days


def in_force(options: Options) -> Rules:
    """The rules of the options, nothing relaxed."""
    return Rules(options.rematch_distance, options.rematch_days, options.maximum_meetings, options.limits_colours)


def relaxations(first: Rules, meetings: Iterable[Meeting]) -> Iterator[Rules]:
    """The rules, then ever looser ones: without colours, the distance less by one and one, the days likewise, more meetings.

    Each keeps what was relaxed before. Steps that would free no pair are left out.
    """
    yield first
    rules = first
    if rules.coloured:
        rules = replace(rules, coloured=False)
        yield rules
    met = set(meetings)
    barred = {meeting for meeting in met if rules.bars(meeting)}
    for step in _looser(rules, max((meeting.times for meeting in met), default=0)):
        if not barred:
            return
        still = {meeting for meeting in barred if step.bars(meeting)}
        if len(still) < len(barred):
            barred = still
            yield step


def _looser(rules: Rules, most: int) -> Iterator[Rules]:
    """Every single step after the colours, until no meeting bars a pair."""
    for distance in range(rules.distance - 1, -1, -1):
        rules = replace(rules, distance=distance)
        yield rules
    for days in range((-1 if rules.days is None else rules.days) - 1, -2, -1):
        rules = replace(rules, days=days)
        yield rules
    for meetings in range(rules.meetings + 1, most + 2):
        rules = replace(rules, meetings=meetings)
        yield rules


def named(first: Rules, used: Rules) -> list[Fact]:
    """What was relaxed, as remarks on the draft."""
    found = []
    if first.coloured and not used.coloured:
        found.append(Fact(facts.RELAXED_COLOUR))
    if used.distance != first.distance:
        found.append(fact(facts.RELAXED_DISTANCE, distance=first.distance, used=used.distance))
    if used.days != first.days:
        found.append(fact(facts.RELAXED_DAYS, days=first.days or 0, least=(used.days or 0) + 1))
    if used.meetings != first.meetings:
        found.append(fact(facts.RELAXED_MEETINGS, meetings=first.meetings, used=used.meetings))
    return found
