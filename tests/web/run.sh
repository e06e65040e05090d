#!/usr/bin/env bash
# The web client's tests in a browser: tests/web/run.sh [BUILD] [PLAYWRIGHT OPTIONS…]. The last line is `N passed, N failed`.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/support/node_tests.sh
build=$(cd "${1:-build}" && pwd)
shift || true
export MUSTERD=$build/server/musterd MUSTER=$build/clients/cli/muster MUSTER_WEB_RESULTS=$build/tests/web
export MUSTER_UNLIMITED_ADDRESSES=127.0.0.1  # one address plays everybody here
for program in "$MUSTERD" "$MUSTER"; do
    [[ -x $program ]] || unable "there is no $program: build first"
done
[[ -d clients/node_modules/@playwright/test ]] || unable "no clients/node_modules: run 'npm ci' in clients first"
for browser in ${CHROMIUM:-chromium chromium-headless-shell}; do
    command -v "$browser" >/dev/null || unable "there is no $browser: deploy/install.sh test brings it"
done
mkdir -p "$MUSTER_WEB_RESULTS"
# Packages are looked for from where a test stands; all of them are the clients'.
ln -sfn ../../clients/node_modules tests/web/node_modules
report=$(mktemp)
trap 'rm -f "$report"' EXIT
code=0
PLAYWRIGHT_JSON_OUTPUT_NAME=$report node tests/web/node_modules/@playwright/test/cli.js test --config tests/web/playwright.config.ts --reporter=list,json "$@" || code=$?
read -r passed failed < <(node -e '
  const { stats } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8") || "{\"stats\":{}}");
  console.log(stats.expected ?? 0, (stats.unexpected ?? 0) + (stats.flaky ?? 0) + (stats.skipped ?? 0));' "$report")
[[ $code -eq 0 || $failed -gt 0 ]] || failed=1
[[ $((passed + failed)) -gt 0 ]] || failed=1
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
