#!/bin/sh
# Programs of the system: by default Chromium and pdftoppm, which the browser and paper tests need; with "wine" what building for Windows needs.
# Installed by apt where that is allowed; else the command is named. With CI=true the absence of one is a failure.
set -eu

has() { command -v "$1" >/dev/null; }

missing=""
if [ "${1:-}" = wine ]; then
    has wine || missing="wine wine64 libwine"
    has x86_64-w64-mingw32-gcc || missing="$missing gcc-mingw-w64-x86-64"
    purpose="Building for Windows needs"
else
    has chromium || has chromium-browser || has google-chrome || missing="chromium"
    has pdftoppm || missing="$missing poppler-utils"
    purpose="The browser and paper tests need"
fi
[ -z "$missing" ] && exit 0

as_root=""
if [ "$(id -u)" != 0 ]; then
    if has sudo && sudo -n true 2>/dev/null; then as_root="sudo -n"; else as_root="no"; fi
fi
if [ "$as_root" != no ] && has apt-get; then
    echo "installing $missing"
    # shellcheck disable=SC2086
    if DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1 ||
        { $as_root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null; }; then
        exit 0
    fi
fi
echo "$purpose:$(printf ' %s' $missing). Install with: sudo apt-get install $missing"
if [ "${CI:-}" = true ] || [ "${1:-}" = wine ]; then exit 1; fi
echo "Without them these tests are skipped."
