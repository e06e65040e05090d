#!/bin/bash
# Runs the benches and prints one table. Builds nothing:
#   cmake --build build --target muster_benches && tests/bench/run.sh build
#
#   BENCH_SECONDS=3   how long each case is measured     BENCH_RUNS=1   runs of each case; the median one is shown
#   BENCH_ONLY=decide,fanout,idle,odds,requests                  BENCH_DIR=…    where databases go: the disk that is measured
#   BENCH_MILLION=1   and million.sh, which takes minutes and gigabytes
#   BENCH_BOOST=-15   on a machine that is not quiet: the autogroup priority of what is measured (root only)
#
# Server and load generator get a core each (cpu 0, cpu 1). Everything goes over loopback, every wait has an end, and
# only processes started here are ended.
set -u
build=$(cd "${1:?usage: run.sh BUILD_FOLDER}" && pwd) || exit 2
seconds=${BENCH_SECONDS:-3}
runs=${BENCH_RUNS:-1}
only=",${BENCH_ONLY:-decide,fanout,idle,odds,requests},"
bin=$build/tests/bench
musterd=$build/server/musterd
work=$(mktemp -d "${BENCH_DIR:-$build}/bench.XXXXXX") || exit 3
server=
export MUSTER_UNLIMITED_ADDRESSES=127.0.0.1  # one address plays everybody here

ulimit -n "$(ulimit -Hn)" 2>/dev/null
pin_server=(taskset -c 0)
pin_load=(taskset -c 1)
if [ "$(nproc)" -lt 2 ]; then
  pin_server=() pin_load=()
  echo "ONE CORE ONLY: server and generator share it, the figures mean little"
fi

if [ -n "${BENCH_BOOST:-}" ]; then
  boost=(setsid bash -c 'echo "$0" >/proc/self/autogroup; exec "$@"' "$BENCH_BOOST")
  pin_server=("${boost[@]}" "${pin_server[@]}")
  pin_load=("${boost[@]}" "${pin_load[@]}")
fi

finish() { stop_server; rm -rf "$work"; }
trap finish EXIT
trap 'exit 130' INT TERM

# start_server COMMAND…: sets $server (pid) and $port from the address it prints.
start_server() {
  local i
  : >"$work/out"  # or the address of the server before might be read
  "${pin_server[@]}" "$@" >>"$work/out" 2>"$work/err" &
  server=$!
  for ((i = 0; i < 200; i++)); do
    port=$(sed -n 's|.*http://127.0.0.1:\([0-9]*\).*|\1|p' "$work/out")
    [ -n "$port" ] && return 0
    sleep 0.05
  done
  echo "did not start: $*" >&2
  cat "$work/err" >&2
  exit 3
}

stop_server() {
  local i
  [ -n "$server" ] || return 0
  kill "$server" 2>/dev/null
  for ((i = 0; i < 100; i++)); do
    kill -0 "$server" 2>/dev/null || break
    sleep 0.05
  done
  if kill -9 "$server" 2>/dev/null; then echo "(the server did not end within 5 s of SIGTERM)"; fi
  wait "$server" 2>/dev/null
  server=
}

start_musterd() { # DATA
  start_server "$musterd" --listen 127.0.0.1:0 --data "$1" --threads 1 --messages-per-s 0 --log-level warn
}

# load PROGRAM OPTIONS…: one run against the server; its line of key=value, or error=…
load() {
  local program=$1 line
  shift
  line=$("${pin_load[@]}" timeout 120 "$bin/$program" --port "${port:-0}" --pid "${server:-0}" --seconds "$seconds" "$@" 2>"$work/load.err") ||
    line="error=$(tail -1 "$work/load.err" | tr ' ' '_')"
  echo "$line"
}

# value LINE KEY
value() { sed -n "s/.*\b$2=\([^ ]*\).*/\1/p" <<<"$1"; }

# median KEY: of the lines on stdin, the one in the middle by KEY.
median() {
  local key=$1 line
  while read -r line; do echo "$(value "$line" "$key") $line"; done | sort -g | sed -n "$(((runs + 1) / 2))p" | cut -d' ' -f2-
}

ratio() { awk -v a="${1:-0}" -v b="${2:-0}" 'BEGIN { if (b > 0) printf "%.2f", a / b; else printf "-" }'; }
ms() { awk -v us="${1:-0}" 'BEGIN { printf "%.2f", us / 1000 }'; }

