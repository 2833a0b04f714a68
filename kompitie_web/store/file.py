"""The open ``.kompitie`` file: connections, actions, undo and copies. One file is open at a time."""

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import peewee as pw

from kompitie_web.store import copies, journal, opening, snapshots, whereabouts
from kompitie_web.store.errors import (
    FileAlreadyThere,
    FileDamaged,
    FileMissing,
    NoFileOpen,
    NotAKompitieFile,
    SnapshotMissing,
)
from kompitie_web.store.journal import ActionLine
from kompitie_web.store.lock import Gate, OpenLock
from kompitie_web.store.models import database
from kompitie_web.store.snapshots import Snapshot
from kompitie_web.store.sqlite import PRAGMAS, close, plain, transaction, translated, uri

T = TypeVar("T")

_gate = Gate()
_current: "KompitieFile | None" = None
_CACHED = 64


def current() -> "KompitieFile":
    """The open file. NoFileOpen when there is none."""
    if _current is None:
        raise NoFileOpen
    return _current


def is_open() -> bool:
    """Whether a file is open."""
    return _current is not None


class _Inside(threading.local):
    """How many ``connection`` blocks this thread is in."""

    depth: int = 0


class _Running(threading.local):
    """The action under way in this thread."""

    action: int | None = None
    seen: int = 0
    version: int = 0


_inside = _Inside()


