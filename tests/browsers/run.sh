#!/usr/bin/env bash
# The web client in Firefox and in WebKitGTK, against the musterd of a build folder; the last line is `N passed, N failed`.
#   tests/browsers/run.sh [BUILD]
set -euo pipefail
cd "$(dirname "$0")/../.."

build=$(realpath "${1:-build}")
export MUSTERD=$build/server/musterd
export MUSTER_UNLIMITED_ADDRESSES=127.0.0.1  # one address plays everybody here
unable() { echo "tests/browsers/run.sh: $*"; echo "0 passed, 1 failed"; exit 1; }
[[ -x $MUSTERD ]] || unable "there is no $MUSTERD: build first"
[[ -d clients/node_modules/puppeteer-core ]] || unable "no clients/node_modules: run 'npm ci' in clients first"
for program in firefox-esr WebKitWebDriver Xvfb; do
    command -v "$program" >/dev/null || unable "there is no $program: deploy/install.sh test brings it"
done
# Packages are looked for from where a test stands; all of them are the clients'.
ln -sfn ../../clients/node_modules tests/browsers/node_modules

output=$(mktemp)
trap 'rm -f "$output"' EXIT
code=0
timeout --kill-after=10 800 node --test --test-concurrency=2 --test-reporter=tap tests/browsers/*.test.mjs >"$output" 2>&1 </dev/null || code=$?
passed=$(sed -nE 's/^# pass ([0-9]+)$/\1/p' "$output" | tail -1)
failed=$(awk '/^# (fail|cancelled) [0-9]+$/ { sum += $3 } END { print sum + 0 }' "$output")
passed=${passed:-0}
if [[ $code -ne 0 && $failed -eq 0 ]] || [[ $passed -eq 0 && $failed -eq 0 ]]; then failed=1; fi
[[ $failed -eq 0 ]] || cat "$output"
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
