#!/bin/sh
# Measures what starting, idling and one answer cost, on a display of its own, and prints the tables that HACKING.md
# keeps. Ratios are to a bare AdwApplicationWindow of the same run.
#
#   scripts/measure.sh [BUILD]      BUILD is a build directory; without it an optimised one is made in _ci/measure
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here"
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8
unset LIBRARY_PATH LD_LIBRARY_PATH

build=${1:-}
if [ -z "$build" ]; then
  build=$here/_ci/measure
  mkdir -p "$build"
  [ -f "$build/build.ninja" ] ||
    meson setup "$build" --buildtype=release -Doptimization=2 >"$build.log" 2>&1 || { tail "$build.log"; exit 1; }
  ninja -C "$build" >"$build.log" 2>&1 || { tail -n 40 "$build.log"; exit 1; }
fi
build=$(cd "$build" && pwd)

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export HOME="$home" XDG_RUNTIME_DIR="$home" XDG_CACHE_HOME="$home/cache" XDG_DATA_HOME="$home/data" \
  XDG_CONFIG_HOME="$here/tests/data/xdg-config"
export GSETTINGS_BACKEND=memory GSETTINGS_SCHEMA_DIR="$build/data" GTK_USE_PORTAL=0 GIO_USE_VFS=local \
  GSK_RENDERER=cairo GDK_DEBUG=gl-disable

cli=$build/src/cli/ullage-cli
scenario="--model llama-3.1-8b --device rtx-4090"

echo "== a window: median of ${ULLAGE_RUNS:-7} runs each, in turn"
scripts/desk.sh "$build/tests/bench/bench-start" --runs="${ULLAGE_RUNS:-7}" --idle=2 \
  "bare window=$build/tests/bench/bench-bare" \
  "ullage, empty=$build/src/app/ullage" \
  "ullage, a model=$build/src/app/ullage $scenario" 2>&1 | grep -v SpiRegistry
echo
echo "== a whole process: median of 51 runs"
"$build/tests/bench/bench-start" --process --runs=51 \
  "true=/bin/true" \
  "ullage-cli plan=$cli plan $scenario" \
  "ullage-cli plan --json=$cli plan $scenario --json"
# Instructions do not depend on what else the machine does.
if command -v valgrind >/dev/null; then
  echo
  echo "== the simulator: instructions a sequence and step, prefix cache off and on"
  for cache in off on; do
    steps=$("$build/tests/bench/bench-sim" one "$cache")
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$build/tests/bench/bench-sim" one "$cache" 2>&1 |
      awk -v steps="$steps" -v cache="$cache" '/Collected/ { printf "%s %.0f\n", cache, $4 / steps }'
  done
fi
echo
echo "== the simulator: a log of ten million requests"
"$build/tests/bench/bench-sim" stream 10000000
for bench in "$build"/tests/bench/bench-*; do
  case ${bench##*/} in
    bench-start | bench-bare | *.p) ;;
    *)
      echo
      echo "== ${bench##*/}"
      # What begins with # is what the toolkit tells of itself.
      (cd "$here/tests/bench" && G_TEST_SRCDIR="$here/tests" "$here/scripts/desk.sh" "$bench" 2>&1) |
        grep -v '^#\|SpiRegistry' || true
      ;;
  esac
done
