"""Round 2 by the rule "even against odd": who had black in round 1 against who had white (spec 31 "Round 2")."""

from collections.abc import Sequence

from engine.matching import Matching, bits, heaviest, is_matchable
from engine.pairing import facts
from engine.pairing.draft import fact
from engine.pairing.field import Field
from engine.pairing.swiss_resistance import reasons
from engine.pairing.swiss_resistance.later_rounds import Progress, pair_group
from engine.pairing.swiss_resistance.waiting_room import Group

Pairs = list[tuple[int, int]]


def pair_all(progress: Progress) -> None:
    """Pair everyone of the field group by group, even against odd; who is left over follows the rule of later rounds."""
    field = progress.field
    groups = field.groups()
    left, carried = field.everyone, 0
    for step, residents in enumerate(groups):
        members = carried | residents
        below = left & ~members
        following = groups[step + 1] if step + 1 < len(groups) else 0
        listed = sorted(bits(members), key=lambda place: (-field.points[place], field.standing.lot(field.ids[place])))
        pairs = Crossing(field, listed, below).best()
        _add(progress, pairs, listed)
        paired = sum(1 << place for pair in pairs for place in pair)
        rest = [place for place in listed if not paired >> place & 1]
        odd = _leave_one(progress, rest, below, field.points[max(listed)]) if len(rest) % 2 else 0
        waiting = 0
        inner = sum(1 << place for place in rest) & ~odd
        if inner:
            waiting = pair_group(progress, Group(inner, below | (odd if below else 0), following, carried & inner))
        carried = waiting | (odd if below else 0)
        left = below | carried


def _add(progress: Progress, pairs: Pairs, listed: Sequence[int]) -> None:
    """The pairs of even against odd, the even with white."""
    field = progress.field
    level = field.points[max(listed)]
    open_odd = [place for place in listed if field.histories[place].whites]
    for even, odd in pairs:
        even_id, odd_id = field.ids[even], field.ids[odd]
        why = [fact(facts.EVEN_AGAINST_ODD, player=even_id, opponent_player=odd_id, points=field.exact(level))]
        for passed in open_odd[: open_odd.index(odd)]:
            obstacle = field.obstacle(even, passed, False)
            why.append(obstacle or fact(facts.SKIPPED_REST, player=field.ids[passed]))
        open_odd.remove(odd)
        why.append(fact(facts.COLOUR_METHOD, player=even_id, opponent_player=odd_id))
        progress.add_game(even_id, odd_id, (min(even, odd), max(even, odd)), level, tuple(why))


def _leave_one(progress: Progress, rest: list[int], below: int, level: int) -> int:
    """The last of an odd rest: he goes to the next group, or has the bye in the last one when he may and leaves a pairable rest."""
    field = progress.field
    if below:
        place = rest[-1]
        progress.wait({place: (fact(facts.WAITED, player=field.ids[place], group=field.exact(level), size=1, key="last"),)})
        return 1 << place
    everybody = sum(1 << place for place in rest)
    for at in range(len(rest) - 1, -1, -1):
        place = rest[at]
        if field.eligible >> place & 1 and is_matchable(field.legal, everybody & ~(1 << place)):
            progress.give_bye(place, facts.BYE_KEYS, tuple(reasons.passed_for_bye(field, rest[:at:-1])))
            return 1 << place
    raise ValueError("nobody can have the bye")