case_of_decide() { # DATA OPTIONS…: a fresh server each time, so that no case inherits another's battles
  local data=$1 i
  shift
  for ((i = 0; i < runs; i++)); do
    [ "$data" = :memory: ] || { data=$work/data && rm -rf "$data"; }
    start_musterd "$data"
    load bench_decide "$@"
    stop_server >&2
  done | median decisions_per_s
}

show_decide() { # STORE LINE
  local line=$2 rate note=
  if [ -n "$(value "$line" error)" ]; then printf '  %-7s %s\n' "$1" "$(value "$line" error)"; return; fi
  rate=$(value "$line" rate)
  [ "$rate" = 0 ] && rate=saturated
  [ "$(value "$line" late)" -gt 50 ] && note="not kept: $(value "$line" late) were waiting at the end"
  printf '  %-7s %-9s %7s %-10s %9s %9s %9s %10s %6s %6s %6s  %s\n' "$1" "$(value "$line" setup)" "$(value "$line" battles)" "$rate" \
    "$(value "$line" decisions_per_s)" "$(ms "$(value "$line" p50_us)")" "$(ms "$(value "$line" p99_us)")" \
    "$(value "$line" server_cpu_us_per_decision)" "$(value "$line" server_share)" "$(value "$line" generator_share)" "$(value "$line" others)" "$note"
}

decide() {
  local battles rate disk memory line group
  declare -A decided
  echo
  echo "DECISIONS through the whole server; ms until both players have the event. siege: 60 v 6 pieces of three types each;"
  echo "skirmish: 12 v 10. 'durable' commits to $work (SQLite, synchronous=FULL), 'memory' keeps nothing."
  printf '  %-7s %-9s %7s %-10s %9s %9s %9s %10s %6s %6s %6s\n' store setup battles rate/s decided/s p50_ms p99_ms cpu_us/dec server load others
  for rate in 0 250 2500; do
    for battles in 1 50 500; do
      line=$(case_of_decide disk --battles "$battles" --rate "$rate")
      show_decide durable "$line"
      [ "$rate" = 0 ] && decided[$battles]=$(value "$line" decisions_per_s) && disk=$line
      # One commit a row needs the rows of a real run.
      [ "$rate:$battles" = 0:50 ] && cp "$work"/data/muster.db* "$work/" 2>/dev/null
      line=$(case_of_decide :memory: --battles "$battles" --rate "$rate")
      show_decide memory "$line"
      [ "$rate:$battles" = 0:500 ] && memory=$line
    done
  done
  show_decide durable "$(case_of_decide disk --battles 500 --setup skirmish)"
  echo "  a siege's decision: $(value "$disk" events_per_decision) events, $(value "$disk" bytes_per_decision) bytes of them to each player; $(value "$disk" decisions_per_battle) decisions a battle, whose creation is included"
  echo
  echo "BARE SQLITE COMMITS of the same rows, same disk"
  printf '  %7s %10s %10s %9s %9s %10s %10s %6s %s\n' group rows/s commits/s p50_ms p99_ms bytes/row cpu_us/row others 'server/bare: durable decisions with as many battles'
  for group in 1 50 500; do
    line=$(for ((i = 0; i < runs; i++)); do
      rm -f "$work"/yard.db*
      load yard_sqlite --like "$work/muster.db" --file "$work/yard.db" --group "$group"
    done | median rows_per_s)
    printf '  %7s %10s %10s %9s %9s %10s %10s %6s %s\n' "$group" "$(value "$line" rows_per_s)" "$(value "$line" commits_per_s)" \
      "$(ms "$(value "$line" p50_us)")" "$(ms "$(value "$line" p99_us)")" "$(value "$line" bytes_per_row)" "$(value "$line" cpu_us_per_row)" "$(value "$line" others)" "$(ratio "${decided[$group]}" "$(value "$line" rows_per_s)")"
  done
  echo "  durable / memory at 500 battles: $(ratio "${decided[500]}" "$(value "$memory" decisions_per_s)")"
}

case_of_fanout() { # DATA VIEWERS
  local i
  for ((i = 0; i < runs; i++)); do
    [ "$1" = :memory: ] || rm -rf "$1"
    start_musterd "$1"
    load bench_fanout --viewers "$2"
    stop_server >&2
  done | median writes_per_s
}

case_of_yard() { # PROGRAM VIEWERS BYTES
  local i
  for ((i = 0; i < runs; i++)); do
    start_server "$bin/$1"
    load bench_broadcast --viewers "$2" --bytes "$3"
    stop_server >&2
  done | median writes_per_s
}

