#!/bin/sh
# Installs a build into its prefix and uses both programs from there, with nothing of the source or build directory in
# the environment. Needs a display and a session bus (scripts/desk.sh).
#
#   scripts/test-install.sh BUILD PREFIX
set -eu
build=$1 prefix=$2
id=org.ullage.Ullage

fail() { echo "test-install.sh: $1" >&2; exit 1; }

rm -rf "$prefix"
meson install -C "$build" --no-rebuild --quiet
share=$prefix/share
for file in bin/ullage bin/ullage-cli \
  share/applications/$id.desktop share/metainfo/$id.metainfo.xml share/mime/packages/$id.xml \
  share/glib-2.0/schemas/gschemas.compiled share/man/man1/ullage-cli.1 \
  share/icons/hicolor/scalable/apps/$id.svg share/icons/hicolor/symbolic/apps/$id-symbolic.svg; do
  [ -f "$prefix/$file" ] || fail "$file was not installed"
done
desktop-file-validate "$share/applications/$id.desktop"

home=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null || true; rm -rf "$home"' EXIT
# Takes the place of the shell it is called in, so that $! is the program's own number.
clean() {
  exec env -i PATH="$prefix/bin:/usr/bin:/bin" HOME="$home" LC_ALL=C.UTF-8 XDG_DATA_DIRS="$share:/usr/share" \
    XDG_RUNTIME_DIR="$XDG_RUNTIME_DIR" DISPLAY="$DISPLAY" XAUTHORITY="${XAUTHORITY:-}" \
    DBUS_SESSION_BUS_ADDRESS="$DBUS_SESSION_BUS_ADDRESS" GSETTINGS_BACKEND=memory GSK_RENDERER=cairo GDK_DEBUG=gl-disable "$@"
}

cd "$home"
(clean ullage-cli plan --model llama-3.1-8b --device rtx-4090) >plan.txt
grep -q 'fit' plan.txt || fail "the installed ullage-cli gave no verdict: $(cat plan.txt)"

clean ullage --model llama-3.1-8b --device rtx-4090 2>window.err &
pid=$!
window=$(timeout 30 xdotool search --sync --onlyvisible --pid "$pid" | tail -n 1)
[ -n "$window" ] || fail "the installed program opened no window: $(cat window.err)"
xdotool windowfocus --sync "$window"
xdotool key --delay 30 ctrl+q
for _ in $(seq 100); do
  kill -0 "$pid" 2>/dev/null || break
  sleep 0.1
done
kill -0 "$pid" 2>/dev/null && fail "the installed program did not quit on Ctrl+Q"
status=0
wait "$pid" || status=$?
pid=
[ "$status" -eq 0 ] || fail "the installed program ended with status $status: $(cat window.err)"
if grep -qE 'WARNING|CRITICAL' window.err; then
  fail "the installed program complained: $(cat window.err)"
fi
echo "installed into $prefix and used from there"