class KompitieFile:
    """One club's or event's file. Made by ``create`` or ``open``, which also make it the current one."""

    def __init__(self, path: Path, data: Path, lock: OpenLock, identity: tuple[str, int]) -> None:
        self.path = path
        self.data = data
        self._lock = lock
        self._writing = threading.RLock()
        self._running = _Running()
        self._counter = threading.Lock()
        self._cache: OrderedDict[Hashable, Any] = OrderedDict()
        self._place = path.stat()
        self.uuid, self._changes = identity
        self._last = self._committed = self._expected = self._changes

    # Opening and closing

    @classmethod
    def create(cls, path: Path, name: str, data: Path) -> "KompitieFile":
        """Make a new file and open it. FileAlreadyThere, FileReadOnly, DiskFull. ``name``: of the club or event."""
        path = path.absolute()
        if opening.exists(path):
            raise FileAlreadyThere(path)
        lock = OpenLock.take(path)
        try:
            opening.make(path, name)
        finally:
            lock.release()
        return cls.open(path, data)

    @classmethod
    def open(cls, path: Path, data: Path) -> "KompitieFile":
        """Open a file, converting it first when it is of an older version (a copy is made before).

        FileMissing, NotAKompitieFile, FileTooNew, FileInUse, FileReadOnly, DiskFull; FileDamaged with the sound copies. Then the file
        that was open stays open, unless it is the same one.
        """
        path = path.absolute()
        with _gate.writing(), _reconnected():
            if _current is not None and opening.same(_current.path, path):
                _current._leave()
            if not opening.exists(path):
                raise FileMissing(path, snapshots=snapshots.of_path(path, data))
            lock = OpenLock.take(path)
            try:
                file = cls(path, data, lock, opening.prepare(path, data))
            except (FileDamaged, NotAKompitieFile) as error:
                lock.release()
                found = snapshots.of_path(path, data)
                if isinstance(error, NotAKompitieFile) and not found:
                    raise
                # What lies where a file of ours was is that file, however little of it is left.
                raise FileDamaged(path, found, str(error.arguments.get("detail", "header"))) from error
            except BaseException:
                lock.release()
                raise
            if _current is not None:
                _current._leave()
            file._enter()
        snapshots.remember(file._copies, path)
        return file

    @classmethod
    def rescue(cls, path: Path, snapshot_id: str, data: Path, instead: Path | None = None) -> "KompitieFile":
        """Put a sound copy in the place of a damaged or vanished file and open it; a damaged file is kept beside it. SnapshotMissing.

        ``instead``: where it goes when the folder of the file is gone too.
        """
        path = path.absolute()
        with _gate.writing(), _reconnected():
            if _current is not None and opening.same(_current.path, path):
                _current._leave()
            snapshot = snapshots.chosen(snapshots.of_path(path, data), snapshot_id)
            if snapshot is None:
                raise SnapshotMissing(path, snapshot=snapshot_id)
            target = path if instead is None or path.parent.is_dir() else instead.absolute()
            lock = OpenLock.take(target)
            try:
                copies.put_in_place(target, snapshot)
            finally:
                lock.release()
            return cls.open(target, data)

    def close(self) -> None:
        """Close the file; no file is open afterwards."""
        with _gate.writing():
            if self is _current:
                self._leave()

    def _enter(self) -> None:
        global _current
        database.init(uri(self.path), pragmas=list(PRAGMAS), uri=True, check_same_thread=False)
        _current = self

    def _leave(self) -> None:
        global _current
        if not database.deferred and not database.is_closed():
            database.close()
        database.init(None)
        _current = None
        self._cache.clear()
        self._lock.release()

    # Connections

    @contextmanager
    def connection(self) -> Iterator[None]:
        """This thread's connection; re-entrant. FileMissing when the file is gone or another one lies in its place."""
        with _gate.reading(), translated(self.path):
            if self is not _current:
                raise NoFileOpen
            _inside.depth += 1
            try:
                if database.is_closed():
                    self._connect()
                yield
            finally:
                _inside.depth -= 1
                if not _inside.depth and not database.deferred and not database.is_closed():
                    database.close()

    def _connect(self) -> None:
        try:
            place = self.path.stat()
        except OSError as error:
            raise self._gone(database.take_idle()) from error
        if not opening.identical(place, self._place):
            # Sticks and shares may give a file another number; a file of another content is not ours.
            before = database.take_idle()
            if not self._is_ours():
                raise self._gone(before, replaced=True)
            close(before)
            self._place = place
            return
        database.connect()
        self._notice()

    def _is_ours(self) -> bool:
        """Connect to what lies under the file's name now; False, without a connection, when it is not this file as we left it."""
        try:
            database.connect()
            if opening.identity(database.connection()) == (self.uuid, self._changes):
                return True
        except (sqlite3.Error, pw.DatabaseError):
            pass  # No database at all, or one that cannot be read: not ours.
        if not database.is_closed():
            database.close()
        database.forget()
        return False

    def _gone(self, idle: list[sqlite3.Connection], replaced: bool = False) -> FileMissing:
        """The error of a file that is not under its name; ``idle``: connections that may still see its content, closed here."""
        found = whereabouts.renamed(self.path, self._place)
        if found is None:
            used = [] if database.is_closed() else [database.connection()]
            whereabouts.save([*used, *idle], self._copies, (self.uuid, self._changes))
        close(idle)
        known = snapshots.of_path(self.path, self.data) if found is None else ()
        return FileMissing(self.path, found, replaced, known)

    def _check_place(self) -> None:
        """After a commit: is what was written still under the file's name? Only then it may be acknowledged."""
        try:
            there = opening.identical(self.path.stat(), self._place)
        except OSError:
            there = False
        if not there:
            raise self._gone(database.take_idle())

    def _notice(self) -> None:
        """When another program wrote in the file (on a share that knows no locks), nothing that is remembered of it holds any more."""
        changes = opening.changes_in(database.execute_sql("SELECT changes FROM journal_state").fetchone())
        with self._counter:
            if changes not in (self._changes, self._expected):
                self._changes = self._expected = changes
                self._last += 1
                self._committed = self._last

    # Version and cache

    @property
    def version(self) -> int:
        """A number that belongs to one state of the file: it rises with every action, undo and redo, and inside an action with every
        change (so that a value cached inside an action is never taken for the state after it).
        """
        running = self._running
        if running.action is None or database.is_closed():
            return self._committed
        total: int = database.connection().total_changes
        if total != running.seen:
            running.seen = total
            running.version = self._next()
        return running.version

    def _next(self) -> int:
        with self._counter:
            self._last += 1
            return self._last

    def cached(self, key: Hashable, build: Callable[[], T]) -> T:
        """``build()``, kept until the file changes. For values derived from the file only (a competition, a standing)."""
        versioned = (self.version, key)
        with self._counter:
            if versioned in self._cache:
                self._cache.move_to_end(versioned)
                found: T = self._cache[versioned]
                return found
        built = build()
        with self._counter:
            self._cache[versioned] = built
            while len(self._cache) > _CACHED:
                self._cache.popitem(last=False)
        return built

    # Actions

    @contextmanager
    def action(self, label: str, /, scope: int | None = None, **arguments: object) -> Iterator[int]:
        """One thing that a user does: a transaction and a line of the journal, both whole or not at all; yields the action's id.

        ``scope``: competition id, None = the file. ``arguments``: JSON values for the sentence of the line (names as text). Inside
        another action it joins that one. Without any changed row no line is left.
        """
        running = self._running
        with self.connection():
            if running.action is not None:
                with database.atomic():
                    yield running.action
                return
            with self._writing:
                try:
                    with transaction(database, self.path) as outcome:
                        self._notice()
                        self._expected = self._changes + 1
                        running.action = action = journal.begin(label, scope, arguments)
                        running.seen, running.version = database.connection().total_changes, self._committed
                        yield action
                        outcome.keep = journal.end(action, scope)
                except BaseException:
                    self._expected = self._changes
                    raise
                finally:
                    running.action = None
                if outcome.keep:
                    self._done()

    def describe(self, **arguments: object) -> None:
        """Add arguments to the line of the action under way (what was not known when it began)."""
        if self._running.action is None:
            raise RuntimeError("describe() outside an action")
        journal.describe(self._running.action, arguments)

    def _done(self) -> None:
        """A transaction is on the disk."""
        self._changes += 1
        self._committed = self._next()
        self._check_place()

    # Undo

    def undo(self, scope: int | None) -> ActionLine:
        """Take back the last action of a scope. NothingToUndo, UndoBlocked."""
        with self._replaying():
            return journal.undo(scope)

    def redo(self, scope: int | None) -> ActionLine:
        """Do the last undone action of a scope again. NothingToRedo, UndoBlocked."""
        with self._replaying():
            return journal.redo(scope)

    def undo_to(self, action_id: int) -> list[ActionLine]:
        """Take back an action and all later ones of its scope, or, with UndoBlocked, none. An undone one: nothing to do."""
        done = []
        with self._replaying():
            target = journal.line(action_id)
            while target is not None and not target.undone:
                done.append(journal.undo(target.scope))
                target = journal.line(action_id)
        return done

    def redo_to(self, action_id: int) -> list[ActionLine]:
        """Do an undone action and all undone ones before it in its scope again, or, with UndoBlocked, none."""
        done = []
        with self._replaying():
            target = journal.line(action_id)
            while target is not None and target.undone:
                done.append(journal.redo(target.scope))
                target = journal.line(action_id)
        return done

    @contextmanager
    def _replaying(self) -> Iterator[None]:
        if self._running.action is not None:
            raise RuntimeError("undo inside an action")
        with self.connection(), self._writing:
            # Images restore rows exactly; foreign keys may not remove or refuse any by themselves. The journal checks them after.
            database.execute_sql("PRAGMA foreign_keys = 0")
            try:
                with transaction(database, self.path):
                    self._notice()
                    before = self._changes
                    yield
                    after: int = database.execute_sql("SELECT changes FROM journal_state").fetchone()[0]
            finally:
                database.execute_sql("PRAGMA foreign_keys = 1")
            if after != before:
                self._changes = after - 1
                self._done()

    def history(self, scope: int | None, limit: int = 200) -> list[ActionLine]:
        """The newest lines of a scope, newest first."""
        with self.connection():
            return journal.history(scope, limit)

    def can_undo(self, scope: int | None) -> ActionLine | None:
        """The action that ``undo`` would take back."""
        with self.connection():
            return journal.next_undo(scope)

    def can_redo(self, scope: int | None) -> ActionLine | None:
        """The action that ``redo`` would do again."""
        with self.connection():
            return journal.next_redo(scope)

    def is_restored(self, scope: int | None) -> bool:
        """Whether there is nothing to undo because a copy was put back; the way back is the newest copy."""
        with self.connection():
            return journal.is_restored(scope)

    # Copies

    @property
    def _copies(self) -> Path:
        return snapshots.folder(self.path, self.data, self.uuid)

    def snapshot(self, why: str) -> Snapshot:
        """A dated copy in the data folder, of the state before the action under way, if any. ``why``: a code such as ``pairing``."""
        with self.connection():
            if self._running.action is None:
                return snapshots.take(database.connection(), self._copies, why, self._changes)
            with plain(self.path) as source:
                return snapshots.take(source, self._copies, why, self._changes)

    def snapshots(self) -> list[Snapshot]:
        """The copies in the data folder, newest first."""
        return snapshots.listed(self._copies)

    def restore(self, snapshot_id: str) -> Snapshot:
        """Put the content of a copy into the open file, whole or not at all; a copy of the present state is made first.

        The history becomes that of the copy, with a note; ids given since then are not used again. SnapshotMissing, FileDamaged (the
        copy).
        """
        if self._running.action is not None:
            raise RuntimeError("restore inside an action")
        chosen = snapshots.chosen(self.snapshots(), snapshot_id)
        if chosen is None:
            raise SnapshotMissing(self.path, snapshot=snapshot_id)
        with _gate.writing(), self.connection():
            database.forget()
            self.snapshot("restore")
            self._changes = self._expected = copies.put_back(database.connection(), chosen)
            self._committed = self._next()
            self._check_place()
        return chosen

    def copy_to(self, folder: Path) -> copies.Copy:
        """Copy the file to another folder (a stick), check it there and remember when. SameFolder, DiskFull, FileReadOnly, FileInUse."""
        with self.connection():
            return copies.copy_to(database.connection(), self.path, self.uuid, folder, self.data)

    def elsewhere(self) -> copies.Elsewhere:
        """When the file was last copied elsewhere, and how many rounds were published since."""
        with self.connection():
            return copies.elsewhere(database.connection(), self.uuid, self.data)


@contextmanager
def _reconnected() -> Iterator[None]:
    """A thread that opens another file inside its connection goes on with a connection to the new one."""
    try:
        yield
    finally:
        if _inside.depth and _current is not None and database.is_closed():
            _current._connect()
