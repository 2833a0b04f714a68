#!/bin/sh
# Chromium and pdftoppm, which the browser and paper tests need. Installed by apt where that is allowed; else the command is named.
# With CI=true their absence is a failure.
set -eu

missing=""
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || missing="chromium"
command -v pdftoppm >/dev/null || missing="$missing poppler-utils"
[ -z "$missing" ] && exit 0

as_root=""
if [ "$(id -u)" != 0 ]; then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then as_root="sudo -n"; else as_root="no"; fi
fi
if [ "$as_root" != no ] && command -v apt-get >/dev/null; then
    echo "installing $missing"
    # shellcheck disable=SC2086
    if DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1 ||
        { $as_root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null; }; then
        exit 0
    fi
fi
echo "The browser and paper tests need:$(printf ' %s' $missing). Install with: sudo apt-get install $missing"
if [ "${CI:-}" = true ]; then exit 1; fi
echo "Without them these tests are skipped."
