"""What can go wrong with a file. Every error has a ``code`` and ``arguments``; the screens make the sentence."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from kompitie_web.store.journal import ActionLine
    from kompitie_web.store.snapshots import Snapshot


class StoreError(Exception):
    """Common ground: ``code`` names the kind, ``arguments`` holds what a message may show."""

    code: ClassVar[str] = "store"

    def __init__(self, **arguments: object) -> None:
        super().__init__(self.code, arguments)
        self.arguments = arguments


class NoFileOpen(StoreError):
    """No file is open (or another one was opened meanwhile)."""

    code = "no_file_open"


class FileProblem(StoreError):
    """Something about the file at ``path``."""

    code = "file_problem"

    def __init__(self, path: Path, **arguments: object) -> None:
        super().__init__(path=path, **arguments)
        self.path = path


class FileMissing(FileProblem):
    """Not there: deleted, renamed (``found`` = where it is now, when known) or replaced by another file (``replaced``).

    ``snapshots``: the sound copies of a file that is not found, newest first.
    """

    code = "file_missing"

    def __init__(self, path: Path, found: Path | None = None, replaced: bool = False, snapshots: "Sequence[Snapshot]" = ()) -> None:
        super().__init__(path, found=found, replaced=replaced)
        self.found = found
        self.replaced = replaced
        self.snapshots = tuple(snapshots)


class FileAlreadyThere(FileProblem):
    """A new file may not take the name of another one."""

    code = "file_already_there"


class NotAKompitieFile(FileProblem):
    """Some other kind of file."""

    code = "not_a_kompitie_file"


class FileTooNew(FileProblem):
    """Made by a newer version of the program (``version``; ``known`` is the highest one that this program reads)."""

    code = "file_too_new"

    def __init__(self, path: Path, version: int, known: int) -> None:
        super().__init__(path, version=version, known=known)
        self.version = version
        self.known = known


class FileDamaged(FileProblem):
    """Damaged. ``snapshots``: the copies of this file that are sound, newest first. ``detail``: what SQLite or the check said."""

    code = "file_damaged"

    def __init__(self, path: Path, snapshots: "Sequence[Snapshot]" = (), detail: str = "") -> None:
        super().__init__(path, snapshots=tuple(snapshots), detail=detail)
        self.snapshots = tuple(snapshots)
        self.detail = detail


class FileReadOnly(FileProblem):
    """The file or its folder cannot be written."""

    code = "file_read_only"


class FileInUse(FileProblem):
    """Open in another program, perhaps on another computer. ``who``: what is known of it (computer, user, since), else empty."""

    code = "file_in_use"

    def __init__(self, path: Path, who: dict[str, str] | None = None) -> None:
        super().__init__(path, **(who or {}))
        self.who = who or {}


class DiskTrouble(FileProblem):
    """The disk refused a read or a write; nothing of the action was kept."""

    code = "disk_trouble"


class DiskFull(DiskTrouble):
    """No room left on the disk; nothing of the action was kept."""

    code = "disk_full"


class SameFolder(FileProblem):
    """A copy may not go where the file itself is."""

    code = "same_folder"


class SnapshotMissing(FileProblem):
    """The chosen copy is not there (any more)."""

    code = "snapshot_missing"


class NothingToUndo(StoreError):
    """No action of this scope can be taken back."""

    code = "nothing_to_undo"


class NothingToRedo(NothingToUndo):
    """No action of this scope can be done again."""

    code = "nothing_to_redo"


class UndoBlocked(StoreError):
    """Another action changed the same rows. ``line``: it must be undone first (or redone first, when ``line.undone``)."""

    code = "undo_blocked"

    def __init__(self, line: "ActionLine | None") -> None:
        super().__init__(line=line)
        self.line = line
