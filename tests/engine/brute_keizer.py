"""A slow and literal reading of spec 21, in fractions and without the program's own code, on seasons in the form of keizer_cases.json."""

import math
from fractions import Fraction

LETTERS = {
    "2-0": ("win", "loss"),
    "0-2": ("loss", "win"),
    "1-1": ("draw", "draw"),
    "+1-1": ("plus", "minus"),
    "1-1+": ("minus", "plus"),
}
LETTERS |= {"2-0F": ("win", "loss"), "0-2F": ("loss", "win"), "0-0F": ("loss", "loss")}


class Season:
    """One season; ``after`` holds per round the list [(player, score)] and whether it oscillates."""

    def __init__(self, case):
        self.settings, self.initial = case["settings"], list(case["initial_order"])
        self.rounds, self.joined = case["rounds"], {int(key): one for key, one in case.get("joined", {}).items()}
        n = len(self.initial)
        self.counted = sum(1 for one in self.initial if self.joined.get(one, 1) == 1) if self.settings["n_frozen"] else n
        top = self.settings["top"]
        if top == "n+1":
            self.top = Fraction(self.counted + 1)
        elif isinstance(top, dict):
            self.top = Fraction(math.ceil(Fraction(top["factor"]) * self.counted))
        else:
            self.top = Fraction(top)
        self.after = []
        order, scores = self.initial, None
        for number in range(1, len(self.rounds) + 1):
            order, scores, oscillates = self.listed(number, order, scores)
            self.after.append(([(one, scores[one]) for one in order], oscillates))

    def values(self, order, scores):
        """What a list makes everybody worth; ``scores`` None: the initial list."""
        step = Fraction(self.settings["step"])
        if step == 0:
            if scores is None or len(set(scores.values())) == 1:
                return dict.fromkeys(order, self.top)
            first, last = scores[order[0]], scores[order[-1]]
            return {one: self.top - (self.counted - 1) * (first - scores[one]) / (first - last) for one in order}
        place = {one: index for index, one in enumerate(order)}
        if self.settings["equal_points_equal_value"] and scores is not None:
            place = {one: min(place[other] for other in order if scores[other] == scores[one]) for one in order}
        return {one: self.top - step * place[one] for one in order}

    def score(self, player, values, last):
        """The sum over all rounds up to ``last``."""
        total = values[player] if self.settings["own_value_counted"] else Fraction(0)
        times = {}
        for number, happened in enumerate(self.rounds[:last], start=1):
            own = [one for one in happened if one[0] == player or one[1] == player]
            if not own:
                missing = "not_yet_joined" if number < self.joined.get(player, 1) else self.settings["default_reason"]
                own = [[player, missing]]
            for first, second, *result in own:
                if second in self.initial:
                    opponent = second if first == player else first
                    letter = LETTERS[result[0]][0 if first == player else 1]
                    total += Fraction(self.settings[letter]) * values[opponent]
                else:
                    total += self.unplayed(second, result, times) * values[player]
        return total

    def unplayed(self, reason, result, times):
        """The share that a round without a game pays."""
        if not isinstance(self.settings["unplayed"], dict):
            return Fraction(self.settings["unplayed"])
        pays = self.settings["unplayed"].get(reason, "0")
        if not isinstance(pays, dict):
            return Fraction(pays)
        times[reason] = times.get(reason, 0) + 1
        if times[reason] > pays.get("max", 10**6):
            return Fraction(0)
        if pays.get("pays_result") and result:
            return Fraction(self.settings[LETTERS[result[0]][0]])
        return Fraction(pays.get("share", 0))

    def one_pass(self, values, before, last):
        """The list that values give."""
        scores = {one: self.score(one, values, last) for one in self.initial}
        by_lot = self.settings["ties"] == "lot"
        return sorted(self.initial, key=lambda one: (-scores[one], one if by_lot else before.index(one))), scores

    def listed(self, last, order, scores):
        """The list after a round from the one before it."""
        if not self.settings["optimise"]:
            for _ in range(self.settings["passes"]):
                order, scores = self.one_pass(self.values(order, scores), order, last)
            return order, scores, False
        made = [self.one_pass(dict.fromkeys(self.initial, self.top), order, last)]
        while len(made) < 1000:
            found = self.one_pass(self.values(*made[-1]), made[-1][0], last)
            if found[0] == made[-1][0]:
                return (*found, False)
            orders = [one[0] for one in made]
            if found[0] in orders:
                at = orders.index(found[0])
                cycle = [found, *made[at + 1 :]]
                wrong = [
                    sum(one[0].index(a) > one[0].index(b) for i, a in enumerate(order) for b in order[i + 1 :]) for one in cycle
                ]
                return (*cycle[wrong.index(min(wrong))], True)
            made.append(found)
        return (*made[-1], True)
