#!/usr/bin/env bash
# Pictures of the main pages, 360, 768 and 1440 pixels wide, light and dark:
#   tests/web/screenshots.sh [BUILD] [PLAYWRIGHT OPTIONS…]    writes BUILD/screenshots
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(cd "${1:-build}" && pwd)
shift || true
export MUSTERD=$build/server/musterd MUSTER_WEB_RESULTS=$build/tests/screenshots MUSTER_SCREENSHOTS=$build/screenshots
export MUSTER_UNLIMITED_ADDRESSES=127.0.0.1  # one address plays everybody here
mkdir -p "$MUSTER_WEB_RESULTS" "$MUSTER_SCREENSHOTS"
ln -sfn ../../clients/node_modules tests/web/node_modules
node tests/web/node_modules/@playwright/test/cli.js test --config tests/web/screenshots.config.ts "$@"
echo "$MUSTER_SCREENSHOTS"
