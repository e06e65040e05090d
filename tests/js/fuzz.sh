#!/usr/bin/env bash
# Whether the program's verifier and the SDK's say the same of other records each time: `tests/js/fuzz.sh BUILD RECORDS`. MUSTER_FUZZ_SEED=… repeats one.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(realpath "${1:-build-address}")
export MUSTER_FUZZ_SEED=${MUSTER_FUZZ_SEED:-random} MUSTER_FUZZ_RECORDS=${2:-20000}
export MUSTER_BUILD=$build MUSTER_JUDGE_RECORDS=$build/tests/protocol/judge_records
npm run --silent --prefix clients/js build
node --test-reporter=spec --test tests/js/agree.test.mjs
