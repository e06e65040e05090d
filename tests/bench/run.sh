#!/bin/bash
# Runs the benches: details of each part as they come, and at the end one table of the figures that have an aim.
#   cmake --build build --target muster_benches && tests/bench/run.sh build
#
#   BENCH_SECONDS=3   how long each case is measured     BENCH_RUNS=1   runs of each case; the median one is shown
#   BENCH_ONLY=decide,cores,postgres,fanout,relay,idle,odds,requests,arena,counts,million      BENCH_DIR=…   where databases go: the disk that is measured
#   BENCH_ROUNDS=20   times that each way of going is tried of a server whose battles another takes over
#   BENCH_AGAINST=REV on the way builds that commit's musterd and measures it in turn with this one: a second table
#   BENCH_MILLION=1   a store of a million battles (many minutes)
#   BENCH_BOOST=-15   on a machine that is not quiet: the autogroup priority of what is measured (root only)
#
# Server and load generator get a core each (cpu 0, cpu 1). Everything goes over loopback, every wait has an end, and
# only processes started here are ended.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${1:?usage: run.sh BUILD_FOLDER}" && pwd) || exit 2
seconds=${BENCH_SECONDS:-3}
runs=${BENCH_RUNS:-1}
parts=decide,cores,postgres,fanout,relay,idle,odds,requests,arena,counts,million
only=",${BENCH_ONLY:-$parts},"
bin=$build/tests/bench
musterd=$build/server/musterd
musterd_then=  # of BENCH_AGAINST
work=$(mktemp -d "${BENCH_DIR:-$build}/bench.XXXXXX") || exit 3
export MUSTER_UNLIMITED_ADDRESSES=127.0.0.1  # one address plays everybody here

# What was measured, by the name of the case: lines of key=value of this server, of the one before, of the yardsticks.
declare -A lines lines_then yards

trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
ulimit -n "$(ulimit -Hn)" 2>/dev/null
for file in server decide postgres fanout relay counts others against table; do . "$here/$file.sh"; done

echo "Muster bench, $(date -u '+%Y-%m-%d %H:%M UTC'), commit $(git -C "$here" rev-parse --short HEAD 2>/dev/null || echo unknown)"
echo "machine: $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1), $(nproc) cores, $(awk '/MemTotal/ { printf "%.0f GB", $2 / 1e6 }' /proc/meminfo), Linux $(uname -r), disk $(df -PT "$work" | awk 'NR == 2 { print $1 " (" $2 ")" }')"
echo "server on cpu 0, load generator on cpu 1; server, load: share of a core they used; others: cores that other programs used;"
echo "$seconds s a case, $runs run(s) of each, the median shown; load average before: $(cut -d' ' -f1-3 /proc/loadavg)"
[ -z "${BENCH_AGAINST:-}" ] || build_against "$BENCH_AGAINST" || exit 3
for part in ${parts//,/ }; do
  [[ $only == *",$part,"* ]] && "$part"
done
show_table
[ -z "$musterd_then" ] || show_against
exit 0
