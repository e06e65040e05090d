#!/usr/bin/env bash
# Runs every fuzz target for a while: `tests/fuzz/run.sh BUILD SECONDS`. Starts from tests/fuzz/corpus/TARGET; what it
# learns stays in BUILD/fuzz/TARGET and is used again. A finding is kept in BUILD/fuzz and printed. Nothing may ask for more in one piece
# than the longest step that a store keeps, 256 MiB.
set -euo pipefail
cd "$(dirname "$0")/../.."

build=${1:-build-address}
seconds=${2:-60}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-halt_on_error=1:print_stacktrace=1}
symbolizer=/usr/lib/llvm-19/bin/llvm-symbolizer
[[ -x $symbolizer ]] && export ASAN_SYMBOLIZER_PATH=$symbolizer UBSAN_SYMBOLIZER_PATH=$symbolizer

passed=0
failed=0
for executable in "$build"/tests/fuzz/fuzz_*; do
    [[ -f $executable && -x $executable ]] || continue
    target=${executable##*/fuzz_}
    learned=$build/fuzz/$target
    mkdir -p "$learned"
    code=0
    "$executable" "$learned" "tests/fuzz/corpus/$target" -dict=tests/fuzz/words.dict -artifact_prefix="$build/fuzz/$target-" \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=257 -max_len=65536 -print_final_stats=1 \
        >"$build/fuzz/$target.log" 2>&1 </dev/null || code=$?
    if [[ $code -eq 0 ]]; then
        echo "$target: $(awk '/stat::number_of_executed_units/ {print $2}' "$build/fuzz/$target.log") inputs, nothing found"
        passed=$((passed + 1))
    else
        echo "---- $target (exit code $code, $build/fuzz/$target.log)"
        grep -avE '^#[0-9]+\s+(NEW|REDUCE|pulse|RELOAD)' "$build/fuzz/$target.log" | tail -60
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[[ $failed -eq 0 && $passed -gt 0 ]]
