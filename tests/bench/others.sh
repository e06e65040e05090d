# Part of run.sh: memory of idle connections, speed of odds, of requests and of an arena, and a large store.

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

arena() {
  local ruleset least=
  echo
  echo "ARENA: 4,000 battles of the built-in players best and random, as \`muster arena\` plays them, on one core; with their events, dice and requests"
  for ruleset in advanced-combat phased-combat fleet-combat simple-combat armies theatre; do
    local rate=$("${pin_load[@]}" "$build/clients/cli/muster" arena best random --ruleset "$ruleset" --games 4000 --json | sed -E 's/.*"milliseconds":([0-9.]+).*/\1/' | awk '{ printf "%.0f", 4000 / ($1 / 1000) }')
    printf '  %-16s %8s battles/s\n' "$ruleset" "$rate"
    [ -n "$least" ] && [ "$least" -le "$rate" ] || least=$rate
  done
  lines[arena]="battles_per_s=$least"
}

million() {
  [ -n "${BENCH_MILLION:-}" ] && [ -x "$here/million.sh" ] || return 0
  echo
  "$here/million.sh" "$build" && lines[million]=measured=above
}