show_fanout() { # WHAT LINE FLOOR
  local line=$2 floor=$3
  if [ -n "$(value "$line" error)" ]; then printf '  %-22s %s\n' "$1" "$(value "$line" error)"; return; fi
  printf '  %-12s %7s %10s %10s %8s %9s %9s %9s %6s %6s %6s\n' "$1" "$(value "$line" viewers)" "$(value "$line" writes_per_s)" "$(value "$line" events_per_s)" \
    "$(value "$line" bytes_per_write)" "$(value "$line" server_cpu_us_per_write)" "$(ratio "$(value "$line" writes_per_s)" "$(value "$floor" writes_per_s)")" \
    "$(ratio "$(value "$floor" server_cpu_us_per_write)" "$(value "$line" server_cpu_us_per_write)")" \
    "$(value "$line" server_share)" "$(value "$line" generator_share)" "$(value "$line" others)"
}

fanout() {
  local viewers line memory bytes beast epoll
  echo
  echo "FAN-OUT of one battle. A write is what a spectator gets of one durable commit, all its events in one send; the"
  echo "yardsticks send one message of as many bytes. saturated: the next commit when all but the last have reached everybody."
  echo "of_epoll: writes/s beside raw epoll's; per_cpu: the same per second of the server's CPU, which noise does not change."
  printf '  %-12s %7s %10s %10s %8s %9s %9s %9s %6s %6s %6s\n' server viewers writes/s events/s bytes cpu_us/wr of_epoll per_cpu server load others
  for viewers in 1000 5000; do
    line=$(case_of_fanout "$work/data" "$viewers")
    memory=$(case_of_fanout :memory: "$viewers")
    bytes=$(value "$line" bytes_per_write)
    epoll=$(case_of_yard yard_epoll "$viewers" "${bytes:-2400}")
    beast=$(case_of_yard yard_beast "$viewers" "${bytes:-2400}")
    show_fanout durable "$line" "$epoll"
    show_fanout memory "$memory" "$epoll"
    show_fanout "bare Beast" "$beast" "$epoll"
    show_fanout "raw epoll" "$epoll" "$epoll"
    echo "  meanwhile a decision of the players took p50 $(ms "$(value "$line" players_p50_us)") ms, p99 $(ms "$(value "$line" players_p99_us)") ms; the last spectator had it after p50 $(ms "$(value "$line" all_served_p50_us)") ms"
  done
}

idle() {
  local mode line i
  echo
  echo "IDLE CONNECTIONS: resident memory of the server for each of 2,000"
  for mode in connected following; do
    line=$(for ((i = 0; i < runs; i++)); do
      start_musterd :memory:
      load bench_idle --mode "$mode"
      stop_server >&2
    done | median bytes_per_connection)
    printf '  %-10s %8s bytes %s\n' "$mode" "$(value "$line" bytes_per_connection)" "$(value "$line" error)"
  done
}

odds() {
  echo
  echo "ODDS, $seconds s for each rate. ratio: to rolling and adding as many dice and nothing else"
  "${pin_load[@]}" "$bin/bench_odds" --seconds "$seconds" | sed 's/^/  /'
}

requests() {
  echo
  echo "REQUESTS of simple-combat, options and default; bare flood: one over the whole map with nothing else, us"
  "${pin_load[@]}" "$bin/bench_requests" --seconds "$seconds" | sed 's/^/  /'
}

echo "Muster bench, $(date -u '+%Y-%m-%d %H:%M UTC'), commit $(git -C "$(dirname "$0")" rev-parse --short HEAD 2>/dev/null || echo unknown)"
echo "machine: $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1), $(nproc) cores, $(awk '/MemTotal/ { printf "%.0f GB", $2 / 1e6 }' /proc/meminfo), Linux $(uname -r), disk $(df -PT "$work" | awk 'NR == 2 { print $1 " (" $2 ")" }')"
echo "server on cpu 0, load generator on cpu 1; server, load: share of a core they used; others: cores that other programs used;"
echo "$seconds s a case, $runs run(s) of each, the median shown; load average before: $(cut -d' ' -f1-3 /proc/loadavg)"
for part in decide fanout idle odds requests; do
  [[ $only == *",$part,"* ]] && "$part"
done
[ -n "${BENCH_MILLION:-}" ] && "$(dirname "$0")/million.sh" "$build"
exit 0
