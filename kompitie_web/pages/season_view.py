"""What the season page shows: both lists, how a rating came about, the other files, and who of them is who here (spec 24)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from engine.ratings.performance import Performance
from engine.ratings.season import ABOVE, BY_FACTOR, BY_PERFORMANCE, DEVIATES, UP_TO, Rules, SeasonGame, SeasonRow
from kompitie_web import i18n
from kompitie_web.actions.season import COPY, Counted, Offer, Other, Season
from kompitie_web.actions.season_matching import BY_CODE, BY_NAME, BY_NUMBER
from kompitie_web.i18n import N_, _, ngettext
from kompitie_web.score_texts import rounded

#: Why a factor was taken.
FACTORS = {
    UP_TO: N_("up to %(games)s games in total"),
    ABOVE: N_("more than %(games)s games in total"),
    DEVIATES: N_("the performance of this season differs more than %(deviation)s from the old rating"),
}
_POINTS = {2: N_("won"), 1: N_("draw"), 0: N_("lost")}
#: Why a file cannot be counted.
TROUBLES = {
    "file_missing": N_("not there any more"),
    "file_damaged": N_("damaged: open it by itself, the program then offers its copies"),
    "not_a_kompitie_file": N_("not a file of this program"),
    "file_too_new": N_("made by a newer version of this program"),
    COPY: N_("a copy of a file that is counted already"),
}
_CANNOT_BE_READ = N_("cannot be read now, perhaps another program is busy with it")


@dataclass(frozen=True)
class Line:
    """A player on a list, as texts. ``shift``: new less old, 0 without one of them."""

    key: int
    place: str
    name: str
    old: str
    new: str
    shift: int
    games: int
    total: int
    score: str
    deviation: str
    factor: str


@dataclass(frozen=True)
class GameLine:
    """A game in an explanation."""

    where: str
    opponent: str
    rating: str
    result: str
    expected: str
    counts: bool


@dataclass(frozen=True)
class Why:
    """How a new rating came about: the games and the rule in sentences."""

    key: int
    name: str
    rating: str
    games: Sequence[GameLine]
    rules: Sequence[str]


def line(row: SeasonRow) -> Line:
    old, new = row.person.rating, row.rating
    return Line(
        key=int(row.person.key),
        place="" if row.place is None else str(row.place),
        name=row.person.name,
        old="" if old is None else str(old),
        new="–" if new is None else str(new),
        shift=new - old if new is not None and old is not None else 0,
        games=row.games,
        total=row.total,
        score=f"{row.match_points}/{2 * row.games}" if row.games else "",
        deviation=_deviation(row),
        factor="" if row.factor is None else i18n.number(row.factor),
    )


def _deviation(row: SeasonRow) -> str:
    """The performance, as it is shown, less the old rating, with its sign."""
    if row.performance is None or row.person.rating is None:
        return ""
    difference = rounded(row.performance.rating, 0) - row.person.rating
    text = i18n.number(difference, 0)
    return f"+{text}" if difference > 0 else text


def why(found: Season, key: int | None, rules: Rules) -> Why | None:
    """The explanation of somebody's new rating."""
    row = next((one for one in found.list.rows if one.person.key == key), None)
    if row is None:
        return None
    names = {one.person.key: one.person.name for one in found.list.rows}
    games = [_game(one, names) for one in row.played]
    return Why(int(row.person.key), row.person.name, "–" if row.rating is None else str(row.rating), games, _rules(row, rules))


def _game(one: SeasonGame, names: Mapping[int | str, str]) -> GameLine:
    result = one.result
    opponent = names.get(result.opponent, "") if result.opponent is not None else ""
    where = f"{result.competition} {result.round}" if result.round else result.competition
    return GameLine(
        where=where,
        opponent=opponent or result.opponent_name or _("opponent from outside"),
        rating=_("no rating: left out") if one.rating is None else str(one.rating),
        result=_(_POINTS[result.match_points]),
        expected="" if one.expected is None else i18n.number(one.expected, 2),
        counts=one.rating is not None,
    )


def factor_text(rule: str, rules: Rules) -> str:
    """When a factor holds."""
    return _(FACTORS[rule], games=rules.experienced_games, deviation=rules.deviation)


