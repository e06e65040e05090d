#!/bin/bash
# Lists, searches, start and memory with very many battles in the store, beside the same with 1,000. Builds nothing; run.sh calls it
# when BENCH_MILLION=1, since filling the store takes minutes and about 4 GB:
#   cmake --build build --target muster_benches && tests/bench/million.sh build
#
#   BENCH_BATTLES=1000000   how many are very many          BENCH_QUESTIONS=300   questions of each kind
#   BENCH_DIR=…             where the stores go             BENCH_STORES=…        a folder that keeps them for the next time
#
# The first question of a kind finds the file in the system's cache or not, as it happened to be: p99 and max have that in them.
set -u
here=$(dirname "$0")
build=$(cd "${1:?usage: million.sh BUILD_FOLDER}" && pwd) || exit 2
many=${BENCH_BATTLES:-1000000}
questions=${BENCH_QUESTIONS:-300}
bin=$build/tests/bench
work=$(mktemp -d "${BENCH_DIR:-$build}/million.XXXXXX") || exit 3
stores=${BENCH_STORES:-$work}
server=
export MUSTER_UNLIMITED_ADDRESSES=127.0.0.1  # one address asks everything here

stop_server() {
  [ -n "$server" ] && kill "$server" 2>/dev/null && wait "$server"
  server=
}
trap 'stop_server; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# start FOLDER: sets $server, $port and $started_ms, from exec to the first answer that it is ready.
start() {
  local i from=$(date +%s%N)
  : >"$work/out"
  "$build/server/musterd" --listen 127.0.0.1:0 --data "$1" --log-level warn >>"$work/out" 2>"$work/err" &
  server=$!
  for ((i = 0; i < 60000; i++)); do
    port=$(sed -n 's|.*http://127.0.0.1:\([0-9]*\).*|\1|p' "$work/out")
    [ -n "$port" ] && curl -sf "http://127.0.0.1:$port/readyz" >/dev/null && break
    kill -0 "$server" 2>/dev/null || { cat "$work/err" >&2; exit 3; }
    sleep 0.005
  done
  started_ms=$((($(date +%s%N) - from) / 1000000))
}

rss_kb() { sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$server/status"; }

# measure COUNT: fills a store with so many battles, if there is none yet, and writes $work/figures.COUNT, a line of key=value each.
measure() {
  local data=$stores/$1 i
  if [ ! -f "$data/ids" ]; then
    rm -rf "$data" && mkdir -p "$data"
    "$bin/fill_store" --file "$data/muster.db" --battles "$1" >"$data/unfinished" || exit 3
    mv "$data/unfinished" "$data/ids"
  fi
  for i in 1 2 3 4 5; do
    start "$data"
    echo "$started_ms" >>"$work/$1.starts"
    [ "$i" = 5 ] || stop_server
  done
  rss_kb >"$work/$1.rss"
  "$bin/bench_store" --port "$port" --pid "$server" --ids "$data/ids" --battles "$1" --questions "$questions" >"$work/figures.$1" || exit 3
  stop_server
}

median() { sort -n "$work/$1.starts" | sed -n 3p; }
value() { sed -n "s/.*\b$2=\([^ ]*\).*/\1/p" <<<"$1"; }

row() { # WHAT FEW MANY UNIT
  awk -v what="$1" -v few="$2" -v many="$3" -v unit="$4" 'BEGIN { printf "  %-30s %9s %9s %6.2f  %s\n", what, few, many, (few > 0 ? many / few : 0), unit }'
}

for count in 1000 "$many"; do measure "$count"; done
echo
echo "MANY BATTLES IN THE STORE: $many ($(du -h "$stores/$many/muster.db" | cut -f1)) beside 1,000, over HTTP, $questions different questions of each kind; ms,"
echo "cpu: of the server for a question, which noise does not change"
row "start until ready" "$(median 1000)" "$(median "$many")" ms
row "memory after it" "$(cat "$work/1000.rss")" "$(cat "$work/$many.rss")" kB
printf '  %-28s %8s %8s %6s %8s %8s %8s %8s %8s %6s %7s %7s\n' '' p50_few p50_many ratio p99_few p99_many max_many cpu_few cpu_many ratio refused nothing
while read -r line; do
  kind=${line#*kind=}
  few=$(grep -F "kind=$kind" "$work/figures.1000")
  awk -v kind="$kind" -v a="$(value "$few" p50_us)" -v b="$(value "$line" p50_us)" -v c="$(value "$few" p99_us)" -v d="$(value "$line" p99_us)" \
    -v max="$(value "$line" max_us)" -v e="$(value "$few" server_cpu_us)" -v f="$(value "$line" server_cpu_us)" \
    -v refused="$(value "$line" refused)" -v empty="$(value "$line" empty)" \
    'BEGIN { printf "  %-28s %8.2f %8.2f %6.1f %8.2f %8.2f %8.2f %8.2f %8.2f %6.1f %7s %7s\n", kind, a/1e3, b/1e3, (a > 0 ? b / a : 0), c/1e3, d/1e3, max/1e3, e/1e3, f/1e3, (e > 0 ? f / e : 0), refused, empty }'
  [ -n "${BENCH_SLOWEST:-}" ] && echo "      $(value "$line" slowest)"
done < <(grep kind= "$work/figures.$many")
row "memory at the end" "$(value "$(tail -1 "$work/figures.1000")" rss_kb)" "$(value "$(tail -1 "$work/figures.$many")" rss_kb)" kB
