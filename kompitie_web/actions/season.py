"""The season rating list over competitions of this and other files, and next season's ratings written to the persons (spec 24)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.ratings.season import Person, Result, SeasonList, SeasonRow, collect, season_list
from kompitie_web.actions.errors import ActionError, NeedsConfirmation
from kompitie_web.actions.season_choices import Chosen, choose_files, chosen_files, rules
from kompitie_web.actions.season_matching import Match, match
from kompitie_web.exchange.names import sort_key
from kompitie_web.store import StoreError, current, mapping, models, other_file
from kompitie_web.store.opening import same
from kompitie_web.store.other_file import Identity, Look, OtherFile, OtherPerson

#: What is said of a file that cannot be counted: its error's code, or one of these.
GONE, COPY = "file_missing", "copy"


@dataclass(frozen=True)
class Counted:
    """A competition: whether it counts for the list, and how many games of it do."""

    id: int
    name: str
    counts: bool
    games: int


@dataclass(frozen=True)
class Other:
    """Another file that was chosen. ``trouble``: why it cannot be counted now, '' = it is. ``matches``: who of it is who here."""

    chosen: Chosen
    path: Path | None = None
    trouble: str = ""
    competitions: tuple[Counted, ...] = ()
    matches: tuple[Match, ...] = ()


@dataclass(frozen=True)
class Offer:
    """A file that can be chosen; with ``trouble`` it cannot. ``identity`` None: it does not say who it is."""

    path: Path
    identity: Identity | None
    trouble: str
    chosen: bool


@dataclass(frozen=True)
class Season:
    """The competitions of the file, the other files that count, and the list over those that count."""

    competitions: tuple[Counted, ...]
    others: tuple[Other, ...]
    list: SeasonList

    @property
    def changed(self) -> tuple[SeasonRow, ...]:
        """Everybody who played, in the order of the names."""
        return tuple(row for row in self.list.by_name if row.games)

    @property
    def missing(self) -> tuple[Chosen, ...]:
        """The files that count and cannot be counted now."""
        return tuple(one.chosen for one in self.others if one.trouble)


# Other files


@dataclass(frozen=True)
class _Seen:
    """A file beside the open one as it is now."""

    path: Path
    look: Look | None = None
    identity: Identity | None = None
    trouble: str = ""


def _seen(path: Path) -> _Seen:
    try:
        look = other_file.look(path)
        return _Seen(path, look, other_file.identity(look))
    except StoreError as error:
        return _Seen(path, trouble=error.code)


def _around(places: Sequence[Path]) -> list[_Seen]:
    """The files around the open one, which is none of them: its header must not be opened a second time."""
    own = current().path
    return [_seen(path) for path in places if not same(path, own)]


def offers(places: Sequence[Path]) -> tuple[Offer, ...]:
    """The files of ``places`` as choices. A copy of the open file, or of another one on the list, would count games twice."""
    wanted = {one.uuid: one.file for one in chosen_files()}
    known = {current().uuid}
    found: dict[Path, Offer] = {}
    # Of copies of the same file the one that was chosen by name counts, else the first.
    for seen in sorted(_around(places), key=lambda one: not (one.identity and wanted.get(one.identity.uuid) == one.path.name)):
        uuid = seen.identity.uuid if seen.identity else ""
        is_copy = uuid in known
        known |= {uuid} if uuid else set()
        trouble = COPY if is_copy else seen.trouble
        found[seen.path] = Offer(seen.path, seen.identity, trouble, uuid in wanted and not trouble)
    return tuple(found[path] for path in places if path in found)


def choose(paths: Sequence[Path], left_out: Mapping[Path, Collection[int]], kept: Collection[str] = ()) -> None:
    """The games of these files count from now on, without those of the competitions ``left_out``.

    ``kept``: numbers of chosen files that are not there now and stay chosen. ActionError ``season_file_unknown`` for a file that cannot
    be counted, and those of ``choose_files``.
    """
    wanted = {one.uuid: one for one in chosen_files() if one.uuid in kept}
    for offer in offers(paths):
        if offer.trouble or offer.identity is None:
            raise ActionError("season_file_unknown", "file")
        who = offer.identity
        wanted[who.uuid] = Chosen(who.uuid, who.name, offer.path.name, frozenset(left_out.get(offer.path, ())))
    choose_files(wanted.values())


def _others(places: Sequence[Path]) -> list[tuple[Chosen, _Seen]]:
    """The chosen files, each with where it is now."""
    around = _around(places) if chosen_files() else []
    return [(one, _found(one, around)) for one in chosen_files()]


def _found(chosen: Chosen, around: Sequence[_Seen]) -> _Seen:
    """A chosen file by its own number; of several the one with its name."""
    named = sorted(around, key=lambda one: one.path.name != chosen.file)
    for seen in named:
        if seen.identity is not None and seen.identity.uuid == chosen.uuid:
            return seen
    unreadable = next((one for one in named if one.path.name == chosen.file and one.trouble), None)
    return unreadable or _Seen(Path(chosen.file), trouble=GONE)


def _counted(chosen: Chosen, seen: _Seen, own: Sequence[OtherPerson]) -> tuple[Other, list[Result]]:
    """A chosen file, and the results of its competitions that count."""
    if seen.look is None:
        return Other(chosen, trouble=seen.trouble), []
    try:
        file = other_file.read(seen.look)
    except StoreError as error:
        return Other(chosen, seen.path, error.code), []
    matches = match(own, file.persons)
    known = {one.other.id: one.person.id for one in matches if one.person is not None}
    counted, results = _competitions(file, chosen, known)
    return Other(chosen, seen.path, competitions=counted, matches=_players(file, matches)), results


def _competitions(file: OtherFile, chosen: Chosen, known: Mapping[int, int]) -> tuple[tuple[Counted, ...], list[Result]]:
    counted, results = [], []
    for one in file.competitions:
        competition = replace(one.competition, name=f"{one.competition.name} ({file.identity.name or chosen.file})")
        collected = collect(competition, {player: known[person] for player, person in one.persons.items() if person in known})
        counts = one.competition.id not in chosen.left_out
        counted.append(Counted(one.competition.id, one.competition.name, counts, _games(collected)))
        results += collected if counts else []
    return tuple(counted), results


def _players(file: OtherFile, matches: Sequence[Match]) -> tuple[Match, ...]:
    """Those who take part in a competition of the file."""
    taking_part = {person for one in file.competitions for person in one.persons.values()}
    return tuple(one for one in matches if one.other.id in taking_part)


def _games(collected: Sequence[Result]) -> int:
    """How many games: one of two persons of the list stands there once for each of them, any other one once."""
    return len(collected) - sum(1 for one in collected if one.opponent is not None) // 2


# The list


def season(places: Sequence[Path] = ()) -> Season:
    """The list as it is now; kept until the file, or one of the chosen files of ``places``, changes."""
    others = _others(places)
    key = ("season", *((chosen, seen.look, seen.trouble) for chosen, seen in others))
    return current().cached(key, lambda: _season(others))


def _season(others: Sequence[tuple[Chosen, _Seen]]) -> Season:
    results: list[Result] = []
    competitions = []
    for row in models.Competition.select().order_by(models.Competition.id):
        entries = models.Competitor.select().where(
            (models.Competitor.competition == row.id) & models.Competitor.person.is_null(False)
        )
        collected = collect(mapping.competition(row.id), {one.id: int(one.person_id or 0) for one in entries})
        competitions.append(Counted(row.id, row.name, bool(row.counts_for_rating), _games(collected)))
        results += collected if row.counts_for_rating else []
    persons = list(models.Person.select())
    found = []
    own = _own(persons) if others else []
    for chosen, seen in others:
        other, more = _counted(chosen, seen, own)
        found.append(other)
        results += more
    return Season(tuple(competitions), tuple(found), season_list([_person(row) for row in persons], results, rules()))


def _own(persons: Sequence[models.Person]) -> list[OtherPerson]:
    """The persons of this file, as those of another are compared with them."""
    entries: dict[int, list[tuple[int, str]]] = {}
    for row in models.Competitor.select().where(models.Competitor.person.is_null(False)):
        entries.setdefault(int(row.person_id or 0), []).append((row.competition_id, row.code))
    return [other_file.person_of(row.id, row.name, row.federation_ids, entries.get(row.id, ())) for row in persons]


def _person(row: models.Person) -> Person:
    """A person as he started the season; ``games_season`` are the games of the season before."""
    return Person(
        key=int(row.id),
        name=row.name,
        rating=row.rating,
        games=row.games_total,
        previous_games=row.games_season,
        eligible=bool(row.is_national or row.is_member),
        sort_key=sort_key(row.name),
    )


def set_counting(competition_ids: Collection[int]) -> None:
    """These competitions count for the list, the others do not. ActionError ``competition_gone``."""
    with current().action("season_competitions_chosen"):
        rows = list(models.Competition.select())
        if not {row.id for row in rows}.issuperset(competition_ids):
            raise ActionError("competition_gone")
        for row in rows:
            if bool(row.counts_for_rating) != (row.id in competition_ids):
                row.counts_for_rating = row.id in competition_ids
                row.save()


def write_ratings(confirmed: bool = False, places: Sequence[Path] = ()) -> int:
    """Next season's ratings and numbers of games go to the persons; what counted has been counted then, in this file and in others.

    One action of the file. Gives how many persons played. ActionError ``season_empty`` without games; NeedsConfirmation
    ``season_write``. Ratings in running competitions stay as they were entered there; nothing is written to another file.
    """
    found = season(places)
    if not found.changed:
        raise ActionError("season_empty")
    if not confirmed:
        raise NeedsConfirmation("season_write", count=len(found.changed))
    current().snapshot("season")
    with current().action("season_ratings_written", count=len(found.changed)):
        for row in found.list.rows:
            after = row.next_season
            person = models.Person.get_by_id(row.person.key)
            if (person.rating, person.games_total, person.games_season) != (after.rating, after.games, after.previous_games):
                person.rating, person.games_total, person.games_season = after.rating, after.games, after.previous_games
                person.save()
        set_counting(())
        if found.others:
            choose_files(found.missing)
    return len(found.changed)