def _rules(row: SeasonRow, rules: Rules) -> list[str]:
    """The rule with its numbers filled in."""
    if row.rule == BY_FACTOR and row.factor is not None and row.expected is not None and row.exact is not None:
        numbers = {
            "old": row.person.rating,
            "factor": i18n.number(row.factor),
            "points": row.match_points,
            "expected": i18n.number(row.expected, 2),
            "new": i18n.number(row.exact, 2),
        }
        return [
            _("Factor %(factor)s: %(why)s.", factor=numbers["factor"], why=factor_text(row.factor_rule, rules)),
            _("%(old)s + %(factor)s × (%(points)s match points − %(expected)s expected) = %(new)s.", **numbers),
        ]
    if row.rule == BY_PERFORMANCE and row.performance is not None:
        return [
            _(
                "Fewer than %(games)s games before, or no rating: the new rating is the performance over the games that were collected.",
                games=rules.settled_games,
            ),
            _performance(row.performance),
        ]
    return [_("No games that count: the rating stays as it is.")]


def _performance(found: Performance) -> str:
    """A performance with its numbers filled in."""
    difference = f"+{found.difference}" if found.difference > 0 else i18n.number(Fraction(found.difference))
    return _(
        "The opponents’ average rating is %(ratings)s / %(games)s = %(average)s; %(points)s of %(most)s match points are %(percentage)s %%, for which the table has %(difference)s; together %(rating)s.",
        ratings=found.ratings,
        games=found.games,
        average=i18n.number(found.average, 2),
        points=found.half_points,
        most=2 * found.games,
        percentage=found.whole,
        difference=difference,
        rating=i18n.number(found.rating, 2),
    )


# Other files


@dataclass(frozen=True)
class FileLine:
    """A file as a choice. ``key``: its opaque id. ``about``: how many games and players, or why it cannot be counted. ``kept``: its own
    number, when it was chosen and cannot be counted now.
    """

    key: str
    name: str
    file: str
    about: str
    chosen: bool
    trouble: str = ""
    kept: str = ""
    competitions: Sequence[Counted] = ()
    known: Sequence[str] = ()
    strangers: Sequence[str] = ()


def trouble_text(code: str) -> str:
    """Why a file cannot be counted; '' for none."""
    return _(TROUBLES.get(code, _CANNOT_BE_READ)) if code else ""


def files(offers: Sequence[Offer], others: Sequence[Other], file_id: Callable[[Path], str]) -> list[FileLine]:
    """The chosen files first, then what else can be chosen."""
    counted = {one.path: one for one in others if one.path is not None and not one.trouble}
    gone = [one for one in others if one.trouble]
    unreadable = {one.chosen.file for one in gone}
    lines = [_gone(one) for one in gone]
    lines += [_counted(file_id(path), one) for path, one in counted.items()]
    rest = [one for one in offers if one.path not in counted and not (one.trouble and one.path.name in unreadable)]
    return [*lines, *(_offered(file_id(one.path), one) for one in rest)]


def _gone(one: Other) -> FileLine:
    trouble = trouble_text(one.trouble)
    return FileLine("", one.chosen.name or _stem(one.chosen.file), one.chosen.file, "", True, trouble, kept=one.chosen.uuid)


def _counted(key: str, one: Other) -> FileLine:
    known = [
        _(_FOUND[match.how], name=match.other.name, own=match.person.name) for match in one.matches if match.person is not None
    ]
    games = sum(competition.games for competition in one.competitions if competition.counts)
    persons = {match.person.id for match in one.matches if match.person is not None}
    players = ngettext("%(n)s player of this file", "%(n)s players of this file", len(persons))
    return FileLine(
        key=key,
        name=one.chosen.name or _stem(one.chosen.file),
        file=one.chosen.file,
        about=" · ".join([ngettext("%(n)s game", "%(n)s games", games), players]),
        chosen=True,
        competitions=one.competitions,
        # Who was entered anew for each competition is named once.
        known=list(dict.fromkeys(known)),
        strangers=list(dict.fromkeys(match.other.name for match in one.matches if match.person is None)),
    )


_FOUND = {
    BY_NUMBER: N_("%(name)s: by the federation number, here %(own)s"),
    BY_NAME: N_("%(name)s: by name, here %(own)s"),
    BY_CODE: N_("%(name)s: by name and code, here %(own)s"),
}


def _offered(key: str, one: Offer) -> FileLine:
    name = one.identity.name if one.identity is not None else ""
    return FileLine(key, name or _stem(one.path.name), one.path.name, "", False, trouble_text(one.trouble))


def _stem(file: str) -> str:
    return Path(file).stem