class Crossing:
    """The pairs of even against odd in one group: as many as possible, the first of even with the earliest possible odd …

    ``listed``: the group, carried players in front, each part by lot number. Only pairs after which everybody left and everybody
    ``below`` can still be paired count.
    """

    def __init__(self, field: Field, listed: Sequence[int], below: int) -> None:
        self.field = field
        self.below = below
        self.members = sum(1 << place for place in listed)
        self.odd = [place for place in listed if field.histories[place].whites]
        self.even = [place for place in listed if not field.histories[place].whites]
        odd, even = sum(1 << place for place in self.odd), sum(1 << place for place in self.even)
        self.neighbours = {place: field.legal[place] & (even if odd >> place & 1 else odd) for place in listed}

    def best(self) -> Pairs:
        """The pairs (even, odd) in the order of the even players.

        First as if completion did not matter. When the players left over are then not pairable, the longest beginning that can be kept
        is looked for by halving, the next choice after it is moved on, and so on.
        """
        size = Matching(self.neighbours, self.members).pairs
        choices = self._first([], size)
        if self._leaves_pairable(choices):
            return self._pairs(choices)
        size = self._most([]) or 0
        fixed: list[int | None] = []
        while True:
            choices = self._first(fixed, size)
            if self._leaves_pairable(choices):
                return self._pairs(choices)
            fixed = self._next_beginning(choices, len(fixed), size)

    def _next_beginning(self, choices: list[int | None], known: int, size: int) -> list[int | None]:
        """The longest beginning of ``choices`` that can still lead to ``size`` pairs, and the first possible other choice after it."""
        low, high = known, len(choices)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._most(choices[:middle]) == size else (low, middle)
        start = choices[:low]
        rejected = choices[low]
        later = self.odd[self.odd.index(rejected) + 1 :] if rejected is not None else []
        even = self.even[low]
        taken = {odd for odd in start if odd is not None}
        for odd in later:
            if odd not in taken and self.neighbours[even] >> odd & 1 and self._most([*start, odd]) == size:
                return [*start, odd]
        return [*start, None]

    def _first(self, fixed: Sequence[int | None], size: int) -> list[int | None]:
        """For each even player the earliest odd one after the ``fixed`` choices that allows ``size`` pairs in all; None = unmatched."""
        choices = list(fixed)
        taken = sum(1 << odd for odd in choices if odd is not None)
        for even in self.even[: len(choices)]:
            taken |= 1 << even
        matching = Matching(self.neighbours, self.members & ~taken)
        open_odd = [odd for odd in self.odd if not taken >> odd & 1]
        missing = size - sum(odd is not None for odd in choices)
        for even in self.even[len(choices) :]:
            spare = matching.pairs - missing
            found = None
            if missing:
                partners = (odd for odd in open_odd if self.neighbours[even] >> odd & 1)
                found = next((odd for odd in partners if _take(matching, even, odd, spare)), None)
            if found is not None:
                open_odd.remove(found)
                missing -= 1
            else:
                matching.force(even)
            choices.append(found)
        return choices

    def _pairs(self, choices: Sequence[int | None]) -> Pairs:
        return [(even, odd) for even, odd in zip(self.even, choices, strict=True) if odd is not None]

    def _leaves_pairable(self, choices: Sequence[int | None]) -> bool:
        taken = sum(1 << place for pair in self._pairs(choices) for place in pair)
        return self.field.is_pairable(self.members & ~taken | self.below)

    def _most(self, fixed: Sequence[int | None]) -> int | None:
        """The largest number of pairs of even against odd after ``fixed`` choices when everybody is paired; None when impossible."""
        field = self.field
        taken = {place for pair in zip(self.even, fixed, strict=False) if pair[1] is not None for place in pair}
        unmatched = {even for even, odd in zip(self.even, fixed, strict=False) if odd is None}
        places = [place for place in bits(self.members | self.below) if place not in taken]
        edges = []
        for place in places:
            for other in places:
                if other < place and field.legal[place] >> other & 1:
                    crossing = self.neighbours.get(place, 0) >> other & 1
                    if not crossing or not {place, other} & unmatched:
                        edges.append((place, other, int(crossing)))
        vertices = len(places)
        if vertices % 2:
            vertices += 1
            edges.extend((place, field.bye_place, 0) for place in places if field.eligible >> place & 1)
        mates = heaviest(edges, most_pairs=True)
        if len(mates) != vertices:
            return None
        inner = sum(1 for one, other in mates.items() if self.neighbours.get(one, 0) >> other & 1) // 2
        return inner + len(taken) // 2


def _take(matching: Matching, even: int, odd: int, spare: int) -> bool:
    """Take a pair if enough pairs remain possible; ``spare``: how many more are possible than needed."""
    if matching.take_pair(even, odd):
        return True
    if spare:
        matching.force(even, odd)
    return spare > 0
