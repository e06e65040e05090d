#!/usr/bin/env bash
# Keeps what is told now as what shall be told, in words and hashes; the test programs must be built.
#   tests/told/write.sh [BUILD]
set -euo pipefail
cd "$(dirname "$0")/../.."

build=$(realpath "${1:-build}")
export MUSTER_TOLD=write MUSTER=$build/clients/cli/muster MUSTERD=$build/server/musterd MUSTER_BUILD=$build
"$build/tests/told/told_tests" --minimal=true
npm run --silent --prefix clients/js build
node --test tests/js/told.test.mjs >/dev/null
git status --short tests/told
