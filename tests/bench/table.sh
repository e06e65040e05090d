# Part of run.sh: the table at the end. A row is what was measured, its value, what stands beside it, the ratio of both and
# the aim; where a part was left out (BENCH_ONLY) its rows are missing.

# rows LINES: the rows of these lines, their fields parted by "|"
rows() {
  local -n of=$1
  get() { value "${of[$1]:-}" "$2"; }
  yard() { value "${yards[$1]:-}" "$2"; }
  kb() { calculate "(${1:-x/0}) / 1024" 2; }
  # row WORK VALUE BESIDE-IT ITS-NAME AIM: without a value no row
  row() {
    [ -n "$2" ] && [ "$2" != - ] || return 0
    local beside= quotient=
    [ -z "$4" ] || { beside="$4 $3" && quotient=$(ratio "$2" "$3"); }
    echo "$1|$2|$beside|$quotient|$5"
  }
  row "durable decisions/s, 500 sieges" "$(get durable.500.0 decisions_per_s)" "$(yard 500.0 decisions_per_s)" "yardstick" ">= 0.55"
  row "CPU us of a durable decision, siege" "$(get durable.500.0 server_cpu_us_per_decision)" "$(yard 500.0 server_cpu_us_per_decision)" "yardstick" "<= 55 us"
  row "CPU us of a durable decision, skirmish" "$(get skirmish server_cpu_us_per_decision)" "" "" "<= 90 us"
  row "durable decisions/s beside memory" "$(get durable.500.0 decisions_per_s)" "$(get memory.500.0 decisions_per_s)" "memory" ">= 0.85"
  row "p99 ms at 2,500 decisions/s" "$(ms "$(get durable.500.2500 p99_us)")" "$(ms "$(yard 500.2500 p99_us)")" "yardstick" "<= 1.2"
  row "  with 5,000 spectators at one battle" "$(ms "$(get crowd p99_us)")" "$(ms "$(get durable.500.2500 p99_us)")" "without" "<= 3"
  row "two cores, decisions/s" "$([ -n "${of[cores.2]:-}" ] && on_two_cores "${of[cores.2]}")" "$(get cores.1 decisions_per_s)" "one core" ">= 1.7"
  row "PostgreSQL, decisions/s, 500 sieges" "$(get postgres.500 decisions_per_s)" "$(get sqlite.500 decisions_per_s)" "SQLite" ">= 0.5"
  row "  ms until battles go on, owner asked" "$(ms "$(get goes.asked:15:1 p50_us)")" "" "" "<= 100"
  row "  ms, owner killed, median" "$(ms "$(get goes.killed:9:100 p50_us)")" "" "" "<= 500"
  row "  ms, owner hangs, slowest" "$(ms "$(get goes.hangs:19:100 max_us)")" "" "" "<= 2500"
  row "fan-out to 1,000, writes/s" "$(get fanout.1000 writes_per_s)" "$(yard epoll.1000 writes_per_s)" "raw epoll" ">= 0.95"
  row "fan-out to 5,000, writes/s" "$(get fanout.5000 writes_per_s)" "$(yard epoll.5000 writes_per_s)" "raw epoll" ">= 1.3"
  row "fan-out to 1,000 over TLS, writes/s" "$(get tls.1000 writes_per_s)" "$(get fanout.1000 writes_per_s)" "plain" ">= 0.5"
  row "KB of an idle connection" "$(kb "$(get idle.connected bytes_per_connection)")" "" "" "<= 6 KB"
  row "KB of a following connection" "$(kb "$(get idle.following bytes_per_connection)")" "" "" "<= 6.5 KB"
  row "simulated battles/s, advanced 12 v 12" "$(get odds battles_per_s)" "" "" ">= 1,000,000"
  row "arena, battles/s of the slowest ruleset" "$(get arena battles_per_s)" "" "" ">= 500"
  row "allocations of a decision" "$(get counts allocations)" "" "" "<= 60"
  row "system calls of a decision" "$(get counts calls_all)" "" "" "<= 6"
  row "waits of a thread for a decision" "$(get counts waits)" "" "" ""
  row "KB stored of a decision" "$(kb "$(get counts stored_per_decision)")" "" "" "<= 0.5 KB"
}

show_table() {
  local line work_ value_ beside quotient aim
  echo
  printf '%-40s %10s   %-22s %6s   %s\n' work value beside ratio aim
  while IFS='|' read -r work_ value_ beside quotient aim; do
    printf '%-40s %10s   %-22s %6s   %s\n' "$work_" "$value_" "$beside" "$quotient" "$aim"
  done < <(rows lines)
  [[ $only != *,million,* ]] || printf '%-40s %s\n' "a store of 1,000,000 battles" "$([ -n "${lines[million]:-}" ] && echo "see above" || echo "skipped: set BENCH_MILLION=1")"
}

# The same rows, of this server and of the one before.
show_against() {
  local now then_ work_ a b
  echo
  printf '%-40s %10s %16s %8s\n' work now "$BENCH_AGAINST" ratio
  now=$(rows lines) then_=$(rows lines_then)
  while IFS='|' read -r work_ a _; do
    b=$(grep -F -- "$work_|" <<<"$then_" | head -1 | cut -d'|' -f2)
    [ -z "$b" ] || printf '%-40s %10s %16s %8s\n' "$work_" "$a" "$b" "$(ratio "$a" "$b")"
  done <<<"$now"
}
