#!/bin/sh
# Runs a command on an X display and a session bus of its own, both of which end with it.
#
#   scripts/desk.sh COMMAND…      ULLAGE_SCREEN=1280x900x24 is the display's size, ULLAGE_DESK_TIMEOUT=1200 its limit
#
# -noreset: else the display forgets what xrdb set when the last client leaves, which is before the program starts.
set -eu
own=$(mktemp -d)
quiet=$own/dbus-daemon
pid=
finish() {
  # The limit's process passes the signal on to everything below it.
  [ -z "$pid" ] || kill "$pid" 2>/dev/null || true
  rm -rf "$own"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# The accessibility bus keeps its socket in the runtime folder, where it would be taken away by whoever ends first.
mkdir -m 700 "$own/run"
export XDG_RUNTIME_DIR="$own/run"
# The bus and the services it starts report on themselves; none of that belongs to the command’s output.
printf '#!/bin/sh\nexec dbus-daemon "$@" >/dev/null 2>&1\n' >"$quiet"
chmod +x "$quiet"
unset DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS
timeout -k 10 "${ULLAGE_DESK_TIMEOUT:-1200}" dbus-run-session --dbus-daemon="$quiet" -- \
  xvfb-run -a -s "-noreset -nolisten tcp -screen 0 ${ULLAGE_SCREEN:-1280x900x24}" "$@" &
pid=$!
status=0
wait "$pid" || status=$?
pid=
exit "$status"
