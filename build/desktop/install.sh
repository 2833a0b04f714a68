#!/bin/sh
# For the folder edition on Linux: puts Kompitie into the menu of this user and lets a double click open .kompitie files with it.
# Nothing is copied but this entry, the picture and the file type; `install.sh --remove` takes them away again.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
share=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$share/applications/kompitie.desktop
picture=$share/icons/hicolor/256x256/apps/kompitie.png
type=$share/mime/packages/kompitie.xml
if [ "${1:-}" = "--remove" ]; then
    rm -f "$entry" "$picture" "$type"
else
    mkdir -p "$(dirname "$entry")" "$(dirname "$picture")" "$(dirname "$type")"
    # In an Exec line a path stands between quotes, with a backslash before the signs that mean something there.
    program=$(printf '%s' "$here/kompitie" | sed 's/[\\"`$]/\\&/g; s/\\/\\\\/g; s/%/%%/g')
    LINE="Exec=\"$program\" %f" awk '/^Exec=/ { print ENVIRON["LINE"]; next } { print }' "$here/kompitie.desktop" > "$entry"
    cp "$here/kompitie.png" "$picture"
    cp "$here/kompitie.xml" "$type"
fi
for tool in "update-mime-database $share/mime" "update-desktop-database $share/applications"; do
    if command -v "${tool%% *}" >/dev/null; then $tool; fi
done
