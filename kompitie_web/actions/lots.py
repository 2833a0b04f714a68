"""Lot numbers: in order of entry, by rating, by title then rating, or drawn (spec 10). Nothing published ever depends on them."""

import random
import secrets
from collections.abc import Mapping, Sequence

from kompitie_web.actions.common import choice, competition_row, competitors_of, whole
from kompitie_web.exchange.names import plain
from kompitie_web.store import current, models

METHODS = ("entry", "rating", "title", "draw")

#: Titles of draughts and chess from high to low; one line = equal in rank.
TITLE_RANKS = (
    ("gmi", "gm", "igm", "mig"),
    ("mi", "im"),
    ("wgm", "gmif", "dgm", "wgmi"),
    ("mf", "fm"),
    ("mif", "wim", "wmi"),
    ("ngm", "gmn"),
    ("mff", "wfm", "wmf"),
    ("m", "nm", "mn", "cm"),
    ("km", "cmf", "wcm"),
)


def title_rank(title: str) -> int:
    """0 for the highest title, higher numbers below; no or an unknown title comes last."""
    key = plain(title).replace(".", "")
    return next((rank for rank, titles in enumerate(TITLE_RANKS) if key in titles), len(TITLE_RANKS))


def _order(rows: Sequence[models.Competitor], method: str, seed: int) -> list[models.Competitor]:
    if method == "draw":
        drawn = list(rows)
        random.Random(seed).shuffle(drawn)
        return drawn
    by_rating = sorted(rows, key=lambda row: -(row.rating or 0)) if method != "entry" else list(rows)
    return sorted(by_rating, key=lambda row: title_rank(row.title)) if method == "title" else by_rating


def set_lots(cid: int, method: str, seed: int | None = None) -> int:
    """Give everybody the lot numbers 1 … n. ``draw`` uses the seed [a new one]; gives the seed (0 for the other methods).

    Players without a rating come last; equal ones in order of entry. The seed of a draw is kept with the competition.
    """
    choice(method, METHODS, "method")
    if method == "draw":
        seed = secrets.randbelow(900_000) + 100_000 if seed is None else seed
    number = seed or 0
    with current().action("lots_given", scope=cid, method=method, seed=number):
        competition = competition_row(cid)
        for lot, row in enumerate(_order(competitors_of(cid), method, number), start=1):
            if row.lot != lot:
                models.Competitor.update(lot=lot).where(models.Competitor.id == row.id).execute()
        if method == "draw":
            competition.pairing_options = {**competition.pairing_options, "lot_seed": number}
            competition.save()
    return number


def set_lots_by_hand(cid: int, lots: Mapping[int, object]) -> None:
    """Give these players the lot numbers typed. ActionError ``number_unknown`` or ``number_range`` with the field ``lot-<id>``."""
    with current().action("lots_given", scope=cid, method="hand", seed=0):
        for row in competitors_of(cid):
            if row.id in lots:
                row.lot = whole(lots[row.id], f"lot-{row.id}", 1, 99999)
                row.save()
