"""The pairing by list against the slow reading of its rules, on random rounds: ``python -m tests.fuzz.ranking``."""

import argparse
import random
import sys
import time
from datetime import date, timedelta

from engine.competition import PLANNED, Competition, Game, Player, Round, SingleEntry
from engine.pairing import facts, ranking
from engine.pairing.draft import Draft, Request
from tests.engine.brute_ranking import Brute

RESULTS = ("2-0", "2-0", "1-1", "0-2", "0-2", "+1-1", "", "adj", "2-0F", "0-0F")


def request(seed: int, largest: int = 10) -> Request:
    """A round of a club where everything happens: absences, byes, forfeits, games by hand, later games, clubs and families."""
    chance = random.Random(seed)
    size = chance.randint(1, largest)
    number = chance.randint(1, 9)
    clubs, families = chance.choice((("",), ("", "A", "B"), ("A", "a", "B", "C"))), chance.choice((("",), ("", "", "", "X")))
    players = tuple(
        Player(one, chance.randint(1, size), order=one, club=chance.choice(clubs), family=chance.choice(families))
        for one in range(1, size + 1)
    )
    first_day = date(2024, 9, 6)
    days = sorted(chance.sample(range(60), 12))
    rounds = [
        Round(
            one, *((PLANNED,) if one >= number else ()), date="" if chance.random() < 0.1 else str(first_day + timedelta(days[one]))
        )
        for one in range(1, 11)
    ]
    games: list[Game] = []
    entries: list[SingleEntry] = []
    for one in range(1, number):
        _play(chance, one, size, games, entries, chance.choice((0.0, 0.1, 0.4)))
    for one in (number, 10):
        if size > 3 and chance.random() < 0.2:
            white, black = chance.sample(range(1, size + 1), 2)
            games.append(Game(one, white, black, "", annulled=chance.random() < 0.1, by_hand=True))
    if chance.random() < 0.2:
        _enter(chance, number, size, games, entries)
    ids = list(range(1, size + 1))
    pairs = [(one, other) for one in ids for other in ids if one < other]
    forbidden = frozenset(chance.sample(pairs, min(len(pairs), chance.choice((0, 0, 1, 2, size)))))
    competition = Competition(players, tuple(rounds), tuple(games), tuple(entries), planned_rounds=10, forbidden=forbidden)
    chance.shuffle(ids)
    present = tuple(player for player in ids if chance.random() < 0.93)
    order = tuple(sorted(ids, key=lambda _: chance.random()))
    return Request(
        competition, number, present, options=options(chance), seed=seed, order=order, allow_incomplete=chance.random() < 0.5
    )


def _play(chance: random.Random, number: int, size: int, games: list[Game], entries: list[SingleEntry], absent: float) -> None:
    """A round between players who are rather near to each other, so that they meet again and again."""
    there = sorted((one for one in range(1, size + 1) if chance.random() >= absent), key=lambda one: one + chance.uniform(0, 4))
    if len(there) % 2:
        entries.append(SingleEntry(number, there.pop(chance.choice((-1, -1, 0))), "bye"))
    for one, other in zip(there[::2], there[1::2], strict=True):
        white, black = (one, other) if chance.random() < 0.6 else (other, one)
        own_day = str(date(2024, 9, 20)) if chance.random() < 0.05 else ""
        games.append(Game(number, white, black, chance.choice(RESULTS), date=own_day, annulled=chance.random() < 0.03))


def _enter(chance: random.Random, number: int, size: int, games: list[Game], entries: list[SingleEntry]) -> None:
    """The arbiter gives a bye or an absence in the round to pair."""
    busy = {player for game in games if game.round == number for player in (game.white, game.black)}
    free = [one for one in range(1, size + 1) if one not in busy]
    if free:
        entries.append(SingleEntry(number, chance.choice(free), chance.choice(("bye", "with_notice"))))


def options(chance: random.Random) -> dict[str, int | str | bool | None]:
    """Any settings."""
    return {
        "search": chance.choice(("from_top", "from_top", "balanced")),
        "fewest_repeats": chance.random() < 0.4,
        "lot_rounds": chance.choice((0, 0, 0, 3)),
        "rematch_distance": chance.choice((0, 1, 2, 3, 6)),
        "rematch_days": chance.choice((None, None, 7)),
        "maximum_meetings": chance.choice((1, 2, 2, 3)),
        "maximum_colour_balance": chance.choice((None, None, 1, 2)),
        "not_three_in_a_row": chance.random() < 0.3,
        "forbid_same_club": chance.random() < 0.3,
        "forbid_same_family": chance.random() < 0.3,
        "bye": chance.choice(("lowest", "lowest", "whoever_is_left")),
        "white": chance.choice(("higher", "lower")),
    }


