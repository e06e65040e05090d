# For run.sh of the folders whose tests run in Node, sourced by them from the project's root. The last line that they print is
# `N passed, N failed`.

# unable WHY: ends them as one failed test.
unable() {
    echo "$0: $*"
    echo "0 passed, 1 failed"
    exit 1
}

# run_node_tests SECONDS ARGUMENT...: node's test runner with these options and files, in at most so many seconds. What it printed is
# shown if something failed; to run no test is a failure.
run_node_tests() {
    local seconds=$1 output code=0 passed failed
    shift
    output=$(mktemp)
    trap "rm -f '$output'" EXIT
    timeout --kill-after=10 "$seconds" node --test --test-concurrency=2 --test-reporter=tap "$@" >"$output" 2>&1 </dev/null || code=$?
    passed=$(sed -nE 's/^# pass ([0-9]+)$/\1/p' "$output" | tail -1)
    failed=$(awk '/^# (fail|cancelled) [0-9]+$/ { sum += $3 } END { print sum + 0 }' "$output")
    passed=${passed:-0}
    if [[ $code -ne 0 && $failed -eq 0 ]] || [[ $passed -eq 0 && $failed -eq 0 ]]; then failed=1; fi
    [[ $failed -eq 0 ]] || cat "$output"
    sed -nE 's/^ *ok [0-9]+ - (.*) # SKIP ?(.*)$/skipped: \1 (\2)/p' "$output" # where something is not installed
    echo "$passed passed, $failed failed"
    [[ $failed -eq 0 ]]
}
