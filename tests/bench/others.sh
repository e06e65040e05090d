# Part of run.sh: memory of idle connections, speed of odds and of requests, and a large store.

case_of_idle() { # MODE
  local i
  for ((i = 0; i < runs; i++)); do
    start_musterd :memory:
    load bench_idle --mode "$1"
    stop_server
  done | median bytes_per_connection
}

idle() {
  local mode
  echo
  echo "IDLE CONNECTIONS: resident memory of the server for each of 2,000"
  for mode in connected following; do
    measure "idle.$mode" case_of_idle "$mode"
    printf '  %-10s %8s bytes %s\n' "$mode" "$(value "${lines[idle.$mode]}" bytes_per_connection)" "$(value "${lines[idle.$mode]}" error)"
  done
}

odds() {
  echo
  echo "ODDS, $seconds s for each rate. ratio: to rolling and adding as many dice and nothing else"
  "${pin_load[@]}" "$bin/bench_odds" --seconds "$seconds" | tee "$work/odds" | sed 's/^/  /'
  lines[odds]="battles_per_s=$(sed -n 's/^advanced-combat  *12 v 12, four types each *\([0-9]*\).*/\1/p' "$work/odds")"
}

requests() {
  echo
  echo "REQUESTS of simple-combat, options and default; bare flood: one over the whole map with nothing else, us"
  "${pin_load[@]}" "$bin/bench_requests" --seconds "$seconds" | sed 's/^/  /'
}

million() {
  [ -n "${BENCH_MILLION:-}" ] && [ -x "$here/million.sh" ] || return 0
  echo
  "$here/million.sh" "$build" && lines[million]=measured=above
}
