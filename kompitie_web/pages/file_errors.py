"""The pages for trouble with a file: gone, damaged, too new, in use elsewhere, not to be written, no room on the disk."""

from collections.abc import Mapping, Sequence

from flask import Response, url_for

from kompitie_web import store
from kompitie_web.i18n import _, date, time
from kompitie_web.known_files import recent_files, shown
from kompitie_web.pages.common import state
from kompitie_web.pages.errors import Trouble, trouble_page


def file_error(error: store.StoreError) -> Response:
    """The page of an error of the store."""
    if isinstance(error, store.NoFileOpen):
        return _no_file()
    if isinstance(error, store.FileDamaged):
        return _damaged(store.with_copies(error))
    if isinstance(error, store.FileMissing):
        return _missing(error)
    if isinstance(error, store.FileProblem):
        links = [(url_for("start.choose"), _("Open another file…"))]
        protected = isinstance(error, store.FileReadOnly) and error.path.is_file()
        copy_of = state().offer(error.path) if protected else ""
        return trouble_page(_problem(error), 409, links=links, copy_of=copy_of, detail=detail_of(error))
    return trouble_page(
        Trouble(
            _("This cannot be done now"),
            _("The list of what was done has changed in the meantime, perhaps in another window. Nothing was lost."),
            _("Go back and look at the page again."),
        ),
        409,
    )


def detail_of(error: store.FileProblem) -> str:
    """The small print for who has to help: the file, and what the system said."""
    return f"{error.path.parent / shown(error.path)} {error.arguments.get('detail', '') or ''}".strip()


def _no_file() -> Response:
    """A tab that was still open when the program was started again: the file used last is one button away."""
    trouble = Trouble(
        _("No file is open now"),
        _(
            "It was closed, another one was opened in another window, or the program was started again. Nothing was lost: everything is on the disk."
        ),
        _("Open it again here, or choose another one on the start page."),
    )
    last = [(one.id, _("Open %(name)s", name=one.name)) for one in recent_files(state())[:1]]
    return trouble_page(trouble, 409, opens=last)


def _damaged(error: store.FileDamaged) -> Response:
    """The sound copies are offered, newest first."""
    name = shown(error.path)
    copies = _copies(error.snapshots)
    trouble = Trouble(
        _("The file %(name)s is damaged", name=name),
        _(
            "The disk gave back something else than was written on it. Kompitie made dated copies, so very little is lost, probably nothing."
        )
        if copies
        else _(
            "The disk gave back something else than was written on it, and there is no dated copy of this file on this computer."
        ),
        _("Open the newest copy. The damaged file is kept beside it, nothing is thrown away.")
        if copies
        else _("Look for a copy on a stick or another computer, and open that one."),
    )
    return trouble_page(trouble, 409, copies=copies, file_id=state().offer(error.path), detail=detail_of(error))


def _copies(snapshots: Sequence[store.Snapshot]) -> list[tuple[str, str, Mapping[str, int]]]:
    """Dated copies to choose from: id, when, what is in it."""
    return [(one.id, _("%(day)s at %(time)s", day=date(one.time), time=time(one.time)), one.counts) for one in snapshots]


def _missing(error: store.FileMissing) -> Response:
    """Renamed, moved, deleted, or on a stick that was taken out."""
    name = shown(error.path)
    now = _("Put it back where it was, or put the stick in again; then press “Try again”.")
    if error.found is not None:
        what = _("It is called %(name)s now. Everything that was saved is in it.", name=shown(error.found))
        trouble = Trouble(_("The file %(name)s was renamed", name=name), what, _("Open it under its new name."))
        return trouble_page(trouble, 409, opens=[(state().offer(error.found), shown(error.found))])
    if error.replaced:
        what = _("Another file has taken its place. Kompitie wrote nothing into that one.")
        now = _("Open the file that you want to work in.")
    else:
        what = _("It was moved, renamed or deleted, or the stick with it was taken out. What was saved before is in that file.")
    copies = _copies(error.snapshots)
    if copies:
        now += " " + _("Is it gone for good? Then open the newest dated copy; what lies in its place now is kept beside it.")
    trouble = Trouble(_("The file %(name)s is not there any more", name=name), what, now)
    links = [(url_for("start.choose"), _("Open another file…"))]
    offered = state().offer(error.path)
    return trouble_page(trouble, 409, copies=copies, file_id=offered, opens=[(offered, _("Try again"))], links=links)


def _problem(error: store.FileProblem) -> Trouble:
    name = shown(error.path)
    other = _("Open another file, or a copy of this one in your own folder.")
    if isinstance(error, store.FileTooNew):
        return Trouble(
            _("The file %(name)s comes from a newer Kompitie", name=name),
            _("This version does not know everything that is in it, so it leaves the file exactly as it is."),
            _("Use the newer version of the program, also on this computer."),
        )
    if isinstance(error, store.NotAKompitieFile):
        return Trouble(
            _("%(name)s is not a file of Kompitie", name=name),
            _("It carries the name, but holds something else. It was left as it is."),
            _("Open another file. A list of players can be read in on the page of the players."),
        )
    if isinstance(error, store.FileInUse):
        return Trouble(
            _("The file %(name)s is open elsewhere", name=name), _who(error), _("Stop Kompitie there first, then open it here.")
        )
    if isinstance(error, store.FileReadOnly):
        return Trouble(
            _("The file %(name)s cannot be written", name=name),
            _("The file or its folder is protected, so nothing that you enter could be kept. What was saved before is safe."),
            other,
        )
    if isinstance(error, store.DiskFull):
        return Trouble(
            _("The disk is full"),
            _("What you did last was not kept; everything before it is safe in the file."),
            _("Throw something away that you do not need, for instance in the wastebasket, and do it once more."),
        )
    if isinstance(error, store.SnapshotMissing):
        return Trouble(
            _("This copy is not there any more"),
            _("It was thinned out or removed. The open file was left as it is."),
            _("Choose another copy on the page History."),
        )
    if isinstance(error, store.FileAlreadyThere):
        return Trouble(
            _("There is a file %(name)s already", name=name),
            _("It was left as it is."),
            _("Give the new one another name, or open this one."),
        )
    return Trouble(
        _("The disk refused"),
        _("What you did last was not kept; everything before it is safe in the file."),
        _("Is the stick or the network still connected? Then try once more. Else make a copy elsewhere and work there."),
    )


def _who(error: store.FileInUse) -> str:
    known = error.who
    if known.get("computer"):
        return _(
            "%(user)s has it open on the computer %(computer)s. Two programs in one file could lose results, so only one may have it.",
            user=known.get("user") or _("Somebody"),
            computer=known["computer"],
        )
    return _("Another program has it open. Two programs in one file could lose results, so only one may have it.")
