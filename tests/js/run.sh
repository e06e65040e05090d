#!/usr/bin/env bash
# Tests in Node of the SDK, against the musterd of a build folder, and of modules of the web client; the last line is `N passed, N failed`.
#   tests/js/run.sh [BUILD]
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/support/node_tests.sh

build=$(realpath "${1:-build}")
export MUSTERD=$build/server/musterd MUSTER=$build/clients/cli/muster MUSTER_BUILD=$build
export MUSTER_TAMPERED_RECORDS=$build/tests/protocol/tampered_records MUSTER_JUDGE_RECORDS=$build/tests/protocol/judge_records
export MUSTER_STUDY_ANSWERS=$build/tests/protocol/study_answers
export MUSTER_KEPT_CASES=$build/tests/protocol/kept_cases MUSTER_HOSTILE_CASES=$build/tests/hostile/hostile_cases
export NODE_PATH=/usr/share/nodejs  # Debian's ajv, as in tests/schema
export MUSTER_UNLIMITED_ADDRESSES=127.0.0.1  # one address plays everybody here
[[ -x $MUSTERD ]] || unable "there is no $MUSTERD: build first"
[[ -d clients/node_modules/ws ]] || unable "no clients/node_modules: run 'npm ci' in clients first"
npm run --silent --prefix clients/js build || unable "the SDK does not build"
npm run --silent --prefix clients/wasm build || unable "the package of the rules does not build"

run_node_tests 1700 --expose-gc tests/js/*.test.mjs
