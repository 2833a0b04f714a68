#!/bin/sh
# Writes the hash-locked requirement files anew (needs uv). They hold no index address: pip uses the one of the machine.
set -eu
cd "$(dirname "$0")/.."

lock() {
    file=$1
    shift
    uv pip compile "$@" --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-emit-find-links --no-header --quiet --output-file "$file" $options
}

options="$*"
windows="--python-platform x86_64-pc-windows-msvc"
lock requirements.txt pyproject.toml --extra build --universal
lock requirements-dev.txt pyproject.toml --extra build --extra dev --universal
# The bundles hold the same versions. numpy is what rustworkx asks for and the program never uses: merely installed it doubles them.
lock build/requirements-bundle.txt pyproject.toml --group bundle --constraint requirements.txt --no-emit-package numpy --universal
# Windows wheels fetched on another system: pip would judge "only on Windows" by the system that it runs on, so this list has no conditions.
# shellcheck disable=SC2086
lock build/requirements-windows.txt pyproject.toml --group bundle --constraint requirements.txt --no-emit-package numpy $windows
# shellcheck disable=SC2086
lock build/requirements-windows-tests.txt --group windows-tests --constraint requirements-dev.txt $windows
lock build/requirements-signatures.txt --group signatures --universal
# What the bench measures beside Kompitie; make bench-others installs it apart.
lock tests/bench/requirements.txt --group bench --universal
