"""Which documents there are, which options each has, and the options as values (spec 40, 61 Print)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from kompitie_web.i18n import N_

PAPERS = ("A4", "Letter")
#: The longest free text that a head can carry.
MOST_LETTERS, MOST_LINES = 1000, 10


@dataclass(frozen=True)
class Option:
    """An option with a short list of answers: (value, text), the first one is the default."""

    key: str
    label: str
    choices: tuple[tuple[str, str], ...]


#: The options that are a choice of fixed answers.
CHOICES = {
    option.key: option
    for option in (
        Option(
            "beside",
            N_("Beside the names"),
            (("points", N_("points")), ("both", N_("place and points")), ("nothing", N_("nothing"))),
        ),
        Option(
            "distance",
            N_("Readable from"),
            (("1.8", N_("3 metres")), ("1.3", N_("2 metres")), ("2.5", N_("4 metres"))),
        ),
        Option(
            "form",
            N_("Cards on a sheet"),
            (
                ("4", N_("4 cards, to cut")),
                ("2", N_("2 cards, to cut")),
                ("1", N_("1 card, the whole sheet")),
                ("fold", N_("1 card, to fold as a tent")),
            ),
        ),
        Option("pairs", N_("Pairs as"), (("names", N_("names")), ("numbers", N_("numbers, with a list of names")))),
        Option(
            "order",
            N_("Order of the list"),
            (("name", N_("by name")), ("rating", N_("by rating")), ("lot", N_("by lot number")), ("category", N_("by category"))),
        ),
    )
}


@dataclass(frozen=True)
class Entry:
    """A document: its name in addresses, its title on the screen and the keys of its options, in the order of the form.

    ``needs``: what it is about: ``round`` (one round), ``standing`` (a classification after a round), ``players`` or ``schedule``.
    """

    name: str
    title: str
    needs: str
    options: tuple[str, ...]


CATALOGUE: dict[str, Entry] = {
    entry.name: entry
    for entry in (
        Entry("round_tables", N_("Round sheet by table"), "round", ("round", "beside")),
        Entry("round_names", N_("Round sheet by name"), "round", ("round",)),
        Entry("round_wall", N_("Large, for the wall"), "round", ("round", "beside", "distance")),
        Entry("slips", N_("Result slips"), "round", ("round",)),
        Entry("cards", N_("Table cards"), "round", ("round", "form")),
        Entry("standings", N_("Standings"), "standing", ("classifications", "round", "columns", "by_category")),
        Entry("progress", N_("Progress table"), "standing", ("classification", "round")),
        Entry("player_cards", N_("Player cards"), "standing", ("classification", "round", "player")),
        Entry("cross_places", N_("Cross table by place"), "standing", ("classification", "round")),
        Entry("cross_rounds", N_("Cross table by round"), "standing", ("classification", "round")),
        Entry("schedule", N_("Schedule"), "schedule", ("pairs",)),
        Entry("players", N_("Player list"), "players", ("order",)),
        Entry("presence", N_("Presence list to tick"), "players", ("round",)),
    )
}

#: The documents that the button "print the round" can print, and what it prints until the arbiter chooses.
SERIES = ("round_tables", "round_names", "round_wall", "slips", "cards", "standings")
DEFAULT_SERIES = ("round_tables", "round_names")


@dataclass(frozen=True)
class Options:
    """What was chosen for a document; every document reads the ones it knows.

    ``round``: the round, or the last round of a standing; None = the sensible one. ``classifications``: ids, () = the pairing one.
    ``columns``: keys of ``columns.COLUMNS``, () = those of the classification. ``variable``: header text of this printing only.
    ``player``: id of the player of a card, None = everybody.
    ``paper``: '' = the remembered one.
    """

    round: int | None = None
    beside: str = "points"
    distance: str = "1.8"
    form: str = "4"
    pairs: str = "names"
    order: str = "name"
    classifications: tuple[int, ...] = ()
    columns: tuple[str, ...] = ()
    by_category: bool = False
    variable: str = ""
    paper: str = ""
    player: int | None = None

    @classmethod
    def read(cls, values: Mapping[str, Sequence[str]]) -> "Options":
        """Options from the fields of an address; what cannot be read has its default."""
        found: dict[str, Any] = {}
        for key, option in CHOICES.items():
            given = _first(values, key)
            if given in {value for value, _text in option.choices}:
                found[key] = given
        found["round"] = _whole(_first(values, "round"))
        found["player"] = _whole(_first(values, "player"))
        found["classifications"] = tuple(
            dict.fromkeys(number for text in values.get("classification", ()) if (number := _whole(text)))
        )
        found["columns"] = tuple(dict.fromkeys(values.get("column", ())))
        found["by_category"] = _first(values, "by_category") == "1"
        lines = _first(values, "variable").strip()[:MOST_LETTERS].splitlines()
        found["variable"] = "\n".join(lines[:MOST_LINES])
        found["paper"] = _first(values, "paper") if _first(values, "paper") in PAPERS else ""
        return cls(**found)

    def query(self) -> list[tuple[str, str]]:
        """The fields of an address that ``read`` gives back; defaults are left out."""
        pairs: list[tuple[str, str]] = []
        plain = defaults()
        for field in fields(self):
            value = getattr(self, field.name)
            if value == plain[field.name]:
                continue
            name = {"classifications": "classification", "columns": "column"}.get(field.name, field.name)
            pairs += [(name, _text(one)) for one in (value if isinstance(value, tuple) else (value,))]
        return pairs


def defaults() -> dict[str, Any]:
    """The default of each option."""
    return {field.name: field.default for field in fields(Options)}


def _text(value: object) -> str:
    return "1" if value is True else str(value)


def _first(values: Mapping[str, Sequence[str]], key: str) -> str:
    given = values.get(key) or ("",)
    return given[0]


def _whole(text: str) -> int | None:
    """A small whole number, None when it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
