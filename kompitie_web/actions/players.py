"""Entering and changing players (spec 00 row 3, 10 Person and Competitor). What becomes of them later: ``actions.leaving``."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kompitie_web.actions import participation
from kompitie_web.actions.common import competition_row, competitor_row, competitors_of, whole
from kompitie_web.actions.errors import ActionError
from kompitie_web.actions.late import late_entry
from kompitie_web.actions.leaving import come_back, remove_player, set_in_schedule, set_in_standings, withdraw
from kompitie_web.actions.lots import METHODS, set_lots, set_lots_by_hand
from kompitie_web.actions.roundstate import joining_round
from kompitie_web.exchange.lines import (
    Hint,
    PlayerInput,
    check_code,
    check_name,
    check_rating,
    hints,
    parse_categories,
    parse_rating,
    propose_code,
)
from kompitie_web.exchange.names import clean_name, plain, same_name, sort_key
from kompitie_web.store import current, models

__all__ = [
    "METHODS",
    "add_player",
    "add_players",
    "as_input",
    "come_back",
    "earlier_players",
    "edit_player",
    "hints_of",
    "late_entry",
    "people_named",
    "recognised",
    "remove_player",
    "running_elsewhere",
    "set_in_schedule",
    "set_in_standings",
    "set_lots",
    "set_lots_by_hand",
    "withdraw",
]

TEXT_LENGTH = 100
_TEXTS = ("club", "title", "town", "family", "federation_id")
_COLUMNS = {"town": "place"}


def _checked(player: PlayerInput, taken: Sequence[str]) -> PlayerInput:
    """The input with clean texts, possible numbers and a free code. ActionError with the field."""
    for field in _TEXTS:
        if len(getattr(player, field)) > TEXT_LENGTH:
            raise ActionError("text_too_long", field, highest=TEXT_LENGTH)
    name = check_name(player.name)
    return replace(
        player,
        name=name,
        rating=check_rating(player.rating),
        categories=parse_categories(player.categories),
        code=check_code(player.code, taken) if player.code else propose_code(name, taken),
        lot=None if player.lot is None else whole(player.lot, "lot", 1, 99999),
        barrage=whole(player.barrage, "barrage", 0, 9999),
        birth_year=None if player.birth_year is None else whole(player.birth_year, "birth_year", 1850, 2200),
        club=clean_name(player.club),
        title=clean_name(player.title),
        town=clean_name(player.town),
        family=clean_name(player.family),
        federation_id=clean_name(player.federation_id),
    )


def _person(player: PlayerInput, cid: int) -> int:
    """The chosen person of the file when the name is the same and he is not in this competition, else a new one (inside an action)."""
    if player.person is not None:
        known = models.Person.get_or_none(models.Person.id == player.person)
        entered = (models.Competitor.competition == cid) & (models.Competitor.person == player.person)
        if known is not None and same_name(known.name, player.name) and not models.Competitor.select().where(entered).exists():
            return int(known.id)
    return int(
        models.Person.create(
            name=player.name,
            title=player.title,
            federation_ids={"kndb": player.federation_id} if player.federation_id else {},
            rating=player.rating,
            birth_year=player.birth_year,
            town=player.town,
            club=player.club,
            family=player.family,
        ).id
    )


def _ensure_categories(cid: int, letters: str) -> None:
    """Each letter that is used stands in the list of categories (inside an action)."""
    known = {row.letter for row in models.Category.select().where(models.Category.competition == cid)}
    for letter in letters:
        if letter not in known:
            models.Category.create(competition=cid, letter=letter)


def _enter(cid: int, player: PlayerInput, position: int, lot: int, from_round: int) -> int:
    row = models.Competitor.create(
        competition=cid,
        person=_person(player, cid),
        name=player.name,
        lot=player.lot or lot,
        code=player.code,
        rating=player.rating,
        title=player.title,
        club=player.club,
        family=player.family,
        place=player.town,
        categories=player.categories,
        barrage=player.barrage,
        position=position,
    )
    participation.join(row.id, from_round)
    _ensure_categories(cid, player.categories)
    return int(row.id)


def _enter_all(cid: int, players: Sequence[PlayerInput]) -> list[int]:
    """Enter players in order; an error names the line (inside an action)."""
    rows = competitors_of(cid)
    taken = [row.code for row in rows]
    position = max((row.position for row in rows), default=0)
    lot = max((row.lot for row in rows), default=0)
    from_round = joining_round(cid)
    entered = []
    for line, player in enumerate(players, start=1):
        try:
            checked = _checked(player, taken)
        except ActionError as error:
            if len(players) > 1:
                error.arguments.update(line=line)
            raise
        position += 1
        lot = max(lot + 1, checked.lot or 0)
        entered.append(_enter(cid, checked, position, lot, from_round))
        taken.append(checked.code)
    return entered


def add_player(cid: int, player: PlayerInput) -> int:
    """Enter one player; gives his id. He takes part from ``roundstate.joining_round`` on.

    ActionError: ``name_missing``, ``name_too_long``, ``rating_range``, ``category_not_letter``, ``code_form``, ``code_taken``,
    ``text_too_long``, ``number_range``. The same name twice or no rating is allowed: ``hints_of`` tells.
    """
    with current().action("player_added", scope=cid, player=check_name(player.name)):
        competition_row(cid)
        return _enter_all(cid, [player])[0]


def add_players(cid: int, players: Sequence[PlayerInput]) -> list[int]:
    """Enter a list of players in one action, after a copy; gives their ids. An ActionError names the ``line`` in its arguments."""
    if not players:
        raise ActionError("list_empty", "list")
    with current().action("players_added", scope=cid, count=len(players), first=clean_name(players[0].name)):
        competition_row(cid)
        current().snapshot("import")
        return _enter_all(cid, players)


def as_input(row: models.Competitor) -> PlayerInput:
    """A competitor as the input that would make him again in another competition."""
    ids = row.person.federation_ids if row.person is not None else {}
    return PlayerInput(
        name=row.name,
        rating=row.rating,
        club=row.club,
        categories=row.categories,
        code=row.code,
        title=row.title,
        lot=row.lot,
        town=row.place,
        barrage=row.barrage,
        federation_id=str(next(iter(ids.values()), "")),
        family=row.family,
        birth_year=row.person.birth_year if row.person is not None else None,
        person=row.person_id,
    )


def hints_of(cid: int) -> dict[int, list[Hint]]:
    """For each competitor what is worth a look: no rating, the same name or code as another. Only those with a hint."""
    rows = competitors_of(cid)
    inputs = [as_input(row) for row in rows]
    return {row.id: found for row, found in zip(rows, hints(inputs), strict=True) if found}


def people_named(name: str, cid: int) -> list[models.Person]:
    """People of the file with this name who are not in the competition yet: to be chosen instead of a new person."""
    entered = {row.person_id for row in competitors_of(cid)}
    return [person for person in models.Person.select() if person.id not in entered and same_name(person.name, clean_name(name))]


def recognised(cid: int, players: Sequence[PlayerInput]) -> list[PlayerInput]:
    """The inputs with the person of the file that each name belongs to, when there is exactly one who is not entered yet and whose
    club is not another one. His rating, club, title and the rest come along where nothing was typed.
    """
    competitor, person = models.Competitor, models.Person
    here: Any = competitor.select(competitor.person).where(competitor.competition == cid).tuples()
    everybody: Any = person.select(person.id, person.name).tuples()
    entered = {one for (one,) in here}
    people: dict[tuple[str, str, str], list[int]] = {}
    for person_id, name in everybody:
        if person_id not in entered:
            people.setdefault(sort_key(name), []).append(person_id)
    found = []
    for player in players:
        same = people.get(sort_key(clean_name(player.name)), [])
        found.append(_completed(player, person.get_by_id(same.pop())) if player.person is None and len(same) == 1 else player)
    return found


def _completed(player: PlayerInput, person: models.Person) -> PlayerInput:
    if player.club and person.club and plain(player.club) != plain(person.club):
        return player
    known = {field: getattr(player, field) or getattr(person, field) for field in ("club", "title", "town", "family", "birth_year")}
    number = player.federation_id or str(next(iter(person.federation_ids.values()), ""))
    rating = person.rating if player.rating is None else player.rating
    return replace(player, person=person.id, rating=rating, federation_id=number, **known)


def earlier_players(cid: int, other_cid: int) -> list[PlayerInput]:
    """The players of another competition who are not in this one yet, as inputs with a free code and no lot or barrage number.

    The rating is the person's, which is newer than the one frozen in the other competition.
    """
    here = competitors_of(cid)
    entered = {row.person_id for row in here}
    taken = [row.code for row in here]
    found = []
    for row in competitors_of(other_cid):
        if row.person_id is not None and row.person_id in entered:
            continue
        code = row.code if row.code not in taken else propose_code(row.name, taken)
        taken.append(code)
        rating = row.person.rating if row.person is not None else row.rating
        found.append(replace(as_input(row), code=code, lot=None, barrage=0, rating=rating))
    return found


def running_elsewhere(competitor_id: int) -> list[models.Competitor]:
    """The same person's entries in other competitions that still have rounds to come: they may follow a new rating."""
    row = competitor_row(competitor_id)
    if row.person_id is None:
        return []
    others = models.Competitor.select().where((models.Competitor.person == row.person_id) & (models.Competitor.id != row.id))
    unfinished = models.Round.select(models.Round.competition).where(models.Round.state != "closed")
    return list(others.where(models.Competitor.competition.in_(unfinished)))


