"""Who of another file is who of this one: by federation number, by name, and by code where a name is there twice (spec 24)."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from kompitie_web.exchange.names import sort_key
from kompitie_web.store.other_file import OtherPerson

BY_NUMBER, BY_NAME, BY_CODE = "number", "name", "code"


@dataclass(frozen=True)
class Match:
    """Somebody of the other file: ``person`` of this file and how he was found, None and '' when he is nobody here."""

    other: OtherPerson
    person: OtherPerson | None = None
    how: str = ""


def match(own: Sequence[OtherPerson], others: Sequence[OtherPerson]) -> tuple[Match, ...]:
    """Everybody of the other file, in its order. Only what is certain: one person there and one here, whose numbers do not differ.

    Codes alone tell nothing: they are made from names, competition by competition.
    """
    found: dict[int, tuple[OtherPerson, str]] = {}
    for how, keys in ((BY_NUMBER, _numbers), (BY_NAME, _names), (BY_CODE, _codes)):
        taken = {person.id for person, _how in found.values()}
        free, waiting = [one for one in own if one.id not in taken], [one for one in others if one.id not in found]
        found |= {other: (person, how) for other, person in _certain(free, waiting, keys)}
    return tuple(Match(one, *found.get(one.id, (None, ""))) for one in others)


def _certain(
    own: Sequence[OtherPerson], others: Sequence[OtherPerson], keys: Callable[[OtherPerson], Iterable[Hashable]]
) -> Iterable[tuple[int, OtherPerson]]:
    """Who has a key in common with somebody, and neither of them with anybody else."""
    by_key: dict[Hashable, list[OtherPerson]] = defaultdict(list)
    for person in own:
        for key in set(keys(person)):
            by_key[key].append(person)
    candidates = {
        other.id: {person.id: person for key in keys(other) for person in by_key.get(key, ()) if not _differ(person, other)}
        for other in others
    }
    waiting: dict[int, list[OtherPerson]] = defaultdict(list)
    for other in others:
        for identity in candidates[other.id]:
            waiting[identity].append(other)
    for other in others:
        persons = sorted(candidates[other.id].values(), key=lambda person: person.id)
        if persons and _are_one(persons) and all(_are_one(waiting[person.id]) for person in persons):
            yield other.id, persons[0]  # Entered anew here too: the games go to the one who was first.


def _are_one(persons: Sequence[OtherPerson]) -> bool:
    """Whether they can be one person who was entered anew for each competition: never together in one, no numbers that differ."""
    return all(not one.competitions & other.competitions and not _differ(one, other) for one, other in combinations(persons, 2))


def _numbers(person: OtherPerson) -> list[Hashable]:
    return [(federation, _bare(number)) for federation, number in person.numbers.items() if _bare(number)]


def _bare(number: str) -> str:
    return "".join(str(number).split()).casefold()


def _names(person: OtherPerson) -> list[Hashable]:
    return [sort_key(person.name)]


def _codes(person: OtherPerson) -> list[Hashable]:
    return [(sort_key(person.name), code.casefold()) for code in person.codes if code]


def _differ(one: OtherPerson, other: OtherPerson) -> bool:
    """Whether both have a number of the same federation, and not the same one."""
    return any(_bare(number) != _bare(other.numbers.get(federation, number)) for federation, number in one.numbers.items())
