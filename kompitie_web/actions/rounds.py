"""Everything that can be done with a round, under one name; the parts live in modules of their own."""

from kompitie_web.actions.byhand import (
    add_game,
    give_bye,
    lock_games,
    reverse_colours,
    reverse_colours_of,
    set_locked,
    swap_players,
    take_bye,
    unpair,
    unpair_games,
)
from kompitie_web.actions.drafts import discard_draft, draft_round, publish_round
from kompitie_web.actions.late import bye_players, latecomers
from kompitie_web.actions.pairing_record import Record, record_of
from kompitie_web.actions.roundlist import (
    add_round,
    close_round,
    delete_round,
    next_round,
    reopen_round,
    set_round,
    warnings,
)
from kompitie_web.actions.roundstate import first_free_round, open_games
from kompitie_web.actions.schedule import make_schedule, plan

__all__ = [
    "Record",
    "add_game",
    "add_round",
    "bye_players",
    "close_round",
    "delete_round",
    "discard_draft",
    "draft_round",
    "first_free_round",
    "give_bye",
    "latecomers",
    "lock_games",
    "make_schedule",
    "next_round",
    "open_games",
    "plan",
    "publish_round",
    "record_of",
    "reopen_round",
    "reverse_colours",
    "reverse_colours_of",
    "set_locked",
    "set_round",
    "swap_players",
    "take_bye",
    "unpair",
    "unpair_games",
    "warnings",
]
