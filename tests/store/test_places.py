"""Files on shares and sticks, and local copies of them."""

import sys
from pathlib import Path

import pytest

from kompitie_web.store import FileMissing, KompitieFile, is_elsewhere, local_copy, models, places
from tests.store.rows import result_of, small

MOUNTS = r"""
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 22 8:17 / /media/jan/STICK rw,nosuid shared:9 - vfat /dev/sdb1 rw
41 22 8:33 / /media/jan/My\040second\040stick rw shared:9 - exfat /dev/sdc1 rw
42 22 0:50 / /mnt/club rw - cifs //server/club rw
43 22 0:51 / /home/jan/nas rw - nfs4 nas:/home rw
44 22 0:52 / /run/user/1000/gvfs rw - fuse.gvfsd-fuse gvfsd-fuse rw
45 22 8:49 / /mnt/second rw - ext4 /dev/sdd1 rw
46 22 0:60 / /tmp rw - tmpfs tmpfs rw
47 40 0:61 / /media/jan/STICK/over rw - tmpfs tmpfs rw
broken line
""".strip().splitlines()


@pytest.fixture
def devices(tmp_path: Path) -> Path:
    """What the system says of its drives: sdb and sdc can be taken out."""
    root = tmp_path / "sys"
    for number, drive, removable in (("8:1", "sda", "0"), ("8:17", "sdb", "1"), ("8:33", "sdc", "1"), ("8:49", "sdd", "0")):
        partition = root / drive / f"{drive}1"
        partition.mkdir(parents=True)
        (root / drive / "removable").write_text(removable + "\n")
        (root / number).symlink_to(partition)
    return root


@pytest.mark.skipif(sys.platform == "win32", reason="mounts are those of Linux; Windows is asked about its drives")
@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/home/jan/Club.kompitie", "local"),
        ("/media/jan/STICK/Club.kompitie", "removable"),
        ("/media/jan/My second stick/Club.kompitie", "removable"),
        ("/media/jan/STICKY/Club.kompitie", "local"),
        ("/media/jan/STICK/over/Club.kompitie", "local"),
        ("/mnt/club/2026/Club.kompitie", "share"),
        ("/home/jan/nas/Club.kompitie", "share"),
        ("/run/user/1000/gvfs/smb-share/Club.kompitie", "share"),
        ("/mnt/second/Club.kompitie", "local"),
        ("/tmp/Club.kompitie", "local"),
    ],
)
def test_places_by_mounts(devices: Path, path: str, place: str) -> None:
    assert places.place_by_mounts(Path(path), MOUNTS, devices) == place


def test_a_file_here_is_local(file: KompitieFile) -> None:
    assert not is_elsewhere(file.path)


def test_a_local_copy_is_the_same_file(file: KompitieFile, tmp_path: Path, data: Path) -> None:
    held = small(file)
    path = file.path
    file.close()
    first = local_copy(path, tmp_path / "documents" / "Kompitie" / "Club 2.kompitie")
    assert first.read_bytes() == path.read_bytes()
    opened = KompitieFile.open(first, data)
    with opened.connection():
        assert models.FileInfo.get().name == "Club"
        assert result_of(held.games[0]) == ""
    opened.close()


def test_what_a_crash_left_comes_along(file: KompitieFile, tmp_path: Path) -> None:
    path = file.path
    file.close()
    path.with_name(path.name + "-journal").write_bytes(b"left")
    copy = local_copy(path, tmp_path / "local" / "Club.kompitie")
    assert copy.with_name(copy.name + "-journal").read_bytes() == b"left"


def test_nothing_to_copy(tmp_path: Path) -> None:
    with pytest.raises(FileMissing):
        local_copy(tmp_path / "gone.kompitie", tmp_path / "copy.kompitie")
