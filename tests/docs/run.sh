#!/usr/bin/env bash
# Runs what the documents tell people to type, against a real server, and checks the bill of materials; the last line is
# `N passed, N failed`.
#   tests/docs/run.sh [BUILD]
set -euo pipefail
cd "$(dirname "$0")/../.."

build=$(realpath "${1:-build}")
export BUILD=$build
for program in server/musterd clients/cli/muster; do
    [[ -x $build/$program ]] || { echo "tests/docs/run.sh: there is no $build/$program: build first"; echo "0 passed, 1 failed"; exit 1; }
done
[[ -d clients/node_modules/ws ]] || { echo "tests/docs/run.sh: no clients/node_modules: run 'npm ci' in clients first"; echo "0 passed, 1 failed"; exit 1; }
npm run --silent --prefix clients/js build || { echo "0 passed, 1 failed"; exit 1; }

output=$(mktemp)
trap 'rm -f "$output"' EXIT
code=0
timeout --kill-after=10 300 node --test --test-concurrency=2 --test-reporter=tap tests/docs/*.test.mjs >"$output" 2>&1 </dev/null || code=$?
passed=$(sed -nE 's/^# pass ([0-9]+)$/\1/p' "$output" | tail -1)
failed=$(awk '/^# (fail|cancelled) [0-9]+$/ { sum += $3 } END { print sum + 0 }' "$output")
passed=${passed:-0}
if [[ $code -ne 0 && $failed -eq 0 ]] || [[ $passed -eq 0 && $failed -eq 0 ]]; then failed=1; fi
[[ $failed -eq 0 ]] || cat "$output"
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
