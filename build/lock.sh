#!/bin/sh
# Writes the hash-locked requirement files anew (needs uv). They hold no index address: pip uses the one of the machine.
set -eu
cd "$(dirname "$0")/.."
for file in requirements.txt requirements-dev.txt; do
    extra="--extra build"
    [ "$file" = requirements-dev.txt ] && extra="--extra build --extra dev"
    uv pip compile pyproject.toml $extra --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-emit-find-links --no-header --quiet --output-file "$file" "$@"
done
