#!/usr/bin/env bash
# Tests in Node of the SDK, against the musterd of a build folder, and of modules of the web client; the last line is `N passed, N failed`.
#   tests/js/run.sh [BUILD]
set -euo pipefail
cd "$(dirname "$0")/../.."

build=$(realpath "${1:-build}")
export MUSTERD=$build/server/musterd MUSTER=$build/clients/cli/muster MUSTER_TAMPERED_RECORDS=$build/tests/protocol/tampered_records
export NODE_PATH=/usr/share/nodejs  # Debian's ajv, as in tests/schema
export MUSTER_UNLIMITED_ADDRESSES=127.0.0.1  # one address plays everybody here
[[ -x $MUSTERD ]] || { echo "tests/js/run.sh: there is no $MUSTERD: build first"; echo "0 passed, 1 failed"; exit 1; }
[[ -d clients/node_modules/ws ]] || { echo "tests/js/run.sh: no clients/node_modules: run 'npm ci' in clients first"; echo "0 passed, 1 failed"; exit 1; }
npm run --silent --prefix clients/js build || { echo "0 passed, 1 failed"; exit 1; }

output=$(mktemp)
trap 'rm -f "$output"' EXIT
code=0
timeout --kill-after=10 300 node --expose-gc --test --test-concurrency=2 --test-reporter=tap tests/js/*.test.mjs >"$output" 2>&1 </dev/null || code=$?
passed=$(sed -nE 's/^# pass ([0-9]+)$/\1/p' "$output" | tail -1)
failed=$(awk '/^# (fail|cancelled) [0-9]+$/ { sum += $3 } END { print sum + 0 }' "$output")
passed=${passed:-0}
if [[ $code -ne 0 && $failed -eq 0 ]] || [[ $passed -eq 0 && $failed -eq 0 ]]; then failed=1; fi
[[ $failed -eq 0 ]] || cat "$output"
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