def edit_player(competitor_id: int, changes: Mapping[str, Any], running: bool = False) -> None:
    """Change facts of a player; only the named ones, as in ``PlayerInput``. Lot numbers and published rounds stay (trap 15).

    A name changes everywhere in the file; club, title and the rest here and for the person. A rating changes here and for the
    person; with ``running`` also in the other competitions that still have rounds to come (``running_elsewhere`` names them).
    ActionError as in ``add_player``.
    """
    with current().action(
        "player_changed", scope=competitor_row(competitor_id).competition_id, **_edit_words(competitor_id, changes)
    ):
        row = competitor_row(competitor_id)
        taken = [other.code for other in competitors_of(row.competition_id) if other.id != row.id]
        before = as_input(row)
        wanted = {key: _typed(key, value) for key, value in changes.items() if key != "person"}
        after = _checked(replace(before, **{"code": row.code, **wanted}), taken)
        for field in ("name", "rating", "club", "categories", "code", "title", "barrage", "family", "town"):
            setattr(row, _COLUMNS.get(field, field), getattr(after, field))
        row.lot = after.lot or row.lot
        row.save()
        _ensure_categories(row.competition_id, after.categories)
        _edit_person(row, before, after)
        if running and after.rating != before.rating:
            for other in running_elsewhere(competitor_id):
                other.rating = after.rating
                other.save()


