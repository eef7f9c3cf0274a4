#!/bin/sh
# Fuzzes the readers: scripts/fuzz.sh [json|pull|config|shard|gguf|lengths|launch|replay|run|series|trace|lesson|record|all] [SECONDS]
# Needs clang. Builds outside the tree (BUILD, by default under the cache folder), keeps the inputs it finds beside the
# build, and stops at the first fault with the input that shows it.
set -eu

name=${1:-all}
seconds=${2:-180}
source=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-${XDG_CACHE_HOME:-$HOME/.cache}/ullage-fuzz}

if [ ! -f "$build/build.ninja" ]; then
  CC=clang meson setup "$build" "$source" -Dfuzzing=true -Dbuildtype=debugoptimized \
    -Db_sanitize=address,undefined -Db_lundef=false -Dc_args=-fsanitize=fuzzer-no-link
fi

run () {
  ninja -C "$build" "tests/fuzz/fuzz-$1"
  mkdir -p "$build/found-$1"
  seeds="$source/tests/fuzz/seeds-$1"
  case $1 in
    config) seeds="$seeds $source/tests/data/configs" ;;
    pull) seeds="$source/tests/fuzz/seeds-json" ;;
    lesson) seeds="$seeds $source/data/lessons" ;;
  esac
  # Leaks are the sanitizer's business in the ordinary tests; here it would report at every exit.
  # shellcheck disable=SC2086
  G_SLICE=always-malloc ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
    "$build/tests/fuzz/fuzz-$1" -max_total_time="$seconds" -max_len=8192 -timeout=5 -rss_limit_mb=2048 \
    -dict="$source/tests/fuzz/$1.dict" -artifact_prefix="$build/$1-" -print_final_stats=1 "$build/found-$1" $seeds
}

case $name in
  json | pull | config | shard | gguf | lengths | launch | replay | run | series | trace | lesson | record) run "$name" ;;
  all) run json && run pull && run config && run shard && run gguf && run lengths && run launch && run replay && run run && run series && run trace && run lesson && run record ;;
  *)
    echo "usage: $0 [json|pull|config|shard|gguf|lengths|launch|replay|run|series|trace|lesson|record|all] [SECONDS]" >&2
    exit 2
    ;;
esac
