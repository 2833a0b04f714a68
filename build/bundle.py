"""Builds the double-click files into dist/: one file that unpacks itself, and the same as a folder in a zip. Run by make bundle.

The Python that runs this holds what the program needs and PyInstaller, and nothing else (requirements-bundle.txt). With ``--twice`` everything
is built a second time in other folders, and the bytes must be the same.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
SPEC = ROOT / "build" / "kompitie.spec"
SYSTEM = {"win32": "windows", "darwin": "mac"}.get(sys.platform, sys.platform)
FOLDER = f"kompitie-{SYSTEM}"
SUMS = f"SHA256SUMS-{SYSTEM}"
#: What stands beside the program in the folder for Linux: its entry in the menu.
BESIDE = ("install.sh", "kompitie.desktop", "kompitie.png", "kompitie.xml")
#: Seconds since 1970 that stand in the files instead of the time of building, so that the same sources give the same bytes.
MOMENT = 1_767_225_600
ZIP_TIME = (2026, 1, 1, 0, 0, 0)
#: The Linux target and the Windows target of the one file, in bytes.
LARGEST = {"linux": 18_000_000, "win32": 19_000_000}


def main() -> int:
    """Build, compare when asked, print sizes and checksums."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--dist", type=Path, default=ROOT / "dist", help="where the files go [dist]")
    options.add_argument("--twice", action="store_true", help="build twice and compare the bytes")
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="kompitie-bundle-") as work:
        made = build(given.dist, Path(work) / "first")
        if given.twice:
            again = build(Path(work) / "dist", Path(work) / "second")
            if [checksum(path) for path in made] != [checksum(path) for path in again]:
                print(f"the second build differs: {', '.join(different_files(made[1], again[1])) or made[0].name}")
                return 1
            print("the second build has the same bytes")
    for path in made:
        print(f"{path.stat().st_size / 1e6:6.1f} MB  sha256 {checksum(path)}  {path.name}", flush=True)
    (given.dist / SUMS).write_text("".join(f"{checksum(path)}  {path.name}\n" for path in made), encoding="utf-8")
    largest = LARGEST.get(sys.platform)
    if largest and made[0].stat().st_size > largest:
        print(f"{made[0].name} is larger than {largest / 1e6} MB")
        return 1
    return 0


def build(dist: Path, work: Path) -> list[Path]:
    """Build both kinds; gives the file and the zip."""
    dist.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "ERROR"]
    command += ["--distpath", str(dist), "--workpath", str(work), str(SPEC)]
    # PyInstaller keeps what it stripped of symbols in a folder of the user; a build begins with nothing.
    environment = {"SOURCE_DATE_EPOCH": str(MOMENT), "PYTHONHASHSEED": "1", "PYINSTALLER_CONFIG_DIR": str(work / "cache")}
    subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, **environment}, stdin=subprocess.DEVNULL)
    file = dist / ("kompitie.exe" if sys.platform == "win32" else "kompitie")
    if sys.platform == "darwin":
        shutil.rmtree(dist / FOLDER)
        return [file, zipped(dist / "Kompitie.app", dist / f"{FOLDER}.zip", "Kompitie.app")]
    if sys.platform == "linux":
        for name in BESIDE:
            shutil.copy2(ROOT / "build" / "desktop" / name, dist / FOLDER)
    return [file, zipped(dist / FOLDER, dist / f"{FOLDER}.zip", "Kompitie")]


def zipped(folder: Path, target: Path, name: str) -> Path:
    """The folder, called ``name``, as a zip whose bytes depend on nothing but the files."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for path in sorted(folder.rglob("*")):
            if path.is_dir() and not path.is_symlink():
                continue
            info = zipfile.ZipInfo(f"{name}/{path.relative_to(folder).as_posix()}", ZIP_TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            mode = 0o755 if os.access(path, os.X_OK) else 0o644
            info.external_attr = (0o120777 if path.is_symlink() else 0o100000 | mode) << 16
            file.writestr(info, str(path.readlink()) if path.is_symlink() else path.read_bytes())
    return target


def different_files(one: Path, other: Path) -> list[str]:
    """The names of the files that are not the same in two zips."""
    with zipfile.ZipFile(one) as first, zipfile.ZipFile(other) as second:
        sums = [{info.filename: info.CRC for info in file.infolist()} for file in (first, second)]
    return sorted(name for name in sums[0].keys() | sums[1].keys() if sums[0].get(name) != sums[1].get(name))


def checksum(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