def difference(asked: Request, draft: Draft) -> str | None:
    """What the slow reading says otherwise, None when both agree."""
    slow = Brute(asked, [line.player for line in draft.order])
    playing = {player for pair in draft.pairs if pair.kept for player in (pair.white, pair.black)}
    away = {entry.player for entry in asked.competition.entries if entry.round == asked.round and entry.reason != "bye"}
    if sorted(slow.listed) != sorted(set(asked.present) - away | playing):
        return "the list is not that of the players concerned"
    made = {(pair.white, pair.black) for pair in draft.pairs if not pair.kept}
    answer = slow.pair() if slow.waiting else None
    if answer is None:
        return _incomplete_difference(asked, draft, slow, made)
    if draft.unpaired:
        return "a complete pairing exists"
    if draft.bye != answer.bye and not slow.bye_given:
        return f"bye {draft.bye}, should be {answer.bye}"
    if answer.key is None and made != answer.games:
        return f"{sorted(made)}, should be {sorted(answer.games)}"
    if answer.key is not None:
        key = slow.key([(one, other) for one, other in made], answer.bye if asked.options["bye"] == "whoever_is_left" else None)
        if answer.key != key and answer.key[:2] + answer.key[3:] != key[:2] + key[3:]:
            return f"{sorted(made)} has {key}, should be {answer.key}"
        higher = {player: place for place, player in enumerate(slow.listed)}
        wrong = [
            (white, black)
            for white, black in made
            if slow.white_and_black(*sorted((white, black), key=higher.__getitem__)) != (white, black)
            or not slow.allowed(white, black, answer.level)
        ]
        if wrong:
            return f"{wrong} are not allowed or have the wrong colours"
    return _named_difference(asked, draft, slow, answer.level.colours, (answer.level.distance, answer.level.meetings))


def _named_difference(asked: Request, draft: Draft, slow: Brute, colours: bool, numbers: tuple[int, int]) -> str | None:
    """Whether the draft names the rules that were relaxed, whole or as far as any pair is freed."""
    codes = {one.code: one.arguments for one in draft.remarks}
    limited = slow.option["maximum_colour_balance"] is not None or slow.option["not_three_in_a_row"]
    if (facts.RELAXED_COLOUR in codes) != (limited and not colours):
        return "colours relaxed, not named (or the other way round)"
    distance = codes.get(facts.RELAXED_DISTANCE, {"used": slow.option["rematch_distance"]})["used"]
    meetings = codes.get(facts.RELAXED_MEETINGS, {"used": slow.option["maximum_meetings"]})["used"]
    return None if (distance, meetings) == numbers else f"relaxed to {(distance, meetings)}, should be {numbers}"


def _incomplete_difference(asked: Request, draft: Draft, slow: Brute, made: set[tuple[int, int]]) -> str | None:
    """Nothing is paired, or as much as possible when that was asked."""
    if not slow.waiting:
        return "nobody waits" if made or draft.unpaired else None
    if not draft.unpaired:
        return "no complete pairing exists"
    if not asked.allow_incomplete:
        return "nothing should be paired" if made else None
    if any(slow.never(white, black) for white, black in made):
        return "a forbidden pair"
    return None if len(made) == slow.most_pairs() else f"{len(made)} pairs, should be {slow.most_pairs()}"


def main(argv: list[str] | None = None) -> int:
    """Compare until enough rounds are done; 1 when one differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--largest", type=int, default=9)
    chosen = parser.parse_args(argv)
    start, wrong = time.perf_counter(), 0
    for seed in range(chosen.seed, chosen.seed + chosen.rounds):
        asked = request(seed, chosen.largest)
        found = difference(asked, ranking.pair(asked))
        if found:
            wrong += 1
            print(f"seed {seed} round {asked.round}: {found}")
    print(f"ranking: {chosen.rounds - wrong} of {chosen.rounds} rounds agree ({time.perf_counter() - start:.0f} s)")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
