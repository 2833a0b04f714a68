"""Round-robin schedules: Berger tables for any number of players and the KNDB youth table for ten (spec 30; FIDE C.05)."""

from engine.pairing.draft import Draft, Pair, Request

#: The version of these rules, stored with every pairing.
RULES = "round robin 1"
BERGER, YOUTH = "berger", "youth"
Pairs = list[tuple[int, int]]

#: KNDB youth table for ten players; first named has white.
_YOUTH_10: tuple[tuple[tuple[int, int], ...], ...] = (
    ((1, 6), (2, 5), (3, 4), (7, 10), (8, 9)),
    ((8, 10), (4, 1), (9, 6), (5, 3), (2, 7)),
    ((4, 5), (3, 8), (6, 7), (1, 2), (9, 10)),
    ((2, 3), (4, 9), (7, 8), (10, 6), (5, 1)),
    ((9, 7), (6, 8), (5, 10), (2, 4), (1, 3)),
    ((5, 6), (8, 2), (3, 9), (1, 7), (10, 4)),
    ((7, 5), (10, 3), (8, 1), (9, 2), (6, 4)),
    ((3, 6), (4, 7), (2, 10), (1, 9), (5, 8)),
    ((10, 1), (6, 2), (7, 3), (8, 4), (9, 5)),
)


def tables(players: int) -> tuple[str, ...]:
    """The tables that exist for this number of players, the default first."""
    return (BERGER, YOUTH) if players in (9, 10) else (BERGER,)


def rounds(players: int, double: bool = False) -> int:
    """How many rounds a schedule has."""
    single = 0 if players < 2 else players - 1 + players % 2
    return single * 2 if double else single


def schedule(players: int, table: str = BERGER, swapped: bool = False, double: bool = False, seam: bool = False) -> list[Pairs]:
    """The rounds of a whole schedule as pairs (white, black) of numbers 1 … ``players``; (number, 0) is a bye, listed last.

    ``swapped``: all colours exchanged. ``double``: a second cycle follows with the opposite colours. ``seam``: the last two rounds of
    the first cycle change places, so that nobody has the same colour three times where the cycles meet (FIDE's advice). An odd number
    plays the table of one more, whose highest number is the bye. ValueError when the table does not exist for this number.
    """
    if table not in tables(players):
        raise ValueError(f"no {table} table for {players} players")
    if players < 2:
        return []
    size = players + players % 2
    cycle = [list(one) for one in _YOUTH_10] if table == YOUTH else [_berger(size, number) for number in range(1, size)]
    if players < size:
        cycle = [_with_bye(one, size) for one in cycle]
    first, second = (_swap(cycle), cycle) if swapped else (cycle, _swap(cycle))
    if seam and len(first) > 1:
        first = [*first[:-2], first[-1], first[-2]]
    return [*first, *second] if double else first


def pair(request: Request) -> Draft:
    """Round ``request.round`` of the whole schedule, everybody numbered by lot number (order of entry when these are equal).

    ``request.options``: ``table``, ``swapped``, ``double``, ``seam`` as in ``schedule``. No pairs when the schedule has no such round.
    """
    options = request.options
    listed = sorted(request.competition.players, key=lambda player: (player.lot, player.order, player.id))
    cycle = schedule(
        len(listed),
        str(options.get("table", BERGER)),
        bool(options.get("swapped", False)),
        bool(options.get("double", False)),
        bool(options.get("seam", False)),
    )
    pairs = cycle[request.round - 1] if request.round <= len(cycle) else []
    ids = [player.id for player in listed]
    return Draft(
        pairs=tuple(Pair(ids[white - 1], ids[black - 1]) for white, black in pairs if black),
        bye=next((ids[idle - 1] for idle, black in pairs if not black), None),
        rules=RULES,
    )


def _berger(size: int, number: int) -> Pairs:
    """Round ``number`` of the Berger table for an even number of players: one pair with the highest number, the others around it."""
    others = size - 1
    centre = (number + 1) // 2 if number % 2 else (number + size) // 2
    pairs = [(centre, size) if number % 2 else (size, centre)]
    for step in range(1, size // 2):
        pairs.append(((centre + step - 1) % others + 1, (centre - step - 1) % others + 1))
    return pairs


def _with_bye(pairs: Pairs, highest: int) -> Pairs:
    """The pairs of a round in which the highest number does not exist: his opponent has the bye."""
    idle = next(white + black - highest for white, black in pairs if highest in (white, black))
    return [*(pair for pair in pairs if highest not in pair), (idle, 0)]


def _swap(cycle: list[Pairs]) -> list[Pairs]:
    """The same rounds with the colours exchanged; byes stay as they are."""
    return [[(black, white) if black else (white, black) for white, black in one] for one in cycle]
