"""The zip of the folder edition: its bytes depend on the files alone, and what may be run stays so."""

import importlib.util
import os
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def bundle() -> ModuleType:
    """build/bundle.py, which is a program and no package."""
    spec = importlib.util.spec_from_file_location("bundle", ROOT / "build" / "bundle.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def folder(place: Path, names: list[str], moment: int) -> Path:
    """A folder with these files, written in this order at this moment."""
    for name in names:
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
        path.chmod(0o755 if name == "kompitie" else 0o644)
        os.utime(path, (moment, moment))
    return place


def test_the_same_files_give_the_same_bytes(bundle: ModuleType, tmp_path: Path) -> None:
    names = ["kompitie", "_internal/b", "_internal/a"]
    one = bundle.zipped(folder(tmp_path / "one", names, 1_000_000_000), tmp_path / "one.zip", "Kompitie")
    other = bundle.zipped(folder(tmp_path / "other", names[::-1], 1_500_000_000), tmp_path / "other.zip", "Kompitie")
    assert one.read_bytes() == other.read_bytes()


def test_it_unpacks_into_one_folder_and_the_program_may_be_run(bundle: ModuleType, tmp_path: Path) -> None:
    made = bundle.zipped(folder(tmp_path / "one", ["kompitie", "_internal/a"], 1_000_000_000), tmp_path / "one.zip", "Kompitie")
    with zipfile.ZipFile(made) as file:
        modes = {info.filename: info.external_attr >> 16 & 0o777 for info in file.infolist()}
    assert modes == {"Kompitie/kompitie": 0o755, "Kompitie/_internal/a": 0o644}


def test_what_differs_is_named(bundle: ModuleType, tmp_path: Path) -> None:
    one = bundle.zipped(folder(tmp_path / "one", ["a", "b"], 1_000_000_000), tmp_path / "one.zip", "Kompitie")
    (tmp_path / "one" / "b").write_text("changed", encoding="utf-8")
    (tmp_path / "one" / "c").write_text("new", encoding="utf-8")
    other = bundle.zipped(tmp_path / "one", tmp_path / "other.zip", "Kompitie")
    assert bundle.different_files(one, other) == ["Kompitie/b", "Kompitie/c"]
