#!/usr/bin/env bash
# The web client in Firefox and in WebKitGTK, against the musterd of a build folder; the last line is `N passed, N failed`.
#   tests/browsers/run.sh [BUILD]
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/support/node_tests.sh

build=$(realpath "${1:-build}")
export MUSTERD=$build/server/musterd
export MUSTER_UNLIMITED_ADDRESSES=127.0.0.1  # one address plays everybody here
[[ -x $MUSTERD ]] || unable "there is no $MUSTERD: build first"
[[ -d clients/node_modules/puppeteer-core ]] || unable "no clients/node_modules: run 'npm ci' in clients first"
for program in firefox-esr WebKitWebDriver Xvfb; do
    command -v "$program" >/dev/null || unable "there is no $program: deploy/install.sh test brings it"
done
# Packages are looked for from where a test stands; all of them are the clients'.
ln -sfn ../../clients/node_modules tests/browsers/node_modules

run_node_tests 1700 tests/browsers/*.test.mjs