def _edit_words(competitor_id: int, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The journal's arguments: the name, and the old and new rating when it changes."""
    row = competitor_row(competitor_id)
    words: dict[str, Any] = {"player": row.name, "fields": sorted(changes)}
    if "rating" in changes:
        words |= {"before": row.rating, "after": _typed("rating", changes["rating"])}
    return words


def _typed(key: str, value: Any) -> Any:
    """A value of a form: numbers may come as text."""
    if key not in PlayerInput.__dataclass_fields__:
        raise ActionError("choice_unknown", key, value=key)
    if key == "rating" and isinstance(value, str):
        return parse_rating(value)
    if key in ("lot", "birth_year") and value in ("", None):
        return None
    if key == "barrage" and value in ("", None):
        return 0
    if key in ("lot", "birth_year", "barrage"):
        return whole(value, key, 0, 99999)
    return value


def _edit_person(row: models.Competitor, before: PlayerInput, after: PlayerInput) -> None:
    """The person follows what changed here, so that the next competition starts from it (inside an action)."""
    person = row.person
    if person is None:
        return
    for field in ("name", "rating", "club", "title", "town", "family", "birth_year"):
        if getattr(before, field) != getattr(after, field):
            setattr(person, field, getattr(after, field))
    if before.federation_id != after.federation_id:
        key = next(iter(person.federation_ids), "kndb")
        person.federation_ids = {**person.federation_ids, key: after.federation_id} if after.federation_id else {}
    person.save()
    if before.name != after.name:
        for other in models.Competitor.select().where((models.Competitor.person == person.id) & (models.Competitor.id != row.id)):
            other.name = after.name
            other.save()
