#!/usr/bin/env bash
# Runs what the documents tell people to type, against a real server, and checks the bill of materials; the last line is
# `N passed, N failed`.
#   tests/docs/run.sh [BUILD]
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/support/node_tests.sh

build=$(realpath "${1:-build}")
export BUILD=$build
for program in server/musterd clients/cli/muster; do
    [[ -x $build/$program ]] || unable "there is no $build/$program: build first"
done
[[ -d clients/node_modules/ws ]] || unable "no clients/node_modules: run 'npm ci' in clients first"
npm run --silent --prefix clients/js build || unable "the SDK does not build"

run_node_tests 1700 tests/docs/*.test.mjs
