"""Whether a calculation is right: each formula, worked out with its numbers, gives its value, and the last one the number."""

import re
from fractions import Fraction

from engine.explain import Explanation


def worked_out(working):
    """The value of a formula with its numbers filled in."""
    numbers = dict(working.numbers)
    text = re.sub(r"\{(\w+)\}", r"numbers['\1']", working.formula)
    text = re.sub(r"(?<![\w'])(\d+)(?![\w'])", r"Fraction(\1)", text)
    return eval(text.replace("×", "*").replace("−", "-"), {"numbers": numbers, "Fraction": Fraction})


def check_workings(told: Explanation):
    """All lines of a calculation, and that each number of a formula is used."""
    assert told.workings[-1].value == told.total
    for line in told.workings:
        assert line.value is None or not line.formula or worked_out(line) == line.value
        assert {name for name, _ in line.numbers} >= set(re.findall(r"\{(\w+)\}", line.formula))
        assert "{" not in line.filled(str)
