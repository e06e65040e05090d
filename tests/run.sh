#!/usr/bin/env bash
# Runs every test executable of a build folder, then the tests of the SDK (tests/js), of the web client in Chromium (tests/web) and in
# other browsers (tests/browsers) and of the documents (tests/docs), and ends in one line: `N passed, N failed` (counted in test cases).
#   tests/run.sh [BUILD] [FOLDER...]    BUILD: default build; FOLDER: only those of tests/FOLDER
#   TEST_SECONDS=1800                   what one executable may take; longer counts as a failure. The tests in a browser may take
#                                       twice as long: they are one run of many battles
#   TEST_JOBS=2                         how many executables run at once
# Works for sanitizer builds as it is: a finding ends the executable, which counts as a failure.
set -euo pipefail
cd "$(dirname "$0")/.."

build=${1:-build}
shift || true
limit_s=${TEST_SECONDS:-1800}
jobs=${TEST_JOBS:-2}

export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_stack_use_after_return=1:strict_string_checks=1:abort_on_error=0}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-halt_on_error=1:print_stacktrace=1}
export TSAN_OPTIONS=${TSAN_OPTIONS:-halt_on_error=1:second_deadlock_stack=1}
symbolizer=/usr/lib/llvm-19/bin/llvm-symbolizer
[[ -x $symbolizer ]] && export ASAN_SYMBOLIZER_PATH=$symbolizer UBSAN_SYMBOLIZER_PATH=$symbolizer TSAN_SYMBOLIZER_PATH=$symbolizer

places=()
scripts=()
for folder in "$@"; do
    if [[ -x tests/$folder/run.sh && $folder != bench && $folder != fuzz ]]; then scripts+=("$folder"); else places+=("$build/tests/$folder"); fi
done
[[ $# -gt 0 ]] || { places=("$build/tests") scripts=(js web browsers docs); }
for place in "${places[@]}"; do
    [[ -d $place ]] || { echo "tests/run.sh: there is no $place: build first"; echo "0 passed, 1 failed"; exit 1; }
done
executables=()
[[ ${#places[@]} -eq 0 ]] || mapfile -t executables < <(find "${places[@]}" -type f -name '*_tests' -perm -u+x | sort)

work=$(mktemp -d)
failures=$work/failures # told again at the end, where whoever sees only the last lines finds them
touch "$failures"
trap 'rm -rf "$work"' EXIT

# run_executable PROGRAM OUTCOME: its line, and what it printed if it failed, into OUTCOME.told when it has ended; "PASSED FAILED" into
# OUTCOME.counted.
run_executable() {
    local executable=$1 outcome=$2 code=0 started=$SECONDS summary good bad why=""
    local output=$outcome.output
    timeout --kill-after=10 "$limit_s" "$executable" --no-colors=true --duration=true >"$output" 2>&1 </dev/null || code=$?
    # doctest's last word: "[doctest] test cases:  12 |  11 passed | 1 failed | 0 skipped"
    summary=$(grep -a '^\[doctest\] test cases:' "$output" | tail -1 || true)
    read -r good bad < <(sed -E 's/.*\| *([0-9]+) passed *\| *([0-9]+) failed.*/\1 \2/; t; s/.*/0 0/' <<<"$summary") || true
    good=${good:-0} bad=${bad:-0}

    if [[ $code -eq 124 || $code -eq 137 ]]; then
        why="ended after $limit_s s"
    elif [[ $code -ne 0 && $bad -eq 0 ]]; then
        why="exit code $code"
    elif [[ $((good + bad)) -eq 0 ]]; then
        why="ran no test"
    fi
    [[ -z $why ]] || bad=$((bad + 1))

    {
        if [[ $bad -gt 0 ]]; then
            echo "---- $executable${why:+: $why}"
            cat "$output"
            echo "----"
        fi
        echo "$(basename "$executable"): $good passed, $bad failed, $((SECONDS - started)) s"
        sed -nE 's/^.*: MESSAGE: /    /p' "$output" # what the tests counted
    } >"$outcome.told"
    if [[ $bad -gt 0 ]]; then
        # with what a check was told to say, which doctest puts under it
        awk -v program="$(basename "$executable")" '
            /^TEST CASE:/ { test = substr($0, 13) }
            /ERROR:/ { print "failed: " program ": " test ": " $0; next }
            /^  logged: / { print "failed: " program ": ... " $0 }' "$output" >"$outcome.failures"
        [[ -z $why ]] || echo "failed: $(basename "$executable"): $why, in:$(grep -a '^TEST CASE:' "$output" | tail -1 | cut -c12-)" >>"$outcome.failures"
    fi
    echo "$good $bad" >"$outcome.counted"
    cat "$outcome.told"
}

# Two at a time: most of them are one thread, or wait for a server.
for index in "${!executables[@]}"; do
    [[ $index -lt $jobs ]] || wait -n || true
    run_executable "${executables[$index]}" "$work/$index" &
done
wait
passed=0
failed=0
for index in "${!executables[@]}"; do
    read -r good bad <"$work/$index.counted" || { good=0 bad=1; echo "failed: ${executables[$index]}: not run to its end" >>"$failures"; }
    [[ ! -f $work/$index.failures ]] || cat "$work/$index.failures" >>"$failures"
    passed=$((passed + good))
    failed=$((failed + bad))
done

output=$work/script
for script in "${scripts[@]}"; do
    code=0
    started=$SECONDS
    script_limit_s=$limit_s
    [[ $script != web ]] || script_limit_s=$((2 * limit_s))
    timeout --kill-after=10 "$script_limit_s" "tests/$script/run.sh" "$build" >"$output" 2>&1 </dev/null || code=$?
    read -r good bad < <(tail -1 "$output" | sed -E 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/; t; s/.*/0 1/') || true
    good=${good:-0} bad=${bad:-1}
    [[ $code -eq 0 || $bad -gt 0 ]] || bad=1
    if [[ $bad -gt 0 ]]; then
        echo "---- tests/$script/run.sh: exit code $code"
        cat "$output"
        echo "----"
        grep -aE '^ *(✘|not ok|FAILED)' "$output" | sort -u | head -20 | sed "s/^/failed: $script: /" >>"$failures" || true
    fi
    echo "$script: $good passed, $bad failed, $((SECONDS - started)) s"
    sed -n 's/^skipped: /    &/p' "$output"
    passed=$((passed + good))
    failed=$((failed + bad))
done

if [[ ${#executables[@]} -eq 0 && ${#scripts[@]} -eq 0 ]]; then
    echo "tests/run.sh: no test executables under ${places[*]}: build first"
    failed=1
fi
cut -c1-300 "$failures"
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
