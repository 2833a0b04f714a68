"""The evenings of a competition: which session labels its rounds may bear (spec 10 Round, 23)."""

from kompitie_web.actions.common import rounds_of
from kompitie_web.store import mapping


def evenings(cid: int) -> list[str]:
    """The labels that the competition's classifications know, in their order."""
    labels = [label for row in mapping.classifications(cid) for label in mapping.settings(row).sessions]
    return list(dict.fromkeys(labels))


def offered(cid: int) -> list[str]:
    """The labels to choose from: those of the classifications, then what other rounds bear."""
    return list(dict.fromkeys([*evenings(cid), *sorted({str(row.session) for row in rounds_of(cid) if row.session})]))


def following(cid: int, number: int) -> str:
    """The label of a new round: the evening that comes after that of the round before; '' when there are no two evenings."""
    labels = evenings(cid)
    before = next((str(row.session) for row in rounds_of(cid) if row.number == number - 1), "")
    if len(labels) < 2 or before not in labels:
        return ""
    return labels[(labels.index(before) + 1) % len(labels)]
