#!/bin/bash
# Measures what one decision, viewer, join and battle cost: lines of name=value with the command that gave each, for simulate_crowd and deploy/SCALE.md.
#   cmake --build build --target muster_benches && tests/bench/scale.sh build >build/costs && build/tests/bench/simulate_crowd --costs build/costs
#
#   BENCH_SECONDS=3   how long each case is measured     BENCH_RUNS=1   runs of each case; the median one counts     BENCH_DIR=…   where databases go
#   BENCH_BOOST=-15   as in run.sh
#
# Memory and bytes are the same beside other programs; processor time is not quite: a busy machine has it cost several times as much. yard_write_us tells how busy it was.
# Without PostgreSQL its lines are missing.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${1:?usage: scale.sh BUILD_FOLDER}" && pwd) || exit 2
seconds=${BENCH_SECONDS:-3}
runs=${BENCH_RUNS:-1}
bin=$build/tests/bench
musterd=$build/server/musterd
work=$(mktemp -d "${BENCH_DIR:-$build}/scale.XXXXXX") || exit 3
export MUSTER_UNLIMITED_ADDRESSES=127.0.0.1 # one address plays everybody here
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
ulimit -n "$(ulimit -Hn)" 2>/dev/null
for file in server decide postgres fanout relay; do . "$here/$file.sh"; done

# cost NAME EXPRESSION DIGITS COMMAND: a line, or none and what is wrong
cost() {
  local value_
  value_=$(calculate "$2" "$3")
  if [ "$value_" = - ]; then echo "no $1 ($2)" >&2; else printf '%s=%s # %s\n' "$1" "$value_" "$4"; fi
}
# from LINE KEY: for an expression; what is missing makes it none
from() { local found=$(value "$1" "$2") && echo "${found:-x/0}"; }

decisions() {
  local line like="bench_decide --battles 500"
  line=$(case_of_decide disk --battles 500)
  cost decision_us "$(from "$line" server_cpu_us_per_decision)" 1 "$like at musterd --data DISK: of the server's core"
  cost decision_bytes "$(from "$line" stored_per_decision)" 0 "the same: growth of the folder"
  cost battle_decisions "$(from "$line" decisions_per_battle)" 1 "the same: decisions of a battle"
  start_database || return 0
  line=$(case_of_postgres --battles 500)
  cost postgres_decision_us "$(from "$line" server_cpu_us_per_decision)" 1 "$like at musterd --store postgres://…: of the server's core"
  cost postgres_database_us "$(from "$line" database_cpu_us_per_decision)" 1 "the same: of the database's core"
  cost postgres_decision_bytes "$(from "$line" stored_per_decision)" 0 "the same: growth of its tables, without its log"
  cost postgres_log_bytes "$(from "$line" log_per_decision)" 0 "the same: growth of its log"
  stop_database
}

# viewers_at TLS OPTIONS-OF-THE-SERVER…
viewers_at() {
  local tls=$1 name= line one many
  shift
  [ "$tls" = 0 ] || name=tls_
  local relay_options=("$@")
  line=$(case_of_fanout :memory: 5000 "$@")
  [ "$tls" = 1 ] || cost yard_write_us "$(from "$(case_of_yard yard_epoll 5000 "$(value "$line" bytes_per_write)")" server_cpu_us_per_write)" 2 "bench_broadcast --viewers 5000 at yard_epoll: raw epoll writing as many bytes, by which machines and hours can be compared"
  cost "${name}write_us" "$(from "$line" server_cpu_us_per_write)" 2 "bench_fanout --viewers 5000 --tls $tls at musterd: for one viewer and decision"
  cost "${name}write_bytes" "$(from "$line" bytes_per_write)" 0 "the same: all events of a decision, without headers of TCP and TLS"
  one=$(case_of_relay bench_relay --viewers 1 --tls "$tls")
  many=$(case_of_relay bench_relay --viewers 5000 --tls "$tls")
  cost "${name}relay_write_us" "($(from "$many" server_cpu_us_per_decision) - $(from "$one" server_cpu_us_per_decision)) / 4999" 2 "bench_relay --viewers 5000 --tls $tls less --viewers 1: for one viewer and decision"
  [ "$tls" = 1 ] || {
    cost relay_event_us "$(from "$one" server_cpu_us_per_decision)" 1 "bench_relay --viewers 1: of the relay's core for a decision"
    cost hop_ms "$(from "$one" hop_p50_us) / 1000" 2 "the same: the median, by the clock"
  }
  line=$(case_of_relay bench_idle --connections 5000 --decisions 20 --tls "$tls")
  cost "${name}relay_join_us" "$(from "$line" cpu_us_per_join)" 1 "bench_idle --connections 5000 --decisions 20 --tls $tls at a relay: connection, upgrade and what was played so far"
  cost "${name}join_bytes" "$(from "$line" wire_bytes_per_join)" 0 "the same: without headers of TCP and TLS"
  cost "${name}relay_viewer_bytes" "$(from "$line" bytes_per_connection)" 0 "the same: memory, without the kernel's buffers"
  start_musterd :memory: "$@"
  line=$(load bench_idle --connections 5000 --decisions 20 --tls "$tls")
  stop_server
  cost "${name}join_us" "$(from "$line" cpu_us_per_join)" 1 "bench_idle --connections 5000 --decisions 20 --tls $tls at musterd"
  cost "${name}viewer_bytes" "$(from "$line" bytes_per_connection)" 0 "the same: memory, without the kernel's buffers"
}

# memory_of_pairs BATTLES: the server's memory in KB with so many battles being played, slowly; and as many that wait for their players' next one
memory_of_pairs() {
  start_musterd :memory:
  load bench_decide --battles "$1" --rate 100
  stop_server
}

# rest BATTLES: a store with so many that were played; sets $stored (bytes) and $resident (KB of a server on it)
rest() {
  local data=$work/rest
  rm -rf "$data" && mkdir "$data"
  "$bin/fill_store" --file "$data/muster.db" --battles "$1" >/dev/null || return 1
  stored=$(stored_bytes "$data")
  start_musterd "$data"
  curl -sf "http://127.0.0.1:$port/readyz" >/dev/null
  resident=$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$server/status")
  stop_server
}

battles_at_rest() {
  local few many stored resident few_stored few_resident
  few=$(memory_of_pairs 500) many=$(memory_of_pairs 2000)
  cost pair_bytes "($(from "$many" server_rss_kb) - $(from "$few" server_rss_kb)) * 1024 / 1500" 0 "bench_decide --rate 100 --battles 2000 less --battles 500: memory of two battles with two players' connections"
  rest 200 && few_stored=$stored few_resident=$resident
  rest 20000
  cost rest_disk_bytes "($stored - $few_stored) / 19800" 0 "fill_store --battles 20000 less --battles 200: the store's file"
  cost rest_memory_kb "$resident - $few_resident" 0 "the same: memory of a musterd that has started on it, of all of them"
}

echo "# $(date -u '+%Y-%m-%d %H:%M UTC'), commit $(git -C "$here" rev-parse --short HEAD 2>/dev/null || echo unknown), $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1), $(nproc) cores, Linux $(uname -r), load average before: $(cut -d' ' -f1-3 /proc/loadavg)"
make_certificate
decisions
viewers_at 0
viewers_at 1 --tls-certificate "$work/certificate.pem" --tls-key "$work/key.pem"
battles_at_rest
