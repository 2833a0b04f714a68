"""Standings and progress tables of a classification."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from engine.classification import Progress, Row, Settings, Standing, progress, standing
from engine.publications import differs
from engine.systems import rating
from engine.tiebreaks import parse
from kompitie_web.documents import columns as known
from kompitie_web.documents.facts import View
from kompitie_web.documents.job import Job, NothingToPrint
from kompitie_web.documents.model import Column, Group, Table
from kompitie_web.documents.model import Row as Cells
from kompitie_web.i18n import N_, _, ngettext
from kompitie_web.score_texts import score_text

#: Columns that are left out when nothing stands in them; figures of plus and minus draws also when all are 0.
_WHEN_EMPTY = frozenset(
    ("previous", "title", "code", "club", "town", "categories", "rating", "value", "saldo", "average", "streak")
)
_WHEN_ZERO = frozenset(("plus", "minus"))
_FEW = 30
_POINTS_AFTER = N_("The points after each round.")
_AFTER = {"moyenne": N_("The score after each round."), "rating": N_("The rating after each round.")}
_PERFORMANCE_AFTER = N_("The performance after each round.")
#: Rounds on one sheet of a progress table.
_ROUNDS = 30


def standings(job: Job) -> list[Table]:
    """The standing of each chosen classification."""
    return [_standing(job, view) for view in chosen(job)]


def chosen(job: Job) -> list[View]:
    """The classifications to print: those of the options, else the pairing one."""
    views = [view for view in job.facts.views if view.id in job.options.classifications]
    return views or [job.facts.pairing_view]


def title(words: str, view: View) -> str:
    """The title of a list with the name of its classification."""
    return f"{words} – {view.name}" if view.name else words


def _standing(job: Job, view: View) -> Table:
    """One standing as a table."""
    last = job.last_round()
    shown = job.standing(view, last)
    keys = [key for key in job.options.columns or view.columns or known.DEFAULT if key in known.COLUMNS]
    codes = parse(view.settings.tiebreaks)
    groups = list(_groups(job, view, shown))
    rows = [row for _heading, rows in groups for row in rows]
    ground = known.Ground(job.facts.competition, shown)
    keys = _filled(ground, keys, rows, set(job.options.columns) - set(view.columns or known.DEFAULT))
    body: list[Cells | Group] = []
    for heading, members in groups:
        body += [Group(heading)] if heading else []
        body += [_cells(ground, keys, row) for row in members]
    words = _("Standings after round %(number)s", number=last) if last else _("Standings before round 1")
    return Table(
        title(words, view),
        job.header(last or None, corrected=is_corrected(view, shown)),
        tuple(_columns(keys, codes, view.settings)),
        tuple(body),
        _notes(keys, codes),
        *dimensions(len(body)),
    )


def dimensions(rows: int) -> tuple[float, tuple[float, float]]:
    """Size of text and height of rows: a short list is printed larger."""
    return (10.5, (6.0, 7.6)) if rows <= _FEW else (9, (5.0, 5.6))


def _groups(job: Job, view: View, shown: Standing) -> Iterator[tuple[str, Sequence[Row]]]:
    """The rows under their headings: categories when asked for, and those below the minimum number of games."""
    competition = job.facts.competition
    letters = sorted({letter for row in shown.rows for letter in competition.by_id[row.player].categories})
    if not job.options.by_category or view.settings.category or not letters:
        yield from _above_and_below("", shown.rows, view.settings.minimum_games)
        return
    for letter in letters:
        own = standing(competition, replace(view.settings, category=letter), shown.last)
        before = {row.player: row.previous for row in shown.rows}
        rows = [replace(row, previous=before.get(row.player)) for row in own.rows]
        yield from _above_and_below(category_name(job, letter), rows, view.settings.minimum_games)
    rest = [row for row in shown.rows if not competition.by_id[row.player].categories]
    if rest:
        yield from _above_and_below(_("Without a category"), _numbered(rest), view.settings.minimum_games)


def category_name(job: Job, letter: str) -> str:
    """The name of a category; without one its letter."""
    return job.facts.categories.get(letter) or _("Category %(letter)s", letter=letter)


def _numbered(rows: Sequence[Row]) -> list[Row]:
    """Places 1, 2, 3 … for a part of a list; who shared a place shares it here."""
    result: list[Row] = []
    for index, row in enumerate(rows):
        shares = index and rows[index - 1].place == row.place
        result.append(replace(row, place=result[-1].place if shares else index + 1))
    return result


def _above_and_below(heading: str, rows: Sequence[Row], minimum: int) -> Iterator[tuple[str, Sequence[Row]]]:
    """Rows with enough games, then the others under a heading of their own."""
    enough = [row for row in rows if not row.below_minimum]
    short = [row for row in rows if row.below_minimum]
    if enough:
        yield heading, enough
    if short:
        words = ngettext("Fewer than %(n)s game", "Fewer than %(n)s games", minimum)
        yield (f"{heading} – {words}" if heading else words), short


def _cells(ground: known.Ground, keys: Sequence[str], row: Row) -> Cells:
    """The cells of one player."""
    competition = ground.competition
    player = replace(competition.by_id[row.player], name=competition.names[row.player])
    cells: list[str] = []
    for key in keys:
        choice = known.COLUMNS[key]
        cells += known.tiebreak_cells(row) if choice is None else [choice.value(row, player, ground)]
    return tuple(cells)


def _columns(keys: Sequence[str], codes: Sequence[str], settings: Settings) -> Iterator[Column]:
    """The columns of the chosen keys."""
    for key in keys:
        choice = known.COLUMNS[key]
        if choice is None:
            yield from known.tiebreak_columns(codes)
        else:
            yield known.column_of(choice, settings)


def _filled(ground: known.Ground, keys: Sequence[str], rows: Sequence[Row], wanted: Collection[str]) -> list[str]:
    """The keys without those of columns that would be empty, unless they are ``wanted``: added for this printing."""

    def stays(key: str) -> bool:
        choice = known.COLUMNS[key]
        if choice is None or key in wanted or key not in _WHEN_EMPTY | _WHEN_ZERO:
            return True
        nothing = ("", "0") if key in _WHEN_ZERO else ("",)
        return any(choice.value(row, ground.competition.by_id[row.player], ground) not in nothing for row in rows)

    return [key for key in keys if stays(key)]


def _notes(keys: Sequence[str], codes: Sequence[str]) -> str:
    """What the short heads mean."""
    notes = [known.tiebreak_notes(codes)] if "tiebreaks" in keys and codes else []
    notes += known.notes(keys)
    if "previous" in keys:
        notes.append(_("prev. place on the list published before"))
    return " · ".join(notes)


def is_corrected(view: View, shown: Standing) -> bool:
    """Whether this list was published and is no longer as it was published first."""
    own = (one for one in view.published if one.last_round == shown.last and one.category == view.settings.category)
    first = next((one for one in own if not one.withdrawn), None)
    return first is not None and differs(first, shown)


def progress_table(job: Job) -> list[Table]:
    """The points after every round, on as many sheets as the rounds need."""
    view = job.facts.view(job.options.classifications[0] if job.options.classifications else None)
    shown = job.standing(view, job.last_round())
    course = progress(job.facts.competition, shown)
    if not course.rounds:
        raise NothingToPrint("no_results")
    words = title(_("Progress after round %(number)s", number=shown.last), view)
    return [_progress_sheet(job, shown, words, course, part) for part in parts(len(course.rounds), _ROUNDS)]


def parts(count: int, most: int) -> list[range]:
    """Even parts of at most ``most``."""
    number = -(-count // most)
    return [range(count * index // number, count * (index + 1) // number) for index in range(number)]


def _progress_sheet(job: Job, shown: Standing, words: str, course: Progress, part: range) -> Table:
    """One sheet of a progress table."""
    rounds = course.rounds
    last = part[-1] == len(rounds) - 1
    rows = [
        (
            str(row.place),
            job.facts.competition.names[row.player],
            *[
                score_text(score, shown.settings.system, mark)
                for score, mark in list(course.marked(row.player))[part.start : part.stop]
            ],
        )
        for row in shown.rows
    ]
    columns = [Column("place", "", "figure", bold=True), Column("name", _("player"), flex=1, size=1.06)]
    for index in part:
        is_total = last and index == part[-1]
        head = str(rounds[index])
        columns.append(Column(f"round {head}", head, "figure", bold=is_total, rule=is_total, width=9 if len(part) <= 10 else 4.5))
    return Table(
        words,
        job.header(shown.last),
        tuple(columns),
        tuple(rows),
        " · ".join(_progress_notes(shown.settings, course)),
        *dimensions(len(rows)),
    )


def _progress_notes(settings: Settings, course: Progress) -> list[str]:
    """What the numbers are, and what a sign before them means."""
    if settings.system == "rating" and rating.Options.read(settings.options).mode == rating.PERFORMANCE:
        bounds = _(
            "A sign before a performance: everything (>) or nothing (<) was won until then, so it is only known to be more or less than this."
        )
        return [_(_PERFORMANCE_AFTER), *([bounds] if course.marks else [])]
    return [_(_AFTER.get(settings.system, _POINTS_AFTER))]
